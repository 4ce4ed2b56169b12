//! `sokutei compare`: runs against a baseline, topic by topic.

use anyhow::{Context as _, Result};
use serde_json::json;
use sokutei_measures::stats::{Paired, PairedComparison, PermutationTies, compare_paired};
use sokutei_measures::{Evaluation, Measure, evaluate};
use sokutei_report::{Cell, Column, Conditions, Table};

use super::{render, runs};
use crate::args::{Compare, Format};
use crate::exit::Exit;
use crate::files;

struct Row {
    measure: Measure,
    baseline: String,
    candidate: String,
    means: [f64; 2],
    comparison: PairedComparison,
}

pub(crate) fn run(args: &Compare) -> Result<Exit> {
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
        measured.push((name, evaluation));
    }
    let rows = compare(args, &measures, &measured)?;
    let out = match args.format {
        Format::Json => json(args, &rows),
        format => render(&table(args, &measured, &rows), format),
    };
    files::print(out.as_bytes())?;
    Ok(Exit::Fine)
}

fn compare(args: &Compare, measures: &[Measure], measured: &[(String, Evaluation)]) -> Result<Vec<Row>> {
    let permutation_ties = if args.numpy_ties {
        PermutationTies::NumpyStrict
    } else {
        PermutationTies::default()
    };
    let options = Paired {
        replicates: args.replicates,
        permutations: args.permutations,
        seed: args.seed,
        ties: permutation_ties,
        ..Paired::default()
    };
    let (baseline, base) = &measured[0];
    let mut rows = Vec::new();
    for (i, measure) in measures.iter().enumerate() {
        for (candidate, values) in &measured[1..] {
            let comparison = compare_paired(&base.values[i].values, &values.values[i].values, &options)?;
            rows.push(Row {
                measure: measure.clone(),
                baseline: baseline.clone(),
                candidate: candidate.clone(),
                means: [base.values[i].mean(), values.values[i].mean()],
                comparison,
            });
        }
    }
    Ok(rows)
}

fn verdict(row: &Row) -> &'static str {
    let d = &row.comparison.difference;
    if d.low > 0.0 {
        "candidate ahead on this test set"
    } else if d.high < 0.0 {
        "baseline ahead on this test set"
    } else {
        "not distinguishable here"
    }
}

fn table(args: &Compare, measured: &[(String, Evaluation)], rows: &[Row]) -> Table {
    let conditions = Conditions {
        measure: args.measures.join(", "),
        cutoff: "as named".to_owned(),
        gain: "as named".to_owned(),
        labeling: format!("{} (ties: {})", files::name(&args.qrels), args.ties),
        n: format!("{} topics", measured[0].1.coverage.n_topics),
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
        table.push(vec![
            Cell::text(row.measure.to_string()),
            Cell::text(&row.baseline),
            Cell::number(row.means[0], 4),
            Cell::text(&row.candidate),
            Cell::number(row.means[1], 4),
            Cell::signed(c.difference.point, 4),
            Cell::signed_interval(c.difference.low, c.difference.high, 4),
            Cell::number(c.p_value, 4),
            Cell::text(format!("{}/{}/{}", c.win, c.tie, c.loss)),
            if c.minimal_detectable_difference.is_finite() {
                Cell::number(c.minimal_detectable_difference, 4)
            } else {
                Cell::text("not defined")
            },
            Cell::text(verdict(row)),
        ]);
    }
    table.notes.push(format!(
        "Interval: bootstrap percentile, {} replicates. p: {} random sign flips, (b + 1) / (R + 1), not corrected for the {} comparisons here.",
        args.replicates,
        args.permutations,
        rows.len()
    ));
    table
}

fn json(args: &Compare, rows: &[Row]) -> String {
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
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
                "win": c.win, "tie": c.tie, "loss": c.loss,
                "effect_size": c.effect_size,
                "minimal_detectable_difference": c.minimal_detectable_difference,
                "verdict": verdict(row),
            })
        })
        .collect();
    let document = json!({
        "schema_version": 1, "qrels": files::name(&args.qrels), "ties": args.ties, "seed": args.seed,
        "replicates": args.replicates, "permutations": args.permutations, "comparisons": rows,
    });
    format!("{document:#}\n")
}
