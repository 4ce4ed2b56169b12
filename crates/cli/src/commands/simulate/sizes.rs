//! How many topics it takes, from the observed variances.

use anyhow::Result;
use sokutei_measures::Measure;
use sokutei_measures::stats::{
    Effect, Layout, MOST_TOPICS, PooledVariance, TPower, anova_topics, interval_topics, t_test_topics,
};

use super::Values;
use super::pairs::Pair;
use super::plan::Plan;
use super::systems::System;

/// Sizes for each difference, from one variance.
pub(super) struct Needs<'a> {
    pub(super) measure: &'a Measure,
    pub(super) form: Form,
    /// What the variance is of: a run, two, or all.
    pub(super) of: String,
    pub(super) deviation: f64,
    /// One for each difference of the plan; none beyond [`MOST_TOPICS`].
    pub(super) sizes: Vec<Option<usize>>,
}

/// What the topics are for.
#[derive(Clone, Copy)]
pub(super) enum Form {
    TTest,
    Interval,
    Anova,
}

impl Form {
    /// In JSON and CSV.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::TTest => "t-test",
            Self::Interval => "interval",
            Self::Anova => "anova",
        }
    }

    /// In tables.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::TTest => "paired t-test",
            Self::Interval => "interval as wide",
            Self::Anova => "one-way anova",
        }
    }
}

/// Words of a cell where no size is enough.
pub(super) fn beyond() -> String {
    format!("over {MOST_TOPICS}")
}

/// Sizes by one measure: for an interval of each run, for a t-test and an interval of each pair, for an analysis of all runs.
///
/// What does not vary has no row; groups have no analysis of variance, whose topics are independent.
pub(super) fn of<'a>(
    plan: &Plan<'_>,
    measure: &'a Measure,
    values: &[Values<'a>],
    systems: &[System<'a>],
    pairs: &[Pair<'a>],
) -> Result<Vec<Needs<'a>>> {
    let mut needs = Vec::new();
    let mut push = |form, of: &str, deviation: Option<f64>, systems| {
        needs.extend(deviation.map(|deviation| Needs {
            measure,
            form,
            of: of.to_owned(),
            deviation,
            sizes: sizes(plan, form, deviation, systems),
        }));
    };
    for system in systems {
        push(Form::Interval, system.name, system.spread.deviation, 1);
    }
    for pair in pairs {
        let of = format!("{}->{}", pair.baseline, pair.candidate);
        push(Form::Interval, &of, pair.spread.deviation, 2);
        push(Form::TTest, &of, pair.spread.deviation, 2);
    }
    let varies = systems.iter().any(|system| system.spread.deviation.is_some());
    if values.len() > 1 && plan.groups.is_none() && varies {
        let vectors: Vec<&[f64]> = values.iter().map(|of| of.values.as_slice()).collect();
        let pooled = PooledVariance::of(&Layout::new(&vectors)?)?;
        let of = format!("{} runs, within each", values.len());
        push(Form::Anova, &of, Some(pooled.within_system.sqrt()), values.len());
    }
    Ok(needs)
}

fn sizes(plan: &Plan<'_>, form: Form, deviation: f64, systems: usize) -> Vec<Option<usize>> {
    let (demand, variance) = (plan.demand(), deviation * deviation);
    let size = |&difference: &f64| {
        let effect = Effect { difference, variance };
        // all else was checked before: what is refused is too many topics
        match form {
            Form::TTest => t_test_topics(&effect, &demand, TPower::NoncentralT).map(|size| size.n),
            Form::Interval => interval_topics(difference, variance, demand.alpha).map(|size| size.n),
            Form::Anova => anova_topics(systems, &effect, &demand).map(|size| size.n),
        }
        .ok()
    };
    plan.differences.iter().map(size).collect()
}
