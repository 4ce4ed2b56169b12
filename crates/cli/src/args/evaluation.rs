//! Flags of the commands that read qrels and runs.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum, ValueHint};
use sokutei_measures::formats::FileFormat;
use sokutei_measures::{Duplicates, Grades, Oddities, ReadingRules};

use super::values::{not_negative, some_measure, tie_rules};
use super::{CorrectionArg, Format, Grouping, Running, TestArg, Uncertainty};

/// How qrels and runs are read.
#[derive(Debug, ClapArgs)]
pub(crate) struct Reading {
    /// Format of all qrels and runs, instead of what each file looks like
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) input_format: Option<InputFormat>,
    /// Let odd rows through, mended and counted, instead of ending at the first
    #[arg(long)]
    pub(crate) lenient: bool,
    /// Which row to keep of a document that a run has twice for a topic
    #[arg(long, value_enum, value_name = "RULE", default_value_t = DuplicatesArg::Error)]
    pub(crate) duplicates: DuplicatesArg,
    /// Take grades with decimals as gains, as they are, instead of ending at the first
    #[arg(long)]
    pub(crate) decimal_grades: bool,
}

impl Reading {
    /// What holds where a command has no such flags.
    pub(crate) fn strict() -> Self {
        Self {
            input_format: None,
            lenient: false,
            duplicates: DuplicatesArg::Error,
            decimal_grades: false,
        }
    }

    pub(crate) fn format(&self) -> Option<FileFormat> {
        self.input_format.map(InputFormat::format)
    }

    pub(crate) fn rules(&self) -> ReadingRules {
        ReadingRules {
            oddities: if self.lenient {
                Oddities::Mend
            } else {
                Oddities::Refuse
            },
            duplicates: match self.duplicates {
                DuplicatesArg::Error => Duplicates::Error,
                DuplicatesArg::First => Duplicates::First,
                DuplicatesArg::Best => Duplicates::Best,
            },
            subtopics: false,
            grades: if self.decimal_grades {
                Grades::Decimal
            } else {
                Grades::Whole
            },
        }
    }

    /// What differs from the default, for the words above a table.
    pub(crate) fn words(&self) -> String {
        let lenient = if self.lenient { ", lenient" } else { "" };
        let duplicates = match self.duplicates {
            DuplicatesArg::Error => String::new(),
            _ => format!(", duplicates: {}", self.duplicates_name()),
        };
        let decimal = if self.decimal_grades {
            ", decimal grades"
        } else {
            ""
        };
        format!("{lenient}{duplicates}{decimal}")
    }

    /// The rule for duplicates that holds.
    pub(crate) fn duplicates_name(&self) -> &'static str {
        match self.duplicates {
            DuplicatesArg::Error if self.lenient => "first",
            DuplicatesArg::Error => "error",
            DuplicatesArg::First => "first",
            DuplicatesArg::Best => "best",
        }
    }
}

/// Format of qrels and runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum InputFormat {
    /// Columns between white space
    Trec,
    /// {"q1": {"d1": 1}}, runs also {"q1": ["d1", "d2"]}
    Json,
    /// One object a line
    Jsonl,
    /// Commas and a header
    Csv,
    /// Tabs and a header
    Tsv,
    /// Columns with types, packed; in builds with the feature parquet
    Parquet,
}

impl InputFormat {
    pub(crate) fn format(self) -> FileFormat {
        match self {
            Self::Trec => FileFormat::Trec,
            Self::Json => FileFormat::Json,
            Self::Jsonl => FileFormat::Jsonl,
            Self::Csv => FileFormat::Csv,
            Self::Tsv => FileFormat::Tsv,
            Self::Parquet => FileFormat::Parquet,
        }
    }
}

/// What becomes of documents that a run has twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DuplicatesArg {
    /// It is an error
    Error,
    /// The first in the file
    First,
    /// The one with the largest score
    Best,
}

/// How the values of `measure` are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MeasureFormat {
    /// Aligned columns
    Text,
    /// trec_eval's lines: measure, topic, value
    Trec,
    /// One document, every digit
    Json,
    /// Comma-separated
    Csv,
    /// Pipe table
    Markdown,
    /// Table for the package booktabs
    Latex,
    /// The run's header of ir_metadata, completed with the measures; for one run
    IrMetadata,
}

/// Measure runs against qrels.
#[derive(Debug, ClapArgs)]
#[command(
    before_help = "Example: sokutei measure graded.qrels bm25.run lsa.run -m nDCG@10 -m \"RR(rel=2)@10\""
)]
pub(crate) struct Measure {
    /// Qrels: TREC columns, JSON, JSON lines, CSV, TSV or Parquet, also packed by gzip or zstd; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) qrels: PathBuf,
    /// Runs, in any of these formats
    #[arg(required = true, value_name = "RUN", value_hint = ValueHint::FilePath)]
    pub(crate) runs: Vec<PathBuf>,
    /// Measure, in ir_measures' form, such as nDCG@10 or RR(rel=2)@10; may be repeated
    #[arg(long = "measure", short = 'm', value_name = "MEASURE", required = true, value_parser = some_measure(), hide_possible_values = true)]
    pub(crate) measures: Vec<String>,
    /// Order of equal scores
    #[arg(long, value_name = "RULE", default_value = "trec", value_parser = tie_rules())]
    pub(crate) ties: String,
    /// What becomes of documents that nobody judged: not-relevant, removed, or bounds, which adds the least and largest value that they could give
    #[arg(long, value_name = "RULE", default_value = "not-relevant", value_parser = ["not-relevant", "removed", "bounds"], hide_possible_values = true)]
    pub(crate) unjudged: String,
    /// Range and mean over all orders of equal scores as well
    #[arg(long)]
    pub(crate) tie_range: bool,
    /// Sections (JSONL) by which runs are collapsed to articles, for qrels that judge articles
    #[arg(long, value_name = "SECTIONS", value_hint = ValueHint::FilePath)]
    pub(crate) collapse: Option<PathBuf>,
    /// Means by a column of the topics, such as match, or by query-length; may be repeated
    #[arg(long, value_name = "COLUMN", requires = "topics")]
    pub(crate) by: Vec<String>,
    #[command(flatten)]
    pub(crate) grouping: Grouping,
    /// One value per topic as well
    #[arg(long)]
    pub(crate) per_topic: bool,
    /// Bootstrap replicates of the intervals; 0 for no intervals
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(..=1_000_000), allow_negative_numbers = true)]
    pub(crate) replicates: u32,
    #[command(flatten)]
    pub(crate) uncertainty: Uncertainty,
    /// How to print
    #[arg(long, value_enum, default_value_t = MeasureFormat::Text)]
    pub(crate) format: MeasureFormat,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) run: Running,
}

/// Compare runs with the first of them, or all with each other, topic by topic.
///
/// Every comparison is paired: difference and interval first, then p by random sign flips, corrected for the number of comparisons.
/// With --topics whole articles, or other groups of topics, are units beside single topics.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei compare strict.qrels bm25_2.run bm25_23.run -m RR@10")]
pub(crate) struct Compare {
    /// Qrels: TREC columns, JSON, JSON lines, CSV, TSV or Parquet, also packed by gzip or zstd; - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) qrels: PathBuf,
    /// The baseline, then the runs that are compared with it
    #[arg(required = true, num_args = 2.., value_name = "RUN", value_hint = ValueHint::FilePath)]
    pub(crate) runs: Vec<PathBuf>,
    /// Measure, in ir_measures' form, such as nDCG@10 or RR(rel=2)@10; may be repeated
    #[arg(long = "measure", short = 'm', value_name = "MEASURE", required = true, value_parser = some_measure(), hide_possible_values = true)]
    pub(crate) measures: Vec<String>,
    /// All pairs of runs by the randomised Tukey HSD, instead of each against the first
    #[arg(long)]
    pub(crate) all_pairs: bool,
    /// How p-values are corrected for the number of comparisons
    #[arg(long, value_enum, value_name = "METHOD", default_value_t = CorrectionArg::Holm, conflicts_with = "all_pairs")]
    pub(crate) correction: CorrectionArg,
    /// Another test as well; may be repeated
    #[arg(long = "test", value_enum, value_name = "TEST", conflicts_with = "all_pairs")]
    pub(crate) tests: Vec<TestArg>,
    /// Differences of at most this size are ties
    #[arg(long, value_name = "SIZE", default_value_t = 0.0, value_parser = not_negative, allow_negative_numbers = true, conflicts_with = "all_pairs")]
    pub(crate) tie_tolerance: f64,
    /// Order of equal scores
    #[arg(long, value_name = "RULE", default_value = "trec", value_parser = tie_rules())]
    pub(crate) ties: String,
    /// Bootstrap replicates
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) replicates: u32,
    /// Random sign flips, or shuffles with --all-pairs
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) permutations: u32,
    /// Count permuted differences as equal the way numpy does, instead of within 1e-12
    #[arg(long, conflicts_with = "all_pairs")]
    pub(crate) numpy_ties: bool,
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
