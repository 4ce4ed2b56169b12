//! Every measure of every topic, system and labeling.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use sokutei_measures::{
    Evaluation, Measure, Run, TieBreak, TopicValues, evaluate, first_relevant_ranks, stats,
};

use crate::Labeling;
use crate::collection::Collection;
use crate::labeling::measure;

/// The order in which our own runs are read: rank by rank, equal scores in corpus order.
pub const TIES: TieBreak = TieBreak::RankColumn;

/// The values of one system.
#[derive(Debug, Clone)]
pub struct SystemValues {
    /// Values by labeling, topics in the order of the qrels.
    pub by_labeling: BTreeMap<Labeling, Evaluation>,
    /// Rank of the first labelled section of every topic, `None` where it was not retrieved.
    pub first_ranks: Vec<Option<u32>>,
    /// Mean recall at 1, 2, … [`CURVE_DEPTH`] (strict labels).
    pub recall_curve: Vec<f64>,
}

/// Where the recall curve ends.
pub const CURVE_DEPTH: u32 = 100;

impl SystemValues {
    /// Measures a run under every labeling.
    #[must_use]
    pub fn of(run: &Run, collection: &Collection) -> Self {
        let collapsed = run.collapse(|d| collection.article_of.article(d).cloned());
        let measured = |labeling| {
            let run = if labeling == Labeling::Article {
                &collapsed
            } else {
                run
            };
            (
                labeling,
                evaluate(run, collection.qrels_of(labeling), &labeling.measures(), TIES),
            )
        };
        Self {
            by_labeling: Labeling::ALL.into_iter().map(measured).collect(),
            recall_curve: recall_curve(run, collection),
            first_ranks: first_relevant_ranks(run, collection.qrels_of(Labeling::Strict), 1, TIES),
        }
    }

    /// The values of one measure with their topics.
    ///
    /// # Panics
    /// If the measure is not among [`Labeling::measures`]: plans are checked before they run.
    #[must_use]
    pub fn topic_values(&self, labeling: Labeling, measure: &Measure) -> &TopicValues {
        let found = self.by_labeling[&labeling].get(measure);
        found.unwrap_or_else(|| panic!("{labeling} {measure} is not measured"))
    }

    /// The values of one measure, one per topic, in topic order.
    ///
    /// # Panics
    /// As [`SystemValues::topic_values`].
    #[must_use]
    pub fn values(&self, labeling: Labeling, measure: &Measure) -> &[f64] {
        &self.topic_values(labeling, measure).values
    }

    /// The mean over all topics.
    #[must_use]
    pub fn mean(&self, labeling: Labeling, measure: &Measure) -> f64 {
        stats::mean(self.values(labeling, measure))
    }
}

/// The values of every run.
#[derive(Debug, Clone)]
pub struct Values {
    /// By tag, in the order of the plan.
    pub systems: IndexMap<String, SystemValues>,
    /// The focus system on prefixed queries.
    pub prefixed: SystemValues,
}

impl Values {
    /// The values of one system.
    ///
    /// # Panics
    /// If the plan has no such system: plans are checked before they run.
    #[must_use]
    pub fn system(&self, tag: &str) -> &SystemValues {
        &self.systems[tag]
    }
}

impl Values {
    /// Tags by mean, best first; equal means keep the order of the plan.
    #[must_use]
    pub fn order(&self, labeling: Labeling, measure: &Measure) -> Vec<&str> {
        let mut tags: Vec<(&str, f64)> = self
            .systems
            .iter()
            .map(|(tag, v)| (tag.as_str(), v.mean(labeling, measure)))
            .collect();
        tags.sort_by(|a, b| b.1.total_cmp(&a.1));
        tags.into_iter().map(|(tag, _)| tag).collect()
    }
}

fn recall_curve(run: &Run, collection: &Collection) -> Vec<f64> {
    let measures: Vec<Measure> = (1..=CURVE_DEPTH).map(|k| measure(&format!("R@{k}"))).collect();
    let evaluation = evaluate(run, collection.qrels_of(Labeling::Strict), &measures, TIES);
    evaluation.values.iter().map(|v| v.mean()).collect()
}
