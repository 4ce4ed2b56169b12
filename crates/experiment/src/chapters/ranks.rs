//! Where the first labelled section stands: what a mean reciprocal rank is made of.

use sokutei_measures::RankDistribution;
use sokutei_report::{Cell, Chapter, Column, Table};

use super::{BINARY, conditions};
use crate::findings::Findings;
use crate::published::{TOPICS, ranks_of};

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("first-ranks", "Rank of the first relevant section");
    chapter.say("A mean hides whether the section is often second or often not found at all.");
    let conditions = conditions(
        findings,
        "rank of the first relevant section",
        &findings.plan.depth.to_string(),
        BINARY,
        "strict",
    );
    let mut columns = vec![Column::words("system"), Column::words("source")];
    columns.extend(["rank 1", "rank 2", "ranks 3-10", "beyond 10 or absent", "topics"].map(Column::numbers));
    let mut table = Table::new(
        "first-ranks",
        "Topics by rank of their first relevant section",
        conditions,
        columns,
    );
    for (tag, values) in &findings.values.systems {
        let d = RankDistribution::of(&values.first_ranks);
        let counts = [
            d.first,
            d.second,
            d.third_to_tenth,
            d.beyond_tenth_or_absent,
            values.first_ranks.len(),
        ];
        table.push(
            [Cell::text(tag), Cell::text("here")]
                .into_iter()
                .chain(counts.map(Cell::count))
                .collect(),
        );
        if let Some([first, second, beyond]) = ranks_of(tag) {
            let counts = [first, second, TOPICS - first - second - beyond, beyond, TOPICS];
            let words = [Cell::text(tag), Cell::text("article: other corpus")];
            table.push(words.into_iter().chain(counts.map(Cell::count)).collect());
        }
    }
    chapter.show(table);
    chapter
}
