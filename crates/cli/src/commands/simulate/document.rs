//! For programs that read JSON.

use serde_json::{Value, json};

use super::Outcome;
use super::pairs::{Pair, PairSize};
use super::sizes::Needs;
use super::systems::{System, SystemSize};
use crate::files;

impl Outcome<'_> {
    /// All that was found, every digit.
    pub(super) fn document(&self) -> String {
        let (plan, args) = (self.plan, self.plan.args);
        let groups = plan
            .groups
            .as_ref()
            .map(|g| json!({"column": g.column, "n_groups": g.groups.n_groups()}));
        let document = json!({
            "schema_version": 1,
            "qrels": files::name(&args.qrels),
            "ties": args.ties,
            "lenient": args.reading.lenient,
            "duplicates": args.reading.duplicates_name(),
            "decimal_grades": args.reading.decimal_grades,
            "n_topics": plan.topics,
            "groups": groups,
            "unit": plan.unit(),
            "seed": args.seed,
            "alpha": args.alpha,
            "power": args.power,
            "delta": args.delta,
            "subsets": args.subsets,
            "intervals": args.intervals,
            "replicates": args.replicates,
            "resamples": args.resamples,
            "systems": self.systems.iter().map(system).collect::<Vec<_>>(),
            "pairs": self.pairs.iter().map(pair).collect::<Vec<_>>(),
            "topic_set_sizes": self.needs.iter().map(|needs| need(needs, &plan.differences)).collect::<Vec<_>>(),
            "warnings": self.warnings,
        });
        format!("{document:#}\n")
    }
}

fn system(system: &System<'_>) -> Value {
    let size = |size: &SystemSize| {
        json!({
            "n": size.n,
            "mean_interval_width": size.subsets.as_ref().map(|of| of.width),
            "expected_t_width": size.expected_width,
            "subset_means": size.subsets.as_ref().map(|of| of.means),
        })
    };
    json!({
        "measure": system.measure.to_string(),
        "run": system.name,
        "mean": system.spread.mean,
        "standard_deviation": system.spread.deviation,
        "sizes": system.sizes.iter().map(size).collect::<Vec<_>>(),
    })
}

fn pair(pair: &Pair<'_>) -> Value {
    let size = |size: &PairSize| {
        json!({
            "n": size.n,
            "reversal": size.reversal,
            "power_at_delta": size.planned,
            "power_as_observed": size.observed,
            "detectable_difference": size.detectable,
        })
    };
    json!({
        "measure": pair.measure.to_string(),
        "baseline": pair.baseline,
        "candidate": pair.candidate,
        "difference": pair.spread.mean,
        "standard_deviation": pair.spread.deviation,
        "sizes": pair.sizes.iter().map(size).collect::<Vec<_>>(),
    })
}

fn need(needs: &Needs<'_>, differences: &[f64]) -> Value {
    let sizes = differences.iter().zip(&needs.sizes);
    let sizes: Vec<Value> = sizes
        .map(|(difference, size)| json!({"difference": difference, "n": size}))
        .collect();
    json!({
        "measure": needs.measure.to_string(),
        "for": needs.form.name(),
        "of": needs.of,
        "standard_deviation": needs.deviation,
        "sizes": sizes,
    })
}
