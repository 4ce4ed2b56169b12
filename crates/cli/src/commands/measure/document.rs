//! For programs that read JSON.

use serde_json::{Map, Value, json};

use super::{Measured, Outcome, Slice};
use crate::files;

impl Outcome<'_> {
    /// All that was found, every digit.
    pub(super) fn document(&self) -> String {
        let runs: Vec<Value> = self.runs.iter().map(|m| self.run_document(m)).collect();
        let interval = (self.args.replicates > 0).then(|| {
            let asked = &self.args.uncertainty;
            json!({
                "method": asked.method(), "level": asked.draws.level, "replicates": self.args.replicates, "seed": asked.draws.seed,
                "rng": asked.draws.rng.generator().name(),
                "groups": self.groups.as_ref().map(|g| json!({"column": g.column, "n_groups": g.groups.n_groups()})),
            })
        });
        let document = json!({
            "schema_version": 1,
            "qrels": files::name(&self.args.qrels),
            "ties": self.args.ties,
            "unjudged": self.args.unjudged,
            "collapsed_by": self.args.collapse.as_deref().map(files::name),
            "lenient": self.args.reading.lenient,
            "duplicates": self.args.reading.duplicates_name(),
            "decimal_grades": self.args.reading.decimal_grades,
            "interval": interval,
            "slices": (!self.slices.is_empty()).then(|| self.slices.iter().map(|s| self.slice_document(s)).collect::<Vec<_>>()),
            "runs": runs,
        });
        format!("{document:#}\n")
    }

    fn slice_document(&self, slice: &Slice) -> Value {
        let mut values = Vec::new();
        for (m, of_run) in self.runs.iter().zip(&slice.runs) {
            for (v, (x, e)) in m.run.evaluation.values.iter().zip(of_run) {
                let mut value = json!({"run": m.run.name, "measure": v.measure.to_string(), "low": e.map(|e| e.low), "high": e.map(|e| e.high)});
                value[v.measure.aggregate().name()] = json!(x);
                values.push(value);
            }
        }
        json!({"by": slice.column, "slice": slice.value, "n_topics": slice.n, "values": values})
    }

    fn run_document(&self, m: &Measured) -> Value {
        let intervals = m.intervals.iter().zip(&m.by_group);
        let values = m.run.evaluation.values.iter().zip(intervals).map(|(v, (e, by_group))| {
            let topics = v.topics.iter().zip(&v.values).map(|(t, x)| (t.to_string(), json!(x)));
            let topics = self.args.per_topic.then(|| topics.collect::<Map<_, _>>());
            let aggregate = v.measure.aggregate();
            // the field of the value is named after how it came about: mean, sum, geometric-mean
            let mut value = json!({"measure": v.measure.to_string(), "low": e.map(|e| e.low), "high": e.map(|e| e.high), "topics": topics});
            value[aggregate.name()] = json!(v.aggregate());
            if let Some(e) = by_group {
                value["by_group"] = json!({"low": e.low, "high": e.high});
            }
            value
        });
        let mut document = json!({"run": m.run.name, "coverage": m.run.evaluation.coverage, "values": values.collect::<Vec<_>>()});
        if let Some(metadata) = &m.run.metadata {
            document["ir_metadata"] = metadata.to_json();
        }
        if let Some(ranges) = &m.run.tie_ranges {
            document["tie_ranges"] = json!(ranges);
        }
        if let Some(bounds) = &m.run.bounds {
            document["unjudged_bounds"] = json!(bounds);
        }
        document
    }
}
