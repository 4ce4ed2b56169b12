//! `yaap`: average precision on a scale that can be averaged.

use crate::formulas::real;

/// ln((1 + s) / (1 + R − s)), s the sum of precision at each relevant rank and R all `n_relevant`.
///
/// Rises with average precision, which is s / R, and has no bounds; 0 if nothing is relevant, negative for most rankings. Source: Robertson, On
/// smoothing average precision, ECIR 2012; trec_eval's `yaap`.
pub(super) fn yaap(relevant: &[bool], n_relevant: usize) -> f64 {
    let (mut sum, mut seen) = (0.0, 0usize);
    for (i, _) in relevant.iter().enumerate().filter(|(_, relevant)| **relevant) {
        seen += 1;
        sum += real(seen) / real(i + 1);
    }
    ((1.0 + sum) / (1.0 + real(n_relevant) - sum)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        assert_eq!(yaap(&[true], 1), 2f64.ln());
        assert_eq!(yaap(&[false, true], 1), 0.0); // (1 + 1/2) / (2 − 1/2)
        assert_eq!(yaap(&[], 2), (1.0 / 3.0f64).ln());
        assert_eq!(yaap(&[false], 0), 0.0);
    }
}
