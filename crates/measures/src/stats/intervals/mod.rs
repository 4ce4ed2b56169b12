//! A value with the range in which it may as well lie.

mod bootstrap;
mod cluster_error;
mod clusters;
mod ends;
mod student_t;
mod wilson;

pub use bootstrap::{Bootstrap, BootstrapDraws, bootstrap_mean};
pub use cluster_error::cluster_standard_error;
pub use clusters::{ClusterDraws, Groups, cluster_bootstrap_mean};
pub use ends::BootstrapInterval;
pub use student_t::t_interval;
pub use wilson::wilson_interval;

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
    /// Number of resamples; 0 for an interval by formula.
    pub replicates: u32,
    /// Seed of the resampling; 0 for an interval by formula.
    pub seed: u64,
    /// Number of units that were resampled, or counted by the formula: topics, or groups of them.
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
    /// Twice the mean less those percentiles, the upper one first ("reverse percentile"; Davison and Hinkley 1997).
    Basic,
    /// The same with whole groups.
    ClusterBasic,
    /// Percentiles moved for bias and skewness (BCa; Efron 1987).
    Bca,
    /// The same with whole groups.
    ClusterBca,
    /// Mean ± quantile of Student's distribution · standard error.
    StudentT,
    /// Wilson's score interval of a proportion (1927).
    Wilson,
}

impl IntervalMethod {
    /// The name that is printed, and written to files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Percentile => "percentile",
            Self::ClusterPercentile => "cluster-percentile",
            Self::Basic => "basic",
            Self::ClusterBasic => "cluster-basic",
            Self::Bca => "bca",
            Self::ClusterBca => "cluster-bca",
            Self::StudentT => "student-t",
            Self::Wilson => "wilson",
        }
    }
}

impl fmt::Display for IntervalMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
