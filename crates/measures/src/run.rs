//! What a system returned: one ranking per topic.

use std::collections::HashSet;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::error::Error;
use crate::hits::Hit;
use crate::ids::{Docid, TopicId};
use crate::tie_break::TieBreak;

/// One row of a run: a document, the rank the system gave it, and the score it was sorted by.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRow {
    /// The document.
    pub docid: Docid,
    /// The rank column. From 1 in our own runs; a file may start at 0. Only [`TieBreak::RankColumn`] reads it.
    pub rank: u32,
    /// The score, finite; larger is better.
    pub score: f64,
}

/// Rankings of one system for many topics.
///
/// Topics are in order of first appearance, rows in input order. A topic that is here has at least one row,
/// and no docid twice. What the ranking is, is decided by a [`TieBreak`] when it is asked for.
///
/// ```
/// use sokutei_measures::{Docid, Hit, Run, TieBreak, TopicId};
///
/// let hit = |id: &str, score| Ok::<_, sokutei_measures::Error>(Hit { docid: Docid::new(id)?, score });
/// let q = TopicId::new("q1")?;
/// let run = Run::from_hits("mine", [(q.clone(), vec![hit("a", 2.0)?, hit("b", 2.0)?, hit("c", 1.0)?])])?;
/// let ranking = |tie| run.ranking(&q, tie).into_iter().map(|d| d.to_string()).collect::<Vec<_>>();
/// assert_eq!(ranking(TieBreak::RankColumn), ["a", "b", "c"]);
/// assert_eq!(ranking(TieBreak::Trec), ["b", "a", "c"]); // equal scores: docid descending
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Name of the system, without white space where the run is to be written.
    pub tag: String,
    topics: IndexMap<TopicId, Vec<RunRow>, FxBuildHasher>,
}

impl Run {
    /// Makes a run of rankings, best hit first; ranks count from 1.
    ///
    /// A topic without hits leaves no trace, as in a TREC file: it is missing from the run, and
    /// [`Coverage`](crate::Coverage) lists it if it is judged.
    ///
    /// # Errors
    ///
    /// A topic given twice, a docid twice in one topic, a score that is NaN or infinite.
    pub fn from_hits(
        tag: impl Into<String>,
        rankings: impl IntoIterator<Item = (TopicId, Vec<Hit>)>,
    ) -> Result<Self, Error> {
        let tag = tag.into();
        let mut topics: IndexMap<TopicId, Vec<RunRow>, FxBuildHasher> = IndexMap::default();
        for (topic, hits) in rankings {
            if topics.contains_key(&topic) {
                return Err(Error::DuplicateTopic { tag, topic });
            }
            let rows = rows_of(&tag, &topic, hits)?;
            if !rows.is_empty() {
                topics.insert(topic, rows);
            }
        }
        Ok(Self { tag, topics })
    }

    /// Makes a run of rows that were checked while they were read.
    pub(crate) fn from_checked(tag: String, topics: IndexMap<TopicId, Vec<RunRow>, FxBuildHasher>) -> Self {
        Self { tag, topics }
    }

    /// A run without rows.
    pub(crate) fn empty() -> Self {
        Self {
            tag: String::new(),
            topics: IndexMap::default(),
        }
    }

    /// Topics with at least one row, in order of first appearance.
    #[must_use]
    pub fn topics(&self) -> impl ExactSizeIterator<Item = &TopicId> {
        self.topics.keys()
    }

    /// Topics with their rows, both in input order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&TopicId, &[RunRow])> {
        self.topics.iter().map(|(topic, rows)| (topic, rows.as_slice()))
    }

    /// Rows of a topic in input order; none if the run has no such topic.
    #[must_use]
    pub fn hits(&self, topic: &TopicId) -> &[RunRow] {
        self.topics.get(topic).map_or(&[], Vec::as_slice)
    }

    /// Number of topics.
    #[must_use]
    pub fn len(&self) -> usize {
        self.topics.len()
    }

    /// Whether there are no topics.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.topics.is_empty()
    }

    /// Number of rows of all topics together.
    #[must_use]
    pub fn n_rows(&self) -> usize {
        self.topics.values().map(Vec::len).sum()
    }

    /// Documents of a topic, best first, in the order that `tie` names; none if the run has no such topic.
    #[must_use]
    pub fn ranking(&self, topic: &TopicId, tie: TieBreak) -> Vec<&Docid> {
        self.ranked_rows(topic, tie)
            .into_iter()
            .map(|row| &row.docid)
            .collect()
    }

    /// Rows of a topic, best first.
    pub(crate) fn ranked_rows(&self, topic: &TopicId, tie: TieBreak) -> Vec<&RunRow> {
        let mut rows: Vec<&RunRow> = self.hits(topic).iter().collect();
        rows.sort_by(|a, b| tie.compare(a, b));
        rows
    }

    /// The same run over articles: of each article the first hit stays, in the order of the rank column.
    ///
    /// `article_of` names the article of a document. A document of which it knows nothing stays as itself, so
    /// that it keeps its place. Ranks are counted anew from 1; scores are those of the hits that stay.
    ///
    /// ```
    /// use sokutei_measures::{Docid, Hit, Run, TieBreak, TopicId};
    ///
    /// let hit = |id: &str, score| Ok::<_, sokutei_measures::Error>(Hit { docid: Docid::new(id)?, score });
    /// let q = TopicId::new("q1")?;
    /// let chunks = Run::from_hits("x", [(q.clone(), vec![hit("A1", 3.0)?, hit("A2", 2.0)?, hit("B1", 1.0)?])])?;
    /// let articles = chunks.collapse(|docid| Docid::new(&docid.as_str()[..1]).ok());
    /// let ranking: Vec<&str> = articles.ranking(&q, TieBreak::RankColumn).iter().map(|d| d.as_str()).collect();
    /// assert_eq!(ranking, ["A", "B"]);
    /// # Ok::<(), sokutei_measures::Error>(())
    /// ```
    #[must_use]
    pub fn collapse(&self, article_of: impl Fn(&Docid) -> Option<Docid>) -> Self {
        self.collapse_in(TieBreak::RankColumn, article_of)
    }

    /// [`Run::collapse`] with "first" taken in another order than that of the rank column.
    #[must_use]
    pub fn collapse_in(&self, tie: TieBreak, article_of: impl Fn(&Docid) -> Option<Docid>) -> Self {
        let topics = self.topics.keys().map(|topic| {
            let mut seen: HashSet<Docid, FxBuildHasher> = HashSet::default();
            let mut rows = Vec::new();
            for row in self.ranked_rows(topic, tie) {
                let article = article_of(&row.docid).unwrap_or_else(|| row.docid.clone());
                if seen.insert(article.clone()) {
                    rows.push(RunRow {
                        docid: article,
                        rank: rank_at(rows.len()),
                        score: row.score,
                    });
                }
            }
            (topic.clone(), rows)
        });
        Self {
            tag: self.tag.clone(),
            topics: topics.collect(),
        }
    }
}

/// Rows of one ranking, checked.
fn rows_of(tag: &str, topic: &TopicId, hits: Vec<Hit>) -> Result<Vec<RunRow>, Error> {
    let mut rows: Vec<RunRow> = Vec::with_capacity(hits.len());
    for (i, Hit { docid, score }) in hits.into_iter().enumerate() {
        if !score.is_finite() {
            return Err(Error::ScoreNotFinite {
                tag: tag.to_owned(),
                topic: topic.clone(),
                docid,
                score,
            });
        }
        rows.push(RunRow {
            docid,
            rank: rank_at(i),
            score,
        });
    }
    let mut seen: FxHashSet<&Docid> = FxHashSet::default();
    match rows.iter().find(|row| !seen.insert(&row.docid)) {
        None => Ok(rows),
        Some(row) => Err(Error::DuplicateDocument {
            tag: tag.to_owned(),
            topic: topic.clone(),
            docid: row.docid.clone(),
        }),
    }
}

/// Rank of the document at an index counted from 0.
pub(crate) fn rank_at(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(rows: &[(&str, f64)]) -> Vec<Hit> {
        rows.iter()
            .map(|&(id, score)| Hit {
                docid: Docid::new(id).unwrap(),
                score,
            })
            .collect()
    }

    fn topic(id: &str) -> TopicId {
        TopicId::new(id).unwrap()
    }

    fn ranking(rows: &[(&str, f64)], tie: TieBreak) -> Vec<String> {
        let run = Run::from_hits("x", [(topic("q"), hits(rows))]).unwrap();
        run.ranking(&topic("q"), tie)
            .into_iter()
            .map(|d| d.as_str().to_owned())
            .collect()
    }

    #[test]
    fn each_tie_rule_orders_equal_scores_its_own_way() {
        let rows = [("b", 1.0), ("c", 1.0), ("a", 1.0), ("d", 2.0)];
        assert_eq!(ranking(&rows, TieBreak::Trec), ["d", "c", "b", "a"]);
        assert_eq!(ranking(&rows, TieBreak::DocidAsc), ["d", "a", "b", "c"]);
        assert_eq!(ranking(&rows, TieBreak::InputOrder), ["d", "b", "c", "a"]);
        assert_eq!(ranking(&rows, TieBreak::RankColumn), ["b", "c", "a", "d"]);
    }

    #[test]
    fn single_precision_turns_near_ties_into_ties() {
        let rows = [("b", 1.000000011), ("a", 1.000000012)];
        assert_eq!(ranking(&rows, TieBreak::Trec), ["a", "b"]);
        assert_eq!(ranking(&rows, TieBreak::Trec9), ["b", "a"]);
    }

    #[test]
    fn negative_zero_ties_with_zero() {
        assert_eq!(
            ranking(&[("a", -0.0), ("b", 0.0)], TieBreak::InputOrder),
            ["a", "b"]
        );
        assert_eq!(
            ranking(&[("b", 0.0), ("a", -0.0)], TieBreak::DocidAsc),
            ["a", "b"]
        );
    }

    #[test]
    fn a_run_refuses_what_no_measure_could_read() {
        let twice = Run::from_hits("x", [(topic("q"), hits(&[("a", 2.0), ("a", 1.0)]))]).unwrap_err();
        assert_eq!(
            twice.to_string(),
            "run x: topic q holds docid a twice; keep one, usually the better placed"
        );
        let nan = Run::from_hits("x", [(topic("q"), hits(&[("a", f64::NAN)]))]).unwrap_err();
        assert_eq!(
            nan.to_string(),
            "run x: topic q, docid a has the score NaN; scores are finite numbers"
        );
        let again = Run::from_hits("x", [(topic("q"), hits(&[("a", 1.0)])), (topic("q"), vec![])]);
        assert!(matches!(again, Err(Error::DuplicateTopic { .. })));
    }

    #[test]
    fn a_topic_without_hits_is_missing_from_the_run() {
        let run = Run::from_hits("x", [(topic("q1"), vec![]), (topic("q2"), hits(&[("a", 1.0)]))]).unwrap();
        assert_eq!(run.topics().map(TopicId::as_str).collect::<Vec<_>>(), ["q2"]);
        assert!(run.hits(&topic("q1")).is_empty() && run.ranking(&topic("q1"), TieBreak::Trec).is_empty());
        assert_eq!((run.len(), run.n_rows()), (1, 1));
    }

    #[test]
    fn collapsing_keeps_the_first_hit_of_each_article_and_unknown_documents() {
        let rows = hits(&[("A1", 4.0), ("x", 3.0), ("A2", 2.0), ("B1", 1.0)]);
        let run = Run::from_hits("x", [(topic("q"), rows)]).unwrap();
        let articles = run.collapse(|d| (d.as_str() != "x").then(|| Docid::new(&d.as_str()[..1]).unwrap()));
        let rows: Vec<(&str, u32, f64)> = articles
            .hits(&topic("q"))
            .iter()
            .map(|r| (r.docid.as_str(), r.rank, r.score))
            .collect();
        assert_eq!(rows, [("A", 1, 4.0), ("x", 2, 3.0), ("B", 3, 1.0)]);
    }
}
