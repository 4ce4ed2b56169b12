//! A reader who stops when content or out of patience.

use super::ExpectedUtility;
use crate::cutoff::Cutoff;

/// C(i) = 1 while i < `cutoff` and g(1) + … + g(i) < `goal`, else 0: the gain per document, up to where the reader stops.
///
/// `gains` lie between 0 and 1, 0 where unjudged; so does the value. With `goal` 0 only the first document is read. Gains are summed as
/// doubles, in the order of ranks: ten gains of 0.1 stay below a goal of 1. A better document that moves up can lower the value, because it can
/// make the reader stop sooner.
///
/// Source: Zhang, Liu, Li, Zhang, Xu & Ma, SIGIR 2017, with limits that do not move ("static"), as in cwl_eval; there the goal is T, the limit of
/// documents K.
///
/// ```
/// use sokutei_measures::Cutoff;
/// use sokutei_measures::formulas::bejeweled_player;
///
/// // content at rank 3, with 1 gained
/// let expected = bejeweled_player(&[0.5, 0.0, 0.5, 1.0], 1.0, Cutoff::new(10)?);
/// assert_eq!((expected.per_item, expected.total, expected.items), (1.0 / 3.0, 1.0, 3.0));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[must_use]
pub fn bejeweled_player(gains: &[f64], goal: f64, cutoff: Cutoff) -> ExpectedUtility {
    ExpectedUtility::of(gains, |reading| {
        let goes_on = reading.rank < cutoff.len() && reading.found < goal;
        f64::from(u8::from(goes_on))
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::example::k;
    use super::*;

    #[test]
    fn whichever_limit_comes_first() {
        let value = |goal, depth| bejeweled_player(&[0.0, 1.0, 1.0], goal, k(depth)).per_item;
        assert_eq!(value(1.0, 10), 1.0 / 2.0);
        assert_eq!(value(2.0, 10), 2.0 / 3.0);
        assert_eq!(value(3.0, 10), 2.0 / 10.0); // never content
        assert_eq!(value(1.0, 1), 0.0);
        assert_eq!(value(0.0, 10), 0.0);
        assert_eq!(value(9.0, 5_000), 2.0 / 1_000.0); // nobody reads past the depth
        assert_eq!(bejeweled_player(&[], 1.0, k(10)).per_item, 0.0);
    }

    #[test]
    fn a_better_document_further_up_can_cost() {
        let value = |gains: &[f64]| bejeweled_player(gains, 0.75, k(10)).per_item;
        assert_eq!(value(&[0.0, 0.0, 0.5, 0.75]), 1.25 / 4.0);
        assert_eq!(value(&[0.0, 0.0, 0.75, 0.5]), 0.75 / 3.0);
    }
}
