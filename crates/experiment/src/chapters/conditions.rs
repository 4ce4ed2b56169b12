//! Under which conditions all of this holds, and how to have it again.

use sokutei_report::{Cell, Chapter, Column, Conditions, Table};

use crate::findings::Findings;
use crate::manifest::parameters;

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("conditions", "Conditions, and how to reproduce");
    let columns = vec![Column::words("parameter"), Column::words("value")];
    let mut conditions = Conditions::none();
    conditions.n = format!("{} topics", findings.n_topics());
    conditions.seed = findings.plan.statistics.seed.to_string();
    let mut table = Table::new("conditions", "Parameters", conditions, columns);
    flatten("", &parameters(findings.plan), &mut |name, value| {
        table.push(vec![Cell::text(name), Cell::text(value)]);
    });
    chapter.show(table);
    chapter.say(
        "manifest.json holds the hashes of sections, topics and qrels and of every file here; run.json holds what differs from run to run \
         (times, threads, host), warnings.json every warning in full. The same pages under the same parameters give the same bytes, on any number of threads: `sokutei reproduce DIR --out OUT`, with the flags by which these parameters differ from its defaults.",
    );
    chapter
}

/// Leaves of a JSON value with their dotted names.
fn flatten(name: &str, value: &serde_json::Value, leaf: &mut impl FnMut(String, String)) {
    match value {
        serde_json::Value::Object(map) => {
            for (key, value) in map {
                flatten(
                    &if name.is_empty() {
                        key.clone()
                    } else {
                        format!("{name}.{key}")
                    },
                    value,
                    leaf,
                );
            }
        }
        serde_json::Value::Array(items) if items.iter().any(|i| i.is_object()) => {
            for (i, value) in items.iter().enumerate() {
                flatten(&format!("{name}[{i}]"), value, leaf);
            }
        }
        serde_json::Value::String(s) => leaf(name.to_owned(), s.clone()),
        other => leaf(name.to_owned(), other.to_string()),
    }
}
