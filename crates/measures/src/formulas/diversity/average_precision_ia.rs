//! Average precision for each subtopic.

use super::super::real;

/// Mean over subtopics of [`average_precision`](super::super::average_precision) of the whole ranking.
///
/// `n_relevant[s]` counts the judged documents that cover subtopic s, returned or not; there are as many subtopics. Between 0 and 1; 0 if there are
/// none. Source: Agrawal et al., WSDM 2009, all intents being equally likely; ndeval: `MAP-IA`.
///
/// ```
/// use sokutei_measures::formulas::diversity::average_precision_ia;
///
/// // the first subtopic has its one document at rank 1, the second one of two at rank 2
/// assert_eq!(average_precision_ia(&[[0], [1]], &[1, 2]), (1.0 + 0.25) / 2.0);
/// ```
#[must_use]
pub fn average_precision_ia(covered: &[impl AsRef<[usize]>], n_relevant: &[usize]) -> f64 {
    let mut seen = vec![0usize; n_relevant.len()];
    let mut precisions = vec![0.0; n_relevant.len()];
    for (i, covered) in covered.iter().enumerate() {
        for &subtopic in covered.as_ref() {
            if let Some(seen) = seen.get_mut(subtopic) {
                *seen += 1;
                precisions[subtopic] += real(*seen) / real(i + 1);
            }
        }
    }
    let each = precisions.into_iter().zip(n_relevant);
    let sum: f64 = each
        .filter(|(_, n)| **n > 0)
        .fold(0.0, |sum, (precisions, &n)| sum + precisions / real(n));
    if n_relevant.is_empty() {
        0.0
    } else {
        sum / real(n_relevant.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::COVERED;
    use super::*;

    #[test]
    fn the_example_of_pyndeval() {
        // 1, (1/2 + 2/4) / 2, 0
        assert_eq!(average_precision_ia(&COVERED, &[1, 2, 1]), 0.5);
        assert_eq!(average_precision_ia(&COVERED, &[]), 0.0);
    }
}
