//! From the means of resamples to the ends of an interval.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::IntervalMethod;
use crate::error::Error;
use crate::formulas::real;
use crate::stats::descriptive;
use crate::stats::distributions::{normal_cdf, normal_quantile};
use crate::stats::percentile::{central, of_sorted};

/// Which ends a bootstrap interval has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BootstrapInterval {
    /// The percentiles of the resampled means; the default.
    #[default]
    Percentile,
    /// Twice the mean less those percentiles.
    Basic,
    /// Percentiles moved for bias and skewness; it takes the values of the sample, too.
    Bca,
}

/// The statistic on the sample itself, added up as on a resample: where units are groups, another order may round otherwise, and resamples that
/// equal it would not be seen to.
pub(super) struct OfSample {
    pub(super) whole: f64,
    /// And without each unit in turn; nothing for a single one.
    pub(super) without_each: Vec<f64>,
}

impl BootstrapInterval {
    /// The names that [`FromStr`] reads.
    pub const NAMES: [&str; 3] = ["percentile", "basic", "bca"];

    /// The method that an interval over topics, or over groups of them, is named by.
    pub(in crate::stats) fn method(self, clusters: bool) -> IntervalMethod {
        match (self, clusters) {
            (Self::Percentile, false) => IntervalMethod::Percentile,
            (Self::Percentile, true) => IntervalMethod::ClusterPercentile,
            (Self::Basic, false) => IntervalMethod::Basic,
            (Self::Basic, true) => IntervalMethod::ClusterBasic,
            (Self::Bca, false) => IntervalMethod::Bca,
            (Self::Bca, true) => IntervalMethod::ClusterBca,
        }
    }

    /// Both ends. `resampled` is sorted; `of_sample` gives what only BCa asks for.
    pub(super) fn ends(
        self,
        level: f64,
        point: f64,
        resampled: &[f64],
        of_sample: impl FnOnce() -> OfSample,
    ) -> (f64, f64) {
        let (low, high) = central(level);
        let at = |(low, high)| (of_sorted(resampled, low), of_sorted(resampled, high));
        match self {
            Self::Percentile => at((low, high)),
            Self::Basic => {
                let (from, to) = at((low, high));
                (2.0 * point - to, 2.0 * point - from)
            }
            Self::Bca => {
                let sample = of_sample();
                let (bias, acceleration) =
                    (bias(sample.whole, resampled), acceleration(&sample.without_each));
                let moved = |q: f64| 100.0 * moved(q / 100.0, bias, acceleration);
                at((moved(low), moved(high)))
            }
        }
    }
}

impl fmt::Display for BootstrapInterval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.method(false).name())
    }
}

impl FromStr for BootstrapInterval {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        match name {
            "percentile" => Ok(Self::Percentile),
            "basic" => Ok(Self::Basic),
            "bca" => Ok(Self::Bca),
            _ => Err(Error::Setting {
                what: "bootstrap",
                name: "interval",
                found: name.to_owned(),
                expected: format!("one of {}", Self::NAMES.join(", ")),
            }),
        }
    }
}

/// z0: how far the point is from the middle of the resamples, in standard normal units. Resamples that equal it count half, as in
/// scipy; at least half a resample counts on either side, so that it is finite.
fn bias(point: f64, sorted: &[f64]) -> f64 {
    let below = sorted.partition_point(|value| *value < point);
    let not_above = sorted.partition_point(|value| *value <= point);
    let (n, half) = (real(sorted.len()), 0.5);
    let count = (real(below) + real(not_above)) / 2.0;
    normal_quantile(count.clamp(half, (n - half).max(half)) / n)
}

/// a: a sixth of the skewness of the leave-one-out values, upside down; 0 if they are all equal.
fn acceleration(left_out: &[f64]) -> f64 {
    let middle = descriptive::mean(left_out);
    let (mut cubes, mut squares) = (0.0, 0.0);
    for value in left_out {
        let from_middle = middle - value;
        squares += from_middle * from_middle;
        cubes += from_middle * from_middle * from_middle;
    }
    if squares == 0.0 {
        return 0.0;
    }
    cubes / (6.0 * squares * squares.sqrt())
}

/// The share of the resamples that BCa puts in the place of `share` (Efron 1987).
fn moved(share: f64, bias: f64, acceleration: f64) -> f64 {
    let z = bias + normal_quantile(share);
    let shrink = 1.0 - acceleration * z;
    if shrink <= 0.0 {
        // so skewed that the formula has left its range: the end of the resamples
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    normal_cdf(bias + z / shrink)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_bias_and_skewness_nothing_is_moved() {
        for share in [0.005, 0.025, 0.5, 0.975] {
            assert!((moved(share, 0.0, 0.0) - share).abs() < 1e-15);
        }
        assert_eq!(acceleration(&[0.25; 5]), 0.0);
        assert_eq!(acceleration(&[1.0, 2.0, 3.0]), 0.0);
    }

    #[test]
    fn bias_by_hand() {
        // 1 below, 1 equal of 4: (1 + 2) / 2 / 4 = 0.375
        assert!((bias(2.0, &[1.0, 2.0, 3.0, 4.0]) - normal_quantile(0.375)).abs() < 1e-15);
        // nothing below: half a resample is
        assert!((bias(0.0, &[1.0, 2.0, 3.0, 4.0]) - normal_quantile(0.125)).abs() < 1e-15);
        assert_eq!(bias(0.0, &[1.0]), 0.0);
    }

    #[test]
    fn acceleration_by_hand() {
        // mean 1; cubes of 1, 1, -2: -6; squares: 6
        let expected = -6.0 / (6.0 * 6f64.powf(1.5));
        assert!((acceleration(&[0.0, 0.0, 3.0]) - expected).abs() < 1e-15);
    }

    #[test]
    fn names_are_read_as_they_are_printed() {
        for name in BootstrapInterval::NAMES {
            assert_eq!(name.parse::<BootstrapInterval>().unwrap().to_string(), name);
        }
        assert!("studentised".parse::<BootstrapInterval>().is_err());
    }
}
