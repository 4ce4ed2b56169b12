//! `sokutei agree systems`: orders of systems by several measures, or under two sets of judgments.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use sokutei_experiment::{Observer as _, Stage};
use sokutei_measures::agreement::{ApTies, SystemAgreement, SystemValues};
use sokutei_measures::stats::mean;
use sokutei_measures::{Error, Measure, TopicId};

use super::super::runs::MeasuredRun;
use super::super::{runs, voice_of};
use super::shown::{bootstrap, pairs};
use crate::args::AgreeSystems as Args;
use crate::files;
use crate::progress::Progress;
use crate::terminal::Voice;

/// All that was found, for whatever prints it.
pub(super) struct Outcome<'a> {
    pub(super) args: &'a Args,
    pub(super) measures: Vec<Measure>,
    /// Names of the systems.
    pub(super) systems: Vec<String>,
    pub(super) n_topics: usize,
    pub(super) orders: Vec<Order>,
    pub(super) comparisons: Vec<Comparison>,
}

/// What puts the systems in an order.
pub(super) struct Order {
    /// The measure, and the qrels where there are two.
    pub(super) name: String,
    /// `[system][topic]`
    values: Vec<Vec<f64>>,
    /// One for each system.
    pub(super) means: Vec<f64>,
}

/// Two orders beside each other.
pub(super) struct Comparison {
    pub(super) names: [String; 2],
    pub(super) found: SystemAgreement,
}

pub(super) fn run(args: &Args) -> Result<String> {
    let voice = voice_of(&args.run);
    let measures = runs::measures(&args.measures)?;
    runs::require_means("agree systems", &measures)?;
    if args.other_qrels.is_none() && measures.len() < 2 {
        bail!("agree systems: one measure makes one order; add a second -m, or --other-qrels");
    }
    one_standard_input(args)?;
    let progress = Progress::new(voice);
    let measured = measured(args, &args.qrels, &measures, (voice, &progress))?;
    let systems = measured.iter().map(|run| run.name.clone()).collect();
    let orders = match &args.other_qrels {
        None => orders(&measures, &measured, None, ""),
        Some(other) => {
            let others = self::measured(args, other, &measures, (voice, &progress))?;
            under_both(args, other, &measures, &measured, &others)?
        }
    };
    progress.begin(Stage::Statistics);
    let comparisons = compare(args, measures.len(), &orders)?;
    progress.end(Stage::Statistics, "");
    let n_topics = orders[0].values[0].len();
    let outcome = Outcome {
        args,
        measures,
        systems,
        n_topics,
        orders,
        comparisons,
    };
    Ok(outcome.shown().in_format(args.format))
}

/// Runs are read once for each qrels.
fn one_standard_input(args: &Args) -> Result<()> {
    let others = args.runs.iter().chain(&args.other_qrels).cloned();
    runs::one_standard_input(&args.qrels, &others.collect::<Vec<PathBuf>>())?;
    if args.other_qrels.is_some() && args.runs.iter().any(|path| path.as_os_str() == "-") {
        bail!(
            "-: with --other-qrels runs are read twice, and standard input can be read once; name a file for the run"
        );
    }
    Ok(())
}

fn measured(
    args: &Args,
    qrels: &Path,
    measures: &[Measure],
    (voice, progress): (Voice, &Progress),
) -> Result<Vec<MeasuredRun>> {
    let how = runs::How::from(runs::ties(&args.ties)?);
    let qrels = runs::qrels(qrels, &args.reading, measures, voice)?;
    runs::evaluate_all(
        &qrels,
        &args.runs,
        measures,
        (&how, &args.reading),
        (voice, progress),
    )
}

/// One order for each measure; over some topics, in their order, or all.
fn orders(
    measures: &[Measure],
    measured: &[MeasuredRun],
    topics: Option<&[TopicId]>,
    suffix: &str,
) -> Vec<Order> {
    let order = |(i, measure): (usize, &Measure)| {
        let of_run = |run: &MeasuredRun| match topics {
            None => run.evaluation.values[i].values.clone(),
            Some(topics) => some(&run.evaluation.values[i], topics),
        };
        let values: Vec<Vec<f64>> = measured.iter().map(of_run).collect();
        Order {
            name: format!("{measure}{suffix}"),
            means: values.iter().map(|values| mean(values)).collect(),
            values,
        }
    };
    measures.iter().enumerate().map(order).collect()
}

/// Values of these topics, all of which are there.
fn some(all: &sokutei_measures::TopicValues, topics: &[TopicId]) -> Vec<f64> {
    let of: std::collections::HashMap<&TopicId, f64> =
        all.topics.iter().zip(all.values.iter().copied()).collect();
    topics.iter().map(|topic| of[topic]).collect()
}

/// The orders by each measure under both qrels, over the topics that both judge.
fn under_both(
    args: &Args,
    other: &Path,
    measures: &[Measure],
    first: &[MeasuredRun],
    second: &[MeasuredRun],
) -> Result<Vec<Order>> {
    let topics = |measured: &[MeasuredRun]| measured[0].evaluation.values[0].topics.clone();
    let split = |of: Vec<TopicId>, other: &[TopicId]| -> (Vec<TopicId>, Vec<TopicId>) {
        let other: HashSet<&TopicId> = other.iter().collect();
        of.into_iter().partition(|topic| other.contains(topic))
    };
    let (both, only_first) = split(topics(first), &topics(second));
    let (_, only_second) = split(topics(second), &topics(first));
    let [left, right] = [&args.qrels, other].map(files::name);
    if both.is_empty() {
        return Err(Error::TopicsDiffer {
            left,
            right,
            only_left: only_first,
            only_right: only_second,
        }
        .into());
    }
    runs::tell_topics(
        &left,
        &[(&only_first, "that the other qrels do not judge and left out")],
    );
    runs::tell_topics(
        &right,
        &[(&only_second, "that the first qrels do not judge and left out")],
    );
    let mut all = orders(measures, first, Some(&both), &format!(" ({left})"));
    all.extend(orders(measures, second, Some(&both), &format!(" ({right})")));
    Ok(all)
}

fn compare(args: &Args, n_measures: usize, orders: &[Order]) -> Result<Vec<Comparison>> {
    let ties = ApTies::ALL.into_iter().find(|ties| ties.name() == args.ap_ties);
    let ties = ties.expect("clap knows the names");
    let o = bootstrap(&args.resampling);
    let one = |(a, b): (&Order, &Order)| -> Result<Comparison> {
        let values = |order: &Order| SystemValues::new(order.values.clone());
        Ok(Comparison {
            names: [a.name.clone(), b.name.clone()],
            found: values(a)?.agreement(&values(b)?, ties, &o)?,
        })
    };
    match args.other_qrels {
        None => pairs(orders).map(one).collect(),
        Some(_) => orders[..n_measures]
            .iter()
            .zip(&orders[n_measures..])
            .map(one)
            .collect(),
    }
}
