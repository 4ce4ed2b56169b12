//! The stages one by one give what the main job gives, each reading the former's file.

mod pages;

use std::fs;

use pages::{fine, outcome, sokutei, two_articles, workspace};

#[test]
fn the_stages_alone_make_the_files_of_the_main_job() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    fine(here, &["reproduce", "pages", "--out", "whole"]);
    fine(
        here,
        &["ingest", "pages", "--ids", "ordinal", "-o", "sections.jsonl"],
    );
    fine(
        here,
        &[
            "topics",
            "build",
            "pages",
            "--ids",
            "ordinal",
            "-o",
            "topics.jsonl",
            "--qrels",
            "graded.qrels",
        ],
    );
    fine(here, &["index", "sections.jsonl", "-o", "idx"]);
    let same = |a: &str, b: &str| {
        let read = |path: &str| fs::read(here.join(path)).expect("written");
        assert_eq!(read(a), read(b), "{a} and {b}");
    };
    same("sections.jsonl", "whole/sections.jsonl");
    same("topics.jsonl", "whole/topics.jsonl");
    same("graded.qrels", "whole/qrels/graded.qrels");
    for tag in [
        "bm25_2",
        "bm25_23",
        "bm25_2_b03",
        "tfidf_23",
        "lsa_128",
        "lsa_256",
    ] {
        let run = format!("{tag}.run");
        fine(
            here,
            &[
                "search",
                "--index",
                "idx",
                "--topics",
                "topics.jsonl",
                "--system",
                tag,
                "-o",
                &run,
            ],
        );
        same(&run, &format!("whole/runs/{tag}.run"));
    }
    let measured = fine(
        here,
        &[
            "measure",
            "whole/qrels/strict.qrels",
            "bm25_23.run",
            "-m",
            "RR@10",
            "--ties",
            "rank-column",
            "--format",
            "json",
        ],
    );
    let measured: serde_json::Value = serde_json::from_str(&measured).expect("JSON");
    let values: serde_json::Value =
        serde_json::from_slice(&fs::read(here.join("whole/values.json")).expect("written")).expect("JSON");
    assert_eq!(
        measured["runs"][0]["values"][0]["mean"],
        values["systems"]["bm25_23"]["strict"]["RR@10"]
    );
}

#[test]
fn one_question_is_answered_and_explained() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    fine(dir.path(), &["ingest", "pages", "-o", "sections.jsonl"]);
    fine(
        dir.path(),
        &["index", "sections.jsonl", "-o", "idx", "--systems", "bm25_2"],
    );
    let found = fine(
        dir.path(),
        &[
            "search",
            "--index",
            "idx",
            "--system",
            "bm25_2",
            "RDPのポート番号",
            "--explain",
        ],
    );
    let first = found.lines().next().expect("a hit");
    assert!(
        first.contains("a#1") && first.contains("RDPのポート番号"),
        "{found}"
    );
    let number = |line: &str| line.split_whitespace().next().and_then(|w| w.parse::<f64>().ok());
    let mut explained = found.lines().skip(1);
    let score: f64 = explained
        .next()
        .and_then(|l| l.rsplit(' ').next()?.parse().ok())
        .expect("formula = score");
    let sum: f64 = explained
        .take_while(|l| l.contains(" tf "))
        .filter_map(number)
        .sum();
    assert!(
        (sum - score).abs() < 1e-5,
        "terms shown at 6 decimals add up to {sum}, the score is {score}"
    );
}

#[test]
fn r59_labels_of_another_split_are_exit_4_and_no_run_is_written() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    fine(
        here,
        &["ingest", "pages", "--ids", "slug", "-o", "sections.jsonl"],
    );
    fine(
        here,
        &[
            "topics",
            "build",
            "pages",
            "--ids",
            "ordinal",
            "-o",
            "topics.jsonl",
        ],
    );
    fine(
        here,
        &["index", "sections.jsonl", "-o", "idx", "--systems", "bm25_23"],
    );
    let (exit, _, stderr) = outcome(sokutei(here).args([
        "search",
        "--index",
        "idx",
        "--topics",
        "topics.jsonl",
        "-o",
        "x.run",
    ]));
    assert_eq!(exit, 4, "{stderr}");
    assert!(stderr.contains("--ids"), "{stderr}");
    assert!(!here.join("x.run").exists());
}

#[test]
fn files_that_exist_are_kept_without_force() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    fs::write(dir.path().join("sections.jsonl"), "mine").expect("written");
    let (exit, _, stderr) = outcome(sokutei(dir.path()).args(["ingest", "pages", "-o", "sections.jsonl"]));
    assert_eq!(exit, 2);
    assert!(stderr.contains("exists already"), "{stderr}");
    assert_eq!(
        fs::read_to_string(dir.path().join("sections.jsonl")).expect("kept"),
        "mine"
    );
    fine(
        dir.path(),
        &["ingest", "pages", "-o", "sections.jsonl", "--force"],
    );
}

#[test]
fn compare_gives_difference_interval_p_and_wins() {
    let (dir, _) = workspace();
    let here = dir.path();
    fs::write(here.join("q"), "q1 0 a 1\nq2 0 b 1\nq3 0 c 1\n").expect("written");
    fs::write(
        here.join("a.run"),
        "q1 Q0 x 1 2 A\nq1 Q0 a 2 1 A\nq2 Q0 b 1 1 A\nq3 Q0 c 1 1 A\n",
    )
    .expect("written");
    fs::write(
        here.join("b.run"),
        "q1 Q0 a 1 1 B\nq2 Q0 b 1 1 B\nq3 Q0 c 1 1 B\n",
    )
    .expect("written");
    let json = fine(
        here,
        &["compare", "q", "a.run", "b.run", "-m", "RR", "--format", "json"],
    );
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let row = &json["comparisons"][0];
    assert_eq!(
        [&row["win"], &row["tie"], &row["loss"]].map(|v| v.as_u64()),
        [Some(1), Some(2), Some(0)]
    );
    assert!(
        (row["difference"].as_f64().expect("a number") - 0.5 / 3.0).abs() < 1e-15,
        "(1 - 1/2) / 3"
    );
    // one topic differs: every sign flip has the same size, so every permutation counts
    assert!((row["p"].as_f64().expect("a number") - 1.0).abs() < 1e-15);
    let text = fine(here, &["compare", "q", "a.run", "b.run", "-m", "RR"]);
    assert!(
        text.contains("not distinguishable here") && text.contains("1/2/0"),
        "{text}"
    );
}

#[test]
fn help_opens_with_the_main_job() {
    let (dir, _) = workspace();
    let help = fine(dir.path(), &["--help"]);
    assert!(help.starts_with("The main job"), "{help}");
    for command in [
        "reproduce",
        "ingest",
        "topics",
        "index",
        "search",
        "measure",
        "compare",
    ] {
        assert!(help.contains(command), "{command}");
    }
}

#[test]
fn r79_standard_output_holds_the_result_only() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let (exit, stdout, stderr) = outcome(sokutei(dir.path()).args(["ingest", "pages"]));
    assert_eq!(exit, 0);
    assert!(
        stdout
            .lines()
            .all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()),
        "{stdout}"
    );
    assert!(stderr.contains("6 sections of 2 articles"), "{stderr}");
    let (_, _, stderr) = outcome(sokutei(dir.path()).args(["ingest", "pages", "--quiet"]));
    assert_eq!(stderr, "");
    let (_, stdout, stderr) = outcome(sokutei(dir.path()).args(["reproduce", "pages", "--quiet"]));
    assert_eq!(stderr, "");
    assert!(!stdout.contains('\u{1b}'), "no terminal commands");
}

#[test]
fn r61_and_r72_sections_and_pages_stand_side_by_side_and_the_ceiling_of_precision_is_said() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let report = fine(dir.path(), &["reproduce", "pages"]);
    assert!(report.contains("strict RR@10") && report.contains("article RR@10"));
    assert!(
        report.contains("precision-ceiling × 1: 100 % of the topics have one relevant section"),
        "{report}"
    );
}

#[test]
fn strict_makes_warnings_an_error_and_writes_nothing() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    fs::write(pages.join("c.html"), "<h1>c</h1><p>no section</p>").expect("written");
    for flags in [
        vec!["ingest", "pages", "-o", "x.jsonl", "--strict"],
        vec!["topics", "build", "pages", "-o", "x.jsonl", "--strict"],
    ] {
        let (exit, _, stderr) = outcome(sokutei(dir.path()).args(&flags));
        assert_eq!(exit, 2);
        assert!(
            stderr.contains("no-heading") || stderr.contains("no h2"),
            "{stderr}"
        );
        assert!(!dir.path().join("x.jsonl").exists());
    }
}

#[test]
fn the_list_of_dropped_headings_can_be_replaced() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let count = |flags: &[&str]| {
        fine(dir.path(), &[&["ingest", "pages", "--quiet"], flags].concat())
            .lines()
            .count()
    };
    assert_eq!(count(&[]), 6);
    assert_eq!(count(&["--drop-heading", "contains:エラー"]), 4);
    assert_eq!(
        count(&[
            "--drop-heading",
            "contains:エラー",
            "--drop-heading",
            "exact:RDPとは"
        ]),
        3
    );
    fs::write(pages.join("c.html"), "<h1>c</h1><h2>まとめ</h2><p>text</p>").expect("written");
    assert_eq!(count(&[]), 6);
    assert_eq!(count(&["--keep-all-headings"]), 7);
    let (exit, _, stderr) =
        outcome(sokutei(dir.path()).args(["ingest", "pages", "--drop-heading", "エラー"]));
    assert_eq!(exit, 2);
    assert!(stderr.contains("contains:TEXT"), "{stderr}");
}
