//! `unj` and `rbp_resid`: what the judgments leave open.

use crate::cutoff::Cutoff;
use crate::formulas::{rank_biased_residual, real};

/// Documents without a grade of 0 or more among the first `cutoff` ranks, over `cutoff`.
///
/// Between 0 and 1. Missing ranks count as judged. Source: trec_eval 10's `unj`.
pub(super) fn unjudged(judged: &[bool], cutoff: Cutoff) -> f64 {
    let seen = Cutoff::top(Some(cutoff), judged);
    real(seen.iter().filter(|judged| !**judged).count()) / real(cutoff.len())
}

/// [`rank_biased_residual`], but 0 where every document retrieved was judged.
///
/// The jump is trec_eval's: a ranking that ends after judged documents leaves p^n open as well. Source: trec_eval 10's `rbp_resid`.
pub(super) fn residual(judged: &[bool], p: f64) -> f64 {
    if judged.iter().all(|judged| *judged) {
        return 0.0;
    }
    rank_biased_residual(judged, p)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let judged = [true, false, true, false];
        let at = |k| unjudged(&judged, Cutoff::new(k).unwrap());
        assert_eq!([1, 2, 4, 10].map(at), [0.0, 0.5, 0.5, 0.2]);
        // unjudged at rank 2: 0.2 · 0.8; after the last rank 0.8²
        assert!((residual(&[true, false], 0.8) - (0.16 + 0.64)).abs() < 1e-15);
        assert_eq!([residual(&[true, true], 0.8), residual(&[], 0.8)], [0.0, 0.0]);
    }
}
