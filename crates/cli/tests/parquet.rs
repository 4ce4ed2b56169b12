//! Parquet through the command: the same values as the rows in text, and what `check` says.
#![cfg(feature = "parquet")]

mod pages;

use std::fs;
use std::path::PathBuf;

use pages::{fine, outcome, sokutei, workspace};

fn file(name: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../measures/tests/parquet");
    folder.join(name).display().to_string()
}

#[test]
fn values_are_those_of_the_rows_as_text() {
    let (dir, _) = workspace();
    let here = dir.path();
    let measure = |command: &str, qrels: &str, runs: &[&str]| {
        let runs: Vec<String> = runs.iter().map(|run| file(run)).collect();
        let qrels = file(qrels);
        let mut flags = vec![command, &qrels];
        flags.extend(runs.iter().map(String::as_str));
        flags.extend(["-m", "nDCG@10", "-m", "AP", "--format", "csv"]);
        fine(here, &flags)
            .replace("run-snappy", "run")
            .replace("run-zstd", "run")
    };
    let text = measure("measure", "qrels.csv", &["run.csv"]);
    assert!(text.contains(",run,"), "{text}");
    assert_eq!(
        measure("measure", "qrels-polars.parquet", &["run-snappy.parquet"]),
        text
    );
    let compare = |a: &str, b: &str| measure("compare", "qrels-pandas.parquet", &[a, b]);
    assert_eq!(
        compare("run-snappy.parquet", "run-ranx.parquet"),
        compare("run.csv", "run-ranx.parquet")
    );
    let packed = fs::read(file("run-zstd.parquet")).expect("there");
    let from = sokutei(here)
        .args(["check", "-", "--input-format", "parquet"])
        .write_stdin(packed)
        .output();
    assert_eq!(
        String::from_utf8(from.expect("runs").stdout).expect("UTF-8"),
        "standard input: run (parquet), 2 topics, 7 rows: nothing odd\n"
    );
}

#[test]
fn check_tells_rows() {
    let (dir, _) = workspace();
    let args = [
        "check",
        &file("refused-twice.parquet"),
        &file("refused-decimal.parquet"),
        &file("refused-no-docid.parquet"),
    ];
    let (exit, stdout, stderr) = outcome(sokutei(dir.path()).args(args));
    assert_eq!((exit, stderr.as_str()), (1, ""));
    for words in [
        "duplicate-document × 1\n    row 2: topic q1 already has docid a on row 1; keep one of the two rows\n",
        "form × 1\n    not read as Parquet: column \"score\" holds decimals",
        "unknown × 1\n",
    ] {
        assert!(stdout.contains(words), "{stdout}");
    }
}
