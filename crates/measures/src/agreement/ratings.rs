//! What assessors said of items, with gaps.

use super::Undefined;
use crate::error::Error;

/// Different grades that ratings may have: tables of agreement have a cell for each pair of them.
pub const LARGEST_SCALE: usize = 1_000;

/// Stands for a rating that is not there.
const MISSING: u16 = u16::MAX;

/// Ratings of items by two or more raters; a rater may have left items out.
///
/// Ratings are numbers: grades, or names of categories numbered in any way. Which of the two they are is said by the coefficient. The
/// categories are the different numbers that occur, in ascending order.
///
/// ```
/// use sokutei_measures::agreement::Ratings;
///
/// let ratings = Ratings::new(&[vec![Some(0.0), Some(1.0)], vec![Some(2.0), None], vec![Some(2.0), Some(2.0)]])?;
/// assert_eq!((ratings.n_items(), ratings.n_raters(), ratings.values()), (3, 2, &[0.0, 1.0, 2.0][..]));
/// assert_eq!(ratings.rated_by(2), [0, 2]);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// Category numbers, item by item.
    codes: Vec<u16>,
    raters: usize,
    values: Vec<f64>,
}

/// Why ratings do not fit.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RatingsProblem {
    /// Fewer than two raters.
    #[error("{found} raters; agreement needs two or more")]
    Raters {
        /// How many there are.
        found: usize,
    },
    /// Another number of raters than a coefficient is made for.
    #[error(
        "{found} raters, and this is of two; choose a pair, or Fleiss' kappa or Krippendorff's alpha for all"
    )]
    NotTwo {
        /// How many there are.
        found: usize,
    },
    /// An item with a row of another length.
    #[error(
        "item {item} (from 0) has {found} places for ratings, the first has {expected}; leave a gap where a rating is missing"
    )]
    Ragged {
        /// The item.
        item: usize,
        /// Its places.
        found: usize,
        /// Places of the first.
        expected: usize,
    },
    /// A rating that is NaN or infinite.
    #[error(
        "item {item} (from 0) has the rating {value} from rater {rater} (from 0); ratings are finite numbers"
    )]
    NotFinite {
        /// The item.
        item: usize,
        /// The rater.
        rater: usize,
        /// The rating.
        value: f64,
    },
    /// More different numbers than a scale has.
    #[error(
        "{found} different grades, and {LARGEST_SCALE} at most can be compared; round them to a scale first"
    )]
    Scale {
        /// How many there are.
        found: usize,
    },
    /// An item with another number of ratings than the first.
    #[error(
        "item {item} (from 0) has {found} ratings, the first has {expected}; every item needs as many, or take Krippendorff's alpha, which allows gaps"
    )]
    Unequal {
        /// The item.
        item: usize,
        /// Its ratings.
        found: usize,
        /// Ratings of the first.
        expected: usize,
    },
    /// A number below 0, of which no ratio can be made.
    #[error(
        "the rating {value} is below 0, and ratios need a scale that begins at 0; take the level interval"
    )]
    Negative {
        /// The rating.
        value: f64,
    },
}

impl RatingsProblem {
    pub(super) fn of(self, what: &'static str) -> Error {
        Error::Ratings { what, problem: self }
    }
}

const WHAT: &str = "ratings";

impl Ratings {
    /// Ratings of items, `rows[item][rater]`.
    ///
    /// # Errors
    ///
    /// No items, fewer than two raters, rows of different lengths, a rating that is not finite, more than [`LARGEST_SCALE`] different ones.
    pub fn new(rows: &[Vec<Option<f64>>]) -> Result<Self, Error> {
        let raters = rows.first().ok_or_else(|| Undefined::TooFew.of(WHAT))?.len();
        if raters < 2 {
            return Err(RatingsProblem::Raters { found: raters }.of(WHAT));
        }
        check_rows(rows, raters)?;
        let numbers = rows.iter().flatten().copied();
        let mut values: Vec<f64> = numbers.clone().flatten().map(|x| x + 0.0).collect(); // −0 + 0 is 0
        values.sort_unstable_by(f64::total_cmp);
        values.dedup_by(|a, b| a.total_cmp(b).is_eq());
        if values.len() > LARGEST_SCALE {
            return Err(RatingsProblem::Scale { found: values.len() }.of(WHAT));
        }
        let codes = numbers
            .map(|number| number.map_or(MISSING, |x| code(&values, x)))
            .collect();
        Ok(Self {
            codes,
            raters,
            values,
        })
    }

    /// Number of items.
    #[must_use]
    pub fn n_items(&self) -> usize {
        self.codes.len() / self.raters
    }

    /// Number of raters.
    #[must_use]
    pub fn n_raters(&self) -> usize {
        self.raters
    }

    /// The different ratings that occur, ascending.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Items with at least `least` ratings, by number from 0.
    #[must_use]
    pub fn rated_by(&self, least: usize) -> Vec<usize> {
        let rated = |item: &usize| self.codes_of(*item).count() >= least;
        (0..self.n_items()).filter(rated).collect()
    }

    /// The ratings of some items by some raters, both by number from 0. Categories that do not occur among them are gone.
    ///
    /// # Errors
    ///
    /// No items, fewer than two raters.
    ///
    /// # Panics
    ///
    /// A number that there is not.
    pub fn select(&self, items: &[usize], raters: &[usize]) -> Result<Self, Error> {
        let row = |&item: &usize| -> Vec<Option<f64>> {
            let row = self.row(item);
            raters.iter().map(|&rater| self.value(row[rater])).collect()
        };
        Self::new(&items.iter().map(row).collect::<Vec<_>>())
    }

    /// How often two raters gave each pair of grades: `table[i][j]` items have `values()[i]` from the first and `values()[j]` from the second.
    ///
    /// # Errors
    ///
    /// Other than two raters, an item that one of them has not rated.
    pub fn cross_table(&self) -> Result<Vec<Vec<u64>>, Error> {
        self.require_pair("cross-tabulation")?;
        let table = self.pair_counts(&vec![1; self.n_items()]);
        Ok(table.chunks(self.values.len()).map(<[u64]>::to_vec).collect())
    }

    /// Two raters, no gaps.
    pub(super) fn require_pair(&self, what: &'static str) -> Result<(), Error> {
        if self.raters != 2 {
            return Err(RatingsProblem::NotTwo { found: self.raters }.of(what));
        }
        self.require_equal(what).map(|_| ())
    }

    /// How many ratings every item has; at least two.
    pub(super) fn require_equal(&self, what: &'static str) -> Result<usize, Error> {
        let expected = self.codes_of(0).count();
        let other = (0..self.n_items()).find(|&item| self.codes_of(item).count() != expected);
        match other {
            Some(item) => {
                let found = self.codes_of(item).count();
                Err(RatingsProblem::Unequal {
                    item,
                    found,
                    expected,
                }
                .of(what))
            }
            None if expected < 2 => Err(Undefined::TooFew.of(what)),
            None => Ok(expected),
        }
    }

    /// Counts of pairs of two raters without gaps, row by row; item `i` counts `times[i]` times.
    pub(super) fn pair_counts(&self, times: &[u32]) -> Vec<u64> {
        let k = self.values.len();
        let mut table = vec![0; k * k];
        for (row, &times) in self.codes.chunks(2).zip(times) {
            table[usize::from(row[0]) * k + usize::from(row[1])] += u64::from(times);
        }
        table
    }

    /// Category numbers of an item, gaps left out.
    pub(super) fn codes_of(&self, item: usize) -> impl Iterator<Item = usize> + Clone {
        let given = self.row(item).iter().filter(|&&code| code != MISSING);
        given.map(|&code| usize::from(code))
    }

    fn row(&self, item: usize) -> &[u16] {
        &self.codes[item * self.raters..(item + 1) * self.raters]
    }

    fn value(&self, code: u16) -> Option<f64> {
        self.values.get(usize::from(code)).copied()
    }
}

fn check_rows(rows: &[Vec<Option<f64>>], raters: usize) -> Result<(), Error> {
    for (item, row) in rows.iter().enumerate() {
        if row.len() != raters {
            let (found, expected) = (row.len(), raters);
            return Err(RatingsProblem::Ragged {
                item,
                found,
                expected,
            }
            .of(WHAT));
        }
        let odd = row.iter().position(|x| x.is_some_and(|x| !x.is_finite()));
        if let Some((rater, value)) = odd.and_then(|rater| Some((rater, row[rater]?))) {
            return Err(RatingsProblem::NotFinite { item, rater, value }.of(WHAT));
        }
    }
    Ok(())
}

/// Number of a category that is there.
fn code(values: &[f64], x: f64) -> u16 {
    let place = values.partition_point(|value| *value < x);
    u16::try_from(place).expect("no more categories than LARGEST_SCALE")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(rows: &[Vec<Option<f64>>]) -> String {
        Ratings::new(rows).unwrap_err().to_string()
    }

    #[test]
    fn bad_ratings_are_named() {
        assert_eq!(message(&[]), "ratings is not defined: too few items");
        assert_eq!(
            message(&[vec![Some(1.0)]]),
            "ratings: 1 raters; agreement needs two or more"
        );
        assert!(
            message(&[vec![None, None], vec![None]])
                .contains("item 1 (from 0) has 1 places for ratings, the first has 2")
        );
        assert!(message(&[vec![None, Some(f64::NAN)]]).contains("has the rating NaN from rater 1 (from 0)"));
        let many: Vec<Vec<Option<f64>>> = (0..1001).map(|i| vec![Some(f64::from(i)), None]).collect();
        assert!(message(&many).contains("1001 different grades, and 1000 at most"));
        assert!(Ratings::new(&many[1..]).is_ok());
    }

    #[test]
    fn selecting_drops_categories_that_are_gone() {
        let rows = [vec![Some(0.0), Some(5.0), None], vec![Some(1.0), None, Some(1.0)]];
        let ratings = Ratings::new(&rows).unwrap();
        let pair = ratings.select(&[1], &[0, 2]).unwrap();
        assert_eq!(
            (pair.values(), pair.cross_table().unwrap()),
            (&[1.0][..], vec![vec![1]])
        );
        assert!(
            ratings
                .cross_table()
                .unwrap_err()
                .to_string()
                .contains("3 raters, and this is of two")
        );
        let gap = ratings
            .select(&[0, 1], &[0, 1])
            .unwrap()
            .cross_table()
            .unwrap_err()
            .to_string();
        assert!(gap.starts_with(
            "cross-tabulation: item 1 (from 0) has 1 ratings, the first has 2; every item needs as many"
        ));
    }

    #[test]
    fn minus_zero_is_zero() {
        let ratings = Ratings::new(&[vec![Some(0.0), Some(-0.0)]]).unwrap();
        assert_eq!(ratings.cross_table().unwrap(), [[1]]);
    }
}
