//! Judgments of topics that mean several things.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{Inserted, Judgments, Qrels};
use crate::error::Error;
use crate::ids::{Docid, SubtopicId, TopicId};

/// For each subtopic its documents with their grades, all in order of first appearance.
pub(super) type Subtopics = IndexMap<SubtopicId, IndexMap<Docid, i32, FxBuildHasher>, FxBuildHasher>;

impl Qrels {
    /// Adds one judgment that holds for one subtopic. The grade of the document is then the largest over its subtopics, and that is what measures
    /// see that do not ask for subtopics.
    ///
    /// Where a topic has judgments from here and from [`Qrels::insert`], those of the latter hold for no subtopic.
    ///
    /// # Errors
    ///
    /// The document already has another grade for this subtopic; nothing changes.
    ///
    /// ```
    /// use sokutei_measures::{Docid, Qrels, SubtopicId, TopicId};
    ///
    /// let (q, d) = (TopicId::new("q1")?, Docid::new("d1")?);
    /// let (code, zoo) = (SubtopicId::new("code")?, SubtopicId::new("zoo")?);
    /// let mut qrels = Qrels::new();
    /// qrels.insert_for(q.clone(), code, d.clone(), 0)?;
    /// qrels.insert_for(q.clone(), zoo.clone(), d.clone(), 2)?;
    /// let judged = qrels.get(&q).expect("inserted above");
    /// assert_eq!((judged.grade(&d), judged.grade_for(&zoo, &d), judged.n_subtopics()), (Some(2), Some(2), 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert_for(
        &mut self,
        topic: TopicId,
        subtopic: SubtopicId,
        docid: Docid,
        grade: i32,
    ) -> Result<Inserted, Error> {
        let judgments = self.topics.entry(topic.clone()).or_default();
        let of_subtopic = judgments
            .subtopics
            .get_or_insert_default()
            .entry(subtopic)
            .or_default();
        match of_subtopic.get(&docid) {
            Some(&first) if first == grade => return Ok(Inserted::Duplicate),
            Some(&first) => {
                return Err(Error::ConflictingGrades {
                    topic,
                    docid,
                    first: f64::from(first),
                    second: f64::from(grade),
                });
            }
            None => of_subtopic.insert(docid.clone(), grade),
        };
        judgments.raise(docid, grade);
        Ok(Inserted::New)
    }
}

impl Judgments {
    /// Gives a document this grade unless it has a larger one.
    fn raise(&mut self, docid: Docid, grade: i32) {
        let number = f64::from(grade);
        match self.find(&docid) {
            None => {
                self.judge(docid, (grade, number)).expect("it is not there yet");
            }
            Some((place, _)) if number > self.number_at(place) => {
                self.grades[place] = grade;
                if let Some(decimal) = self.decimals.get_mut(place) {
                    *decimal = number;
                }
            }
            Some(_) => {}
        }
    }

    /// Subtopics in order of first appearance; none where judgments hold for the topic as a whole.
    pub fn subtopics(&self) -> impl Iterator<Item = &SubtopicId> {
        self.subtopics.iter().flat_map(|subtopics| subtopics.keys())
    }

    /// Number of subtopics; 0 where judgments hold for the topic as a whole.
    #[must_use]
    pub fn n_subtopics(&self) -> usize {
        self.subtopics.as_ref().map_or(0, |subtopics| subtopics.len())
    }

    /// Documents of a subtopic with their grades, in order of first appearance.
    pub fn of_subtopic(&self, subtopic: &SubtopicId) -> impl Iterator<Item = (&Docid, i32)> {
        let judged = self.subtopics.as_ref().and_then(|all| all.get(subtopic));
        judged.into_iter().flatten().map(|(docid, &grade)| (docid, grade))
    }

    /// Grade of a document for a subtopic; `None` if nobody judged it for that.
    #[must_use]
    pub fn grade_for(&self, subtopic: &SubtopicId, docid: &Docid) -> Option<i32> {
        self.subtopics.as_ref()?.get(subtopic)?.get(docid).copied()
    }

    /// Place of a subtopic, place of a document among its judgments, and the grade.
    pub(crate) fn find_for(&self, subtopic: &SubtopicId, docid: &Docid) -> Option<(usize, usize, i32)> {
        let (place, _, judged) = self.subtopics.as_ref()?.get_full(subtopic)?;
        let (at, _, &grade) = judged.get_full(docid)?;
        Some((place, at, grade))
    }

    /// For each document, in the order of [`Judgments::iter`], the places of its subtopics with its grades there. Where no subtopics are
    /// known, all documents have one.
    pub(crate) fn by_document(&self) -> Vec<Vec<(usize, i32)>> {
        let Some(subtopics) = &self.subtopics else {
            return self.grades.values().map(|&grade| vec![(0, grade)]).collect();
        };
        let mut by_document = vec![Vec::new(); self.grades.len()];
        for (place, judged) in subtopics.values().enumerate() {
            for (docid, &grade) in judged {
                let document = self
                    .grades
                    .get_index_of(docid)
                    .expect("every judgment has a grade");
                by_document[document].push((place, grade));
            }
        }
        by_document
    }

    /// A number for each document, in the order of [`Judgments::iter`]: the same for those with the same grades for the same subtopics.
    pub(crate) fn kinds(&self) -> Vec<usize> {
        let mut known: FxHashMap<Vec<(usize, i32)>, usize> = FxHashMap::default();
        let by_document = self.by_document().into_iter();
        by_document
            .map(|of_document| {
                let next = known.len();
                *known.entry(of_document).or_insert(next)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insert(qrels: &mut Qrels, subtopic: &str, docid: &str, grade: i32) -> Result<Inserted, Error> {
        qrels.insert_for(
            TopicId::new("q").unwrap(),
            SubtopicId::new(subtopic).unwrap(),
            Docid::new(docid).unwrap(),
            grade,
        )
    }

    #[test]
    fn the_grade_of_a_document_is_its_largest() {
        let mut qrels = Qrels::new();
        for (subtopic, docid, grade) in [("1", "a", 0), ("2", "a", 2), ("2", "b", -1), ("1", "b", -2)] {
            insert(&mut qrels, subtopic, docid, grade).unwrap();
        }
        let judged = qrels.get(&TopicId::new("q").unwrap()).unwrap();
        let grades: Vec<_> = judged.iter().map(|(d, g)| (d.as_str(), g)).collect();
        assert_eq!(grades, [("a", 2), ("b", -1)]);
        assert_eq!(judged.by_document(), [[(0, 0), (1, 2)], [(0, -2), (1, -1)]]);
    }

    #[test]
    fn a_conflict_within_a_subtopic_leaves_the_first_grade() {
        let mut qrels = Qrels::new();
        assert_eq!(insert(&mut qrels, "1", "a", 1).unwrap(), Inserted::New);
        assert_eq!(insert(&mut qrels, "1", "a", 1).unwrap(), Inserted::Duplicate);
        assert!(insert(&mut qrels, "1", "a", 2).is_err());
        let judged = qrels.get(&TopicId::new("q").unwrap()).unwrap();
        assert_eq!(judged.grade(&Docid::new("a").unwrap()), Some(1));
    }

    #[test]
    fn qrels_are_equal_whatever_the_order_of_their_judgments() {
        let (mut a, mut b) = (Qrels::new(), Qrels::new());
        for (subtopic, docid) in [("1", "x"), ("2", "y"), ("1", "y")] {
            insert(&mut a, subtopic, docid, 1).unwrap();
        }
        for (subtopic, docid) in [("1", "y"), ("2", "y"), ("1", "x")] {
            insert(&mut b, subtopic, docid, 1).unwrap();
        }
        assert_eq!(a, b);
        insert(&mut b, "2", "x", 0).unwrap();
        assert_ne!(a, b);
    }

    #[test]
    fn documents_of_one_kind_have_the_same_grades_for_the_same_subtopics() {
        let mut qrels = Qrels::new();
        for (subtopic, docid, grade) in [("1", "a", 1), ("2", "b", 1), ("1", "c", 1), ("1", "d", 2)] {
            insert(&mut qrels, subtopic, docid, grade).unwrap();
        }
        let judged = qrels.get(&TopicId::new("q").unwrap()).unwrap();
        assert_eq!(judged.kinds(), [0, 1, 0, 2]);
    }
}
