//! Sections with the same text under several ids.
//!
//! If only one of them is labelled, a system that returns the other is marked down for the same answer, and
//! which one it returns is left to the order of ties.

use indexmap::IndexMap;
use serde::Serialize;
use sokutei_ingest::Chunk;

use crate::topic::Topic;

/// Chunks with equal heading and text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DuplicateGroup {
    /// Their ids, in corpus order; at least two.
    pub docids: Vec<String>,
    /// The topics (qids, in topic order) that label one of them or more.
    pub topics: Vec<String>,
    /// Those of `topics` that do not label all of them.
    pub partly_labelled: Vec<String>,
}

/// The groups of chunks with equal heading and text, in corpus order of their first member, and the topics that
/// they touch. Compared as they stand, without normalisation. Linear in the text.
#[must_use]
pub fn duplicate_chunks(chunks: &[Chunk], topics: &[Topic]) -> Vec<DuplicateGroup> {
    let mut by_text: IndexMap<(&str, &str), Vec<&str>> = IndexMap::new();
    for chunk in chunks {
        by_text
            .entry((&chunk.heading, &chunk.text))
            .or_default()
            .push(&chunk.id);
    }
    let mut groups: Vec<DuplicateGroup> = Vec::new();
    let mut group_of: IndexMap<&str, usize> = IndexMap::new();
    for ids in by_text.into_values().filter(|ids| ids.len() > 1) {
        group_of.extend(ids.iter().map(|id| (*id, groups.len())));
        let docids = ids.into_iter().map(str::to_owned).collect();
        groups.push(DuplicateGroup {
            docids,
            topics: Vec::new(),
            partly_labelled: Vec::new(),
        });
    }
    for topic in topics {
        let mut labelled: IndexMap<usize, usize> = IndexMap::new();
        for docid in topic.relevant.keys() {
            if let Some(group) = group_of.get(docid.as_str()) {
                *labelled.entry(*group).or_default() += 1;
            }
        }
        for (group, n_labelled) in labelled {
            let group = &mut groups[group];
            group.topics.push(topic.qid.to_string());
            if n_labelled < group.docids.len() {
                group.partly_labelled.push(topic.qid.to_string());
            }
        }
    }
    groups
}
