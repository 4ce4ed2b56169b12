//! The noncentral chi-square.

use statrs::function::gamma::{gamma_ur, ln_gamma};

/// Terms further from the mean of the Poisson weights than this many of their standard deviations are left out.
const REACH: f64 = 12.0;

/// Poisson weights around their mean, for many points of one noncentral chi-square distribution.
pub(super) struct NoncentralChiSquare {
    /// Half of the degrees of freedom at the first weight.
    half_df: f64,
    weights: Vec<f64>,
}

impl NoncentralChiSquare {
    /// The distribution with `df` > 0 degrees of freedom and noncentrality `lambda` >= 0.
    pub(super) fn new(df: f64, lambda: f64) -> Self {
        let mean = lambda / 2.0;
        let reach = REACH * (mean.sqrt() + 2.0);
        let first = (mean - reach).floor().max(0.0);
        let last = (mean + reach).ceil();
        let mut weights = Vec::new();
        let mut j = first;
        while j <= last {
            weights.push(poisson(j, mean));
            j += 1.0;
        }
        Self {
            half_df: df / 2.0 + first,
            weights,
        }
    }

    /// Probability of more than `x` > 0: the sum of the weights times the tails of central chi-squares.
    pub(super) fn above(&self, x: f64) -> f64 {
        let y = x / 2.0;
        let mut tail = gamma_ur(self.half_df, y);
        // Q(a + 1, y) = Q(a, y) + y^a e^(−y) / Γ(a + 1)
        let mut step = (self.half_df * y.ln() - y - ln_gamma(self.half_df + 1.0)).exp();
        let (mut a, mut total, mut mass) = (self.half_df, 0.0, 0.0);
        for weight in &self.weights {
            total += weight * tail;
            mass += weight;
            tail = (tail + step).min(1.0);
            a += 1.0;
            step *= y / a;
            if step == 0.0 {
                // it began too small to be seen: the far side of the sum is reached by its logarithm
                step = (a * y.ln() - y - ln_gamma(a + 1.0)).exp();
            }
        }
        // the weights share the rounding of their logarithms
        total / mass
    }
}

fn poisson(j: f64, mean: f64) -> f64 {
    if mean == 0.0 {
        return if j == 0.0 { 1.0 } else { 0.0 };
    }
    (j * mean.ln() - mean - ln_gamma(j + 1.0)).exp()
}
