//! How sure one may be: intervals, paired tests, and what a smaller test set would have said.
//!
//! The random streams are numpy's `default_rng(seed)`, bit by bit ([`NumpyRng`]), and so are sums
//! ([`pairwise_sum`]) and percentiles ([`percentile_linear`]): an interval or a p-value computed here equals the one
//! that numpy gives for the same seed, to the last digit. Every function starts its own stream from its seed, so two
//! calls with equal sizes and seeds see the same draws; the plan types ([`BootstrapDraws`], [`PairedDraws`]) make
//! those draws once for many value vectors. Results do not depend on the number of threads.
//!
//! Functions here know nothing of topics: a sample is a slice with one value per topic, and two samples that are
//! compared hold the topics in the same order ([`TopicValues::aligned`](crate::TopicValues::aligned)).

mod bootstrap;
mod checks;
mod descriptive;
mod draws;
mod growth;
mod numpy_rng;
mod paired;
mod percentile;
mod seed_sequence;
mod sign_flips;
mod subsets;
mod sums;
mod ziggurat;
mod ziggurat_tables;

pub use bootstrap::{Bootstrap, BootstrapDraws, bootstrap_mean, cluster_bootstrap_mean};
pub use descriptive::{mean, standard_deviation};
pub use growth::{Growth, growth};
pub use numpy_rng::NumpyRng;
pub use paired::{Paired, PairedComparison, PairedDraws, compare_paired};
pub use percentile::percentile_linear;
pub use sign_flips::PermutationTies;
pub use subsets::{Reversal, SubsetSpread, reversal, subset_means, subset_spread, subset_study};
pub use sums::pairwise_sum;

use std::fmt;

use serde::{Deserialize, Serialize};

/// A value with an interval, and all that is needed to make it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The value on the sample itself.
    pub point: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Nominal coverage, 0.95 for a 95 % interval.
    pub level: f64,
    /// How the interval was made.
    pub method: IntervalMethod,
    /// Number of resamples.
    pub replicates: u32,
    /// Seed of the resampling.
    pub seed: u64,
    /// Number of units that were resampled: topics, or groups of them.
    pub n: usize,
}

impl Estimate {
    /// `high - low`.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.high - self.low
    }

    /// Whether 0 lies in the interval, its ends included: a difference that is "not distinguishable here".
    #[must_use]
    pub fn spans_zero(&self) -> bool {
        self.low <= 0.0 && 0.0 <= self.high
    }
}

/// How an interval was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum IntervalMethod {
    /// Percentiles of the means of resampled topics (Efron 1979): topics are taken as independent.
    Percentile,
    /// Percentiles of the means after resampling whole groups of topics, the mean being over all topics drawn.
    ClusterPercentile,
}

impl fmt::Display for IntervalMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Percentile => "percentile",
            Self::ClusterPercentile => "cluster-percentile",
        })
    }
}
