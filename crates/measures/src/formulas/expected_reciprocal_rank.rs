//! A reader who stops when content.

use super::real;
use crate::cutoff::Cutoff;
use crate::measure::Gains;

/// Expected reciprocal of the rank at which a reader is content and stops.
///
/// At a document of grade g the reader is content with probability (2^g − 1) / 2^`largest`, clipped at 1; `largest` is the highest grade of
/// the scale, not of the topic. Grades may have decimals; those of 0 or less content nobody. Between 0 and 1. Source: Chapelle et al., CIKM 2009, equation 1; gdeval fixes `largest` at 4.
///
/// ```
/// use sokutei_measures::formulas::expected_reciprocal_rank;
///
/// // grades 0 and 2 of a scale to 4: 3/16 at rank 2
/// assert_eq!(expected_reciprocal_rank(&[0.0, 2.0], 4, None), 3.0 / 16.0 / 2.0);
/// ```
#[must_use]
pub fn expected_reciprocal_rank(grades: &[f64], largest: i32, cutoff: impl Into<Option<Cutoff>>) -> f64 {
    let (mut sum, mut reading) = (0.0, 1.0);
    for (i, &grade) in Cutoff::top(cutoff.into(), grades).iter().enumerate() {
        if grade > 0.0 {
            let content = Gains::Exponential.scaled_number(grade, largest).min(1.0);
            sum += content * reading / real(i + 1);
            reading *= 1.0 - content;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::super::example::k;
    use super::*;

    #[test]
    fn a_second_document_is_read_by_those_who_were_not_content() {
        // scale to 1: a relevant document contents half
        assert_eq!(
            expected_reciprocal_rank(&[1.0, 1.0], 1, None),
            0.5 + 0.5 * 0.5 / 2.0
        );
        assert_eq!(expected_reciprocal_rank(&[1.0, 1.0], 1, k(1)), 0.5);
        assert_eq!(expected_reciprocal_rank(&[-1.0, 0.0], 4, None), 0.0);
        assert_eq!(expected_reciprocal_rank(&[], 4, None), 0.0);
        assert_eq!(expected_reciprocal_rank(&[9.0], 4, None), 1.0); // off the scale: content for certain
    }
}
