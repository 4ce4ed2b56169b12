//! One set of runs under three labelings, and how the order of the systems changes.

use sokutei_measures::Measure;
use sokutei_report::{Cell, Chapter, Column, Table};

use super::{BOTH_GAINS, DECIMALS, conditions};
use crate::Labeling;
use crate::findings::Findings;
use crate::labeling::{EXPONENTIAL, measure};

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("labelings", "Three labelings");
    chapter.say(
        "The same runs, read three ways. strict: only the named section. graded: 2 for it, 1 for the other sections of its \
         article. article: the ranking collapsed to articles. Decide what counts as relevant before comparing.",
    );
    let columns = measured();
    chapter.show(means(findings, &columns));
    chapter.show(order(findings, &columns));
    chapter
}

fn measured() -> Vec<(Labeling, Measure)> {
    let names = [
        (Labeling::Strict, "RR@10".to_owned()),
        (Labeling::Strict, "nDCG@10".to_owned()),
        (Labeling::Graded, "nDCG@10".to_owned()),
        (Labeling::Graded, format!("{EXPONENTIAL}@10")),
        (Labeling::Article, "Success@1".to_owned()),
        (Labeling::Article, "RR@10".to_owned()),
    ];
    names.into_iter().map(|(l, m)| (l, measure(&m))).collect()
}

fn head(first: &str, measured: &[(Labeling, Measure)]) -> Vec<Column> {
    let mut columns = vec![Column::words(first)];
    columns.extend(measured.iter().map(|(l, m)| Column::numbers(format!("{l} {m}"))));
    columns
}

fn means(findings: &Findings<'_>, measured: &[(Labeling, Measure)]) -> Table {
    let conditions = conditions(
        findings,
        "as in the columns",
        "1, 10",
        BOTH_GAINS,
        "strict, graded, article",
    );
    let mut table = Table::new(
        "labelings",
        "Means by labeling",
        conditions,
        head("system", measured),
    );
    for (tag, values) in &findings.values.systems {
        let mut row = vec![Cell::text(tag)];
        row.extend(
            measured
                .iter()
                .map(|(l, m)| Cell::number(values.mean(*l, m), DECIMALS)),
        );
        table.push(row);
    }
    table
}

fn order(findings: &Findings<'_>, measured: &[(Labeling, Measure)]) -> Table {
    let conditions = conditions(
        findings,
        "as in the columns",
        "1, 10",
        BOTH_GAINS,
        "strict, graded, article",
    );
    let mut table = Table::new(
        "labelings-order",
        "Order of the systems by labeling",
        conditions,
        head("place", measured),
    );
    let orders: Vec<Vec<&str>> = measured
        .iter()
        .map(|(l, m)| findings.values.order(*l, m))
        .collect();
    for place in 0..findings.values.systems.len() {
        let mut row = vec![Cell::text((place + 1).to_string())];
        row.extend(orders.iter().map(|o| Cell::text(o[place])));
        table.push(row);
    }
    table.notes.push("Equal means keep the order of the first table. The order says nothing about whether two neighbours can be told apart.".to_owned());
    table
}
