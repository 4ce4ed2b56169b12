//! The main job on the bundled articles against the values of an independent implementation (`data/expected`).
//!
//! With `SOKUTEI_OUT` set to an output folder of `sokutei reproduce`, that folder is looked at; otherwise the job is
//! run first. No value here comes from our own output.

mod pages;

use std::collections::BTreeMap;
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use flate2::read::GzDecoder;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const LEXICAL: [&str; 4] = ["bm25_2", "bm25_23", "bm25_2_b03", "tfidf_23"];
const LATENT: [&str; 2] = ["lsa_128", "lsa_256"];

/// Measures agree to this, absolutely.
const VALUES: f64 = 1e-9;
/// Intervals and differences "to the digit": far below the last digit that anybody prints, and below any rounding.
const DIGIT: f64 = 1e-12;

/// The output folder, made once.
fn out() -> &'static Path {
    static OUT: OnceLock<PathBuf> = OnceLock::new();
    OUT.get_or_init(|| {
        if let Some(given) = std::env::var_os("SOKUTEI_OUT") {
            return PathBuf::from(given);
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bundled");
        let _ = fs::remove_dir_all(&folder);
        let folder_name = folder.display().to_string();
        let (exit, _, stderr) = pages::outcome(pages::sokutei(Path::new(ROOT)).args([
            "reproduce",
            "--quiet",
            "--out",
            &folder_name,
        ]));
        assert_eq!(exit, 0, "{stderr}");
        folder
    })
}

fn expected_text(name: &str) -> String {
    let path = Path::new(ROOT).join("data/expected").join(name);
    let bytes = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let mut text = String::new();
    if name.ends_with(".gz") {
        GzDecoder::new(bytes.as_slice())
            .read_to_string(&mut text)
            .expect("gzip of UTF-8");
    } else {
        text = String::from_utf8(bytes).expect("UTF-8");
    }
    text
}

fn expected(name: &str) -> Value {
    serde_json::from_str(&expected_text(name)).expect("JSON")
}

fn ours_text(name: &str) -> String {
    fs::read_to_string(out().join(name)).expect("the main job wrote it")
}

fn ours(name: &str) -> Value {
    serde_json::from_str(&ours_text(name)).expect("JSON")
}

fn lines(text: &str) -> Vec<Value> {
    text.lines()
        .map(|l| serde_json::from_str(l).expect("a JSON line"))
        .collect()
}

fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("{value} is not a number"))
}

#[track_caller]
fn close(what: &str, ours: &Value, theirs: &Value, tolerance: f64) {
    let (a, b) = (number(ours), number(theirs));
    assert!((a - b).abs() <= tolerance, "{what}: {a} against {b}");
}

/// The oracle's `strict:Hit@5` as labeling and measure of ours.
fn renamed(name: &str) -> (&str, String) {
    let (labeling, rest) = name.split_once(':').expect("labeling:measure");
    let (kind, cutoff) = rest.split_once('@').expect("measure@k");
    let kind = match kind {
        "Hit" => "Success",
        "CP" => "ContextPrecision",
        "nDCGexp" => "nDCG(dcg='exp-log2')",
        other => other,
    };
    (labeling, format!("{kind}@{cutoff}"))
}

#[test]
fn sections_are_equal() {
    let (ours, theirs) = (
        lines(&ours_text("sections.jsonl")),
        lines(&expected_text("sections.jsonl.gz")),
    );
    assert_eq!((ours.len(), theirs.len()), (862, 862));
    for (a, b) in ours.iter().zip(&theirs) {
        for field in ["id", "article", "title", "heading", "text"] {
            assert_eq!(a[field], b[field], "{field} of {}", b["id"]);
        }
    }
}

#[test]
fn topics_and_graded_qrels_are_equal() {
    let (ours, theirs) = (
        lines(&ours_text("topics.jsonl")),
        lines(&expected_text("queries.jsonl.gz")),
    );
    assert_eq!((ours.len(), theirs.len()), (816, 816));
    for (a, b) in ours.iter().zip(&theirs) {
        for field in ["qid", "query", "relevant", "same_article", "source", "match"] {
            assert_eq!(a[field], b[field], "{field} of {}", b["qid"]);
        }
    }
    assert_eq!(ours_text("qrels/graded.qrels"), expected_text("qrels.txt.gz"));
}

/// Run file to docids and scores by topic, in rank order.
fn run(tag: &str) -> BTreeMap<String, Vec<(String, f64)>> {
    let mut run: BTreeMap<String, Vec<(String, f64)>> = BTreeMap::new();
    for line in ours_text(&format!("runs/{tag}.run")).lines() {
        let columns: Vec<&str> = line.split(' ').collect();
        let rows = run.entry(columns[0].to_owned()).or_default();
        assert_eq!(columns[3].parse(), Ok(rows.len() + 1), "ranks count from 1");
        rows.push((columns[2].to_owned(), columns[4].parse().expect("a score")));
    }
    run
}

#[test]
fn lexical_rankings_are_equal_ties_included() {
    for tag in LEXICAL.into_iter().chain(["bm25_23_prefixed"]) {
        let ours = run(tag);
        let theirs = lines(&expected_text(&format!("runs/{tag}.jsonl.gz")));
        assert_eq!(ours.len(), theirs.len(), "{tag}: topics with hits");
        for row in &theirs {
            let qid = row["qid"].as_str().expect("a qid");
            let docs: Vec<&str> = ours[qid].iter().map(|(d, _)| d.as_str()).collect();
            assert_eq!(serde_json::json!(docs), row["docs"], "{tag} {qid}");
            // scores of the first ten are kept with 13 digits
            for ((_, a), b) in ours[qid].iter().zip(row["scores"].as_array().expect("scores")) {
                assert!(
                    (a - number(b)).abs() <= 1e-10 * a.abs(),
                    "{tag} {qid}: {a} against {b}"
                );
            }
        }
    }
}

/// Documents may change places only where the other implementation's scores are within 1e-7 of each other.
#[test]
fn latent_rankings_are_equal_but_for_near_ties() {
    for tag in LATENT {
        let ours = run(tag);
        let theirs = lines(&expected_text(&format!("runs/{tag}.jsonl.gz")));
        assert_eq!(ours.len(), theirs.len(), "{tag}: topics with hits");
        for row in &theirs {
            let qid = row["qid"].as_str().expect("a qid");
            let docs: Vec<&str> = row["docs"]
                .as_array()
                .expect("docs")
                .iter()
                .map(|d| d.as_str().expect("a docid"))
                .collect();
            let scores: Vec<f64> = row["scores"]
                .as_array()
                .expect("scores")
                .iter()
                .map(number)
                .collect();
            assert_eq!(ours[qid].len(), docs.len());
            let near = |a: f64, b: f64| (a - b).abs() <= 1e-7 * a.abs().max(b.abs());
            let last = scores[scores.len() - 1];
            for (rank, (docid, score)) in ours[qid].iter().enumerate() {
                assert!(
                    near(*score, scores[rank]),
                    "{tag} {qid} rank {}: {score} against {}",
                    rank + 1,
                    scores[rank]
                );
                let place = docs.iter().position(|d| d == docid);
                assert!(
                    near(place.map_or(last, |p| scores[p]), *score),
                    "{tag} {qid}: {docid} is not where it belongs"
                );
            }
        }
    }
}

#[test]
fn means_of_all_105_measures_agree() {
    let (ours, theirs) = (ours("values.json"), expected("metrics.json"));
    for tag in LEXICAL.into_iter().chain(LATENT) {
        let means = theirs[tag]["mean"].as_object().expect("means");
        assert_eq!(means.len(), 105);
        for (name, theirs) in means {
            let (labeling, measure) = renamed(name);
            close(
                &format!("{tag} {name}"),
                &ours["systems"][tag][labeling][&measure],
                theirs,
                VALUES,
            );
        }
        assert_eq!(ours["first_relevant_ranks"][tag], theirs[tag]["ranks"], "{tag}");
    }
    for (name, theirs) in expected("prefixed.json")["mean"].as_object().expect("means") {
        let (labeling, measure) = renamed(name);
        close(
            name,
            &ours["prefixed"]["bm25_23_prefixed"][labeling][&measure],
            theirs,
            VALUES,
        );
    }
}

#[test]
fn values_of_single_topics_agree() {
    let theirs = expected("perquery.json.gz");
    let qids: Vec<&str> = theirs["qids"]
        .as_array()
        .expect("qids")
        .iter()
        .map(|q| q.as_str().expect("a qid"))
        .collect();
    let mut values: BTreeMap<(String, String, String), f64> = BTreeMap::new();
    for line in ours_text("per_topic.csv").lines().skip(1) {
        let (rest, value) = line.rsplit_once(',').expect("columns");
        let columns: Vec<&str> = rest.splitn(4, ',').collect();
        let key = (
            columns[1].to_owned(),
            format!("{} {}", columns[2], columns[3]),
            columns[0].to_owned(),
        );
        values.insert(key, value.parse().expect("a value"));
    }
    let mut compared = 0;
    for tag in LEXICAL.into_iter().chain(LATENT) {
        for (name, theirs) in theirs["systems"][tag].as_object().expect("measures") {
            let (labeling, measure) = renamed(name);
            for (qid, theirs) in qids.iter().zip(theirs.as_array().expect("values")) {
                let key = (tag.to_owned(), format!("{labeling} {measure}"), (*qid).to_owned());
                let Some(ours) = values.get(&key) else { continue };
                assert!(
                    (ours - number(theirs)).abs() <= VALUES,
                    "{tag} {name} {qid}: {ours} against {theirs}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared >= 6 * 8 * 816, "{compared} values compared");
}

#[test]
fn statistics_are_equal_to_the_digit() {
    let (ours, theirs) = (ours("comparisons.json"), expected("stats.json"));
    let triple = |what: &str, ours: &Value, theirs: &Value| {
        for i in 0..3 {
            close(what, &ours[i], &theirs[i], DIGIT);
        }
    };
    for (tag, by_measure) in theirs["bootstrap"].as_object().expect("systems") {
        for (name, theirs) in by_measure.as_object().expect("measures") {
            let (labeling, measure) = renamed(name);
            triple(
                &format!("{tag} {name}"),
                &ours["bootstrap"][tag][format!("{labeling} {measure}")],
                theirs,
            );
        }
    }
    let cluster = &ours["cluster_bootstrap"]["bm25_23"];
    triple(
        "cluster",
        &cluster["strict RR@10"],
        &theirs["cluster_bootstrap"]["bm25_23"],
    );
    for row in ours["paired"].as_array().expect("rows") {
        let measure = row["measure"].as_str().expect("a name");
        let word = |field: &str| row[field].as_str().expect("a word").to_owned();
        let key = format!("{}:{measure} {}->{}", word("labeling"), word("a"), word("b"));
        let theirs = &theirs["paired"][&key];
        close(&key, &row["difference"], &theirs["diff"], DIGIT);
        close(&key, &row["low"], &theirs["ci95"][0], DIGIT);
        close(&key, &row["high"], &theirs["ci95"][1], DIGIT);
        assert_eq!(row["p"], theirs["perm_p"], "{key}: p");
        for count in ["win", "tie", "loss"] {
            assert_eq!(row[count], theirs[count], "{key}: {count}");
        }
    }
    assert_eq!(
        ours["paired"].as_array().map(Vec::len),
        theirs["paired"].as_object().map(serde_json::Map::len)
    );
    for (n, row) in theirs["growth"]["bm25_23"].as_object().expect("sizes") {
        for measure in ["RR@10", "R@10"] {
            triple(
                &format!("growth {n} {measure}"),
                &ours["growth"]["bm25_23"][n][measure],
                &row[measure],
            );
        }
    }
    for (n, row) in theirs["subset_spread"]["bm25_23"].as_object().expect("sizes") {
        for (what, theirs) in row.as_object().expect("quantiles") {
            close(
                &format!("spread {n} {what}"),
                &ours["subset_spread"]["bm25_23"][n][what],
                theirs,
                DIGIT,
            );
        }
    }
    for (key, rows) in theirs["reversal"].as_object().expect("comparisons") {
        assert_eq!(&ours["reversal"][key.replacen(':', " ", 1)], rows, "{key}");
    }
}

#[test]
fn mistakes_agree() {
    let (ours, theirs) = (ours("comparisons.json"), expected("mistakes.json"));
    let (ours, theirs) = (
        ours["mistakes"].as_array().expect("rows"),
        theirs.as_array().expect("rows"),
    );
    assert_eq!((ours.len(), theirs.len()), (9, 9));
    for (a, b) in ours.iter().zip(theirs) {
        for side in ["right", "wrong"] {
            close(&format!("{} {side}", b["mistake"]), &a[side], &b[side], VALUES);
        }
    }
}

#[test]
fn topics_with_several_labels_agree_under_both_policies() {
    let (ours, theirs) = (ours("comparisons.json"), expected("multi_first.json"));
    let theirs = &theirs["several_labels"];
    assert_eq!(ours["several_labels"]["topics"].as_u64(), Some(34));
    let mut compared = 0;
    for tag in LEXICAL.into_iter().chain(LATENT) {
        for policy in ["first", "all"] {
            let mean = &theirs["strict:RR@10"][policy][tag];
            close(
                &format!("{tag} {policy}"),
                &ours["several_labels"]["RR@10"][tag][policy],
                mean,
                VALUES,
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 12);
}

#[test]
fn label_accuracy_by_kind_is_what_the_authors_truth_says() {
    let rows = ours("comparisons.json");
    let counts = |kind: &str| {
        let row = rows["label_accuracy"]
            .as_array()
            .expect("rows")
            .iter()
            .find(|r| r["kind"] == kind)
            .expect("the kind");
        ["right", "rows", "wrong"].map(|f| row[f].as_u64().expect("a count"))
    };
    assert_eq!(counts("substring"), [638, 638, 0]);
    assert_eq!(counts("near"), [144, 144, 0]);
    assert_eq!(counts("multi"), [34, 34, 0]);
    assert_eq!(counts("fold"), [0, 9, 0]);
    assert_eq!(counts("hard"), [0, 24, 0]);
}

#[test]
fn the_report_has_every_table_with_its_conditions_and_the_worked_example_agrees() {
    let report = ours("report.json");
    let mut tables = BTreeMap::new();
    for chapter in report["chapters"].as_array().expect("chapters") {
        for table in chapter["blocks"]
            .as_array()
            .expect("blocks")
            .iter()
            .filter_map(|b| b.get("table"))
        {
            tables.insert(table["id"].as_str().expect("an id").to_owned(), table.clone());
        }
    }
    for id in [
        "worked-example",
        "test-set",
        "label-accuracy",
        "unmatched",
        "several-labels",
        "systems",
        "systems-intervals",
        "leaders",
        "first-ranks",
        "recall",
        "labelings",
        "labelings-order",
        "other-article",
        "prefixed",
        "growth",
        "spread",
        "cluster",
        "paired",
        "paired-article",
        "reversal",
        "mistakes",
        "context-precision",
        "conditions",
    ] {
        let table = tables.get(id).unwrap_or_else(|| panic!("no table `{id}`"));
        for condition in ["measure", "cutoff", "gain", "labeling", "n", "seed"] {
            assert!(
                table["conditions"][condition]
                    .as_str()
                    .is_some_and(|c| !c.is_empty()),
                "{id}: {condition}"
            );
        }
        assert!(
            !table["rows"].as_array().expect("rows").is_empty(),
            "{id} has rows"
        );
    }
    let agree = tables["worked-example"]["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .all(|row| row[4]["value"] == "yes");
    assert!(agree, "the hand-worked example agrees with the printed numbers");
    assert_eq!(tables["other-article"]["rows"].as_array().map(Vec::len), Some(15));
}

#[test]
fn every_file_is_what_the_manifest_says() {
    let manifest = ours("manifest.json");
    let outputs = manifest["outputs"].as_object().expect("outputs");
    let names: Vec<&str> = outputs.keys().map(String::as_str).collect();
    for name in [
        "sections.jsonl",
        "topics.jsonl",
        "qrels/strict.qrels",
        "runs/lsa_256.run",
        "values.json",
        "warnings.json",
        "report.md",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    for (name, hash) in outputs {
        let bytes = fs::read(out().join(name)).expect("a file of the manifest is there");
        let digest: String = Sha256::digest(&bytes)
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        assert_eq!(Some(digest.as_str()), hash.as_str(), "{name}");
    }
    let text = ours_text("manifest.json");
    for volatile in ["seconds", "threads", "hostname"] {
        assert!(!text.contains(volatile), "{volatile} belongs into run.json");
    }
}

/// Values of one run as `sokutei measure` gives them, by measure.
fn measured(labeling: &str, tag: &str, measures: &[String], more: &[&str]) -> BTreeMap<String, f64> {
    let path = |name: String| out().join(name).display().to_string();
    let (qrels, run) = (
        path(format!("qrels/{labeling}.qrels")),
        path(format!("runs/{tag}.run")),
    );
    let mut flags = vec![
        "measure",
        &qrels,
        &run,
        "--ties",
        "rank-column",
        "--replicates",
        "0",
        "--format",
        "json",
    ];
    flags.extend(more);
    for measure in measures {
        flags.extend(["-m", measure]);
    }
    let document = pages::fine(Path::new(ROOT), &flags);
    let document: Value = serde_json::from_str(&document).expect("JSON");
    let values = document["runs"][0]["values"].as_array().expect("values");
    let named = |value: &Value| {
        let name = value["measure"].as_str().expect("a name").to_owned();
        (name, value["mean"].as_f64().expect("a number"))
    };
    values.iter().map(named).collect()
}

#[test]
fn measure_by_the_rank_column_gives_the_values_of_the_experiment() {
    let values = fs::read_to_string(out().join("values.json")).expect("written");
    let values: Value = serde_json::from_str(&values).expect("JSON");
    let sections = out().join("sections.jsonl").display().to_string();
    let mut compared = 0;
    for (tag, labelings) in values["systems"].as_object().expect("systems") {
        for (labeling, expected) in labelings.as_object().expect("labelings") {
            let expected = expected.as_object().expect("values");
            let names: Vec<String> = expected.keys().cloned().collect();
            // a run of sections becomes one of articles
            let more: &[&str] = if labeling == "article" {
                &["--collapse", &sections]
            } else {
                &[]
            };
            let found = measured(labeling, tag, &names, more);
            for (name, value) in expected {
                let value = value.as_f64().expect("a number");
                assert_eq!(
                    found[name].to_bits(),
                    value.to_bits(),
                    "{tag}, {labeling}, {name}"
                );
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 6 * 105, "105 means of each of six systems");
}
