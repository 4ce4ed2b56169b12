//! Precision at the rank where perfection would end.

use super::real;

/// Relevant documents among the first `n_relevant` ranks, over `n_relevant`.
///
/// 0 if nothing is relevant. A ranking shorter than `n_relevant` is not padded by luck: missing ranks hold nothing. It is where
/// precision and recall are equal. trec_eval: `Rprec`; ir_measures: `Rprec`.
///
/// ```
/// use sokutei_measures::formulas::r_precision;
///
/// // three are relevant; of the first three ranks one holds a relevant document
/// assert_eq!(r_precision(&[false, false, true, false, true], 3), 1.0 / 3.0);
/// ```
#[must_use]
pub fn r_precision(relevant: &[bool], n_relevant: usize) -> f64 {
    if n_relevant == 0 {
        return 0.0;
    }
    let seen = &relevant[..relevant.len().min(n_relevant)];
    real(seen.iter().filter(|relevant| **relevant).count()) / real(n_relevant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_relevant_and_short_rankings() {
        assert_eq!(r_precision(&[true, true], 0), 0.0);
        assert_eq!(r_precision(&[], 2), 0.0);
        assert_eq!(r_precision(&[true], 4), 0.25);
    }
}
