//! One JSON object: topics, and in each the documents with a number, or a list of documents.

use std::fmt;

use rustc_hash::FxHashSet;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::scalar::{Key, Scalar, words};
use super::tag_of;
use crate::error::{Error, Field, LineProblem};
use crate::ids::{Docid, TopicId};
use crate::qrels::Inserted;
use crate::reading::{Odd, Place, QrelsRows, ReadingRules, RunRows, parse_score};
use crate::run::{Run, RunRow, rank_at};
use crate::trec::{ReadQrels, ReadRun};

pub(super) fn read_qrels(bytes: &[u8], name: &str, rules: ReadingRules) -> Result<ReadQrels, Error> {
    let mut odd = Odd::new(name, rules);
    let mut rows = QrelsRows::new(rules.grades);
    read(bytes, name, &mut odd, &mut rows)?;
    if rows.qrels.is_empty() && !odd.collects() {
        return Err(no_rows(name, "{\"topic\": {\"docid\": grade}}"));
    }
    Ok(ReadQrels {
        qrels: rows.qrels,
        duplicates: rows.duplicates,
        comments: 0,
        commented_rows: 0,
        oddities: odd.into_found(),
    })
}

pub(super) fn read_run(bytes: &[u8], name: &str, rules: ReadingRules) -> Result<ReadRun, Error> {
    let mut odd = Odd::new(name, rules);
    let mut rows = RunRows::default();
    read(bytes, name, &mut odd, &mut rows)?;
    let Some(run) = rows
        .into_run(tag_of(name))
        .or_else(|| odd.collects().then(Run::empty))
    else {
        return Err(no_rows(name, "{\"topic\": {\"docid\": score}}"));
    };
    Ok(ReadRun {
        run,
        comments: 0,
        commented_rows: 0,
        oddities: odd.into_found(),
        header: None,
    })
}

fn no_rows(name: &str, form: &str) -> Error {
    Error::Form {
        file: name.to_owned(),
        found: format!("no rows; expected {form}"),
    }
}

/// What takes the values of a document.
trait Sink {
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

fn repeated(key: &str) -> LineProblem {
    LineProblem::RepeatedKey { key: key.to_owned() }
}

fn read<S: Sink>(bytes: &[u8], name: &str, odd: &mut Odd<'_>, sink: &mut S) -> Result<(), Error> {
    let at = |line, problem| Error::Line {
        file: name.to_owned(),
        line,
        problem,
    };
    let text = std::str::from_utf8(bytes).map_err(|e| {
        let before = &bytes[..e.valid_up_to()];
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
        let byte = before.len() - line_start + 1;
        at(
            1 + memchr::memchr_iter(b'\n', before).count(),
            LineProblem::NotUtf8 { byte },
        )
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut parser = serde_json::Deserializer::from_str(text);
    let mut refused = None;
    let topics = Topics {
        sink,
        odd,
        refused: &mut refused,
        seen: FxHashSet::default(),
    };
    let read = topics.deserialize(&mut parser).and_then(|()| parser.end());
    match (read, refused) {
        (_, Some(error)) => Err(error),
        (Ok(()), None) => Ok(()),
        (Err(error), None) => Err(at(
            error.line(),
            LineProblem::Json {
                found: words(&error, text),
            },
        )),
    }
}

/// The object of topics.
struct Topics<'s, 'n, S> {
    sink: &'s mut S,
    odd: &'s mut Odd<'n>,
    /// Why reading stopped, if it was not the parser.
    refused: &'s mut Option<Error>,
    seen: FxHashSet<TopicId>,
}

impl<S> Topics<'_, '_, S> {
    fn check<E: serde::de::Error>(&mut self, done: Result<(), Error>) -> Result<(), E> {
        done.map_err(|error| {
            *self.refused = Some(error);
            E::custom("")
        })
    }
}

impl<'de, S: Sink> DeserializeSeed<'de> for Topics<'_, '_, S> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, S: Sink> Visitor<'de> for Topics<'_, '_, S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of topics")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut object: A) -> Result<(), A::Error> {
        while let Some(Key(key)) = object.next_key()? {
            let topic = match TopicId::new(&key) {
                Ok(topic) if self.seen.insert(topic.clone()) => Ok(topic),
                Ok(_) => Err(repeated(&key)),
                Err(problem) => Err(LineProblem::Id {
                    field: Field::Named("topic".to_owned()),
                    problem,
                }),
            };
            match topic {
                Ok(topic) => {
                    self.sink.declare(&topic);
                    object.next_value_seed(Documents {
                        topic: &topic,
                        topics: &mut self,
                    })?;
                }
                Err(problem) => {
                    let left_out = self.odd.left_out(Place::Path(format!("{key:?}")), problem);
                    self.check(left_out)?;
                    object.next_value::<serde::de::IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// What one topic leads to.
struct Documents<'t, 's, 'n, S> {
    topic: &'t TopicId,
    topics: &'t mut Topics<'s, 'n, S>,
}

fn inside(topic: &TopicId, key: impl fmt::Debug) -> Place {
    Place::Path(format!("{:?}.{key:?}", topic.as_str()))
}

impl<'de, S: Sink> DeserializeSeed<'de> for Documents<'_, '_, '_, S> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, S: Sink> Visitor<'de> for Documents<'_, '_, '_, S> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(S::EXPECTED)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        while let Some((Key(docid), value)) = object.next_entry::<Key<'de>, Scalar<'de>>()? {
            let place = || inside(self.topic, &docid);
            let Topics { sink, odd, .. } = &mut *self.topics;
            let added = match value.number() {
                Ok(number) => sink.add(self.topic, &docid, &number, &place, odd),
                Err(what) => odd.left_out(place(), expected_instead(what, "a number")),
            };
            self.topics.check(added)?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut at = 0;
        while let Some(value) = list.next_element::<Scalar<'de>>()? {
            let place = || inside(self.topic, at + 1);
            let Topics { sink, odd, .. } = &mut *self.topics;
            let added = match value.id() {
                Ok(docid) => sink.add_listed(self.topic, &docid, at, &place, odd),
                Err(what) => odd
                    .left_out(place(), expected_instead(what, "a docid"))
                    .map(|()| true),
            };
            let added = added.and_then(|is_read| {
                if is_read {
                    return Ok(());
                }
                odd.left_out(place(), expected_instead("a list", S::EXPECTED))
            });
            self.topics.check(added)?;
            at += 1;
        }
        Ok(())
    }
}

fn expected_instead(what: &str, expected: &str) -> LineProblem {
    LineProblem::Json {
        found: format!("this is {what}; expected {expected}"),
    }
}
