//! One pass over the text: every n-gram that any system needs, counted once.
//!
//! N-grams are counted by length. A range such as 2 to 3 is the lengths 2 and 3 side by side: its document length is
//! the sum, its terms are those of both, so that systems over 2-grams and over 2- and 3-grams share the counts.
//!
//! Documents are counted in pieces of [`PIECE`], in parallel; the pieces do not depend on the number of threads and
//! are joined in corpus order, so the result does not either.

mod merge;
mod piece;

use std::sync::Arc;

use rayon::prelude::*;
use sokutei_text::{CharNgrams, MAX_N, Ngram};

use self::merge::merge;
use self::piece::Piece;
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
            .enumerate()
            .map(|(number, texts)| {
                let piece = Piece::count((number * PIECE) as u32, texts, &lengths);
                progress.advance(&Part::Count, texts.len() as u64);
                piece
            })
            .collect();
        let blank = pieces
            .iter()
            .flat_map(|piece| piece.blank.iter().copied())
            .collect();
        // one length after the other, the longest first: it has most postings, and its pieces are gone before the next is joined
        let joined = lengths.iter().enumerate().rev().map(|(i, &n)| {
            let pieces = pieces
                .iter_mut()
                .map(|p| std::mem::take(&mut p.grams[i]))
                .collect();
            let (postings, seen) = merge(n, pieces);
            (Arc::new(postings), seen)
        });
        let (mut by_length, mut first_seen): (Vec<_>, Vec<_>) = joined.unzip();
        by_length.reverse();
        first_seen.reverse();
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

    /// Lets go of the lengths that are not wanted any more.
    pub(crate) fn keep(&mut self, wanted: impl Fn(usize) -> bool) {
        let keep: Vec<bool> = self.by_length.iter().map(|p| wanted(p.n())).collect();
        let (mut of_length, mut of_seen) = (keep.iter(), keep.iter());
        self.by_length
            .retain(|_| of_length.next().copied().unwrap_or(true));
        self.first_seen
            .retain(|_| of_seen.next().copied().unwrap_or(true));
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
