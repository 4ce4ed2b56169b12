//! What is drawn: topics, or groups of them with their sums.

use serde::Serialize;

use crate::error::Error;
use crate::formulas::real;
use crate::stats::checks;
use crate::stats::intervals::Groups;
use crate::stats::sums::pairwise;

/// The spread of values that are equal on paper, by the largest of them: below it there is none.
const ROUNDING: f64 = 1e-12;

/// Sums of the values of each unit, and how many topics each has.
pub(super) struct Units {
    totals: Vec<f64>,
    sizes: Vec<f64>,
}

/// Mean over topics with the spread that its units give it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct UnitSpread {
    /// Mean over all topics.
    pub mean: f64,
    /// Standard deviation per unit: the standard error of the mean is this by the root of the number of units. `None` where
    /// the units do not differ by more than rounding.
    pub deviation: Option<f64>,
    /// Units: topics, or groups of them.
    pub n: usize,
}

impl UnitSpread {
    /// Of topics: mean and standard deviation.
    ///
    /// # Errors
    ///
    /// Fewer than two values, a value that is not finite.
    pub fn of(x: &[f64]) -> Result<Self, Error> {
        checks::sample(WHAT, x)?;
        checks::at_least(WHAT, "n", x.len(), 2)?;
        Ok(Units::topics(x).all())
    }

    /// Of whole groups: `groups[i]` names the group of `x[i]`.
    ///
    /// The mean over topics is one of ratios, a group's total by its size. Its variance is that of the residuals
    /// total − mean · size (linearisation), so that the deviation is their standard deviation by the mean size. Groups of one topic
    /// give the same as [`UnitSpread::of`].
    ///
    /// # Errors
    ///
    /// Fewer than two groups, a value that is not finite, `groups` of another length than `x`.
    pub fn by_group(x: &[f64], groups: &[usize]) -> Result<Self, Error> {
        checks::sample(WHAT, x)?;
        checks::same_length(WHAT, x.len(), groups.len())?;
        let groups = Groups::new(groups);
        checks::at_least(WHAT, "number of groups", groups.n_groups(), 2)?;
        Ok(Units::groups(x, &groups).all())
    }
}

const WHAT: &str = "spread of units";

impl Units {
    /// Each topic alone.
    pub(super) fn topics(d: &[f64]) -> Self {
        Self {
            totals: d.to_vec(),
            sizes: vec![1.0; d.len()],
        }
    }

    /// Whole groups.
    pub(super) fn groups(d: &[f64], groups: &Groups) -> Self {
        Self {
            totals: groups.totals(d),
            sizes: groups.sizes().iter().map(|&size| real(size)).collect(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.totals.len()
    }

    /// Adds the same to every topic.
    pub(super) fn shift(&mut self, by: f64) {
        for (total, size) in self.totals.iter_mut().zip(&self.sizes) {
            *total += by * size;
        }
    }

    pub(super) fn all(&self) -> UnitSpread {
        let every: Vec<u32> = (0..).take(self.len()).collect();
        self.of(&every)
    }

    /// Mean and deviation of the units that were drawn.
    pub(super) fn of(&self, drawn: &[u32]) -> UnitSpread {
        let (totals, sizes) = (&self.totals, &self.sizes);
        let n = real(drawn.len());
        let size = pairwise(drawn, |i| sizes[i as usize]) / n;
        let mean = pairwise(drawn, |i| totals[i as usize]) / n / size;
        let residual = |i: u32| totals[i as usize] - mean * sizes[i as usize];
        let squares = pairwise(drawn, |i| residual(i) * residual(i));
        let largest = drawn
            .iter()
            .map(|&i| totals[i as usize].abs())
            .fold(0.0, f64::max);
        let deviation = (squares / (n - 1.0)).sqrt();
        UnitSpread {
            n: drawn.len(),
            mean,
            deviation: (deviation > ROUNDING * largest).then_some(deviation / size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::standard_deviation;

    #[test]
    fn single_topics_have_their_standard_deviation() {
        let d = [0.3, -0.2, 0.5, 0.0, 0.1];
        let centre = Units::topics(&d).all();
        assert!((centre.mean - 0.14).abs() < 1e-15);
        assert!((centre.deviation.unwrap() - standard_deviation(&d)).abs() < 1e-15);
    }

    #[test]
    fn groups_by_hand() {
        // totals 1 and 2 over 2 and 1 topics: mean 1, residuals -1 and 1, deviation √2 by a mean size of 1.5
        let groups = Groups::new([0, 0, 1]);
        let centre = Units::groups(&[0.5, 0.5, 2.0], &groups).all();
        assert_eq!(centre.mean, 1.0);
        assert!((centre.deviation.unwrap() - 2f64.sqrt() / 1.5).abs() < 1e-15);
    }

    #[test]
    fn equal_values_have_no_deviation_whatever_their_rounding() {
        let mut units = Units::topics(&[0.1; 7]);
        units.shift(0.02 - 0.1);
        assert!(units.all().deviation.is_none());
    }
}
