//! Agreement with the Python implementation in `scripts/oracle` (BeautifulSoup and lxml) on generated pages.

mod support;

use serde::Deserialize;
use sokutei_ingest::{IngestOptions, ingest_dir};
use support::{assert_spans, folder, golden, is_ours};

#[derive(Deserialize)]
struct Articles {
    html: Vec<(String, String)>,
    sections: Vec<Row>,
}

#[derive(Deserialize, PartialEq, Eq, Debug)]
struct Row {
    id: String,
    article: String,
    title: String,
    heading: String,
    text: String,
}

#[test]
fn golden_articles_give_the_same_sections() {
    let articles: Articles = serde_json::from_str(&golden("articles.json.gz")).expect("golden articles");
    let files: Vec<(&str, &[u8])> = articles
        .html
        .iter()
        .map(|(name, html)| (name.as_str(), html.as_bytes()))
        .collect();
    if is_ours() {
        assert_eq!((files.len(), articles.sections.len()), (60, 314));
    }
    let dir = folder(&files);

    let ingested = ingest_dir(dir.path(), &IngestOptions::default()).expect("pages");

    assert_eq!(ingested.articles.len(), articles.html.len());
    ingested.articles.iter().for_each(assert_spans);
    let chunks = ingested.chunks();
    assert_eq!(chunks.len(), articles.sections.len());
    for (chunk, expected) in chunks.into_iter().zip(articles.sections) {
        let found = Row {
            id: chunk.id,
            article: chunk.article,
            title: chunk.title,
            heading: chunk.heading,
            text: chunk.text,
        };
        assert_eq!(found, expected);
    }
}
