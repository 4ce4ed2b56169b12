//! Mean and spread of a sample.

use super::sums::{pairwise, pairwise_sum};
use crate::formulas::real;

/// Arithmetic mean as `numpy.mean` computes it; 0 for an empty slice.
///
/// ```
/// use sokutei_measures::stats::mean;
///
/// assert_eq!(mean(&[1.0, 0.5, 0.0]), 0.5);
/// assert_eq!(mean(&[]), 0.0);
/// ```
#[must_use]
pub fn mean(x: &[f64]) -> f64 {
    if x.is_empty() {
        0.0
    } else {
        pairwise_sum(x) / real(x.len())
    }
}

/// Standard deviation of a sample, with n − 1 in the denominator (`numpy.std(x, ddof=1)`); 0 below two values, and 0 for equal ones, of
/// which rounding may leave numpy some 1e-17.
///
/// ```
/// use sokutei_measures::stats::standard_deviation;
///
/// assert_eq!(standard_deviation(&[1.0, 3.0]), 2f64.sqrt());
/// assert_eq!(standard_deviation(&[1.0]), 0.0);
/// assert_eq!(standard_deviation(&[0.1; 3]), 0.0); // np.std([0.1] * 3, ddof=1): 1.7e-17
/// ```
#[must_use]
pub fn standard_deviation(x: &[f64]) -> f64 {
    if x.iter().all(|value| value.total_cmp(&x[0]).is_eq()) {
        return 0.0;
    }
    let mean = mean(x);
    (pairwise(x, |value| (value - mean) * (value - mean)) / real(x.len() - 1)).sqrt()
}
