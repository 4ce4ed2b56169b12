//! `binG`: relevant documents, discounted by what stands above them and is not.

use crate::formulas::real;

/// Σ over relevant documents retrieved of 1 / log2(2 + others above), over all `n_relevant`.
///
/// Between 0 and 1; 1 if all relevant documents come first; 0 if nothing is relevant. Unlike nDCG it does not discount a relevant document for the
/// relevant ones above it. Source: trec_eval's `binG`, an experimental measure of 2008.
pub(super) fn binary_gain(relevant: &[bool], n_relevant: usize) -> f64 {
    if n_relevant == 0 {
        return 0.0;
    }
    let (mut sum, mut others) = (0.0, 0usize);
    for &relevant in relevant {
        if relevant {
            sum += 1.0 / real(2 + others).log2();
        } else {
            others += 1;
        }
    }
    sum / real(n_relevant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        assert_eq!(binary_gain(&[true, true, false], 2), 1.0);
        // two others above the second relevant one: 1/log2(4) = 1/2, and one of three is missing
        assert_eq!(binary_gain(&[true, false, false, true], 3), (1.0 + 0.5) / 3.0);
        assert_eq!([binary_gain(&[], 2), binary_gain(&[false], 0)], [0.0, 0.0]);
    }
}
