//! `sokutei ingest`: pages to sections.

use anyhow::{Result, bail};
use sokutei_ingest::{Level, ingest_dir, write_chunks};

use super::{ingest_options, tell_warnings, threads, voice};
use crate::args::Ingest;
use crate::exit::Exit;
use crate::files;

pub(crate) fn run(args: &Ingest) -> Result<Exit> {
    threads(&args.run)?;
    files::check_target(&args.output.output, args.output.force)?;
    let ingested = ingest_dir(&args.dir, &ingest_options(&args.pages)?)?;
    tell_warnings(&ingested.warnings, voice(&args.run));
    let serious = ingested
        .warnings
        .iter()
        .filter(|w| w.level() == Level::Warning)
        .count();
    if args.strict && serious > 0 {
        bail!("{serious} warnings, and --strict makes them an error; nothing was written");
    }
    let chunks = ingested.chunks();
    let mut bytes = Vec::new();
    write_chunks(&mut bytes, &chunks)?;
    files::write(&args.output.output, &bytes, args.output.force)?;
    let out = files::name(&args.output.output);
    voice(&args.run).note(&format!(
        "{} sections of {} articles ({} ids){}",
        chunks.len(),
        ingested.articles.len(),
        ingested.numbering,
        if args.output.output.as_os_str() == "-" {
            String::new()
        } else {
            format!(" → {out}; next: sokutei index {out} -o my-index")
        },
    ));
    Ok(Exit::Fine)
}
