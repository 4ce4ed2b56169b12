//! Is there anything relevant at all?

use crate::cutoff::Cutoff;

/// 1 if a relevant document is among the ranks seen, else 0. Also called hit rate.
///
/// With one relevant document it equals [`recall`](super::recall). trec_eval: `success_5`.
#[must_use]
pub fn success(relevant: &[bool], cutoff: impl Into<Option<Cutoff>>) -> f64 {
    if Cutoff::top(cutoff.into(), relevant).contains(&true) {
        1.0
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{RELEVANT, k};
    use super::*;

    #[test]
    fn success_starts_at_the_first_relevant_rank() {
        assert_eq!(
            [1, 2, 3, 5, 9].map(|n| success(&RELEVANT, k(n))),
            [0.0, 0.0, 1.0, 1.0, 1.0]
        );
        assert_eq!(success(&[], None), 0.0);
    }
}
