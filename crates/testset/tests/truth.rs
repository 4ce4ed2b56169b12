//! The comparison with what authors meant, on rows made for each outcome.

mod fixtures;

use std::fs;
use std::path::PathBuf;

use fixtures::{ingested, page};
use sokutei_testset::truth::{self, ArticleTruth, LabelKind, Outcome, TrueLabel, TruthReport};
use sokutei_testset::{Error, MatchOptions, build_topics};

const HEADINGS: &[&str] = &["節A", "節B", "節C"];

/// Compares a page of `(question, label)` rows with the headings that are meant, and those that answer too.
fn compare(rows: &[(&str, &str)], truth: &[(&str, &str, &[&str], &[&str])]) -> TruthReport {
    let rows: Vec<_> = rows.iter().map(|(q, l)| (*q, "答", *l)).collect();
    let pages = ingested(&[("a.html", &*page(&rows, HEADINGS))]);
    let built = build_topics(&pages, &MatchOptions::ARTICLE).unwrap();
    let owned = |headings: &[&str]| headings.iter().map(|h| (*h).to_owned()).collect();
    let question = |(query, label, sections, also): &(&str, &str, &[&str], &[&str])| TrueLabel {
        query: (*query).to_owned(),
        label: (*label).to_owned(),
        sections: owned(sections),
        also: owned(also),
        kind: LabelKind::Substring,
        style: String::new(),
    };
    let questions = truth.iter().map(question).collect();
    truth::compare(
        &built,
        &[ArticleTruth {
            slug: "a".into(),
            questions,
        }],
    )
}

fn outcomes(report: &TruthReport) -> Vec<Outcome> {
    report.rows.iter().map(|row| row.outcome).collect()
}

#[test]
fn each_outcome_is_told_from_the_others() {
    let rows = [
        ("一", "節A"),
        ("二", "節A"),
        ("三", "節A／節B"),
        ("四", "節A"),
        ("五", "zzzz"),
        ("六", "節A／節C"),
    ];
    let report = compare(
        &rows,
        &[
            ("一", "節A", &["節A"], &["節C"]),
            ("二", "節A", &["節B"], &[]),
            ("三", "節A／節B", &["節A"], &["節B"]),
            ("四", "節A", &["節A", "節B"], &[]),
            ("五", "zzzz", &["節A"], &[]),
            ("六", "節A／節C", &["節A"], &["節B"]),
            ("七", "節A", &["節A"], &[]),
        ],
    );
    use Outcome::{Also, Lost, Right, Wrong};
    assert_eq!(outcomes(&report), [Right, Wrong, Also, Lost, Lost, Wrong, Lost]);
    let substring = report.by_kind()[0];
    assert_eq!(
        (
            substring.rows,
            substring.right,
            substring.wrong,
            substring.also,
            substring.lost
        ),
        (7, 1, 2, 1, 3)
    );
    assert_eq!(report.rows[2].labelled, ["節A", "節B"]);
    assert_eq!(report.by_kind().len(), LabelKind::ALL.len());
}

#[test]
fn equal_rows_are_taken_in_order_and_topics_without_truth_are_listed() {
    let rows = [("一", "節A"), ("一", "節A"), ("二", "節B")];
    let report = compare(
        &rows,
        &[("一", "節A", &["節A"], &[]), ("一", "節A", &["節B"], &[])],
    );
    assert_eq!(outcomes(&report), [Outcome::Right, Outcome::Wrong]);
    assert_eq!(report.topics_without_truth, ["q2"]);
}

fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&dir).unwrap();
    for (file, text) in files {
        fs::write(dir.join(file), text).unwrap();
    }
    dir
}

#[test]
fn files_are_read_in_the_order_of_their_names_and_others_passed_over() {
    let article = |slug: &str| format!("{{\"slug\": \"{slug}\", \"title\": \"\", \"questions\": []}}");
    let files = [
        ("b.truth.json", article("b")),
        ("a.truth.json", article("a")),
        ("README.md", "x".into()),
    ];
    let dir = folder(
        "truth-in-order",
        &files.each_ref().map(|(name, text)| (*name, text.as_str())),
    );
    let slugs: Vec<String> = truth::load(&dir).unwrap().into_iter().map(|a| a.slug).collect();
    assert_eq!(slugs, ["a", "b"]);
}

#[test]
fn a_malformed_truth_file_is_an_error_with_its_place() {
    let dir = folder(
        "truth-malformed",
        &[(
            "a.truth.json",
            "{\"slug\": \"a\",\n \"questions\": [{\"query\": 1}]}",
        )],
    );
    let error = truth::load(&dir).unwrap_err();
    assert!(matches!(error, Error::Truth { line: 2, .. }));
    let message = error.to_string();
    assert!(
        message.contains("a.truth.json:2:") && message.contains("invalid type: integer `1`"),
        "{message}"
    );
    fs::write(dir.join("a.truth.json"), b"{\"slug\": \"\x83|\"}").unwrap();
    let error = truth::load(&dir).unwrap_err();
    assert!(
        matches!(error, Error::Truth { line: 1, .. }),
        "bytes that are not UTF-8 are bad input: {error}"
    );
}
