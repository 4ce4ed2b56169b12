//! How much of what is read is relevant?

use super::real;
use crate::cutoff::Cutoff;

/// Relevant documents among the first `cutoff` ranks, over `cutoff`.
///
/// A ranking shorter than the cutoff is not excused: missing ranks count as not relevant. trec_eval: `P_5`.
#[must_use]
pub fn precision(relevant: &[bool], cutoff: Cutoff) -> f64 {
    let seen = Cutoff::top(Some(cutoff), relevant);
    real(seen.iter().filter(|relevant| **relevant).count()) / f64::from(cutoff.get())
}

#[cfg(test)]
mod tests {
    use super::super::example::{RELEVANT, k};
    use super::*;

    #[test]
    fn precision_divides_by_the_cutoff_even_past_the_end() {
        assert_eq!(
            [1, 3, 5, 10].map(|n| precision(&RELEVANT, k(n))),
            [0.0, 1.0 / 3.0, 0.4, 0.2]
        );
        assert_eq!(precision(&[], k(5)), 0.0);
    }
}
