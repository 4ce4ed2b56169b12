//! Exit codes, and which error has which.

use std::process::ExitCode;

use sokutei_experiment::Error as ExperimentError;
use sokutei_index::Error as IndexError;
use sokutei_ingest::Error as IngestError;
use sokutei_measures::Error as MeasuresError;
use sokutei_testset::Error as TestsetError;

/// What the command ends with. Documented in `docs/CLI.md`; scripts rely on it. Signals have codes of their own, see
/// [`signals`](crate::signals).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Done.
    Fine = 0,
    /// It ran, and the answer is no: a `gate` failed, `check` found something odd.
    No = 1,
    /// Wrong usage or input.
    Input = 2,
    /// Disk, permissions: the environment.
    Environment = 3,
    /// The labels do not cover the corpus.
    Coverage = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// An error of the command itself that is not wrong input.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A file could not be written.
    #[error("{path}: could not be written: {source}")]
    Write {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A file is there and could not be opened.
    #[error("{path}: cannot be opened: {source}; check its permissions")]
    Open {
        /// The file.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// Topics and corpus do not belong together.
    #[error("{0}")]
    Coverage(String),
}

/// The exit code of an error: the first in its chain that says whose turn it is.
pub(crate) fn code_of(error: &anyhow::Error) -> Exit {
    error.chain().find_map(code_of_cause).unwrap_or(Exit::Input)
}

/// A file that is there and readable, and broken: a packed one that ends too early, say.
pub(crate) fn is_content(source: &std::io::Error) -> bool {
    use std::io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
    matches!(source.kind(), InvalidData | InvalidInput | UnexpectedEof)
}

fn code_of_cause(cause: &(dyn std::error::Error + 'static)) -> Option<Exit> {
    let environment = |is: bool| is.then_some(Exit::Environment);
    if let Some(e) = cause.downcast_ref::<Failure>() {
        return Some(match e {
            Failure::Write { .. } => Exit::Environment,
            Failure::Open { source, .. } if is_a_wrong_name(source) => Exit::Input,
            Failure::Open { .. } => Exit::Environment,
            Failure::Coverage(_) => Exit::Coverage,
        });
    }
    if let Some(e) = cause.downcast_ref::<ExperimentError>() {
        return environment(e.is_environment());
    }
    if let Some(e) = cause.downcast_ref::<IngestError>() {
        return environment(match e {
            IngestError::ReadChunks { source, .. } => !is_content(source),
            _ => e.is_environment(),
        });
    }
    if let Some(e) = cause.downcast_ref::<TestsetError>() {
        return environment(matches!(e, TestsetError::Io { source, .. } if !is_content(source)));
    }
    if let Some(e) = cause.downcast_ref::<MeasuresError>() {
        return environment(match e {
            MeasuresError::Read { source, .. } => !is_content(source),
            MeasuresError::Write { .. } => true,
            _ => false,
        });
    }
    if let Some(e) = cause.downcast_ref::<IndexError>() {
        return environment(matches!(e, IndexError::Io { .. }));
    }
    None
}

/// Whether a file was not found under its name: the name is wrong, not the disk.
fn is_a_wrong_name(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{InvalidFilename, IsADirectory, NotADirectory, NotFound};
    matches!(
        error.kind(),
        NotFound | NotADirectory | IsADirectory | InvalidFilename
    )
}
