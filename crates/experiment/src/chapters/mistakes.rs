//! The usual mistakes in an implementation, and what each does to the value.

use sokutei_report::{Cell, Chapter, Column, Table};

use super::{BOTH_GAINS, DECIMALS, conditions};
use crate::findings::Findings;
use crate::published::IDEAL_FROM_RUN;

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("mistakes", "Implementation mistakes");
    chapter.say(format!(
        "The right and the wrong formula on the run of {}. None of these mistakes raises an error: only the value moves.",
        findings.plan.focus
    ));
    let conditions = conditions(findings, "as listed", "10", BOTH_GAINS, "as listed");
    let columns = vec![
        Column::words("mistake"),
        Column::words("measure"),
        Column::numbers("right"),
        Column::numbers("wrong"),
        Column::numbers("effect"),
        Column::published("right and wrong"),
    ];
    let mut table = Table::new("mistakes", "Right and wrong values", conditions, columns);
    for (i, mistake) in findings.statistics.mistakes.iter().enumerate() {
        let (right, wrong) = IDEAL_FROM_RUN;
        table.push(vec![
            Cell::text(format!(
                "{} {}",
                mistake.kind.number(),
                mistake.kind.description()
            )),
            Cell::text(format!("{} {}", mistake.labeling, mistake.measure)),
            Cell::number(mistake.right, DECIMALS),
            Cell::number(mistake.wrong, DECIMALS),
            Cell::signed(mistake.effect(), DECIMALS),
            if i == 0 {
                Cell::text(format!("{right:.2} and {wrong:.2}"))
            } else {
                Cell::Empty
            },
        ]);
    }
    chapter.show(table);
    chapter
}
