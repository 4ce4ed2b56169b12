//! Topics and sections: what is odd in their lines.

use std::io::BufRead;

use sokutei_ingest::{Error as IngestError, each_chunk};
use sokutei_measures::Error;
use sokutei_testset::{Error as TestsetError, each_topic};

use super::file::Finding;

/// How many rows there are, and what is odd.
pub(super) struct Rows {
    pub(super) n: usize,
    pub(super) findings: Vec<Finding>,
}

/// A line that is no row: the kind of fault, the line, and what is wrong.
type Odd = (&'static str, usize, String);

/// # Errors
/// A file that cannot be read on.
pub(super) fn topics(from: impl BufRead, name: &str) -> Result<Rows, Error> {
    count(each_topic(from, name).map(|topic| match topic {
        Ok(_) => Ok(None),
        Err(TestsetError::Line {
            line,
            column,
            found,
            expected,
            ..
        }) => Ok(Some((
            "no-topic",
            line,
            format!("column {column}: {found}; {expected}"),
        ))),
        Err(TestsetError::RepeatedTopic {
            line,
            first_line,
            qid,
            ..
        }) => Ok(Some((
            "repeated-topic",
            line,
            format!("qid {qid} is on line {first_line} already"),
        ))),
        Err(TestsetError::Io { source, .. }) => Err(unreadable(name, source)),
        Err(other) => Ok(Some(("no-topic", 0, other.to_string()))),
    }))
}

/// # Errors
/// A file that cannot be read on.
pub(super) fn sections(from: impl BufRead, name: &str) -> Result<Rows, Error> {
    count(each_chunk(from, name).map(|section| match section {
        Ok(_) => Ok(None),
        Err(IngestError::BadChunk {
            line,
            column,
            found,
            fix,
            ..
        }) => Ok(Some((
            "no-section",
            line,
            format!("column {column}: {found}; {fix}"),
        ))),
        Err(IngestError::RepeatedId { line, first, id, .. }) => Ok(Some((
            "repeated-section",
            line,
            format!("id {id} is on line {first} already"),
        ))),
        Err(IngestError::ReadChunks { source, .. }) => Err(unreadable(name, source)),
        Err(other) => Ok(Some(("no-section", 0, other.to_string()))),
    }))
}

fn unreadable(name: &str, source: std::io::Error) -> Error {
    Error::Read {
        file: name.to_owned(),
        source,
    }
}

/// `None` is a row that is as it should be.
fn count(rows: impl Iterator<Item = Result<Option<Odd>, Error>>) -> Result<Rows, Error> {
    let mut found = Rows {
        n: 0,
        findings: Vec::new(),
    };
    for row in rows {
        match row? {
            None => found.n += 1,
            Some(odd) => found.add(odd),
        }
    }
    Ok(found)
}

impl Rows {
    /// Rows of one kind that are kept to be shown.
    const SHOWN: usize = 3;

    fn add(&mut self, (kind, line, what): Odd) {
        let place = self.findings.iter().position(|finding| finding.kind == kind);
        let place = place.unwrap_or_else(|| {
            self.findings.push(Finding {
                kind: kind.to_owned(),
                count: 0,
                first: Vec::new(),
            });
            self.findings.len() - 1
        });
        let finding = &mut self.findings[place];
        finding.count += 1;
        if finding.first.len() < Self::SHOWN {
            finding.first.push((line.to_string(), what));
        }
    }
}
