//! Cohen's kappa, weighted or not: agreement of two assessors beyond what their grades would give by chance.

use super::{Ratings, Undefined};
use crate::error::Error;
use crate::formulas::real;
use crate::stats::{checks, distributions};

use super::kendall::large;

/// How much a disagreement counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KappaWeights {
    /// 1 for every disagreement: categories without an order (Cohen 1960).
    Unweighted,
    /// By the distance of the two grades.
    Linear(Distances),
    /// By the square of the distance.
    Quadratic(Distances),
}

/// What the distance of two grades is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Distances {
    /// The difference of the grades: 0 and 3 are three apart.
    #[default]
    Grades,
    /// The difference of their places among the grades that occur: where only 0 and 3 occur, they are one apart. What scikit-learn and irr do.
    Positions,
}

impl KappaWeights {
    /// The name: `unweighted`, `linear`, `quadratic`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Unweighted => "unweighted",
            Self::Linear(_) => "linear",
            Self::Quadratic(_) => "quadratic",
        }
    }

    /// 0 for the same category, 1 for the two furthest apart.
    fn disagreement(self, values: &[f64], i: usize, j: usize) -> f64 {
        let distance = |by: Distances| match by {
            Distances::Grades => (values[i] - values[j]).abs() / (values[values.len() - 1] - values[0]),
            Distances::Positions => real(i.abs_diff(j)) / real(values.len() - 1),
        };
        match self {
            _ if i == j => 0.0,
            Self::Unweighted => 1.0,
            Self::Linear(by) => distance(by),
            Self::Quadratic(by) => distance(by).powi(2),
        }
    }
}

/// Kappa of two assessors, and what it is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CohenKappa {
    /// Number of items that both rated.
    pub n: usize,
    /// Share of agreement, disagreements counting by their weights. 0 to 1.
    pub observed: f64,
    /// The same if the two assessors kept their grades and dealt them out by chance. 0 to below 1.
    pub expected: f64,
    /// (observed − expected) / (1 − expected): 1 for full agreement, 0 for what chance gives, below 0 for less.
    pub kappa: f64,
    /// Asymptotic standard error of kappa, for n that is not small (Fleiss, Cohen & Everitt 1969, as SAS and statsmodels have it).
    pub standard_error: f64,
}

const WHAT: &str = "Cohen's kappa";

/// Kappa of two raters over items that both have rated (Cohen 1960; weighted: Cohen 1968).
///
/// ```
/// use sokutei_measures::agreement::{KappaWeights, Ratings, cohen_kappa};
///
/// // 20 items both 1, 15 both 0, 5 and 10 disagreements: 0.7 observed, 0.5 expected
/// let times = [([1.0, 1.0], 20), ([1.0, 0.0], 5), ([0.0, 1.0], 10), ([0.0, 0.0], 15)];
/// let rows: Vec<_> = times.iter().flat_map(|(row, n)| vec![row.map(Some).to_vec(); *n]).collect();
/// let found = cohen_kappa(&Ratings::new(&rows)?, KappaWeights::Unweighted)?;
/// assert!((found.observed - 0.7).abs() < 1e-12 && (found.expected - 0.5).abs() < 1e-12);
/// assert!((found.kappa - 0.4).abs() < 1e-12);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// Other than two raters, an item that one has not rated ([`Ratings::select`] those of [`Ratings::rated_by`] two first), all ratings equal.
pub fn cohen_kappa(ratings: &Ratings, weights: KappaWeights) -> Result<CohenKappa, Error> {
    ratings.require_pair(WHAT)?;
    let table = Table::of(ratings, weights, &vec![1; ratings.n_items()]);
    let kappa = table.kappa().map_err(|why| why.of(WHAT))?;
    Ok(CohenKappa {
        n: ratings.n_items(),
        observed: 1.0 - table.observed,
        expected: 1.0 - table.expected,
        kappa,
        standard_error: table.standard_error(kappa),
    })
}

/// Kappa alone, of items that are known to be in order; item `i` counts `times[i]` times.
pub(super) fn kappa_of(ratings: &Ratings, weights: KappaWeights, times: &[u32]) -> Result<f64, Undefined> {
    Table::of(ratings, weights, times).kappa()
}

impl CohenKappa {
    /// kappa ± z · standard error, for a nominal coverage such as 0.95. The ends may pass 1 and −1: it is an approximation.
    ///
    /// # Errors
    ///
    /// A level outside 0 to 1.
    pub fn asymptotic_interval(&self, level: f64) -> Result<[f64; 2], Error> {
        checks::level(WHAT, level)?;
        let half = distributions::normal_quantile(f64::midpoint(1.0, level)) * self.standard_error;
        Ok([self.kappa - half, self.kappa + half])
    }
}

/// A cross-tabulation as shares, with the weights of disagreement.
struct Table {
    k: usize,
    n: f64,
    /// Shares, row by row.
    p: Vec<f64>,
    /// Disagreement, likewise.
    d: Vec<f64>,
    rows: Vec<f64>,
    columns: Vec<f64>,
    /// Weighted disagreement.
    observed: f64,
    /// The same by chance.
    expected: f64,
}

impl Table {
    fn of(ratings: &Ratings, weights: KappaWeights, times: &[u32]) -> Self {
        let (counts, values) = (ratings.pair_counts(times), ratings.values());
        let k = values.len();
        let n = large(counts.iter().sum());
        let cells = || (0..k).flat_map(move |i| (0..k).map(move |j| (i, j)));
        let d: Vec<f64> = cells().map(|(i, j)| weights.disagreement(values, i, j)).collect();
        let of_row = |i: usize| large(counts[i * k..(i + 1) * k].iter().sum());
        let of_column = |j: usize| large(counts.iter().skip(j).step_by(k).sum());
        let (rows, columns): (Vec<f64>, Vec<f64>) = (0..k).map(|i| (of_row(i), of_column(i))).unzip();
        let observed: f64 = d.iter().zip(&counts).map(|(d, &count)| d * large(count)).sum();
        let expected: f64 = cells().zip(&d).map(|((i, j), d)| d * rows[i] * columns[j]).sum();
        Self {
            k,
            n,
            p: counts.iter().map(|&count| large(count) / n).collect(),
            d,
            rows: rows.iter().map(|x| x / n).collect(),
            columns: columns.iter().map(|x| x / n).collect(),
            observed: observed / n,
            expected: expected / n / n,
        }
    }

    fn kappa(&self) -> Result<f64, Undefined> {
        if self.expected > 0.0 {
            Ok(1.0 - self.observed / self.expected)
        } else {
            Err(Undefined::OneCategory)
        }
    }

    /// V = [Σ p_ij·(w_ij − (w̄_i. + w̄_.j)(1 − κ))² − (κ − p_e(1 − κ))²] / (n·(1 − p_e)²), w = 1 − d, w̄_i. the mean of row i of w over the
    /// second assessor's grades, w̄_.j that of column j over the first's.
    fn standard_error(&self, kappa: f64) -> f64 {
        let k = self.k;
        let w = |i: usize, j: usize| 1.0 - self.d[i * k + j];
        let mean_of_row: Vec<f64> = (0..k)
            .map(|i| (0..k).map(|j| self.columns[j] * w(i, j)).sum())
            .collect();
        let mean_of_column: Vec<f64> = (0..k)
            .map(|j| (0..k).map(|i| self.rows[i] * w(i, j)).sum())
            .collect();
        let term = |place: usize, p: &f64| {
            let (i, j) = (place / k, place % k);
            p * (w(i, j) - (mean_of_row[i] + mean_of_column[j]) * (1.0 - kappa)).powi(2)
        };
        let squares: f64 = self.p.iter().enumerate().map(|(place, p)| term(place, p)).sum();
        let middle = kappa - (1.0 - self.expected) * (1.0 - kappa);
        let variance = (squares - middle * middle).max(0.0) / (self.n * self.expected * self.expected);
        variance.sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ratings whose cross-tabulation this is.
    fn table(values: &[f64], counts: &[&[usize]]) -> Ratings {
        let mut rows = Vec::new();
        for (i, of_row) in counts.iter().enumerate() {
            for (j, &n) in of_row.iter().enumerate() {
                rows.extend(vec![vec![Some(values[i]), Some(values[j])]; n]);
            }
        }
        Ratings::new(&rows).unwrap()
    }

    fn shown(found: &CohenKappa) -> [String; 4] {
        let [low, high] = found.asymptotic_interval(0.95).unwrap();
        [found.kappa, found.standard_error, low, high].map(|x| format!("{x:.4}"))
    }

    #[test]
    fn printed_table_of_sas() {
        // the SAS output in the docstring and tests of statsmodels/stats/inter_rater.py: simple and linearly weighted kappa, ASE, 95 % limits
        let ratings = table(&[0.0, 1.0, 2.0], &[&[0, 4, 1], &[0, 8, 0], &[0, 1, 5]]);
        let simple = cohen_kappa(&ratings, KappaWeights::Unweighted).unwrap();
        assert_eq!(shown(&simple), ["0.4842", "0.1380", "0.2137", "0.7547"]);
        let linear = cohen_kappa(&ratings, KappaWeights::Linear(Distances::Grades)).unwrap();
        assert_eq!(shown(&linear), ["0.4701", "0.1457", "0.1845", "0.7558"]);
    }

    #[test]
    fn grades_and_positions_differ_where_a_scale_has_gaps() {
        let by = |values: &[f64], distances| {
            let ratings = table(values, &[&[10, 3, 0], &[2, 10, 4], &[1, 2, 10]]);
            cohen_kappa(&ratings, KappaWeights::Linear(distances))
                .unwrap()
                .kappa
        };
        let even = by(&[0.0, 1.0, 2.0], Distances::Grades);
        assert_eq!(even, by(&[0.0, 1.0, 2.0], Distances::Positions));
        assert_eq!(even, by(&[0.0, 1.0, 5.0], Distances::Positions));
        assert!((even - by(&[0.0, 1.0, 5.0], Distances::Grades)).abs() > 0.01);
    }

    #[test]
    fn full_agreement_is_one_and_one_grade_is_undefined() {
        let full = cohen_kappa(&table(&[0.0, 3.0], &[&[4, 0], &[0, 6]]), KappaWeights::Unweighted).unwrap();
        assert_eq!((full.kappa, full.observed, full.standard_error), (1.0, 1.0, 0.0));
        let one = cohen_kappa(
            &table(&[1.0], &[&[9]]),
            KappaWeights::Quadratic(Distances::Positions),
        );
        assert_eq!(
            one.unwrap_err().to_string(),
            "Cohen's kappa is not defined: all ratings are equal"
        );
    }
}
