//! Variances to plan with, from runs at hand.

use serde::Serialize;

use crate::error::Error;
use crate::formulas::real;
use crate::stats::families::Layout;

/// What varies in a table of topics by systems.
///
/// With m systems over the same n topics, the squares about the mean of each system have the sum S. A part of it is due to
/// topics that are hard for every system; the rest R is what the two-way analysis without replication
/// ([`Layout::anova`](crate::stats::Layout::anova)) calls the residual.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PooledVariance {
    /// Variance of topics within a system, S / (m (n − 1)): what [`anova_topics`](super::anova_topics) takes.
    pub within_system: f64,
    /// Variance that neither system nor topic explains, R / ((m − 1) (n − 1)). Twice this is the variance of the
    /// differences by topic, pooled over all pairs of systems: what [`t_test_topics`](super::t_test_topics) takes.
    pub residual: f64,
    /// Topics.
    pub n_topics: usize,
    /// Systems.
    pub n_systems: usize,
}

impl PooledVariance {
    /// Pools the values of the systems.
    ///
    /// Topic set size design plans with the first of the two (Sakai, Information Retrieval Journal 19, 2016; its abstract speaks
    /// of variance within systems, where earlier work had used the total; the text was not at hand).
    ///
    /// ```
    /// use sokutei_measures::stats::{Layout, PooledVariance};
    ///
    /// // two systems, 0.1 apart on every topic: topics explain all that the systems do not
    /// let pooled = PooledVariance::of(&Layout::new(&[&[0.2, 0.4, 0.6], &[0.3, 0.5, 0.7]])?)?;
    /// assert!((pooled.within_system - 0.04).abs() < 1e-15 && pooled.residual < 1e-30);
    /// # Ok::<(), sokutei_measures::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fewer than two topics.
    pub fn of(layout: &Layout) -> Result<Self, Error> {
        let anova = layout.anova()?;
        let (m, n) = (layout.n_systems(), layout.n_topics());
        let within = anova.topics.sum_of_squares + anova.residual.sum_of_squares;
        Ok(Self {
            within_system: within / (real(m) * real(n - 1)),
            residual: anova.residual.mean_square,
            n_topics: n,
            n_systems: m,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::standard_deviation;

    #[test]
    fn sakais_example_has_the_printed_sums_of_squares() {
        // the example data of Sakai's textbook (Laboratory Experiments in Information Retrieval, Springer 2018, table 5.1), as
        // tests of the crate elinor 0.4.0 state it: S_A = .1083, S_B = 1.0293, S_E = .8317, V_E2 = .0219
        let a = [
            0.70, 0.30, 0.20, 0.60, 0.40, 0.40, 0.00, 0.70, 0.10, 0.30, 0.50, 0.40, 0.00, 0.60, 0.50, 0.30,
            0.10, 0.50, 0.20, 0.10,
        ];
        let b = [
            0.50, 0.10, 0.00, 0.20, 0.40, 0.30, 0.00, 0.50, 0.30, 0.30, 0.40, 0.40, 0.10, 0.40, 0.20, 0.10,
            0.10, 0.60, 0.30, 0.20,
        ];
        let c = [
            0.00, 0.00, 0.20, 0.10, 0.30, 0.30, 0.10, 0.20, 0.40, 0.40, 0.40, 0.30, 0.30, 0.20, 0.20, 0.20,
            0.10, 0.50, 0.40, 0.30,
        ];
        let pooled = PooledVariance::of(&Layout::new(&[&a, &b, &c]).unwrap()).unwrap();
        assert!((pooled.within_system - (1.0293 + 0.8317) / 57.0).abs() < 2e-6);
        assert!((pooled.residual - 0.8317 / 38.0).abs() < 2e-6 && (pooled.residual - 0.0219).abs() < 5e-5);
        assert_eq!((pooled.n_topics, pooled.n_systems), (20, 3));
    }

    #[test]
    fn twice_the_residual_is_the_variance_of_the_differences_of_two() {
        let (x, y) = ([0.1, 0.9, 0.4, 0.3], [0.5, 0.6, 0.4, 1.0]);
        let d: Vec<f64> = x.iter().zip(y).map(|(x, y)| y - x).collect();
        let pooled = PooledVariance::of(&Layout::new(&[&x, &y]).unwrap()).unwrap();
        assert!((2.0 * pooled.residual - standard_deviation(&d).powi(2)).abs() < 1e-15);
    }

    #[test]
    fn one_topic_is_too_few() {
        let layout = Layout::new(&[&[1.0], &[2.0]]).unwrap();
        let error = PooledVariance::of(&layout).unwrap_err().to_string();
        assert!(
            error.contains("number of topics is 1; it must be at least 2"),
            "{error}"
        );
    }
}
