//! LSA: the cosine of query and document in the space of the leading singular vectors of the TF-IDF matrix.
//!
//! Deerwester, Dumais, Furnas, Landauer and Harshman, *Indexing by latent semantic analysis* (1990). A document is its row of
//! U S, a query q is q V. One factorisation serves systems of different dimensions: the smaller use its first columns.

mod factors;

use std::sync::Arc;

use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;
use sokutei_measures::Docid;

pub(crate) use self::factors::Factors;

use self::factors::{NEGLIGIBLE, TILE};
use crate::analysis::QueryTerm;
use crate::bounds::{LENGTHS, all_in};
use crate::ranking::Best;
use crate::simd::{VECTORS, fma_outer, strip};
use crate::store::Array;
use crate::tfidf::{smooth_idf, sublinear_tf};
use crate::{Depth, Error, Explanation, QueryTerms, Retriever, ScoredOrd, System, TermContribution, TermRef};

/// Queries that are multiplied together with a tile of documents.
const GROUP: usize = 4;
/// Queries that share one pass over the documents: a tile is multiplied with all of them while it is in a core's own cache. A multiple
/// of [`GROUP`], small enough that a hundred queries still are work for several threads.
const COMPANY: usize = 32;

/// An LSA system over one corpus.
pub(crate) struct Latent {
    system: System,
    docids: Arc<[Docid]>,
    factors: Arc<Factors>,
    dims: usize,
    /// Length of each document in the space; 0 for one that has no direction there, whose cosines are 0.
    lengths: Array<f64>,
}

/// A term of a query that takes part: its number, and its weight in a query of length 1 in the space.
struct Projected<'a> {
    query: &'a QueryTerm,
    place: TermRef,
    /// Its number among the kept terms.
    number: u32,
    idf: f64,
    weight: f64,
}

impl Latent {
    /// `None` unless there is a length for each document, and the space has `dims` dimensions and is one of the system's n-grams.
    pub(crate) fn new(
        system: System,
        docids: Arc<[Docid]>,
        factors: Arc<Factors>,
        dims: usize,
        lengths: Array<f64>,
    ) -> Option<Self> {
        let is_no_divisor = |length: &f64| *length > 0.0 && *length <= NEGLIGIBLE;
        let fits = lengths.len() == docids.len()
            && all_in(&lengths, &LENGTHS)
            && !lengths.iter().any(is_no_divisor)
            && dims <= factors.dims()
            && factors.analysis().ngrams() == system.spec.ngrams();
        fits.then_some(Self {
            system,
            docids,
            factors,
            dims,
            lengths,
        })
    }

    pub(crate) fn factors(&self) -> &Arc<Factors> {
        &self.factors
    }

    pub(crate) fn dims(&self) -> usize {
        self.dims
    }

    pub(crate) fn lengths(&self) -> &[f64] {
        &self.lengths
    }

    /// The terms of a query that take part, and the query as a unit vector in the space. `None` without such a term, or
    /// without a direction.
    fn project<'a>(&self, terms: &'a [QueryTerm]) -> Option<(Vec<Projected<'a>>, Vec<f64>)> {
        let mut known: Vec<Projected<'a>> = terms
            .iter()
            .filter_map(|query| {
                let number = self.factors.kept().find(query.term)?;
                let place = query.place?;
                let df = self.factors.analysis().parts()[place.part]
                    .postings()
                    .df(place.number);
                let idf = smooth_idf(self.docids.len(), df);
                Some(Projected {
                    query,
                    place,
                    number,
                    idf,
                    weight: sublinear_tf(query.count) * idf,
                })
            })
            .collect();
        if known.is_empty() {
            return None;
        }
        let mut vector = vec![0.0; self.dims];
        for term in &known {
            let coordinates = self.factors.term(term.number, self.dims);
            vector
                .iter_mut()
                .zip(coordinates)
                .for_each(|(sum, x)| *sum += term.weight * x);
        }
        let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
        let whole = known.iter().map(|t| t.weight * t.weight).sum::<f64>().sqrt();
        // a query at right angles to the whole space has no direction in it: like one without a known term it finds nothing
        if length <= NEGLIGIBLE * whole {
            return None;
        }
        let scale = 1.0 / length;
        vector.iter_mut().for_each(|x| *x *= scale);
        known.iter_mut().for_each(|t| t.weight *= scale);
        Some((known, vector))
    }

    /// A query as a unit vector in the space, if it has a direction there.
    fn vector(&self, query: &str) -> Option<Vec<f64>> {
        let terms = self.factors.analysis().query(query);
        self.project(&terms).map(|(_, vector)| vector)
    }

    /// The rankings of queries in one pass over the documents, `Q` at a time; empty for one without a direction.
    fn rank<const Q: usize>(&self, queries: &[Option<Vec<f64>>], depth: Depth) -> Vec<Vec<ScoredOrd>> {
        let groups: Vec<Vec<f64>> = queries.chunks(Q).map(|group| self.by_dim::<Q>(group)).collect();
        let mut best: Vec<Best> = queries.iter().map(|_| Best::new(depth)).collect();
        for (tile, lengths) in self.lengths.chunks(TILE).enumerate() {
            for (group, best) in groups.iter().zip(best.chunks_mut(Q)) {
                for (best, dots) in best.iter_mut().zip(self.dots::<Q>(tile, group)) {
                    for ((ord, dot), &length) in ((tile * TILE) as u32..).zip(dots).zip(lengths) {
                        best.push(ord, over(dot, length));
                    }
                }
            }
        }
        let rankings = best.into_iter().zip(queries);
        rankings
            .map(|(best, query)| query.as_ref().map_or_else(Vec::new, |_| best.into_ranking()))
            .collect()
    }

    /// The first coordinates of up to `Q` queries, then their second, …; what a group lacks is zeros. Each query's sums are the same
    /// in any company.
    fn by_dim<const Q: usize>(&self, group: &[Option<Vec<f64>>]) -> Vec<f64> {
        let coordinate = |j: usize, i: usize| group.get(i).and_then(Option::as_ref).map_or(0.0, |q| q[j]);
        (0..self.dims)
            .flat_map(|j| (0..Q).map(move |i| coordinate(j, i)))
            .collect()
    }

    /// The products of the documents of a tile with `Q` queries; `queries` holds their first coordinates, then their second, ….
    fn dots<const Q: usize>(&self, tile: usize, queries: &[f64]) -> [[f64; TILE]; Q] {
        let mut out = [[0.0; TILE]; Q];
        Arch::new().dispatch(Dots {
            tile: self.factors.tile(tile),
            queries,
            out: &mut out,
        });
        out
    }
}

/// A cosine from the product of a unit vector with one of this length; 0 for a vector without a direction, and never -0, which
/// would be equal to 0 and yet be ordered after it.
fn over(dot: f64, length: f64) -> f64 {
    if length > 0.0 { dot / length + 0.0 } else { 0.0 }
}

/// [`Latent::dots`], whatever the vector unit.
struct Dots<'a, const Q: usize> {
    tile: &'a [f64],
    queries: &'a [f64],
    out: &'a mut [[f64; TILE]; Q],
}

impl<const Q: usize> WithSimd for Dots<'_, Q> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let strip = strip::<S>();
        for s in (0..TILE).step_by(strip) {
            let mut sums = [[simd.splat_f64s(0.0); VECTORS]; Q];
            for (docs, q) in self.tile.chunks_exact(TILE).zip(self.queries.chunks_exact(Q)) {
                fma_outer(
                    simd,
                    std::array::from_fn(|i| q[i]),
                    &docs[s..s + strip],
                    &mut sums,
                );
            }
            for (sums, out) in sums.iter().zip(self.out.iter_mut()) {
                let (out, _) = S::as_mut_simd_f64s(&mut out[s..s + strip]);
                out.iter_mut().zip(sums).for_each(|(out, &sum)| *out = sum);
            }
        }
    }
}

impl Retriever for Latent {
    fn system(&self) -> &System {
        &self.system
    }

    fn search(&self, query: &str, depth: Depth) -> Vec<ScoredOrd> {
        let vector = self.vector(query);
        self.rank::<1>(&[vector], depth).pop().unwrap_or_default()
    }

    fn search_batch(&self, queries: &[&str], depth: Depth) -> Vec<Vec<ScoredOrd>> {
        let company = |queries: &[&str]| {
            let vectors: Vec<Option<Vec<f64>>> = queries.iter().map(|query| self.vector(query)).collect();
            self.rank::<GROUP>(&vectors, depth)
        };
        queries.par_chunks(COMPANY).flat_map_iter(company).collect()
    }

    fn explain(&self, query: &str, ord: u32) -> Result<Explanation, Error> {
        let n_docs = self.docids.len();
        let docid = self
            .docids
            .get(ord as usize)
            .ok_or(Error::UnknownDocument { ord, n_docs })?;
        let terms = self.factors.analysis().query(query);
        let (known, vector) = self.project(&terms).unwrap_or_default();
        let length = self.lengths[ord as usize];
        let contribution = |term: &Projected<'_>| {
            let coordinates = self.factors.term(term.number, self.dims);
            let dot = self
                .factors
                .doc(ord, self.dims)
                .zip(coordinates)
                .map(|(d, t)| d * t)
                .sum();
            let weight = over(dot, length);
            let TermRef { part, number } = term.place;
            let postings = self.factors.analysis().parts()[part].postings();
            TermContribution {
                term: term.query.term.to_string(),
                query_tf: term.query.count,
                tf: postings.find(number, ord).map_or(0, |(_, tf)| tf),
                df: postings.df(number),
                idf: term.idf,
                weight,
                query_weight: term.weight,
                contribution: term.weight * weight,
            }
        };
        let is_known = |t: &&QueryTerm| self.factors.kept().find(t.term).is_some();
        Ok(Explanation {
            docid: docid.clone(),
            system: self.system.tag.clone(),
            formula: self.system.spec.formula().to_owned(),
            // by the same sum as in a search, so that it is the score that a search gives
            score: over(
                self.dots::<1>(ord as usize / TILE, &vector)[0][ord as usize % TILE],
                length,
            ),
            terms: known.iter().map(contribution).collect(),
            unknown: terms
                .iter()
                .filter(|t| !is_known(t))
                .map(|t| t.term.to_string())
                .collect(),
        })
    }

    fn query_terms(&self, query: &str) -> QueryTerms {
        self.factors
            .analysis()
            .describe(query, |t| self.factors.kept().find(t.term).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::over;

    #[test]
    fn no_cosine_is_a_zero_that_sorts_behind_zero() {
        for (dot, length) in [(-0.0, 1.0), (-1e-320, 1e10), (-1.0, f64::INFINITY), (-1.0, 0.0)] {
            assert_eq!(over(dot, length).to_bits(), 0.0_f64.to_bits(), "{dot} / {length}");
        }
        assert!(over(-1.0, 2.0) < 0.0);
    }
}
