//! Average precision and the context precision that looks like it.

use sokutei_report::{Cell, Chapter, Column, Table};

use super::{DECIMALS, conditions};
use crate::Labeling;
use crate::findings::Findings;
use crate::labeling::measure;

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("context-precision", "Context precision beside AP");
    chapter.say(
        "Both sum the precision at the ranks of relevant sections. AP divides by all relevant sections, Ragas' context precision by \
         those retrieved within the cutoff: what was missed does not lower it. ID-based here: relevance comes from the labels, no model is asked.",
    );
    let conditions = conditions(
        findings,
        "AP@10, ContextPrecision@10",
        "10",
        "binary (grade of 1 or more)",
        "strict, graded",
    );
    let mut columns = vec![Column::words("system")];
    for labeling in [Labeling::Strict, Labeling::Graded] {
        columns.extend(
            ["AP@10", "ContextPrecision@10", "difference"]
                .map(|m| Column::numbers(format!("{labeling} {m}"))),
        );
    }
    let mut table = Table::new(
        "context-precision",
        "The two under two labelings",
        conditions,
        columns,
    );
    for (tag, values) in &findings.values.systems {
        let mut row = vec![Cell::text(tag)];
        for labeling in [Labeling::Strict, Labeling::Graded] {
            let [ap, cp] = ["AP@10", "ContextPrecision@10"].map(|m| values.mean(labeling, &measure(m)));
            row.extend([
                Cell::number(ap, DECIMALS),
                Cell::number(cp, DECIMALS),
                Cell::signed(cp - ap, DECIMALS),
            ]);
        }
        table.push(row);
    }
    table.notes.push("With one relevant section per topic the two are equal. In the hand-worked example: ContextPrecision@5 0.3667, AP@5 0.2444.".to_owned());
    chapter.show(table);
    chapter
}
