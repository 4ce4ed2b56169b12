//! `sokutei select`: the best of several systems, and what it is worth.

mod csv;
mod document;
mod plan;
mod tables;
mod words;

use anyhow::{Result, bail};
use sokutei_experiment::{Observer as _, Stage};
use sokutei_measures::stats::{Bootstrap, Selection, SelectionOptions, SelectionPlan, select};
use sokutei_report::{csv_rows, latex_table, markdown_table, markdown_words, plain, text_table};

use super::runs::{Judged, Request};
use super::voice_of;
use crate::args::{Format, IntervalArg, Select};
use crate::exit::Exit;
use crate::files;
use crate::progress::Progress;
use crate::terminal::warn;

/// All that was found, for whatever prints it.
struct Outcome<'a> {
    args: &'a Select,
    request: &'a Request<'a>,
    judged: &'a Judged,
    /// One for each measure.
    selections: Vec<Selection>,
}

pub(crate) fn run(args: &Select) -> Result<Exit> {
    let voice = voice_of(&args.run);
    let request = Request {
        command: "select",
        qrels: &args.qrels,
        runs: args.runs.clone(),
        measures: &args.measures,
        ties: &args.ties,
        grouping: &args.grouping,
        reading: &args.reading,
        seed: args.uncertainty.draws.seed_words(),
        decides: true,
    };
    require_interval(args)?;
    let dev = plan::read_dev(args)?;
    if args.uncertainty.interval.bootstrap().is_some() {
        args.uncertainty.draws.warn_of_few(args.replicates);
    }
    let progress = Progress::new(voice);
    let judged = Judged::read(&request, voice, &progress)?;
    let plan = plan::of(args, dev.as_ref(), &judged)?;
    progress.begin(Stage::Statistics);
    let outcome = Outcome {
        selections: selections(args, &judged, &plan)?,
        args,
        request: &request,
        judged: &judged,
    };
    progress.end(Stage::Statistics, "");
    outcome.warnings().iter().for_each(|words| warn(words));
    files::print(outcome.printed().as_bytes())?;
    Ok(Exit::Fine)
}

/// A mean of any values has such an interval.
///
/// # Errors
/// Wilson's, which is for proportions.
fn require_interval(args: &Select) -> Result<()> {
    if args.uncertainty.interval == IntervalArg::Wilson {
        bail!("--interval wilson is for proportions; select takes percentile, basic, bca or student-t");
    }
    Ok(())
}

/// A choice by each measure.
///
/// # Errors
/// Runs over different topics; what the statistics refuse.
fn selections(args: &Select, judged: &Judged, plan: &SelectionPlan) -> Result<Vec<Selection>> {
    let student_t = args.uncertainty.interval == IntervalArg::StudentT;
    if student_t && judged.groups.is_some() {
        bail!(
            "--interval student-t is for single topics; with groups of topics choose percentile, basic or bca"
        );
    }
    let options = SelectionOptions {
        bootstrap: Bootstrap {
            replicates: args.replicates,
            seed: args.uncertainty.draws.seed,
            level: args.uncertainty.draws.level,
            interval: args.uncertainty.interval.bootstrap().unwrap_or_default(),
            generator: args.uncertainty.draws.rng.generator(),
        },
        student_t,
    };
    let groups = judged.groups.as_ref().map(|groups| &groups.groups);
    let chosen = |measure: usize| {
        let values = judged.values(measure)?;
        let values: Vec<&[f64]> = values.iter().map(Vec::as_slice).collect();
        Ok(select(&values, plan, groups, &options)?)
    };
    (0..judged.measures.len()).map(chosen).collect()
}

impl Outcome<'_> {
    fn printed(&self) -> String {
        let tables = |first: String, render: fn(&sokutei_report::Table) -> String| {
            let tables: Vec<String> = self.tables().iter().map(render).collect();
            format!("{first}\n\n{}", tables.join("\n"))
        };
        let headline = self.headline();
        match self.args.format {
            Format::Json => self.document(),
            Format::Csv => csv_rows(self.csv()),
            Format::Text => tables(plain(&headline), text_table),
            Format::Markdown => tables(markdown_words(&headline), markdown_table),
            Format::Latex => tables(format!("% {}", plain(&headline)), latex_table),
        }
    }
}
