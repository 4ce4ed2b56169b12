//! Bytes of a page to its characters.

use std::fmt;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{DecoderResult, Encoding, UTF_8};
use serde::Serialize;

use crate::prescan::{declared_in_meta, declared_in_xml};

/// What told the encoding of a page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EncodingSource {
    /// A byte order mark.
    Bom,
    /// A `meta` element, by `charset` or `http-equiv`.
    Meta,
    /// An XML declaration in the first line.
    XmlDeclaration,
    /// The bytes themselves.
    Detected,
}

impl fmt::Display for EncodingSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bom => "byte order mark",
            Self::Meta => "meta",
            Self::XmlDeclaration => "XML declaration",
            Self::Detected => "detection",
        })
    }
}

/// A page in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// The page without its byte order mark.
    pub text: String,
    /// WHATWG name of the encoding: `UTF-8`, `Shift_JIS`, `EUC-JP`, `ISO-2022-JP`, …
    pub encoding: &'static str,
    /// What told it.
    pub source: EncodingSource,
    /// Byte sequences that the encoding does not allow; each is one U+FFFD in `text`.
    pub malformed: usize,
}

/// Decodes a page: by its byte order mark, else by what it declares in `meta` (or in an XML declaration), else by what its
/// bytes look like.
///
/// Detection says UTF-8 when the bytes are UTF-8 apart from a few damaged sequences (at most one for every four good ones
/// beyond ASCII); else chardetng guesses, told that the page is likely Japanese and may be ISO-2022-JP. Nothing fails:
/// what cannot be decoded becomes U+FFFD, one for each malformed sequence, and is counted. Linear in the bytes.
///
/// ```
/// use sokutei_ingest::{EncodingSource, decode};
///
/// let page = decode(b"<meta charset=shift_jis>\x83|\x81[\x83g");
/// assert_eq!((page.encoding, page.source), ("Shift_JIS", EncodingSource::Meta));
/// assert!(page.text.ends_with("ポート"));
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Decoded {
    let (encoding, source, body) = if let Some((encoding, bom_len)) = Encoding::for_bom(bytes) {
        (encoding, EncodingSource::Bom, &bytes[bom_len..])
    } else if let Some(encoding) = declared_in_meta(bytes) {
        (encoding, EncodingSource::Meta, bytes)
    } else if let Some(encoding) = declared_in_xml(bytes) {
        (encoding, EncodingSource::XmlDeclaration, bytes)
    } else {
        (detected(bytes), EncodingSource::Detected, bytes)
    };
    let (text, malformed) = decode_counting(encoding, body);
    Decoded {
        text,
        encoding: encoding.name(),
        source,
        malformed,
    }
}

/// The encoding that bytes look like, whatever they declare.
pub(crate) fn detected(bytes: &[u8]) -> &'static Encoding {
    const ESCAPE: u8 = 0x1B;
    if bytes.is_ascii() && !bytes.contains(&ESCAPE) || is_nearly_utf8(bytes) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(Some(b"jp"), Utf8Detection::Allow)
}

/// Characters beyond ASCII that UTF-8 explains outnumber the sequences it does not, four to one.
fn is_nearly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().bytes().filter(|b| *b >= 0xC0).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good > 0 && good >= 4 * bad
}

fn decode_counting(encoding: &'static Encoding, bytes: &[u8]) -> (String, usize) {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::new();
    let mut malformed = 0;
    let mut at = 0;
    loop {
        let rest = &bytes[at..];
        let wanted = decoder
            .max_utf8_buffer_length_without_replacement(rest.len())
            .unwrap_or(rest.len());
        // Without malformed bytes this reserves once; the worst case is three bytes for one and is seldom used up.
        text.reserve(wanted.min(rest.len() + rest.len() / 2 + 16));
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut text, true);
        at += read;
        match result {
            DecoderResult::InputEmpty => return (text, malformed),
            DecoderResult::OutputFull => text.reserve(64),
            DecoderResult::Malformed(..) => {
                malformed += 1;
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use encoding_rs::{EUC_JP, ISO_2022_JP, SHIFT_JIS};

    use super::*;

    const SENTENCE: &str = "<h2>ポート番号</h2><p>標準のポート番号は3389です。①㈱～髙を確かめる。</p>";

    /// The sentence in an encoding, behind a prefix of ASCII.
    fn encoded(prefix: &str, encoding: &'static Encoding) -> Vec<u8> {
        let text =
            format!("{prefix}{SENTENCE}").replace(if encoding == ISO_2022_JP { '髙' } else { '\0' }, "高");
        let (bytes, _, unmappable) = encoding.encode(&text);
        assert!(!unmappable);
        bytes.into_owned()
    }

    #[test]
    fn japanese_encodings_are_read_by_their_declaration() {
        for encoding in [UTF_8, SHIFT_JIS, EUC_JP, ISO_2022_JP] {
            for prefix in [
                format!("<meta charset={}>", encoding.name()),
                format!(
                    "<meta http-equiv=\"Content-Type\" content=\"text/html; charset={}\">",
                    encoding.name()
                ),
            ] {
                let page = decode(&encoded(&prefix, encoding));
                assert_eq!(
                    (page.encoding, page.source, page.malformed),
                    (encoding.name(), EncodingSource::Meta, 0)
                );
                assert!(page.text.contains("<h2>ポート番号</h2>"));
            }
            let page = decode(&encoded(
                &format!("<?xml version=\"1.0\" encoding=\"{}\"?>", encoding.name()),
                encoding,
            ));
            assert_eq!(
                (page.encoding, page.source),
                (encoding.name(), EncodingSource::XmlDeclaration)
            );
        }
    }

    #[test]
    fn japanese_encodings_are_detected_without_a_declaration() {
        for encoding in [UTF_8, SHIFT_JIS, EUC_JP, ISO_2022_JP] {
            let page = decode(&encoded("<title>x</title>", encoding));
            assert_eq!(
                (page.encoding, page.source, page.malformed),
                (encoding.name(), EncodingSource::Detected, 0)
            );
            assert!(
                page.text.contains("標準のポート番号は3389です。"),
                "{}",
                page.text
            );
        }
    }

    #[test]
    fn byte_order_mark_beats_meta_and_is_not_text() {
        let utf8 = [
            b"\xEF\xBB\xBF".as_slice(),
            "<meta charset=shift_jis>ポート".as_bytes(),
        ]
        .concat();
        let mut utf16 = b"\xFF\xFE".to_vec();
        utf16.extend("<p>ポート".encode_utf16().flat_map(u16::to_le_bytes));
        let mut big_endian = b"\xFE\xFF".to_vec();
        big_endian.extend("<p>ポート".encode_utf16().flat_map(u16::to_be_bytes));
        for (bytes, encoding, text) in [
            (utf8, "UTF-8", "<meta charset=shift_jis>ポート"),
            (utf16, "UTF-16LE", "<p>ポート"),
            (big_endian, "UTF-16BE", "<p>ポート"),
        ] {
            let page = decode(&bytes);
            assert_eq!(
                (page.encoding, page.source, page.text.as_str()),
                (encoding, EncodingSource::Bom, text)
            );
        }
    }

    #[test]
    fn each_malformed_sequence_is_one_replacement_character_and_counted() {
        // As Python's errors="replace" gives: E3 81 is cut off once, FF and FE stand alone.
        let page = decode(b"<meta charset=utf-8>a\xE3\x81b\xFF\xFEc\xE3");
        assert_eq!(
            (page.text.as_str(), page.malformed),
            ("<meta charset=utf-8>a\u{FFFD}b\u{FFFD}\u{FFFD}c\u{FFFD}", 4)
        );
        for encoding in ["shift_jis", "euc-jp", "iso-2022-jp"] {
            let page = decode(
                format!("<meta charset={encoding}>")
                    .as_bytes()
                    .iter()
                    .chain(b"a\xFF")
                    .copied()
                    .collect::<Vec<_>>()
                    .as_slice(),
            );
            assert_eq!(page.malformed, 1, "{encoding}");
            assert!(page.text.ends_with("a\u{FFFD}"));
        }
    }

    #[test]
    fn damaged_utf8_is_still_utf8() {
        let mut bytes = "ポート番号は3389です。".as_bytes().to_vec();
        bytes.remove(1);
        let page = decode(&bytes);
        assert_eq!(
            (page.encoding, page.text.chars().next()),
            ("UTF-8", Some('\u{FFFD}'))
        );
    }

    #[test]
    fn ascii_and_nothing_are_utf8() {
        for bytes in [b"".as_slice(), b"<p>plain</p>"] {
            assert_eq!(
                decode(bytes),
                Decoded {
                    text: String::from_utf8_lossy(bytes).into_owned(),
                    encoding: "UTF-8",
                    source: EncodingSource::Detected,
                    malformed: 0
                }
            );
        }
    }
}
