//! One pass over the text: every n-gram that any system needs, counted once.
//!
//! N-grams are counted by length. A range such as 2 to 3 is the lengths 2 and 3 side by side: its document length is
//! the sum, its terms are those of both, so that systems over 2-grams and over 2- and 3-grams share the counts.
//!
//! Documents are counted in pieces of [`PIECE`], in parallel; the pieces do not depend on the number of threads and
//! are joined in corpus order, so the result does not either.

use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use sokutei_text::{CharNgrams, MAX_N, Ngram, Normalized, is_space};

use crate::Postings;
use crate::lexicon::Lexicon;
use crate::progress::{Part, Progress};

/// Documents that are counted together.
const PIECE: usize = 64;

/// The n-grams of one length over a corpus: which there are, and which document holds them how often.
#[derive(Debug)]
pub struct NgramPostings {
    n: usize,
    lexicon: Lexicon,
    postings: Arc<Postings>,
}

impl NgramPostings {
    /// `None` unless there is one list of documents per n-gram.
    pub(crate) fn new(n: usize, lexicon: Lexicon, postings: Postings) -> Option<Self> {
        let postings = Arc::new(postings);
        (lexicon.len() == postings.n_terms()).then_some(Self { n, lexicon, postings })
    }

    /// Code points in each of the n-grams.
    #[must_use]
    pub fn n(&self) -> usize {
        self.n
    }

    /// Documents by n-gram; n-grams are numbered in code-point order.
    #[must_use]
    pub fn postings(&self) -> &Arc<Postings> {
        &self.postings
    }

    /// The n-gram of a number.
    ///
    /// # Panics
    /// If there is no such number.
    #[must_use]
    pub fn term(&self, number: u32) -> Ngram {
        self.lexicon.term(number)
    }

    /// The number of an n-gram, if the corpus has it.
    #[must_use]
    pub fn find(&self, term: Ngram) -> Option<u32> {
        self.lexicon.find(term)
    }

    pub(crate) fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }
}

/// The counts of a corpus for some n-gram lengths.
#[derive(Debug)]
pub struct Counts {
    by_length: Vec<Arc<NgramPostings>>,
    /// For each length, the numbers of its terms in the order in which a reader of the corpus meets them.
    first_seen: Vec<Vec<u32>>,
    /// Documents of white space only.
    blank: Vec<u32>,
}

impl Counts {
    /// Counts the n-grams of all `ranges` in one pass over `texts`.
    ///
    /// ```
    /// use sokutei_index::{Counts, Silent};
    /// use sokutei_text::{CharNgrams, Ngram};
    ///
    /// let counts = Counts::of(&["検索の評価", "検索、検索"], &[CharNgrams::new(2, 3)?], &Silent);
    /// let bigrams = &counts.of_length(2).expect("2 is in the range 2 to 3");
    /// let term = bigrams.find(Ngram::new(&['検', '索']).expect("two code points")).expect("in the corpus");
    /// assert_eq!(bigrams.postings().of_term(term), (&[0, 1][..], &[1, 2][..]));
    /// # Ok::<(), sokutei_text::Error>(())
    /// ```
    #[must_use]
    pub fn of<T: AsRef<str> + Sync>(texts: &[T], ranges: &[CharNgrams], progress: &dyn Progress) -> Self {
        let lengths: Vec<usize> = (1..=MAX_N)
            .filter(|n| ranges.iter().any(|r| (r.min()..=r.max()).contains(n)))
            .collect();
        progress.begin(&Part::Count, texts.len() as u64);
        let mut pieces: Vec<Piece> = texts
            .par_chunks(PIECE)
            .map(|texts| {
                let piece = Piece::count(texts, &lengths);
                progress.advance(&Part::Count, texts.len() as u64);
                piece
            })
            .collect();
        let blank = (0..)
            .step_by(PIECE)
            .zip(&pieces)
            .flat_map(|(first, piece)| piece.blank.iter().map(move |doc| first + doc))
            .collect();
        let of_length: Vec<Vec<Grams>> = (0..lengths.len())
            .map(|i| {
                pieces
                    .iter_mut()
                    .map(|p| std::mem::take(&mut p.grams[i]))
                    .collect()
            })
            .collect();
        let merged: Vec<(NgramPostings, Vec<u32>)> = lengths
            .par_iter()
            .zip(of_length)
            .map(|(&n, pieces)| merge(n, &pieces))
            .collect();
        let (by_length, first_seen) = merged.into_iter().map(|(p, seen)| (Arc::new(p), seen)).unzip();
        progress.end(&Part::Count);
        Self {
            by_length,
            first_seen,
            blank,
        }
    }

    /// The n-grams of one length, if they were counted.
    #[must_use]
    pub fn of_length(&self, n: usize) -> Option<&Arc<NgramPostings>> {
        self.by_length.iter().find(|p| p.n() == n)
    }

    /// Every length that was counted, shortest first.
    pub(crate) fn lengths(&self) -> &[Arc<NgramPostings>] {
        &self.by_length
    }

    /// Documents of white space only, or of nothing.
    pub(crate) fn blank(&self) -> &[u32] {
        &self.blank
    }

    /// Calls `visit(part, term)` for every term of `range` in the order in which a reader of the corpus meets them:
    /// document by document, the shorter n-grams of a document first.
    ///
    /// `part` counts the lengths of the range from 0.
    pub(crate) fn in_order_of_first_sight(&self, range: CharNgrams, mut visit: impl FnMut(usize, u32)) {
        let mut parts: Vec<(&NgramPostings, std::iter::Peekable<std::slice::Iter<'_, u32>>)> = self
            .by_length
            .iter()
            .zip(&self.first_seen)
            .filter(|(p, _)| (range.min()..=range.max()).contains(&p.n()))
            .map(|(p, seen)| (p.as_ref(), seen.iter().peekable()))
            .collect();
        let n_docs = parts.first().map_or(0, |(p, _)| p.postings.n_docs());
        for doc in 0..n_docs as u32 {
            for (part, (grams, unseen)) in parts.iter_mut().enumerate() {
                let first_of = |term: u32| grams.postings.of_term(term).0[0];
                while let Some(&term) = unseen.next_if(|&&term| first_of(term) == doc) {
                    visit(part, term);
                }
            }
        }
    }
}

/// What was counted in [`PIECE`] documents.
struct Piece {
    grams: Vec<Grams>,
    /// Documents of white space only, counted from the first of the piece.
    blank: Vec<u32>,
}

/// The n-grams of one length in one piece; terms are numbered as they were met.
#[derive(Default)]
struct Grams {
    terms: Vec<u64>,
    /// Term and count, document by document, as first met in the document.
    pairs: Vec<(u32, u32)>,
    /// Where the pairs of each document end.
    ends: Vec<usize>,
    lens: Vec<u32>,
}

impl Piece {
    fn count<T: AsRef<str>>(texts: &[T], lengths: &[usize]) -> Self {
        let normalized: Vec<Normalized> = texts.iter().map(|t| Normalized::new(t.as_ref())).collect();
        let is_blank = |text: &Normalized| text.chars().iter().all(|&c| is_space(c));
        Self {
            grams: lengths.iter().map(|&n| Grams::count(&normalized, n)).collect(),
            blank: (0..)
                .zip(&normalized)
                .filter(|(_, t)| is_blank(t))
                .map(|(doc, _)| doc)
                .collect(),
        }
    }
}

impl Grams {
    fn count(texts: &[Normalized], n: usize) -> Self {
        let analyser = CharNgrams::new(n, n).expect("lengths come from analysers");
        let mut grams = Self::default();
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        // where a term's latest pair stands: within the current document's pairs, or before them
        let mut latest: Vec<usize> = Vec::new();
        for text in texts {
            let begin = grams.pairs.len();
            let mut len = 0;
            for term in analyser.terms(text) {
                len += 1;
                let unused = grams.terms.len() as u32;
                let number = *numbers.entry(term.bits()).or_insert(unused);
                if number == unused {
                    grams.terms.push(term.bits());
                    latest.push(grams.pairs.len());
                    grams.pairs.push((number, 1));
                } else if latest[number as usize] >= begin {
                    grams.pairs[latest[number as usize]].1 += 1;
                } else {
                    latest[number as usize] = grams.pairs.len();
                    grams.pairs.push((number, 1));
                }
            }
            grams.ends.push(grams.pairs.len());
            grams.lens.push(len);
        }
        grams
    }

    /// The pairs of each document of the piece.
    fn documents(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins
            .zip(&self.ends)
            .map(|(begin, &end)| &self.pairs[begin..end])
    }
}

/// Joins the pieces of a corpus: postings by term in code-point order, and the terms in order of first sight.
fn merge(n: usize, pieces: &[Grams]) -> (NgramPostings, Vec<u32>) {
    let (seen, numbers) = number_terms(pieces);
    let mut by_code: Vec<(u64, u32)> = seen.iter().copied().zip(0..).collect();
    by_code.par_sort_unstable();
    let mut place = vec![0u32; seen.len()];
    for (number, &(_, as_seen)) in (0..).zip(&by_code) {
        place[as_seen as usize] = number;
    }

    let mut df = vec![0u64; seen.len()];
    for (piece, numbers) in pieces.iter().zip(&numbers) {
        for &(term, _) in &piece.pairs {
            df[place[numbers[term as usize] as usize] as usize] += 1;
        }
    }
    let mut starts = Vec::with_capacity(df.len() + 1);
    starts.push(0);
    for count in df {
        starts.push(starts[starts.len() - 1] + count);
    }

    let n_postings = starts[starts.len() - 1] as usize;
    let (mut docs, mut tfs) = (vec![0u32; n_postings], vec![0u32; n_postings]);
    let mut next = starts.clone();
    let mut doc = 0u32;
    for (piece, numbers) in pieces.iter().zip(&numbers) {
        for pairs in piece.documents() {
            for &(term, tf) in pairs {
                let next = &mut next[place[numbers[term as usize] as usize] as usize];
                docs[*next as usize] = doc;
                tfs[*next as usize] = tf;
                *next += 1;
            }
            doc += 1;
        }
    }

    let bits: Vec<u64> = by_code.iter().map(|&(bits, _)| bits).collect();
    let postings = Postings {
        starts: starts.into(),
        docs: docs.into(),
        tfs: tfs.into(),
        lens: pieces
            .iter()
            .flat_map(|p| p.lens.iter().copied())
            .collect::<Vec<_>>()
            .into(),
    };
    let lexicon = Lexicon { bits: bits.into() };
    (
        NgramPostings {
            n,
            lexicon,
            postings: Arc::new(postings),
        },
        place,
    )
}

/// Numbers the terms of all pieces in order of first sight: the terms, and each piece's own numbers translated.
fn number_terms(pieces: &[Grams]) -> (Vec<u64>, Vec<Vec<u32>>) {
    let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
    let mut seen: Vec<u64> = Vec::new();
    let translated = pieces
        .iter()
        .map(|piece| {
            let number = |&bits: &u64| {
                *numbers.entry(bits).or_insert_with(|| {
                    seen.push(bits);
                    seen.len() as u32 - 1
                })
            };
            piece.terms.iter().map(number).collect()
        })
        .collect();
    (seen, translated)
}
