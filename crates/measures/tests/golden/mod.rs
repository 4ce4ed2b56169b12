//! The golden vectors of `data/golden`, or of the folder that `SOKUTEI_GOLDEN_DIR` names.
#![allow(dead_code)] // each test file uses its part

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use serde_json::Value;

/// One golden file, whole.
pub(crate) fn load(name: &str) -> Value {
    let folder = std::env::var_os("SOKUTEI_GOLDEN_DIR").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/golden")),
        PathBuf::from,
    );
    let path = folder.join(name);
    let file = File::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_reader(BufReader::new(GzDecoder::new(file))).expect("golden files are JSON")
}

/// Rows of a list.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

/// A number; numbers that JSON cannot hold are written as strings.
pub(crate) fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => text.parse().expect("nan, inf or -inf"),
        value => value.as_f64().unwrap_or_else(|| panic!("no number: {value}")),
    }
}

/// A list of numbers.
pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().map(number).collect()
}

/// Whether the files are those of the repository, whose counts the tests may state.
pub(crate) fn is_ours() -> bool {
    std::env::var_os("SOKUTEI_GOLDEN_DIR").is_none()
}
