//! Intervals of a mean by resampling whole groups of topics.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::Estimate;
use super::bootstrap::Bootstrap;
use super::ends::OfSample;
use crate::error::Error;
use crate::formulas::real;
use crate::stats::random::{Indexes, Rows, Source};
use crate::stats::sums::{pairwise, pairwise_sum};
use crate::stats::{checks, descriptive};

/// Which topics belong together: those of one article, one template, one user.
///
/// Groups are numbered by first appearance, so their names do not matter.
///
/// ```
/// use sokutei_measures::stats::Groups;
///
/// let groups = Groups::new(["rdp", "rdp", "wsl"]);
/// assert_eq!((groups.n_groups(), groups.n_topics(), groups.sizes()), (2, 3, &[2, 1][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    of: Vec<usize>,
    sizes: Vec<usize>,
}

impl Groups {
    /// One label for each topic, in the order of the values.
    pub fn new<T: Hash + Eq>(labels: impl IntoIterator<Item = T>) -> Self {
        let mut number: FxHashMap<T, usize> = FxHashMap::default();
        let (mut of, mut sizes): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for label in labels {
            let next = sizes.len();
            let group = *number.entry(label).or_insert(next);
            if group == next {
                sizes.push(0);
            }
            sizes[group] += 1;
            of.push(group);
        }
        Self { of, sizes }
    }

    /// How many groups there are.
    #[must_use]
    pub fn n_groups(&self) -> usize {
        self.sizes.len()
    }

    /// How many topics they hold together.
    #[must_use]
    pub fn n_topics(&self) -> usize {
        self.of.len()
    }

    /// Topics of each group.
    #[must_use]
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The group of each topic.
    #[must_use]
    pub fn of_topics(&self) -> &[usize] {
        &self.of
    }

    /// The sum of each group's values, added in the order of the topics.
    pub(in crate::stats) fn totals(&self, x: &[f64]) -> Vec<f64> {
        let mut totals = vec![0.0; self.n_groups()];
        for (value, &group) in x.iter().zip(&self.of) {
            totals[group] += value;
        }
        totals
    }
}

/// Mean of a sample with an interval from resampling groups of topics.
///
/// Topics that were made from one article, or from one template, are alike and not independent; resampling topics
/// then gives too short an interval. Here groups are drawn with replacement, as many as there are, each with all
/// its topics, and the statistic is the mean over all topics drawn. `groups[i]` names the group of `x[i]`.
/// [`Estimate::n`] is the number of groups.
///
/// # Errors
///
/// As [`bootstrap_mean`](crate::stats::bootstrap_mean), and `groups` of another length than `x`.
pub fn cluster_bootstrap_mean(x: &[f64], groups: &[usize], o: &Bootstrap) -> Result<Estimate, Error> {
    checks::sample(WHAT, x)?;
    checks::same_length(WHAT, x.len(), groups.len())?;
    let groups = Groups::new(groups);
    let [estimate] = <[Estimate; 1]>::try_from(ClusterDraws::new(&groups, o)?.means(&[x])?)
        .expect("one vector, one estimate");
    Ok(estimate)
}

const WHAT: &str = "cluster bootstrap";

/// The draws of a bootstrap of whole groups, made once for any number of value vectors.
pub struct ClusterDraws<'g> {
    settings: Bootstrap,
    groups: &'g Groups,
    rows: Rows<Indexes>,
}

impl<'g> ClusterDraws<'g> {
    /// Draws as many groups as there are.
    ///
    /// # Errors
    ///
    /// No topics, no replicates, a level outside 0 to 1.
    pub fn new(groups: &'g Groups, o: &Bootstrap) -> Result<Self, Error> {
        Self::from_source(groups, o, &mut Source::new(o.generator, o.seed))
    }

    /// Draws from a source that something else is drawn from afterwards.
    pub(in crate::stats) fn from_source(
        groups: &'g Groups,
        o: &Bootstrap,
        source: &mut Source,
    ) -> Result<Self, Error> {
        o.check(WHAT)?;
        let n = checks::unit_count(WHAT, groups.n_groups())?;
        Ok(Self {
            settings: *o,
            groups,
            rows: Rows::draw(n, o.replicates, source),
        })
    }

    /// Means and intervals of several vectors, in their order.
    ///
    /// # Errors
    ///
    /// A length other than the number of topics, a value that is not finite.
    pub fn means(&self, vectors: &[&[f64]]) -> Result<Vec<Estimate>, Error> {
        vectors.iter().map(|x| self.mean(x)).collect()
    }

    fn mean(&self, x: &[f64]) -> Result<Estimate, Error> {
        let resampled = self.resampled(x)?;
        let (totals, sizes) = (self.groups.totals(x), self.groups.sizes());
        let units = (totals.len(), true);
        Ok(self
            .settings
            .estimate(descriptive::mean(x), resampled, units, || OfSample {
                whole: pairwise_sum(&totals) / real(x.len()),
                without_each: means_without_each(&totals, sizes),
            }))
    }

    /// Mean of each resample, in the order of the draws.
    pub(in crate::stats) fn resampled(&self, x: &[f64]) -> Result<Vec<f64>, Error> {
        checks::sample(WHAT, x)?;
        checks::same_length(WHAT, self.groups.n_topics(), x.len())?;
        let (totals, sizes) = (self.groups.totals(x), self.groups.sizes());
        let means = self.rows.map_blocks(|block| {
            let mean = |row: &[u32]| {
                let total = pairwise(row, |group| totals[group as usize]);
                total / real(row.iter().map(|&group| sizes[group as usize]).sum())
            };
            block.rows().map(mean).collect::<Vec<f64>>()
        });
        Ok(means.concat())
    }
}

/// The mean over all topics without each group in turn; nothing for a single group.
fn means_without_each(totals: &[f64], sizes: &[usize]) -> Vec<f64> {
    if totals.len() < 2 {
        return Vec::new();
    }
    let (total, topics): (f64, usize) = (totals.iter().sum(), sizes.iter().sum());
    let without = totals.iter().zip(sizes);
    without
        .map(|(of_group, size)| (total - of_group) / real(topics - size))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{BootstrapInterval, IntervalMethod, bootstrap_mean};

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
    fn every_interval_of_single_topics_is_that_of_the_topics() {
        let x: Vec<f64> = (0..40).map(|i| f64::from(i % 7) / 8.0).collect();
        let groups: Vec<usize> = (0..40).collect();
        for interval in [BootstrapInterval::Basic, BootstrapInterval::Bca] {
            let o = Bootstrap {
                interval,
                ..Bootstrap::default()
            };
            let (topics, clusters) = (
                bootstrap_mean(&x, &o).unwrap(),
                cluster_bootstrap_mean(&x, &groups, &o).unwrap(),
            );
            assert!((topics.low - clusters.low).abs() < 1e-12 && (topics.high - clusters.high).abs() < 1e-12);
            assert_ne!(topics.method, clusters.method);
        }
    }

    #[test]
    fn bca_counts_half_of_the_resamples_that_hold_each_group_once() {
        // both of two groups are in half of the resamples, whose mean is that of the sample; topic by topic it rounds otherwise
        let x = [
            0.35158666802721306,
            0.35570883834422684,
            0.06329407877232424,
            0.6250498128453106,
            0.45877804533306044,
        ];
        let o = Bootstrap {
            replicates: 500,
            seed: 4_294_967_295,
            interval: BootstrapInterval::Bca,
            ..Bootstrap::default()
        };
        let e = cluster_bootstrap_mean(&x, &[1000, 0, 0, 0, 0], &o).unwrap();
        // scipy 1.17.1: bootstrap((np.arange(2),), lambda i, axis=-1: totals[i].sum(axis) / sizes[i].sum(axis), n_resamples=500,
        // method='BCa', rng=default_rng(4294967295))
        assert!((e.low - 0.351_586_668_027_213_06).abs() < 1e-12, "{}", e.low);
        assert!((e.high - 0.375_707_693_823_730_5).abs() < 1e-12, "{}", e.high);
    }

    #[test]
    fn groups_and_values_belong_together() {
        let message = |r: Result<Estimate, Error>| r.unwrap_err().to_string();
        assert_eq!(
            message(cluster_bootstrap_mean(&[1.0, 2.0], &[0], &Bootstrap::default())),
            "cluster bootstrap: 2 values against 1; both need one per topic, in the same order"
        );
    }
}
