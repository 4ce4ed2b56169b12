//! From a score per document to the first so many documents, best first.

use std::cmp::Ordering;
use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};

use crate::Error;

/// How many documents a search returns at most: at least 1, and no trouble when it is more than there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Depth(NonZeroUsize);

impl Depth {
    /// A depth of `depth` documents.
    ///
    /// # Errors
    /// [`Error::ZeroDepth`] for 0: a search that may return nothing is a slip, not a wish.
    pub fn new(depth: usize) -> Result<Self, Error> {
        NonZeroUsize::new(depth).map(Self).ok_or(Error::ZeroDepth)
    }

    /// The number, never 0.
    #[must_use]
    pub fn get(self) -> usize {
        self.0.get()
    }
}

/// One document of a ranking: its number within the index, and what it scored.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ScoredOrd {
    /// Place of the document in the corpus, from 0.
    pub ord: u32,
    /// The score; finite.
    pub score: f64,
}

impl ScoredOrd {
    /// Score descending, equal scores in corpus order: a total order in which no two documents are equal.
    fn best_first(&self, other: &Self) -> Ordering {
        other.score.total_cmp(&self.score).then(self.ord.cmp(&other.ord))
    }
}

/// Keeps the best `depth` of the documents shown to it, in any order.
///
/// A buffer of twice the depth is cut back by selection when it is full, so that n documents cost O(n) and the final
/// sort is of `depth` entries only. Documents below the last cut are refused before they touch the buffer.
pub(crate) struct Best {
    depth: usize,
    limit: usize,
    buffer: Vec<ScoredOrd>,
    threshold: f64,
}

/// The buffer is not cut before it holds this many: for a small depth, selection would cost more than it saves.
const SMALLEST_CUT: usize = 64;
/// No buffer is planned for more than this: a depth of a million on a small corpus must not cost memory.
const LARGEST_PLAN: usize = 4096;

impl Best {
    pub(crate) fn new(depth: Depth) -> Self {
        let depth = depth.get();
        let limit = depth.saturating_mul(2).max(SMALLEST_CUT);
        Self {
            depth,
            limit,
            buffer: Vec::with_capacity(limit.min(LARGEST_PLAN)),
            threshold: f64::NEG_INFINITY,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, ord: u32, score: f64) {
        // documents come in any order, so one that equals the threshold may still win by its place in the corpus
        if score >= self.threshold {
            self.buffer.push(ScoredOrd { ord, score });
            if self.buffer.len() >= self.limit {
                self.cut();
            }
        }
    }

    /// Whether [`push`](Self::push) would keep any of `scores` for now; without a branch for each.
    #[inline]
    pub(crate) fn would_take_one_of(&self, scores: &[f64]) -> bool {
        scores
            .iter()
            .fold(false, |any, &score| any | (score >= self.threshold))
    }

    fn cut(&mut self) {
        if self.buffer.len() > self.depth {
            let (_, last, _) = self
                .buffer
                .select_nth_unstable_by(self.depth - 1, ScoredOrd::best_first);
            self.threshold = last.score;
            self.buffer.truncate(self.depth);
        }
    }

    /// The documents kept, best first.
    pub(crate) fn into_ranking(mut self) -> Vec<ScoredOrd> {
        self.cut();
        self.buffer.sort_unstable_by(ScoredOrd::best_first);
        self.buffer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(depth: usize, scores: &[f64]) -> Vec<u32> {
        let mut best = Best::new(Depth::new(depth).expect("not 0"));
        for (ord, &score) in scores.iter().enumerate() {
            best.push(ord as u32, score);
        }
        best.into_ranking().iter().map(|s| s.ord).collect()
    }

    #[test]
    fn equal_scores_keep_corpus_order() {
        assert_eq!(best(3, &[1.0, 2.0, 1.0, 2.0, 1.0]), [1, 3, 0]);
        assert_eq!(best(9, &[1.0, 2.0, 1.0]), [1, 0, 2]);
    }

    #[test]
    fn a_long_list_is_cut_as_a_sort_would_cut_it() {
        // few distinct scores, so that every cut falls into ties
        let scores: Vec<f64> = (0..1000u32).map(|i| f64::from(i * 7919 % 13)).collect();
        let mut by_sort: Vec<u32> = (0..1000).collect();
        by_sort.sort_by(|&a, &b| scores[b as usize].total_cmp(&scores[a as usize]).then(a.cmp(&b)));
        for depth in [1, 2, 7, 100, 999, 1000, 2000] {
            assert_eq!(best(depth, &scores), by_sort[..depth.min(1000)], "depth {depth}");
        }
    }

    #[test]
    fn depth_zero_is_refused() {
        assert!(matches!(Depth::new(0), Err(Error::ZeroDepth)));
    }
}
