//! Each run against the first: reversals, power, and what can be detected.

use anyhow::Result;
use sokutei_measures::Measure;
use sokutei_measures::stats::{
    PlannedDifference, PowerPoint, Reversal, UnitSpread, detectable_difference, power_curve,
    power_curve_by_group, reversal, reversal_by_group,
};

use super::Values;
use super::plan::Plan;

/// A run against the first, by one measure.
pub(super) struct Pair<'a> {
    pub(super) measure: &'a Measure,
    pub(super) baseline: &'a str,
    pub(super) candidate: &'a str,
    /// Of the differences, candidate less baseline.
    pub(super) spread: UnitSpread,
    pub(super) sizes: Vec<PairSize>,
}

/// What so many topics, or groups, say of it.
pub(super) struct PairSize {
    pub(super) n: usize,
    /// Of subsets, where there are some.
    pub(super) reversal: Option<Reversal>,
    /// Around the difference that is planned with; none where the differences have no spread.
    pub(super) planned: Option<PowerPoint>,
    /// Around the observed difference; none where there is none either.
    pub(super) observed: Option<PowerPoint>,
    /// None where the differences have no spread.
    pub(super) detectable: Option<f64>,
}

/// All pairs by one measure.
pub(super) fn of<'a>(plan: &Plan<'_>, measure: &'a Measure, values: &[Values<'a>]) -> Result<Vec<Pair<'a>>> {
    let candidates = values[1..].iter();
    candidates
        .map(|candidate| pair(plan, measure, (&values[0], candidate)))
        .collect()
}

fn pair<'a>(
    plan: &Plan<'_>,
    measure: &'a Measure,
    (baseline, candidate): (&Values<'a>, &Values<'a>),
) -> Result<Pair<'a>> {
    let (x, y) = (&baseline.values, &candidate.values);
    let d: Vec<f64> = x.iter().zip(y).map(|(x, y)| y - x).collect();
    let spread = plan.spread(&d)?;
    let mut reversals = reversals(plan, x, y)?.into_iter();
    // always computed, so that a difference that cannot be planned with is refused with any runs
    let planned = power(plan, &d, PlannedDifference::Stated(plan.args.delta))?;
    let observed = if spread.mean == 0.0 {
        Vec::new()
    } else {
        power(plan, &d, PlannedDifference::Observed)?
    };
    let mut sizes = Vec::new();
    for (i, &n) in plan.sizes.iter().enumerate() {
        let varies = spread.deviation.is_some();
        let detectable = spread
            .deviation
            .map(|deviation| detectable_difference(n, deviation * deviation, &plan.demand()));
        sizes.push(PairSize {
            n,
            reversal: reversals.next(),
            planned: planned.get(i).copied().filter(|_| varies),
            observed: observed.get(i).copied().filter(|_| varies),
            detectable: detectable.transpose()?,
        });
    }
    Ok(Pair {
        measure,
        baseline: baseline.name,
        candidate: candidate.name,
        spread,
        sizes,
    })
}

fn reversals(plan: &Plan<'_>, x: &[f64], y: &[f64]) -> Result<Vec<Reversal>> {
    let (sizes, subsets, seed) = (&plan.subset_sizes, plan.args.subsets, plan.args.seed);
    Ok(match plan.group_of() {
        None => reversal(x, y, sizes, subsets, seed)?,
        Some(groups) => reversal_by_group(x, y, groups, sizes, subsets, seed)?,
    })
}

fn power(plan: &Plan<'_>, d: &[f64], around: PlannedDifference) -> Result<Vec<PowerPoint>> {
    let settings = plan.resampling();
    Ok(match plan.group_of() {
        None => power_curve(d, around, &plan.sizes, &settings)?,
        Some(groups) => power_curve_by_group(d, groups, around, &plan.sizes, &settings)?,
    })
}
