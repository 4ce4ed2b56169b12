//! From the words of a label to the headings that they mean.
//!
//! The rule of the article: the first heading that contains the label as it stands; else the heading of
//! highest similarity, the first of equals, if that reaches the threshold. A label that joins several sections
//! with a full-width slash (／) is split first, unless some heading contains it whole. Texts are compared
//! raw: no width folding, no lower case.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::Error;
use crate::similarity::{Scorer, Similarity};

/// What joins the sections that one label names.
pub const PART_SEPARATOR: char = '／';

/// How many of the sections count that one label names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Multi {
    /// Each of them is relevant.
    #[default]
    All,
    /// Only the first; the others are recorded as left out.
    First,
}

impl Multi {
    /// Its name: `all` or `first`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::First => "first",
        }
    }
}

impl fmt::Display for Multi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Multi {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let found = [Self::All, Self::First].into_iter().find(|m| m.name() == name);
        found.ok_or_else(|| Error::unknown_name("multi", name, ["all", "first"]))
    }
}

/// How labels are matched to headings. The default is the rule of the article, with every part of a label.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MatchOptions {
    /// What becomes of a label that names several sections.
    pub multi: Multi,
    /// The similarity that a heading which does not contain the label must reach; between 0 and 1, inclusive.
    pub threshold: f64,
    /// The similarity.
    pub similarity: Similarity,
}

impl MatchOptions {
    /// The rule of the article: contained, else difflib's ratio of at least 0.5.
    pub const ARTICLE: Self = Self {
        multi: Multi::All,
        threshold: 0.5,
        similarity: Similarity::Difflib,
    };

    /// Checks the threshold.
    ///
    /// # Errors
    /// [`Error::Threshold`] when it is not a number from 0 to 1.
    pub fn validate(&self) -> Result<(), Error> {
        if (0.0..=1.0).contains(&self.threshold) {
            Ok(())
        } else {
            Err(Error::Threshold {
                found: self.threshold,
            })
        }
    }
}

impl Default for MatchOptions {
    fn default() -> Self {
        Self::ARTICLE
    }
}

/// How a label found its heading.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchKind {
    /// The heading contains the label.
    Contains,
    /// The heading is similar enough. Of a topic with several parts: at least one of them is.
    Fuzzy,
    /// No label was matched: the sections came with the file of topics.
    #[default]
    Given,
}

impl MatchKind {
    /// Its name: `contains`, `fuzzy` or `given`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Contains => "contains",
            Self::Fuzzy => "fuzzy",
            Self::Given => "given",
        }
    }

    pub(crate) fn is_given(&self) -> bool {
        *self == Self::Given
    }
}

impl fmt::Display for MatchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A heading and how well a label fits it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate {
    /// Place of the heading in the list that was searched, from 0.
    pub index: usize,
    /// Contained or similar.
    pub kind: MatchKind,
    /// The similarity, between 0 and 1; 1 where the heading contains the label.
    pub ratio: f64,
}

/// What a label cell was resolved to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Resolved {
    /// The parts that found a heading, in the order of the label.
    pub parts: Vec<(String, Candidate)>,
    /// The parts that found none.
    pub missed: Vec<String>,
    /// The parts that [`Multi::First`] left out.
    pub left_out: Vec<String>,
}

impl Resolved {
    /// The headings, each once, in the order in which parts found them.
    #[must_use]
    pub fn headings(&self) -> Vec<usize> {
        let mut indexes = Vec::with_capacity(self.parts.len());
        for (_, candidate) in &self.parts {
            if !indexes.contains(&candidate.index) {
                indexes.push(candidate.index);
            }
        }
        indexes
    }

    /// The part of lowest ratio (the first of equals): what the topic's ratio and runner-up are about.
    #[must_use]
    pub fn weakest(&self) -> Option<&(String, Candidate)> {
        self.parts
            .iter()
            .min_by(|(_, x), (_, y)| x.ratio.total_cmp(&y.ratio))
    }

    /// `Fuzzy` as soon as one part is.
    #[must_use]
    pub fn kind(&self) -> MatchKind {
        match self.parts.iter().any(|(_, c)| c.kind == MatchKind::Fuzzy) {
            true => MatchKind::Fuzzy,
            false => MatchKind::Contains,
        }
    }
}

/// The headings of one article, ready to be found by labels.
///
/// ```
/// use sokutei_testset::{HeadingMatcher, MatchKind, MatchOptions};
/// let headings = ["HTTPとは何か", "メソッド一覧（GETとPOST）", "状態コード"];
/// let mut matcher = HeadingMatcher::new(&headings, MatchOptions::ARTICLE);
/// let resolved = matcher.resolve("HTTPとは／メソッドの一覧");
/// assert_eq!(resolved.headings(), [0, 1]);
/// assert_eq!(resolved.kind(), MatchKind::Fuzzy);
/// ```
#[derive(Debug)]
pub struct HeadingMatcher {
    headings: Vec<String>,
    scorer: Scorer,
    options: MatchOptions,
}

impl HeadingMatcher {
    /// Prepares the headings, in document order.
    #[must_use]
    pub fn new<S: AsRef<str>>(headings: &[S], options: MatchOptions) -> Self {
        let scorer = Scorer::new(options.similarity, headings);
        Self {
            headings: headings.iter().map(|h| h.as_ref().to_owned()).collect(),
            scorer,
            options,
        }
    }

    /// The heading that one label (or one part of it) means, or `None` if no heading contains it and none is
    /// similar enough. An empty label is contained in nothing, but equals an empty heading (ratio 1).
    pub fn find(&mut self, label: &str) -> Option<Candidate> {
        self.best(label, &[])
            .filter(|c| c.kind == MatchKind::Contains || c.ratio >= self.options.threshold)
    }

    /// The heading that fits best among those not in `without`, whatever the threshold: the first that contains
    /// the label, else the most similar. `None` only when no heading is left.
    pub fn best(&mut self, label: &str, without: &[usize]) -> Option<Candidate> {
        let containing = self.containing(label).find(|i| !without.contains(i));
        if let Some(index) = containing {
            return Some(Candidate {
                index,
                kind: MatchKind::Contains,
                ratio: 1.0,
            });
        }
        self.scorer.set_label(label);
        let candidates = (0..self.headings.len()).filter(|i| !without.contains(i));
        let best = self.scorer.best(candidates)?;
        Some(Candidate {
            index: best.index,
            kind: MatchKind::Fuzzy,
            ratio: best.ratio,
        })
    }

    /// The headings that contain `label`, ascending; none for an empty label.
    pub fn containing<'a>(&'a self, label: &'a str) -> impl Iterator<Item = usize> + 'a {
        let hits = self
            .headings
            .iter()
            .enumerate()
            .filter(move |(_, h)| !label.is_empty() && h.contains(label));
        hits.map(|(i, _)| i)
    }

    /// Resolves a label cell. A cell that a heading contains whole is not split at [`PART_SEPARATOR`].
    pub fn resolve(&mut self, label: &str) -> Resolved {
        let mut resolved = Resolved::default();
        let mut parts = self.parts(label);
        if self.options.multi == Multi::First && parts.len() > 1 {
            resolved.left_out = parts.split_off(1);
        }
        for part in parts {
            match self.find(&part) {
                Some(candidate) => resolved.parts.push((part, candidate)),
                None => resolved.missed.push(part),
            }
        }
        resolved
    }

    fn parts(&self, label: &str) -> Vec<String> {
        if !label.contains(PART_SEPARATOR) || self.containing(label).next().is_some() {
            return vec![label.to_owned()];
        }
        let parts = label
            .split(PART_SEPARATOR)
            .map(|part| part.trim_matches(sokutei_text::is_space));
        parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(label: &str, headings: &[&str]) -> Resolved {
        HeadingMatcher::new(headings, MatchOptions::ARTICLE).resolve(label)
    }

    #[test]
    fn the_first_heading_that_contains_the_label_wins_over_a_more_similar_one() {
        let found = resolve("索引", &["転置索引のしくみと作り方", "索引"]).parts[0].1;
        assert_eq!(
            found,
            Candidate {
                index: 0,
                kind: MatchKind::Contains,
                ratio: 1.0
            }
        );
    }

    #[test]
    fn the_first_of_equally_similar_headings_wins() {
        assert_eq!(resolve("abcd", &["zzzz", "abcx", "abcy"]).headings(), [1]);
    }

    #[test]
    fn a_ratio_equal_to_the_threshold_is_enough() {
        // 2 of 4 + 4 code points match on either side: 2 * 2 / 8
        assert_eq!(
            resolve("abxx", &["abyy"]).parts[0].1.ratio.to_bits(),
            0.5_f64.to_bits()
        );
        assert_eq!(resolve("abxxx", &["abyy"]).missed, ["abxxx"]);
    }

    #[test]
    fn a_label_contained_whole_is_not_split() {
        assert_eq!(
            resolve("入力／出力", &["入力", "入力／出力の形式", "出力"]).headings(),
            [1]
        );
    }

    #[test]
    fn two_parts_that_find_one_heading_count_once() {
        let resolved = resolve("入力／形式", &["入力の形式"]);
        assert_eq!(resolved.headings(), [0]);
        assert_eq!(resolved.parts.len(), 2);
    }

    #[test]
    fn parts_are_stripped_and_empty_ones_vanish() {
        let resolved = resolve("／ 入力 ／\u{3000}出力／", &["入力", "出力"]);
        assert_eq!(resolved.headings(), [0, 1]);
        assert_eq!(resolve("／", &["入力"]), Resolved::default());
    }

    #[test]
    fn first_keeps_one_part_and_records_the_others() {
        let options = MatchOptions {
            multi: Multi::First,
            ..MatchOptions::ARTICLE
        };
        let resolved = HeadingMatcher::new(&["入力", "出力"], options).resolve("入力／出力");
        assert_eq!(resolved.headings(), [0]);
        assert_eq!(resolved.left_out, ["出力"]);
    }

    #[test]
    fn an_empty_label_finds_only_an_empty_heading() {
        assert_eq!(resolve("", &["入力"]).missed, [""]);
        assert_eq!(resolve("", &["入力", ""]).parts[0].1.index, 1);
    }

    #[test]
    fn thresholds_outside_zero_to_one_are_refused() {
        for threshold in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert!(
                MatchOptions {
                    threshold,
                    ..MatchOptions::ARTICLE
                }
                .validate()
                .is_err(),
                "{threshold}"
            );
        }
        assert!(MatchOptions::default().validate().is_ok());
    }

    #[test]
    fn multi_parses_and_prints() {
        for multi in [Multi::All, Multi::First] {
            assert_eq!(multi.to_string().parse::<Multi>().unwrap(), multi);
        }
        assert!("second".parse::<Multi>().is_err());
    }
}
