//! Qrels and runs whatever their format, told apart by their content.
//!
//! | format | qrels | run |
//! | --- | --- | --- |
//! | `trec` | [columns](crate::trec) | [columns](crate::trec) |
//! | `json` | `{"q1": {"d1": 1}}` | `{"q1": {"d1": 0.5}}`, or `{"q1": ["d1", "d2"]}` in the order of ranks |
//! | `jsonl` | one object a line: topic, docid, grade | topic, docid, score or rank |
//! | `csv`, `tsv` | a header, then rows: topic, docid, grade | topic, docid, score or rank |
//! | `parquet` | columns: topic, docid, grade | topic, docid, score or rank |
//!
//! Names of columns and keys:
//!
//! | what | accepted names |
//! | --- | --- |
//! | topic | `qid`, `q_id`, `query_id`, `query-id`, `topic`, `topic_id` |
//! | docid | `docid`, `doc_id`, `docno`, `corpus-id`, `corpus_id` |
//! | grade | `grade`, `relevance`, `rel`, `label`; where there is none of them, `score` |
//! | score | `score` |
//! | rank | `rank` |
//! | subtopic, where it is asked for ([`ReadingRules::subtopics`]) | `subtopic`, `subtopic_id`, `iteration`; `json` holds none |
//!
//! Others are not read. A rank that is missing is the row's place in its topic; a score that is missing is the negative of
//! the rank, so that the first is the largest. In JSON, `1` and `1.0` are the same number, and a whole number may stand for
//! an id. The tag of a run is the name of its file, without folder and extension.
//!
//! Parquet is read with the feature `parquet`: strings, whole numbers and floating-point numbers, in columns that are not
//! nested. A value that is null is refused, with its row.
//!
//! Rows are checked as those of a TREC file are. Only TREC columns and JSON lines have comments: in CSV and TSV a line that
//! begins with `#` is a row.

mod delimited;
mod detect;
mod json;
mod jsonl;
mod line_rows;
#[cfg(feature = "parquet")]
mod parquet;
mod rows;
mod scalar;

use std::fmt;
use std::io::BufRead;
use std::str::FromStr;

pub use detect::{Contents, contents, detect};

use self::delimited::Delimited;
use self::jsonl::JsonLines;
use self::line_rows::LineRows;
use crate::error::Error;
use crate::reading::ReadingRules;
use crate::trec::{self, ReadQrels, ReadRun};

/// How qrels or a run are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// Columns between white space.
    Trec,
    /// One object of objects, or of lists.
    Json,
    /// One object a line.
    Jsonl,
    /// Commas between fields, and a header.
    Csv,
    /// Tabs between fields, and a header.
    Tsv,
    /// Columns with types, packed. Read with the feature `parquet`.
    Parquet,
}

impl FileFormat {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Trec,
        Self::Json,
        Self::Jsonl,
        Self::Csv,
        Self::Tsv,
        Self::Parquet,
    ];

    /// The name, as it is typed.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Trec => "trec",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Tsv => "tsv",
            Self::Parquet => "parquet",
        }
    }
}

impl fmt::Display for FileFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for FileFormat {
    type Err = Error;

    fn from_str(s: &str) -> Result<Self, Error> {
        let known = Self::ALL.into_iter().find(|format| format.name() == s);
        known.ok_or_else(|| Error::Form {
            file: s.to_owned(),
            found: "unknown format; there are trec, json, jsonl, csv, tsv, parquet".to_owned(),
        })
    }
}

/// Reads qrels of a format; `name` stands for the file in messages.
///
/// # Errors
///
/// The first thing that is odd and that the rules do not let through; a read that fails.
///
/// ```
/// use sokutei_measures::formats::{FileFormat, detect, read_qrels};
/// use sokutei_measures::{ReadingRules, trec};
///
/// let text = "query-id\tcorpus-id\tscore\nq1\td1\t2\n";
/// let format = detect(text.as_bytes(), "test.tsv")?;
/// assert_eq!(format, FileFormat::Tsv);
/// let read = read_qrels(text.as_bytes(), "test.tsv", format, ReadingRules::default())?;
/// assert_eq!(read.qrels, trec::read_qrels("q1 0 d1 2\n".as_bytes(), "test.qrels")?.qrels);
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
pub fn read_qrels(
    reader: impl BufRead,
    name: &str,
    format: FileFormat,
    rules: ReadingRules,
) -> Result<ReadQrels, Error> {
    let subtopics = rules.subtopics;
    match format {
        FileFormat::Trec => trec::read_qrels_by(reader, name, rules),
        FileFormat::Json => json::read_qrels(&whole(reader, name)?, name, rules),
        FileFormat::Jsonl => rows::read_qrels(lines(reader, JsonLines { subtopics }), name, rules),
        FileFormat::Csv => rows::read_qrels(
            lines(reader, Delimited::csv().with_subtopics(subtopics)),
            name,
            rules,
        ),
        FileFormat::Tsv => rows::read_qrels(
            lines(reader, Delimited::tsv().with_subtopics(subtopics)),
            name,
            rules,
        ),
        #[cfg(feature = "parquet")]
        FileFormat::Parquet => rows::read_qrels(
            parquet::Table::read(reader, name)?.with_subtopics(subtopics),
            name,
            rules,
        ),
        #[cfg(not(feature = "parquet"))]
        FileFormat::Parquet => Err(no_parquet(name)),
    }
}

/// Reads a run of a format; `name` stands for the file in messages.
///
/// # Errors
///
/// As [`read_qrels`].
///
/// ```
/// use sokutei_measures::formats::{detect, read_run};
/// use sokutei_measures::{ReadingRules, TopicId};
///
/// let text = r#"{"q1": ["d2", "d1"]}"#;
/// let read = read_run(text.as_bytes(), "lists.json", detect(text.as_bytes(), "lists.json")?, ReadingRules::default())?;
/// let rows = read.run.hits(&TopicId::new("q1")?);
/// assert_eq!((rows[0].docid.as_str(), rows[0].rank, rows[0].score), ("d2", 1, -1.0));
/// assert_eq!(read.run.tag, "lists");
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
pub fn read_run(
    reader: impl BufRead,
    name: &str,
    format: FileFormat,
    rules: ReadingRules,
) -> Result<ReadRun, Error> {
    match format {
        FileFormat::Trec => trec::read_run_by(reader, name, rules),
        FileFormat::Json => json::read_run(&whole(reader, name)?, name, rules),
        FileFormat::Jsonl => rows::read_run(lines(reader, JsonLines { subtopics: false }), name, rules),
        FileFormat::Csv => rows::read_run(lines(reader, Delimited::csv()), name, rules),
        FileFormat::Tsv => rows::read_run(lines(reader, Delimited::tsv()), name, rules),
        #[cfg(feature = "parquet")]
        FileFormat::Parquet => rows::read_run(parquet::Table::read(reader, name)?, name, rules),
        #[cfg(not(feature = "parquet"))]
        FileFormat::Parquet => Err(no_parquet(name)),
    }
}

fn lines<R: BufRead, F>(reader: R, format: F) -> LineRows<R, F> {
    LineRows { reader, format }
}

/// What is in a Parquet file, by the names of its columns; `None` if they do not tell it.
///
/// # Errors
///
/// A file that is none, a read that fails, and any file without the feature `parquet`.
pub fn parquet_contents(reader: impl BufRead, name: &str) -> Result<Option<Contents>, Error> {
    #[cfg(feature = "parquet")]
    return parquet::Table::read(reader, name).map(|table| table.contents());
    #[cfg(not(feature = "parquet"))]
    {
        drop(reader);
        Err(no_parquet(name))
    }
}

#[cfg(not(feature = "parquet"))]
fn no_parquet(name: &str) -> Error {
    Error::Form {
        file: name.to_owned(),
        found: "this is a Parquet file, and this program was built without them; build it with `cargo build --release --features parquet`, or save the file as CSV or JSON lines".to_owned(),
    }
}

/// The bytes of a JSON document, which is one line as often as not.
fn whole(mut reader: impl BufRead, name: &str) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).map_err(|source| Error::Read {
        file: name.to_owned(),
        source,
    })?;
    Ok(bytes)
}

/// The tag of a run that holds none: the name of its file, with `-` for white space.
fn tag_of(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = match file.split_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => file,
    };
    stem.split_whitespace().collect::<Vec<_>>().join("-")
}
