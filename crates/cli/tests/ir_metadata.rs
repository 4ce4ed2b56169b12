//! Headers of run files through the command: read, looked at, completed, and written with a run of ours.

mod pages;

use std::fs;
use std::path::Path;

use pages::{fine, outcome, two_articles};
use serde_json::{Value, json};

fn sokutei(here: &Path, args: &[&str]) -> (i32, String, String) {
    outcome(pages::sokutei(here).args(args))
}

const QRELS: &str = "q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 1\n";
const ROWS: &str = "q1 Q0 d1 1 2.5 r\nq1 Q0 d2 2 1.5 r\nq2 Q0 d2 1 2.5 r\nq2 Q0 d1 2 1.5 r\n";
const HEADER: &str = "# ir_metadata.start\n# schema version: 0.2\n# tag: r\n# actor:\n#   team: measurers\n# research goal:\n#   evaluation:\n#     reported measures:\n#     - map\n# ir_metadata.end\n";

fn workspace() -> tempfile::TempDir {
    let (dir, _) = pages::workspace();
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).expect("written");
    write("q", QRELS);
    write("bare.run", ROWS);
    write("r.run", &format!("{HEADER}{ROWS}"));
    write(
        "broken.run",
        &format!("# ir_metadata.start\n# tag: r\n# tag: s\n# ir_metadata.end\n{ROWS}"),
    );
    write(
        "other.run",
        &format!("# ir_metadata.start\n# tag: s\n# team: x\n# note: y\n# ir_metadata.end\n{ROWS}"),
    );
    dir
}

#[test]
fn a_header_is_read_without_a_word_and_stands_beside_the_run() {
    let dir = workspace();
    let here = dir.path();
    let args = ["measure", "q", "r.run", "-m", "RR", "--replicates", "0"];
    let (exit, stdout, stderr) = sokutei(here, &args);
    assert_eq!((exit, stderr.as_str()), (0, ""));
    assert!(stdout.contains("With a header of ir_metadata: r."), "{stdout}");
    let (_, stdout, _) = sokutei(here, &[&args[..], &["--format", "json"]].concat());
    let document: Value = serde_json::from_str(&stdout).expect("JSON");
    let expected = json!({"schema version": 0.2, "tag": "r", "actor": {"team": "measurers"}, "research goal": {"evaluation": {"reported measures": ["map"]}}});
    assert_eq!(document["runs"][0]["ir_metadata"], expected);
    assert_eq!(document["runs"][0]["values"][0]["mean"], 0.75);
    let (exit, _, stderr) = sokutei(
        here,
        &["compare", "q", "r.run", "bare.run", "-m", "RR", "--quiet"],
    );
    assert_eq!(exit, 0);
    assert!(
        !stderr.contains("comment") && !stderr.contains("ir_metadata"),
        "{stderr}"
    );
    let (exit, _, stderr) = sokutei(here, &["measure", "q", "broken.run", "-m", "RR", "--quiet"]);
    assert_eq!(exit, 0);
    assert!(
        stderr.contains("broken.run:3: the header of ir_metadata is not read: key \"tag\" is given twice"),
        "{stderr}"
    );
}

#[test]
fn check_looks_into_headers() {
    let dir = workspace();
    let (exit, stdout, _) = sokutei(dir.path(), &["check", "r.run"]);
    assert_eq!(
        (exit, stdout.as_str()),
        (0, "r.run: run (trec), 2 topics, 4 rows: nothing odd\n")
    );
    let (exit, stdout, _) = sokutei(dir.path(), &["check", "broken.run", "other.run"]);
    assert_eq!(exit, 1);
    for line in [
        "  ir-metadata × 1\n    3: key \"tag\" is given twice; keep one\n",
        "  ir-metadata-key × 2\n    not a key of the schema: \"team\", \"note\"\n",
        "  ir-metadata-tag × 1\n    the header names the run \"s\", its rows \"r\"\n",
    ] {
        assert!(stdout.contains(line), "{stdout}");
    }
}

#[test]
fn a_header_is_completed_with_what_was_measured() {
    let dir = workspace();
    let here = dir.path();
    let measure = |run: &str| {
        let args = [
            "measure",
            "q",
            run,
            "-m",
            "AP",
            "-m",
            "RR@10",
            "--replicates",
            "0",
            "--format",
            "ir-metadata",
        ];
        let (exit, stdout, stderr) = sokutei(here, &args);
        assert_eq!((exit, stderr.as_str()), (0, ""));
        stdout
    };
    // by hand: ranks 1 and 2, so (1 + 1/2) / 2
    let expected = "# ir_metadata.start\n# schema version: 0.2\n# tag: r\n# actor:\n#   team: measurers\n# research goal:\n#   evaluation:\n#     reported measures:\n#     - \"map\" # mean 0.75\n#     - \"RR@10\" # mean 0.75\n# data:\n#   test collection:\n#     qrels: \"q\"\n# ir_metadata.end\n";
    assert_eq!(measure("r.run"), expected);
    // what was written is a header that measures the same
    fs::write(here.join("again.run"), format!("{expected}{ROWS}")).expect("written");
    assert_eq!(measure("again.run"), expected);
    assert!(
        measure("bare.run")
            .starts_with("# ir_metadata.start\n# schema version: 0.2\n# tag: \"r\"\n# research goal:\n")
    );
    let two = [
        "measure",
        "q",
        "r.run",
        "bare.run",
        "-m",
        "AP",
        "--format",
        "ir-metadata",
    ];
    let (exit, _, stderr) = sokutei(here, &two);
    assert_eq!(exit, 2);
    assert!(stderr.contains("the header of one run; name one"), "{stderr}");
}

#[test]
fn a_run_of_ours_says_how_it_was_made_if_it_is_asked_to() {
    let (dir, pages) = pages::workspace();
    two_articles(&pages);
    let here = dir.path();
    fine(here, &["ingest", "pages", "-o", "s.jsonl"]);
    fine(
        here,
        &["topics", "build", "pages", "-o", "t.jsonl", "--qrels", "q"],
    );
    fine(
        here,
        &["index", "s.jsonl", "-o", "idx", "--systems", "bm25_23,lsa_128"],
    );
    let search = |system: &str, more: &[&str]| {
        let flags = [
            "search", "--index", "idx", "--topics", "t.jsonl", "--system", system,
        ];
        fine(here, &[&flags[..], more].concat())
    };
    let bare = search("bm25_23", &[]);
    let run = search("bm25_23", &["--ir-metadata"]);
    assert_eq!(run, search("bm25_23", &["--ir-metadata", "--threads", "1"]));
    let header = run.strip_suffix(bare.as_str()).expect("the same rows below it");
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        "# ir_metadata.start\n# schema version: 0.2\n# tag: \"bm25_23\"\n# platform:\n#   software:\n#     retrieval toolkit:\n#     - \"sokutei=={version}\"\n# implementation:\n#   source:\n#     lang:\n#     - \"rust\"\n# method:\n#   automatic: true\n#   indexing:\n#     tokenizer: \"char(2,3)\"\n#   retrieval:\n#   - name: \"bm25_23\"\n#     method: \"bm25(char(2,3), k1=1.2, b=0.75, lucene)\"\n#     k1: 1.2\n#     b: 0.75\n#     depth: 100\n# data:\n#   test collection:\n#     topics: \"t.jsonl\"\n# ir_metadata.end\n"
    );
    assert_eq!(header, expected);
    fs::write(here.join("bm25.run"), &run).expect("written");
    fs::write(here.join("lsa.run"), search("lsa_128", &["--ir-metadata"])).expect("written");
    let checked = fine(here, &["check", "bm25.run", "lsa.run"]);
    assert_eq!(checked.matches("nothing odd").count(), 2, "{checked}");
    let completed = fine(
        here,
        &["measure", "q", "bm25.run", "-m", "AP", "--format", "ir-metadata"],
    );
    assert!(
        completed.starts_with(
            expected
                .strip_suffix("# ir_metadata.end\n")
                .expect("its end")
                .split("# data:")
                .next()
                .expect("a start")
        ),
        "{completed}"
    );
    assert!(
        completed.contains("#     topics: \"t.jsonl\"\n#     qrels: \"q\"\n"),
        "{completed}"
    );
}
