//! A reader of each subtopic, who stops when content.

use super::super::real;
use super::novelty::{over_best, over_everything};
use crate::cutoff::Cutoff;

/// Each relevant document contents half of those who still read: a grade of 1 on a scale to 1.
const CONTENT: f64 = 0.5;

/// Mean over subtopics of the expected reciprocal rank, over that of a ranking of which every document covers everything.
///
/// For each subtopic Σ over the ranks r that cover it of 2^(−c) / r, c being how many documents above cover it; the mean is divided by
/// Σ over r ≤ cutoff of 2^(1 − r) / r. With one subtopic it is [`expected_reciprocal_rank`](super::super::expected_reciprocal_rank) of grades 0
/// and 1 on a scale to 1, over the largest it can be. Between 0 and 1 up to rounding; 0 if there are no subtopics. The divisor takes the
/// whole cutoff, however short the ranking.
///
/// Source: Chapelle et al., CIKM 2009, for one subtopic; the mean over intents is that of Agrawal et al., WSDM 2009. ndeval: `ERR-IA`, which
/// leaves the divisor out at cutoff 1.
///
/// ```
/// use sokutei_measures::{Cutoff, formulas::diversity::err_ia};
///
/// // the one document is at rank 2: 1/2 of 1 + 1/4
/// assert_eq!(err_ia(&[vec![], vec![0]], 1, Cutoff::new(2)?), 0.4);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[must_use]
pub fn err_ia(covered: &[impl AsRef<[usize]>], n_subtopics: usize, cutoff: Cutoff) -> f64 {
    over_everything(covered, n_subtopics, CONTENT, cutoff, by_rank)
}

/// The same sum over that of the best ranking of `documents`.
///
/// At least 0, and 0 if there is nothing to gain; above 1 at most a little (see [the module](super)). ndeval: `nERR-IA`.
///
/// ```
/// use sokutei_measures::formulas::diversity::nerr_ia;
///
/// // the document for the second subtopic is missing: 1 of 1 + 1/2
/// assert_eq!(nerr_ia(&[[0]], &[[0], [1]], 2, None), 2.0 / 3.0);
/// ```
#[must_use]
pub fn nerr_ia(
    covered: &[impl AsRef<[usize]>],
    documents: &[impl AsRef<[usize]>],
    n_subtopics: usize,
    cutoff: impl Into<Option<Cutoff>>,
) -> f64 {
    over_best((covered, documents), n_subtopics, CONTENT, cutoff.into(), by_rank)
}

fn by_rank(gain: f64, rank: usize) -> f64 {
    gain / real(rank)
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{close, k};
    use super::super::super::expected_reciprocal_rank;
    use super::super::example::{COVERED, DOCUMENTS, printed};
    use super::*;

    #[test]
    fn the_example_of_pyndeval() {
        printed(err_ia(&COVERED, 3, k(5)), 0.3933);
        printed(err_ia(&COVERED, 3, k(20)), 0.3907);
        printed(nerr_ia(&COVERED, &DOCUMENTS, 3, k(10)), 0.8297);
    }

    #[test]
    fn one_subtopic_is_err_over_its_largest() {
        let covered: [&[usize]; 4] = [&[], &[0], &[], &[0]];
        let best = expected_reciprocal_rank(&[1.0; 4], 1, None);
        let expected = expected_reciprocal_rank(&[0.0, 1.0, 0.0, 1.0], 1, None) / best;
        assert!(close(err_ia(&covered, 1, k(4)), expected));
    }
}
