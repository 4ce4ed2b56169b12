//! A patient reader of each subtopic.

use super::super::real;
use super::novelty::{over_best, sum_of_ranking};

/// Rank-biased precision of what is new, as a mean over subtopics.
///
/// (1 − (1 − α)β) / `n_subtopics` × Σ over ranks r and the subtopics covered there of (1 − α)^c × β^(r − 1), c being how many documents above cover
/// the subtopic. `alpha` is the reader's dislike of repetition and `beta` the probability of going on, both from 0 to 1. Between 0 and 1; 0 if there are no
/// subtopics, and 0 for `alpha` 0 with `beta` 1, a reader who neither tires nor stops.
///
/// Source: Clarke, Kolla & Vechtomova, ICTIR 2009, all intents being equally likely; ndeval: `NRBP`.
///
/// ```
/// use sokutei_measures::formulas::diversity::nrbp;
///
/// // two subtopics, the second at rank 2: (1 − 1/4) / 2 · (1 + 1/2)
/// assert_eq!(nrbp(&[[0], [1]], 2, 0.5, 0.5), 0.5625);
/// ```
#[must_use]
pub fn nrbp(covered: &[impl AsRef<[usize]>], n_subtopics: usize, alpha: f64, beta: f64) -> f64 {
    if n_subtopics == 0 {
        return 0.0;
    }
    let sum = sum_of_ranking(covered, n_subtopics, alpha, patiently(beta));
    sum * (1.0 - (1.0 - alpha) * beta) / real(n_subtopics)
}

/// The same sum over that of the best ranking of `documents`.
///
/// At least 0, and 0 if there is nothing to gain; above 1 at most a little (see [the module](super)). Defined for `alpha` 0 with `beta` 1 too, where
/// ndeval has no value. ndeval: `nNRBP`.
///
/// ```
/// use sokutei_measures::formulas::diversity::nnrbp;
///
/// // the document for the second subtopic is missing: 1 of 1 + 1/2
/// assert_eq!(nnrbp(&[[0]], &[[0], [1]], 2, 0.5, 0.5), 2.0 / 3.0);
/// ```
#[must_use]
pub fn nnrbp(
    covered: &[impl AsRef<[usize]>],
    documents: &[impl AsRef<[usize]>],
    n_subtopics: usize,
    alpha: f64,
    beta: f64,
) -> f64 {
    over_best((covered, documents), n_subtopics, alpha, None, patiently(beta))
}

fn patiently(beta: f64) -> impl Fn(f64, usize) -> f64 {
    // past the range of i32 nothing is left but of beta 1
    move |gain, rank| gain * beta.powi(i32::try_from(rank - 1).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use super::super::super::rank_biased_precision;
    use super::super::example::{COVERED, DOCUMENTS, printed};
    use super::*;

    #[test]
    fn the_example_of_pyndeval() {
        printed(nrbp(&COVERED, 3, 0.5, 0.5), 0.3906);
        printed(nnrbp(&COVERED, &DOCUMENTS, 3, 0.5, 0.5), 0.8620);
    }

    #[test]
    fn one_subtopic_without_dislike_of_repetition_is_rank_biased_precision() {
        let covered: [&[usize]; 4] = [&[], &[0], &[], &[0]];
        let expected = rank_biased_precision(&[0.0, 1.0, 0.0, 1.0], 0.8);
        assert!((nrbp(&covered, 1, 0.0, 0.8) - expected).abs() < 1e-15);
        assert_eq!(nrbp(&covered, 1, 0.0, 1.0), 0.0);
        assert_eq!(nnrbp(&covered, &[[0], [0]], 1, 0.0, 1.0), 1.0);
    }
}
