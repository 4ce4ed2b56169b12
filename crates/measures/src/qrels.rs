//! Judgments: which documents are relevant to which topic, and how much.

mod subtopics;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::FxBuildHasher;

use self::subtopics::Subtopics;
use crate::error::Error;
use crate::ids::{Docid, TopicId};

/// Judgments of all topics: topics in order of first appearance, documents of a topic likewise.
///
/// A topic may be declared without judgments ([`Qrels::declare`]); it takes no part in any mean.
/// Two qrels are equal when they hold the same judgments, whatever their order.
///
/// ```
/// use sokutei_measures::{Docid, Inserted, Qrels, TopicId};
///
/// let (q, d) = (TopicId::new("q1")?, Docid::new("d1")?);
/// let mut qrels = Qrels::new();
/// assert_eq!(qrels.insert(q.clone(), d.clone(), 2)?, Inserted::New);
/// assert_eq!(qrels.insert(q.clone(), d.clone(), 2)?, Inserted::Duplicate);
/// assert!(qrels.insert(q.clone(), d.clone(), 1).is_err());
/// assert_eq!(qrels.get(&q).and_then(|judged| judged.grade(&d)), Some(2));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Qrels {
    topics: IndexMap<TopicId, Judgments, FxBuildHasher>,
}

/// Judgments of one topic.
///
/// Grades are whole numbers: at least 1 relevant, 0 judged not relevant, below 0 judged and worse than that
/// (spam, say; it gains nothing and is not relevant). A document without a grade is unjudged, not irrelevant.
///
/// Decimal grades come in by [`Qrels::insert_decimal`] only. They are kept as they are: [`Judgments::number`] has them, and gains are made of
/// them; [`Judgments::grade`] is the whole number below, which reaches the same thresholds `rel`.
#[derive(Clone, Debug, Default)]
pub struct Judgments {
    grades: IndexMap<Docid, i32, FxBuildHasher>,
    /// Grades for each subtopic, if they are known; the largest of a document is its grade.
    subtopics: Option<Box<Subtopics>>,
    /// The grades with their decimals, in the same order; empty where all grades are whole.
    decimals: Vec<f64>,
}

/// What [`Qrels::insert`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// The judgment was not there before.
    New,
    /// The same judgment was there already; nothing changed.
    Duplicate,
}

impl Qrels {
    /// No topics.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one judgment.
    ///
    /// # Errors
    ///
    /// The document already has another grade for this topic; nothing changes.
    pub fn insert(&mut self, topic: TopicId, docid: Docid, grade: i32) -> Result<Inserted, Error> {
        self.insert_number(topic, docid, (grade, f64::from(grade)))
    }

    /// Adds one judgment whose grade may have decimals: a gain, say, or a mean over assessors.
    ///
    /// ```
    /// use sokutei_measures::{Docid, Qrels, TopicId};
    ///
    /// let (q, d) = (TopicId::new("q1")?, Docid::new("d1")?);
    /// let mut qrels = Qrels::new();
    /// qrels.insert_decimal(q.clone(), d.clone(), 1.5)?;
    /// let judged = qrels.get(&q).expect("inserted");
    /// assert_eq!((judged.number(&d), judged.grade(&d)), (Some(1.5), Some(1)));
    /// # Ok::<(), sokutei_measures::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A grade that is no number or beyond the whole numbers of 32 bits; the document already has another grade for this topic. Nothing changes.
    pub fn insert_decimal(&mut self, topic: TopicId, docid: Docid, grade: f64) -> Result<Inserted, Error> {
        let grade = with_whole(grade).ok_or_else(|| Error::Setting {
            what: "qrels",
            name: "grade",
            found: grade.to_string(),
            expected: format!("a number from {} to {}", i32::MIN, i32::MAX),
        })?;
        self.insert_number(topic, docid, grade)
    }

    /// `grade` is the whole number below, and the number itself.
    fn insert_number(&mut self, topic: TopicId, docid: Docid, grade: (i32, f64)) -> Result<Inserted, Error> {
        let place = self.place_of(topic);
        match self.judge(place, docid, grade) {
            Ok(inserted) => Ok(inserted),
            Err((docid, first)) => {
                let (topic, judgments) = self.topics.get_index(place).expect("it was judged");
                Err(Error::ConflictingGrades {
                    topic: topic.clone(),
                    docid,
                    first: judgments.number_at(first),
                    second: grade.1,
                })
            }
        }
    }

    /// Makes the topic known without a judgment, as an empty dictionary in pytrec_eval's form does.
    pub fn declare(&mut self, topic: TopicId) {
        self.topics.entry(topic).or_default();
    }

    /// All topics, those without judgments included, in order of first appearance.
    #[must_use]
    pub fn topics(&self) -> impl ExactSizeIterator<Item = &TopicId> {
        self.topics.keys()
    }

    /// Topics with their judgments, in order of first appearance.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&TopicId, &Judgments)> {
        self.topics.iter()
    }

    /// Judgments of a topic; `None` if the qrels do not name it.
    #[must_use]
    pub fn get(&self, topic: &TopicId) -> Option<&Judgments> {
        self.topics.get(topic)
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

    /// Number of judgments of all topics together.
    #[must_use]
    pub fn n_judgments(&self) -> usize {
        self.topics.values().map(Judgments::len).sum()
    }

    /// Whether a grade has decimals.
    #[must_use]
    pub fn has_decimals(&self) -> bool {
        self.topics.values().any(Judgments::has_decimals)
    }

    /// Judged topics in which no document reaches grade `rel`: every measure with that `rel` is 0 for them.
    #[must_use]
    pub fn without_relevant(&self, rel: i32) -> Vec<&TopicId> {
        let judged = self.topics.iter().filter(|(_, judgments)| !judgments.is_empty());
        judged
            .filter(|(_, judgments)| judgments.n_relevant(rel) == 0)
            .map(|(topic, _)| topic)
            .collect()
    }
}

impl Judgments {
    /// Documents with their grades, in order of first appearance.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Docid, i32)> {
        self.grades.iter().map(|(docid, &grade)| (docid, grade))
    }

    /// Grade of a document; `None` if it is unjudged.
    #[must_use]
    pub fn grade(&self, docid: &Docid) -> Option<i32> {
        self.grades.get(docid).copied()
    }

    /// Grade of a document with its decimals; `None` if it is unjudged.
    #[must_use]
    pub fn number(&self, docid: &Docid) -> Option<f64> {
        self.find(docid).map(|(place, _)| self.number_at(place))
    }

    /// All grades with their decimals, in the order of [`Judgments::iter`].
    #[must_use]
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = f64> {
        (0..self.len()).map(|place| self.number_at(place))
    }

    /// Whether a grade has decimals.
    #[must_use]
    pub fn has_decimals(&self) -> bool {
        !self.decimals.is_empty()
    }

    /// Number of judged documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.grades.len()
    }

    /// Whether nothing is judged.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.grades.is_empty()
    }

    /// Number of documents of grade `rel` or more. A grade below 1 is never relevant, whatever `rel` says.
    #[must_use]
    pub fn n_relevant(&self, rel: i32) -> usize {
        self.grades
            .values()
            .filter(|&&grade| is_relevant(grade, rel))
            .count()
    }

    /// Grade of the document at a place of [`Judgments::iter`], with its decimals.
    pub(crate) fn number_at(&self, place: usize) -> f64 {
        match self.decimals.get(place) {
            Some(&number) => number,
            None => f64::from(self.grades[place]),
        }
    }

    /// For each document, in the order of [`Judgments::iter`], how many different grades of the topic lie below its own.
    pub(crate) fn places_of_numbers(&self) -> Vec<usize> {
        let mut different: Vec<f64> = self.numbers().collect();
        different.sort_by(f64::total_cmp);
        different.dedup_by_key(|number| number.to_bits());
        let place = |number: f64| different.partition_point(|below| below.total_cmp(&number).is_lt());
        self.numbers().map(place).collect()
    }

    /// Adds a document, if it is not there yet.
    ///
    /// # Errors
    /// It is there with another grade: the document, and its place.
    #[inline]
    fn judge(&mut self, docid: Docid, (below, number): (i32, f64)) -> Result<Inserted, (Docid, usize)> {
        match self.grades.entry(docid) {
            Entry::Vacant(entry) => {
                entry.insert(below);
                if self.has_decimals() || f64::from(below).to_bits() != number.to_bits() {
                    self.push_decimal(number);
                }
                Ok(Inserted::New)
            }
            Entry::Occupied(entry) => {
                let (docid, place) = (entry.key().clone(), entry.index());
                if self.number_at(place).to_bits() == number.to_bits() {
                    Ok(Inserted::Duplicate)
                } else {
                    Err((docid, place))
                }
            }
        }
    }

    /// Adds the decimals of the last document; those of all before it are their whole grades, if none had any.
    #[cold]
    fn push_decimal(&mut self, number: f64) {
        if self.decimals.is_empty() {
            let whole = self.grades.values().map(|&grade| f64::from(grade));
            self.decimals = whole.take(self.grades.len() - 1).collect();
        }
        self.decimals.push(number);
    }

    /// Place of a document in [`Judgments::iter`], and its grade.
    pub(crate) fn find(&self, docid: &Docid) -> Option<(usize, i32)> {
        let (place, _, &grade) = self.grades.get_full(docid)?;
        Some((place, grade))
    }
}

impl PartialEq for Judgments {
    fn eq(&self, other: &Self) -> bool {
        let same = |(docid, number): (&Docid, f64)| {
            other
                .number(docid)
                .is_some_and(|n| n.to_bits() == number.to_bits())
        };
        self.len() == other.len()
            && self.subtopics == other.subtopics
            && self.grades.keys().zip(self.numbers()).all(same)
    }
}

impl Eq for Judgments {} // grades are never NaN

impl Qrels {
    /// Place of a topic in [`Qrels::topics`].
    pub(crate) fn position(&self, topic: &TopicId) -> Option<usize> {
        self.topics.get_index_of(topic)
    }

    /// The topic at a place of [`Qrels::topics`], and its judgments.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> Option<(&TopicId, &Judgments)> {
        self.topics.get_index(place)
    }

    /// Place of a topic, which is made known if it is not.
    pub(crate) fn place_of(&mut self, topic: TopicId) -> usize {
        let entry = self.topics.entry(topic);
        let place = entry.index();
        entry.or_default();
        place
    }

    /// Adds a judgment to the topic at a place; `grade` is the whole number below, and the number itself.
    ///
    /// # Errors
    /// The document is there with another grade: the document, and its place.
    #[inline]
    pub(crate) fn judge(
        &mut self,
        place: usize,
        docid: Docid,
        grade: (i32, f64),
    ) -> Result<Inserted, (Docid, usize)> {
        self.topics[place].judge(docid, grade)
    }
}

/// A number behind the whole number below it, if that has 32 bits.
pub(crate) fn with_whole(number: f64) -> Option<(i32, f64)> {
    let range = f64::from(i32::MIN)..=f64::from(i32::MAX);
    #[expect(clippy::cast_possible_truncation, reason = "within 32 bits, and whole")]
    let whole = |number: f64| number.floor() as i32;
    range.contains(&number).then(|| (whole(number), number + 0.0)) // -0.0 becomes 0.0
}

/// Whether a grade counts as relevant at the threshold `rel` (`rel=2` in a measure's name).
pub(crate) fn is_relevant(grade: i32, rel: i32) -> bool {
    grade >= rel.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn qrels(rows: &[(&str, &str, i32)]) -> Qrels {
        let mut qrels = Qrels::new();
        for &(topic, docid, grade) in rows {
            qrels
                .insert(TopicId::new(topic).unwrap(), Docid::new(docid).unwrap(), grade)
                .unwrap();
        }
        qrels
    }

    #[test]
    fn topics_and_documents_keep_the_order_of_first_appearance() {
        let qrels = qrels(&[("q2", "b", 1), ("q1", "z", 0), ("q2", "a", 2), ("q1", "y", 1)]);
        assert_eq!(
            qrels.topics().map(TopicId::as_str).collect::<Vec<_>>(),
            ["q2", "q1"]
        );
        let q2 = qrels.get(&TopicId::new("q2").unwrap()).unwrap();
        assert_eq!(
            q2.iter().map(|(d, g)| (d.as_str(), g)).collect::<Vec<_>>(),
            [("b", 1), ("a", 2)]
        );
        assert_eq!(qrels.n_judgments(), 4);
    }

    #[test]
    fn a_conflicting_grade_leaves_the_first_one() {
        let mut qrels = qrels(&[("q", "a", 2)]);
        let (q, a) = (TopicId::new("q").unwrap(), Docid::new("a").unwrap());
        let error = qrels.insert(q.clone(), a.clone(), 1).unwrap_err();
        assert_eq!(
            error.to_string(),
            "topic q, docid a has the grades 2 and 1; keep one"
        );
        assert_eq!(qrels.get(&q).unwrap().grade(&a), Some(2));
    }

    #[test]
    fn a_grade_below_one_is_never_relevant() {
        let qrels = qrels(&[("q", "a", -1), ("q", "b", 0), ("q", "c", 1), ("q", "d", 2)]);
        let judged = qrels.get(&TopicId::new("q").unwrap()).unwrap();
        assert_eq!(
            [-5, 0, 1, 2, 3].map(|rel| judged.n_relevant(rel)),
            [2, 2, 2, 1, 0]
        );
    }

    #[test]
    fn decimals_are_kept_and_reach_the_thresholds_below_them() {
        let (q, id) = (TopicId::new("q").unwrap(), |id: &str| Docid::new(id).unwrap());
        let mut qrels = qrels(&[("q", "a", 1)]);
        for (docid, grade) in [("b", 2.75), ("c", -0.5), ("d", 0.25), ("e", 3.0)] {
            qrels.insert_decimal(q.clone(), id(docid), grade).unwrap();
        }
        let judged = qrels.get(&q).unwrap();
        assert_eq!(judged.numbers().collect::<Vec<_>>(), [1.0, 2.75, -0.5, 0.25, 3.0]);
        assert_eq!(
            judged.iter().map(|(_, grade)| grade).collect::<Vec<_>>(),
            [1, 2, -1, 0, 3]
        );
        assert_eq!([1, 2, 3].map(|rel| judged.n_relevant(rel)), [3, 2, 1]);
        assert_eq!(
            qrels.insert_decimal(q.clone(), id("b"), 2.75).unwrap(),
            Inserted::Duplicate
        );
        let conflict = qrels.insert(q.clone(), id("b"), 2).unwrap_err().to_string();
        assert_eq!(conflict, "topic q, docid b has the grades 2.75 and 2; keep one");
        assert!(qrels.insert_decimal(q, id("f"), f64::NAN).is_err());
    }

    #[test]
    fn qrels_are_equal_in_any_order() {
        let decimal = |rows: &[(&str, f64)]| {
            let mut qrels = Qrels::new();
            for &(docid, grade) in rows {
                qrels
                    .insert_decimal(TopicId::new("q").unwrap(), Docid::new(docid).unwrap(), grade)
                    .unwrap();
            }
            qrels
        };
        assert_eq!(
            decimal(&[("a", 0.5), ("b", 1.0)]),
            decimal(&[("b", 1.0), ("a", 0.5)])
        );
        assert_ne!(
            decimal(&[("a", 0.5), ("b", 1.0)]),
            decimal(&[("a", 0.25), ("b", 1.0)])
        );
    }

    #[test]
    fn topics_without_relevant_documents_are_listed_and_declared_ones_are_not() {
        let mut qrels = qrels(&[("q1", "a", 0), ("q2", "a", 1), ("q3", "a", 2)]);
        qrels.declare(TopicId::new("q4").unwrap());
        assert_eq!(qrels.without_relevant(1), [&TopicId::new("q1").unwrap()]);
        assert_eq!(qrels.without_relevant(2).len(), 2);
        assert_eq!(qrels.len(), 4);
    }
}
