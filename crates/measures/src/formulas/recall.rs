//! How much of what is relevant is read?

use super::real;
use crate::cutoff::Cutoff;

/// Relevant documents among the ranks seen, over all `n_relevant` that the qrels know.
///
/// 0 if nothing is relevant. trec_eval: `recall_10`.
#[must_use]
pub fn recall(relevant: &[bool], n_relevant: usize, cutoff: impl Into<Option<Cutoff>>) -> f64 {
    if n_relevant == 0 {
        return 0.0;
    }
    let seen = Cutoff::top(cutoff.into(), relevant);
    real(seen.iter().filter(|relevant| **relevant).count()) / real(n_relevant)
}

#[cfg(test)]
mod tests {
    use super::super::example::{N_RELEVANT, RELEVANT, k};
    use super::*;

    #[test]
    fn recall_counts_what_was_never_returned() {
        let values = [1, 3, 5, 100].map(|n| recall(&RELEVANT, N_RELEVANT, k(n)));
        assert_eq!(values, [0.0, 1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0]);
        assert_eq!(recall(&RELEVANT, 0, None), 0.0);
    }
}
