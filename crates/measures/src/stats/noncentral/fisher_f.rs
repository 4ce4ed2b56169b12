//! Fisher's F and its noncentral form.

use statrs::function::beta::beta_reg;

use super::chi_square::NoncentralChiSquare;
use super::scale::{Change, mean_over_scale, range};

/// Beyond so many standard deviations nothing is left: e^(−50).
const FAR: f64 = 10.0;

/// Probability of more than `x` under the noncentral F distribution; `x` > 0, degrees of freedom >= 1, `lambda` >= 0.
pub(in crate::stats) fn noncentral_f_above(x: f64, (d1, d2): (f64, f64), lambda: f64) -> f64 {
    let root = (x * d1).sqrt();
    // √χ'² lies within FAR of √λ but for nothing, and the scale within its range
    if root * range(d2).1 < lambda.sqrt() - FAR {
        return 1.0;
    }
    let given_scale = NoncentralChiSquare::new(d1, lambda);
    let change = Change {
        centre: (lambda + d1).sqrt() / root,
        width: 1.0 / root,
    };
    mean_over_scale(d2, change, |s| given_scale.above(x * d1 * s * s))
}

/// The value that F with these degrees of freedom exceeds with probability `tail`; 0 < tail < 1.
pub(in crate::stats) fn fisher_f_quantile(tail: f64, (d1, d2): (f64, f64)) -> f64 {
    let above = |x: f64| beta_reg(d2 / 2.0, d1 / 2.0, d2 / (d2 + d1 * x));
    let (mut low, mut high) = (0.0, 1.0);
    while above(high) > tail && high < f64::MAX / 4.0 {
        low = high;
        high *= 2.0;
    }
    // halving ends when no double lies between the two
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return high;
        }
        if above(middle) > tail {
            low = middle;
        } else {
            high = middle;
        }
    }
}
