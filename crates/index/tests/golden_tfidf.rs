//! Counts, vocabulary, idf and weights against scikit-learn's CountVectorizer and TfidfVectorizer.

mod support;

use serde_json::Value;
use sokutei_index::{Counts, Silent, SystemSpec, smooth_idf};
use sokutei_text::Ngram;
use support::{array, floats, golden, ngrams_of, one, strings};

/// The terms of all lengths of a range in code-point order: their n-gram length and number.
fn vocabulary(counts: &Counts, set: &Value) -> Vec<(Ngram, usize, u32)> {
    let mut terms: Vec<(Ngram, usize, u32)> = (ngrams_of(set).min()..=ngrams_of(set).max())
        .flat_map(|n| {
            let grams = counts.of_length(n).expect("was counted");
            (0..grams.postings().n_terms() as u32).map(move |number| (grams.term(number), n, number))
        })
        .collect();
    terms.sort_unstable();
    terms
}

/// A row of `[index, value]` pairs.
fn pairs(row: &Value) -> Vec<(usize, f64)> {
    let pair = |v: &Value| {
        (
            v[0].as_u64().expect("an index") as usize,
            v[1].as_f64().expect("a value"),
        )
    };
    array(row).iter().map(pair).collect()
}

#[test]
fn counts_vocabulary_and_idf_match_golden_tfidf() {
    let file = golden("tfidf.json.gz");
    let documents = strings(&file["documents"]);
    for set in array(&file["sets"]) {
        let counts = Counts::of(&documents, &[ngrams_of(set)], &Silent);
        let vocabulary = vocabulary(&counts, set);
        let names: Vec<String> = vocabulary.iter().map(|(term, ..)| term.to_string()).collect();
        assert_eq!(names, strings(&set["vocabulary"]));

        let postings = |n: usize| counts.of_length(n).expect("was counted").postings();
        for (&(term, n, number), golden) in vocabulary.iter().zip(floats(&set["idf"])) {
            let idf = smooth_idf(documents.len(), postings(n).df(number));
            assert!(
                (idf - golden).abs() <= 1e-12,
                "{term}: idf {idf}, golden {golden}"
            );
        }
        for (doc, row) in (0u32..).zip(array(&set["counts"])) {
            let ours: Vec<(usize, f64)> = vocabulary
                .iter()
                .enumerate()
                .filter_map(|(index, &(_, n, number))| {
                    let (docs, tfs) = postings(n).of_term(number);
                    docs.binary_search(&doc)
                        .ok()
                        .map(|place| (index, f64::from(tfs[place])))
                })
                .collect();
            assert_eq!(ours, pairs(row), "document {doc}");
        }
    }
}

#[test]
fn weights_and_cosines_match_golden_tfidf() {
    let file = golden("tfidf.json.gz");
    let (documents, queries) = (strings(&file["documents"]), strings(&file["queries"]));
    for set in array(&file["sets"]) {
        let index = one(
            &documents,
            SystemSpec::Tfidf {
                ngrams: ngrams_of(set),
            },
        );
        let tfidf = index.retriever("s").expect("the one system");
        let vocabulary = strings(&set["vocabulary"]);
        // a query that is the document itself names every term of it, and the explanation gives the document's weights
        for (ord, (document, row)) in (0u32..).zip(documents.iter().zip(array(&set["tfidf"]))) {
            let explained = tfidf.explain(document, ord).expect("a document of the index");
            let golden: Vec<(usize, f64)> = pairs(row);
            assert_eq!(explained.terms.len(), golden.len());
            for (ours, (index, golden)) in explained.terms.iter().zip(golden) {
                assert_eq!(ours.term, vocabulary[index]);
                assert!((ours.weight - golden).abs() <= 1e-12, "{ours:?}, golden {golden}");
            }
        }
        for (query, (row, cosines)) in queries
            .iter()
            .zip(array(&set["query_tfidf"]).iter().zip(array(&set["cosine"])))
        {
            for (ord, golden) in (0u32..).zip(floats(cosines)) {
                let explained = tfidf.explain(query, ord).expect("a document of the index");
                assert!(
                    (explained.score - golden).abs() <= 1e-12,
                    "{query}, document {ord}: {}",
                    explained.score
                );
                let weights: Vec<(usize, f64)> = pairs(row);
                assert_eq!(explained.terms.len(), weights.len(), "{query}");
                for (ours, (index, golden)) in explained.terms.iter().zip(weights) {
                    assert_eq!(ours.term, vocabulary[index]);
                    assert!(
                        (ours.query_weight - golden).abs() <= 1e-12,
                        "{query}: {ours:?}, golden {golden}"
                    );
                }
            }
        }
    }
}
