//! Search by adding up precomputed weights: term at a time, one sum per document.

use std::cell::RefCell;
use std::sync::Arc;

use crate::bounds::{WEIGHTS, all_in};
use crate::ranking::{Best, Depth, ScoredOrd};
use crate::store::Array;
use crate::tfidf::tfidf_weights;
use crate::{Bm25, Postings};

/// One term of an index that is made of several parts, such as the 2-grams and the 3-grams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TermRef {
    /// Which part, from 0.
    pub part: usize,
    /// The term's number within the part.
    pub number: u32,
}

/// Postings with one weight each; a document's score is the sum over the query's terms of query weight × weight.
///
/// The index does not know what its terms are or which formula made the weights. Scores are exact f64 sums in the order of
/// the query's terms, so that two documents with the same weights for the same terms tie exactly.
#[derive(Debug)]
pub struct Impacts {
    parts: Vec<Arc<Postings>>,
    weights: Vec<Array<f64>>,
}

/// Sums that are compared together with the score that a document must reach: most runs hold none.
const RUN: usize = 8;

thread_local! {
    /// One sum per document, all 0 between searches; kept, because clearing what was touched is cheaper than a new vector.
    static SUMS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

impl Impacts {
    /// Weights by [`Bm25`] over parts that share their documents.
    #[must_use]
    pub fn bm25(parts: Vec<Arc<Postings>>, bm25: Bm25) -> Self {
        let weights = bm25.weights(&borrowed(&parts));
        Self {
            weights: weights.into_iter().map(Array::from).collect(),
            parts,
        }
    }

    /// Weights by [`tfidf_weights`] over parts that share their documents.
    pub fn tfidf(parts: Vec<Arc<Postings>>, in_norm_order: impl FnOnce(&mut dyn FnMut(usize, u32))) -> Self {
        let weights = tfidf_weights(&borrowed(&parts), in_norm_order);
        Self {
            weights: weights.into_iter().map(Array::from).collect(),
            parts,
        }
    }

    /// `None` unless there is a weight for each posting of each part, such as a formula gives.
    pub(crate) fn new(parts: Vec<Arc<Postings>>, weights: Vec<Array<f64>>) -> Option<Self> {
        let fits = parts.len() == weights.len()
            && parts
                .iter()
                .zip(&weights)
                .all(|(p, w)| p.n_postings() == w.len() && p.n_docs() == parts[0].n_docs())
            && weights.iter().all(|w| all_in(w, &WEIGHTS));
        fits.then_some(Self { parts, weights })
    }

    pub(crate) fn weights(&self) -> &[Array<f64>] {
        &self.weights
    }

    /// Number of documents.
    #[must_use]
    pub fn n_docs(&self) -> usize {
        self.parts.first().map_or(0, |p| p.n_docs())
    }

    /// The postings behind the weights.
    ///
    /// # Panics
    /// If there is no such part.
    #[must_use]
    pub fn part(&self, part: usize) -> &Postings {
        &self.parts[part]
    }

    /// A term's weight in a document and how often it occurs there; `None` if it does not.
    ///
    /// # Panics
    /// If there is no such term.
    #[must_use]
    pub fn weight(&self, term: TermRef, doc: u32) -> Option<(f64, u32)> {
        let (place, tf) = self.parts[term.part].find(term.number, doc)?;
        Some((self.weights[term.part][place], tf))
    }

    /// The best `depth` of the documents that share a term with the query; weights of the query are above 0.
    ///
    /// Score descending, equal scores in corpus order. Documents that share no term are never returned.
    ///
    /// # Panics
    /// If the index lacks a term of the query.
    #[must_use]
    pub fn search(&self, query: &[(TermRef, f64)], depth: Depth) -> Vec<ScoredOrd> {
        SUMS.with_borrow_mut(|sums| {
            if sums.len() < self.n_docs() {
                sums.resize(self.n_docs(), 0.0);
            }
            self.add_up(query, &mut sums[..self.n_docs()]);
            self.take_best(query, &mut sums[..self.n_docs()], depth)
                .into_ranking()
        })
    }

    fn add_up(&self, query: &[(TermRef, f64)], sums: &mut [f64]) {
        for &(term, query_weight) in query {
            let part = &self.parts[term.part];
            let range = part.range(term.number);
            let weights = &self.weights[term.part][range.clone()];
            for (&doc, &weight) in part.docs[range].iter().zip(weights) {
                sums[doc as usize] += query_weight * weight;
            }
        }
    }

    /// Reads the sums out and leaves 0 behind: along the query's lists if they are short, over all documents otherwise.
    fn take_best(&self, query: &[(TermRef, f64)], sums: &mut [f64], depth: Depth) -> Best {
        let mut best = Best::new(depth);
        let take = |doc: u32, sum: &mut f64, best: &mut Best| {
            let score = std::mem::take(sum);
            if score > 0.0 {
                best.push(doc, score);
            }
        };
        let lists = query
            .iter()
            .map(|(term, _)| self.parts[term.part].of_term(term.number).0);
        if lists.clone().map(<[u32]>::len).sum::<usize>() < self.n_docs() / 4 {
            for &doc in lists.flatten() {
                take(doc, &mut sums[doc as usize], &mut best);
            }
        } else {
            for (run, sums) in sums.chunks_mut(RUN).enumerate() {
                if best.would_take_one_of(sums) {
                    for (doc, sum) in ((run * RUN) as u32..).zip(&mut *sums) {
                        take(doc, sum, &mut best);
                    }
                }
                sums.fill(0.0);
            }
        }
        best
    }
}

fn borrowed(parts: &[Arc<Postings>]) -> Vec<&Postings> {
    parts.iter().map(Arc::as_ref).collect()
}
