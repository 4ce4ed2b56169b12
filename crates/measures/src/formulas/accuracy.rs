//! A diagnosis: is a relevant document above one that is not?

use super::real;
use crate::cutoff::Cutoff;

/// Probability that of a relevant and another document, both returned and drawn at random, the relevant one stands above.
///
/// 0 where no relevant document is seen, 1 where only relevant ones are (ir_measures gives no value for the first and fails on the second).
/// Unjudged documents are not relevant. Only what was returned counts, so that it says nothing of what a search missed. Source: ir_measures'
/// `Accuracy`.
///
/// ```
/// use sokutei_measures::formulas::accuracy;
///
/// // a ranking + − + : of the two pairs one is right
/// assert_eq!(accuracy(&[true, false, true], None), 0.5);
/// ```
#[must_use]
pub fn accuracy(relevant: &[bool], cutoff: impl Into<Option<Cutoff>>) -> f64 {
    let (mut others, mut wrong, mut found) = (0usize, 0usize, 0usize);
    for &relevant in Cutoff::top(cutoff.into(), relevant) {
        if relevant {
            found += 1;
            wrong += others;
        } else {
            others += 1;
        }
    }
    match (found, others) {
        (0, _) => 0.0,
        (_, 0) => 1.0,
        _ => 1.0 - real(wrong) / (real(others) * real(found)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::k;
    use super::*;

    #[test]
    fn one_kind_alone_has_no_pairs() {
        assert_eq!(accuracy(&[true, true], None), 1.0);
        assert_eq!(accuracy(&[false], None), 0.0);
        assert_eq!(accuracy(&[false, true, false], k(2)), 0.0);
    }
}
