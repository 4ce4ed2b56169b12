//! What every system can be asked, and how a score accounts for itself.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sokutei_measures::Docid;

use crate::{Depth, Error, QueryTerms, ScoredOrd, System};

/// A system over one corpus.
///
/// All members keep the same rules, and `tests/battery.rs` holds each to them: hits by score descending, equal scores in
/// corpus order; no document twice; no score that is not finite; a query without a known term has no hits; a batch gives
/// what single searches give, in order, on any number of threads; an explanation adds up to the score.
pub trait Retriever: Send + Sync {
    /// Which system this is.
    fn system(&self) -> &System;

    /// The best `depth` documents for a query; fewer if fewer match.
    ///
    /// The query is plain text: nothing in it is an operator. Lexical systems return only documents that share a term
    /// with it; LSA ranks every document, down to negative cosines.
    fn search(&self, query: &str, depth: Depth) -> Vec<ScoredOrd>;

    /// [`search`](Self::search) for each query, in parallel; results in the order of the queries.
    fn search_batch(&self, queries: &[&str], depth: Depth) -> Vec<Vec<ScoredOrd>> {
        queries
            .par_iter()
            .map(|query| self.search(query, depth))
            .collect()
    }

    /// How the score of document `ord` for a query comes about, whether or not a search would return it.
    ///
    /// # Errors
    /// [`Error::UnknownDocument`] if `ord` is past the last document.
    fn explain(&self, query: &str, ord: u32) -> Result<Explanation, Error>;

    /// Which terms of a query the system knows.
    fn query_terms(&self, query: &str) -> QueryTerms;
}

/// A score, term by term.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Explanation {
    /// The document.
    pub docid: Docid,
    /// Tag of the system.
    pub system: String,
    /// The formula in words.
    pub formula: String,
    /// The score that a search gives the document.
    pub score: f64,
    /// One entry per known term of the query, in the order in which they are added up.
    ///
    /// The contributions, added up in this order from 0, are the score: exactly for lexical systems, within 1e-12 for LSA.
    pub terms: Vec<TermContribution>,
    /// Terms of the query that the system does not know.
    pub unknown: Vec<String>,
}

/// What one term of the query adds to a score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TermContribution {
    /// The term.
    pub term: String,
    /// How often the query holds it.
    pub query_tf: u32,
    /// How often the document holds it; LSA gives weight to terms that do not occur.
    pub tf: u32,
    /// How many documents hold it.
    pub df: u32,
    /// Its inverse document frequency under the system's formula.
    pub idf: f64,
    /// Its weight in the document; for LSA the cosine that one unit of the term would earn.
    pub weight: f64,
    /// Its weight in the query: its count for BM25, its share of the query's vector otherwise.
    pub query_weight: f64,
    /// `query_weight` × `weight`.
    pub contribution: f64,
}
