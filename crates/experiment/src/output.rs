//! The output folder: whole files only, and never somebody else's folder.
//!
//! The manifest is written first and says what every other file must hash to. So a folder that was left half-way is
//! recognised and completed; a file that somebody changed is replaced, and counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde_json::Value;

use crate::claimed_folder::ClaimedFolder;
use crate::hash::sha256;
use crate::progress::Observer;
use crate::unfinished::TEMPORARY;
use crate::{Error, write_whole};

/// Name of the file by which a folder is known as ours.
pub const MANIFEST: &str = "manifest.json";
/// What the manifest's `kind` says.
pub(crate) const KIND: &str = "sokutei-experiment";

/// One file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Artefact {
    /// Path below the output folder, `/` between its parts, made of fixed names and tags that the plan's check let pass.
    pub path: String,
    /// The whole content.
    pub bytes: Vec<u8>,
}

/// What the folder was before.
#[derive(Debug, Clone, PartialEq)]
enum Before {
    Empty,
    Ours { manifest: Value },
}

/// An output folder that may be written to, by this process alone.
#[derive(Debug)]
pub struct OutputFolder {
    folder: ClaimedFolder,
    force: bool,
    before: Before,
}

/// What writing did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Written {
    /// Files that were not there.
    pub written: usize,
    /// Files that were there with other bytes: changed by somebody, or made by other inputs or another version.
    pub replaced: usize,
    /// Files that were there already, byte for byte.
    pub verified: usize,
    /// Files of an earlier experiment that were removed.
    pub removed: usize,
}

impl OutputFolder {
    /// Makes the folder if need be, claims it and looks at it, before any work is done. A folder that was made goes again with
    /// this value if nothing was written.
    ///
    /// # Errors
    /// [`Error::OutputForeign`] for a non-empty folder without our manifest, [`Error::OutputDamaged`] for one whose manifest
    /// cannot be understood, and those of [`ClaimedFolder::claim`].
    pub fn open(path: &Path, force: bool) -> Result<Self, Error> {
        let folder = ClaimedFolder::claim(path)?;
        let before = look(path)?;
        Ok(Self {
            folder,
            force,
            before,
        })
    }

    /// Refuses a folder that holds another experiment, unless it was opened with `force`.
    ///
    /// # Errors
    /// [`Error::OutputOther`], naming the first part that differs.
    pub fn accepts(&self, manifest: &Value) -> Result<(), Error> {
        let Before::Ours { manifest: old } = &self.before else {
            return Ok(());
        };
        if self.force {
            return Ok(());
        }
        match IDENTITY
            .iter()
            .find(|part| old.get(**part) != manifest.get(**part))
        {
            Some(part) => Err(Error::OutputOther {
                path: self.path().to_owned(),
                part: (*part).to_owned(),
            }),
            None => Ok(()),
        }
    }

    /// Writes the manifest, then every artefact that is not there already; the observer is told of each file.
    ///
    /// # Errors
    /// [`Error::Io`] with the file. What was written before it is whole, and the next run goes on from there.
    pub fn write(
        &self,
        manifest: &Value,
        artefacts: &[Artefact],
        observer: &dyn Observer,
    ) -> Result<Written, Error> {
        self.accepts(manifest)?;
        observer.begin_part("write", artefacts.len() as u64 + 1, "files");
        self.remove_leftovers(artefacts)?;
        let mut done = Written {
            removed: self.remove_outdated(artefacts)?,
            ..Written::default()
        };
        let manifest = Artefact {
            path: MANIFEST.to_owned(),
            bytes: pretty(manifest),
        };
        for artefact in std::iter::once(&manifest).chain(artefacts) {
            let path = self.path().join(&artefact.path);
            observer.advance("write", 1);
            // folders only after the manifest: a folder without it would be taken for somebody else's
            make_folder(path.parent().unwrap_or(self.path()))?;
            match fs::read(&path) {
                Ok(there) if there == artefact.bytes => {
                    done.verified += 1;
                    continue;
                }
                Ok(_) => done.replaced += 1,
                Err(_) => done.written += 1,
            }
            write_file(&path, &artefact.bytes)?;
        }
        Ok(done)
    }

    /// Writes one file outside the manifest: the place for what differs from run to run.
    ///
    /// # Errors
    /// [`Error::Io`] with the file.
    pub fn write_volatile(&self, name: &str, value: &Value) -> Result<(), Error> {
        write_file(&self.path().join(name), &pretty(value))
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Version of the program that made what the folder holds, if it holds an experiment.
    #[must_use]
    pub fn made_by(&self) -> Option<&str> {
        match &self.before {
            Before::Ours { manifest } => manifest.get("version").and_then(Value::as_str),
            Before::Empty => None,
        }
    }

    /// Files of an earlier experiment in this folder that the new one does not write.
    fn remove_outdated(&self, artefacts: &[Artefact]) -> Result<usize, Error> {
        let Before::Ours { manifest } = &self.before else {
            return Ok(0);
        };
        let new: BTreeSet<&str> = artefacts.iter().map(|a| a.path.as_str()).collect();
        let old = manifest.get("outputs").and_then(Value::as_object);
        let outdated = old
            .into_iter()
            .flat_map(|o| o.keys())
            .filter(|p| !new.contains(p.as_str()) && is_plain(p));
        let mut removed = 0;
        for path in outdated.map(|p| self.path().join(p)).filter(|p| p.is_file()) {
            fs::remove_file(&path).map_err(|e| Error::io(&path, "remove the outdated file", e))?;
            removed += 1;
        }
        Ok(removed)
    }

    fn remove_leftovers(&self, artefacts: &[Artefact]) -> Result<(), Error> {
        let folders: BTreeSet<PathBuf> = std::iter::once(self.path().to_owned())
            .chain(
                artefacts
                    .iter()
                    .filter_map(|a| self.path().join(&a.path).parent().map(Path::to_owned)),
            )
            .collect();
        for folder in folders.iter().filter(|f| f.is_dir()) {
            for entry in list(folder)? {
                if entry.file_name().to_string_lossy().starts_with(TEMPORARY) {
                    fs::remove_file(entry.path())
                        .map_err(|e| Error::io(&entry.path(), "remove the leftover", e))?;
                }
            }
        }
        Ok(())
    }
}

/// The parts of a manifest that say which experiment it was.
const IDENTITY: [&str; 4] = ["kind", "schema_version", "inputs", "parameters"];

fn look(path: &Path) -> Result<Before, Error> {
    let names: BTreeSet<String> = list(path)?
        .iter()
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    if names.iter().all(|n| n.starts_with(TEMPORARY)) {
        return Ok(Before::Empty);
    }
    let foreign = || Error::OutputForeign {
        path: path.to_owned(),
        found: names.first().cloned().unwrap_or_default(),
    };
    let file = path.join(MANIFEST);
    if !file.is_file() {
        return Err(foreign());
    }
    let bytes = fs::read(&file).map_err(|e| Error::io(&file, "read the manifest", e))?;
    let manifest: Value = serde_json::from_slice(&bytes).map_err(|e| Error::OutputDamaged {
        path: file.clone(),
        found: e.to_string(),
    })?;
    if manifest.get("kind").and_then(Value::as_str) == Some(KIND) {
        Ok(Before::Ours { manifest })
    } else {
        Err(foreign())
    }
}

fn list(folder: &Path) -> Result<Vec<fs::DirEntry>, Error> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    entries.map_err(|e| Error::io(folder, "list the folder", e))
}

fn make_folder(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|e| Error::io(folder, "create the folder", e))
}

/// Whether a path from a manifest stays below the folder: the manifest is a file that anybody may have changed.
fn is_plain(path: &str) -> bool {
    Path::new(path)
        .components()
        .all(|c| matches!(c, std::path::Component::Normal(_)))
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_whole(path, bytes).map_err(|e| Error::io(path, "write the file", e))
}

/// SHA-256 of every artefact by its path.
pub(crate) fn hashes(artefacts: &[Artefact]) -> BTreeMap<&str, String> {
    artefacts
        .par_iter()
        .map(|a| (a.path.as_str(), sha256(&a.bytes)))
        .collect()
}

pub(crate) fn pretty(value: &Value) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(value).expect("a JSON value can be written");
    bytes.push(b'\n');
    bytes
}
