//! Average precision where only a sample of the pool was judged.

use super::{Pooled, real};

/// Keeps the estimate of a precision away from 0/0.
const EPSILON: f64 = 0.00001;

/// Average precision, estimated from judgments of a random sample of the pool.
///
/// Above a relevant document at rank r, pooled documents that nobody judged count as relevant in the proportion that the judged ones are.
/// 0 if nothing is relevant. With every pooled document judged it is [`average_precision`](super::average_precision) but for the
/// ε = 0.00001 by which the proportion is smoothed.
///
/// Source: Yilmaz & Aslam, CIKM 2006, equation 1, as trec_eval computes it (`infAP`). Pooled and unjudged are the documents whose grade is
/// below 0.
#[must_use]
pub fn inferred_ap(ranking: &[Pooled], n_relevant: usize) -> f64 {
    if n_relevant == 0 {
        return 0.0;
    }
    let (mut sum, mut relevant, mut not_relevant, mut unjudged) = (0.0, 0usize, 0usize, 0usize);
    for (above, document) in ranking.iter().enumerate() {
        match document {
            Pooled::Outside => {}
            Pooled::Unjudged => unjudged += 1,
            Pooled::NotRelevant => not_relevant += 1,
            Pooled::Relevant => {
                sum += expected_precision(above, relevant, not_relevant, unjudged);
                relevant += 1;
            }
        }
    }
    sum / real(n_relevant)
}

/// Precision expected at a relevant document with so many documents above it.
fn expected_precision(above: usize, relevant: usize, not_relevant: usize, unjudged: usize) -> f64 {
    if above == 0 {
        return 1.0;
    }
    let rank = real(above) + 1.0;
    let pooled = real(relevant + not_relevant + unjudged) / real(above);
    let proportion = (real(relevant) + EPSILON) / (real(relevant + not_relevant) + 2.0 * EPSILON);
    1.0 / rank + real(above) / rank * pooled * proportion
}

#[cfg(test)]
mod tests {
    use super::Pooled::{NotRelevant, Outside, Relevant, Unjudged};
    use super::*;

    #[test]
    fn by_hand() {
        assert_eq!(inferred_ap(&[Relevant], 1), 1.0);
        assert_eq!(inferred_ap(&[], 1), 0.0);
        assert_eq!(inferred_ap(&[Relevant], 0), 0.0);
        // rank 3, above it one judged relevant and one pooled, unjudged: 1/3 + 2/3 · (2/2) · (1 + ε)/(1 + 2ε)
        let expected = (1.0 + 1.0 / 3.0 + 2.0 / 3.0 * (1.00001 / 1.00002)) / 2.0;
        assert!((inferred_ap(&[Relevant, Unjudged, Relevant], 2) - expected).abs() < 1e-15);
        // rank 3, above it one judged not relevant and one outside the pool: 1/3 + 2/3 · 1/2 · ε/(1 + 2ε)
        let expected = 1.0 / 3.0 + 1.0 / 3.0 * (0.00001 / 1.00002);
        assert!((inferred_ap(&[NotRelevant, Outside, Relevant], 1) - expected).abs() < 1e-15);
    }
}
