//! Tags and attributes in the bytes of a page, before there is a tree.
//!
//! The rules are those of the HTML standard's prescan ("get an attribute", WHATWG HTML, 13.2.3.2), which looks at tags
//! only.

/// A place in the bytes of a page.
pub(crate) struct Scan<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Scan<'a> {
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(crate) fn skip(&mut self, skipped: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&skipped) {
            self.at += 1;
        }
    }

    pub(crate) fn skip_tag(&mut self) {
        self.skip(|b| b != b'>');
        self.at += 1;
    }

    /// The next attribute of a tag (name and value as they are written), or none when the tag has ended.
    pub(crate) fn attribute(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        self.skip(|b| is_html_space(b) || b == b'/');
        if self.peek().is_none_or(|b| b == b'>') {
            self.at += 1;
            return None;
        }
        let start = self.at;
        // A `=` at the very start belongs to the name.
        self.at += 1;
        self.skip(|b| !is_html_space(b) && !matches!(b, b'/' | b'>' | b'='));
        let name = &self.bytes[start..self.at];
        self.skip(is_html_space);
        if self.peek() != Some(b'=') {
            return Some((name, &[]));
        }
        self.at += 1;
        self.skip(is_html_space);
        let value = match self.peek() {
            Some(quote @ (b'"' | b'\'')) => {
                self.at += 1;
                let start = self.at;
                self.skip(|b| b != quote);
                let value = &self.bytes[start..self.at];
                self.at += 1;
                value
            }
            _ => {
                let start = self.at;
                self.skip(|b| !is_html_space(b) && b != b'>');
                &self.bytes[start..self.at]
            }
        };
        Some((name, value))
    }
}

pub(crate) fn is_html_space(b: u8) -> bool {
    matches!(b, b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

pub(crate) fn find(bytes: &[u8], from: usize, needle: &[u8]) -> Option<usize> {
    let rest = bytes.get(from..)?;
    rest.windows(needle.len())
        .position(|window| window == needle)
        .map(|at| from + at)
}
