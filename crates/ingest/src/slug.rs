//! Names of page files, and the ids made of them.

use percent_encoding::percent_encode_byte;
use sokutei_text::is_space;

/// A path as an id: white space, and bytes that are not UTF-8, percent-encoded.
pub(crate) fn slug(name: &[u8]) -> String {
    let mut id = String::with_capacity(name.len());
    let mut buffer = [0; 4];
    for chunk in name.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_space(c) {
                id.extend(c.encode_utf8(&mut buffer).bytes().map(percent_encode_byte));
            } else {
                id.push(c);
            }
        }
        id.extend(chunk.invalid().iter().map(|b| percent_encode_byte(*b)));
    }
    id
}

/// Whether a file of this name is a page.
pub(crate) fn is_page_name(name: &[u8]) -> bool {
    name.ends_with(b".html") || name.ends_with(b".htm")
}

/// The path without `.html` or `.htm`; whole, if its last part would be nothing.
pub(crate) fn without_suffix(name: &[u8]) -> &[u8] {
    let stem = name
        .strip_suffix(b".html")
        .or_else(|| name.strip_suffix(b".htm"))
        .unwrap_or(name);
    if stem.is_empty() || stem.ends_with(b"/") {
        name
    } else {
        stem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slug_encodes_white_space_and_nothing_else() {
        assert_eq!(
            slug("linux/ポート 番号\u{3000}#1%?".as_bytes()),
            "linux/ポート%20番号%E3%80%80#1%?"
        );
        assert_eq!(slug(b"a\xFFb"), "a%FFb");
    }

    #[test]
    fn slug_of_a_file_that_is_only_a_suffix_is_its_name() {
        assert_eq!(without_suffix(b"a.b.html"), b"a.b");
        assert_eq!(without_suffix(b".html"), b".html");
        assert_eq!(without_suffix(b"x/.htm"), b"x/.htm");
    }
}
