//! What other test sets of the same kind would have said.

use sokutei_report::{Cell, Chapter, Column, Table};

use super::{BINARY, conditions};
use crate::findings::Findings;

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("spread", "Spread of subsets");
    let statistics = &findings.plan.statistics;
    chapter.say(format!(
        "{} random subsets of n topics and the mean of each: the same system on the same pages, judged by another choice of topics.",
        statistics.subsets
    ));
    let mut conditions = conditions(findings, "RR@10", "10", BINARY, "strict");
    conditions.seed = statistics.seed.to_string();
    let mut columns = vec![Column::numbers("n")];
    columns.extend(["min", "2.5 %", "5 %", "median", "95 %", "97.5 %", "max"].map(Column::numbers));
    let mut table = Table::new(
        "spread",
        format!("{}: means of subsets", findings.plan.focus),
        conditions,
        columns,
    );
    for s in &findings.statistics.spread {
        let values = [s.min, s.p2_5, s.p5, s.median, s.p95, s.p97_5, s.max];
        table.push(
            std::iter::once(Cell::count(s.n))
                .chain(values.map(|v| Cell::number(v, 3)))
                .collect(),
        );
    }
    table.notes.push(format!(
        "The mean over all {} topics is {:.4}.",
        findings.n_topics(),
        findings.statistics.cluster.point
    ));
    table.notes.push("Article (other corpus, 0.709 over 1,856 topics): a subset of 50 topics says anything from 0.62 to 0.80.".to_owned());
    chapter.show(table);
    chapter
}
