//! How often two orders that have nothing to do with each other agree as much.

use super::Undefined;
use super::kendall::{Kendall, large, pairs};
use crate::error::Error;
use crate::formulas::real;
use crate::stats::{checks, distributions};

const WHAT: &str = "p-value of Kendall's tau";

/// How a p-value of τ is found. Both are two-sided: the hypothesis is that every order of the second side is equally likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KendallTest {
    /// By the number of orders with each number of discordant pairs (Kendall 1938): without ties, up to 1,000 items. At τ = 0, 1.
    Exact,
    /// By the normal distribution, with the variance for ties (Noether 1967, as scipy writes it), without correction for continuity.
    Normal,
}

/// Items up to which the exact distribution is computed: its work grows as n³.
const LARGEST_EXACT: usize = 1_000;

impl Kendall {
    /// Two-sided p-value of τ: 0 < p ≤ 1 as far as doubles reach; below them it is 0. The same for τ-a and τ-b.
    ///
    /// Equals `scipy.stats.kendalltau(x, y, method="exact" | "asymptotic").pvalue`.
    ///
    /// ```
    /// use sokutei_measures::agreement::{KendallTest, kendall};
    ///
    /// let pairs = kendall(&[1.0, 2.0, 3.0, 4.0], &[1.0, 2.0, 3.0, 4.0])?;
    /// assert!((pairs.p_value(KendallTest::Exact)? - 2.0 / 24.0).abs() < 1e-15); // this order or its reverse, of 4!
    /// # Ok::<(), sokutei_measures::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Exact: ties, more than 1,000 items. Normal: all scores of one side are equal.
    pub fn p_value(&self, test: KendallTest) -> Result<f64, Error> {
        match test {
            KendallTest::Exact => self.exact(),
            KendallTest::Normal => self.normal(),
        }
    }

    fn exact(&self) -> Result<f64, Error> {
        if self.has_ties() {
            return Err(Undefined::Ties.of(WHAT));
        }
        checks::at_most(WHAT, "number of items", self.n, LARGEST_EXACT)?;
        let fewer = self.discordant.min(self.concordant);
        if self.discordant == self.concordant {
            return Ok(1.0);
        }
        Ok((2.0 * at_most_inversions(self.n, fewer)).min(1.0))
    }

    /// z = (C − D)/√V, V = [m(2n + 5) − Σt(t − 1)(2t + 5) − Σu(u − 1)(2u + 5)]/18 + 2·T·U/m + Σt(t − 1)(t − 2)·Σu(u − 1)(u − 2)/(9m(n − 2)),
    /// m = n(n − 1), T and U tied pairs.
    fn normal(&self) -> Result<f64, Error> {
        let n = real(self.n);
        let m = 2.0 * large(pairs(self.n));
        let [x, y] = &self.groups;
        if [x, y].iter().any(|of| of.pairs == pairs(self.n)) {
            return Err(Undefined::Constant.of(WHAT));
        }
        let spread = m * (2.0 * n + 5.0) - huge(x.spread) - huge(y.spread);
        let triples = huge(x.triples) * huge(y.triples);
        let of_triples = if triples == 0.0 {
            0.0 // also for two items, where the divisor is 0
        } else {
            triples / (9.0 * m * (n - 2.0))
        };
        let variance = spread / 18.0 + 2.0 * large(x.pairs) * large(y.pairs) / m + of_triples;
        Ok(2.0 * distributions::normal_cdf(-self.surplus().abs() / variance.sqrt()))
    }
}

#[expect(clippy::cast_precision_loss)] // sums for a variance
fn huge(sum: u128) -> f64 {
    sum as f64
}

/// Share of the orders of n items with at most `most` inversions, `most` being below half of the pairs.
///
/// The k-th item adds 0 to k − 1 inversions, each equally likely: a sum over the last k cells, divided by k. Up to the middle of the
/// distribution those cells are the largest so far, so that differences of running sums keep their digits.
fn at_most_inversions(n: usize, most: u64) -> f64 {
    let cells = usize::try_from(most).expect("1,000 items have half a million pairs") + 1;
    let mut share = vec![0.0; cells];
    let mut sums = vec![0.0; cells];
    share[0] = 1.0;
    for k in 2..=n {
        running_sums(&share, &mut sums);
        for (inversions, cell) in share.iter_mut().enumerate() {
            let before = inversions.checked_sub(k).map_or(0.0, |place| sums[place]);
            *cell = (sums[inversions] - before) / real(k);
        }
    }
    share.iter().sum()
}

fn running_sums(share: &[f64], sums: &mut [f64]) {
    let mut sum = 0.0;
    for (cell, place) in share.iter().zip(sums) {
        sum += cell;
        *place = sum;
    }
}

#[cfg(test)]
mod tests {
    use super::super::kendall;
    use super::*;

    #[test]
    fn orders_of_four_by_hand() {
        // of 24 orders 1, 3, 5, 6, 5, 3, 1 have 0 to 6 inversions
        let of = |y: &[f64; 4]| {
            kendall(&[1.0, 2.0, 3.0, 4.0], y)
                .unwrap()
                .p_value(KendallTest::Exact)
                .unwrap()
        };
        assert!((of(&[1.0, 2.0, 4.0, 3.0]) - 8.0 / 24.0).abs() < 1e-15);
        assert!((of(&[4.0, 3.0, 1.0, 2.0]) - 8.0 / 24.0).abs() < 1e-15);
        assert!((of(&[2.0, 1.0, 4.0, 3.0]) - 18.0 / 24.0).abs() < 1e-15);
        assert_eq!(of(&[4.0, 1.0, 2.0, 3.0]), 1.0); // three of six pairs each way
    }

    #[test]
    fn what_a_test_cannot_take_is_an_error() {
        let message = |k: Kendall, test| k.p_value(test).unwrap_err().to_string();
        let tied = kendall(&[1.0, 1.0, 2.0], &[1.0, 2.0, 3.0]).unwrap();
        assert!(message(tied, KendallTest::Exact).contains("equal values; choose a variant"));
        assert!(tied.p_value(KendallTest::Normal).unwrap() > 0.0);
        let constant = kendall(&[1.0, 1.0], &[1.0, 2.0]).unwrap();
        assert!(message(constant, KendallTest::Normal).contains("all values of one side are equal"));
        let many: Vec<f64> = (0..1001).map(f64::from).collect();
        let many = kendall(&many, &many).unwrap();
        assert!(
            message(many, KendallTest::Exact).contains("number of items is 1001; it must be at most 1000")
        );
    }
}
