//! From a query to terms of an index.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sokutei_text::{CharNgrams, Ngram, Normalized};

use crate::counting::{Counts, NgramPostings};
use crate::{Postings, TermRef};

/// A range of n-gram lengths over a counted corpus.
#[derive(Debug, Clone)]
pub(crate) struct Analysis {
    ngrams: CharNgrams,
    parts: Vec<Arc<NgramPostings>>,
}

/// A term of a query: how often the query holds it, and where the index has it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QueryTerm {
    pub(crate) term: Ngram,
    pub(crate) count: u32,
    pub(crate) place: Option<TermRef>,
}

/// How much of a query an index knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryTerms {
    /// Different terms that occur in the corpus, in code-point order.
    pub known: Vec<String>,
    /// Different terms that do not, in code-point order: they add nothing to any score.
    pub unknown: Vec<String>,
    /// Code points that the query lacks to have a single term; above 0 for 猫 against 2-grams.
    pub too_short_by: usize,
}

impl QueryTerms {
    /// Whether a search can find anything.
    #[must_use]
    pub fn is_searchable(&self) -> bool {
        !self.known.is_empty()
    }
}

impl Analysis {
    /// `None` unless each length of the range was counted.
    pub(crate) fn new(ngrams: CharNgrams, counted: &[Arc<NgramPostings>]) -> Option<Self> {
        let of_length = |n| counted.iter().find(|p| p.n() == n).cloned();
        let parts: Option<Vec<_>> = (ngrams.min()..=ngrams.max()).map(of_length).collect();
        Some(Self {
            ngrams,
            parts: parts?,
        })
    }

    /// The range over freshly made counts, which hold every range that was asked for.
    pub(crate) fn over(ngrams: CharNgrams, counts: &Counts) -> Self {
        Self::new(ngrams, counts.lengths()).expect("every range was counted")
    }

    pub(crate) fn ngrams(&self) -> CharNgrams {
        self.ngrams
    }

    pub(crate) fn n_docs(&self) -> usize {
        self.parts[0].postings().n_docs()
    }

    pub(crate) fn parts(&self) -> &[Arc<NgramPostings>] {
        &self.parts
    }

    pub(crate) fn postings(&self) -> Vec<Arc<Postings>> {
        self.parts.iter().map(|p| Arc::clone(p.postings())).collect()
    }

    /// The terms of a query in code-point order, each once: the order in which scores are added up.
    pub(crate) fn query(&self, query: &str) -> Vec<QueryTerm> {
        let text = Normalized::new(query);
        let mut terms: Vec<Ngram> = self.ngrams.terms(&text).collect();
        terms.sort_unstable();
        terms
            .chunk_by(|a, b| a == b)
            .map(|same| QueryTerm {
                term: same[0],
                count: same.len() as u32,
                place: self.find(same[0]),
            })
            .collect()
    }

    pub(crate) fn find(&self, term: Ngram) -> Option<TermRef> {
        let part = term.len_chars().checked_sub(self.ngrams.min())?;
        let number = self.parts.get(part)?.find(term)?;
        Some(TermRef { part, number })
    }

    /// The terms of a query, sorted by whether `knows` them.
    pub(crate) fn describe(&self, query: &str, knows: impl Fn(&QueryTerm) -> bool) -> QueryTerms {
        let (known, unknown): (Vec<_>, Vec<_>) = self.query(query).into_iter().partition(knows);
        let names = |terms: Vec<QueryTerm>| terms.iter().map(|t| t.term.to_string()).collect();
        QueryTerms {
            known: names(known),
            unknown: names(unknown),
            too_short_by: self
                .ngrams
                .min()
                .saturating_sub(Normalized::new(query).chars().len()),
        }
    }
}
