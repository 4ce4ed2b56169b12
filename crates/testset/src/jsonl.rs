//! Topics as JSONL: one topic per line, fields in the order of [`Topic`].

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead, Write};

use indexmap::IndexMap;
use indexmap::map::Entry;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use sokutei_ingest::jsonl::{self, Fault, null_is_empty};
use sokutei_measures::{Docid, TopicId};

use crate::error::Error;
use crate::topic::Topic;

const EXPECTED: &str =
    "a topic is an object with at least `qid` and `query`, and `relevant` an object of grades by docid";

/// Writes topics, one line each, in order.
///
/// # Errors
/// [`Error::Io`] when writing fails.
pub fn write_topics(writer: impl Write, topics: &[Topic]) -> Result<(), Error> {
    jsonl::write(writer, topics).map_err(|source| Error::io("topics", "written", source))
}

/// Reads topics; the inverse of [`write_topics`], and reads the article's six fields alone as well.
///
/// Only `qid` and `query` are required; unknown fields are ignored. What lines may look like, [`jsonl`] says. `name`
/// is the file's name for messages.
///
/// # Errors
/// [`Error::Line`] with line and column for what is not UTF-8, not JSON, lacks a field, has an id with white
/// space or grades one docid twice; [`Error::RepeatedTopic`] for a qid used twice; [`Error::Io`].
///
/// ```
/// use sokutei_testset::read_topics;
/// let file = "{\"qid\": \"q0\", \"query\": \"RDPのポート番号\", \"relevant\": {\"t128#2\": 2}}\n";
/// assert_eq!(read_topics(file.as_bytes(), "topics.jsonl")?[0].query, "RDPのポート番号");
/// let error = read_topics("\n{\"qid\": \"q0\"}\n".as_bytes(), "topics.jsonl").unwrap_err();
/// assert!(error.to_string().starts_with("topics.jsonl:2:13: missing field `query`"));
/// # Ok::<(), sokutei_testset::Error>(())
/// ```
pub fn read_topics(reader: impl BufRead, name: &str) -> Result<Vec<Topic>, Error> {
    each_topic(reader, name).collect()
}

/// [`read_topics`] one by one: what is no topic is an error, and the next line follows. [`Error::Io`] is the end.
pub fn each_topic(reader: impl BufRead, name: &str) -> impl Iterator<Item = Result<Topic, Error>> {
    let mut first_lines: BTreeMap<TopicId, usize> = BTreeMap::new();
    jsonl::rows(reader).map(move |row| {
        let (line, topic): (usize, Topic) = row.map_err(|fault| error_of(fault, name))?;
        match first_lines.get(&topic.qid) {
            Some(&first_line) => Err(Error::RepeatedTopic {
                file: name.into(),
                line,
                first_line,
                qid: topic.qid.to_string(),
            }),
            None => {
                first_lines.insert(topic.qid.clone(), line);
                Ok(topic)
            }
        }
    })
}

fn error_of(fault: Fault, name: &str) -> Error {
    match fault {
        Fault::Row {
            line,
            column,
            found,
            fix,
        } => Error::Line {
            file: name.into(),
            line,
            column,
            found,
            expected: fix.unwrap_or(EXPECTED),
        },
        Fault::Read { line, source } => Error::io(format!("{name}:{line}"), "read", source),
    }
}

/// Reads a ratio and refuses what cannot be one.
pub(crate) fn ratio<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let ratio: f64 = null_is_empty(deserializer)?;
    if (0.0..=1.0).contains(&ratio) {
        Ok(ratio)
    } else {
        Err(D::Error::custom(format!("ratio {ratio} is not between 0 and 1")))
    }
}

/// Reads the map of grades and refuses a docid that stands in it twice, which serde would let the last win.
pub(crate) fn judgments<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<IndexMap<Docid, i32>, D::Error> {
    Ok(null_is_empty::<Judgments, D>(deserializer)?.0)
}

#[derive(Default)]
struct Judgments(IndexMap<Docid, i32>);

impl<'de> Deserialize<'de> for Judgments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(JudgmentsVisitor)
    }
}

struct JudgmentsVisitor;

impl<'de> Visitor<'de> for JudgmentsVisitor {
    type Value = Judgments;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of grades by docid")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Judgments, A::Error> {
        let mut judgments = IndexMap::new();
        while let Some((docid, grade)) = map.next_entry::<Docid, i32>()? {
            match judgments.entry(docid) {
                Entry::Vacant(entry) => {
                    entry.insert(grade);
                }
                Entry::Occupied(entry) => {
                    let (docid, first) = (entry.key(), entry.get());
                    return Err(A::Error::custom(format!(
                        "docid `{docid}` has grade {first} and again {grade}"
                    )));
                }
            }
        }
        Ok(Judgments(judgments))
    }
}
