//! Flags of the commands that build and search an index.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};

use super::values::{depth, one_of_the_tags, some_tag};
use super::{Output, Running};

/// Build the indexes of one or more systems over sections.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei index sections.jsonl -o my-index")]
pub(crate) struct Index {
    /// Sections (JSONL), as `sokutei ingest` writes them; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) sections: PathBuf,
    /// Folder for the index
    #[arg(long = "output", short = 'o', value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) output: PathBuf,
    /// Systems to build, separated by commas; all six if left out
    #[arg(long, value_name = "TAG,…", value_delimiter = ',', value_parser = one_of_the_tags())]
    pub(crate) systems: Vec<String>,
    /// Search the text without its heading
    #[arg(long)]
    pub(crate) text_only: bool,
    /// Replace an index that exists
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) run: Running,
}

/// Search an index: one question, or every topic of a file.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Examples:
  sokutei search --index my-index \"RDPのポート番号\"
  sokutei search --index my-index \"RDPのポート番号\" --explain
  sokutei search --index my-index --topics topics.jsonl --system bm25_23 -o bm25_23.run")]
pub(crate) struct Search {
    /// Index folder, as `sokutei index` writes it
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) index: PathBuf,
    /// A question
    #[arg(required_unless_present = "topics", conflicts_with = "topics", value_hint = ValueHint::Other)]
    pub(crate) query: Option<String>,
    /// Topics (JSONL): write a run of them
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) topics: Option<PathBuf>,
    /// System to search with; bm25_23, or the index's first system if it has no bm25_23
    #[arg(long, value_name = "TAG", value_parser = some_tag(), hide_possible_values = true)]
    pub(crate) system: Option<String>,
    /// Hits per question; 10 for one question, 100 for a run
    #[arg(long, value_parser = depth, allow_negative_numbers = true)]
    pub(crate) depth: Option<usize>,
    /// Show what each term adds to each score
    #[arg(long, conflicts_with = "topics")]
    pub(crate) explain: bool,
    /// Put a header of ir_metadata on top of the run, which says how it was made; trec_eval stops at such lines
    #[arg(long, requires = "topics")]
    pub(crate) ir_metadata: bool,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) run: Running,
}
