//! A test from the resamples of the interval.

use super::differences::{differences, largest};
use crate::error::Error;
use crate::formulas::real;
use crate::stats::descriptive;
use crate::stats::intervals::BootstrapDraws;

/// Two-sided p-values of the paired bootstrap for pairs `(x, y)`, by shifting (Efron and Tibshirani 1993; Smucker, Allan and
/// Carterette 2007).
///
/// If there were no difference, the means of the resamples would lie around 0 as they lie around the mean difference now:
/// p = (number of |mean of resample − mean| ≥ |mean|, + 1) / (replicates + 1), sums being equal within `tolerance` times the largest difference.
///
/// ```
/// use sokutei_measures::stats::{Bootstrap, BootstrapDraws, bootstrap_test};
///
/// let draws = BootstrapDraws::new(6, &Bootstrap::default())?;
/// let p = bootstrap_test(&draws, &[(&[0.0; 6], &[0.0; 6])], 1e-12)?;
/// assert_eq!(p, [1.0]);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// A length other than that of the draws, a value that is not finite.
pub fn bootstrap_test(
    draws: &BootstrapDraws,
    pairs: &[(&[f64], &[f64])],
    tolerance: f64,
) -> Result<Vec<f64>, Error> {
    let differences = pairs.iter().map(|(x, y)| differences("bootstrap test", x, y));
    let differences = differences.collect::<Result<Vec<Vec<f64>>, Error>>()?;
    let vectors: Vec<&[f64]> = differences.iter().map(Vec::as_slice).collect();
    let resampled = draws.resampled(&vectors)?;
    let p = |(d, means): (&Vec<f64>, Vec<f64>)| {
        let mean = descriptive::mean(d);
        let least = mean.abs() - tolerance * largest(d);
        let as_large = means.iter().filter(|of| (*of - mean).abs() >= least);
        (real(as_large.count()) + 1.0) / (real(means.len()) + 1.0)
    };
    Ok(differences.iter().zip(resampled).map(p).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Bootstrap, NumpyRng, compare_paired};

    #[test]
    fn p_is_never_0_and_near_that_of_sign_flips() {
        let mut rng = NumpyRng::new(4);
        let y: Vec<f64> = (0..100).map(|_| 0.15 + rng.standard_normal()).collect();
        let x = [0.0; 100];
        let draws = BootstrapDraws::new(100, &Bootstrap::default()).unwrap();
        let far: Vec<f64> = y.iter().map(|v| v + 10.0).collect();
        let p = bootstrap_test(&draws, &[(&x, &y), (&x, &far)], 1e-12).unwrap();
        let flips = compare_paired(&x, &y, &crate::stats::Paired::default()).unwrap();
        assert!(
            (p[0] - flips.p_value).abs() < 0.03,
            "{} and {}",
            p[0],
            flips.p_value
        );
        assert_eq!(p[1], 1.0 / 2001.0);
    }
}
