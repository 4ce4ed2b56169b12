//! Graded gains, discounted by rank, against the best possible order.

use std::sync::LazyLock;

use super::real;
use crate::cutoff::Cutoff;

/// Discounts of the first ranks; a logarithm per document would dominate the time of an evaluation.
static DISCOUNTS: LazyLock<Vec<f64>> =
    LazyLock::new(|| (1..=1024).map(|rank| real(rank + 1).log2()).collect());

/// log2(rank + 1): what the gain at a rank (from 1) is divided by.
///
/// As trec_eval's `ndcg_cut` uses it; Järvelin & Kekäläinen (TOIS 20(4), 2002) leave ranks below the base of the
/// logarithm undiscounted.
#[must_use]
pub fn discount(rank: usize) -> f64 {
    match rank.checked_sub(1).and_then(|i| DISCOUNTS.get(i)) {
        Some(&discount) => discount,
        None => real(rank + 1).log2(),
    }
}

/// Discounted cumulative gain of one topic's ranking.
///
/// `gains[i]` belongs to rank `i + 1`; entries past `cutoff` are ignored. Pass gains, not grades (see
/// [`Gains`](crate::Gains)). Result is ≥ 0 and 0 for an empty ranking; it is the only function here that can
/// exceed 1. Added from rank 1 downwards.
#[must_use]
pub fn dcg(gains: &[f64], cutoff: impl Into<Option<Cutoff>>) -> f64 {
    let seen = Cutoff::top(cutoff.into(), gains);
    let mut sum = 0.0;
    for (i, gain) in seen.iter().enumerate() {
        sum += gain / discount(i + 1);
    }
    sum
}

/// [`dcg`] of the ranking over the DCG of the best possible one.
///
/// `ideal` holds the gains of *all judged* documents of the topic, descending, whether they were returned or
/// not; it is cut at the same cutoff. 0 if nothing can be gained. trec_eval: `ndcg`, `ndcg_cut_10` (linear gains).
///
/// ```
/// use sokutei_measures::{Cutoff, formulas::ndcg};
///
/// // d3 d7 d1 d9 d4 with grades 0 0 2 0 1; d8 has grade 1 and is missing
/// let value = ndcg(&[0.0, 0.0, 2.0, 0.0, 1.0], &[2.0, 1.0, 1.0], Cutoff::new(5)?);
/// assert_eq!(format!("{value:.4}"), "0.4430");
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[must_use]
pub fn ndcg(gains: &[f64], ideal: &[f64], cutoff: impl Into<Option<Cutoff>>) -> f64 {
    let cutoff = cutoff.into();
    let best = dcg(ideal, cutoff);
    if best > 0.0 {
        dcg(gains, cutoff) / best
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{close, k};
    use super::*;

    #[test]
    fn dcg_of_the_example_by_hand() {
        // 2/log2(4) + 1/log2(6) = 1 + 0.38685 = 1.38685
        let gains = [0.0, 0.0, 2.0, 0.0, 1.0];
        assert!(close(dcg(&gains, None), 1.0 + 1.0 / 6f64.log2()));
        assert!(close(dcg(&gains, k(3)), 1.0));
        assert_eq!(dcg(&[], None), 0.0);
    }

    #[test]
    fn ndcg_of_the_example_by_hand() {
        // ideal: 2/log2(2) + 1/log2(3) + 1/log2(4) = 2 + 0.63093 + 0.5 = 3.13093
        let (gains, ideal) = ([0.0, 0.0, 2.0, 0.0, 1.0], [2.0, 1.0, 1.0]);
        assert!((ndcg(&gains, &ideal, k(5)) - 0.4430).abs() < 5e-5);
        assert!((ndcg(&gains, &ideal, k(3)) - 0.3194).abs() < 5e-5);
        assert_eq!(ndcg(&gains, &ideal, k(1)), 0.0);
        assert_eq!(ndcg(&gains, &[], None), 0.0);
    }

    #[test]
    fn discounts_past_the_table_follow_the_formula() {
        for rank in [1, 2, 1023, 1024, 1025, 5000] {
            assert!(close(discount(rank), (rank as f64 + 1.0).log2()));
        }
    }
}
