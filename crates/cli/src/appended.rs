//! Text that is put behind what a file holds already: CI servers give such files.
//!
//! The file keeps its name and place, for the server has it open or mounted; so nothing is renamed, and what could be written in part only is
//! taken back.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Result;

use crate::exit::Failure;
use crate::files;

/// Refuses a name that cannot be written to.
///
/// # Errors
/// A folder; a folder that is not there.
pub(crate) fn check(path: &Path) -> Result<()> {
    files::check_target(path, true)
}

/// Bytes that the file holds; 0 where there is none.
///
/// # Errors
/// What the file system says.
pub(crate) fn len(path: &Path) -> Result<usize> {
    match path.metadata() {
        Ok(metadata) if metadata.is_file() => Ok(usize::try_from(metadata.len()).unwrap_or(usize::MAX)),
        Ok(_) => Ok(0), // a pipe, a device
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        Err(source) => Err(failed(path)(source).into()),
    }
}

/// Puts `text` behind what the file holds, an empty line between them; makes the file where there is none.
///
/// # Errors
/// What the file system says; the file is then as it was.
pub(crate) fn append(path: &Path, text: &str) -> Result<()> {
    let before = len(path)? as u64;
    let mut file = OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .map_err(failed(path))?;
    let text = if before > 0 {
        format!("\n{text}")
    } else {
        text.to_owned()
    };
    let written = file.write_all(text.as_bytes()).and_then(|()| synced(&file, path));
    if written.is_err() && path.is_file() {
        let _ = file.set_len(before); // the first error is the one that is told
    }
    Ok(written.map_err(failed(path))?)
}

/// Through to the disk, where there is one.
fn synced(file: &File, path: &Path) -> io::Result<()> {
    if path.is_file() { file.sync_all() } else { Ok(()) }
}

fn failed(path: &Path) -> impl Fn(io::Error) -> Failure + use<> {
    let path = path.display().to_string();
    move |source| Failure::Write {
        path: path.clone(),
        source,
    }
}
