//! A folder that one process alone writes to.

#[cfg(unix)]
use std::fs::TryLockError;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::Error;
use crate::unfinished::unfinished;

/// A folder, made if it was missing, that no other run of this program writes to while this value lives.
///
/// The lock is the system's, on the folder itself: it leaves no file behind and is gone when the process is, however that
/// ends. Where folders cannot be locked (not Unix, some network file systems) there is none. A folder that was made and is
/// still empty in the end is removed, and so are the folders made around it.
#[derive(Debug)]
pub struct ClaimedFolder {
    path: PathBuf,
    /// Folders that were made for it, outer ones first.
    made: Vec<PathBuf>,
    lock: Option<File>,
}

impl ClaimedFolder {
    /// Makes the folder if need be, and locks it.
    ///
    /// # Errors
    /// [`Error::OutputBusy`] if another process holds it, [`Error::OutputNotFolder`] for anything that is no folder,
    /// [`Error::OutputDangling`] for a link that points nowhere, [`Error::Io`] if the system refuses.
    pub fn claim(path: &Path) -> Result<Self, Error> {
        loop {
            let mut folder = Self::made(path)?;
            match lock(path) {
                // Whoever made it may have found nothing to write and removed it meanwhile.
                Ok(Some(lock)) if !is_at(&lock, path) => continue,
                Err(Error::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => continue,
                Ok(lock) => folder.lock = lock,
                Err(error) => {
                    // Two may think that they made it; it belongs to the one that has the lock.
                    unfinished().release(path, &folder.made);
                    folder.made.clear();
                    return Err(error);
                }
            }
            unfinished().claim(path);
            return Ok(folder);
        }
    }

    /// The folder without its lock.
    fn made(path: &Path) -> Result<Self, Error> {
        // With the list in hand, so that no interrupt comes between the folders and their note.
        let mut list = unfinished();
        let made = make(path)?;
        list.made_folders(&made);
        Ok(Self {
            path: path.to_owned(),
            made,
            lock: None,
        })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ClaimedFolder {
    fn drop(&mut self) {
        let mut list = unfinished();
        for folder in self.made.iter().rev() {
            // Fails, as it should, for a folder that something was written to.
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
        list.release(&self.path, &self.made);
    }
}

/// Makes a folder and those around it. Returns what was made, outer ones first.
fn make(path: &Path) -> Result<Vec<PathBuf>, Error> {
    match fs::metadata(path) {
        Ok(meta) if meta.is_dir() => return Ok(Vec::new()),
        Ok(_) => {
            return Err(Error::OutputNotFolder {
                path: path.to_owned(),
            });
        }
        Err(e) if e.kind() == io::ErrorKind::NotFound => {}
        Err(e) => return Err(Error::io(path, "look at the folder", e)),
    }
    if let Ok(target) = fs::read_link(path) {
        return Err(Error::OutputDangling {
            path: path.to_owned(),
            target,
        });
    }
    let is_missing = |p: &&Path| !p.as_os_str().is_empty() && fs::symlink_metadata(p).is_err();
    let mut made: Vec<PathBuf> = path
        .ancestors()
        .take_while(is_missing)
        .map(Path::to_owned)
        .collect();
    made.reverse();
    fs::create_dir_all(path).map_err(|e| Error::io(path, "create the folder", e))?;
    Ok(made)
}

#[cfg(unix)]
fn lock(path: &Path) -> Result<Option<File>, Error> {
    let folder = File::open(path).map_err(|e| Error::io(path, "open the folder", e))?;
    match folder.try_lock() {
        Ok(()) => Ok(Some(folder)),
        Err(TryLockError::WouldBlock) => Err(Error::OutputBusy {
            path: path.to_owned(),
        }),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Whether an open folder is the one at `path`.
#[cfg(unix)]
fn is_at(folder: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let same = |(a, b): (fs::Metadata, fs::Metadata)| (a.dev(), a.ino()) == (b.dev(), b.ino());
    folder
        .metadata()
        .ok()
        .zip(fs::metadata(path).ok())
        .is_some_and(same)
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(not(unix))]
fn lock(_: &Path) -> Result<Option<File>, Error> {
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_were_made_and_not_written_to_go_again() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("a/b/c");
        let claimed = ClaimedFolder::claim(&path).expect("made");
        assert!(path.is_dir());
        fs::write(dir.path().join("a/kept"), "x").expect("written");
        drop(claimed);
        assert!(!dir.path().join("a/b").exists());
        assert!(dir.path().join("a/kept").exists());
    }

    #[cfg(unix)]
    #[test]
    fn folder_is_claimed_once_at_a_time() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("out");
        let first = ClaimedFolder::claim(&path).expect("free");
        assert!(matches!(
            ClaimedFolder::claim(&path),
            Err(Error::OutputBusy { .. })
        ));
        assert!(path.is_dir(), "the one that was refused removes nothing");
        drop(first);
        drop(ClaimedFolder::claim(&path).expect("free again"));
    }
}
