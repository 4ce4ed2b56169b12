//! For programs that read JSON: every digit.

use serde_json::{Value, json};

use super::Outcome;
use super::words::Lost;
use crate::files;

impl Outcome<'_> {
    pub(super) fn document(&self) -> String {
        let args = self.args;
        let measures: Vec<Value> = (0..self.gated.measures.len())
            .map(|i| self.measure_document(i))
            .collect();
        let warnings = self.gated.warnings();
        let warnings = warnings.iter().zip(self.warnings()).map(|(warning, words)| {
            let mut document = json!(warning);
            document["measure"] = json!(self.measure(warning.measure()));
            document["message"] = json!(words);
            document
        });
        let mut document = json!({
            "schema_version": 1,
            "status": self.status(),
            "mode": self.gated.mode.name(),
            "delta": null,
            "margin": null,
            "level": args.uncertainty.draws.level,
            "correction": null,
            "qrels": files::name(&args.qrels), "baseline": self.baseline(), "candidate": self.candidate(),
            "ties": args.ties, "lenient": args.reading.lenient, "duplicates": args.reading.duplicates_name(),
            "decimal_grades": args.reading.decimal_grades,
            "seed": args.uncertainty.draws.seed, "rng": args.uncertainty.draws.rng.generator().name(),
            "replicates": args.replicates, "permutations": self.flips.permutations, "exact": self.flips.exact,
            "n_topics": self.judged.topics().len(),
            "groups": self.judged.groups.as_ref().map(|g| json!({"column": g.column, "n_groups": g.groups.n_groups()})),
            "measures": measures,
            "warnings": warnings.collect::<Vec<Value>>(),
        });
        match self.gated.mode {
            sokutei_measures::stats::GateMode::Drop { delta } => {
                document["delta"] = json!(delta);
                document["correction"] = json!("holm");
            }
            sokutei_measures::stats::GateMode::NonInferiority { margin } => {
                document["margin"] = json!(margin)
            }
        }
        format!("{document:#}\n")
    }

    fn measure_document(&self, place: usize) -> Value {
        let (gated, changes, [baseline, candidate]) = (
            &self.gated.measures[place],
            &self.changes[place],
            self.means[place],
        );
        let difference = &gated.evidence.difference;
        json!({
            "measure": self.measure(place),
            "passed": gated.verdict.passed(),
            "verdict": gated.verdict.name(),
            "words": self.verdict(place),
            "baseline_mean": baseline, "candidate_mean": candidate,
            "difference": difference.point, "low": self.interval(place).map(|(low, _)| low), "high": self.interval(place).map(|(_, high)| high),
            "interval": difference.method.name(),
            "n": difference.n, "unit": gated.evidence.unit(),
            "p": gated.evidence.p_value, "p_corrected": gated.p_corrected,
            "standard_error": gated.evidence.standard_error,
            "minimal_detectable_difference": gated.minimal_detectable_difference,
            "drop_that_fails": gated.drop_that_fails,
            "units_needed": gated.units_needed,
            "lost": changes.lost, "tied": changes.tied, "won": changes.won,
            "topics": self.lost(place).map(|lost| topic_document(&lost)).collect::<Vec<Value>>(),
        })
    }
}

fn topic_document(lost: &Lost<'_>) -> Value {
    json!({
        "topic": lost.topic.as_str(),
        "baseline": lost.loss.baseline, "candidate": lost.loss.candidate, "difference": lost.loss.difference,
        "missing_in_candidate": lost.is_missing, "query": lost.query,
    })
}
