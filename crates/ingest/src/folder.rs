//! What lies in a folder: which files are pages, in which order, under which ids.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::Error;
use crate::options::Numbering;
use crate::slug::{is_page_name, slug, without_suffix};
use crate::warning::IngestWarning;

/// A file that is to be read.
#[derive(Debug)]
pub(crate) struct PageFile {
    /// Path below the folder.
    below: PathBuf,
    /// A link that points nowhere was never there; what was there must not be gone later.
    pub(crate) was_there: bool,
}

/// The pages of a folder in order, and what else is there. Of a page it keeps the path alone: there may be very many.
#[derive(Debug)]
pub(crate) struct Listing {
    pub(crate) pages: Vec<PageFile>,
    pub(crate) other_files: BTreeMap<String, usize>,
    pub(crate) warnings: Vec<IngestWarning>,
    numbering: Numbering,
    /// Places of the pages whose slug keeps the suffix.
    with_suffix: BTreeSet<usize>,
}

pub(crate) fn list(dir: &Path, numbering: Numbering) -> Result<Listing, Error> {
    check_folder(dir)?;
    let mut found = Found::default();
    found.gather(dir, numbering)?;
    if found.entries == 0 {
        return Err(Error::EmptyFolder { path: dir.to_owned() });
    }
    if found.pages.is_empty() {
        return Err(found.no_html(dir));
    }
    found.pages.sort_unstable_by(|a, b| a.name().cmp(&b.name()));
    found.pages.shrink_to_fit();
    // In the order of a walk: a folder, then what is in it.
    found.warnings.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut listing = Listing {
        pages: found.pages,
        other_files: found.other_files,
        warnings: found.warnings.into_iter().map(|(_, warning)| warning).collect(),
        numbering,
        with_suffix: BTreeSet::new(),
    };
    if numbering == Numbering::Slug {
        listing.tell_slugs_apart(dir)?;
    }
    for i in 0..listing.pages.len() {
        if str::from_utf8(&listing.pages[i].name()).is_err() {
            let file = listing.file(i);
            listing.warnings.push(IngestWarning::NameNotUtf8 { file });
        }
    }
    Ok(listing)
}

impl Listing {
    /// Id of the article that page `i` becomes.
    pub(crate) fn id(&self, i: usize) -> String {
        let name = self.pages[i].name();
        match self.numbering {
            Numbering::Ordinal => format!("t{i}"),
            Numbering::Slug if self.with_suffix.contains(&i) => slug(&name),
            Numbering::Slug => slug(without_suffix(&name)),
        }
    }

    /// Path of page `i` below the folder, `/` between its parts.
    pub(crate) fn file(&self, i: usize) -> String {
        String::from_utf8_lossy(&self.pages[i].name()).into_owned()
    }

    /// Where page `i` lies in the folder that was listed.
    pub(crate) fn path(&self, dir: &Path, i: usize) -> PathBuf {
        dir.join(&self.pages[i].below)
    }

    /// Pages whose slugs are equal keep their suffix.
    ///
    /// # Errors
    /// [`Error::IdCollision`] when an id is there twice nevertheless.
    fn tell_slugs_apart(&mut self, dir: &Path) -> Result<(), Error> {
        for (id, pages) in self.repeated_ids() {
            let files = pages.iter().map(|&i| self.file(i)).collect();
            self.with_suffix.extend(pages);
            self.warnings.push(IngestWarning::DuplicateId { id, files });
        }
        if self.with_suffix.is_empty() {
            return Ok(());
        }
        let collision = self.repeated_ids().into_iter().min_by_key(|(_, pages)| pages[1]);
        collision.map_or(Ok(()), |(id, pages)| {
            Err(Error::IdCollision {
                path: dir.to_owned(),
                id,
                files: pages.iter().map(|&i| self.file(i)).collect(),
            })
        })
    }

    /// Ids that several pages have, each with the places of those pages.
    fn repeated_ids(&self) -> Vec<(String, Vec<usize>)> {
        let mut ids: Vec<(String, usize)> = (0..self.pages.len()).map(|i| (self.id(i), i)).collect();
        ids.sort_unstable();
        let repeated = ids.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1);
        repeated
            .map(|same| (same[0].0.clone(), same.iter().map(|(_, i)| *i).collect()))
            .collect()
    }
}

impl PageFile {
    /// The path below the folder in bytes, `/` between its parts.
    fn name(&self) -> Cow<'_, [u8]> {
        name_of(&self.below)
    }
}

fn check_folder(dir: &Path) -> Result<(), Error> {
    let path = || dir.to_owned();
    match fs::metadata(dir) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Err(Error::NoSuchFolder { path: path() }),
        Err(source) => Err(Error::ReadFolder { path: path(), source }),
        Ok(metadata) if !metadata.is_dir() => Err(Error::NotAFolder { path: path() }),
        Ok(_) => fs::read_dir(dir)
            .map(drop)
            .map_err(|source| Error::ReadFolder { path: path(), source }),
    }
}

#[derive(Debug, Default)]
struct Found {
    entries: usize,
    pages: Vec<PageFile>,
    other_files: BTreeMap<String, usize>,
    folders: usize,
    /// Pages lie deeper than was read.
    deeper_pages: bool,
    /// Each with the path that it is about.
    warnings: Vec<(PathBuf, IngestWarning)>,
}

impl Found {
    /// Walks in the order in which the system gives the entries: sorting is for what is kept of them.
    fn gather(&mut self, dir: &Path, numbering: Numbering) -> Result<(), Error> {
        let depth = match numbering {
            Numbering::Ordinal => 1,
            Numbering::Slug => usize::MAX,
        };
        for entry in WalkDir::new(dir).min_depth(1).max_depth(depth) {
            self.entries += 1;
            match entry {
                Ok(entry) => self.entry(dir, &entry, numbering),
                Err(error) => {
                    let path = error.path().unwrap_or(dir);
                    let is_gone = error
                        .io_error()
                        .is_some_and(|e| e.kind() == io::ErrorKind::NotFound);
                    if is_gone {
                        return Err(Error::Vanished {
                            path: path.to_owned(),
                        });
                    }
                    let below = below(dir, path).to_owned();
                    let file = lossy(&below);
                    let reason = error
                        .io_error()
                        .map_or_else(|| error.to_string(), ToString::to_string);
                    self.warnings
                        .push((below, IngestWarning::Unreadable { file, reason }));
                }
            }
        }
        Ok(())
    }

    fn entry(&mut self, dir: &Path, entry: &walkdir::DirEntry, numbering: Numbering) {
        let below = below(dir, entry.path()).to_owned();
        if !entry.path_is_symlink() {
            if entry.file_type().is_dir() {
                self.folder(entry, below, numbering);
            } else {
                self.file(below, true);
            }
            return;
        }
        // Of a link, what it points to; a link that points nowhere is a file that cannot be read.
        match fs::metadata(entry.path()) {
            Ok(metadata) if metadata.is_dir() => self.folder(entry, below, numbering),
            target => self.file(below, target.is_ok()),
        }
    }

    fn folder(&mut self, entry: &walkdir::DirEntry, below: PathBuf, numbering: Numbering) {
        self.folders += 1;
        let file = lossy(&below);
        if is_page_name(&name_of(&below)) {
            let warning = IngestWarning::DirectoryNamedHtml { file: file.clone() };
            self.warnings.push((below.clone(), warning));
        }
        if entry.path_is_symlink() {
            self.warnings
                .push((below, IngestWarning::SymlinkedFolder { file }));
        } else if numbering == Numbering::Ordinal && holds_pages(entry.path()) {
            self.deeper_pages = true;
            self.warnings
                .push((below, IngestWarning::FolderNotRead { folder: file }));
        }
    }

    fn file(&mut self, below: PathBuf, was_there: bool) {
        let name = name_of(&below);
        if is_page_name(&name) {
            drop(name);
            self.pages.push(PageFile { below, was_there });
            return;
        }
        let suffix = below
            .extension()
            .map_or_else(|| "(none)".to_owned(), |s| format!(".{}", s.to_string_lossy()));
        *self.other_files.entry(suffix).or_default() += 1;
        if is_page_name(&name.to_ascii_lowercase()) {
            let file = lossy(&below);
            drop(name);
            self.warnings.push((below, IngestWarning::SuffixCase { file }));
        }
    }

    fn no_html(&self, dir: &Path) -> Error {
        let mut found: Vec<String> = self
            .other_files
            .iter()
            .map(|(suffix, n)| format!("{n} {suffix}"))
            .collect();
        if self.folders > 0 {
            found.push(format!(
                "{} {}",
                self.folders,
                if self.folders == 1 { "folder" } else { "folders" }
            ));
        }
        if found.is_empty() {
            found.push("nothing that can be read".to_owned());
        }
        let suffix_case = self
            .warnings
            .iter()
            .any(|(_, w)| matches!(w, IngestWarning::SuffixCase { .. }));
        Error::NoHtml {
            path: dir.to_owned(),
            found: found.join(", "),
            fix: match (self.deeper_pages, suffix_case) {
                (true, _) => "there are pages in folders inside: use --ids slug, or give that folder",
                (_, true) => "the suffix must be in small letters: rename the files",
                _ => "give the folder that holds the pages",
            },
        }
    }
}

fn below<'a>(dir: &Path, path: &'a Path) -> &'a Path {
    path.strip_prefix(dir).unwrap_or(path)
}

fn lossy(below: &Path) -> String {
    String::from_utf8_lossy(&name_of(below)).into_owned()
}

/// A path below the folder in bytes, `/` between its parts.
#[cfg(unix)]
fn name_of(below: &Path) -> Cow<'_, [u8]> {
    use std::os::unix::ffi::OsStrExt as _;
    Cow::Borrowed(below.as_os_str().as_bytes())
}

#[cfg(not(unix))]
fn name_of(below: &Path) -> Cow<'_, [u8]> {
    let parts: Vec<&[u8]> = below.iter().map(std::ffi::OsStr::as_encoded_bytes).collect();
    Cow::Owned(parts.join(&b'/'))
}

fn holds_pages(dir: &Path) -> bool {
    WalkDir::new(dir)
        .into_iter()
        .flatten()
        .any(|entry| !entry.file_type().is_dir() && is_page_name(entry.file_name().as_encoded_bytes()))
}
