//! Topics for an interval of a width.

use serde::Serialize;
use statrs::function::gamma::ln_gamma;

use super::checked;
use super::smallest::{smallest, too_many};
use crate::error::Error;
use crate::formulas::real;
use crate::stats::checks;
use crate::stats::distributions::student_t_quantile;

/// The smallest number of topics whose interval is narrow enough.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WidthSize {
    /// Topics.
    pub n: usize,
    /// Expected width with so many, at most what was asked for.
    pub width: f64,
    /// Expected width with one topic less, above what was asked for; `None` for two topics, the fewest with an interval.
    pub width_at_one_less: Option<f64>,
    /// Name of the formula.
    pub formula: &'static str,
}

const WIDTH: &str = "expected width of an interval";
const SIZE: &str = "topics for an interval";

/// Expected full width of the t interval of a mean over `n` topics.
///
/// 2 · t(1 − alpha / 2; n − 1) · E\[s\] / √n, where E\[s\] = √(2 / φ) · Γ((φ + 1) / 2) / Γ(φ / 2) · √variance with
/// φ = n − 1 is the expected standard deviation of normal values. `variance` is that of the values, or of the differences
/// by topic where the interval is one of a difference; 0 for a variance of 0.
///
/// # Errors
///
/// Fewer than two topics, a negative variance, an alpha outside 0 to 1.
pub fn expected_width(n: usize, variance: f64, alpha: f64) -> Result<f64, Error> {
    checks::at_least(WIDTH, "n", n, 2)?;
    checked::alpha(WIDTH, alpha)?;
    if variance == 0.0 {
        return Ok(0.0);
    }
    checked::variance(WIDTH, variance)?;
    Ok(width(n, variance, alpha))
}

/// The fewest topics whose t interval is expected to be at most `width` wide, from end to end.
///
/// ```
/// use sokutei_measures::stats::interval_topics;
///
/// // the normal approximation is 4 · 1.96² · 0.09 / 0.1² = 138.3; t and the expectation add a little
/// assert_eq!(interval_topics(0.1, 0.09, 0.05)?.n, 141);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// A width or variance that is not above 0, an alpha outside 0 to 1, a width that more than
/// [`MOST_TOPICS`](super::MOST_TOPICS) would be needed for.
pub fn interval_topics(width: f64, variance: f64, alpha: f64) -> Result<WidthSize, Error> {
    checked::positive(SIZE, "width", width)?;
    checked::variance(SIZE, variance)?;
    checked::alpha(SIZE, alpha)?;
    let at = |n| self::width(n, variance, alpha);
    let n = smallest(2, |n| at(n) <= width).ok_or_else(|| too_many(SIZE, "width", width))?;
    Ok(WidthSize {
        n,
        width: at(n),
        width_at_one_less: (n > 2).then(|| at(n - 1)),
        formula: "expected-t-width",
    })
}

fn width(n: usize, variance: f64, alpha: f64) -> f64 {
    let df = real(n - 1);
    -2.0 * student_t_quantile(alpha / 2.0, df) * expected_deviation(df) * (variance / real(n)).sqrt()
}

/// Expected standard deviation of normal values of variance 1: √(2 / φ) · Γ((φ + 1) / 2) / Γ(φ / 2).
fn expected_deviation(df: f64) -> f64 {
    let x = df / 2.0;
    if x < 50.0 {
        return (ln_gamma(x + 0.5) - ln_gamma(x)).exp() / x.sqrt();
    }
    // Γ(x + ½) / (Γ(x) √x) for large x, where logarithms would cancel; the next term is 0.0015 / x⁵
    let y = 1.0 / x;
    1.0 - y / 8.0 * (1.0 - y / 16.0 * (1.0 + y * 5.0 / 8.0 * (1.0 - y * 21.0 / 160.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_deviation_by_hand() {
        // φ = 1: √2 · Γ(1) / Γ(½) = √(2/π); φ = 2: Γ(3/2) = √π / 2; φ = 4: √½ · Γ(5/2) / Γ(2) = √½ · 3 √π / 4
        let pi = std::f64::consts::PI;
        let cases = [
            (1.0, (2.0 / pi).sqrt()),
            (2.0, pi.sqrt() / 2.0),
            (4.0, 0.5f64.sqrt() * 0.75 * pi.sqrt()),
        ];
        for (df, expected) in cases {
            assert!((expected_deviation(df) - expected).abs() < 1e-14, "{df}");
        }
        // both forms meet
        let (below, above) = (expected_deviation(99.999_999), expected_deviation(100.0));
        assert!((below - above).abs() < 1e-9 && below < above);
    }
}
