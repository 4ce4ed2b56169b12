//! Precision where it matters, averaged over everything relevant.

use super::{real, sum_of_precisions};
use crate::cutoff::Cutoff;

/// Precision at each relevant rank seen, summed and divided by all `n_relevant`. Its mean is called MAP.
///
/// A relevant document that is not seen adds 0, which is what tells AP from
/// [`context_precision`](super::context_precision). 0 if nothing is relevant. With one relevant document it
/// equals [`reciprocal_rank`](super::reciprocal_rank). trec_eval: `map`, `map_cut_100`.
#[must_use]
pub fn average_precision(relevant: &[bool], n_relevant: usize, cutoff: impl Into<Option<Cutoff>>) -> f64 {
    if n_relevant == 0 {
        return 0.0;
    }
    sum_of_precisions(Cutoff::top(cutoff.into(), relevant)).0 / real(n_relevant)
}

#[cfg(test)]
mod tests {
    use super::super::example::{N_RELEVANT, RELEVANT, close, k};
    use super::*;

    #[test]
    fn ap_of_the_example_is_a_third_and_two_fifths_over_three() {
        let values = [1, 3, 5].map(|n| average_precision(&RELEVANT, N_RELEVANT, k(n)));
        assert!(close(values[0], 0.0) && close(values[1], 1.0 / 9.0));
        assert!(close(values[2], (1.0 / 3.0 + 2.0 / 5.0) / 3.0)); // 0.2444
        assert_eq!(average_precision(&RELEVANT, 0, None), 0.0);
    }
}
