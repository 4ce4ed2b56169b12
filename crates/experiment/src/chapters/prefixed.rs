//! The same topics with the article's subject in front of each query.

use sokutei_report::{Cell, Chapter, Column, Table};

use super::{BINARY, DECIMALS, conditions};
use crate::Labeling;
use crate::findings::Findings;
use crate::labeling::measure;
use crate::published::PREFIXED;

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("prefixed", "Queries with the article's subject in front");
    chapter.say("Each query gets its article's subject (the title before ｜) in front, as if the reader had said what the question is about.");
    let statistics = &findings.plan.statistics;
    let mut conditions = conditions(findings, "RR@10, R@10", "10", BINARY, "strict");
    conditions.seed = statistics.seed.to_string();
    let columns = vec![
        Column::words("measure"),
        Column::numbers("raw"),
        Column::numbers("prefixed"),
        Column::numbers("difference"),
        Column::numbers("interval"),
        Column::published("raw"),
        Column::published("prefixed"),
    ];
    let mut table = Table::new(
        "prefixed",
        format!("{} on raw and prefixed queries", findings.plan.focus),
        conditions,
        columns,
    );
    let [raw, prefixed] = PREFIXED;
    let printed = [("RR@10", raw.0, prefixed.0), ("R@10", raw.1, prefixed.1)];
    for ((name, raw_printed, prefixed_printed), comparison) in
        printed.into_iter().zip(&findings.statistics.prefixed)
    {
        let m = measure(name);
        let d = &comparison.difference;
        table.push(vec![
            Cell::text(name),
            Cell::number(
                findings
                    .values
                    .system(&findings.plan.focus)
                    .mean(Labeling::Strict, &m),
                DECIMALS,
            ),
            Cell::number(findings.values.prefixed.mean(Labeling::Strict, &m), DECIMALS),
            Cell::signed(d.point, DECIMALS),
            Cell::signed_interval(d.low, d.high, DECIMALS),
            Cell::number(raw_printed, DECIMALS),
            Cell::number(prefixed_printed, DECIMALS),
        ]);
    }
    if let Some((raw, prefixed)) = &findings.retrieval.prefix_example {
        table.notes.push(format!("Example: {raw} → {prefixed}"));
    }
    chapter.show(table);
    chapter
}
