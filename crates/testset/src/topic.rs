//! A topic: one question, what its author marked as the answer, and how that mark was found.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use sokutei_ingest::jsonl::null_is_empty;
use sokutei_measures::{Docid, TopicId};

use crate::jsonl::{judgments, ratio};
use crate::matching::MatchKind;

/// The grade of a section that a label names.
pub const LABELLED: i32 = 2;

/// The grade that the other sections of the same article get in graded qrels.
pub const SAME_ARTICLE: i32 = 1;

/// One topic; also one line of `topics.jsonl`, with the fields in this order.
///
/// The first six fields are those of the article's file. The others are provenance; a file may lack them, then
/// they are empty (0 for numbers), and what is empty is not written.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Topic {
    /// Its id: `q0`, `q1`, … in article order, then row order, over the rows that found a section.
    pub qid: TopicId,
    /// The question as its author wrote it.
    pub query: String,
    /// The labelled sections and their grade ([`LABELLED`]), in the order of the label. May be empty in a file:
    /// a topic without judgment.
    #[serde(default, deserialize_with = "judgments")]
    pub relevant: IndexMap<Docid, i32>,
    /// How many other sections the article has.
    #[serde(default, deserialize_with = "null_is_empty")]
    pub same_article: usize,
    /// Where the label comes from: `早見表:` and the label.
    #[serde(default, deserialize_with = "null_is_empty")]
    pub source: String,
    /// How the sections were found; [`MatchKind::Given`] when the file does not say.
    #[serde(
        default,
        deserialize_with = "null_is_empty",
        rename = "match",
        skip_serializing_if = "MatchKind::is_given"
    )]
    pub match_kind: MatchKind,
    /// The lowest ratio over the parts of the label, between 0 and 1; 1 for parts that a heading contains.
    /// 0 when a file does not say.
    #[serde(default, deserialize_with = "ratio", skip_serializing_if = "is_zero")]
    pub ratio: f64,
    /// The author's short answer.
    #[serde(
        default,
        deserialize_with = "null_is_empty",
        skip_serializing_if = "String::is_empty"
    )]
    pub answer: String,
    /// Place of the row under the header row of the cheat-sheet, from 1.
    #[serde(
        default,
        deserialize_with = "null_is_empty",
        skip_serializing_if = "is_no_row"
    )]
    pub row: usize,
    /// File of the article, relative to its folder.
    #[serde(
        default,
        deserialize_with = "null_is_empty",
        skip_serializing_if = "String::is_empty"
    )]
    pub file: String,
    /// The label cell.
    #[serde(
        default,
        deserialize_with = "null_is_empty",
        skip_serializing_if = "String::is_empty"
    )]
    pub label: String,
    /// Id of the article.
    #[serde(
        default,
        deserialize_with = "null_is_empty",
        skip_serializing_if = "String::is_empty"
    )]
    pub article: String,
    /// The heading that fits the weakest part best among those that the topic does not label.
    #[serde(
        default,
        deserialize_with = "null_is_empty",
        skip_serializing_if = "Option::is_none"
    )]
    pub runner_up: Option<HeadingFit>,
    /// Which part of the label found which section.
    #[serde(
        default,
        deserialize_with = "null_is_empty",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub parts: Vec<MatchedPart>,
    /// The parts of the label that found no section.
    #[serde(
        default,
        deserialize_with = "null_is_empty",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub parts_missed: Vec<String>,
    /// The parts of the label that [`Multi::First`](crate::Multi::First) left out.
    #[serde(
        default,
        deserialize_with = "null_is_empty",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub parts_left_out: Vec<String>,
}

/// A section by its heading, and how well some words fit it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HeadingFit {
    /// The section.
    pub docid: Docid,
    /// Its heading.
    pub heading: String,
    /// Whether the heading contains the words.
    #[serde(rename = "match")]
    pub match_kind: MatchKind,
    /// The similarity, between 0 and 1; 1 when the heading contains the words.
    #[serde(deserialize_with = "ratio")]
    pub ratio: f64,
}

/// A part of a label and the section that it found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchedPart {
    /// The words of the part.
    pub text: String,
    /// The section.
    pub docid: Docid,
    /// Its heading.
    pub heading: String,
    /// Whether the heading contains the words.
    #[serde(rename = "match")]
    pub match_kind: MatchKind,
    /// The similarity, between 0 and 1; 1 when the heading contains the words.
    #[serde(deserialize_with = "ratio")]
    pub ratio: f64,
}

impl Topic {
    /// Whether the label has several parts, found or not, counted or left out. They may mean one section
    /// (`2.4GHz／5GHzの違い`), so [`relevant`](Self::relevant) can still hold one.
    #[must_use]
    pub fn has_several_parts(&self) -> bool {
        self.parts.len() + self.parts_missed.len() + self.parts_left_out.len() > 1
    }
}

/// Pairs the topics of two test sets that come from the same row of the same file, as (place in `a`, place in
/// `b`), in the order of `a`. Their qids can differ: what a matching rule drops moves the later ones. So this, and
/// never the qid, says which values belong together when two policies of matching are compared.
///
/// Topics without a known row are paired with none; so are rows that gave a topic on one side only.
///
/// ```
/// use sokutei_testset::{pair_by_row, read_topics};
///
/// // Under the second policy row 1 found no section: q0 there is q1 here.
/// let a = read_topics(
///     r#"{"qid": "q0", "query": "x", "file": "a.html", "row": 1}
///        {"qid": "q1", "query": "y", "file": "a.html", "row": 2}"#.as_bytes(),
///     "a.jsonl",
/// )?;
/// let b = read_topics(r#"{"qid": "q0", "query": "y", "file": "a.html", "row": 2}"#.as_bytes(), "b.jsonl")?;
/// assert_eq!(pair_by_row(&a, &b), [(1, 0)]);
/// # Ok::<(), sokutei_testset::Error>(())
/// ```
#[must_use]
pub fn pair_by_row(a: &[Topic], b: &[Topic]) -> Vec<(usize, usize)> {
    let key = |t: &Topic| (t.row > 0).then(|| (t.file.clone(), t.row));
    let of_b: IndexMap<_, usize> = b
        .iter()
        .enumerate()
        .filter_map(|(i, t)| Some((key(t)?, i)))
        .collect();
    a.iter()
        .enumerate()
        .filter_map(|(i, t)| Some((i, *of_b.get(&key(t)?)?)))
        .collect()
}

fn is_zero(ratio: &f64) -> bool {
    *ratio <= 0.0
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde calls it with a reference
fn is_no_row(row: &usize) -> bool {
    *row == 0
}
