//! Articles with cheat-sheets to topics: every row becomes a topic, or is listed with the reason why not.

use std::fmt;

use indexmap::IndexMap;
use serde::Serialize;
use sokutei_ingest::Ingested;
use sokutei_measures::{Docid, TopicId};

use crate::article_sheet::ArticleSheet;
use crate::error::Error;
use crate::matching::{Candidate, HeadingMatcher, MatchKind, MatchOptions, Resolved};
use crate::sheet::{ArticleWithoutSheet, Sheet, SheetHeader, SheetRow, SkippedRow};
use crate::topic::{HeadingFit, LABELLED, MatchedPart, Topic};
use crate::warning::{TopicWarning, topic_warnings};

/// What stands before the label in [`Topic::source`].
pub const SOURCE_PREFIX: &str = "早見表:";

/// A test set made from cheat-sheets, with everything that was left out of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BuiltTopics {
    /// The topics, in article order, then row order. Never empty.
    pub topics: Vec<Topic>,
    /// The rows whose label found no section.
    pub unmatched: Vec<UnmatchedRow>,
    /// The topics some part of whose label found no section.
    pub partly_missed: Vec<PartlyMissed>,
    /// The rows that could not be read as question and label.
    pub skipped: Vec<SkippedRow>,
    /// The articles without a cheat-sheet.
    pub articles_without_sheet: Vec<ArticleWithoutSheet>,
    /// The counts.
    pub report: MatchReport,
    /// What a person should look at, in article order; what only concerns queries comes last. Whatever the lists
    /// above hold is in it too, so that counting the kinds counts everything.
    pub warnings: Vec<TopicWarning>,
}

impl BuiltTopics {
    /// The topics whose label has several parts, whatever [`Multi`](crate::Multi) made of them.
    pub fn with_several_parts(&self) -> impl Iterator<Item = &Topic> {
        self.topics.iter().filter(|t| t.has_several_parts())
    }
}

/// How many rows became what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct MatchReport {
    /// Articles with a cheat-sheet.
    pub sheets: usize,
    /// Readable rows: `contains + fuzzy + dropped`.
    pub rows: usize,
    /// Topics all of whose parts are contained in a heading.
    pub contains: usize,
    /// Topics with a part that is only similar to its heading.
    pub fuzzy: usize,
    /// Topics with more than one relevant section.
    pub multi: usize,
    /// Topics with a part that found nothing.
    pub partly_missed: usize,
    /// Rows that found no section.
    pub dropped: usize,
    /// Rows that could not be read; not among `rows`.
    pub skipped: usize,
}

/// A row whose label found no section.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UnmatchedRow {
    /// The article.
    pub article: String,
    /// Its file.
    pub file: String,
    /// The row under the header row, from 1.
    pub row: usize,
    /// The question.
    pub query: String,
    /// The author's short answer.
    pub answer: String,
    /// The label.
    pub label: String,
    /// The heading that fits the first missed part best; `None` when the article has no section, or the label
    /// no words.
    pub nearest: Option<HeadingFit>,
}

impl fmt::Display for UnmatchedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: row {}: no section for the label `{}`",
            self.file, self.row, self.label
        )?;
        match &self.nearest {
            Some(fit) => write!(f, " (nearest: `{}`, {:.3})", fit.heading, fit.ratio),
            None => Ok(()),
        }
    }
}

/// A topic some part of whose label found no section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PartlyMissed {
    /// The topic.
    pub qid: TopicId,
    /// The article.
    pub article: String,
    /// Its file.
    pub file: String,
    /// The row under the header row, from 1.
    pub row: usize,
    /// The question.
    pub query: String,
    /// The parts that found nothing.
    pub missed: Vec<String>,
}

impl fmt::Display for PartlyMissed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missed: Vec<String> = self.missed.iter().map(|part| format!("`{part}`")).collect();
        write!(
            f,
            "{}: row {} ({}): no section for {}",
            self.file,
            self.row,
            self.qid,
            missed.join(", ")
        )
    }
}

/// Makes topics from the articles' cheat-sheets, known by the article's header (see [`SheetHeader`]).
///
/// The sections of an article that labels can find are its kept ones. Qids count from `q0` over the rows that
/// found a section, in article order, then row order.
///
/// # Errors
/// [`Error::NoCheatSheet`] when no article has one, [`Error::NoTopics`] when no row found a section,
/// [`Error::Threshold`], and [`Error::SectionId`] for an article id that cannot stand in a qrels file.
///
/// ```
/// use sokutei_ingest::{IngestOptions, ingest_dir};
/// use sokutei_testset::{MatchOptions, build_topics};
///
/// let pages = ingest_dir("../../corpus/articles".as_ref(), &IngestOptions::default())?;
/// let built = build_topics(&pages, &MatchOptions::ARTICLE)?;
/// assert_eq!((built.report.rows, built.topics.len(), built.unmatched.len()), (849, 816, 33));
/// assert_eq!((&*built.topics[2].query, built.topics[2].row), ("roleを付けるべき？", 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn build_topics(ingested: &Ingested, options: &MatchOptions) -> Result<BuiltTopics, Error> {
    build_topics_under(&SheetHeader::default(), ingested, options)
}

/// [`build_topics`] for cheat-sheets under another header.
///
/// # Errors
/// As [`build_topics`].
pub fn build_topics_under(
    header: &SheetHeader,
    ingested: &Ingested,
    options: &MatchOptions,
) -> Result<BuiltTopics, Error> {
    let sheets = ingested.articles.iter().map(|a| ArticleSheet::of(a, header));
    build_topics_from(header, &sheets.collect::<Vec<_>>(), options)
}

/// [`build_topics`] from the sheets of the articles, where the articles themselves are gone. `header` is the one by which the
/// sheets were found.
///
/// # Errors
/// As [`build_topics`].
pub fn build_topics_from(
    header: &SheetHeader,
    articles: &[ArticleSheet],
    options: &MatchOptions,
) -> Result<BuiltTopics, Error> {
    options.validate()?;
    let mut built = BuiltTopics::default();
    for article in articles {
        match &article.sheet {
            Ok(sheet) => built.add_sheet(article, sheet, options)?,
            Err(reason) => {
                let (article, file) = (article.article.clone(), article.file.clone());
                let reason = reason.clone();
                let without = ArticleWithoutSheet {
                    article,
                    file,
                    reason,
                };
                built
                    .warnings
                    .push(TopicWarning::ArticleWithoutSheet(without.clone()));
                built.articles_without_sheet.push(without);
            }
        }
    }
    let BuiltTopics {
        topics,
        unmatched,
        skipped,
        articles_without_sheet,
        report,
        ..
    } = &built;
    if report.sheets == 0 {
        return Err(Error::NoCheatSheet {
            header: header.clone(),
            articles: articles_without_sheet.clone(),
        });
    }
    if topics.is_empty() {
        let (unmatched, skipped) = (unmatched.clone(), skipped.clone());
        return Err(Error::NoTopics {
            sheets: report.sheets,
            unmatched,
            skipped,
        });
    }
    let about_topics = topic_warnings(topics);
    built.warnings.extend(about_topics);
    Ok(built)
}

impl BuiltTopics {
    fn add_sheet(
        &mut self,
        article: &ArticleSheet,
        sheet: &Sheet,
        options: &MatchOptions,
    ) -> Result<(), Error> {
        self.report.sheets += 1;
        self.report.skipped += sheet.skipped.len();
        self.report.rows += sheet.rows.len();
        for (row, cells, reason) in sheet.skipped.iter().cloned() {
            let (article, file) = (article.article.clone(), article.file.clone());
            let skipped = SkippedRow {
                article,
                file,
                row,
                cells,
                reason,
            };
            self.warnings.push(TopicWarning::SkippedRow(skipped.clone()));
            self.skipped.push(skipped);
        }
        if sheet.further_sheets > 0 {
            let (file, count) = (article.file.clone(), sheet.further_sheets);
            self.warnings.push(TopicWarning::FurtherSheet { file, count });
        }
        let mut sections = Sections::new(article, options)?;
        for row in sheet.rows.iter().cloned() {
            let resolved = sections.matcher.resolve(&row.label);
            if resolved.parts.is_empty() {
                self.report.dropped += 1;
                let unmatched = sections.unmatched_row(row, &resolved);
                self.warnings.push(TopicWarning::UnmatchedRow(unmatched.clone()));
                self.unmatched.push(unmatched);
            } else {
                let qid = TopicId::new(format!("q{}", self.topics.len())).expect("q and a number are an id");
                let topic = sections.topic(qid, row, resolved);
                self.count(&topic);
                self.warn(&topic, &sections);
                self.topics.push(topic);
            }
        }
        Ok(())
    }

    fn count(&mut self, topic: &Topic) {
        match topic.match_kind {
            MatchKind::Fuzzy => self.report.fuzzy += 1,
            _ => self.report.contains += 1,
        }
        self.report.multi += usize::from(topic.relevant.len() > 1);
        if !topic.parts_missed.is_empty() {
            self.report.partly_missed += 1;
            let partly_missed = PartlyMissed {
                qid: topic.qid.clone(),
                article: topic.article.clone(),
                file: topic.file.clone(),
                row: topic.row,
                query: topic.query.clone(),
                missed: topic.parts_missed.clone(),
            };
            self.warnings
                .push(TopicWarning::PartlyMissed(partly_missed.clone()));
            self.partly_missed.push(partly_missed);
        }
    }

    fn warn(&mut self, topic: &Topic, sections: &Sections<'_>) {
        let (qid, file, row) = (&topic.qid, &topic.file, topic.row);
        for part in &topic.parts {
            let headings: Vec<String> = sections
                .matcher
                .containing(&part.text)
                .map(|i| sections.headings[i].to_owned())
                .collect();
            if headings.len() > 1 {
                let (qid, file, part) = (qid.clone(), file.clone(), part.text.clone());
                self.warnings.push(TopicWarning::AmbiguousLabel {
                    qid,
                    file,
                    part,
                    headings,
                });
            }
        }
        if topic.label.is_empty() {
            self.warnings.push(TopicWarning::EmptyLabel {
                qid: qid.clone(),
                file: file.clone(),
                row,
            });
        }
        if topic.answer.is_empty() {
            self.warnings.push(TopicWarning::NoAnswer {
                qid: qid.clone(),
                file: file.clone(),
                row,
            });
        }
    }
}

/// The kept sections of one article: ids, headings, and the matcher over them.
struct Sections<'a> {
    article: &'a ArticleSheet,
    docids: Vec<Docid>,
    headings: Vec<&'a str>,
    matcher: HeadingMatcher,
}

impl<'a> Sections<'a> {
    fn new(article: &'a ArticleSheet, options: &MatchOptions) -> Result<Self, Error> {
        let headings: Vec<&str> = article.headings.iter().map(String::as_str).collect();
        let docid = |j: usize| {
            let id = format!("{}#{j}", article.article);
            let file = &article.file;
            Docid::new(&id).map_err(|source| Error::SectionId {
                file: file.clone(),
                id,
                source,
            })
        };
        let docids = (0..headings.len()).map(docid).collect::<Result<_, _>>()?;
        let matcher = HeadingMatcher::new(&headings, *options);
        Ok(Self {
            article,
            docids,
            headings,
            matcher,
        })
    }

    fn fit(&self, candidate: Candidate) -> HeadingFit {
        HeadingFit {
            docid: self.docids[candidate.index].clone(),
            heading: self.headings[candidate.index].to_owned(),
            match_kind: candidate.kind,
            ratio: candidate.ratio,
        }
    }

    fn unmatched_row(&mut self, row: SheetRow, resolved: &Resolved) -> UnmatchedRow {
        let nearest = resolved
            .missed
            .first()
            .and_then(|part| self.matcher.best(part, &[]));
        UnmatchedRow {
            article: self.article.article.clone(),
            file: self.article.file.clone(),
            row: row.row,
            query: row.query,
            answer: row.answer,
            label: row.label,
            nearest: nearest.map(|candidate| self.fit(candidate)),
        }
    }

    fn topic(&mut self, qid: TopicId, row: SheetRow, resolved: Resolved) -> Topic {
        let labelled = resolved.headings();
        let weakest = resolved.weakest();
        let ratio = weakest.map_or(0.0, |(_, candidate)| candidate.ratio);
        let runner_up = weakest.and_then(|(part, _)| self.matcher.best(part, &labelled));
        let relevant: IndexMap<Docid, i32> = labelled
            .iter()
            .map(|&i| (self.docids[i].clone(), LABELLED))
            .collect();
        Topic {
            qid,
            query: row.query,
            same_article: self.docids.len() - relevant.len(),
            relevant,
            source: format!("{SOURCE_PREFIX}{}", row.label),
            match_kind: resolved.kind(),
            ratio,
            answer: row.answer,
            row: row.row,
            file: self.article.file.clone(),
            label: row.label,
            article: self.article.article.clone(),
            runner_up: runner_up.map(|candidate| self.fit(candidate)),
            parts: resolved
                .parts
                .into_iter()
                .map(|(text, found)| self.part(text, found))
                .collect(),
            parts_missed: resolved.missed,
            parts_left_out: resolved.left_out,
        }
    }

    fn part(&self, text: String, found: Candidate) -> MatchedPart {
        let HeadingFit {
            docid,
            heading,
            match_kind,
            ratio,
        } = self.fit(found);
        MatchedPart {
            text,
            docid,
            heading,
            match_kind,
            ratio,
        }
    }
}
