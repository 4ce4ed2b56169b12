//! Agreement with Python's `unicodedata` and `str.lower` on the golden strings.

use std::path::PathBuf;

use sokutei_text::{nfkc, nfkc_lower};

fn golden(name: &str) -> serde_json::Value {
    let folder = std::env::var_os("SOKUTEI_GOLDEN_DIR").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/golden")),
        PathBuf::from,
    );
    let file = std::fs::File::open(folder.join(name)).expect("the golden file is there");
    serde_json::from_reader(flate2::read::GzDecoder::new(file)).expect("the golden file is JSON")
}

/// Code points that Python 3.11's tables (Unicode 14) leave alone and newer tables fold: none occurs in the golden
/// strings, which hold assigned code points only. A difference would be listed here with its reason.
#[test]
fn golden_nfkc_and_lower_have_no_mismatch() {
    let data = golden("nfkc.json.gz");
    let cases = data["cases"].as_array().expect("a list of cases");
    let mut mismatches = Vec::new();
    for case in cases {
        let text = |field: &str| case[field].as_str().expect("a string");
        if nfkc(text("in")) != text("nfkc")
            || text("in").to_lowercase() != text("lower")
            || nfkc_lower(text("in")) != text("nfkc_lower")
        {
            mismatches.push(text("in").escape_unicode().to_string());
        }
    }
    if std::env::var_os("SOKUTEI_GOLDEN_DIR").is_none() {
        assert_eq!(cases.len(), 1_100, "cases of the repository's file");
    }
    assert!(!cases.is_empty());
    assert!(
        mismatches.is_empty(),
        "{} of {} differ: {mismatches:?}",
        mismatches.len(),
        cases.len()
    );
}
