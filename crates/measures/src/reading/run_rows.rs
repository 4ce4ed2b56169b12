//! Rows of a run, checked as they are added.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{Duplicates, Odd, Place};
use crate::error::{Error, Field, LineProblem};
use crate::ids::{Docid, TopicId};
use crate::run::{Run, RunRow};

/// What was read so far.
#[derive(Default)]
pub(crate) struct RunRows {
    topics: IndexMap<TopicId, Topic, FxBuildHasher>,
    /// Place of the topic of the row before: rows of a topic mostly stand together.
    current: usize,
    /// The tag, and the line that gave it.
    pub(crate) tag: Option<(String, usize)>,
}

/// Rows of one topic while the file is read.
#[derive(Default)]
struct Topic {
    rows: Vec<RunRow>,
    /// The line of each row.
    lines: Vec<u32>,
    /// Places of the rows by their documents.
    places: HashTable<u32>,
}

impl RunRows {
    #[inline]
    pub(crate) fn check_tag(&mut self, tag: &str, line: usize) -> Result<(), LineProblem> {
        match &self.tag {
            None => self.tag = Some((tag.to_owned(), line)),
            Some((first, _)) if first == tag => {}
            Some((first, first_line)) => {
                return Err(LineProblem::SecondTag {
                    found: tag.to_owned(),
                    first: first.clone(),
                    first_line: *first_line,
                });
            }
        }
        Ok(())
    }

    #[inline]
    pub(crate) fn add(&mut self, topic: &str, row: RunRow, line: usize) -> Result<(), LineProblem> {
        let is_current = self
            .topics
            .get_index(self.current)
            .is_some_and(|(id, _)| id.as_str() == topic);
        if !is_current {
            self.go_to(topic)?;
        }
        self.topics[self.current]
            .add(row, line)
            .map_err(|(docid, first_line)| LineProblem::DuplicateDocument {
                topic: TopicId::new(topic).expect("it became the current one"),
                docid,
                first_line,
            })
    }

    /// Rows of a topic so far.
    pub(crate) fn n_rows(&self, topic: &str) -> usize {
        self.topics.get(topic).map_or(0, |known| known.rows.len())
    }

    /// Adds a row; if its document is there already, does as the rules say.
    #[cfg(feature = "formats")]
    pub(crate) fn add_or_mend(
        &mut self,
        topic: &str,
        row: RunRow,
        line: usize,
        place: impl FnOnce() -> Place,
        odd: &mut Odd<'_>,
    ) -> Result<(), Error> {
        let again = row.clone();
        match self.add(topic, row, line) {
            Ok(()) => Ok(()),
            Err(problem) => self.mend(topic, again, place(), problem, odd),
        }
    }

    /// Does with a row that could not be added as the rules say.
    #[cold]
    pub(crate) fn mend(
        &mut self,
        topic: &str,
        row: RunRow,
        place: Place,
        problem: LineProblem,
        odd: &mut Odd<'_>,
    ) -> Result<(), Error> {
        if !matches!(problem, LineProblem::DuplicateDocument { .. }) {
            return odd.left_out(place, problem);
        }
        let best = odd.rules.duplicates == Duplicates::Best;
        let remedy = if best {
            "the one with the largest score kept"
        } else {
            "the first kept"
        };
        odd.mended(remedy, place, problem)?;
        if best && let Some(known) = self.topics.get_mut(topic) {
            known.keep_better(row);
        }
        Ok(())
    }

    /// The run; `None` if it has no rows.
    pub(crate) fn into_run(self, tag: String) -> Option<Run> {
        if self.topics.is_empty() {
            return None;
        }
        let topics = self.topics.into_iter().map(|(topic, known)| (topic, known.rows));
        Some(Run::from_checked(
            tag,
            topics.filter(|(_, rows)| !rows.is_empty()).collect(),
        ))
    }

    /// Makes a topic the current one. The one before is most likely whole, and gives back what it had in reserve; a new one will most
    /// likely have as many rows.
    fn go_to(&mut self, topic: &str) -> Result<(), LineProblem> {
        let mut n_rows = 0;
        if let Some((_, before)) = self.topics.get_index_mut(self.current) {
            before.shrink_to_fit();
            n_rows = before.rows.len().min(LARGEST_GUESS);
        }
        self.current = match self.topics.get_index_of(topic) {
            Some(place) => place,
            None => {
                let topic = TopicId::new(topic).map_err(|problem| LineProblem::Id {
                    field: Field::Column(1),
                    problem,
                })?;
                self.topics.insert_full(topic, Topic::with_capacity(n_rows)).0
            }
        };
        Ok(())
    }
}

/// No more rows than this are planned for a topic because another one had them.
const LARGEST_GUESS: usize = 1 << 14;

impl Topic {
    fn with_capacity(n_rows: usize) -> Self {
        Self {
            rows: Vec::with_capacity(n_rows),
            lines: Vec::with_capacity(n_rows),
            places: HashTable::with_capacity(n_rows),
        }
    }

    /// Puts a row in the place of the one with its document, if its score is larger.
    fn keep_better(&mut self, row: RunRow) {
        let is_same = |&place: &u32| self.rows[place as usize].docid == row.docid;
        let Some(&place) = self.places.find(hash(&row.docid), is_same) else {
            return;
        };
        let known = &mut self.rows[place as usize];
        if row.score > known.score {
            *known = row;
        }
    }

    fn shrink_to_fit(&mut self) {
        let Self { rows, lines, places } = self;
        rows.shrink_to_fit();
        lines.shrink_to_fit();
        places.shrink_to_fit(|&place| hash(&rows[place as usize].docid));
    }

    /// Adds a row; if its document is there already, gives it back with the line that has it.
    #[inline]
    fn add(&mut self, row: RunRow, line: usize) -> Result<(), (Docid, usize)> {
        let Self { rows, lines, places } = self;
        let is_same = |&place: &u32| rows[place as usize].docid == row.docid;
        match places.entry(hash(&row.docid), is_same, |&place| {
            hash(&rows[place as usize].docid)
        }) {
            Entry::Occupied(place) => Err((row.docid, lines[*place.get() as usize] as usize)),
            Entry::Vacant(free) => {
                free.insert(u32::try_from(rows.len()).expect("memory holds fewer than 2^32 rows"));
                rows.push(row);
                lines.push(u32::try_from(line).unwrap_or(u32::MAX));
                Ok(())
            }
        }
    }
}

#[inline]
fn hash(docid: &Docid) -> u64 {
    FxBuildHasher.hash_one(docid)
}

/// A row of its columns; `fields` are docid, rank and score.
#[inline]
pub(crate) fn row_of(docid: &str, rank: &str, score: &str) -> Result<RunRow, LineProblem> {
    let docid = Docid::new(docid).map_err(|problem| LineProblem::Id {
        field: Field::Column(3),
        problem,
    })?;
    let rank = rank.parse().map_err(|_| LineProblem::Rank {
        field: Field::Column(4),
        found: rank.to_owned(),
    })?;
    let score = parse_score(score, || Field::Column(5))?;
    Ok(RunRow { docid, rank, score })
}

#[inline]
pub(crate) fn parse_score(text: &str, field: impl FnOnce() -> Field) -> Result<f64, LineProblem> {
    match text.parse::<f64>() {
        Ok(score) if score.is_finite() => Ok(score),
        Ok(_) => Err(LineProblem::ScoreNotFinite {
            field: field(),
            found: text.to_owned(),
        }),
        Err(_) => Err(LineProblem::Score {
            field: field(),
            found: text.to_owned(),
        }),
    }
}
