//! `sokutei measure`: runs against qrels.

mod slices;

use anyhow::Result;
use serde_json::{Map, Value, json};
use sokutei_experiment::{Observer as _, Stage};
use sokutei_measures::stats::{Bootstrap, BootstrapDraws, Estimate};
use sokutei_measures::{
    Aggregate, EVERY_ORDER, Evaluation, Measure, RankingRules, TieRanges, TopicValues, Unjudged,
};
use sokutei_report::{Cell, Column, Conditions, Table, csv_rows, latex_table, markdown_table, text_table};

use self::slices::{Division, TopicTable};
use super::articles::Articles;
use super::runs::{How, MeasuredRun};
use super::{runs, voice_of};
use crate::args::{Format, Measure as Args};
use crate::exit::Exit;
use crate::files;
use crate::progress::Progress;

/// A run with its values, and an interval for every mean.
struct Measured {
    name: String,
    evaluation: Evaluation,
    tie_ranges: Option<TieRanges>,
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
    let how = how(args)?;
    let files = [args.collapse.clone(), args.topics.clone()].into_iter().flatten();
    runs::one_standard_input(
        &args.qrels,
        &args.runs.iter().cloned().chain(files).collect::<Vec<_>>(),
    )?;
    let topics = args.topics.as_deref().map(TopicTable::read).transpose()?;
    let progress = Progress::new(voice);
    let qrels = runs::qrels(&args.qrels, &args.reading, &measures, voice)?;
    let evaluated = runs::evaluate_all(
        &qrels,
        &args.runs,
        &measures,
        (&how, &args.reading),
        (voice, &progress),
    )?;
    progress.begin(Stage::Statistics);
    let measured = evaluated
        .into_iter()
        .map(|run| with_intervals(args, run))
        .collect::<Result<Vec<_>>>()?;
    let divisions = divisions(args, topics.as_ref(), &measured)?;
    progress.end(Stage::Statistics, "");
    let out = match args.format {
        Format::Json => document(args, &measured, &divisions),
        Format::Csv => csv(args, &measured, &divisions),
        Format::Text => tables(args, &measures, &measured, &divisions, text_table),
        Format::Markdown => tables(args, &measures, &measured, &divisions, markdown_table),
        Format::Latex => tables(args, &measures, &measured, &divisions, latex_table),
    };
    files::print(out.as_bytes())?;
    Ok(Exit::Fine)
}

fn how(args: &Args) -> Result<How> {
    let unjudged = match args.unjudged.as_str() {
        "removed" => Unjudged::Removed,
        _ => Unjudged::NotRelevant,
    };
    Ok(How {
        rules: RankingRules {
            ties: runs::ties(&args.ties)?,
            unjudged,
        },
        collapse: args.collapse.as_deref().map(Articles::read).transpose()?,
        tie_range: args.tie_range,
    })
}

fn with_intervals(args: &Args, run: MeasuredRun) -> Result<Measured> {
    let MeasuredRun {
        name,
        evaluation,
        tie_ranges,
    } = run;
    let intervals = intervals(args, &evaluation.values)?;
    Ok(Measured {
        name,
        evaluation,
        tie_ranges,
        intervals,
    })
}

/// An interval for each measure that is averaged; none at all where no replicates were asked for.
fn intervals(args: &Args, values: &[TopicValues]) -> Result<Vec<Option<Interval>>> {
    let mut intervals = vec![None; values.len()];
    if args.replicates == 0 {
        return Ok(intervals);
    }
    let options = Bootstrap {
        replicates: args.replicates,
        seed: args.seed,
        ..Bootstrap::default()
    };
    let averaged = |i: &usize| values[*i].measure.aggregate() != Aggregate::Sum;
    let places: Vec<usize> = (0..values.len()).filter(averaged).collect();
    let vectors: Vec<Vec<f64>> = places.iter().map(|&i| summands(&values[i])).collect();
    let vectors: Vec<&[f64]> = vectors.iter().map(Vec::as_slice).collect();
    let estimates = BootstrapDraws::new(values[0].values.len(), &options)?.means(&vectors)?;
    for (i, Estimate { low, high, .. }) in places.into_iter().zip(estimates) {
        let [low, high] = [low, high].map(|end| values[i].measure.aggregate().back(end));
        intervals[i] = Some(Interval { low, high });
    }
    Ok(intervals)
}

/// The values of the topics that have one value of a column.
struct Slice {
    column: String,
    value: String,
    n: usize,
    /// For each run its measures.
    runs: Vec<Vec<(f64, Option<Interval>)>>,
}

fn divisions(args: &Args, topics: Option<&TopicTable>, measured: &[Measured]) -> Result<Vec<Slice>> {
    let mut all = Vec::new();
    let Some(table) = topics else {
        return Ok(all);
    };
    for column in &args.by {
        let Division { column, slices } = table.divide(column, &measured[0].evaluation.values[0].topics)?;
        for (value, places) in slices {
            let runs = measured
                .iter()
                .map(|m| of_slice(args, m, &places))
                .collect::<Result<_>>()?;
            all.push(Slice {
                column: column.clone(),
                value,
                n: places.len(),
                runs,
            });
        }
    }
    Ok(all)
}

fn of_slice(args: &Args, m: &Measured, places: &[usize]) -> Result<Vec<(f64, Option<Interval>)>> {
    let part = |values: &TopicValues| TopicValues {
        measure: values.measure.clone(),
        topics: places.iter().map(|&place| values.topics[place].clone()).collect(),
        values: places.iter().map(|&place| values.values[place]).collect(),
    };
    let parts: Vec<TopicValues> = m.evaluation.values.iter().map(part).collect();
    let intervals = intervals(args, &parts)?;
    Ok(parts.iter().map(TopicValues::aggregate).zip(intervals).collect())
}

fn summands(values: &TopicValues) -> Vec<f64> {
    values.measure.aggregate().summands(&values.values)
}

/// For people: the means, and with `--per-topic` a second table.
fn tables(
    args: &Args,
    measures: &[Measure],
    measured: &[Measured],
    slices: &[Slice],
    render: impl Fn(&Table) -> String,
) -> String {
    let mut out = render(&means(args, measures, measured));
    if args.tie_range {
        out.push('\n');
        out.push_str(&render(&tie_range_table(args, measures, measured)));
    }
    if !slices.is_empty() {
        out.push('\n');
        out.push_str(&render(&slice_table(args, measures, measured, slices)));
    }
    if args.per_topic {
        out.push('\n');
        out.push_str(&render(&per_topic(args, measures, measured)));
    }
    out
}

/// For programs: one table. The mean of a run has no topic, the value of a topic no interval.
fn csv(args: &Args, measured: &[Measured], slices: &[Slice]) -> String {
    let mut header = vec!["measure", "run", "topic", "value", "low", "high"];
    if args.tie_range {
        header.extend(["tie_low", "tie_mean", "tie_high"]);
    }
    if !args.by.is_empty() {
        header.extend(["by", "slice", "n"]);
    }
    let width = header.len();
    let mut rows: Vec<Vec<String>> = vec![header.into_iter().map(str::to_owned).collect()];
    let mut push = |mut row: Vec<String>| {
        row.resize(width, String::new());
        rows.push(row);
    };
    let number = |x: f64| format!("{x:?}");
    let ends =
        |e: &Option<Interval>| e.map_or([String::new(), String::new()], |e| [e.low, e.high].map(number));
    for m in measured {
        for (i, values) in m.evaluation.values.iter().enumerate() {
            let words = |topic: &str| vec![values.measure.to_string(), m.name.clone(), topic.to_owned()];
            let mut row = words("");
            row.push(number(values.aggregate()));
            row.extend(ends(&m.intervals[i]));
            if let Some(TieRanges { ranges, .. }) = &m.tie_ranges {
                row.extend([ranges[i].low, ranges[i].mean, ranges[i].high].map(number));
            }
            push(row);
            if args.per_topic {
                for (topic, &x) in values.topics.iter().zip(&values.values) {
                    let mut row = words(topic.as_str());
                    row.push(number(x));
                    push(row);
                }
            }
        }
    }
    for slice in slices {
        for (m, values) in measured.iter().zip(&slice.runs) {
            for (measure, (x, e)) in m.evaluation.values.iter().zip(values) {
                let mut row = vec![
                    measure.measure.to_string(),
                    m.name.clone(),
                    String::new(),
                    number(*x),
                ];
                row.extend(ends(e));
                row.resize(width - 3, String::new());
                row.extend([slice.column.clone(), slice.value.clone(), slice.n.to_string()]);
                push(row);
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
        labeling: format!("{} ({})", files::name(&args.qrels), rules(args)),
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
                None => Cell::Empty,
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

/// The rules in words, where they are not the usual ones.
fn rules(args: &Args) -> String {
    let mut rules = format!("ties: {}{}", args.ties, args.reading.words());
    if args.unjudged == "removed" {
        rules.push_str(", unjudged: removed");
    }
    if let Some(sections) = &args.collapse {
        rules.push_str(&format!(", collapsed by {}", files::name(sections)));
    }
    rules
}

fn tie_range_table(args: &Args, measures: &[Measure], measured: &[Measured]) -> Table {
    let columns = ["measure", "run"].map(Column::words).into_iter();
    let columns = columns.chain(["value", "least", "mean", "largest"].map(Column::numbers));
    let conditions = conditions(args, measures, measured, "0".to_owned());
    let mut table = Table::new(
        "tie-range",
        "Over all orders of equal scores",
        conditions,
        columns.collect(),
    );
    for m in measured {
        let Some(TieRanges {
            ranges,
            n_topics,
            n_sampled,
        }) = &m.tie_ranges
        else {
            continue;
        };
        for (values, range) in m.evaluation.values.iter().zip(ranges) {
            let decimals = decimals(&values.measure);
            let numbers = [values.aggregate(), range.low, range.mean, range.high];
            let words = [Cell::text(values.measure.to_string()), Cell::text(&m.name)].into_iter();
            table.push(words.chain(numbers.map(|x| Cell::number(x, decimals))).collect());
        }
        table.notes.push(format!(
            "{}: equal scores decide values of {}{}.",
            m.name,
            runs::topics(*n_topics),
            match n_sampled {
                0 => String::new(),
                n => format!("; {n} have more than {EVERY_ORDER} different orders, and their mean is of that many random ones"),
            }
        ));
    }
    table
}

fn slice_table(args: &Args, measures: &[Measure], measured: &[Measured], slices: &[Slice]) -> Table {
    let mut columns = vec![
        Column::words("by"),
        Column::words("slice"),
        Column::numbers("n"),
        Column::words("measure"),
    ];
    for m in measured {
        columns.push(Column::numbers(&m.name));
        columns.extend((args.replicates > 0).then(|| Column::numbers("95 % interval")));
    }
    let conditions = conditions(args, measures, measured, args.seed.to_string());
    let mut table = Table::new("slices", "Means by kind of topic", conditions, columns);
    for slice in slices {
        for (i, measure) in measures.iter().enumerate() {
            let mut row = vec![
                Cell::text(&slice.column),
                Cell::text(&slice.value),
                Cell::count(slice.n),
                Cell::text(measure.to_string()),
            ];
            for values in &slice.runs {
                let (x, e) = values[i];
                row.push(Cell::number(x, decimals(measure)));
                row.extend(
                    (args.replicates > 0)
                        .then(|| e.map_or(Cell::Empty, |e| Cell::interval(e.low, e.high, 4))),
                );
            }
            table.push(row);
        }
    }
    table.notes.push("Slices were chosen before or after looking? An interval of one of many slices is too narrow for the second.".to_owned());
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

fn document(args: &Args, measured: &[Measured], slices: &[Slice]) -> String {
    let runs: Vec<Value> = measured.iter().map(|m| run_document(args, m)).collect();
    let interval = (args.replicates > 0).then(|| {
        json!({"method": "bootstrap percentile", "level": 0.95, "replicates": args.replicates, "seed": args.seed})
    });
    let document = json!({
        "schema_version": 1,
        "qrels": files::name(&args.qrels),
        "ties": args.ties,
        "unjudged": args.unjudged,
        "collapsed_by": args.collapse.as_deref().map(files::name),
        "lenient": args.reading.lenient,
        "duplicates": args.reading.duplicates_name(),
        "interval": interval,
        "slices": (!slices.is_empty()).then(|| slices.iter().map(|s| slice_document(measured, s)).collect::<Vec<_>>()),
        "runs": runs,
    });
    format!("{document:#}\n")
}

fn slice_document(measured: &[Measured], slice: &Slice) -> Value {
    let mut values = Vec::new();
    for (m, of_run) in measured.iter().zip(&slice.runs) {
        for (v, (x, e)) in m.evaluation.values.iter().zip(of_run) {
            let mut value = json!({"run": m.name, "measure": v.measure.to_string(), "low": e.map(|e| e.low), "high": e.map(|e| e.high)});
            value[v.measure.aggregate().name()] = json!(x);
            values.push(value);
        }
    }
    json!({"by": slice.column, "slice": slice.value, "n_topics": slice.n, "values": values})
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
    let mut document =
        json!({"run": m.name, "coverage": m.evaluation.coverage, "values": values.collect::<Vec<_>>()});
    if let Some(ranges) = &m.tie_ranges {
        document["tie_ranges"] = json!(ranges);
    }
    document
}
