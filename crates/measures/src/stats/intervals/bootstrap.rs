//! Intervals of a mean by resampling topics.

use super::Estimate;
use super::ends::{BootstrapInterval, OfSample};
use crate::error::Error;
use crate::formulas::real;
use crate::stats::random::{Generator, Indexes, Rows, Source};
use crate::stats::sums::{LANES, Lanes, pairwise, pairwise_sum, side_by_side};
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
    /// Which ends the interval has; percentiles by default.
    pub interval: BootstrapInterval,
    /// Where the draws come from; numpy's one stream by default.
    pub generator: Generator,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Self {
            replicates: 2000,
            seed: 0,
            level: 0.95,
            interval: BootstrapInterval::default(),
            generator: Generator::default(),
        }
    }
}

impl Bootstrap {
    pub(crate) fn check(&self, what: &'static str) -> Result<(), Error> {
        checks::at_least(what, "replicates", self.replicates, 1)?;
        checks::level(what, self.level)
    }

    /// The interval of a statistic from its values on the resamples; `of_sample` as [`BootstrapInterval::ends`] takes it.
    pub(super) fn estimate(
        &self,
        point: f64,
        mut resampled: Vec<f64>,
        (n, clusters): (usize, bool),
        of_sample: impl FnOnce() -> OfSample,
    ) -> Estimate {
        resampled.sort_unstable_by(f64::total_cmp);
        let (low, high) = self.interval.ends(self.level, point, &resampled, of_sample);
        Estimate {
            point,
            low,
            high,
            level: self.level,
            method: self.interval.method(clusters),
            replicates: self.replicates,
            seed: self.seed,
            n,
        }
    }
}

/// Mean of a sample with its bootstrap interval (Efron 1979).
///
/// With percentiles, the default, it equals numpy's `np.percentile(x[rng.integers(0, n, (B, n))].mean(axis=1), [2.5, 97.5])` with a fresh
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
        Self::from_source(n, o, &mut Source::new(o.generator, o.seed))
    }

    /// Draws from a source that something else is drawn from afterwards.
    pub(in crate::stats) fn from_source(n: usize, o: &Bootstrap, source: &mut Source) -> Result<Self, Error> {
        const WHAT: &str = "bootstrap";
        o.check(WHAT)?;
        let n = checks::unit_count(WHAT, n)?;
        Ok(Self {
            settings: *o,
            rows: Rows::draw(n, o.replicates, source),
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
        let resampled = self.resampled(vectors)?;
        let estimates = vectors.iter().zip(resampled).map(|(x, resampled)| {
            let whole = descriptive::mean(x);
            self.settings
                .estimate(whole, resampled, (x.len(), false), || OfSample {
                    whole,
                    without_each: means_without_each(x),
                })
        });
        Ok(estimates.collect())
    }

    /// Mean of each resample, in the order of the draws, for several vectors.
    pub(in crate::stats) fn resampled(&self, vectors: &[&[f64]]) -> Result<Vec<Vec<f64>>, Error> {
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
        let of_vector = |v: usize| {
            let rows = blocks.iter().flat_map(|block| &block[v / LANES]);
            rows.map(|means| means[v % LANES]).collect()
        };
        Ok((0..vectors.len()).map(of_vector).collect())
    }
}

/// The mean without each value in turn; nothing for a single value.
fn means_without_each(x: &[f64]) -> Vec<f64> {
    if x.len() < 2 {
        return Vec::new();
    }
    let (total, others) = (pairwise_sum(x), real(x.len() - 1));
    x.iter().map(|value| (total - value) / others).collect()
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
        let draws = BootstrapDraws::new(3, &o).unwrap();
        assert!(message(draws.mean(&[1.0])).contains("3 values against 1"));
    }
}
