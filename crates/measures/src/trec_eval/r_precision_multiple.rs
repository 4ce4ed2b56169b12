//! `Rprec_mult`: precision at multiples of the number of relevant documents.

use crate::formulas::real;

/// Precision at rank ⌊`multiple` · `n_relevant` + 0.9⌋; missing ranks count as not relevant.
///
/// Between 0 and 1. 0 where that rank is 0, as it is if nothing is relevant. `multiple` 1 gives R-precision. Source: trec_eval's `Rprec_mult`,
/// both versions (the 0.9 of `iprec_at_recall` went in version 10, this one stayed).
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the whole part of a number of at least 0 is the point
pub(super) fn r_precision_multiple(relevant: &[bool], n_relevant: usize, multiple: f64) -> f64 {
    let rank = (multiple * real(n_relevant) + 0.9) as usize;
    if rank == 0 {
        return 0.0;
    }
    let seen = &relevant[..relevant.len().min(rank)];
    real(seen.iter().filter(|relevant| **relevant).count()) / real(rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        let relevant = [true, false, true, false];
        // of three relevant: 0.2 · 3 + 0.9 = 1.5 is rank 1, 1 is rank 3, 2 is rank 6, which the ranking does not have
        let values = [0.2, 1.0, 2.0].map(|multiple| r_precision_multiple(&relevant, 3, multiple));
        assert_eq!(values, [1.0, 2.0 / 3.0, 2.0 / 6.0]);
        assert_eq!(r_precision_multiple(&relevant, 0, 1.0), 0.0);
        assert_eq!(r_precision_multiple(&[], 3, 1.0), 0.0);
    }
}
