//! `sokutei gate`: whether a change may land.

mod document;
mod evidence;
mod junit;
mod output;
mod summary;
mod tables;
mod words;

use anyhow::{Result, bail};
use sokutei_experiment::{Observer as _, Stage};
use sokutei_measures::stats::{GateMode, Gated, TopicChanges};
use sokutei_report::{markdown_table, plain, text_table};

use self::evidence::SignFlips;
use super::runs::{Judged, Request};
use super::voice_of;
use crate::args::{Gate, GateFormat, GateModeArg, IntervalArg};
use crate::exit::Exit;
use crate::files;
use crate::progress::Progress;
use crate::terminal::warn;

/// All that was found, for whatever prints it.
struct Outcome<'a> {
    args: &'a Gate,
    request: &'a Request<'a>,
    judged: &'a Judged,
    gated: Gated,
    /// For each measure: means of baseline and candidate, what became of the topics, how p was found.
    means: Vec<[f64; 2]>,
    changes: Vec<TopicChanges>,
    flips: SignFlips,
}

pub(crate) fn run(args: &Gate) -> Result<Exit> {
    let voice = voice_of(&args.run);
    let mode = mode(args)?;
    require_interval(args)?;
    output::check(args)?;
    if args.uncertainty.interval.bootstrap().is_some() {
        args.uncertainty.draws.warn_of_few(args.replicates);
    }
    let request = Request {
        command: "gate",
        qrels: &args.qrels,
        runs: vec![args.baseline.clone(), args.candidate.clone()],
        measures: &args.measures,
        ties: &args.ties,
        grouping: &args.grouping,
        reading: &args.reading,
        seed: args.uncertainty.draws.seed_words(),
        decides: true,
    };
    let progress = Progress::new(voice);
    let judged = Judged::read(&request, voice, &progress)?;
    progress.begin(Stage::Statistics);
    let outcome = Outcome::of(args, &request, &judged, mode)?;
    progress.end(Stage::Statistics, "");
    outcome.warnings().iter().for_each(|words| warn(words));
    output::write(&outcome)?;
    files::print(outcome.printed().as_bytes())?;
    Ok(if outcome.gated.passed {
        Exit::Fine
    } else {
        Exit::No
    })
}

impl Outcome<'_> {
    fn printed(&self) -> String {
        let tables = |headline: String, render: fn(&sokutei_report::Table) -> String| {
            let tables: Vec<String> = self.tables().iter().map(render).collect();
            format!("{headline}\n\n{}", tables.join("\n"))
        };
        match self.args.format {
            GateFormat::Json => self.document(),
            GateFormat::Text => tables(plain(&self.headline()), text_table),
            GateFormat::Markdown => tables(sokutei_report::markdown_words(&self.headline()), markdown_table),
        }
    }
}

/// The mode with its size.
///
/// # Errors
/// The size of the other mode.
fn mode(args: &Gate) -> Result<GateMode> {
    /// The size that matters where none is named.
    const SIZE: f64 = 0.01;
    match (args.mode, args.delta, args.margin) {
        (GateModeArg::Drop, _, Some(_)) => {
            bail!("--margin belongs to --mode non-inferiority; say --delta, or choose that mode")
        }
        (GateModeArg::NonInferiority, Some(_), _) => {
            bail!("--delta belongs to --mode drop; say --margin, or choose that mode")
        }
        (GateModeArg::Drop, delta, None) => Ok(GateMode::Drop {
            delta: delta.unwrap_or(SIZE),
        }),
        (GateModeArg::NonInferiority, None, margin) => Ok(GateMode::NonInferiority {
            margin: margin.unwrap_or(SIZE),
        }),
    }
}

/// An interval of a difference, and one that there is for the units.
///
/// # Errors
/// Wilson's; Student's for groups.
fn require_interval(args: &Gate) -> Result<()> {
    args.uncertainty.require_difference()?;
    if args.uncertainty.interval == IntervalArg::StudentT && args.grouping.groups.is_some() {
        bail!("--interval student-t is for single topics; with --groups choose percentile, basic or bca");
    }
    Ok(())
}
