//! How long does it take to build the four lexical systems of the experiment over a corpus, text to weights?

use std::collections::BTreeMap;

use criterion::{BenchmarkId, Criterion, Throughput};
use sokutei_benches::SEED;
use sokutei_benches::collection::Collection;
use sokutei_index::{IndexSet, Silent, System, SystemSpec, article_systems};
use sokutei_text::nfkc_lower;

/// Sections of about 400 characters.
const SECTIONS: [usize; 3] = [250, 1000, 4000];
/// Every so manieth section is checked, term by term.
const CHECKED: usize = 50;
/// Of weights, relative: the plain sums run in another order.
const TOLERANCE: f64 = 1e-12;

fn main() {
    let mut c = Criterion::default().sample_size(20).configure_from_args();
    let mut group = c.benchmark_group("indexing");
    let systems = &article_systems()[..4];
    for n in SECTIONS {
        let collection = Collection::new(n, SEED);
        let (docids, texts) = (collection.docids(), collection.texts());
        let n_chars: usize = texts.iter().map(|t| t.chars().count()).sum();
        let build = || {
            IndexSet::build(docids.clone(), &texts, systems, &Silent)
                .expect("valid")
                .0
        };
        check(&build(), systems, &texts);
        group.throughput(Throughput::Elements(n_chars as u64));
        let id = BenchmarkId::new(
            "bm25_2, bm25_23, bm25_2_b03, tfidf_23",
            format!("{n} sections, {n_chars} characters"),
        );
        group.bench_function(id, |b| b.iter(build));
    }
    group.finish();
    c.final_summary();
}

/// Term counts of one document.
type Bag = BTreeMap<String, u32>;

/// The weights of all terms of some documents, against the formulas over bags of strings.
fn check(index: &IndexSet, systems: &[System], texts: &[String]) {
    for System { tag, spec } in systems {
        let ngrams = spec.ngrams();
        let bags: Vec<Bag> = texts
            .iter()
            .map(|text| bag(text, ngrams.min()..=ngrams.max()))
            .collect();
        let mut df: BTreeMap<&str, u32> = BTreeMap::new();
        bags.iter()
            .flat_map(Bag::keys)
            .for_each(|term| *df.entry(term).or_default() += 1);
        let avg_len = bags.iter().flat_map(Bag::values).sum::<u32>() as f64 / texts.len() as f64;
        for ord in (0..texts.len()).step_by(CHECKED) {
            let expected = weights(spec, &bags[ord], &df, texts.len(), avg_len);
            // a document as its own query: one contribution for each of its terms
            let explained = index
                .retriever(tag)
                .expect("built")
                .explain(&texts[ord], ord as u32)
                .expect("there");
            assert_eq!(
                explained.terms.len(),
                expected.len(),
                "{tag}, section {ord}: different terms"
            );
            for found in &explained.terms {
                let weight = expected[found.term.as_str()];
                assert!(
                    (found.weight - weight).abs() <= TOLERANCE * weight,
                    "{tag}, section {ord}, `{}`: {} instead of {weight}",
                    found.term,
                    found.weight
                );
            }
        }
    }
}

fn bag(text: &str, lengths: std::ops::RangeInclusive<usize>) -> Bag {
    let chars: Vec<char> = nfkc_lower(text).chars().collect();
    let mut bag = Bag::new();
    for n in lengths {
        for gram in chars.windows(n) {
            *bag.entry(gram.iter().collect()).or_default() += 1;
        }
    }
    bag
}

/// The weight of each term of a document by the system's formula.
fn weights<'a>(
    spec: &SystemSpec,
    bag: &'a Bag,
    df: &BTreeMap<&str, u32>,
    n_docs: usize,
    avg_len: f64,
) -> BTreeMap<&'a str, f64> {
    let (n, len) = (n_docs as f64, bag.values().sum::<u32>() as f64);
    let weight = |(term, &tf): (&'a String, &u32)| {
        let (tf, df) = (f64::from(tf), f64::from(df[term.as_str()]));
        let weight = match *spec {
            SystemSpec::Bm25 { k1, b, .. } => {
                (1.0 + (n - df + 0.5) / (df + 0.5)).ln() * tf / (tf + k1 * (1.0 - b + b * len / avg_len))
            }
            _ => (1.0 + tf.ln()) * (((1.0 + n) / (1.0 + df)).ln() + 1.0),
        };
        (term.as_str(), weight)
    };
    let mut weights: BTreeMap<&str, f64> = bag.iter().map(weight).collect();
    if matches!(spec, SystemSpec::Tfidf { .. }) {
        let length = weights.values().map(|w| w * w).sum::<f64>().sqrt();
        weights.values_mut().for_each(|w| *w /= length);
    }
    weights
}
