//! Runs against qrels, for `measure` and `compare`.

mod asked;
pub(crate) mod groups;
mod judged;
mod read;
mod told;

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use sokutei_experiment::{Observer, Stage};
use sokutei_measures::ir_metadata::Metadata;
use sokutei_measures::{
    Evaluation, Measure, Qrels, RankingRules, Run, TieBreak, TieRanges, UnjudgedBounds, evaluate_by,
    tie_ranges, unjudged_bounds,
};

pub(crate) use self::asked::{measures, names, require_means, ties};
pub(crate) use self::judged::{Judged, Request};
use self::read::{ReadRun, runs};
pub(crate) use self::read::{one_standard_input, qrels, run_of_trec_eval};
use self::told::{tell_coverage, tell_decimals, tell_scale};
pub(crate) use self::told::{tell_strangers, tell_topics, topics};
use super::articles::Articles;
use crate::args::Reading;
use crate::terminal::Voice;

/// How runs are measured.
pub(crate) struct How {
    pub(crate) rules: RankingRules,
    /// Documents that become articles first.
    pub(crate) collapse: Option<Articles>,
    /// Whether all orders of equal scores are looked at, too.
    pub(crate) tie_range: bool,
    /// Whether all judgments of unjudged documents are, too.
    pub(crate) bounds: bool,
}

impl From<TieBreak> for How {
    fn from(ties: TieBreak) -> Self {
        Self {
            rules: ties.into(),
            collapse: None,
            tie_range: false,
            bounds: false,
        }
    }
}

/// A run with its values.
pub(crate) struct MeasuredRun {
    pub(crate) name: String,
    /// As the file names it.
    pub(crate) tag: String,
    /// What its header says, if it has one.
    pub(crate) metadata: Option<Metadata>,
    pub(crate) evaluation: Evaluation,
    /// If they were asked for.
    pub(crate) tie_ranges: Option<TieRanges>,
    /// Likewise.
    pub(crate) bounds: Option<Vec<UnjudgedBounds>>,
    /// Whether not one document of it is judged, so that its values tell nothing of it.
    pub(crate) is_stranger: bool,
}

/// What is compared has values of its own.
///
/// # Errors
/// A run without a single judged document: every value would be 0, and the difference very significant.
pub(crate) fn require_values(measured: &[MeasuredRun]) -> Result<()> {
    match measured.iter().find(|run| run.is_stranger) {
        None => Ok(()),
        Some(run) => bail!(
            "{}: no judged document is in the run, so it has no values that could be compared",
            run.name
        ),
    }
}

/// Runs, each with the name it has in tables; what their headers say is left aside.
pub(crate) fn named(paths: &[PathBuf], reading: &Reading, voice: Voice) -> Result<Vec<(String, Run)>> {
    let read = runs(paths, reading, voice)?;
    Ok(read.into_iter().map(|(name, read)| (name, read.run)).collect())
}

/// The rule that keeps articles in the order in which they were found, and still knows which of them have equal scores, where it can:
/// scores rounded to single precision, and ranks, do not come along.
fn among_articles(ties: TieBreak) -> TieBreak {
    match ties {
        TieBreak::Trec | TieBreak::DocidAsc | TieBreak::InputOrder => TieBreak::InputOrder,
        TieBreak::Trec9 | TieBreak::RankColumn => TieBreak::RankColumn,
    }
}

/// Measures every run, and says on stderr which topics did not take part as one might think.
///
/// # Errors
/// A run that cannot be read, or that shares no topic with the qrels.
pub(crate) fn evaluate_all(
    qrels: &Qrels,
    paths: &[PathBuf],
    measures: &[Measure],
    (how, reading): (&How, &Reading),
    (voice, progress): (Voice, &dyn Observer),
) -> Result<Vec<MeasuredRun>> {
    progress.begin(Stage::Measure);
    progress.begin_part("measure", paths.len() as u64, "runs");
    tell_scale(qrels, measures);
    tell_decimals(qrels, measures);
    let mut measured = Vec::new();
    for (name, read) in runs(paths, reading, voice)? {
        let ReadRun { mut run, metadata } = read;
        let tag = run.tag.clone();
        let mut rules = how.rules;
        if let Some(articles) = &how.collapse {
            run = articles.collapse(&name, &run, rules.ties)?;
            rules.ties = among_articles(rules.ties);
        }
        let evaluation = evaluate_by(&run, qrels, measures, rules);
        evaluation
            .coverage
            .require_overlap()
            .with_context(|| name.clone())?;
        tell_coverage(&name, &evaluation);
        let is_stranger = tell_strangers(&name, qrels, &run);
        let tie_ranges = how.tie_range.then(|| tie_ranges(&run, qrels, measures, rules));
        let bounds = how
            .bounds
            .then(|| unjudged_bounds(&run, qrels, measures, rules.ties))
            .transpose()?;
        measured.push(MeasuredRun {
            name,
            tag,
            metadata,
            evaluation,
            tie_ranges,
            bounds,
            is_stranger,
        });
        progress.advance("measure", 1);
    }
    progress.end(Stage::Measure, "");
    Ok(measured)
}
