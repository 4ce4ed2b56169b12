//! What a comparison allows one to say.

use serde::Serialize;

use crate::stats::intervals::Estimate;

/// What interval and p-value of a difference `y - x` say together, about this test set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The interval holds 0. Never "equal": a difference may be there and be too small for so many topics.
    NotDistinguishable,
    /// The interval lies on one side of 0 and p is above 1 − level; or topics say one thing and groups of them another.
    Unclear,
    /// y is ahead.
    SecondAhead,
    /// x is ahead.
    FirstAhead,
}

impl Verdict {
    /// The verdict on a difference; `p_value` is the corrected one where there are several comparisons.
    ///
    /// ```
    /// use sokutei_measures::stats::{Paired, Verdict, compare_paired};
    ///
    /// let y: Vec<f64> = (0..50).map(|i| 0.5 + f64::from(i % 5) / 10.0).collect();
    /// let c = compare_paired(&[0.4; 50], &y, &Paired::default())?;
    /// assert_eq!(Verdict::of(&c.difference, c.p_value), Verdict::SecondAhead);
    /// assert_eq!(Verdict::of(&c.difference, 0.06), Verdict::Unclear);
    /// # Ok::<(), sokutei_measures::Error>(())
    /// ```
    #[must_use]
    pub fn of(difference: &Estimate, p_value: f64) -> Self {
        // 1 − 0.9 is a little less than 0.1 as a double
        let is_significant = p_value <= 1.0 - difference.level + 1e-12;
        match (difference.spans_zero(), is_significant, difference.point > 0.0) {
            (true, _, _) => Self::NotDistinguishable,
            (false, false, _) => Self::Unclear,
            (false, true, true) => Self::SecondAhead,
            (false, true, false) => Self::FirstAhead,
        }
    }

    /// Both verdicts in one: what topics say stands only if groups of them say so, too.
    #[must_use]
    pub fn and(self, by_group: Self) -> Self {
        if self == by_group { self } else { Self::Unclear }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::IntervalMethod;

    fn estimate(low: f64, point: f64, high: f64) -> Estimate {
        Estimate {
            point,
            low,
            high,
            level: 0.95,
            method: IntervalMethod::Percentile,
            replicates: 2000,
            seed: 0,
            n: 100,
        }
    }

    #[test]
    fn both_interval_and_p_are_needed() {
        let (above, below, around) = (
            estimate(0.01, 0.02, 0.03),
            estimate(-0.03, -0.02, -0.01),
            estimate(-0.01, 0.02, 0.05),
        );
        assert_eq!(Verdict::of(&above, 0.04), Verdict::SecondAhead);
        assert_eq!(Verdict::of(&below, 0.04), Verdict::FirstAhead);
        assert_eq!(Verdict::of(&above, 0.06), Verdict::Unclear);
        assert_eq!(Verdict::of(&around, 0.001), Verdict::NotDistinguishable);
        assert_eq!(
            Verdict::of(&estimate(0.0, 0.02, 0.04), 0.001),
            Verdict::NotDistinguishable
        );
    }

    #[test]
    fn groups_that_disagree_make_it_unclear() {
        let (ahead, none) = (Verdict::SecondAhead, Verdict::NotDistinguishable);
        assert_eq!(ahead.and(ahead), ahead);
        assert_eq!(ahead.and(none), Verdict::Unclear);
        assert_eq!(none.and(none), none);
    }

    #[test]
    fn p_at_the_border_is_small_enough() {
        let at_90 = Estimate {
            level: 0.9,
            ..estimate(0.01, 0.02, 0.03)
        };
        assert_eq!(Verdict::of(&at_90, 0.1), Verdict::SecondAhead);
        assert_eq!(Verdict::of(&at_90, 0.1001), Verdict::Unclear);
    }
}
