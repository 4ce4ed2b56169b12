//! The test set and how it was made.

use sokutei_report::{Cell, Chapter, Column, Conditions, Table};
use sokutei_testset::truth::TruthReport;

use crate::findings::Findings;
use crate::published::{ARTICLES, SECTIONS, TOPICS};

/// How many unmatched rows the report lists; `warnings.json` has all of them.
const LISTED: usize = 12;

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("test-set", "The test set and how it was made");
    chapter.say(
        "Each row of an article's cheat-sheet (知りたいこと／答え／詳しい節) is a topic: the first cell is the query, and the section that \
         the third cell names is relevant (grade 2). A heading that contains the label is taken first; else the heading with the highest \
         difflib ratio, if it is at least 0.5. The other sections of the article have grade 1 under the graded labeling.",
    );
    chapter.show(counts(findings));
    if let Some(truth) = &findings.collection.truth {
        chapter.show(accuracy(findings, truth));
    }
    chapter.show(unmatched(findings));
    chapter.warn(findings.collection_notices());
    chapter
}

fn bare(findings: &Findings<'_>, labeling: &str, n: String) -> Conditions {
    Conditions {
        labeling: format!("{labeling}; several labels: {}", findings.plan.matching.multi),
        n,
        ..Conditions::none()
    }
}

fn counts(findings: &Findings<'_>) -> Table {
    let collection = findings.collection;
    let report = &collection.topics.report;
    let columns = vec![
        Column::words("what"),
        Column::numbers("count"),
        Column::published("count"),
    ];
    let conditions = bare(
        findings,
        "the article's rule",
        format!("{} articles", collection.n_articles),
    );
    let mut table = Table::new("test-set", "Counts", conditions, columns);
    let mut row = |what: &str, count: usize, printed: Option<usize>| {
        table.push(vec![
            Cell::text(what),
            Cell::count(count),
            printed.map_or(Cell::Empty, Cell::count),
        ]);
    };
    row("articles", collection.n_articles, Some(ARTICLES));
    row(
        "sections that can be retrieved",
        collection.chunks.len(),
        Some(SECTIONS),
    );
    row(
        "median characters of a section",
        findings.median_section_chars(),
        Some(1_021),
    );
    row(
        "articles without a cheat-sheet",
        collection.topics.articles_without_sheet.len(),
        None,
    );
    row("cheat-sheet rows", report.rows, None);
    row("topics", collection.topics.topics.len(), Some(TOPICS));
    row("  label contained in a heading", report.contains, None);
    row("  label similar to a heading", report.fuzzy, None);
    row("  with several relevant sections", report.multi, None);
    row(
        "  with a part of the label that found nothing",
        report.partly_missed,
        None,
    );
    row("rows whose label found no section", report.dropped, None);
    row("rows that could not be read", report.skipped, None);
    table
}

fn accuracy(findings: &Findings<'_>, truth: &TruthReport) -> Table {
    let columns = vec![
        Column::words("kind of label"),
        Column::numbers("rows"),
        Column::numbers("right"),
        Column::numbers("wrong"),
        Column::numbers("another section that answers"),
        Column::numbers("lost"),
        Column::numbers("right"),
    ];
    let conditions = bare(
        findings,
        "compared with the authors' truth",
        format!("{} rows", truth.rows.len()),
    );
    let mut table = Table::new("label-accuracy", "Label accuracy by kind", conditions, columns);
    for kind in truth.by_kind() {
        let share = if kind.rows == 0 {
            Cell::Empty
        } else {
            Cell::share(kind.right as f64 / kind.rows as f64, 1)
        };
        let counts = [kind.rows, kind.right, kind.wrong, kind.also, kind.lost].map(Cell::count);
        table.push(
            std::iter::once(Cell::text(kind.kind.name()))
                .chain(counts)
                .chain([share])
                .collect(),
        );
    }
    table.notes.push(
        "right: exactly the sections that the author meant. wrong: a section that does not answer. lost: no section, or too few. \
         Article (other corpus): 38 of 40 labels read by a person were right."
            .to_owned(),
    );
    if let Some(first) = truth.topics_without_truth.first() {
        table.notes.push(format!(
            "{} topics are in no row: the truth knows nothing of them (the first: {first}).",
            truth.topics_without_truth.len()
        ));
    }
    table
}

fn unmatched(findings: &Findings<'_>) -> Table {
    let rows = &findings.collection.topics.unmatched;
    let columns = ["file", "row", "query", "label", "nearest heading", "ratio"]
        .map(Column::words)
        .to_vec();
    let conditions = bare(findings, "the article's rule", format!("{} rows", rows.len()));
    let mut table = Table::new(
        "unmatched",
        "Rows whose label found no section",
        conditions,
        columns,
    );
    for row in rows.iter().take(LISTED) {
        let (heading, ratio) = row.nearest.as_ref().map_or((Cell::Empty, Cell::Empty), |n| {
            (Cell::text(&n.heading), Cell::number(n.ratio, 3))
        });
        table.push(vec![
            Cell::text(&row.file),
            Cell::count(row.row),
            Cell::text(&row.query),
            Cell::text(&row.label),
            heading,
            ratio,
        ]);
    }
    if rows.len() > LISTED {
        table.notes.push(format!(
            "{} more under rows_without_section in warnings.json.",
            rows.len() - LISTED
        ));
    }
    table
}
