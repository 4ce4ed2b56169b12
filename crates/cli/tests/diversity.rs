//! Measures of diversity and the qrels that they read.

mod pages;

use std::fs;
use std::path::Path;

use pages::{fine, sokutei, workspace};

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("written");
}

/// The example in the README of pyndeval.
fn example(folder: &Path) {
    write(folder, "q", "0 a A 1\n0 b B 1\n0 b D 1\n0 c C 1\n");
    write(
        folder,
        "r.run",
        "0 Q0 A 1 9.3 r\n0 Q0 D 2 8.4 r\n0 Q0 E 3 8.1 r\n0 Q0 B 4 7.6 r\n",
    );
}

fn outcome(folder: &Path, args: &[&str]) -> (i32, String, String) {
    pages::outcome(sokutei(folder).args(args))
}

fn measure(folder: &Path, qrels: &str, more: &[&str]) -> String {
    let flags = ["measure", qrels, "r.run", "--replicates", "0", "--format", "csv"];
    fine(folder, &[&flags[..], more].concat())
}

fn value(csv: &str) -> f64 {
    let row = csv.lines().nth(1).expect("a row");
    let cell = row.split(',').nth(3).expect("a value");
    cell.parse().expect("a number")
}

#[test]
fn the_values_that_pyndeval_prints_for_its_example() {
    let (dir, _) = workspace();
    example(dir.path());
    for (name, printed) in [
        ("ERR_IA@5", 0.3933),
        ("ERR_IA@10", 0.3907),
        ("nERR_IA@20", 0.8297),
        ("alpha_DCG@5", 0.4052),
        ("alpha_DCG@20", 0.3997),
        ("α_nDCG@10", 0.7868),
        ("NRBP", 0.3906),
        ("nNRBP", 0.8620),
        ("MAP_IA", 0.5),
        ("P_IA@20", 0.05),
        ("StRecall@5", 0.6666),
    ] {
        let value = value(&measure(dir.path(), "q", &["-m", name]));
        // digits behind the fourth are cut there
        assert!((-1e-12..1e-4).contains(&(value - printed)), "{name} {value}");
    }
}

#[test]
fn json_lines_and_csv_name_subtopics() {
    let (dir, _) = workspace();
    example(dir.path());
    write(
        dir.path(),
        "q.csv",
        "qid,docid,rel,subtopic\n0,A,1,a\n0,B,1,b\n0,D,1,b\n0,C,1,c\n",
    );
    write(
        dir.path(),
        "q.jsonl",
        "{\"qid\":0,\"docid\":\"A\",\"rel\":1,\"iteration\":1}\n{\"qid\":0,\"docid\":\"B\",\"rel\":1,\"iteration\":2}\n\
         {\"qid\":0,\"docid\":\"D\",\"rel\":1,\"iteration\":2}\n{\"qid\":0,\"docid\":\"C\",\"rel\":1,\"iteration\":3}\n",
    );
    let expected = measure(dir.path(), "q", &["-m", "alpha_nDCG@5"]);
    for file in ["q.csv", "q.jsonl"] {
        assert_eq!(measure(dir.path(), file, &["-m", "alpha_nDCG@5"]), expected);
    }
    write(
        dir.path(),
        "some.jsonl",
        "{\"qid\":0,\"docid\":\"A\",\"rel\":1,\"subtopic\":1}\n{\"qid\":0,\"docid\":\"B\",\"rel\":1}\n",
    );
    let (code, _, said) = outcome(dir.path(), &["measure", "some.jsonl", "r.run", "-m", "AP_IA"]);
    assert_eq!(code, 2);
    assert!(
        said.contains("some.jsonl:2: this row lacks a subtopic, and earlier rows have one; name one in each row or in none"),
        "{said}"
    );
}

#[test]
fn other_measures_take_the_largest_grade_and_say_so() {
    let (dir, _) = workspace();
    example(dir.path());
    write(dir.path(), "graded", "0 a E 0\n0 b E 2\n0 b A 1\n");
    // E at rank 3, and A at rank 1: gains 1 0 2 against 2 1
    let args = [
        "measure",
        "graded",
        "r.run",
        "-m",
        "StRecall@1",
        "-m",
        "nDCG",
        "--format",
        "csv",
        "--replicates",
        "0",
    ];
    let (code, out, said) = outcome(dir.path(), &args);
    assert_eq!(code, 0, "{said}");
    let ndcg: f64 = out
        .lines()
        .nth(2)
        .and_then(|row| row.split(',').nth(3))
        .and_then(|x| x.parse().ok())
        .expect("a value");
    assert!((ndcg - 2.0 / (2.0 + 1.0 / 3f64.log2())).abs() < 1e-12, "{ndcg}");
    assert!(
        said.contains("note: graded: nDCG takes the largest grade of a document over its subtopics"),
        "{said}"
    );
    // without such a measure the same file is in conflict with itself
    let (code, _, said) = outcome(dir.path(), &["measure", "graded", "r.run", "-m", "nDCG"]);
    assert_eq!(code, 2);
    assert!(said.contains("graded:2: topic 0, docid E has grade 2 here and 0 on line 1; keep one; or is the second column a subtopic?"), "{said}");
    let args = ["measure", "graded", "r.run", "-m", "AP_IA", "--decimal-grades"];
    let (code, _, said) = outcome(dir.path(), &args);
    assert_eq!(code, 2);
    assert!(
        said.contains("AP_IA: judgments of subtopics have whole grades; leave --decimal-grades out"),
        "{said}"
    );
}

#[test]
fn qrels_of_one_subtopic_are_warned_of() {
    let (dir, _) = workspace();
    example(dir.path());
    write(dir.path(), "plain", "0 0 A 1\n0 0 B 1\n");
    write(dir.path(), "plain.json", "{\"0\": {\"A\": 1, \"B\": 1}}");
    for file in ["plain", "plain.json"] {
        let (code, _, said) = outcome(dir.path(), &["measure", file, "r.run", "-m", "alpha_nDCG@5"]);
        assert_eq!(code, 0);
        let expected = format!(
            "warning: {file}: no topic has more than one subtopic, so alpha_nDCG@5 measures no diversity"
        );
        assert!(said.contains(&expected), "{said}");
    }
    let (_, _, said) = outcome(dir.path(), &["measure", "q", "r.run", "-m", "alpha_nDCG@5"]);
    assert!(!said.contains("warning"), "{said}");
}

#[test]
fn ties_of_one_grade_and_other_subtopics_are_counted() {
    let (dir, _) = workspace();
    write(dir.path(), "q", "1 a A 1\n1 b B 1\n1 a C 1\n2 a A 1\n2 b B 1\n");
    // topic 1: A, then B and C tie; topic 2: A and B tie, and gain the same in any order
    write(
        dir.path(),
        "r.run",
        "1 Q0 A 1 9 r\n1 Q0 B 2 8 r\n1 Q0 C 3 8 r\n2 Q0 A 1 9 r\n2 Q0 B 2 9 r\n",
    );
    let args = [
        "measure",
        "q",
        "r.run",
        "-m",
        "alpha_nDCG@2",
        "--tie-range",
        "--format",
        "csv",
        "--replicates",
        "0",
    ];
    let (code, out, said) = outcome(dir.path(), &args);
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("1 topic with equal scores whose order decides a value (see --ties); the first is 1"),
        "{said}"
    );
    let ends: Vec<f64> = out
        .lines()
        .nth(1)
        .expect("a row")
        .split(',')
        .skip(6)
        .map(|x| x.parse().expect("a number"))
        .collect();
    // topic 1: C before B is 1 + 0.5/log2(3) of 1 + 1/log2(3); topic 2: 1
    let low = (1.0 + (1.0 + 0.5 / 3f64.log2()) / (1.0 + 1.0 / 3f64.log2())) / 2.0;
    for (found, expected) in ends.iter().zip([low, (low + 1.0) / 2.0, 1.0]) {
        assert!((found - expected).abs() < 1e-12, "{ends:?}");
    }
    let (code, out, _) = outcome(
        dir.path(),
        &[
            "measure",
            "q",
            "r.run",
            "-m",
            "StRecall@1",
            "--per-topic",
            "--format",
            "csv",
            "--replicates",
            "0",
        ],
    );
    assert_eq!(code, 0);
    assert!(
        out.contains("StRecall@1,r,1,0.5,,") && out.contains("StRecall@1,r,2,0.5,,"),
        "{out}"
    );
}

#[test]
fn compare_measures_diversity_too() {
    let (dir, _) = workspace();
    example(dir.path());
    write(dir.path(), "s.run", "0 Q0 A 1 9 s\n0 Q0 B 2 8 s\n0 Q0 C 3 7 s\n");
    let out = fine(
        dir.path(),
        &[
            "compare",
            "q",
            "r.run",
            "s.run",
            "-m",
            "StRecall@3",
            "--format",
            "csv",
            "-q",
        ],
    );
    // 2 of 3 subtopics against 3
    assert!(
        out.lines().nth(1).expect("a row").contains("0.333333333333333"),
        "{out}"
    );
}
