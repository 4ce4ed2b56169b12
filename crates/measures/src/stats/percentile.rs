//! Percentiles with numpy's default rule.

use super::checks;
use crate::error::Error;
use crate::formulas::real;

/// Percentile `q` (0 to 100) of a sample in any order: `numpy.percentile(x, q)`.
///
/// The rule is numpy's `linear`, type 7 of Hyndman & Fan (1996): position (n − 1)·q/100 among the sorted values,
/// and between two of them a straight line, computed from the nearer end.
///
/// ```
/// use sokutei_measures::stats::percentile_linear;
///
/// assert_eq!(percentile_linear(&[4.0, 1.0, 3.0, 2.0], 50.0)?, 2.5);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// An empty sample, a value that is not finite, a `q` outside 0 to 100.
pub fn percentile_linear(x: &[f64], q: f64) -> Result<f64, Error> {
    const WHAT: &str = "percentile";
    checks::sample(WHAT, x)?;
    if !(0.0..=100.0).contains(&q) {
        let (found, expected) = (q.to_string(), "from 0 to 100".to_owned());
        return Err(Error::Setting {
            what: WHAT,
            name: "q",
            found,
            expected,
        });
    }
    let mut sorted = x.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    Ok(of_sorted(&sorted, q))
}

/// [`percentile_linear`] of values that are sorted and known to be there.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a position in the slice
pub(crate) fn of_sorted(sorted: &[f64], q: f64) -> f64 {
    let last = sorted.len() - 1;
    let position = q / 100.0 * real(last);
    let below = position.floor();
    let t = position - below;
    let (low, high) = (sorted[below as usize], sorted[last.min(below as usize + 1)]);
    let step = high - low;
    if t >= 0.5 {
        high - step * (1.0 - t)
    } else {
        low + step * t
    }
}

/// Ends of a central interval of this coverage, as percentiles.
///
/// 2.5 and 97.5 for 0.95, exactly: 100·level is rounded to a whole number that 1 − level would miss.
pub(crate) fn central(level: f64) -> (f64, f64) {
    let low = (100.0 - 100.0 * level) / 2.0;
    (low, 100.0 - low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_levels_have_exact_ends() {
        assert_eq!(central(0.95), (2.5, 97.5));
        assert_eq!(central(0.9), (5.0, 95.0));
        assert_eq!(central(0.99), (0.5, 99.5));
    }

    #[test]
    fn percentiles_by_hand() {
        let x = [10.0, 20.0, 30.0, 40.0, 50.0];
        let at = |q| percentile_linear(&x, q).unwrap();
        assert_eq!([0.0, 25.0, 50.0, 100.0].map(at), [10.0, 20.0, 30.0, 50.0]);
        assert!((at(10.0) - 14.0).abs() < 1e-12);
        assert_eq!(percentile_linear(&[7.0], 97.5).unwrap(), 7.0);
    }

    #[test]
    fn percentiles_of_nothing_are_errors() {
        let message = |x: &[f64], q| percentile_linear(x, q).unwrap_err().to_string();
        assert_eq!(
            message(&[], 5.0),
            "percentile: no values; at least one topic is needed"
        );
        assert_eq!(
            message(&[0.0, f64::NAN], 5.0),
            "percentile: value 1 (from 0) is NaN; only finite numbers can be averaged"
        );
        assert_eq!(
            message(&[1.0], 101.0),
            "percentile: q is 101; it must be from 0 to 100"
        );
    }
}
