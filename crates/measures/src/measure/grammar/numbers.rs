//! Numbers and flags of a measure: cutoffs, grades, shares.

use std::ops::RangeInclusive;

use super::super::{MeasureKind, Real};
use super::Parser;
use crate::cutoff::Cutoff;
use crate::error::MeasureError;

impl Parser<'_> {
    pub(super) fn share(&self, found: &str) -> Result<Real, MeasureError> {
        self.real(found, 0.0..=1.0, ("IPrec", "recall"), "write IPrec@0.1, say")
    }

    /// A number in plain or scientific digits.
    pub(super) fn real(
        &self,
        found: &str,
        range: RangeInclusive<f64>,
        (what, name): (&'static str, &'static str),
        hint: &str,
    ) -> Result<Real, MeasureError> {
        let problem = || {
            format!(
                "{name} {} is not a number from {} to {}",
                shown(found),
                range.start(),
                range.end()
            )
        };
        let value: f64 = found.parse().map_err(|_| self.error(problem(), hint))?;
        Real::within(range.clone(), value, what, name).map_err(|_| self.error(problem(), hint))
    }

    /// A grade of at least 1.
    pub(super) fn grade(&self, name: &str, found: &str, hint: &str) -> Result<i32, MeasureError> {
        let grade = found.parse().ok().filter(|&grade: &i32| grade >= 1);
        grade.ok_or_else(|| {
            let problem = format!("{name} {} is not a whole number of at least 1", shown(found));
            self.error(problem, hint)
        })
    }

    /// The least grade of a scale: at least 0, and a larger one exists.
    pub(super) fn least_grade(&self, found: &str) -> Result<i32, MeasureError> {
        let grade = found.parse().ok().filter(|grade| (0..i32::MAX).contains(grade));
        grade.ok_or_else(|| {
            let problem = format!(
                "min_rel {} is not a whole number from 0 to {}",
                shown(found),
                i32::MAX - 1
            );
            self.error(problem, "write the grade that gains nothing, min_rel=1, say")
        })
    }

    pub(super) fn flag(&self, name: &str, found: &str) -> Result<bool, MeasureError> {
        match found {
            "True" | "true" | "1" => Ok(true),
            "False" | "false" | "0" => Ok(false),
            _ => Err(self.error(
                format!("{name} {} is neither True nor False", shown(found)),
                format!("write {name}=True, say"),
            )),
        }
    }

    pub(super) fn cutoff(&self, kind: &MeasureKind, found: &str) -> Result<Cutoff, MeasureError> {
        // Python's int is plain digits; u32 would also read "+5"
        let digits = !found.is_empty() && found.bytes().all(|b| b.is_ascii_digit());
        let cutoff = if digits {
            found.parse().ok().and_then(|depth| Cutoff::new(depth).ok())
        } else {
            None
        };
        cutoff.ok_or_else(|| {
            let range = if digits && found.bytes().any(|b| b != b'0') {
                format!("from 1 to {}", u32::MAX)
            } else {
                "of at least 1".to_owned()
            };
            let near = match found.parse::<f64>() {
                Ok(n) if n < 1.0 => "1".to_owned(),
                Ok(n) if n <= f64::from(u32::MAX) => format!("{:.0}", n.floor()),
                _ => "10".to_owned(),
            };
            let problem = format!("cutoff {} is not a whole number {range}", shown(found));
            self.error(problem, format!("write {}@{near}", kind.name()))
        })
    }
}

/// Numbers as they are, everything else in quotes.
pub(super) fn shown(found: &str) -> String {
    if found.parse::<f64>().is_ok_and(f64::is_finite) {
        found.to_owned()
    } else {
        format!("{found:?}")
    }
}
