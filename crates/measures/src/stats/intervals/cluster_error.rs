//! The standard error of a mean over topics that come in groups.

use super::Groups;
use crate::error::Error;
use crate::formulas::real;
use crate::stats::{checks, descriptive};

/// Standard error of the mean of `x` if whole groups of topics are the units; `None` for a single group.
///
/// With n topics in G groups and the mean m, √(G / (G − 1) · Σ (group's sum of (x − m))²) / n: the standard error of a ratio of totals in
/// survey sampling, and the cluster-robust one of a regression on a constant. With single topics as groups it is standard deviation / √n.
///
/// ```
/// use sokutei_measures::stats::{Groups, cluster_standard_error};
///
/// // mean 0.5; the groups' sums of x − 0.5 are 1 and −1: √(2 / 1 · 2) / 4
/// let error = cluster_standard_error(&[1.0, 1.0, 0.0, 0.0], &Groups::new(["a", "a", "b", "b"]))?;
/// assert_eq!(error, Some(0.5));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
///
/// # Errors
///
/// No values, one that is not finite, values that are not one for each topic of the groups.
pub fn cluster_standard_error(x: &[f64], groups: &Groups) -> Result<Option<f64>, Error> {
    const WHAT: &str = "cluster standard error";
    checks::sample(WHAT, x)?;
    checks::same_length(WHAT, groups.n_topics(), x.len())?;
    if groups.n_groups() < 2 {
        return Ok(None);
    }
    let mean = descriptive::mean(x);
    let around: Vec<f64> = x.iter().map(|value| value - mean).collect();
    let squares: f64 = groups.totals(&around).iter().map(|total| total * total).sum();
    let g = real(groups.n_groups());
    Ok(Some((g / (g - 1.0) * squares).sqrt() / real(x.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_cluster_robust_error_of_statsmodels() {
        // statsmodels 0.15.0: OLS(x, ones(7)).fit(cov_type="cluster", cov_kwds={"groups": [0, 0, 1, 1, 1, 2, 3]}).bse[0]
        let x = [0.1, -0.2, 0.35, 0.4, -0.05, 0.25, -0.6];
        let groups = Groups::new([0, 0, 1, 1, 1, 2, 3]);
        let error = cluster_standard_error(&x, &groups).unwrap().unwrap();
        assert!((error - 0.150_366_298_089_955_14).abs() < 1e-14, "{error}");
    }

    #[test]
    fn one_group_has_none_and_strangers_are_refused() {
        let one = Groups::new([0, 0]);
        assert_eq!(cluster_standard_error(&[0.0, 1.0], &one).unwrap(), None);
        let message = |x: &[f64]| cluster_standard_error(x, &one).unwrap_err().to_string();
        assert!(message(&[0.0]).contains("2 values against 1"));
        assert!(message(&[]).contains("no values"));
    }
}
