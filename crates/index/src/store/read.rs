//! Reading a file of arrays: whole and undamaged, or refused by name.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use serde::de::DeserializeOwned;

use super::{
    ALIGNMENT, Array, Contents, Entry, FORMAT, FileBytes, HEADER, Loading, MAGIC, Number, padded_kind,
};
use crate::{Error, FileProblem};

/// An opened file, every byte of it checked.
pub(crate) struct Reader<D> {
    file: Arc<FileBytes>,
    first: usize,
    contents: Contents<D>,
}

impl<D: DeserializeOwned> Reader<D> {
    /// Opens a file of a kind.
    pub(crate) fn open(path: &Path, kind: &str, loading: Loading) -> Result<Self, Error> {
        let file = FileBytes::open(path, loading).map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound => Error::Missing {
                path: path.to_owned(),
            },
            _ => Error::Io {
                path: path.to_owned(),
                action: "read it",
                source,
            },
        })?;
        let checked = check(file.bytes(), kind);
        let (first, contents) = checked.map_err(|problem| Error::File {
            path: path.to_owned(),
            problem,
        })?;
        Ok(Self {
            file: Arc::new(file),
            first,
            contents,
        })
    }

    /// What the arrays mean.
    pub(crate) fn description(&self) -> &D {
        &self.contents.description
    }

    /// An array by name.
    pub(crate) fn array<T: Number>(&self, name: &str) -> Result<Array<T>, FileProblem> {
        let missing = || FileProblem::Content(format!("no array `{name}` of {}", T::NAME));
        let entry = self
            .contents
            .arrays
            .iter()
            .find(|e| e.name == name && e.of == T::NAME)
            .ok_or_else(missing)?;
        Array::stored(
            &self.file,
            self.first + entry.offset as usize,
            entry.bytes as usize,
        )
        .ok_or_else(missing)
    }
}

/// Checks every byte; where the arrays begin, and the table of contents.
fn check<D: DeserializeOwned>(bytes: &[u8], kind: &str) -> Result<(usize, Contents<D>), FileProblem> {
    let header: &[u8; HEADER] = bytes.first_chunk().ok_or_else(|| too_short(bytes))?;
    let u32_at = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    let u64_at = |at: usize| u64::from(u32_at(at)) | u64::from(u32_at(at + 4)) << 32;
    check_identity(header, kind, u32_at(16))?;
    check_sum("the header", &header[..60], u32_at(60))?;
    if u64_at(32) != bytes.len() as u64 {
        return Err(FileProblem::Length {
            expected: u64_at(32),
            found: bytes.len() as u64,
        });
    }
    let end = usize::try_from(u64_at(24))
        .ok()
        .and_then(|len| HEADER.checked_add(len));
    let text = end
        .and_then(|end| bytes.get(HEADER..end))
        .ok_or_else(|| FileProblem::Content("the table of contents goes past the end".to_owned()))?;
    check_sum("the table of contents", text, u32_at(20))?;
    let contents: Contents<D> = serde_json::from_slice(text)
        .map_err(|e| FileProblem::Content(format!("the table of contents is not understood ({e})")))?;
    let end = HEADER + text.len();
    check_arrays(bytes, end, &contents.arrays)?;
    Ok((end.next_multiple_of(ALIGNMENT), contents))
}

fn too_short(bytes: &[u8]) -> FileProblem {
    if bytes.starts_with(&MAGIC) || MAGIC.starts_with(bytes) {
        FileProblem::Length {
            expected: HEADER as u64,
            found: bytes.len() as u64,
        }
    } else {
        not_ours(bytes)
    }
}

fn not_ours(bytes: &[u8]) -> FileProblem {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    FileProblem::Magic {
        found: text(&bytes[..bytes.len().min(MAGIC.len())]),
        expected: text(&MAGIC),
    }
}

/// Ours, of this kind, of this version: in this order, so that the message names the first thing that is foreign.
fn check_identity(header: &[u8; HEADER], kind: &str, version: u32) -> Result<(), FileProblem> {
    if header[..8] != MAGIC {
        return Err(not_ours(header));
    }
    if header[8..16] != padded_kind(kind) {
        let found = String::from_utf8_lossy(&header[8..16])
            .trim_end_matches('\0')
            .to_owned();
        return Err(FileProblem::Kind {
            found,
            expected: kind.to_owned(),
        });
    }
    if version != FORMAT {
        return Err(FileProblem::Version {
            found: version,
            supported: FORMAT,
        });
    }
    Ok(())
}

fn check_sum(part: &str, bytes: &[u8], expected: u32) -> Result<(), FileProblem> {
    let found = crc32fast::hash(bytes);
    if found == expected {
        Ok(())
    } else {
        Err(FileProblem::Checksum {
            part: part.to_owned(),
            expected,
            found,
        })
    }
}

/// Arrays lie one behind the other with nothing but zeros between, end with the file, and have unique names and right checksums.
/// `end` is where the table of contents ends.
fn check_arrays(bytes: &[u8], mut end: usize, arrays: &[Entry]) -> Result<(), FileProblem> {
    let first = end.next_multiple_of(ALIGNMENT);
    let mut names = HashSet::new();
    let mut places = Vec::new();
    for entry in arrays {
        let begin = end.next_multiple_of(ALIGNMENT);
        let start = usize::try_from(entry.offset)
            .ok()
            .and_then(|offset| first.checked_add(offset));
        let stop = usize::try_from(entry.bytes)
            .ok()
            .and_then(|len| begin.checked_add(len));
        match stop {
            Some(stop) if start == Some(begin) && stop <= bytes.len() && names.insert(&entry.name) => {
                if bytes[end..begin].iter().any(|&b| b != 0) {
                    return Err(FileProblem::Content(format!(
                        "there is something before array `{}`",
                        entry.name
                    )));
                }
                places.push(begin..stop);
                end = stop;
            }
            _ => {
                return Err(FileProblem::Content(format!(
                    "array `{}` is not in its place",
                    entry.name
                )));
            }
        }
    }
    if bytes.len() != end.max(first) || bytes[end..].iter().any(|&b| b != 0) {
        return Err(FileProblem::Length {
            expected: end.max(first) as u64,
            found: bytes.len() as u64,
        });
    }
    let sums: Vec<Result<(), FileProblem>> = arrays
        .par_iter()
        .zip(places)
        .map(|(entry, place)| check_sum(&format!("array `{}`", entry.name), &bytes[place], entry.crc32))
        .collect();
    sums.into_iter().collect()
}
