//! `11pt_avg`: the recall-precision curve as one number.

use crate::formulas::{RecallPoint, interpolated_precision, real};

/// Mean of [`interpolated_precision`] at the shares of recall that were named; eleven from 0 to 1 unless asked otherwise.
///
/// Between 0 and 1; 0 if nothing is relevant. Source: trec_eval's `11pt_avg`.
pub(super) fn eleven_points(relevant: &[bool], n_relevant: usize, shares: &[f64], point: RecallPoint) -> f64 {
    let at = |&share: &f64| interpolated_precision(relevant, n_relevant, share, point);
    // from the largest share downwards, as trec_eval adds
    let sum: f64 = shares.iter().rev().map(at).fold(0.0, |sum, x| sum + x);
    sum / real(shares.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_versions_by_hand() {
        let shares: Vec<f64> = (0..=10).map(|tenth| f64::from(tenth) / 10.0).collect();
        let of = |point| eleven_points(&[true, false, true], 3, &shares, point);
        // version 9: four shares (0 to 0.3) need one document, 0.4 to 0.7 two, the last three need all
        let nine = 4.0 * 1.0 + 4.0 * 2.0 / 3.0;
        assert!((of(RecallPoint::Trec9) - nine / 11.0).abs() < 1e-15);
        // version 10: five shares (0 to 0.4) need one at most, 0.5 to 0.8 two, the last two need all
        let ten = 5.0 * 1.0 + 4.0 * 2.0 / 3.0;
        assert!((of(RecallPoint::Trec10) - ten / 11.0).abs() < 1e-15);
    }
}
