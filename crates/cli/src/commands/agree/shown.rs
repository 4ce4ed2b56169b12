//! What the tables and documents of `agree` have in common.

use serde_json::{Value, json};
use sokutei_measures::agreement::{AgreementEstimate, ResampledInterval, Undefined};
use sokutei_measures::stats::{Bootstrap, Estimate};
use sokutei_report::{Cell, Table, csv_rows, latex_table, markdown_table, text_table};

use crate::args::{Format, Resampling};

/// All that is printed, in every format.
pub(super) struct Shown {
    pub(super) tables: Vec<Table>,
    pub(super) document: Value,
    /// Header, then rows.
    pub(super) csv: Vec<Vec<String>>,
}

impl Shown {
    pub(super) fn in_format(self, format: Format) -> String {
        let tables = |one: fn(&Table) -> String| self.tables.iter().map(one).collect::<Vec<_>>().join("\n");
        match format {
            Format::Json => format!("{:#}\n", self.document),
            Format::Csv => csv_rows(self.csv),
            Format::Text => tables(text_table),
            Format::Markdown => tables(markdown_table),
            Format::Latex => tables(latex_table),
        }
    }
}

pub(super) fn bootstrap(asked: &Resampling) -> Bootstrap {
    Bootstrap {
        replicates: asked.replicates,
        seed: asked.draws.seed,
        level: asked.draws.level,
        generator: asked.draws.rng.generator(),
        ..Bootstrap::default()
    }
}

/// A coefficient, or that it has none.
pub(super) fn value(found: &Result<f64, Undefined>) -> Cell {
    match found {
        Ok(value) => Cell::number(*value, 4),
        Err(_) => Cell::text("not defined"),
    }
}

pub(super) fn ends(interval: &ResampledInterval) -> Cell {
    match interval.ends {
        Some((low, high)) => Cell::interval(low, high, 4),
        None => Cell::text("not defined"),
    }
}

/// What a reader of the table must know of values and resamples that are not there.
pub(super) fn gaps(what: &str, found: &AgreementEstimate) -> Option<String> {
    if let Err(why) = found.value {
        return Some(format!("{what} is not defined: {why}."));
    }
    let interval = &found.interval;
    (interval.undefined > 0).then(|| {
        format!(
            "{what} is not defined on {} of {} resamples, which are left out of its interval.",
            interval.undefined, interval.replicates
        )
    })
}

pub(super) fn estimate_document(found: &AgreementEstimate) -> Value {
    json!({
        "value": found.value.ok(),
        "not_defined": found.value.err().map(|why| why.to_string()),
        "low": found.interval.ends.map(|(low, _)| low),
        "high": found.interval.ends.map(|(_, high)| high),
        "level": found.interval.level,
        "undefined_resamples": found.interval.undefined,
    })
}

pub(super) fn mean_document(mean: &Estimate) -> Value {
    json!({"mean": mean.point, "low": mean.low, "high": mean.high, "level": mean.level, "n": mean.n})
}

/// A number with every digit; empty where there is none.
pub(super) fn digits(x: Option<f64>) -> String {
    x.map_or(String::new(), |x| format!("{x:?}"))
}

pub(super) fn header(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Value, ends and resamples without one.
pub(super) fn estimate_cells(found: &AgreementEstimate) -> Vec<String> {
    let ends = found.interval.ends;
    vec![
        digits(found.value.ok()),
        digits(ends.map(|(low, _)| low)),
        digits(ends.map(|(_, high)| high)),
        found.interval.undefined.to_string(),
    ]
}

/// Every two of a list, in its order.
pub(super) fn pairs<T>(of: &[T]) -> impl Iterator<Item = (&T, &T)> {
    (0..of.len()).flat_map(move |i| of[i + 1..].iter().map(move |other| (&of[i], other)))
}
