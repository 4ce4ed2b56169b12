//! `ndcg_rel`: nDCG at the ranks of relevant documents.

use crate::formulas::{discount, real};

/// Mean over all documents that gain something of nDCG at their rank; where one was not retrieved, of nDCG of the whole ranking.
///
/// At a rank, nDCG is the DCG down to it over that of the best order down to it. `ideal` holds the gains above 0 of all judged documents,
/// descending. 0 if nothing can be gained. Source: trec_eval's `ndcg_rel`, an experimental measure.
pub(super) fn ndcg_rel(by_rank: &[f64], ideal: &[f64]) -> f64 {
    if ideal.is_empty() {
        return 0.0;
    }
    let (mut sum, mut found) = (0.0, 0usize);
    let (mut dcg, mut best) = (0.0, 0.0);
    for (i, &gain) in by_rank.iter().enumerate() {
        let discount = discount(i + 1);
        dcg += gain / discount;
        best += ideal.get(i).map_or(0.0, |gain| gain / discount);
        if gain > 0.0 {
            sum += dcg / best;
            found += 1;
        }
    }
    for (i, gain) in ideal.iter().enumerate().skip(by_rank.len()) {
        best += gain / discount(i + 1);
    }
    sum += real(ideal.len() - found) * dcg / best;
    // trec_eval prints 0 where negative gains would make the sum negative
    if sum > 0.0 { sum / real(ideal.len()) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        assert_eq!(ndcg_rel(&[1.0, 1.0, 0.0], &[1.0, 1.0]), 1.0);
        // the one found is at rank 2: (1/log2 3) / (1 + 1/log2 3); the other has the whole ranking's value, the same
        let at_two = 1.0 / 3f64.log2();
        let expected = at_two / (1.0 + at_two);
        assert!((ndcg_rel(&[0.0, 1.0], &[1.0, 1.0]) - expected).abs() < 1e-15);
        // found at rank 1: 1 there; the other gets 1 / (1 + 1/log2 3), because the best order goes on after the ranking ends
        let expected = (1.0 + 1.0 / (1.0 + at_two)) / 2.0;
        assert!((ndcg_rel(&[1.0], &[1.0, 1.0]) - expected).abs() < 1e-15);
        assert_eq!([ndcg_rel(&[], &[1.0]), ndcg_rel(&[0.0], &[])], [0.0, 0.0]);
    }
}
