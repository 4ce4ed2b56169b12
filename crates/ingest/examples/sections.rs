//! The sections of a folder of HTML pages as JSON Lines on standard output, what was odd on standard error.
//!
//! ```text
//! cargo run --release -p sokutei-ingest --example sections -- corpus/articles > sections.jsonl
//! cargo run --release -p sokutei-ingest --example sections -- --slug corpus/articles > sections.jsonl
//! ```

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use sokutei_ingest::{IngestOptions, Level, Numbering, ingest_dir, write_chunks};

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = IngestOptions::default();
    let mut dir = None;
    for argument in std::env::args_os().skip(1) {
        if argument == "--slug" {
            options.numbering = Numbering::Slug;
        } else {
            dir = Some(PathBuf::from(argument));
        }
    }
    let dir = dir.ok_or("usage: sections [--slug] DIR")?;
    let ingested = ingest_dir(&dir, &options)?;
    let mut stderr = io::stderr().lock();
    for warning in ingested.warnings.iter().filter(|w| w.level() == Level::Warning) {
        writeln!(stderr, "{}: {warning}", warning.kind())?;
    }
    writeln!(
        stderr,
        "{} articles; warnings by kind: {:?}",
        ingested.articles.len(),
        ingested.warning_counts()
    )?;
    write_chunks(BufWriter::new(io::stdout().lock()), &ingested.chunks())?;
    Ok(())
}
