//! What was chosen, and what it is worth.

use serde::Serialize;

use crate::stats::intervals::Estimate;

/// Where the chosen system was chosen and measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SelectionKind {
    /// On the same topics: optimistic.
    OnTestTopics,
    /// On different topics.
    Split {
        /// Topics that it was chosen on.
        n_dev: usize,
        /// Topics that it was measured on.
        n_test: usize,
        /// Groups with topics on both sides: the two are then not independent.
        split_groups: usize,
    },
    /// Each fold measured the best of the others.
    NestedCrossValidation {
        /// Topics of each fold.
        sizes: Vec<usize>,
        /// The system that the other folds chose, for each fold.
        chosen: Vec<usize>,
        /// Groups with topics in several folds.
        split_groups: usize,
    },
}

impl SelectionKind {
    /// Whether the value of the chosen system is too high for having been chosen.
    #[must_use]
    pub fn is_optimistic(&self) -> bool {
        *self == Self::OnTestTopics
    }

    /// The name in JSON.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::OnTestTopics => "on-test-topics",
            Self::Split { .. } => "split",
            Self::NestedCrossValidation { .. } => "nested-cross-validation",
        }
    }
}

/// The best of several systems by one measure. Systems are numbered from 0 in the order in which they were given.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Selection {
    /// How it was chosen.
    pub kind: SelectionKind,
    /// The system to use: the one with the largest mean on the topics it was chosen on (all of them, but for a split), the first of equal ones.
    pub chosen: usize,
    /// Others whose mean is as large, within 1e-12.
    pub tied: Vec<usize>,
    /// Means of all systems on the topics that were chosen on.
    pub means: Vec<f64>,
    /// What the choice is worth: mean and interval of the chosen system on the topics it was measured on. With folds, of the values that each topic has
    /// under the choice of the other folds; that the choices hang together is not in the interval.
    pub estimate: Estimate,
    /// Mean of the chosen system where it was chosen, less the mean of `estimate`; `None` if those are the same topics. With a split it holds, too, that
    /// one half of the topics may be harder.
    pub optimism: Option<f64>,
    /// Optimism of choosing on the same topics, as resamples of them show it: the best mean of a resample less that system's mean on the topics
    /// themselves, on average. 0 where one system is always the best, but for chance.
    pub bootstrap_optimism: f64,
    /// Share of resamples of the topics chosen on in which each system is the best, the first of equal ones; they sum to 1.
    pub stability: Vec<f64>,
    /// Number of those resamples.
    pub replicates: u32,
}
