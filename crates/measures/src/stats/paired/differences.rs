//! Differences by topic, and what of them is rounding.

use super::sign_flips::PermutationTies;
use crate::error::Error;
use crate::stats::{checks, descriptive};

/// Values that differ by at most this part of the larger are equal: a measure adds up some hundred terms, each rounded in the 16th digit.
const ROUNDING: f64 = 1e-12;

/// Differences `y - x`, one for each topic; 0 where the two differ by rounding alone.
///
/// Two rankings that are worth one half on paper may be 0.5 and 0.499…94 as doubles, and would count as a loss.
pub(in crate::stats) fn differences(what: &'static str, x: &[f64], y: &[f64]) -> Result<Vec<f64>, Error> {
    let mut d = plain_differences(what, x, y)?;
    for ((d, x), y) in d.iter_mut().zip(x).zip(y) {
        if d.abs() <= ROUNDING * x.abs().max(y.abs()) {
            *d = 0.0;
        }
    }
    Ok(d)
}

/// The same for those who count ties by this rule: numpy takes doubles as they are.
pub(super) fn differences_by(
    ties: PermutationTies,
    what: &'static str,
    x: &[f64],
    y: &[f64],
) -> Result<Vec<f64>, Error> {
    match ties {
        PermutationTies::NumpyStrict => plain_differences(what, x, y),
        PermutationTies::Tolerance(_) => differences(what, x, y),
    }
}

fn plain_differences(what: &'static str, x: &[f64], y: &[f64]) -> Result<Vec<f64>, Error> {
    checks::same_length(what, x.len(), y.len())?;
    checks::sample(what, x)?;
    checks::sample(what, y)?;
    let d: Vec<f64> = x.iter().zip(y).map(|(x, y)| y - x).collect();
    checks::sample(what, &d)?; // two numbers near the largest have no difference
    Ok(d)
}

/// Standard deviation of differences, n − 1 in the denominator; 0 where only rounding spreads them.
pub(super) fn spread(d: &[f64]) -> f64 {
    let deviation = descriptive::standard_deviation(d);
    if deviation <= ROUNDING * largest(d) {
        0.0
    } else {
        deviation
    }
}

/// The largest size.
pub(super) fn largest(d: &[f64]) -> f64 {
    d.iter().fold(0.0, |largest, d| d.abs().max(largest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_equal_on_paper_is_a_tie() {
        // (1/4 + 2/4 + 3/4) / 3 in two orders of addition, and a real difference that is as small, of small values
        let half = (0.25 + 0.5 + 0.75) / 3.0 - 1e-16;
        assert_eq!(
            differences("d", &[0.5, 1e-16], &[half, 2e-16]).unwrap(),
            [0.0, 1e-16]
        );
        let plain = differences_by(PermutationTies::NumpyStrict, "d", &[0.5], &[half]).unwrap();
        assert!(plain[0] < 0.0);
    }

    #[test]
    fn differences_that_are_equal_but_for_rounding_have_no_spread() {
        let d = [0.3 - 0.2, 0.2 - 0.1, 0.8 - 0.7]; // 0.1 three times, as doubles
        assert!(descriptive::standard_deviation(&d) > 0.0);
        assert_eq!(spread(&d), 0.0);
        assert!(spread(&[1e-9, 2e-9]) > 0.0);
    }

    #[test]
    fn numbers_without_a_difference_are_refused() {
        assert!(
            differences("d", &[-1e308], &[1e308])
                .unwrap_err()
                .to_string()
                .contains("value 0 (from 0) is inf")
        );
    }
}
