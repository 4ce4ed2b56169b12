//! Measures and tie rules as they were typed.

use anyhow::{Result, anyhow, bail};
use sokutei_measures::{Aggregate, Measure, MeasureKind, TieBreak};

use crate::terminal::warn;

pub(crate) fn measures(names: &[String]) -> Result<Vec<Measure>> {
    let mut measures: Vec<Measure> = Vec::new();
    for name in names {
        let measure: Measure = name
            .parse()
            .map_err(|e| several(name).unwrap_or_else(|| anyhow::Error::from(e)))?;
        if measures.contains(&measure) {
            warn(&format!("{measure} is asked for twice and measured once"));
        } else {
            measures.push(measure);
        }
    }
    Ok(measures)
}

/// Several measures in one flag, as other tools take them.
fn several(text: &str) -> Option<anyhow::Error> {
    let mut depth = 0_usize;
    let parts: Vec<&str> = text
        .split(|c: char| {
            match c {
                '(' | '{' => depth += 1,
                ')' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && (c == ',' || c.is_whitespace())
        })
        .filter(|part| !part.is_empty())
        .collect();
    if parts.len() < 2 || !parts.iter().all(|part| part.parse::<Measure>().is_ok()) {
        return None;
    }
    let quote = |part: &&str| {
        if part.contains('(') {
            format!("-m \"{part}\"")
        } else {
            format!("-m {part}")
        }
    };
    let flags: Vec<String> = parts.iter().map(quote).collect();
    Some(anyhow!(
        "measure {text:?}: {} measures in one flag; repeat it: {}",
        parts.len(),
        flags.join(" ")
    ))
}

pub(crate) fn ties(name: &str) -> Result<TieBreak> {
    Ok(name.parse()?)
}

/// A difference of two runs is a mean of differences: what is summed, or averaged otherwise, has no such thing.
pub(crate) fn require_means(command: &str, measures: &[Measure]) -> Result<()> {
    let other = measures
        .iter()
        .find(|measure| measure.aggregate() != Aggregate::Mean);
    match other {
        None => Ok(()),
        Some(measure) if measure.aggregate() == Aggregate::GeometricMean => {
            bail!("{measure}: {command} works on means of topics, and this mean is geometric; take AP")
        }
        Some(measure) => {
            bail!("{measure}: {command} works on means of topics, and this is a count; leave it out")
        }
    }
}

/// A system is better by a measure if its values are larger.
///
/// # Errors
/// A measure that says how uncertain another one is.
pub(crate) fn require_better_is_larger(command: &str, measures: &[Measure]) -> Result<()> {
    let residual = measures
        .iter()
        .find(|measure| matches!(measure.kind(), MeasureKind::RankBiasedResidual { .. }));
    match residual {
        None => Ok(()),
        Some(measure) => {
            bail!("{measure}: a larger residual is not better, so {command} has no use for it; take RBP")
        }
    }
}

/// Measures as they are written everywhere, whatever alias was typed.
pub(crate) fn names(measures: &[Measure]) -> String {
    measures
        .iter()
        .map(Measure::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}
