//! Topics whose label names several sections, with one and with all of them relevant.

use sokutei_report::{Cell, Chapter, Column, Table};

use super::{BINARY, DECIMALS, conditions, published};
use crate::findings::Findings;
use crate::published::SEVERAL_LABELS;

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("several-labels", "Topics with several labels");
    let study = &findings.statistics.several_labels;
    chapter.say(
        "Some labels name two sections, joined by ／. Under `--multi first` only the first counts, under `--multi all` every one. The \
         runs are the same; only the labels differ. A label that is missing shows as a failure of the search.",
    );
    let mut conditions = conditions(findings, "RR@10", "10", BINARY, "strict");
    conditions.n = format!("{} topics with several labels", study.topics);
    let columns = vec![
        Column::words("system"),
        Column::numbers("--multi first"),
        Column::numbers("--multi all"),
        Column::numbers("difference"),
        Column::published("first"),
        Column::published("all"),
    ];
    let mut table = Table::new("several-labels", "RR@10 of these topics", conditions, columns);
    let (n, first_printed, all_printed) = SEVERAL_LABELS;
    for row in &study.rows {
        let printed = |v| published((row.tag == findings.plan.focus).then_some(v), 3);
        table.push(vec![
            Cell::text(&row.tag),
            Cell::number(row.first, DECIMALS),
            Cell::number(row.all, DECIMALS),
            Cell::signed(row.all - row.first, DECIMALS),
            printed(first_printed),
            printed(all_printed),
        ]);
    }
    table.notes.push(format!(
        "The article's values are over {n} topics and do not name the system; they stand beside {}.",
        findings.plan.focus
    ));
    if study.unmatched_under_first > 0 {
        table.notes.push(format!(
            "{} of these topics found no section by their first part: they count 0 under `--multi first`.",
            study.unmatched_under_first
        ));
    }
    if study.without_ranking > 0 {
        let words = "more rows name several sections but are no topic under the plan's policy: they have no ranking and are left out.";
        table.notes.push(format!("{} {words}", study.without_ranking));
    }
    chapter.show(table);
    chapter
}
