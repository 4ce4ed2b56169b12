//! The computations, in the order of the report.

use indexmap::IndexMap;
use sokutei_measures::stats::{
    Bootstrap, BootstrapDraws, Estimate, Paired as PairedOptions, PairedDraws, cluster_bootstrap_mean,
    growth, reversal, subset_spread,
};
use sokutei_measures::{
    Cutoff, StatWarning, best_system_warnings, comparison_warnings, mistakes, subset_warnings,
};

use super::{GrowthRow, Interval, Lead, OtherArticle, Paired, ReversalStudy, SeveralLabels, Statistics};
use crate::collection::Collection;
use crate::labeling::measure;
use crate::plan::{Contrast, ExperimentPlan, StatisticsPlan};
use crate::retrieval::Retrieval;
use crate::values::{TIES, Values};
use crate::{Error, Labeling};

/// How many of the plan's comparisons are looked at for reversals.
const REVERSAL_STUDIES: usize = 2;

impl Statistics {
    /// Computes all of it. Every computation draws from a fresh stream of the plan's seed; equal draws are made once.
    ///
    /// # Errors
    /// What `sokutei_measures` refuses.
    pub fn compute(
        plan: &ExperimentPlan,
        collection: &Collection,
        retrieval: &Retrieval,
        values: &Values,
    ) -> Result<Self, Error> {
        let s = &plan.statistics;
        let n = collection.topics.topics.len();
        let bootstrap = Bootstrap {
            replicates: s.replicates,
            seed: s.seed,
            level: s.level,
        };
        let draws = PairedDraws::new(n, &paired_options(s))?;
        let focus = values.system(&plan.focus);
        let [rr, recall] = ["RR@10", "R@10"].map(|m| focus.values(Labeling::Strict, &measure(m)));
        let sizes: Vec<usize> = s.sizes.iter().copied().filter(|&size| size < n).collect();

        let paired = paired(plan, values, &draws)?;
        let leads = leads(values, &draws)?;
        let prefixed = ["RR@10", "R@10"].map(|m| {
            let m = measure(m);
            draws.compare(
                focus.values(Labeling::Strict, &m),
                values.prefixed.values(Labeling::Strict, &m),
            )
        });
        Ok(Self {
            intervals: intervals(values, draws.bootstrap())?,
            cluster: cluster_bootstrap_mean(rr, &collection.clusters(), &bootstrap)?,
            growth: growth_rows(rr, recall, &sizes, n, &bootstrap)?,
            spread: subset_spread(rr, &sizes, s.subsets, s.seed)?,
            reversal: reversals(plan, values, &sizes)?,
            mistakes: mistakes::all(
                &retrieval.runs[&plan.focus],
                collection.qrels_of(Labeling::Strict),
                collection.qrels_of(Labeling::Graded),
                |d| collection.article_of.article(d).cloned(),
                Cutoff::new(10)?,
                TIES,
            )?,
            prefixed: prefixed.into_iter().collect::<Result<_, _>>()?,
            several_labels: SeveralLabels::study(plan, collection, retrieval),
            other_article: OtherArticle::study(plan, collection, retrieval, values)?,
            warnings: warnings(&paired, values, &sizes, n),
            paired,
            leads,
        })
    }
}

fn paired_options(s: &StatisticsPlan) -> PairedOptions {
    PairedOptions {
        replicates: s.replicates,
        permutations: s.permutations,
        seed: s.seed,
        level: s.level,
        ties: s.ties,
        ..PairedOptions::default()
    }
}

fn intervals(values: &Values, draws: &BootstrapDraws) -> Result<IndexMap<String, Vec<Interval>>, Error> {
    let headline = ExperimentPlan::headline();
    let of = |system: &crate::values::SystemValues| -> Result<Vec<Interval>, Error> {
        let vectors: Vec<&[f64]> = headline.iter().map(|(l, m)| system.values(*l, m)).collect();
        let estimates = draws.means(&vectors)?;
        let intervals = headline.iter().cloned().zip(estimates);
        Ok(intervals
            .map(|((labeling, measure), estimate)| Interval {
                labeling,
                measure,
                estimate,
            })
            .collect())
    };
    values
        .systems
        .iter()
        .map(|(tag, system)| Ok((tag.clone(), of(system)?)))
        .collect()
}

fn paired(plan: &ExperimentPlan, values: &Values, draws: &PairedDraws) -> Result<Vec<Paired>, Error> {
    let vectors = |c: &Contrast| [&c.a, &c.b].map(|tag| values.system(tag).values(c.labeling, &c.measure));
    let pairs: Vec<(&[f64], &[f64])> = plan.comparisons.iter().map(|c| vectors(c).into()).collect();
    let compared = draws.compare_all(&pairs)?;
    let contrasts = plan.comparisons.iter().cloned();
    Ok(contrasts
        .zip(compared)
        .map(|(contrast, comparison)| Paired { contrast, comparison })
        .collect())
}

/// Leader against runner-up by each headline measure; none if there is one system only.
fn leads(values: &Values, draws: &PairedDraws) -> Result<Vec<Lead>, Error> {
    let mut leads = Vec::new();
    for (labeling, measure) in ExperimentPlan::headline() {
        let order = values.order(labeling, &measure);
        let [leader, runner_up, ..] = order[..] else {
            continue;
        };
        let [ahead, behind] = [leader, runner_up].map(|tag| values.system(tag).values(labeling, &measure));
        leads.push(Lead {
            labeling,
            mean: values.system(leader).mean(labeling, &measure),
            comparison: draws.compare(behind, ahead)?,
            measure,
            leader: leader.to_owned(),
            runner_up: runner_up.to_owned(),
        });
    }
    Ok(leads)
}

fn growth_rows(
    rr: &[f64],
    recall: &[f64],
    sizes: &[usize],
    n: usize,
    o: &Bootstrap,
) -> Result<Vec<GrowthRow>, Error> {
    let sizes: Vec<usize> = sizes.iter().copied().chain([n]).collect();
    let rows = growth(&[rr, recall], &sizes, o)?.into_iter().map(|row| {
        let [rr, recall] = <[Estimate; 2]>::try_from(row.estimates).expect("two vectors, two estimates");
        GrowthRow { n: row.n, rr, recall }
    });
    Ok(rows.collect())
}

fn reversals(plan: &ExperimentPlan, values: &Values, sizes: &[usize]) -> Result<Vec<ReversalStudy>, Error> {
    let s = &plan.statistics;
    let study = |contrast: &Contrast| -> Result<ReversalStudy, Error> {
        let [a, b] = [&contrast.a, &contrast.b]
            .map(|tag| values.system(tag).values(contrast.labeling, &contrast.measure));
        Ok(ReversalStudy {
            contrast: contrast.clone(),
            rows: reversal(a, b, sizes, s.subsets, s.seed)?,
        })
    };
    plan.comparisons
        .iter()
        .take(REVERSAL_STUDIES)
        .map(study)
        .collect()
}

fn warnings(paired: &[Paired], values: &Values, sizes: &[usize], n: usize) -> Vec<StatWarning> {
    let of_comparison = paired.iter().flat_map(|p| {
        let c = &p.contrast;
        comparison_warnings(
            &format!("{} {} {}->{}", c.labeling, c.measure, c.a, c.b),
            &p.comparison,
        )
    });
    let means: Vec<(String, Vec<(String, f64)>)> = ExperimentPlan::headline()
        .iter()
        .map(|(l, m)| {
            (
                format!("{l} {m}"),
                values
                    .systems
                    .iter()
                    .map(|(t, v)| (t.clone(), v.mean(*l, m)))
                    .collect(),
            )
        })
        .collect();
    of_comparison
        .chain(best_system_warnings(&means))
        .chain(subset_warnings(sizes, n))
        .collect()
}
