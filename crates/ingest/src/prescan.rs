//! The encoding that a page declares about itself, found in its first bytes.
//!
//! This is the HTML standard's "prescan a byte stream to determine its encoding" (WHATWG HTML, 13.2.3.2). It looks at tags
//! only and builds nothing. The standard looks at 1,024 bytes, and lets the parser start again when a declaration comes
//! later; here the scan simply goes on to the end of the head.

use encoding_rs::{Encoding, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::scan::{Scan, find, is_html_space};

/// Bytes within which any tag may declare; past them, only tags of the head.
const STANDARD_WINDOW: usize = 1024;
/// Bytes past which a declaration is no longer looked for.
const LAST_WINDOW: usize = 64 << 10;

/// The encoding of the first `<meta charset>` or `<meta http-equiv="content-type">` that names a known one.
pub(crate) fn declared_in_meta(bytes: &[u8]) -> Option<&'static Encoding> {
    let mut scan = Scan {
        bytes: &bytes[..bytes.len().min(LAST_WINDOW)],
        at: 0,
    };
    while scan.at < scan.bytes.len() {
        let rest = &scan.bytes[scan.at..];
        if rest.starts_with(b"<!--") {
            // The two dashes of the opening may be those of the end: `<!-->` is a whole comment.
            scan.at = find(scan.bytes, scan.at + 2, b"-->").map_or(scan.bytes.len(), |end| end + 3);
        } else if rest[0] == b'<' && rest.get(1).is_some_and(|&b| b.is_ascii_alphabetic() || b == b'/') {
            if let Some(encoding) = scan.tag() {
                return Some(encoding);
            }
        } else if rest.starts_with(b"<!") || rest.starts_with(b"<?") {
            scan.skip_tag();
        } else {
            scan.at += 1;
        }
    }
    None
}

/// The encoding of an XML declaration at the very start: `<?xml version="1.0" encoding="Shift_JIS"?>`.
pub(crate) fn declared_in_xml(bytes: &[u8]) -> Option<&'static Encoding> {
    if !bytes.starts_with(b"<?xml") {
        return None;
    }
    let end = bytes.iter().take(STANDARD_WINDOW).position(|&b| b == b'>')?;
    let declaration = &bytes[..end];
    let mut scan = Scan {
        bytes: declaration,
        at: find(declaration, 0, b"encoding")? + b"encoding".len(),
    };
    scan.skip(|b| b <= b' ');
    if scan.peek() != Some(b'=') {
        return None;
    }
    scan.at += 1;
    scan.skip(|b| b <= b' ');
    let quote = scan.peek().filter(|b| matches!(b, b'"' | b'\''))?;
    scan.at += 1;
    let start = scan.at;
    scan.skip(|b| b != quote);
    usable(scan.peek().map(|_| &declaration[start..scan.at])?)
}

impl Scan<'_> {
    /// At `<` and a letter or `/`: reads the tag to its end, and the declaration if it is a meta element with one.
    fn tag(&mut self) -> Option<&'static Encoding> {
        let start = self.at;
        self.at += 1;
        let closing = self.peek() == Some(b'/');
        if closing {
            self.at += 1;
            if !self.peek().is_some_and(|b| b.is_ascii_alphabetic()) {
                self.skip_tag();
                return None;
            }
        }
        let name_start = self.at;
        self.skip(|b| !is_html_space(b) && !matches!(b, b'>' | b'/'));
        let name = &self.bytes[name_start..self.at];
        if start >= STANDARD_WINDOW
            && (name.eq_ignore_ascii_case(b"body") || closing && name.eq_ignore_ascii_case(b"head"))
        {
            self.at = self.bytes.len();
            return None;
        }
        if !closing && name.eq_ignore_ascii_case(b"meta") {
            return self.meta();
        }
        while self.attribute().is_some() {}
        None
    }

    fn meta(&mut self) -> Option<&'static Encoding> {
        let (mut seen_http_equiv, mut seen_content, mut seen_charset) = (false, false, false);
        let mut is_content_type = false;
        let mut from_charset = None;
        let mut from_content = None;
        while let Some((name, value)) = self.attribute() {
            // Of several attributes with one name the first counts.
            match name.to_ascii_lowercase().as_slice() {
                b"http-equiv" if !seen_http_equiv => {
                    seen_http_equiv = true;
                    is_content_type = value.eq_ignore_ascii_case(b"content-type");
                }
                b"content" if !seen_content => {
                    seen_content = true;
                    from_content = charset_of_content(value);
                }
                b"charset" if !seen_charset => {
                    seen_charset = true;
                    from_charset = Some(usable(value));
                }
                _ => {}
            }
        }
        // A charset attribute is the declaration even when it names nothing known.
        match from_charset {
            Some(encoding) => encoding,
            None if is_content_type => from_content,
            None => None,
        }
    }
}

/// "Extracting a character encoding from a meta element": the label after `charset =` in a content attribute.
fn charset_of_content(content: &[u8]) -> Option<&'static Encoding> {
    let content = content.to_ascii_lowercase();
    let mut scan = Scan {
        bytes: &content,
        at: 0,
    };
    loop {
        scan.at = find(&content, scan.at, b"charset")? + b"charset".len();
        scan.skip(is_html_space);
        if scan.peek() == Some(b'=') {
            break;
        }
    }
    scan.at += 1;
    scan.skip(is_html_space);
    match scan.peek()? {
        quote @ (b'"' | b'\'') => {
            let start = scan.at + 1;
            let end = find(&content, start, &[quote])?;
            usable(&content[start..end])
        }
        _ => {
            let start = scan.at;
            scan.skip(|b| !is_html_space(b) && b != b';');
            usable(&content[start..scan.at])
        }
    }
}

/// What a declared label means: UTF-16 is read as UTF-8, since the declaration could be read at all; a label of an
/// encoding that browsers refuse to decode counts as none.
fn usable(label: &[u8]) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(label)?;
    if encoding == UTF_16LE || encoding == UTF_16BE {
        Some(UTF_8)
    } else if encoding == encoding_rs::X_USER_DEFINED {
        Some(WINDOWS_1252)
    } else if encoding == REPLACEMENT {
        None
    } else {
        Some(encoding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meta(page: &str) -> Option<&'static str> {
        declared_in_meta(page.as_bytes()).map(Encoding::name)
    }

    #[test]
    fn charset_attribute_in_every_quoting() {
        for page in [
            "<meta charset=euc-jp>",
            "<META CHARSET='EUC-JP'/>",
            "<html><head><title>a > b</title>\n<meta name=x charset = \" x-euc-jp \" >",
            "<meta/charset=euc-jp>",
        ] {
            assert_eq!(meta(page), Some("EUC-JP"), "{page}");
        }
    }

    #[test]
    fn http_equiv_needs_both_attributes_in_any_order() {
        assert_eq!(
            meta("<meta http-equiv=Content-Type content=\"text/html; charset=Shift_JIS\">"),
            Some("Shift_JIS")
        );
        assert_eq!(
            meta("<meta content='text/html;charset=\"x-sjis\"' http-equiv=content-type>"),
            Some("Shift_JIS")
        );
        assert_eq!(meta("<meta name=description content='charset=euc-jp'>"), None);
        assert_eq!(
            meta("<meta http-equiv=refresh content='0; charset=euc-jp'>"),
            None
        );
        assert_eq!(
            meta("<meta http-equiv=content-type content='charset charset=iso-2022-jp;x'>"),
            Some("ISO-2022-JP")
        );
        assert_eq!(
            meta("<meta http-equiv=content-type content='charset=\"euc-jp'>"),
            None
        );
    }

    #[test]
    fn comments_and_attribute_values_are_not_tags() {
        assert_eq!(
            meta("<!-- <meta charset=euc-jp> --><meta charset=shift_jis>"),
            Some("Shift_JIS")
        );
        assert_eq!(meta("<!--><meta charset=euc-jp>"), Some("EUC-JP"));
        assert_eq!(meta("<p title='<meta charset=euc-jp>'>"), None);
        assert_eq!(
            meta("<?x <meta charset=euc-jp><meta charset=shift_jis>"),
            Some("Shift_JIS")
        );
        assert_eq!(meta("</ <meta charset=euc-jp>"), None);
        assert_eq!(meta("<metadata charset=euc-jp>"), None);
    }

    #[test]
    fn first_known_label_wins_and_first_attribute_of_a_name_counts() {
        assert_eq!(
            meta("<meta charset=nonsense><meta charset=euc-jp>"),
            Some("EUC-JP")
        );
        assert_eq!(meta("<meta charset=shift_jis charset=euc-jp>"), Some("Shift_JIS"));
        assert_eq!(
            meta("<meta charset=nonsense http-equiv=content-type content='charset=euc-jp'>"),
            None
        );
    }

    #[test]
    fn utf16_label_means_utf8_and_refused_encodings_mean_nothing() {
        assert_eq!(meta("<meta charset=utf-16>"), Some("UTF-8"));
        assert_eq!(meta("<meta charset=x-user-defined>"), Some("windows-1252"));
        assert_eq!(meta("<meta charset=iso-2022-kr>"), None);
    }

    #[test]
    fn declaration_past_1024_bytes_counts_in_the_head_only() {
        let filler = "x".repeat(3000);
        assert_eq!(
            meta(&format!("<head><script>{filler}</script><meta charset=euc-jp>")),
            Some("EUC-JP")
        );
        assert_eq!(
            meta(&format!(
                "<head><!--{filler}--></head><body><meta charset=euc-jp>"
            )),
            None
        );
        assert_eq!(
            meta(&format!("<body>{filler}<meta charset=euc-jp>")),
            Some("EUC-JP")
        );
        assert_eq!(meta(&format!("{filler}<body><meta charset=euc-jp>")), None);
    }

    #[test]
    fn xml_declaration_is_read_at_the_start_only() {
        let xml = |page: &str| declared_in_xml(page.as_bytes()).map(Encoding::name);
        assert_eq!(
            xml("<?xml version='1.0' encoding = \"Shift_JIS\" ?>"),
            Some("Shift_JIS")
        );
        assert_eq!(xml(" <?xml version='1.0' encoding='Shift_JIS'?>"), None);
        assert_eq!(xml("<?xml version='1.0'?>"), None);
        assert_eq!(xml("<?xml encoding='Shift_JIS>"), None);
        assert_eq!(xml("<?xml encoding='UTF-16'?>"), Some("UTF-8"));
    }

    #[test]
    fn cut_off_pages_end_the_scan() {
        for page in [
            "<",
            "</",
            "<m",
            "<meta",
            "<meta charset",
            "<meta charset=",
            "<meta charset='euc",
            "<!--",
            "<?xml encoding",
        ] {
            assert_eq!(meta(page), None, "{page}");
            assert_eq!(declared_in_xml(page.as_bytes()), None);
        }
    }
}
