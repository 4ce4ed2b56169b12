//! Writing a file of arrays: complete or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use rayon::prelude::*;
use serde::Serialize;

use super::{ALIGNMENT, Contents, Entry, FORMAT, HEADER, MAGIC, Number, padded_kind};
use crate::Error;

/// Collects arrays, then writes them.
#[derive(Default)]
pub(crate) struct Writer<'a> {
    arrays: Vec<(String, &'static str, &'a [u8])>,
}

impl<'a> Writer<'a> {
    /// Adds an array under a name of its own.
    pub(crate) fn add<T: Number>(&mut self, name: impl Into<String>, numbers: &'a [T]) {
        self.arrays
            .push((name.into(), T::NAME, bytemuck::cast_slice(numbers)));
    }

    /// Writes `path`, replacing what is there: first under a temporary name in the same folder, then synchronised, then renamed.
    pub(crate) fn write(&self, path: &Path, kind: &str, description: &impl Serialize) -> Result<u64, Error> {
        let io = |action| {
            move |source| Error::Io {
                path: path.to_owned(),
                action,
                source,
            }
        };
        let folder = path
            .parent()
            .filter(|p| !p.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(io("make its folder"))?;
        let temporary = temporary_in(folder).map_err(io("make a temporary file beside it"))?;
        let mut out = BufWriter::with_capacity(1 << 20, temporary.as_file());
        let bytes = self
            .write_to(&mut out, kind, description)
            .map_err(io("write it"))?;
        out.flush().map_err(io("write it"))?;
        drop(out);
        temporary
            .as_file()
            .sync_all()
            .map_err(io("write it through to the disk"))?;
        temporary
            .persist(path)
            .map_err(|e| io("give it its name")(e.error))?;
        sync_folder(folder).map_err(io("write its name through to the disk"))?;
        Ok(bytes)
    }

    fn write_to(&self, out: &mut impl Write, kind: &str, description: &impl Serialize) -> io::Result<u64> {
        let checksums: Vec<u32> = self
            .arrays
            .par_iter()
            .map(|(_, _, bytes)| crc32fast::hash(bytes))
            .collect();
        let mut end = 0usize;
        let mut arrays = Vec::new();
        for ((name, of, bytes), crc32) in self.arrays.iter().zip(checksums) {
            let offset = end.next_multiple_of(ALIGNMENT);
            end = offset + bytes.len();
            let (offset, bytes) = (offset as u64, bytes.len() as u64);
            arrays.push(Entry {
                name: name.clone(),
                of: (*of).to_owned(),
                offset,
                bytes,
                crc32,
            });
        }
        let contents = serde_json::to_vec(&Contents { description, arrays })?;
        let first = (HEADER + contents.len()).next_multiple_of(ALIGNMENT);
        let total = (first + end) as u64;

        let mut header = [0u8; HEADER];
        header[..8].copy_from_slice(&MAGIC);
        header[8..16].copy_from_slice(&padded_kind(kind));
        header[16..20].copy_from_slice(&FORMAT.to_le_bytes());
        header[20..24].copy_from_slice(&crc32fast::hash(&contents).to_le_bytes());
        header[24..32].copy_from_slice(&(contents.len() as u64).to_le_bytes());
        header[32..40].copy_from_slice(&total.to_le_bytes());
        let checksum = crc32fast::hash(&header[..60]);
        header[60..].copy_from_slice(&checksum.to_le_bytes());

        out.write_all(&header)?;
        out.write_all(&contents)?;
        let mut written = HEADER + contents.len();
        for (_, _, bytes) in &self.arrays {
            let padding = written.next_multiple_of(ALIGNMENT) - written;
            out.write_all(&[0; ALIGNMENT][..padding])?;
            out.write_all(bytes)?;
            written += padding + bytes.len();
        }
        // with no array at all, the place where the first would begin is still padded to
        let padding = (total as usize).saturating_sub(written);
        out.write_all(&[0; ALIGNMENT][..padding])?;
        Ok(total)
    }
}

/// A temporary file whose rights are those of any new file, not the owner's alone.
fn temporary_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".index-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// A rename is on the disk once its folder is.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}
