//! Odd things about topics that a person should look at; none of them stops the work.

use std::fmt;

use indexmap::IndexMap;
use serde::Serialize;
use sokutei_measures::TopicId;
use sokutei_text::{Normalized, nfkc_lower, squeeze};

use crate::build_topics::{PartlyMissed, UnmatchedRow};
use crate::sheet::{ArticleWithoutSheet, SkippedRow};
use crate::topic::Topic;

/// Something odd about a topic or a cheat-sheet.
///
/// Serialises with its [`kind`](Self::kind) in the field `kind`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TopicWarning {
    /// An article gives no topics.
    ArticleWithoutSheet(ArticleWithoutSheet),
    /// A row cannot be read as question and label.
    SkippedRow(SkippedRow),
    /// A row's label found no section.
    UnmatchedRow(UnmatchedRow),
    /// A part of a topic's label found no section.
    PartlyMissed(PartlyMissed),
    /// The query has no letter, digit or other word character: nothing sensible can be searched with it.
    QueryWithoutWords {
        /// The topic.
        qid: TopicId,
        /// Its query.
        query: String,
    },
    /// Several topics ask with the same words (after NFKC, lower case and white-space folding), so every system
    /// answers them alike.
    DuplicateQuery {
        /// The query of the first.
        query: String,
        /// All of them.
        qids: Vec<TopicId>,
    },
    /// Several headings contain the label; the first was taken.
    AmbiguousLabel {
        /// The topic.
        qid: TopicId,
        /// The file.
        file: String,
        /// The words.
        part: String,
        /// The headings, the one that was taken first.
        headings: Vec<String>,
    },
    /// The cell of the label is empty, and an empty heading was taken for it.
    EmptyLabel {
        /// The topic.
        qid: TopicId,
        /// The file.
        file: String,
        /// The row under the header row, from 1.
        row: usize,
    },
    /// The cell of the answer is empty or missing.
    NoAnswer {
        /// The topic.
        qid: TopicId,
        /// The file.
        file: String,
        /// The row under the header row, from 1.
        row: usize,
    },
    /// A page has more than one cheat-sheet; only the first is read.
    FurtherSheet {
        /// The file.
        file: String,
        /// How many are not read.
        count: usize,
    },
}

impl TopicWarning {
    /// Its kind, in kebab case: what counts are grouped by.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::ArticleWithoutSheet(_) => "article-without-sheet",
            Self::SkippedRow(_) => "skipped-row",
            Self::UnmatchedRow(_) => "unmatched-row",
            Self::PartlyMissed(_) => "partly-missed",
            Self::QueryWithoutWords { .. } => "query-without-words",
            Self::DuplicateQuery { .. } => "duplicate-query",
            Self::AmbiguousLabel { .. } => "ambiguous-label",
            Self::EmptyLabel { .. } => "empty-label",
            Self::NoAnswer { .. } => "no-answer",
            Self::FurtherSheet { .. } => "further-sheet",
        }
    }
}

impl fmt::Display for TopicWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ArticleWithoutSheet(without) => write!(f, "no cheat-sheet: {without}"),
            Self::SkippedRow(row) => row.fmt(f),
            Self::UnmatchedRow(row) => row.fmt(f),
            Self::PartlyMissed(topic) => topic.fmt(f),
            Self::QueryWithoutWords { qid, query } => {
                write!(
                    f,
                    "{qid}: the query `{query}` has no words; write a question or drop the row"
                )
            }
            Self::DuplicateQuery { query, qids } => {
                let qids: Vec<&str> = qids.iter().map(TopicId::as_str).collect();
                let (n, qids) = (qids.len(), qids.join(", "));
                write!(
                    f,
                    "{n} topics ask `{query}` ({qids}); check that they mean the same sections"
                )
            }
            Self::AmbiguousLabel {
                qid,
                file,
                part,
                headings,
            } => {
                let (n, first) = (headings.len(), headings.first().map_or("", String::as_str));
                write!(
                    f,
                    "{file}: {n} headings contain the label `{part}` of {qid}; the first, `{first}`, is taken"
                )?;
                f.write_str(": lengthen the label if another is meant")
            }
            Self::EmptyLabel { qid, file, row } => {
                write!(
                    f,
                    "{file}: row {row} ({qid}) has no label and was matched to an empty heading; name the section"
                )
            }
            Self::NoAnswer { qid, file, row } => {
                write!(f, "{file}: row {row} ({qid}) has no answer; write one")
            }
            Self::FurtherSheet { file, count } => {
                write!(
                    f,
                    "{file}: {count} more cheat-sheets after the first are not read; join them into one table"
                )
            }
        }
    }
}

/// The warnings that need nothing but the topics: queries without words, in topic order; then queries asked
/// more than once, in the order of their first topic.
#[must_use]
pub fn topic_warnings(topics: &[Topic]) -> Vec<TopicWarning> {
    let wordless = topics.iter().filter(|t| !Normalized::new(&t.query).has_words());
    let mut warnings: Vec<TopicWarning> = wordless
        .map(|t| TopicWarning::QueryWithoutWords {
            qid: t.qid.clone(),
            query: t.query.clone(),
        })
        .collect();
    let mut asked: IndexMap<String, Vec<&Topic>> = IndexMap::new();
    for topic in topics {
        asked
            .entry(squeeze(&nfkc_lower(&topic.query)))
            .or_default()
            .push(topic);
    }
    let repeated = asked.into_values().filter(|same| same.len() > 1);
    warnings.extend(repeated.map(|same| TopicWarning::DuplicateQuery {
        query: same[0].query.clone(),
        qids: same.iter().map(|t| t.qid.clone()).collect(),
    }));
    warnings
}
