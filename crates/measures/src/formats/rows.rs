//! Rows whose values have names: what CSV, TSV and JSON lines share.

use std::borrow::Cow;
use std::io::BufRead;

use super::tag_of;
use crate::error::{Error, Field, LineProblem};
use crate::ids::{Docid, TopicId};
use crate::reading::{Lines, Odd, Place, QrelsRows, Rules, RunRows, parse_score};
use crate::run::{Run, RunRow, rank_at};
use crate::trec::{ReadQrels, ReadRun};

/// What a value of a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Topic,
    Docid,
    Grade,
    Score,
    Rank,
    Subtopic,
}

/// The accepted names.
const NAMES: [(Slot, &[&str]); 6] = [
    (
        Slot::Topic,
        &["qid", "q_id", "query_id", "query-id", "topic", "topic_id"],
    ),
    (
        Slot::Docid,
        &["docid", "doc_id", "docno", "corpus-id", "corpus_id"],
    ),
    (Slot::Grade, &["grade", "relevance", "rel", "label"]),
    (Slot::Score, &["score"]),
    (Slot::Rank, &["rank"]),
    (Slot::Subtopic, &["subtopic", "subtopic_id", "iteration"]),
];

impl Slot {
    pub(super) fn what(self) -> &'static str {
        match self {
            Self::Topic => "topic",
            Self::Docid => "docid",
            Self::Grade => "grade",
            Self::Score => "score",
            Self::Rank => "rank",
            Self::Subtopic => "subtopic",
        }
    }
}

pub(super) fn slot(name: &str) -> Option<Slot> {
    let known = NAMES.iter().find(|(_, names)| names.contains(&name));
    known.map(|(slot, _)| *slot)
}

/// The same, for rows of which subtopics may not be read.
pub(super) fn slot_that_is_read(name: &str, subtopics: bool) -> Option<Slot> {
    slot(name).filter(|slot| subtopics || *slot != Slot::Subtopic)
}

/// One row: for each slot the name of the column and what stands there.
#[derive(Debug, Default)]
pub(super) struct Row<'a> {
    slots: [Option<(Cow<'a, str>, Cow<'a, str>)>; 6],
}

impl<'a> Row<'a> {
    /// Puts a value into its slot; a slot that is taken is an error.
    pub(super) fn set(
        &mut self,
        slot: Slot,
        name: Cow<'a, str>,
        value: Cow<'a, str>,
    ) -> Result<(), LineProblem> {
        let place = &mut self.slots[slot as usize];
        match place {
            None => *place = Some((name, value)),
            Some((first, _)) if *first == name => {
                return Err(LineProblem::RepeatedKey {
                    key: name.into_owned(),
                });
            }
            Some((first, _)) => {
                return Err(LineProblem::Ambiguous {
                    what: slot.what(),
                    first: first.clone().into_owned(),
                    second: name.into_owned(),
                });
            }
        }
        Ok(())
    }

    fn get(&self, slot: Slot) -> Option<(&str, &str)> {
        self.slots[slot as usize]
            .as_ref()
            .map(|(name, value)| (&**name, &**value))
    }

    /// The first of some slots that has a value.
    fn one_of(&self, slots: &[Slot]) -> Result<(&str, &str), LineProblem> {
        let found = slots.iter().find_map(|slot| self.get(*slot));
        found.ok_or_else(|| missing(slots))
    }
}

/// A row, or a header, without any of these slots.
pub(super) fn missing(slots: &[Slot]) -> LineProblem {
    let accepted = NAMES.iter().filter(|(slot, _)| slots.contains(slot));
    let names: Vec<&str> = accepted.flat_map(|(_, names)| names.iter().copied()).collect();
    LineProblem::Missing {
        what: slots[0].what(),
        names: names.join(", "),
    }
}

fn named(name: &str) -> Field {
    Field::Named(name.to_owned())
}

/// What makes rows of lines.
pub(super) trait RowsOfLines {
    /// Whether a line that begins with `#` is a comment.
    const COMMENTS: bool;
    /// Takes the first line that is not blank; `false` if it is a row.
    ///
    /// # Errors
    /// A header without names for topic and docid.
    fn begin(&mut self, line: &str) -> Result<bool, LineProblem>;
    /// The row of a line.
    fn row<'a>(&'a self, line: &'a str) -> Result<Row<'a>, LineProblem>;
}

/// Gives every row to `add`, with its line.
fn each_row(
    reader: impl BufRead,
    odd: &mut Odd<'_>,
    name: &str,
    mut format: impl RowsOfLines,
    mut add: impl FnMut(&Row<'_>, usize, &mut Odd<'_>) -> Result<(), Error>,
) -> Result<usize, Error> {
    /// No line has so many columns: a comment is never taken for a row.
    const NO_ROW: (usize, usize) = (usize::MAX, usize::MAX);
    let mut lines = Lines::new(reader, name, if_comments(&format, NO_ROW));
    let mut has_begun = false;
    while lines.advance_or_collect(odd)? {
        let number = lines.number();
        let line = lines.line();
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        if !has_begun {
            has_begun = true;
            // without a header nothing can be read
            let begun = format.begin(line);
            if begun.map_err(|problem| odd.error(Place::Line(number), problem))? {
                continue;
            }
        }
        match format.row(line) {
            Ok(row) => add(&row, number, odd)?,
            Err(problem) => odd.left_out(Place::Line(number), problem)?,
        }
    }
    Ok(lines.comments)
}

fn if_comments<F: RowsOfLines>(_: &F, row: (usize, usize)) -> Option<(usize, usize)> {
    F::COMMENTS.then_some(row)
}

fn no_rows(name: &str) -> Error {
    Error::Form {
        file: name.to_owned(),
        found: "no rows; each names a topic and a document".to_owned(),
    }
}

pub(super) fn read_qrels(
    reader: impl BufRead,
    name: &str,
    rules: Rules,
    format: impl RowsOfLines,
) -> Result<ReadQrels, Error> {
    let mut rows = QrelsRows::new(rules.grades);
    let mut has_subtopics = None;
    let mut odd = Odd::new(name, rules);
    let comments = each_row(reader, &mut odd, name, format, |row, line, odd| {
        let added = (|| {
            let topic = row.one_of(&[Slot::Topic])?;
            let docid = row.one_of(&[Slot::Docid])?;
            let grade = row.one_of(&[Slot::Grade, Slot::Score])?;
            let subtopic = row.get(Slot::Subtopic);
            let names = [topic.0, subtopic.map_or("", |s| s.0), docid.0, grade.0];
            let field = |column| named(names[column - 1]);
            let has_subtopic = subtopic.is_some();
            if *has_subtopics.get_or_insert(has_subtopic) != has_subtopic {
                return Err(LineProblem::SomeSubtopics { here: has_subtopic });
            }
            let values = (topic.1, docid.1, grade.1);
            match subtopic {
                Some((_, subtopic)) => rows.add_for(subtopic, values, line, field),
                None => rows.add(values, line, field),
            }
        })();
        match added {
            Ok(_) => Ok(()),
            Err(problem) => rows.mend(Place::Line(line), problem, odd),
        }
    })?;
    if rows.qrels.is_empty() && !odd.collects() {
        return Err(no_rows(name));
    }
    Ok(ReadQrels {
        qrels: rows.qrels,
        duplicates: rows.duplicates,
        comments,
        commented_rows: 0,
        oddities: odd.into_found(),
    })
}

pub(super) fn read_run(
    reader: impl BufRead,
    name: &str,
    rules: Rules,
    format: impl RowsOfLines,
) -> Result<ReadRun, Error> {
    let mut rows = RunRows::default();
    let mut odd = Odd::new(name, rules);
    let comments = each_row(reader, &mut odd, name, format, |row, line, odd| {
        add_to_run(&mut rows, row, line, odd)
    })?;
    let Some(run) = rows
        .into_run(tag_of(name))
        .or_else(|| odd.collects().then(Run::empty))
    else {
        return Err(no_rows(name));
    };
    Ok(ReadRun {
        run,
        comments,
        commented_rows: 0,
        oddities: odd.into_found(),
    })
}

fn add_to_run(rows: &mut RunRows, row: &Row<'_>, line: usize, odd: &mut Odd<'_>) -> Result<(), Error> {
    let place = Place::Line(line);
    let ids = (|| {
        let (name, topic) = row.one_of(&[Slot::Topic])?;
        TopicId::new(topic).map_err(|problem| LineProblem::Id {
            field: named(name),
            problem,
        })?;
        let (name, docid) = row.one_of(&[Slot::Docid])?;
        let docid = Docid::new(docid).map_err(|problem| LineProblem::Id {
            field: named(name),
            problem,
        })?;
        Ok((topic, docid))
    })();
    let (topic, docid) = match ids {
        Ok(ids) => ids,
        Err(problem) => return odd.left_out(place, problem),
    };
    let next = rank_at(rows.n_rows(topic));
    let rank = match row.get(Slot::Rank) {
        None => next,
        Some((name, text)) => match text.parse() {
            Ok(rank) => rank,
            Err(_) => {
                let (field, found) = (named(name), text.to_owned());
                let problem = LineProblem::Rank { field, found };
                odd.mended("the row's place in its topic taken", place.clone(), problem)?;
                next
            }
        },
    };
    let score = match (row.get(Slot::Score), row.get(Slot::Rank)) {
        (Some((name, text)), _) => parse_score(text, || named(name)),
        (None, Some(_)) => Ok(-f64::from(rank)),
        (None, None) => Err(missing(&[Slot::Score, Slot::Rank])),
    };
    let score = match score {
        Ok(score) => score,
        Err(problem @ LineProblem::ScoreNotFinite { .. }) => {
            return odd.mended("left out", place, problem);
        }
        Err(problem) => return odd.left_out(place, problem),
    };
    rows.add_or_mend(topic, RunRow { docid, rank, score }, line, || place, odd)
}
