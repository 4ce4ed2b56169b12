//! One JSON object: topics, and in each the documents with a number, or a list of documents.

mod sink;

use std::fmt;

use rustc_hash::FxHashSet;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use self::sink::{Sink, repeated};
use super::scalar::{Key, Scalar, place, words};
use super::tag_of;
use crate::error::{Error, Field, LineProblem};
use crate::ids::TopicId;
use crate::reading::{Odd, Place, QrelsRows, ReadingRules, RunRows, Unit};
use crate::run::Run;
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
    let mut rows = RunRows::counted_in(Unit::Item);
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
            place(&error, text).0,
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
