//! One file: what it is, and what is odd in it.

use std::collections::BTreeSet;
use std::io::BufRead;
use std::path::Path;

use anyhow::Result;
use sokutei_measures::formats::{self, FileFormat};
use sokutei_measures::ir_metadata::Metadata;
use sokutei_measures::trec::{ReadQrels, ReadRun};
use sokutei_measures::{Error, Judgments, Oddity, Qrels, ReadingRules, RunHeader, TopicId};

use super::rows::{self, Rows};
use crate::files;

/// What a file holds.
pub(super) type Holds = formats::Contents;

/// A file that was read to its end.
pub(super) struct Checked {
    pub(super) name: String,
    pub(super) holds: Option<Holds>,
    /// Whether the numbers alone told it.
    pub(super) is_guessed: bool,
    pub(super) format: FileFormat,
    pub(super) topics: BTreeSet<TopicId>,
    /// Judgments, rows of a run, topics or sections.
    pub(super) n: usize,
    pub(super) findings: Vec<Finding>,
}

/// Something odd.
pub(super) struct Finding {
    pub(super) kind: String,
    pub(super) count: usize,
    /// The first of them: where, if that is known, and what.
    pub(super) first: Vec<(String, String)>,
}

impl Finding {
    fn counted(kind: &str, count: usize, what: &str) -> Option<Self> {
        (count > 0).then(|| Self {
            kind: kind.to_owned(),
            count,
            first: vec![(String::new(), what.to_owned())],
        })
    }

    /// What kept the rest of a file from being read.
    fn stopped(kind: &str, place: String, what: String) -> Self {
        Self {
            kind: kind.to_owned(),
            count: 1,
            first: vec![(place, what)],
        }
    }
}

impl From<Oddity> for Finding {
    fn from(oddity: Oddity) -> Self {
        let first = oddity.first.into_iter();
        Self {
            kind: oddity.kind.to_owned(),
            count: oddity.count,
            first: first
                .map(|(place, problem)| (place.to_string(), problem.to_string()))
                .collect(),
        }
    }
}

/// Reads a file to its end.
///
/// # Errors
/// A file that cannot be opened or read.
pub(super) fn check(
    path: &Path,
    format: Option<FileFormat>,
    told: Option<Holds>,
    rules: ReadingRules,
) -> Result<Checked> {
    let mut holds = None;
    let mut known = format.unwrap_or(FileFormat::Trec);
    let mut topics = BTreeSet::new();
    let mut n = 0;
    let mut findings = Vec::new();
    let read = files::read_as(path, format, |from, name, format, head| {
        known = format;
        let mut whole = Vec::new();
        let mut from: &mut dyn BufRead = from;
        let mut rest;
        if format == FileFormat::Parquet {
            // what it holds stands at its end
            from.read_to_end(&mut whole)
                .map_err(|e| rows::unreadable(name, e))?;
            holds = match told {
                Some(told) => Some(told),
                None => formats::parquet_contents(whole.as_slice(), name)?,
            };
            rest = whole.as_slice();
            from = &mut rest;
        } else {
            holds = told.or_else(|| formats::contents(head, format));
        }
        match holds {
            Some(Holds::Qrels) => {
                let read = formats::read_qrels(from, name, format, rules)?;
                n = n_judgments(&read.qrels);
                topics.extend(read.qrels.topics().cloned());
                findings.extend(in_qrels(read));
            }
            Some(Holds::Run) => {
                let read = formats::read_run(from, name, format, rules)?;
                n = read.run.n_rows();
                topics.extend(read.run.topics().cloned());
                findings.extend(in_run(read));
            }
            Some(Holds::Topics) => Rows { n, findings } = rows::topics(&mut from, name)?,
            Some(Holds::Sections) => Rows { n, findings } = rows::sections(&mut from, name)?,
            None => findings.push(Finding::stopped(
                "unknown",
                String::new(),
                "neither qrels nor a run, topics or sections: no columns, keys or header that are known"
                    .to_owned(),
            )),
        }
        Ok(())
    });
    if let Err(error) = read {
        findings.push(in_the_whole(error)?);
    }
    Ok(Checked {
        name: files::name(path),
        holds,
        is_guessed: told.is_none() && known == FileFormat::Json && holds == Some(Holds::Qrels),
        format: known,
        topics,
        n,
        findings,
    })
}

/// An error that says what is odd in a file; others are given back.
fn in_the_whole(error: anyhow::Error) -> Result<Finding> {
    let cause = error.chain().find_map(|cause| cause.downcast_ref::<Error>());
    Ok(match cause {
        Some(Error::Line { line, problem, .. }) => {
            Finding::stopped(problem.kind(), line.to_string(), problem.to_string())
        }
        Some(Error::Row { row, problem, .. }) => {
            Finding::stopped(problem.kind(), format!("row {row}"), problem.to_string())
        }
        Some(Error::Path { path, problem, .. }) => {
            Finding::stopped(problem.kind(), path.clone(), problem.to_string())
        }
        Some(Error::Form { found, .. }) => Finding::stopped("form", String::new(), found.clone()),
        _ => return Err(error),
    })
}

/// Judgments, each of a document for one subtopic where there are some.
fn n_judgments(qrels: &Qrels) -> usize {
    let of_topic = |judged: &Judgments| match judged.n_subtopics() {
        0 => judged.len(),
        _ => judged.subtopics().map(|s| judged.of_subtopic(s).count()).sum(),
    };
    qrels.iter().map(|(_, judged)| of_topic(judged)).sum()
}

fn in_qrels(read: ReadQrels) -> Vec<Finding> {
    let empty = read.qrels.iter().filter(|(_, judged)| judged.is_empty()).count();
    let mut findings = of_rows(read.qrels.n_judgments(), read.commented_rows, read.oddities);
    findings.extend(Finding::counted(
        "repeated-row",
        read.duplicates,
        "there twice, and counted once",
    ));
    findings.extend(Finding::counted(
        "topic-without-judgments",
        empty,
        "takes no part in any mean",
    ));
    findings
}

fn in_run(read: ReadRun) -> Vec<Finding> {
    let mut findings = of_rows(read.run.n_rows(), read.commented_rows, read.oddities);
    if let Some(header) = &read.header {
        findings.extend(in_header(header, &read.run.tag));
    }
    findings
}

/// What is odd in a header of ir_metadata.
fn in_header(header: &RunHeader, tag: &str) -> Vec<Finding> {
    let metadata = match Metadata::read(header) {
        Ok(metadata) => metadata,
        Err(e) => return vec![Finding::stopped("ir-metadata", e.line.to_string(), e.problem)],
    };
    let mut findings = Vec::new();
    let unknown: Vec<String> = metadata.unknown_keys().map(|key| format!("{key:?}")).collect();
    findings.extend(Finding::counted(
        "ir-metadata-key",
        unknown.len(),
        &format!("not a key of the schema: {}", unknown.join(", ")),
    ));
    let other = metadata.tag().filter(|named| *named != tag);
    findings.extend(other.map(|named| {
        let what = format!("the header names the run {named:?}, its rows {tag:?}");
        Finding::stopped("ir-metadata-tag", String::new(), what)
    }));
    findings
}

fn of_rows(n_rows: usize, commented: usize, oddities: Vec<Oddity>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = oddities.into_iter().map(Finding::from).collect();
    findings.extend(Finding::counted(
        "commented-row",
        commented,
        "begins with # and looks like a row; a topic id cannot begin with #",
    ));
    findings.extend(Finding::counted(
        "no-rows",
        usize::from(n_rows == 0),
        "nothing was left to read",
    ));
    findings
}
