//! Flags of `select`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};

use super::values::{between_0_and_1, some_measure, tie_rules};
use super::{Format, Grouping, Reading, Running, Uncertainty};

/// Say which of several systems is the best, and what the choosing does to its value.
///
/// A best system is too good by chance on the topics that it was chosen on. --folds measures the choice on topics that it was not made on, --dev and
/// --dev-share measure one system on topics that were kept back. With --topics whole articles, or other groups of topics, stay together.
#[derive(Debug, ClapArgs)]
#[command(
    before_help = "Example: sokutei select graded.qrels bm25_2.run bm25_23.run lsa_256.run -m nDCG@10 --folds 5"
)]
pub(crate) struct Select {
    /// Qrels: TREC columns, JSON, JSON lines, CSV, TSV or Parquet, also packed by gzip or zstd; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) qrels: PathBuf,
    /// Runs of the systems to choose from
    #[arg(required = true, num_args = 2.., value_name = "RUN", value_hint = ValueHint::FilePath)]
    pub(crate) runs: Vec<PathBuf>,
    /// Measure, in ir_measures' form, such as nDCG@10 or RR(rel=2)@10; may be repeated, for a choice by each
    #[arg(long = "measure", short = 'm', value_name = "MEASURE", required = true, value_parser = some_measure(), hide_possible_values = true)]
    pub(crate) measures: Vec<String>,
    /// Nested cross-validation: deal the topics to N folds, and measure on each the best of the others
    #[arg(long, value_name = "N", conflicts_with_all = ["dev", "dev_share"], value_parser = clap::value_parser!(u16).range(2..), allow_negative_numbers = true)]
    pub(crate) folds: Option<u16>,
    /// Choose on the topics of this file, one id on each line, and measure on the others
    #[arg(long, value_name = "FILE", conflicts_with = "dev_share", value_hint = ValueHint::FilePath)]
    pub(crate) dev: Option<PathBuf>,
    /// Choose on a random share of the topics, and measure on the others
    #[arg(long, value_name = "SHARE", value_parser = some_topics, allow_negative_numbers = true)]
    pub(crate) dev_share: Option<f64>,
    /// Order of equal scores
    #[arg(long, value_name = "RULE", default_value = "trec", value_parser = tie_rules())]
    pub(crate) ties: String,
    /// Bootstrap replicates, of intervals and of how often each system is the best
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) replicates: u32,
    #[command(flatten)]
    pub(crate) uncertainty: Uncertainty,
    #[command(flatten)]
    pub(crate) grouping: Grouping,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) run: Running,
}

/// Some topics, and not all.
fn some_topics(text: &str) -> Result<f64, String> {
    between_0_and_1(text).map_err(|_| "it must be above 0 and below 1, 0.5 say".to_owned())
}
