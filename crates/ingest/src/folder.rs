//! What lies in a folder: which files are pages, in which order, under which ids.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use percent_encoding::percent_encode_byte;
use sokutei_text::is_space;
use walkdir::WalkDir;

use crate::Error;
use crate::options::Numbering;
use crate::warning::IngestWarning;

/// A file that is to be read.
#[derive(Debug)]
pub(crate) struct PageFile {
    pub(crate) id: String,
    pub(crate) file: String,
    pub(crate) path: PathBuf,
}

/// The pages of a folder in order, and what else is there.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub(crate) pages: Vec<PageFile>,
    pub(crate) other_files: BTreeMap<String, usize>,
    pub(crate) warnings: Vec<IngestWarning>,
}

pub(crate) fn list(dir: &Path, numbering: Numbering) -> Result<Listing, Error> {
    check_folder(dir)?;
    let mut found = Found::default();
    found.gather(dir, numbering);
    if found.entries == 0 {
        return Err(Error::EmptyFolder { path: dir.to_owned() });
    }
    if found.pages.is_empty() {
        return Err(found.no_html(dir));
    }
    found.pages.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    let mut listing = Listing {
        other_files: found.other_files,
        warnings: found.warnings,
        ..Listing::default()
    };
    let ids = match numbering {
        Numbering::Ordinal => (0..found.pages.len()).map(|i| format!("t{i}")).collect(),
        Numbering::Slug => slugs(dir, &found.pages, &mut listing.warnings)?,
    };
    for (page, id) in found.pages.into_iter().zip(ids) {
        let file = String::from_utf8_lossy(&page.name).into_owned();
        if str::from_utf8(&page.name).is_err() {
            listing
                .warnings
                .push(IngestWarning::NameNotUtf8 { file: file.clone() });
        }
        listing.pages.push(PageFile {
            id,
            file,
            path: page.path,
        });
    }
    Ok(listing)
}

fn check_folder(dir: &Path) -> Result<(), Error> {
    let path = || dir.to_owned();
    match fs::metadata(dir) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Err(Error::NoSuchFolder { path: path() }),
        Err(source) => Err(Error::ReadFolder { path: path(), source }),
        Ok(metadata) if !metadata.is_dir() => Err(Error::NotAFolder { path: path() }),
        Ok(_) => fs::read_dir(dir)
            .map(drop)
            .map_err(|source| Error::ReadFolder { path: path(), source }),
    }
}

#[derive(Debug)]
struct Candidate {
    /// Path below the folder in bytes, `/` between its parts.
    name: Vec<u8>,
    path: PathBuf,
}

#[derive(Debug, Default)]
struct Found {
    entries: usize,
    pages: Vec<Candidate>,
    other_files: BTreeMap<String, usize>,
    folders: usize,
    /// Pages lie deeper than was read.
    deeper_pages: bool,
    warnings: Vec<IngestWarning>,
}

impl Found {
    fn gather(&mut self, dir: &Path, numbering: Numbering) {
        let depth = match numbering {
            Numbering::Ordinal => 1,
            Numbering::Slug => usize::MAX,
        };
        for entry in WalkDir::new(dir)
            .min_depth(1)
            .max_depth(depth)
            .sort_by_file_name()
        {
            self.entries += 1;
            match entry {
                Ok(entry) => {
                    let name = name_below(dir, entry.path());
                    // Of a link, what it points to; a link that points nowhere is a file that cannot be read.
                    let is_folder =
                        fs::metadata(entry.path()).map_or(entry.file_type().is_dir(), |m| m.is_dir());
                    if is_folder {
                        self.folder(&entry, &name, numbering);
                    } else {
                        self.file(entry.into_path(), name);
                    }
                }
                Err(error) => {
                    let path = error.path().unwrap_or(dir);
                    let file = String::from_utf8_lossy(&name_below(dir, path)).into_owned();
                    let reason = error
                        .io_error()
                        .map_or_else(|| error.to_string(), ToString::to_string);
                    self.warnings.push(IngestWarning::Unreadable { file, reason });
                }
            }
        }
    }

    fn folder(&mut self, entry: &walkdir::DirEntry, name: &[u8], numbering: Numbering) {
        self.folders += 1;
        let file = String::from_utf8_lossy(name).into_owned();
        if is_page_name(name) {
            self.warnings
                .push(IngestWarning::DirectoryNamedHtml { file: file.clone() });
        }
        if entry.path_is_symlink() {
            self.warnings.push(IngestWarning::SymlinkedFolder { file });
        } else if numbering == Numbering::Ordinal && holds_pages(entry.path()) {
            self.deeper_pages = true;
            self.warnings.push(IngestWarning::FolderNotRead { folder: file });
        }
    }

    fn file(&mut self, path: PathBuf, name: Vec<u8>) {
        if is_page_name(&name) {
            self.pages.push(Candidate { name, path });
            return;
        }
        if is_page_name(&name.to_ascii_lowercase()) {
            let file = String::from_utf8_lossy(&name).into_owned();
            self.warnings.push(IngestWarning::SuffixCase { file });
        }
        let suffix = path
            .extension()
            .map_or_else(|| "(none)".to_owned(), |s| format!(".{}", s.to_string_lossy()));
        *self.other_files.entry(suffix).or_default() += 1;
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
            .any(|w| matches!(w, IngestWarning::SuffixCase { .. }));
        Error::NoHtml {
            path: dir.to_owned(),
            found: found.join(", "),
            fix: match (self.deeper_pages, suffix_case) {
                (true, _) => "there are pages in folders inside: use slug numbering, or give that folder",
                (_, true) => "the suffix must be in small letters: rename the files",
                _ => "give the folder that holds the pages",
            },
        }
    }
}

/// Article ids under [`Numbering::Slug`]. Pages whose slugs are equal keep their suffix.
fn slugs(dir: &Path, pages: &[Candidate], warnings: &mut Vec<IngestWarning>) -> Result<Vec<String>, Error> {
    let mut files_of: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (i, page) in pages.iter().enumerate() {
        files_of
            .entry(slug(without_suffix(&page.name)))
            .or_default()
            .push(i);
    }
    let lossy = |i: &usize| String::from_utf8_lossy(&pages[*i].name).into_owned();
    let mut ids = vec![String::new(); pages.len()];
    for (id, files) in files_of {
        if files.len() == 1 {
            ids[files[0]] = id;
            continue;
        }
        for &i in &files {
            ids[i] = slug(&pages[i].name);
        }
        warnings.push(IngestWarning::DuplicateId {
            id,
            files: files.iter().map(lossy).collect(),
        });
    }
    let mut seen = BTreeSet::new();
    if let Some(again) = ids.iter().find(|id| !seen.insert(id.as_str())) {
        let files = (0..pages.len())
            .filter(|i| ids[*i] == *again)
            .map(|i| lossy(&i))
            .collect();
        return Err(Error::IdCollision {
            path: dir.to_owned(),
            id: again.clone(),
            files,
        });
    }
    Ok(ids)
}

/// A path as an id: white space, and bytes that are not UTF-8, percent-encoded.
fn slug(name: &[u8]) -> String {
    let mut id = String::with_capacity(name.len());
    let mut buffer = [0; 4];
    for chunk in name.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_space(c) {
                id.extend(c.encode_utf8(&mut buffer).bytes().map(percent_encode_byte));
            } else {
                id.push(c);
            }
        }
        id.extend(chunk.invalid().iter().map(|b| percent_encode_byte(*b)));
    }
    id
}

fn is_page_name(name: &[u8]) -> bool {
    name.ends_with(b".html") || name.ends_with(b".htm")
}

/// The path without `.html` or `.htm`; whole, if its last part would be nothing.
fn without_suffix(name: &[u8]) -> &[u8] {
    let stem = name
        .strip_suffix(b".html")
        .or_else(|| name.strip_suffix(b".htm"))
        .unwrap_or(name);
    if stem.is_empty() || stem.ends_with(b"/") {
        name
    } else {
        stem
    }
}

fn name_below(dir: &Path, path: &Path) -> Vec<u8> {
    let below = path.strip_prefix(dir).unwrap_or(path);
    below
        .iter()
        .map(OsStr::as_encoded_bytes)
        .collect::<Vec<_>>()
        .join(&b'/')
}

fn holds_pages(dir: &Path) -> bool {
    WalkDir::new(dir)
        .into_iter()
        .flatten()
        .any(|entry| !entry.file_type().is_dir() && is_page_name(entry.file_name().as_encoded_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slug_encodes_white_space_and_nothing_else() {
        assert_eq!(
            slug("linux/ポート 番号\u{3000}#1%?".as_bytes()),
            "linux/ポート%20番号%E3%80%80#1%?"
        );
        assert_eq!(slug(b"a\xFFb"), "a%FFb");
    }

    #[test]
    fn slug_of_a_file_that_is_only_a_suffix_is_its_name() {
        assert_eq!(without_suffix(b"a.b.html"), b"a.b");
        assert_eq!(without_suffix(b".html"), b".html");
        assert_eq!(without_suffix(b"x/.htm"), b"x/.htm");
    }
}
