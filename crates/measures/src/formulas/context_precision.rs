//! Ragas' Context Precision with judgments by id.

use super::{real, sum_of_precisions};
use crate::cutoff::Cutoff;

/// Precision at each relevant rank seen, averaged over the relevant documents *seen*; 0 if none is.
///
/// The formula of Ragas' Context Precision@K: the sum over k ≤ K of precision@k times relevance of rank k,
/// divided by the number of relevant documents in the top K. Ragas lets a language model judge each
/// context; here the qrels do. It looks like [`average_precision`](super::average_precision), but relevant
/// documents that were missed cost nothing: one relevant document at rank 1 gives 1, however many are lacking.
#[must_use]
pub fn context_precision(relevant: &[bool], cutoff: impl Into<Option<Cutoff>>) -> f64 {
    match sum_of_precisions(Cutoff::top(cutoff.into(), relevant)) {
        (_, 0) => 0.0,
        (sum, seen) => sum / real(seen),
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{RELEVANT, close, k};
    use super::*;

    #[test]
    fn context_precision_of_the_example_is_a_third_and_two_fifths_over_two() {
        assert!(close(
            context_precision(&RELEVANT, k(5)),
            (1.0 / 3.0 + 2.0 / 5.0) / 2.0
        )); // 0.3667
        assert!(close(context_precision(&RELEVANT, k(3)), 1.0 / 3.0));
        assert_eq!(context_precision(&RELEVANT, k(2)), 0.0);
    }
}
