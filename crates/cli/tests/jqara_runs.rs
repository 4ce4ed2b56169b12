//! Eight runs of a public benchmark: `sokutei measure` against values that ir_measures computed, and the topics that ties decide.
//!
//! The files are those of `SOKUTEI_DATA_DIR/jqara-runs`: `qrels.trec`, `runs/*.run.gz`, and `reference-ir_measures.tsv` (ir_measures 0.4.3
//! with pytrec_eval-terrier 0.5.11). They are not part of this repository.

#![allow(clippy::float_cmp)] // scores are equal or not
#![allow(clippy::print_stderr)] // a test that has to pass over says so

mod pages;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use pages::fine;
use serde_json::Value;

/// Half of the last printed digit.
const PRINTED: f64 = 5e-7 + 1e-12;

/// The folder; `None`, and a message, where it is not to be had.
fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("SOKUTEI_DATA_DIR").map(|dir| PathBuf::from(dir).join("jqara-runs"));
    let found = folder.filter(|folder| folder.is_dir());
    if found.is_none() {
        eprintln!("passed over: SOKUTEI_DATA_DIR names no folder with jqara-runs");
    }
    found
}

/// What ir_measures orders equal scores by: its RR@k does not come from pytrec_eval.
fn ties(measure: &str) -> &'static str {
    if measure.starts_with("RR@") {
        "docid-asc"
    } else {
        "trec9"
    }
}

/// `sokutei measure` of one rule for ties, all runs: the report.
fn measure(data: &Path, runs: &[String], ties: &str, measures: &[&str]) -> Value {
    let mut arguments = vec!["measure".to_owned(), "qrels.trec".to_owned()];
    arguments.extend(runs.iter().map(|run| format!("runs/{run}.run.gz")));
    arguments.extend(["--ties", ties, "--replicates", "0", "--format", "json"].map(str::to_owned));
    arguments.extend(measures.iter().flat_map(|m| ["-m".to_owned(), (*m).to_owned()]));
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    serde_json::from_str(&fine(data, &arguments)).expect("JSON")
}

#[test]
fn means_of_eight_runs_are_those_of_ir_measures() {
    let Some(data) = data() else { return };
    let table = fs::read_to_string(data.join("reference-ir_measures.tsv")).expect("the reference");
    let mut lines = table.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let header = lines.next().expect("a header");
    let rows: Vec<Vec<&str>> = lines.collect();
    let runs: Vec<String> = rows.iter().map(|row| row[0].to_owned()).collect();
    let mut compared = 0;
    for rule in ["trec9", "docid-asc"] {
        let columns: Vec<usize> = (1..header.len()).filter(|&c| ties(header[c]) == rule).collect();
        let names: Vec<&str> = columns.iter().map(|&c| header[c]).collect();
        let report = measure(&data, &runs, rule, &names);
        let found = report["runs"].as_array().expect("runs");
        assert_eq!(found.len(), rows.len());
        for (row, run) in rows.iter().zip(found) {
            assert_eq!(run["coverage"]["n_topics"], 1667);
            for (i, &column) in columns.iter().enumerate() {
                let value = &run["values"][i];
                assert_eq!(value["measure"], header[column]);
                let mean = value["mean"].as_f64().expect("a mean");
                let expected: f64 = row[column].parse().expect("a number");
                assert!(
                    (mean - expected).abs() <= PRINTED,
                    "{} of {}: {mean} {expected}",
                    header[column],
                    row[0]
                );
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 8 * 7);
}

/// The rows of a run, topic by topic, best score first: document and score.
fn ranking(path: &Path) -> BTreeMap<String, Vec<(String, f32)>> {
    let mut text = String::new();
    MultiGzDecoder::new(File::open(path).expect("a run"))
        .read_to_string(&mut text)
        .expect("gzip of UTF-8");
    let mut topics: BTreeMap<String, Vec<(String, f32)>> = BTreeMap::new();
    for line in text.lines() {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let row = (columns[2].to_owned(), columns[4].parse().expect("a score"));
        topics.entry(columns[0].to_owned()).or_default().push(row);
    }
    for rows in topics.values_mut() {
        rows.sort_by(|a, b| b.1.total_cmp(&a.1));
    }
    topics
}

#[test]
fn ties_decide_nearly_every_topic_of_minhash_and_few_of_bm25() {
    let Some(data) = data() else { return };
    let qrels = fs::read_to_string(data.join("qrels.trec")).expect("the qrels");
    // all grades are 1, so that a document is relevant or not judged
    let relevant: BTreeSet<(&str, &str)> = qrels
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .map(|columns| (columns[0], columns[2]))
        .collect();
    // with equal scores among the first 11, as the note beside the files counts them
    let runs = [("minhash", 1665, 1500..=1667), ("bm25", 6, 1..=50)];
    let names: Vec<String> = runs.iter().map(|(name, ..)| (*name).to_owned()).collect();
    let report = measure(&data, &names, "trec9", &["nDCG@100"]);
    for (i, (name, among_eleven, many)) in runs.into_iter().enumerate() {
        let topics = ranking(&data.join(format!("runs/{name}.run.gz")));
        let tied = |rows: &[(String, f32)]| rows.windows(2).any(|pair| pair[0].1 == pair[1].1);
        let early = topics.values().filter(|rows| tied(&rows[..11])).count();
        assert_eq!(early, among_eleven, "{name}");
        // a relevant document and another one with the same score
        let decided: Vec<&String> = topics
            .iter()
            .filter(|(topic, rows)| {
                let is_relevant = |row: &(String, f32)| relevant.contains(&(topic.as_str(), row.0.as_str()));
                rows.chunk_by(|a, b| a.1 == b.1)
                    .any(|group| group.iter().any(is_relevant) && !group.iter().all(is_relevant))
            })
            .map(|(topic, _)| topic)
            .collect();
        let found: Vec<&str> = report["runs"][i]["coverage"]["decided_by_ties"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        assert_eq!(found, decided, "{name}");
        assert!(many.contains(&found.len()), "{name}: {}", found.len());
    }
}
