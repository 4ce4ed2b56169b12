//! `sokutei compare`: runs against a baseline, topic by topic.

use anyhow::Result;
use serde_json::{Value, json};
use sokutei_experiment::{Observer as _, Stage};
use sokutei_measures::stats::{Paired, PairedComparison, PairedDraws, PermutationTies};
use sokutei_measures::{Evaluation, Measure, comparison_warnings};
use sokutei_report::{Cell, Column, Conditions, Table, csv_rows, latex_table, markdown_table, text_table};

use super::{runs, voice_of};
use crate::args::{Compare, Format};
use crate::exit::Exit;
use crate::files;
use crate::progress::Progress;
use crate::terminal::warn;

struct Row<'a> {
    measure: &'a Measure,
    baseline: &'a str,
    candidate: &'a str,
    means: [f64; 2],
    comparison: PairedComparison,
}

pub(crate) fn run(args: &Compare) -> Result<Exit> {
    let voice = voice_of(&args.run);
    let measures = runs::measures(&args.measures)?;
    runs::require_means(&measures)?;
    let ties = runs::ties(&args.ties)?;
    runs::one_standard_input(&args.qrels, &args.runs)?;
    let progress = Progress::new(voice);
    let qrels = runs::qrels(&args.qrels, &args.reading, &measures, voice)?;
    let how = runs::How::from(ties);
    let measured = runs::evaluate_all(
        &qrels,
        &args.runs,
        &measures,
        (&how, &args.reading),
        (voice, &progress),
    )?;
    let measured: Vec<(String, Evaluation)> = measured.into_iter().map(|m| (m.name, m.evaluation)).collect();
    progress.begin(Stage::Statistics);
    let rows = compare(args, &measures, &measured)?;
    progress.end(Stage::Statistics, "");
    for row in &rows {
        let what = format!("{} {}->{}", row.measure, row.baseline, row.candidate);
        comparison_warnings(&what, &row.comparison)
            .iter()
            .for_each(|w| warn(&w.to_string()));
    }
    let out = match args.format {
        Format::Json => document(args, &rows),
        Format::Csv => csv(&rows),
        Format::Text => text_table(&table(args, &measures, &measured, &rows)),
        Format::Markdown => markdown_table(&table(args, &measures, &measured, &rows)),
        Format::Latex => latex_table(&table(args, &measures, &measured, &rows)),
    };
    files::print(out.as_bytes())?;
    Ok(Exit::Fine)
}

fn compare<'a>(
    args: &Compare,
    measures: &'a [Measure],
    measured: &'a [(String, Evaluation)],
) -> Result<Vec<Row<'a>>> {
    let options = Paired {
        replicates: args.replicates,
        permutations: args.permutations,
        seed: args.seed,
        ties: if args.numpy_ties {
            PermutationTies::NumpyStrict
        } else {
            PermutationTies::default()
        },
        ..Paired::default()
    };
    let (baseline, base) = &measured[0];
    let draws = PairedDraws::new(base.coverage.n_topics, &options)?;
    let mut rows = Vec::new();
    for (i, measure) in measures.iter().enumerate() {
        for (candidate, values) in &measured[1..] {
            rows.push(Row {
                measure,
                baseline,
                candidate,
                means: [base.values[i].mean(), values.values[i].mean()],
                comparison: draws.compare(
                    &base.values[i].values,
                    &base.values[i].aligned(&values.values[i])?,
                )?,
            });
        }
    }
    Ok(rows)
}

/// What interval and p allow one to say, together.
fn verdict(row: &Row<'_>) -> &'static str {
    let c = &row.comparison;
    match (
        c.difference.spans_zero(),
        c.p_value > 1.0 - c.difference.level,
        c.difference.point > 0.0,
    ) {
        (true, _, _) => "not distinguishable here",
        (false, true, _) => "unclear: interval without 0, p above 0.05",
        (false, false, true) => "candidate ahead on this test set",
        (false, false, false) => "baseline ahead on this test set",
    }
}

/// How p was found, by its named variants.
fn p_value(c: &PairedComparison) -> String {
    if c.exact {
        format!("all 2^n = {} sign flips, ties: {}", c.permutations, c.ties)
    } else {
        format!(
            "{} random sign flips, (b + 1) / (R + 1), ties: {}",
            c.permutations, c.ties
        )
    }
}

fn table(args: &Compare, measures: &[Measure], measured: &[(String, Evaluation)], rows: &[Row<'_>]) -> Table {
    let conditions = Conditions {
        measure: runs::names(measures),
        cutoff: "as named".to_owned(),
        gain: "as named".to_owned(),
        labeling: format!(
            "{} (ties: {}{})",
            files::name(&args.qrels),
            args.ties,
            args.reading.words()
        ),
        n: runs::topics(measured[0].1.coverage.n_topics),
        seed: args.seed.to_string(),
    };
    let columns = vec![
        Column::words("measure"),
        Column::words("baseline"),
        Column::numbers("mean"),
        Column::words("candidate"),
        Column::numbers("mean"),
        Column::numbers("difference"),
        Column::numbers("95 % interval"),
        Column::numbers("p"),
        Column::numbers("win/tie/loss"),
        Column::numbers("detectable at 80 % power"),
        Column::words("verdict"),
    ];
    let mut table = Table::new(
        "compare",
        "Differences by topic, candidate − baseline",
        conditions,
        columns,
    );
    for row in rows {
        let c = &row.comparison;
        let detectable = c.minimal_detectable_difference;
        table.push(vec![
            Cell::text(row.measure.to_string()),
            Cell::text(row.baseline),
            Cell::number(row.means[0], 4),
            Cell::text(row.candidate),
            Cell::number(row.means[1], 4),
            Cell::signed(c.difference.point, 4),
            Cell::signed_interval(c.difference.low, c.difference.high, 4),
            Cell::number(c.p_value, 4),
            Cell::text(format!("{}/{}/{}", c.win, c.tie, c.loss)),
            if detectable.is_finite() {
                Cell::number(detectable, 4)
            } else {
                Cell::text("not defined")
            },
            Cell::text(verdict(row)),
        ]);
    }
    table.notes.push(format!(
        "Interval: bootstrap percentile, {} replicates. p: {}; not corrected for the number of rows ({}).",
        args.replicates,
        p_value(&rows[0].comparison),
        rows.len()
    ));
    table
}

/// For programs: the fields of the JSON document that are numbers or names, each in a column of its own.
fn csv(rows: &[Row<'_>]) -> String {
    let header = [
        "measure",
        "baseline",
        "baseline_mean",
        "candidate",
        "candidate_mean",
        "n",
        "difference",
        "low",
        "high",
        "p",
        "win",
        "tie",
        "loss",
        "effect_size",
        "minimal_detectable_difference",
        "verdict",
    ];
    let header = header.map(str::to_owned).to_vec();
    csv_rows(std::iter::once(header).chain(rows.iter().map(csv_row)))
}

fn csv_row(row: &Row<'_>) -> Vec<String> {
    // what the values cannot give is empty, as it is null in JSON
    let number = |x: f64| {
        if x.is_finite() {
            format!("{x:?}")
        } else {
            String::new()
        }
    };
    let c = &row.comparison;
    vec![
        row.measure.to_string(),
        row.baseline.to_owned(),
        number(row.means[0]),
        row.candidate.to_owned(),
        number(row.means[1]),
        c.n.to_string(),
        number(c.difference.point),
        number(c.difference.low),
        number(c.difference.high),
        number(c.p_value),
        c.win.to_string(),
        c.tie.to_string(),
        c.loss.to_string(),
        number(c.effect_size),
        number(c.minimal_detectable_difference),
        verdict(row).to_owned(),
    ]
}

fn document(args: &Compare, rows: &[Row<'_>]) -> String {
    let rows: Vec<Value> = rows.iter().map(row_document).collect();
    let document = json!({
        "schema_version": 1, "qrels": files::name(&args.qrels), "ties": args.ties,
        "lenient": args.reading.lenient, "duplicates": args.reading.duplicates_name(), "decimal_grades": args.reading.decimal_grades, "seed": args.seed,
        "replicates": args.replicates, "comparisons": rows,
    });
    format!("{document:#}\n")
}

fn row_document(row: &Row<'_>) -> Value {
    let c = &row.comparison;
    json!({
        "measure": row.measure.to_string(),
        "baseline": {"run": row.baseline, "mean": row.means[0]},
        "candidate": {"run": row.candidate, "mean": row.means[1]},
        "n": c.n,
        "difference": c.difference.point,
        "low": c.difference.low,
        "high": c.difference.high,
        "level": c.difference.level,
        "p": c.p_value,
        "p_variant": p_value(c),
        "permutations": c.permutations,
        "exact": c.exact,
        "permutation_ties": c.ties.to_string(),
        "win": c.win, "tie": c.tie, "loss": c.loss,
        "effect_size": c.effect_size,
        "minimal_detectable_difference": c.minimal_detectable_difference,
        "verdict": verdict(row),
    })
}
