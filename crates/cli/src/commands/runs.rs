//! Qrels and runs from files, for `measure` and `compare`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use sokutei_measures::{Measure, Qrels, Run, TieBreak, trec};

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
pub(crate) fn runs(paths: &[PathBuf]) -> Result<Vec<(String, Run)>> {
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
