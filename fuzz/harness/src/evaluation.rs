//! Values of measures, held against their definitions.

use std::cmp::Ordering;

use sokutei_measures::{Judgments, Measure, Qrels, Run, RunRow, TieBreak, TopicId, evaluate};

/// Measures whose definition stands below, at one cutoff.
const DEFINED: [&str; 6] = ["Success@10", "P@10", "R@10", "RR@10", "AP@10", "nDCG@10"];
const OTHERS: [&str; 9] = [
    "RR",
    "AP",
    "nDCG",
    "R(rel=2)@100",
    "nDCG(dcg='exp-log2')@10",
    "nDCG(gains={1:0.3,2:0.9})@5",
    "ContextPrecision@5",
    "Judged@10",
    "Judged",
];

/// Evaluates a run under every order of ties, by the measures that are always looked at and by those `asked` for.
pub(crate) fn evaluation(run: &Run, qrels: &Qrels, asked: Vec<Measure>) {
    let fixed = DEFINED.iter().chain(&OTHERS);
    let mut measures: Vec<Measure> = fixed.map(|name| name.parse().expect("a measure")).collect();
    measures.extend(asked);
    for tie in TieBreak::ALL {
        let evaluation = evaluate(run, qrels, &measures, tie);
        assert_eq!(evaluation.values.len(), measures.len());
        let coverage = &evaluation.coverage;
        assert_eq!(coverage.n_topics, qrels.len());
        assert_eq!(
            coverage.n_topics - coverage.judged_missing_in_run.len(),
            run.len() - coverage.in_run_not_judged.len()
        );
        assert_eq!(
            coverage.require_overlap().is_ok(),
            run.topics().any(|topic| qrels.get(topic).is_some())
        );
        for (values, measure) in evaluation.values.iter().zip(&measures) {
            assert_eq!(values.measure, *measure);
            assert!(values.topics.iter().eq(qrels.topics()));
            assert_eq!(values.values.len(), values.topics.len());
            for value in values.values.iter().chain([&values.mean()]) {
                assert!((0.0..=1.0).contains(value), "{measure}: {value}");
            }
        }
        for (place, topic) in qrels.topics().enumerate() {
            let expected = by_definition(&ranking(run, topic, tie), qrels.get(topic).expect("a topic"));
            for (m, expected) in expected.into_iter().enumerate() {
                let value = evaluation.values[m].values[place];
                assert!(
                    (value - expected).abs() < 1e-9,
                    "{} {tie:?} {topic}: {value} is not {expected}",
                    DEFINED[m]
                );
            }
        }
    }
}

/// The rows of a topic in the order that a rule names, sorted by inserting one after the other.
fn ranking<'r>(run: &'r Run, topic: &TopicId, tie: TieBreak) -> Vec<&'r RunRow> {
    let mut sorted: Vec<&RunRow> = Vec::new();
    for row in run.hits(topic) {
        let place = sorted.iter().position(|other| is_before(tie, row, other));
        sorted.insert(place.unwrap_or(sorted.len()), row);
    }
    sorted
}

/// Whether `a`, which comes later in the file, stands before `b`.
fn is_before(tie: TieBreak, a: &RunRow, b: &RunRow) -> bool {
    let by = |x: f64, y: f64| x.partial_cmp(&y).expect("finite");
    let scores = by(a.score, b.score);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "single precision is the rule of trec_eval 9"
    )]
    let singles = by(f64::from(a.score as f32), f64::from(b.score as f32));
    let ids = a.docid.as_str().as_bytes().cmp(b.docid.as_str().as_bytes());
    match tie {
        TieBreak::Trec => scores.then(ids) == Ordering::Greater,
        TieBreak::Trec9 => singles.then(ids) == Ordering::Greater,
        TieBreak::DocidAsc => scores.then(ids.reverse()) == Ordering::Greater,
        TieBreak::RankColumn => a.rank < b.rank,
        TieBreak::InputOrder => scores == Ordering::Greater,
    }
}

/// The values of [`DEFINED`] for one topic.
fn by_definition(ranking: &[&RunRow], judged: &Judgments) -> [f64; 6] {
    let grade = |row: &&RunRow| judged.grade(&row.docid).unwrap_or(0);
    let top: Vec<i32> = ranking.iter().map(grade).take(10).collect();
    let relevant = judged.iter().filter(|(_, grade)| *grade >= 1).count();
    let found = top.iter().filter(|grade| **grade >= 1).count();
    let precision_at = |rank: usize| top[..rank].iter().filter(|g| **g >= 1).count() as f64 / rank as f64;
    let ranks: Vec<usize> = (1..=top.len()).filter(|rank| top[rank - 1] >= 1).collect();
    let over_relevant = |sum: f64| if relevant == 0 { 0.0 } else { sum / relevant as f64 };

    let dcg = |grades: &[i32]| -> f64 {
        let gains = grades.iter().enumerate();
        gains
            .map(|(i, grade)| f64::from((*grade).max(0)) / ((i + 2) as f64).log2())
            .sum()
    };
    let mut best: Vec<i32> = judged.iter().map(|(_, grade)| grade).collect();
    best.sort_unstable_by(|a, b| b.cmp(a));
    best.truncate(10);
    let ideal = dcg(&best);
    [
        f64::from(u8::from(found > 0)),
        found as f64 / 10.0,
        over_relevant(found as f64),
        ranks.first().map_or(0.0, |rank| 1.0 / *rank as f64),
        over_relevant(ranks.iter().map(|rank| precision_at(*rank)).sum()),
        if ideal > 0.0 { dcg(&top) / ideal } else { 0.0 },
    ]
}
