//! Measures of topics that mean several things: what must hold for every input.
#![cfg(feature = "evaluation")]
#![allow(clippy::float_cmp)] // equality where the arithmetic is the same

use proptest::prelude::*;
use sokutei_measures::trec::{read_qrels_by, write_qrels};
use sokutei_measures::{
    Docid, Hit, Measure, Qrels, RankingRules, ReadingRules, Run, SubtopicId, TieBreak, TopicId, Unjudged,
    evaluate, evaluate_by, tie_ranges,
};

/// Of each document its grade for each subtopic, and its score if it was returned.
type Documents = Vec<(Vec<Option<i32>>, Option<u8>)>;

fn documents(n: std::ops::Range<usize>, grades: std::ops::Range<i32>) -> impl Strategy<Value = Documents> {
    (1usize..5, n).prop_flat_map(move |(n_subtopics, n)| {
        let grade = prop_oneof![2 => Just(None), 3 => grades.clone().prop_map(Some)];
        let score = prop_oneof![1 => Just(None), 4 => (0u8..8).prop_map(Some)]; // coarse, so that ties happen
        prop::collection::vec((prop::collection::vec(grade, n_subtopics), score), n)
    })
}

fn topic() -> TopicId {
    TopicId::new("q").expect("an id")
}

fn docid(i: usize) -> Docid {
    Docid::new(format!("d{i}")).expect("an id")
}

fn qrels_with(documents: &Documents, name_of: impl Fn(usize) -> String) -> Qrels {
    let mut qrels = Qrels::new();
    for (i, (grades, _)) in documents.iter().enumerate() {
        for (s, grade) in grades.iter().enumerate() {
            if let Some(grade) = grade {
                let subtopic = SubtopicId::new(name_of(s)).expect("an id");
                qrels
                    .insert_for(topic(), subtopic, docid(i), *grade)
                    .expect("judged once");
            }
        }
    }
    qrels
}

fn qrels(documents: &Documents) -> Qrels {
    qrels_with(documents, |s| s.to_string())
}

fn run(documents: &Documents) -> Run {
    let returned = documents.iter().enumerate();
    let hits = returned.filter_map(|(i, (_, score))| {
        score.map(|score| Hit {
            docid: docid(i),
            score: f64::from(score),
        })
    });
    Run::from_hits("x", [(topic(), hits.collect())]).expect("no document twice")
}

/// A run of all documents in this order.
fn ordered(docids: &[usize]) -> Run {
    let hits = docids.iter().enumerate().map(|(i, &d)| Hit {
        docid: docid(d),
        score: -(i as f64),
    });
    Run::from_hits("x", [(topic(), hits.collect())]).expect("no document twice")
}

fn value_of(run: &Run, qrels: &Qrels, name: &str) -> f64 {
    let measure: Measure = name.parse().unwrap_or_else(|e| panic!("{e}"));
    evaluate(run, qrels, &[measure], TieBreak::Trec).values[0].mean()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-12
}

const SHARES: [&str; 7] = [
    "alpha_DCG",
    "alpha_DCG(alpha=0.0)",
    "ERR_IA",
    "P_IA",
    "StRecall",
    "alpha_DCG(rel=2,alpha=1.0)",
    "ERR_IA(judged_only=True)",
];
const NORMALIZED: [&str; 3] = [
    "alpha_nDCG",
    "nERR_IA(rel=2)",
    "alpha_nDCG(alpha=0.3,judged_only=True)",
];
const WHOLE: [&str; 4] = [
    "AP_IA",
    "NRBP",
    "NRBP(alpha=0.0,beta=1.0)",
    "NRBP(rel=2,alpha=0.9,beta=0.8)",
];
const WHOLE_NORMALIZED: [&str; 2] = ["nNRBP", "nNRBP(alpha=0.0,beta=1.0)"];

/// Any measure of diversity.
fn name() -> impl Strategy<Value = String> {
    let at = |names: Vec<&'static str>| {
        (prop::sample::select(names), 1u32..12).prop_map(|(name, depth)| format!("{name}@{depth}"))
    };
    let whole = [&WHOLE[..], &WHOLE_NORMALIZED].concat();
    prop_oneof![
        3 => at([&SHARES[..], &NORMALIZED].concat()),
        1 => prop::sample::select(whole).prop_map(str::to_owned)
    ]
}

/// Every order of some things.
fn orders(things: &[usize]) -> Vec<Vec<usize>> {
    if things.is_empty() {
        return vec![vec![]];
    }
    let first = |i: usize| {
        let mut rest = things.to_vec();
        let first = rest.remove(i);
        orders(&rest)
            .into_iter()
            .map(move |rest| [vec![first], rest].concat())
    };
    (0..things.len()).flat_map(first).collect()
}

#[test]
fn without_a_relevant_document_or_a_ranking_every_value_is_zero() {
    let nothing: Documents = vec![(vec![Some(0), None], Some(1)), (vec![None, Some(-1)], None)];
    let missing: Documents = vec![(vec![Some(1), None], None), (vec![None, Some(1)], None)];
    for name in [
        "alpha_DCG@5",
        "alpha_nDCG",
        "ERR_IA@1",
        "nERR_IA",
        "NRBP",
        "nNRBP",
        "AP_IA",
        "P_IA@3",
        "StRecall",
    ] {
        assert_eq!(value_of(&run(&nothing), &qrels(&nothing), name), 0.0, "{name}");
        assert_eq!(value_of(&run(&missing), &qrels(&missing), name), 0.0, "{name}");
    }
}

/// {1,2}, {1,3}, {2}, {3}, {4}-like sets where the greedy ranking is not the best one: the document of three subtopics gains most at first, and
/// leaves less for the two that follow.
#[test]
fn a_ranking_may_be_better_than_the_greedy_one() {
    let covers = |subtopics: &[usize]| -> Vec<Option<i32>> {
        (0..6).map(|s| subtopics.contains(&s).then_some(1)).collect()
    };
    // greedy: {0,1,3,4} gains 4, then {0,1,2} 1 with alpha 1; the other two gain 3 and 3
    let documents: Documents = vec![
        (covers(&[0, 1, 2]), Some(3)),
        (covers(&[3, 4, 5]), Some(2)),
        (covers(&[0, 1, 3, 4]), Some(1)),
    ];
    let value = value_of(&run(&documents), &qrels(&documents), "alpha_nDCG(alpha=1.0)@2");
    let discount = 3f64.log2();
    assert!(
        close(value, (3.0 + 3.0 / discount) / (4.0 + 1.0 / discount)),
        "{value}"
    );
    assert!(value > 1.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn values_are_shares_and_normalised_ones_are_finite(documents in documents(1..20, -1..4), depth in 1u32..30) {
        let (run, qrels) = (run(&documents), qrels(&documents));
        let at = |name: &&str| format!("{name}@{depth}");
        for name in SHARES.iter().map(at).chain(WHOLE.map(str::to_owned)) {
            let value = value_of(&run, &qrels, &name);
            prop_assert!((0.0..=1.0 + 1e-12).contains(&value), "{} {}", name, value);
        }
        for name in NORMALIZED.iter().map(at).chain(WHOLE_NORMALIZED.map(str::to_owned)) {
            let value = value_of(&run, &qrels, &name);
            prop_assert!((0.0..2.0).contains(&value), "{} {}", name, value);
        }
    }

    #[test]
    fn names_print_and_parse_back(name in name()) {
        let measure: Measure = name.parse().expect("a measure");
        prop_assert_eq!(measure.to_string(), name);
    }

    #[test]
    fn one_subtopic_of_binary_grades_gives_the_measures_they_are_made_of(
        documents in documents(1..20, 0..2),
        depth in 1u32..12,
    ) {
        let single: Documents = documents.into_iter().map(|(grades, score)| (grades[..1].to_vec(), score)).collect();
        let (run, qrels) = (run(&single), qrels(&single));
        prop_assume!(!qrels.is_empty());
        let of = |name: &str| value_of(&run, &qrels, &name.replace('K', &depth.to_string()));
        for (one, other) in [
            ("alpha_nDCG(alpha=0)@K", "nDCG@K"),
            ("AP_IA", "AP"),
            ("P_IA@K", "P@K"),
            ("StRecall@K", "Success@K"),
            ("NRBP(alpha=0,beta=0.8)", "RBP(rel=1)"),
        ] {
            prop_assert!(close(of(one), of(other)), "{} {} {} {}", one, of(one), other, of(other));
        }
        // ERR of a ranking that is relevant throughout: Σ 2^-r / r
        let best: f64 = (1..=depth).map(|r| 0.5f64.powi(r as i32) / f64::from(r)).sum();
        prop_assert!(close(of("ERR_IA@K"), of("ERR(max_rel=1)@K") / best));
    }

    #[test]
    fn a_document_that_serves_more_never_lowers_a_value_by_moving_up(
        documents in documents(2..12, 0..2),
        name in name(),
        place in 0usize..11,
    ) {
        let place = place % (documents.len() - 1);
        let is_served = |d: usize, s: usize| documents[d].0[s] == Some(1);
        let (above, below) = (place, place + 1);
        prop_assume!((0..documents[0].0.len()).all(|s| is_served(below, s) || !is_served(above, s)));
        // judged_only would take documents out
        prop_assume!(!name.contains("judged_only"));
        let qrels = qrels(&documents);
        let mut order: Vec<usize> = (0..documents.len()).collect();
        let before = value_of(&ordered(&order), &qrels, &name);
        order.swap(above, below);
        prop_assert!(value_of(&ordered(&order), &qrels, &name) >= before - 1e-12);
    }

    #[test]
    fn names_of_subtopics_mean_nothing(documents in documents(1..20, -1..3), name in name()) {
        let other = qrels_with(&documents, |s| format!("z{}", 9 - s));
        let run = run(&documents);
        prop_assert_eq!(value_of(&run, &qrels(&documents), &name), value_of(&run, &other, &name));
    }

    #[test]
    fn the_range_over_ties_is_that_of_every_order(documents in documents(2..6, -1..3), name in name()) {
        let (run, qrels) = (run(&documents), qrels(&documents));
        let measures: [Measure; 1] = [name.parse().expect("a measure")];
        let returned: Vec<usize> = (0..documents.len()).filter(|&d| documents[d].1.is_some()).collect();
        prop_assume!(!qrels.is_empty() && !returned.is_empty());
        let falls = |order: &Vec<usize>| order.windows(2).all(|pair| documents[pair[0]].1 >= documents[pair[1]].1);
        let values: Vec<f64> = orders(&returned).iter().filter(|order| falls(order))
            .map(|order| value_of(&ordered(order), &qrels, &name)).collect();
        let ranges = tie_ranges(&run, &qrels, &measures, TieBreak::Trec.into());
        let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(low, high), &x| (low.min(x), high.max(x)));
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        let range = &ranges.ranges[0];
        prop_assert!(close(range.low, low) && close(range.high, high) && close(range.mean, mean), "{:?} {} {} {}", range, low, mean, high);
        let is_decided = !evaluate(&run, &qrels, &measures, TieBreak::Trec).coverage.decided_by_ties.is_empty();
        prop_assert_eq!(is_decided, high - low > 1e-12);
        prop_assert_eq!(ranges.n_topics == 1, is_decided);
    }

    #[test]
    fn a_range_does_not_depend_on_the_measures_beside_it(documents in documents(2..30, -1..3), name in name()) {
        let (run, qrels) = (run(&documents), qrels(&documents));
        let both: [Measure; 2] = ["nDCG".parse().expect("a measure"), name.parse().expect("a measure")];
        let together = tie_ranges(&run, &qrels, &both, TieBreak::Trec.into());
        for (measure, range) in both.iter().zip(&together.ranges) {
            let alone = tie_ranges(&run, &qrels, std::slice::from_ref(measure), TieBreak::Trec.into());
            prop_assert_eq!(&alone.ranges[0], range);
        }
    }

    #[test]
    fn unjudged_documents_removed_is_judged_only(documents in documents(1..20, -1..3), depth in 1u32..12) {
        let (run, qrels) = (run(&documents), qrels(&documents));
        let removed = RankingRules { ties: TieBreak::Trec, unjudged: Unjudged::Removed };
        for name in ["alpha_nDCG", "ERR_IA", "P_IA"] {
            let measure: Measure = format!("{name}@{depth}").parse().expect("a measure");
            let expected = evaluate_by(&run, &qrels, std::slice::from_ref(&measure), removed);
            let judged_only = measure.judged_only().expect("it has that form");
            let found = evaluate(&run, &qrels, &[judged_only], TieBreak::Trec);
            prop_assert_eq!(&found.values[0].values, &expected.values[0].values);
        }
    }

    #[test]
    fn what_is_written_is_read_back(documents in documents(1..20, -2..4)) {
        let qrels = qrels(&documents);
        prop_assume!(!qrels.is_empty());
        let mut file = Vec::new();
        write_qrels(&mut file, &qrels).expect("ids that can be written");
        let rules = ReadingRules { subtopics: true, ..ReadingRules::default() };
        prop_assert_eq!(&read_qrels_by(&file[..], "x", rules).expect("our own").qrels, &qrels);
    }
}
