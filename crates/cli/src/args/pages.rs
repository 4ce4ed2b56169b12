//! Flags of the commands that read pages.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum, ValueHint};

use super::values::{depth, share, similarities};
use super::{Output, Running};

/// Run the whole experiment of the article on a folder of pages.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei reproduce my-articles --out my-results")]
pub(crate) struct Reproduce {
    /// Folder of HTML articles; the bundled ones (corpus/articles) if left out
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = "sokutei-out", value_hint = ValueHint::DirPath)]
    pub(crate) out: PathBuf,
    /// Article ids: t0, t1, … over the files at top level, or the relative path without suffix
    #[arg(long, value_enum, default_value_t = Ids::Ordinal)]
    pub(crate) ids: Ids,
    #[command(flatten)]
    pub(crate) labels: Labels,
    #[command(flatten)]
    pub(crate) headings: Headings,
    /// Seed of every random stream
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    pub(crate) seed: u64,
    /// Hits kept per topic
    #[arg(long, default_value_t = 100, value_parser = depth, allow_negative_numbers = true)]
    pub(crate) depth: usize,
    /// Folder of *.truth.json files: report how many labels are right
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) truth: Option<PathBuf>,
    /// Make warnings about pages and cheat-sheets an error
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) run: Running,
    /// Replace the results of another experiment in the output folder
    #[arg(long)]
    pub(crate) force: bool,
}

/// How labels of cheat-sheet rows find their sections.
#[derive(Debug, ClapArgs)]
pub(crate) struct Labels {
    /// Which parts of a label with ／ count
    #[arg(long, value_enum, default_value_t = MultiArg::All)]
    pub(crate) multi: MultiArg,
    /// Matching rule: `article` takes the heading that contains the label, else the most similar one
    #[arg(long = "match", value_enum, value_name = "RULE", default_value_t = MatchRule::Article)]
    pub(crate) rule: MatchRule,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ids {
    Ordinal,
    Slug,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MultiArg {
    /// Every part names a relevant section
    All,
    /// Only the first part does
    First,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MatchRule {
    Article,
}

/// Which sections are dropped by their heading.
#[derive(Debug, ClapArgs)]
pub(crate) struct Headings {
    /// Drop sections by heading instead of the usual list (FAQ, summary, references): contains:TEXT, prefix:TEXT or exact:TEXT; may be repeated
    #[arg(long, value_name = "PATTERN")]
    pub(crate) drop_heading: Vec<String>,
    /// Drop no section by its heading
    #[arg(long, conflicts_with = "drop_heading")]
    pub(crate) keep_all_headings: bool,
}

/// How pages become sections.
#[derive(Debug, ClapArgs)]
pub(crate) struct Pages {
    /// Article ids: the relative path without suffix, or t0, t1, … over the files at top level
    #[arg(long, value_enum, default_value_t = Ids::Slug)]
    pub(crate) ids: Ids,
    #[command(flatten)]
    pub(crate) headings: Headings,
    /// Leave out the text of nav, aside, header and footer; their headings still start sections
    #[arg(long)]
    pub(crate) skip_boilerplate: bool,
    /// Keep code blocks, which are left out otherwise
    #[arg(long)]
    pub(crate) keep_code: bool,
}

/// What becomes of warnings.
#[derive(Debug, ClapArgs)]
pub(crate) struct Warnings {
    /// Make warnings an error; nothing is written then
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print every warning and note, instead of how many of each kind and the first
    #[arg(long)]
    pub(crate) all_warnings: bool,
}

/// Split pages into sections at h2.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei ingest my-articles -o sections.jsonl")]
pub(crate) struct Ingest {
    /// Folder of HTML pages
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) pages: Pages,
    #[command(flatten)]
    pub(crate) warnings: Warnings,
    #[command(flatten)]
    pub(crate) run: Running,
}

/// Make topics and qrels.
#[derive(Debug, Subcommand)]
pub(crate) enum Topics {
    Build(TopicsBuild),
}

/// Make topics and qrels from the cheat-sheets of a folder of pages.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei topics build my-articles -o topics.jsonl --qrels graded.qrels")]
pub(crate) struct TopicsBuild {
    /// Folder of HTML pages with cheat-sheets
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Also write qrels to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) qrels: Option<PathBuf>,
    /// Labeling of the qrels
    #[arg(long, value_enum, default_value_t = LabelingArg::Graded, requires = "qrels")]
    pub(crate) labeling: LabelingArg,
    #[command(flatten)]
    pub(crate) pages: Pages,
    #[command(flatten)]
    pub(crate) labels: Labels,
    /// Similarity for labels that no heading contains
    #[arg(long, value_name = "NAME", default_value = "difflib", value_parser = similarities())]
    pub(crate) similarity: String,
    /// Least similarity that counts, 0 to 1
    #[arg(long, default_value_t = 0.5, value_parser = share, allow_negative_numbers = true)]
    pub(crate) threshold: f64,
    #[command(flatten)]
    pub(crate) warnings: Warnings,
    #[command(flatten)]
    pub(crate) run: Running,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LabelingArg {
    /// Labelled sections only, grade 1
    Strict,
    /// 2 for them, 1 for the rest of their article
    Graded,
    /// Articles
    Article,
}
