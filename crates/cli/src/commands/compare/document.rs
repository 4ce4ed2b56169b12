//! For programs that read JSON: every digit.

use serde_json::{Value, json};

use super::Compared;
use super::rows::{Row, has_interval};
use super::tables::{p_value, verdict};
use crate::files;

impl Compared<'_> {
    pub(super) fn document(&self, rows: &[Row<'_>]) -> String {
        let mut document = self.document_head();
        document["tie_tolerance"] = json!(self.args.tie_tolerance);
        document["correction"] = json!(self.args.correction.correction().name());
        document["family_size"] = json!(rows.len());
        document["comparisons"] = rows.iter().map(|row| self.row_document(row)).collect();
        format!("{document:#}\n")
    }

    /// What holds for all comparisons.
    pub(super) fn document_head(&self) -> Value {
        let args = self.args;
        json!({
            "schema_version": 1, "qrels": files::name(&args.qrels), "ties": args.ties,
            "lenient": args.reading.lenient, "duplicates": args.reading.duplicates_name(),
            "decimal_grades": args.reading.decimal_grades, "seed": args.uncertainty.draws.seed,
            "rng": args.uncertainty.draws.rng.generator().name(),
            "replicates": args.replicates,
            "groups": self.groups.map(|g| json!({"column": g.column, "n_groups": g.groups.n_groups()})),
        })
    }

    fn row_document(&self, row: &Row<'_>) -> Value {
        let c = &row.comparison;
        let mut document = json!({
            "measure": row.measure.to_string(),
            "baseline": {"run": row.baseline, "mean": row.means[0]},
            "candidate": {"run": row.candidate, "mean": row.means[1]},
            "n": c.n,
            "difference": c.difference.point,
            "low": has_interval(&c.difference).then_some(c.difference.low),
            "high": has_interval(&c.difference).then_some(c.difference.high),
            "level": c.difference.level,
            "interval": c.difference.method.name(),
            "p": c.p_value,
            "p_corrected": row.p_corrected,
            "p_variant": p_value(c),
            "permutations": c.permutations,
            "exact": c.exact,
            "permutation_ties": c.ties.to_string(),
            "win": c.win, "tie": c.tie, "loss": c.loss,
            "effect_size": c.effect_size,
            "minimal_detectable_difference": c.minimal_detectable_difference,
            "t_test": row.t_test,
            "p_bootstrap": row.bootstrap_p,
            "verdict": verdict(row, self.args),
        });
        if let Some(by_group) = &row.by_group {
            document["by_group"] = json!(by_group.comparison);
            document["by_group"]["p_corrected"] = json!(by_group.p_corrected);
            if !has_interval(&by_group.comparison.difference) {
                document["by_group"]["difference"]["low"] = Value::Null;
                document["by_group"]["difference"]["high"] = Value::Null;
            }
        }
        let asked = [
            ("wilcoxon", row.asked.wilcoxon.as_ref().map(|w| json!(w))),
            ("sign_test", row.asked.sign_test.as_ref().map(|s| json!(s))),
            (
                "bayesian_bootstrap",
                row.asked.bayes.as_ref().filter(|_| c.n > 1).map(|b| json!(b)),
            ),
        ];
        for (name, value) in asked {
            if let Some(value) = value {
                document[name] = value;
            }
        }
        document
    }
}
