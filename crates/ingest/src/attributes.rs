//! What the attributes of a page's tags will cost the parser.

use crate::scan::{Scan, find};

/// Comparisons of attribute names that a page may cost, of a nanosecond or so. One tag of 63,000 attributes reaches it.
const MAX_COMPARISONS: usize = 2_000_000_000;

/// Looks for tags with so many attributes that the parser would take for ever.
///
/// The parser compares the name of each attribute with all those before it in the tag. A tag that is never closed takes
/// the words behind it for attributes, which can be all words of a large file. Linear in the page; text of scripts that
/// looks like a tag is taken for one, but has no such number of words without a `>`.
///
/// # Errors
/// The reason why the page is given up.
pub(crate) fn check_attributes(html: &str) -> Result<(), String> {
    check_within(html, MAX_COMPARISONS)
}

fn check_within(html: &str, max_comparisons: usize) -> Result<(), String> {
    let bytes = html.as_bytes();
    let mut scan = Scan { bytes, at: 0 };
    let mut comparisons = 0usize;
    while scan.at < bytes.len() {
        scan.skip(|b| b != b'<');
        let start = scan.at;
        let rest = &bytes[start..];
        if rest.starts_with(b"<!--") {
            scan.at = find(bytes, start + 2, b"-->").map_or(bytes.len(), |end| end + 3);
        } else if rest.get(1).is_some_and(|b| b.is_ascii_alphabetic() || *b == b'/') {
            scan.at += 1;
            let mut n = 0usize;
            while scan.attribute().is_some() {
                n += 1;
            }
            comparisons = comparisons.saturating_add(n.saturating_mul(n) / 2);
            if comparisons > max_comparisons {
                return Err(format!("the tag at byte {start} has {n} attributes; close it"));
            }
        } else {
            scan.at += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_that_is_never_closed_is_found() {
        let page = format!("<h2>見出し</h2><a href=x {}", "語 ".repeat(100_000));
        let reason = check_attributes(&page).expect_err("given up");
        assert_eq!(reason, "the tag at byte 18 has 100002 attributes; close it");
    }

    #[test]
    fn words_of_text_quotes_and_comments_are_no_attributes() {
        let words = "a b > c ".repeat(50);
        let page = format!("<p title=\"{words}\" x='{words}'>{words}</p><!-- <i {words} -->1 < 2");
        assert_eq!(check_within(&page, 10), Ok(()));
        assert!(
            check_within("<p a b c d e>", 10).is_err(),
            "the name of the tag counts too"
        );
    }

    #[test]
    fn many_tags_add_up() {
        assert_eq!(check_within(&"<p a b>".repeat(10), 40), Ok(()));
        assert!(check_within(&"<p a b>".repeat(11), 40).is_err());
    }
}
