//! How far down is the first relevant document?

use super::real;
use crate::cutoff::Cutoff;

/// 1 / rank of the first relevant document among the ranks seen, 0 if there is none. Its mean is called MRR.
///
/// Voorhees, TREC-8 question answering track (1999). trec_eval: `recip_rank`, which has no cutoff.
#[must_use]
pub fn reciprocal_rank(relevant: &[bool], cutoff: impl Into<Option<Cutoff>>) -> f64 {
    let seen = Cutoff::top(cutoff.into(), relevant);
    seen.iter()
        .position(|relevant| *relevant)
        .map_or(0.0, |i| 1.0 / real(i + 1))
}

#[cfg(test)]
mod tests {
    use super::super::example::{RELEVANT, k};
    use super::*;

    #[test]
    fn rr_is_a_third_when_the_first_relevant_is_third() {
        assert_eq!(
            [1, 3, 5].map(|n| reciprocal_rank(&RELEVANT, k(n))),
            [0.0, 1.0 / 3.0, 1.0 / 3.0]
        );
        assert_eq!(reciprocal_rank(&RELEVANT, None), 1.0 / 3.0);
        assert_eq!(reciprocal_rank(&[], None), 0.0);
    }
}
