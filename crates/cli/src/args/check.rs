//! Flags of `check`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use sokutei_measures::formats::Contents;

use super::evaluation::InputFormat;

/// Look for everything that is odd in qrels, runs, topics and sections.
///
/// Tells what each file is and reads it to its end. If there are qrels and runs among the files, topics that only one of two
/// has are told as well. Ends with 1 if something was found.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei check graded.qrels bm25.run")]
pub(crate) struct Check {
    /// Files to look at; - for standard input
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<PathBuf>,
    /// Format of all files, instead of what each looks like
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) input_format: Option<InputFormat>,
    /// What all files hold, instead of what each looks like
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) contents: Option<CheckContents>,
    /// Take grades with decimals in qrels as they are
    #[arg(long, conflicts_with = "subtopics")]
    pub(crate) decimal_grades: bool,
    /// Take the second column of TREC qrels, or a field `subtopic`, as the subtopic that a judgment holds for
    #[arg(long)]
    pub(crate) subtopics: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
}

/// What a file may be told to hold, where its numbers alone do not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckContents {
    /// Judgments
    Qrels,
    /// Rankings
    Run,
}

impl From<CheckContents> for Contents {
    fn from(told: CheckContents) -> Self {
        match told {
            CheckContents::Qrels => Self::Qrels,
            CheckContents::Run => Self::Run,
        }
    }
}

/// How `check` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Lines
    Text,
    /// One document
    Json,
}
