//! Topics whose first hit lies in another article than every labelled section.

use sokutei_measures::stats::NumpyRng;
use sokutei_measures::{Docid, Judgments, TopicId};
use sokutei_testset::Topic;

use crate::collection::Collection;
use crate::plan::ExperimentPlan;
use crate::retrieval::Retrieval;
use crate::values::{TIES, Values};
use crate::{Error, Labeling};

/// Where the focus system went to another article first.
#[derive(Debug)]
pub struct OtherArticle {
    /// All of these topics, in topic order.
    pub topics: Vec<TopicId>,
    /// Topics without any hit: not among them.
    pub without_hits: usize,
    /// A seeded sample in topic order.
    pub sample: Vec<Miss>,
}

/// One of them, with both headings.
#[derive(Debug)]
pub struct Miss {
    /// The topic.
    pub qid: TopicId,
    /// Its query.
    pub query: String,
    /// Headings of the labelled sections, joined by ／.
    pub labelled: String,
    /// Heading of the first hit.
    pub first_heading: String,
    /// Title of its article.
    pub first_title: String,
    /// Rank of the first labelled section, if it was retrieved.
    pub rank: Option<u32>,
}

impl OtherArticle {
    pub(super) fn study(
        plan: &ExperimentPlan,
        collection: &Collection,
        retrieval: &Retrieval,
        values: &Values,
    ) -> Result<Self, Error> {
        let run = &retrieval.runs[&plan.focus];
        let mut misses = Vec::new();
        let mut without_hits = 0;
        for (topic, rank) in collection
            .topics
            .topics
            .iter()
            .zip(&values.system(&plan.focus).first_ranks)
        {
            match run.ranking(&topic.qid, TIES).first() {
                None => without_hits += 1,
                Some(first) if elsewhere(collection, topic, first) => {
                    misses.push((topic, (*first).clone(), *rank));
                }
                Some(_) => {}
            }
        }
        let topics = misses.iter().map(|(t, _, _)| t.qid.clone()).collect();
        let n = plan.statistics.sample.min(misses.len());
        let mut drawn = NumpyRng::new(plan.statistics.seed).choice_without_replacement(misses.len(), n)?;
        drawn.sort_unstable();
        let sample = drawn
            .into_iter()
            .map(|i| miss(collection, misses[i].0, &misses[i].1, misses[i].2))
            .collect();
        Ok(Self {
            topics,
            without_hits,
            sample,
        })
    }
}

fn elsewhere(collection: &Collection, topic: &Topic, first: &Docid) -> bool {
    let article = collection.article_of.article(first);
    let labelled = collection.qrels_of(Labeling::Article).get(&topic.qid);
    let labelled_article =
        |(article, judged): (&Docid, &Judgments)| judged.grade(article).is_some_and(|g| g > 0);
    article.zip(labelled).is_none_or(|both| !labelled_article(both))
}

fn miss(collection: &Collection, topic: &Topic, first: &Docid, rank: Option<u32>) -> Miss {
    let heading = |d: &Docid| {
        collection
            .chunk(d)
            .map_or_else(String::new, |c| c.heading.clone())
    };
    Miss {
        qid: topic.qid.clone(),
        query: topic.query.clone(),
        labelled: topic.relevant.keys().map(heading).collect::<Vec<_>>().join("／"),
        first_heading: heading(first),
        first_title: collection
            .chunk(first)
            .map_or_else(String::new, |c| c.title.clone()),
        rank,
    }
}
