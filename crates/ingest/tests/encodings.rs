//! Pages in the encodings that Japanese pages have, from bytes to chunks.

mod support;

use encoding_rs::{EUC_JP, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8};
use sokutei_ingest::{EncodingSource, IngestOptions, ingest_dir, parse_article};
use support::{folder, kinds};

const ENCODINGS: [&Encoding; 4] = [UTF_8, SHIFT_JIS, EUC_JP, ISO_2022_JP];

fn page(encoding: &'static Encoding, declaration: &str) -> Vec<u8> {
    let html = format!(
        "<html><head>{declaration}<title>ポート番号の一覧</title></head><body><h2>標準のポート番号</h2><p>遠隔操作は3389番です。"
    );
    let (bytes, _, lossy) = encoding.encode(&html);
    assert!(!lossy);
    bytes.into_owned()
}

#[test]
fn each_japanese_encoding_is_read_by_meta_and_by_detection() {
    for encoding in ENCODINGS {
        let name = encoding.name();
        for (declaration, source) in [
            (format!("<meta charset=\"{name}\">"), EncodingSource::Meta),
            (
                format!("<META http-equiv=content-type content='text/html; charset={name}'>"),
                EncodingSource::Meta,
            ),
            (String::new(), EncodingSource::Detected),
        ] {
            let (article, warnings) = parse_article(
                &page(encoding, &declaration),
                "a.html",
                "a",
                &IngestOptions::default(),
            );
            assert_eq!((article.encoding, article.encoding_source), (name, source));
            assert_eq!(article.title, "ポート番号の一覧");
            assert_eq!(article.sections[0].heading, "標準のポート番号");
            assert_eq!(article.sections[0].text, "遠隔操作は3389番です。");
            assert!(warnings.is_empty());
        }
    }
}

#[test]
fn one_folder_may_mix_encodings() {
    let pages: Vec<(String, Vec<u8>)> = ENCODINGS
        .map(|e| (format!("{}.html", e.name()), page(e, "")))
        .into();
    let files: Vec<(&str, &[u8])> = pages
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    let dir = folder(&files);
    let ingested = ingest_dir(dir.path(), &IngestOptions::default()).expect("pages");
    assert!(ingested.warnings.is_empty());
    let encodings: Vec<&str> = ingested.articles.iter().map(|a| a.encoding).collect();
    assert_eq!(encodings, ["EUC-JP", "ISO-2022-JP", "Shift_JIS", "UTF-8"]);
    assert!(
        ingested
            .chunks()
            .iter()
            .all(|chunk| chunk.heading == "標準のポート番号")
    );
}

#[test]
fn byte_order_mark_is_obeyed_and_is_no_text() {
    let mut bytes = b"\xEF\xBB\xBF".to_vec();
    bytes.extend(page(UTF_8, "<meta charset=euc-jp>"));
    let (article, _) = parse_article(&bytes, "a.html", "a", &IngestOptions::default());
    assert_eq!(
        (article.encoding, article.encoding_source),
        ("UTF-8", EncodingSource::Bom)
    );
    assert_eq!(article.lead(), "");
}

#[test]
fn invalid_bytes_become_replacement_characters_and_a_warning_with_their_count() {
    let (article, warnings) = parse_article(
        b"<meta charset=utf-8><title>T</title><h2>a\xFFb</h2>\xE3\x81 c\xFE",
        "a.html",
        "a",
        &IngestOptions::default(),
    );
    assert_eq!(
        (
            article.sections[0].heading.as_str(),
            article.sections[0].text.as_str()
        ),
        ("a\u{FFFD}b", "\u{FFFD} c\u{FFFD}")
    );
    assert_eq!(kinds(&warnings), ["invalid-bytes"]);
    let message = warnings[0].to_string();
    assert!(
        message.starts_with("a.html: 3 byte sequences not valid in UTF-8, replaced by U+FFFD"),
        "{message}"
    );
}

#[test]
fn wrong_declaration_is_named_with_what_the_bytes_look_like() {
    let bytes = page(SHIFT_JIS, "<meta charset=utf-8>");
    let (_, warnings) = parse_article(&bytes, "a.html", "a", &IngestOptions::default());
    let message = warnings[0].to_string();
    assert!(
        message.ends_with("; the bytes look like Shift_JIS: correct the page's meta charset"),
        "{message}"
    );
}

#[test]
fn stray_nul_is_counted_and_the_page_is_read() {
    let (article, warnings) = parse_article(
        b"<title>T</title><h2>a</h2>b\0c",
        "a.html",
        "a",
        &IngestOptions::default(),
    );
    assert_eq!(article.sections[0].text, "bc");
    assert_eq!(
        warnings[0].to_string(),
        "a.html: 1 NUL characters, dropped or replaced as HTML asks; remove them"
    );
}
