//! Bytes → qrels and a run in every format.

use std::io::BufReader;

use sokutei_measures::formats::{FileFormat, contents, detect, read_qrels, read_run};
use sokutei_measures::trec::{self, ReadQrels, ReadRun};
use sokutei_measures::{Error, Oddities, Qrels, ReadingRules, Run};

use crate::lines;

/// A file: read as what it looks like, and as every other format.
pub fn formats(bytes: &[u8]) {
    if let Ok(format) = detect(bytes, "x") {
        assert_eq!(detect(bytes, "y").ok(), Some(format));
    }
    for format in FileFormat::ALL {
        let _ = contents(bytes, format);
        qrels(bytes, format);
        qrels_of_subtopics(bytes, format);
        run(bytes, format);
    }
}

fn rules(oddities: Oddities) -> ReadingRules {
    ReadingRules {
        oddities,
        ..ReadingRules::default()
    }
}

fn qrels(bytes: &[u8], format: FileFormat) {
    let read = |oddities| read_qrels(bytes, "x", format, rules(oddities));
    let in_pieces = read_qrels(
        BufReader::with_capacity(3, bytes),
        "x",
        format,
        ReadingRules::default(),
    );
    let strict = read(Oddities::Refuse);
    same(&strict, &in_pieces);
    match strict {
        Ok(strict) => {
            // where nothing is odd the rules for it change nothing
            for oddities in [Oddities::Mend, Oddities::Collect] {
                assert_eq!(read(oddities).expect("nothing is odd"), strict);
            }
            is_written_and_read(&strict.qrels);
        }
        Err(error) => refused(bytes, &error),
    }
    if let Ok(ReadQrels { qrels, oddities, .. }) = read(Oddities::Mend) {
        assert!(
            oddities
                .iter()
                .all(|o| o.count >= o.first.len() && !o.first.is_empty())
        );
        is_written_and_read(&qrels);
    }
}

fn qrels_of_subtopics(bytes: &[u8], format: FileFormat) {
    let rules = ReadingRules {
        subtopics: true,
        ..ReadingRules::default()
    };
    let qrels = match read_qrels(bytes, "x", format, rules) {
        Ok(read) => read.qrels,
        Err(error) => return refused(bytes, &error),
    };
    let mut file = Vec::new();
    if qrels.iter().all(|(_, judged)| judged.n_subtopics() > 0)
        && trec::write_qrels(&mut file, &qrels).is_ok()
    {
        let again = trec::read_qrels_by(file.as_slice(), "x", rules);
        assert_eq!(again.expect("what was written").qrels, qrels);
    }
}

fn run(bytes: &[u8], format: FileFormat) {
    let read = |oddities| read_run(bytes, "x", format, rules(oddities));
    let in_pieces = read_run(
        BufReader::with_capacity(3, bytes),
        "x",
        format,
        ReadingRules::default(),
    );
    let strict = read(Oddities::Refuse);
    same(&strict, &in_pieces);
    match strict {
        Ok(strict) => {
            for oddities in [Oddities::Mend, Oddities::Collect] {
                assert_eq!(read(oddities).expect("nothing is odd"), strict);
            }
            is_run(&strict.run);
        }
        Err(error) => refused(bytes, &error),
    }
    if let Ok(ReadRun { run, oddities, .. }) = read(Oddities::Mend) {
        assert!(
            oddities
                .iter()
                .all(|o| o.count >= o.first.len() && !o.first.is_empty())
        );
        is_run(&run);
    }
}

fn same<T: PartialEq>(a: &Result<T, Error>, b: &Result<T, Error>) {
    let message = |r: &Result<T, Error>| r.as_ref().err().map(ToString::to_string);
    assert_eq!(message(a), message(b));
    assert!(a.as_ref().ok() == b.as_ref().ok(), "another result in pieces");
}

/// An error names a line that there is.
fn refused(bytes: &[u8], error: &Error) {
    match error {
        Error::Line { line, .. } => assert!((1..=lines::count(bytes).max(1)).contains(line), "{error}"),
        Error::Path { .. } | Error::Form { .. } | Error::NoRows { .. } => {}
        other => panic!("{other}"),
    }
}

/// What the columns of TREC can hold comes back from them; topics without judgments have no line there.
fn is_written_and_read(qrels: &Qrels) {
    let mut file = Vec::new();
    if trec::write_qrels(&mut file, qrels).is_err() || qrels.n_judgments() == 0 {
        return;
    }
    let again = trec::read_qrels(file.as_slice(), "x")
        .expect("what was written")
        .qrels;
    assert!(
        again
            .iter()
            .eq(qrels.iter().filter(|(_, judged)| !judged.is_empty()))
    );
}

fn is_run(run: &Run) {
    assert!(
        run.iter()
            .all(|(_, rows)| rows.iter().all(|row| row.score.is_finite()))
    );
    let mut file = Vec::new();
    if trec::write_run(&mut file, run).is_err() || run.n_rows() == 0 {
        return;
    }
    let again = trec::read_run(file.as_slice(), "x").expect("what was written");
    assert_eq!(&again, run);
}
