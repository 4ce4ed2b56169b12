//! A corpus in the space of its leading singular vectors.

use rayon::prelude::*;
use sokutei_text::Ngram;

use crate::TermRef;
use crate::analysis::Analysis;
use crate::bounds::{COORDINATES, all_in};
use crate::lexicon::Lexicon;
use crate::simd::PAD;
use crate::store::Array;
use crate::svd::{Rows, SparseRows, SvdMethod, SvdOptions, TruncatedSvd, truncated_svd_of_transpose};
use crate::tfidf::{SublinearTf, smooth_idf};

/// Documents whose coordinates lie together, dimension by dimension.
pub(super) const TILE: usize = PAD;
/// A unit vector that leaves no more than this in the space is at right angles to it: what is left is rounding, and a direction
/// made of that would be chosen by chance.
pub(super) const NEGLIGIBLE: f64 = 1e-12;

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
    ) -> (Self, SvdMethod) {
        let kept = most_frequent(&analysis, max_terms);
        let common_first = by_df(&analysis, &kept);
        let at = tfidf_by_term(&analysis, &kept, &common_first);
        let limit = Self::most_dims(at.cols(), at.rows());
        let cuts: Vec<usize> = cuts.iter().map(|&c| c.min(limit)).collect();
        let options = SvdOptions {
            seed,
            ..SvdOptions::default()
        };
        let TruncatedSvd {
            singular_values,
            v: mut terms,
            av,
            method,
            ..
        } = truncated_svd_of_transpose(&at, &cuts, options, grown);
        // A V is U S, and equal documents have equal rows of it to the last bit: they tie
        let docs = tiles(&av);
        terms.reorder(&common_first);
        let bits: Vec<u64> = kept.iter().map(|(term, _)| term.bits()).collect();
        let factors = Self {
            analysis,
            kept: Lexicon::new(bits.into()).expect("terms come in rising order"),
            terms: terms.into_numbers().into(),
            docs: docs.into(),
            singular_values: singular_values.into(),
        };
        (factors, method)
    }

    /// `None` unless the sizes fit together and the numbers are coordinates.
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
            && (0..kept.len() as u32).all(|number| analysis.find(kept.term(number)).is_some())
            && all_in(&terms, &COORDINATES)
            && all_in(&docs, &COORDINATES);
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

    pub(super) fn analysis(&self) -> &Analysis {
        &self.analysis
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
    pub(super) fn doc(&self, ord: u32, dims: usize) -> impl Iterator<Item = f64> {
        let (tile, place) = (ord as usize / TILE, ord as usize % TILE);
        self.tile(tile)
            .chunks_exact(TILE)
            .take(dims)
            .map(move |column| column[place])
    }

    pub(super) fn tile(&self, tile: usize) -> &[f64] {
        &self.docs[tile * TILE * self.dims()..][..TILE * self.dims()]
    }

    /// The first `dims` coordinates of a term.
    pub(super) fn term(&self, number: u32, dims: usize) -> &[f64] {
        &self.terms[number as usize * self.dims()..][..dims]
    }

    /// The length of each document's first `dims` coordinates; 0 if it is [`NEGLIGIBLE`].
    pub(crate) fn lengths(&self, dims: usize) -> Vec<f64> {
        let length = |ord| {
            let length = self.doc(ord, dims).map(|x| x * x).sum::<f64>().sqrt();
            if length > NEGLIGIBLE { length } else { 0.0 }
        };
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

/// The numbers of the kept terms, those of most documents first.
///
/// In this order, the rows that a product reads again and again lie together and stay in a core's cache.
fn by_df(analysis: &Analysis, kept: &[(Ngram, TermRef)]) -> Vec<u32> {
    let df = |number: u32| {
        let place = kept[number as usize].1;
        analysis.parts()[place.part].postings().df(place.number)
    };
    let mut order: Vec<u32> = (0..kept.len() as u32).collect();
    order.sort_by_key(|&number| std::cmp::Reverse(df(number)));
    order
}

/// The transpose of the TF-IDF matrix: a row per kept term, in the given order, and a column per document; documents of length 1.
///
/// Squares are summed in the order of the kept terms, as scikit-learn does when it is handed a vocabulary.
fn tfidf_by_term(analysis: &Analysis, kept: &[(Ngram, TermRef)], order: &[u32]) -> SparseRows {
    let n_docs = analysis.n_docs();
    let sublinear = SublinearTf::new();
    // documents and raw weights of a kept term
    let of_term = |number: u32| {
        let place = kept[number as usize].1;
        let postings = analysis.parts()[place.part].postings();
        let idf = smooth_idf(n_docs, postings.df(place.number));
        let (docs, tfs) = postings.of_term(place.number);
        let sublinear = &sublinear;
        docs.iter()
            .copied()
            .zip(tfs.iter().map(move |&tf| sublinear.of(tf) * idf))
    };
    let mut lengths = vec![0.0; n_docs];
    for (doc, weight) in (0..kept.len() as u32).flat_map(of_term) {
        lengths[doc as usize] += weight * weight;
    }
    lengths.iter_mut().for_each(|squares| *squares = squares.sqrt());
    let n_weights = order.iter().map(|&number| of_term(number).len()).sum();
    let mut starts = Vec::with_capacity(order.len() + 1);
    let (mut docs, mut weights) = (Vec::with_capacity(n_weights), Vec::with_capacity(n_weights));
    starts.push(0);
    for &number in order {
        for (doc, weight) in of_term(number) {
            docs.push(doc);
            weights.push(weight / lengths[doc as usize]);
        }
        starts.push(docs.len());
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
