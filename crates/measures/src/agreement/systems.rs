//! Orders of systems: whether two measures, or two sets of judgments, put the same systems first.

use super::kendall::{self, places};
use super::resampling::{self, AgreementEstimate};
use super::tau_ap::tau_ap_or_why;
use super::{ApTies, Undefined};
use crate::error::Error;
use crate::stats::{Bootstrap, IntervalMethod, checks, mean};

const WHAT: &str = "orders of systems";

/// Means that are no further apart than this are equal: sums in another order differ by as much.
const EQUAL_MEANS: f64 = 1e-12;

/// Values of some systems on the same topics, `[system][topic]`.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemValues(Vec<Vec<f64>>);

/// How two orders of the same systems agree.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemAgreement {
    /// Number of systems.
    pub n_systems: usize,
    /// Number of topics.
    pub n_topics: usize,
    /// Kendall's τ-b.
    pub tau_b: AgreementEstimate,
    /// τ_ap with the first order as the reference.
    pub tau_ap: AgreementEstimate,
    /// τ_ap with the second order as the reference.
    pub tau_ap_reversed: AgreementEstimate,
}

impl SystemValues {
    /// Values of at least one system on at least one topic.
    ///
    /// # Errors
    ///
    /// No systems, no topics, systems with different numbers of topics, a value that is not finite.
    pub fn new(values: Vec<Vec<f64>>) -> Result<Self, Error> {
        let n = values.first().ok_or_else(|| Undefined::TooFew.of(WHAT))?.len();
        for of_system in &values {
            checks::same_length(WHAT, n, of_system.len())?;
            checks::sample(WHAT, of_system)?;
        }
        Ok(Self(values))
    }

    /// How the order of these means agrees with that of other means of the same systems on the same topics.
    ///
    /// Systems are ordered by their means; means within 1e-12 of their neighbour are ties. The interval is over topics: both orders are made anew on
    /// each resample. `ties` is for τ_ap.
    ///
    /// With few systems these numbers are coarse: three have four values of τ without ties.
    ///
    /// ```
    /// use sokutei_measures::agreement::{ApTies, SystemValues};
    /// use sokutei_measures::stats::Bootstrap;
    ///
    /// let recall = SystemValues::new(vec![vec![1.0, 1.0], vec![0.5, 1.0], vec![0.0, 0.5]])?;
    /// let rr = SystemValues::new(vec![vec![0.5, 0.5], vec![1.0, 0.2], vec![0.0, 0.1]])?;
    /// let found = recall.agreement(&rr, ApTies::A, &Bootstrap::default())?;
    /// assert!(found.tau_b.value.is_ok_and(|tau| (tau - 1.0 / 3.0).abs() < 1e-15)); // the first two are the other way round
    /// assert_eq!(found.tau_ap.value, Ok(0.0)); // and that is at the top: 2/2 · (0/1 + 2/2) − 1
    /// # Ok::<(), sokutei_measures::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Another number of systems or topics, settings out of range.
    pub fn agreement(&self, other: &Self, ties: ApTies, o: &Bootstrap) -> Result<SystemAgreement, Error> {
        checks::same_length(WHAT, self.0.len(), other.0.len())?;
        let n = self.0[0].len();
        checks::same_length(WHAT, n, other.0[0].len())?;
        let points = coefficients(&self.places(None), &other.places(None), ties);
        let intervals = resampling::intervals(n, IntervalMethod::Percentile, o, |drawn| {
            coefficients(&self.places(Some(drawn)), &other.places(Some(drawn)), ties)
        })?;
        let found: [AgreementEstimate; 3] = resampling::estimates(points, intervals)
            .try_into()
            .expect("three coefficients");
        let [tau_b, tau_ap, tau_ap_reversed] = found;
        Ok(SystemAgreement {
            n_systems: self.0.len(),
            n_topics: n,
            tau_b,
            tau_ap,
            tau_ap_reversed,
        })
    }

    /// Places of the systems by their means over the topics that were drawn, or all.
    fn places(&self, drawn: Option<&[u32]>) -> Vec<f64> {
        let mean_of = |values: &Vec<f64>| match drawn {
            None => mean(values),
            Some(drawn) => mean(
                &drawn
                    .iter()
                    .map(|&topic| values[topic as usize])
                    .collect::<Vec<f64>>(),
            ),
        };
        places(&self.0.iter().map(mean_of).collect::<Vec<f64>>(), EQUAL_MEANS)
    }
}

/// τ-b and τ_ap both ways.
fn coefficients(x: &[f64], y: &[f64], ties: ApTies) -> Vec<Result<f64, Undefined>> {
    let tau_b = if x.len() < 2 {
        Err(Undefined::TooFew)
    } else {
        kendall::count(x, y).tau_b_or_why()
    };
    vec![tau_b, tau_ap_or_why(x, y, ties), tau_ap_or_why(y, x, ties)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_system_and_equal_systems_have_no_order() {
        let one = SystemValues::new(vec![vec![1.0, 0.0]]).unwrap();
        let found = one.agreement(&one, ApTies::A, &Bootstrap::default()).unwrap();
        assert_eq!(
            (found.tau_b.value, found.tau_ap.value),
            (Err(Undefined::TooFew), Err(Undefined::TooFew))
        );
        assert_eq!(
            (found.tau_b.interval.ends, found.tau_b.interval.undefined),
            (None, 2000)
        );
        let equal = SystemValues::new(vec![vec![1.0, 0.0]; 3]).unwrap();
        let found = equal.agreement(&equal, ApTies::A, &Bootstrap::default()).unwrap();
        assert_eq!(
            (found.tau_b.value, found.tau_ap.value),
            (Err(Undefined::Constant), Err(Undefined::Ties))
        );
    }

    #[test]
    fn values_must_belong_together() {
        let message = |values: Vec<Vec<f64>>| SystemValues::new(values).unwrap_err().to_string();
        assert_eq!(message(vec![]), "orders of systems is not defined: too few items");
        assert!(message(vec![vec![]]).contains("no values; at least one topic is needed"));
        assert!(message(vec![vec![1.0], vec![1.0, 2.0]]).contains("1 values against 2"));
        let (two, three) = ([2, 3])
            .map(|n| SystemValues::new(vec![vec![1.0]; n]).unwrap())
            .into();
        assert!(SystemValues::agreement(&two, &three, ApTies::A, &Bootstrap::default()).is_err());
    }
}
