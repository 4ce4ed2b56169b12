//! The paired t-test.

use serde::Serialize;

use super::differences::{differences, spread};
use crate::error::Error;
use crate::formulas::real;
use crate::stats::checks;
use crate::stats::distributions::student_t_two_sided;
use crate::stats::intervals::{Estimate, t_interval};

/// Student's t of paired differences.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TTest {
    /// Mean difference with its t interval.
    pub difference: Estimate,
    /// Mean over standard error; `None` when all differences are equal, so that there is no error to divide by.
    pub t: Option<f64>,
    /// n − 1.
    pub degrees_of_freedom: usize,
    /// Two-sided p-value: 1 when all differences are 0, `None` when all are the same other number.
    pub p_value: Option<f64>,
}

/// Compares `y` with `x` by the mean of `y - x`: `scipy.stats.ttest_rel(y, x)`.
///
/// It takes the mean as normal, which that of many topics nearly is.
///
/// ```
/// use sokutei_measures::stats::paired_t_test;
///
/// let test = paired_t_test(&[0.0, 0.0, 0.0, 0.0], &[1.0, 2.0, 0.0, 1.0], 0.95)?;
/// // mean 1, standard deviation √(2/3), error √(2/3) / 2
/// assert!((test.t.unwrap() - 1.0 / ((2.0f64 / 3.0).sqrt() / 2.0)).abs() < 1e-12);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// Fewer than two topics, different lengths, a value that is not finite, a level outside 0 to 1.
pub fn paired_t_test(x: &[f64], y: &[f64], level: f64) -> Result<TTest, Error> {
    const WHAT: &str = "paired t-test";
    let d = differences(WHAT, x, y)?;
    checks::at_least(WHAT, "n", d.len(), 2)?;
    let difference = t_interval(&d, level)?;
    let spread = spread(&d);
    let t = (spread > 0.0).then(|| difference.point / (spread / real(d.len()).sqrt()));
    let degrees_of_freedom = d.len() - 1;
    let p_value = match t {
        Some(t) => Some(student_t_two_sided(t, real(degrees_of_freedom))),
        None => (difference.point == 0.0).then_some(1.0),
    };
    Ok(TTest {
        difference,
        t,
        degrees_of_freedom,
        p_value,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_differences_have_no_t() {
        let equal = paired_t_test(&[0.5; 4], &[0.5; 4], 0.95).unwrap();
        assert_eq!((equal.t, equal.p_value), (None, Some(1.0)));
        let shifted = paired_t_test(&[0.5; 4], &[0.75; 4], 0.95).unwrap();
        assert_eq!((shifted.t, shifted.p_value), (None, None));
        assert_eq!(shifted.difference.width(), 0.0);
        // the mean of three tenths is not a tenth; numpy has a standard deviation of 1.7e-17 and scipy a p of 1e-32
        let tenths = paired_t_test(&[0.0; 3], &[0.1; 3], 0.95).unwrap();
        assert_eq!((tenths.t, tenths.p_value), (None, None));
    }

    #[test]
    fn one_topic_is_too_few() {
        assert_eq!(
            paired_t_test(&[0.5], &[0.75], 0.95).unwrap_err().to_string(),
            "paired t-test: n is 1; it must be at least 2"
        );
    }
}
