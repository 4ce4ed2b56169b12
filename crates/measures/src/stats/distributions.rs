//! Distribution functions that tests and intervals look things up in.
//!
//! The special functions are those of the crate `statrs`; what is here are the few calls that the statistics make, with
//! tails that keep their digits and quantiles found by halving where the crate's own are coarse.

use libm::erfc;
use statrs::function::beta::beta_reg;
use statrs::function::erf::erfc_inv;

use std::f64::consts::SQRT_2;

/// Standard normal distribution function.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    erfc(-z / SQRT_2) / 2.0
}

/// Standard normal quantile; 0 < q < 1.
pub(crate) fn normal_quantile(q: f64) -> f64 {
    // one step of Newton's method (Halley's form) takes the last digits along
    let z = -SQRT_2 * erfc_inv(2.0 * q);
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if density == 0.0 {
        return z;
    }
    let error = (normal_cdf(z) - q) / density;
    z - error / (1.0 + z * error / 2.0)
}

/// Probability that |t| of Student's distribution is at least `t`: a two-sided p-value. `df` > 0.
pub(super) fn student_t_two_sided(t: f64, df: f64) -> f64 {
    if t.is_infinite() {
        return 0.0;
    }
    let t2 = t * t;
    if t.abs() < 0.5 {
        1.0 - beta_reg(0.5, df / 2.0, t2 / (df + t2))
    } else {
        beta_reg(df / 2.0, 0.5, df / (df + t2))
    }
}

/// Quantile of Student's distribution; 0 < q < 1.
pub(super) fn student_t_quantile(q: f64, df: f64) -> f64 {
    if q.total_cmp(&0.5).is_eq() {
        return 0.0;
    }
    let tail = 2.0 * q.min(1.0 - q);
    let (mut low, mut high) = (0.0, 1.0);
    while student_t_two_sided(high, df) > tail && high < f64::MAX / 4.0 {
        low = high;
        high *= 2.0;
    }
    // halving ends when no double lies between the two
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if student_t_two_sided(middle, df) > tail {
            low = middle;
        } else {
            high = middle;
        }
    }
    if q < 0.5 { -high } else { high }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, relative: f64) {
        let error = (found - expected).abs();
        assert!(
            error <= relative * expected.abs().max(f64::MIN_POSITIVE),
            "{found:e} and {expected:e}"
        );
    }

    #[test]
    fn normal_values_equal_scipys() {
        // scipy 1.17.1: norm.cdf, norm.ppf
        for (z, p) in [
            (-8.0, 6.220_960_574_271_74e-16),
            (-3.0, 0.001_349_898_031_630_093_3),
            (-1.96, 0.024_997_895_148_220_435),
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013_1),
            (1.2, 0.884_930_329_778_291_8),
            (5.0, 0.999_999_713_348_428_1),
        ] {
            close(normal_cdf(z), p, 1e-13);
        }
        for (q, z) in [
            (1e-12, -7.034_483_825_301_131),
            (1e-5, -4.264_890_793_922_825),
            (0.025, -1.959_963_984_540_054_5),
            (0.8, 0.841_621_233_572_914_3),
            (0.975, 1.959_963_984_540_054),
            (0.999_999, 4.753_424_308_817_087),
        ] {
            close(normal_quantile(q), z, 1e-13);
        }
        assert!(normal_quantile(0.5).abs() < 1e-16);
    }

    #[test]
    fn values_of_students_distribution_equal_scipys() {
        // scipy 1.17.1: 2 * t.sf(abs(t), df), t.cdf, t.ppf
        for (t, df, p) in [
            (0.5, 1.0, 0.704_832_764_699_133_5),
            (1.2, 5.0, 0.283_891_056_706_102_5),
            (2.5, 49.0, 0.015_815_788_847_180_08),
            (-3.3, 49.0, 0.001_807_307_921_866_354),
            (8.0, 199.0, 1.006_146_005_877_699_7e-13),
            (12.5, 1855.0, 1.753_926_160_304_957_5e-34),
            (40.0, 1855.0, 8.184_932_775_601_671e-253),
            (1e-9, 30.0, 0.999_999_999_208_735_6),
        ] {
            close(student_t_two_sided(t, df), p, 1e-11);
        }
        for (q, df, t) in [
            (0.975, 1.0, 12.706_204_736_174_694),
            (0.975, 2.0, 4.302_652_729_749_462),
            (0.975, 49.0, 2.009_575_237_129_239_2),
            (0.975, 1855.0, 1.961_243_657_605_230_1),
            (0.995, 10.0, 3.169_272_672_616_95),
            (0.1, 7.0, -1.414_923_927_650_508_6),
            (0.9999, 19.0, 4.589_864_596_755_082),
        ] {
            close(student_t_quantile(q, df), t, 1e-11);
        }
        assert_eq!(student_t_quantile(0.5, 3.0), 0.0);
    }
}
