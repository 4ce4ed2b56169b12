//! What this process has begun to write and not finished: an interrupt takes it away.
//!
//! A process that is told to end does not drop its values, so what must not outlive it is noted here. One list for the
//! process, since a signal concerns all of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Prefix of files that are being written; left over only after a kill, removed by the next run.
pub(crate) const TEMPORARY: &str = ".sokutei-tmp-";

#[derive(Debug)]
pub(crate) struct Unfinished {
    files: Vec<PathBuf>,
    /// Folders that this process alone writes to.
    claimed: Vec<PathBuf>,
    /// Folders that this process made and has written nothing to, outer ones first.
    made: Vec<PathBuf>,
}

static UNFINISHED: Mutex<Unfinished> = Mutex::new(Unfinished {
    files: Vec::new(),
    claimed: Vec::new(),
    made: Vec::new(),
});

/// The list. Whoever holds it keeps an interrupt waiting: what is done meanwhile happens as a whole.
pub(crate) fn unfinished() -> MutexGuard<'static, Unfinished> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes whatever this process has begun to write and not finished. To be called once, right before the process ends
/// without returning from what it does: afterwards no file can be begun or finished any more, the thread that tries waits
/// for ever.
///
/// What cannot be removed stays; the next run takes it for a leftover.
pub fn abandon_unfinished() {
    let list = unfinished();
    let leftovers = list.claimed.iter().flat_map(|folder| leftovers_in(folder));
    for file in list.files.iter().cloned().chain(leftovers) {
        let _ = fs::remove_file(file);
    }
    for folder in list.made.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
    std::mem::forget(list);
}

/// Whether a file of this name is what an interrupted write left behind: never taken for anything whole.
#[must_use]
pub fn is_leftover(name: &str) -> bool {
    name.starts_with(TEMPORARY) || (name.starts_with(".index-") && name.ends_with(".tmp"))
}

/// The leftovers right in a folder, and in the folders right inside it; none where it cannot be listed.
fn leftovers_in(folder: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten();
    let inside = entries(folder).filter(|e| e.file_type().is_ok_and(|t| t.is_dir()));
    let folders = std::iter::once(folder.to_owned()).chain(inside.map(|e| e.path()));
    folders
        .flat_map(|f| entries(&f).collect::<Vec<_>>())
        .filter(|e| is_leftover(&e.file_name().to_string_lossy()))
        .map(|e| e.path())
        .collect()
}

impl Unfinished {
    pub(crate) fn begin_file(&mut self, file: &Path) {
        self.files.push(file.to_owned());
    }

    pub(crate) fn end_file(&mut self, file: &Path) {
        self.files.retain(|f| f != file);
    }

    pub(crate) fn made_folders(&mut self, made: &[PathBuf]) {
        self.made.extend_from_slice(made);
    }

    pub(crate) fn claim(&mut self, folder: &Path) {
        self.claimed.push(folder.to_owned());
    }

    pub(crate) fn release(&mut self, folder: &Path, made: &[PathBuf]) {
        self.claimed.retain(|f| f != folder);
        self.made.retain(|f| !made.contains(f));
    }
}
