//! BM25 and TF-IDF: systems whose score is a sum over the terms that query and document share.

use std::sync::Arc;

use sokutei_measures::Docid;

use crate::analysis::{Analysis, QueryTerm};
use crate::tfidf::{smooth_idf, sublinear_tf};
use crate::{
    Bm25, Depth, Error, Explanation, Impacts, QueryTerms, Retriever, ScoredOrd, System, TermContribution,
    TermRef,
};

/// A lexical system over one corpus.
pub(crate) struct Lexical {
    system: System,
    docids: Arc<[Docid]>,
    analysis: Analysis,
    impacts: Impacts,
    formula: Formula,
}

/// How the terms of a query are weighed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Formula {
    /// By their count.
    Bm25(Bm25),
    /// Like a document, with the corpus's idf; terms that the corpus lacks do not lengthen the vector.
    Tfidf,
}

impl Lexical {
    pub(crate) fn new(
        system: System,
        docids: Arc<[Docid]>,
        analysis: Analysis,
        impacts: Impacts,
        formula: Formula,
    ) -> Self {
        Self {
            system,
            docids,
            analysis,
            impacts,
            formula,
        }
    }

    pub(crate) fn impacts(&self) -> &Impacts {
        &self.impacts
    }

    fn idf(&self, term: TermRef) -> f64 {
        let df = self.impacts.part(term.part).df(term.number);
        match self.formula {
            Formula::Bm25(bm25) => bm25.idf(self.docids.len(), df),
            Formula::Tfidf => smooth_idf(self.docids.len(), df),
        }
    }

    /// The known terms of a query with their weights, in the order in which they are added up.
    fn weigh(&self, terms: &[QueryTerm]) -> Vec<(TermRef, f64)> {
        let known = terms.iter().filter_map(|t| Some((t.place?, t.count)));
        match self.formula {
            Formula::Bm25(_) => known.map(|(place, count)| (place, f64::from(count))).collect(),
            Formula::Tfidf => {
                let mut weights: Vec<(TermRef, f64)> = known
                    .map(|(place, count)| (place, sublinear_tf(count) * self.idf(place)))
                    .collect();
                let length = weights.iter().map(|(_, w)| w * w).sum::<f64>().sqrt();
                weights.iter_mut().for_each(|(_, w)| *w /= length);
                weights
            }
        }
    }
}

impl Retriever for Lexical {
    fn system(&self) -> &System {
        &self.system
    }

    fn search(&self, query: &str, depth: Depth) -> Vec<ScoredOrd> {
        self.impacts
            .search(&self.weigh(&self.analysis.query(query)), depth)
    }

    fn explain(&self, query: &str, ord: u32) -> Result<Explanation, Error> {
        let n_docs = self.docids.len();
        let docid = self
            .docids
            .get(ord as usize)
            .ok_or(Error::UnknownDocument { ord, n_docs })?;
        let (known, unknown): (Vec<QueryTerm>, Vec<QueryTerm>) = self
            .analysis
            .query(query)
            .into_iter()
            .partition(|t| t.place.is_some());
        let weights = self.weigh(&known);
        let contribution = |(query, &(place, query_weight)): (&QueryTerm, &(TermRef, f64))| {
            let (weight, tf) = self.impacts.weight(place, ord).unwrap_or_default();
            TermContribution {
                term: query.term.to_string(),
                query_tf: query.count,
                tf,
                df: self.impacts.part(place.part).df(place.number),
                idf: self.idf(place),
                weight,
                query_weight,
                contribution: query_weight * weight,
            }
        };
        let terms: Vec<TermContribution> = known.iter().zip(&weights).map(contribution).collect();
        Ok(Explanation {
            docid: docid.clone(),
            system: self.system.tag.clone(),
            formula: self.system.spec.formula().to_owned(),
            score: terms.iter().map(|t| t.contribution).fold(0.0, |sum, c| sum + c),
            terms,
            unknown: unknown.iter().map(|t| t.term.to_string()).collect(),
        })
    }

    fn query_terms(&self, query: &str) -> QueryTerms {
        self.analysis.describe(query, |t| t.place.is_some())
    }
}
