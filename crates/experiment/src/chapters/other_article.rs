//! Topics whose first hit is another article: the ones to read.

use sokutei_report::{Cell, Chapter, Column, Table};

use super::{BINARY, conditions};
use crate::findings::Findings;
use crate::published::{OTHER_ARTICLE_FIRST, TOPICS};

pub(super) fn chapter(findings: &Findings<'_>) -> Chapter {
    let mut chapter = Chapter::new("other-article", "Topics whose first hit is another article");
    let study = &findings.statistics.other_article;
    chapter.say(format!(
        "{} of {} topics of {} have a section of another article on top (article, other corpus: {OTHER_ARTICLE_FIRST} of {TOPICS}); \
         {} topics have no hit at all. An unjudged section is unknown, not wrong: some of these answer the question, and some \
         questions do not say what they are about. Read them.",
        study.topics.len(),
        findings.n_topics(),
        findings.plan.focus,
        study.without_hits,
    ));
    let mut conditions = conditions(findings, "first hit", "1", BINARY, "article");
    conditions.n = format!(
        "{} of {} topics, sample of {}",
        study.topics.len(),
        findings.n_topics(),
        study.sample.len()
    );
    conditions.seed = findings.plan.statistics.seed.to_string();
    let columns = [
        "topic",
        "query",
        "labelled section",
        "first hit",
        "article of the first hit",
        "rank of the labelled section",
    ];
    let columns = columns.map(Column::words).to_vec();
    let mut table = Table::new("other-article", "A seeded sample", conditions, columns);
    for miss in &study.sample {
        let rank = miss
            .rank
            .map_or_else(|| "not retrieved".to_owned(), |r| r.to_string());
        let words = [
            miss.qid.as_str(),
            &miss.query,
            &miss.labelled,
            &miss.first_heading,
            &miss.first_title,
            &rank,
        ];
        table.push(words.map(Cell::text).to_vec());
    }
    chapter.show(table);
    chapter
}
