//! `G`: gains, discounted by what the best order would have gained by then.

/// Σ over ranks of gain / log2(2 + cost − gained), over the sum of all gains that can be had.
///
/// `gained` is the sum of the gains down to and with this rank; `cost` the sum, down to this rank, of the gain of the best order there or 1,
/// whichever is more. `ideal` holds the gains above 0 of all judged documents, descending. At most 1, and 1 for the best order of whole grades;
/// 0 if nothing can be gained; below 0 only with negative gains. Source: trec_eval's `G`, an experimental measure of 2008.
pub(super) fn normalized_gain(by_rank: &[f64], ideal: &[f64]) -> f64 {
    let (mut sum, mut gained, mut cost) = (0.0, 0.0, 0.0);
    for (i, &gain) in by_rank.iter().enumerate() {
        gained += gain;
        cost += ideal.get(i).copied().unwrap_or(0.0).max(1.0);
        if gain != 0.0 {
            sum += gain / (2.0 + cost - gained).log2();
        }
    }
    let best: f64 = ideal.iter().sum();
    if best > 0.0 { sum / best } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        assert_eq!(normalized_gain(&[2.0, 1.0], &[2.0, 1.0]), 1.0);
        // rank 1 gains 0 at cost 2; rank 2 gains 2 at cost 3: 2/log2(2 + 3 − 2) = 2/log2(3); of 3 in all
        let expected = 2.0 / 3f64.log2() / 3.0;
        assert!((normalized_gain(&[0.0, 2.0], &[2.0, 1.0]) - expected).abs() < 1e-15);
        assert_eq!(normalized_gain(&[0.0], &[]), 0.0);
        assert_eq!(normalized_gain(&[], &[1.0]), 0.0);
    }

    #[test]
    fn with_one_relevant_grade_it_is_the_binary_measure() {
        use super::super::binary_gain::binary_gain;
        let relevant = [false, true, true, false, false, true];
        let gains = relevant.map(|relevant| f64::from(u8::from(relevant)));
        let difference = normalized_gain(&gains, &[1.0; 4]) - binary_gain(&relevant, 4);
        assert!(difference.abs() < 1e-15);
    }
}
