//! Bytes → sections and topics.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io::BufReader;

use sokutei_ingest::{Chunk, Error as ChunkError, read_chunks, write_chunks};
use sokutei_measures::Docid;
use sokutei_testset::{
    Error as TopicError, Topic, article_qrels, graded_qrels, label_coverage, pair_by_row, read_topics,
    strict_qrels, topic_coverage, topic_warnings, write_topics,
};

use crate::lines;

/// Sections, then topics, separated by a NUL byte.
pub fn jsonl(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |&byte| byte == 0);
    let mut part = || parts.next().unwrap_or_default();
    let chunks = chunks(part()).unwrap_or_default();
    if let Some(topics) = topics(part()) {
        test_set(&chunks, &topics);
    }
}

fn chunks(bytes: &[u8]) -> Option<Vec<Chunk>> {
    let read = |bytes: &[u8]| read_chunks(bytes, "x");
    let in_pieces = read_chunks(BufReader::with_capacity(3, bytes), "x");
    let chunks = match read(bytes) {
        Ok(chunks) => chunks,
        Err(error) => {
            assert_eq!(in_pieces.expect_err("as at once").to_string(), error.to_string());
            match error {
                ChunkError::BadChunk { line, column, .. } => place(bytes, line, column, &error, &read),
                ChunkError::RepeatedId { line, first, .. } => {
                    assert!((1..line).contains(&first));
                    place(bytes, line, 1, &error, &read);
                }
                _ => panic!("{error}"),
            }
            return None;
        }
    };
    assert_eq!(in_pieces.expect("as at once"), chunks);
    let ids: BTreeSet<&str> = chunks.iter().map(|chunk| chunk.id.as_str()).collect();
    assert_eq!(ids.len(), chunks.len());
    for chunk in &chunks {
        assert!(chunk.start <= chunk.end);
        for id in [&chunk.id, &chunk.article] {
            Docid::new(id).expect("what reads as an id can stand in a run");
        }
    }
    let mut file = Vec::new();
    write_chunks(&mut file, &chunks).expect("memory is written to");
    assert_eq!(read(&file).expect("what was written"), chunks);
    assert_eq!(lines::count(&file), chunks.len());
    Some(chunks)
}

fn topics(bytes: &[u8]) -> Option<Vec<Topic>> {
    let read = |bytes: &[u8]| read_topics(bytes, "x");
    let in_pieces = read_topics(BufReader::with_capacity(3, bytes), "x");
    let topics = match read(bytes) {
        Ok(topics) => topics,
        Err(error) => {
            assert_eq!(in_pieces.expect_err("as at once").to_string(), error.to_string());
            match error {
                TopicError::Line { line, column, .. } => place(bytes, line, column, &error, &read),
                TopicError::RepeatedTopic { line, first_line, .. } => {
                    assert!((1..line).contains(&first_line));
                    place(bytes, line, 1, &error, &read);
                }
                _ => panic!("{error}"),
            }
            return None;
        }
    };
    assert_eq!(in_pieces.expect("as at once"), topics);
    let mut file = Vec::new();
    write_topics(&mut file, &topics).expect("memory is written to");
    assert_eq!(read(&file).expect("what was written"), topics);
    Some(topics)
}

/// The place that an error names exists, the lines before it are fine, and with its line alone behind them it is the same.
fn place<T, E: Display>(
    bytes: &[u8],
    line: usize,
    column: usize,
    error: &E,
    read: &dyn Fn(&[u8]) -> Result<T, E>,
) {
    assert!((1..=lines::count(bytes)).contains(&line), "{error}");
    let length = lines::line(bytes, line).len();
    assert!(
        (1..=length + 1).contains(&column),
        "{error}: the line has {length} bytes"
    );
    if let Err(earlier) = read(lines::first(bytes, line - 1)) {
        panic!("{earlier} comes before {error}");
    }
    let again = read(lines::first(bytes, line)).map(drop);
    assert_eq!(again.map_err(|e| e.to_string()), Err(error.to_string()));
}

/// What is made of topics and sections together.
fn test_set(chunks: &[Chunk], topics: &[Topic]) {
    let ids: Vec<Docid> = chunks
        .iter()
        .map(|chunk| Docid::new(&chunk.id).expect("checked"))
        .collect();
    let known: BTreeSet<&Docid> = ids.iter().collect();
    let mut judged = topics.iter().flat_map(|t| t.relevant.keys()).peekable();
    let is_complete = judged.peek().is_some() && judged.all(|id| known.contains(id));
    for qrels in [strict_qrels(topics), graded_qrels(topics, chunks)] {
        assert_eq!(qrels.len(), topics.len());
        assert_eq!(label_coverage(&qrels, &ids).is_complete(), is_complete);
        let judged = topics.iter().filter(|t| !t.relevant.is_empty()).count();
        assert_eq!(topic_coverage(topics, &qrels).judged, judged);
    }
    assert_eq!(article_qrels(topics, chunks).len(), topics.len());
    for warning in topic_warnings(topics) {
        assert!(!warning.to_string().is_empty());
    }
    let pairs = pair_by_row(topics, topics);
    assert!(
        pairs
            .iter()
            .all(|(a, b)| topics[*a].row == topics[*b].row && topics[*a].file == topics[*b].file)
    );
}
