//! What else could the value have been, had equal scores been ordered otherwise?

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::ranked_topic::{Judged, RankedRows, RankedTopic};
use super::views::Views;
use super::{RankingRules, judged_topics};
use crate::measure::Measure;
use crate::qrels::{Judgments, Qrels};
use crate::run::Run;
use crate::stats::{NumpyRng, mean};

/// Values of one measure over all orders of documents with equal scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TieRange {
    /// What was measured.
    pub measure: Measure,
    /// The least value: of the topics' least values.
    pub low: f64,
    /// What a random order gives in the mean: of the topics' means.
    pub mean: f64,
    /// The largest value: of the topics' largest values.
    pub high: f64,
}

/// How much of the values the tie rule decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TieRanges {
    /// One entry per measure, in the order asked for.
    pub ranges: Vec<TieRange>,
    /// Topics of which the order of equal scores decides a value.
    pub n_topics: usize,
    /// Topics with more than [`EVERY_ORDER`] different orders: their means are of that many seeded random orders, and their
    /// ends the best of those and of the two extremes, best grade first and best grade last.
    pub n_sampled: usize,
}

/// Up to so many different orders of a topic are all tried.
pub const EVERY_ORDER: usize = 1_000;

/// Least, mean and largest value over all orders of documents with equal scores, all orders being equally likely.
///
/// Orders that differ only in documents of one grade give one value and are tried once. Up to [`EVERY_ORDER`] of a topic are
/// tried, which is exact. Past that the mean is estimated; the ends are exact for every measure that never falls when a better
/// document moves up (all but `Bpref`, `infAP` and `Judged`).
///
/// Source: McSherry & Najork, ECIR 2008, who take the mean; trec_eval's order of docids is one of the orders.
///
/// ```
/// use sokutei_measures::{TieBreak, tie_ranges, trec};
///
/// let qrels = trec::read_qrels("1 0 a 0\n1 0 b 1\n".as_bytes(), "qrels")?.qrels;
/// let run = trec::read_run("1 Q0 b 1 1.0 x\n1 Q0 a 2 1.0 x\n".as_bytes(), "run")?;
/// let ranges = tie_ranges(&run, &qrels, &["nDCG".parse()?], TieBreak::Trec.into());
/// let range = &ranges.ranges[0];
/// assert_eq!([range.low, range.mean, range.high].map(|x| format!("{x:.4}")), ["0.6309", "0.8155", "1.0000"]);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[must_use]
pub fn tie_ranges(run: &Run, qrels: &Qrels, measures: &[Measure], rules: RankingRules) -> TieRanges {
    let views = Views::of(measures);
    let judged: Vec<_> = judged_topics(qrels).collect();
    let topics: Vec<TopicRange> = judged
        .par_iter()
        .map(|(topic, judgments)| {
            let ranked = RankedRows::of(run, topic, judgments, rules);
            TopicRange::of(ranked, judgments, &views)
        })
        .collect();
    let over = |measure: &Measure, value: &dyn Fn(&TopicRange) -> f64| {
        measure
            .aggregate()
            .of(&topics.iter().map(value).collect::<Vec<_>>())
    };
    let ranges = measures.iter().enumerate().map(|(m, measure)| TieRange {
        measure: measure.clone(),
        low: over(measure, &|topic| topic.values[m].low),
        mean: over(measure, &|topic| topic.values[m].mean),
        high: over(measure, &|topic| topic.values[m].high),
    });
    TieRanges {
        ranges: ranges.collect(),
        n_topics: topics.iter().filter(|topic| topic.is_tied).count(),
        n_sampled: topics.iter().filter(|topic| topic.is_sampled).count(),
    }
}

/// Whether some order of equal scores gives other values than `values`, those of the ranking as it is.
///
/// The two extremes are looked at, best grade first and best grade last: no measure that never falls when a better document moves
/// up has another value between two equal ones.
pub(super) fn order_decides(
    ranked: RankedRows,
    judgments: &Judgments,
    views: &Views<'_>,
    values: &[f64],
) -> bool {
    if !ranked.has_tied_grades() {
        return false;
    }
    let mut orders = Orders::of(ranked);
    [true, false].into_iter().any(|best_first| {
        orders.go_to_extreme(best_first);
        let others = orders.values(judgments, views);
        values
            .iter()
            .zip(&others)
            .any(|(a, b)| a.to_bits() != b.to_bits())
    })
}

/// Values of one topic and one measure.
struct Spread {
    low: f64,
    mean: f64,
    high: f64,
}

/// One topic: a spread per measure.
struct TopicRange {
    values: Vec<Spread>,
    is_tied: bool,
    is_sampled: bool,
}

impl TopicRange {
    fn of(ranked: RankedRows, judgments: &Judgments, views: &Views<'_>) -> Self {
        let has_ties = ranked.has_tied_grades();
        let mut orders = Orders::of(ranked);
        let is_sampled = has_ties && orders.count().is_none_or(|n| n > EVERY_ORDER);
        let mut values: Vec<Vec<f64>> = Vec::new(); // [order][measure]
        let mut extremes = 0;
        if is_sampled {
            for best_first in [true, false] {
                orders.go_to_extreme(best_first);
                values.push(orders.values(judgments, views));
                extremes += 1;
            }
            let mut rng = NumpyRng::new(0);
            for _ in 0..EVERY_ORDER {
                orders.shuffle(&mut rng);
                values.push(orders.values(judgments, views));
            }
        } else {
            orders.go_to_extreme(false);
            loop {
                values.push(orders.values(judgments, views));
                if !orders.advance() {
                    break;
                }
            }
        }
        let n_measures = values[0].len();
        let spread = |m: usize| {
            let of_orders = || values.iter().map(|values| values[m]);
            let drawn: Vec<f64> = of_orders().skip(extremes).collect();
            Spread {
                low: of_orders().fold(f64::INFINITY, f64::min),
                mean: mean(&drawn),
                high: of_orders().fold(f64::NEG_INFINITY, f64::max),
            }
        };
        let values: Vec<Spread> = (0..n_measures).map(spread).collect();
        Self {
            is_tied: values.iter().any(|of| of.low.to_bits() != of.high.to_bits()),
            values,
            is_sampled,
        }
    }
}

/// A ranking whose groups of equal scores can be put into any order.
struct Orders {
    rows: Vec<Judged>,
    /// Ranges of rows with equal scores and different grades.
    groups: Vec<std::ops::Range<usize>>,
}

impl Orders {
    fn of(ranked: RankedRows) -> Self {
        let RankedRows { rows, ties_with_next } = ranked;
        let mut groups = Vec::new();
        let mut start = 0;
        for end in 1..=rows.len() {
            if ties_with_next.get(end - 1) != Some(&true) {
                let grades = rows[start..end].iter().map(|&row| grade(row));
                if grades.clone().any(|g| g != grade(rows[start])) {
                    groups.push(start..end);
                }
                start = end;
            }
        }
        Self { rows, groups }
    }

    /// Number of different orders; `None` past the range of numbers.
    fn count(&self) -> Option<usize> {
        self.groups.iter().try_fold(1usize, |all, group| {
            let mut grades: Vec<_> = self.rows[group.clone()].iter().map(|&row| grade(row)).collect();
            grades.sort_unstable();
            let (mut orders, mut n) = (all, 0usize);
            for same in grades.chunk_by(|a, b| a == b) {
                for taken in 1..=same.len() {
                    n += 1;
                    orders = orders.checked_mul(n)? / taken; // a product of binomials stays whole at each step
                }
            }
            Some(orders)
        })
    }

    fn values(&self, judgments: &Judgments, views: &Views<'_>) -> Vec<f64> {
        views.values(&RankedTopic::of(&self.rows, judgments))
    }

    /// Each group by grade; unjudged documents are below all others.
    fn go_to_extreme(&mut self, best_first: bool) {
        for group in &self.groups {
            let rows = &mut self.rows[group.clone()];
            rows.sort_by_key(|&row| grade(row));
            if best_first {
                rows.reverse();
            }
        }
    }

    /// The next order, if there is one; begins at best grade last. Orders of one group after the other, as digits of a number.
    fn advance(&mut self) -> bool {
        let Self { rows, groups } = self;
        groups
            .iter()
            .any(|group| next_arrangement(&mut rows[group.clone()]))
    }

    fn shuffle(&mut self, rng: &mut NumpyRng) {
        for group in &self.groups {
            let rows = &mut self.rows[group.clone()];
            let shuffled: Vec<Judged> = rng
                .permutation(rows.len())
                .into_iter()
                .map(|place| rows[place])
                .collect();
            rows.copy_from_slice(&shuffled);
        }
    }
}

fn grade(row: Judged) -> Option<i32> {
    row.map(|(_, grade)| grade)
}

/// The next order of rows by grade; back to the first and `false` after the last. Rows of one grade are not told apart.
fn next_arrangement(rows: &mut [Judged]) -> bool {
    let Some(turn) = rows.windows(2).rposition(|pair| grade(pair[0]) < grade(pair[1])) else {
        rows.reverse();
        return false;
    };
    let above = rows.iter().rposition(|&row| grade(row) > grade(rows[turn]));
    rows.swap(turn, above.expect("the row behind is above"));
    rows[turn + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(grades: &[i32]) -> Vec<Judged> {
        grades
            .iter()
            .enumerate()
            .map(|(place, &grade)| Some((place, grade)))
            .collect()
    }

    fn orders(grades: &[i32]) -> Orders {
        let ties_with_next = vec![true; grades.len() - 1];
        Orders::of(RankedRows {
            rows: rows(grades),
            ties_with_next,
        })
    }

    #[test]
    fn every_different_order_comes_once() {
        // 4! / (2! 1! 1!) = 12
        let mut all = orders(&[1, 0, 1, 2]);
        assert_eq!(all.count(), Some(12));
        all.go_to_extreme(false);
        let mut seen = vec![];
        loop {
            seen.push(all.rows.iter().map(|&row| grade(row)).collect::<Vec<_>>());
            if !all.advance() {
                break;
            }
        }
        let n = seen.len();
        seen.sort();
        seen.dedup();
        assert_eq!((n, seen.len()), (12, 12));
    }

    #[test]
    fn groups_are_rows_that_tie_and_differ() {
        let ranked = RankedRows {
            rows: rows(&[1, 0, 2, 2, 0, 1]),
            ties_with_next: vec![true, false, true, false, true],
        };
        let all = Orders::of(ranked);
        assert_eq!(all.groups, [0..2, 4..6]); // the middle pair has one grade
        assert_eq!(all.count(), Some(4));
    }

    #[test]
    fn numbers_of_orders_that_no_integer_holds_are_none() {
        let grades: Vec<i32> = (0..200).collect();
        assert_eq!(orders(&grades).count(), None);
    }
}
