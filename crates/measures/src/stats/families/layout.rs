//! Systems by topics: the two-way layout, and what varies in it.

use serde::Serialize;
use statrs::function::beta::beta_reg;

use crate::error::Error;
use crate::formulas::real;
use crate::stats::intervals::Groups;
use crate::stats::{checks, descriptive};

/// Values of several systems on the same topics.
///
/// ```
/// use sokutei_measures::stats::Layout;
///
/// let layout = Layout::new(&[&[0.5, 1.0, 0.0], &[0.5, 0.5, 0.5]])?;
/// assert_eq!((layout.n_systems(), layout.n_topics(), layout.means()), (2, 3, &[0.5, 0.5][..]));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Values topic by topic, in the order of the systems.
    by_topic: Vec<f64>,
    means: Vec<f64>,
    n_topics: usize,
}

impl Layout {
    /// One slice for each system, in one order of topics.
    ///
    /// # Errors
    ///
    /// Fewer than two systems, a system without values or with other numbers of them, a value that is not finite.
    pub fn new(systems: &[&[f64]]) -> Result<Self, Error> {
        const WHAT: &str = "systems by topics";
        checks::at_least(WHAT, "number of systems", systems.len(), 2)?;
        let n_topics = systems[0].len();
        for values in systems {
            checks::sample(WHAT, values)?;
            checks::same_length(WHAT, n_topics, values.len())?;
        }
        let topic = |t: usize| systems.iter().map(move |values| values[t]);
        Ok(Self {
            by_topic: (0..n_topics).flat_map(topic).collect(),
            means: systems.iter().map(|values| descriptive::mean(values)).collect(),
            n_topics,
        })
    }

    /// Number of systems.
    #[must_use]
    pub fn n_systems(&self) -> usize {
        self.means.len()
    }

    /// Number of topics.
    #[must_use]
    pub fn n_topics(&self) -> usize {
        self.n_topics
    }

    /// Mean of each system.
    #[must_use]
    pub fn means(&self) -> &[f64] {
        &self.means
    }

    /// Values of all systems for each topic.
    pub(super) fn topics(&self) -> impl ExactSizeIterator<Item = &[f64]> + Clone {
        self.by_topic.chunks_exact(self.n_systems())
    }

    /// The sums of each group's values for all systems, group by group.
    pub(super) fn totals(&self, groups: &Groups) -> Vec<f64> {
        let m = self.n_systems();
        let mut totals = vec![0.0; groups.n_groups() * m];
        for (values, &group) in self.topics().zip(groups.of_topics()) {
            let of_group = &mut totals[group * m..(group + 1) * m];
            of_group
                .iter_mut()
                .zip(values)
                .for_each(|(total, value)| *total += value);
        }
        totals
    }

    /// How far a value may be from what is expected of it by rounding alone: of the value, of three means and of their sum.
    fn rounding(&self) -> f64 {
        8.0 * f64::EPSILON
            * self
                .by_topic
                .iter()
                .fold(0.0f64, |largest, value| largest.max(value.abs()))
    }

    /// Two-way analysis of variance without replication: systems, topics, and what neither explains. A residual no larger than what rounding
    /// leaves is 0.
    ///
    /// # Errors
    ///
    /// Fewer than two topics: nothing would be left to be unexplained.
    pub fn anova(&self) -> Result<Anova, Error> {
        checks::at_least("analysis of variance", "number of topics", self.n_topics, 2)?;
        let (m, n) = (real(self.n_systems()), real(self.n_topics));
        let all = descriptive::mean(&self.by_topic);
        let of_topics: Vec<f64> = self.topics().map(descriptive::mean).collect();
        let around = |means: &[f64]| means.iter().map(|mean| (mean - all) * (mean - all)).sum::<f64>();
        let unexplained = self.topics().zip(&of_topics).flat_map(|(values, of_topic)| {
            let expected = self.means.iter().map(move |of_system| of_system + of_topic - all);
            values
                .iter()
                .zip(expected)
                .map(|(value, expected)| (value - expected) * (value - expected))
        });
        let unexplained: f64 = unexplained.sum();
        let is_rounding = unexplained <= m * n * self.rounding() * self.rounding();
        let residual = AnovaRow::new(if is_rounding { 0.0 } else { unexplained }, (m - 1.0) * (n - 1.0));
        Ok(Anova {
            systems: AnovaRow::new(n * around(&self.means), m - 1.0).against(&residual),
            topics: AnovaRow::new(m * around(&of_topics), n - 1.0).against(&residual),
            residual,
        })
    }
}

/// What varies in a [`Layout`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Anova {
    /// Between systems.
    pub systems: AnovaRow,
    /// Between topics.
    pub topics: AnovaRow,
    /// What is left; its mean square is the variance that standardises differences of systems (Sakai 2018).
    pub residual: AnovaRow,
}

/// One source of variation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnovaRow {
    /// Sum of squares.
    pub sum_of_squares: f64,
    /// Degrees of freedom, a whole number.
    pub degrees_of_freedom: f64,
    /// The one by the other.
    pub mean_square: f64,
    /// Mean square by the residual one; `None` for the residual, and where nothing is left unexplained.
    pub f: Option<f64>,
    /// Probability of an F as large, if the source had no effect; `None` where F is.
    pub p_value: Option<f64>,
}

impl AnovaRow {
    fn new(sum_of_squares: f64, degrees_of_freedom: f64) -> Self {
        Self {
            sum_of_squares,
            degrees_of_freedom,
            mean_square: sum_of_squares / degrees_of_freedom,
            f: None,
            p_value: None,
        }
    }

    fn against(mut self, residual: &Self) -> Self {
        if residual.mean_square > 0.0 {
            let f = self.mean_square / residual.mean_square;
            if !f.is_finite() {
                return self; // squares past the largest number
            }
            let (above, below) = (self.degrees_of_freedom, residual.degrees_of_freedom);
            self.f = Some(f);
            self.p_value = Some(beta_reg(below / 2.0, above / 2.0, below / (below + above * f)));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_needs_two_systems_of_equal_length() {
        let message = |systems: &[&[f64]]| Layout::new(systems).unwrap_err().to_string();
        assert_eq!(
            message(&[&[0.5]]),
            "systems by topics: number of systems is 1; it must be at least 2"
        );
        assert_eq!(
            message(&[&[0.5], &[]]),
            "systems by topics: no values; at least one topic is needed"
        );
        assert!(message(&[&[0.5], &[0.5, 1.0]]).contains("1 values against 2"));
        let one = Layout::new(&[&[0.5], &[1.0]]).unwrap();
        assert!(
            one.anova()
                .unwrap_err()
                .to_string()
                .contains("number of topics is 1")
        );
    }

    #[test]
    fn nothing_unexplained_has_no_f() {
        let layout = Layout::new(&[&[0.0, 0.5, 1.0], &[0.25, 0.75, 1.25]]).unwrap();
        let anova = layout.anova().unwrap();
        assert_eq!(
            (anova.residual.mean_square, anova.systems.f, anova.systems.p_value),
            (0.0, None, None)
        );
        assert!((anova.systems.sum_of_squares - 6.0 * 0.125 * 0.125).abs() < 1e-15);
        // tenths are no doubles: rounding leaves 5e-32, by which F would be 6e30
        let layout = Layout::new(&[&[0.1, 0.2, 0.7], &[0.2, 0.3, 0.8], &[0.4, 0.5, 1.0]]).unwrap();
        let anova = layout.anova().unwrap();
        assert_eq!(
            (anova.residual.mean_square, anova.systems.f, anova.topics.p_value),
            (0.0, None, None)
        );
    }
}
