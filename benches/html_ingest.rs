//! How long does it take to read HTML pages: bytes to sections, tables and visible text?

use criterion::{BenchmarkId, Criterion, Throughput};
use rayon::prelude::*;
use sokutei_benches::SEED;
use sokutei_benches::collection::Collection;
use sokutei_benches::pages::{Page, pages};
use sokutei_ingest::{Article, IngestOptions, parse_article};

/// Sections of about 400 characters; twelve make a page.
const SECTIONS: [usize; 2] = [250, 4000];

fn main() {
    let mut c = Criterion::default().sample_size(20).configure_from_args();
    let mut group = c.benchmark_group("html_ingest");
    for n in SECTIONS {
        let pages = pages(&Collection::new(n, SEED));
        check(&pages);
        let bytes: usize = pages.iter().map(|page| page.html.len()).sum();
        group.throughput(Throughput::Bytes(bytes as u64));
        let id = BenchmarkId::new("parse_article", format!("{} pages", pages.len()));
        group.bench_function(id, |b| {
            b.iter(|| pages.par_iter().map(read).collect::<Vec<Article>>())
        });
    }
    group.finish();
    c.final_summary();
}

fn read(page: &Page) -> Article {
    parse_article(
        page.html.as_bytes(),
        "page.html",
        "page",
        &IngestOptions::default(),
    )
    .0
}

/// Every section's heading and text, and the rows of the cheat-sheet, against what the pages were made of.
fn check(pages: &[Page]) {
    for page in pages {
        let article = read(page);
        let found: Vec<(&str, &str)> = article
            .kept()
            .map(|s| (s.heading.as_str(), s.text.as_str()))
            .collect();
        let expected: Vec<(&str, &str)> = page
            .sections
            .iter()
            .map(|(h, t)| (h.as_str(), t.as_str()))
            .collect();
        assert_eq!(found, expected);
        assert_eq!(article.tables.len(), 1);
        assert_eq!(article.tables[0].rows.len(), 1 + page.sections.len());
    }
}
