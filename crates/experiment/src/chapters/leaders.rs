//! Which system leads by each measure, and whether its lead can be told from nothing.

use sokutei_report::{Cell, Chapter, Column, Table};

use super::{BOTH_GAINS, DECIMALS, conditions};
use crate::findings::Findings;

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("leaders", "Which system leads by each measure");
    chapter.say("The leader can change with the measure. A lead whose interval contains 0 is not distinguishable here.");
    let mut conditions = conditions(findings, "as listed", "as listed", BOTH_GAINS, "as listed");
    conditions.seed = findings.plan.statistics.seed.to_string();
    let columns = vec![
        Column::words("labeling"),
        Column::words("measure"),
        Column::words("leader"),
        Column::numbers("mean"),
        Column::words("runner-up"),
        Column::numbers("lead"),
        Column::numbers("interval of the lead"),
        Column::words("verdict"),
    ];
    let mut table = Table::new("leaders", "Leader and runner-up", conditions, columns);
    for lead in &findings.statistics.leads {
        let d = &lead.comparison.difference;
        table.push(vec![
            Cell::text(lead.labeling.name()),
            Cell::text(lead.measure.to_string()),
            Cell::text(&lead.leader),
            Cell::number(lead.mean, DECIMALS),
            Cell::text(&lead.runner_up),
            Cell::signed(d.point, DECIMALS),
            Cell::signed_interval(d.low, d.high, DECIMALS),
            Cell::text(if d.spans_zero() {
                "not distinguishable here"
            } else {
                "ahead on this test set"
            }),
        ]);
    }
    table.notes.push(
        "Leader and runner-up were picked by looking at the means, so the interval is too kind to the leader; it is no test.".to_owned(),
    );
    chapter.show(table);
    chapter
}
