//! `sokutei index`: sections to indexes.

use anyhow::{Context as _, Result, bail};
use sokutei_index::{IndexSet, Silent, System, article_systems};
use sokutei_ingest::{Chunk, read_chunks, write_chunks};
use sokutei_measures::Docid;

use super::{threads, voice};
use crate::args::Index;
use crate::exit::Exit;
use crate::files;
use crate::terminal::warn;

/// The sections beside the index, so that a search can show headings.
pub(crate) const SECTIONS: &str = "sections.jsonl";

pub(crate) fn run(args: &Index) -> Result<Exit> {
    threads(&args.run)?;
    let systems = systems(&args.systems)?;
    let chunks = read_chunks(files::reader(&args.sections)?, &files::name(&args.sections))?;
    let docids = chunks
        .iter()
        .map(|c| Docid::new(&c.id))
        .collect::<Result<Vec<_>, _>>()?;
    let text = |c: &Chunk| {
        if args.text_only {
            c.text.clone()
        } else {
            format!("{}\n{}", c.heading, c.text)
        }
    };
    let texts: Vec<String> = chunks.iter().map(text).collect();
    let (set, warnings, _) = IndexSet::build(docids, &texts, &systems, &Silent)?;
    for warning in warnings {
        warn(&warning.to_string());
    }
    check_target(args)?;
    set.save(&args.output)?;
    let mut bytes = Vec::new();
    write_chunks(&mut bytes, &chunks)?;
    files::write(&args.output.join(SECTIONS), &bytes, true)?;
    let (out, tags) = (
        args.output.display(),
        systems.iter().map(|s| s.tag.as_str()).collect::<Vec<_>>(),
    );
    voice(&args.run).note(&format!(
        "{} sections under {} → {out}; next: sokutei search --index {out} --system {} \"…\"",
        chunks.len(),
        tags.join(", "),
        tags[0]
    ));
    Ok(Exit::Fine)
}

fn systems(tags: &[String]) -> Result<Vec<System>> {
    let known = article_systems();
    if tags.is_empty() {
        return Ok(known);
    }
    let find = |tag: &String| {
        let names = || {
            known
                .iter()
                .map(|s| s.tag.as_str())
                .collect::<Vec<_>>()
                .join(", ")
        };
        known
            .iter()
            .find(|s| s.tag == *tag)
            .cloned()
            .with_context(|| format!("--systems: no system `{tag}`; there are {}", names()))
    };
    tags.iter().map(find).collect()
}

fn check_target(args: &Index) -> Result<()> {
    let path = &args.output;
    if path.is_file() {
        bail!("{}: is a file; name a folder", path.display());
    }
    let occupied = path.is_dir() && path.read_dir().is_ok_and(|mut entries| entries.next().is_some());
    if occupied && !args.force {
        bail!(
            "{}: not empty; name another folder, or replace the index in it with --force",
            path.display()
        );
    }
    Ok(())
}
