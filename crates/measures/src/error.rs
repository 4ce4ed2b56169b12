//! Everything that can be wrong with the input of this crate.

use std::fmt;
use std::io;

use crate::ids::{Docid, IdError, SubtopicId, TopicId};
use crate::reading::Unit;

/// Bad input, as fields: which file and line, which topic, what was found and what to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A string is no id.
    #[error(transparent)]
    Id(#[from] IdError),
    /// A file could not be read.
    #[error("{file}: cannot be read")]
    Read {
        /// The name given to the reader.
        file: String,
        /// What the system said.
        source: io::Error,
    },
    /// A line of a file is malformed, or contradicts an earlier one.
    #[error("{file}:{line}: {problem}")]
    Line {
        /// The name given to the reader.
        file: String,
        /// Line number, from 1; empty lines count.
        line: usize,
        /// What is wrong with it.
        problem: LineProblem,
    },
    /// A row of a table, whose file has no lines, is malformed, or contradicts an earlier one.
    #[error("{file}: row {row}: {problem}")]
    Row {
        /// The name given to the reader.
        file: String,
        /// Number of the row, from 1.
        row: usize,
        /// What is wrong with it.
        problem: Box<LineProblem>,
    },
    /// A value of a JSON file is wrong.
    #[error("{file}: at {path}: {problem}")]
    Path {
        /// The name given to the reader.
        file: String,
        /// The keys that lead to it.
        path: String,
        /// What is wrong with it.
        problem: Box<LineProblem>,
    },
    /// A file in a form that is not read.
    #[error("{file}: {found}")]
    Form {
        /// The name given to the reader.
        file: String,
        /// What it is, and what to do.
        found: String,
    },
    /// A file without a single row.
    #[error("{file}: no rows; expected lines of {columns}")]
    NoRows {
        /// The name given to the reader.
        file: String,
        /// Names of the columns.
        columns: &'static str,
    },
    /// Output could not be written.
    #[error("cannot write {what}")]
    Write {
        /// `"qrels"` or `"run"`.
        what: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// A value that the TREC format cannot hold, so that reading the file would give something else.
    #[error("{what} {value:?} cannot be written as a TREC column: {reason}")]
    Unwritable {
        /// `"topic id"` or `"tag"`.
        what: &'static str,
        /// The value.
        value: String,
        /// Why.
        reason: &'static str,
    },
    /// Two different grades for one document of one topic.
    #[error("topic {topic}, docid {docid} has the grades {first} and {second}; keep one")]
    ConflictingGrades {
        /// The topic.
        topic: TopicId,
        /// The document.
        docid: Docid,
        /// The grade that was there.
        first: f64,
        /// The grade that came later.
        second: f64,
    },
    /// A document twice in the ranking of one topic.
    #[error("run {tag}: topic {topic} holds docid {docid} twice; keep one, usually the better placed")]
    DuplicateDocument {
        /// The run.
        tag: String,
        /// The topic.
        topic: TopicId,
        /// The document.
        docid: Docid,
    },
    /// A topic twice in one run.
    #[error("run {tag}: topic {topic} is given twice; a run has one ranking per topic")]
    DuplicateTopic {
        /// The run.
        tag: String,
        /// The topic.
        topic: TopicId,
    },
    /// A score that is NaN or infinite.
    #[error("run {tag}: topic {topic}, docid {docid} has the score {score}; scores are finite numbers")]
    ScoreNotFinite {
        /// The run.
        tag: String,
        /// The topic.
        topic: TopicId,
        /// The document.
        docid: Docid,
        /// The score.
        score: f64,
    },
    /// A measure's name or parameter.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// The name of no tie rule.
    #[error("unknown tie rule {found:?}: there are trec, trec9, docid-asc, rank-column, input-order")]
    UnknownTieBreak {
        /// The text.
        found: String,
    },
    /// Run and qrels share no topic, so that every value would be 0.
    #[error(
        "no topic of the run is judged: the run has {}, the qrels have {}; \
         look for a suffix, leading zeros or another numbering, or the wrong file",
        Few(.in_run), Few(.judged)
    )]
    NoOverlap {
        /// Topics of the run.
        in_run: Vec<TopicId>,
        /// Topics of the qrels.
        judged: Vec<TopicId>,
    },
    /// Two things that must cover the same topics do not.
    #[error("{left} and {right} cover different topics: {} only in {left}, {} only in {right}", Few(.only_left), Few(.only_right))]
    TopicsDiffer {
        /// Name of the first.
        left: String,
        /// Name of the second.
        right: String,
        /// Topics of the first alone.
        only_left: Vec<TopicId>,
        /// Topics of the second alone.
        only_right: Vec<TopicId>,
    },
    /// A sample without values.
    #[error("{what}: no values; at least one topic is needed")]
    EmptySample {
        /// What was asked for.
        what: &'static str,
    },
    /// Two samples that belong together have different lengths.
    #[error("{what}: {left} values against {right}; both need one per topic, in the same order")]
    LengthMismatch {
        /// What was asked for.
        what: &'static str,
        /// Length of the first, or the length a plan was made for.
        left: usize,
        /// Length of the second.
        right: usize,
    },
    /// A value that is NaN or infinite.
    #[error("{what}: value {index} (from 0) is {value}; only finite numbers can be averaged")]
    ValueNotFinite {
        /// What was asked for.
        what: &'static str,
        /// Index of the first such value.
        index: usize,
        /// The value.
        value: f64,
    },
    /// A coefficient of agreement that has no value for an input that is otherwise in order.
    #[error("{what} is not defined: {why}")]
    Undefined {
        /// Which coefficient.
        what: &'static str,
        /// Why not.
        why: crate::agreement::Undefined,
    },
    /// An item twice in a ranking.
    #[error(
        "{what}: the item at place {second} of the {which} ranking stands at place {first} already; keep one, usually the better placed"
    )]
    RepeatedItem {
        /// What was asked for.
        what: &'static str,
        /// `"first"` or `"second"`.
        which: &'static str,
        /// The better place, from 1.
        first: usize,
        /// The other.
        second: usize,
    },
    /// Ratings that do not fit the coefficient that was asked of them.
    #[error("{what}: {problem}")]
    Ratings {
        /// What was asked for.
        what: &'static str,
        /// What is wrong.
        problem: crate::agreement::RatingsProblem,
    },
    /// A setting outside its range.
    #[error("{what}: {name} is {found}; it must be {expected}")]
    Setting {
        /// What was asked for.
        what: &'static str,
        /// Name of the setting.
        name: &'static str,
        /// What was given.
        found: String,
        /// The range.
        expected: String,
    },
}

const MAYBE_SUBTOPICS: &str =
    "; or is the second column a subtopic? Ask for a measure of diversity as well, such as alpha_nDCG@10";

fn before(subtopic: Option<&SubtopicId>) -> String {
    subtopic.map_or(String::new(), |subtopic| format!("subtopic {subtopic}: "))
}

/// Where in a row a value stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A column of a TREC file, from 1.
    Column(usize),
    /// A column with a header, or a key of JSON.
    Named(String),
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column(number) => write!(f, "column {number}"),
            Self::Named(name) => write!(f, "field {name:?}"),
        }
    }
}

/// What is wrong with one line of a file, or one value of a JSON file; where it is, is in [`Error::Line`] and [`Error::Path`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LineProblem {
    /// Bytes that are not UTF-8.
    #[error("byte {byte} of the line is not UTF-8; save the file as UTF-8")]
    NotUtf8 {
        /// Position of the first such byte, from 1.
        byte: usize,
    },
    /// A byte-order mark that is not at the start of the file, or the second there.
    #[error("a byte-order mark (U+FEFF) starts this line; files were probably joined, delete it")]
    ByteOrderMark,
    /// Too few or too many columns.
    #[error("expected {expected} columns ({names}), found {found}{}", hint(*.found, *.expected))]
    Columns {
        /// How many there should be.
        expected: usize,
        /// Their names.
        names: &'static str,
        /// How many there are.
        found: usize,
    },
    /// A column that is no id.
    #[error("{field}: {problem}")]
    Id {
        /// The column.
        field: Field,
        /// What is wrong with it.
        problem: IdError,
    },
    /// A grade with a fraction or an exponent.
    #[error(
        "{field}: grade {found:?} is not a whole number; give whole grades and map them to gains, or ask for decimal grades"
    )]
    FractionalGrade {
        /// The column.
        field: Field,
        /// What stands there.
        found: String,
    },
    /// A grade that is not a number, or too large a one.
    #[error("{field}: grade {found:?} is not a whole number between -2147483648 and 2147483647")]
    Grade {
        /// The column.
        field: Field,
        /// What stands there.
        found: String,
    },
    /// A decimal grade that is no number, or beyond the whole numbers of 32 bits.
    #[error("{field}: grade {found:?} is not a number between -2147483648 and 2147483647")]
    DecimalGrade {
        /// The column.
        field: Field,
        /// What stands there.
        found: String,
    },
    /// A rank that is not a whole number.
    #[error("{field}: rank {found:?} is not a whole number of at least 0")]
    Rank {
        /// The column.
        field: Field,
        /// What stands there.
        found: String,
    },
    /// A score that is not a number.
    #[error("{field}: score {found:?} is not a number")]
    Score {
        /// The column.
        field: Field,
        /// What stands there.
        found: String,
    },
    /// A score that is NaN or infinite, perhaps because it is too large for a double.
    #[error("{field}: score {found:?} is not finite; runs are ordered by score, so each needs a place")]
    ScoreNotFinite {
        /// The column.
        field: Field,
        /// What stands there.
        found: String,
    },
    /// A document that an earlier line already gave for this topic.
    #[error("topic {topic} already has docid {docid} on {unit} {first_line}; keep one of the two {unit}s")]
    DuplicateDocument {
        /// The topic.
        topic: TopicId,
        /// The document.
        docid: Docid,
        /// The earlier line or row.
        first_line: usize,
        /// Which of the two it is.
        unit: Unit,
    },
    /// Another grade than an earlier line gave.
    #[error(
        "topic {topic}, docid {docid} has grade {grade} here and {first_grade} on {unit} {first_line}; keep one"
    )]
    ConflictingGrades {
        /// The topic.
        topic: TopicId,
        /// The document.
        docid: Docid,
        /// Grade of this line.
        grade: Box<str>,
        /// Grade of the earlier line.
        first_grade: Box<str>,
        /// The earlier line or row; the largest number stands for all beyond.
        first_line: u32,
        /// Which of the two it is.
        unit: Unit,
    },
    /// Another grade than an earlier line gave, where subtopics have to do with it.
    #[error("{}{conflict}{}", before(.subtopic.as_ref()), if .subtopic.is_none() { MAYBE_SUBTOPICS } else { "" })]
    AboutSubtopics {
        /// The subtopic; `None` where subtopics are not read, and the column where they would stand has more than one value.
        subtopic: Option<SubtopicId>,
        /// The grades.
        conflict: Box<LineProblem>,
    },
    /// Some rows have a subtopic and some have none.
    #[error("{} a subtopic, and earlier rows {}; name one in each row or in none", if *.here { "this row has" } else { "this row lacks" }, if *.here { "have none" } else { "have one" })]
    SomeSubtopics {
        /// Whether this row has one.
        here: bool,
    },
    /// A key that an object has twice.
    #[error("key {key:?} is given twice; keep one")]
    RepeatedKey {
        /// The key.
        key: String,
    },
    /// A value of another type, or text that is no JSON.
    #[error("{found}")]
    Json {
        /// What was found, and what is expected.
        found: String,
    },
    /// A row that lacks a value.
    #[error("no {what}; it is named by one of {names}")]
    Missing {
        /// What is missing.
        what: &'static str,
        /// The accepted names.
        names: String,
    },
    /// Two columns or keys for one thing.
    #[error("{first:?} and {second:?} both name the {what}; keep one")]
    Ambiguous {
        /// What both name.
        what: &'static str,
        /// The first of them.
        first: String,
        /// The second.
        second: String,
    },
    /// A quote that is not closed on its line, or text behind one that is.
    #[error(
        "a quoted field does not end in a quote before the next comma; fields with line breaks are not read"
    )]
    Quote,
    /// Another tag than an earlier line gave.
    #[error("tag {found:?} here and {first:?} on line {first_line}; a file holds one run, split it by tag")]
    SecondTag {
        /// Tag of this line.
        found: String,
        /// Tag of the earlier lines.
        first: String,
        /// The first line of the run.
        first_line: usize,
    },
}

/// A measure that cannot be understood, with the nearest one that can.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("measure {text:?}: {problem}; {hint}")]
pub struct MeasureError {
    /// What was written.
    pub text: String,
    /// What is wrong with it.
    pub problem: String,
    /// What to write instead.
    pub hint: String,
}

fn hint(found: usize, expected: usize) -> &'static str {
    match (found, expected) {
        (6, 4) => "; these are the columns of a run",
        (4, 6) => "; these are the columns of qrels",
        _ if found > expected => "; ids hold no white space",
        (1, _) => {
            "; rows of a CSV file need a first line that names the columns, such as query_id,doc_id,score"
        }
        _ => "",
    }
}

/// The first ids of a list, as a person wants to see them.
struct Few<'a>(&'a [TopicId]);

impl fmt::Display for Few<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 3;
        match self.0 {
            [] => return f.write_str("none"),
            ids => {
                for (i, id) in ids.iter().take(SHOWN).enumerate() {
                    write!(f, "{}{id:?}", if i > 0 { ", " } else { "" })?;
                }
            }
        }
        if self.0.len() > SHOWN {
            write!(f, " and {} more", self.0.len() - SHOWN)?;
        }
        Ok(())
    }
}
