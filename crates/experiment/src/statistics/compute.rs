//! The computations, in the order of the report.

use indexmap::IndexMap;
use sokutei_measures::stats::{
    Bootstrap, BootstrapDraws, Estimate, Paired as PairedOptions, PairedComparison, PairedDraws,
    SubsetSpread, cluster_bootstrap_mean, growth, subset_study,
};
use sokutei_measures::{
    Cutoff, Measure, StatWarning, best_system_warnings, comparison_warnings, mistakes, subset_warnings,
};

use super::{GrowthRow, Interval, Lead, OtherArticle, Paired, ReversalStudy, SeveralLabels, Statistics};
use crate::collection::Collection;
use crate::labeling::measure;
use crate::plan::{Contrast, ExperimentPlan, StatisticsPlan};
use crate::progress::Observer;
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
        observer: &dyn Observer,
    ) -> Result<Self, Error> {
        observer.begin_part(STUDY, 6, "studies");
        let s = &plan.statistics;
        let n = collection.topics.topics.len();
        let bootstrap = Bootstrap {
            replicates: s.replicates,
            seed: s.seed,
            level: s.level,
            ..Bootstrap::default()
        };
        let draws = PairedDraws::new(n, &paired_options(s))?;
        let focus = values.system(&plan.focus);
        let [rr, recall] = ["RR@10", "R@10"].map(|m| focus.values(Labeling::Strict, &measure(m)));
        let sizes: Vec<usize> = s.sizes.iter().copied().filter(|&size| size < n).collect();

        // two halves of about the same work
        let (whole, parts) = rayon::join(
            || {
                let intervals = done(observer, intervals(values, draws.bootstrap())?);
                Ok::<_, Error>((intervals, done(observer, compare(plan, values, &draws)?)))
            },
            || {
                let mistakes = done(
                    observer,
                    mistakes::all(
                        &retrieval.runs[&plan.focus],
                        collection.qrels_of(Labeling::Strict),
                        collection.qrels_of(Labeling::Graded),
                        |d| collection.article_of.article(d).cloned(),
                        Cutoff::new(10)?,
                        TIES,
                    )?,
                );
                let growth = done(observer, growth_rows(rr, recall, &sizes, n, &bootstrap)?);
                Ok::<_, Error>((
                    done(observer, subsets(plan, values, rr, &sizes)?),
                    growth,
                    mistakes,
                ))
            },
        );
        let ((intervals, compared), ((spread, reversal), growth, mistakes)) = (whole?, parts?);
        let Compared {
            paired,
            leads,
            prefixed,
        } = compared;
        Ok(Self {
            intervals,
            cluster: done(
                observer,
                cluster_bootstrap_mean(rr, &collection.clusters(), &bootstrap)?,
            ),
            growth,
            spread,
            reversal,
            mistakes,
            prefixed,
            several_labels: SeveralLabels::study(plan, collection, retrieval),
            other_article: OtherArticle::study(plan, collection, retrieval, values)?,
            warnings: warnings(&paired, values, &sizes, n),
            paired,
            leads,
        })
    }
}

/// The part of the statistics stage.
const STUDY: &str = "compute";

/// Passes on what a study gave, and tells the observer that it is done.
fn done<T>(observer: &dyn Observer, made: T) -> T {
    observer.advance(STUDY, 1);
    made
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

/// Every comparison of two systems.
struct Compared {
    paired: Vec<Paired>,
    leads: Vec<Lead>,
    prefixed: Vec<PairedComparison>,
}

/// Compares all pairs in one pass over the draws.
fn compare(plan: &ExperimentPlan, values: &Values, draws: &PairedDraws) -> Result<Compared, Error> {
    let focus = values.system(&plan.focus);
    let prefixed = ["RR@10", "R@10"].map(measure);
    let leading = leading_pairs(values);
    let of_plan = plan.comparisons.iter().map(|c| vectors(values, c));
    let of_leads = leading.iter().map(|(labeling, measure, [ahead, behind])| {
        let of = |tag: &str| values.system(tag).values(*labeling, measure);
        (of(behind), of(ahead))
    });
    let of_prefixed = prefixed.iter().map(|m| {
        let strict = Labeling::Strict;
        (focus.values(strict, m), values.prefixed.values(strict, m))
    });
    let pairs: Vec<(&[f64], &[f64])> = of_plan.chain(of_leads).chain(of_prefixed).collect();
    let mut compared = draws.compare_all(&pairs)?.into_iter();

    let contrasts = plan.comparisons.iter().cloned();
    let paired = contrasts
        .zip(compared.by_ref())
        .map(|(contrast, comparison)| Paired { contrast, comparison })
        .collect();
    let leads = leading.into_iter().zip(compared.by_ref());
    let leads = leads
        .map(|((labeling, measure, [leader, runner_up]), comparison)| Lead {
            labeling,
            mean: values.system(leader).mean(labeling, &measure),
            comparison,
            measure,
            leader: leader.to_owned(),
            runner_up: runner_up.to_owned(),
        })
        .collect();
    Ok(Compared {
        paired,
        leads,
        prefixed: compared.collect(),
    })
}

/// Leader and runner-up by each headline measure; none if there is one system only.
fn leading_pairs(values: &Values) -> Vec<(Labeling, Measure, [&str; 2])> {
    let pair = |(labeling, measure): (Labeling, Measure)| {
        let order = values.order(labeling, &measure);
        let [leader, runner_up, ..] = order[..] else {
            return None;
        };
        Some((labeling, measure, [leader, runner_up]))
    };
    ExperimentPlan::headline().into_iter().filter_map(pair).collect()
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

/// Spread of the focus system's RR@10 and reversals of the first comparisons, all over the same subsets.
fn subsets(
    plan: &ExperimentPlan,
    values: &Values,
    rr: &[f64],
    sizes: &[usize],
) -> Result<(Vec<SubsetSpread>, Vec<ReversalStudy>), Error> {
    let s = &plan.statistics;
    let contrasts: Vec<&Contrast> = plan.comparisons.iter().take(REVERSAL_STUDIES).collect();
    let pairs: Vec<(&[f64], &[f64])> = contrasts.iter().map(|c| vectors(values, c)).collect();
    let (spread, reversals) = subset_study(rr, &pairs, sizes, s.subsets, s.seed)?;
    let studies = contrasts
        .into_iter()
        .zip(reversals)
        .map(|(contrast, rows)| ReversalStudy {
            contrast: contrast.clone(),
            rows,
        });
    Ok((spread, studies.collect()))
}

/// The values of both systems of a contrast.
fn vectors<'v>(values: &'v Values, c: &Contrast) -> (&'v [f64], &'v [f64]) {
    let of = |tag: &str| values.system(tag).values(c.labeling, &c.measure);
    (of(&c.a), of(&c.b))
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
