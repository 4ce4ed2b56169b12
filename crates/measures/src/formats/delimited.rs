//! CSV and TSV: a header, then a row on each line.

use std::borrow::Cow;

use super::line_rows::RowsOfLines;
use super::rows::{Columns, Row, Slot, columns, slot};
use crate::error::LineProblem;

/// Fields between commas or tabs.
///
/// Blanks around a field do not belong to it. In CSV a field may stand in double quotes, and a doubled quote in there is
/// one; a field cannot hold a line break. TSV knows no quotes.
pub(super) struct Delimited {
    separator: char,
    /// Whether subtopics are read.
    subtopics: bool,
    columns: Columns,
}

impl Delimited {
    pub(super) fn csv() -> Self {
        Self::separated_by(',')
    }

    pub(super) fn tsv() -> Self {
        Self::separated_by('\t')
    }

    fn separated_by(separator: char) -> Self {
        Self {
            separator,
            subtopics: false,
            columns: Vec::new(),
        }
    }

    /// The same, reading subtopics or not.
    pub(super) fn with_subtopics(self, subtopics: bool) -> Self {
        Self { subtopics, ..self }
    }

    /// Whether a line names at least topic and docid.
    pub(super) fn is_header(&self, line: &str) -> bool {
        let names = self.names(line);
        let has = |wanted| names.iter().any(|name| slot(name) == Some(wanted));
        has(Slot::Topic) && has(Slot::Docid)
    }

    /// The names that stand in a header; none if it cannot be taken apart.
    pub(super) fn names(&self, line: &str) -> Vec<String> {
        let fields = self.fields(line).unwrap_or_default();
        fields.into_iter().map(Cow::into_owned).collect()
    }

    fn fields<'a>(&self, line: &'a str) -> Result<Vec<Cow<'a, str>>, LineProblem> {
        let mut fields = Vec::new();
        let mut rest = line;
        loop {
            let (field, behind) = match rest.trim_ascii_start().strip_prefix('"') {
                Some(inside) if self.separator == ',' => quoted(inside)?,
                _ => match rest.split_once(self.separator) {
                    Some((field, behind)) => (Cow::Borrowed(field.trim_ascii()), Some(behind)),
                    None => (Cow::Borrowed(rest.trim_ascii()), None),
                },
            };
            fields.push(field);
            match behind {
                Some(behind) => rest = behind,
                None => return Ok(fields),
            }
        }
    }
}

/// A field without its quotes, and what follows the comma behind it; `inside` begins behind the first quote.
fn quoted(inside: &str) -> Result<(Cow<'_, str>, Option<&str>), LineProblem> {
    let mut end = 0;
    loop {
        end += inside[end..].find('"').ok_or(LineProblem::Quote)?;
        if !inside[end + 1..].starts_with('"') {
            break;
        }
        end += 2;
    }
    let field = &inside[..end];
    let field = if field.contains('"') {
        Cow::Owned(field.replace("\"\"", "\""))
    } else {
        Cow::Borrowed(field)
    };
    let behind = inside[end + 1..].trim_ascii_start();
    match behind.strip_prefix(',') {
        Some(behind) => Ok((field, Some(behind))),
        None if behind.is_empty() => Ok((field, None)),
        None => Err(LineProblem::Quote),
    }
}

impl RowsOfLines for Delimited {
    const COMMENTS: bool = false;

    fn begin(&mut self, line: &str) -> Result<bool, LineProblem> {
        let names = self.fields(line)?.into_iter().map(Cow::into_owned);
        self.columns = columns(names, self.subtopics)?;
        Ok(true)
    }

    fn row<'a>(&'a self, line: &'a str) -> Result<Row<'a>, LineProblem> {
        let fields = self.fields(line)?;
        if fields.len() != self.columns.len() {
            return Err(LineProblem::Columns {
                expected: self.columns.len(),
                names: "those of the first line",
                found: fields.len(),
            });
        }
        let mut row = Row::default();
        for (field, (name, slot)) in fields.into_iter().zip(&self.columns) {
            if let Some(slot) = slot {
                row.set(*slot, name.into(), field)?;
            }
        }
        Ok(row)
    }
}
