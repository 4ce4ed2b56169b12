//! From an n-gram to its number and back.

use sokutei_text::Ngram;

use crate::store::Array;

/// Terms in code-point order; a term's number is its place.
#[derive(Debug, Default)]
pub(crate) struct Lexicon {
    pub(crate) bits: Array<u64>,
}

impl Lexicon {
    /// `None` unless every number is an n-gram and each is above the one before.
    pub(crate) fn new(bits: Array<u64>) -> Option<Self> {
        let rising = bits.windows(2).all(|w| w[0] < w[1]);
        let valid = rising && bits.iter().all(|&b| Ngram::from_bits(b).is_some());
        valid.then_some(Self { bits })
    }

    pub(crate) fn len(&self) -> usize {
        self.bits.len()
    }

    pub(crate) fn find(&self, term: Ngram) -> Option<u32> {
        self.bits
            .binary_search(&term.bits())
            .ok()
            .map(|place| place as u32)
    }

    pub(crate) fn term(&self, number: u32) -> Ngram {
        Ngram::from_bits(self.bits[number as usize]).expect("only n-grams were admitted")
    }
}
