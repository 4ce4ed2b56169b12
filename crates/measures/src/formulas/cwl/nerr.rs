//! Readers near to those of expected reciprocal rank.

use super::super::real;
use super::inst::patience;
use super::{ExpectedUtility, Reading};
use crate::cutoff::Cutoff;

/// C(i) = 1 − g(i) for i < `cutoff`, else 0: who is content stops.
///
/// [`expected_reciprocal_rank`](super::super::expected_reciprocal_rank) has such readers and is no C/W/L measure; the four here are the nearest that
/// are. `gains` lie between 0 and 1, 0 where unjudged; so does the value.
///
/// Source: Azzopardi, Mackenzie & Moffat, ICTIR 2021, equation 8, in the form of cwl_eval.
///
/// ```
/// use sokutei_measures::Cutoff;
/// use sokutei_measures::formulas::nerr_8;
///
/// // half of the readers go on: (0.5 + 0.5 · 1) / 1.5
/// assert_eq!(nerr_8(&[0.5, 1.0], Cutoff::new(10)?).per_item, 1.0 / 1.5);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[must_use]
pub fn nerr_8(gains: &[f64], cutoff: Cutoff) -> ExpectedUtility {
    ExpectedUtility::of(gains, to_cutoff(cutoff, |reading| 1.0 - reading.gain))
}

/// C(i) = i / (i + 1) · (1 − g(i)) for i < `cutoff`, else 0: as [`nerr_8`], and patience ends as 1 / rank does.
///
/// Range and edges as there. Source: the same, equation 9.
///
/// ```
/// use sokutei_measures::Cutoff;
/// use sokutei_measures::formulas::nerr_9;
///
/// // a quarter of the readers go on: (0.5 + 0.25 · 1) / 1.25
/// assert_eq!(nerr_9(&[0.5, 1.0], Cutoff::new(10)?).per_item, 0.6);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[must_use]
pub fn nerr_9(gains: &[f64], cutoff: Cutoff) -> ExpectedUtility {
    let goes_on = |reading: &Reading| real(reading.rank) / real(reading.rank + 1) * (1.0 - reading.gain);
    ExpectedUtility::of(gains, to_cutoff(cutoff, goes_on))
}

/// C(i) = `p` · (1 − g(i)): as [`nerr_8`], with the patience of [`rank_biased_precision`](super::super::rank_biased_precision) instead of a cutoff.
///
/// `p` lies between 0 and 1. Range and edges as there; reading ends at [`READING_DEPTH`](super::READING_DEPTH). Source: the same, equation 10.
///
/// ```
/// use sokutei_measures::formulas::nerr_10;
///
/// // 0.4 of the readers go on, and nobody from rank 2: (0.5 + 0.4 · 1) / 1.4
/// assert_eq!(nerr_10(&[0.5, 1.0], 0.8).per_item, 0.9 / 1.4);
/// ```
#[must_use]
pub fn nerr_10(gains: &[f64], p: f64) -> ExpectedUtility {
    ExpectedUtility::of(gains, |reading| p * (1.0 - reading.gain))
}

/// C(i) = ((i − 1 + 2T) / (i + 2T))² · (1 − g(i)), with T = `goal`: as [`nerr_8`], with the patience of [`insq`](super::insq) instead of a cutoff.
///
/// `goal` is at least 0. Range and edges as there; reading ends at [`READING_DEPTH`](super::READING_DEPTH). Source: the same, equation 11
/// (so cwl_eval; ir_measures' documentation says 12).
///
/// ```
/// use sokutei_measures::formulas::nerr_11;
///
/// // goal 1: (2/3)² of half of the readers go on
/// let value = nerr_11(&[0.5, 1.0], 1.0).per_item;
/// assert!((value - (0.5 + 2.0 / 9.0) / (1.0 + 2.0 / 9.0)).abs() < 1e-15);
/// ```
#[must_use]
pub fn nerr_11(gains: &[f64], goal: f64) -> ExpectedUtility {
    ExpectedUtility::of(gains, |reading| patience(reading, goal) * (1.0 - reading.gain))
}

/// C up to the rank before the cutoff, at which everybody stops.
fn to_cutoff(cutoff: Cutoff, goes_on: impl Fn(&Reading) -> f64) -> impl Fn(&Reading) -> f64 {
    move |reading| {
        if reading.rank < cutoff.len() {
            goes_on(reading)
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{close, k};
    use super::*;

    #[test]
    fn a_perfect_document_is_the_last_that_is_read() {
        // equations 8 and 9 at rank 2: V = 1, 1 and 1, 1/2
        assert_eq!(nerr_8(&[0.0, 1.0, 1.0], k(10)).per_item, 1.0 / 2.0);
        assert_eq!(nerr_9(&[0.0, 1.0, 1.0], k(10)).per_item, 0.5 / 1.5);
        assert_eq!(nerr_10(&[0.0, 1.0, 1.0], 0.9).per_item, 0.9 / 1.9);
        assert!(close(
            nerr_11(&[0.0, 1.0, 1.0], 1.0).per_item,
            (4.0 / 9.0) / (13.0 / 9.0)
        ));
    }

    #[test]
    fn with_nothing_found_everybody_reads_to_the_end() {
        assert_eq!(nerr_8(&[], k(4)).items, 4.0);
        assert!(close(
            nerr_9(&[], k(4)).items,
            1.0 + 1.0 / 2.0 + 1.0 / 3.0 + 1.0 / 4.0
        ));
        assert_eq!(nerr_10(&[], 1.0).items, 1_000.0);
        assert_eq!(nerr_8(&[], k(4)).per_item, 0.0);
    }
}
