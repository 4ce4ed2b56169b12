//! What can go wrong while topics are made, read or written.

use std::io;
use std::path::PathBuf;

use sokutei_measures::IdError;

use crate::build_topics::UnmatchedRow;
use crate::sheet::{ArticleWithoutSheet, SheetHeader, SkippedRow};

/// An error of this crate. Messages name the file (and line), what was found and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No article has a cheat-sheet: there is nothing to make topics of.
    #[error(
        "no cheat-sheet (a table whose first row has the cells {header}) in any of {} articles{}; \
         give each page that should have topics such a table",
        articles.len(), some(articles)
    )]
    NoCheatSheet {
        /// The header that was looked for.
        header: SheetHeader,
        /// Why each article has none.
        articles: Vec<ArticleWithoutSheet>,
    },
    /// There are cheat-sheets, but no row of them became a topic.
    #[error(
        "no topic from {sheets} cheat-sheet(s): {} rows found no section, {} were skipped{}",
        unmatched.len(), skipped.len(), some(&reasons(unmatched, skipped))
    )]
    NoTopics {
        /// How many cheat-sheets there are.
        sheets: usize,
        /// The rows whose label found no section.
        unmatched: Vec<UnmatchedRow>,
        /// The rows that could not be read.
        skipped: Vec<SkippedRow>,
    },
    /// A threshold that no similarity can be compared with.
    #[error("threshold {found}: expected a number from 0 to 1")]
    Threshold {
        /// The value given.
        found: f64,
    },
    /// A name that names nothing.
    #[error("unknown {what} `{found}`: expected one of {known}")]
    UnknownName {
        /// The kind of thing.
        what: &'static str,
        /// What was typed.
        found: String,
        /// The names there are.
        known: String,
    },
    /// A section whose id cannot stand in a qrels or run file.
    #[error("{file}: section id `{id}` cannot be a document id")]
    SectionId {
        /// The page.
        file: String,
        /// The id.
        id: String,
        /// What is wrong with it.
        source: IdError,
    },
    /// A line of a JSONL file that is not what it should be.
    #[error("{file}:{line}:{column}: {found}; {expected}")]
    Line {
        /// The file, as the caller named it.
        file: String,
        /// Its line, from 1.
        line: usize,
        /// The column (in bytes), from 1; 0 when it is not known.
        column: usize,
        /// What was found.
        found: String,
        /// What should stand there.
        expected: &'static str,
    },
    /// Two topics with one id.
    #[error("{file}:{line}: qid `{qid}` is already used in line {first_line}; each topic needs its own")]
    RepeatedTopic {
        /// The file.
        file: String,
        /// The later line, from 1.
        line: usize,
        /// The earlier line, from 1.
        first_line: usize,
        /// The id.
        qid: String,
    },
    /// A truth file that cannot be read as one.
    #[error("{}:{line}:{column}: {found}", path.display())]
    Truth {
        /// The file.
        path: PathBuf,
        /// The line, from 1; 0 when the file as a whole is meant.
        line: usize,
        /// The column (in bytes), from 1.
        column: usize,
        /// What was found.
        found: String,
    },
    /// No folder of truth files: nothing is there, or a file.
    #[error("{}: {found}; give the folder that holds the `*.truth.json` files", path.display())]
    NoTruthFolder {
        /// What was asked for.
        path: PathBuf,
        /// `no such folder` or `not a folder`.
        found: &'static str,
    },
    /// A folder without truth files.
    #[error("{}: no `*.truth.json` in it; expected one for each article", path.display())]
    NoTruth {
        /// The folder.
        path: PathBuf,
    },
    /// Reading or writing failed.
    #[error("{name}: cannot be {action}")]
    Io {
        /// The file or folder, and the line if it is known.
        name: String,
        /// What was tried: `read`, `written` or `listed`.
        action: &'static str,
        /// The cause.
        source: io::Error,
    },
}

impl Error {
    pub(crate) fn unknown_name<const N: usize>(what: &'static str, found: &str, known: [&str; N]) -> Self {
        Self::UnknownName {
            what,
            found: found.to_owned(),
            known: known.join(", "),
        }
    }

    pub(crate) fn io(name: impl Into<String>, action: &'static str, source: io::Error) -> Self {
        Self::Io {
            name: name.into(),
            action,
            source,
        }
    }
}

/// How many reasons a message spells out; the value holds all of them.
const SHOWN: usize = 8;

fn some<T: std::fmt::Display>(items: &[T]) -> String {
    if items.is_empty() {
        return String::new();
    }
    let mut shown: Vec<String> = items.iter().take(SHOWN).map(T::to_string).collect();
    if items.len() > SHOWN {
        shown.push(format!("and {} more", items.len() - SHOWN));
    }
    format!(": {}", shown.join("; "))
}

fn reasons(unmatched: &[UnmatchedRow], skipped: &[SkippedRow]) -> Vec<String> {
    let unmatched = unmatched.iter().map(UnmatchedRow::to_string);
    unmatched
        .chain(skipped.iter().map(SkippedRow::to_string))
        .collect()
}
