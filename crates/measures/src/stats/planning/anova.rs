//! Topics for a one-way analysis of variance.

use super::checked::{self, Demand, Effect};
use super::smallest::{PowerSize, of_power};
use crate::error::Error;
use crate::formulas::real;
use crate::stats::checks;
use crate::stats::noncentral::{fisher_f_quantile, noncentral_f_above};

const POWER: &str = "power of an anova";
const SIZE: &str = "topics for an anova";

/// Probability that a one-way analysis of variance of `systems` systems over `n` topics each finds that they differ.
///
/// `effect.difference` is the true difference between the best and the worst system; the others are taken to lie in the
/// middle, where they are hardest to find (the sum of squared deviations is then difference² / 2, the least there is).
/// `effect.variance` is the variance within a system ([`PooledVariance::within_system`](super::PooledVariance)). F has
/// m − 1 and m (n − 1) degrees of freedom and noncentrality n · difference² / (2 · variance).
///
/// # Errors
///
/// Fewer than two systems or topics, a difference of 0, a variance that is not above 0, an alpha outside 0 to 1.
pub fn anova_power(n: usize, systems: usize, effect: &Effect, alpha: f64) -> Result<f64, Error> {
    checks::at_least(POWER, "n", n, 2)?;
    checks::at_least(POWER, "systems", systems, 2)?;
    effect.check(POWER)?;
    checked::alpha(POWER, alpha)?;
    Ok(power(n, systems, effect, alpha))
}

/// The fewest topics with which a one-way analysis of variance finds that systems differ, with the power that is asked for.
///
/// Difference and variance as in [`anova_power`]. For two systems this is the t-test of two *independent* samples: topics that
/// are hard for both systems make no allowance here, so that it asks for more than
/// [`t_test_topics`](super::t_test_topics) where values of two systems go together.
///
/// ```
/// use sokutei_measures::stats::{Demand, Effect, anova_topics};
///
/// // R 4: power.anova.test(groups = 3, between.var = 1, within.var = 3, power = .80) gives n = 15.496. The means
/// // -1, 0, 1 have variance 1; the best and the worst are 2 apart
/// let effect = Effect { difference: 2.0, variance: 3.0 };
/// assert_eq!(anova_topics(3, &effect, &Demand::default())?.n, 16);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// As [`anova_power`]; a power that is not above alpha and below 1; a difference that more than
/// [`MOST_TOPICS`](super::MOST_TOPICS) would be needed for.
pub fn anova_topics(systems: usize, effect: &Effect, demand: &Demand) -> Result<PowerSize, Error> {
    checks::at_least(SIZE, "systems", systems, 2)?;
    effect.check(SIZE)?;
    demand.check(SIZE)?;
    of_power(SIZE, effect.difference, demand.power, "noncentral-f", |n| {
        power(n, systems, effect, demand.alpha)
    })
}

fn power(n: usize, systems: usize, effect: &Effect, alpha: f64) -> f64 {
    let df = (real(systems - 1), real(systems) * real(n - 1));
    let ratio = effect.difference / effect.variance.sqrt();
    let noncentrality = real(n) * ratio * ratio / 2.0;
    noncentral_f_above(fisher_f_quantile(alpha, df), df, noncentrality)
}
