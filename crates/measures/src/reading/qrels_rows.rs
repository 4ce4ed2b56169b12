//! Rows of qrels, checked as they are added.

use rustc_hash::FxHashMap;

use super::{Grades, Odd, Place};
use crate::error::{Error, Field, LineProblem};
use crate::ids::{Docid, SubtopicId, TopicId};
use crate::qrels::{Inserted, Judgments, Qrels, with_whole};

/// Judgments that were read so far.
pub(crate) struct QrelsRows {
    grades: Grades,
    pub(crate) qrels: Qrels,
    /// Rows that repeated an earlier judgment with the same grade.
    pub(crate) duplicates: usize,
    /// `[topic][document]`, both by position in the qrels.
    first_lines: Vec<Vec<usize>>,
    /// Place of the topic of the row before: rows of a topic mostly stand together.
    current: usize,
    /// By positions of topic and subtopic: the line of each document.
    lines_of_subtopics: FxHashMap<(usize, usize), Vec<usize>>,
}

impl QrelsRows {
    pub(crate) fn new(grades: Grades) -> Self {
        Self {
            grades,
            qrels: Qrels::new(),
            duplicates: 0,
            first_lines: Vec::new(),
            current: 0,
            lines_of_subtopics: FxHashMap::default(),
        }
    }

    /// Adds a row of topic, docid and grade; `field` names a column by its number in a TREC file.
    #[inline]
    pub(crate) fn add(
        &mut self,
        (topic, docid, grade): (&str, &str, &str),
        line: usize,
        field: impl Fn(usize) -> Field,
    ) -> Result<Inserted, LineProblem> {
        let is_current = |(id, _): (&TopicId, &Judgments)| id.as_str() == topic;
        let other = match self.qrels.at(self.current).is_some_and(is_current) {
            true => None,
            false => Some(parse_topic(topic, &field)?),
        };
        let docid = parse_docid(docid, &field)?;
        let number = match self.grades {
            Grades::Whole => {
                let whole = parse_grade(grade, || field(4))?;
                (whole, f64::from(whole))
            }
            Grades::Decimal => parse_decimal(grade, || field(4))?,
        };
        if let Some(topic) = other {
            self.current = self.qrels.place_of(topic);
        }
        let place = self.current;
        match self.qrels.judge(place, docid, number) {
            Ok(Inserted::Duplicate) => {
                self.duplicates += 1;
                Ok(Inserted::Duplicate)
            }
            Ok(Inserted::New) => {
                // topics that were only declared have no lines
                if place >= self.first_lines.len() {
                    self.first_lines.resize_with(place + 1, Vec::new);
                }
                self.first_lines[place].push(line);
                Ok(Inserted::New)
            }
            Err((docid, first)) => Err(self.conflict(docid, first, grade)),
        }
    }

    /// The same for a row that holds for one subtopic; its grade is whole.
    pub(crate) fn add_for(
        &mut self,
        subtopic: &str,
        (topic, docid, grade): (&str, &str, &str),
        line: usize,
        field: impl Fn(usize) -> Field,
    ) -> Result<Inserted, LineProblem> {
        let subtopic = SubtopicId::new(subtopic).map_err(|problem| LineProblem::Id {
            field: field(2),
            problem,
        })?;
        let topic = parse_topic(topic, &field)?;
        let docid = parse_docid(docid, &field)?;
        let grade = parse_grade(grade, || field(4))?;
        let inserted = self
            .qrels
            .insert_for(topic.clone(), subtopic.clone(), docid.clone(), grade);
        let position = self.qrels.position(&topic).expect("inserted above");
        let judged = self.qrels.get(&topic).expect("inserted above");
        let (place, at, first_grade) = judged.find_for(&subtopic, &docid).expect("inserted above");
        match inserted {
            Ok(Inserted::Duplicate) => {
                self.duplicates += 1;
                Ok(Inserted::Duplicate)
            }
            Ok(Inserted::New) => {
                self.lines_of_subtopics
                    .entry((position, place))
                    .or_default()
                    .push(line);
                Ok(Inserted::New)
            }
            Err(_) => Err(LineProblem::AboutSubtopics {
                subtopic: Some(subtopic),
                conflict: Box::new(LineProblem::ConflictingGrades {
                    topic,
                    docid,
                    grade: grade.to_string().into(),
                    first_grade: first_grade.to_string().into(),
                    first_line: self.lines_of_subtopics[&(position, place)][at],
                }),
            }),
        }
    }

    /// Whether a text is a grade.
    pub(crate) fn is_grade(&self, text: &str) -> bool {
        let field = || Field::Column(4);
        match self.grades {
            Grades::Whole => parse_grade(text, field).is_ok(),
            Grades::Decimal => parse_decimal(text, field).is_ok(),
        }
    }

    /// What is wrong with another grade for a document that the current topic has at a place.
    #[cold]
    fn conflict(&self, docid: Docid, place: usize, grade: &str) -> LineProblem {
        let (topic, judged) = self.qrels.at(self.current).expect("it was judged");
        LineProblem::ConflictingGrades {
            topic: topic.clone(),
            docid,
            grade: grade.into(),
            first_grade: judged.number_at(place).to_string().into(),
            first_line: self.first_lines[self.current][place],
        }
    }

    /// Does with a row that could not be added as the rules say.
    #[cold]
    pub(crate) fn mend(
        &mut self,
        place: Place,
        problem: LineProblem,
        odd: &mut Odd<'_>,
    ) -> Result<(), Error> {
        match problem {
            LineProblem::ConflictingGrades { .. } | LineProblem::AboutSubtopics { .. } => {
                odd.mended("the first kept", place, problem)
            }
            _ => odd.left_out(place, problem),
        }
    }
}

fn parse_topic(topic: &str, field: impl Fn(usize) -> Field) -> Result<TopicId, LineProblem> {
    TopicId::new(topic).map_err(|problem| LineProblem::Id {
        field: field(1),
        problem,
    })
}

#[inline]
fn parse_docid(docid: &str, field: impl Fn(usize) -> Field) -> Result<Docid, LineProblem> {
    Docid::new(docid).map_err(|problem| LineProblem::Id {
        field: field(3),
        problem,
    })
}

/// A whole number.
#[inline]
fn parse_grade(text: &str, field: impl FnOnce() -> Field) -> Result<i32, LineProblem> {
    text.parse().map_err(|_| {
        let (field, found) = (field(), text.to_owned());
        // "99999999999" is a number too, but not a fractional one
        let whole = text
            .trim_start_matches(['+', '-'])
            .bytes()
            .all(|b| b.is_ascii_digit());
        if !whole && text.parse::<f64>().is_ok_and(f64::is_finite) {
            LineProblem::FractionalGrade { field, found }
        } else {
            LineProblem::Grade { field, found }
        }
    })
}

/// A number, behind the whole number of 32 bits below it.
fn parse_decimal(text: &str, field: impl FnOnce() -> Field) -> Result<(i32, f64), LineProblem> {
    let number = text.parse().ok().and_then(with_whole);
    number.ok_or_else(|| LineProblem::DecimalGrade {
        field: field(),
        found: text.to_owned(),
    })
}
