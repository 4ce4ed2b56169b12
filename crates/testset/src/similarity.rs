//! Named similarities of a label and a heading, and the search for the best heading under one of them.
//!
//! [`Similarity::Difflib`] is the article's. The others come from the crate `strsim`; they rank differently
//! and are alternatives to try, not faster substitutes: a threshold tuned for one means nothing for another.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::difflib::{Autojunk, Matcher, Second};
use crate::error::Error;

/// A similarity of two texts, between 0 and 1, higher for more alike. Prints as its name and parses back.
///
/// Called with the label first and the heading second, always: difflib's ratio depends on the order
/// ([`difflib_ratio`](crate::difflib_ratio)).
///
/// ```
/// use sokutei_testset::Similarity;
/// let similarity: Similarity = "jaro-winkler".parse()?;
/// assert_eq!(similarity.to_string(), "jaro-winkler");
/// assert!("soundex".parse::<Similarity>().unwrap_err().to_string().contains("normalized-levenshtein"));
/// # Ok::<(), sokutei_testset::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Similarity {
    /// CPython's `SequenceMatcher(None, label, heading).ratio()`, autojunk on: the rule of the article.
    #[default]
    Difflib,
    /// The same with `autojunk=False`; differs only where a heading has 200 code points or more.
    DifflibNoAutojunk,
    /// Jaro similarity.
    Jaro,
    /// Jaro–Winkler: Jaro with a bonus for a common beginning.
    JaroWinkler,
    /// 1 − Levenshtein distance / length of the longer.
    NormalizedLevenshtein,
    /// 1 − Damerau–Levenshtein distance / length of the longer.
    NormalizedDamerauLevenshtein,
    /// Sørensen–Dice coefficient of character bigrams, white space left out.
    SorensenDice,
}

impl Similarity {
    /// Every similarity, the article's first.
    pub const ALL: [Self; 7] = [
        Self::Difflib,
        Self::DifflibNoAutojunk,
        Self::Jaro,
        Self::JaroWinkler,
        Self::NormalizedLevenshtein,
        Self::NormalizedDamerauLevenshtein,
        Self::SorensenDice,
    ];

    /// Its name: lower case, words joined by hyphens.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Difflib => "difflib",
            Self::DifflibNoAutojunk => "difflib-no-autojunk",
            Self::Jaro => "jaro",
            Self::JaroWinkler => "jaro-winkler",
            Self::NormalizedLevenshtein => "normalized-levenshtein",
            Self::NormalizedDamerauLevenshtein => "normalized-damerau-levenshtein",
            Self::SorensenDice => "sorensen-dice",
        }
    }

    /// The similarity of one label and one heading.
    #[must_use]
    pub fn of(self, label: &str, heading: &str) -> f64 {
        let mut scorer = Scorer::new(self, &[heading]);
        scorer.set_label(label);
        scorer.score(0)
    }
}

impl fmt::Display for Similarity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Similarity {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = Self::ALL.into_iter().find(|s| s.name() == name);
        found.ok_or_else(|| Error::unknown_name("similarity", name, Self::ALL.map(Self::name)))
    }
}

/// A heading and its similarity to the label at hand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Scored {
    pub(crate) index: usize,
    pub(crate) ratio: f64,
}

/// The headings of one article, prepared for holding many labels against them.
#[derive(Debug)]
pub(crate) enum Scorer {
    Difflib {
        matcher: Matcher,
        headings: Vec<Second>,
    },
    Strsim {
        function: fn(&str, &str) -> f64,
        label: String,
        headings: Vec<String>,
    },
}

impl Scorer {
    pub(crate) fn new<S: AsRef<str>>(similarity: Similarity, headings: &[S]) -> Self {
        let difflib = |autojunk| Self::Difflib {
            matcher: Matcher::new(),
            headings: headings
                .iter()
                .map(|h| Second::new(h.as_ref(), autojunk))
                .collect(),
        };
        let strsim = |function| Self::Strsim {
            function,
            label: String::new(),
            headings: headings.iter().map(|h| h.as_ref().to_owned()).collect(),
        };
        match similarity {
            Similarity::Difflib => difflib(Autojunk::On),
            Similarity::DifflibNoAutojunk => difflib(Autojunk::Off),
            Similarity::Jaro => strsim(strsim::jaro),
            Similarity::JaroWinkler => strsim(strsim::jaro_winkler),
            Similarity::NormalizedLevenshtein => strsim(strsim::normalized_levenshtein),
            Similarity::NormalizedDamerauLevenshtein => strsim(strsim::normalized_damerau_levenshtein),
            Similarity::SorensenDice => strsim(strsim::sorensen_dice),
        }
    }

    pub(crate) fn set_label(&mut self, text: &str) {
        match self {
            Self::Difflib { matcher, .. } => matcher.set_first(text),
            Self::Strsim { label, .. } => text.clone_into(label),
        }
    }

    pub(crate) fn score(&mut self, index: usize) -> f64 {
        match self {
            Self::Difflib { matcher, headings } => matcher.ratio(&headings[index]),
            Self::Strsim {
                function,
                label,
                headings,
            } => function(label, &headings[index]),
        }
    }

    /// Whether heading `index` might score above `floor`; a cheap bound says no where it can.
    fn may_exceed(&self, index: usize, floor: f64) -> bool {
        match self {
            Self::Difflib { matcher, headings } => {
                let heading = &headings[index];
                matcher.real_quick_ratio(heading) > floor && matcher.quick_ratio(heading) > floor
            }
            Self::Strsim { .. } => true,
        }
    }

    /// The best of the headings that `candidates` yields (ascending), the first of equals.
    pub(crate) fn best(&mut self, candidates: impl Iterator<Item = usize>) -> Option<Scored> {
        let mut best: Option<Scored> = None;
        for index in candidates {
            let floor = best.map_or(-1.0, |b| b.ratio);
            if !self.may_exceed(index, floor) {
                continue;
            }
            let ratio = self.score(index);
            if ratio > floor {
                best = Some(Scored { index, ratio });
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_parses_back() {
        for similarity in Similarity::ALL {
            assert_eq!(similarity.to_string().parse::<Similarity>().unwrap(), similarity);
            assert_eq!(serde_json::to_value(similarity).unwrap(), similarity.name());
        }
    }

    #[test]
    fn similarities_of_known_pairs_are_those_of_the_literature() {
        let close = |a: f64, b: f64| assert!((a - b).abs() < 5e-4, "{a} is not {b}");
        // Winkler (1990): MARTHA / MARHTA 0.944 and 0.961
        close(Similarity::Jaro.of("MARTHA", "MARHTA"), 0.944);
        close(Similarity::JaroWinkler.of("MARTHA", "MARHTA"), 0.961);
        // kitten / sitting: distance 3 of 7
        close(
            Similarity::NormalizedLevenshtein.of("kitten", "sitting"),
            4.0 / 7.0,
        );
        // a swap of neighbours is one edit
        close(Similarity::NormalizedDamerauLevenshtein.of("ab", "ba"), 0.5);
        // night / nacht share one bigram of four each
        close(Similarity::SorensenDice.of("night", "nacht"), 0.25);
        close(Similarity::Difflib.of("tide", "diet"), 0.25);
    }

    #[test]
    fn bounds_skip_only_what_cannot_win() {
        let headings = ["索引を作る", "索引とは", "語の数", "", "索引とは", "とは索引"];
        for label in ["索引とは", "索引の作り方", "語", "", "xyz"] {
            let mut scorer = Scorer::new(Similarity::Difflib, &headings);
            scorer.set_label(label);
            let mut plain: Option<Scored> = None;
            for index in 0..headings.len() {
                let ratio = scorer.score(index);
                if plain.is_none_or(|p| ratio > p.ratio) {
                    plain = Some(Scored { index, ratio });
                }
            }
            assert_eq!(scorer.best(0..headings.len()), plain, "{label}");
        }
    }
}
