//! Each system alone: how wide its interval is, and how its mean spreads over subsets.

use anyhow::Result;
use sokutei_measures::Measure;
use sokutei_measures::stats::{
    SubsetSpread, UnitSpread, expected_width, interval_widths, interval_widths_by_group, subset_spread,
    subset_spread_by_group,
};

use super::Values;
use super::plan::Plan;

/// A system by one measure.
pub(super) struct System<'a> {
    pub(super) measure: &'a Measure,
    pub(super) name: &'a str,
    pub(super) spread: UnitSpread,
    pub(super) sizes: Vec<SystemSize>,
}

/// What so many topics, or groups, say of it.
pub(super) struct SystemSize {
    pub(super) n: usize,
    /// Expected width of a t interval.
    pub(super) expected_width: f64,
    /// What subsets say, where there are some.
    pub(super) subsets: Option<OfSubsets>,
}

pub(super) struct OfSubsets {
    /// Mean width of a bootstrap interval.
    pub(super) width: f64,
    pub(super) means: SubsetSpread,
}

/// All systems by one measure.
pub(super) fn of<'a>(
    plan: &Plan<'_>,
    measure: &'a Measure,
    values: &[Values<'a>],
) -> Result<Vec<System<'a>>> {
    let vectors: Vec<&[f64]> = values.iter().map(|of| of.values.as_slice()).collect();
    let widths = widths(plan, &vectors)?;
    let systems = values.iter().zip(widths);
    systems
        .map(|(of, widths)| system(plan, measure, of, &widths))
        .collect()
}

fn system<'a>(plan: &Plan<'_>, measure: &'a Measure, of: &Values<'a>, widths: &[f64]) -> Result<System<'a>> {
    let spread = plan.spread(&of.values)?;
    let means = means(plan, &of.values)?;
    let mut subsets = means.into_iter().zip(widths);
    let variance = spread.deviation.map_or(0.0, |deviation| deviation * deviation);
    let mut sizes = Vec::new();
    for &n in &plan.sizes {
        // sizes go up, and those of subsets come first
        let subsets = subsets.next();
        sizes.push(SystemSize {
            n,
            expected_width: expected_width(n, variance, plan.args.alpha)?,
            subsets: subsets.map(|(means, &width)| OfSubsets { width, means }),
        });
    }
    Ok(System {
        measure,
        name: of.name,
        spread,
        sizes,
    })
}

fn widths(plan: &Plan<'_>, vectors: &[&[f64]]) -> Result<Vec<Vec<f64>>> {
    let (sizes, subsets, bootstrap) = (&plan.subset_sizes, plan.args.intervals, plan.bootstrap());
    Ok(match plan.group_of() {
        None => interval_widths(vectors, sizes, subsets, &bootstrap)?,
        Some(groups) => interval_widths_by_group(vectors, groups, sizes, subsets, &bootstrap)?,
    })
}

fn means(plan: &Plan<'_>, x: &[f64]) -> Result<Vec<SubsetSpread>> {
    let (sizes, subsets, seed) = (&plan.subset_sizes, plan.args.subsets, plan.args.seed);
    Ok(match plan.group_of() {
        None => subset_spread(x, sizes, subsets, seed)?,
        Some(groups) => subset_spread_by_group(x, groups, sizes, subsets, seed)?,
    })
}
