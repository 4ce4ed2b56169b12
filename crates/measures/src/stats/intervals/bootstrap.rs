//! Intervals of a mean by resampling topics, or whole groups of topics.

use rustc_hash::FxHashMap;

use super::{Estimate, IntervalMethod};
use crate::error::Error;
use crate::formulas::real;
use crate::stats::percentile::{central, of_sorted};
use crate::stats::random::{Indexes, NumpyRng, Rows};
use crate::stats::sums::{LANES, Lanes, pairwise, side_by_side};
use crate::stats::{checks, descriptive};

/// How to bootstrap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrap {
    /// Number of resamples; 2,000 by default.
    pub replicates: u32,
    /// Seed of the random stream; 0 by default.
    pub seed: u64,
    /// Nominal coverage of the interval; 0.95 by default.
    pub level: f64,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Self {
            replicates: 2000,
            seed: 0,
            level: 0.95,
        }
    }
}

impl Bootstrap {
    pub(in crate::stats) fn check(&self, what: &'static str) -> Result<(), Error> {
        checks::at_least(what, "replicates", self.replicates, 1)?;
        checks::level(what, self.level)
    }

    /// The interval of a statistic from its values on the resamples.
    fn estimate(&self, point: f64, mut resampled: Vec<f64>, method: IntervalMethod, n: usize) -> Estimate {
        resampled.sort_unstable_by(f64::total_cmp);
        let (low, high) = central(self.level);
        Estimate {
            point,
            low: of_sorted(&resampled, low),
            high: of_sorted(&resampled, high),
            level: self.level,
            method,
            replicates: self.replicates,
            seed: self.seed,
            n,
        }
    }
}

/// Mean of a sample with its percentile bootstrap interval (Efron 1979).
///
/// Equals numpy's `np.percentile(x[rng.integers(0, n, (B, n))].mean(axis=1), [2.5, 97.5])` with a fresh
/// `default_rng(seed)`. A constant sample gives an interval of no width. With few topics, or values that are mostly
/// 0 and 1, percentile intervals are somewhat too short.
///
/// ```
/// use sokutei_measures::stats::{Bootstrap, bootstrap_mean};
///
/// let rr = [1.0, 0.5, 0.0, 1.0, 0.3333333333333333, 1.0, 0.0, 1.0];
/// let e = bootstrap_mean(&rr, &Bootstrap::default())?;
/// assert!(e.low < e.point && e.point < e.high);
/// assert_eq!((e.replicates, e.n, e.level), (2000, 8, 0.95));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// No values, a value that is not finite, no replicates, a level outside 0 to 1.
pub fn bootstrap_mean(x: &[f64], o: &Bootstrap) -> Result<Estimate, Error> {
    BootstrapDraws::new(x.len(), o)?.mean(x)
}

/// Mean of a sample with an interval from resampling groups of topics.
///
/// Topics that were made from one article, or from one template, are alike and not independent; resampling topics
/// then gives too short an interval. Here groups are drawn with replacement, as many as there are, each with all
/// its topics, and the statistic is the mean over all topics drawn. `groups[i]` names the group of `x[i]`; groups
/// are numbered by first appearance, so that their names do not matter. [`Estimate::n`] is the number of groups.
///
/// # Errors
///
/// As [`bootstrap_mean`], and `groups` of another length than `x`.
pub fn cluster_bootstrap_mean(x: &[f64], groups: &[usize], o: &Bootstrap) -> Result<Estimate, Error> {
    const WHAT: &str = "cluster bootstrap";
    checks::sample(WHAT, x)?;
    checks::same_length(WHAT, x.len(), groups.len())?;
    let mut number: FxHashMap<usize, usize> = FxHashMap::default();
    let (mut totals, mut counts): (Vec<f64>, Vec<usize>) = (Vec::new(), Vec::new());
    for (value, group) in x.iter().zip(groups) {
        let next = totals.len();
        let place = *number.entry(*group).or_insert(next);
        if place == next {
            totals.push(0.0);
            counts.push(0);
        }
        totals[place] += value;
        counts[place] += 1;
    }
    let draws = BootstrapDraws::new(totals.len(), o)?;
    let means = draws.rows.map_blocks(|block| {
        let mean = |row: &[u32]| {
            let total = pairwise(row, |group| totals[group as usize]);
            total / real(row.iter().map(|&group| counts[group as usize]).sum())
        };
        block.rows().map(mean).collect::<Vec<f64>>()
    });
    let method = IntervalMethod::ClusterPercentile;
    Ok(o.estimate(descriptive::mean(x), means.concat(), method, totals.len()))
}

/// The draws of a bootstrap of `n` topics, made once for any number of value vectors.
///
/// Vectors that share a plan see the same resamples, as they do with [`bootstrap_mean`] and one seed; the plan
/// only saves the time. Up to 64 MB of draws are kept, larger plans draw anew.
///
/// ```
/// use sokutei_measures::stats::{Bootstrap, BootstrapDraws, bootstrap_mean};
///
/// let (rr, recall) = ([1.0, 0.5, 0.0, 0.25], [1.0, 1.0, 0.0, 1.0]);
/// let o = Bootstrap::default();
/// let estimates = BootstrapDraws::new(4, &o)?.means(&[&rr, &recall])?;
/// assert_eq!(estimates, [bootstrap_mean(&rr, &o)?, bootstrap_mean(&recall, &o)?]);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
pub struct BootstrapDraws {
    settings: Bootstrap,
    rows: Rows<Indexes>,
}

impl BootstrapDraws {
    /// Draws for samples of `n` topics.
    ///
    /// # Errors
    ///
    /// No topics, no replicates, a level outside 0 to 1.
    pub fn new(n: usize, o: &Bootstrap) -> Result<Self, Error> {
        Self::from_stream(n, o, &mut NumpyRng::new(o.seed))
    }

    /// Draws from a stream that something else is drawn from afterwards.
    pub(in crate::stats) fn from_stream(n: usize, o: &Bootstrap, rng: &mut NumpyRng) -> Result<Self, Error> {
        const WHAT: &str = "bootstrap";
        o.check(WHAT)?;
        let n = checks::unit_count(WHAT, n)?;
        Ok(Self {
            settings: *o,
            rows: Rows::draw(n, o.replicates, rng),
        })
    }

    /// Mean and interval of one vector.
    ///
    /// # Errors
    ///
    /// A length other than the plan's, a value that is not finite.
    pub fn mean(&self, x: &[f64]) -> Result<Estimate, Error> {
        let [estimate] = <[Estimate; 1]>::try_from(self.means(&[x])?).expect("one vector, one estimate");
        Ok(estimate)
    }

    /// Means and intervals of several vectors, in their order.
    ///
    /// # Errors
    ///
    /// As [`BootstrapDraws::mean`].
    pub fn means(&self, vectors: &[&[f64]]) -> Result<Vec<Estimate>, Error> {
        const WHAT: &str = "bootstrap";
        for x in vectors {
            checks::same_length(WHAT, self.rows.n(), x.len())?;
            checks::sample(WHAT, x)?;
        }
        let n = real(self.rows.n());
        let lanes = side_by_side(vectors);
        let blocks = self.rows.map_blocks(|block| {
            let means = |x: &Vec<Lanes>| {
                block
                    .rows()
                    .map(|row| pairwise(row, |i| x[i as usize]).0.map(|sum| sum / n))
                    .collect()
            };
            lanes.iter().map(means).collect::<Vec<Vec<[f64; LANES]>>>()
        });
        let estimates = vectors.iter().enumerate().map(|(v, x)| {
            let means = blocks
                .iter()
                .flat_map(|block| &block[v / LANES])
                .map(|means| means[v % LANES])
                .collect();
            self.settings
                .estimate(descriptive::mean(x), means, IntervalMethod::Percentile, x.len())
        });
        Ok(estimates.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_sample_has_an_interval_of_no_width() {
        for x in [vec![0.25; 7], vec![0.0; 300]] {
            let e = bootstrap_mean(&x, &Bootstrap::default()).unwrap();
            assert_eq!((e.low, e.high, e.point), (x[0], x[0], x[0]));
            assert_eq!(e.width(), 0.0);
        }
    }

    #[test]
    fn every_topic_its_own_group_is_the_bootstrap_of_topics() {
        let x: Vec<f64> = (0..40).map(|i| f64::from(i % 7) / 8.0).collect(); // sums of eighths are exact
        let groups: Vec<usize> = (0..40).map(|i| 1000 - i).collect();
        let o = Bootstrap::default();
        let (topics, clusters) = (
            bootstrap_mean(&x, &o).unwrap(),
            cluster_bootstrap_mean(&x, &groups, &o).unwrap(),
        );
        assert_eq!((topics.low, topics.high), (clusters.low, clusters.high));
        assert_eq!(clusters.method, IntervalMethod::ClusterPercentile);
    }

    #[test]
    fn alike_topics_of_one_group_widen_the_interval() {
        let x: Vec<f64> = (0..200).map(|i| f64::from(i / 10 % 2)).collect();
        let groups: Vec<usize> = (0..200).map(|i| i / 10).collect();
        let o = Bootstrap::default();
        let (topics, clusters) = (
            bootstrap_mean(&x, &o).unwrap(),
            cluster_bootstrap_mean(&x, &groups, &o).unwrap(),
        );
        assert!(clusters.width() > 2.0 * topics.width()); // by about the root of 10
        assert_eq!(clusters.n, 20);
    }

    #[test]
    fn bad_samples_and_settings_are_errors() {
        let o = Bootstrap::default();
        let message = |r: Result<Estimate, Error>| r.unwrap_err().to_string();
        assert_eq!(
            message(bootstrap_mean(&[], &o)),
            "bootstrap: no values; at least one topic is needed"
        );
        assert!(message(bootstrap_mean(&[1.0, f64::INFINITY], &o)).contains("value 1 (from 0) is inf"));
        assert_eq!(
            message(bootstrap_mean(&[1.0], &Bootstrap { replicates: 0, ..o })),
            "bootstrap: replicates is 0; it must be at least 1"
        );
        for level in [0.0, 1.0, 95.0, f64::NAN] {
            assert!(message(bootstrap_mean(&[1.0], &Bootstrap { level, ..o })).contains("below 1, 0.95"));
        }
        assert_eq!(
            message(cluster_bootstrap_mean(&[1.0, 2.0], &[0], &o)),
            "cluster bootstrap: 2 values against 1; both need one per topic, in the same order"
        );
        let draws = BootstrapDraws::new(3, &o).unwrap();
        assert!(message(draws.mean(&[1.0])).contains("3 values against 1"));
    }
}
