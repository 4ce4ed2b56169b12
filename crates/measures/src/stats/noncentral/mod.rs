//! Noncentral distributions: what a test statistic does when there is a difference.
//!
//! Both are means over the scale that the test estimates: with s² = χ²/df, Student's noncentral t is (Z + δ)/s and the
//! noncentral F is χ'²/(d₁ s²). Given s, what is left is a normal or a noncentral chi-square; the mean over s is one
//! integral of smooth functions, done by Gauss and Legendre's rule.

mod chi_square;
mod fisher_f;
mod scale;
mod student_t;

pub(super) use fisher_f::{fisher_f_quantile, noncentral_f_above};
pub(super) use student_t::{noncentral_t_above, noncentral_t_cdf};

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// Made by `scripts/make-planning` with scipy 1.17.1, and mpmath 1.4.1 where scipy has no answer.
    fn golden(key: &str) -> Vec<Vec<f64>> {
        let file: Value =
            serde_json::from_str(include_str!("../../../tests/planning/noncentral.json")).unwrap();
        let row = |row: &Value| row.as_array().unwrap().iter().filter_map(Value::as_f64).collect();
        file[key].as_array().unwrap().iter().map(row).collect()
    }

    fn largest_error(errors: impl Iterator<Item = f64>) -> f64 {
        errors.map(f64::abs).fold(0.0, f64::max)
    }

    #[test]
    fn noncentral_t_equals_scipys() {
        let rows = golden("noncentral_t");
        assert_eq!(rows.len(), 441);
        let error = largest_error(rows.iter().flat_map(|row| {
            let (t, df, nc) = (row[0], row[1], row[2]);
            [
                noncentral_t_cdf(t, df, nc) - row[3],
                noncentral_t_above(t, df, nc) - row[4],
            ]
        }));
        assert!(error < 1e-10, "{error:e}");
    }

    #[test]
    fn noncentral_f_equals_scipys() {
        let rows = golden("noncentral_f");
        assert_eq!(rows.len(), 264);
        let error = largest_error(
            rows.iter()
                .map(|row| noncentral_f_above(row[0], (row[1], row[2]), row[3]) - row[4]),
        );
        assert!(error < 1e-9, "{error:e}");
    }

    #[test]
    fn quantiles_of_f_equal_scipys() {
        let rows = golden("f_quantile");
        assert_eq!(rows.len(), 45);
        let error = largest_error(
            rows.iter()
                .map(|row| fisher_f_quantile(row[0], (row[1], row[2])) / row[3] - 1.0),
        );
        assert!(error < 1e-8, "{error:e}");
    }

    #[test]
    fn t_squared_is_f() {
        for (t, df, nc) in [
            (2.0, 5.0, 1.0),
            (12.7, 1.0, 30.0),
            (1.98, 99.0, 3.0),
            (2.0, 1e6, 700.0),
        ] {
            let both = noncentral_t_above(t, df, nc) + noncentral_t_cdf(-t, df, nc);
            let error = both - noncentral_f_above(t * t, (1.0, df), nc * nc);
            assert!(error.abs() < 1e-11, "{t} {df} {nc}: {error:e}");
        }
    }
}
