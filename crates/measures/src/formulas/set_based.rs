//! Measures of what was returned as a set, whatever its order.

use super::real;

/// Relevant among the documents returned, over all returned. Between 0 and 1; 0 if nothing was returned. trec_eval: `set_P`.
#[must_use]
pub fn set_precision(relevant: &[bool]) -> f64 {
    match relevant {
        [] => 0.0,
        _ => real(found(relevant)) / real(relevant.len()),
    }
}

/// Relevant among the documents returned, over as many as could be: all returned or all relevant, whichever is less.
///
/// Between 0 and 1; 0 if nothing was returned or nothing is relevant. trec_eval: `set_relative_P`; ir_measures: `SetP(relative=True)`.
#[must_use]
pub fn set_relative_precision(relevant: &[bool], n_relevant: usize) -> f64 {
    match relevant.len().min(n_relevant) {
        0 => 0.0,
        best => real(found(relevant)) / real(best),
    }
}

/// Relevant among the documents returned, over all that are relevant. Between 0 and 1; 0 if none is. trec_eval: `set_recall`.
#[must_use]
pub fn set_recall(relevant: &[bool], n_relevant: usize) -> f64 {
    match n_relevant {
        0 => 0.0,
        n => real(found(relevant)) / real(n),
    }
}

/// [`set_precision`] times [`set_recall`]. Between 0 and 1; 0 if nothing was returned or nothing is relevant. trec_eval: `set_map`; ir_measures: `SetAP`.
///
/// One division, as trec_eval has it: two shares multiplied can be off by the last bit, and 49/160 be printed as 0.3062.
#[must_use]
pub fn set_ap(relevant: &[bool], n_relevant: usize) -> f64 {
    match (relevant.len(), n_relevant) {
        (0, _) | (_, 0) => 0.0,
        (returned, all) => real(found(relevant)).powi(2) / (real(returned) * real(all)),
    }
}

/// (β + 1) P R / (R + β P) of [`set_precision`] and [`set_recall`]. Between 0 and 1; 0 where both are 0.
///
/// `beta` is at least 0 and says how much more recall weighs. This is trec_eval's `set_F`, which ir_measures' `SetF(beta=…)` computes too; van
/// Rijsbergen's F has β² in its place, so that his F₂ is `beta` 4 here. The harmonic mean, `beta` 1, is the same in both.
#[must_use]
pub fn set_f(relevant: &[bool], n_relevant: usize, beta: f64) -> f64 {
    let (p, r) = (set_precision(relevant), set_recall(relevant, n_relevant));
    let weight = r + beta * p;
    if weight > 0.0 {
        (beta + 1.0) * p * r / weight
    } else {
        0.0
    }
}

fn found(relevant: &[bool]) -> usize {
    relevant.iter().filter(|relevant| **relevant).count()
}

#[cfg(test)]
mod tests {
    use super::super::example::{N_RELEVANT, RELEVANT, close};
    use super::*;

    #[test]
    fn sets_of_the_example_by_hand() {
        // two of five returned are relevant, and two of three relevant are returned
        assert!(close(set_precision(&RELEVANT), 0.4) && close(set_recall(&RELEVANT, N_RELEVANT), 2.0 / 3.0));
        assert!(close(set_ap(&RELEVANT, N_RELEVANT), 0.4 * 2.0 / 3.0));
        assert!(close(set_relative_precision(&RELEVANT, N_RELEVANT), 2.0 / 3.0)); // three could be
        assert_eq!(set_relative_precision(&[true, false, true], 5), 2.0 / 3.0);
        assert!(close(set_f(&RELEVANT, N_RELEVANT, 1.0), 0.5)); // 2 · 4/15 / (16/15)
    }

    #[test]
    fn the_set_measure_is_one_quotient() {
        // 7 of 16 returned are relevant, of 10 in all: the double next to 49/160, which 7/16 · 7/10 misses
        let relevant: Vec<bool> = (0..16).map(|i| i < 7).collect();
        assert_eq!(set_ap(&relevant, 10), 49.0 / 160.0);
        assert_eq!(format!("{:.4}", set_ap(&relevant, 10)), "0.3063");
    }

    #[test]
    fn nothing_returned_or_nothing_relevant_is_zero() {
        assert_eq!(
            [
                set_precision(&[]),
                set_relative_precision(&[], 3),
                set_recall(&[], 3),
                set_f(&[], 3, 1.0)
            ],
            [0.0; 4]
        );
        assert_eq!(
            [
                set_relative_precision(&[false], 0),
                set_recall(&[false], 0),
                set_ap(&[false], 0),
                set_f(&[false], 0, 2.0)
            ],
            [0.0; 4]
        );
        assert_eq!(set_f(&[true], 2, 0.0), 1.0); // precision alone
    }
}
