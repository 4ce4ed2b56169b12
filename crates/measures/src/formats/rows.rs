//! Rows whose values have names: what CSV, TSV, JSON lines and Parquet share.

use std::borrow::Cow;

use super::scalar::Scalar;
use super::tag_of;
use crate::error::{Error, Field, LineProblem};
use crate::ids::{Docid, TopicId};
use crate::reading::{Odd, Place, QrelsRows, ReadingRules, RunHeader, RunRows, Unit, parse_score};
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

/// What gives rows.
pub(super) trait Rows {
    /// What they are counted in.
    const UNIT: Unit;

    /// Gives every row to `add`, with its number from 1. The result is what was beside the rows.
    ///
    /// # Errors
    /// What `add` refuses, what is no row, and a file that cannot be read.
    fn each(
        self,
        name: &str,
        odd: &mut Odd<'_>,
        add: impl FnMut(&Row<'_>, usize, &mut Odd<'_>) -> Result<(), Error>,
    ) -> Result<Beside, Error>;
}

/// What a file holds beside its rows.
#[derive(Default)]
pub(super) struct Beside {
    /// Number of comments.
    pub(super) comments: usize,
    pub(super) header: Option<RunHeader>,
}

/// Of each column its name, and what it holds if it is read.
pub(super) type Columns = Vec<(String, Option<Slot>)>;

/// What the columns of a table with these names hold.
///
/// # Errors
/// No name for topic or docid, or two names for one thing.
pub(super) fn columns(
    names: impl IntoIterator<Item = String>,
    subtopics: bool,
) -> Result<Columns, LineProblem> {
    let named = names.into_iter().map(|name| {
        let slot = slot_that_is_read(&name, subtopics);
        (name, slot)
    });
    let columns: Columns = named.collect();
    let mut row = Row::default();
    for (name, slot) in &columns {
        if let Some(slot) = slot {
            row.set(*slot, name.into(), "".into())?;
        }
    }
    for wanted in [Slot::Topic, Slot::Docid] {
        row.one_of(&[wanted])?;
    }
    Ok(columns)
}

/// A value of a format with types, as the text that a column of TREC would hold.
///
/// # Errors
/// A value of another type than the slot has.
pub(super) fn typed<'a>(slot: Slot, name: &str, value: Scalar<'a>) -> Result<Cow<'a, str>, LineProblem> {
    let (text, expected) = match slot {
        Slot::Topic | Slot::Docid | Slot::Subtopic => (value.id(), "a string"),
        Slot::Grade | Slot::Score | Slot::Rank => (value.number(), "a number"),
    };
    text.map_err(|what| LineProblem::Json {
        found: format!("field {name:?} is {what}; expected {expected}"),
    })
}

fn no_rows(name: &str) -> Error {
    Error::Form {
        file: name.to_owned(),
        found: "no rows; each names a topic and a document".to_owned(),
    }
}

pub(super) fn read_qrels<R: Rows>(from: R, name: &str, rules: ReadingRules) -> Result<ReadQrels, Error> {
    let mut rows = QrelsRows::new(rules.grades).counted_in(R::UNIT);
    let mut has_subtopics = None;
    let mut odd = Odd::new(name, rules);
    let beside = from.each(name, &mut odd, |row, number, odd| {
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
                Some((_, subtopic)) => rows.add_for(subtopic, values, number, field),
                None => rows.add(values, number, field),
            }
        })();
        match added {
            Ok(_) => Ok(()),
            Err(problem) => rows.mend(R::UNIT.place(number), problem, odd),
        }
    })?;
    if rows.qrels.is_empty() && !odd.collects() {
        return Err(no_rows(name));
    }
    Ok(ReadQrels {
        qrels: rows.qrels,
        duplicates: rows.duplicates,
        comments: beside.comments,
        commented_rows: 0,
        oddities: odd.into_found(),
    })
}

pub(super) fn read_run<R: Rows>(from: R, name: &str, rules: ReadingRules) -> Result<ReadRun, Error> {
    let mut rows = RunRows::counted_in(R::UNIT);
    let mut odd = Odd::new(name, rules);
    let beside = from.each(name, &mut odd, |row, number, odd| {
        add_to_run(&mut rows, row, (number, R::UNIT.place(number)), odd)
    })?;
    let Some(run) = rows
        .into_run(tag_of(name))
        .or_else(|| odd.collects().then(Run::empty))
    else {
        return Err(no_rows(name));
    };
    Ok(ReadRun {
        run,
        comments: beside.comments,
        commented_rows: 0,
        oddities: odd.into_found(),
        header: beside.header,
    })
}

fn add_to_run(
    rows: &mut RunRows,
    row: &Row<'_>,
    (number, place): (usize, Place),
    odd: &mut Odd<'_>,
) -> Result<(), Error> {
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
    rows.add_or_mend(topic, RunRow { docid, rank, score }, number, || place, odd)
}
