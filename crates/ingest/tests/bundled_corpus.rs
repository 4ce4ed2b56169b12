//! The bundled corpus, against the sections that the Python implementation finds in it with html5lib's tree.

mod support;

use serde::Deserialize;
use sokutei_ingest::{IngestOptions, Ingested, SectionFate, ingest_dir, read_chunks, write_chunks};
use support::{assert_spans, gunzip, kinds, repository, slug};

#[derive(Deserialize, PartialEq, Eq, Debug)]
struct Row {
    id: String,
    article: String,
    title: String,
    heading: String,
    text: String,
}

fn ingested(options: &IngestOptions) -> Ingested {
    ingest_dir(&repository().join("corpus/articles"), options).expect("the bundled corpus")
}

#[test]
fn sections_are_those_of_the_python_implementation() {
    let expected = gunzip(&repository().join("data/expected/sections.jsonl.gz"));
    let expected: Vec<Row> = expected
        .lines()
        .map(|line| serde_json::from_str(line).expect("a row"))
        .collect();
    assert_eq!(expected.len(), 862);

    let ingested = ingested(&IngestOptions::default());

    assert_eq!((ingested.pages, ingested.articles.len()), (96, 96));
    let found: Vec<Row> = ingested
        .chunks()
        .into_iter()
        .map(|c| Row {
            id: c.id,
            article: c.article,
            title: c.title,
            heading: c.heading,
            text: c.text,
        })
        .collect();
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len());
}

#[test]
fn spans_paths_and_fates_hold_on_every_page() {
    for article in ingested(&IngestOptions::default()).articles {
        assert_spans(&article);
        assert!(!article.tables.is_empty() && !article.title.is_empty() && !article.lead().is_empty());
        for section in &article.sections {
            assert_eq!(section.path, [article.title.clone(), section.heading.clone()]);
            assert_ne!(section.fate, SectionFate::Empty);
        }
    }
}

#[test]
fn every_warning_about_the_corpus_is_a_rule_or_a_heading_used_twice() {
    let ingested = ingested(&IngestOptions::default());
    let found = kinds(&ingested.warnings);
    assert!(
        found
            .iter()
            .all(|kind| ["dropped-heading", "repeated-heading"].contains(kind))
    );
    // FAQ, summary and references of 96 pages.
    assert_eq!(
        found.iter().filter(|kind| **kind == "dropped-heading").count(),
        3 * 96
    );
}

#[test]
fn slugs_change_ids_and_nothing_else() {
    let (by_number, by_slug) = (ingested(&IngestOptions::default()), ingested(&slug()));
    assert_eq!(by_slug.chunks()[0].id, "accessibility-aria#0");
    for (mut numbered, named) in by_number.articles.into_iter().zip(by_slug.articles) {
        assert_eq!(Some(named.id.as_str()), named.file.strip_suffix(".html"));
        numbered.id = named.id.clone();
        assert_eq!(numbered, named);
    }
}

#[test]
fn result_is_the_same_on_one_thread_and_on_many() {
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool");
        pool.install(|| ingested(&IngestOptions::default()))
    };
    let one = on(1);
    assert_eq!(one, on(2));
    assert_eq!(one, on(8));
}

#[test]
fn chunk_file_gives_back_the_chunks() {
    let chunks = ingested(&IngestOptions::default()).chunks();
    let mut file = Vec::new();
    write_chunks(&mut file, &chunks).expect("memory takes it all");
    assert_eq!(
        read_chunks(file.as_slice(), "sections.jsonl").expect("chunks"),
        chunks
    );
}
