//! What can go wrong in an experiment, and whose turn it is.

use std::io;
use std::path::{Path, PathBuf};

/// An experiment that could not be run or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The pages could not be read.
    #[error(transparent)]
    Ingest(#[from] sokutei_ingest::Error),
    /// The test set could not be made.
    #[error(transparent)]
    Testset(#[from] sokutei_testset::Error),
    /// The indexes could not be built or searched.
    #[error(transparent)]
    Index(#[from] sokutei_index::Error),
    /// A value, an interval or a comparison could not be computed.
    #[error(transparent)]
    Measures(#[from] sokutei_measures::Error),
    /// The plan names something that it does not have, or a number out of range.
    #[error("the experiment's plan: {0}")]
    Plan(String),
    /// Something was odd in a plan that allows nothing odd.
    #[error("{warnings} warnings, and a strict experiment has none; nothing was written: {}", kinds.join("; "))]
    Strict {
        /// How many there are.
        warnings: usize,
        /// Each kind, how many, and the first.
        kinds: Vec<String>,
    },
    /// The output folder holds something that is not ours.
    #[error("{}: not empty and not an output folder of sokutei (it holds `{found}` and no manifest of ours); choose another --out, or empty it yourself", path.display())]
    OutputForeign {
        /// The folder.
        path: PathBuf,
        /// One name that is in it.
        found: String,
    },
    /// The output path is a file.
    #[error("{}: is not a folder; choose another name", path.display())]
    OutputNotFolder {
        /// The path.
        path: PathBuf,
    },
    /// The output path is a symbolic link that points nowhere.
    #[error("{}: is a symbolic link to {}, which does not exist; make that folder, remove the link, or choose another folder", path.display(), target.display())]
    OutputDangling {
        /// The link.
        path: PathBuf,
        /// Where it points.
        target: PathBuf,
    },
    /// The output folder has a manifest that cannot be read as one, so it cannot be told whether the folder is ours.
    #[error("{}: is damaged ({found}), so it cannot be told whether the folder is an output folder of sokutei; restore it, choose another --out, or empty the folder yourself", path.display())]
    OutputDamaged {
        /// The manifest.
        path: PathBuf,
        /// What is wrong with it.
        found: String,
    },
    /// Another process writes to the folder.
    #[error("{}: another run of sokutei is writing there; wait until it is done, or choose another folder", path.display())]
    OutputBusy {
        /// The folder.
        path: PathBuf,
    },
    /// The output folder holds the results of another experiment.
    #[error("{}: holds the results of another experiment (its {part} differ); choose another --out, or replace them with --force", path.display())]
    OutputOther {
        /// The folder.
        path: PathBuf,
        /// Which part of the manifest differs.
        part: String,
    },
    /// The file system said no.
    #[error("{}: could not {action}: {source}", path.display())]
    Io {
        /// File or folder.
        path: PathBuf,
        /// What was tried.
        action: String,
        /// What the system said.
        source: io::Error,
    },
}

impl Error {
    pub(crate) fn io(path: &Path, action: &str, source: io::Error) -> Self {
        Self::Io {
            path: path.to_owned(),
            action: action.to_owned(),
            source,
        }
    }

    /// Whether the environment (disk, permissions) is at fault rather than the input.
    #[must_use]
    pub fn is_environment(&self) -> bool {
        use sokutei_index::Error as Index;
        use sokutei_measures::Error as Measures;
        use sokutei_testset::Error as Testset;
        if let Self::Ingest(error) = self {
            return error.is_environment();
        }
        matches!(
            self,
            Self::Io { .. }
                | Self::OutputBusy { .. }
                | Self::Testset(Testset::Io { .. })
                | Self::Index(Index::Io { .. })
                | Self::Measures(Measures::Read { .. } | Measures::Write { .. })
        )
    }
}
