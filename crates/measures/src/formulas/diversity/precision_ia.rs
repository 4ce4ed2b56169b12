//! Precision for each subtopic.

use super::super::real;
use crate::cutoff::Cutoff;

/// Mean over subtopics of the documents that cover it, over the cutoff.
///
/// Between 0 and 1; 0 if there are no subtopics. A short ranking is divided by the whole cutoff. Source: Agrawal et al., WSDM 2009, all intents
/// being equally likely; ndeval: `P-IA`.
///
/// ```
/// use sokutei_measures::{Cutoff, formulas::diversity::precision_ia};
///
/// // 2 of 4 for the first subtopic, 1 of 4 for the second
/// assert_eq!(precision_ia(&[vec![0], vec![0, 1]], 2, Cutoff::new(4)?), 0.375);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[must_use]
pub fn precision_ia(covered: &[impl AsRef<[usize]>], n_subtopics: usize, cutoff: Cutoff) -> f64 {
    if n_subtopics == 0 {
        return 0.0;
    }
    let seen = Cutoff::top(Some(cutoff), covered).iter();
    let known = seen
        .flat_map(AsRef::as_ref)
        .filter(|&&subtopic| subtopic < n_subtopics);
    real(known.count()) / real(cutoff.len()) / real(n_subtopics)
}

#[cfg(test)]
mod tests {
    use super::super::super::example::k;
    use super::super::example::COVERED;
    use super::*;

    #[test]
    fn the_example_of_pyndeval() {
        for (cutoff, expected) in [(5, 0.2), (10, 0.1), (20, 0.05)] {
            assert!((precision_ia(&COVERED, 3, k(cutoff)) - expected).abs() < 1e-15);
        }
        assert_eq!(precision_ia(&COVERED, 0, k(5)), 0.0);
    }
}
