//! What a test collection needs of a folder of pages.

use std::path::Path;

use sokutei_ingest::{Chunk, Error, IngestOptions, IngestWarning, PageFolder};
use sokutei_testset::{ArticleSheet, SheetHeader};

/// The sections of the pages and what topics are made from. All else of a page (its tree, its text outside of sections, its
/// other tables) goes as soon as the page is read.
#[derive(Debug, Default)]
pub struct Pages {
    /// Retrievable sections in corpus order.
    pub chunks: Vec<Chunk>,
    /// One for each article, in corpus order.
    pub sheets: Vec<ArticleSheet>,
    /// What was odd about the folder, then about each page.
    pub warnings: Vec<IngestWarning>,
}

impl Pages {
    /// Reads a folder of pages; `header` is that of their cheat-sheets. `on_page(done, of)` is called after each page, from
    /// several threads.
    ///
    /// # Errors
    /// As [`PageFolder::open`] and [`PageFolder::read`].
    pub fn read(
        dir: &Path,
        options: &IngestOptions,
        header: &SheetHeader,
        on_page: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Self, Error> {
        let folder = PageFolder::open(dir, options)?;
        let mut pages = Self {
            warnings: folder.warnings().to_vec(),
            ..Self::default()
        };
        folder.read(on_page, |page| {
            if let Some(article) = page.article {
                pages.sheets.push(ArticleSheet::of(&article, header));
                pages.chunks.extend(article.chunks());
            }
            pages.warnings.extend(page.warnings);
            Ok::<(), Error>(())
        })?;
        Ok(pages)
    }
}
