//! Which grades gain nothing and which everything.

use crate::error::Error;

/// A scale of grades from `least`, which gains 0, to `largest`, which gains 1: `min_rel` and `max_rel` of ir_measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GradeScale {
    pub(super) least: i32,
    pub(super) largest: i32,
}

impl GradeScale {
    /// Of a measure whose `max_rel` was not read yet.
    pub(super) const UNKNOWN: Self = Self { least: 0, largest: 0 };

    /// From 0 to the `largest` of a measure that was read, at least 1.
    pub(crate) const fn to(largest: i32) -> Self {
        Self { least: 0, largest }
    }

    /// A scale.
    ///
    /// # Errors
    ///
    /// A `least` below 0, where grades count as 0 anyway, or one that is not below `largest`.
    pub fn new(least: i32, largest: i32) -> Result<Self, Error> {
        let setting = |name, found: i32, expected: &str| Error::Setting {
            what: "grade scale",
            name,
            found: found.to_string(),
            expected: expected.to_owned(),
        };
        if least < 0 {
            return Err(setting("least", least, "at least 0"));
        }
        if least >= largest {
            return Err(setting("largest", largest, "more than the least grade"));
        }
        Ok(Self { least, largest })
    }

    /// The grade up to which documents gain nothing, at least 0.
    #[must_use]
    pub fn least(self) -> i32 {
        self.least
    }

    /// The grade from which on documents gain everything.
    #[must_use]
    pub fn largest(self) -> i32 {
        self.largest
    }

    /// (grade − least) / (largest − least); a grade may have decimals, one outside of the scale counts as its end. Between 0 and 1.
    #[must_use]
    pub fn gain(self, grade: f64) -> f64 {
        let (least, largest) = (f64::from(self.least), f64::from(self.largest));
        (grade.clamp(least, largest) - least) / (largest - least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_outside_count_as_the_ends() {
        let scale = GradeScale::new(1, 3).expect("a scale");
        assert_eq!(
            [-1.0, 0.0, 1.0, 2.0, 2.5, 3.0, 9.0].map(|grade| scale.gain(grade)),
            [0.0, 0.0, 0.0, 0.5, 0.75, 1.0, 1.0]
        );
        let widest = GradeScale::new(0, i32::MAX).expect("a scale");
        assert_eq!(
            (widest.gain(f64::from(i32::MIN)), widest.gain(f64::from(i32::MAX))),
            (0.0, 1.0)
        );
        assert!(GradeScale::new(-1, 3).is_err() && GradeScale::new(2, 2).is_err());
    }
}
