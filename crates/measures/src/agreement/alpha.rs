//! Krippendorff's alpha: any number of assessors, gaps allowed, four kinds of scales.

use super::kendall::large;
use super::{Ratings, RatingsProblem, Undefined};
use crate::error::Error;
use crate::formulas::real;

const WHAT: &str = "Krippendorff's alpha";

/// What ratings are, and with it how far apart two of them are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// Names of categories: 0 or 1.
    Nominal,
    /// Ranks: the square of how many ratings lie between the two, half of those with either counted in.
    Ordinal,
    /// Numbers with equal steps: the square of the difference.
    Interval,
    /// Numbers with a zero, none below it: ((a − b)/(a + b))².
    Ratio,
}

impl Level {
    /// Every level.
    pub const ALL: [Self; 4] = [Self::Nominal, Self::Ordinal, Self::Interval, Self::Ratio];

    /// The name: `nominal`, `ordinal`, `interval`, `ratio`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nominal => "nominal",
            Self::Ordinal => "ordinal",
            Self::Interval => "interval",
            Self::Ratio => "ratio",
        }
    }

    /// Whether the ratings can be of this level.
    pub(super) fn check(self, ratings: &Ratings) -> Result<(), Error> {
        let negative = ratings.values().first().filter(|value| **value < 0.0);
        match (self, negative) {
            (Self::Ratio, Some(&value)) => Err(RatingsProblem::Negative { value }.of(WHAT)),
            _ => Ok(()),
        }
    }

    /// Squared distance of two categories, of which each has so many ratings.
    fn distance(self, values: &[f64], n: &[f64], (i, j): (usize, usize)) -> f64 {
        let (a, b) = (values[i], values[j]);
        match self {
            _ if i == j => 0.0,
            Self::Nominal => 1.0,
            Self::Ordinal => {
                let between: f64 = n[i.min(j)..=i.max(j)].iter().sum();
                (between - f64::midpoint(n[i], n[j])).powi(2)
            }
            Self::Interval => (a - b).powi(2),
            Self::Ratio => ((a - b) / (a + b)).powi(2),
        }
    }
}

/// Krippendorff's alpha: 1 − D_o/D_e, observed against expected disagreement of pairs of ratings of one item.
///
/// 1 for full agreement, 0 for what chance gives, below 0 for less. Items with one rating, or none, do not count. Every rating of an item with
/// m of them takes part in m − 1 pairs, each worth 1/(m − 1). Krippendorff's text was not at hand; formulas and values are those of the
/// Python package krippendorff 0.9.0, and the values that are printed with his and Hayes' example are met.
///
/// ```
/// use sokutei_measures::agreement::{Level, Ratings, krippendorff_alpha};
///
/// let rows = [vec![Some(1.0), Some(1.0)], vec![Some(0.0), Some(1.0)], vec![Some(0.0), Some(0.0)], vec![Some(1.0), None]];
/// let alpha = krippendorff_alpha(&Ratings::new(&rows)?, Level::Nominal)?;
/// assert!((alpha - (1.0 - 5.0 * 2.0 / 18.0)).abs() < 1e-12); // 1 − (n − 1)·Σo/Σn_a·n_b, n = 6 ratings, three of each
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// No item with two ratings, all ratings of such items equal, ratings below 0 for [`Level::Ratio`].
pub fn krippendorff_alpha(ratings: &Ratings, level: Level) -> Result<f64, Error> {
    level.check(ratings)?;
    alpha_of(ratings, level, &vec![1; ratings.n_items()]).map_err(|why| why.of(WHAT))
}

/// Alpha of ratings that are known to be in order; item `i` counts `times[i]` times.
pub(super) fn alpha_of(ratings: &Ratings, level: Level, times: &[u32]) -> Result<f64, Undefined> {
    let counts = Counts::of(ratings, times);
    let n: Vec<f64> = counts.of_category.iter().map(|&count| large(count)).collect();
    let total: f64 = n.iter().sum();
    if total == 0.0 {
        return Err(Undefined::TooFew);
    }
    let (mut observed, mut expected) = (0.0, 0.0);
    for i in (0..n.len()).filter(|&i| n[i] > 0.0) {
        for j in (0..i).filter(|&j| n[j] > 0.0) {
            let distance = level.distance(ratings.values(), &n, (i, j));
            observed += distance * counts.coincidences(i, j);
            expected += distance * n[i] * n[j];
        }
    }
    if expected > 0.0 {
        Ok(1.0 - (total - 1.0) * observed / expected)
    } else {
        Err(Undefined::OneCategory)
    }
}

/// How often categories meet in one item, apart for each number m of ratings, so that all counts are whole.
struct Counts {
    k: usize,
    /// `pairs[m - 2][max · k + min]`
    pairs: Vec<Vec<u64>>,
    /// Ratings of each category in items with two or more.
    of_category: Vec<u64>,
}

impl Counts {
    fn of(ratings: &Ratings, times: &[u32]) -> Self {
        let k = ratings.values().len();
        let mut pairs = vec![Vec::new(); ratings.n_raters() - 1];
        let mut of_category = vec![0; k];
        for (item, &times) in times.iter().enumerate().filter(|(_, times)| **times > 0) {
            let mut codes = ratings.codes_of(item);
            let m = codes.clone().count();
            if m < 2 {
                continue;
            }
            let of_m = &mut pairs[m - 2];
            of_m.resize(k * k, 0);
            while let Some(i) = codes.next() {
                of_category[i] += u64::from(times);
                for j in codes.clone() {
                    of_m[i.max(j) * k + i.min(j)] += u64::from(times);
                }
            }
        }
        Self {
            k,
            pairs,
            of_category,
        }
    }

    /// o_ij of two different categories.
    fn coincidences(&self, i: usize, j: usize) -> f64 {
        let place = i.max(j) * self.k + i.min(j);
        let of_m = self.pairs.iter().enumerate();
        of_m.map(|(m, pairs)| pairs.get(place).map_or(0.0, |&count| large(count) / real(m + 1)))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratings(raters: &[&str]) -> Ratings {
        let rows: Vec<Vec<Option<f64>>> = raters
            .iter()
            .map(|row| row.split(' ').map(|x| x.parse().ok()).collect())
            .collect();
        let item = |i: usize| rows.iter().map(|row| row[i]).collect();
        Ratings::new(&(0..rows[0].len()).map(item).collect::<Vec<_>>()).unwrap()
    }

    fn shown(ratings: &Ratings, level: Level, decimals: usize) -> String {
        format!("{:.decimals$}", krippendorff_alpha(ratings, level).unwrap())
    }

    #[test]
    fn printed_values_of_krippendorffs_four_by_twelve() {
        // Krippendorff, "Computing Krippendorff's Alpha-Reliability", the example with four observers, twelve units and gaps, as printed in the
        // docstring and tests of the package krippendorff 0.9.0 (nominal, ordinal, ratio) and with Hayes & Krippendorff 2007 (interval)
        let four = ratings(&[
            "1 2 3 3 2 1 4 1 2 * * *",
            "1 2 3 3 2 2 4 1 2 5 * 3",
            "* 3 3 3 2 3 4 2 2 5 1 *",
            "1 2 3 3 2 4 4 1 2 5 1 *",
        ]);
        let values = Level::ALL.map(|level| shown(&four, level, 3));
        assert_eq!(values, ["0.743", "0.815", "0.849", "0.797"]);
    }

    #[test]
    fn printed_values_of_wikipedia() {
        // the three coders and 15 units of https://en.wikipedia.org/wiki/Krippendorff%27s_alpha, digits as the package's docstring has them
        let three = ratings(&[
            "* * * * * 3 4 1 2 1 1 3 3 * 3",
            "1 * 2 1 3 3 4 3 * * * * * * *",
            "* * 2 1 3 4 4 * 2 1 1 3 3 * 4",
        ]);
        assert_eq!(shown(&three, Level::Nominal, 6), "0.691358");
        assert_eq!(shown(&three, Level::Interval, 6), "0.810845");
    }

    #[test]
    fn what_has_no_alpha_says_why() {
        let message = |r: &Ratings, level| krippendorff_alpha(r, level).unwrap_err().to_string();
        let alone = ratings(&["1 * 2", "* 1 *"]);
        assert_eq!(
            message(&alone, Level::Nominal),
            "Krippendorff's alpha is not defined: too few items"
        );
        let one = ratings(&["1 1 2", "1 1 *"]);
        assert_eq!(
            message(&one, Level::Ordinal),
            "Krippendorff's alpha is not defined: all ratings are equal"
        );
        let below = ratings(&["-1 1", "1 1"]);
        assert!(
            message(&below, Level::Ratio)
                .contains("the rating -1 is below 0, and ratios need a scale that begins at 0")
        );
    }
}
