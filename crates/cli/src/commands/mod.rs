//! One file per subcommand: flags to a typed plan, a library call, words out.

mod compare;
mod index;
mod ingest;
mod measure;
mod reproduce;
mod runs;
mod search;
mod topics;

use anyhow::{Context as _, Result};
use sokutei_ingest::{
    HeadingFilter, HeadingPattern, HeadingRule, IngestOptions, Level, Numbering, WarningTally,
};
use sokutei_report::{Table, csv_table, markdown_table, text_table};
use sokutei_testset::{MatchOptions, Multi};

use crate::args::{Args, Command, Format, Headings, Ids, Labels, MultiArg, Pages, Running, Topics};
use crate::exit::Exit;
use crate::terminal::{Voice, warn};

/// Does what was asked for.
pub(crate) fn run(args: Args) -> Result<Exit> {
    match args.command {
        Command::Reproduce(a) => reproduce::run(a),
        Command::Ingest(a) => ingest::run(&a),
        Command::Topics(Topics::Build(a)) => topics::run(&a),
        Command::Index(a) => index::run(&a),
        Command::Search(a) => search::run(&a),
        Command::Measure(a) => measure::run(&a),
        Command::Compare(a) => compare::run(&a),
    }
}

/// Sets the number of threads once, before any work.
fn threads(running: &Running) -> Result<()> {
    let Some(n) = running.threads else { return Ok(()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(n));
    pool.build_global()
        .with_context(|| format!("--threads {n}: the threads could not be started"))
}

fn voice(running: &Running) -> Voice {
    Voice { quiet: running.quiet }
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

/// Counts warnings by kind on stderr, each kind with its first message.
fn tell_warnings(warnings: &WarningTally, voice: Voice) {
    for (kind, count, first) in warnings.iter() {
        match first.level() {
            Level::Warning => warn(&format!(
                "{kind} × {count}: {first}{}",
                if count > 1 { " …" } else { "" }
            )),
            Level::Note => voice.note(&format!(
                "note: {kind} × {count}: {first}{}",
                if count > 1 { " …" } else { "" }
            )),
        }
    }
}

/// A table in the format that was asked for; JSON is made by the commands, which know more than a table.
fn render(table: &Table, format: Format) -> String {
    match format {
        Format::Markdown => markdown_table(table),
        Format::Csv => csv_table(table),
        Format::Text | Format::Json => text_table(table),
    }
}
