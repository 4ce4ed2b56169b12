//! Which document belongs to which article: `measure --collapse`.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Result, bail};
use sokutei_ingest::read_chunks;
use sokutei_measures::{Docid, Run, TieBreak};

use crate::files;
use crate::terminal::warn;

/// The article of each section of a file.
pub(crate) struct Articles {
    /// The file, for messages.
    from: String,
    article_of: HashMap<String, Docid>,
}

impl Articles {
    /// Reads sections (JSONL with `id` and `article`).
    ///
    /// # Errors
    /// A line that is no section; an article whose id a run could not hold.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let chunks = files::read(path, |from, name| read_chunks(from, name))?;
        let mut article_of = HashMap::new();
        for chunk in chunks {
            article_of.insert(chunk.id, Docid::new(&chunk.article)?);
        }
        Ok(Self {
            from: files::name(path),
            article_of,
        })
    }

    /// The run with the first hit of each article, by its id. A document that the sections lack stays what it is, and is counted.
    ///
    /// # Errors
    /// No document of the run is among the sections.
    pub(crate) fn collapse(&self, name: &str, run: &Run, ties: TieBreak) -> Result<Run> {
        let rows = || run.iter().flat_map(|(_, rows)| rows);
        let strangers = || rows().filter(|row| !self.article_of.contains_key(row.docid.as_str()));
        let n_strangers = strangers().count();
        let Some(first) = strangers().next() else {
            return Ok(run.collapse_in(ties, |docid| self.article_of.get(docid.as_str()).cloned()));
        };
        if n_strangers == run.n_rows() {
            bail!(
                "{name}: none of its documents is in {}, the first is {}; --collapse takes the sections that were searched",
                self.from,
                first.docid
            );
        }
        warn(&format!(
            "{name}: {n_strangers} of {} rows name documents that {} lacks, and stay as they are; the first is {}",
            run.n_rows(),
            self.from,
            first.docid
        ));
        Ok(run.collapse_in(ties, |docid| self.article_of.get(docid.as_str()).cloned()))
    }
}
