//! A folder of pages to articles, a few pages at a time.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Error;
use crate::article::{Article, parse_article};
use crate::chunk::Chunk;
use crate::folder::{Listing, list};
use crate::in_order::in_order;
use crate::options::{IngestOptions, MAX_PAGE_BYTES, Numbering};
use crate::warning::IngestWarning;

/// Pages for each thread that [`PageFolder::read`] has begun and not yet handed on, at most.
///
/// One is being read; the others wait, as articles, for a page before them that takes longer.
pub const PAGES_AHEAD: usize = 16;

/// The pages of a folder: listed, and not yet read.
#[derive(Debug)]
pub struct PageFolder {
    dir: PathBuf,
    options: IngestOptions,
    listing: Listing,
}

/// What one page gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadPage {
    /// None if the page could not be used; then a warning says why.
    pub article: Option<Article>,
    /// What was odd about it.
    pub warnings: Vec<IngestWarning>,
}

impl PageFolder {
    /// Lists a folder. Which files are pages, and what they are called, [`Numbering`] says.
    ///
    /// Symbolic links to files are read; those to folders are not followed.
    ///
    /// # Errors
    /// [`Error::NoSuchFolder`], [`Error::NotAFolder`], [`Error::ReadFolder`], [`Error::EmptyFolder`]; [`Error::NoHtml`] when no
    /// file is a page; [`Error::IdCollision`] when slugs cannot be told apart; [`Error::Vanished`] when a folder goes away
    /// meanwhile.
    pub fn open(dir: &Path, options: &IngestOptions) -> Result<Self, Error> {
        Ok(Self {
            dir: dir.to_owned(),
            options: options.clone(),
            listing: list(dir, options.numbering)?,
        })
    }

    /// Files named .html or .htm, readable or not; under ordinal numbering ids go up to `t<pages - 1>`.
    #[must_use]
    pub fn pages(&self) -> usize {
        self.listing.pages.len()
    }

    /// What is odd about the folder, before any page is read.
    #[must_use]
    pub fn warnings(&self) -> &[IngestWarning] {
        &self.listing.warnings
    }

    /// Other files by suffix (`.txt`, or `(none)`), in the order of the suffixes.
    #[must_use]
    pub fn other_files(&self) -> &BTreeMap<String, usize> {
        &self.listing.other_files
    }

    /// Reads every page, several at a time, and gives them to `take` one by one, in the order of the listing. Returns how
    /// many gave an article.
    ///
    /// What `take` gets does not depend on the number of threads. `on_page(done, of)` is called after each page, from several
    /// threads. Memory is the listing, one tree for each thread and the articles of at most [`PAGES_AHEAD`] pages for each
    /// thread, however many pages there are; what a page may take, [`MAX_PAGE_BYTES`] says.
    ///
    /// # Errors
    /// The first of `take`; [`Error::Vanished`] for a page that was listed and is gone; when no page can be used,
    /// [`Error::ReadPage`] if the system is the reason for one of them, else [`Error::NoArticle`].
    pub fn read<E: From<Error> + Send>(
        &self,
        on_page: &(dyn Fn(usize, usize) + Sync),
        mut take: impl FnMut(ReadPage) -> Result<(), E> + Send,
    ) -> Result<usize, E> {
        let pages = self.pages();
        let done = AtomicUsize::new(0);
        let read = |i| {
            let read = self.read_page(i);
            on_page(done.fetch_add(1, Ordering::Relaxed) + 1, pages);
            read
        };
        let mut articles = 0;
        let mut first_unused = None;
        let mut first_refused = None;
        in_order(pages, PAGES_AHEAD * rayon::current_num_threads(), read, |read| {
            let (page, refused) = read?;
            if articles == 0 && page.article.is_none() {
                first_refused = first_refused.take().or(refused);
                first_unused.get_or_insert_with(|| page.warnings.first().map(ToString::to_string));
            }
            articles += usize::from(page.article.is_some());
            take(page)
        })?;
        if articles > 0 {
            return Ok(articles);
        }
        Err(first_refused.unwrap_or_else(|| Error::NoArticle {
            path: self.dir.clone(),
            pages,
            first: first_unused.flatten().unwrap_or_default(),
        }))?
    }

    /// Page `i`; beside it, as an error, the system's refusal to give out its bytes.
    fn read_page(&self, i: usize) -> Result<(ReadPage, Option<Error>), Error> {
        let file = self.listing.file(i);
        let path = self.listing.path(&self.dir, i);
        let (reason, refused) = match page_bytes(&path) {
            Ok(bytes) => {
                let (article, warnings) = parse_article(&bytes, &file, &self.listing.id(i), &self.options);
                let is_used = !warnings.iter().any(IngestWarning::leaves_no_article);
                let article = is_used.then_some(article);
                return Ok((ReadPage { article, warnings }, None));
            }
            Err(NoBytes::Unfit(reason)) => (reason, None),
            Err(NoBytes::Refused(e))
                if e.kind() == io::ErrorKind::NotFound && self.listing.pages[i].was_there =>
            {
                return Err(Error::Vanished { path });
            }
            Err(NoBytes::Refused(source)) => {
                let reason = source.to_string();
                // A link that points nowhere is the input's fault.
                let is_link = source.kind() == io::ErrorKind::NotFound;
                (reason, (!is_link).then_some(Error::ReadPage { path, source }))
            }
        };
        let page = ReadPage {
            article: None,
            warnings: vec![IngestWarning::Unreadable { file, reason }],
        };
        Ok((page, refused))
    }
}

/// Why there are no bytes of a page.
enum NoBytes {
    /// The file is nothing to read.
    Unfit(String),
    /// The system's reason.
    Refused(io::Error),
}

impl From<io::Error> for NoBytes {
    fn from(source: io::Error) -> Self {
        Self::Refused(source)
    }
}

fn page_bytes(path: &Path) -> Result<Vec<u8>, NoBytes> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        // Opening a pipe would wait for a writer for ever.
        return Err(NoBytes::Unfit("it is no regular file".to_owned()));
    }
    if metadata.len() > MAX_PAGE_BYTES {
        return Err(NoBytes::Unfit(format!(
            "it has {} bytes, more than the {MAX_PAGE_BYTES} that are read; split the page",
            metadata.len()
        )));
    }
    Ok(fs::read(path)?)
}

/// What a folder gave, all of it in memory.
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
        self.articles.iter().flat_map(Article::chunks).collect()
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

/// Reads every page of a folder, several at a time, and keeps all articles. The result does not depend on how many.
///
/// For what is done page by page, [`PageFolder::read`] does it in bounded memory.
///
/// # Errors
/// As [`PageFolder::open`] and [`PageFolder::read`].
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
    let folder = PageFolder::open(dir, options)?;
    let mut articles = Vec::new();
    let mut warnings = folder.warnings().to_vec();
    folder.read(on_page, |page| {
        articles.extend(page.article);
        warnings.extend(page.warnings);
        Ok::<(), Error>(())
    })?;
    Ok(Ingested {
        articles,
        warnings,
        numbering: options.numbering,
        pages: folder.pages(),
        other_files: folder.listing.other_files,
    })
}
