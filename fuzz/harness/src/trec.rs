//! Bytes → qrels and a run → values.

use std::fmt::Debug;
use std::io::{BufRead, BufReader, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sokutei_measures::trec::{ReadQrels, ReadRun, read_qrels, read_run_counted, write_qrels, write_run};
use sokutei_measures::{Error, LineProblem, Measure};

use crate::evaluation::evaluation;
use crate::lines;

/// Qrels, a run and names of measures (one a line), separated by NUL bytes.
pub fn trec(bytes: &[u8]) {
    let mut parts = bytes.splitn(3, |&byte| byte == 0);
    let mut part = || parts.next().unwrap_or_default();
    let qrels = qrels_file(part());
    let run = run_file(part());
    let names = String::from_utf8_lossy(part());
    let asked: Vec<Measure> = names
        .lines()
        .take(8)
        .filter_map(|name| name.parse().ok())
        .collect();
    if let (Some(qrels), Some(run)) = (qrels, run) {
        evaluation(&run.run, &qrels.qrels, asked);
    }
}

fn qrels_file(bytes: &[u8]) -> Option<ReadQrels> {
    let read = every_way(bytes, &|reader| read_qrels(reader, "x"))?;
    let rows = rows(bytes);
    assert_eq!(read.qrels.n_judgments() + read.duplicates, rows);
    assert_eq!(read.comments, comments(bytes));
    let mut file = Vec::new();
    let written = write_qrels(&mut file, &read.qrels);
    if is_writable(written, read.qrels.topics().map(|topic| topic.as_str()), None) {
        let again = read_qrels(file.as_slice(), "x").expect("what was written");
        assert!(again.qrels.iter().eq(read.qrels.iter()), "another order");
        assert_eq!(again.qrels, read.qrels);
        assert_eq!((again.duplicates, again.comments), (0, 0));
    } else {
        assert!(file.is_empty());
    }
    Some(read)
}

fn run_file(bytes: &[u8]) -> Option<ReadRun> {
    let read = every_way(bytes, &|reader| read_run_counted(reader, "x"))?;
    assert_eq!(read.run.n_rows(), rows(bytes));
    assert_eq!(read.comments, comments(bytes));
    let mut file = Vec::new();
    let written = write_run(&mut file, &read.run);
    if is_writable(
        written,
        read.run.topics().map(|topic| topic.as_str()),
        Some(&read.run.tag),
    ) {
        let again = read_run_counted(file.as_slice(), "x").expect("what was written");
        assert_eq!(again.run, read.run);
        assert!(again.run.iter().eq(read.run.iter()), "another order");
        assert_eq!(again.comments, 0);
    } else {
        assert!(file.is_empty());
    }
    Some(read)
}

/// Reads a file at once, in small pieces, and out of a compressed file; all must give the same. `None` if it is refused.
fn every_way<T: PartialEq + Debug>(
    bytes: &[u8],
    read: &dyn Fn(&mut dyn BufRead) -> Result<T, Error>,
) -> Option<T> {
    let at_once = read(&mut &*bytes);
    let in_pieces = read(&mut BufReader::with_capacity(3, bytes));
    let mut compressed = GzEncoder::new(Vec::new(), Compression::fast());
    compressed.write_all(bytes).expect("memory is written to");
    let compressed = compressed.finish().expect("memory is written to");
    let out_of_gz = read(&mut BufReader::new(GzDecoder::new(compressed.as_slice())));
    for other in [in_pieces, out_of_gz] {
        assert_eq!(message(&other), message(&at_once));
        assert_eq!(other.ok().as_ref(), at_once.as_ref().ok());
    }
    let broken_off = GzDecoder::new(&compressed[..compressed.len() - 9]);
    let broken_off = read(&mut BufReader::new(broken_off));
    assert!(broken_off.is_err(), "a file that breaks off is taken for whole");
    match at_once {
        Ok(read) => Some(read),
        Err(error) => {
            refused(bytes, &error, read);
            None
        }
    }
}

fn message<T>(result: &Result<T, Error>) -> Option<String> {
    result.as_ref().err().map(ToString::to_string)
}

/// The line that an error names exists, is the first bad one, and is bad in that way.
fn refused<T>(bytes: &[u8], error: &Error, read: &dyn Fn(&mut dyn BufRead) -> Result<T, Error>) {
    match error {
        Error::NoRows { .. } => assert_eq!(rows(bytes), 0),
        Error::Line { line, problem, .. } => {
            assert!((1..=lines::count(bytes)).contains(line), "{error}");
            match read(&mut lines::first(bytes, line - 1)) {
                Ok(_) | Err(Error::NoRows { .. }) => {}
                Err(earlier) => panic!("{earlier} comes before {error}"),
            }
            let up_to_it = read(&mut lines::first(bytes, *line)).map(drop);
            assert_eq!(message(&up_to_it), Some(error.to_string()));
            bad_line(lines::line(bytes, *line), *line, problem);
        }
        other => panic!("{other}"),
    }
}

fn bad_line(line: &[u8], number: usize, problem: &LineProblem) {
    let text = std::str::from_utf8(line);
    match problem {
        LineProblem::NotUtf8 { byte } => {
            assert_eq!(text.expect_err("not UTF-8").valid_up_to() + 1, *byte);
        }
        LineProblem::ByteOrderMark => assert!(text.is_ok_and(|text| text.starts_with('\u{feff}'))),
        LineProblem::Columns { found, expected, .. } => {
            let text = text.expect("UTF-8").trim_start_matches('\u{feff}');
            assert_eq!(text.split_ascii_whitespace().count(), *found);
            assert_ne!(found, expected);
        }
        LineProblem::ConflictingGrades { first_line, .. } => {
            assert!((1..number).contains(&(*first_line as usize)));
        }
        LineProblem::DuplicateDocument { first_line, .. } | LineProblem::SecondTag { first_line, .. } => {
            assert!((1..number).contains(first_line))
        }
        LineProblem::AboutSubtopics { conflict, .. } => bad_line(line, number, conflict),
        other => {
            // the others quote the column that they are about
            let quoted = other.to_string();
            let text = text.expect("UTF-8").trim_start_matches('\u{feff}');
            let columns = text.split_ascii_whitespace();
            assert!(
                columns
                    .map(|column| format!("{column:?}"))
                    .any(|column| quoted.contains(&column)),
                "{quoted}"
            );
        }
    }
}

/// Whether a file was written. It may only be refused for what the documentation names.
fn is_writable<'a>(
    written: Result<(), Error>,
    mut topics: impl Iterator<Item = &'a str>,
    tag: Option<&str>,
) -> bool {
    let unwritable = topics.any(|topic| topic.starts_with(['#', '\u{feff}']))
        || tag.is_some_and(|tag| tag.contains(sokutei_text::is_space));
    match written {
        Ok(()) => assert!(!unwritable),
        Err(Error::Unwritable { .. }) => assert!(unwritable),
        Err(other) => panic!("{other}"),
    }
    !unwritable
}

/// The lines of a file that are neither blank nor comments.
fn rows(bytes: &[u8]) -> usize {
    let is_row = |line: &&[u8]| !line.trim_ascii().is_empty() && !line.starts_with(b"#");
    lines::each(without_mark(bytes)).filter(is_row).count()
}

fn comments(bytes: &[u8]) -> usize {
    lines::each(without_mark(bytes))
        .filter(|line| line.starts_with(b"#"))
        .count()
}

fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}
