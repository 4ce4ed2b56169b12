//! How long does it take to count every n-gram of a corpus, and does the time per character stay the same as it grows?

use std::collections::BTreeMap;

use criterion::{BenchmarkId, Criterion, Throughput};
use sokutei_benches::SEED;
use sokutei_benches::collection::Collection;
use sokutei_index::{Counts, Silent};
use sokutei_text::{CharNgrams, Ngram, nfkc_lower};

/// Sections of about 400 characters: 0.1, 0.4 and 1.6 million.
const SECTIONS: [usize; 3] = [250, 1000, 4000];

fn main() {
    let mut c = Criterion::default().sample_size(20).configure_from_args();
    let mut group = c.benchmark_group("ngram_counting");
    for n in SECTIONS {
        let texts = Collection::new(n, SEED).texts();
        let n_chars: usize = texts.iter().map(|t| t.chars().count()).sum();
        group.throughput(Throughput::Elements(n_chars as u64));
        for (min, max) in [(2, 2), (2, 3)] {
            let range = CharNgrams::new(min, max).expect("a valid range");
            check(&texts, range);
            let id = BenchmarkId::new(
                format!("char({min},{max})"),
                format!("{n} sections, {n_chars} characters"),
            );
            group.bench_function(id, |b| b.iter(|| Counts::of(&texts, &[range], &Silent)));
        }
    }
    group.finish();
    c.final_summary();
}

/// Every n-gram, every document that holds it and how often, against a map of strings.
fn check(texts: &[String], range: CharNgrams) {
    let counts = Counts::of(texts, &[range], &Silent);
    for n in range.min()..=range.max() {
        let mut plain: BTreeMap<String, BTreeMap<u32, u32>> = BTreeMap::new();
        for (doc, text) in (0..).zip(texts) {
            let chars: Vec<char> = nfkc_lower(text).chars().collect();
            for gram in chars.windows(n) {
                *plain
                    .entry(gram.iter().collect())
                    .or_default()
                    .entry(doc)
                    .or_default() += 1;
            }
        }
        let counted = counts.of_length(n).expect("the range holds this length");
        assert_eq!(counted.postings().n_terms(), plain.len(), "different {n}-grams");
        for (gram, expected) in &plain {
            let chars: Vec<char> = gram.chars().collect();
            let term = counted
                .find(Ngram::new(&chars).expect("of this length"))
                .expect("the corpus has it");
            let (docs, tfs) = counted.postings().of_term(term);
            assert!(
                docs.iter()
                    .copied()
                    .zip(tfs.iter().copied())
                    .eq(expected.iter().map(|(&doc, &tf)| (doc, tf))),
                "documents of `{gram}`"
            );
        }
    }
}
