//! Sections and topics to runs.

use indexmap::IndexMap;
use sokutei_index::{Depth, IndexSet, IndexWarning, SystemSpec};
use sokutei_measures::{Docid, Hit, Run, TopicId};

use crate::Error;
use crate::collection::Collection;
use crate::plan::{ExperimentPlan, UnknownQueries};
use crate::progress::{IndexParts, Observer, Stage};

/// Suffix of the tag of the run whose queries carry the article's subject in front.
pub const PREFIXED: &str = "prefixed";

/// Tag of the run of prefixed queries.
pub(crate) fn prefixed_tag(focus: &str) -> String {
    format!("{focus}_{PREFIXED}")
}

/// Every run of an experiment.
#[derive(Debug)]
pub struct Retrieval {
    /// By tag, in the order of the plan.
    pub runs: IndexMap<String, Run>,
    /// The focus system on queries with the article's subject in front.
    pub prefixed: Run,
    /// Topics for which a system returned nothing, by tag; only systems that have some.
    pub without_hits: IndexMap<String, Vec<TopicId>>,
    /// Topics whose query is shorter than the shortest n-gram of a system, by tag; only systems that have some.
    pub short_queries: IndexMap<String, Vec<TopicId>>,
    /// Topics that have hits although their query has no term that the system knows, or no direction in its space (see
    /// [`UnknownQueries::CorpusOrder`]), by tag; only systems that have some.
    pub answered_without_terms: IndexMap<String, Vec<TopicId>>,
    /// What the indexes had to say.
    pub warnings: Vec<IndexWarning>,
    /// What every system computes, by tag.
    pub formulas: IndexMap<String, String>,
    /// The first prefixed query: as it was, as it became.
    pub prefix_example: Option<(String, String)>,
}

impl Retrieval {
    /// Counts the text once; then builds a system, searches every topic on it and lets it go before the next.
    ///
    /// # Errors
    /// What `sokutei_index` refuses.
    pub fn run(
        plan: &ExperimentPlan,
        collection: &Collection,
        observer: &dyn Observer,
    ) -> Result<Self, Error> {
        observer.begin(Stage::Index);
        let docids = collection.chunks.iter().map(|c| Docid::new(&c.id));
        let docids: Vec<Docid> = docids
            .collect::<Result<_, _>>()
            .map_err(sokutei_measures::Error::from)?;
        let queries = collection.queries();
        let prefixed = with_subject(collection);
        let prefix_example = queries.first().zip(prefixed.first());
        let mut found = Self {
            runs: IndexMap::new(),
            prefixed: Run::from_hits(prefixed_tag(&plan.focus), [])?,
            without_hits: IndexMap::new(),
            short_queries: IndexMap::new(),
            answered_without_terms: IndexMap::new(),
            warnings: Vec::new(),
            formulas: plan
                .systems
                .iter()
                .map(|s| (s.tag.clone(), s.spec.to_string()))
                .collect(),
            prefix_example: prefix_example.map(|((_, q), (_, p))| (q.clone(), p.clone())),
        };
        let texts = collection.texts(plan.fields);
        let visit = |set: &IndexSet| {
            let tags: Vec<&str> = set.tags().collect();
            let counted = if found.runs.is_empty() {
                "n-grams of all systems, "
            } else {
                ""
            };
            observer.end(Stage::Index, &format!("{counted}{}", tags.join(", ")));
            observer.begin(Stage::Search);
            for &tag in &tags {
                let part = format!("search {tag}");
                let searches = if tag == plan.focus { 2 } else { 1 };
                observer.begin_part(&part, searches * queries.len() as u64, "topics");
                found.add(plan, set, tag, &queries)?;
                observer.advance(&part, queries.len() as u64);
                if tag == plan.focus {
                    found.prefixed = search(plan, set, tag, prefixed_tag(tag), &prefixed)?;
                    observer.advance(&part, queries.len() as u64);
                }
            }
            let searched = format!("{} topics on {}", queries.len(), tags.join(", "));
            observer.end(Stage::Search, &searched);
            if found.runs.len() < plan.systems.len() {
                observer.begin(Stage::Index);
            }
            Ok::<_, Error>(())
        };
        let (warnings, _) =
            IndexSet::build_in_turn(docids, &texts, &plan.systems, &IndexParts(observer), visit)?;
        found.warnings = warnings;
        found.sort_by_plan(plan);
        Ok(found)
    }

    /// Systems come as they were built; lists of topics by tag are in the order of the plan.
    fn sort_by_plan(&mut self, plan: &ExperimentPlan) {
        let place = |tag: &String| plan.systems.iter().position(|s| s.tag == *tag);
        self.runs.sort_by_key(|tag, _| place(tag));
        for by_tag in [
            &mut self.without_hits,
            &mut self.short_queries,
            &mut self.answered_without_terms,
        ] {
            by_tag.sort_by_key(|tag, _| place(tag));
        }
    }

    /// Searches every topic on one system, and notes what could not be searched for.
    fn add(
        &mut self,
        plan: &ExperimentPlan,
        indexes: &IndexSet,
        tag: &str,
        queries: &[(TopicId, String)],
    ) -> Result<(), Error> {
        let run = search(plan, indexes, tag, tag.to_owned(), queries)?;
        let retriever = indexes.retriever(tag)?;
        let mut note = |into: fn(&mut Self) -> &mut IndexMap<String, Vec<TopicId>>,
                        is: &dyn Fn(&TopicId, &str) -> bool| {
            let topics: Vec<TopicId> = queries
                .iter()
                .filter(|(t, q)| is(t, q))
                .map(|(t, _)| t.clone())
                .collect();
            if !topics.is_empty() {
                into(self).insert(tag.to_owned(), topics);
            }
        };
        let unanswered = |topic: &TopicId| run.hits(topic).is_empty();
        // filled in corpus order: the only hits whose scores are all 0, by any system
        let filled = |topic: &TopicId| {
            let hits = run.hits(topic);
            !hits.is_empty() && hits.iter().all(|row| row.score.abs() < f64::MIN_POSITIVE)
        };
        note(|s| &mut s.without_hits, &|topic, _| unanswered(topic));
        note(|s| &mut s.answered_without_terms, &|topic, _| filled(topic));
        // a query that is too short has no term, so no system found anything by it
        note(|s| &mut s.short_queries, &|topic, query| {
            (unanswered(topic) || filled(topic)) && retriever.query_terms(query).too_short_by > 0
        });
        self.runs.insert(tag.to_owned(), run);
        Ok(())
    }
}

fn search(
    plan: &ExperimentPlan,
    indexes: &IndexSet,
    system: &str,
    tag: String,
    queries: &[(TopicId, String)],
) -> Result<Run, Error> {
    let words: Vec<&str> = queries.iter().map(|(_, query)| query.as_str()).collect();
    let retriever = indexes.retriever(system)?;
    let found = retriever.search_batch(&words, Depth::new(plan.depth)?);
    let lsa = matches!(retriever.system().spec, SystemSpec::Lsa { .. });
    let corpus_order = lsa && plan.unknown_queries == UnknownQueries::CorpusOrder;
    let rankings = queries.iter().zip(found).map(|((topic, _), hits)| {
        // only a query without a known term, or without a direction in the space, has no hits under LSA
        let hits = if corpus_order && hits.is_empty() {
            indexes
                .docids()
                .iter()
                .take(plan.depth)
                .map(|d| Hit {
                    docid: d.clone(),
                    score: 0.0,
                })
                .collect()
        } else {
            indexes.hits(&hits)
        };
        (topic.clone(), hits)
    });
    Ok(Run::from_hits(tag, rankings)?)
}

/// Each query with its article's subject and a space in front: the title up to the first ｜, stripped.
fn with_subject(collection: &Collection) -> Vec<(TopicId, String)> {
    let subject = |docid: &Docid| {
        let title = collection.chunk(docid).map_or("", |c| c.title.as_str());
        title
            .split('｜')
            .next()
            .unwrap_or("")
            .trim_matches(sokutei_text::is_space)
            .to_owned()
    };
    let prefixed = collection.topics.topics.iter().map(|t| {
        let subject = t.relevant.keys().next().map_or_else(String::new, subject);
        (t.qid.clone(), format!("{subject} {}", t.query))
    });
    prefixed.collect()
}
