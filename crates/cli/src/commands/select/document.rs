//! For programs that read JSON: every digit.

use serde_json::{Value, json};
use sokutei_measures::stats::{Selection, SelectionKind};

use super::Outcome;
use super::tables::by_folds;
use super::words::RECOMMENDED;
use crate::files;

impl Outcome<'_> {
    pub(super) fn document(&self) -> String {
        let args = self.args;
        let is_optimistic = self.kind().is_optimistic();
        let each = self.selections.iter().enumerate();
        let selections: Vec<Value> = each.map(|(i, of)| self.selection_document(i, of)).collect();
        let document = json!({
            "schema_version": 1,
            "optimistic": is_optimistic,
            "recommended": is_optimistic.then_some(RECOMMENDED),
            "kind": self.kind().name(),
            "n_topics": self.judged.topics().len(),
            "topics": self.sides(),
            "qrels": files::name(&args.qrels), "ties": args.ties,
            "lenient": args.reading.lenient, "duplicates": args.reading.duplicates_name(),
            "decimal_grades": args.reading.decimal_grades,
            "seed": args.uncertainty.draws.seed, "rng": args.uncertainty.draws.rng.generator().name(),
            "replicates": args.replicates,
            "groups": self.judged.groups.as_ref().map(|g| json!({"column": g.column, "n_groups": g.groups.n_groups()})),
            "selections": selections,
            "warnings": self.warnings(),
        });
        format!("{document:#}\n")
    }

    /// How many topics were chosen and measured on.
    fn sides(&self) -> Value {
        match self.kind() {
            SelectionKind::OnTestTopics => Value::Null,
            SelectionKind::Split {
                n_dev,
                n_test,
                split_groups,
            } => json!({"dev": n_dev, "test": n_test, "split_groups": split_groups}),
            SelectionKind::NestedCrossValidation {
                sizes, split_groups, ..
            } => json!({"folds": sizes, "split_groups": split_groups}),
        }
    }

    fn selection_document(&self, measure: usize, selection: &Selection) -> Value {
        let estimate = &selection.estimate;
        let system = |system: usize| {
            json!({
                "run": self.name(system), "mean": selection.means[system], "best_in_resamples": selection.stability[system],
                "chosen_by_folds": by_folds(selection, system).map(|(n, _)| n),
            })
        };
        json!({
            "measure": self.judged.measures[measure].to_string(),
            "chosen": self.name(selection.chosen),
            "tied": selection.tied.iter().map(|&system| self.name(system)).collect::<Vec<&str>>(),
            "mean_where_chosen": selection.means[selection.chosen],
            "mean": estimate.point, "low": Self::interval(selection).map(|(low, _)| low), "high": Self::interval(selection).map(|(_, high)| high), "level": estimate.level,
            "interval": estimate.method.name(), "n": estimate.n,
            "optimism": selection.optimism, "bootstrap_optimism": selection.bootstrap_optimism,
            "systems": (0..selection.means.len()).map(system).collect::<Vec<Value>>(),
        })
    }
}
