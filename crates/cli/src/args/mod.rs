//! What can be typed. Help texts live here; what a flag means is decided in `commands`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

const MAIN_HELP: &str = "\
The main job: a folder of HTML articles in, a finished report out.

  sokutei reproduce                     the published experiment on the bundled articles
  sokutei reproduce DIR --out OUT       the same on your own pages

Each article needs a cheat-sheet: a table whose header cells are 知りたいこと, 答え and 詳しい節.";

const MAIN_AFTER: &str = "\
Exit codes:
  0    fine
  1    an expectation, gate or suite failed
  2    wrong usage or input
  3    disk, permissions or other environment
  4    labels do not cover the corpus
  130  interrupted";

/// Measures search: pages in, test collection, runs, values and honest comparisons out.
#[derive(Debug, Parser)]
#[command(name = "sokutei", version, before_help = MAIN_HELP, after_help = MAIN_AFTER, propagate_version = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Reproduce(Reproduce),
    Ingest(Ingest),
    #[command(subcommand)]
    Topics(Topics),
    Index(Index),
    Search(Search),
    Measure(Measure),
    Compare(Compare),
}

/// Run the whole experiment of the article on a folder of pages.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei reproduce my-articles --out my-results")]
pub(crate) struct Reproduce {
    /// Folder of HTML articles; the bundled ones (corpus/articles) if left out
    pub(crate) dir: Option<PathBuf>,
    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = "sokutei-out")]
    pub(crate) out: PathBuf,
    /// Article ids: t0, t1, … over the files at top level, or the relative path without suffix
    #[arg(long, value_enum, default_value_t = Ids::Ordinal)]
    pub(crate) ids: Ids,
    #[command(flatten)]
    pub(crate) labels: Labels,
    #[command(flatten)]
    pub(crate) headings: Headings,
    /// Seed of every random stream
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Hits kept per topic
    #[arg(long, default_value_t = 100, value_parser = depth)]
    pub(crate) depth: usize,
    /// Folder of *.truth.json files: report how many labels are right
    #[arg(long, value_name = "DIR")]
    pub(crate) truth: Option<PathBuf>,
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

/// Flags of every command that works for a while.
#[derive(Debug, ClapArgs)]
pub(crate) struct Running {
    /// Threads; all cores if left out. Results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// No progress and no notes; results, warnings and errors stay
    #[arg(long, short)]
    pub(crate) quiet: bool,
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

/// Where a stage writes.
#[derive(Debug, ClapArgs)]
pub(crate) struct Output {
    /// File to write; - for standard output
    #[arg(long = "output", short = 'o', value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
    /// Replace files that exist
    #[arg(long)]
    pub(crate) force: bool,
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

/// Split pages into sections at h2.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei ingest my-articles -o sections.jsonl")]
pub(crate) struct Ingest {
    /// Folder of HTML pages
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) pages: Pages,
    /// Make warnings an error
    #[arg(long)]
    pub(crate) strict: bool,
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
    pub(crate) dir: PathBuf,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Also write qrels to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) qrels: Option<PathBuf>,
    /// Labeling of the qrels
    #[arg(long, value_enum, default_value_t = LabelingArg::Graded, requires = "qrels")]
    pub(crate) labeling: LabelingArg,
    #[command(flatten)]
    pub(crate) pages: Pages,
    #[command(flatten)]
    pub(crate) labels: Labels,
    /// Similarity for labels that no heading contains: difflib, difflib-no-autojunk, or one of strsim's
    #[arg(long, value_name = "NAME", default_value = "difflib")]
    pub(crate) similarity: String,
    /// Least similarity that counts, 0 to 1
    #[arg(long, default_value_t = 0.5)]
    pub(crate) threshold: f64,
    /// Make warnings about pages and cheat-sheets an error
    #[arg(long)]
    pub(crate) strict: bool,
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

/// Build the indexes of one or more systems over sections.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei index sections.jsonl -o my-index")]
pub(crate) struct Index {
    /// Sections (JSONL), as `sokutei ingest` writes them; - for standard input
    pub(crate) sections: PathBuf,
    /// Folder for the index
    #[arg(long = "output", short = 'o', value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Systems to build, separated by commas; all six if left out
    #[arg(long, value_name = "TAG,…", value_delimiter = ',')]
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
    #[arg(long, value_name = "DIR")]
    pub(crate) index: PathBuf,
    /// A question
    #[arg(required_unless_present = "topics", conflicts_with = "topics")]
    pub(crate) query: Option<String>,
    /// Topics (JSONL): write a run of them
    #[arg(long, value_name = "FILE")]
    pub(crate) topics: Option<PathBuf>,
    /// System to search with; bm25_23, or the index's first system if it has no bm25_23
    #[arg(long, value_name = "TAG")]
    pub(crate) system: Option<String>,
    /// Hits per question; 10 for one question, 100 for a run
    #[arg(long, value_parser = depth)]
    pub(crate) depth: Option<usize>,
    /// Show what each term adds to each score
    #[arg(long, conflicts_with = "topics")]
    pub(crate) explain: bool,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) run: Running,
}

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Aligned columns
    Text,
    /// One document, every digit
    Json,
    /// Comma-separated
    Csv,
    /// Pipe table
    Markdown,
}

/// Measure runs against qrels.
#[derive(Debug, ClapArgs)]
#[command(
    before_help = "Example: sokutei measure graded.qrels bm25.run lsa.run -m nDCG@10 -m \"RR(rel=2)@10\""
)]
pub(crate) struct Measure {
    /// Qrels (TREC, four columns)
    pub(crate) qrels: PathBuf,
    /// Runs (TREC, six columns)
    #[arg(required = true, value_name = "RUN")]
    pub(crate) runs: Vec<PathBuf>,
    /// Measure, in ir_measures' form; may be repeated
    #[arg(long = "measure", short = 'm', value_name = "MEASURE", required = true)]
    pub(crate) measures: Vec<String>,
    /// Order of equal scores: trec, trec9, docid-asc, rank-column or input-order
    #[arg(long, value_name = "RULE", default_value = "trec")]
    pub(crate) ties: String,
    /// One value per topic as well
    #[arg(long)]
    pub(crate) per_topic: bool,
    /// Bootstrap replicates of the intervals
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) replicates: u32,
    /// Seed of the random stream
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// Compare runs with the first of them, topic by topic.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei compare strict.qrels bm25_2.run bm25_23.run -m RR@10")]
pub(crate) struct Compare {
    /// Qrels (TREC, four columns)
    pub(crate) qrels: PathBuf,
    /// The baseline, then the runs that are compared with it
    #[arg(required = true, num_args = 2.., value_name = "RUN")]
    pub(crate) runs: Vec<PathBuf>,
    /// Measure, in ir_measures' form; may be repeated
    #[arg(long = "measure", short = 'm', value_name = "MEASURE", required = true)]
    pub(crate) measures: Vec<String>,
    /// Order of equal scores: trec, trec9, docid-asc, rank-column or input-order
    #[arg(long, value_name = "RULE", default_value = "trec")]
    pub(crate) ties: String,
    /// Bootstrap replicates
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) replicates: u32,
    /// Random sign flips
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) permutations: u32,
    /// Seed of the random streams
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Count permuted differences as equal the way numpy does, instead of within 1e-12
    #[arg(long)]
    pub(crate) numpy_ties: bool,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

fn depth(s: &str) -> Result<usize, String> {
    match s.parse::<usize>() {
        Ok(0) => Err("depth 0 keeps no hit; use 1 or more".to_owned()),
        Ok(n) => Ok(n),
        Err(_) => Err("expected a whole number of 1 or more".to_owned()),
    }
}
