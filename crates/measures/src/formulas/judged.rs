//! How much of what is read did anybody judge?

use super::real;
use crate::cutoff::Cutoff;

/// Judged documents among those returned and seen, over the number of those; 0 if nothing was returned.
///
/// `judged[i]` says whether the document at rank `i + 1` has a grade, be it 0 or less. Unlike
/// [`precision`](super::precision), a short ranking is divided by its own length, as ir_measures does.
/// A low value means that the other measures rest on little: unjudged documents count as not relevant there.
#[must_use]
pub fn judged(judged: &[bool], cutoff: impl Into<Option<Cutoff>>) -> f64 {
    match Cutoff::top(cutoff.into(), judged) {
        [] => 0.0,
        seen => real(seen.iter().filter(|judged| **judged).count()) / real(seen.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{RELEVANT, k};
    use super::*;

    #[test]
    fn judged_divides_by_what_was_returned() {
        assert_eq!(
            [1, 3, 5, 10].map(|n| judged(&RELEVANT, k(n))),
            [0.0, 1.0 / 3.0, 0.4, 0.4]
        );
        assert_eq!(judged(&[], k(10)), 0.0);
    }
}
