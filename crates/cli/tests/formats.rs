//! `measure` on qrels and runs in every format and packing, what is let through, and `check`.

mod pages;

use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use pages::{fine, outcome, sokutei, workspace};

const QRELS: [(&str, &str); 5] = [
    ("q.trec", "q1 0 a 1\nq1 0 b 0\nq2 0 c 2\n"),
    ("q.json", r#"{"q1": {"a": 1, "b": 0}, "q2": {"c": 2.0}}"#),
    (
        "q.jsonl",
        "{\"query_id\":\"q1\",\"doc_id\":\"a\",\"relevance\":1}\n{\"query_id\":\"q1\",\"doc_id\":\"b\",\"relevance\":0}\n{\"query_id\":\"q2\",\"doc_id\":\"c\",\"relevance\":2}\n",
    ),
    ("q.csv", "q_id,doc_id,rel\r\nq1,a,1\r\nq1,b,0\r\nq2,\"c\",2\r\n"),
    (
        "q.tsv",
        "query-id\tcorpus-id\tscore\nq1\ta\t1\nq1\tb\t0\nq2\tc\t2\n",
    ),
];

/// `printf 'q1 0 a 1\nq1 0 b 0\nq2 0 c 2\n' | zstd -c`, zstd 1.5.
#[cfg(feature = "zstd")]
const PACKED: &[u8] = &[
    40, 181, 47, 253, 4, 88, 217, 0, 0, 113, 49, 32, 48, 32, 97, 32, 49, 10, 113, 49, 32, 48, 32, 98, 32, 48,
    10, 113, 50, 32, 48, 32, 99, 32, 50, 10, 71, 202, 210, 96,
];

fn write(here: &Path, name: &str, text: &str) {
    fs::write(here.join(name), text).expect("written");
}

/// RR of the run that puts `b` before `a` and `x` before `c`: one half for both topics, by hand.
fn rr(here: &Path, qrels: &str, run: &str, stdin: &str) -> String {
    let mut command = sokutei(here);
    let flags = [
        "measure",
        qrels,
        run,
        "-m",
        "RR",
        "--replicates",
        "0",
        "--format",
        "csv",
    ];
    let (exit, stdout, stderr) = outcome(command.args(flags).write_stdin(stdin));
    assert_eq!((exit, stderr.as_str()), (0, ""), "{qrels}, {run}");
    let row = stdout.lines().nth(1).expect("a row");
    row.split(',').nth(3).expect("a value").to_owned()
}

#[test]
fn every_format_and_packing_gives_the_same_value() {
    let (dir, _) = workspace();
    let here = dir.path();
    let run = "q1 Q0 b 1 2 x\nq1 Q0 a 2 1 x\nq2 Q0 x 1 2 x\nq2 Q0 c 2 1 x\n";
    write(here, "r.trec", run);
    write(
        here,
        "r.json",
        r#"{"q1": {"b": 2, "a": 1.0}, "q2": {"x": 2, "c": 1}}"#,
    );
    write(here, "lists.json", r#"{"q1": ["b", "a"], "q2": ["x", "c"]}"#);
    write(here, "r.csv", "qid,docid,rank\nq1,b,1\nq1,a,2\nq2,x,1\nq2,c,2\n");
    for (name, text) in QRELS {
        write(here, name, text);
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(text.as_bytes()).expect("to memory");
        fs::write(here.join("q.gz"), packed.finish().expect("to memory")).expect("written");
        for run in ["r.trec", "r.json", "lists.json", "r.csv"] {
            assert_eq!(rr(here, name, run, ""), "0.5");
        }
        assert_eq!(rr(here, "q.gz", "r.trec", ""), "0.5");
        assert_eq!(rr(here, "-", "r.trec", text), "0.5");
    }
    #[cfg(feature = "zstd")]
    {
        fs::write(here.join("q.zst"), PACKED).expect("written");
        assert_eq!(rr(here, "q.zst", "r.trec", ""), "0.5");
        for end in [5, 10, PACKED.len() - 1] {
            fs::write(here.join("cut.zst"), &PACKED[..end]).expect("written");
            let (exit, _, stderr) = outcome(sokutei(here).args(["measure", "cut.zst", "r.trec", "-m", "RR"]));
            assert_eq!(exit, 2, "{end}: {stderr}");
            assert!(stderr.contains("damaged or cut off"), "{end}: {stderr}");
        }
    }
}

#[test]
fn a_format_can_be_named_and_an_error_shows_its_line() {
    let (dir, _) = workspace();
    let here = dir.path();
    write(here, "q", "qid,docid,rel\nq1,a,0.5\n");
    write(here, "r", "q1 Q0 a 1 1 x\n");
    let (exit, _, stderr) = outcome(sokutei(here).args(["measure", "q", "r", "-m", "RR"]));
    assert_eq!(exit, 2);
    assert!(
        stderr.starts_with("error: q:2: field \"rel\": grade \"0.5\" is not a whole number"),
        "{stderr}"
    );
    assert!(
        stderr.contains("2 | q1,a,0.5") && stderr.contains("^^^ not a whole grade"),
        "{stderr}"
    );
    let flags = ["measure", "q", "r", "-m", "RR", "--input-format", "trec"];
    let (exit, _, stderr) = outcome(sokutei(here).args(flags));
    assert_eq!(exit, 2);
    assert!(stderr.contains("q:1: expected 4 columns"), "{stderr}");
}

#[test]
fn what_is_let_through_is_told_and_recorded() {
    let (dir, _) = workspace();
    let here = dir.path();
    write(here, "q", "q1 0 a 1\nq1 0 b 0\n");
    write(
        here,
        "r",
        "q1 Q0 a 1 1 x\nq1 Q0 b 2 2 x\nq1 Q0 a 3 3 x\nq1 Q0 c 4 nan x\n",
    );
    let measure = |more: &[&str]| {
        let mut command = sokutei(here);
        command.args([
            "measure",
            "q",
            "r",
            "-m",
            "RR",
            "--replicates",
            "0",
            "--format",
            "json",
        ]);
        outcome(command.args(more))
    };
    assert_eq!(measure(&[]).0, 2);
    assert_eq!(measure(&["--duplicates", "best"]).0, 2, "nan is no duplicate");
    // the first row of a lies below b, the best above
    for (more, mean, rule) in [
        (&["--lenient"][..], "\"mean\": 0.5", "\"duplicates\": \"first\""),
        (
            &["--lenient", "--duplicates", "best"],
            "\"mean\": 1.0",
            "\"duplicates\": \"best\"",
        ),
    ] {
        let (exit, stdout, stderr) = measure(more);
        assert_eq!(exit, 0, "{stderr}");
        assert!(stdout.contains(mean) && stdout.contains(rule), "{stdout}");
        assert!(stdout.contains("\"lenient\": true"), "{stdout}");
        assert!(
            stderr.contains("warning: r: duplicate-document × 1, "),
            "{stderr}"
        );
        assert!(
            stderr.contains("warning: r: score-not-finite × 1, left out; the first at 4: "),
            "{stderr}"
        );
    }
}

#[test]
fn check_tells_everything_odd_and_ends_with_one() {
    let (dir, _) = workspace();
    let here = dir.path();
    for (name, text) in QRELS {
        write(here, name, text);
        let printed = fine(here, &["check", name]);
        assert!(
            printed.contains(": qrels (") && printed.contains("2 topics, 3 judgments: nothing odd\n"),
            "{printed}"
        );
    }
    write(
        here,
        "r",
        "q1 Q0 a 1 1 x\nq1 Q0 a 2 2 x\nq1 Q0\nq3 Q0 c one nan x\nq3 Q0 d 2 1 x\n",
    );
    let (exit, stdout, stderr) = outcome(sokutei(here).args(["check", "q.json", "r"]));
    assert_eq!((exit, stderr.as_str()), (1, ""));
    for line in [
        "r: run (trec), 2 topics, 2 rows\n",
        "  duplicate-document × 1\n    2: topic q1 already has docid a on line 1",
        "  missing-columns × 1\n    3: ",
        "  rank × 1\n    4: ",
        "  score-not-finite × 1\n    4: ",
        "1 topic of q.json not in r: q2\n",
        "1 topic of r not in q.json: q3\n",
    ] {
        assert!(stdout.contains(line), "`{line}` is not in {stdout}");
    }
    let (exit, stdout, _) = outcome(sokutei(here).args(["check", "q.json", "r", "--format", "json"]));
    assert_eq!(exit, 1);
    let document: serde_json::Value = serde_json::from_str(&stdout).expect("JSON");
    assert_eq!(document["files"][1]["findings"][0]["count"], 1);
    assert_eq!(document["files"][1]["findings"][0]["first"][0]["place"], "2");
    assert_eq!(document["topics"][0]["only_in_run"][0], "q3");
    assert_eq!(outcome(sokutei(here).args(["check", "nowhere"])).0, 2);
    assert_eq!(outcome(sokutei(here).args(["check"])).0, 2);
}

#[test]
fn check_takes_decimal_grades_and_subtopics_where_it_is_told_so() {
    let (dir, _) = workspace();
    let here = dir.path();
    fs::write(here.join("d"), "q1 0 a 0.5\nq2 0 a 1\n").expect("written");
    fs::write(here.join("s"), "q1 1 a 1\nq1 2 a 0\nq1 2 b 1\n").expect("written");
    for (name, flag, kind, words) in [
        (
            "d",
            "--decimal-grades",
            "fractional-grade",
            "2 topics, 2 judgments",
        ),
        ("s", "--subtopics", "conflicting-grades", "1 topic, 3 judgments"),
    ] {
        let (exit, stdout, _) = outcome(sokutei(here).args(["check", name]));
        assert!(exit == 1 && stdout.contains(kind), "{exit} {stdout}");
        let expected = format!("{name}: qrels (trec), {words}: nothing odd\n");
        assert_eq!(fine(here, &["check", name, flag]), expected);
    }
    let (exit, _, stderr) = outcome(sokutei(here).args(["check", "s", "--subtopics", "--decimal-grades"]));
    assert!(
        exit == 2 && stderr.contains("cannot be used with"),
        "{exit} {stderr}"
    );
}

#[test]
fn check_knows_topics_and_sections_and_says_what_it_does_not_know() {
    let (dir, _) = workspace();
    let here = dir.path();
    write(here, "t.jsonl", "{\"qid\":\"q1\",\"query\":\"cat\"}\n");
    write(
        here,
        "s.jsonl",
        "{\"id\":\"a#0\",\"article\":\"a\",\"text\":\"cat\"}\n",
    );
    assert_eq!(
        fine(here, &["check", "t.jsonl", "s.jsonl"]),
        "t.jsonl: topics, 1: nothing odd\ns.jsonl: sections, 1: nothing odd\n"
    );
    for (name, text) in [
        (
            "t2.jsonl",
            "{\"qid\":\"q1\",\"query\":\"cat\"}\n{\"qid\":\"q1\",\"query\":\"dog\"}\n",
        ),
        ("words", "these are only words\nof no kind\n"),
        ("five", "a b c d e\n"),
        ("parquet", "PAR1"),
        ("empty", ""),
    ] {
        write(here, name, text);
        let (exit, stdout, stderr) = outcome(sokutei(here).args(["check", name]));
        assert_eq!((exit, stderr.as_str()), (1, ""), "{name}: {stdout}");
        assert!(stdout.contains(" × 1\n"), "{name}: {stdout}");
    }
}

#[test]
fn check_tells_all_that_is_odd_in_topics_and_sections() {
    let (dir, _) = workspace();
    let here = dir.path();
    let good = "{\"qid\":\"q1\",\"query\":\"cat\"}\n";
    let bad = "{\"qid\":\"q2\"}\n";
    write(
        here,
        "t.jsonl",
        &[
            good,
            bad,
            "{\n",
            good,
            bad,
            bad,
            "{\"qid\":\"q3\",\"query\":\"dog\"}\n",
        ]
        .concat(),
    );
    let good = "{\"id\":\"a#0\",\"article\":\"a\",\"text\":\"cat\"}\n";
    write(
        here,
        "s.jsonl",
        &[
            good,
            good,
            "{\"id\":\"b c\",\"article\":\"a\",\"text\":\"cat\"}\n",
        ]
        .concat(),
    );
    let (exit, stdout, stderr) = outcome(sokutei(here).args(["check", "t.jsonl", "s.jsonl"]));
    assert_eq!((exit, stderr.as_str()), (1, ""));
    for line in [
        "t.jsonl: topics, 2\n  no-topic × 4\n    2: column 12: missing field `query`",
        "\n    5: column 12: missing field `query`",
        "\n    …\n  repeated-topic × 1\n    4: qid q1 is on line 1 already\n",
        "s.jsonl: sections, 1\n  repeated-section × 1\n    2: id a#0 is on line 1 already\n  no-section × 1\n    3: ",
    ] {
        assert!(stdout.contains(line), "`{line}` is not in {stdout}");
    }
    assert!(!stdout.contains("    6: "), "{stdout}");
}

#[test]
fn check_says_where_whole_numbers_alone_told_what_a_file_is() {
    let (dir, _) = workspace();
    let here = dir.path();
    write(here, "x.json", "{\"q1\": {\"a\": 12, \"b\": 7}}");
    assert_eq!(
        fine(here, &["check", "x.json"]),
        "x.json: qrels (json), 1 topic, 2 judgments: nothing odd\n  \
         taken for qrels, because its numbers are whole; say --contents run if it is a run\n"
    );
    let told = |what: &str| fine(here, &["check", "x.json", "--contents", what]);
    assert_eq!(told("run"), "x.json: run (json), 1 topic, 2 rows: nothing odd\n");
    assert_eq!(
        told("qrels"),
        "x.json: qrels (json), 1 topic, 2 judgments: nothing odd\n"
    );
}
