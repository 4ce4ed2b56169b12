//! BM25: what one term is worth in one document.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::postings::total_lens;
use crate::{Error, Postings};

/// Which of the functions that are called BM25.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Bm25Variant {
    /// idf = ln(1 + (N − df + 0.5) / (df + 0.5)), never negative, and no factor (k1 + 1): Lucene since version 8, and
    /// `bm25s.BM25(method="lucene")`.
    Lucene,
}

impl fmt::Display for Bm25Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lucene => f.write_str("lucene"),
        }
    }
}

/// BM25 with valid parameters.
///
/// ```text
/// weight(t, d) = idf(t) · tf / (tf + k1 · (1 − b + b · |d| / avg))
/// idf(t)       = ln(1 + (N − df + 0.5) / (df + 0.5))
/// ```
///
/// The score of a document is the sum over the terms of the query, a repeated term as often as it is repeated. Robertson
/// and Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond* (2009), with the idf and without the factor
/// of [`Bm25Variant::Lucene`].
///
/// ```
/// use sokutei_index::Bm25;
///
/// let bm25 = Bm25::new(1.2, 0.75)?;
/// // a term in 2 of 4 documents, once in a document of average length
/// let weight = bm25.idf(4, 2) * bm25.saturation(1, 2, 2.0);
/// assert_eq!(format!("{weight:.4}"), "0.3151");
/// # Ok::<(), sokutei_index::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bm25 {
    k1: f64,
    b: f64,
}

impl Bm25 {
    /// The [`Lucene`](Bm25Variant::Lucene) variant. `k1`: how fast repetition saturates; `b`: how much length counts.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless `k1` is finite and ≥ 0 and `b` lies in 0..=1.
    pub fn new(k1: f64, b: f64) -> Result<Self, Error> {
        let wrong = |name, value: f64, expected| Error::Parameter {
            name,
            value: value.to_string(),
            expected,
        };
        if !(k1.is_finite() && k1 >= 0.0) {
            return Err(wrong("k1", k1, "a number from 0 up, usually 1.2"));
        }
        if !(0.0..=1.0).contains(&b) {
            return Err(wrong("b", b, "a number from 0 to 1, usually 0.75"));
        }
        Ok(Self { k1, b })
    }

    /// How much a term tells apart that `df` of `n_docs` documents hold; above 0 for every `df` up to `n_docs`.
    #[must_use]
    pub fn idf(&self, n_docs: usize, df: u32) -> f64 {
        let (n, df) = (n_docs as f64, f64::from(df));
        (1.0 + (n - df + 0.5) / (df + 0.5)).ln()
    }

    /// k1 · (1 − b + b · |d| / avg): the count at which a term reaches half of its idf in a document of `len` terms.
    fn half_point(&self, len: u64, avg_len: f64) -> f64 {
        // this order of operations, in which numpy evaluates the formula: equal scores must come out equal there and here
        self.k1 * (1.0 - self.b + self.b * len as f64 / avg_len)
    }

    /// tf / (tf + k1 · (1 − b + b · |d| / avg)): the share of the idf that `tf` occurrences earn, in 0..=1.
    #[must_use]
    pub fn saturation(&self, tf: u32, len: u64, avg_len: f64) -> f64 {
        let tf = f64::from(tf);
        tf / (tf + self.half_point(len, avg_len))
    }

    /// The weight of every posting of an index of one or several parts that share their documents.
    ///
    /// Result: one list per part, along its postings.
    #[must_use]
    pub fn weights(&self, parts: &[&Postings]) -> Vec<Vec<f64>> {
        let lens = total_lens(parts);
        let avg_len = lens.iter().sum::<u64>() as f64 / lens.len() as f64;
        let half_points: Vec<f64> = lens.iter().map(|&len| self.half_point(len, avg_len)).collect();
        let part_weights = |part: &&Postings| {
            part.weigh(|term, docs, tfs, out| {
                let idf = self.idf(lens.len(), part.df(term));
                for ((out, &doc), &tf) in out.iter_mut().zip(docs).zip(tfs) {
                    let tf = f64::from(tf);
                    *out = idf * (tf / (tf + half_points[doc as usize]));
                }
            })
        };
        parts.iter().map(part_weights).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_parameters_are_refused_by_name() {
        for (k1, b, name) in [
            (-0.1, 0.5, "k1"),
            (f64::NAN, 0.5, "k1"),
            (1.2, 1.1, "b"),
            (1.2, f64::NAN, "b"),
        ] {
            let error = Bm25::new(k1, b).expect_err("impossible");
            assert!(error.to_string().starts_with(&format!("{name} = ")), "{error}");
        }
        assert!(Bm25::new(0.0, 0.0).is_ok());
    }

    #[test]
    fn a_term_in_every_document_still_counts() {
        let bm25 = Bm25::new(1.2, 0.75).expect("valid");
        assert!(bm25.idf(10, 10) > 0.0);
        // the usual slip: without the 1 + inside the logarithm, the same term counts against a document
        assert!(((10.0 - 10.0 + 0.5) / (10.0 + 0.5_f64)).ln() < -3.0);
    }
}
