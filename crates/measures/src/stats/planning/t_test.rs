//! Topics for a paired t-test.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::checked::{self, Demand, Effect};
use super::smallest::{PowerSize, of_power};
use crate::error::Error;
use crate::formulas::real;
use crate::stats::checks;
use crate::stats::distributions::{normal_cdf, student_t_quantile};
use crate::stats::noncentral::{noncentral_t_above, noncentral_t_cdf};

/// How the power of a t-test is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TPower {
    /// By the noncentral t distribution, exactly if differences are normal.
    #[default]
    NoncentralT,
    /// By a normal approximation of that distribution (Abramowitz and Stegun, 26.7.10), the one in the spreadsheets that Sakai
    /// published for topic set size design, after Nagata.
    NormalApproximation,
}

impl TPower {
    /// The name that is printed, and written to files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::NoncentralT => "noncentral-t",
            Self::NormalApproximation => "normal-approximation",
        }
    }
}

impl fmt::Display for TPower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

const POWER: &str = "power of a t-test";
const SIZE: &str = "topics for a t-test";

/// Probability that a two-sided paired t-test over `n` topics finds a difference, on either side.
///
/// `effect.variance` is the variance of the differences by topic. The test statistic has n − 1 degrees of freedom and
/// noncentrality √n · difference / standard deviation.
///
/// # Errors
///
/// Fewer than two topics, a difference of 0, a variance that is not above 0, an alpha outside 0 to 1.
pub fn t_test_power(n: usize, effect: &Effect, alpha: f64, formula: TPower) -> Result<f64, Error> {
    checks::at_least(POWER, "n", n, 2)?;
    effect.check(POWER)?;
    checked::alpha(POWER, alpha)?;
    Ok(power(n, effect, alpha, formula))
}

/// The fewest topics with which a two-sided paired t-test finds a difference with the power that is asked for.
///
/// `effect.variance` is the variance of the differences by topic.
///
/// ```
/// use sokutei_measures::stats::{Demand, Effect, TPower, t_test_topics};
///
/// // statsmodels 0.15.0: TTestPower().solve_power(0.05 / 0.3, alpha=0.05, power=0.8) = 284.49
/// let effect = Effect { difference: 0.05, variance: 0.09 };
/// let size = t_test_topics(&effect, &Demand::default(), TPower::NoncentralT)?;
/// assert_eq!(size.n, 285);
/// assert!(size.power >= 0.8 && size.power_at_one_less.unwrap() < 0.8);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// As [`t_test_power`]; a power that is not above alpha and below 1; a difference that more than
/// [`MOST_TOPICS`](super::MOST_TOPICS) would be needed for.
pub fn t_test_topics(effect: &Effect, demand: &Demand, formula: TPower) -> Result<PowerSize, Error> {
    effect.check(SIZE)?;
    demand.check(SIZE)?;
    of_power(SIZE, effect.difference, demand.power, formula.name(), |n| {
        power(n, effect, demand.alpha, formula)
    })
}

/// The smallest true difference that a two-sided paired t-test over `n` topics finds with the power that is asked for.
///
/// `variance` is that of the differences by topic; 0 for a variance of 0. Exact by the noncentral t distribution, and for few
/// topics above the normal approximation of
/// [`PairedComparison::minimal_detectable_difference`](crate::stats::PairedComparison::minimal_detectable_difference).
///
/// ```
/// use sokutei_measures::stats::{Demand, detectable_difference};
///
/// // statsmodels 0.15.0: TTestPower().solve_power(nobs=50, alpha=0.05, power=0.8) = 0.40418
/// let least = detectable_difference(50, 1.0, &Demand::default())?;
/// assert!((least - 0.404_18).abs() < 1e-5);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// Fewer than two topics, a negative variance, an alpha or power that is none.
pub fn detectable_difference(n: usize, variance: f64, demand: &Demand) -> Result<f64, Error> {
    const WHAT: &str = "detectable difference";
    checks::at_least(WHAT, "n", n, 2)?;
    demand.check(WHAT)?;
    if variance == 0.0 {
        return Ok(0.0);
    }
    checked::variance(WHAT, variance)?;
    let (df, critical) = (real(n - 1), critical(n, demand.alpha));
    let falls_short = |noncentrality: f64| two_sided(df, critical, noncentrality) < demand.power;
    let (mut low, mut high) = (0.0, 1.0);
    while falls_short(high) {
        low = high;
        high *= 2.0;
    }
    // halving ends far below the error of the power
    while high - low > 1e-13 * high {
        let middle = f64::midpoint(low, high);
        if falls_short(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    Ok(high * (variance / real(n)).sqrt())
}

fn power(n: usize, effect: &Effect, alpha: f64, formula: TPower) -> f64 {
    let (df, critical) = (real(n - 1), critical(n, alpha));
    let noncentrality = (real(n) / effect.variance).sqrt() * effect.difference.abs();
    match formula {
        TPower::NoncentralT => two_sided(df, critical, noncentrality),
        TPower::NormalApproximation => {
            let (shrunk, spread) = (
                critical * (1.0 - 1.0 / (4.0 * df)),
                (1.0 + critical * critical / (2.0 * df)).sqrt(),
            );
            normal_cdf((-shrunk - noncentrality) / spread) + normal_cdf((noncentrality - shrunk) / spread)
        }
    }
}

fn two_sided(df: f64, critical: f64, noncentrality: f64) -> f64 {
    noncentral_t_above(critical, df, noncentrality) + noncentral_t_cdf(-critical, df, noncentrality)
}

/// Probability that a two-sided test over `n` units finds a difference on its own side; `ratio` is the difference by the
/// standard deviation.
pub(super) fn power_on_its_side(n: usize, ratio: f64, alpha: f64) -> f64 {
    noncentral_t_above(critical(n, alpha), real(n - 1), real(n).sqrt() * ratio.abs())
}

/// What |t| must reach in a two-sided test over `n` units.
pub(super) fn critical(n: usize, alpha: f64) -> f64 {
    -student_t_quantile(alpha / 2.0, real(n - 1))
}
