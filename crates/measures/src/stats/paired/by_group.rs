//! Two systems on the same topics, when topics come in groups.

use serde::Serialize;

use super::comparison::Paired;
use super::differences::differences_by;
use super::randomisation::Randomisation;
use super::sign_flips::PermutationTies;
use crate::error::Error;
use crate::formulas::real;
use crate::stats::intervals::{ClusterDraws, Estimate, Groups};
use crate::stats::random::Source;

/// What two systems differ by if whole groups of topics are the units; every number is about `y - x`.
///
/// The mean is the one over topics. Only its uncertainty changes: topics of one article succeed and fail together, so that
/// there is less to be sure of than their number suggests.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupedComparison {
    /// Mean difference over topics, with its bootstrap interval over groups.
    pub difference: Estimate,
    /// Two-sided p-value of the sign-flip test, all topics of a group flipping together.
    pub p_value: f64,
    /// Sign patterns looked at.
    pub permutations: u32,
    /// Whether those were all there are.
    pub exact: bool,
    /// Number of groups.
    pub n_groups: usize,
    /// Number of topics.
    pub n: usize,
}

/// The draws of paired comparisons over groups, made once for any number of pairs: groups first, then their signs.
///
/// ```
/// use sokutei_measures::stats::{Groups, GroupedDraws, Paired};
///
/// // two articles of three questions each; one has improved
/// let groups = Groups::new(["a", "a", "a", "b", "b", "b"]);
/// let draws = GroupedDraws::new(&groups, &Paired::default())?;
/// let compared = draws.compare_all(&[(&[0.0; 6], &[1.0, 1.0, 1.0, 0.0, 0.0, 0.0])])?;
/// // of four patterns of signs, all have a mean as large: two articles tell nothing
/// assert_eq!((compared[0].difference.point, compared[0].p_value), (0.5, 1.0));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
pub struct GroupedDraws<'g> {
    groups: &'g Groups,
    bootstrap: ClusterDraws<'g>,
    randomisation: Randomisation,
    ties: PermutationTies,
}

const WHAT: &str = "paired comparison by group";

impl<'g> GroupedDraws<'g> {
    /// Draws for these groups.
    ///
    /// # Errors
    ///
    /// No topics, and settings as in [`compare_paired`](crate::stats::compare_paired).
    pub fn new(groups: &'g Groups, o: &Paired) -> Result<Self, Error> {
        o.check()?;
        let mut source = Source::new(o.generator, o.seed);
        let bootstrap = ClusterDraws::from_source(groups, &o.bootstrap(), &mut source)?;
        Ok(Self {
            groups,
            bootstrap,
            randomisation: Randomisation::new(WHAT, groups.n_groups(), o, &mut source)?,
            ties: o.ties,
        })
    }

    /// The resamples, for intervals of single systems over the same groups.
    #[must_use]
    pub fn bootstrap(&self) -> &ClusterDraws<'g> {
        &self.bootstrap
    }

    /// Several pairs `(x, y)`, in their order.
    ///
    /// # Errors
    ///
    /// Values that are not one for each topic of the groups, a value that is not finite.
    pub fn compare_all(&self, pairs: &[(&[f64], &[f64])]) -> Result<Vec<GroupedComparison>, Error> {
        let differences = pairs.iter().map(|(x, y)| differences_by(self.ties, WHAT, x, y));
        let differences = differences.collect::<Result<Vec<Vec<f64>>, Error>>()?;
        let vectors: Vec<&[f64]> = differences.iter().map(Vec::as_slice).collect();
        let estimates = self.bootstrap.means(&vectors)?;
        let totals: Vec<Vec<f64>> = differences.iter().map(|d| self.groups.totals(d)).collect();
        let (n, n_groups) = (self.groups.n_topics(), self.groups.n_groups());
        let p_values = self.randomisation.p_values(&totals, real(n));
        let compared = estimates.into_iter().zip(p_values);
        Ok(compared
            .map(|(difference, p)| GroupedComparison {
                difference,
                p_value: p.p,
                permutations: p.permutations,
                exact: p.exact,
                n_groups,
                n,
            })
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::compare_paired;

    #[test]
    fn single_topics_as_groups_are_compared_as_topics_are() {
        let x: Vec<f64> = (0..40).map(|i| f64::from(i % 7) / 8.0).collect();
        let y: Vec<f64> = (0..40).map(|i| f64::from(i % 5) / 8.0).collect();
        let groups = Groups::new(0..40);
        let o = Paired::default();
        let by_topic = compare_paired(&x, &y, &o).unwrap();
        let by_group = &GroupedDraws::new(&groups, &o)
            .unwrap()
            .compare_all(&[(&x, &y)])
            .unwrap()[0];
        assert_eq!(by_group.p_value, by_topic.p_value);
        assert_eq!(
            (by_group.difference.low, by_group.difference.high),
            (by_topic.difference.low, by_topic.difference.high)
        );
    }

    #[test]
    fn alike_topics_of_a_group_make_a_difference_less_certain() {
        // 12 articles with 10 topics each: 9 gain, 3 lose, all of their topics alike
        let d: Vec<f64> = (0..120)
            .map(|i| if i / 10 % 4 == 0 { -0.5 } else { 0.5 })
            .collect();
        let groups = Groups::new((0..120).map(|i| i / 10));
        let o = Paired::default();
        let zeros = [0.0; 120];
        let by_topic = compare_paired(&zeros, &d, &o).unwrap();
        let by_group = &GroupedDraws::new(&groups, &o)
            .unwrap()
            .compare_all(&[(&zeros, &d)])
            .unwrap()[0];
        assert_eq!(by_group.difference.point, by_topic.difference.point);
        assert!(by_topic.p_value < 0.001);
        // all 2^12 patterns: |9 - 3| or more of 12 signs, by the binomial: 2 * (1 + 12 + 66 + 220) / 4096
        assert!(by_group.exact && (by_group.p_value - 598.0 / 4096.0).abs() < 1e-15);
    }

    #[test]
    fn values_of_other_topics_are_refused() {
        let groups = Groups::new([1, 1, 2]);
        let draws = GroupedDraws::new(&groups, &Paired::default()).unwrap();
        let error = draws
            .compare_all(&[(&[0.0; 2], &[1.0; 2])])
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "cluster bootstrap: 3 values against 2; both need one per topic, in the same order"
        );
        let none = Groups::new([0; 0]);
        assert!(GroupedDraws::new(&none, &Paired::default()).is_err());
    }
}
