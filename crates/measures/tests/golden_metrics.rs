//! ir_measures' values, query by query, under the tie rule of each of its providers.
//!
//! All 60 measures of the file are compared, with one reservation: where relevant documents of one grade have one score, ir_measures' Compat
//! takes the order of the qrels for the ideal, ours that of the ranking, as Clarke et al. define it. Ours is never smaller then.
#![cfg(feature = "evaluation")]

mod golden;

use golden::{is_ours, list, load, number};
use serde_json::Value;
use sokutei_measures::{
    Docid, Evaluation, Hit, Measure, MeasureKind, Qrels, Run, TieBreak, TopicId, evaluate,
};

/// The tie rule of a provider, and how exactly it prints.
fn provider(name: &str) -> (TieBreak, f64) {
    match name {
        "pytrec_eval" => (TieBreak::Trec9, 1e-9), // single-precision scores, docid descending
        "msmarco" | "judged" | "compat" => (TieBreak::DocidAsc, 1e-9),
        "cwl_eval" => (TieBreak::InputOrder, 1e-9), // a stable sort by score
        "gdeval" => (TieBreak::Trec, 5e-6 + 1e-9),  // prints five decimals
        other => panic!("unknown provider {other}"),
    }
}

struct Case {
    qrels: Qrels,
    run: Run,
}

fn topic(query: &Value) -> TopicId {
    TopicId::new(query["qid"].as_str().expect("a qid")).expect("an id")
}

fn docid(id: &str) -> Docid {
    Docid::new(id).expect("an id")
}

/// Judgments of grade 1 or more.
fn relevant(query: &Value) -> f64 {
    let grades = query["qrels"].as_object().expect("judgments").values();
    grades.filter(|grade| number(grade) >= 1.0).map(|_| 1.0).sum()
}

/// Whether two relevant documents of one grade have one score, documents that were not returned having 0 as in ir_measures.
fn ideal_is_tied(query: &Value) -> bool {
    let rows = query["run"].as_array().map_or(&[][..], Vec::as_slice);
    let score = |id: &str| {
        rows.iter()
            .find(|row| row[0] == id)
            .map_or(0.0, |row| number(&row[1]))
    };
    let judged = query["qrels"].as_object().expect("judgments");
    let relevant: Vec<(f64, f64)> = judged
        .iter()
        .map(|(id, grade)| (number(grade), score(id)))
        .filter(|&(grade, _)| grade >= 1.0)
        .collect();
    relevant
        .iter()
        .enumerate()
        .any(|(i, a)| relevant[..i].contains(a))
}

impl Case {
    fn of(case: &Value) -> Self {
        let mut qrels = Qrels::new();
        let mut rankings = Vec::new();
        for query in list(&case["queries"]) {
            for (id, grade) in query["qrels"].as_object().expect("judgments") {
                let grade = i32::try_from(grade.as_i64().expect("a grade")).expect("a small grade");
                qrels.insert(topic(query), docid(id), grade).expect("no conflict");
            }
            let rows = query["run"].as_array().map_or(&[][..], Vec::as_slice);
            let hits = rows.iter().map(|row| Hit {
                docid: docid(row[0].as_str().expect("a docid")),
                score: number(&row[1]),
            });
            rankings.push((topic(query), hits.collect()));
        }
        Self {
            qrels,
            run: Run::from_hits("golden", rankings).expect("no document twice"),
        }
    }

    fn evaluate(&self, measure: &Measure, tie: TieBreak) -> Evaluation {
        evaluate(&self.run, &self.qrels, std::slice::from_ref(measure), tie)
    }
}

/// Measures of a list of names that this crate has: place in the list, tie rule, tolerance, measure.
fn compared(names: &Value) -> Vec<(usize, TieBreak, f64, Measure)> {
    let mut compared = Vec::new();
    for (i, name) in list(names).iter().enumerate() {
        let name = name.as_str().expect("a name");
        let (provider_name, measure) = name.split_once(':').expect("provider:measure");
        let (tie, tolerance) = provider(provider_name);
        let measure: Measure = measure.parse().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(
            format!("{provider_name}:{measure}"),
            name,
            "measures print as ir_measures prints them"
        );
        compared.push((i, tie, tolerance, measure));
    }
    compared
}

#[test]
fn golden_values_of_every_query_are_equal() {
    let file = load("metrics.json.gz");
    let measures = compared(&file["meta"]["measures"]);
    if is_ours() {
        assert_eq!((measures.len(), list(&file["meta"]["measures"]).len()), (60, 60));
    }
    let cases = list(&file["cases"]);
    let (mut values, mut tied) = (0, 0);
    for case in cases {
        let ours = Case::of(case);
        for (i, tie, tolerance, measure) in &measures {
            let evaluation = ours.evaluate(measure, *tie);
            let found = &evaluation.values[0];
            for query in list(&case["queries"]) {
                let expected = &list(&query["values"])[*i];
                if expected.is_null() {
                    continue;
                }
                let place = found
                    .topics
                    .iter()
                    .position(|t| *t == topic(query))
                    .expect("every query is judged");
                let (value, mut expected) = (found.values[place], number(expected));
                if measure.to_string() == "NumRel" && query["run"].as_array().is_none_or(Vec::is_empty) {
                    // ir_measures gives 0 for whatever a run lacks; what is relevant is there all the same, as trec_eval -c counts it
                    expected = relevant(query);
                }
                if matches!(measure.kind(), MeasureKind::Compatibility { .. }) && ideal_is_tied(query) {
                    assert!(
                        value >= expected - 1e-9,
                        "case {} {measure}: {value} {expected}",
                        case["case"]
                    );
                    tied += 1;
                    continue;
                }
                let apart = (value - expected).abs();
                assert!(
                    apart <= *tolerance,
                    "case {} {measure} {}: {value} {expected}",
                    case["case"],
                    query["qid"]
                );
                values += 1;
            }
        }
    }
    // 935 queries; not every provider has a value of each
    assert!(
        values > 0 && ((cases.len(), values, tied) == (380, 55_202, 898) || !is_ours()),
        "{values} values of {} cases were compared, {tied} with a tied ideal",
        cases.len()
    );
}

#[test]
fn golden_aggregates_count_missing_queries_as_zero() {
    let file = load("metrics.json.gz");
    let measures = compared(&file["meta"]["aggregate_measures"]);
    assert_eq!(measures.len(), list(&file["meta"]["aggregate_measures"]).len());
    let mut missing = 0;
    for case in list(&file["cases"]) {
        let ours = Case::of(case);
        for (i, tie, tolerance, measure) in &measures {
            let evaluation = ours.evaluate(measure, *tie);
            let (mean, expected) = (evaluation.values[0].mean(), number(&case["aggregate"][*i]));
            assert!(
                (mean - expected).abs() <= *tolerance,
                "case {} {measure}: {mean} {expected}",
                case["case"]
            );
            missing += evaluation.coverage.judged_missing_in_run.len();
        }
    }
    // 33 queries have no run
    assert!(missing == 33 * measures.len() || !is_ours(), "{missing}");
}

#[test]
fn golden_near_ties_need_the_single_precision_order() {
    let file = load("metrics.json.gz");
    let names = list(&file["meta"]["measures"]);
    let place = names
        .iter()
        .position(|name| name == "pytrec_eval:nDCG@10")
        .expect("nDCG@10 is there");
    let ndcg: Measure = "nDCG@10".parse().expect("a measure");
    let (mut equal, mut different) = (0, 0);
    for case in list(&file["cases"])
        .iter()
        .filter(|case| case["kind"] == "near_ties_f32")
    {
        let evaluation = Case::of(case).evaluate(&ndcg, TieBreak::Trec);
        for (query, value) in list(&case["queries"]).iter().zip(&evaluation.values[0].values) {
            let expected = &query["values"][place];
            if !expected.is_null() && (number(expected) - value).abs() <= 1e-9 {
                equal += 1
            } else {
                different += 1
            }
        }
    }
    // README of the golden files: 37 queries get another nDCG@10 when sorted by the double
    if is_ours() {
        assert_eq!(different, 37, "{equal} equal");
    }
}
