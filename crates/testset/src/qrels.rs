//! Topics to qrels, under three policies of what counts as relevant.
//!
//! *strict*: only the sections that the label names. *graded*: these with their grade, and the other sections of
//! their article with [`SAME_ARTICLE`]. *article*: the article itself. Which article a section belongs to is
//! read from the chunks, never out of an id.

use indexmap::IndexMap;
use sokutei_ingest::Chunk;
use sokutei_measures::{Docid, Qrels, TopicId};

use crate::topic::{SAME_ARTICLE, Topic};

/// The grade of a section in [`strict_qrels`] and of an article in [`article_qrels`].
pub const RELEVANT: i32 = 1;

/// Which article each chunk belongs to, and the chunks of each article in corpus order.
///
/// A chunk whose id or article cannot be a [`Docid`] (empty, or with white space) is not in it: no run and no
/// qrels could name it.
#[derive(Clone, Debug, Default)]
pub struct ArticleOf {
    articles: IndexMap<Docid, Docid>,
    chunks: IndexMap<Docid, Vec<Docid>>,
}

impl ArticleOf {
    /// Reads it from the chunks' `article` fields.
    #[must_use]
    pub fn new(chunks: &[Chunk]) -> Self {
        let mut of = Self::default();
        for chunk in chunks {
            if let (Ok(docid), Ok(article)) = (Docid::new(&chunk.id), Docid::new(&chunk.article)) {
                of.chunks.entry(article.clone()).or_default().push(docid.clone());
                of.articles.insert(docid, article);
            }
        }
        of
    }

    /// The article of a chunk; `None` when the corpus has no such chunk.
    #[must_use]
    pub fn article(&self, chunk: &Docid) -> Option<&Docid> {
        self.articles.get(chunk)
    }

    /// The chunks of an article, in corpus order.
    #[must_use]
    pub fn chunks(&self, article: &Docid) -> &[Docid] {
        self.chunks.get(article).map_or(&[], Vec::as_slice)
    }
}

/// The labelled sections, each with grade [`RELEVANT`].
///
/// Topics in order, sections in the order of the label. In all three qrels a topic without labels is declared
/// without judgments, and a section to which a file of topics gives grade 0 or less keeps it here.
#[must_use]
pub fn strict_qrels(topics: &[Topic]) -> Qrels {
    collect(topics, |topic| {
        topic
            .relevant
            .iter()
            .map(|(d, &g)| (d.clone(), g.min(RELEVANT)))
            .collect()
    })
}

/// The labelled sections with their grade, the other sections of their article with [`SAME_ARTICLE`].
///
/// Inside an article the sections stand in corpus order. A labelled section that the corpus does not have keeps
/// its grade and so counts as a miss; [`label_coverage`](crate::label_coverage) tells how many there are.
#[must_use]
pub fn graded_qrels(topics: &[Topic], chunks: &[Chunk]) -> Qrels {
    let of = ArticleOf::new(chunks);
    collect(topics, |topic| {
        let mut judgments = IndexMap::new();
        for docid in topic.relevant.keys() {
            let siblings = of.article(docid).map_or(&[][..], |article| of.chunks(article));
            for sibling in siblings.iter().chain([docid]) {
                let grade = topic.relevant.get(sibling).copied().unwrap_or(SAME_ARTICLE);
                judgments.entry(sibling.clone()).or_insert(grade);
            }
        }
        judgments
    })
}

/// The articles of the labelled sections (of those with a grade above 0), each with grade [`RELEVANT`]: for runs
/// that were collapsed to articles.
///
/// A labelled section that the corpus does not have counts for the article that the topic names; if it names
/// none, the section's own id stands there and counts as a miss.
#[must_use]
pub fn article_qrels(topics: &[Topic], chunks: &[Chunk]) -> Qrels {
    let of = ArticleOf::new(chunks);
    collect(topics, |topic| {
        let named = Docid::new(&topic.article).ok();
        let article = |docid: &Docid| of.article(docid).or(named.as_ref()).unwrap_or(docid).clone();
        let labelled = topic.relevant.iter().filter(|(_, grade)| **grade > 0);
        labelled.map(|(docid, _)| (article(docid), RELEVANT)).collect()
    })
}

/// Qrels in topic order. Of two topics with one qid (which no reader of ours lets through) the first grade of a
/// document stays.
fn collect(topics: &[Topic], judgments: impl Fn(&Topic) -> IndexMap<Docid, i32>) -> Qrels {
    let mut by_topic: IndexMap<&TopicId, IndexMap<Docid, i32>> = IndexMap::new();
    for topic in topics {
        let of_topic = by_topic.entry(&topic.qid).or_default();
        for (docid, grade) in judgments(topic) {
            of_topic.entry(docid).or_insert(grade);
        }
    }
    let mut qrels = Qrels::default();
    for (qid, of_topic) in by_topic {
        qrels.declare(qid.clone());
        for (docid, grade) in of_topic {
            qrels
                .insert(qid.clone(), docid, grade)
                .expect("a map holds each pair once");
        }
    }
    qrels
}
