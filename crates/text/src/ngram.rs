//! Character n-grams, packed so that comparing numbers compares strings.

use std::fmt;
use std::str::FromStr;

use crate::{Error, Normalized};

/// Longest n-gram that fits one [`Ngram`]: three code points of 21 bits.
pub const MAX_N: usize = 3;

const BITS: u32 = 21;
const MASK: u64 = (1 << BITS) - 1;

/// One to three code points in one number.
///
/// The order of the numbers is the order of the strings by code point, a prefix before its continuations. That is the
/// order in which terms are stored and scores are added up, here and in the reference implementation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ngram(u64);

impl Ngram {
    /// Packs `chars`; `None` unless there are one to three of them.
    #[must_use]
    pub fn new(chars: &[char]) -> Option<Self> {
        if chars.is_empty() || chars.len() > MAX_N {
            return None;
        }
        Some(Self::pack(chars))
    }

    /// The caller has checked that there are 1 to [`MAX_N`] code points.
    #[inline]
    fn pack(chars: &[char]) -> Self {
        let mut bits = 0u64;
        for i in 0..MAX_N {
            // 0 stands for "no code point here", hence the + 1; U+10FFFF + 1 still fits 21 bits
            bits = (bits << BITS) | chars.get(i).map_or(0, |&c| u64::from(u32::from(c)) + 1);
        }
        Self(bits)
    }

    /// The packed form: never 0, at most 63 bits.
    #[inline]
    #[must_use]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// Reads a packed form back; `None` if no n-gram has these bits.
    #[must_use]
    pub fn from_bits(bits: u64) -> Option<Self> {
        let slots = Self(bits).slots();
        let n = slots.iter().position(|&s| s == 0).unwrap_or(MAX_N);
        let valid = bits >> 63 == 0
            && n > 0
            && slots[n..].iter().all(|&s| s == 0)
            && slots[..n].iter().all(|&s| char::from_u32(s - 1).is_some());
        valid.then_some(Self(bits))
    }

    /// How many code points it holds: 1 to [`MAX_N`].
    #[inline]
    #[must_use]
    pub fn len_chars(self) -> usize {
        self.slots().iter().filter(|&&s| s != 0).count()
    }

    fn slots(self) -> [u32; MAX_N] {
        [2, 1, 0].map(|i| ((self.0 >> (BITS * i)) & MASK) as u32)
    }
}

impl fmt::Display for Ngram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for slot in self.slots().into_iter().filter(|&s| s != 0) {
            write!(
                f,
                "{}",
                char::from_u32(slot - 1).expect("only code points are packed")
            )?;
        }
        Ok(())
    }
}

impl fmt::Debug for Ngram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ngram({:?})", self.to_string())
    }
}

/// The analyser: all n-grams of `min` to `max` code points over the whole normalised text, white space included.
///
/// Printed and parsed as `char(2,3)`. Equal to scikit-learn's `analyzer="char", ngram_range=(min, max)` after
/// [`nfkc_lower`](crate::nfkc_lower).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CharNgrams {
    min: usize,
    max: usize,
}

impl CharNgrams {
    /// N-grams of `min..=max` code points.
    ///
    /// # Errors
    /// [`Error::NgramRange`] unless 1 ≤ `min` ≤ `max` ≤ [`MAX_N`].
    pub fn new(min: usize, max: usize) -> Result<Self, Error> {
        if min == 0 || min > max || max > MAX_N {
            return Err(Error::NgramRange {
                min,
                max,
                limit: MAX_N,
            });
        }
        Ok(Self { min, max })
    }

    /// Shortest length in code points.
    #[must_use]
    pub fn min(&self) -> usize {
        self.min
    }

    /// Longest length in code points.
    #[must_use]
    pub fn max(&self) -> usize {
        self.max
    }

    /// The terms of a text with repeats: all of length `min` from left to right, then the next length.
    ///
    /// A text of fewer than `min` code points has none.
    pub fn terms<'a>(&self, text: &'a Normalized) -> impl Iterator<Item = Ngram> + use<'a> {
        (self.min..=self.max).flat_map(|n| text.chars().windows(n).map(Ngram::pack))
    }

    /// How many terms a text of `len_chars` code points has.
    #[must_use]
    pub fn count(&self, len_chars: usize) -> usize {
        (self.min..=self.max)
            .map(|n| (len_chars + 1).saturating_sub(n))
            .sum()
    }
}

impl fmt::Display for CharNgrams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "char({},{})", self.min, self.max)
    }
}

impl FromStr for CharNgrams {
    type Err = Error;

    fn from_str(s: &str) -> Result<Self, Error> {
        let inner = s.strip_prefix("char(").and_then(|r| r.strip_suffix(')'));
        let (min, max) = inner
            .and_then(|r| r.split_once(','))
            .ok_or_else(|| Error::Name(s.to_owned()))?;
        let number = |t: &str| t.trim().parse::<usize>().map_err(|_| Error::Name(s.to_owned()));
        Self::new(number(min)?, number(max)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(min: usize, max: usize, text: &str) -> Vec<String> {
        let analyser = CharNgrams::new(min, max).expect("a valid range");
        analyser
            .terms(&Normalized::new(text))
            .map(|t| t.to_string())
            .collect()
    }

    #[test]
    fn two_and_three_grams_come_length_by_length() {
        assert_eq!(
            terms(2, 3, "検索評価"),
            ["検索", "索評", "評価", "検索評", "索評価"]
        );
        assert_eq!(terms(2, 3, "検索"), ["検索"]);
        assert!(terms(2, 2, "猫").is_empty());
        assert!(terms(1, 3, "").is_empty());
    }

    #[test]
    fn ranges_that_cannot_be_packed_are_refused() {
        for (min, max) in [(0, 2), (3, 2), (2, 4)] {
            assert!(CharNgrams::new(min, max).is_err(), "{min}..={max}");
        }
    }

    #[test]
    fn bits_that_are_no_ngram_are_refused() {
        let two = Ngram::new(&['a', 'b']).expect("two code points");
        assert_eq!(Ngram::from_bits(two.bits()), Some(two));
        let surrogate = (0xd800_u64 + 1) << 42;
        for bits in [0, 1, MASK, surrogate, u64::MAX, (1 << 63) | two.bits()] {
            assert_eq!(Ngram::from_bits(bits), None, "{bits:x}");
        }
    }

    #[test]
    fn names_read_back() {
        let analyser = CharNgrams::new(2, 3).expect("a valid range");
        assert_eq!(analyser.to_string().parse(), Ok(analyser));
        assert!("char(2;3)".parse::<CharNgrams>().is_err());
        assert!("words".parse::<CharNgrams>().is_err());
    }
}
