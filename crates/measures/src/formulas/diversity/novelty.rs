//! What a document gains when others have covered its subtopics before.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::super::real;
use crate::cutoff::Cutoff;

/// What each subtopic is still worth to a reader: 1 at first, and `1 − alpha` of it after each document that covers it.
struct Worth {
    of: Vec<f64>,
    kept: f64,
    /// Values of one document, largest first: a sum in this order does not depend on how subtopics are numbered.
    values: Vec<f64>,
}

impl Worth {
    fn new(n_subtopics: usize, alpha: f64) -> Self {
        Self {
            of: vec![1.0; n_subtopics],
            kept: 1.0 - alpha,
            values: Vec::new(),
        }
    }

    fn gain(&mut self, covered: &[usize]) -> f64 {
        self.values.clear();
        let known = covered.iter().filter_map(|&subtopic| self.of.get(subtopic));
        self.values.extend(known);
        self.values.sort_by(|a, b| b.total_cmp(a));
        self.values.iter().fold(0.0, |sum, value| sum + value)
    }

    fn read(&mut self, covered: &[usize]) {
        for &subtopic in covered {
            if let Some(worth) = self.of.get_mut(subtopic) {
                *worth *= self.kept;
            }
        }
    }
}

/// Σ over ranks of what the document there gains, each seen through `term`, which takes the gain and the rank.
pub(super) fn sum_of_ranking(
    covered: &[impl AsRef<[usize]>],
    n_subtopics: usize,
    alpha: f64,
    term: impl Fn(f64, usize) -> f64,
) -> f64 {
    let mut worth = Worth::new(n_subtopics, alpha);
    let mut sum = 0.0;
    for (i, covered) in covered.iter().enumerate() {
        sum += term(worth.gain(covered.as_ref()), i + 1);
        worth.read(covered.as_ref());
    }
    sum
}

/// The same sum for the greedy best ranking of `documents`, down to `depth`.
///
/// Terms never grow with the rank, as long as `term` does not: it ends at the first that no longer changes the sum.
fn sum_of_best(
    documents: &[impl AsRef<[usize]>],
    n_subtopics: usize,
    alpha: f64,
    depth: usize,
    term: impl Fn(f64, usize) -> f64,
) -> f64 {
    let mut worth = Worth::new(n_subtopics, alpha);
    let mut waiting: BinaryHeap<Candidate> = documents
        .iter()
        .enumerate()
        .map(|(place, covered)| Candidate {
            gain: worth.gain(covered.as_ref()),
            place: Reverse(place),
        })
        .collect();
    let mut sum = 0.0;
    for rank in 1..=depth {
        let Some((covered, gain)) = take_best(&mut waiting, documents, &mut worth) else {
            break;
        };
        let longer = sum + term(gain, rank);
        if longer <= sum {
            break;
        }
        sum = longer;
        worth.read(covered);
    }
    sum
}

/// The sum of a ranking over that of the best one; 0 if there is nothing to gain.
pub(super) fn over_best(
    (covered, documents): (&[impl AsRef<[usize]>], &[impl AsRef<[usize]>]),
    n_subtopics: usize,
    alpha: f64,
    cutoff: Option<Cutoff>,
    term: impl Fn(f64, usize) -> f64,
) -> f64 {
    let depth = Cutoff::top(cutoff, documents).len();
    let best = sum_of_best(documents, n_subtopics, alpha, depth, &term);
    if best > 0.0 {
        sum_of_ranking(Cutoff::top(cutoff, covered), n_subtopics, alpha, term) / best
    } else {
        0.0
    }
}

/// The sum of a ranking over that of one that covers everything at each rank; 0 if there is no subtopic.
pub(super) fn over_everything(
    covered: &[impl AsRef<[usize]>],
    n_subtopics: usize,
    alpha: f64,
    cutoff: Cutoff,
    term: impl Fn(f64, usize) -> f64,
) -> f64 {
    if n_subtopics == 0 {
        return 0.0;
    }
    let seen = Cutoff::top(Some(cutoff), covered);
    sum_of_ranking(seen, n_subtopics, alpha, &term) / sum_of_everything(n_subtopics, alpha, cutoff, term)
}

/// The sum of a ranking of which every document down to the cutoff covers every subtopic. Time grows with the cutoff where `alpha` is near 0.
fn sum_of_everything(
    n_subtopics: usize,
    alpha: f64,
    cutoff: Cutoff,
    term: impl Fn(f64, usize) -> f64,
) -> f64 {
    let (mut sum, mut worth) = (0.0, real(n_subtopics));
    for rank in 1..=cutoff.len() {
        let longer = sum + term(worth, rank);
        if longer <= sum {
            break;
        }
        sum = longer;
        worth *= 1.0 - alpha;
    }
    sum
}

/// Takes out the document that gains most now. A gain never grows, so one that is still on top when computed anew is the largest.
fn take_best<'d>(
    waiting: &mut BinaryHeap<Candidate>,
    documents: &'d [impl AsRef<[usize]>],
    worth: &mut Worth,
) -> Option<(&'d [usize], f64)> {
    loop {
        let mut top = waiting.pop()?;
        let covered = documents[top.place.0].as_ref();
        top.gain = worth.gain(covered);
        if waiting.peek().is_none_or(|next| *next <= top) {
            return Some((covered, top.gain));
        }
        waiting.push(top);
    }
}

/// A document that may come next, with what it gained when it was last looked at.
struct Candidate {
    gain: f64,
    place: Reverse<usize>,
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_gain = self.gain.total_cmp(&other.gain);
        by_gain.then_with(|| self.place.cmp(&other.place))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Candidate {}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(documents: &[&[usize]], alpha: f64, depth: usize) -> f64 {
        // a base that tells the ranks apart
        sum_of_best(documents, 9, alpha, depth, |gain, rank| {
            gain / 100f64.powi(rank as i32)
        })
    }

    #[test]
    fn the_best_ranking_takes_what_gains_most_next() {
        // {0,1} gains 2, then {2} gains 1, then {0} and {1} half each
        let documents: [&[usize]; 4] = [&[0], &[1], &[2], &[0, 1]];
        assert!((best(&documents, 0.5, 4) - 0.020_100_505).abs() < 1e-12);
        assert!((best(&documents, 0.5, 2) - 0.0201).abs() < 1e-12);
        assert_eq!(best(&[], 0.5, 4), 0.0);
    }

    #[test]
    fn of_equally_good_documents_the_first_is_taken() {
        // {0,1}, {0,2}, {1}: first one leaves 1.5 and 0.5; the second one leaves 1.5 and 1
        let (d, e, f): (&[usize], &[usize], &[usize]) = (&[0, 1], &[0, 2], &[1]);
        assert!((best(&[d, e, f], 0.5, 3) - 0.020_150_5).abs() < 1e-12);
        assert!((best(&[e, d, f], 0.5, 3) - 0.020_150_5).abs() < 1e-12);
    }

    #[test]
    fn a_subtopic_past_the_count_gains_nothing() {
        let covered: [&[usize]; 2] = [&[7], &[0]];
        assert_eq!(
            sum_of_ranking(&covered, 1, 0.5, |gain, rank| gain * rank as f64),
            2.0
        );
    }
}
