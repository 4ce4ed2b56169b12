//! The example that the article works out by hand, computed by the same functions as everything else.

use sokutei_measures::worked_example;
use sokutei_report::{Cell, Chapter, Column, Conditions, Table};

use super::DECIMALS;

pub(super) fn chapter() -> Chapter {
    let mut chapter = Chapter::new("worked-example", "A hand-worked example");
    chapter.say(
        "One topic returns d3, d7, d1, d9, d4. Its labels are d1 (grade 2), d4 (grade 1) and d8 (grade 1); d8 is not retrieved. \
         The article works these values out by hand; here the functions that measure everything below are checked against them.",
    );
    chapter.show(table());
    chapter
}

fn table() -> Table {
    let conditions = Conditions {
        measure: "as listed".to_owned(),
        cutoff: "1, 3, 5".to_owned(),
        gain: "linear; exponential where named".to_owned(),
        labeling: "d1 = 2, d4 = 1, d8 = 1".to_owned(),
        n: "1 topic".to_owned(),
        seed: "none".to_owned(),
    };
    let columns = vec![
        Column::words("measure"),
        Column::words("by hand"),
        Column::numbers("computed"),
        Column::numbers("printed in the article (same input)"),
        Column::words("agrees at 4 decimals"),
    ];
    let mut table = Table::new(
        "worked-example",
        "Computed and printed values",
        conditions,
        columns,
    );
    for check in worked_example::checks() {
        table.push(vec![
            Cell::text(check.measure.to_string()),
            Cell::text(check.by_hand),
            Cell::number(check.computed, DECIMALS),
            Cell::number(check.printed, DECIMALS),
            Cell::text(if check.agrees() { "yes" } else { "NO" }),
        ]);
    }
    table
}
