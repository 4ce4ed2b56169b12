//! Bounds over what nobody judged, against every judgment that there could be.
#![cfg(feature = "evaluation")]

use proptest::prelude::*;
use sokutei_measures::trec::read_run;
use sokutei_measures::{Docid, Measure, Qrels, Run, TieBreak, TopicId, evaluate, unjudged_bounds};

fn measure(name: &str) -> Measure {
    name.parse().unwrap_or_else(|e| panic!("{e}"))
}

/// Documents d0, d1, … in this order.
fn run(n: usize) -> Run {
    let rows: String = (0..n)
        .map(|i| format!("q Q0 d{i} {} {} r\n", i + 1, n - i))
        .collect();
    read_run(rows.as_bytes(), "x.run").expect("a valid run")
}

/// The judged ones of d0, d1, …, and of others that were not returned.
fn qrels(grades: &[Option<i32>]) -> Qrels {
    let mut qrels = Qrels::new();
    let q = TopicId::new("q").expect("an id");
    for (i, grade) in grades.iter().enumerate() {
        if let Some(grade) = *grade {
            let docid = Docid::new(format!("d{i}")).expect("an id");
            qrels.insert(q.clone(), docid, grade).expect("new");
        }
    }
    qrels
}

fn value(run: &Run, grades: &[Option<i32>], measure: &Measure) -> f64 {
    evaluate(run, &qrels(grades), std::slice::from_ref(measure), TieBreak::Trec).values[0].aggregate()
}

/// Least and largest value over all grades of `scale` for what nobody judged, or judged below 0.
fn by_trying(n_returned: usize, grades: &[Option<i32>], scale: &[i32], measure: &Measure) -> [f64; 2] {
    let run = run(n_returned);
    let unjudged: Vec<usize> = (0..n_returned)
        .filter(|&i| grades[i].is_none_or(|g| g < 0))
        .collect();
    let n_ways = scale.len().pow(u32::try_from(unjudged.len()).expect("few"));
    let values = (0..n_ways).map(|way| {
        let mut judged = grades.to_vec();
        let mut rest = way;
        for &i in &unjudged {
            judged[i] = Some(scale[rest % scale.len()]);
            rest /= scale.len();
        }
        value(&run, &judged, measure)
    });
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], v| {
        [low.min(v), high.max(v)]
    })
}

fn bounds(n_returned: usize, grades: &[Option<i32>], measure: &Measure) -> [f64; 2] {
    let found = unjudged_bounds(
        &run(n_returned),
        &qrels(grades),
        std::slice::from_ref(measure),
        TieBreak::Trec,
    );
    let found = found.unwrap_or_else(|e| panic!("{e}"));
    [found[0].low, found[0].high]
}

const LARGEST: i32 = 3;

/// Up to 7 returned and up to 4 others; the last is always of the largest grade, so that all qrels have one scale.
fn cases() -> impl Strategy<Value = (usize, Vec<Option<i32>>)> {
    let grade = prop_oneof![3 => Just(None), 1 => Just(Some(-1)), 4 => (0..=LARGEST).prop_map(Some)];
    let judged = (0..=LARGEST).prop_map(Some);
    (
        prop::collection::vec(grade, 1..7),
        prop::collection::vec(judged, 0..4),
    )
        .prop_map(|(returned, others)| {
            let n = returned.len();
            (n, [returned, others, vec![Some(LARGEST)]].concat())
        })
}

proptest! {
    #[test]
    fn measures_of_a_threshold_have_the_bounds_of_all_judgments((n, grades) in cases(), rel in 1..=LARGEST, k in 1..8u32) {
        for name in [
            "Success(rel={rel})@{k}", "P(rel={rel})@{k}", "RR(rel={rel})", "RR(rel={rel})@{k}", "R(rel={rel})@{k}", "AP(rel={rel})", "AP(rel={rel})@{k}", "GMAP(rel={rel})", "ContextPrecision(rel={rel})@{k}",
            "IDBasedContextPrecision(rel={rel})@{k}", "Rprec(rel={rel})", "IPrec(rel={rel})@0.3", "IPrec(rel={rel})@1.0", "SetP(rel={rel})", "SetP(rel={rel},relative=True)", "SetR(rel={rel})", "SetAP(rel={rel})", "SetF(rel={rel},beta=2.0)",
            "RBP(rel={rel},p=0.7)", "RBP(rel={rel})@{k}", "NumRet(rel={rel})",
        ] {
            let measure = measure(&name.replace("{rel}", &rel.to_string()).replace("{k}", &k.to_string()));
            let (found, tried) = (bounds(n, &grades, &measure), by_trying(n, &grades, &[0, LARGEST], &measure));
            // the geometric mean of one topic goes through a logarithm
            prop_assert!((0..2).all(|i| (found[i] - tried[i]).abs() < 1e-12), "{measure}: {found:?}, not {tried:?}");
        }
    }

    #[test]
    fn measures_of_grades_have_them_too((n, grades) in cases(), k in 1..8u32) {
        for name in ["ERR(max_rel=3)", "ERR(max_rel=3)@{k}", "RBP(max_rel=3,p=0.9)", "RBP(max_rel=3)@{k}"] {
            let measure = measure(&name.replace("{k}", &k.to_string()));
            let (found, tried) = (bounds(n, &grades, &measure), by_trying(n, &grades, &[0, 1, 2, 3], &measure));
            prop_assert!((0..2).all(|i| (found[i] - tried[i]).abs() < 1e-12), "{measure}: {found:?}, not {tried:?}");
        }
    }

    #[test]
    fn those_of_ndcg_are_safe((n, grades) in cases(), k in 1..8u32) {
        for name in ["nDCG", "nDCG@{k}", "nDCG(dcg='exp-log2')@{k}", "nDCG(gains={1:5,3:6})@{k}", "nDCG(gains={1:10,2:3})@{k}", "nDCG(gains={0:5,3:0})@{k}"] {
            let measure = measure(&name.replace("{k}", &k.to_string()));
            let (found, tried) = (bounds(n, &grades, &measure), by_trying(n, &grades, &[0, 1, 2, 3], &measure));
            prop_assert!(found[0] <= tried[0] + 1e-12 && found[1] >= tried[1] - 1e-12, "{measure}: {found:?} does not hold {tried:?}");
            prop_assert!(0.0 <= found[0] && found[1] <= 1.0, "{measure}: {found:?}");
            let value = value(&run(n), &grades, &measure);
            prop_assert!(found[0] - 1e-12 <= value && value <= found[1] + 1e-12, "{measure}: {value}");
        }
    }
}

#[test]
fn the_largest_gain_of_a_table_need_not_be_of_the_largest_grade() {
    // gains: unjudged at rank 1, 3 at rank 2, 10 not returned
    let (run, measure) = (run(2), measure("nDCG(gains={1:10,2:3})@2"));
    let [low, high] = bounds(2, &[None, Some(2), Some(1)], &measure);
    // judged 1, rank 1 gains 10, not 3: 11.89 of 10 + 10 / log2(3)
    let (second, best) = (3.0 / 3f64.log2(), 10.0 + 10.0 / 3f64.log2());
    let judged = value(&run, &[Some(1), Some(2), Some(1)], &measure);
    assert!((judged - (10.0 + second) / best).abs() < 1e-12);
    assert!(high >= judged, "{high}");
    assert!((low - second / best).abs() < 1e-12, "{low}");
}

#[test]
fn measures_without_bounds_are_refused_by_name() {
    for name in [
        "Bpref",
        "infAP",
        "Judged",
        "Compat",
        "P(judged_only=True)@5",
        "NumRel",
        "NumRet",
        "INST(max_rel=3)",
        "alpha_nDCG",
        "RBPResidual",
    ] {
        let error =
            unjudged_bounds(&run(1), &qrels(&[Some(1)]), &[measure(name)], TieBreak::Trec).unwrap_err();
        assert!(
            error.to_string().contains(&format!("measure is {name}")),
            "{error}"
        );
    }
}
