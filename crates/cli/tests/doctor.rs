//! `sokutei doctor`: what it finds, and what it calls missing.

mod pages;

use std::fs;
use std::path::Path;

use pages::{outcome, sokutei, workspace};
use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn document(folder: &Path) -> (i32, Value) {
    let (exit, stdout, stderr) = outcome(sokutei(folder).args(["doctor", "--format", "json"]));
    assert_eq!(stderr, "");
    (exit, serde_json::from_str(&stdout).expect("JSON"))
}

fn finding<'a>(document: &'a Value, name: &str) -> &'a Value {
    let findings = document["findings"].as_array().expect("a list");
    findings
        .iter()
        .find(|f| f["name"] == name)
        .unwrap_or_else(|| panic!("no finding {name}"))
}

#[test]
fn the_project_folder_has_all_that_the_main_job_needs() {
    let (exit, found) = document(Path::new(ROOT));
    assert_eq!(
        (exit, &found["fine"], &found["schema_version"]),
        (0, &Value::Bool(true), &Value::from(1)),
        "{found:#}"
    );
    let corpus = finding(&found, "corpus");
    assert_eq!(corpus["state"], "fine", "{corpus}");
    assert_eq!(corpus["value"]["same"], 96 + 96);
    // 23 values of the example are worked out by hand in the documentation
    assert_eq!(finding(&found, "self-check")["value"]["agree"], 23);
    assert_eq!(
        finding(&found, "program")["value"]["version"],
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(
        finding(&found, "systems")["value"]
            .as_array()
            .expect("a list")
            .len(),
        6
    );
    let cores = std::thread::available_parallelism().expect("known").get();
    assert_eq!(finding(&found, "cores")["value"]["cores"], cores);
}

#[test]
fn elsewhere_the_corpus_is_missed_but_pages_of_ones_own_can_be_read() {
    let (dir, _) = workspace();
    let (exit, found) = document(dir.path());
    assert_eq!(exit, 0);
    assert_eq!(finding(&found, "corpus")["state"], "note");
    let left: Vec<_> = fs::read_dir(dir.path()).expect("a folder").collect();
    assert_eq!(left.len(), 1, "the trial file is gone");
}

#[test]
fn a_corpus_that_was_changed_is_exit_3_and_named() {
    let (dir, _) = workspace();
    let corpus = dir.path().join("corpus");
    for part in ["articles", "truth"] {
        fs::create_dir_all(corpus.join(part)).expect("a new folder");
        for entry in fs::read_dir(Path::new(ROOT).join("corpus").join(part)).expect("the corpus") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name");
            fs::copy(&path, corpus.join(part).join(name)).expect("copied");
        }
    }
    assert_eq!(document(dir.path()).0, 0, "a copy is as good");
    fs::write(corpus.join("articles/css-flexbox-grid.html"), "<h1>x</h1>").expect("written");
    fs::remove_file(corpus.join("truth/cors-error.truth.json")).expect("removed");
    fs::write(corpus.join("articles/mine.html"), "<h1>x</h1>").expect("written");
    let (exit, found) = document(dir.path());
    let state = finding(&found, "corpus");
    assert_eq!(
        (exit, &found["fine"], &state["state"]),
        (3, &Value::Bool(false), &Value::from("missing"))
    );
    assert_eq!(
        state["value"]["changed"],
        serde_json::json!(["articles/css-flexbox-grid.html"])
    );
    assert_eq!(
        state["value"]["gone"],
        serde_json::json!(["truth/cors-error.truth.json"])
    );
    assert_eq!(state["value"]["others"], 1);
    let (_, text, _) = outcome(sokutei(dir.path()).arg("doctor"));
    assert!(
        text.contains("MISSING: ") && text.contains("css-flexbox-grid.html"),
        "{text}"
    );
}

#[test]
fn a_data_folder_that_is_none_is_said() {
    let (dir, _) = workspace();
    let (exit, text, _) = outcome(
        sokutei(dir.path())
            .arg("doctor")
            .env("SOKUTEI_DATA_DIR", "nowhere"),
    );
    assert_eq!(exit, 0);
    assert!(
        text.contains("SOKUTEI_DATA_DIR is nowhere, which is no folder"),
        "{text}"
    );
}
