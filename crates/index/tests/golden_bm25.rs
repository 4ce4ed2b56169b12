//! BM25 against the formula by hand, oracle.py and bm25s, which agree among themselves.

mod support;

use sokutei_index::SystemSpec;
use support::{array, depth, floats, golden, ngrams_of, one, strings};

#[test]
fn scores_and_top_five_match_golden_bm25() {
    let file = golden("bm25.json.gz");
    let mut compared = 0;
    for set in array(&file["sets"]) {
        let documents = strings(&set["documents"]);
        let (k1, b) = (set["k1"].as_f64().expect("k1"), set["b"].as_f64().expect("b"));
        let index = one(&documents, SystemSpec::bm25(ngrams_of(set), k1, b));
        let retriever = index.retriever("s").expect("the one system");
        let queries = strings(&set["queries"]);
        for (query, (scores, top5)) in queries
            .iter()
            .zip(array(&set["score"]).iter().zip(array(&set["top5"])))
        {
            let hits = index.hits(&retriever.search(query, depth(5)));
            assert_eq!(
                hits.iter().map(|h| h.docid.as_str()).collect::<Vec<_>>(),
                strings(top5),
                "{query}"
            );

            let mut ours = vec![0.0; documents.len()];
            for hit in retriever.search(query, depth(documents.len())) {
                ours[hit.ord as usize] = hit.score;
            }
            for (ord, (ours, golden)) in ours.iter().zip(floats(scores)).enumerate() {
                assert!(
                    (ours - golden).abs() <= 1e-12,
                    "{query}, document {ord}: {ours}, golden {golden}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 0, "the file holds no scores");
}

#[test]
fn lengths_match_golden_bm25() {
    let file = golden("bm25.json.gz");
    for set in array(&file["sets"]) {
        let counts = sokutei_index::Counts::of(
            &strings(&set["documents"]),
            &[ngrams_of(set)],
            &sokutei_index::Silent,
        );
        let lengths = ngrams_of(set).min()..=ngrams_of(set).max();
        let golden: Vec<u64> = array(&set["dl"])
            .iter()
            .map(|v| v.as_u64().expect("a length"))
            .collect();
        let ours: Vec<u64> = (0..golden.len() as u32)
            .map(|doc| {
                let of_length = |n| counts.of_length(n).expect("was counted").postings().len_of(doc);
                lengths.clone().map(|n| u64::from(of_length(n))).sum()
            })
            .collect();
        assert_eq!(ours, golden);
        let mean = golden.iter().sum::<u64>() as f64 / golden.len() as f64;
        assert!((mean - set["avgdl"].as_f64().expect("a mean")).abs() < 1e-12);
    }
}
