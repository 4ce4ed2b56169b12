//! The systems under strict labels: the headline table.

use sokutei_report::{Cell, Chapter, Column, Table};

use super::{BINARY, DECIMALS, conditions, published};
use crate::Labeling;
use crate::findings::Findings;
use crate::labeling::measure;
use crate::published::{ap_100_and_graded_ndcg_10_of, headline_of};

const MEASURES: [&str; 6] = ["Success@1", "Success@5", "R@10", "RR@10", "nDCG@10", "AP@100"];

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("systems", "The systems (strict labels)");
    chapter.say("Only the sections that a label names are relevant. Success@k is the article's Hit@k, RR@10 its MRR@10.");
    chapter.show(means(findings));
    chapter.show(intervals(findings));
    chapter
}

fn means(findings: &Findings<'_>) -> Table {
    let mut columns = vec![Column::words("system"), Column::words("scorer")];
    columns.extend(MEASURES.map(Column::numbers));
    columns.push(Column::numbers("topics without hits"));
    let conditions = conditions(findings, &MEASURES.join(", "), "1, 5, 10, 100", BINARY, "strict");
    let mut table = Table::new("systems", "Means over all topics", conditions, columns);
    for (tag, values) in &findings.values.systems {
        let mut row = vec![Cell::text(tag), Cell::text(&findings.retrieval.formulas[tag])];
        row.extend(MEASURES.map(|m| Cell::number(values.mean(Labeling::Strict, &measure(m)), DECIMALS)));
        row.push(Cell::count(
            findings.retrieval.without_hits.get(tag).map_or(0, Vec::len),
        ));
        table.push(row);
    }
    table
        .notes
        .push("A topic without hits, or without its section among them, counts 0 in every mean.".to_owned());
    table
}

fn intervals(findings: &Findings<'_>) -> Table {
    let statistics = &findings.plan.statistics;
    let mut conditions = conditions(findings, &MEASURES.join(", "), "1, 5, 10, 100", BINARY, "strict");
    conditions.seed = statistics.seed.to_string();
    let columns = vec![
        Column::words("system"),
        Column::words("measure"),
        Column::numbers("mean"),
        Column::numbers(format!("{:.0} % interval", 100.0 * statistics.level)),
        Column::published("mean"),
    ];
    let mut table = Table::new(
        "systems-intervals",
        "The same with intervals, beside the article",
        conditions,
        columns,
    );
    for tag in findings.values.systems.keys() {
        for name in MEASURES {
            let estimate = findings
                .statistics
                .interval(tag, Labeling::Strict, &measure(name));
            table.push(vec![
                Cell::text(tag),
                Cell::text(name),
                Cell::number(estimate.point, DECIMALS),
                Cell::interval(estimate.low, estimate.high, DECIMALS),
                published(printed(tag, name), DECIMALS),
            ]);
        }
    }
    table.notes.push(format!(
        "Bootstrap percentile interval over topics, {} replicates. Topics of one article resemble each other: see the cluster bootstrap below.",
        statistics.replicates
    ));
    table
}

/// What the article prints for a system and a measure.
fn printed(tag: &str, measure: &str) -> Option<f64> {
    let headline = headline_of(tag);
    match measure {
        "Success@1" => headline.map(|h| h.success_1),
        "Success@5" => headline.map(|h| h.success_5),
        "R@10" => headline.map(|h| h.recall_10),
        "RR@10" => headline.map(|h| h.rr_10),
        "nDCG@10" => headline.map(|h| h.ndcg_10),
        "AP@100" => ap_100_and_graded_ndcg_10_of(tag).map(|(ap, _)| ap),
        _ => None,
    }
}
