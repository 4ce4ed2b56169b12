//! From grades to gains.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::error::Error;

/// The value that nDCG gives to a grade. Grades below 0 gain nothing under each of them. A grade with decimals
/// ([`Qrels::insert_decimal`](crate::Qrels::insert_decimal)) is taken as it is.
///
/// trec_eval, pytrec_eval and ir_measures' plain `nDCG` are linear; papers on web search and most learning to
/// rank are exponential (Burges et al., ICML 2005). Values of the two cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Gains {
    /// The grade itself; ir_measures' `dcg='log2'`.
    Linear,
    /// 2^grade − 1; ir_measures' `dcg='exp-log2'`.
    Exponential,
    /// A table, with the grade itself for grades that it does not name; ir_measures' `gains={2:3}`.
    Explicit(GainTable),
}

/// Gains of single grades. Holds only entries that differ from the grade; see [`Gains::explicit`].
#[derive(Clone, Debug, PartialEq)]
pub struct GainTable {
    entries: Vec<(i32, f64)>, // grades ascending
}

impl Gains {
    /// Larger than any gain that means something, small enough that no sum of gains overflows.
    const LARGEST: f64 = 1e100;

    /// Gains by a table; [`Gains::Linear`] if every entry is its grade.
    ///
    /// ```
    /// use sokutei_measures::Gains;
    ///
    /// let gains = Gains::explicit([(0, 0.0), (1, 1.0), (2, 3.0)])?;
    /// assert_eq!([0, 1, 2, 3, -1].map(|grade| gains.gain(grade)), [0.0, 1.0, 3.0, 3.0, 0.0]);
    /// assert_eq!(Gains::explicit([(1, 1.0)])?, Gains::Linear);
    /// # Ok::<(), sokutei_measures::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A grade below 0, a grade named twice, a gain that is negative, above 1e100 or not a number.
    pub fn explicit(table: impl IntoIterator<Item = (i32, f64)>) -> Result<Self, Error> {
        let setting = |name, found, expected: &str| Error::Setting {
            what: "gains",
            name,
            found,
            expected: expected.to_owned(),
        };
        let mut entries: Vec<(i32, f64)> = table
            .into_iter()
            .map(|(grade, gain)| (grade, gain + 0.0))
            .collect();
        entries.sort_by_key(|&(grade, _)| grade);
        if let Some(&(grade, _)) = entries.first().filter(|&&(grade, _)| grade < 0) {
            return Err(setting(
                "grade",
                grade.to_string(),
                "at least 0 (lower grades gain nothing)",
            ));
        }
        if let Some(pair) = entries.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(setting("grade", pair[0].0.to_string(), "named once"));
        }
        if let Some((_, gain)) = entries
            .iter()
            .find(|(_, gain)| !(0.0..=Self::LARGEST).contains(gain))
        {
            return Err(setting("gain", gain.to_string(), "a number from 0 to 1e100"));
        }
        entries.retain(|&(grade, gain)| gain.to_bits() != f64::from(grade).to_bits());
        Ok(if entries.is_empty() {
            Self::Linear
        } else {
            Self::Explicit(GainTable { entries })
        })
    }

    /// The gain of a judged document of this grade; an unjudged document gains nothing.
    ///
    /// At least 0. [`Gains::Exponential`] is infinite from grade 1024 on; nDCG scales such gains down first.
    #[must_use]
    pub fn gain(&self, grade: i32) -> f64 {
        self.scaled(grade, 0)
    }

    /// The gain times 2^-`shift`, where the gains are exponential; nDCG does not change by that.
    pub(crate) fn scaled(&self, grade: i32, shift: i32) -> f64 {
        if grade < 0 {
            return 0.0;
        }
        match self {
            Self::Linear => f64::from(grade),
            Self::Exponential => 2f64.powi(grade - shift) - 2f64.powi(-shift),
            Self::Explicit(table) => table.get(grade).unwrap_or(f64::from(grade)),
        }
    }

    /// The gain of a grade that may have decimals, times 2^-`shift` as in [`scaled`](Self::scaled). A table holds whole grades.
    pub(crate) fn scaled_number(&self, grade: f64, shift: i32) -> f64 {
        if grade.fract() == 0.0 {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "grades of qrels lie within 32 bits"
            )]
            return self.scaled(grade as i32, shift);
        }
        if grade < 0.0 {
            return 0.0;
        }
        match self {
            Self::Exponential => (grade - f64::from(shift)).exp2() - 2f64.powi(-shift),
            Self::Linear | Self::Explicit(_) => grade,
        }
    }

    /// Whether a higher grade may gain less; `has_decimals` as in [`largest_to`](Self::largest_to).
    pub(crate) fn may_fall(&self, has_decimals: bool) -> bool {
        let Self::Explicit(table) = self else {
            return false;
        };
        let falls = |&(grade, gain): &(i32, f64)| {
            self.gain(grade - 1) > gain || self.gain(grade.saturating_add(1)) < gain
        };
        has_decimals || table.entries.iter().any(falls)
    }

    /// The largest gain of a grade from 0 to `largest`, times 2^-`shift` as in [`scaled`](Self::scaled); `has_decimals` says that grades
    /// between the whole ones occur. With a table it need not be that of the largest grade.
    pub(crate) fn largest_to(&self, largest: f64, has_decimals: bool, shift: i32) -> f64 {
        let Self::Explicit(table) = self else {
            return self.scaled_number(largest, shift);
        };
        #[expect(
            clippy::cast_possible_truncation,
            reason = "grades of qrels lie within 32 bits"
        )]
        let whole = largest.floor() as i32;
        let named = table.entries.iter().take_while(|&&(grade, _)| grade <= whole);
        let of_itself = if has_decimals {
            Some(largest)
        } else {
            (0..=whole)
                .rev()
                .find(|&grade| table.get(grade).is_none())
                .map(f64::from)
        };
        let gains = named.map(|&(_, gain)| gain).chain(of_itself);
        gains.fold(0.0, f64::max)
    }

    /// A `shift` for which no gain up to `largest_grade` overflows; 0 unless grades are beyond reason.
    pub(crate) fn shift_for(&self, largest_grade: i32) -> i32 {
        const SAFE: i32 = 900;
        if matches!(self, Self::Exponential) {
            (largest_grade - SAFE).max(0)
        } else {
            0
        }
    }
}

impl GainTable {
    /// The entries that differ from their grade, grades ascending.
    #[must_use]
    pub fn entries(&self) -> &[(i32, f64)] {
        &self.entries
    }

    fn get(&self, grade: i32) -> Option<f64> {
        let found = self.entries.binary_search_by_key(&grade, |&(g, _)| g).ok()?;
        Some(self.entries[found].1)
    }
}

impl Eq for GainTable {} // gains are never NaN

impl Hash for GainTable {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for (grade, gain) in &self.entries {
            grade.hash(state);
            gain.to_bits().hash(state); // never -0.0: explicit() adds 0.0
        }
    }
}

impl fmt::Display for GainTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (i, (grade, gain)) in self.entries.iter().enumerate() {
            write!(f, "{}{grade}:{gain}", if i > 0 { "," } else { "" })?;
        }
        f.write_str("}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_of_the_usual_grades() {
        assert_eq!(
            [-2, 0, 1, 2, 3].map(|g| Gains::Linear.gain(g)),
            [0.0, 0.0, 1.0, 2.0, 3.0]
        );
        assert_eq!(
            [-2, 0, 1, 2, 3].map(|g| Gains::Exponential.gain(g)),
            [0.0, 0.0, 1.0, 3.0, 7.0]
        );
    }

    #[test]
    fn tables_with_contradictions_are_refused() {
        let message = |table: &[(i32, f64)]| Gains::explicit(table.iter().copied()).unwrap_err().to_string();
        assert_eq!(
            message(&[(2, 3.0), (2, 4.0)]),
            "gains: grade is 2; it must be named once"
        );
        assert!(message(&[(-1, 1.0)]).contains("at least 0"));
        for gain in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(message(&[(1, gain)]).contains("from 0 to 1e100"));
        }
    }

    #[test]
    fn gains_of_a_table_may_fall() {
        let falls = |table: &[(i32, f64)]| {
            Gains::explicit(table.iter().copied())
                .expect("a table")
                .may_fall(false)
        };
        assert!(!falls(&[(2, 3.0)]) && !falls(&[(1, 0.5), (2, 0.75)]));
        assert!(falls(&[(1, 5.0)]) && falls(&[(2, 0.0)]) && falls(&[(0, 5.0)]) && falls(&[(i32::MAX, 1.0)]));
        // a grade of 1.1 gains less than one of 1
        assert!(Gains::explicit([(1, 1.2)]).expect("a table").may_fall(true));
        assert!(!Gains::Exponential.may_fall(true));
    }

    #[test]
    fn the_largest_gain_need_not_be_that_of_the_largest_grade() {
        let largest = |table: &[(i32, f64)], has_decimals| {
            let gains = Gains::explicit(table.iter().copied()).expect("a table");
            gains.largest_to(2.0, has_decimals, 0)
        };
        assert_eq!(largest(&[(1, 10.0), (2, 3.0)], false), 10.0);
        assert_eq!(largest(&[(2, 0.0)], false), 1.0); // grade 1
        assert_eq!(largest(&[(2, 0.0)], true), 2.0); // grades just below 2
        assert_eq!(largest(&[(0, 0.5), (1, 0.25), (2, 0.0)], false), 0.5);
        assert_eq!(largest(&[(3, 9.0)], false), 2.0); // no grade 3
        assert_eq!(Gains::Exponential.largest_to(3.0, false, 0), 7.0);
    }

    #[test]
    fn huge_grades_are_scaled_before_they_overflow() {
        assert_eq!(Gains::Exponential.gain(1024), f64::INFINITY);
        let shift = Gains::Exponential.shift_for(2000);
        assert!(Gains::Exponential.scaled(2000, shift).is_finite());
        assert_eq!(Gains::Exponential.shift_for(5), 0);
        assert_eq!(Gains::Linear.shift_for(i32::MAX), 0);
    }
}
