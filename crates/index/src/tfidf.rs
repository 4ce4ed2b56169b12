//! TF-IDF as scikit-learn's `TfidfVectorizer(sublinear_tf=True)` computes it, in the same order of operations.

use crate::Postings;

/// ln((1 + N) / (1 + df)) + 1: the "smooth" idf, as if one more document held every term; at least 1.
#[must_use]
pub fn smooth_idf(n_docs: usize, df: u32) -> f64 {
    ((n_docs as f64 + 1.0) / (f64::from(df) + 1.0)).ln() + 1.0
}

/// 1 + ln(tf): the second occurrence adds less than the first. For `tf` ≥ 1.
#[must_use]
pub fn sublinear_tf(tf: u32) -> f64 {
    f64::from(tf).ln() + 1.0
}

/// [`sublinear_tf`] with the small counts, which are nearly all, looked up.
pub(crate) struct SublinearTf([f64; 64]);

impl SublinearTf {
    pub(crate) fn new() -> Self {
        Self(std::array::from_fn(|tf| sublinear_tf(tf as u32)))
    }

    #[inline]
    pub(crate) fn of(&self, tf: u32) -> f64 {
        self.0
            .get(tf as usize)
            .copied()
            .unwrap_or_else(|| sublinear_tf(tf))
    }
}

/// The weight of every posting of an index of one or several parts that share their documents.
///
/// A weight is tf · idf as above, divided by the Euclidean length of its document's weights. `in_norm_order` calls back with
/// every `(part, term)` once, in the order in which the squares are to be summed for the length: the order changes the last
/// bit, and with it which documents tie. scikit-learn, when it learns the vocabulary, sums in the order in which a reader of
/// the corpus meets the terms, although it stores them by code point.
///
/// Result: one list per part, along its postings. A document without terms has no postings; nothing is divided by 0.
pub fn tfidf_weights(
    parts: &[&Postings],
    in_norm_order: impl FnOnce(&mut dyn FnMut(usize, u32)),
) -> Vec<Vec<f64>> {
    let n_docs = parts.first().map_or(0, |p| p.n_docs());
    let sublinear = SublinearTf::new();
    let raw = |part: &&Postings| {
        part.weigh(|term, _, tfs, out| {
            let idf = smooth_idf(n_docs, part.df(term));
            for (out, &tf) in out.iter_mut().zip(tfs) {
                *out = sublinear.of(tf) * idf;
            }
        })
    };
    let mut weights: Vec<Vec<f64>> = parts.iter().map(raw).collect();

    let mut lengths = vec![0.0; n_docs];
    in_norm_order(&mut |part, term| {
        let range = parts[part].range(term);
        for (&doc, &w) in parts[part].docs[range.clone()].iter().zip(&weights[part][range]) {
            lengths[doc as usize] += w * w;
        }
    });
    lengths.iter_mut().for_each(|squares| *squares = squares.sqrt());
    for (part, weights) in parts.iter().zip(&mut weights) {
        for (&doc, w) in part.docs.iter().zip(weights) {
            *w /= lengths[doc as usize];
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_a_vector_of_length_one() {
        let postings = Postings::from_documents(3, &[vec![0, 0, 1], vec![], vec![2, 1]]);
        let weights = tfidf_weights(&[&postings], |add| (0..3).for_each(|term| add(0, term)));
        // document 0: (1 + ln 2)(ln(4/2) + 1) and ln(4/3) + 1, as it occurs in two of three documents
        let (a, b) = ((1.0 + 2f64.ln()) * (2f64.ln() + 1.0), (4.0 / 3f64).ln() + 1.0);
        let length = (a * a + b * b).sqrt();
        assert!((weights[0][0] - a / length).abs() < 1e-15);
        assert!((weights[0][1] - b / length).abs() < 1e-15);
    }
}
