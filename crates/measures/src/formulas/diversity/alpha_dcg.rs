//! Gain of what is new, discounted by rank.

use super::super::discount;
use super::novelty::{over_best, over_everything};
use crate::cutoff::Cutoff;

/// Discounted gain where a subtopic gains less each time it is covered again, over that of a ranking of which every document covers everything.
///
/// Σ over ranks r and the subtopics covered there of (1 − α)^c / log2(r + 1), c being how many documents above cover the subtopic; divided by
/// `n_subtopics` and by Σ over r ≤ cutoff of (1 − α)^(r − 1) / log2(r + 1). `alpha` lies between 0 (repetition costs nothing) and 1 (only the first
/// counts). Between 0 and 1 up to rounding; 0 if there are no subtopics. The divisor takes the whole cutoff, however short the ranking.
///
/// Source: Clarke et al., SIGIR 2008, without the divisor; ndeval: `alpha-DCG`, which leaves the divisor out at cutoff 1.
///
/// ```
/// use sokutei_measures::{Cutoff, formulas::diversity::alpha_dcg};
///
/// // two subtopics; the first document covers one of them: 1 of 2
/// assert_eq!(alpha_dcg(&[[0]], 2, 0.5, Cutoff::new(1)?), 0.5);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[must_use]
pub fn alpha_dcg(covered: &[impl AsRef<[usize]>], n_subtopics: usize, alpha: f64, cutoff: Cutoff) -> f64 {
    over_everything(covered, n_subtopics, alpha, cutoff, discounted)
}

/// The same sum over that of the best ranking of `documents`.
///
/// At least 0, and 0 if there is nothing to gain; above 1 at most a little (see [the module](super)). Source: Clarke et al., SIGIR 2008; ndeval: `alpha-nDCG`.
///
/// ```
/// use sokutei_measures::formulas::diversity::alpha_ndcg;
///
/// // the only document for the second subtopic is missing: 1 of 1 + 1/log2(3)
/// let value = alpha_ndcg(&[[0]], &[[0], [1]], 2, 0.5, None);
/// assert_eq!(format!("{value:.4}"), "0.6131");
/// ```
#[must_use]
pub fn alpha_ndcg(
    covered: &[impl AsRef<[usize]>],
    documents: &[impl AsRef<[usize]>],
    n_subtopics: usize,
    alpha: f64,
    cutoff: impl Into<Option<Cutoff>>,
) -> f64 {
    over_best(
        (covered, documents),
        n_subtopics,
        alpha,
        cutoff.into(),
        discounted,
    )
}

fn discounted(gain: f64, rank: usize) -> f64 {
    gain / discount(rank)
}

#[cfg(test)]
mod tests {
    use super::super::super::example::k;
    use super::super::example::{COVERED, DOCUMENTS, printed};
    use super::*;

    #[test]
    fn the_example_of_pyndeval() {
        printed(alpha_dcg(&COVERED, 3, 0.5, k(5)), 0.4052);
        printed(alpha_dcg(&COVERED, 3, 0.5, k(10)), 0.3998);
        printed(alpha_dcg(&COVERED, 3, 0.5, k(20)), 0.3997);
        printed(alpha_ndcg(&COVERED, &DOCUMENTS, 3, 0.5, k(5)), 0.7868);
        printed(alpha_ndcg(&COVERED, &DOCUMENTS, 3, 0.5, None), 0.7868);
    }
}
