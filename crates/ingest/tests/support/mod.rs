//! What the integration tests share: folders of pages that vanish, one page at a time, gzipped reference data.

#![allow(dead_code)] // each test binary uses its own part of this module

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use sokutei_ingest::{Article, IngestOptions, IngestWarning, Numbering, parse_article};
use tempfile::TempDir;

/// A folder with these files; folders between are made.
pub(crate) fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (name, bytes) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    dir
}

/// A page with one section.
pub(crate) fn page(heading: &str) -> Vec<u8> {
    format!("<title>T</title><h2>{heading}</h2><p>text").into_bytes()
}

pub(crate) fn article(html: &str) -> Article {
    parsed(html, &IngestOptions::default()).0
}

pub(crate) fn parsed(html: &str, options: &IngestOptions) -> (Article, Vec<IngestWarning>) {
    parse_article(html.as_bytes(), "a.html", "a", options)
}

/// Heading and text of every section, kept or not.
pub(crate) fn sections(article: &Article) -> Vec<(&str, &str)> {
    article
        .sections
        .iter()
        .map(|s| (s.heading.as_str(), s.text.as_str()))
        .collect()
}

pub(crate) fn slug() -> IngestOptions {
    IngestOptions {
        numbering: Numbering::Slug,
        ..IngestOptions::default()
    }
}

pub(crate) fn kinds(warnings: &[IngestWarning]) -> Vec<&'static str> {
    warnings.iter().map(IngestWarning::kind).collect()
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A golden file; from the folder that SOKUTEI_GOLDEN_DIR names, when it is set.
pub(crate) fn golden(name: &str) -> String {
    let dir = std::env::var_os("SOKUTEI_GOLDEN_DIR")
        .map_or_else(|| repository().join("data/golden"), PathBuf::from);
    gunzip(&dir.join(name))
}

/// Whether the golden files are those of the repository, whose counts the tests may state.
pub(crate) fn is_ours() -> bool {
    std::env::var_os("SOKUTEI_GOLDEN_DIR").is_none()
}

pub(crate) fn gunzip(path: &Path) -> String {
    let file = fs::File::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut text = String::new();
    GzDecoder::new(file)
        .read_to_string(&mut text)
        .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text
}

/// Every section's span holds its heading, a line feed and its text, spans are in order, and the lead comes before.
pub(crate) fn assert_spans(article: &Article) {
    let mut at = article.lead_end;
    for section in &article.sections {
        let written = if section.text.is_empty() {
            section.heading.clone()
        } else {
            format!("{}\n{}", section.heading, section.text)
        };
        assert_eq!(&article.visible[section.start..section.end], written);
        assert!(at <= section.start && section.start <= section.end, "{section:?}");
        at = section.end;
    }
    assert_eq!(at, article.visible.len());
}
