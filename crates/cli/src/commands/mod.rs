//! One file per subcommand: flags to a typed plan, a library call, words out.

mod agree;
mod articles;
mod check;
mod compare;
mod completions;
mod doctor;
mod gate;
mod index;
mod ingest;
mod ir_metadata;
mod man;
mod measure;
mod reproduce;
mod runs;
mod search;
mod select;
mod simulate;
mod subtopics;
mod topic_set_size;
mod topic_table;
mod topics;
mod trec_eval;
mod warnings;

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use sokutei_ingest::{HeadingFilter, HeadingPattern, HeadingRule, IngestOptions, Numbering};
use sokutei_testset::{MatchOptions, Multi};

use crate::args::{Args, Command, Headings, Ids, Labels, MultiArg, Pages, Running, Topics};
use crate::exit::Exit;
use crate::terminal::Voice;

/// How much is said; commands that are done at once have no `--quiet`.
pub(crate) fn voice(command: &Command) -> Voice {
    command.running().map(voice_of).unwrap_or_default()
}

fn voice_of(running: &Running) -> Voice {
    Voice { quiet: running.quiet }
}

/// Does what was asked for.
pub(crate) fn run(args: Args) -> Result<Exit> {
    if let Some(running) = args.command.running() {
        threads(running)?;
    }
    match args.command {
        Command::Reproduce(a) => reproduce::run(a),
        Command::Ingest(a) => ingest::run(&a),
        Command::Topics(Topics::Build(a)) => topics::run(&a),
        Command::Index(a) => index::run(&a),
        Command::Search(a) => search::run(&a),
        Command::Measure(a) => measure::run(&a),
        Command::Compare(a) => compare::run(&a),
        Command::Agree(a) => agree::run(&a),
        Command::Simulate(a) => simulate::run(&a),
        Command::TopicSetSize(a) => topic_set_size::run(&a),
        Command::Gate(a) => gate::run(&a),
        Command::Select(a) => select::run(&a),
        Command::TrecEval(a) => trec_eval::run(&a),
        Command::Check(a) => check::run(&a),
        Command::Doctor(a) => doctor::run(&a),
        Command::Completions(a) => completions::run(&a),
        Command::Man(a) => man::run(&a),
    }
}

/// Sets the number of threads once, before any work.
fn threads(running: &Running) -> Result<()> {
    let Some(n) = running.threads else { return Ok(()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(n));
    pool.build_global()
        .with_context(|| format!("--threads {n}: the threads could not be started"))
}

fn numbering(ids: Ids) -> Numbering {
    match ids {
        Ids::Ordinal => Numbering::Ordinal,
        Ids::Slug => Numbering::Slug,
    }
}

fn ingest_options(pages: &Pages) -> Result<IngestOptions> {
    Ok(IngestOptions {
        numbering: numbering(pages.ids),
        drop_headings: heading_filter(&pages.headings)?,
        skip_boilerplate: pages.skip_boilerplate,
        keep_code: pages.keep_code,
    })
}

fn heading_filter(headings: &Headings) -> Result<HeadingFilter> {
    if headings.keep_all_headings {
        return Ok(HeadingFilter::none());
    }
    if headings.drop_heading.is_empty() {
        return Ok(HeadingFilter::default());
    }
    let rule = |p: &String| -> Result<HeadingRule> {
        Ok(HeadingRule {
            name: p.clone(),
            pattern: p.parse::<HeadingPattern>().context("--drop-heading")?,
        })
    };
    Ok(HeadingFilter {
        rules: headings.drop_heading.iter().map(rule).collect::<Result<_>>()?,
    })
}

/// The article's rule, with the policy for labels that name several sections.
fn match_options(labels: &Labels) -> MatchOptions {
    let crate::args::MatchRule::Article = labels.rule;
    let multi = match labels.multi {
        MultiArg::All => Multi::All,
        MultiArg::First => Multi::First,
    };
    MatchOptions {
        multi,
        ..MatchOptions::default()
    }
}

/// The name most like a mistyped one, if one is like it; the measure and the bound are those of clap's tips.
fn nearest<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LIKE: f64 = 0.7;
    let alike = names.map(|name| (strsim::jaro(typed, name), name));
    alike
        .filter(|(similarity, _)| *similarity > LIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// Pages are read from a folder: a common slip where other commands take `-`.
fn check_pages(dir: &Path) -> Result<()> {
    if dir.as_os_str() == "-" {
        bail!(
            "-: pages are read from a folder, not from standard input; give the folder that holds the .html files"
        );
    }
    Ok(())
}
