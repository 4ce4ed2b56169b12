//! One set of runs under three labelings, and how the order of the systems changes.

use sokutei_measures::Measure;
use sokutei_report::{Cell, Chapter, Column, Conditions, Table};

use super::{BOTH_GAINS, DECIMALS, conditions, published};
use crate::Labeling;
use crate::findings::Findings;
use crate::labeling::{EXPONENTIAL, measure};
use crate::published::{ap_100_and_graded_ndcg_10_of, headline_of};

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

fn head(first: &[&str], measured: &[(Labeling, Measure)]) -> Vec<Column> {
    let mut columns: Vec<Column> = first.iter().copied().map(Column::words).collect();
    columns.extend(measured.iter().map(|(l, m)| Column::numbers(format!("{l} {m}"))));
    columns
}

fn conditions_of(findings: &Findings<'_>) -> Conditions {
    conditions(
        findings,
        "as in the columns",
        "1, 10",
        BOTH_GAINS,
        "strict, graded, article",
    )
}

fn means(findings: &Findings<'_>, measured: &[(Labeling, Measure)]) -> Table {
    let head = head(&["system", "source"], measured);
    let mut table = Table::new("labelings", "Means by labeling", conditions_of(findings), head);
    for (tag, values) in &findings.values.systems {
        let mut row = vec![Cell::text(tag), Cell::text("here")];
        row.extend(
            measured
                .iter()
                .map(|(l, m)| Cell::number(values.mean(*l, m), DECIMALS)),
        );
        table.push(row);
        if let Some(printed) = headline_of(tag) {
            let graded = ap_100_and_graded_ndcg_10_of(tag).map(|(_, ndcg)| ndcg);
            let values = [
                Some(printed.rr_10),
                Some(printed.ndcg_10),
                graded,
                None,
                None,
                None,
            ];
            let words = [Cell::text(tag), Cell::text("article: other corpus")];
            table.push(
                words
                    .into_iter()
                    .chain(values.map(|v| published(v, DECIMALS)))
                    .collect(),
            );
        }
    }
    table
}

fn order(findings: &Findings<'_>, measured: &[(Labeling, Measure)]) -> Table {
    let head = head(&["place"], measured);
    let mut table = Table::new(
        "labelings-order",
        "Order of the systems by labeling",
        conditions_of(findings),
        head,
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
