//! Parquet files of other programs: the same rows as the text beside them, and what is refused, and how it is told.
#![allow(clippy::float_cmp)] // what is read is exact

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use sokutei_measures::formats::{Contents, FileFormat, detect, parquet_contents, read_qrels, read_run};
use sokutei_measures::{Duplicates, Error, Oddities, Place, Qrels, ReadingRules, Run};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/parquet")
}

fn bytes(file: &str) -> Vec<u8> {
    fs::read(folder().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
}

/// Files whose name begins so, without extension.
fn files(start: &str) -> Vec<String> {
    let names = fs::read_dir(folder()).expect("the folder is there");
    let names = names.map(|entry| entry.expect("listed").file_name().into_string().expect("UTF-8"));
    let mut names: Vec<String> = names
        .filter(|name| name.starts_with(start) && name.ends_with(".parquet"))
        .collect();
    names.sort();
    names
}

fn qrels_of(file: &str) -> Qrels {
    let bytes = bytes(file);
    let format = detect(&bytes, file).expect("a format");
    let read = read_qrels(bytes.as_slice(), file, format, ReadingRules::default());
    read.unwrap_or_else(|e| panic!("{file}: {e}")).qrels
}

fn run_of(file: &str) -> Run {
    let bytes = bytes(file);
    let format = detect(&bytes, file).expect("a format");
    let read = read_run(bytes.as_slice(), file, format, ReadingRules::default());
    read.unwrap_or_else(|e| panic!("{file}: {e}")).run
}

/// Topic, document, rank and score of every row, in the order of the file.
fn rows(run: &Run) -> Vec<(String, String, u32, f64)> {
    let rows = run.iter().flat_map(|(topic, rows)| {
        rows.iter()
            .map(move |row| (topic.to_string(), row.docid.to_string(), row.rank, row.score))
    });
    rows.collect()
}

#[test]
fn judgments_are_those_of_the_text_whoever_wrote_them() {
    let expected = qrels_of("qrels.csv");
    let mut read = 0;
    for file in files("qrels-") {
        if file == "qrels-whole-ids.parquet" {
            continue;
        }
        assert_eq!(
            detect(&bytes(&file), &file).expect("a format"),
            FileFormat::Parquet
        );
        // ranx sorts the judgments of a topic by grade, and calls grades scores
        let (mut a, mut b) = (qrels_rows(&qrels_of(&file)), qrels_rows(&expected));
        if file == "qrels-ranx.parquet" {
            a.sort();
            b.sort();
        }
        assert_eq!(a, b, "{file}");
        read += 1;
    }
    assert_eq!(read, 15);
}

fn qrels_rows(qrels: &Qrels) -> Vec<(String, String, i32)> {
    let rows = qrels.iter().flat_map(|(topic, judgments)| {
        judgments
            .iter()
            .map(move |(docid, grade)| (topic.to_string(), docid.to_string(), grade))
    });
    rows.collect()
}

#[test]
fn runs_are_those_of_the_text_whoever_wrote_them() {
    let expected = rows(&run_of("run.csv"));
    let mut read = 0;
    for file in files("run-") {
        let run = run_of(&file);
        assert_eq!(run.tag, file.trim_end_matches(".parquet"));
        if file == "run-ranx.parquet" {
            // sorted by score, without ranks
            let without = |rows: &[(String, String, u32, f64)]| {
                let mut rows: Vec<_> = rows
                    .iter()
                    .map(|(q, d, _, s)| (q.clone(), d.clone(), s.to_bits()))
                    .collect();
                rows.sort();
                rows
            };
            assert_eq!(without(&rows(&run)), without(&expected));
        } else {
            assert_eq!(rows(&run), expected, "{file}");
        }
        read += 1;
    }
    assert_eq!(read, 22);
}

#[test]
fn whole_numbers_may_be_ids() {
    let expected = [("301", "7", 1), ("301", "8", 0), ("302", "7", 2)];
    let read = qrels_rows(&qrels_of("qrels-whole-ids.parquet"));
    let expected = expected.map(|(q, d, g)| (q.to_owned(), d.to_owned(), g));
    assert_eq!(read, expected);
}

#[test]
fn columns_tell_what_a_file_holds() {
    let contents = |file: &str| parquet_contents(bytes(file).as_slice(), file).expect("Parquet");
    assert_eq!(contents("qrels-snappy.parquet"), Some(Contents::Qrels));
    assert_eq!(contents("run-snappy.parquet"), Some(Contents::Run));
    assert_eq!(contents("refused-no-docid.parquet"), None);
}

/// What is refused, and what is said. The rows are as many as scripts/make-parquet wrote.
const REFUSED: [(&str, &str); 20] = [
    (
        "brotli",
        "x: not read as Parquet: column \"query_id\" is packed by brotli; write it with snappy, gzip, lz4 or zstd",
    ),
    (
        "decimal",
        "x: not read as Parquet: column \"score\" holds decimals; save it as strings, whole numbers or floating-point numbers",
    ),
    (
        "list",
        "x: not read as Parquet: column \"doc_id\" holds lists or structures; save",
    ),
    (
        "structure",
        "x: not read as Parquet: column \"doc_id\" holds lists or structures; save",
    ),
    (
        "truth",
        "x: not read as Parquet: column \"score\" holds true and false; save",
    ),
    (
        "date",
        "x: not read as Parquet: column \"query_id\" holds values of type Date; save",
    ),
    (
        "time",
        "x: not read as Parquet: column \"score\" holds values of type Timestamp; save",
    ),
    (
        "half",
        "x: not read as Parquet: column \"score\" holds values of type Float16; save",
    ),
    (
        "two-topics",
        "x: not read as Parquet: \"query_id\" and \"topic\" both name the topic; keep one",
    ),
    (
        "no-docid",
        "x: not read as Parquet: no docid; it is named by one of docid, doc_id, docno, corpus-id, corpus_id",
    ),
    ("empty", "x: no rows; each names a topic and a document"),
    ("null", "x: row 2: field \"score\" is null; expected a number"),
    (
        "null-topic",
        "x: row 1: field \"query_id\" is null; expected a string",
    ),
    (
        "nan",
        "x: row 2: field \"score\": score \"NaN\" is not finite; runs are ordered by score, so each needs a place",
    ),
    (
        "text-score",
        "x: row 1: field \"score\" is a string; expected a number",
    ),
    (
        "real-id",
        "x: row 1: field \"doc_id\" is a fractional number; expected a string",
    ),
    (
        "bytes",
        "x: row 2: field \"doc_id\" is bytes that are not UTF-8; expected a string",
    ),
    (
        "twice",
        "x: row 2: topic q1 already has docid a on row 1; keep one of the two rows",
    ),
    (
        "large-rank",
        "x: row 2: field \"rank\": rank \"9223372036854775808\" is not a whole number of at least 0",
    ),
    (
        "two-grades",
        "x: row 2: topic q1, docid a has grade 2 here and 1 on row 1; keep one",
    ),
];

fn error(file: &str) -> Error {
    let bytes = bytes(file);
    let is_qrels = parquet_contents(bytes.as_slice(), "x").expect("Parquet") == Some(Contents::Qrels);
    if is_qrels {
        read_qrels(
            bytes.as_slice(),
            "x",
            FileFormat::Parquet,
            ReadingRules::default(),
        )
        .expect_err(file)
    } else {
        read_run(
            bytes.as_slice(),
            "x",
            FileFormat::Parquet,
            ReadingRules::default(),
        )
        .expect_err(file)
    }
}

#[test]
fn what_is_refused_is_named_with_its_row_or_column() {
    for (file, message) in REFUSED {
        let said = error(&format!("refused-{file}.parquet")).to_string();
        assert!(said.starts_with(message), "{file}: {said}");
    }
    let said = error("refused-fraction.parquet").to_string();
    assert!(
        said.starts_with("x: row 1: field \"relevance\": grade \"1.5\" is not a whole number"),
        "{said}"
    );
    assert_eq!(files("refused-").len(), REFUSED.len() + 1);
}

#[test]
fn rules_are_those_of_all_formats() {
    let mend = ReadingRules {
        oddities: Oddities::Mend,
        ..ReadingRules::default()
    };
    let nan = read_run(
        bytes("refused-nan.parquet").as_slice(),
        "x",
        FileFormat::Parquet,
        mend,
    )
    .expect("mended");
    assert_eq!((nan.run.n_rows(), nan.oddities[0].kind), (1, "score-not-finite"));
    assert_eq!(nan.oddities[0].first[0].0, Place::Row(2));
    let best = ReadingRules {
        duplicates: Duplicates::Best,
        ..ReadingRules::default()
    };
    let twice = read_run(
        bytes("refused-twice.parquet").as_slice(),
        "x",
        FileFormat::Parquet,
        best,
    )
    .expect("one kept");
    assert_eq!(rows(&twice.run), [("q1".to_owned(), "a".to_owned(), 1, 2.0)]);
}

/// Bytes from a fixed stream (xorshift), so that every run tries the same.
struct Noise(u64);

impl Noise {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// Reads as both kinds, whatever comes of it; the rules that go on the longest.
fn read(bytes: &[u8]) {
    let rules = ReadingRules {
        oddities: Oddities::Collect,
        duplicates: Duplicates::First,
        ..ReadingRules::default()
    };
    let _ = parquet_contents(bytes, "x");
    let _ = read_qrels(bytes, "x", FileFormat::Parquet, rules);
    let _ = read_run(bytes, "x", FileFormat::Parquet, rules);
}

#[test]
fn a_file_that_was_cut_is_refused() {
    for file in ["qrels-snappy.parquet", "run-zstd.parquet"] {
        let whole = bytes(file);
        for end in 0..whole.len() {
            let read = read_qrels(&whole[..end], "x", FileFormat::Parquet, ReadingRules::default());
            let said = read.expect_err("it has no end").to_string();
            assert!(said.starts_with("x: not read as Parquet: "), "{end}: {said}");
        }
    }
}

/// Panics inside the library are caught and told as damage; those of its messages are of no use here.
#[test]
#[allow(clippy::print_stdout)] // how many, under --nocapture
fn damaged_files_never_stop_the_program() {
    let rounds = std::env::var("SOKUTEI_PARQUET_ROUNDS").map_or(40, |n| n.parse().expect("a number"));
    static CAUGHT: AtomicUsize = AtomicUsize::new(0);
    std::panic::set_hook(Box::new(|_| {
        CAUGHT.fetch_add(1, Ordering::Relaxed);
    }));
    let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
    for file in files("").iter().filter(|file| !file.starts_with("refused-")) {
        let whole = bytes(file);
        for _ in 0..rounds {
            let mut bytes = whole.clone();
            for _ in 0..=noise.below(4) {
                let place = noise.below(bytes.len());
                bytes[place] = match noise.below(4) {
                    0 => 0xff,
                    1 => 0,
                    2 => bytes[place] ^ (1 << noise.below(8)),
                    _ => noise.below(256) as u8,
                };
            }
            read(&bytes);
        }
    }
    let _ = std::panic::take_hook();
    println!(
        "panics of the library that were caught: {}",
        CAUGHT.load(Ordering::Relaxed)
    );
}
