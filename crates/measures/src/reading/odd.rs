//! What becomes of rows that are not as they should be.

use std::fmt;

use crate::error::{Error, LineProblem};

/// What is done with rows that are not as they should be.
///
/// The default refuses the first of them. Whatever is let through is counted in the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadingRules {
    /// What is odd in general.
    pub oddities: Oddities,
    /// A document twice in the ranking of one topic.
    pub duplicates: Duplicates,
    /// Whether judgments hold for a subtopic: the second column of TREC qrels, or a field `subtopic`, `subtopic_id` or `iteration`. Off, it is not
    /// read; on, grades are whole whatever `grades` says.
    pub subtopics: bool,
    /// What a grade of qrels is.
    pub grades: Grades,
}

/// What a grade of qrels is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grades {
    /// A whole number: a decimal one is an error, never cut off.
    #[default]
    Whole,
    /// Any number; see [`Qrels::insert_decimal`](crate::Qrels::insert_decimal).
    Decimal,
}

/// What is done with rows that are odd.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Oddities {
    /// The first one is an error.
    #[default]
    Refuse,
    /// Those with a written remedy are mended and counted, the others are errors.
    Mend,
    /// All are counted; those without a remedy are left out.
    Collect,
}

/// Which row of a document that a topic has twice is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// Neither: it is an error, unless odd rows are mended; then as [`Duplicates::First`].
    #[default]
    Error,
    /// The first in the file.
    First,
    /// The one with the largest score, of equal ones the first. It stands where the first stood.
    Best,
}

/// Where in a file something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line, from 1.
    Line(usize),
    /// A row of a table without lines, from 1.
    Row(usize),
    /// Keys of a JSON document.
    Path(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "{number}"),
            Self::Row(number) => write!(f, "row {number}"),
            Self::Path(path) => f.write_str(path),
        }
    }
}

/// What the places of a file are counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Lines of text.
    #[default]
    Line,
    /// Rows of a table.
    Row,
    /// Items of a list.
    Item,
}

impl Unit {
    /// The place with a number, from 1.
    #[must_use]
    pub fn place(self, number: usize) -> Place {
        match self {
            Self::Line => Place::Line(number),
            Self::Row => Place::Row(number),
            Self::Item => Place::Path(number.to_string()),
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Line => "line",
            Self::Row => "row",
            Self::Item => "item",
        })
    }
}

/// Rows of a file that are odd in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// Name of the way, such as `extra-columns`.
    pub kind: &'static str,
    /// What was done with them, in words.
    pub remedy: &'static str,
    /// How many there are.
    pub count: usize,
    /// The first of them, three at most.
    pub first: Vec<(Place, LineProblem)>,
}

impl LineProblem {
    /// A short name of what is wrong, the same for every file.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NotUtf8 { .. } => "not-utf8",
            Self::ByteOrderMark => "byte-order-mark",
            Self::Columns { expected, found, .. } if found > expected => "extra-columns",
            Self::Columns { .. } => "missing-columns",
            Self::Id { .. } => "id",
            Self::FractionalGrade { .. } => "fractional-grade",
            Self::Grade { .. } | Self::DecimalGrade { .. } => "grade",
            Self::Rank { .. } => "rank",
            Self::Score { .. } => "score",
            Self::ScoreNotFinite { .. } => "score-not-finite",
            Self::DuplicateDocument { .. } => "duplicate-document",
            Self::ConflictingGrades { .. } | Self::AboutSubtopics { .. } => "conflicting-grades",
            Self::SomeSubtopics { .. } => "some-subtopics",
            Self::RepeatedKey { .. } => "repeated-key",
            Self::Json { .. } => "json",
            Self::Missing { .. } => "missing-value",
            Self::Ambiguous { .. } => "ambiguous-columns",
            Self::Quote => "quote",
            Self::SecondTag { .. } => "second-tag",
        }
    }
}

/// What was odd so far in one file.
#[derive(Debug)]
pub(crate) struct Odd<'n> {
    pub(crate) rules: ReadingRules,
    name: &'n str,
    found: Vec<Oddity>,
}

impl<'n> Odd<'n> {
    const SHOWN: usize = 3;

    pub(crate) fn new(name: &'n str, rules: ReadingRules) -> Self {
        Self {
            rules,
            name,
            found: Vec::new(),
        }
    }

    pub(crate) fn collects(&self) -> bool {
        self.rules.oddities == Oddities::Collect
    }

    /// An error about a place of the file.
    #[cold]
    pub(crate) fn error(&self, place: Place, problem: LineProblem) -> Error {
        let file = self.name.to_owned();
        match place {
            Place::Line(line) => Error::Line { file, line, problem },
            Place::Row(row) => Error::Row {
                file,
                row,
                problem: Box::new(problem),
            },
            Place::Path(path) => Error::Path {
                file,
                path,
                problem: Box::new(problem),
            },
        }
    }

    /// Counts what was mended by `remedy`, or refuses it if nothing is to be mended.
    ///
    /// # Errors
    /// The problem.
    #[cold]
    pub(crate) fn mended(
        &mut self,
        remedy: &'static str,
        place: Place,
        problem: LineProblem,
    ) -> Result<(), Error> {
        let chosen = self.rules.duplicates != Duplicates::Error
            && matches!(problem, LineProblem::DuplicateDocument { .. });
        if self.rules.oddities == Oddities::Refuse && !chosen {
            return Err(self.error(place, problem));
        }
        self.count(remedy, place, problem);
        Ok(())
    }

    /// Counts what has no remedy, if everything is counted.
    ///
    /// # Errors
    /// The problem, otherwise.
    #[cold]
    pub(crate) fn left_out(&mut self, place: Place, problem: LineProblem) -> Result<(), Error> {
        if !self.collects() {
            return Err(self.error(place, problem));
        }
        self.count("left out", place, problem);
        Ok(())
    }

    fn count(&mut self, remedy: &'static str, place: Place, problem: LineProblem) {
        let kind = problem.kind();
        let at = match self.found.iter().position(|o| o.kind == kind) {
            Some(at) => at,
            None => {
                self.found.push(Oddity {
                    kind,
                    remedy,
                    count: 0,
                    first: Vec::new(),
                });
                self.found.len() - 1
            }
        };
        let known = &mut self.found[at];
        known.count += 1;
        if known.first.len() < Self::SHOWN {
            known.first.push((place, problem));
        }
    }

    pub(crate) fn into_found(self) -> Vec<Oddity> {
        self.found
    }
}
