//! How long does it take to find the best 100 sections for each of 1,824 questions?

use std::collections::{BTreeMap, HashMap};

use criterion::{BenchmarkId, Criterion, Throughput};
use sokutei_benches::SEED;
use sokutei_benches::collection::Collection;
use sokutei_index::{Depth, IndexSet, Retriever, ScoredOrd, Silent, SystemSpec, article_systems};
use sokutei_text::{CharNgrams, nfkc_lower};

/// Sections of about 400 characters; the article-sized corpus has 3,281.
const SECTIONS: [usize; 2] = [1000, 3281];
/// Topics of the article-sized corpus.
const QUESTIONS: usize = 1824;
/// Every so manieth question is checked.
const CHECKED: usize = 20;
const DEPTH: usize = 100;

fn main() {
    let mut c = Criterion::default().sample_size(20).configure_from_args();
    let mut group = c.benchmark_group("top100_search");
    group.throughput(Throughput::Elements(QUESTIONS as u64));
    let depth = Depth::new(DEPTH).expect("not 0");
    for n in SECTIONS {
        let collection = Collection::new(n, SEED);
        let texts = collection.texts();
        let questions = collection.questions(QUESTIONS, SEED);
        let queries: Vec<&str> = questions.iter().map(|q| q.query.as_str()).collect();
        let (index, ..) =
            IndexSet::build(collection.docids(), &texts, &article_systems(), &Silent).expect("valid");
        for tag in ["bm25_2", "bm25_23", "tfidf_23", "lsa_256"] {
            let retriever = index.retriever(tag).expect("built");
            check(retriever, &texts, &queries, depth);
            let id = BenchmarkId::new(tag, format!("{QUESTIONS} questions, {n} sections"));
            group.bench_function(id, |b| b.iter(|| retriever.search_batch(&queries, depth)));
        }
    }
    group.finish();
    c.final_summary();
}

/// BM25 against the formula over bags of strings: the same documents in the same order with the same scores, to the last
/// bit. The others against one search at a time.
fn check(retriever: &dyn Retriever, texts: &[String], queries: &[&str], depth: Depth) {
    let found = retriever.search_batch(queries, depth);
    let tag = &retriever.system().tag;
    let plain = match retriever.system().spec {
        SystemSpec::Bm25 { ngrams, k1, b, .. } => Some(Plain::new(texts, ngrams, k1, b)),
        _ => None,
    };
    for (query, found) in queries.iter().zip(&found).step_by(CHECKED) {
        let expected = match &plain {
            Some(plain) => plain.search(query),
            None => retriever.search(query, depth),
        };
        let differs =
            (0..found.len().max(expected.len())).find(|&rank| found.get(rank) != expected.get(rank));
        if let Some(rank) = differs {
            let (found, expected) = (found.get(rank), expected.get(rank));
            panic!(
                "{tag}, `{query}`, rank {}: {found:?} instead of {expected:?}",
                rank + 1
            );
        }
    }
}

/// BM25 as one writes it down.
struct Plain {
    ngrams: CharNgrams,
    /// Of each term, its idf and its documents with their weights.
    terms: HashMap<String, Vec<(u32, f64)>>,
}

impl Plain {
    fn new(texts: &[String], ngrams: CharNgrams, k1: f64, b: f64) -> Self {
        let bags: Vec<BTreeMap<String, u32>> = texts.iter().map(|text| bag(text, ngrams)).collect();
        let lens: Vec<f64> = bags
            .iter()
            .map(|bag| f64::from(bag.values().sum::<u32>()))
            .collect();
        let (n, avg_len) = (lens.len() as f64, lens.iter().sum::<f64>() / lens.len() as f64);
        let mut holders: HashMap<String, Vec<(u32, u32)>> = HashMap::new();
        for (doc, bag) in (0..).zip(bags) {
            bag.into_iter()
                .for_each(|(term, tf)| holders.entry(term).or_default().push((doc, tf)));
        }
        let weigh = |(term, docs): (String, Vec<(u32, u32)>)| {
            let df = docs.len() as f64;
            let idf = (1.0 + (n - df + 0.5) / (df + 0.5)).ln();
            let weight = |(doc, tf): (u32, u32)| {
                let (tf, len) = (f64::from(tf), lens[doc as usize]);
                (doc, idf * (tf / (tf + k1 * (1.0 - b + b * len / avg_len))))
            };
            (term, docs.into_iter().map(weight).collect())
        };
        Self {
            ngrams,
            terms: holders.into_iter().map(weigh).collect(),
        }
    }

    /// All documents that share a term, sorted.
    fn search(&self, query: &str) -> Vec<ScoredOrd> {
        let mut sums: BTreeMap<u32, f64> = BTreeMap::new();
        // terms in code-point order: that is the order of a map of strings
        for (term, count) in bag(query, self.ngrams) {
            for (doc, weight) in self.terms.get(&term).into_iter().flatten() {
                *sums.entry(*doc).or_default() += f64::from(count) * weight;
            }
        }
        let mut ranking: Vec<ScoredOrd> = sums
            .into_iter()
            .map(|(ord, score)| ScoredOrd { ord, score })
            .collect();
        ranking.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.ord.cmp(&b.ord)));
        ranking.truncate(DEPTH);
        ranking
    }
}

fn bag(text: &str, ngrams: CharNgrams) -> BTreeMap<String, u32> {
    let chars: Vec<char> = nfkc_lower(text).chars().collect();
    let mut bag = BTreeMap::new();
    for n in ngrams.min()..=ngrams.max() {
        for gram in chars.windows(n) {
            *bag.entry(gram.iter().collect()).or_default() += 1;
        }
    }
    bag
}
