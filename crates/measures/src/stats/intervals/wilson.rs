//! The interval of a proportion.

use super::{Estimate, IntervalMethod};
use crate::error::Error;
use crate::formulas::real;
use crate::stats::checks;
use crate::stats::distributions::normal_quantile;

/// Wilson's score interval (1927) of a proportion: `successes` of `n`, such as topics with Success@1, or labels that were right.
///
/// With p = successes / n and z = z(1 − α/2): (p + z²/2n ± z · √(p(1 − p)/n + z²/4n²)) / (1 + z²/n). It stays within 0 and 1 and
/// has a width at 0 of n and n of n, where mean ± standard error has none.
///
/// ```
/// use sokutei_measures::stats::wilson_interval;
///
/// // none of ten: not "0 for certain"
/// let e = wilson_interval(0, 10, 0.95)?;
/// assert_eq!((e.point, e.low), (0.0, 0.0));
/// assert!((e.high - 0.277_532_8).abs() < 1e-7);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// n = 0, more successes than n, a level outside 0 to 1.
pub fn wilson_interval(successes: usize, n: usize, level: f64) -> Result<Estimate, Error> {
    const WHAT: &str = "Wilson interval";
    checks::at_least(WHAT, "n", n, 1)?;
    checks::at_most(WHAT, "successes", successes, n)?;
    checks::level(WHAT, level)?;
    let (trials, z) = (real(n), -normal_quantile((1.0 - level) / 2.0));
    let point = real(successes) / trials;
    let z2 = z * z / trials;
    let middle = (point + z2 / 2.0) / (1.0 + z2);
    let half = z * (point * (1.0 - point) / trials + z2 / (4.0 * trials)).sqrt() / (1.0 + z2);
    Ok(Estimate {
        point,
        // at the ends of the range rounding would leave a trace
        low: if successes == 0 { 0.0 } else { middle - half },
        high: if successes == n { 1.0 } else { middle + half },
        level,
        method: IntervalMethod::Wilson,
        replicates: 0,
        seed: 0,
        n,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_counts_are_errors() {
        let message = |k, n| wilson_interval(k, n, 0.95).unwrap_err().to_string();
        assert_eq!(message(0, 0), "Wilson interval: n is 0; it must be at least 1");
        assert_eq!(
            message(3, 2),
            "Wilson interval: successes is 3; it must be at most 2"
        );
    }

    #[test]
    fn the_ends_mirror_each_other() {
        for k in 0..=20 {
            let (a, b) = (
                wilson_interval(k, 20, 0.9).unwrap(),
                wilson_interval(20 - k, 20, 0.9).unwrap(),
            );
            assert!((a.low - (1.0 - b.high)).abs() < 1e-15 && (0.0..=1.0).contains(&a.low));
            assert!(a.low <= a.point && a.point <= a.high);
        }
    }
}
