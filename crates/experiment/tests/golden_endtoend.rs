//! The golden pages through the whole experiment, against the oracle's values for the same pages
//! (`endtoend.json.gz`; the pages are in `articles.json.gz`).

use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::Value;
use sokutei_experiment::{Contrast, ExperimentPlan, Labeling, OutputFolder, Silent, run};
use sokutei_index::{System, SystemSpec};

const VALUES: f64 = 1e-9;
const DIGIT: f64 = 1e-12;

fn golden(name: &str) -> Value {
    let folder = std::env::var_os("SOKUTEI_GOLDEN_DIR").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/golden")),
        PathBuf::from,
    );
    let file = std::fs::File::open(folder.join(name)).expect("the golden file is there");
    serde_json::from_reader(GzDecoder::new(file)).expect("the golden file is JSON")
}

/// The article's plan with the golden file's systems: `lsa_16` instead of the larger ones.
fn plan(pages: &Path) -> ExperimentPlan {
    let mut plan = ExperimentPlan::article(pages.to_owned());
    let ngrams = sokutei_text::CharNgrams::new(2, 2).expect("a valid range");
    plan.systems.truncate(4);
    plan.systems.push(System::new(
        "lsa_16",
        SystemSpec::Lsa {
            ngrams,
            dims: 16,
            max_terms: 30_000,
        },
    ));
    plan.comparisons = vec![Contrast {
        labeling: Labeling::Strict,
        measure: "RR@10".parse().expect("a measure"),
        a: "bm25_2".to_owned(),
        b: "tfidf_23".to_owned(),
    }];
    plan
}

/// The oracle's `graded:nDCGexp@10` as labeling and measure of ours.
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

#[track_caller]
fn close(what: &str, ours: &Value, theirs: &Value, tolerance: f64) {
    let (a, b) = (
        ours.as_f64().expect("a number"),
        theirs.as_f64().expect("a number"),
    );
    assert!((a - b).abs() <= tolerance, "{what}: {a} against {b}");
}

#[test]
fn golden_endtoend_means_mistakes_and_statistics_agree() {
    let dir = tempfile::TempDir::new().expect("a temporary folder");
    let (pages, out) = (dir.path().join("pages"), dir.path().join("out"));
    std::fs::create_dir(&pages).expect("a new folder");
    for page in golden("articles.json.gz")["html"].as_array().expect("pages") {
        let text = |i: usize| page[i].as_str().expect("text");
        std::fs::write(pages.join(text(0)), text(1)).expect("a written page");
    }
    let output = OutputFolder::open(&out, false).expect("a new folder");
    run(&plan(&pages), &output, &Silent).expect("the experiment runs");
    let read = |name: &str| -> Value {
        serde_json::from_slice(&std::fs::read(out.join(name)).expect("written")).expect("JSON")
    };
    let (values, comparisons, golden) = (
        read("values.json"),
        read("comparisons.json"),
        golden("endtoend.json.gz"),
    );

    for (tag, result) in golden["results"].as_object().expect("systems") {
        for (name, mean) in result["mean"].as_object().expect("means") {
            let (labeling, measure) = renamed(name);
            close(
                &format!("{tag} {name}"),
                &values["systems"][tag][labeling][&measure],
                mean,
                VALUES,
            );
        }
        assert_eq!(values["first_relevant_ranks"][tag], result["ranks"], "{tag}");
    }
    let ours = comparisons["mistakes"].as_array().expect("rows");
    let theirs = golden["mistakes"].as_array().expect("rows");
    assert_eq!(ours.len(), theirs.len());
    for (a, b) in ours.iter().zip(theirs) {
        close("right", &a["right"], &b["right"], VALUES);
        close("wrong", &a["wrong"], &b["wrong"], VALUES);
    }
    let (paired, stats) = (&comparisons["paired"][0], &golden["stats"]);
    close(
        "difference",
        &paired["difference"],
        &stats["paired"]["diff"],
        DIGIT,
    );
    close("low", &paired["low"], &stats["paired"]["ci95"][0], DIGIT);
    close("high", &paired["high"], &stats["paired"]["ci95"][1], DIGIT);
    assert_eq!(paired["p"], stats["paired"]["perm_p"]);
    for count in ["win", "tie", "loss"] {
        assert_eq!(paired[count], stats["paired"][count], "{count}");
    }
    for i in 0..3 {
        close(
            "bootstrap",
            &comparisons["bootstrap"]["bm25_23"]["strict RR@10"][i],
            &stats["bootstrap"][i],
            DIGIT,
        );
        let cluster = &comparisons["cluster_bootstrap"]["bm25_23"]["strict RR@10"];
        close("cluster bootstrap", &cluster[i], &stats["cluster"][i], DIGIT);
    }
}
