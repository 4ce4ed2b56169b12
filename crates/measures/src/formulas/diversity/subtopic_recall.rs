//! How many of the subtopics did the reader meet?

use super::super::real;
use crate::cutoff::Cutoff;

/// Subtopics covered down to the cutoff, over all subtopics.
///
/// Between 0 and 1; 0 if there are no subtopics. Source: Zhai, Cohen & Lafferty, SIGIR 2003 ("S-recall"); ndeval: `strec`.
///
/// ```
/// use sokutei_measures::formulas::diversity::subtopic_recall;
///
/// assert_eq!(subtopic_recall(&[vec![0], vec![0, 2]], 4, None), 0.5);
/// ```
#[must_use]
pub fn subtopic_recall(
    covered: &[impl AsRef<[usize]>],
    n_subtopics: usize,
    cutoff: impl Into<Option<Cutoff>>,
) -> f64 {
    if n_subtopics == 0 {
        return 0.0;
    }
    let mut is_met = vec![false; n_subtopics];
    for &subtopic in Cutoff::top(cutoff.into(), covered).iter().flat_map(AsRef::as_ref) {
        if let Some(met) = is_met.get_mut(subtopic) {
            *met = true;
        }
    }
    real(is_met.into_iter().filter(|met| *met).count()) / real(n_subtopics)
}

#[cfg(test)]
mod tests {
    use super::super::super::example::k;
    use super::super::example::{COVERED, printed};
    use super::*;

    #[test]
    fn the_example_of_pyndeval_and_its_first_rank() {
        printed(subtopic_recall(&COVERED, 3, k(5)), 0.6666);
        assert_eq!(subtopic_recall(&COVERED, 3, k(1)), 1.0 / 3.0);
        assert_eq!(subtopic_recall(&COVERED, 0, None), 0.0);
    }
}
