//! `sokutei index`: sections to indexes.

use anyhow::{Context as _, Result, bail};
use sokutei_experiment::Fields;
use sokutei_index::{IndexSet, Silent, System, article_systems};
use sokutei_ingest::{read_chunks, write_chunks};
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
    check_target(args)?;
    let systems = systems(&args.systems)?;
    let chunks = read_chunks(files::reader(&args.sections)?, &files::name(&args.sections))?;
    if chunks.is_empty() {
        bail!(
            "{}: no sections; make some with sokutei ingest",
            files::name(&args.sections)
        );
    }
    let docids = chunks
        .iter()
        .map(|c| Docid::new(&c.id))
        .collect::<Result<Vec<_>, _>>()?;
    let fields = if args.text_only {
        Fields::Text
    } else {
        Fields::HeadingAndText
    };
    let texts: Vec<String> = chunks.iter().map(|c| fields.text_of(c)).collect();
    let (set, warnings, _) = IndexSet::build(docids, &texts, &systems, &Silent)?;
    for warning in warnings {
        warn(&warning.to_string());
    }
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

/// Refuses a folder that is in use: an index may be replaced with `--force`, anything else never.
fn check_target(args: &Index) -> Result<()> {
    let path = &args.output;
    if path.is_file() {
        bail!("{}: is a file; name a folder", path.display());
    }
    let Ok(entries) = path.read_dir() else {
        return Ok(());
    };
    let index = IndexSet::file_in(path);
    let ours = |name: &std::ffi::OsStr| Some(name) == index.file_name() || name == SECTIONS;
    let mut names: Vec<std::ffi::OsString> = entries.flatten().map(|e| e.file_name()).collect();
    // what an interrupted build left: never taken for an index, and in nobody's way
    for left in names.extract_if(.., |name| is_leftover(name)) {
        let left = path.join(left);
        std::fs::remove_file(&left)
            .with_context(|| format!("{}: the leftover cannot be removed", left.display()))?;
    }
    if let Some(foreign) = names.iter().find(|name| !ours(name)) {
        bail!(
            "{}: holds `{}`, which is no part of an index; name another folder",
            path.display(),
            foreign.display()
        );
    }
    if names.is_empty() {
        return Ok(());
    }
    if !index.is_file() {
        bail!("{}: not empty and no index; name another folder", path.display());
    }
    if !args.force {
        bail!(
            "{}: holds an index; name another folder, or replace it with --force",
            path.display()
        );
    }
    Ok(())
}

fn is_leftover(name: &std::ffi::OsStr) -> bool {
    let name = name.to_string_lossy();
    name.starts_with(".sokutei-tmp-") || (name.starts_with(".index-") && name.ends_with(".tmp"))
}
