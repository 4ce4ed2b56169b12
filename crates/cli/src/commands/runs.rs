//! Qrels and runs from files, for `measure` and `compare`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use sokutei_measures::{
    Coverage, Evaluation, Measure, Qrels, Run, RunRow, TieBreak, TopicId, evaluate, trec,
};

use crate::files;
use crate::terminal::warn;

/// Reads qrels; lines that are there twice are counted.
pub(crate) fn qrels(path: &Path) -> Result<Qrels> {
    let read = trec::read_qrels(files::reader(path)?, &files::name(path))?;
    if read.duplicates > 0 {
        warn(&format!(
            "{}: {} lines are there twice and count once",
            files::name(path),
            read.duplicates
        ));
    }
    Ok(read.qrels)
}

/// Reads runs, each with the name it has in tables: its tag, or its file where tags are not unique.
fn runs(paths: &[PathBuf]) -> Result<Vec<(String, Run)>> {
    let mut runs = Vec::new();
    for path in paths {
        runs.push(trec::read_run(files::reader(path)?, &files::name(path))?);
    }
    let mut tags: BTreeMap<String, usize> = BTreeMap::new();
    for run in &runs {
        *tags.entry(run.tag.clone()).or_default() += 1;
    }
    let name = |(run, path): (Run, &PathBuf)| {
        let name = if tags[&run.tag] == 1 {
            run.tag.clone()
        } else {
            files::name(path)
        };
        (name, run)
    };
    Ok(runs.into_iter().zip(paths).map(name).collect())
}

pub(crate) fn measures(names: &[String]) -> Result<Vec<Measure>> {
    let mut measures: Vec<Measure> = Vec::new();
    for name in names {
        let measure: Measure = name.parse()?;
        if measures.contains(&measure) {
            warn(&format!("{measure} is asked for twice and measured once"));
        } else {
            measures.push(measure);
        }
    }
    Ok(measures)
}

pub(crate) fn ties(name: &str) -> Result<TieBreak> {
    Ok(name.parse()?)
}

/// Measures every run, and says on stderr which topics did not take part as one might think.
///
/// # Errors
/// A run that cannot be read, or that shares no topic with the qrels.
pub(crate) fn evaluate_all(
    qrels: &Qrels,
    paths: &[PathBuf],
    measures: &[Measure],
    ties: TieBreak,
) -> Result<Vec<(String, Evaluation)>> {
    let mut measured = Vec::new();
    for (name, run) in runs(paths)? {
        let evaluation = evaluate(&run, qrels, measures, ties);
        evaluation
            .coverage
            .require_overlap()
            .with_context(|| name.clone())?;
        tell_coverage(&name, &evaluation.coverage);
        tell_strangers(&name, qrels, &run);
        measured.push((name, evaluation));
    }
    Ok(measured)
}

/// Warns when not one judged document was retrieved: more often two numberings, or articles against sections, than a bad run.
fn tell_strangers(name: &str, qrels: &Qrels, run: &Run) {
    let judged = |(topic, rows): (&TopicId, &[RunRow])| {
        qrels
            .get(topic)
            .is_some_and(|j| rows.iter().any(|row| j.grade(&row.docid).is_some()))
    };
    if run.iter().any(judged) {
        return;
    }
    let in_run = run
        .iter()
        .find_map(|(_, rows)| rows.first())
        .map_or("nothing", |row| row.docid.as_str());
    let in_qrels = qrels
        .iter()
        .find_map(|(_, j)| j.iter().next())
        .map_or("nothing", |(d, _)| d.as_str());
    warn(&format!(
        "{name}: no judged document is in the run, so every value is 0; the run has `{in_run}`, the qrels have `{in_qrels}`: same --ids, and sections on both sides?"
    ));
}

fn tell_coverage(name: &str, c: &Coverage) {
    for (ids, what) in [
        (&c.judged_missing_in_run, "not in the run and counted 0"),
        (&c.in_run_not_judged, "of the run without a judgment and left out"),
        (
            &c.without_judgments,
            "in the qrels without a judgment and left out",
        ),
        (&c.no_relevant, "without a relevant document and counted 0"),
        (
            &c.decided_by_ties,
            "with equal scores whose order decides a value (see --ties)",
        ),
    ] {
        if let Some(first) = ids.first() {
            warn(&format!(
                "{name}: {} {what}; the first is {first}",
                topics(ids.len())
            ));
        }
    }
}

/// "1 topic", "2 topics".
pub(crate) fn topics(n: usize) -> String {
    format!("{n} topic{}", if n == 1 { "" } else { "s" })
}

/// Measures as they are written everywhere, whatever alias was typed.
pub(crate) fn names(measures: &[Measure]) -> String {
    measures
        .iter()
        .map(Measure::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}
