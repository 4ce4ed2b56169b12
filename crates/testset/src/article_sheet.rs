//! What topics are made of: of a page, its cheat-sheet and its headings.

use sokutei_ingest::Article;

use crate::sheet::{NoSheet, Sheet, SheetHeader, find_sheet};

/// The cheat-sheet of one article, and the headings that its labels can find. Its text is not needed and can go, so that test
/// sets are made of many pages in little memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArticleSheet {
    /// Id of the article.
    pub article: String,
    /// Its file.
    pub file: String,
    /// Headings of its kept sections, in order.
    pub headings: Vec<String>,
    /// Its cheat-sheet, or why it has none.
    pub sheet: Result<Sheet, NoSheet>,
}

impl ArticleSheet {
    /// Looks for the cheat-sheet of an article.
    #[must_use]
    pub fn of(article: &Article, header: &SheetHeader) -> Self {
        Self {
            article: article.id.clone(),
            file: article.file.clone(),
            headings: article.kept().map(|section| section.heading.clone()).collect(),
            sheet: find_sheet(&article.tables, header),
        }
    }
}
