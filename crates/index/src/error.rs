//! What can stop an index from being built, read or asked.

use std::fmt;
use std::io;
use std::path::PathBuf;

use sokutei_measures::Docid;

/// Why an index could not be built, read or asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// One id per text is needed.
    #[error("{docids} document ids for {texts} texts: give one id for each text")]
    Lengths {
        /// Ids given.
        docids: usize,
        /// Texts given.
        texts: usize,
    },
    /// The same id stands for several documents, so that a run would hold it twice for one topic.
    #[error("document ids must be unique; used more than once: {}", DuplicateId::list(.0))]
    DuplicateIds(Vec<DuplicateId>),
    /// Documents are numbered with 32 bits.
    #[error("{0} documents: an index holds at most {max}", max = u32::MAX)]
    TooManyDocuments(usize),
    /// There is nothing to build.
    #[error("no systems: name at least one, such as `bm25_2`")]
    NoSystems,
    /// A tag goes into a column of a run file.
    #[error("tag `{0}`: a tag is one word, since runs separate their columns by white space")]
    Tag(String),
    /// Results are looked up by tag.
    #[error("two systems have the tag `{0}`: give each its own")]
    DuplicateTag(String),
    /// A parameter outside its range.
    #[error("{name} = {value}: expected {expected}")]
    Parameter {
        /// Name of the parameter.
        name: &'static str,
        /// What was given.
        value: String,
        /// What is allowed.
        expected: &'static str,
    },
    /// A system cannot be built.
    #[error("system `{tag}`: {problem}")]
    System {
        /// Its tag.
        tag: String,
        /// What is wrong with it.
        problem: Box<Error>,
    },
    /// A search for nothing.
    #[error("depth 0: ask for at least 1 document per query")]
    ZeroDepth,
    /// A tag that the index does not have.
    #[error("no system `{tag}` in this index; it has {}", .known.join(", "))]
    UnknownSystem {
        /// The tag asked for.
        tag: String,
        /// The tags there are.
        known: Vec<String>,
    },
    /// A document number that the index does not have.
    #[error("no document {ord}: the index has {n_docs}, numbered from 0")]
    UnknownDocument {
        /// The number asked for.
        ord: u32,
        /// How many there are.
        n_docs: usize,
    },
    /// A file of an index could not be written or read.
    #[error("{}: cannot {action}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        action: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// A folder without an index.
    #[error("{}: no index here; build one with `sokutei index`", path.display())]
    Missing {
        /// The file looked for.
        path: PathBuf,
    },
    /// A file that is an index no longer, or never was.
    #[error("{}: {problem}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: FileProblem,
    },
}

/// Why a file was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileProblem {
    /// The first bytes are not those of an index.
    #[error(
        "not an index: it begins with {found:?} where {expected:?} is expected; name the folder that `sokutei index` wrote"
    )]
    Magic {
        /// What was found, as text as far as it is.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// Written by this program, but as something else.
    #[error("a file of kind `{found}`, not `{expected}`: name the folder that `sokutei index` wrote")]
    Kind {
        /// The kind found.
        found: String,
        /// The kind expected.
        expected: String,
    },
    /// Written by another version of this program.
    #[error(
        "index format {found}, this program reads format {supported}: build the index again with `sokutei index`"
    )]
    Version {
        /// The format found.
        found: u32,
        /// The one format that is read.
        supported: u32,
    },
    /// The file ends too early or goes on too long.
    #[error(
        "{found} bytes, but {expected} are announced: an interrupted copy? build the index again or copy it again"
    )]
    Length {
        /// Bytes announced, or the least there can be.
        expected: u64,
        /// Bytes there are.
        found: u64,
    },
    /// Bytes that changed since they were written.
    #[error(
        "{part} is damaged (checksum {found:08x}, {expected:08x} was written): build the index again or copy it again"
    )]
    Checksum {
        /// Which part of the file.
        part: String,
        /// Checksum written.
        expected: u32,
        /// Checksum of what is there.
        found: u32,
    },
    /// Undamaged, yet its parts do not fit together.
    #[error("{0}: build the index again with `sokutei index`")]
    Content(String),
}

/// A document id that was given more than once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DuplicateId {
    /// The id.
    pub docid: Docid,
    /// Places of the documents that have it, from 0, at least two.
    pub ords: Vec<usize>,
}

impl DuplicateId {
    fn list(all: &[Self]) -> String {
        Shortened::of(all.iter().map(|d| format!("`{}` ({}×)", d.docid, d.ords.len()))).to_string()
    }
}

/// The first few of a list, and how many more there are.
pub(crate) struct Shortened(Vec<String>);

impl Shortened {
    const SHOWN: usize = 10;

    pub(crate) fn of(items: impl Iterator<Item = String>) -> Self {
        Self(items.collect())
    }
}

impl fmt::Display for Shortened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0[..self.0.len().min(Self::SHOWN)].join(", "))?;
        match self.0.len().checked_sub(Self::SHOWN) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, " and {more} more"),
        }
    }
}
