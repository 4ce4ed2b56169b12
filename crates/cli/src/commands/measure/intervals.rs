//! An interval for every mean.

use anyhow::{Result, bail};
use sokutei_measures::stats::{
    Bootstrap, BootstrapDraws, ClusterDraws, Estimate, t_interval, wilson_interval,
};
use sokutei_measures::{Aggregate, TopicValues};

use super::{Args, Measured};
use crate::args::IntervalArg;
use crate::commands::runs::MeasuredRun;
use crate::commands::runs::groups::TopicGroups;

/// The ends of an interval.
#[derive(Clone, Copy)]
pub(super) struct Interval {
    pub(super) low: f64,
    pub(super) high: f64,
}

pub(super) fn with_intervals(
    args: &Args,
    run: MeasuredRun,
    groups: Option<&TopicGroups>,
) -> Result<Measured> {
    let values = &run.evaluation.values;
    let by_group = match groups {
        None => vec![None; values.len()],
        Some(groups) => of_means(args, values, |vectors| {
            let draws = ClusterDraws::new(&groups.groups, &bootstrap(args))?;
            Ok(draws.means(vectors)?)
        })?,
    };
    let intervals = intervals(args, values)?;
    Ok(Measured {
        run,
        intervals,
        by_group,
    })
}

/// An interval over topics for each measure that is averaged; none at all where no replicates were asked for.
pub(super) fn intervals(args: &Args, values: &[TopicValues]) -> Result<Vec<Option<Interval>>> {
    of_means(args, values, |vectors| over_topics(args, vectors))
}

/// Intervals of the values that are averaged, turned back where the mean is a geometric one.
fn of_means(
    args: &Args,
    values: &[TopicValues],
    estimate: impl Fn(&[&[f64]]) -> Result<Vec<Estimate>>,
) -> Result<Vec<Option<Interval>>> {
    let mut intervals = vec![None; values.len()];
    if args.replicates == 0 {
        return Ok(intervals);
    }
    let averaged = |i: &usize| values[*i].measure.aggregate() != Aggregate::Sum;
    let places: Vec<usize> = (0..values.len()).filter(averaged).collect();
    if let (IntervalArg::Wilson, Some(&other)) = (
        args.uncertainty.interval,
        places.iter().find(|&&i| !is_proportion(&values[i])),
    ) {
        bail!(
            "{}: --interval wilson is for measures that are 0 or 1 for each topic, such as Success@5",
            values[other].measure
        );
    }
    let vectors: Vec<Vec<f64>> = places.iter().map(|&i| summands(&values[i])).collect();
    let vectors: Vec<&[f64]> = vectors.iter().map(Vec::as_slice).collect();
    for (&i, Estimate { low, high, n, .. }) in places.iter().zip(estimate(&vectors)?) {
        if n < 2 && args.uncertainty.interval != IntervalArg::Wilson {
            continue; // a single topic, or group, can be drawn in one way only
        }
        let [low, high] = [low, high].map(|end| values[i].measure.aggregate().back(end));
        intervals[i] = Some(Interval { low, high });
    }
    Ok(intervals)
}

fn over_topics(args: &Args, vectors: &[&[f64]]) -> Result<Vec<Estimate>> {
    let level = args.uncertainty.draws.level;
    match args.uncertainty.interval {
        IntervalArg::StudentT => {
            // one topic has no spread: no interval
            let each = vectors
                .iter()
                .filter(|x| x.len() > 1)
                .map(|x| t_interval(x, level));
            Ok(each.collect::<Result<_, _>>()?)
        }
        IntervalArg::Wilson => {
            let each = vectors.iter().map(|x| {
                let successes = x.iter().filter(|value| **value > 0.5).count();
                wilson_interval(successes, x.len(), level)
            });
            Ok(each.collect::<Result<_, _>>()?)
        }
        IntervalArg::Percentile | IntervalArg::Basic | IntervalArg::Bca => {
            let Some(first) = vectors.first() else {
                return Ok(Vec::new());
            };
            Ok(BootstrapDraws::new(first.len(), &bootstrap(args))?.means(vectors)?)
        }
    }
}

/// Options of the bootstrap; groups have one too where the interval over topics is by formula.
fn bootstrap(args: &Args) -> Bootstrap {
    Bootstrap {
        replicates: args.replicates,
        seed: args.uncertainty.draws.seed,
        level: args.uncertainty.draws.level,
        interval: args.uncertainty.interval.bootstrap().unwrap_or_default(),
        generator: args.uncertainty.draws.rng.generator(),
    }
}

fn is_proportion(values: &TopicValues) -> bool {
    let is_0_or_1 = |value: &f64| [0.0, 1.0].iter().any(|end: &f64| end.total_cmp(value).is_eq());
    values.values.iter().all(is_0_or_1)
}

fn summands(values: &TopicValues) -> Vec<f64> {
    values.measure.aggregate().summands(&values.values)
}
