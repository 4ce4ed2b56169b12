//! Five documents, three judgments, every number worked by hand.
//!
//! One topic; a system returned d3, d7, d1, d9, d4; the qrels say d1 = 2, d4 = 1, d8 = 1. d8 was not returned, d3, d7
//! and d9 are unjudged. The example is the same in the documentation, the tests and the report, so that it has to be
//! understood only once; its printed numbers are those of an article on evaluating retrieval, which got them by
//! hand, from its own Python and from ir_measures 0.4.3 alike.
//!
//! ```
//! use sokutei_measures::{TieBreak, evaluate, worked_example};
//!
//! let measures = ["Success@3", "R@3", "P@3", "RR@3", "AP@3", "nDCG@3", "nDCG(dcg='exp-log2')@3"];
//! let measures: Vec<_> = measures.iter().map(|m| m.parse()).collect::<Result<_, _>>()?;
//! let (run, qrels) = (worked_example::run(), worked_example::qrels());
//! let values = evaluate(&run, &qrels, &measures, TieBreak::RankColumn).values;
//! let printed: Vec<String> = values.iter().map(|v| format!("{:.4}", v.mean())).collect();
//! assert_eq!(printed, ["1.0000", "0.3333", "0.3333", "0.3333", "0.1111", "0.3194", "0.3631"]);
//!
//! assert!(worked_example::checks().iter().all(|check| check.agrees()));
//! # Ok::<(), sokutei_measures::Error>(())
//! ```

use serde::Serialize;

use crate::evaluate::evaluate;
use crate::hits::Hit;
use crate::ids::{Docid, TopicId};
use crate::measure::Measure;
use crate::qrels::Qrels;
use crate::run::Run;
use crate::tie_break::TieBreak;

/// Documents in the order in which they were returned.
pub const RANKING: [&str; 5] = ["d3", "d7", "d1", "d9", "d4"];

/// Judged documents with their grades.
pub const GRADES: [(&str, i32); 3] = [("d1", 2), ("d4", 1), ("d8", 1)];

/// A number that the article printed, and the way to it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed {
    /// The measure, as [`Measure`] prints it.
    pub measure: &'static str,
    /// The value, with four decimals.
    pub value: f64,
    /// The computation.
    pub by_hand: &'static str,
}

const fn printed(measure: &'static str, value: f64, by_hand: &'static str) -> Printed {
    Printed {
        measure,
        value,
        by_hand,
    }
}

/// All numbers printed for the example, cutoff by cutoff.
pub const PRINTED: [Printed; 23] = [
    printed("Success@1", 0.0, "rank 1 is d3, not relevant"),
    printed("R@1", 0.0, "0/3"),
    printed("P@1", 0.0, "0/1"),
    printed("RR@1", 0.0, "nothing relevant up to rank 1"),
    printed("AP@1", 0.0, "0/3"),
    printed("nDCG@1", 0.0, "0 / 2"),
    printed("nDCG(dcg='exp-log2')@1", 0.0, "0 / 3"),
    printed("Success@3", 1.0, "d1 at rank 3"),
    printed("R@3", 0.3333, "1/3"),
    printed("P@3", 0.3333, "1/3"),
    printed("RR@3", 0.3333, "1/3"),
    printed("AP@3", 0.1111, "(1/3) / 3"),
    printed(
        "nDCG@3",
        0.3194,
        "2/log2(4) / (2/log2(2) + 1/log2(3) + 1/log2(4)) = 1 / 3.1309",
    ),
    printed(
        "nDCG(dcg='exp-log2')@3",
        0.3631,
        "3/log2(4) / (3/log2(2) + 1/log2(3) + 1/log2(4)) = 1.5 / 4.1309",
    ),
    printed("Success@5", 1.0, "d1 at rank 3"),
    printed("R@5", 0.6667, "2/3, d8 is missing"),
    printed("P@5", 0.4, "2/5"),
    printed("RR@5", 0.3333, "1/3"),
    printed("AP@5", 0.2444, "(1/3 + 2/5) / 3"),
    printed(
        "nDCG@5",
        0.4430,
        "(2/log2(4) + 1/log2(6)) / 3.1309 = 1.3869 / 3.1309",
    ),
    printed(
        "nDCG(dcg='exp-log2')@5",
        0.4568,
        "(3/log2(4) + 1/log2(6)) / 4.1309 = 1.8869 / 4.1309",
    ),
    printed(
        "nDCG(gains={2:3})@5",
        0.4568,
        "the same, with the gain of grade 2 written out",
    ),
    printed("ContextPrecision@5", 0.3667, "(1/3 + 2/5) / 2"),
];

/// A printed number beside ours.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Check {
    /// The measure.
    pub measure: Measure,
    /// The computation by hand.
    pub by_hand: &'static str,
    /// What was printed, four decimals.
    pub printed: f64,
    /// What this crate computes, all digits.
    pub computed: f64,
}

impl Check {
    /// Whether the computed value prints as the printed one.
    #[must_use]
    pub fn agrees(&self) -> bool {
        format!("{:.4}", self.computed) == format!("{:.4}", self.printed)
    }
}

fn topic() -> TopicId {
    TopicId::new("q").expect("a valid id")
}

fn docid(id: &str) -> Docid {
    Docid::new(id).expect("a valid id")
}

/// The run, tagged `example`: scores 5 down to 1.
#[must_use]
pub fn run() -> Run {
    let hits = RANKING.iter().zip([5.0, 4.0, 3.0, 2.0, 1.0]);
    let hits = hits
        .map(|(id, score)| Hit {
            docid: docid(id),
            score,
        })
        .collect();
    Run::from_hits("example", [(topic(), hits)]).expect("five different documents")
}

/// The qrels, for topic `q`.
#[must_use]
pub fn qrels() -> Qrels {
    let mut qrels = Qrels::new();
    for (id, grade) in GRADES {
        qrels
            .insert(topic(), docid(id), grade)
            .expect("three different documents");
    }
    qrels
}

/// Every printed number with the value computed here, in the order of [`PRINTED`].
#[must_use]
pub fn checks() -> Vec<Check> {
    let parse = |printed: &Printed| printed.measure.parse::<Measure>().expect("a valid measure");
    let measures: Vec<Measure> = PRINTED.iter().map(parse).collect();
    let values = evaluate(&run(), &qrels(), &measures, TieBreak::RankColumn).values;
    let checks = PRINTED.iter().zip(values).map(|(printed, values)| Check {
        computed: values.mean(),
        measure: values.measure,
        by_hand: printed.by_hand,
        printed: printed.value,
    });
    checks.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printed_number_is_reproduced() {
        for check in checks() {
            assert!(
                check.agrees(),
                "{}: {} printed, {} computed",
                check.measure,
                check.printed,
                check.computed
            );
        }
    }

    #[test]
    fn no_tie_rule_changes_the_example() {
        let measures = [Measure::average_precision(None), Measure::judged(None)];
        for tie in TieBreak::ALL {
            let evaluation = evaluate(&run(), &qrels(), &measures, tie);
            assert!((evaluation.values[0].mean() - (1.0 / 3.0 + 2.0 / 5.0) / 3.0).abs() < 1e-15);
            assert_eq!(evaluation.values[1].mean(), 0.4);
            assert!(evaluation.coverage.decided_by_ties.is_empty());
        }
    }
}
