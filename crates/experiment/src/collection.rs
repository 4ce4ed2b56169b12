//! Pages to a test collection: sections, topics, qrels under three labelings.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use sokutei_ingest::{Chunk, IngestWarning, Level};
use sokutei_measures::{Docid, Qrels, TopicId};
use sokutei_testset::truth::{self, TruthReport};
use sokutei_testset::{ArticleOf, BuiltTopics, MatchOptions, Multi, SheetHeader, Topic};
use sokutei_testset::{article_qrels, build_topics_from, graded_qrels, strict_qrels};

use crate::pages::Pages;
use crate::plan::{ExperimentPlan, Fields};
use crate::progress::{Observer, Stage, pages};
use crate::{Error, Labeling};

/// A test collection and everything that was noticed while it was made.
#[derive(Debug)]
pub struct Collection {
    /// How many articles there are.
    pub n_articles: usize,
    /// What was odd about the folder, then about each page.
    pub page_warnings: Vec<IngestWarning>,
    /// Retrievable sections in corpus order.
    pub chunks: Vec<Chunk>,
    /// Topics under the plan's policy for labels that name several sections.
    pub topics: BuiltTopics,
    /// The same rows under the other policy.
    pub other_policy: BuiltTopics,
    /// Qrels by labeling.
    pub qrels: BTreeMap<Labeling, Qrels>,
    /// Article of every section.
    pub article_of: ArticleOf,
    /// Accuracy of the labels, where the plan names a truth.
    pub truth: Option<TruthReport>,
    by_docid: FxHashMap<Docid, usize>,
}

impl Collection {
    /// Reads the pages and makes the test collection.
    ///
    /// # Errors
    /// What `sokutei_ingest` and `sokutei_testset` refuse: no folder, no page, no cheat-sheet anywhere, no topic.
    pub fn build(plan: &ExperimentPlan, observer: &dyn Observer) -> Result<Self, Error> {
        observer.begin(Stage::Ingest);
        let header = SheetHeader::default();
        let pages = Pages::read(&plan.corpus, &plan.ingest, &header, &pages(observer))?;
        let chunks = pages.chunks;
        observer.end(
            Stage::Ingest,
            &format!("{} articles, {} sections", pages.sheets.len(), chunks.len()),
        );

        observer.begin(Stage::Topics);
        let topics = build_topics_from(&header, &pages.sheets, &plan.matching)?;
        let other = match plan.matching.multi {
            Multi::All => Multi::First,
            Multi::First => Multi::All,
        };
        let other_policy = build_topics_from(
            &header,
            &pages.sheets,
            &MatchOptions {
                multi: other,
                ..plan.matching
            },
        )?;
        let qrels = labels(&topics.topics, &chunks);
        let truth = plan
            .truth
            .as_deref()
            .map(truth::load)
            .transpose()?
            .map(|t| truth::compare(&topics, &t));
        let found = format!(
            "{} topics, {} rows without a section",
            topics.topics.len(),
            topics.unmatched.len()
        );
        observer.end(Stage::Topics, &found);

        let by_docid = chunks
            .iter()
            .enumerate()
            .filter_map(|(i, c)| Some((Docid::new(&c.id).ok()?, i)))
            .collect();
        Ok(Self {
            article_of: ArticleOf::new(&chunks),
            n_articles: pages.sheets.len(),
            page_warnings: pages.warnings,
            chunks,
            topics,
            other_policy,
            qrels,
            truth,
            by_docid,
        })
    }

    /// Refuses a collection about which there is anything to warn of; notes are none.
    ///
    /// # Errors
    /// [`Error::Strict`].
    pub fn refuse_warnings(&self) -> Result<(), Error> {
        let pages = self.page_warnings.iter();
        let pages = pages
            .filter(|w| w.level() == Level::Warning)
            .map(|w| (w.kind(), w.to_string()));
        let topics = self.topics.warnings.iter().map(|w| (w.kind(), w.to_string()));
        let mut kinds: BTreeMap<&str, (usize, String)> = BTreeMap::new();
        for (kind, words) in pages.chain(topics) {
            kinds.entry(kind).or_insert((0, words)).0 += 1;
        }
        let warnings = kinds.values().map(|(count, _)| count).sum();
        let kinds: Vec<String> = kinds
            .into_iter()
            .map(|(kind, (count, first))| format!("{kind} × {count}: {first}"))
            .collect();
        if kinds.is_empty() {
            Ok(())
        } else {
            Err(Error::Strict { warnings, kinds })
        }
    }

    /// The topics under a policy for labels that name several sections.
    #[must_use]
    pub fn under(&self, plan: &ExperimentPlan, multi: Multi) -> &BuiltTopics {
        if plan.matching.multi == multi {
            &self.topics
        } else {
            &self.other_policy
        }
    }

    /// The section with this id.
    #[must_use]
    pub fn chunk(&self, docid: &Docid) -> Option<&Chunk> {
        self.by_docid.get(docid).map(|&i| &self.chunks[i])
    }

    /// What of each section is searched, in corpus order.
    #[must_use]
    pub fn texts(&self, fields: Fields) -> Vec<String> {
        self.chunks.iter().map(|c| fields.text_of(c)).collect()
    }

    /// Queries in topic order.
    #[must_use]
    pub fn queries(&self) -> Vec<(TopicId, String)> {
        self.topics
            .topics
            .iter()
            .map(|t| (t.qid.clone(), t.query.clone()))
            .collect()
    }

    /// Each topic's article as a dense number, numbered in order of first appearance: the clusters of a bootstrap.
    #[must_use]
    pub fn clusters(&self) -> Vec<usize> {
        let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
        let topics = &self.topics.topics;
        let mut out = Vec::with_capacity(topics.len());
        for topic in topics {
            let next = numbers.len();
            out.push(*numbers.entry(&topic.article).or_insert(next));
        }
        out
    }

    /// Qrels of one labeling.
    #[must_use]
    pub fn qrels_of(&self, labeling: Labeling) -> &Qrels {
        &self.qrels[&labeling]
    }
}

fn labels(topics: &[Topic], chunks: &[Chunk]) -> BTreeMap<Labeling, Qrels> {
    BTreeMap::from([
        (Labeling::Strict, strict_qrels(topics)),
        (Labeling::Graded, graded_qrels(topics, chunks)),
        (Labeling::Article, article_qrels(topics, chunks)),
    ])
}
