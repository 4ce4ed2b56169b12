//! `sokutei measure`: runs against qrels.

use anyhow::Result;
use serde_json::{Map, Value, json};
use sokutei_experiment::{Observer as _, Stage};
use sokutei_measures::stats::{Bootstrap, BootstrapDraws, Estimate};
use sokutei_measures::{Aggregate, Evaluation, Measure, TopicValues};
use sokutei_report::{Cell, Column, Conditions, Table, csv_rows, markdown_table, text_table};

use super::{runs, voice_of};
use crate::args::{Format, Measure as Args};
use crate::exit::Exit;
use crate::files;
use crate::progress::Progress;

/// A run with its values, and an interval for every mean.
struct Measured {
    name: String,
    evaluation: Evaluation,
    /// One per measure; none for a count, and none at all where no replicates were asked for.
    intervals: Vec<Option<Interval>>,
}

/// The ends of an interval.
#[derive(Clone, Copy)]
struct Interval {
    low: f64,
    high: f64,
}

pub(crate) fn run(args: &Args) -> Result<Exit> {
    let voice = voice_of(&args.run);
    let measures = runs::measures(&args.measures)?;
    let ties = runs::ties(&args.ties)?;
    runs::one_standard_input(&args.qrels, &args.runs)?;
    let progress = Progress::new(voice);
    let qrels = runs::qrels(&args.qrels, &args.reading, voice)?;
    let evaluated = runs::evaluate_all(
        &qrels,
        &args.runs,
        &measures,
        (ties, &args.reading),
        (voice, &progress),
    )?;
    progress.begin(Stage::Statistics);
    let measured = evaluated
        .into_iter()
        .map(|(name, e)| with_intervals(args, name, e))
        .collect::<Result<Vec<_>>>()?;
    progress.end(Stage::Statistics, "");
    let out = match args.format {
        Format::Json => document(args, &measured),
        Format::Csv => csv(args, &measured),
        Format::Text => tables(args, &measures, &measured, text_table),
        Format::Markdown => tables(args, &measures, &measured, markdown_table),
    };
    files::print(out.as_bytes())?;
    Ok(Exit::Fine)
}

fn with_intervals(args: &Args, name: String, evaluation: Evaluation) -> Result<Measured> {
    let options = Bootstrap {
        replicates: args.replicates,
        seed: args.seed,
        ..Bootstrap::default()
    };
    let mut intervals = vec![None; evaluation.values.len()];
    if args.replicates > 0 {
        let averaged = |i: &usize| evaluation.values[*i].measure.aggregate() != Aggregate::Sum;
        let places: Vec<usize> = (0..evaluation.values.len()).filter(averaged).collect();
        let vectors: Vec<Vec<f64>> = places.iter().map(|&i| summands(&evaluation.values[i])).collect();
        let vectors: Vec<&[f64]> = vectors.iter().map(Vec::as_slice).collect();
        let estimates = BootstrapDraws::new(evaluation.coverage.n_topics, &options)?.means(&vectors)?;
        for (i, Estimate { low, high, .. }) in places.into_iter().zip(estimates) {
            let [low, high] = [low, high].map(|end| evaluation.values[i].measure.aggregate().back(end));
            intervals[i] = Some(Interval { low, high });
        }
    }
    Ok(Measured {
        name,
        evaluation,
        intervals,
    })
}

fn summands(values: &TopicValues) -> Vec<f64> {
    values.measure.aggregate().summands(&values.values)
}

/// For people: the means, and with `--per-topic` a second table.
fn tables(
    args: &Args,
    measures: &[Measure],
    measured: &[Measured],
    render: impl Fn(&Table) -> String,
) -> String {
    let mut out = render(&means(args, measures, measured));
    if args.per_topic {
        out.push('\n');
        out.push_str(&render(&per_topic(args, measures, measured)));
    }
    out
}

/// For programs: one table. The mean of a run has no topic, the value of a topic no interval.
fn csv(args: &Args, measured: &[Measured]) -> String {
    let header = ["measure", "run", "topic", "value", "low", "high"].map(str::to_owned);
    let mut rows = vec![header.to_vec()];
    for m in measured {
        for (values, e) in m.evaluation.values.iter().zip(&m.intervals) {
            let row = |topic: &str, numbers: [String; 3]| {
                let words = [values.measure.to_string(), m.name.clone(), topic.to_owned()];
                words.into_iter().chain(numbers).collect::<Vec<_>>()
            };
            let [low, high] = match e {
                Some(e) => [e.low, e.high].map(|x| format!("{x:?}")),
                None => [String::new(), String::new()],
            };
            rows.push(row("", [format!("{:?}", values.aggregate()), low, high]));
            if args.per_topic {
                let topics = values.topics.iter().zip(&values.values);
                rows.extend(
                    topics.map(|(t, x)| row(t.as_str(), [format!("{x:?}"), String::new(), String::new()])),
                );
            }
        }
    }
    csv_rows(rows)
}

fn conditions(args: &Args, measures: &[Measure], measured: &[Measured], seed: String) -> Conditions {
    Conditions {
        measure: runs::names(measures),
        cutoff: "as named".to_owned(),
        gain: "as named".to_owned(),
        labeling: format!(
            "{} (ties: {}{})",
            files::name(&args.qrels),
            args.ties,
            args.reading.words()
        ),
        n: runs::topics(measured[0].evaluation.coverage.n_topics),
        seed,
    }
}

fn means(args: &Args, measures: &[Measure], measured: &[Measured]) -> Table {
    let mut columns = vec![Column::words("measure")];
    let has_intervals = args.replicates > 0;
    for m in measured {
        columns.push(Column::numbers(&m.name));
        columns.extend(has_intervals.then(|| Column::numbers("95 % interval")));
    }
    let conditions = conditions(args, measures, measured, args.seed.to_string());
    let mut table = Table::new("means", "Means over all judged topics", conditions, columns);
    for (i, measure) in measures.iter().enumerate() {
        let mut row = vec![Cell::text(measure.to_string())];
        for m in measured {
            row.push(Cell::number(
                m.evaluation.values[i].aggregate(),
                decimals(measure),
            ));
            row.extend(has_intervals.then(|| match m.intervals[i] {
                Some(e) => Cell::interval(e.low, e.high, 4),
                None => Cell::text(""),
            }));
        }
        table.push(row);
    }
    if has_intervals {
        table.notes.push(format!(
            "Interval: bootstrap percentile over topics, {} replicates.",
            args.replicates
        ));
    }
    if measures.iter().any(|m| m.aggregate() == Aggregate::Sum) {
        table
            .notes
            .push("NumRet, NumRel and NumQ are sums over topics.".to_owned());
    }
    table
}

/// Counts are whole numbers.
fn decimals(measure: &Measure) -> u8 {
    match measure.aggregate() {
        Aggregate::Sum => 0,
        Aggregate::Mean | Aggregate::GeometricMean => 4,
    }
}

fn per_topic(args: &Args, measures: &[Measure], measured: &[Measured]) -> Table {
    let names = measured.iter().map(|m| Column::numbers(&m.name));
    let columns = [Column::words("topic"), Column::words("measure")]
        .into_iter()
        .chain(names)
        .collect();
    let conditions = conditions(args, measures, measured, "none".to_owned());
    let mut table = Table::new("per-topic", "Values of every topic", conditions, columns);
    for (i, values) in measured[0].evaluation.values.iter().enumerate() {
        for (t, topic) in values.topics.iter().enumerate() {
            let words = [Cell::text(topic.as_str()), Cell::text(values.measure.to_string())];
            let cells = measured
                .iter()
                .map(|m| Cell::number(m.evaluation.values[i].values[t], decimals(&values.measure)));
            table.push(words.into_iter().chain(cells).collect());
        }
    }
    table
}

fn document(args: &Args, measured: &[Measured]) -> String {
    let runs: Vec<Value> = measured.iter().map(|m| run_document(args, m)).collect();
    let interval = (args.replicates > 0).then(|| {
        json!({"method": "bootstrap percentile", "level": 0.95, "replicates": args.replicates, "seed": args.seed})
    });
    let document = json!({
        "schema_version": 1,
        "qrels": files::name(&args.qrels),
        "ties": args.ties,
        "lenient": args.reading.lenient,
        "duplicates": args.reading.duplicates_name(),
        "interval": interval,
        "runs": runs,
    });
    format!("{document:#}\n")
}

fn run_document(args: &Args, m: &Measured) -> Value {
    let values = m.evaluation.values.iter().zip(&m.intervals).map(|(v, e)| {
        let topics = v.topics.iter().zip(&v.values).map(|(t, x)| (t.to_string(), json!(x)));
        let topics = args.per_topic.then(|| topics.collect::<Map<_, _>>());
        let aggregate = v.measure.aggregate();
        // the field of the value is named after how it came about: mean, sum, geometric-mean
        let mut value = json!({"measure": v.measure.to_string(), "low": e.map(|e| e.low), "high": e.map(|e| e.high), "topics": topics});
        value[aggregate.name()] = json!(v.aggregate());
        value
    });
    json!({"run": m.name, "coverage": m.evaluation.coverage, "values": values.collect::<Vec<_>>()})
}
