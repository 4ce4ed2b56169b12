//! Rows of qrels, checked as they are added.

use super::{Odd, Place, Unit};
use crate::error::{Error, Field, LineProblem};
use crate::ids::{Docid, TopicId};
use crate::qrels::{Inserted, Qrels};

/// Judgments that were read so far.
#[derive(Default)]
pub(crate) struct QrelsRows {
    pub(crate) qrels: Qrels,
    /// Rows that repeated an earlier judgment with the same grade.
    pub(crate) duplicates: usize,
    /// `[topic][document]`, both by position in the qrels.
    first_lines: Vec<Vec<usize>>,
    unit: Unit,
}

impl QrelsRows {
    pub(crate) fn counted_in(unit: Unit) -> Self {
        Self {
            unit,
            ..Self::default()
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
        let topic = TopicId::new(topic).map_err(|problem| LineProblem::Id {
            field: field(1),
            problem,
        })?;
        let docid = Docid::new(docid).map_err(|problem| LineProblem::Id {
            field: field(3),
            problem,
        })?;
        let grade = parse_grade(grade, || field(4))?;
        match self.qrels.insert(topic.clone(), docid.clone(), grade) {
            Ok(Inserted::Duplicate) => {
                self.duplicates += 1;
                Ok(Inserted::Duplicate)
            }
            Ok(Inserted::New) => {
                let position = self.qrels.position(&topic).expect("inserted above");
                // topics that were only declared have no lines
                if position >= self.first_lines.len() {
                    self.first_lines.resize_with(position + 1, Vec::new);
                }
                self.first_lines[position].push(line);
                Ok(Inserted::New)
            }
            Err(_) => Err(self.conflict(topic, docid, grade)),
        }
    }

    #[cold]
    fn conflict(&self, topic: TopicId, docid: Docid, grade: i32) -> LineProblem {
        let judged = self
            .qrels
            .get(&topic)
            .expect("a conflict needs an earlier judgment");
        let (place, first_grade) = judged.find(&docid).expect("as above");
        let position = self.qrels.position(&topic).expect("as above");
        LineProblem::ConflictingGrades {
            topic,
            docid,
            grade,
            first_grade,
            first_line: self.first_lines[position][place],
            unit: self.unit,
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
            LineProblem::ConflictingGrades { .. } => odd.mended("the first kept", place, problem),
            _ => odd.left_out(place, problem),
        }
    }
}

/// A whole number.
#[inline]
pub(crate) fn parse_grade(text: &str, field: impl FnOnce() -> Field) -> Result<i32, LineProblem> {
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
