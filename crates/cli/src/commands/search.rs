//! `sokutei search`: one question, or a run over topics.

use std::collections::HashMap;

use anyhow::{Context as _, Result, anyhow, bail};
use sokutei_experiment::{Observer as _, Stage};
use sokutei_index::{Depth, Explanation, IndexSet, Retriever, ScoredOrd, article_systems};
use sokutei_ingest::{Chunk, read_chunks};
use sokutei_measures::{Run, trec};
use sokutei_report::plain;
use sokutei_testset::{Topic, label_coverage, read_topics, strict_qrels};

use super::index::SECTIONS;
use super::{ir_metadata, nearest, voice_of};
use crate::args::Search;
use crate::exit::{Exit, Failure};
use crate::files;
use crate::progress::Progress;
use crate::terminal::warn;

pub(crate) fn run(args: &Search) -> Result<Exit> {
    files::check_target(&args.output.output, args.output.force)?;
    if args.index.is_file() {
        bail!(
            "{}: is a file; name the folder that sokutei index wrote",
            args.index.display()
        );
    }
    let set = IndexSet::load(&args.index)?;
    let system = args.system.as_deref().unwrap_or_else(|| default_system(&set));
    let retriever = set
        .retriever(system)
        .map_err(|e| unknown_system(e, &set, system))?;
    match (&args.query, &args.topics) {
        (Some(query), _) => one(args, &set, retriever, query),
        (None, Some(topics)) => batch(args, &set, retriever, topics),
        (None, None) => unreachable!("clap asks for one of them"),
    }
}

/// What the index has is in the error; the nearest of it, or how to get the other, is said here.
fn unknown_system(error: sokutei_index::Error, set: &IndexSet, system: &str) -> anyhow::Error {
    if article_systems().iter().any(|s| s.tag == system) {
        return anyhow!("{error}; build the index again with it: sokutei index --systems {system},…");
    }
    match nearest(system, set.tags()) {
        Some(tag) => anyhow!("{error}; did you mean {tag}?"),
        None => error.into(),
    }
}

fn default_system(set: &IndexSet) -> &str {
    const USUAL: &str = "bm25_23";
    set.tags()
        .find(|tag| *tag == USUAL)
        .or_else(|| set.tags().next())
        .unwrap_or(USUAL)
}

fn one(args: &Search, set: &IndexSet, retriever: &dyn Retriever, query: &str) -> Result<Exit> {
    let hits = retriever.search(query, Depth::new(args.depth.unwrap_or(10))?);
    if hits.is_empty() {
        warn(&format!(
            "no hit: no n-gram of `{query}` occurs in the sections, or it is shorter than the n-grams of {}",
            retriever.system().tag
        ));
    }
    let sections = sections(args, set)?;
    let mut out = String::new();
    for (i, hit) in hits.iter().enumerate() {
        let docid = set.docids()[hit.ord as usize].as_str();
        let (heading, title) = sections
            .get(docid)
            .map_or(("", ""), |c| (c.heading.as_str(), c.title.as_str()));
        let [docid, heading, title] = [docid, heading, title].map(plain);
        out.push_str(&format!(
            "{:>3}  {:>9.4}  {docid}  {heading}  ({title})\n",
            i + 1,
            hit.score
        ));
        if args.explain {
            out.push_str(&explained(&retriever.explain(query, hit.ord)?));
        }
    }
    files::write(&args.output.output, out.as_bytes(), args.output.force)?;
    Ok(Exit::Fine)
}

fn explained(e: &Explanation) -> String {
    let mut out = format!("       {} = {}\n", e.formula, e.score);
    for t in &e.terms {
        out.push_str(&format!(
            "       {:>12.6}  {:<8} tf {} df {} idf {:.4} in query {}\n",
            t.contribution,
            format!("{:?}", t.term),
            t.tf,
            t.df,
            t.idf,
            t.query_tf
        ));
    }
    out
}

/// Sections beside the index, if they are there, by id.
///
/// They are the index's own: other ones would put headings to the wrong hits.
fn sections(args: &Search, set: &IndexSet) -> Result<HashMap<String, Chunk>> {
    let path = args.index.join(SECTIONS);
    if !path.exists() {
        return Ok(HashMap::new());
    }
    let chunks = files::read(&path, |from, name| read_chunks(from, name))?;
    let ids = set.docids().iter().map(|d| d.as_str());
    if !chunks.iter().map(|c| c.id.as_str()).eq(ids) {
        bail!(
            "{}: not the sections of this index; build the index again with sokutei index",
            path.display()
        );
    }
    Ok(chunks.into_iter().map(|c| (c.id.clone(), c)).collect())
}

/// Below this part of the judgments a set of labels is taken for another corpus's.
const LEAST_COVERAGE: f64 = 0.5;

/// Refuses labels that belong to other sections: ids that the index lacks, or that stand for other headings.
fn check_labels(args: &Search, set: &IndexSet, topics: &[Topic], name: &str) -> Result<()> {
    const FIX: &str = "were topics and sections made with the same --ids and from the same pages?";
    let coverage = label_coverage(&strict_qrels(topics), set.docids());
    if coverage.judgments > 0 && coverage.fraction() < LEAST_COVERAGE {
        return Err(Failure::Coverage(format!(
            "{name}: the labels do not cover the corpus: {coverage}; {FIX}"
        ))
        .into());
    }
    if coverage.judgments > 0 && !coverage.is_complete() {
        warn(&format!("{name}: {coverage}"));
    }
    let sections = sections(args, set)?;
    let parts = topics.iter().flat_map(|t| &t.parts);
    let known = parts.filter_map(|p| Some((p, sections.get(p.docid.as_str())?)));
    let other: Vec<_> = known.filter(|(p, chunk)| p.heading != chunk.heading).collect();
    match other.first() {
        Some((p, chunk)) => Err(Failure::Coverage(format!(
            "{name}: {} labels name sections that have another heading in the index; the first: {} is `{}` for the topics and `{}` in the index; {FIX}",
            other.len(), p.docid, p.heading, chunk.heading
        ))
        .into()),
        None => Ok(()),
    }
}

fn batch(args: &Search, set: &IndexSet, retriever: &dyn Retriever, path: &std::path::Path) -> Result<Exit> {
    let topics = files::read(path, |from, name| read_topics(from, name))?;
    if topics.is_empty() {
        bail!(
            "{}: no topics; make some with sokutei topics build",
            files::name(path)
        );
    }
    check_labels(args, set, &topics, &files::name(path))?;
    let found = search_all(args, retriever, &topics)?;
    let empty = found.iter().filter(|hits| hits.is_empty()).count();
    let hits = topics
        .iter()
        .zip(found)
        .map(|(topic, hits)| (topic.qid.clone(), set.hits(&hits)));
    let run = Run::from_hits(&retriever.system().tag, hits).context("the run")?;
    let mut bytes = Vec::new();
    if args.ir_metadata {
        let topics = files::name(path);
        let header = ir_metadata::of_search(retriever.system(), &topics, depth_of_run(args));
        bytes.extend_from_slice(header.to_string().as_bytes());
    }
    trec::write_run(&mut bytes, &run)?;
    files::write(&args.output.output, &bytes, args.output.force)?;
    if empty > 0 {
        warn(&format!(
            "{empty} of {} topics have no hit and no line in the run; they count 0",
            topics.len()
        ));
    }
    voice_of(&args.run).note(&format!("{} topics on {}", topics.len(), retriever.system().tag));
    Ok(Exit::Fine)
}

/// Hits per topic of a run.
fn depth_of_run(args: &Search) -> usize {
    args.depth.unwrap_or(100)
}

/// How many topics are searched between two looks at the bar. Hits do not depend on it.
const TOPICS_AT_ONCE: usize = 256;

fn search_all(args: &Search, retriever: &dyn Retriever, topics: &[Topic]) -> Result<Vec<Vec<ScoredOrd>>> {
    const PART: &str = "search";
    let progress = Progress::new(voice_of(&args.run));
    let depth = Depth::new(depth_of_run(args))?;
    progress.begin(Stage::Search);
    progress.begin_part(PART, topics.len() as u64, "topics");
    let mut found = Vec::with_capacity(topics.len());
    for topics in topics.chunks(TOPICS_AT_ONCE) {
        let queries: Vec<&str> = topics.iter().map(|t| t.query.as_str()).collect();
        found.extend(retriever.search_batch(&queries, depth));
        progress.advance(PART, topics.len() as u64);
    }
    progress.end(Stage::Search, "");
    Ok(found)
}
