//! The sign test.

use serde::Serialize;

use super::differences::differences;
use crate::error::Error;
use crate::formulas::real;
use statrs::function::beta::beta_reg;

/// Wins against losses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SignTest {
    /// Topics on which y is larger.
    pub win: usize,
    /// Topics on which y is smaller.
    pub loss: usize,
    /// Topics on which both are equal; they say nothing here.
    pub tie: usize,
    /// Two-sided p-value of the binomial distribution with one half; 1 without a win and a loss.
    pub p_value: f64,
}

/// Compares `y` with `x` by the number of topics on which it is larger: `scipy.stats.binomtest(win, win + loss)`.
///
/// It asks whether y wins more often, not by how much, and so answers another question than the difference of two means:
/// not the default here. Differences of at most `tie_tolerance` are ties.
///
/// ```
/// use sokutei_measures::stats::sign_test;
///
/// let test = sign_test(&[0.0; 5], &[1.0, 1.0, 1.0, 0.0, 0.0], 0.0)?;
/// assert_eq!((test.win, test.loss, test.tie), (3, 0, 2));
/// assert!((test.p_value - 0.25).abs() < 1e-12);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// No topics, different lengths, a value that is not finite.
pub fn sign_test(x: &[f64], y: &[f64], tie_tolerance: f64) -> Result<SignTest, Error> {
    let d = differences("sign test", x, y)?;
    let win = d.iter().filter(|d| **d > tie_tolerance).count();
    let loss = d.iter().filter(|d| **d < -tie_tolerance).count();
    Ok(SignTest {
        win,
        loss,
        tie: d.len() - win - loss,
        p_value: binomial_two_sided(win.min(loss), win + loss),
    })
}

/// Twice the probability of at most `fewer` of `n` by one half, at most 1.
fn binomial_two_sided(fewer: usize, n: usize) -> f64 {
    if 2 * fewer >= n {
        return 1.0;
    }
    let at_most = beta_reg(real(n - fewer), real(fewer + 1), 0.5);
    (2.0 * at_most).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p_by_hand() {
        // 1 of 5: 2 * (1 + 5) / 32
        assert!((binomial_two_sided(1, 5) - 0.375).abs() < 1e-15);
        assert_eq!(binomial_two_sided(0, 0), 1.0);
        // an even split, and one off it with an odd number: all there is
        assert_eq!(binomial_two_sided(3, 6), 1.0);
        assert!((binomial_two_sided(3, 7) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn near_ties_count_as_ties_when_that_is_asked_for() {
        let test = sign_test(&[0.0; 3], &[0.25, -0.01, 0.01], 0.01).unwrap();
        assert_eq!((test.win, test.loss, test.tie), (1, 0, 2));
    }
}
