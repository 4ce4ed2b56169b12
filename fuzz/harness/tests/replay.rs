//! What fuzzers were started from and what they found, without a fuzzer.

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use sokutei_fuzz_harness::TARGETS;

/// The files of a folder in the order of their names; none if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .map(|entry| entry.expect("a name").path())
        .collect();
    files.sort();
    files
}

fn replay(name: &str) {
    let (_, target) = TARGETS
        .iter()
        .find(|(known, _)| *known == name)
        .expect("a target");
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let seeds = files(&fuzz.join("seeds").join(name));
    assert!(seeds.len() >= 10, "{name}: {} seeds", seeds.len());
    let found = files(&fuzz.join("found").join(name));
    let mut broken = Vec::new();
    for file in seeds.into_iter().chain(found) {
        let bytes = fs::read(&file).expect("a seed");
        if catch_unwind(|| target(&bytes)).is_err() {
            broken.push(file);
        }
    }
    assert!(broken.is_empty(), "{name}: a law is broken by {broken:#?}");
    target(b"");
}

#[test]
fn articles_of_the_fuzzer_hold() {
    replay("article");
}

#[test]
fn labels_of_the_fuzzer_hold() {
    replay("matching");
}

#[test]
fn trec_files_of_the_fuzzer_hold() {
    replay("trec");
}

#[test]
fn files_in_other_formats_of_the_fuzzer_hold() {
    replay("formats");
}

#[test]
fn index_files_of_the_fuzzer_hold() {
    replay("index_file");
}

#[test]
fn headers_of_the_fuzzer_hold() {
    replay("ir_metadata");
}

#[test]
fn json_lines_of_the_fuzzer_hold() {
    replay("jsonl");
}

#[test]
fn measure_names_of_the_fuzzer_hold() {
    replay("measure_name");
}

#[test]
fn every_target_has_a_program_and_a_dictionary() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut programs: Vec<String> = files(&fuzz.join("fuzz_targets"))
        .iter()
        .map(|file| file.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    let mut names = TARGETS.map(|(name, _)| name.to_owned());
    names.sort();
    programs.sort();
    assert_eq!(programs, names);
    for name in names {
        assert!(
            fuzz.join("dictionaries").join(format!("{name}.dict")).is_file(),
            "{name}"
        );
    }
}
