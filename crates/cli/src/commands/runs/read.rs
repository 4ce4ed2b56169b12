//! Qrels and runs from files, and what is said of their rows.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use sokutei_measures::ir_metadata::Metadata;
use sokutei_measures::{
    Error, LineProblem, Measure, Oddity, Qrels, ReadingRules, Run, RunHeader, formats, trec,
};

use super::super::subtopics;
use crate::args::Reading;
use crate::files;
use crate::kept_line::InLine;
use crate::terminal::{Voice, warn};

/// Columns of the two kinds of files.
const QRELS_COLUMNS: usize = 4;
const RUN_COLUMNS: usize = 6;

/// Reads qrels, with subtopics if some measure asks for them; lines that are there twice, what was mended, and comments are counted.
pub(crate) fn qrels(path: &Path, reading: &Reading, measures: &[Measure], voice: Voice) -> Result<Qrels> {
    subtopics::require_whole_grades(measures, reading.decimal_grades)?;
    let rules = ReadingRules {
        subtopics: subtopics::are_asked_for(measures),
        ..reading.rules()
    };
    let read = files::read_as(path, reading.format(), |from, name, format, _| {
        formats::read_qrels(from, name, format, rules)
    })
    .map_err(|e| with_hint(e, RUN_COLUMNS))?;
    if read.duplicates > 0 {
        warn(&format!(
            "{}: {} lines are there twice and count once",
            files::name(path),
            read.duplicates
        ));
    }
    tell_oddities(path, &read.oddities);
    tell_comments(path, (read.comments, read.commented_rows), voice);
    subtopics::tell(&files::name(path), &read.qrels, measures, voice);
    Ok(read.qrels)
}

/// A run, and what its header says.
pub(super) struct ReadRun {
    pub(super) run: Run,
    pub(super) metadata: Option<Metadata>,
}

fn run(path: &Path, reading: &Reading, voice: Voice) -> Result<ReadRun> {
    let read = files::read_as(path, reading.format(), |from, name, format, _| {
        formats::read_run(from, name, format, reading.rules())
    })
    .map_err(|e| with_hint(e, QRELS_COLUMNS))?;
    tell_oddities(path, &read.oddities);
    tell_comments(path, (read.comments, read.commented_rows), voice);
    Ok(ReadRun {
        run: read.run,
        metadata: read.header.as_ref().and_then(|header| metadata(path, header)),
    })
}

/// What a header says; one that cannot be read is told, and the rows count all the same.
fn metadata(path: &Path, header: &RunHeader) -> Option<Metadata> {
    let read = Metadata::read(header);
    read.map_err(|e| {
        let name = files::name(path);
        warn(&format!(
            "{name}:{}: the header of ir_metadata is not read: {}",
            e.line, e.problem
        ));
    })
    .ok()
}

/// Reads a run with what trec_eval lets pass, which is counted.
pub(crate) fn run_of_trec_eval(path: &Path, voice: Voice) -> Result<Run> {
    let odd = files::read(path, |from, name| trec::read_run_of_trec_eval(from, name))
        .map_err(|e| with_hint(e, QRELS_COLUMNS))?;
    let name = files::name(path);
    if odd.longer_lines > 0 {
        let longer = lines(odd.longer_lines);
        warn(&format!(
            "{name}: {longer} with words behind the tag, which are passed over"
        ));
    }
    if odd.tag_changes > 0 {
        let tag = &odd.read.run.tag;
        warn(&format!(
            "{name}: more than one tag; the last, {tag}, names the run"
        ));
    }
    tell_comments(path, (odd.read.comments, odd.read.commented_rows), voice);
    Ok(odd.read.run)
}

/// One warning for each kind of rows that were let through.
fn tell_oddities(path: &Path, oddities: &[Oddity]) {
    for oddity in oddities {
        let Some((place, problem)) = oddity.first.first() else {
            continue;
        };
        warn(&format!(
            "{}: {} × {}, {}; the first at {place}: {problem}",
            files::name(path),
            oddity.kind,
            oddity.count,
            oddity.remedy,
        ));
    }
}

/// Says in which order the files come if the line has as many columns as the other kind, and that a binary file is neither.
fn with_hint(mut error: anyhow::Error, others: usize) -> anyhow::Error {
    let Some(in_line) = error.downcast_mut::<InLine>() else {
        return error;
    };
    let Some(Error::Line { problem, .. }) = in_line.cause().downcast_ref::<Error>() else {
        return error;
    };
    let packed = PACKED.iter().find(|(start, _)| in_line.line.starts_with(start));
    let hint = match problem {
        _ if packed.is_some() => packed.map(|(_, by)| format!("it is packed by {by}: unpack it first")),
        LineProblem::Columns { found, .. } if *found == others => {
            Some("the qrels come first, then the runs".to_owned())
        }
        LineProblem::FractionalGrade { .. } => Some("--decimal-grades takes them as they are".to_owned()),
        _ if in_line.line.contains(&0) && !is_utf16(&in_line.line) => {
            Some("this is no text file, or not the file that is meant".to_owned())
        }
        _ => None,
    };
    in_line.hint = hint;
    error
}

/// How files begin that were packed otherwise than by gzip, which is read.
const PACKED: [(&[u8], &str); 4] = [
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"\xfd7zXZ", "xz"),
    (b"BZh", "bzip2"),
    (b"PK\x03\x04", "zip"),
];

/// Text all the same, and to be saved as UTF-8.
fn is_utf16(line: &[u8]) -> bool {
    line.starts_with(&[0xff, 0xfe]) || line.starts_with(&[0xfe, 0xff])
}

/// What is left out is counted: a topic id that begins with # would be lost without a word.
fn tell_comments(path: &Path, (comments, like_rows): (usize, usize), voice: Voice) {
    let name = files::name(path);
    if like_rows > 0 {
        warn(&format!(
            "{name}: {} begin with # and were passed over as comments, but look like rows; a topic id cannot begin with #",
            lines(like_rows)
        ));
    }
    let others = comments - like_rows;
    if others > 0 {
        voice.note(&format!("note: {name}: {} of comment passed over", lines(others)));
    }
}

fn lines(n: usize) -> String {
    format!("{n} line{}", if n == 1 { "" } else { "s" })
}

/// Standard input is read to its end by the first that asks for it.
pub(crate) fn one_standard_input(qrels: &Path, runs: &[PathBuf]) -> Result<()> {
    let paths = runs.iter().map(PathBuf::as_path).chain([qrels]);
    if paths.filter(|path| path.as_os_str() == "-").count() > 1 {
        bail!("-: standard input can be read once; name files for the others");
    }
    Ok(())
}

/// Reads runs, each with the name it has in tables: its tag, or its file where tags are not unique.
pub(super) fn runs(paths: &[PathBuf], reading: &Reading, voice: Voice) -> Result<Vec<(String, ReadRun)>> {
    let runs = paths
        .iter()
        .map(|path| run(path, reading, voice))
        .collect::<Result<Vec<_>>>()?;
    let mut tags: BTreeMap<String, usize> = BTreeMap::new();
    for ReadRun { run, .. } in &runs {
        *tags.entry(run.tag.clone()).or_default() += 1;
    }
    let name = |(run, path): (ReadRun, &PathBuf)| {
        let tag = &run.run.tag;
        let name = if tags[tag] == 1 {
            tag.clone()
        } else {
            files::name(path)
        };
        (name, run)
    };
    let mut named: Vec<(String, ReadRun)> = runs.into_iter().zip(paths).map(name).collect();
    tell_twins_apart(&mut named);
    Ok(named)
}

/// One file given twice is two runs in a table: the second is called so.
fn tell_twins_apart(runs: &mut [(String, ReadRun)]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (name, _) in runs {
        let times = seen.entry(name.clone()).or_default();
        *times += 1;
        if *times > 1 {
            warn(&format!("{name} is given {times} times"));
            *name = format!("{name} ({times})");
        }
    }
}
