//! Fleiss' kappa: agreement of as many assessors for every item, who need not be the same ones.

use super::kendall::large;
use super::{Ratings, Undefined};
use crate::error::Error;
use crate::formulas::real;

const WHAT: &str = "Fleiss' kappa";

/// Fleiss' kappa (Psychological Bulletin 76, 1971): (P̄ − P_e) / (1 − P_e), P̄ the share of agreeing pairs of ratings of an item, P_e = Σ p_j²
/// the same if all ratings were dealt out by chance. At most 1. Grades are categories without an order.
///
/// With two raters this is Scott's pi and not Cohen's kappa: chance is one distribution for both.
///
/// ```
/// use sokutei_measures::agreement::{Ratings, fleiss_kappa};
///
/// let rows = [[1.0, 1.0, 1.0], [0.0, 0.0, 0.0], [1.0, 1.0, 0.0]].map(|row| row.map(Some).to_vec());
/// let kappa = fleiss_kappa(&Ratings::new(&rows)?)?;
/// assert!((kappa - (7.0 / 9.0 - 41.0 / 81.0) / (40.0 / 81.0)).abs() < 1e-12); // 1 + 1 + 1/3 over 3; (5/9)² + (4/9)²
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// Items with different numbers of ratings (Krippendorff's alpha allows these), or with one; all ratings equal.
pub fn fleiss_kappa(ratings: &Ratings) -> Result<f64, Error> {
    ratings.require_equal(WHAT)?;
    kappa_of(ratings, &vec![1; ratings.n_items()]).map_err(|why| why.of(WHAT))
}

/// Kappa of items that are known to be in order; item `i` counts `times[i]` times.
pub(super) fn kappa_of(ratings: &Ratings, times: &[u32]) -> Result<f64, Undefined> {
    let m = ratings.codes_of(0).count();
    let mut of_category = vec![0_u64; ratings.values().len()];
    let (mut agreeing, mut n) = (0_u64, 0_u64);
    for (item, &times) in times.iter().enumerate().filter(|(_, times)| **times > 0) {
        let times = u64::from(times);
        n += times;
        let mut codes = ratings.codes_of(item);
        while let Some(code) = codes.next() {
            of_category[code] += times;
            agreeing += times * codes.clone().filter(|&other| other == code).count() as u64;
        }
    }
    let all = large(n) * real(m);
    let observed = 2.0 * large(agreeing) / (all * real(m - 1));
    let expected: f64 = of_category
        .iter()
        .map(|&count| (large(count) / all).powi(2))
        .sum();
    if of_category.iter().filter(|&&count| count > 0).count() < 2 {
        return Err(Undefined::OneCategory);
    }
    Ok((observed - expected) / (1.0 - expected))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ratings with these numbers of each category per item.
    fn counted(rows: &[&[usize]]) -> Ratings {
        let row = |counts: &&[usize]| -> Vec<Option<f64>> {
            let each = counts.iter().enumerate();
            each.flat_map(|(category, &n)| vec![Some(real(category)); n])
                .collect()
        };
        Ratings::new(&rows.iter().map(row).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn printed_example_of_wikipedia() {
        // https://en.wikipedia.org/wiki/Fleiss%27_kappa, "Worked example": ten subjects, 14 raters, five categories: 0.210
        let ratings = counted(&[
            &[0, 0, 0, 0, 14],
            &[0, 2, 6, 4, 2],
            &[0, 0, 3, 5, 6],
            &[0, 3, 9, 2, 0],
            &[2, 2, 8, 1, 1],
            &[7, 7, 0, 0, 0],
            &[3, 2, 6, 3, 0],
            &[2, 5, 3, 2, 2],
            &[6, 5, 2, 1, 0],
            &[0, 2, 2, 3, 7],
        ]);
        assert_eq!(format!("{:.3}", fleiss_kappa(&ratings).unwrap()), "0.210");
    }

    #[test]
    fn printed_example_of_fleiss() {
        // Fleiss 1971, Table 1, diagnoses of 30 patients by six psychiatrists, as statsmodels/stats/tests/test_inter_rater.py has the rows; there and
        // in R's irr 0.4302445
        let patients = "444444 222555 233335 555555 222444 113333 333355 113334 114444 555555 144444 124444 222333 144444 \
            224445 333335 111455 111112 224444 133555 555555 \
            244444 224555 114444 144445 222224 111155 224444 133333 555555";
        let digits = |row: &str| row.chars().map(|c| c.to_digit(10).map(f64::from)).collect();
        let ratings = Ratings::new(&patients.split_whitespace().map(digits).collect::<Vec<_>>()).unwrap();
        assert_eq!((ratings.n_items(), ratings.n_raters()), (30, 6));
        assert_eq!(format!("{:.7}", fleiss_kappa(&ratings).unwrap()), "0.4302445");
    }

    #[test]
    fn gaps_are_refused_and_one_category_is_undefined() {
        let gap = Ratings::new(&[vec![Some(1.0), Some(0.0)], vec![Some(1.0), None]]).unwrap();
        assert!(
            fleiss_kappa(&gap)
                .unwrap_err()
                .to_string()
                .ends_with("or take Krippendorff's alpha, which allows gaps")
        );
        let single = Ratings::new(&[vec![Some(1.0), None], vec![None, Some(0.0)]]).unwrap();
        assert_eq!(
            fleiss_kappa(&single).unwrap_err().to_string(),
            "Fleiss' kappa is not defined: too few items"
        );
        let one = counted(&[&[3], &[3]]);
        assert_eq!(
            fleiss_kappa(&one).unwrap_err().to_string(),
            "Fleiss' kappa is not defined: all ratings are equal"
        );
    }
}
