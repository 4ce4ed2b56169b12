//! `sokutei ingest`: pages to sections.

use anyhow::{Result, bail};
use sokutei_ingest::{Article, Chunk, PageFolder, WarningTally, write_chunks};

use super::{ingest_options, numbering, tell_warnings, threads, voice};
use crate::args::Ingest;
use crate::exit::Exit;
use crate::files::{self, Growing};

pub(crate) fn run(args: &Ingest) -> Result<Exit> {
    threads(&args.run)?;
    files::check_target(&args.output.output, args.output.force)?;
    let folder = PageFolder::open(&args.dir, &ingest_options(&args.pages)?)?;
    let mut file = Growing::begin(&args.output.output, args.output.force)?;
    let mut warnings = WarningTally::default();
    warnings.extend(folder.warnings().iter().cloned());
    let mut sections = 0;
    // Page by page: there may be more of them than memory holds.
    let articles = folder.read(&|_, _| (), |page| {
        warnings.extend(page.warnings);
        let chunks: Vec<Chunk> = page.article.iter().flat_map(Article::chunks).collect();
        sections += chunks.len();
        let mut lines = Vec::new();
        write_chunks(&mut lines, &chunks)?;
        file.put(&lines)
    })?;
    tell_warnings(&warnings, voice(&args.run));
    if args.strict && warnings.serious() > 0 {
        bail!(
            "{} warnings, and --strict makes them an error; nothing was written",
            warnings.serious()
        );
    }
    file.finish()?;
    let out = files::name(&args.output.output);
    voice(&args.run).note(&format!(
        "{} sections of {} articles ({} ids){}",
        sections,
        articles,
        numbering(args.pages.ids),
        if args.output.output.as_os_str() == "-" {
            String::new()
        } else {
            format!(" → {out}; next: sokutei index {out} -o my-index")
        },
    ));
    Ok(Exit::Fine)
}
