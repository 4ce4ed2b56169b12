//! The pieces of a corpus, joined: in parallel over ranges of the code-point order.

use rayon::prelude::*;

use super::NgramPostings;
use super::piece::Grams;
use crate::Postings;
use crate::lexicon::Lexicon;

/// Ranges of terms that are joined separately.
const RANGES: usize = 64;
/// Every so many terms of a piece are looked at to choose the borders of the ranges.
const SAMPLED: usize = 32;

/// Joins the pieces of a corpus: postings by term in code-point order, and the numbers of the terms in order of first sight.
pub(super) fn merge(n: usize, pieces: Vec<Grams>) -> (NgramPostings, Vec<u32>) {
    let borders = borders(&pieces);
    let begins = std::iter::once(0).chain(borders.iter().copied());
    let ends = borders.iter().copied().chain([u64::MAX]);
    let ranges: Vec<(u64, u64)> = begins.zip(ends).collect();
    let joined: Vec<Joined> = ranges
        .par_iter()
        .map(|&(begin, end)| Joined::of(&pieces, begin, end))
        .collect();
    let first_seen = in_order_of_first_sight(&pieces, &joined);
    let lens: Vec<u32> = pieces.iter().flat_map(|p| p.lens.iter().copied()).collect();
    drop(pieces);

    let n_terms = joined.iter().map(|range| range.terms.len()).sum();
    let n_postings = joined.iter().map(|range| range.docs.len()).sum();
    let (mut terms, mut starts) = (Vec::with_capacity(n_terms), Vec::with_capacity(n_terms + 1));
    let (mut docs, mut tfs) = (Vec::with_capacity(n_postings), Vec::with_capacity(n_postings));
    starts.push(0);
    for range in joined {
        let before = docs.len() as u64;
        starts.extend(range.ends.iter().map(|end| before + end));
        terms.extend(range.terms);
        docs.extend(range.docs);
        tfs.extend(range.tfs);
    }
    let postings = Postings {
        starts: starts.into(),
        docs: docs.into(),
        tfs: tfs.into(),
        lens: lens.into(),
    };
    let lexicon = Lexicon::new(terms.into()).expect("terms were sorted and joined");
    let grams = NgramPostings::new(n, lexicon, postings).expect("every term has its documents");
    (grams, first_seen)
}

/// Where one range of terms ends and the next begins: about as many of the pieces' terms in each.
fn borders(pieces: &[Grams]) -> Vec<u64> {
    let mut sample: Vec<u64> = pieces
        .iter()
        .flat_map(|p| p.terms.iter().step_by(SAMPLED).copied())
        .collect();
    sample.sort_unstable();
    let mut borders: Vec<u64> = (1..RANGES)
        .filter_map(|r| sample.get(r * sample.len() / RANGES).copied())
        .collect();
    borders.dedup();
    borders
}

/// The terms of one range, from all pieces.
#[derive(Default)]
struct Joined {
    terms: Vec<u64>,
    /// Where the documents of each term end, counted from the beginning of the range.
    ends: Vec<u64>,
    docs: Vec<u32>,
    tfs: Vec<u32>,
    /// The first piece that has the term, and when a reader of that piece meets it.
    first: Vec<(u32, u32)>,
}

impl Joined {
    fn of(pieces: &[Grams], begin: u64, end: u64) -> Self {
        let mut entries: Vec<(u64, u32, u32)> = Vec::new();
        for (number, piece) in (0u32..).zip(pieces) {
            let place = |border: u64| piece.terms.partition_point(|&t| t < border) as u32;
            entries
                .extend((place(begin)..place(end)).map(|place| (piece.terms[place as usize], number, place)));
        }
        // each piece is sorted already, and a stable sort merges sorted runs; equal terms stay in corpus order
        entries.sort_by_key(|&(term, ..)| term);
        let mut joined = Self::default();
        for same in entries.chunk_by(|a, b| a.0 == b.0) {
            let (term, piece, place) = same[0];
            joined.terms.push(term);
            joined
                .first
                .push((piece, pieces[piece as usize].seen[place as usize]));
            for &(_, piece, place) in same {
                let (docs, tfs) = pieces[piece as usize].of_term(place);
                joined.docs.extend_from_slice(docs);
                joined.tfs.extend_from_slice(tfs);
            }
            joined.ends.push(joined.docs.len() as u64);
        }
        joined
    }
}

/// The numbers of all terms in the order in which a reader of the corpus meets them.
fn in_order_of_first_sight(pieces: &[Grams], joined: &[Joined]) -> Vec<u32> {
    const ELSEWHERE: u32 = u32::MAX;
    let mut met: Vec<Vec<u32>> = pieces.iter().map(|p| vec![ELSEWHERE; p.terms.len()]).collect();
    for (number, &(piece, seen)) in (0u32..).zip(joined.iter().flat_map(|range| &range.first)) {
        met[piece as usize][seen as usize] = number;
    }
    met.into_iter()
        .flatten()
        .filter(|&number| number != ELSEWHERE)
        .collect()
}
