//! Intervals of coefficients: units drawn with replacement, on numpy's stream.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::Undefined;
use crate::error::Error;
use crate::stats::percentile::{central, of_sorted};
use crate::stats::random::{Purpose, of_replicate};
use crate::stats::{Bootstrap, BootstrapInterval, Generator, Groups, IntervalMethod, NumpyRng, checks};

/// What is drawn: items, or groups of items that belong together, such as the documents of a topic.
#[derive(Clone, Debug, PartialEq)]
pub struct Units {
    of_item: Vec<usize>,
    n: usize,
    method: IntervalMethod,
}

impl Units {
    /// Each of `n` items is a unit.
    #[must_use]
    pub fn items(n: usize) -> Self {
        Self {
            of_item: (0..n).collect(),
            n,
            method: IntervalMethod::Percentile,
        }
    }

    /// Items with the same number are one unit; units are numbered by first appearance, so that the numbers do not matter.
    ///
    /// ```
    /// use sokutei_measures::agreement::Units;
    ///
    /// assert_eq!(Units::groups(&[7, 7, 3, 7]).n(), 2);
    /// ```
    #[must_use]
    pub fn groups(groups: &[usize]) -> Self {
        let groups = Groups::new(groups);
        Self {
            of_item: groups.of_topics().to_vec(),
            n: groups.n_groups(),
            method: IntervalMethod::ClusterPercentile,
        }
    }

    /// Number of units.
    #[must_use]
    pub fn n(&self) -> usize {
        self.n
    }

    /// Number of items.
    #[must_use]
    pub fn n_items(&self) -> usize {
        self.of_item.len()
    }

    pub(super) fn method(&self) -> IntervalMethod {
        self.method
    }

    /// How often each item was drawn.
    pub(super) fn times(&self, drawn: &[u32]) -> Vec<u32> {
        let mut of_unit = vec![0; self.n];
        for &unit in drawn {
            of_unit[unit as usize] += 1;
        }
        self.of_item.iter().map(|&unit| of_unit[unit]).collect()
    }
}

/// A coefficient with its interval.
#[derive(Clone, Debug, PartialEq)]
pub struct AgreementEstimate {
    /// The value, or why there is none.
    pub value: Result<f64, Undefined>,
    /// Its interval.
    pub interval: ResampledInterval,
}

/// The percentile interval of a coefficient that some resamples may not have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResampledInterval {
    /// Lower and upper end: percentiles, by numpy's rule `linear`, of the values on those resamples that have one. None if no resample has.
    pub ends: Option<(f64, f64)>,
    /// Nominal coverage, 0.95 for a 95 % interval.
    pub level: f64,
    /// Whether items or groups were drawn.
    pub method: IntervalMethod,
    /// Number of resamples.
    pub replicates: u32,
    /// Of those, the ones on which the coefficient is not defined. They are left out: where they are many, the interval says little.
    pub undefined: u32,
    /// Seed of the resampling.
    pub seed: u64,
    /// Number of units that were drawn from.
    pub n: usize,
}

/// The reason apart from what is an error all the same.
pub(super) fn why_not(value: Result<f64, Error>) -> Result<Result<f64, Undefined>, Error> {
    match value {
        Ok(value) => Ok(Ok(value)),
        Err(Error::Undefined { why, .. }) => Ok(Err(why)),
        Err(other) => Err(other),
    }
}

pub(super) fn estimates(
    points: Vec<Result<f64, Undefined>>,
    intervals: Vec<ResampledInterval>,
) -> Vec<AgreementEstimate> {
    let both = points.into_iter().zip(intervals);
    both.map(|(value, interval)| AgreementEstimate { value, interval })
        .collect()
}

/// Numbers that are drawn before they are used: 64 MB.
const DRAWS_AT_ONCE: usize = 16 << 20;

/// Intervals of some statistics that see the same resamples.
///
/// `statistics` gets the numbers of the units of a resample, as `integers(0, n, n)` gives them from the generator that is asked for, and answers
/// with as many values each time. Draws are made one after the other, the values of those that are at hand in parallel: the same bytes on any number of threads.
pub(super) fn intervals(
    n: usize,
    method: IntervalMethod,
    o: &Bootstrap,
    statistics: impl Fn(&[u32]) -> Vec<Result<f64, Undefined>> + Sync,
) -> Result<Vec<ResampledInterval>, Error> {
    const WHAT: &str = "bootstrap";
    o.check(WHAT)?;
    checks::unit_count(WHAT, n)?;
    require_percentiles(o)?;
    let at_once = (DRAWS_AT_ONCE / n).clamp(1, 256);
    let mut stream = NumpyRng::new(o.seed);
    let mut values: Vec<Vec<Result<f64, Undefined>>> = Vec::new();
    while values.len() < o.replicates as usize {
        let first = values.len();
        let rows = (first..(first + at_once).min(o.replicates as usize))
            .map(|replicate| match o.generator {
                Generator::Numpy => draw(&mut stream, n),
                Generator::NumpySpawned => draw(&mut of_replicate(o.seed, Purpose::Resamples, replicate), n),
            })
            .collect::<Result<Vec<_>, _>>()?;
        values.par_extend(rows.par_iter().map(|row| statistics(row)));
    }
    let width = values[0].len();
    Ok((0..width)
        .map(|i| interval(n, method, o, values.iter().map(|row| row[i])))
        .collect())
}

/// A coefficient is no mean: what moves the ends of a mean's interval is not defined for it here.
fn require_percentiles(o: &Bootstrap) -> Result<(), Error> {
    if o.interval == BootstrapInterval::Percentile {
        return Ok(());
    }
    Err(Error::Setting {
        what: "interval of agreement",
        name: "interval",
        found: o.interval.to_string(),
        expected: "percentile".to_owned(),
    })
}

/// `integers(0, n, n)`.
#[expect(clippy::cast_possible_truncation)] // numbers of units have 32 bits
fn draw(rng: &mut NumpyRng, n: usize) -> Result<Vec<u32>, Error> {
    (0..n)
        .map(|_| rng.integers(n as u64).map(|unit| unit as u32))
        .collect()
}

fn interval(
    n: usize,
    method: IntervalMethod,
    o: &Bootstrap,
    values: impl Iterator<Item = Result<f64, Undefined>>,
) -> ResampledInterval {
    let mut defined: Vec<f64> = values.flatten().collect();
    defined.sort_unstable_by(f64::total_cmp);
    let (low, high) = central(o.level);
    let ends = (!defined.is_empty()).then(|| (of_sorted(&defined, low), of_sorted(&defined, high)));
    let undefined = o.replicates as usize - defined.len();
    ResampledInterval {
        ends,
        level: o.level,
        method,
        replicates: o.replicates,
        undefined: u32::try_from(undefined).expect("at most the replicates"),
        seed: o.seed,
        n,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resamples_without_a_value_are_counted_and_left_out() {
        let o = Bootstrap {
            replicates: 1000,
            ..Bootstrap::default()
        };
        let of_first = |drawn: &[u32]| {
            let value = f64::from(drawn[0]);
            vec![
                if drawn[0] == 1 {
                    Err(Undefined::Constant)
                } else {
                    Ok(value)
                },
                Ok(1.0),
                Err(Undefined::Ties),
            ]
        };
        let found = intervals(3, IntervalMethod::Percentile, &o, of_first).unwrap();
        assert_eq!(found[0].ends, Some((0.0, 2.0)));
        assert!((250..420).contains(&found[0].undefined)); // a third of 1,000, five standard deviations either way
        assert_eq!((found[1].ends, found[1].undefined), (Some((1.0, 1.0)), 0));
        assert_eq!((found[2].ends, found[2].undefined), (None, 1000));
    }

    #[test]
    fn draws_are_those_of_the_stream_whatever_is_drawn_at_once() {
        // np.random.default_rng(0): integers(0, 5, 5) twice, numpy 2.4.6: [4 3 2 1 1] and [0 0 0 0 4]
        let o = Bootstrap {
            replicates: 2,
            level: 0.5,
            ..Bootstrap::default()
        };
        let as_number = |drawn: &[u32]| {
            vec![Ok(drawn
                .iter()
                .fold(0.0, |sum, &unit| 10.0 * sum + f64::from(unit)))]
        };
        let found = intervals(5, IntervalMethod::Percentile, &o, as_number).unwrap();
        assert_eq!(
            found[0].ends,
            Some((4.0 + 0.25 * 43_207.0, 4.0 + 0.75 * 43_207.0))
        );
    }

    #[test]
    fn a_spawned_stream_has_its_own_draws_for_each_replicate() {
        // numpy 2.4.6: default_rng(SeedSequence(0, spawn_key=(0, 1))).integers(0, 10, 10) begins 5 3 3 9 7
        let o = Bootstrap {
            replicates: 2,
            generator: Generator::NumpySpawned,
            ..Bootstrap::default()
        };
        let seen = std::sync::Mutex::new(Vec::new());
        intervals(10, IntervalMethod::Percentile, &o, |drawn| {
            seen.lock().unwrap().push(drawn[..5].to_vec());
            vec![Ok(0.0)]
        })
        .unwrap();
        assert!(seen.into_inner().unwrap().contains(&vec![5, 3, 3, 9, 7]));
    }

    #[test]
    fn intervals_of_means_are_refused() {
        let o = Bootstrap {
            interval: BootstrapInterval::Bca,
            ..Bootstrap::default()
        };
        let refused = intervals(3, IntervalMethod::Percentile, &o, |_| vec![Ok(0.0)]);
        assert_eq!(
            refused.unwrap_err().to_string(),
            "interval of agreement: interval is bca; it must be percentile"
        );
    }
}
