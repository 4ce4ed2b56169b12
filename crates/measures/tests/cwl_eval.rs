//! What cwl_eval 1.0.12 says, called by ir_measures 0.4.3, of one ranking. `scripts/check-ir-measures` compares on thousands.
#![cfg(feature = "evaluation")]
#![allow(clippy::excessive_precision)] // digits as another program prints them

use sokutei_measures::formulas::{
    ExpectedUtility, bejeweled_player, insq, inst, nerr_8, nerr_9, nerr_10, nerr_11, scaled_dcg,
};
use sokutei_measures::trec::read_qrels;
use sokutei_measures::{Cutoff, Docid, GradeScale, Hit, Measure, Run, TieBreak, TopicId, evaluate};

/// By rank; the fourth document is not judged.
const GRADES: [Option<i32>; 8] = [
    Some(1),
    Some(0),
    Some(2),
    None,
    Some(3),
    Some(1),
    Some(4),
    Some(0),
];

/// Measure; `EU`, `ETU`, `ED` as printed by Python.
const PRINTED: [(&str, [f64; 3]); 16] = [
    ("BPM(max_rel=4)@10", [0.30000000000000004, 1.5, 5.0]),
    ("BPM(T=2.0,max_rel=4)@5", [0.30000000000000004, 1.5, 5.0]),
    ("BPM(T=3.0,min_rel=1,max_rel=3)@100", [0.025, 2.5, 100.0]),
    (
        "SDCG(max_rel=4)@5",
        [0.26798391077106437, 0.790139605425906, 2.9484591188793923],
    ),
    (
        "SDCG(min_rel=1,max_rel=3)@20",
        [0.13780527785828597, 0.9701861405678748, 7.040268381923511],
    ),
    ("NERR8(max_rel=4)@10", [0.2929061784897025, 1.0, 3.4140625]),
    ("NERR8(min_rel=1,max_rel=5)@4", [0.06666666666666667, 0.25, 3.75]),
    (
        "NERR9(max_rel=4)@10",
        [0.2446939025886394, 0.4452008928571428, 1.819419642857143],
    ),
    (
        "NERR10(max_rel=4)",
        [0.27274039505087166, 0.7894846796875001, 2.8946378828125003],
    ),
    (
        "NERR10(p=0.5,max_rel=5)",
        [0.17724618572235828, 0.30112, 1.6988799999999997],
    ),
    (
        "NERR11(max_rel=4)",
        [0.23328032680827154, 0.38130779655612246, 1.6345475924744899],
    ),
    (
        "NERR11(T=3.0,max_rel=5)",
        [0.20171746504444676, 0.5258223893000376, 2.6067390509422106],
    ),
    (
        "INST(max_rel=4)",
        [0.22439335442290584, 0.474865728728589, 2.116233443598046],
    ),
    (
        "INST(T=3.0,max_rel=5)",
        [0.15293920972539476, 0.8632893204726125, 5.644967333624664],
    ),
    (
        "INSQ(max_rel=4)",
        [0.2101303011830761, 0.5412305404669908, 2.5757422587382233],
    ),
    (
        "INSQ(T=3.0,min_rel=1,max_rel=3)",
        [0.13728808613283788, 0.8911610703571808, 6.491823326443927],
    ),
];

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * b.abs().max(1.0)
}

fn value(grades: &[Option<i32>], measure: &str) -> f64 {
    let judged = grades
        .iter()
        .enumerate()
        .filter_map(|(i, grade)| grade.map(|grade| (i, grade)));
    let lines: String = judged.map(|(i, grade)| format!("1 0 d{i} {grade}\n")).collect();
    let qrels = read_qrels(lines.as_bytes(), "qrels").expect("qrels").qrels;
    let hits = (0..grades.len()).map(|i| Hit {
        docid: Docid::new(format!("d{i}")).expect("an id"),
        score: -(i as f64),
    });
    let run = Run::from_hits("run", [(TopicId::new("1").expect("an id"), hits.collect())]).expect("a run");
    let measure: Measure = measure.parse().unwrap_or_else(|e| panic!("{e}"));
    evaluate(&run, &qrels, &[measure], TieBreak::Trec).values[0].mean()
}

#[test]
fn values_are_those_of_cwl_eval() {
    for (measure, [per_item, ..]) in PRINTED {
        let found = value(&GRADES, measure);
        assert!(close(found, per_item), "{measure}: {found}, {per_item}");
    }
}

#[test]
fn total_and_number_of_documents_are_those_of_cwl_eval() {
    let k = |depth| Cutoff::new(depth).expect("at least 1");
    let gains = |least, largest| -> Vec<f64> {
        let scale = GradeScale::new(least, largest).expect("a scale");
        GRADES
            .iter()
            .map(|grade| grade.map_or(0.0, |grade| scale.gain(f64::from(grade))))
            .collect()
    };
    let (four, five) = (gains(0, 4), gains(0, 5));
    let found: [ExpectedUtility; 16] = [
        bejeweled_player(&four, 1.0, k(10)),
        bejeweled_player(&four, 2.0, k(5)),
        bejeweled_player(&gains(1, 3), 3.0, k(100)),
        scaled_dcg(&four, k(5)),
        scaled_dcg(&gains(1, 3), k(20)),
        nerr_8(&four, k(10)),
        nerr_8(&gains(1, 5), k(4)),
        nerr_9(&four, k(10)),
        nerr_10(&four, 0.9),
        nerr_10(&five, 0.5),
        nerr_11(&four, 1.0),
        nerr_11(&five, 3.0),
        inst(&four, 1.0),
        inst(&five, 3.0),
        insq(&four, 1.0),
        insq(&gains(1, 3), 3.0),
    ];
    for (found, (measure, [per_item, total, items])) in found.into_iter().zip(PRINTED) {
        assert!(
            close(found.per_item, per_item) && close(found.total, total) && close(found.items, items),
            "{measure}: {found:?}"
        );
    }
}

#[test]
fn nobody_reads_past_a_thousand_documents() {
    let late = |n_before| [vec![Some(0); n_before], vec![Some(3); 900]].concat();
    assert!(close(
        value(&late(990), "SDCG(max_rel=3)@2000"),
        0.008156074106483538
    ));
    assert!(close(value(&late(1_100), "SDCG(max_rel=3)@2000"), 0.0));
}
