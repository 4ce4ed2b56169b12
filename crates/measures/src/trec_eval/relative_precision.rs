//! `relative_P`: precision over the best that could be had.

use crate::cutoff::Cutoff;
use crate::formulas::real;

/// Relevant documents among the first `cutoff` ranks, over `cutoff` or all `n_relevant`, whichever is less.
///
/// Between 0 and 1; 0 if nothing is relevant. It is precision down to rank R and recall below it. Source: trec_eval's `relative_P`.
pub(super) fn relative_precision(relevant: &[bool], n_relevant: usize, cutoff: Cutoff) -> f64 {
    if n_relevant == 0 {
        return 0.0;
    }
    let seen = Cutoff::top(Some(cutoff), relevant);
    real(found(seen)) / real(cutoff.len().min(n_relevant))
}

fn found(relevant: &[bool]) -> usize {
    relevant.iter().filter(|relevant| **relevant).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let relevant = [true, false, true];
        let at = |k| relative_precision(&relevant, 2, Cutoff::new(k).unwrap());
        assert_eq!([1, 2, 3, 100].map(at), [1.0, 0.5, 1.0, 1.0]);
        assert_eq!(relative_precision(&relevant, 0, Cutoff::new(5).unwrap()), 0.0);
    }
}
