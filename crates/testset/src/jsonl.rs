//! Topics as JSONL: one topic per line, fields in the order of [`Topic`].

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead, Write};

use indexmap::IndexMap;
use indexmap::map::Entry;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use sokutei_measures::{Docid, TopicId};

use crate::error::Error;
use crate::topic::Topic;

const EXPECTED: &str = "each line must be one JSON object with at least `qid` and `query`, \
                        and `relevant` an object of grades by docid";

/// Writes topics, one line each, in order.
///
/// # Errors
/// [`Error::Io`] when writing fails.
pub fn write_topics(mut writer: impl Write, topics: &[Topic]) -> Result<(), Error> {
    for topic in topics {
        let line = serde_json::to_string(topic).expect("a topic has string keys and finite numbers only");
        writeln!(writer, "{line}").map_err(|source| Error::io("topics", source))?;
    }
    writer.flush().map_err(|source| Error::io("topics", source))
}

/// Reads topics; the inverse of [`write_topics`], and reads the article's six fields alone as well.
///
/// Only `qid` and `query` are required; blank lines are passed over, unknown fields ignored. `name` is the
/// file's name for messages.
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
pub fn read_topics(mut reader: impl BufRead, name: &str) -> Result<Vec<Topic>, Error> {
    let mut topics: Vec<Topic> = Vec::new();
    let mut first_lines: BTreeMap<TopicId, usize> = BTreeMap::new();
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        if reader
            .read_until(b'\n', &mut bytes)
            .map_err(|source| Error::io(name, source))?
            == 0
        {
            break;
        }
        let at = |column: usize, found: String| Error::Line {
            file: name.into(),
            line,
            column,
            found,
            expected: EXPECTED,
        };
        let text = str::from_utf8(&bytes).map_err(|e| at(e.valid_up_to() + 1, "not UTF-8".into()))?;
        let text = if line == 1 {
            text.trim_start_matches('\u{feff}')
        } else {
            text
        };
        if text.trim().is_empty() {
            continue;
        }
        let topic: Topic = serde_json::from_str(text).map_err(|e| at(e.column(), without_place(&e)))?;
        if let Some(first_line) = first_lines.insert(topic.qid.clone(), line) {
            return Err(Error::RepeatedTopic {
                file: name.into(),
                line,
                first_line,
                qid: topic.qid.to_string(),
            });
        }
        topics.push(topic);
    }
    Ok(topics)
}

/// serde_json's message without its own " at line 1 column 7": the line is not the file's.
pub(crate) fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    match message.rfind(" at line ") {
        Some(end) => message[..end].to_owned(),
        None => message,
    }
}

/// A missing value may also be written as null: tables of other tools do so.
pub(crate) fn null_is_empty<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Deserialize<'de> + Default,
    D: Deserializer<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
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
