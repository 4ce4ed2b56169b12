//! Qrels of several assessors as ratings of pairs of topic and document.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{Ratings, RatingsProblem, Undefined, Units};
use crate::error::Error;
use crate::ids::{Docid, TopicId};
use crate::qrels::Qrels;

/// Pairs of topic and document with what each assessor said of them.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPairs {
    /// What was judged, in order of first appearance: topic by topic of the first assessor, then what only the next has.
    pub pairs: Vec<(TopicId, Docid)>,
    /// The grades; raters are the assessors in the order given.
    pub ratings: Ratings,
    /// Number of the topic of each pair, by first appearance.
    topics: Vec<usize>,
}

/// Grades of the documents of a topic, a place for each assessor.
type Rows<'a> = IndexMap<&'a Docid, Vec<Option<f64>>, FxBuildHasher>;

impl JudgedPairs {
    /// Every pair that at least one of the assessors judged. Decimal grades are kept.
    ///
    /// ```
    /// use sokutei_measures::agreement::JudgedPairs;
    /// use sokutei_measures::{Docid, Qrels, TopicId};
    ///
    /// let (mut a, mut b) = (Qrels::new(), Qrels::new());
    /// a.insert(TopicId::new("q1")?, Docid::new("d1")?, 2)?;
    /// a.insert(TopicId::new("q1")?, Docid::new("d2")?, 0)?;
    /// b.insert(TopicId::new("q1")?, Docid::new("d2")?, 1)?;
    /// let judged = JudgedPairs::new(&[&a, &b])?;
    /// assert_eq!((judged.len(), judged.judged_by(2)?.len()), (2, 1));
    /// # Ok::<(), sokutei_measures::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fewer than two assessors, no judgment at all, more different grades than [`LARGEST_SCALE`](super::LARGEST_SCALE).
    pub fn new(assessors: &[&Qrels]) -> Result<Self, Error> {
        if assessors.len() < 2 {
            return Err(RatingsProblem::Raters {
                found: assessors.len(),
            }
            .of("judged pairs"));
        }
        let mut topics: IndexMap<&TopicId, Rows<'_>, FxBuildHasher> = IndexMap::default();
        for (assessor, qrels) in assessors.iter().enumerate() {
            for (topic, judgments) in qrels.iter() {
                let of_topic = topics.entry(topic).or_default();
                for ((docid, _), grade) in judgments.iter().zip(judgments.numbers()) {
                    let row = of_topic
                        .entry(docid)
                        .or_insert_with(|| vec![None; assessors.len()]);
                    row[assessor] = Some(grade);
                }
            }
        }
        let (mut pairs, mut rows, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        for (number, (topic, documents)) in topics.into_iter().enumerate() {
            for (docid, row) in documents {
                pairs.push((topic.clone(), docid.clone()));
                rows.push(row);
                numbers.push(number);
            }
        }
        Ok(Self {
            pairs,
            ratings: Ratings::new(&rows)?,
            topics: numbers,
        })
    }

    /// Number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Whether there are no pairs; there always are.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Number of topics with a pair.
    #[must_use]
    pub fn n_topics(&self) -> usize {
        self.by_topic().n()
    }

    /// Each pair drawn by itself.
    #[must_use]
    pub fn by_pair(&self) -> Units {
        Units::items(self.len())
    }

    /// The pairs of a topic drawn together: its documents were judged by one mind on one day.
    #[must_use]
    pub fn by_topic(&self) -> Units {
        Units::groups(&self.topics)
    }

    /// The pairs that at least `least` assessors judged.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn judged_by(&self, least: usize) -> Result<Self, Error> {
        let everyone: Vec<usize> = (0..self.ratings.n_raters()).collect();
        self.select(&self.ratings.rated_by(least), &everyone)
    }

    /// The pairs that two assessors, numbered from 0, both judged, with these two alone.
    ///
    /// # Errors
    ///
    /// There is none.
    ///
    /// # Panics
    ///
    /// A number that there is not.
    pub fn of_two(&self, first: usize, second: usize) -> Result<Self, Error> {
        let everything: Vec<usize> = (0..self.len()).collect();
        let two = self.ratings.select(&everything, &[first, second])?;
        self.select(&two.rated_by(2), &[first, second])
    }

    fn select(&self, items: &[usize], raters: &[usize]) -> Result<Self, Error> {
        if items.is_empty() {
            return Err(Undefined::TooFew.of("agreement of assessors"));
        }
        Ok(Self {
            pairs: items.iter().map(|&item| self.pairs[item].clone()).collect(),
            ratings: self.ratings.select(items, raters)?,
            topics: items.iter().map(|&item| self.topics[item]).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn qrels(rows: &[(&str, &str, i32)]) -> Qrels {
        let mut qrels = Qrels::new();
        for (topic, docid, grade) in rows {
            qrels
                .insert(TopicId::new(topic).unwrap(), Docid::new(docid).unwrap(), *grade)
                .unwrap();
        }
        qrels
    }

    #[test]
    fn pairs_are_joined_by_topic_and_document() {
        let a = qrels(&[("q1", "d1", 1), ("q2", "d1", 0), ("q1", "d2", 2)]);
        let b = qrels(&[("q2", "d1", 1), ("q1", "d2", 2), ("q3", "d1", 0)]);
        let judged = JudgedPairs::new(&[&a, &b]).unwrap();
        let names: Vec<String> = judged.pairs.iter().map(|(q, d)| format!("{q} {d}")).collect();
        assert_eq!(names, ["q1 d1", "q1 d2", "q2 d1", "q3 d1"]);
        assert_eq!((judged.n_topics(), judged.by_pair().n()), (3, 4));
        let both = judged.of_two(0, 1).unwrap();
        assert_eq!((both.len(), both.n_topics()), (2, 2));
        assert_eq!(both.ratings.values(), [0.0, 1.0, 2.0]);
        assert_eq!(
            both.ratings.cross_table().unwrap(),
            [[0, 1, 0], [0, 0, 0], [0, 0, 1]]
        );
    }

    #[test]
    fn nothing_in_common_is_said() {
        let (a, b) = (qrels(&[("q1", "d1", 1)]), qrels(&[("q1", "d2", 1)]));
        let judged = JudgedPairs::new(&[&a, &b]).unwrap();
        let expected = "agreement of assessors is not defined: too few items";
        assert_eq!(judged.judged_by(2).unwrap_err().to_string(), expected);
        assert_eq!(judged.of_two(0, 1).unwrap_err().to_string(), expected);
        assert!(
            JudgedPairs::new(&[&a])
                .unwrap_err()
                .to_string()
                .contains("1 raters; agreement needs two or more")
        );
    }
}
