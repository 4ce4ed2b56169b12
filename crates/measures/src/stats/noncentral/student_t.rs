//! Student's noncentral t.

use super::scale::{Change, mean_over_scale};
use crate::stats::distributions::normal_cdf;

/// Probability of at most `t` under the noncentral t distribution; `df` >= 1, all arguments finite.
pub(in crate::stats) fn noncentral_t_cdf(t: f64, df: f64, noncentrality: f64) -> f64 {
    mean_over_scale(df, change(t, noncentrality), |s| {
        normal_cdf(t * s - noncentrality)
    })
}

/// Probability of more than `t`; `df` >= 1, all arguments finite.
pub(in crate::stats) fn noncentral_t_above(t: f64, df: f64, noncentrality: f64) -> f64 {
    mean_over_scale(df, change(t, noncentrality), |s| {
        normal_cdf(noncentrality - t * s)
    })
}

/// Where t s passes the noncentrality; nowhere for t = 0.
fn change(t: f64, noncentrality: f64) -> Change {
    if t == 0.0 {
        return Change {
            centre: 0.0,
            width: 0.0,
        };
    }
    Change {
        centre: noncentrality / t,
        width: 1.0 / t.abs(),
    }
}
