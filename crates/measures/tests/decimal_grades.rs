//! Grades with decimals, where they are asked for: case 4 of the list on evaluation, and its kind.
#![cfg(feature = "evaluation")]

use proptest::prelude::*;
use sokutei_measures::trec::{ReadQrels, read_qrels_by, read_run, write_qrels};
use sokutei_measures::{
    Docid, Error, Grades, Measure, Qrels, ReadingRules, Run, TieBreak, TopicId, evaluate, tie_ranges,
};

const DECIMAL: ReadingRules = ReadingRules {
    oddities: sokutei_measures::Oddities::Refuse,
    duplicates: sokutei_measures::Duplicates::Error,
    grades: Grades::Decimal,
    subtopics: false,
};

fn read(text: &str) -> Result<ReadQrels, Error> {
    read_qrels_by(text.as_bytes(), "x.qrels", DECIMAL)
}

fn qrels(text: &str) -> Qrels {
    read(text).expect("valid qrels").qrels
}

fn run(docids: &[&str]) -> Run {
    let row = |(i, docid)| format!("q1 Q0 {docid} {} {} r\n", i + 1, 100 - i);
    let rows: String = docids.iter().enumerate().map(row).collect();
    read_run(rows.as_bytes(), "x.run").expect("a valid run")
}

#[track_caller]
fn assert_value(run: &Run, qrels: &Qrels, name: &str, expected: f64) {
    let measure: Measure = name.parse().expect("a measure");
    let value = evaluate(run, qrels, &[measure], TieBreak::Trec).values[0].mean();
    assert!(
        (value - expected).abs() < 1e-12,
        "{name}: {value} is not {expected}"
    );
}

#[test]
fn equal_scores_of_grades_that_differ_in_decimals_decide_a_value() {
    let qrels = qrels("q1 0 a 1.7\nq1 0 b 1.2\n");
    let run = read_run("q1 Q0 a 1 5 r\nq1 Q0 b 2 5 r\n".as_bytes(), "x.run").expect("a valid run");
    let decided = |name: &str| {
        let measures: [Measure; 1] = [name.parse().expect("a measure")];
        let decided = evaluate(&run, &qrels, &measures, TieBreak::Trec)
            .coverage
            .decided_by_ties
            .len();
        let range = tie_ranges(&run, &qrels, &measures, TieBreak::Trec.into())
            .ranges
            .remove(0);
        (decided, range.low < range.high, range.high)
    };
    // by docid descending b comes first
    assert_eq!(decided("nDCG"), (1, true, 1.0));
    assert_eq!(decided("AP"), (0, false, 1.0));
}

#[test]
fn case_04_decimals_are_gains_as_they_are() {
    let judged = qrels("q1 0 a 0.9\nq1 0 b 1.7\n");
    let (best, worst) = (run(&["b", "a"]), run(&["a", "b"]));
    let half = 1.0 / 3f64.log2();
    assert_value(&best, &judged, "nDCG@10", 1.0);
    assert_value(
        &worst,
        &judged,
        "nDCG@10",
        (0.9 + 1.7 * half) / (1.7 + 0.9 * half),
    );
    let gain = |grade: f64| 2f64.powf(grade) - 1.0;
    let ideal = gain(1.7) + gain(0.9) * half;
    assert_value(
        &worst,
        &judged,
        "nDCG(dcg='exp-log2')",
        (gain(0.9) + gain(1.7) * half) / ideal,
    );
    assert_value(
        &worst,
        &judged,
        "RBP(max_rel=2,p=0.5)",
        0.5 * (0.9 / 2.0 + 0.5 * 1.7 / 2.0),
    );
    let content = |grade: f64| gain(grade) / 4.0;
    let read_on = 1.0 - content(0.9);
    assert_value(
        &worst,
        &judged,
        "ERR(max_rel=2)",
        content(0.9) + read_on * content(1.7) / 2.0,
    );
    let (a, b) = (0.9 / 2.0, 1.7 / 2.0);
    assert_value(
        &worst,
        &judged,
        "NERR8(max_rel=2)@10",
        (a + (1.0 - a) * b) / (1.0 + (1.0 - a) + (1.0 - a) * (1.0 - b) * 8.0),
    );
    // the ideal order is b, a: at depth 1 nothing is shared, at depth 2 both
    assert_value(&worst, &judged, "Compat(p=0.5)", 0.5 / 1.5);
    assert_value(&best, &judged, "Compat(p=0.5)", 1.0);
}

#[test]
fn a_threshold_is_reached_from_the_grade_on() {
    let judged = qrels("q1 0 a 0.9\nq1 0 b 1.7\nq1 0 c 2\nq1 0 d -0.5\n");
    let all = run(&["a", "b", "c", "d"]);
    assert_value(&all, &judged, "RR", 0.5);
    assert_value(&all, &judged, "NumRel", 2.0);
    assert_value(&all, &judged, "RR(rel=2)", 1.0 / 3.0);
    // below 0: judged, and left out with the unjudged, as -1 is
    assert_value(&run(&["d", "c", "b", "a"]), &judged, "RR(judged_only=True)", 1.0);
    let ideal = 2.0 + 1.7 / 3f64.log2() + 0.9 / 2.0;
    assert_value(
        &run(&["d", "c", "b", "a"]),
        &judged,
        "nDCG(judged_only=True)",
        1.0,
    );
    let lower = 2.0 / 3f64.log2() + 1.7 / 2.0 + 0.9 / 5f64.log2();
    assert_value(&run(&["d", "c", "b", "a"]), &judged, "nDCG", lower / ideal);
}

#[test]
fn grades_that_are_no_numbers_or_contradict_are_named() {
    let message = |text: &str| read(text).unwrap_err().to_string();
    for grade in ["nan", "inf", "x", "3e9"] {
        assert_eq!(
            message(&format!("q1 0 a {grade}\n")),
            format!(
                "x.qrels:1: column 4: grade {grade:?} is not a number between -2147483648 and 2147483647"
            )
        );
    }
    assert_eq!(
        message("q1 0 a 0.5\nq1 0 a 0.50\nq1 0 a 0.75\n"),
        "x.qrels:3: topic q1, docid a has grade 0.75 here and 0.5 on line 1; keep one"
    );
    assert_eq!(read("q1 0 a 0.5\nq1 0 a 0.50\n").expect("equal").duplicates, 1);
}

#[test]
fn qrels_with_decimals_are_written_and_read_back() {
    let judged = qrels("q1 0 a 0.1\nq1 0 b 3\nq2 0 c 1e-9\nq2 0 d -1.25\n");
    let mut file = Vec::new();
    write_qrels(&mut file, &judged).expect("memory takes it");
    let text = String::from_utf8(file).expect("text");
    assert_eq!(text, "q1 0 a 0.1\nq1 0 b 3\nq2 0 c 0.000000001\nq2 0 d -1.25\n");
    assert_eq!(qrels(&text), judged);
}

#[cfg(feature = "formats")]
#[test]
fn every_format_takes_them_where_they_are_asked_for() {
    use sokutei_measures::formats::{FileFormat, read_qrels};
    let whole = ReadingRules::default();
    for (format, text) in [
        (FileFormat::Json, r#"{"q1": {"a": 0.9, "b": 1.7}}"#),
        (
            FileFormat::Jsonl,
            "{\"qid\":\"q1\",\"docid\":\"a\",\"grade\":0.9}\n{\"qid\":\"q1\",\"docid\":\"b\",\"grade\":1.7}\n",
        ),
        (FileFormat::Csv, "qid,docid,grade\nq1,a,0.9\nq1,b,1.7\n"),
        (FileFormat::Tsv, "qid\tdocid\tgrade\nq1\ta\t0.9\nq1\tb\t1.7\n"),
    ] {
        let read = read_qrels(text.as_bytes(), "x", format, DECIMAL).expect(text);
        assert_eq!(read.qrels, qrels("q1 0 a 0.9\nq1 0 b 1.7\n"), "{format:?}");
        let refused = read_qrels(text.as_bytes(), "x", format, whole)
            .expect_err(text)
            .to_string();
        assert!(refused.contains("\"0.9\" is not a whole number"), "{refused}");
    }
}

proptest! {
    /// Whole grades mean the same, to the last bit, when decimals are allowed beside them in another topic.
    #[test]
    fn whole_grades_among_decimals_give_the_same_values(grades in prop::collection::vec(-1i32..5, 1..30), shuffle in any::<u64>()) {
        let names = ["nDCG@5", "nDCG(dcg='exp-log2')", "nDCG(gains={1:2,3:9})", "RBP(max_rel=3)", "ERR@10", "Compat", "AP", "Bpref", "nDCG(judged_only=True)"];
        let measures: Vec<Measure> = names.iter().map(|name| name.parse().expect("a measure")).collect();
        let id = |i: usize| Docid::new(format!("d{i}")).expect("an id");
        let q1 = TopicId::new("q1").expect("an id");
        let (mut whole, mut decimal) = (Qrels::new(), Qrels::new());
        for (i, &grade) in grades.iter().enumerate() {
            whole.insert(q1.clone(), id(i), grade).expect("new");
            decimal.insert_decimal(q1.clone(), id(i), f64::from(grade)).expect("new");
        }
        // a document that is never returned and gains nothing, so that the topic has decimals
        whole.insert(q1.clone(), Docid::new("z").expect("an id"), -1).expect("new");
        decimal.insert_decimal(q1, Docid::new("z").expect("an id"), -0.5).expect("new");
        let mut order: Vec<usize> = (0..grades.len() + 3).collect();
        order.sort_by_key(|&i| (i as u64 + 1).wrapping_mul(shuffle | 1));
        let names: Vec<String> = order.iter().map(|i| format!("d{i}")).collect();
        let run = run(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let [a, b] = [&whole, &decimal].map(|qrels| evaluate(&run, qrels, &measures, TieBreak::Trec));
        prop_assert!(decimal.has_decimals() && !whole.has_decimals());
        prop_assert_eq!(a.values, b.values);
    }
}
