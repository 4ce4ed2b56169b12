//! A reader who goes on to the next rank with a fixed probability.

/// (1 − p) Σ gain at rank r × p^(r − 1).
///
/// `p` lies between 0 and 1; at 1 nobody ever stops and the value is 0. `gains` lie between 0 and 1 (grade over the largest grade of the scale, or 1 for relevant), 0 where unjudged; so the value does too. The
/// measure needs no number of relevant documents. Source: Moffat & Zobel, TOIS 27(1), 2008.
///
/// ```
/// use sokutei_measures::formulas::rank_biased_precision;
///
/// // grades 3, 0, 1 of at most 3, p 0.9: 0.1 · (1 + 0.81/3)
/// assert!((rank_biased_precision(&[1.0, 0.0, 1.0 / 3.0], 0.9) - 0.127).abs() < 1e-15);
/// ```
#[must_use]
pub fn rank_biased_precision(gains: &[f64], p: f64) -> f64 {
    (1.0 - p) * discounted(gains.iter().copied(), p).0
}

/// What [`rank_biased_precision`] could gain if everything without a judgment were perfect: unjudged ranks, and all ranks after the last.
///
/// `judged[i]` says whether the document at rank `i + 1` has a grade; `p` is as there. Between 0 and 1. Value and residual together are the upper bound. 1 for an empty ranking.
#[must_use]
pub fn rank_biased_residual(judged: &[bool], p: f64) -> f64 {
    let unjudged = judged.iter().map(|judged| f64::from(u8::from(!judged)));
    let (sum, rest) = discounted(unjudged, p);
    (1.0 - p) * sum + rest
}

/// Σ x × p^i, and p to the power of the number of terms.
fn discounted(terms: impl Iterator<Item = f64>, p: f64) -> (f64, f64) {
    terms.fold((0.0, 1.0), |(sum, weight), x| (sum + x * weight, weight * p))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_and_residual_of_a_perfect_ranking_approach_one() {
        let p = 0.8;
        let value = rank_biased_precision(&[1.0; 5], p);
        assert!((value - (1.0 - 0.8f64.powi(5))).abs() < 1e-15);
        assert!((value + rank_biased_residual(&[true; 5], p) - 1.0).abs() < 1e-15);
        assert_eq!(rank_biased_residual(&[], p), 1.0);
        // unjudged at rank 2: 0.2 · 0.8, and 0.8² behind
        assert!((rank_biased_residual(&[true, false], p) - (0.16 + 0.64)).abs() < 1e-15);
    }
}
