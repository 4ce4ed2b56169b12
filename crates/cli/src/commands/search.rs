//! `sokutei search`: one question, or a run over topics.

use std::collections::HashMap;

use anyhow::{Context as _, Result};
use sokutei_index::{Depth, Explanation, IndexSet, Retriever};
use sokutei_ingest::{Chunk, read_chunks};
use sokutei_measures::{Run, trec};
use sokutei_testset::{label_coverage, read_topics, strict_qrels};

use super::index::SECTIONS;
use super::{threads, voice};
use crate::args::Search;
use crate::exit::{Exit, Failure};
use crate::files;
use crate::terminal::warn;

pub(crate) fn run(args: &Search) -> Result<Exit> {
    threads(&args.run)?;
    let set = IndexSet::load(&args.index)?;
    let retriever = set.retriever(&args.system)?;
    match (&args.query, &args.topics) {
        (Some(query), _) => one(args, &set, retriever, query),
        (None, Some(topics)) => batch(args, &set, retriever, topics),
        (None, None) => unreachable!("clap asks for one of them"),
    }
}

fn one(args: &Search, set: &IndexSet, retriever: &dyn Retriever, query: &str) -> Result<Exit> {
    let hits = retriever.search(query, Depth::new(args.depth.unwrap_or(10))?);
    if hits.is_empty() {
        warn(&format!(
            "no hit: no n-gram of `{query}` occurs in the sections, or it is shorter than the n-grams of {}",
            args.system
        ));
    }
    let sections = sections(args)?;
    let mut out = String::new();
    for (i, hit) in hits.iter().enumerate() {
        let docid = &set.docids()[hit.ord as usize];
        let (heading, title) = sections
            .get(docid.as_str())
            .map_or(("", ""), |c| (c.heading.as_str(), c.title.as_str()));
        out.push_str(&format!(
            "{:>3}  {:>9.4}  {docid}  {}  ({})\n",
            i + 1,
            hit.score,
            plain(heading),
            plain(title)
        ));
        if args.explain {
            out.push_str(&explained(&retriever.explain(query, hit.ord)?));
        }
    }
    files::write(&args.output.output, out.as_bytes(), args.output.force)?;
    Ok(Exit::Fine)
}

/// Words of pages on a terminal: no control characters.
fn plain(words: &str) -> String {
    words
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
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

/// Sections beside the index, if they are there.
fn sections(args: &Search) -> Result<HashMap<String, Chunk>> {
    let path = args.index.join(SECTIONS);
    if !path.exists() {
        return Ok(HashMap::new());
    }
    let chunks = read_chunks(files::reader(&path)?, &files::name(&path))?;
    Ok(chunks.into_iter().map(|c| (c.id.clone(), c)).collect())
}

fn batch(args: &Search, set: &IndexSet, retriever: &dyn Retriever, path: &std::path::Path) -> Result<Exit> {
    let topics = read_topics(files::reader(path)?, &files::name(path))?;
    let coverage = label_coverage(&strict_qrels(&topics), set.docids());
    if coverage.judgments > 0 && !coverage.is_complete() {
        if coverage.fraction() < 0.5 {
            let words = format!(
                "{}: the labels do not cover the corpus: {coverage}; were topics and sections made with the same --ids and the same pages?",
                files::name(path)
            );
            return Err(Failure::Coverage(words).into());
        }
        warn(&format!("{}: {coverage}", files::name(path)));
    }
    let queries: Vec<&str> = topics.iter().map(|t| t.query.as_str()).collect();
    let found = retriever.search_batch(&queries, Depth::new(args.depth.unwrap_or(100))?);
    let empty = found.iter().filter(|hits| hits.is_empty()).count();
    let hits = topics
        .iter()
        .zip(found)
        .map(|(topic, hits)| (topic.qid.clone(), set.hits(&hits)));
    let run = Run::from_hits(&args.system, hits).context("the run")?;
    let mut bytes = Vec::new();
    trec::write_run(&mut bytes, &run)?;
    files::write(&args.output.output, &bytes, args.output.force)?;
    if empty > 0 {
        warn(&format!(
            "{empty} of {} topics have no hit and no line in the run; they count 0",
            topics.len()
        ));
    }
    voice(&args.run).note(&format!("{} topics on {}", topics.len(), args.system));
    Ok(Exit::Fine)
}
