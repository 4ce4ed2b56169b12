//! Files and standard streams of the single stages: whole or not at all, never over an existing file unasked.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use sokutei_experiment::write_whole;

use crate::exit::Failure;

/// Opens a file for reading; `-` is standard input.
pub(crate) fn reader(path: &Path) -> Result<Box<dyn BufRead>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    if path.is_dir() {
        bail!("{}: is a folder, expected a file", path.display());
    }
    let file = File::open(path).with_context(|| format!("{}: cannot be opened", path.display()))?;
    Ok(Box::new(BufReader::new(file)))
}

/// What messages call the file.
pub(crate) fn name(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// Refuses a name that cannot be written to, before any work is done.
pub(crate) fn check_target(path: &Path, force: bool) -> Result<()> {
    if path.as_os_str() == "-" || is_special(path) {
        return Ok(());
    }
    if path.is_dir() {
        bail!("{}: is a folder, expected a file name", path.display());
    }
    if path.exists() && !force {
        bail!(
            "{}: exists already; choose another name, or replace it with --force",
            path.display()
        );
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|f| !f.is_dir()) {
        bail!(
            "{}: no such folder; make it first, or choose another name",
            folder.display()
        );
    }
    Ok(())
}

/// A device, a pipe, a socket: something to write into, never to replace.
fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir())
}

/// Writes `bytes` to a new file, or to standard output for `-`.
///
/// A file appears by rename; one that exists is kept unless `force` is set, and a symbolic link goes on pointing where it
/// points. Devices and pipes are written into.
pub(crate) fn write(path: &Path, bytes: &[u8], force: bool) -> Result<()> {
    if path.as_os_str() == "-" {
        return print(bytes);
    }
    check_target(path, force)?;
    let written = if is_special(path) {
        std::fs::OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|mut file| file.write_all(bytes))
    } else {
        write_whole(&path.canonicalize().unwrap_or_else(|_| path.to_owned()), bytes)
    };
    written.map_err(|source| {
        Failure::Write {
            path: path.display().to_string(),
            source,
        }
        .into()
    })
}

/// Prints a result. A reader that has closed the pipe has what it wanted.
pub(crate) fn print(bytes: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(e) if e.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(source) => Err(Failure::Write {
            path: "standard output".to_owned(),
            source,
        }
        .into()),
        Ok(()) => Ok(()),
    }
}
