//! On which topics it is chosen, and on which measured.

use std::collections::HashMap;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Result, bail};
use sokutei_measures::stats::{Groups, SelectionPlan, deal_folds, draw_dev};

use crate::args::Select;
use crate::commands::runs::{self, Judged};
use crate::files;

/// Ids of the topics that are chosen on, and the file that they are from.
pub(super) struct Dev {
    name: String,
    ids: Vec<String>,
}

/// Reads the file of `--dev`, if there is one: an id on each line.
///
/// # Errors
/// A file that cannot be read, that is standard input where another file is, or that holds nothing.
pub(super) fn read_dev(args: &Select) -> Result<Option<Dev>> {
    let Some(path) = &args.dev else {
        return Ok(None);
    };
    let files = args.runs.iter().chain(&args.grouping.topics).chain([path]);
    runs::one_standard_input(&args.qrels, &files.cloned().collect::<Vec<_>>())?;
    let dev = Dev {
        name: files::name(path),
        ids: lines(path)?,
    };
    if dev.ids.is_empty() {
        bail!("{}: no topics; write one id on each line", dev.name);
    }
    Ok(Some(dev))
}

fn lines(path: &Path) -> Result<Vec<String>> {
    let text = files::read(path, |from, _| {
        let mut text = String::new();
        from.read_to_string(&mut text).map(|_| text)
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let ids = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(ids.map(str::to_owned).collect())
}

/// The plan for the topics that were measured.
///
/// # Errors
/// Dev topics that are not measured, or named twice; too few topics.
pub(super) fn of(args: &Select, dev: Option<&Dev>, judged: &Judged) -> Result<SelectionPlan> {
    let n = judged.topics().len();
    let single = Groups::new(0..n);
    let groups = judged.groups.as_ref().map_or(&single, |groups| &groups.groups);
    let seed = args.uncertainty.draws.seed;
    Ok(match (dev, args.dev_share, args.folds) {
        (Some(dev), _, _) => SelectionPlan::Split {
            dev: places(dev, judged)?,
        },
        (None, Some(share), _) => SelectionPlan::Split {
            dev: draw_dev(groups, share, seed)?,
        },
        (None, None, Some(folds)) => SelectionPlan::NestedCrossValidation {
            folds: deal_folds(groups, usize::from(folds), seed)?,
        },
        (None, None, None) => SelectionPlan::OnTestTopics,
    })
}

/// Places of the dev topics among those measured, in the order of the latter.
fn places(dev: &Dev, judged: &Judged) -> Result<Vec<usize>> {
    let topics = judged.topics().iter().enumerate();
    let place_of: HashMap<&str, usize> = topics.map(|(place, topic)| (topic.as_str(), place)).collect();
    let (name, n) = (&dev.name, judged.topics().len());
    let strangers: Vec<&String> = dev
        .ids
        .iter()
        .filter(|id| !place_of.contains_key(id.as_str()))
        .collect();
    if let Some(first) = strangers.first() {
        let unknown = runs::topics(strangers.len());
        bail!(
            "{name}: not among the {n} topics that are measured: {unknown} of {}; the first is {first:?}",
            dev.ids.len()
        );
    }
    let mut places: Vec<usize> = dev.ids.iter().map(|id| place_of[id.as_str()]).collect();
    places.sort_unstable();
    if let Some(twice) = places.windows(2).find(|pair| pair[0] == pair[1]) {
        bail!(
            "{name}: topic {:?} is there twice; keep one",
            judged.topics()[twice[0]].as_str()
        );
    }
    if places.len() == n {
        bail!(
            "{name}: holds all {n} topics that are measured, so that none is left to measure the choice on; leave some out"
        );
    }
    Ok(places)
}
