//! How long does it take to find the heading that a label means, for labels that are part of one and for labels that are
//! only similar?

use criterion::{BenchmarkId, Criterion, Throughput};
use sokutei_benches::SEED;
use sokutei_benches::collection::Collection;
use sokutei_measures::stats::NumpyRng;
use sokutei_testset::{HeadingMatcher, MatchKind, MatchOptions};

/// Sections of about 400 characters; twelve make an article.
const SECTIONS: [usize; 2] = [250, 4000];

fn main() {
    let mut c = Criterion::default().sample_size(20).configure_from_args();
    let mut group = c.benchmark_group("label_matching");
    for n in SECTIONS {
        let articles = articles(&Collection::new(n, SEED));
        for (what, kind, label_of) in [
            (
                "contained",
                MatchKind::Contains,
                cut as fn(&str, &mut NumpyRng) -> String,
            ),
            ("similar", MatchKind::Fuzzy, misspell),
        ] {
            let mut rng = NumpyRng::new(SEED);
            let labels: Vec<Vec<String>> = articles
                .iter()
                .map(|headings| headings.iter().map(|h| label_of(h, &mut rng)).collect())
                .collect();
            check(&articles, &labels, kind);
            group.throughput(Throughput::Elements(n as u64));
            group.bench_function(BenchmarkId::new(what, format!("{n} labels")), |b| {
                b.iter(|| find(&articles, &labels))
            });
        }
    }
    group.finish();
    c.final_summary();
}

/// The headings of each article.
fn articles(collection: &Collection) -> Vec<Vec<String>> {
    let articles = collection.sections.chunk_by(|a, b| a.article == b.article);
    articles
        .map(|sections| sections.iter().map(|s| s.heading.clone()).collect())
        .collect()
}

/// The heading that each label was resolved to, and its ratio.
fn find(articles: &[Vec<String>], labels: &[Vec<String>]) -> Vec<Option<(usize, MatchKind, f64)>> {
    let mut found = Vec::new();
    for (headings, labels) in articles.iter().zip(labels) {
        let mut matcher = HeadingMatcher::new(headings, MatchOptions::ARTICLE);
        found.extend(
            labels
                .iter()
                .map(|label| matcher.find(label).map(|c| (c.index, c.kind, c.ratio))),
        );
    }
    found
}

/// A heading without its first character.
fn cut(heading: &str, _: &mut NumpyRng) -> String {
    heading.chars().skip(1).collect()
}

/// A heading of which every sixth character, and one at random, is another.
fn misspell(heading: &str, rng: &mut NumpyRng) -> String {
    let len = heading.chars().count() as u64;
    let at = rng.integers(len).expect("no heading is empty") as usize;
    let changed = |(i, c)| if i % 6 == 5 || i == at { '＊' } else { c };
    heading.chars().enumerate().map(changed).collect()
}

/// Against the article's rule, heading by heading.
fn check(articles: &[Vec<String>], labels: &[Vec<String>], kind: MatchKind) {
    let found = find(articles, labels);
    let mut expected = Vec::new();
    for (headings, labels) in articles.iter().zip(labels) {
        expected.extend(labels.iter().map(|label| by_rule(label, headings)));
    }
    assert_eq!(found, expected);
    let of_kind = found
        .iter()
        .filter(|f| f.is_some_and(|(_, k, _)| k == kind))
        .count();
    assert!(
        of_kind * 10 > found.len() * 9,
        "{of_kind} of {} labels are {kind}",
        found.len()
    );
}

/// The first heading that contains the label, else the first of highest ratio from 0.5 on.
fn by_rule(label: &str, headings: &[String]) -> Option<(usize, MatchKind, f64)> {
    if let Some(i) = headings.iter().position(|h| h.contains(label)) {
        return Some((i, MatchKind::Contains, 1.0));
    }
    let label: Vec<char> = label.chars().collect();
    let mut best: Option<(usize, MatchKind, f64)> = None;
    for (i, heading) in headings.iter().enumerate() {
        let heading: Vec<char> = heading.chars().collect();
        let ratio = 2.0 * matching(&label, &heading) as f64 / (label.len() + heading.len()) as f64;
        if ratio >= 0.5 && best.is_none_or(|(.., highest)| ratio > highest) {
            best = Some((i, MatchKind::Fuzzy, ratio));
        }
    }
    best
}

/// Characters in the matching blocks of Ratcliff and Obershelp: the longest common run, the first in `a`, then in `b`, and
/// the same again on both sides of it.
fn matching(a: &[char], b: &[char]) -> usize {
    let mut longest = (0, 0, 0);
    for i in 0..a.len() {
        for j in 0..b.len() {
            let len = a[i..].iter().zip(&b[j..]).take_while(|(x, y)| x == y).count();
            if len > longest.0 {
                longest = (len, i, j);
            }
        }
    }
    let (len, i, j) = longest;
    if len == 0 {
        return 0;
    }
    len + matching(&a[..i], &b[..j]) + matching(&a[i + len..], &b[j + len..])
}
