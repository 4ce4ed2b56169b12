//! `sokutei simulate`: what fewer or more topics would tell.

mod csv;
mod document;
mod pairs;
mod plan;
mod sizes;
mod systems;
mod tables;

use anyhow::Result;
use sokutei_experiment::{Observer as _, Stage};
use sokutei_measures::{Measure, StatWarning, group_subset_warnings, subset_warnings};
use sokutei_report::{latex_table, markdown_table, text_table};

use self::pairs::Pair;
use self::plan::Plan;
use self::sizes::Needs;
use self::systems::System;
use super::runs::{Judged, MeasuredRun, Request};
use super::voice_of;
use crate::args::{Format, Simulate as Args};
use crate::exit::Exit;
use crate::files;
use crate::progress::Progress;
use crate::terminal::warn;

/// All that was found, for whatever prints it.
struct Outcome<'a> {
    plan: &'a Plan<'a>,
    systems: Vec<System<'a>>,
    pairs: Vec<Pair<'a>>,
    needs: Vec<Needs<'a>>,
    warnings: Vec<StatWarning>,
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let voice = voice_of(&args.run);
    let request = Request {
        command: "simulate",
        qrels: &args.qrels,
        runs: args.runs.clone(),
        measures: &args.measures,
        ties: &args.ties,
        grouping: &args.grouping,
        reading: &args.reading,
        seed: args.seed.to_string(),
        decides: false,
    };
    let progress = Progress::new(voice);
    let Judged {
        measures,
        runs: measured,
        groups,
        ..
    } = Judged::read(&request, voice, &progress)?;
    let plan = Plan::new(args, measured[0].evaluation.values[0].topics.len(), groups)?;
    plan.tell();
    let outcome = simulate(&plan, &measures, &measured, &progress)?;
    outcome.tell();
    files::print(outcome.print(args.format).as_bytes())?;
    Ok(Exit::Fine)
}

fn simulate<'a>(
    plan: &'a Plan<'a>,
    measures: &'a [Measure],
    measured: &'a [MeasuredRun],
    progress: &Progress,
) -> Result<Outcome<'a>> {
    const PART: &str = "simulate";
    progress.begin(Stage::Statistics);
    progress.begin_part(PART, measures.len() as u64, "measures");
    let (mut systems, mut pairs, mut needs) = (Vec::new(), Vec::new(), Vec::new());
    for (i, measure) in measures.iter().enumerate() {
        let values = values_of(measured, i)?;
        let of_measure = systems::of(plan, measure, &values)?;
        let its_pairs = pairs::of(plan, measure, &values)?;
        needs.extend(sizes::of(plan, measure, &values, &of_measure, &its_pairs)?);
        systems.extend(of_measure);
        pairs.extend(its_pairs);
        progress.advance(PART, 1);
    }
    progress.end(Stage::Statistics, "");
    let warnings = match plan.groups {
        None => subset_warnings(&plan.subset_sizes, plan.units),
        Some(_) => group_subset_warnings(&plan.subset_sizes, plan.units),
    };
    Ok(Outcome {
        warnings,
        plan,
        systems,
        pairs,
        needs,
    })
}

/// A run's values of one measure, in the order of the first run's topics.
struct Values<'a> {
    name: &'a str,
    values: Vec<f64>,
}

fn values_of(measured: &[MeasuredRun], measure: usize) -> Result<Vec<Values<'_>>> {
    let first = &measured[0].evaluation.values[measure];
    let of = |run: &'_ MeasuredRun| first.aligned(&run.evaluation.values[measure]);
    let values = measured.iter().map(|run| {
        Ok(Values {
            name: run.name.as_str(),
            values: of(run)?,
        })
    });
    values.collect()
}

impl Outcome<'_> {
    fn tell(&self) {
        for warning in &self.warnings {
            warn(&warning.to_string());
        }
        for pair in self.pairs.iter().filter(|pair| pair.spread.deviation.is_none()) {
            warn(&format!(
                "{} {}->{}: every {} has the same difference, so it has no test, no power and no size",
                pair.measure,
                pair.baseline,
                pair.candidate,
                self.plan.unit()
            ));
        }
    }

    fn print(&self, format: Format) -> String {
        match format {
            Format::Json => self.document(),
            Format::Csv => self.csv(),
            Format::Text => self.tables(text_table),
            Format::Markdown => self.tables(markdown_table),
            Format::Latex => self.tables(latex_table),
        }
    }
}
