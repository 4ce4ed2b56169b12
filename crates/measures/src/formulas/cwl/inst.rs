//! Readers with a goal, who lose interest slowly.

use super::super::real;
use super::{ExpectedUtility, Reading};

/// C(i) = ((i − 1 + 2T) / (i + 2T))², with T = `goal`: patience that grows with the rank and with what is sought.
///
/// W(i) is proportional to 1 / (i − 1 + 2T)². What was found changes nothing; [`inst`] is the measure where it does. `gains` lie between 0 and 1,
/// 0 where unjudged; so does the value. `goal` is at least 0; with 0 only the first document is read. Half of the weight lies on about the first
/// 2T ranks, and a little behind any depth: the value depends on where reading ends, here at [`READING_DEPTH`](super::READING_DEPTH).
///
/// Source: Moffat, Scholer & Thomas, ADCS 2012, in the form of cwl_eval.
///
/// ```
/// use sokutei_measures::formulas::insq;
///
/// // goal 1: the weights are 1/4, 1/9, 1/16, …, to 1/1001²; W(1) is 0.3882
/// let value = insq(&[1.0], 1.0).per_item;
/// assert_eq!(format!("{value:.4}"), "0.3882");
/// ```
#[must_use]
pub fn insq(gains: &[f64], goal: f64) -> ExpectedUtility {
    ExpectedUtility::of(gains, |reading| patience(reading, goal))
}

/// C(i) = ((i − 1 + T + T(i)) / (i + T + T(i)))², where T = `goal` and T(i) = T − g(1) − … − g(i) is what is still lacking.
///
/// The more was found, the sooner the reader stops. `gains` lie between 0 and 1, 0 where unjudged; so does the value. `goal` is at least 0.5: below,
/// a reader who found enough would go on with a probability above 1. As for [`insq`],
/// reading ends at [`READING_DEPTH`](super::READING_DEPTH).
///
/// Source: Moffat, Bailey, Scholer & Thomas, ADCS 2015 and TOIS 35(3), 2017, in the form of cwl_eval.
///
/// ```
/// use sokutei_measures::formulas::inst;
///
/// // goal 1: after a perfect document at rank 1 (1/2)² go on, with nothing there (2/3)²
/// assert!(inst(&[1.0], 1.0).items < inst(&[0.0], 1.0).items);
/// ```
#[must_use]
pub fn inst(gains: &[f64], goal: f64) -> ExpectedUtility {
    ExpectedUtility::of(gains, |reading| {
        let bound = real(reading.rank) + goal + (goal - reading.found);
        ((bound - 1.0) / bound).powi(2)
    })
}

/// INSQ's C, which NERR11 shares.
pub(super) fn patience(reading: &Reading, goal: f64) -> f64 {
    let bound = real(reading.rank) + 2.0 * goal;
    ((bound - 1.0) / bound).powi(2)
}

#[cfg(test)]
mod tests {
    use super::super::super::example::close;
    use super::*;

    #[test]
    fn the_weights_of_insq_are_those_of_its_paper() {
        // 1 / (i − 1 + 2T)² over the sum, T = 2
        let weight = |rank: usize| 1.0 / (real(rank) + 3.0).powi(2);
        let all: f64 = (1..=1_000).map(weight).sum();
        let value = insq(&[0.0, 1.0, 0.5], 2.0).per_item;
        assert!(close(value, (weight(2) + 0.5 * weight(3)) / all), "{value}");
        assert_eq!(insq(&[], 1.0).per_item, 0.0);
        assert_eq!(insq(&[0.0, 1.0], 0.0).per_item, 0.0);
    }

    #[test]
    fn of_perfect_documents_alone_inst_keeps_its_first_step() {
        // i + 2T − i = 2T at every rank: C = ((2T − 1) / 2T)²; T = 1: V = 1, 1/4, 1/16, …
        let expected = inst(&[1.0; 1_000], 1.0);
        assert!(close(expected.per_item, 1.0) && close(expected.items, 4.0 / 3.0));
        // T = 0.5: the first perfect document is the last
        assert_eq!(inst(&[1.0, 0.0], 0.5).items, 1.0);
    }

    #[test]
    fn with_nothing_found_inst_is_insq() {
        assert_eq!(inst(&[], 3.0), insq(&[], 3.0));
    }
}
