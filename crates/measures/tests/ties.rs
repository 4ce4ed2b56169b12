//! Topics that equal scores decide, also where best grade first and best grade last give one value.
#![cfg(feature = "evaluation")]
#![allow(clippy::float_cmp)] // fractions whose doubles are known

use proptest::prelude::*;
use sokutei_measures::trec::{read_qrels, read_run};
use sokutei_measures::{Measure, Qrels, Run, TieBreak, evaluate, tie_ranges};

fn named(name: &str) -> Measure {
    name.parse().unwrap_or_else(|e| panic!("{e}"))
}

/// One topic: for each document its grade, if it has one, and its score.
fn collection(documents: &[(Option<i32>, u8)]) -> (Run, Qrels) {
    let judged = documents.iter().enumerate();
    let qrels: String = judged
        .filter_map(|(i, (grade, _))| grade.map(|grade| format!("q 0 d{i} {grade}\n")))
        .collect();
    let rows = documents.iter().enumerate();
    let run: String = rows
        .map(|(i, (_, score))| format!("q Q0 d{i} {i} {score} x\n"))
        .collect();
    let qrels = read_qrels(qrels.as_bytes(), "x.qrels")
        .expect("valid qrels")
        .qrels;
    (read_run(run.as_bytes(), "x.run").expect("a valid run"), qrels)
}

fn is_decided(run: &Run, qrels: &Qrels, measure: &Measure) -> bool {
    let evaluation = evaluate(run, qrels, std::slice::from_ref(measure), TieBreak::Trec);
    !evaluation.coverage.decided_by_ties.is_empty()
}

#[test]
fn an_order_between_the_extremes_decides_too() {
    let first = |rest: [i32; 3]| [vec![(Some(1), 2)], rest.map(|g| (Some(g), 1)).to_vec()].concat();
    for (name, documents, low, high) in [
        // relevant ones at ranks 1 and 3: (1 + 2/3) / 2; at 1 and 2, or at 1 and past the cutoff: 1
        ("ContextPrecision@3", first([0, 1, 0]), 5.0 / 6.0, 1.0),
        // of the pairs (1, 2) and (3, 2) one is right; with nothing relevant or not relevant between them all are
        ("Accuracy@3", first([0, 1, 0]), 0.5, 1.0),
        // behind two ranks without gain: 0.75 at rank 3, or 0.5 there and 1.25 at rank 4, or 0.5 behind a 0
        (
            "BPM(T=0.75,max_rel=4)@10",
            [vec![(Some(0), 2); 2], [0, 2, 3].map(|g| (Some(g), 1)).to_vec()].concat(),
            0.1875,
            0.3125,
        ),
        // all is gained by the document of grade 1: 1 / log2(4) to 1
        (
            "nDCG(gains={1:5,2:0})@3",
            [0, 1, 2].map(|g| (Some(g), 1)).to_vec(),
            0.5,
            1.0,
        ),
    ] {
        let ((run, qrels), measure) = (collection(&documents), named(name));
        let range = &tie_ranges(
            &run,
            &qrels,
            std::slice::from_ref(&measure),
            TieBreak::Trec.into(),
        )
        .ranges[0];
        assert!(
            (range.low - low).abs() < 1e-12 && (range.high - high).abs() < 1e-12,
            "{range:?}"
        );
        assert!(is_decided(&run, &qrels, &measure), "{name}");
    }
}

proptest! {
    #[test]
    fn a_topic_is_decided_by_ties_exactly_where_its_range_has_a_width(
        documents in prop::collection::vec((prop::option::weighted(0.8, -1..4), 0..2u8), 1..7),
        k in 1..6u32,
    ) {
        prop_assume!(documents.iter().any(|(grade, _)| grade.is_some()));
        let (run, qrels) = collection(&documents);
        for name in [
            "Success@{k}", "P@{k}", "R@{k}", "RR", "AP@{k}", "nDCG@{k}", "nDCG(gains={0:4,1:5,2:0})@{k}", "nDCG(dcg='exp-log2')@{k}", "ContextPrecision@{k}",
            "ContextPrecision", "IDBasedContextPrecision@{k}", "Judged@{k}", "Rprec", "Bpref", "infAP", "IPrec@0.5", "RBP@{k}", "RBP(max_rel=3)", "RBPResidual@{k}",
            "ERR@{k}", "Compat(p=0.5)", "Accuracy@{k}", "Accuracy", "BPM(T=0.7,max_rel=3)@{k}", "SDCG(max_rel=3)@{k}", "NERR8(max_rel=3)@{k}", "NERR9(max_rel=3)@{k}",
            "NERR10(max_rel=3)", "NERR11(max_rel=3)", "INST(max_rel=3)", "P(judged_only=True)@{k}", "ContextPrecision(judged_only=True)@{k}",
        ] {
            let measure = named(&name.replace("{k}", &k.to_string()));
            let ranges = tie_ranges(&run, &qrels, std::slice::from_ref(&measure), TieBreak::Trec.into());
            prop_assert_eq!(is_decided(&run, &qrels, &measure), ranges.n_topics == 1, "{}", measure);
        }
    }
}
