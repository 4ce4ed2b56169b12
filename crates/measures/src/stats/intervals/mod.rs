//! A value with the range in which it may as well lie.

mod bootstrap;

pub use bootstrap::{Bootstrap, BootstrapDraws, bootstrap_mean, cluster_bootstrap_mean};

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
