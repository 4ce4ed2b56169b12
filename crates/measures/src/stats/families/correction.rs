//! p-values that know of each other.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::formulas::real;

/// How the p-values of a family of comparisons are corrected for its size.
///
/// ```
/// use sokutei_measures::stats::Correction;
///
/// // four comparisons; the smallest p counts four times, the next three times, and so on
/// assert_eq!(Correction::Holm.adjust(&[0.01, 0.25, 0.02, 0.5])?, [0.04, 0.5, 0.06, 0.5]);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Correction {
    /// Each p stands for itself.
    None,
    /// Step down (Holm 1979): the chance of any false alarm stays below the level, whatever the comparisons have in common. The default.
    #[default]
    Holm,
    /// Each p times the size of the family: the same promise as Holm's, which is never worse.
    Bonferroni,
    /// Step up (Benjamini and Hochberg 1995): the expected share of false alarms among the alarms stays below the level, a weaker
    /// promise, if the comparisons are independent or go together.
    BenjaminiHochberg,
}

impl Correction {
    /// The names that [`FromStr`] reads.
    pub const NAMES: [&str; 4] = ["none", "holm", "bonferroni", "bh"];

    /// The name that is printed and read.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Holm => "holm",
            Self::Bonferroni => "bonferroni",
            Self::BenjaminiHochberg => "bh",
        }
    }

    /// Corrected p-values in the order of `p`, each from 0 to 1; nothing for nothing.
    ///
    /// # Errors
    ///
    /// A p that is no number from 0 to 1: a comparison without a p-value cannot be part of a family.
    pub fn adjust(self, p: &[f64]) -> Result<Vec<f64>, Error> {
        if let Some(place) = p.iter().position(|p| !(0.0..=1.0).contains(p)) {
            return Err(Error::Setting {
                what: "correction",
                name: "p",
                found: format!("{} (comparison {place}, from 0)", p[place]),
                expected: "from 0 to 1".to_owned(),
            });
        }
        let m = real(p.len());
        Ok(match self {
            Self::None => p.to_vec(),
            Self::Bonferroni => p.iter().map(|p| (p * m).min(1.0)).collect(),
            Self::Holm => holm(p),
            Self::BenjaminiHochberg => benjamini_hochberg(p),
        })
    }
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Correction {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        match name {
            "none" => Ok(Self::None),
            "holm" => Ok(Self::Holm),
            "bonferroni" => Ok(Self::Bonferroni),
            "bh" => Ok(Self::BenjaminiHochberg),
            _ => Err(Error::Setting {
                what: "correction",
                name: "name",
                found: name.to_owned(),
                expected: format!("one of {}", Self::NAMES.join(", ")),
            }),
        }
    }
}

/// Places of the p-values, smallest first; equal ones in their order.
fn ascending(p: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    order
}

/// The i-th smallest of m counts m − i + 1 times, and is no smaller than the one before.
fn holm(p: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![0.0; p.len()];
    let mut largest = 0.0f64;
    for (i, place) in ascending(p).into_iter().enumerate() {
        largest = largest.max((real(p.len() - i) * p[place]).min(1.0));
        adjusted[place] = largest;
    }
    adjusted
}

/// The i-th smallest of m counts m / i times, and is no larger than the one after.
fn benjamini_hochberg(p: &[f64]) -> Vec<f64> {
    let (mut adjusted, m) = (vec![0.0; p.len()], real(p.len()));
    let mut smallest = 1.0f64;
    for (i, place) in ascending(p).into_iter().enumerate().rev() {
        smallest = smallest.min(m * p[place] / real(i + 1));
        adjusted[place] = smallest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The 15 p-values of the example of Benjamini and Hochberg (1995).
    const P: [f64; 15] = [
        0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
        0.6528, 0.7590, 1.0,
    ];

    #[test]
    fn the_example_of_benjamini_and_hochberg() {
        // statsmodels' multipletests prints these to so many digits; at 5 % four comparisons remain, three with Holm
        let bh = [
            0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.06385714, 0.06385714, 0.0645, 0.0765, 0.486,
            0.58118182, 0.714875, 0.75323077, 0.81321429, 1.0,
        ];
        let holm = [0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213];
        let found = Correction::BenjaminiHochberg.adjust(&P).unwrap();
        assert!(
            found.iter().zip(bh).all(|(a, b)| (a - b).abs() < 1e-8),
            "{found:?}"
        );
        assert_eq!(found.iter().filter(|p| **p <= 0.05).count(), 4);
        let found = Correction::Holm.adjust(&P).unwrap();
        assert!(
            found.iter().zip(holm).all(|(a, b)| (a - b).abs() < 1e-12),
            "{found:?}"
        );
        assert_eq!(found.iter().filter(|p| **p <= 0.05).count(), 3);
    }

    #[test]
    fn order_does_not_matter_and_one_comparison_stays_as_it_is() {
        let shuffled = [P[7], P[0], P[14], P[3]];
        let sorted = [P[0], P[3], P[7], P[14]];
        for correction in Correction::NAMES.map(|name| name.parse::<Correction>().unwrap()) {
            let (a, b) = (
                correction.adjust(&shuffled).unwrap(),
                correction.adjust(&sorted).unwrap(),
            );
            assert_eq!([a[1], a[3], a[0], a[2]], b[..]);
            assert_eq!(correction.adjust(&[0.03]).unwrap(), [0.03]);
            assert!(correction.adjust(&[]).unwrap().is_empty());
        }
    }

    #[test]
    fn what_is_no_probability_is_refused() {
        let error = Correction::Holm.adjust(&[0.5, f64::NAN]).unwrap_err().to_string();
        assert_eq!(
            error,
            "correction: p is NaN (comparison 1, from 0); it must be from 0 to 1"
        );
        assert!("tukey".parse::<Correction>().is_err());
    }
}
