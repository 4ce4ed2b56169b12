//! An index that is not whole is refused with what was found and what to do.

mod pages;

use std::fs;
use std::path::Path;

use pages::{fine, outcome, sokutei, two_articles, workspace};

/// An index of one system, and the bytes of its file.
fn index() -> (tempfile::TempDir, Vec<u8>) {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    fine(here, &["ingest", "pages", "-o", "sections.jsonl", "--quiet"]);
    fine(
        here,
        &[
            "index",
            "sections.jsonl",
            "-o",
            "idx",
            "--systems",
            "bm25_2",
            "--quiet",
        ],
    );
    let bytes = fs::read(here.join("idx/index.sokutei")).expect("written");
    (dir, bytes)
}

#[track_caller]
fn refused(here: &Path, words: &[&str]) {
    for flags in [
        vec!["search", "--index", "idx", "番号"],
        vec!["search", "--index", "idx", "番号", "-o", "x"],
    ] {
        let (exit, stdout, stderr) = outcome(sokutei(here).args(&flags));
        assert_eq!((exit, stdout.as_str()), (2, ""), "{stderr}");
        for word in words {
            assert!(stderr.contains(word), "`{word}` is not in: {stderr}");
        }
        assert!(!here.join("x").exists());
    }
}

/// The checksum of the header, made right again after a change: else the change is only damage.
fn resealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = crc32fast::hash(&bytes[..60]);
    bytes[60..64].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn damage_of_every_kind_is_named_with_its_remedy() {
    let (dir, whole) = index();
    let here = dir.path();
    let changed = |place: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[place] = byte;
        bytes
    };
    let last = whole.len() - 1;
    let announced = format!("100 bytes, but {} are announced", whole.len());
    for (bytes, words) in [
        (
            whole[..100].to_vec(),
            [announced.as_str(), "build the index again or copy it again"],
        ),
        (
            Vec::new(),
            ["0 bytes, but", "build the index again or copy it again"],
        ),
        (
            changed(last, !whole[last]),
            ["is damaged (checksum ", "build the index again or copy it again"],
        ),
        (
            changed(30, 1),
            ["is damaged (checksum ", "build the index again or copy it again"],
        ),
        (
            resealed(changed(16, 2)),
            [
                "index format 2, this program reads format 1",
                "build the index again with `sokutei index`",
            ],
        ),
        (
            fs::read(here.join("sections.jsonl")).expect("there"),
            [
                "not an index: it begins with ",
                "name the folder that `sokutei index` wrote",
            ],
        ),
    ] {
        fs::write(here.join("idx/index.sokutei"), bytes).expect("written");
        refused(here, &[&["idx/index.sokutei: "], words.as_slice()].concat());
    }
    fs::remove_file(here.join("idx/index.sokutei")).expect("there");
    refused(
        here,
        &[
            "idx/index.sokutei: no index here",
            "build one with `sokutei index`",
        ],
    );

    fs::write(here.join("idx/index.sokutei"), &whole).expect("written");
    assert!(fine(here, &["search", "--index", "idx", "番号"]).contains("#1"));
}

#[test]
fn sections_that_are_not_those_of_the_index_are_refused() {
    let (dir, _) = index();
    let here = dir.path();
    let beside = here.join("idx/sections.jsonl");
    let whole = fs::read_to_string(&beside).expect("written");
    fs::write(&beside, &whole[..whole.len() / 2]).expect("cut short");
    refused(
        here,
        &["idx/sections.jsonl:", "each line must be one whole JSON object"],
    );
    let one_less: String = whole.lines().skip(1).map(|line| format!("{line}\n")).collect();
    fs::write(&beside, one_less).expect("written");
    refused(
        here,
        &[
            "idx/sections.jsonl: not the sections of this index",
            "build the index again",
        ],
    );
}
