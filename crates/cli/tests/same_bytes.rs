//! Same pages, same bytes: on any number of threads, and twice in a row.

mod pages;

use std::path::Path;

use pages::{fine, names, same_folders};

#[test]
fn every_file_is_the_same_on_any_number_of_threads_and_twice_in_a_row() {
    // the bundled articles: enough of them that the work is cut into pieces and the pieces meet
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = |name: &str| dir.path().join(name);
    for (name, threads) in [("one", "1"), ("two", "2"), ("eight", "8"), ("eight-again", "8")] {
        let path = out(name);
        let path = path.to_str().expect("UTF-8");
        fine(
            root,
            &["reproduce", "--quiet", "--threads", threads, "--out", path],
        );
    }
    let files = names(&out("one"));
    for file in [
        "manifest.json",
        "report.md",
        "runs/lsa_256.run",
        "comparisons.json",
        "run.json",
    ] {
        assert!(files.iter().any(|f| f == file), "{file} is there to be compared");
    }
    for other in ["two", "eight", "eight-again"] {
        same_folders(&out("one"), &out(other));
    }
}
