//! Files that appear whole or not at all.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::unfinished::{TEMPORARY, unfinished};

/// A file that is being written under a temporary name, in the folder where it is to appear.
///
/// It gets its name from [`finish`](Self::finish), and is then on the disk. Dropped before, it leaves nothing; nor does it when
/// the process is interrupted, see [`abandon_unfinished`](crate::abandon_unfinished).
///
/// ```
/// use std::io::Write as _;
/// use sokutei_experiment::WholeFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("sections.jsonl");
/// let mut file = WholeFile::create(&path)?;
/// file.write_all(b"{}\n")?;
/// assert!(!path.exists());
/// file.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"{}\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    /// It may take the place of a file that is there.
    replaces: bool,
    /// Declared before the note, so that it is gone when the note goes.
    file: BufWriter<NamedTempFile>,
    note: Note,
}

impl WholeFile {
    /// Begins a file that will replace what is at `path`.
    ///
    /// # Errors
    /// What the file system says.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::begin(path, true)
    }

    /// Begins a file that does not get its name if a file has it by then.
    ///
    /// # Errors
    /// What the file system says.
    pub fn create_new(path: &Path) -> io::Result<Self> {
        Self::begin(path, false)
    }

    fn begin(path: &Path, replaces: bool) -> io::Result<Self> {
        // With the list in hand, so that no interrupt comes between the file and its note.
        let mut list = unfinished();
        let file = tempfile::Builder::new()
            .prefix(TEMPORARY)
            .permissions_from_umask()
            .tempfile_in(folder_of(path))?;
        list.begin_file(file.path());
        let note = Note(file.path().to_owned());
        Ok(Self {
            path: path.to_owned(),
            replaces,
            file: BufWriter::with_capacity(1 << 16, file),
            note,
        })
    }

    /// Writes what is still due through to the disk and gives the file its name.
    ///
    /// # Errors
    /// What the file system says; what was at the path before is then still there. [`io::ErrorKind::AlreadyExists`] if that
    /// was not to be replaced.
    pub fn finish(self) -> io::Result<()> {
        Self::finish_all([self])
    }

    /// Finishes several files that belong together: no interrupt comes between them, and no name is given before all of
    /// them are on the disk.
    ///
    /// # Errors
    /// As [`finish`](Self::finish); files that had their name by then keep it.
    pub fn finish_all(files: impl IntoIterator<Item = Self>) -> io::Result<()> {
        let mut written = Vec::new();
        for file in files {
            let temporary = file.file.into_inner().map_err(io::IntoInnerError::into_error)?;
            temporary.as_file().sync_all()?;
            written.push((file.path, file.replaces, Some(temporary), file.note));
        }
        // Declared behind the notes, which need it when they go: it goes first.
        let list = unfinished();
        for (path, replaces, temporary, _) in &mut written {
            let temporary = temporary.take().expect("each is given its name once");
            let named = if *replaces {
                temporary.persist(path)
            } else {
                temporary.persist_noclobber(path)
            };
            named.map_err(|e| e.error)?;
        }
        drop(list);
        let mut folders: Vec<&Path> = written.iter().map(|(path, ..)| folder_of(path)).collect();
        folders.dedup();
        folders.into_iter().try_for_each(sync_folder)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A temporary file's place in the list of what is unfinished.
#[derive(Debug)]
struct Note(PathBuf);

impl Drop for Note {
    fn drop(&mut self) {
        unfinished().end_file(&self.0);
    }
}

/// Writes a file whole or not at all: temporary name in the same folder, all bytes, fsync, rename.
///
/// # Errors
/// What the file system says; the file is then as it was before.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Makes a rename last through a power cut; only some systems let a folder be opened for that.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        fs::File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}

/// Files get the permissions that the user's umask gives, not the 0600 of a temporary file.
trait FromUmask {
    fn permissions_from_umask(&mut self) -> &mut Self;
}

impl FromUmask for tempfile::Builder<'_, '_> {
    #[cfg(unix)]
    fn permissions_from_umask(&mut self) -> &mut Self {
        use std::os::unix::fs::PermissionsExt as _;
        self.permissions(fs::Permissions::from_mode(0o666))
    }

    #[cfg(not(unix))]
    fn permissions_from_umask(&mut self) -> &mut Self {
        self
    }
}
