//! Where documents of a JSON object go: rows of qrels, or rows of a run.

use crate::error::{Error, Field, LineProblem};
use crate::ids::{Docid, TopicId};
use crate::qrels::Inserted;
use crate::reading::{Odd, Place, QrelsRows, RunRows, parse_score};
use crate::run::{RunRow, rank_at};

/// What takes the values of a document.
pub(super) trait Sink {
    /// What is expected where a topic leads.
    const EXPECTED: &'static str;
    /// Makes a topic known that may stay empty.
    fn declare(&mut self, topic: &TopicId);
    /// Adds a document with its number.
    fn add(
        &mut self,
        topic: &TopicId,
        docid: &str,
        number: &str,
        place: &dyn Fn() -> Place,
        odd: &mut Odd<'_>,
    ) -> Result<(), Error>;
    /// Adds a document at a place of a list, from 0. `false` where lists are not read.
    fn add_listed(
        &mut self,
        topic: &TopicId,
        docid: &str,
        at: usize,
        place: &dyn Fn() -> Place,
        odd: &mut Odd<'_>,
    ) -> Result<bool, Error>;
}

impl Sink for QrelsRows {
    const EXPECTED: &'static str = "an object of documents with grades";

    fn declare(&mut self, topic: &TopicId) {
        self.qrels.declare(topic.clone());
    }

    fn add(
        &mut self,
        topic: &TopicId,
        docid: &str,
        number: &str,
        place: &dyn Fn() -> Place,
        odd: &mut Odd<'_>,
    ) -> Result<(), Error> {
        let field = |column| Field::Named(if column == 4 { "grade" } else { "docid" }.to_owned());
        match QrelsRows::add(self, (topic.as_str(), docid, number), 0, field) {
            Ok(Inserted::New) => Ok(()),
            Ok(Inserted::Duplicate) => {
                self.duplicates -= 1;
                odd.left_out(place(), repeated(docid))
            }
            Err(LineProblem::ConflictingGrades { .. }) => odd.left_out(place(), repeated(docid)),
            Err(problem) => odd.left_out(place(), problem),
        }
    }

    fn add_listed(
        &mut self,
        _: &TopicId,
        _: &str,
        _: usize,
        _: &dyn Fn() -> Place,
        _: &mut Odd<'_>,
    ) -> Result<bool, Error> {
        Ok(false)
    }
}

impl Sink for RunRows {
    const EXPECTED: &'static str = "an object of documents with scores, or a list of documents";

    fn declare(&mut self, _: &TopicId) {}

    fn add(
        &mut self,
        topic: &TopicId,
        docid: &str,
        number: &str,
        place: &dyn Fn() -> Place,
        odd: &mut Odd<'_>,
    ) -> Result<(), Error> {
        let row = (|| {
            Ok(RunRow {
                docid: id(docid)?,
                rank: rank_at(self.n_rows(topic.as_str())),
                score: parse_score(number, || Field::Named("score".to_owned()))?,
            })
        })();
        match row.and_then(|row| RunRows::add(self, topic.as_str(), row, 0)) {
            Ok(()) => Ok(()),
            Err(LineProblem::DuplicateDocument { .. }) => odd.left_out(place(), repeated(docid)),
            Err(problem @ LineProblem::ScoreNotFinite { .. }) => odd.mended("left out", place(), problem),
            Err(problem) => odd.left_out(place(), problem),
        }
    }

    fn add_listed(
        &mut self,
        topic: &TopicId,
        docid: &str,
        at: usize,
        place: &dyn Fn() -> Place,
        odd: &mut Odd<'_>,
    ) -> Result<bool, Error> {
        let rank = rank_at(at);
        let docid = match id(docid) {
            Ok(docid) => docid,
            Err(problem) => return odd.left_out(place(), problem).map(|()| true),
        };
        let row = RunRow {
            docid,
            rank,
            score: -f64::from(rank),
        };
        // there is no line to name: the place in the list, from 1, stands for it
        self.add_or_mend(topic.as_str(), row, at + 1, place, odd)?;
        Ok(true)
    }
}

fn id(docid: &str) -> Result<Docid, LineProblem> {
    Docid::new(docid).map_err(|problem| LineProblem::Id {
        field: Field::Named("docid".to_owned()),
        problem,
    })
}

pub(super) fn repeated(key: &str) -> LineProblem {
    LineProblem::RepeatedKey { key: key.to_owned() }
}
