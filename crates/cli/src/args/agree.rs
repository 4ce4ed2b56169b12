//! Flags of `agree`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum, ValueHint};

use super::evaluation::{DuplicatesArg, InputFormat, Reading};
use super::values::{ap_ties, depth, persistence, some_measure, tie_rules};
use super::{Draws, Format, Running};

/// Say how far runs, orders of systems, or assessors agree.
#[derive(Debug, Subcommand)]
pub(crate) enum Agree {
    Runs(AgreeRuns),
    Systems(AgreeSystems),
    Assessors(AgreeAssessors),
}

impl Agree {
    pub(crate) fn running(&self) -> &Running {
        match self {
            Self::Runs(a) => &a.run,
            Self::Systems(a) => &a.run,
            Self::Assessors(a) => &a.run,
        }
    }
}

/// Draws of an interval.
#[derive(Debug, ClapArgs)]
pub(crate) struct Resampling {
    /// Bootstrap replicates
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) replicates: u32,
    #[command(flatten)]
    pub(crate) draws: Draws,
}

/// Compare the rankings of runs with each other, without any judgment.
///
/// For each pair of runs, over the topics that both answer: rank-biased overlap, overlap, and Kendall's tau-b over the documents that both
/// returned.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei agree runs bm25.run lsa.run --depth 10")]
pub(crate) struct AgreeRuns {
    /// Two runs or more; - for standard input
    #[arg(required = true, num_args = 2.., value_name = "RUN", value_hint = ValueHint::FilePath)]
    pub(crate) runs: Vec<PathBuf>,
    /// How likely a reader of rank-biased overlap goes on to the next place, above 0 and below 1
    #[arg(long, default_value_t = 0.9, value_parser = persistence, allow_negative_numbers = true)]
    pub(crate) p: f64,
    /// Look at the first N documents of each topic; all if left out
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    pub(crate) depth: Option<usize>,
    /// Order of equal scores
    #[arg(long, value_name = "RULE", default_value = "trec", value_parser = tie_rules())]
    pub(crate) ties: String,
    /// Format of all runs, instead of what each file looks like
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) input_format: Option<InputFormat>,
    /// Let odd rows through, mended and counted, instead of ending at the first
    #[arg(long)]
    pub(crate) lenient: bool,
    /// Which row to keep of a document that a run has twice for a topic
    #[arg(long, value_enum, value_name = "RULE", default_value_t = DuplicatesArg::Error)]
    pub(crate) duplicates: DuplicatesArg,
    #[command(flatten)]
    pub(crate) resampling: Resampling,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) run: Running,
}

impl AgreeRuns {
    pub(crate) fn reading(&self) -> Reading {
        Reading {
            input_format: self.input_format,
            lenient: self.lenient,
            duplicates: self.duplicates,
            decimal_grades: false,
        }
    }
}

/// Compare the orders that measures, or two sets of judgments, put systems in.
///
/// For each pair of measures, or with --other-qrels for each measure under both qrels: Kendall's tau-b and AP correlation of the orders of the
/// systems by their means. The interval is over topics: both orders are made anew on each resample.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Examples:
  sokutei agree systems graded.qrels a.run b.run c.run -m nDCG@10 -m RR@10
  sokutei agree systems old.qrels a.run b.run c.run -m nDCG@10 --other-qrels new.qrels")]
pub(crate) struct AgreeSystems {
    /// Qrels: TREC columns, JSON, JSON lines, CSV, TSV or Parquet, also packed by gzip or zstd; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) qrels: PathBuf,
    /// The systems: two runs or more
    #[arg(required = true, num_args = 2.., value_name = "RUN", value_hint = ValueHint::FilePath)]
    pub(crate) runs: Vec<PathBuf>,
    /// Measure, in ir_measures' form, such as nDCG@10 or RR(rel=2)@10; may be repeated
    #[arg(long = "measure", short = 'm', value_name = "MEASURE", required = true, value_parser = some_measure(), hide_possible_values = true)]
    pub(crate) measures: Vec<String>,
    /// Other qrels: the order by each measure under QRELS is compared with that under these
    #[arg(long, value_name = "QRELS", value_hint = ValueHint::FilePath)]
    pub(crate) other_qrels: Option<PathBuf>,
    /// Order of equal scores
    #[arg(long, value_name = "RULE", default_value = "trec", value_parser = tie_rules())]
    pub(crate) ties: String,
    /// What equal means are to AP correlation: refuse, a (the mean over all orders; none in the reference) or b (ties on both sides; symmetric)
    #[arg(long, value_name = "RULE", default_value = "a", value_parser = ap_ties(), hide_possible_values = true)]
    pub(crate) ap_ties: String,
    #[command(flatten)]
    pub(crate) resampling: Resampling,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) run: Running,
}

/// Say how far assessors agree who judged the same documents.
///
/// Cohen's kappa, unweighted and weighted, for each two assessors over the pairs of topic and document that both judged; Fleiss' kappa over
/// those that all judged; Krippendorff's alpha over those that at least two judged. Intervals over pairs, and over whole topics.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei agree assessors first.qrels second.qrels")]
pub(crate) struct AgreeAssessors {
    /// Qrels of two assessors or more; - for standard input
    #[arg(required = true, num_args = 2.., value_name = "QRELS", value_hint = ValueHint::FilePath)]
    pub(crate) qrels: Vec<PathBuf>,
    /// What the distance of two grades is to weighted kappa
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = DistancesArg::Grades)]
    pub(crate) distances: DistancesArg,
    /// Format of all qrels, instead of what each file looks like
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) input_format: Option<InputFormat>,
    /// Let odd rows through, mended and counted, instead of ending at the first
    #[arg(long)]
    pub(crate) lenient: bool,
    /// Take grades with decimals as they are, instead of ending at the first
    #[arg(long)]
    pub(crate) decimal_grades: bool,
    #[command(flatten)]
    pub(crate) resampling: Resampling,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) run: Running,
}

impl AgreeAssessors {
    pub(crate) fn reading(&self) -> Reading {
        Reading {
            input_format: self.input_format,
            lenient: self.lenient,
            duplicates: DuplicatesArg::Error,
            decimal_grades: self.decimal_grades,
        }
    }
}

/// What lies between two grades.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DistancesArg {
    /// Their difference
    Grades,
    /// The difference of their places among the grades that occur
    Positions,
}
