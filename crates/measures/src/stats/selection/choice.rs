//! The best system of some topics.

use super::outcome::{Selection, SelectionKind};
use super::plan::SelectionOptions;
use super::resampled::{estimate, resampled};
use crate::error::Error;
use crate::formulas::real;
use crate::stats::descriptive;
use crate::stats::intervals::Groups;

/// Means this close are equal.
const DUST: f64 = 1e-12;

/// The best system of some topics, and how much that depends on the topics.
pub(super) struct Choice {
    pub(super) best: usize,
    means: Vec<f64>,
    stability: Vec<f64>,
    bootstrap_optimism: f64,
}

impl Choice {
    pub(super) fn on(
        systems: &[&[f64]],
        places: &[usize],
        groups: Option<&Groups>,
        o: &SelectionOptions,
    ) -> Result<Self, Error> {
        let values: Vec<Vec<f64>> = systems.iter().map(|system| at(system, places)).collect();
        let values: Vec<&[f64]> = values.iter().map(Vec::as_slice).collect();
        let means: Vec<f64> = values.iter().map(|x| descriptive::mean(x)).collect();
        let resampled = resampled(&values, among(groups, places).as_ref(), &o.bootstrap)?;
        let replicates = o.bootstrap.replicates as usize;
        let mut times = vec![0; systems.len()];
        let mut optimism = Vec::with_capacity(replicates);
        for replicate in 0..replicates {
            let of_systems: Vec<f64> = resampled.iter().map(|means| means[replicate]).collect();
            let best = best(&of_systems);
            times[best] += 1;
            optimism.push(of_systems[best] - means[best]);
        }
        Ok(Self {
            best: best(&means),
            stability: times.into_iter().map(|n| real(n) / real(replicates)).collect(),
            bootstrap_optimism: descriptive::mean(&optimism),
            means,
        })
    }

    /// With the values of the topics that the choice is measured on.
    pub(super) fn measured(
        self,
        kind: SelectionKind,
        values: &[f64],
        groups: Option<&Groups>,
        o: &SelectionOptions,
    ) -> Result<Selection, Error> {
        let estimate = estimate(values, groups, o)?;
        let own = self.means[self.best];
        let is_tied = |system: &usize| *system != self.best && self.means[*system] >= own - DUST;
        Ok(Selection {
            optimism: (!kind.is_optimistic()).then_some(own - estimate.point),
            kind,
            chosen: self.best,
            tied: (0..self.means.len()).filter(is_tied).collect(),
            means: self.means,
            estimate,
            bootstrap_optimism: self.bootstrap_optimism,
            stability: self.stability,
            replicates: o.bootstrap.replicates,
        })
    }
}

/// The place of the largest mean, the first of those that are as large within [`DUST`].
pub(super) fn best(means: &[f64]) -> usize {
    let largest = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let is_largest = |mean: &f64| *mean >= largest - DUST;
    means.iter().position(is_largest).expect("there are systems")
}

/// Values at some places.
pub(super) fn at(values: &[f64], places: &[usize]) -> Vec<f64> {
    places.iter().map(|&place| values[place]).collect()
}

/// The groups of the topics at some places.
pub(super) fn among(groups: Option<&Groups>, places: &[usize]) -> Option<Groups> {
    groups.map(|groups| Groups::new(places.iter().map(|&place| groups.of_topics()[place])))
}
