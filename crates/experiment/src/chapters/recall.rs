//! Recall against the cutoff.

use sokutei_report::{Cell, Chapter, Column, Table};

use super::{BINARY, conditions};
use crate::Labeling;
use crate::findings::Findings;
use crate::labeling::{CUTOFFS, measure};
use crate::published::recall_of;

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("recall", "Recall against k");
    chapter
        .say("Take k from how many sections are read or handed on. Which system is ahead can change with k.");
    let cutoffs = CUTOFFS.map(|k| k.to_string()).join(", ");
    let conditions = conditions(findings, "R@k", &cutoffs, BINARY, "strict");
    let mut columns = vec![Column::words("system"), Column::words("source")];
    columns.extend(CUTOFFS.map(|k| Column::numbers(format!("@{k}"))));
    let mut table = Table::new("recall", "Mean recall at k", conditions, columns);
    for (tag, values) in &findings.values.systems {
        let here = CUTOFFS.map(|k| values.mean(Labeling::Strict, &measure(&format!("R@{k}"))));
        table.push(row(tag, "here", here, 4));
        if let Some(printed) = recall_of(tag) {
            table.push(row(tag, "article: other corpus", printed, 3));
        }
    }
    if findings.plan.depth < 100 {
        table.notes.push(format!(
            "Runs are {} deep: values beyond that do not grow.",
            findings.plan.depth
        ));
    }
    chapter.show(table);
    chapter
}

fn row(tag: &str, source: &str, values: [f64; 7], decimals: u8) -> Vec<Cell> {
    let words = [Cell::text(tag), Cell::text(source)];
    words
        .into_iter()
        .chain(values.map(|v| Cell::number(v, decimals)))
        .collect()
}
