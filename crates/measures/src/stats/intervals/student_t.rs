//! The interval of a mean by Student's distribution.

use super::{Estimate, IntervalMethod};
use crate::error::Error;
use crate::formulas::real;
use crate::stats::distributions::student_t_quantile;
use crate::stats::{checks, descriptive};

/// Mean ± t(1 − α/2, n − 1) · standard deviation / √n ("Student" 1908): exact for normal values, good for means of many.
///
/// A constant sample gives an interval of no width. It may run past the range of the measure, which a bootstrap interval
/// does not.
///
/// ```
/// use sokutei_measures::stats::t_interval;
///
/// // mean 2, standard deviation 1, t(0.975, 2) = 4.3027
/// let e = t_interval(&[1.0, 2.0, 3.0], 0.95)?;
/// assert!((e.high - 2.0 - 4.302_652_729_7 / 3f64.sqrt()).abs() < 1e-9);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// Fewer than two values, a value that is not finite, a level outside 0 to 1.
pub fn t_interval(x: &[f64], level: f64) -> Result<Estimate, Error> {
    const WHAT: &str = "t interval";
    checks::sample(WHAT, x)?;
    checks::level(WHAT, level)?;
    checks::at_least(WHAT, "n", x.len(), 2)?;
    let n = real(x.len());
    let point = descriptive::mean(x);
    let half =
        -student_t_quantile((1.0 - level) / 2.0, n - 1.0) * descriptive::standard_deviation(x) / n.sqrt();
    Ok(Estimate {
        point,
        low: point - half,
        high: point + half,
        level,
        method: IntervalMethod::StudentT,
        replicates: 0,
        seed: 0,
        n: x.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_sample_has_an_interval_of_no_width() {
        let e = t_interval(&[0.25; 9], 0.95).unwrap();
        assert_eq!((e.low, e.point, e.high, e.n), (0.25, 0.25, 0.25, 9));
    }

    #[test]
    fn one_value_has_no_interval() {
        let message = |x: &[f64], level| t_interval(x, level).unwrap_err().to_string();
        assert_eq!(message(&[0.5], 0.95), "t interval: n is 1; it must be at least 2");
        assert!(message(&[0.5, 1.0], 1.0).contains("level is 1"));
    }
}
