//! LSA: the cosine of query and document in the space of the leading singular vectors of the TF-IDF matrix.
//!
//! Deerwester, Dumais, Furnas, Landauer and Harshman, *Indexing by latent semantic analysis* (1990). A document is its row of
//! U S, a query q is q V. One factorisation serves systems of different dimensions: the smaller use its first columns.

use std::sync::Arc;

use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;
use sokutei_measures::Docid;
use sokutei_text::Ngram;

use crate::analysis::{Analysis, QueryTerm};
use crate::lexicon::Lexicon;
use crate::ranking::Best;
use crate::simd::{PAD, VECTORS, fma_outer, strip};
use crate::store::Array;
use crate::svd::{Rows, SparseRows, SvdOptions, TruncatedSvd, multiply, truncated_svd_of};
use crate::tfidf::{SublinearTf, smooth_idf, sublinear_tf};
use crate::{Depth, Error, Explanation, QueryTerms, Retriever, ScoredOrd, System, TermContribution, TermRef};

/// Documents whose coordinates lie together, dimension by dimension.
const TILE: usize = PAD;
/// Queries that are scored together in a batch.
const GROUP: usize = 4;

/// A factorised corpus.
#[derive(Debug)]
pub(crate) struct Factors {
    analysis: Analysis,
    /// The terms that take part.
    kept: Lexicon,
    /// Descending; as many as the space has dimensions.
    singular_values: Array<f64>,
    /// V: `dims` numbers for each kept term.
    terms: Array<f64>,
    /// A V, which is U S, in tiles: the first coordinate of [`TILE`] documents, their second, …; then the next documents.
    docs: Array<f64>,
}

impl Factors {
    /// Factorises the corpus so that each of `cuts` dimensions can be served.
    pub(crate) fn build(
        analysis: Analysis,
        max_terms: usize,
        cuts: &[usize],
        seed: u64,
        grown: &(dyn Fn(usize) + Sync),
    ) -> (Self, TruncatedSvd) {
        let kept = most_frequent(&analysis, max_terms);
        let at = tfidf_by_term(&analysis, &kept);
        let a: SparseRows = at.transpose_view().to_csr();
        let limit = Self::most_dims(a.rows(), a.cols());
        let cuts: Vec<usize> = cuts.iter().map(|&c| c.min(limit)).collect();
        let svd = truncated_svd_of(
            &a,
            &at,
            &cuts,
            SvdOptions {
                seed,
                ..SvdOptions::default()
            },
            grown,
        );
        let bits: Vec<u64> = kept.iter().map(|(term, _)| term.bits()).collect();
        let terms = (0..svd.v.rows())
            .flat_map(|i| svd.v.row(i).iter().copied())
            .collect::<Vec<_>>();
        let factors = Self {
            analysis,
            kept: Lexicon::new(bits.into()).expect("terms come in rising order"),
            terms: terms.into(),
            // A V is U S, and equal documents have equal rows of it to the last bit: they tie
            docs: tiles(&multiply(&a, &svd.v)).into(),
            singular_values: svd.singular_values.clone().into(),
        };
        (factors, svd)
    }

    /// `None` unless the sizes fit together.
    pub(crate) fn new(
        analysis: Analysis,
        kept: Lexicon,
        singular_values: Array<f64>,
        terms: Array<f64>,
        docs: Array<f64>,
    ) -> Option<Self> {
        let dims = singular_values.len();
        let fits = terms.len() == kept.len() * dims
            && docs.len() == analysis.n_docs().next_multiple_of(TILE) * dims
            && (0..kept.len() as u32).all(|number| analysis.find(kept.term(number)).is_some());
        fits.then_some(Self {
            analysis,
            kept,
            singular_values,
            terms,
            docs,
        })
    }

    /// The most dimensions that a matrix of this shape is cut to: one fewer than its smaller side, as ARPACK allows, but one
    /// at least where there is anything.
    fn most_dims(n_docs: usize, n_terms: usize) -> usize {
        let side = n_docs.min(n_terms);
        side.saturating_sub(1).max(side.min(1))
    }

    /// Dimensions of the space.
    pub(crate) fn dims(&self) -> usize {
        self.singular_values.len()
    }

    pub(crate) fn kept(&self) -> &Lexicon {
        &self.kept
    }

    pub(crate) fn singular_values(&self) -> &[f64] {
        &self.singular_values
    }

    pub(crate) fn terms(&self) -> &[f64] {
        &self.terms
    }

    pub(crate) fn docs(&self) -> &[f64] {
        &self.docs
    }

    /// The first `dims` coordinates of a document.
    fn doc(&self, ord: u32, dims: usize) -> impl Iterator<Item = f64> {
        let (tile, place) = (ord as usize / TILE, ord as usize % TILE);
        self.tile(tile)
            .chunks_exact(TILE)
            .take(dims)
            .map(move |column| column[place])
    }

    fn tile(&self, tile: usize) -> &[f64] {
        &self.docs[tile * TILE * self.dims()..][..TILE * self.dims()]
    }

    /// The first `dims` coordinates of a term.
    fn term(&self, number: u32, dims: usize) -> &[f64] {
        &self.terms[number as usize * self.dims()..][..dims]
    }

    /// The length of each document's first `dims` coordinates.
    pub(crate) fn lengths(&self, dims: usize) -> Vec<f64> {
        let length = |ord| self.doc(ord, dims).map(|x| x * x).sum::<f64>().sqrt();
        (0..self.analysis.n_docs() as u32)
            .into_par_iter()
            .map(length)
            .collect()
    }
}

/// The `max_terms` terms of largest total count, equal counts by code point; in code-point order, with their places.
fn most_frequent(analysis: &Analysis, max_terms: usize) -> Vec<(Ngram, TermRef)> {
    let mut terms: Vec<(u64, Ngram, TermRef)> = Vec::new();
    for (part, grams) in analysis.parts().iter().enumerate() {
        let numbers = 0..grams.postings().n_terms() as u32;
        terms.extend(numbers.map(|n| {
            (
                grams.postings().total(n),
                grams.term(n),
                TermRef { part, number: n },
            )
        }));
    }
    if terms.len() > max_terms {
        terms.select_nth_unstable_by(max_terms, |a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        terms.truncate(max_terms);
    }
    let mut kept: Vec<(Ngram, TermRef)> = terms.into_iter().map(|(_, term, place)| (term, place)).collect();
    kept.sort_unstable_by_key(|&(term, _)| term);
    kept
}

/// The transpose of the TF-IDF matrix: a row per kept term, a column per document; documents of length 1.
///
/// Squares are summed in the order of the kept terms, as scikit-learn does when it is handed a vocabulary.
fn tfidf_by_term(analysis: &Analysis, kept: &[(Ngram, TermRef)]) -> SparseRows {
    let n_docs = analysis.n_docs();
    let sublinear = SublinearTf::new();
    let (mut starts, mut docs, mut weights) = (vec![0], Vec::new(), Vec::new());
    let mut lengths = vec![0.0; n_docs];
    for (_, place) in kept {
        let postings = analysis.parts()[place.part].postings();
        let idf = smooth_idf(n_docs, postings.df(place.number));
        let (of_term, tfs) = postings.of_term(place.number);
        for (&doc, &tf) in of_term.iter().zip(tfs) {
            let weight: f64 = sublinear.of(tf) * idf;
            lengths[doc as usize] += weight * weight;
            docs.push(doc);
            weights.push(weight);
        }
        starts.push(docs.len());
    }
    lengths.iter_mut().for_each(|squares| *squares = squares.sqrt());
    for (weight, &doc) in weights.iter_mut().zip(&docs) {
        *weight /= lengths[doc as usize];
    }
    SparseRows::new((kept.len(), n_docs), starts, docs, weights)
}

/// The rows of `coordinates` in tiles.
fn tiles(coordinates: &Rows) -> Vec<f64> {
    let (n_docs, dims) = (coordinates.rows(), coordinates.cols());
    let mut tiles = vec![0.0; n_docs.next_multiple_of(TILE) * dims];
    for doc in 0..n_docs {
        let first = doc / TILE * TILE * dims + doc % TILE;
        for (place, &x) in (first..).step_by(TILE).zip(coordinates.row(doc)) {
            tiles[place] = x;
        }
    }
    tiles
}

/// An LSA system over one corpus.
pub(crate) struct Latent {
    system: System,
    docids: Arc<[Docid]>,
    factors: Arc<Factors>,
    dims: usize,
    /// Length of each document in the space; 0 for one without kept terms, whose cosines are 0.
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
    /// `None` unless there is a length for each document and the space has `dims` dimensions.
    pub(crate) fn new(
        system: System,
        docids: Arc<[Docid]>,
        factors: Arc<Factors>,
        dims: usize,
        lengths: Array<f64>,
    ) -> Option<Self> {
        let fits = lengths.len() == docids.len() && dims <= factors.dims();
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

    /// The terms of a query that take part, and the query as a unit vector in the space. `None` without such a term.
    fn project<'a>(&self, terms: &'a [QueryTerm]) -> Option<(Vec<Projected<'a>>, Vec<f64>)> {
        let mut known: Vec<Projected<'a>> = terms
            .iter()
            .filter_map(|query| {
                let number = self.factors.kept.find(query.term)?;
                let place = query.place?;
                let df = self.factors.analysis.parts()[place.part]
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
        // a query at right angles to the whole space has no direction in it: every cosine is 0
        let scale = if length > 0.0 { 1.0 / length } else { 0.0 };
        vector.iter_mut().for_each(|x| *x *= scale);
        known.iter_mut().for_each(|t| t.weight *= scale);
        Some((known, vector))
    }

    /// Rankings of up to [`GROUP`] queries that have a direction.
    fn rank<const Q: usize>(&self, queries: &[Vec<f64>; Q], depth: Depth) -> [Vec<ScoredOrd>; Q] {
        let by_dim: Vec<f64> = (0..self.dims)
            .flat_map(|j| queries.iter().map(move |q| q[j]))
            .collect();
        let mut best = std::array::from_fn::<_, Q, _>(|_| Best::new(depth));
        for (tile, lengths) in self.lengths.chunks(TILE).enumerate() {
            for (best, dots) in best.iter_mut().zip(self.dots::<Q>(tile, &by_dim)) {
                for ((ord, dot), &length) in ((tile * TILE) as u32..).zip(dots).zip(lengths) {
                    best.push(ord, over(dot, length));
                }
            }
        }
        best.map(Best::into_ranking)
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

/// A cosine from the product of a unit vector with one of this length; 0 for a vector without a direction.
fn over(dot: f64, length: f64) -> f64 {
    if length > 0.0 { dot / length } else { 0.0 }
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
        match self.project(&self.factors.analysis.query(query)) {
            None => Vec::new(),
            Some((_, vector)) => {
                let [ranking] = self.rank(&[vector], depth);
                ranking
            }
        }
    }

    fn search_batch(&self, queries: &[&str], depth: Depth) -> Vec<Vec<ScoredOrd>> {
        let group = |queries: &[&str]| {
            let vector = |query: &&str| Some(self.project(&self.factors.analysis.query(query))?.1);
            let vectors: Vec<Option<Vec<f64>>> = queries.iter().map(vector).collect();
            // what a group lacks is filled with zeros; each query's sums are the same in any company
            let filled = std::array::from_fn::<_, GROUP, _>(|i| {
                vectors
                    .get(i)
                    .cloned()
                    .flatten()
                    .unwrap_or_else(|| vec![0.0; self.dims])
            });
            let rankings = self.rank(&filled, depth);
            let has_direction = vectors.into_iter().map(|v| v.is_some());
            rankings
                .into_iter()
                .zip(has_direction)
                .map(|(ranking, has)| if has { ranking } else { Vec::new() })
                .collect::<Vec<_>>()
        };
        queries.par_chunks(GROUP).flat_map_iter(group).collect()
    }

    fn explain(&self, query: &str, ord: u32) -> Result<Explanation, Error> {
        let n_docs = self.docids.len();
        let docid = self
            .docids
            .get(ord as usize)
            .ok_or(Error::UnknownDocument { ord, n_docs })?;
        let terms = self.factors.analysis.query(query);
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
            let postings = self.factors.analysis.parts()[part].postings();
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
        let is_known = |t: &&QueryTerm| self.factors.kept.find(t.term).is_some();
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
            .analysis
            .describe(query, |t| self.factors.kept.find(t.term).is_some())
    }
}
