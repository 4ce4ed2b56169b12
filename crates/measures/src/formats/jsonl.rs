//! JSON lines: one object is one row.

use std::fmt;

use serde::de::{Deserializer as _, Error as _, IgnoredAny, MapAccess, Visitor};

use super::line_rows::RowsOfLines;
use super::rows::{Row, slot_that_is_read, typed};
use super::scalar::{Key, Scalar, words};
use crate::error::LineProblem;

pub(super) struct JsonLines {
    /// Whether subtopics are read.
    pub(super) subtopics: bool,
}

impl RowsOfLines for JsonLines {
    const COMMENTS: bool = true;

    fn begin(&mut self, _: &str) -> Result<bool, LineProblem> {
        Ok(false)
    }

    fn row<'a>(&'a self, line: &'a str) -> Result<Row<'a>, LineProblem> {
        let mut parser = serde_json::Deserializer::from_str(line);
        let mut problem = None;
        let visitor = RowVisitor {
            problem: &mut problem,
            subtopics: self.subtopics,
        };
        let row = parser.deserialize_map(visitor).and_then(|row| {
            parser.end()?;
            Ok(row)
        });
        row.map_err(|error| {
            problem.unwrap_or_else(|| LineProblem::Json {
                found: words(&error, line),
            })
        })
    }
}

struct RowVisitor<'p> {
    /// Why reading stopped, if it was not the parser.
    problem: &'p mut Option<LineProblem>,
    subtopics: bool,
}

impl<'de> Visitor<'de> for RowVisitor<'_> {
    type Value = Row<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a topic, a docid and a number")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Row<'de>, A::Error> {
        let mut row = Row::default();
        while let Some(Key(name)) = object.next_key()? {
            let Some(slot) = slot_that_is_read(&name, self.subtopics) else {
                object.next_value::<IgnoredAny>()?;
                continue;
            };
            let value: Scalar<'de> = object.next_value()?;
            let set = typed(slot, &name, value).and_then(|text| row.set(slot, name, text));
            if let Err(problem) = set {
                *self.problem = Some(problem);
                return Err(A::Error::custom(""));
            }
        }
        Ok(row)
    }
}
