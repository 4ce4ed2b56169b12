//! Rows whose label names several sections, under both policies.

use sokutei_measures::{Run, evaluate, stats};
use sokutei_testset::{Multi, Topic, strict_qrels};

use crate::collection::Collection;
use crate::labeling::measure;
use crate::plan::ExperimentPlan;
use crate::retrieval::Retrieval;
use crate::values::TIES;

/// RR@10 of the topics with several labels.
#[derive(Debug)]
pub struct SeveralLabels {
    /// How many topics there are.
    pub topics: usize,
    /// How many of them found no section by the first part of their label.
    pub unmatched_under_first: usize,
    /// One row per system; empty without such topics.
    pub rows: Vec<SeveralLabelsRow>,
}

/// One system.
#[derive(Debug)]
pub struct SeveralLabelsRow {
    /// Its tag.
    pub tag: String,
    /// Mean with only the first label relevant.
    pub first: f64,
    /// Mean with all labels relevant.
    pub all: f64,
}

impl SeveralLabels {
    /// Measures the same runs under both policies. Rows are paired by file and row, since qids may differ.
    pub(super) fn study(plan: &ExperimentPlan, collection: &Collection, retrieval: &Retrieval) -> Self {
        let [first, all] = [Multi::First, Multi::All].map(|m| collection.under(plan, m));
        let several: Vec<&Topic> = all.topics.iter().filter(|t| t.relevant.len() > 1).collect();
        let mut of_first = Vec::new();
        let mut of_all = Vec::new();
        let mut unmatched = 0;
        for topic in &several {
            let same_row = |t: &&Topic| t.file == topic.file && t.row == topic.row;
            let (Some(run_topic), first_topic) = (
                collection.topics.topics.iter().find(same_row),
                first.topics.iter().find(same_row),
            ) else {
                // a row that is no topic under the plan's policy has no ranking: it counts 0 under both
                continue;
            };
            let renamed = |t: &Topic| Topic {
                qid: run_topic.qid.clone(),
                ..t.clone()
            };
            of_all.push(renamed(topic));
            match first_topic {
                Some(t) => of_first.push(renamed(t)),
                None => {
                    unmatched += 1;
                    let mut nothing = renamed(topic);
                    nothing.relevant.values_mut().for_each(|grade| *grade = 0);
                    of_first.push(nothing);
                }
            }
        }
        let mean = |run: &Run, topics: &[Topic]| -> f64 {
            let values = evaluate(run, &strict_qrels(topics), &[measure("RR@10")], TIES);
            stats::mean(&values.values[0].values)
        };
        let row = |(tag, run): (&String, &Run)| SeveralLabelsRow {
            tag: tag.clone(),
            first: mean(run, &of_first),
            all: mean(run, &of_all),
        };
        let rows = if of_all.is_empty() {
            Vec::new()
        } else {
            retrieval.runs.iter().map(row).collect()
        };
        Self {
            topics: of_all.len(),
            unmatched_under_first: unmatched,
            rows,
        }
    }
}
