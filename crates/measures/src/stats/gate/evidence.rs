//! What a gate looks at.

use serde::Serialize;

use crate::error::Error;
use crate::formulas::real;
use crate::stats::intervals::{Estimate, Groups, IntervalMethod, cluster_standard_error};
use crate::stats::paired::{GroupedComparison, PairedComparison, differences};

/// One measure of two systems: every number is about candidate − baseline.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GateEvidence {
    /// Mean difference with its interval; [`Estimate::n`] units.
    pub difference: Estimate,
    /// Two-sided p-value, not corrected.
    pub p_value: f64,
    /// The smallest p that the test could have given: 2 / 2^n for n units, and 1 / (R + 1) where R patterns of signs were drawn.
    pub least_p: f64,
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
            least_p: least_p(n, compared.permutations, compared.exact),
            standard_error: (n > 1).then(|| compared.standard_deviation / real(n).sqrt()),
        }
    }

    /// With groups of topics as units; `baseline` and `candidate` are the values of the topics, in the order of `groups`.
    ///
    /// # Errors
    ///
    /// Values that are not one for each topic, one that is not finite.
    pub fn of_groups(
        compared: &GroupedComparison,
        (baseline, candidate): (&[f64], &[f64]),
        groups: &Groups,
    ) -> Result<Self, Error> {
        let differences = differences("gate", baseline, candidate)?;
        Ok(Self {
            difference: compared.difference.clone(),
            p_value: compared.p_value,
            least_p: least_p(compared.n_groups, compared.permutations, compared.exact),
            standard_error: cluster_standard_error(&differences, groups)?,
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

/// All n differences of one sign: two of the 2^n patterns have a mean as large.
fn least_p(n: usize, permutations: u32, exact: bool) -> f64 {
    let of_units = 0.5f64.powi(i32::try_from(n - 1).unwrap_or(i32::MAX));
    if exact {
        of_units
    } else {
        of_units.max(1.0 / (f64::from(permutations) + 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{GroupedDraws, Paired, compare_paired};

    #[test]
    fn single_topics_as_groups_are_the_topics() {
        let (x, y) = ([0.0, 0.5, 1.0, 0.25], [0.5, 0.25, 1.0, 0.0]);
        let groups = Groups::new(0..4);
        let by_topic = GateEvidence::of_topics(&compare_paired(&x, &y, &Paired::default()).unwrap());
        let compared = GroupedDraws::new(&groups, &Paired::default())
            .unwrap()
            .compare_all(&[(&x, &y)])
            .unwrap();
        let by_group = GateEvidence::of_groups(&compared[0], (&x, &y), &groups).unwrap();
        assert_eq!(by_topic.p_value, by_group.p_value);
        assert!((by_topic.standard_error.unwrap() - by_group.standard_error.unwrap()).abs() < 1e-15);
        assert_eq!((by_topic.unit(), by_group.unit()), ("topics", "groups"));
    }

    #[test]
    fn the_smallest_p_is_that_of_differences_of_one_sign() {
        for (n, permutations) in [(1, 10_000), (5, 10_000), (13, 10_000), (40, 99)] {
            let options = Paired {
                permutations,
                ..Paired::default()
            };
            let compared = compare_paired(&vec![0.0; n], &vec![0.25; n], &options).unwrap();
            let evidence = GateEvidence::of_topics(&compared);
            assert_eq!(evidence.least_p, evidence.p_value, "{n}");
        }
    }

    #[test]
    fn a_single_unit_has_no_standard_error() {
        let one = compare_paired(&[0.5], &[0.25], &Paired::default()).unwrap();
        assert_eq!(GateEvidence::of_topics(&one).standard_error, None);
    }
}
