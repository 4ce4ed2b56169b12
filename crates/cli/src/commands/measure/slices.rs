//! The same values for each kind of topic alone.

use anyhow::Result;
use sokutei_measures::TopicValues;

use super::super::topic_table::{Division, TopicTable};
use super::intervals::{Interval, intervals};
use super::{Args, Measured};

/// The values of the topics that have one value of a column.
pub(super) struct Slice {
    pub(super) column: String,
    pub(super) value: String,
    pub(super) n: usize,
    /// For each run its measures.
    pub(super) runs: Vec<Vec<(f64, Option<Interval>)>>,
}

/// One slice for each value of each column that was asked for.
///
/// # Errors
/// A column that no topic has, or that is no division.
pub(super) fn of(args: &Args, topics: Option<&TopicTable>, measured: &[Measured]) -> Result<Vec<Slice>> {
    let mut all = Vec::new();
    let Some(table) = topics else {
        return Ok(all);
    };
    for column in &args.by {
        let Division { column, slices } =
            table.divide(column, &measured[0].run.evaluation.values[0].topics)?;
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
    let parts: Vec<TopicValues> = m.run.evaluation.values.iter().map(part).collect();
    let intervals = intervals(args, &parts)?;
    Ok(parts.iter().map(TopicValues::aggregate).zip(intervals).collect())
}
