//! `Rndcg`: nDCG where the best order changes its grade.

use crate::formulas::{discount, real};

/// Mean of nDCG at the ranks where the best order goes over to another gain, the last of them where it has nothing left to gain.
///
/// nDCG at the end of the ranking is one more value if the ranking is longer than the best order by two documents or more; trec_eval leaves it
/// out where it is longer by one. A ranking that ends before a change has its whole DCG there. `ideal` holds the gains above 0 of all judged
/// documents, descending. 0 if nothing can be gained. Source: trec_eval's `Rndcg`, an experimental measure.
pub(super) fn ndcg_at_levels(by_rank: &[f64], ideal: &[f64]) -> f64 {
    let (mut sum, mut points) = (0.0, 0usize);
    let (mut dcg, mut best) = (0.0, 0.0);
    for (i, gain) in ideal.iter().enumerate() {
        dcg += by_rank.get(i).map_or(0.0, |gain| gain / discount(i + 1));
        best += gain / discount(i + 1);
        let changes = ideal.get(i + 1) != Some(gain);
        if changes {
            sum += dcg / best;
            points += 1;
        }
    }
    if points == 0 {
        return 0.0;
    }
    if by_rank.len() >= ideal.len() + 2 {
        for (i, gain) in by_rank.iter().enumerate().skip(ideal.len()) {
            dcg += gain / discount(i + 1);
        }
        sum += dcg / best;
        points += 1;
    }
    sum / real(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gain 2 once, gain 1 twice: the changes are after ranks 1 and 3.
    const IDEAL: [f64; 3] = [2.0, 1.0, 1.0];

    #[test]
    fn by_hand() {
        let best = 2.0 + 1.0 / 3f64.log2() + 0.5;
        // ranking 1 2: at rank 1 it is 1/2; at rank 3 (1 + 2/log2 3) / best
        let expected = (0.5 + (1.0 + 2.0 / 3f64.log2()) / best) / 2.0;
        assert!((ndcg_at_levels(&[1.0, 2.0], &IDEAL) - expected).abs() < 1e-15);
        assert_eq!(ndcg_at_levels(&[], &IDEAL), 0.0);
        assert_eq!(ndcg_at_levels(&[0.0, 0.0], &[]), 0.0);
    }

    #[test]
    fn the_end_counts_from_two_more_ranks_on() {
        let best = 2.0 + 1.0 / 3f64.log2() + 0.5;
        // the only gain is at rank 5, after the last change
        assert_eq!(ndcg_at_levels(&[0.0, 0.0, 0.0, 1.0], &IDEAL), 0.0);
        let expected = 1.0 / 6f64.log2() / best / 3.0;
        let value = ndcg_at_levels(&[0.0, 0.0, 0.0, 0.0, 1.0], &IDEAL);
        assert!((value - expected).abs() < 1e-15);
    }
}
