//! `sokutei ingest`: pages to sections.

use anyhow::Result;
use sokutei_experiment::{Observer as _, Stage, pages};
use sokutei_ingest::{Article, Chunk, PageFolder, write_chunks};

use super::warnings::Heard;
use super::{check_pages, ingest_options, numbering, voice_of};
use crate::args::Ingest;
use crate::exit::Exit;
use crate::files::{self, Growing};
use crate::progress::Progress;

pub(crate) fn run(args: &Ingest) -> Result<Exit> {
    let voice = voice_of(&args.run);
    check_pages(&args.dir)?;
    files::check_target(&args.output.output, args.output.force)?;
    let progress = Progress::new(voice);
    progress.begin(Stage::Ingest);
    let folder = PageFolder::open(&args.dir, &ingest_options(&args.pages)?)?;
    let mut file = Growing::begin(&args.output.output, args.output.force)?;
    let mut heard = Heard::new(&args.warnings, voice);
    heard.pages(folder.warnings());
    let mut sections = 0;
    // Page by page: there may be more of them than memory holds.
    let articles = folder.read(&pages(&progress), |page| {
        heard.pages(&page.warnings);
        let chunks: Vec<Chunk> = page.article.iter().flat_map(Article::chunks).collect();
        sections += chunks.len();
        let mut lines = Vec::new();
        write_chunks(&mut lines, &chunks)?;
        file.put(&lines)
    })?;
    progress.end(Stage::Ingest, "");
    heard.tell()?;
    file.finish()?;
    let out = files::name(&args.output.output);
    voice.note(&format!(
        "{} sections of {} articles ({} ids){}",
        sections,
        articles,
        numbering(args.pages.ids),
        match (args.output.output.as_os_str() == "-", sections) {
            (true, _) => String::new(),
            (false, 0) => format!(" → {out}, which holds nothing to search"),
            (false, _) => format!(" → {out}; next: sokutei index {out} -o my-index"),
        },
    ));
    Ok(Exit::Fine)
}
