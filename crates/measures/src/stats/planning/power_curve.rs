//! Power by drawing from the differences that were observed.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::checked::{self, setting};
use super::t_test::{critical, power_on_its_side};
use super::units::Units;
use crate::error::Error;
use crate::formulas::real;
use crate::stats::checks;
use crate::stats::intervals::Groups;
use crate::stats::random::NumpyRng;

/// How a power curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PowerSettings {
    /// Resamples of each size; 1,000 by default.
    pub resamples: u32,
    /// Level of the two-sided test; 0.05 by default.
    pub alpha: f64,
    /// Seed; each size has a fresh stream of it. 0 by default.
    pub seed: u64,
}

impl Default for PowerSettings {
    fn default() -> Self {
        Self {
            resamples: 1000,
            alpha: 0.05,
            seed: 0,
        }
    }
}

/// Which mean difference the resamples are drawn around.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlannedDifference {
    /// One that is stated: every observed difference is moved by the same amount, so that their mean is this. For planning.
    Stated(f64),
    /// The observed mean. Power after the fact: it adds nothing to the p-value that the same differences gave, and is too high
    /// wherever a comparison was looked at because it came out large.
    Observed,
}

/// What a test set of one size would find.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PowerPoint {
    /// Topics, or groups of topics.
    pub n: usize,
    /// Share of the resamples in which the test finds a difference of the planned sign.
    pub power: f64,
    /// Share in which it finds one of the other sign.
    pub wrong_sign: f64,
    /// Share without any spread, which have no t and count as finding nothing.
    pub without_spread: f64,
    /// Power by the noncentral t distribution, from the mean and standard deviation alone; on the side of the planned sign, as
    /// `power`. `None` where the differences have no spread.
    pub by_formula: Option<f64>,
}

/// The share of resamples of each size in which a paired t-test finds the difference.
///
/// `d` holds the differences by topic. For each size n: `default_rng(seed)`, then for each resample `integers(0, len(d), n)`,
/// and the t-test of the differences drawn, two-sided at `o.alpha`. Sizes may be larger than the number of topics: what
/// they say is then only as good as these topics stand for others.
///
/// A stated difference moves all topics alike, those too on which the systems tied; real improvements seldom do.
///
/// ```
/// use sokutei_measures::stats::{PlannedDifference, PowerSettings, power_curve};
///
/// let d: Vec<f64> = (0..40).map(|i| f64::from(i % 5) / 10.0 - 0.2).collect();
/// let curve = power_curve(&d, PlannedDifference::Stated(0.05), &[20, 200], &PowerSettings::default())?;
/// assert!(curve[0].power < curve[1].power && curve[1].power > 0.99);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// Fewer than two differences, one that is not finite, a size below 2, no resamples, an alpha outside 0 to 1, a planned
/// difference of 0, which no test can find.
pub fn power_curve(
    d: &[f64],
    planned: PlannedDifference,
    sizes: &[usize],
    o: &PowerSettings,
) -> Result<Vec<PowerPoint>, Error> {
    checks::sample(WHAT, d)?;
    curve(Units::topics(d), planned, sizes, o)
}

/// [`power_curve`] with whole groups of topics drawn: `groups[i]` names the group of `d[i]`, and sizes count groups.
///
/// The mean is over all topics drawn. Its standard error is that of groups ([`UnitSpread`](super::UnitSpread)), so that
/// the test has n − 1 degrees of freedom for n groups; groups of one topic give the same as [`power_curve`].
///
/// # Errors
///
/// As [`power_curve`], and `groups` of another length than `d`, or a single group.
pub fn power_curve_by_group(
    d: &[f64],
    groups: &[usize],
    planned: PlannedDifference,
    sizes: &[usize],
    o: &PowerSettings,
) -> Result<Vec<PowerPoint>, Error> {
    checks::sample(WHAT, d)?;
    checks::same_length(WHAT, d.len(), groups.len())?;
    curve(Units::groups(d, &Groups::new(groups)), planned, sizes, o)
}

const WHAT: &str = "power curve";

fn curve(
    mut units: Units,
    planned: PlannedDifference,
    sizes: &[usize],
    o: &PowerSettings,
) -> Result<Vec<PowerPoint>, Error> {
    let population = checks::unit_count(WHAT, units.len())?;
    checks::at_least(WHAT, "n", population, 2)?;
    checks::at_least(WHAT, "resamples", o.resamples, 1)?;
    checked::alpha(WHAT, o.alpha)?;
    for &n in sizes {
        checks::at_least(WHAT, "size", n, 2)?;
    }
    let observed = units.all();
    let mean = recentre(&mut units, observed.mean, planned)?;
    let ratio = observed.deviation.map(|deviation| mean / deviation);
    let point = |&n: &usize| PowerPoint {
        by_formula: ratio.map(|ratio| power_on_its_side(n, ratio, o.alpha)),
        ..drawn(&units, population, n, mean, o)
    };
    Ok(sizes.par_iter().map(point).collect())
}

/// Moves the differences where they are planned to be, and says where that is.
fn recentre(units: &mut Units, observed: f64, planned: PlannedDifference) -> Result<f64, Error> {
    let mean = match planned {
        PlannedDifference::Stated(mean) => mean,
        PlannedDifference::Observed => observed,
    };
    if mean == 0.0 || !mean.is_finite() {
        let expected = "a finite number other than 0; state one to plan with";
        return Err(setting(WHAT, "difference", mean, expected));
    }
    if let PlannedDifference::Stated(mean) = planned {
        units.shift(mean - observed);
    }
    Ok(mean)
}

/// Draws all resamples of a size from its own stream.
fn drawn(units: &Units, population: u32, n: usize, mean: f64, o: &PowerSettings) -> PowerPoint {
    let mut rng = NumpyRng::new(o.seed);
    let critical = critical(n, o.alpha);
    let (mut right, mut wrong, mut flat) = (0_u32, 0_u32, 0_u32);
    let mut row = vec![0; n];
    for _ in 0..o.resamples {
        if population > 1 {
            row.fill_with(|| rng.below_u32(population));
        }
        let centre = units.of(&row);
        match centre.deviation {
            None => flat += 1,
            Some(deviation) if centre.mean.abs() < critical * deviation / real(n).sqrt() => {}
            Some(_) if (centre.mean > 0.0) == (mean > 0.0) => right += 1,
            Some(_) => wrong += 1,
        }
    }
    let share = |count: u32| f64::from(count) / f64::from(o.resamples);
    PowerPoint {
        n,
        power: share(right),
        wrong_sign: share(wrong),
        without_spread: share(flat),
        by_formula: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATED: PlannedDifference = PlannedDifference::Stated(0.1);

    fn curve_of(d: &[f64], planned: PlannedDifference, sizes: &[usize]) -> Vec<PowerPoint> {
        power_curve(d, planned, sizes, &PowerSettings::default()).unwrap()
    }

    #[test]
    fn every_pair_of_draws_by_hand() {
        // of the four pairs from {0, 2} two have no spread, and 0, 2 has t = 1 / (√2 / √2) = 1, below t(0.975; 1) = 12.7
        let point = curve_of(&[0.0, 2.0], PlannedDifference::Observed, &[2])[0];
        assert_eq!((point.power, point.wrong_sign), (0.0, 0.0));
        assert!((point.without_spread - 0.5).abs() < 0.05);
    }

    #[test]
    fn groups_of_one_topic_are_topics() {
        let d: Vec<f64> = (0..30).map(|i| f64::from(i * 7 % 11) / 11.0 - 0.4).collect();
        let groups: Vec<usize> = (0..30).collect();
        let o = PowerSettings::default();
        let by_group = power_curve_by_group(&d, &groups, STATED, &[10, 40], &o).unwrap();
        assert_eq!(by_group, curve_of(&d, STATED, &[10, 40]));
    }

    #[test]
    fn topics_that_go_together_have_less_power() {
        let d: Vec<f64> = (0..120).map(|i| f64::from(i / 4 % 3) - 1.0).collect();
        let groups: Vec<usize> = (0..120).map(|i| i / 4).collect();
        let o = PowerSettings::default();
        let grouped =
            power_curve_by_group(&d, &groups, PlannedDifference::Stated(0.2), &[30], &o).unwrap()[0];
        let single = power_curve(&d, PlannedDifference::Stated(0.2), &[120], &o).unwrap()[0];
        assert!(grouped.power < 0.5 * single.power, "{grouped:?} {single:?}");
        assert!(grouped.by_formula < single.by_formula);
    }

    #[test]
    fn differences_without_spread_have_no_power() {
        let point = curve_of(&[0.1; 10], STATED, &[5])[0];
        assert_eq!(
            (point.power, point.without_spread, point.by_formula),
            (0.0, 1.0, None)
        );
    }

    #[test]
    fn the_other_sign_is_not_power() {
        let d = [-0.5, 0.4, 0.6, -0.3, 0.2, -0.4];
        let up = curve_of(&d, PlannedDifference::Stated(0.01), &[30])[0];
        let down = curve_of(&d, PlannedDifference::Stated(-0.01), &[30])[0];
        assert!(up.wrong_sign > 0.0 && down.wrong_sign > 0.0);
        assert!((up.by_formula.unwrap() - down.by_formula.unwrap()).abs() < 1e-15);
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let message = |d: &[f64], planned, sizes: &[usize], o: &PowerSettings| {
            power_curve(d, planned, sizes, o).unwrap_err().to_string()
        };
        let o = PowerSettings::default();
        assert_eq!(
            message(&[0.5], STATED, &[5], &o),
            "power curve: n is 1; it must be at least 2"
        );
        assert_eq!(
            message(&[0.5, -0.5], PlannedDifference::Observed, &[5], &o),
            "power curve: difference is 0; it must be a finite number other than 0; state one to plan with"
        );
        assert!(message(&[0.5, 1.0], STATED, &[1], &o).contains("size is 1"));
        assert!(
            message(&[0.5, 1.0], STATED, &[5], &PowerSettings { resamples: 0, ..o })
                .contains("resamples is 0")
        );
        assert!(
            message(&[0.5, 1.0], STATED, &[5], &PowerSettings { alpha: 1.0, ..o }).contains("alpha is 1")
        );
        assert!(message(&[0.5, f64::NAN], STATED, &[5], &o).contains("is NaN"));
        let lengths = power_curve_by_group(&[0.5, 1.0], &[0], STATED, &[5], &o);
        assert!(lengths.unwrap_err().to_string().contains("2 values against 1"));
    }
}
