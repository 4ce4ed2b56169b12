//! The Bayesian bootstrap of a mean difference.

use serde::Serialize;

use super::differences::differences;
use crate::error::Error;
use crate::formulas::real;
use crate::stats::intervals::{Bootstrap, Groups};
use crate::stats::percentile::{central, of_sorted};
use crate::stats::random::{Generator, Rows, Source, Weights};
use crate::stats::{checks, descriptive};

/// What one may believe of a mean difference `y - x`, if nothing is assumed of how differences are distributed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BayesianBootstrap {
    /// The mean difference of the sample.
    pub difference: f64,
    /// Lower end of the central credible interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// Its probability, 0.95 say.
    pub level: f64,
    /// P(B > A): share of the draws in which the mean difference is above 0.
    pub p_greater: f64,
    /// P(B < A); the rest is exactly 0.
    pub p_less: f64,
    /// Number of draws.
    pub replicates: u32,
    /// Seed of the draws.
    pub seed: u64,
    /// Where they came from.
    pub generator: Generator,
}

/// Draws weights for the topics, or for whole groups of them, and looks at the weighted mean difference (Rubin 1981).
///
/// Weights of one draw are standard exponentials, −ln(1 − u) with numpy's `random()`, divided by their sum: uniform over all
/// weights that add up to 1. With groups, all topics of one have its weight. Only differences that were seen can come again, so with few
/// topics this is too sure of itself; and P(B > A) is no p-value.
///
/// ```
/// use sokutei_measures::stats::{Bootstrap, bayesian_bootstrap};
///
/// let d = [0.5, 0.25, -0.25, 0.5, 0.0, 1.0];
/// let belief = bayesian_bootstrap(&[0.0; 6], &d, None, &Bootstrap::default())?;
/// assert!(belief.p_greater > 0.9 && belief.low < belief.difference && belief.difference < belief.high);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// No topics, different lengths, a value that is not finite, no replicates, a level outside 0 to 1.
pub fn bayesian_bootstrap(
    x: &[f64],
    y: &[f64],
    groups: Option<&Groups>,
    o: &Bootstrap,
) -> Result<BayesianBootstrap, Error> {
    let [belief] = <[BayesianBootstrap; 1]>::try_from(bayesian_bootstrap_all(&[(x, y)], groups, o)?)
        .expect("one pair, one belief");
    Ok(belief)
}

/// [`bayesian_bootstrap`] of several pairs `(x, y)` over the same topics, which see the same weights.
///
/// # Errors
///
/// As [`bayesian_bootstrap`].
pub fn bayesian_bootstrap_all(
    pairs: &[(&[f64], &[f64])],
    groups: Option<&Groups>,
    o: &Bootstrap,
) -> Result<Vec<BayesianBootstrap>, Error> {
    const WHAT: &str = "Bayesian bootstrap";
    o.check(WHAT)?;
    let differences = pairs.iter().map(|(x, y)| differences(WHAT, x, y));
    let differences = differences.collect::<Result<Vec<Vec<f64>>, Error>>()?;
    let Some(n) = differences.first().map(Vec::len) else {
        return Ok(Vec::new());
    };
    for d in &differences {
        checks::same_length(WHAT, groups.map_or(n, Groups::n_topics), d.len())?;
    }
    let (totals, sizes) = match groups {
        None => (differences.clone(), vec![1; n]),
        Some(groups) => (
            differences.iter().map(|d| groups.totals(d)).collect(),
            groups.sizes().to_vec(),
        ),
    };
    let units = checks::unit_count(WHAT, sizes.len())?;
    let weights: Rows<Weights> = Rows::draw(units, o.replicates, &mut Source::new(o.generator, o.seed));
    let blocks = weights.map_blocks(|block| {
        let means = |totals: &Vec<f64>| {
            block
                .rows()
                .map(|row| weighted_mean(row, totals, &sizes))
                .collect()
        };
        totals.iter().map(means).collect::<Vec<Vec<f64>>>()
    });
    let believed = differences.iter().enumerate().map(|(i, d)| {
        let means = blocks.iter().flat_map(|block| &block[i]).copied().collect();
        summary(descriptive::mean(d), means, o)
    });
    Ok(believed.collect())
}

/// Mean over topics, each with the weight of its unit.
fn weighted_mean(weights: &[f64], totals: &[f64], sizes: &[usize]) -> f64 {
    let (mut sum, mut weight) = (0.0, 0.0);
    for ((w, total), size) in weights.iter().zip(totals).zip(sizes) {
        sum += w * total;
        weight += w * real(*size);
    }
    sum / weight
}

fn summary(difference: f64, mut means: Vec<f64>, o: &Bootstrap) -> BayesianBootstrap {
    means.sort_unstable_by(f64::total_cmp);
    let (low, high) = central(o.level);
    let drawn = real(means.len());
    let less = means.partition_point(|mean| *mean < 0.0);
    let not_greater = means.partition_point(|mean| *mean <= 0.0);
    BayesianBootstrap {
        difference,
        low: of_sorted(&means, low),
        high: of_sorted(&means, high),
        level: o.level,
        p_greater: real(means.len() - not_greater) / drawn,
        p_less: real(less) / drawn,
        replicates: o.replicates,
        seed: o.seed,
        generator: o.generator,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_systems_are_neither_better_nor_worse() {
        let belief = bayesian_bootstrap(&[0.5; 9], &[0.5; 9], None, &Bootstrap::default()).unwrap();
        assert_eq!(
            (belief.p_greater, belief.p_less, belief.low, belief.high),
            (0.0, 0.0, 0.0, 0.0)
        );
    }

    #[test]
    fn draws_equal_numpys() {
        // numpy 2.4.6: w = default_rng(0).standard_exponential((2000, 4), method='inv'); m = (w * d).sum(1) / w.sum(1);
        // np.percentile(m, [2.5, 97.5]), (m > 0).mean(), for d = [.5, -.25, .25, 0]
        let d = [0.5, -0.25, 0.25, 0.0];
        let belief = bayesian_bootstrap(&[0.0; 4], &d, None, &Bootstrap::default()).unwrap();
        let expected = [-0.11852477141819424, 0.37487066189411206, 0.8225];
        for (found, expected) in [belief.low, belief.high, belief.p_greater].iter().zip(expected) {
            assert!((found - expected).abs() < 1e-12, "{found} and {expected}");
        }
    }

    #[test]
    fn groups_make_belief_less_certain() {
        let d: Vec<f64> = (0..60)
            .map(|i| if i / 10 % 3 == 0 { -0.4 } else { 0.5 })
            .collect();
        let groups = Groups::new((0..60).map(|i| i / 10));
        let o = Bootstrap::default();
        let by_topic = bayesian_bootstrap(&[0.0; 60], &d, None, &o).unwrap();
        let by_group = bayesian_bootstrap(&[0.0; 60], &d, Some(&groups), &o).unwrap();
        assert!(by_group.high - by_group.low > 2.0 * (by_topic.high - by_topic.low));
        assert!(by_group.p_greater < by_topic.p_greater);
    }
}
