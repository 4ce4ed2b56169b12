//! How often a smaller test set says the opposite.

use sokutei_report::{Cell, Chapter, Column, Table};

use super::{BOTH_GAINS, conditions};
use crate::findings::Findings;
use crate::statistics::ReversalStudy;

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("reversal", "How often a subset reverses the conclusion");
    let statistics = &findings.plan.statistics;
    chapter.say(format!(
        "{} random subsets of n topics. Reversed: the mean difference has the opposite sign of that over all topics; tied: it is 0.",
        statistics.subsets
    ));
    let of_all = |name: fn(&ReversalStudy) -> String| {
        let mut names: Vec<String> = findings.statistics.reversal.iter().map(name).collect();
        names.dedup();
        names.join(", ")
    };
    let measures = of_all(|r| r.contrast.measure.to_string());
    let cutoffs = of_all(|r| {
        r.contrast
            .measure
            .cutoff()
            .map_or_else(|| "none".to_owned(), |k| k.to_string())
    });
    let labelings = of_all(|r| r.contrast.labeling.to_string());
    let mut conditions = conditions(findings, &measures, &cutoffs, BOTH_GAINS, &labelings);
    conditions.seed = statistics.seed.to_string();
    let columns = vec![
        Column::words("A"),
        Column::words("B"),
        Column::numbers("n"),
        Column::numbers("reversed"),
        Column::numbers("tied"),
        Column::words("remark"),
    ];
    let mut table = Table::new(
        "reversal",
        "Subsets that reverse the sign of the difference",
        conditions,
        columns,
    );
    for study in &findings.statistics.reversal {
        for row in &study.rows {
            let half = row.n * 2 > findings.n_topics();
            table.push(vec![
                Cell::text(&study.contrast.a),
                Cell::text(&study.contrast.b),
                Cell::count(row.n),
                Cell::share(row.reversed, 1),
                Cell::share(row.tied, 1),
                if half {
                    Cell::text("more than half of the topics: subsets overlap")
                } else {
                    Cell::Empty
                },
            ]);
        }
    }
    table.notes.push("Article (other corpus): with 50 topics, one conclusion in three about bm25_2 and bm25_23 is the opposite.".to_owned());
    chapter.show(table);
    chapter
}
