//! `sokutei measure`: runs against qrels.

use anyhow::{Context as _, Result};
use serde_json::json;
use sokutei_measures::{Evaluation, evaluate};
use sokutei_report::{Cell, Column, Conditions, Table};

use super::{render, runs};
use crate::args::{Format, Measure};
use crate::exit::Exit;
use crate::files;
use crate::terminal::warn;

pub(crate) fn run(args: &Measure) -> Result<Exit> {
    let measures = runs::measures(&args.measures)?;
    let ties = runs::ties(&args.ties)?;
    let qrels = runs::qrels(&args.qrels)?;
    let mut measured: Vec<(String, Evaluation)> = Vec::new();
    for (name, run) in runs::runs(&args.runs)? {
        let evaluation = evaluate(&run, &qrels, &measures, ties);
        evaluation
            .coverage
            .require_overlap()
            .with_context(|| name.clone())?;
        tell_coverage(&name, &evaluation);
        measured.push((name, evaluation));
    }
    let out = match args.format {
        Format::Json => json(args, &measured),
        format => {
            let mut out = render(&means(args, &measured), format);
            if args.per_topic {
                out.push('\n');
                out.push_str(&render(&per_topic(args, &measured), format));
            }
            out
        }
    };
    files::print(out.as_bytes())?;
    Ok(Exit::Fine)
}

fn tell_coverage(name: &str, evaluation: &Evaluation) {
    let c = &evaluation.coverage;
    let first = |ids: &[sokutei_measures::TopicId]| {
        ids.first()
            .map_or_else(String::new, |id| format!(", the first is {id}"))
    };
    for (ids, what) in [
        (
            &c.judged_missing_in_run,
            "judged topics are not in the run and count 0",
        ),
        (
            &c.in_run_not_judged,
            "topics of the run have no judgment and are left out",
        ),
        (&c.no_relevant, "topics have no relevant document and count 0"),
        (
            &c.decided_by_ties,
            "topics have equal scores whose order decides a value; see --ties",
        ),
    ] {
        if !ids.is_empty() {
            warn(&format!("{name}: {} {what}{}", ids.len(), first(ids)));
        }
    }
}

fn conditions(args: &Measure, measured: &[(String, Evaluation)]) -> Conditions {
    Conditions {
        measure: args.measures.join(", "),
        cutoff: "as named".to_owned(),
        gain: "as named".to_owned(),
        labeling: format!("{} (ties: {})", files::name(&args.qrels), args.ties),
        n: format!(
            "{} topics",
            measured.first().map_or(0, |(_, e)| e.coverage.n_topics)
        ),
        seed: "none".to_owned(),
    }
}

fn columns(first: Vec<Column>, measured: &[(String, Evaluation)]) -> Vec<Column> {
    first
        .into_iter()
        .chain(measured.iter().map(|(name, _)| Column::numbers(name)))
        .collect()
}

fn means(args: &Measure, measured: &[(String, Evaluation)]) -> Table {
    let head = columns(vec![Column::words("measure")], measured);
    let mut table = Table::new(
        "means",
        "Means over all judged topics",
        conditions(args, measured),
        head,
    );
    for (i, values) in measured[0].1.values.iter().enumerate() {
        let cells = measured.iter().map(|(_, e)| Cell::number(e.values[i].mean(), 4));
        table.push(
            std::iter::once(Cell::text(values.measure.to_string()))
                .chain(cells)
                .collect(),
        );
    }
    table
}

fn per_topic(args: &Measure, measured: &[(String, Evaluation)]) -> Table {
    let head = columns(vec![Column::words("topic"), Column::words("measure")], measured);
    let mut table = Table::new(
        "per-topic",
        "Values of every topic",
        conditions(args, measured),
        head,
    );
    for (i, values) in measured[0].1.values.iter().enumerate() {
        for (t, topic) in values.topics.iter().enumerate() {
            let words = [Cell::text(topic.as_str()), Cell::text(values.measure.to_string())];
            let cells = measured
                .iter()
                .map(|(_, e)| Cell::number(e.values[i].values[t], 4));
            table.push(words.into_iter().chain(cells).collect());
        }
    }
    table
}

fn json(args: &Measure, measured: &[(String, Evaluation)]) -> String {
    let runs: Vec<_> = measured
        .iter()
        .map(|(name, e)| {
            let values: Vec<_> = e
                .values
                .iter()
                .map(|v| {
                    let topics = args.per_topic.then(|| {
                        v.topics
                            .iter()
                            .zip(&v.values)
                            .map(|(t, x)| (t.to_string(), json!(x)))
                            .collect::<serde_json::Map<_, _>>()
                    });
                    json!({"measure": v.measure.to_string(), "mean": v.mean(), "topics": topics})
                })
                .collect();
            json!({"run": name, "coverage": e.coverage, "values": values})
        })
        .collect();
    let document =
        json!({"schema_version": 1, "qrels": files::name(&args.qrels), "ties": args.ties, "runs": runs});
    format!("{document:#}\n")
}
