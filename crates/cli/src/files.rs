//! Files and standard streams of the single stages: whole or not at all, never over an existing file unasked.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read as _, Seek as _, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use flate2::bufread::MultiGzDecoder;
use sokutei_experiment::WholeFile;
use sokutei_measures::Error as MeasuresError;
use sokutei_measures::formats::{FileFormat, detect};
use tempfile::{SpooledTempFile, spooled_tempfile};

use crate::exit::Failure;
use crate::kept_line::KeptLine;

/// Reads a file with `read`, which is given its lines and what messages call it; `-` is standard input. Files that gzip made are
/// read as what is in them.
///
/// # Errors
/// A file that cannot be opened; what `read` refuses, with the line.
pub(crate) fn read<T, E>(
    path: &Path,
    read: impl FnOnce(&mut KeptLine<Box<dyn BufRead>>, &str) -> Result<T, E>,
) -> Result<T>
where
    E: std::error::Error + Send + Sync + 'static,
{
    let mut from = KeptLine::new(unpacked(open(path)?, &name(path))?);
    read(&mut from, &name(path)).map_err(|error| from.error(error).into())
}

/// [`read`] for files whose format is told by how they begin, unless it is given.
///
/// # Errors
/// As [`read`]; a file in a format that is not read.
pub(crate) fn read_as<T>(
    path: &Path,
    format: Option<FileFormat>,
    read: impl FnOnce(&mut KeptLine<Box<dyn BufRead>>, &str, FileFormat, &[u8]) -> Result<T, MeasuresError>,
) -> Result<T> {
    let name = name(path);
    let (head, from) = begun(unpacked(open(path)?, &name)?);
    let format = match format {
        Some(format) => format,
        None => detect(&head, &name)?,
    };
    let mut from = KeptLine::new(from);
    if format == FileFormat::Json {
        from.keep_nothing();
    }
    read(&mut from, &name, format, &head).map_err(|error| from.error(error).into())
}

/// How a file begins, and all of it. An error comes when one reads so far.
fn begun(mut from: Box<dyn BufRead>) -> (Vec<u8>, Box<dyn BufRead>) {
    /// Enough for a header, or the first topic of a document.
    const HEAD: usize = 1 << 14;
    // large files lie in the buffer with more than that, and are read from there
    let broken = |error| -> Box<dyn BufRead> { Box::new(BufReader::new(Broken(Some(error)))) };
    match from.fill_buf() {
        Ok(read) if read.len() >= HEAD => return (read[..HEAD].to_vec(), from),
        Ok(_) => {}
        Err(error) => return (Vec::new(), broken(error)),
    }
    let mut head = Vec::new();
    let rest: Box<dyn BufRead> = match from.by_ref().take(HEAD as u64).read_to_end(&mut head) {
        Ok(_) => from,
        Err(error) => broken(error),
    };
    (head.clone(), Box::new(io::Cursor::new(head).chain(rest)))
}

/// Ends with an error.
struct Broken(Option<io::Error>);

impl io::Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Bytes that are read from a file at once.
const BUFFER: usize = 1 << 17;

fn open(path: &Path) -> Result<Box<dyn BufRead>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    if path.is_dir() {
        bail!("{}: is a folder, expected a file", path.display());
    }
    let file = File::open(path).map_err(|source| match source.kind() {
        io::ErrorKind::NotFound => anyhow!("{}: no such file", path.display()),
        _ => anyhow::Error::from(Failure::Open {
            path: path.display().to_string(),
            source,
        }),
    })?;
    Ok(Box::new(BufReader::with_capacity(BUFFER, file)))
}

/// What gzip or zstd packed, or the file as it is.
fn unpacked(mut from: Box<dyn BufRead>, name: &str) -> Result<Box<dyn BufRead>> {
    /// The first byte of gzip's two; no text begins with it.
    const GZIP: u8 = 0x1f;
    let start = from.fill_buf().map_err(|source| Failure::Open {
        path: name.to_owned(),
        source,
    })?;
    if start.first() == Some(&GZIP) {
        return Ok(Box::new(BufReader::with_capacity(
            BUFFER,
            MultiGzDecoder::new(from),
        )));
    }
    #[cfg(feature = "zstd")]
    if crate::zstd::is_zstd(start) {
        return Ok(Box::new(BufReader::with_capacity(
            BUFFER,
            crate::zstd::Zstd::new(from),
        )));
    }
    Ok(from)
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
    if let Ok(target) = path.read_link()
        && !path.exists()
    {
        bail!(
            "{}: is a symbolic link to {}, which does not exist; remove the link, or choose another name",
            path.display(),
            target.display()
        );
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

/// Whether two names stand for one place to write to.
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    a == b || a.as_os_str() != "-" && b.as_os_str() != "-" && place(a) == place(b)
}

/// A path without links and detours; the file itself need not be there.
fn place(path: &Path) -> PathBuf {
    let beside = |name: &OsStr| {
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
        Some(folder.join(name))
    };
    let place = path.canonicalize().ok();
    let place = place.or_else(|| path.file_name().and_then(beside));
    place.unwrap_or_else(|| path.to_owned())
}

/// Writes `bytes` to a new file, or to standard output for `-`; see [`Growing`].
pub(crate) fn write(path: &Path, bytes: &[u8], force: bool) -> Result<()> {
    let mut file = Growing::begin(path, force)?;
    file.put(bytes)?;
    file.finish()
}

/// A result that is written while it is made, and of which nothing is seen before it is whole.
///
/// A file appears by rename; one that exists is kept unless `force` is set, and a symbolic link goes on pointing where it
/// points. Standard output, devices and pipes are written into, at the end.
pub(crate) struct Growing {
    name: String,
    to: To,
}

enum To {
    File(WholeFile),
    /// What was written there could not be taken back. Larger results wait on the disk.
    Waiting(Box<SpooledTempFile>, Option<PathBuf>),
}

/// Bytes of a result that wait in memory.
const WAITING: usize = 16 << 20;

impl Growing {
    pub(crate) fn begin(path: &Path, force: bool) -> Result<Self> {
        let waiting = |path| To::Waiting(Box::new(spooled_tempfile(WAITING)), path);
        if path.as_os_str() == "-" {
            return Ok(Self {
                name: "standard output".to_owned(),
                to: waiting(None),
            });
        }
        check_target(path, force)?;
        let name = path.display().to_string();
        let to = if is_special(path) {
            waiting(Some(path.to_owned()))
        } else {
            let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
            let create = if force {
                WholeFile::create
            } else {
                WholeFile::create_new
            };
            To::File(create(&real).map_err(failed(&name))?)
        };
        Ok(Self { name, to })
    }

    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<()> {
        match &mut self.to {
            To::File(file) => file.write_all(bytes).map_err(failed(&self.name))?,
            To::Waiting(file, _) => file.write_all(bytes).map_err(failed_beside(&self.name))?,
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<()> {
        Self::finish_all([self])
    }

    /// Finishes results that belong together: files get their names last, and all at once.
    pub(crate) fn finish_all(all: impl IntoIterator<Item = Self>) -> Result<()> {
        let mut files = Vec::new();
        let mut names = Vec::new();
        for Self { name, to } in all {
            match to {
                To::File(file) => {
                    files.push(file);
                    names.push(name);
                }
                To::Waiting(file, path) => pour(*file, path.as_deref(), &name)?,
            }
        }
        let names = names.join(", ");
        match WholeFile::finish_all(files) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                bail!(
                    "{names}: was made by somebody else meanwhile; choose another name, or replace it with --force"
                )
            }
            finished => Ok(finished.map_err(failed(&names))?),
        }
    }
}

/// Copies what has waited to where it was to go.
fn pour(mut from: SpooledTempFile, path: Option<&Path>, name: &str) -> Result<()> {
    from.rewind().map_err(failed_beside(name))?;
    let mut bytes = vec![0; 1 << 16];
    let mut to: Box<dyn Write> = match path {
        None => Box::new(io::stdout().lock()),
        Some(path) => Box::new(OpenOptions::new().write(true).open(path).map_err(failed(name))?),
    };
    loop {
        let n = from.read(&mut bytes).map_err(failed_beside(name))?;
        let written = if n == 0 {
            to.flush()
        } else {
            to.write_all(&bytes[..n])
        };
        match written {
            // A reader that has closed the pipe has what it wanted.
            Err(e) if path.is_none() && e.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            written => written.map_err(failed(name))?,
        }
        if n == 0 {
            return Ok(());
        }
    }
}

fn failed(name: &str) -> impl Fn(io::Error) -> Failure + use<> {
    let path = name.to_owned();
    move |source| Failure::Write {
        path: path.clone(),
        source,
    }
}

/// For what waits on the disk.
fn failed_beside(name: &str) -> impl Fn(io::Error) -> Failure + use<> {
    let folder = std::env::temp_dir();
    failed(&format!("a temporary file for {name} in {}", folder.display()))
}

/// Prints a result.
pub(crate) fn print(bytes: &[u8]) -> Result<()> {
    write(Path::new("-"), bytes, false)
}
