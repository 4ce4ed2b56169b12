//! `sokutei measure`: runs against qrels.

mod csv;
mod document;
mod header;
mod intervals;
mod slices;
mod tables;
mod trec_lines;

use anyhow::{Result, bail};
use sokutei_experiment::{Observer as _, Stage};
use sokutei_measures::{Measure, RankingRules, Unjudged};
use sokutei_report::{latex_table, markdown_table, text_table};

use self::intervals::{Interval, with_intervals};
use self::slices::Slice;
use super::articles::Articles;
use super::runs::groups::{self, TopicGroups};
use super::runs::{How, MeasuredRun};
use super::topic_table::TopicTable;
use super::{runs, voice_of};
use crate::args::{Measure as Args, MeasureFormat};
use crate::exit::Exit;
use crate::files;
use crate::progress::Progress;

/// All that was found, for whatever prints it.
struct Outcome<'a> {
    args: &'a Args,
    measures: &'a [Measure],
    runs: Vec<Measured>,
    slices: Vec<Slice>,
    groups: Option<TopicGroups>,
}

/// A run with its values, and an interval for every mean.
struct Measured {
    run: MeasuredRun,
    /// One per measure; none for a count, and none at all where no replicates were asked for.
    intervals: Vec<Option<Interval>>,
    /// The same with whole groups of topics drawn, if there are groups.
    by_group: Vec<Option<Interval>>,
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let voice = voice_of(&args.run);
    let measures = runs::measures(&args.measures)?;
    let how = how(args)?;
    has_place_for_all(args)?;
    let files = [args.collapse.clone(), args.grouping.topics.clone()]
        .into_iter()
        .flatten();
    runs::one_standard_input(
        &args.qrels,
        &args.runs.iter().cloned().chain(files).collect::<Vec<_>>(),
    )?;
    let topics = args
        .grouping
        .topics
        .as_deref()
        .map(TopicTable::read)
        .transpose()?;
    args.uncertainty.draws.warn_of_few(args.replicates);
    let progress = Progress::new(voice);
    let qrels = runs::qrels(&args.qrels, &args.reading, &measures, voice)?;
    let evaluated = runs::evaluate_all(
        &qrels,
        &args.runs,
        &measures,
        (&how, &args.reading),
        (voice, &progress),
    )?;
    progress.begin(Stage::Statistics);
    let asked = args.grouping.groups.as_deref();
    let groups = groups::read(
        topics.as_ref(),
        asked,
        &evaluated[0].evaluation.values[0].topics,
        voice,
    )?;
    let measured = evaluated
        .into_iter()
        .map(|run| with_intervals(args, run, groups.as_ref()))
        .collect::<Result<Vec<_>>>()?;
    let slices = slices::of(args, topics.as_ref(), &measured)?;
    progress.end(Stage::Statistics, "");
    let outcome = Outcome {
        args,
        measures: &measures,
        runs: measured,
        slices,
        groups,
    };
    let out = match args.format {
        MeasureFormat::Json => outcome.document(),
        MeasureFormat::Csv => outcome.csv(),
        MeasureFormat::Trec => outcome.trec_lines(),
        MeasureFormat::IrMetadata => outcome.header(),
        MeasureFormat::Text => outcome.tables(text_table),
        MeasureFormat::Markdown => outcome.tables(markdown_table),
        MeasureFormat::Latex => outcome.tables(latex_table),
    };
    files::print(out.as_bytes())?;
    Ok(Exit::Fine)
}

/// Whether the format can show what is asked for.
///
/// # Errors
/// It would be dropped.
fn has_place_for_all(args: &Args) -> Result<()> {
    let format = match args.format {
        MeasureFormat::Trec => "trec",
        MeasureFormat::IrMetadata => "ir-metadata",
        _ => return Ok(()),
    };
    let is_header = args.format == MeasureFormat::IrMetadata;
    if is_header && args.runs.len() > 1 {
        bail!("--format ir-metadata writes the header of one run; name one");
    }
    let asked = [
        (args.tie_range, "--tie-range"),
        (args.unjudged == BOUNDS, "--unjudged bounds"),
        (!args.by.is_empty(), "--by"),
        (args.grouping.topics.is_some(), "--topics"),
        (args.per_topic && is_header, "--per-topic"),
    ];
    match asked.into_iter().find(|(is_asked, _)| *is_asked) {
        Some((_, flag)) => {
            bail!("--format {format} has no place for {flag}; choose another format, or leave it out")
        }
        None => Ok(()),
    }
}

/// The rule for unjudged documents that is none for the ranking.
const BOUNDS: &str = "bounds";

fn how(args: &Args) -> Result<How> {
    let unjudged = match args.unjudged.as_str() {
        "removed" => Unjudged::Removed,
        _ => Unjudged::NotRelevant,
    };
    Ok(How {
        rules: RankingRules {
            ties: runs::ties(&args.ties)?,
            unjudged,
        },
        collapse: args.collapse.as_deref().map(Articles::read).transpose()?,
        tie_range: args.tie_range,
        bounds: args.unjudged == BOUNDS,
    })
}
