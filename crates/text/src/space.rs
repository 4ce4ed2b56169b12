//! White space as Python sees it.
//!
//! The reference experiment is written in Python, and its `\s` differs from Unicode's `White_Space` property: the four
//! information separators U+001C to U+001F are white space there. One page with such a byte would otherwise change a
//! section's text.

/// Whether `c` is white space for Python's `str.isspace` and `re`'s `\s`.
///
/// That is Unicode's `White_Space` property and the information separators U+001C to U+001F.
///
/// ```
/// assert!(sokutei_text::is_space('\u{3000}') && sokutei_text::is_space('\u{1c}'));
/// assert!(!sokutei_text::is_space('\u{200b}'), "a zero-width space is not white space");
/// ```
#[inline]
#[must_use]
pub fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// Every run of white space becomes one U+0020; none is left at the ends. Linear in the text.
///
/// ```
/// assert_eq!(sokutei_text::squeeze(" 索引\u{3000}\n を 作る\t"), "索引 を 作る");
/// assert_eq!(sokutei_text::squeeze("\u{3000}"), "");
/// ```
#[must_use]
pub fn squeeze(s: &str) -> String {
    let mut out = String::with_capacity(s.len());
    for word in s.split(is_space).filter(|w| !w.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_are_those_of_python() {
        // [hex(c) for c in range(0x110000) if chr(c).isspace()] of CPython 3.11
        let python = [
            0x9, 0xa, 0xb, 0xc, 0xd, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001,
            0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f,
            0x205f, 0x3000,
        ];
        let ours: Vec<u32> = (0..0x0011_0000)
            .filter_map(char::from_u32)
            .filter(|&c| is_space(c))
            .map(u32::from)
            .collect();
        assert_eq!(ours, python);
    }
}
