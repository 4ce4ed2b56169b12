//! Why a folder or a file of chunks could not be used at all.

use std::io;
use std::path::PathBuf;

/// What stops the reading of a folder or of a JSON Lines file. Odd pages are no errors, see
/// [`IngestWarning`](crate::IngestWarning).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The path does not exist.
    #[error("{}: no such folder; give a folder that holds .html files", path.display())]
    NoSuchFolder {
        /// What was asked for.
        path: PathBuf,
    },
    /// The path is a file or something else that is no folder.
    #[error("{}: not a folder; give the folder that holds the .html files", path.display())]
    NotAFolder {
        /// What was asked for.
        path: PathBuf,
    },
    /// The operating system refused to list the folder.
    #[error("{}: cannot be listed; check its permissions", path.display())]
    ReadFolder {
        /// What was asked for.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// Nothing lies in the folder.
    #[error("{}: the folder is empty; put .html files into it", path.display())]
    EmptyFolder {
        /// What was asked for.
        path: PathBuf,
    },
    /// The folder holds files or folders, but no page.
    #[error("{}: no .html or .htm file here, found {found}; {fix}", path.display())]
    NoHtml {
        /// What was asked for.
        path: PathBuf,
        /// What is there: counts by suffix and folders.
        found: String,
        /// What to do.
        fix: &'static str,
    },
    /// There are pages, and none of them could be used.
    #[error("{}: none of {pages} pages could be used; the first: {first}", path.display())]
    NoArticle {
        /// What was asked for.
        path: PathBuf,
        /// Files named .html or .htm.
        pages: usize,
        /// The warning about the first of them.
        first: String,
    },
    /// There are pages, none of them could be used, and of one the operating system gave no bytes.
    #[error("{}: cannot be read, and no other page could be used; check its permissions", path.display())]
    ReadPage {
        /// The first such page.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A page or a folder was listed, and was gone when it should be read: the result would not be that of any folder.
    #[error("{}: was there when its folder was listed and is gone now; start again when nobody changes the pages", path.display())]
    Vanished {
        /// The page or folder.
        path: PathBuf,
    },
    /// Two pages would get one id even with their suffixes.
    #[error("{}: {} would all have the id `{id}`; rename one", path.display(), files.join(", "))]
    IdCollision {
        /// What was asked for.
        path: PathBuf,
        /// The id.
        id: String,
        /// The files, in order.
        files: Vec<String>,
    },
    /// A numbering that does not exist.
    #[error("numbering `{found}`: there are ordinal and slug")]
    UnknownNumbering {
        /// What was given.
        found: String,
    },
    /// A heading pattern that cannot be read.
    #[error("heading pattern `{found}`: write contains:TEXT, prefix:TEXT or exact:TEXT")]
    UnknownHeadingPattern {
        /// What was given.
        found: String,
    },
    /// A line of a chunk file is not a chunk.
    #[error("{name}:{line}:{column}: {found}; {fix}")]
    BadChunk {
        /// The file.
        name: String,
        /// Line, from 1.
        line: usize,
        /// Column in bytes, from 1.
        column: usize,
        /// What is wrong there.
        found: String,
        /// What to do.
        fix: &'static str,
    },
    /// Two lines of a chunk file have one id.
    #[error(
        "{name}:{line}: id `{id}` is also on line {first}; ids must be unique, remove or rename one of the two"
    )]
    RepeatedId {
        /// The file.
        name: String,
        /// Line of the second, from 1.
        line: usize,
        /// Line of the first, from 1.
        first: usize,
        /// The id.
        id: String,
    },
    /// The operating system failed while a chunk file was read.
    #[error("{name}:{line}: cannot be read")]
    ReadChunks {
        /// The file.
        name: String,
        /// The line that was due, from 1.
        line: usize,
        /// The system's reason.
        source: io::Error,
    },
}

impl Error {
    /// Whether the environment (disk, permissions) is at fault rather than the input.
    #[must_use]
    pub fn is_environment(&self) -> bool {
        matches!(
            self,
            Self::ReadFolder { .. } | Self::ReadPage { .. } | Self::Vanished { .. } | Self::ReadChunks { .. }
        )
    }
}
