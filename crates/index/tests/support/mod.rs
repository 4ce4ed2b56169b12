//! What several tests need: golden files, small corpora, a set over them.

#![allow(dead_code)] // each test file compiles this module for itself and uses a part of it

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use serde_json::Value;
use sokutei_index::{Depth, IndexSet, IndexWarning, Silent, System, SystemSpec};
use sokutei_measures::Docid;
use sokutei_text::CharNgrams;

/// A golden file; the folder is `data/golden`, or the one named by `SOKUTEI_GOLDEN_DIR`.
pub(crate) fn golden(name: &str) -> Value {
    let folder = std::env::var_os("SOKUTEI_GOLDEN_DIR").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/golden")),
        PathBuf::from,
    );
    let path = folder.join(name);
    let file = File::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("gzip");
    serde_json::from_str(&text).expect("JSON")
}

pub(crate) fn array(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

pub(crate) fn strings(value: &Value) -> Vec<String> {
    array(value)
        .iter()
        .map(|v| v.as_str().expect("a string").to_owned())
        .collect()
}

pub(crate) fn floats(value: &Value) -> Vec<f64> {
    array(value)
        .iter()
        .map(|v| v.as_f64().expect("a number"))
        .collect()
}

/// The range in a golden file's `ngram` field.
pub(crate) fn ngrams_of(set: &Value) -> CharNgrams {
    let n: Vec<usize> = array(&set["ngram"])
        .iter()
        .map(|v| v.as_u64().expect("a length") as usize)
        .collect();
    ngrams(n[0], n[1])
}

pub(crate) fn ngrams(min: usize, max: usize) -> CharNgrams {
    CharNgrams::new(min, max).expect("a valid range")
}

pub(crate) fn depth(depth: usize) -> Depth {
    Depth::new(depth).expect("not 0")
}

/// Ids `d0`, `d1`, ….
pub(crate) fn ids(n: usize) -> Vec<Docid> {
    (0..n)
        .map(|i| Docid::new(format!("d{i}")).expect("a valid id"))
        .collect()
}

pub(crate) fn lsa(dims: usize) -> SystemSpec {
    SystemSpec::Lsa {
        ngrams: ngrams(2, 2),
        dims,
        max_terms: 30_000,
    }
}

/// A set over texts with ids `d0`, `d1`, …, and what was odd.
pub(crate) fn build<T: AsRef<str> + Sync>(texts: &[T], systems: &[System]) -> (IndexSet, Vec<IndexWarning>) {
    let (set, warnings, _) =
        IndexSet::build(ids(texts.len()), texts, systems, &Silent).expect("a valid corpus");
    (set, warnings)
}

/// A set with one system, tagged `s`.
pub(crate) fn one<T: AsRef<str> + Sync>(texts: &[T], spec: SystemSpec) -> IndexSet {
    build(texts, &[System::new("s", spec)]).0
}

/// Ids and scores of a search in a set with one system.
pub(crate) fn found(set: &IndexSet, query: &str, k: usize) -> Vec<(String, f64)> {
    let ranking = set
        .retriever("s")
        .expect("the one system")
        .search(query, depth(k));
    set.hits(&ranking)
        .into_iter()
        .map(|hit| (hit.docid.to_string(), hit.score))
        .collect()
}

pub(crate) fn found_ids(set: &IndexSet, query: &str) -> Vec<String> {
    found(set, query, 100)
        .into_iter()
        .map(|(docid, _)| docid)
        .collect()
}

/// Whether two numbers agree to the four decimals that a case is written with.
pub(crate) fn four_decimals(a: f64, b: f64) -> bool {
    (a - b).abs() < 0.000_05
}
