//! A few documents, counted on their own.

use rustc_hash::FxHashMap;
use sokutei_text::{CharNgrams, Normalized, is_space};

/// What was counted in a few documents in a row.
pub(super) struct Piece {
    /// One entry per n-gram length.
    pub(super) grams: Vec<Grams>,
    /// Numbers of the documents that hold white space only.
    pub(super) blank: Vec<u32>,
}

/// The n-grams of one length in a few documents: terms in code-point order, documents by term.
#[derive(Default)]
pub(super) struct Grams {
    pub(super) terms: Vec<u64>,
    /// For each term, how many others a reader of the piece meets before it.
    pub(super) seen: Vec<u32>,
    /// Where each term's documents begin; one more than there are terms.
    pub(super) starts: Vec<u32>,
    pub(super) docs: Vec<u32>,
    pub(super) tfs: Vec<u32>,
    /// Length of each document.
    pub(super) lens: Vec<u32>,
}

impl Piece {
    /// Counts `texts`, the documents from number `first` on.
    pub(super) fn count<T: AsRef<str>>(first: u32, texts: &[T], lengths: &[usize]) -> Self {
        let normalized: Vec<Normalized> = texts.iter().map(|t| Normalized::new(t.as_ref())).collect();
        let is_blank = |text: &Normalized| text.chars().iter().all(|&c| is_space(c));
        Self {
            grams: lengths
                .iter()
                .map(|&n| Grams::count(first, &normalized, n))
                .collect(),
            blank: (first..)
                .zip(&normalized)
                .filter(|(_, t)| is_blank(t))
                .map(|(doc, _)| doc)
                .collect(),
        }
    }
}

impl Grams {
    fn count(first: u32, texts: &[Normalized], n: usize) -> Self {
        let analyser = CharNgrams::new(n, n).expect("lengths come from analysers");
        let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
        // terms as they are met; of each, the number of its documents and where its latest count stands
        let mut met: Vec<(u64, u32)> = Vec::new();
        let mut latest: Vec<usize> = Vec::new();
        let mut counts: Vec<Count> = Vec::new();
        let mut lens = Vec::with_capacity(texts.len());
        for (doc, text) in (first..).zip(texts) {
            let begin = counts.len();
            lens.push(0);
            for term in analyser.terms(text) {
                lens[(doc - first) as usize] += 1;
                let unused = met.len() as u32;
                let number = *numbers.entry(term.bits()).or_insert(unused);
                if number == unused {
                    met.push((term.bits(), 0));
                    latest.push(usize::MAX);
                }
                let latest = &mut latest[number as usize];
                match counts.get_mut(*latest) {
                    // a count before `begin` is an earlier document's
                    Some(count) if *latest >= begin => count.tf += 1,
                    _ => {
                        *latest = counts.len();
                        met[number as usize].1 += 1;
                        counts.push(Count { number, doc, tf: 1 });
                    }
                }
            }
        }
        Self::by_term(&met, &counts, lens)
    }

    /// Turns counts by document into counts by term; documents stay in order.
    fn by_term(met: &[(u64, u32)], counts: &[Count], lens: Vec<u32>) -> Self {
        let mut seen: Vec<u32> = (0..met.len() as u32).collect();
        seen.sort_unstable_by_key(|&number| met[number as usize].0);
        let mut starts = Vec::with_capacity(met.len() + 1);
        let mut next = vec![0u32; met.len()];
        let mut start = 0;
        for &number in &seen {
            starts.push(start);
            next[number as usize] = start;
            start += met[number as usize].1;
        }
        starts.push(start);
        let (mut docs, mut tfs) = (vec![0; counts.len()], vec![0; counts.len()]);
        for count in counts {
            let next = &mut next[count.number as usize];
            docs[*next as usize] = count.doc;
            tfs[*next as usize] = count.tf;
            *next += 1;
        }
        let terms = seen.iter().map(|&number| met[number as usize].0).collect();
        Self {
            terms,
            seen,
            starts,
            docs,
            tfs,
            lens,
        }
    }

    /// The documents that hold a term, and how often each does.
    pub(super) fn of_term(&self, place: u32) -> (&[u32], &[u32]) {
        let range = self.starts[place as usize] as usize..self.starts[place as usize + 1] as usize;
        (&self.docs[range.clone()], &self.tfs[range])
    }
}

/// How often a document holds a term.
struct Count {
    /// The term, numbered as it was met.
    number: u32,
    doc: u32,
    tf: u32,
}
