//! How an interval narrows with the number of topics.

use sokutei_report::{Cell, Chapter, Column, Table};

use super::{BINARY, conditions};
use crate::findings::Findings;
use crate::published::GROWTH;

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("growth", "Intervals against the number of topics");
    chapter.say(
        "For each n one random subset of n topics, and a bootstrap on it alone: what one would have reported with a test set of \
         that size. The width falls about as the square root of n.",
    );
    let statistics = &findings.plan.statistics;
    let mut conditions = conditions(findings, "RR@10, R@10", "10", BINARY, "strict");
    conditions.seed = statistics.seed.to_string();
    let columns = vec![
        Column::numbers("n"),
        Column::words("source"),
        Column::numbers("RR@10"),
        Column::numbers("interval"),
        Column::numbers("width"),
        Column::numbers("R@10"),
        Column::numbers("interval"),
        Column::numbers("width"),
    ];
    let title = format!(
        "{}: one subset per size, {} replicates",
        findings.plan.focus, statistics.replicates
    );
    let mut table = Table::new("growth", title, conditions, columns);
    for row in &findings.statistics.growth {
        let [rr, recall] = [&row.rr, &row.recall].map(|e| [e.point, e.low, e.high]);
        table.push(cells(row.n, "here", rr, recall));
    }
    for (n, rr, recall) in GROWTH {
        table.push(cells(n, "article: other corpus", rr, recall));
    }
    chapter.show(table);
    chapter
}

fn cells(n: usize, source: &str, rr: [f64; 3], recall: [f64; 3]) -> Vec<Cell> {
    let estimate = |[point, low, high]: [f64; 3]| {
        [
            Cell::number(point, 3),
            Cell::interval(low, high, 3),
            Cell::number(high - low, 3),
        ]
    };
    [Cell::count(n), Cell::text(source)]
        .into_iter()
        .chain(estimate(rr))
        .chain(estimate(recall))
        .collect()
}
