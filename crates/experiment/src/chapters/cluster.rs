//! Topics of one article are not independent: intervals over topics and over articles.

use sokutei_report::{Cell, Chapter, Column, Table};

use super::{BINARY, DECIMALS, conditions};
use crate::Labeling;
use crate::findings::Findings;
use crate::labeling::measure;
use crate::published::CLUSTER;

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("cluster", "Topic and cluster bootstrap");
    chapter.say(
        "An article gives several topics, and they resemble each other. Drawing whole articles instead of topics shows what that costs.",
    );
    let statistics = &findings.plan.statistics;
    let mut conditions = conditions(findings, "RR@10", "10", BINARY, "strict");
    conditions.seed = statistics.seed.to_string();
    let columns = vec![
        Column::words("drawn"),
        Column::numbers("units"),
        Column::numbers("mean"),
        Column::numbers("interval"),
        Column::numbers("width"),
        Column::published("interval"),
    ];
    let title = format!("{}: {} replicates", findings.plan.focus, statistics.replicates);
    let mut table = Table::new("cluster", title, conditions, columns);
    let by_topic = findings
        .statistics
        .interval(&findings.plan.focus, Labeling::Strict, &measure("RR@10"));
    for ((drawn, estimate), (low, high)) in [("topics", by_topic), ("articles", &findings.statistics.cluster)]
        .into_iter()
        .zip(CLUSTER)
    {
        table.push(vec![
            Cell::text(drawn),
            Cell::count(estimate.n),
            Cell::number(estimate.point, DECIMALS),
            Cell::interval(estimate.low, estimate.high, DECIMALS),
            Cell::number(estimate.high - estimate.low, DECIMALS),
            Cell::interval(low, high, DECIMALS),
        ]);
    }
    chapter.show(table);
    chapter
}
