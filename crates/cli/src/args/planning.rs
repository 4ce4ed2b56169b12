//! Flags of the commands that say how many topics it takes.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum, ValueHint};
use sokutei_measures::stats::TPower;

use super::values::{between_0_and_1, some_measure, tie_rules};
use super::{Format, Grouping, Reading, Running};

/// Say what fewer or more topics would tell: interval widths, reversals, power, and how many topics it takes.
///
/// Subsets are drawn from the topics at hand without replacement, and say what a smaller test set would have shown. Power is
/// drawn from the observed differences with replacement, moved so that their mean is --delta, and may look beyond the
/// topics at hand; so may the columns by formula.
#[derive(Debug, ClapArgs)]
#[command(
    before_help = "Example: sokutei simulate strict.qrels bm25_2.run bm25_23.run -m RR@10 --sizes 100,400,1600"
)]
pub(crate) struct Simulate {
    /// Qrels: TREC columns, JSON, JSON lines, CSV, TSV or Parquet, also packed by gzip or zstd; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) qrels: PathBuf,
    /// Runs; each further one is compared with the first
    #[arg(required = true, value_name = "RUN", value_hint = ValueHint::FilePath)]
    pub(crate) runs: Vec<PathBuf>,
    /// Measure, in ir_measures' form, such as nDCG@10 or RR(rel=2)@10; may be repeated
    #[arg(long = "measure", short = 'm', value_name = "MEASURE", required = true, value_parser = some_measure(), hide_possible_values = true)]
    pub(crate) measures: Vec<String>,
    /// Numbers of topics (with --groups, of groups), parted by commas; those of 20, 30, 50, 100, 200, 500, 1000, … below what there is if left out
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(2..=100_000), allow_negative_numbers = true)]
    pub(crate) sizes: Vec<u32>,
    /// Difference to plan with, in units of the measure
    #[arg(
        long,
        value_name = "DIFFERENCE",
        default_value_t = 0.02,
        allow_negative_numbers = true
    )]
    pub(crate) delta: f64,
    /// Probability of finding a difference where there is none
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = between_0_and_1, allow_negative_numbers = true)]
    pub(crate) alpha: f64,
    /// Probability of finding a difference that is there
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = between_0_and_1, allow_negative_numbers = true)]
    pub(crate) power: f64,
    /// Random subsets of each size
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000), allow_negative_numbers = true)]
    pub(crate) subsets: u32,
    /// Subsets of each size that get an interval
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000), allow_negative_numbers = true)]
    pub(crate) intervals: u32,
    /// Bootstrap replicates of each interval
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) replicates: u32,
    /// Resamples of each size for the power
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000), allow_negative_numbers = true)]
    pub(crate) resamples: u32,
    /// Seed of the random streams
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) grouping: Grouping,
    /// Order of equal scores
    #[arg(long, value_name = "RULE", default_value = "trec", value_parser = tie_rules())]
    pub(crate) ties: String,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) run: Running,
}

/// Say how many topics a test or an interval takes, from plain numbers.
#[derive(Debug, Subcommand)]
#[command(before_help = "Example: sokutei topic-set-size t-test --difference 0.05 --variance 0.09")]
pub(crate) enum TopicSetSize {
    TTest(SizeForTTest),
    Interval(SizeForInterval),
    Anova(SizeForAnova),
}

/// Topics for a two-sided paired t-test of two systems.
#[derive(Debug, ClapArgs)]
#[command(
    before_help = "Example: sokutei topic-set-size t-test --difference 0.05 --variance 0.09 --power 0.9"
)]
pub(crate) struct SizeForTTest {
    #[command(flatten)]
    pub(crate) demand: Demand,
    #[command(flatten)]
    pub(crate) spread: Spread,
    /// How the power is computed
    #[arg(long, value_enum, value_name = "FORMULA", default_value_t = TFormula::NoncentralT)]
    pub(crate) formula: TFormula,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Topics for an interval of a mean, or of a mean difference, that is expected to be so narrow.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei topic-set-size interval --width 0.1 --sd 0.3")]
pub(crate) struct SizeForInterval {
    /// Expected width of the interval from end to end, at most
    #[arg(long, value_name = "WIDTH", allow_negative_numbers = true)]
    pub(crate) width: f64,
    /// 1 less the coverage of the interval
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = between_0_and_1, allow_negative_numbers = true)]
    pub(crate) alpha: f64,
    #[command(flatten)]
    pub(crate) spread: Spread,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Topics for a one-way analysis of variance of several systems.
#[derive(Debug, ClapArgs)]
#[command(
    before_help = "Example: sokutei topic-set-size anova --systems 10 --difference 0.1 --variance 0.05"
)]
pub(crate) struct SizeForAnova {
    /// Number of systems
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u32).range(2..=100_000), allow_negative_numbers = true)]
    pub(crate) systems: u32,
    #[command(flatten)]
    pub(crate) demand: Demand,
    #[command(flatten)]
    pub(crate) spread: Spread,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// What a test must find, and how surely.
#[derive(Debug, ClapArgs)]
pub(crate) struct Demand {
    /// True difference that must be found: of two systems, or of the best and the worst
    #[arg(long, value_name = "DIFFERENCE", allow_negative_numbers = true)]
    pub(crate) difference: f64,
    /// Probability of finding a difference where there is none
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = between_0_and_1, allow_negative_numbers = true)]
    pub(crate) alpha: f64,
    /// Probability of finding the difference that is there
    #[arg(long, value_name = "SHARE", default_value_t = 0.8, value_parser = between_0_and_1, allow_negative_numbers = true)]
    pub(crate) power: f64,
}

/// The spread, in one of two forms.
#[derive(Debug, ClapArgs)]
#[group(required = true, multiple = false)]
pub(crate) struct Spread {
    /// Variance: of the differences by topic for a t-test, of what the interval is of, of topics within a system for an anova
    #[arg(long, value_name = "VARIANCE", allow_negative_numbers = true)]
    pub(crate) variance: Option<f64>,
    /// The same as a standard deviation
    #[arg(long, value_name = "DEVIATION", allow_negative_numbers = true)]
    pub(crate) sd: Option<f64>,
}

/// How the power of a t-test is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TFormula {
    /// By the noncentral t distribution
    NoncentralT,
    /// By the normal approximation of Sakai's spreadsheets
    NormalApproximation,
}

impl TFormula {
    pub(crate) fn power(self) -> TPower {
        match self {
            Self::NoncentralT => TPower::NoncentralT,
            Self::NormalApproximation => TPower::NormalApproximation,
        }
    }
}
