//! How often do relevant documents stand above those judged not relevant?

use super::{Pooled, real};

/// Each relevant document retrieved adds 1 minus the share of judged non-relevant ones above it; the sum is divided by all
/// `n_relevant`.
///
/// The share is min(non-relevant above, `n_relevant`) / min(`n_not_relevant`, `n_relevant`). What is not judged has no part, so that the
/// value changes little when judgments are missing. 0 if nothing is relevant; a relevant document with nothing judged non-relevant
/// above it adds 1, also where nothing was judged non-relevant at all.
///
/// Source: Buckley & Voorhees, SIGIR 2004, in the form of trec_eval since version 8 (`bpref`).
///
/// ```
/// use sokutei_measures::formulas::{Pooled::*, bpref};
///
/// // two relevant, three not: the second relevant one has one of two (the smaller number) above it
/// assert_eq!(bpref(&[Relevant, NotRelevant, Outside, Relevant], 2, 3), (1.0 + 0.5) / 2.0);
/// ```
#[must_use]
pub fn bpref(ranking: &[Pooled], n_relevant: usize, n_not_relevant: usize) -> f64 {
    if n_relevant == 0 {
        return 0.0;
    }
    let bound = real(n_relevant.min(n_not_relevant));
    let (mut sum, mut above) = (0.0, 0usize);
    for document in ranking {
        match document {
            Pooled::NotRelevant => above += 1,
            Pooled::Relevant if above == 0 => sum += 1.0,
            Pooled::Relevant => sum += 1.0 - real(above.min(n_relevant)) / bound,
            Pooled::Outside | Pooled::Unjudged => {}
        }
    }
    sum / real(n_relevant)
}

#[cfg(test)]
mod tests {
    use super::Pooled::{NotRelevant, Outside, Relevant, Unjudged};
    use super::*;

    #[test]
    fn what_is_not_judged_has_no_part() {
        let plain = bpref(&[NotRelevant, Relevant, Relevant], 2, 4);
        assert_eq!(plain, (0.5 + 0.5) / 2.0);
        assert_eq!(
            bpref(
                &[Outside, NotRelevant, Unjudged, Relevant, Outside, Relevant],
                2,
                4
            ),
            plain
        );
    }

    #[test]
    fn edges_are_defined() {
        assert_eq!(bpref(&[Relevant, Outside], 1, 0), 1.0); // case 27: another program gives NaN
        assert_eq!(bpref(&[NotRelevant], 0, 1), 0.0);
        assert_eq!(bpref(&[], 3, 3), 0.0);
        // more non-relevant above than there are relevant: nothing is left, never less
        assert_eq!(
            bpref(&[NotRelevant, NotRelevant, NotRelevant, Relevant], 1, 3),
            0.0
        );
    }
}
