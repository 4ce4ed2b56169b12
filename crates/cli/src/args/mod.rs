//! What can be typed. Help texts live here; what a flag means is decided in `commands`.

mod agree;
mod check;
mod evaluation;
mod gate;
mod pages;
mod planning;
mod retrieval;
mod select;
mod statistics;
mod trec_eval;
mod values;

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum, ValueHint};

pub(crate) use agree::{Agree, AgreeAssessors, AgreeRuns, AgreeSystems, DistancesArg, Resampling};
pub(crate) use check::{Check, CheckFormat};
pub(crate) use evaluation::{Compare, InputFormat, Measure, MeasureFormat, Reading};
pub(crate) use gate::{Gate, GateFormat, GateModeArg};
pub(crate) use pages::{
    Headings, Ids, Ingest, LabelingArg, Labels, MatchRule, MultiArg, Pages, Reproduce, Topics, TopicsBuild,
    Warnings,
};
pub(crate) use planning::{Simulate, SizeForAnova, SizeForInterval, SizeForTTest, Spread, TopicSetSize};
pub(crate) use retrieval::{Index, Search};
pub(crate) use select::Select;
pub(crate) use statistics::{CorrectionArg, Draws, Grouping, IntervalArg, TestArg, Uncertainty};
pub(crate) use trec_eval::TrecEval;

const MAIN_HELP: &str = "\
The main job: a folder of HTML articles in, a finished report out.

  sokutei reproduce                     the published experiment on the bundled articles
  sokutei reproduce DIR --out OUT       the same on your own pages

Each article needs a cheat-sheet: a table whose header cells are 知りたいこと, 答え and 詳しい節.";

const MAIN_AFTER: &str = "\
Exit codes:
  0    fine
  1    a gate failed; check found something
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
    #[command(subcommand)]
    Agree(Agree),
    Simulate(Simulate),
    #[command(subcommand)]
    TopicSetSize(TopicSetSize),
    Gate(Gate),
    Select(Select),
    TrecEval(TrecEval),
    Check(Check),
    Doctor(Doctor),
    Completions(Completions),
    Man(Man),
}

impl Command {
    /// Threads and quietness, for the commands that work for a while.
    pub(crate) fn running(&self) -> Option<&Running> {
        match self {
            Self::Reproduce(a) => Some(&a.run),
            Self::Ingest(a) => Some(&a.run),
            Self::Topics(Topics::Build(a)) => Some(&a.run),
            Self::Index(a) => Some(&a.run),
            Self::Search(a) => Some(&a.run),
            Self::Measure(a) => Some(&a.run),
            Self::Compare(a) => Some(&a.run),
            Self::Agree(a) => Some(a.running()),
            Self::Gate(a) => Some(&a.run),
            Self::Select(a) => Some(&a.run),
            Self::Simulate(a) => Some(&a.run),
            Self::TopicSetSize(_)
            | Self::TrecEval(_)
            | Self::Check(_)
            | Self::Doctor(_)
            | Self::Completions(_)
            | Self::Man(_) => None,
        }
    }
}

/// Flags of every command that works for a while.
#[derive(Debug, ClapArgs)]
pub(crate) struct Running {
    /// Threads; all cores if left out. Results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), allow_negative_numbers = true)]
    pub(crate) threads: Option<u16>,
    /// No progress and no notes; results, warnings and errors stay
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Where a stage writes.
#[derive(Debug, ClapArgs)]
pub(crate) struct Output {
    /// File to write; - for standard output
    #[arg(long = "output", short = 'o', value_name = "FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub(crate) output: PathBuf,
    /// Replace files that exist
    #[arg(long)]
    pub(crate) force: bool,
}

/// How a comparison is printed.
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
    /// Table for the package booktabs
    Latex,
}

/// Say what is installed, and whether it works.
///
/// Looks at the program, the machine, the bundled corpus and the current folder, and computes the hand-worked example. Ends
/// with 3 if something is missing that the main job needs.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei doctor")]
pub(crate) struct Doctor {
    /// How to print
    #[arg(long, value_enum, default_value_t = DoctorFormat::Text)]
    pub(crate) format: DoctorFormat,
}

/// How `doctor` prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DoctorFormat {
    /// Lines
    Text,
    /// One document
    Json,
}

/// Print a completion script for a shell.
///
/// bash: sokutei completions bash > ~/.local/share/bash-completion/completions/sokutei
///
/// zsh: sokutei completions zsh > DIR/_sokutei, where DIR is in fpath before compinit runs
///
/// fish: sokutei completions fish > ~/.config/fish/completions/sokutei.fish
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: source <(sokutei completions bash)")]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Write manual pages, one for each command.
#[derive(Debug, ClapArgs)]
#[command(before_help = "Example: sokutei man ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Folder for the pages; it must exist
    #[arg(value_hint = ValueHint::DirPath)]
    pub(crate) dir: PathBuf,
    /// Replace pages that exist
    #[arg(long)]
    pub(crate) force: bool,
}
