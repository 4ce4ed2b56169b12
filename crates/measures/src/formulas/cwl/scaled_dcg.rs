//! Discounted gain over that of a ranking where every document is perfect.

use super::super::discount;
use super::ExpectedUtility;
use crate::cutoff::Cutoff;

/// C(i) = log2(i + 1) / log2(i + 2) for i < `cutoff`, else 0; so the value is Σ g(i) / log2(i + 1) over Σ 1 / log2(i + 1), to the cutoff.
///
/// Where [`ndcg`](super::super::ndcg) compares with the best order of what was judged, this compares with as many perfect documents as the cutoff
/// has ranks: it needs no qrels beyond the ranking, and rarely comes near 1. `gains` lie between 0 and 1, 0 where unjudged; so does the value.
///
/// Source: Järvelin & Kekäläinen, TOIS 20(4), 2002, for discounted gain, which cwl_eval (where it is named `NDCG-k`) scales so that the weights add
/// up to 1; ir_measures' `SDCG`.
///
/// ```
/// use sokutei_measures::Cutoff;
/// use sokutei_measures::formulas::scaled_dcg;
///
/// // weights 1 and 1/2 of ranks 1 and 3; rank 2 has 1/log2(3)
/// let value = scaled_dcg(&[1.0, 0.0, 1.0], Cutoff::new(3)?).per_item;
/// assert!((value - 1.5 / (1.5 + 1.0 / 3f64.log2())).abs() < 1e-15);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[must_use]
pub fn scaled_dcg(gains: &[f64], cutoff: Cutoff) -> ExpectedUtility {
    ExpectedUtility::of(gains, |reading| {
        if reading.rank < cutoff.len() {
            discount(reading.rank) / discount(reading.rank + 1)
        } else {
            0.0
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{close, k};
    use super::*;

    #[test]
    fn one_perfect_document_at_rank_two_of_two() {
        // 0.6309 of 1.6309
        let value = scaled_dcg(&[0.0, 1.0], k(2)).per_item;
        assert!(close(value, (1.0 / 3f64.log2()) / (1.0 + 1.0 / 3f64.log2())));
        assert_eq!(scaled_dcg(&[0.0, 1.0], k(1)).per_item, 0.0);
        assert_eq!(scaled_dcg(&[1.0, 0.0], k(1)).per_item, 1.0);
        assert_eq!(scaled_dcg(&[], k(10)).per_item, 0.0);
    }

    #[test]
    fn perfect_documents_alone_give_one() {
        assert!(close(scaled_dcg(&[1.0; 10], k(10)).per_item, 1.0));
        assert!(scaled_dcg(&[1.0; 10], k(20)).per_item < 0.7);
    }
}
