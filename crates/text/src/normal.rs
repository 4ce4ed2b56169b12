//! Width and case out of the way: NFKC, then lower case.

use unicode_normalization::UnicodeNormalization;

use crate::{is_space, plain};

/// Unicode normalisation form KC, as Python's `unicodedata.normalize("NFKC", s)`.
///
/// The tables are those of the `unicode-normalization` crate and of Rust's standard library. A code point that Python's
/// tables do not know yet is left alone there and may be folded here: against Python 3.11 (Unicode 14) 222 code points,
/// all of them unassigned in Unicode 14, listed in `docs/METHODS.md`.
#[must_use]
pub fn nfkc(s: &str) -> String {
    if s.is_ascii() {
        s.to_owned()
    } else {
        s.nfkc().collect()
    }
}

/// NFKC, then lower case: Python's `unicodedata.normalize("NFKC", s).lower()`, final sigma included.
///
/// ```
/// assert_eq!(sokutei_text::nfkc_lower("ＲＤＰ㈱ｶﾞ ΟΔΟΣ"), "rdp(株)ガ οδος");
/// ```
#[must_use]
pub fn nfkc_lower(s: &str) -> String {
    plain::nfkc_lower(s).unwrap_or_else(|| nfkc(s).to_lowercase())
}

/// A text as the analyser sees it: [`nfkc_lower`], then every run of two or more spaces replaced by one U+0020.
///
/// A single space or line feed stays what it is; this is what scikit-learn's `analyzer="char"` does (its pattern is
/// `\s\s+`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Normalized {
    chars: Vec<char>,
}

impl Normalized {
    /// Normalises `text`. Linear in its length.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let folded = nfkc_lower(text);
        let mut chars = Vec::with_capacity(folded.len() / 2);
        let mut run = 0usize;
        for c in folded.chars() {
            if is_space(c) {
                run += 1;
                match run {
                    1 => chars.push(c),
                    _ => *chars.last_mut().expect("a run of spaces has pushed one") = ' ',
                }
            } else {
                run = 0;
                chars.push(c);
            }
        }
        Self { chars }
    }

    /// The code points after normalisation.
    #[must_use]
    pub fn chars(&self) -> &[char] {
        &self.chars
    }

    /// Whether any code point is a letter, digit or ideograph of any script: a query without one says nothing that can be
    /// searched for.
    ///
    /// ```
    /// use sokutei_text::Normalized;
    ///
    /// let has_words = |text| Normalized::new(text).has_words();
    /// assert!(has_words("C++") && has_words("猫") && has_words("①"));
    /// assert!(!has_words("？！ ") && !has_words("〜") && !has_words(""));
    /// ```
    #[must_use]
    pub fn has_words(&self) -> bool {
        self.chars.iter().any(|c| c.is_alphanumeric())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_runs_of_spaces_become_one_space() {
        let chars = |s: &str| Normalized::new(s).chars().iter().collect::<String>();
        assert_eq!(chars("a\nb"), "a\nb");
        assert_eq!(chars("a\n\nb"), "a b");
        assert_eq!(
            chars(" \u{3000}が　ガ\n"),
            " が ガ\n",
            "U+3000 is a compatibility space: NFKC makes it U+0020"
        );
        assert_eq!(chars(""), "");
    }

    #[test]
    fn punctuation_alone_has_no_words() {
        assert!(!Normalized::new("？！ …").has_words());
        assert!(Normalized::new("？3").has_words());
    }
}
