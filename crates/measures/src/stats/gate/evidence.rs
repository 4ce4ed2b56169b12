//! What a gate looks at.

use serde::Serialize;

use crate::error::Error;
use crate::formulas::real;
use crate::stats::intervals::{Estimate, Groups, IntervalMethod, cluster_standard_error};
use crate::stats::paired::{GroupedComparison, PairedComparison};

/// One measure of two systems: every number is about candidate − baseline.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GateEvidence {
    /// Mean difference with its interval; [`Estimate::n`] units.
    pub difference: Estimate,
    /// Two-sided p-value, not corrected.
    pub p_value: f64,
    /// Standard error of the mean difference; `None` for a single unit, whose spread is not known.
    pub standard_error: Option<f64>,
}

impl GateEvidence {
    /// With topics as units.
    #[must_use]
    pub fn of_topics(compared: &PairedComparison) -> Self {
        let n = compared.n;
        Self {
            difference: compared.difference.clone(),
            p_value: compared.p_value,
            standard_error: (n > 1).then(|| compared.standard_deviation / real(n).sqrt()),
        }
    }

    /// With groups of topics as units; `differences` are those of the topics, in the order of `groups`.
    ///
    /// # Errors
    ///
    /// Differences that are not one for each topic, one that is not finite.
    pub fn of_groups(
        compared: &GroupedComparison,
        differences: &[f64],
        groups: &Groups,
    ) -> Result<Self, Error> {
        Ok(Self {
            difference: compared.difference.clone(),
            p_value: compared.p_value,
            standard_error: cluster_standard_error(differences, groups)?,
        })
    }

    /// What the units are called: topics, or groups.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        match self.difference.method {
            IntervalMethod::ClusterPercentile | IntervalMethod::ClusterBasic | IntervalMethod::ClusterBca => {
                "groups"
            }
            _ => "topics",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{GroupedDraws, Paired, compare_paired};

    #[test]
    fn single_topics_as_groups_are_the_topics() {
        let (x, y) = ([0.0, 0.5, 1.0, 0.25], [0.5, 0.25, 1.0, 0.0]);
        let differences = [0.5, -0.25, 0.0, -0.25];
        let groups = Groups::new(0..4);
        let by_topic = GateEvidence::of_topics(&compare_paired(&x, &y, &Paired::default()).unwrap());
        let compared = GroupedDraws::new(&groups, &Paired::default())
            .unwrap()
            .compare_all(&[(&x, &y)])
            .unwrap();
        let by_group = GateEvidence::of_groups(&compared[0], &differences, &groups).unwrap();
        assert_eq!(by_topic.p_value, by_group.p_value);
        assert!((by_topic.standard_error.unwrap() - by_group.standard_error.unwrap()).abs() < 1e-15);
        assert_eq!((by_topic.unit(), by_group.unit()), ("topics", "groups"));
    }

    #[test]
    fn a_single_unit_has_no_standard_error() {
        let one = compare_paired(&[0.5], &[0.25], &Paired::default()).unwrap();
        assert_eq!(GateEvidence::of_topics(&one).standard_error, None);
    }
}
