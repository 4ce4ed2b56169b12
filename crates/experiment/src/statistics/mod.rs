//! Intervals, comparisons, subsets, mistakes: everything about the values that needs more than a mean.

mod compute;
mod other_article;
mod several_labels;

use indexmap::IndexMap;
use sokutei_measures::mistakes::Mistake;
use sokutei_measures::stats::{Estimate, PairedComparison, Reversal, SubsetSpread};
use sokutei_measures::{Measure, StatWarning};

pub use other_article::{Miss, OtherArticle};
pub use several_labels::{SeveralLabels, SeveralLabelsRow};

use crate::Labeling;
use crate::plan::Contrast;

/// All of it, for one experiment.
#[derive(Debug)]
pub struct Statistics {
    /// Intervals of the headline measures, by system.
    pub intervals: IndexMap<String, Vec<Interval>>,
    /// RR@10 of the focus system, whole articles drawn.
    pub cluster: Estimate,
    /// The plan's comparisons.
    pub paired: Vec<Paired>,
    /// Leader and runner-up by each headline measure.
    pub leads: Vec<Lead>,
    /// One random subset per size and a bootstrap on it; the last row holds all topics.
    pub growth: Vec<GrowthRow>,
    /// Means of many subsets per size.
    pub spread: Vec<SubsetSpread>,
    /// How often subsets reverse a conclusion, for the first two comparisons.
    pub reversal: Vec<ReversalStudy>,
    /// Right and wrong formulas.
    pub mistakes: Vec<Mistake>,
    /// Prefixed against raw queries: RR@10, R@10.
    pub prefixed: Vec<PairedComparison>,
    /// Topics whose label names several sections.
    pub several_labels: SeveralLabels,
    /// Topics whose first hit is another article.
    pub other_article: OtherArticle,
    /// What to know before quoting a number.
    pub warnings: Vec<StatWarning>,
}

/// A mean with its interval.
#[derive(Debug)]
pub struct Interval {
    /// Labels.
    pub labeling: Labeling,
    /// Measure.
    pub measure: Measure,
    /// Mean and bounds.
    pub estimate: Estimate,
}

/// A comparison of the plan and its outcome.
#[derive(Debug)]
pub struct Paired {
    /// What was compared.
    pub contrast: Contrast,
    /// B − A.
    pub comparison: PairedComparison,
}

/// Who leads by a measure.
#[derive(Debug)]
pub struct Lead {
    /// Labels.
    pub labeling: Labeling,
    /// Measure.
    pub measure: Measure,
    /// System of the largest mean; of equal ones the first.
    pub leader: String,
    /// Its mean.
    pub mean: f64,
    /// System of the next mean.
    pub runner_up: String,
    /// Leader − runner-up.
    pub comparison: PairedComparison,
}

/// One subset size.
#[derive(Debug)]
pub struct GrowthRow {
    /// Topics in the subset.
    pub n: usize,
    /// RR@10 with its interval.
    pub rr: Estimate,
    /// R@10 with its interval.
    pub recall: Estimate,
}

/// Reversals of one comparison.
#[derive(Debug)]
pub struct ReversalStudy {
    /// What was compared.
    pub contrast: Contrast,
    /// By subset size.
    pub rows: Vec<Reversal>,
}

impl Statistics {
    /// The interval of a headline measure.
    ///
    /// # Panics
    /// If it is not among [`ExperimentPlan::headline`](crate::ExperimentPlan::headline): a mistake of the caller.
    #[must_use]
    pub fn interval(&self, tag: &str, labeling: Labeling, measure: &Measure) -> &Estimate {
        let found = self.intervals[tag]
            .iter()
            .find(|i| i.labeling == labeling && i.measure == *measure);
        &found
            .unwrap_or_else(|| panic!("no interval of {labeling} {measure}"))
            .estimate
    }
}
