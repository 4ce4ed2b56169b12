//! The recall-precision curve, made to fall.

use super::real;

/// How a share of recall becomes a number of relevant documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecallPoint {
    /// The whole part of share × relevant + 0.9: trec_eval up to 9.0.8, pytrec_eval, ir_measures.
    Trec9,
    /// Share × relevant, rounded to the nearest whole number, halves up: trec_eval 10.
    Trec10,
}

impl RecallPoint {
    /// Relevant documents that must be found to have reached `share` (0 to 1) of `n_relevant`.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the whole part of a small positive number is the point
    pub fn documents(self, share: f64, n_relevant: usize) -> usize {
        let exact = share * real(n_relevant);
        match self {
            Self::Trec9 => (exact + 0.9) as usize,
            Self::Trec10 => exact.round() as usize,
        }
    }
}

/// Largest precision at any rank where at least `share` of the relevant documents has been found.
///
/// 0 where that share is never reached, or nothing is relevant. Falls as `share` grows. trec_eval: `iprec_at_recall`; ir_measures: `IPrec@0.1`.
///
/// ```
/// use sokutei_measures::formulas::{RecallPoint, interpolated_precision};
///
/// // a and b of three relevant are found, at ranks 1 and 3
/// let at = |point| interpolated_precision(&[true, false, true], 3, 0.4, point);
/// assert_eq!((at(RecallPoint::Trec9), at(RecallPoint::Trec10)), (2.0 / 3.0, 1.0));
/// ```
#[must_use]
pub fn interpolated_precision(relevant: &[bool], n_relevant: usize, share: f64, point: RecallPoint) -> f64 {
    if n_relevant == 0 {
        return 0.0;
    }
    let wanted = point.documents(share, n_relevant);
    let (mut found, mut best) = (0usize, 0f64);
    for (i, _) in relevant.iter().enumerate().filter(|(_, relevant)| **relevant) {
        found += 1;
        if found >= wanted {
            best = best.max(real(found) / real(i + 1));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c19_two_versions_of_one_program_have_two_rules() {
        // three relevant; run a, x, b
        let at = |share, point| interpolated_precision(&[true, false, true], 3, share, point);
        assert_eq!(
            [0.4, 0.8].map(|share| at(share, RecallPoint::Trec9)),
            [2.0 / 3.0, 0.0]
        );
        assert_eq!(
            [0.4, 0.8].map(|share| at(share, RecallPoint::Trec10)),
            [1.0, 2.0 / 3.0]
        );
        assert_eq!([0.0, 1.0].map(|share| at(share, RecallPoint::Trec10)), [1.0, 0.0]);
    }

    #[test]
    fn c19_the_newer_version_rounds() {
        // 0.2 · 3 = 0.6 asks for one document, 0.5 · 3 = 1.5 for two
        let wanted = [0.1, 0.2, 0.5, 0.8, 0.9].map(|share| RecallPoint::Trec10.documents(share, 3));
        assert_eq!(wanted, [0, 1, 2, 2, 3]);
        // its 11pt_avg on this example is 0.6970: five points at 1, four at 2/3, two at 0
        let points = (0..=10).map(|tenth| f64::from(tenth) / 10.0);
        let sum: f64 = points
            .map(|share| interpolated_precision(&[true, false, true], 3, share, RecallPoint::Trec10))
            .sum();
        assert!((sum / 11.0 - 0.6970).abs() < 5e-5);
    }

    #[test]
    fn nothing_relevant_is_zero() {
        assert_eq!(interpolated_precision(&[], 2, 0.0, RecallPoint::Trec9), 0.0);
        assert_eq!(interpolated_precision(&[false], 0, 0.0, RecallPoint::Trec9), 0.0);
    }
}
