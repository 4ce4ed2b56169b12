//! Headers of run files that say how a run was made: ir_metadata (Breuer, Keller and Schaer, SIGIR 2022).
//!
//! A header is YAML in comment lines, between the lines `# ir_metadata.start` and `# ir_metadata.end`. Its parts follow the PRIMAD
//! model: platform, research goal, implementation, method, actor, data; version and tag stand before them. The reader of the run
//! keeps the lines as a [`RunHeader`]; here they become a [`Metadata`], and one is written.
//!
//! A header is a stranger's text: its size, depth and number of values are bounded, also after aliases are resolved, and nothing
//! in it has an effect. Values have the types of YAML 1.2's core schema.

mod emit;
mod node;
mod parse;
mod scalar;

use std::fmt;

pub use node::{Node, Scalar};

use crate::reading::RunHeader;

/// Keys of the first level that the schema has. Versions are written with a hyphen in its first version; `resources` is what
/// measuring tools add.
pub const KEYS: [&str; 12] = [
    "schema version",
    "schema-version",
    "run version",
    "run-version",
    "tag",
    "platform",
    "research goal",
    "implementation",
    "method",
    "actor",
    "data",
    "resources",
];

/// What a header says.
///
/// ```
/// use sokutei_measures::{ir_metadata::Metadata, trec};
///
/// let text = "# ir_metadata.start\n# schema version: 0.2\n# tag: bm25\n# actor:\n#   team: an example\n# ir_metadata.end\nq1 Q0 d1 1 2.5 bm25\n";
/// let read = trec::read_run_counted(text.as_bytes(), "bm25.run")?;
/// let metadata = Metadata::read(&read.header.expect("it has one")).expect("YAML");
/// assert_eq!(metadata.tag(), Some("bm25"));
/// assert_eq!(metadata.to_json()["schema version"], 0.2);
/// assert!(text.starts_with(&metadata.to_string()));
/// # Ok::<(), sokutei_measures::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// Keys of the first level with their values, in the order of the header.
    pub entries: Vec<(Scalar, Node)>,
}

/// Why a header is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("ir_metadata, line {line}: {problem}")]
pub struct HeaderError {
    /// Line of the file, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

impl Metadata {
    /// Understands the lines of a header.
    ///
    /// # Errors
    /// Text that is no YAML, or holds more than one document, no mapping, a key twice, a type that YAML itself does not have, or
    /// more than the bounds allow; a header without its last line.
    pub fn read(header: &RunHeader) -> Result<Self, HeaderError> {
        let error = |line, problem: &str| HeaderError {
            line,
            problem: problem.to_owned(),
        };
        if header.is_cut {
            return Err(error(header.start, "more than 1 MiB of text"));
        }
        if !header.is_closed {
            return Err(error(
                header.start,
                "no line `# ir_metadata.end` before the first row",
            ));
        }
        let node = parse::parse(&header.text).map_err(|(line, problem)| HeaderError {
            line: header.start + line,
            problem,
        })?;
        match node {
            Node::Mapping(entries) => Ok(Self { entries }),
            Node::Scalar(scalar) if scalar.is_null() => Ok(Self::default()),
            _ => Err(error(header.start + 1, "no mapping of keys to values")),
        }
    }

    /// The value of a key of the first level.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Node> {
        let entry = self.entries.iter().find(|(known, _)| known.text == key);
        entry.map(|(_, value)| value)
    }

    /// The tag that the header names.
    #[must_use]
    pub fn tag(&self) -> Option<&str> {
        match self.get("tag") {
            Some(Node::Scalar(scalar)) => Some(&scalar.text),
            _ => None,
        }
    }

    /// Keys of the first level that the schema does not have.
    pub fn unknown_keys(&self) -> impl Iterator<Item = &str> {
        let keys = self.entries.iter().map(|(key, _)| key.text.as_str());
        keys.filter(|key| !KEYS.contains(key))
    }

    /// The place that some keys lead to; each that is not there is put behind the others. `None` where something else than a
    /// mapping stands in the way.
    pub fn entry(&mut self, path: &[&str]) -> Option<&mut Node> {
        let (last, path) = path.split_last()?;
        let mut entries = &mut self.entries;
        for key in path {
            entries = node::value_of(entries, key).as_mapping()?;
        }
        Some(node::value_of(entries, last))
    }

    /// Puts a value where none is. A place that something else blocks, or that has a value, stays as it is.
    pub fn complete(&mut self, path: &[&str], value: Node) {
        if let Some(place) = self.entry(path)
            && place.is_null()
        {
            *place = value;
        }
    }

    /// The same as JSON: numbers, truth values and nulls by YAML 1.2's core schema.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        node::mapping_to_json(&self.entries)
    }
}

/// The lines of the header, with both marks, for the top of a run file.
impl fmt::Display for Metadata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "# {}", RunHeader::START)?;
        for line in emit::lines(&self.entries) {
            writeln!(f, "# {line}")?;
        }
        writeln!(f, "# {}", RunHeader::END)
    }
}
