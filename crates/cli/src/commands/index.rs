//! `sokutei index`: sections to indexes.

use std::ffi::{OsStr, OsString};

use anyhow::{Result, bail};
use sokutei_experiment::{ClaimedFolder, Fields, IndexParts, Observer as _, Stage, is_leftover};
use sokutei_index::{IndexSet, System, article_systems};
use sokutei_ingest::{read_chunks, write_chunks};
use sokutei_measures::Docid;

use super::voice_of;
use crate::args::Index;
use crate::exit::{Exit, Failure};
use crate::files;
use crate::kept_line::InLine;
use crate::progress::Progress;
use crate::terminal::warn;

/// The sections beside the index, so that a search can show headings.
pub(crate) const SECTIONS: &str = "sections.jsonl";

/// There while an index is written: what is there with it is no whole index, and may be replaced.
const UNFINISHED: &str = ".sokutei-unfinished";

pub(crate) fn run(args: &Index) -> Result<Exit> {
    if args.output.is_file() {
        bail!("{}: is a file; name a folder", args.output.display());
    }
    let folder = ClaimedFolder::claim(&args.output)?;
    check_target(args)?;
    let systems = systems(&args.systems);
    let progress = Progress::new(voice_of(&args.run));
    progress.begin(Stage::Index);
    let chunks = files::read(&args.sections, |from, name| read_chunks(from, name)).map_err(pages_given)?;
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
    let (set, warnings, _) = IndexSet::build(docids, &texts, &systems, &IndexParts(&progress))?;
    progress.end(Stage::Index, "");
    for warning in warnings {
        warn(&warning.to_string());
    }
    progress.begin(Stage::Write);
    let mut bytes = Vec::new();
    write_chunks(&mut bytes, &chunks)?;
    // Two files that belong together: while one may be new and the other old or missing, the folder says so.
    let unfinished = folder.path().join(UNFINISHED);
    files::write(&unfinished, b"", true)?;
    set.save(folder.path())?;
    files::write(&folder.path().join(SECTIONS), &bytes, true)?;
    std::fs::remove_file(&unfinished).map_err(|source| Failure::Write {
        path: unfinished.display().to_string(),
        source,
    })?;
    progress.end(Stage::Write, "");
    let (out, tags) = (
        args.output.display(),
        systems.iter().map(|s| s.tag.as_str()).collect::<Vec<_>>(),
    );
    voice_of(&args.run).note(&format!(
        "{} sections under {} → {out}; next: sokutei search --index {out} --system {} \"…\"",
        chunks.len(),
        tags.join(", "),
        tags[0]
    ));
    Ok(Exit::Fine)
}

/// A page where its sections belong: the step before was left out.
fn pages_given(mut error: anyhow::Error) -> anyhow::Error {
    if let Some(in_line) = error.downcast_mut::<InLine>()
        && in_line.line.trim_ascii_start().starts_with(b"<")
    {
        in_line.hint = Some("this is a page: make sections of its folder with sokutei ingest".to_owned());
    }
    error
}

/// The systems of these tags, in the order of the tags; all of them for none. Flags let only known tags pass.
fn systems(tags: &[String]) -> Vec<System> {
    let known = article_systems();
    if tags.is_empty() {
        return known;
    }
    let find = |tag: &String| known.iter().find(|s| s.tag == *tag).cloned();
    tags.iter().filter_map(find).collect()
}

/// Refuses a folder that is in use: an index may be replaced with `--force`, anything else never.
fn check_target(args: &Index) -> Result<()> {
    let path = &args.output;
    let index = IndexSet::file_in(path);
    let ours = |name: &OsStr| Some(name) == index.file_name() || name == SECTIONS || name == UNFINISHED;
    let entries = path
        .read_dir()
        .and_then(Iterator::collect::<std::io::Result<Vec<_>>>);
    let entries = entries.map_err(|source| Failure::Open {
        path: path.display().to_string(),
        source,
    })?;
    let mut names: Vec<OsString> = entries.iter().map(std::fs::DirEntry::file_name).collect();
    // what an interrupted build left: never taken for an index, and in nobody's way
    for left in names.extract_if(.., |name| is_leftover(&name.to_string_lossy())) {
        let left = path.join(left);
        std::fs::remove_file(&left).map_err(|source| Failure::Write {
            path: left.display().to_string(),
            source,
        })?;
    }
    if let Some(foreign) = names.iter().find(|name| !ours(name)) {
        bail!(
            "{}: holds `{}`, which is no part of an index; name another folder",
            path.display(),
            foreign.display()
        );
    }
    if names.is_empty() || names.iter().any(|name| name == UNFINISHED) {
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
