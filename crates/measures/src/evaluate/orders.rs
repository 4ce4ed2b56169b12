//! All orders of documents with equal scores.

use super::ranked_topic::{Judged, RankedRows, RankedTopic};
use super::views::TopicViews;
use crate::cutoff::Cutoff;
use crate::stats::NumpyRng;

/// A ranking whose groups of equal scores can be put into any order.
pub(super) struct Orders {
    rows: Vec<Judged>,
    /// Ranges of rows with equal scores and different states.
    groups: Vec<std::ops::Range<usize>>,
    states: States,
}

/// What tells documents apart.
struct States {
    /// For each judged document a number that is the same for those with the same subtopics; none where grades alone tell them apart.
    kinds: Vec<usize>,
}

impl States {
    /// Grade first; unjudged documents are below all others.
    fn of(&self, row: Judged) -> Option<(i32, usize)> {
        row.map(|(place, grade)| (grade, self.kinds.get(place).copied().unwrap_or(0)))
    }
}

impl Orders {
    pub(super) fn of(ranked: RankedRows, kinds: Vec<usize>) -> Self {
        let RankedRows { rows, ties_with_next } = ranked;
        let states = States { kinds };
        let mut groups = Vec::new();
        let mut start = 0;
        for end in 1..=rows.len() {
            if ties_with_next.get(end - 1) != Some(&true) {
                let first = states.of(rows[start]);
                if rows[start..end].iter().any(|&row| states.of(row) != first) {
                    groups.push(start..end);
                }
                start = end;
            }
        }
        Self { rows, groups, states }
    }

    /// Whether there is more than one order.
    pub(super) fn is_tied(&self) -> bool {
        !self.groups.is_empty()
    }

    /// Whether there is more than one order of the documents that a cutoff leaves.
    pub(super) fn reach(&self, cutoff: Option<Cutoff>) -> bool {
        let first = self.groups.first();
        first.is_some_and(|group| cutoff.is_none_or(|cutoff| group.start < cutoff.len()))
    }

    /// Number of different orders; `None` past the range of numbers.
    pub(super) fn count(&self) -> Option<usize> {
        self.groups.iter().try_fold(1usize, |all, group| {
            let rows = self.rows[group.clone()].iter();
            let mut states: Vec<_> = rows.map(|&row| self.states.of(row)).collect();
            states.sort_unstable();
            let (mut orders, mut n) = (all, 0usize);
            for same in states.chunk_by(|a, b| a == b) {
                for taken in 1..=same.len() {
                    n += 1;
                    orders = orders.checked_mul(n)? / taken; // a product of binomials stays whole at each step
                }
            }
            Some(orders)
        })
    }

    pub(super) fn values(&self, views: &TopicViews<'_, '_>) -> Vec<f64> {
        views.values(&RankedTopic::of(&self.rows, views.judgments()))
    }

    /// Each group by grade.
    pub(super) fn go_to_extreme(&mut self, best_first: bool) {
        for group in &self.groups {
            let rows = &mut self.rows[group.clone()];
            rows.sort_by_key(|&row| self.states.of(row));
            if best_first {
                rows.reverse();
            }
        }
    }

    /// The next order, if there is one; begins at best grade last. Orders of one group after the other, as digits of a number.
    pub(super) fn advance(&mut self) -> bool {
        let Self { rows, groups, states } = self;
        groups
            .iter()
            .any(|group| next_arrangement(&mut rows[group.clone()], states))
    }

    pub(super) fn shuffle(&mut self, rng: &mut NumpyRng) {
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

/// The next order of rows by state; back to the first and `false` after the last. Rows of one state are not told apart.
fn next_arrangement(rows: &mut [Judged], states: &States) -> bool {
    let rises = |pair: &[Judged]| states.of(pair[0]) < states.of(pair[1]);
    let Some(turn) = rows.windows(2).rposition(rises) else {
        rows.reverse();
        return false;
    };
    let above = rows
        .iter()
        .rposition(|&row| states.of(row) > states.of(rows[turn]));
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
        let ranked = RankedRows {
            rows: rows(grades),
            ties_with_next,
        };
        Orders::of(ranked, vec![])
    }

    #[test]
    fn every_different_order_comes_once() {
        // 4! / (2! 1! 1!) = 12
        let mut all = orders(&[1, 0, 1, 2]);
        assert_eq!(all.count(), Some(12));
        all.go_to_extreme(false);
        let mut seen = vec![];
        loop {
            seen.push(all.rows.iter().map(|&row| all.states.of(row)).collect::<Vec<_>>());
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
        let all = Orders::of(ranked, vec![]);
        assert_eq!(all.groups, [0..2, 4..6]); // the middle pair has one grade
        assert_eq!(all.count(), Some(4));
    }

    #[test]
    fn documents_of_one_grade_and_other_subtopics_are_told_apart() {
        let ranked = RankedRows {
            rows: rows(&[1, 1, 1, 0]),
            ties_with_next: vec![true; 3],
        };
        // 4! / 2!: the first two serve the same
        assert_eq!(Orders::of(ranked, vec![0, 0, 1, 2]).count(), Some(12));
    }

    #[test]
    fn numbers_of_orders_that_no_integer_holds_are_none() {
        let grades: Vec<i32> = (0..200).collect();
        assert_eq!(orders(&grades).count(), None);
    }
}
