//! Flags of `gate`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum, ValueHint};

use super::values::{not_negative, some_measure, tie_rules};
use super::{Grouping, Reading, Running, Uncertainty};

/// Say whether a change may land: exit code 0 if it passes, 1 if it fails.
///
/// --mode drop fails what is shown to be worse; --mode non-inferiority passes only what is shown not to be worse. Every measure must pass.
/// With --topics whole articles, or other groups of topics, are the units instead of single topics.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei gate graded.qrels main.run change.run -m nDCG@10 --junit gate.xml")]
pub(crate) struct Gate {
    /// Qrels: TREC columns, JSON, JSON lines, CSV, TSV or Parquet, also packed by gzip or zstd; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) qrels: PathBuf,
    /// The run before the change
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) baseline: PathBuf,
    /// The run after it
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) candidate: PathBuf,
    /// Measure, in ir_measures' form, such as nDCG@10 or RR(rel=2)@10; may be repeated
    #[arg(long = "measure", short = 'm', value_name = "MEASURE", required = true, value_parser = some_measure(), hide_possible_values = true)]
    pub(crate) measures: Vec<String>,
    /// What is asked
    #[arg(long, value_enum, value_name = "MODE", default_value_t = GateModeArg::Drop)]
    pub(crate) mode: GateModeArg,
    /// Drop mode: the least drop that fails, in the unit of the measure; 0.01 if left out
    #[arg(long, value_name = "SIZE", value_parser = not_negative, allow_negative_numbers = true)]
    pub(crate) delta: Option<f64>,
    /// Non-inferiority: the loss that one would not accept, in the unit of the measure; 0.01 if left out
    #[arg(long, value_name = "SIZE", value_parser = not_negative, allow_negative_numbers = true)]
    pub(crate) margin: Option<f64>,
    /// How many of the topics that lost most are named, for each measure
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16), allow_negative_numbers = true)]
    pub(crate) show: u16,
    /// Order of equal scores
    #[arg(long, value_name = "RULE", default_value = "trec", value_parser = tie_rules())]
    pub(crate) ties: String,
    /// Bootstrap replicates
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) replicates: u32,
    /// Random sign flips
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) permutations: u32,
    #[command(flatten)]
    pub(crate) uncertainty: Uncertainty,
    #[command(flatten)]
    pub(crate) grouping: Grouping,
    /// How to print
    #[arg(long, value_enum, default_value_t = GateFormat::Text)]
    pub(crate) format: GateFormat,
    /// Write the outcome as JUnit XML as well, one test case for each measure
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) junit: Option<PathBuf>,
    /// Write a short summary in Markdown as well, below 1 MiB, for the page that a CI server shows
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) summary: Option<PathBuf>,
    /// Put the summary behind what its file holds, instead of refusing a file that exists
    #[arg(long, requires = "summary")]
    pub(crate) append: bool,
    /// Replace files that exist
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) run: Running,
}

/// What a gate asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GateModeArg {
    /// Fails if a drop is significant and at least --delta
    Drop,
    /// Passes only if the whole interval of the difference lies above −--margin
    NonInferiority,
}

/// How the outcome of a gate is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GateFormat {
    /// The verdict, then aligned columns
    Text,
    /// One document, every digit
    Json,
    /// Pipe tables
    Markdown,
}
