//! Who contains what how often: postings by term, over numbers that may stand for anything.

use rayon::prelude::*;

use crate::store::Array;

/// Documents by term: for each term the documents that contain it, ascending, and how often each does.
///
/// Terms and documents are dense numbers from 0. What a term *is* (n-gram, word) is not known here, and neither is
/// how a weight is made of the counts.
#[derive(Debug, Default)]
pub struct Postings {
    /// Where each term's list begins; one more than there are terms.
    pub(crate) starts: Array<u64>,
    pub(crate) docs: Array<u32>,
    pub(crate) tfs: Array<u32>,
    /// Length of each document: how many terms it holds, repeats counted.
    pub(crate) lens: Array<u32>,
}

impl Postings {
    /// Counts `documents`, each a list of term numbers below `n_terms` with repeats.
    ///
    /// ```
    /// use sokutei_index::Postings;
    ///
    /// let postings = Postings::from_documents(2, &[vec![0, 1, 0], vec![1]]);
    /// assert_eq!(postings.of_term(0), (&[0][..], &[2][..]));
    /// assert_eq!(postings.df(1), 2);
    /// assert_eq!(postings.len_of(0), 3);
    /// ```
    ///
    /// # Panics
    /// If a term number is not below `n_terms`, or a document has 2³² terms.
    #[must_use]
    pub fn from_documents(n_terms: usize, documents: &[Vec<u32>]) -> Self {
        let mut lists: Vec<Vec<(u32, u32)>> = vec![Vec::new(); n_terms];
        for (doc, terms) in (0u32..).zip(documents) {
            for &term in terms {
                match lists[term as usize].last_mut() {
                    Some((last, tf)) if *last == doc => *tf += 1,
                    _ => lists[term as usize].push((doc, 1)),
                }
            }
        }
        let mut starts = vec![0u64];
        for list in &lists {
            starts.push(starts[starts.len() - 1] + list.len() as u64);
        }
        let len = |terms: &Vec<u32>| u32::try_from(terms.len()).expect("fewer than 2^32 terms in a document");
        Self {
            starts: starts.into(),
            docs: lists.iter().flatten().map(|p| p.0).collect::<Vec<_>>().into(),
            tfs: lists.iter().flatten().map(|p| p.1).collect::<Vec<_>>().into(),
            lens: documents.iter().map(len).collect::<Vec<_>>().into(),
        }
    }

    /// Whether the arrays fit together: lists that begin where the one before ends, of documents that exist, ascending.
    pub(crate) fn is_consistent(&self) -> bool {
        let rising = |list: &[u32]| list.windows(2).all(|w| w[0] < w[1]);
        self.starts.first() == Some(&0)
            && self.starts.last() == Some(&(self.docs.len() as u64))
            && self.starts.windows(2).all(|w| w[0] <= w[1])
            && self.docs.len() == self.tfs.len()
            && (0..self.n_terms() as u32).all(|term| rising(self.of_term(term).0))
            && self.docs.iter().all(|&doc| (doc as usize) < self.n_docs())
    }

    /// Number of documents, those without terms included.
    #[must_use]
    pub fn n_docs(&self) -> usize {
        self.lens.len()
    }

    /// Number of terms.
    #[must_use]
    pub fn n_terms(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Number of pairs of a term and a document that holds it.
    #[must_use]
    pub fn n_postings(&self) -> usize {
        self.docs.len()
    }

    /// Length of a document: its terms, repeats counted.
    #[must_use]
    pub fn len_of(&self, doc: u32) -> u32 {
        self.lens[doc as usize]
    }

    /// Where a term's list lies in every array that runs along the postings.
    #[inline]
    pub(crate) fn range(&self, term: u32) -> std::ops::Range<usize> {
        self.starts[term as usize] as usize..self.starts[term as usize + 1] as usize
    }

    /// The documents that hold a term, ascending, and how often each does.
    #[must_use]
    pub fn of_term(&self, term: u32) -> (&[u32], &[u32]) {
        let range = self.range(term);
        (&self.docs[range.clone()], &self.tfs[range])
    }

    /// Number of documents that hold a term.
    #[must_use]
    pub fn df(&self, term: u32) -> u32 {
        self.range(term).len() as u32
    }

    /// How often a term occurs in the whole corpus.
    pub(crate) fn total(&self, term: u32) -> u64 {
        self.of_term(term).1.iter().map(|&tf| u64::from(tf)).sum()
    }

    /// How often `doc` holds `term`, and where that stands along the postings.
    pub(crate) fn find(&self, term: u32, doc: u32) -> Option<(usize, u32)> {
        let range = self.range(term);
        let place = range.start + self.docs[range].binary_search(&doc).ok()?;
        Some((place, self.tfs[place]))
    }
}

/// Postings that are weighted together: enough to be worth a task, few enough to share out evenly.
const RUN: usize = 1 << 14;

impl Postings {
    /// One number per posting: `weigh(term, documents, counts, out)` fills the numbers of one term.
    ///
    /// Terms are shared out in runs that do not depend on the number of threads.
    pub(crate) fn weigh(&self, weigh: impl Fn(u32, &[u32], &[u32], &mut [f64]) + Sync) -> Vec<f64> {
        let mut weights = vec![0.0; self.n_postings()];
        let mut runs: Vec<(std::ops::Range<u32>, &mut [f64])> = Vec::new();
        let (mut rest, mut first) = (weights.as_mut_slice(), 0u32);
        for term in 0..self.n_terms() as u32 {
            let run = (self.starts[term as usize + 1] - self.starts[first as usize]) as usize;
            if run >= RUN || term as usize + 1 == self.n_terms() {
                let (head, tail) = std::mem::take(&mut rest).split_at_mut(run);
                runs.push((first..term + 1, head));
                (rest, first) = (tail, term + 1);
            }
        }
        runs.into_par_iter().for_each(|(terms, mut out)| {
            for term in terms {
                let (docs, tfs) = self.of_term(term);
                let (head, tail) = std::mem::take(&mut out).split_at_mut(docs.len());
                weigh(term, docs, tfs, head);
                out = tail;
            }
        });
        weights
    }
}

/// Lengths of the documents when several parts (2-grams, 3-grams) make one index: the sums over the parts.
pub(crate) fn total_lens(parts: &[&Postings]) -> Vec<u64> {
    let n_docs = parts.first().map_or(0, |p| p.n_docs());
    (0..n_docs as u32)
        .map(|doc| parts.iter().map(|p| u64::from(p.len_of(doc))).sum())
        .collect()
}
