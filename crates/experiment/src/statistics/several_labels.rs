//! Rows whose label names several sections, under both policies.

use indexmap::IndexMap;
use sokutei_measures::{Run, evaluate, stats};
use sokutei_testset::{Multi, Topic, pair_by_row, strict_qrels};

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
    /// How many more there would be, but for being no topic under the plan's policy and so without a ranking.
    pub without_ranking: usize,
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
        let [first, all] = [Multi::First, Multi::All].map(|m| &collection.under(plan, m).topics);
        let topics = &collection.topics.topics;
        let in_run: IndexMap<usize, usize> = pair_by_row(all, topics).into_iter().collect();
        let in_first: IndexMap<usize, usize> = pair_by_row(all, first).into_iter().collect();
        let (mut of_first, mut of_all, mut unmatched, mut no_topic) = (Vec::new(), Vec::new(), 0, 0);
        for (place, topic) in all.iter().enumerate().filter(|(_, t)| t.relevant.len() > 1) {
            // a row that is no topic under the plan's policy has no ranking
            let Some(&run_place) = in_run.get(&place) else {
                no_topic += 1;
                continue;
            };
            let renamed = |t: &Topic| Topic {
                qid: topics[run_place].qid.clone(),
                ..t.clone()
            };
            of_all.push(renamed(topic));
            of_first.push(match in_first.get(&place) {
                Some(&i) => renamed(&first[i]),
                None => {
                    unmatched += 1;
                    let mut nothing = renamed(topic);
                    nothing.relevant.values_mut().for_each(|grade| *grade = 0);
                    nothing
                }
            });
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
            without_ranking: no_topic,
            rows,
        }
    }
}
