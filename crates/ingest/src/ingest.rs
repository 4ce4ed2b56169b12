//! A folder of pages to articles.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::Error;
use crate::article::{Article, parse_article};
use crate::chunk::Chunk;
use crate::folder::{PageFile, list};
use crate::options::{IngestOptions, MAX_PAGE_BYTES, Numbering};
use crate::warning::IngestWarning;

/// What a folder gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ingested {
    /// One for each page that could be read, in the order of the ids' files.
    pub articles: Vec<Article>,
    /// About the folder first, then about each page in order.
    pub warnings: Vec<IngestWarning>,
    /// Where the ids come from.
    pub numbering: Numbering,
    /// Files named .html or .htm, readable or not; under ordinal numbering ids go up to `t<pages - 1>`.
    pub pages: usize,
    /// Other files by suffix (`.txt`, or `(none)`), in the order of the suffixes.
    pub other_files: BTreeMap<String, usize>,
}

impl Ingested {
    /// The kept sections of all articles in corpus order. Ids are `<article>#<j>`, `j` from 0 in each article.
    #[must_use]
    pub fn chunks(&self) -> Vec<Chunk> {
        self.articles.iter().flat_map(chunks_of).collect()
    }

    /// How many warnings there are of each kind, in the order of the kinds' names.
    #[must_use]
    pub fn warning_counts(&self) -> BTreeMap<&'static str, usize> {
        let mut counts = BTreeMap::new();
        for warning in &self.warnings {
            *counts.entry(warning.kind()).or_default() += 1;
        }
        counts
    }
}

fn chunks_of(article: &Article) -> impl Iterator<Item = Chunk> {
    article.kept().enumerate().map(|(j, section)| Chunk {
        id: format!("{}#{j}", article.id),
        article: article.id.clone(),
        title: article.title.clone(),
        heading: section.heading.clone(),
        path: section.path.clone(),
        text: section.text.clone(),
        start: section.start,
        end: section.end,
        anchor: section.anchor.clone(),
    })
}

/// Reads every page of a folder, several at a time. The result does not depend on how many.
///
/// Which files are pages, and what they are called, [`Numbering`] says. Symbolic links to files are read; those to folders
/// are not followed. A tree is dropped as soon as its article is made, so memory is the articles and one page for each
/// thread; what a page may take, [`MAX_PAGE_BYTES`] says.
///
/// # Errors
/// [`Error::NoSuchFolder`], [`Error::NotAFolder`], [`Error::ReadFolder`], [`Error::EmptyFolder`]; [`Error::NoHtml`] when no
/// file is a page; [`Error::NoArticle`] when no page can be used; [`Error::IdCollision`] when slugs cannot be told apart.
pub fn ingest_dir(dir: &Path, options: &IngestOptions) -> Result<Ingested, Error> {
    ingest_dir_with(dir, options, &|_, _| ())
}

/// [`ingest_dir`] that tells how far it is: `on_page(done, of)` is called after each page, from several threads.
///
/// # Errors
/// As [`ingest_dir`].
pub fn ingest_dir_with(
    dir: &Path,
    options: &IngestOptions,
    on_page: &(dyn Fn(usize, usize) + Sync),
) -> Result<Ingested, Error> {
    let listing = list(dir, options.numbering)?;
    let pages = listing.pages.len();
    let done = AtomicUsize::new(0);
    let read: Vec<(Option<Article>, Vec<IngestWarning>)> = listing
        .pages
        .par_iter()
        // One page is the unit of work: pages differ in size by orders of magnitude.
        .with_max_len(1)
        .map(|page| {
            let read = read_file(page, options);
            on_page(done.fetch_add(1, Ordering::Relaxed) + 1, pages);
            read
        })
        .collect();

    let mut ingested = Ingested {
        articles: Vec::with_capacity(pages),
        warnings: listing.warnings,
        numbering: options.numbering,
        pages,
        other_files: listing.other_files,
    };
    let about_folder = ingested.warnings.len();
    for (article, warnings) in read {
        ingested.articles.extend(article);
        ingested.warnings.extend(warnings);
    }
    if ingested.articles.is_empty() {
        let first = ingested
            .warnings
            .get(about_folder)
            .map(ToString::to_string)
            .unwrap_or_default();
        return Err(Error::NoArticle {
            path: dir.to_owned(),
            pages,
            first,
        });
    }
    Ok(ingested)
}

fn read_file(page: &PageFile, options: &IngestOptions) -> (Option<Article>, Vec<IngestWarning>) {
    let bytes = match page_bytes(&page.path) {
        Ok(bytes) => bytes,
        Err(reason) => {
            return (
                None,
                vec![IngestWarning::Unreadable {
                    file: page.file.clone(),
                    reason,
                }],
            );
        }
    };
    let (article, warnings) = parse_article(&bytes, &page.file, &page.id, options);
    let is_used = !warnings.iter().any(IngestWarning::leaves_no_article);
    (is_used.then_some(article), warnings)
}

fn page_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let metadata = fs::metadata(path).map_err(|e| e.to_string())?;
    if !metadata.is_file() {
        // Opening a pipe would wait for a writer for ever.
        return Err("it is no regular file".to_owned());
    }
    if metadata.len() > MAX_PAGE_BYTES {
        return Err(format!(
            "it has {} bytes, more than the {MAX_PAGE_BYTES} that are read; split the page",
            metadata.len()
        ));
    }
    fs::read(path).map_err(|e| e.to_string())
}
