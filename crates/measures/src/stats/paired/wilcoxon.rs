//! Wilcoxon's signed-rank test.

use serde::{Deserialize, Serialize};

use super::differences::differences;
use crate::error::Error;
use crate::formulas::real;
use crate::stats::distributions::normal_cdf;

/// What becomes of topics on which both systems are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Zeros {
    /// They are left out before ranking (Wilcoxon 1945); the default.
    #[default]
    LeftOut,
    /// They are ranked and then left out (Pratt 1959).
    Ranked,
    /// They are ranked and count half on either side.
    Split,
}

/// How the p-value of a [`Wilcoxon`] test is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RankDistribution {
    /// Over all signs of the ranks that are there, equal ones included; for up to 50 topics that differ.
    Exact,
    /// By the normal distribution, with the variance corrected for equal ranks.
    Normal {
        /// Whether the statistic is moved by one half towards its mean.
        continuity: bool,
    },
}

/// Ranks of the differences, signed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Wilcoxon {
    /// Sum of the ranks of topics on which y is larger.
    pub rank_sum_win: f64,
    /// Sum of the ranks of topics on which y is smaller.
    pub rank_sum_loss: f64,
    /// Topics that differ.
    pub n_different: usize,
    /// Two-sided p-value; 1 if no topic differs.
    pub p_value: f64,
    /// How it was found.
    pub distribution: RankDistribution,
}

/// Up to so many topics that differ, all signs are counted.
const EXACT_UP_TO: usize = 50;

/// Compares `y` with `x` by the ranks of their differences: exact for up to 50 topics that differ, else by the normal distribution
/// without continuity correction.
///
/// It asks whether differences lie evenly around 0, not whether their mean is 0, and so answers another question than the
/// difference of two means: not the default here.
///
/// ```
/// use sokutei_measures::stats::{Zeros, wilcoxon};
///
/// let test = wilcoxon(&[0.0; 4], &[0.5, -0.25, 0.75, 1.0], Zeros::LeftOut)?;
/// // of 16 signs, 4 leave a sum of at most 1 or at least 9
/// assert_eq!((test.rank_sum_win, test.rank_sum_loss, test.p_value), (9.0, 1.0, 0.25));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// No topics, different lengths, a value that is not finite.
pub fn wilcoxon(x: &[f64], y: &[f64], zeros: Zeros) -> Result<Wilcoxon, Error> {
    let different = x.iter().zip(y).filter(|(x, y)| (*y - *x).abs() > 0.0).count();
    let distribution = if different <= EXACT_UP_TO {
        RankDistribution::Exact
    } else {
        RankDistribution::Normal { continuity: false }
    };
    wilcoxon_by(x, y, zeros, distribution)
}

/// [`wilcoxon`] with the distribution named: `scipy.stats.wilcoxon(y, x, zero_method=…, method=…)`.
///
/// # Errors
///
/// As [`wilcoxon`], and more than 50 topics that differ for [`RankDistribution::Exact`].
pub fn wilcoxon_by(
    x: &[f64],
    y: &[f64],
    zeros: Zeros,
    distribution: RankDistribution,
) -> Result<Wilcoxon, Error> {
    const WHAT: &str = "Wilcoxon test";
    let mut d = differences(WHAT, x, y)?;
    if zeros == Zeros::LeftOut {
        d.retain(|d| *d != 0.0);
    }
    let ranked = Ranked::new(&d);
    let n_different = d.iter().filter(|d| **d != 0.0).count();
    let half_of_zeros = if zeros == Zeros::Split {
        ranked.zeros / 2.0
    } else {
        0.0
    };
    let (win, loss) = (ranked.win + half_of_zeros, ranked.loss + half_of_zeros);
    let p_value = match distribution {
        _ if n_different == 0 => 1.0,
        RankDistribution::Exact => {
            crate::stats::checks::at_most(WHAT, "topics that differ, for exact p", n_different, EXACT_UP_TO)?;
            exact(&ranked)
        }
        RankDistribution::Normal { continuity } => ranked.normal(win, zeros, continuity),
    };
    Ok(Wilcoxon {
        rank_sum_win: win,
        rank_sum_loss: loss,
        n_different,
        p_value,
        distribution,
    })
}

/// Differences by size.
struct Ranked {
    /// Ranks of those that are not 0, doubled so that they are whole.
    doubled: Vec<usize>,
    win: f64,
    loss: f64,
    /// Ranks of those that are 0, together.
    zeros: f64,
    n: usize,
    n_zeros: usize,
    /// Sum of t³ − t over groups of equal size, that of the zeros apart.
    ties: f64,
    ties_of_zeros: f64,
}

impl Ranked {
    fn new(d: &[f64]) -> Self {
        let mut by_size: Vec<f64> = d.to_vec();
        by_size.sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()));
        let mut ranked = Self {
            doubled: Vec::with_capacity(d.len()),
            win: 0.0,
            loss: 0.0,
            zeros: 0.0,
            n: d.len(),
            n_zeros: 0,
            ties: 0.0,
            ties_of_zeros: 0.0,
        };
        let mut before = 0;
        for equal in by_size.chunk_by(|a, b| a.abs().total_cmp(&b.abs()).is_eq()) {
            ranked.add(equal, before);
            before += equal.len();
        }
        ranked
    }

    /// Adds differences of one size, behind `before` smaller ones.
    fn add(&mut self, equal: &[f64], before: usize) {
        // twice the mean of the ranks before + 1 … before + t
        let doubled = 2 * before + equal.len() + 1;
        let (rank, t) = (real(doubled) / 2.0, real(equal.len()));
        let ties = t * t * t - t;
        if equal[0] == 0.0 {
            self.zeros += rank * t;
            self.n_zeros = equal.len();
            self.ties_of_zeros = ties;
            return;
        }
        self.ties += ties;
        let win = equal.iter().filter(|d| **d > 0.0).count();
        self.win += rank * real(win);
        self.loss += rank * real(equal.len() - win);
        self.doubled.extend(std::iter::repeat_n(doubled, equal.len()));
    }

    /// Two-sided p of the rank sum `win`, as scipy's `approx`.
    fn normal(&self, win: f64, zeros: Zeros, continuity: bool) -> f64 {
        let (n, n_zeros) = (real(self.n), real(self.n_zeros));
        let (mut mean, mut variance) = (n * (n + 1.0) / 4.0, n * (n + 1.0) * (2.0 * n + 1.0));
        let mut ties = self.ties + self.ties_of_zeros;
        if zeros == Zeros::Ranked {
            // Cureton (1967): zeros move neither mean nor variance
            mean -= n_zeros * (n_zeros + 1.0) / 4.0;
            variance -= n_zeros * (n_zeros + 1.0) * (2.0 * n_zeros + 1.0);
            ties = self.ties;
        }
        let error = ((variance - ties / 2.0) / 24.0).sqrt();
        let mut from_mean = (win - mean).abs();
        if continuity && from_mean > 0.0 {
            from_mean -= 0.5;
        }
        (2.0 * normal_cdf(-from_mean / error)).min(1.0)
    }
}

/// Twice the smaller tail of the rank sum over all signs, at most 1.
fn exact(ranked: &Ranked) -> f64 {
    let total: usize = ranked.doubled.iter().sum();
    // how many patterns of signs give each sum; up to 2^50, so doubles are exact
    let mut patterns = vec![0.0; total + 1];
    patterns[0] = 1.0;
    for &rank in &ranked.doubled {
        for sum in (rank..=total).rev() {
            patterns[sum] += patterns[sum - rank];
        }
    }
    let of = |sums: &[f64]| sums.iter().sum::<f64>();
    let observed = whole(2.0 * ranked.win.min(ranked.loss));
    let all = of(&patterns);
    (2.0 * of(&patterns[..=observed]) / all).min(1.0)
}

/// A sum of doubled ranks as a place.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // whole and not negative
fn whole(doubled: f64) -> usize {
    doubled.round() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_example() {
        // the differences of the example in scipy 1.17.1's documentation and tests of `wilcoxon`:
        // T = 24, exact p 0.041259765625; normal 0.04088813291185591
        let d = [
            6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0, 75.0,
        ];
        let test = wilcoxon(&[0.0; 15], &d, Zeros::LeftOut).unwrap();
        assert_eq!((test.rank_sum_loss, test.rank_sum_win), (24.0, 96.0));
        assert!((test.p_value - 0.041_259_765_625).abs() < 1e-15);
        let normal = RankDistribution::Normal { continuity: false };
        let test = wilcoxon_by(&[0.0; 15], &d, Zeros::LeftOut, normal).unwrap();
        assert!((test.p_value - 0.040_888_132_911_855_91).abs() < 1e-12);
    }

    #[test]
    fn no_difference_at_all_is_no_evidence() {
        for zeros in [Zeros::LeftOut, Zeros::Ranked, Zeros::Split] {
            let test = wilcoxon(&[0.5; 6], &[0.5; 6], zeros).unwrap();
            assert_eq!((test.p_value, test.n_different), (1.0, 0));
        }
    }

    #[test]
    fn exact_p_of_many_topics_is_refused() {
        let y: Vec<f64> = (1..=60).map(f64::from).collect();
        let error = wilcoxon_by(&[0.0; 60], &y, Zeros::LeftOut, RankDistribution::Exact).unwrap_err();
        assert_eq!(
            error.to_string(),
            "Wilcoxon test: topics that differ, for exact p is 60; it must be at most 50"
        );
    }
}
