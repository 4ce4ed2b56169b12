//! Everything that an experiment found, in one place for the report to read.

use indexmap::IndexMap;
use sokutei_measures::TopicId;
use sokutei_report::{Notice, ReportModel, SCHEMA_VERSION};

use crate::chapters;
use crate::collection::Collection;
use crate::plan::ExperimentPlan;
use crate::retrieval::Retrieval;
use crate::statistics::Statistics;
use crate::values::Values;

const UNKNOWN: &str = "queries without a known term (or a direction in the space) are answered in corpus order with score 0, as in the reference \
                       implementation, so that a value above 0 there is an accident";

/// The parts that the report is made from.
#[derive(Debug, Clone, Copy)]
pub struct Findings<'a> {
    /// What was asked for.
    pub plan: &'a ExperimentPlan,
    /// Sections, topics, qrels.
    pub collection: &'a Collection,
    /// Runs.
    pub retrieval: &'a Retrieval,
    /// Values of every topic.
    pub values: &'a Values,
    /// Intervals, comparisons, subsets, mistakes.
    pub statistics: &'a Statistics,
}

impl Findings<'_> {
    /// The report.
    #[must_use]
    pub fn report(&self) -> ReportModel {
        ReportModel {
            schema_version: SCHEMA_VERSION,
            title: "Which search finds the right section?".to_owned(),
            summary: format!(
                "{} systems on {} sections of {} articles, {} topics from the authors' cheat-sheets. Values hold for this test set: the \
                 questions were written by the authors of the pages, in the pages' own words. Columns marked “article: other corpus” are \
                 the published experiment's numbers for its own pages; they are for orientation and no target.",
                self.values.systems.len(),
                self.collection.chunks.len(),
                self.collection.n_articles,
                self.n_topics(),
            ),
            chapters: chapters::all(self),
        }
    }

    /// How many topics every mean is over.
    #[must_use]
    pub fn n_topics(&self) -> usize {
        self.collection.topics.topics.len()
    }

    /// The middle of the sections' lengths in characters, heading not counted; the lower middle of an even number.
    #[must_use]
    pub fn median_section_chars(&self) -> usize {
        let mut lengths: Vec<usize> = self
            .collection
            .chunks
            .iter()
            .map(|c| c.text.chars().count())
            .collect();
        lengths.sort_unstable();
        lengths
            .get(lengths.len().saturating_sub(1) / 2)
            .copied()
            .unwrap_or(0)
    }

    /// Warnings about pages, cheat-sheets and indexes, counted by kind, each kind with its first message.
    #[must_use]
    pub fn collection_notices(&self) -> Vec<Notice> {
        let pages = self
            .collection
            .page_warnings
            .iter()
            .map(|w| (w.kind(), w.to_string()));
        let topics = self
            .collection
            .topics
            .warnings
            .iter()
            .map(|w| (w.kind(), w.to_string()));
        let indexes = self.retrieval.warnings.iter().map(|w| (w.kind(), w.to_string()));
        let first = |(kind, message): (_, String)| (kind, format!("first: {message}"));
        Notice::grouped(pages.chain(topics).chain(indexes).map(first))
    }

    /// Warnings about the numbers.
    #[must_use]
    pub fn number_notices(&self) -> Vec<Notice> {
        let statistics = self.statistics.warnings.iter().map(|w| (w.kind(), w.to_string()));
        let mut notices: Vec<Notice> = statistics
            .map(|(kind, message)| Notice {
                kind: kind.to_owned(),
                count: 1,
                message,
            })
            .collect();
        notices.extend(self.query_notices());
        let ceiling = self.single_label_share();
        if ceiling > 0.5 {
            let message = format!(
                "{:.0} % of the topics have one relevant section (strict labels): P@k cannot exceed 1/k there; read Success@k, R@k or RR@k",
                100.0 * ceiling
            );
            notices.push(Notice {
                kind: "precision-ceiling".to_owned(),
                count: 1,
                message,
            });
        }
        notices
    }

    /// Queries that could not be searched for, systems with the same topics in one notice.
    fn query_notices(&self) -> Vec<Notice> {
        let r = self.retrieval;
        let lists = [
            (
                "topic-without-hits",
                "topics without any hit count 0",
                &r.without_hits,
            ),
            (
                "query-shorter-than-n",
                "queries shorter than the shortest n-gram have no term",
                &r.short_queries,
            ),
            ("query-without-known-term", UNKNOWN, &r.answered_without_terms),
        ];
        let mut notices: Vec<Notice> = Vec::new();
        for (kind, what, by_tag) in lists {
            let mut groups: IndexMap<&[TopicId], Vec<&str>> = IndexMap::new();
            for (tag, topics) in by_tag {
                groups.entry(topics).or_default().push(tag);
            }
            notices.extend(groups.into_iter().map(|(topics, tags)| Notice {
                kind: kind.to_owned(),
                count: topics.len(),
                message: format!("{}: {what}; the first is {}", tags.join(", "), topics[0]),
            }));
        }
        notices
    }

    fn single_label_share(&self) -> f64 {
        let topics = &self.collection.topics.topics;
        let single = topics.iter().filter(|t| t.relevant.len() == 1).count();
        single as f64 / topics.len().max(1) as f64
    }
}
