//! The rules of `Retriever`, held against every system over every kind of corpus.

mod support;

use sokutei_index::{Error, IndexSet, Retriever, ScoredOrd, System, SystemSpec};
use support::{build, depth, lsa, ngrams};

fn systems() -> Vec<System> {
    let tfidf = |min, max| SystemSpec::Tfidf {
        ngrams: ngrams(min, max),
    };
    let of_words = SystemSpec::Lsa {
        ngrams: ngrams(2, 3),
        dims: 5,
        max_terms: 40,
    };
    vec![
        System::new("bm25_2", SystemSpec::bm25(ngrams(2, 2), 1.2, 0.75)),
        System::new("bm25_23", SystemSpec::bm25(ngrams(2, 3), 1.2, 0.75)),
        System::new("bm25_123_extreme", SystemSpec::bm25(ngrams(1, 3), 0.0, 1.0)),
        System::new("tfidf_23", tfidf(2, 3)),
        System::new("tfidf_1", tfidf(1, 1)),
        System::new("lsa_2", lsa(2)),
        System::new("lsa_7", lsa(7)),
        System::new("lsa_23_few_terms", of_words),
    ]
}

fn corpora() -> Vec<(&'static str, Vec<String>)> {
    let own = |texts: &[&str]| texts.iter().map(|&t| t.to_owned()).collect();
    // words of a small vocabulary in an order that a multiplication mixes
    let words = [
        "検索", "評価", "索引", "圧縮", "文書", "分割", "の", "と", "。", " ", "abc", "x",
    ];
    let mixed = |i: usize| {
        (0..3 + i % 17)
            .map(|j| words[(i * 31 + j * j * 7) % words.len()])
            .collect()
    };
    vec![
        ("mixed", (0..120).map(mixed).collect()),
        ("equal", vec!["同じ文書".to_owned(); 30]),
        (
            "with empty ones",
            own(&["", "検索の評価", " ", "評価", "", "検索", "x", "評価の評価の評価"]),
        ),
        ("one", own(&["検索の評価"])),
        ("all empty", own(&["", "", "\n"])),
        ("none", Vec::new()),
        (
            "unrelated",
            own(&["あい", "うえ", "かき", "くけ", "さし", "すせ"]),
        ),
    ]
}

const QUERIES: [&str; 12] = [
    "検索の評価",
    "評価評価",
    "圧縮 文書",
    "索引",
    "x",
    "猫",
    "",
    " ",
    "同じ",
    "zzqq",
    "あい",
    "abc。",
];

/// Calls `check` with every system over every corpus.
fn for_each(check: impl Fn(&str, &IndexSet, &dyn Retriever)) {
    for (name, texts) in corpora() {
        let (set, _) = build(&texts, &systems());
        for tag in set.tags() {
            check(
                &format!("{tag} over {name}"),
                &set,
                set.retriever(tag).expect("there"),
            );
        }
    }
}

fn is_latent(retriever: &dyn Retriever) -> bool {
    matches!(retriever.system().spec, SystemSpec::Lsa { .. })
}

#[test]
fn rankings_are_sorted_finite_and_hold_no_document_twice() {
    for_each(|what, set, retriever| {
        for query in QUERIES {
            let ranking = retriever.search(query, depth(1000));
            assert!(
                ranking
                    .iter()
                    .all(|s| s.score.is_finite() && (s.ord as usize) < set.docids().len()),
                "{what}"
            );
            let in_order =
                |a: &ScoredOrd, b: &ScoredOrd| b.score.total_cmp(&a.score).then(a.ord.cmp(&b.ord)).is_lt();
            assert!(ranking.is_sorted_by(in_order), "{what}, {query:?}: {ranking:?}");
            let mut ords: Vec<u32> = ranking.iter().map(|s| s.ord).collect();
            ords.sort_unstable();
            ords.dedup();
            assert_eq!(ords.len(), ranking.len(), "{what}, {query:?}");
        }
    });
}

#[test]
fn equal_documents_tie_to_the_last_bit() {
    for (name, mut texts) in corpora() {
        let n = texts.len();
        texts.extend(texts.clone());
        let (set, _) = build(&texts, &systems());
        for tag in set.tags() {
            for query in QUERIES {
                let ranking = set.retriever(tag).expect("there").search(query, depth(1000));
                let mut scores = vec![0.0; 2 * n];
                ranking.iter().for_each(|s| scores[s.ord as usize] = s.score);
                for ord in 0..n {
                    let (first, second) = (scores[ord], scores[ord + n]);
                    assert_eq!(
                        first.to_bits(),
                        second.to_bits(),
                        "{tag} over {name}, {query:?}, {ord}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_smaller_depth_gives_the_beginning_of_a_larger() {
    for_each(|what, _, retriever| {
        for query in QUERIES {
            let whole = retriever.search(query, depth(1000));
            for k in [1, 2, 5, 29, 30, 31, 119] {
                assert_eq!(
                    retriever.search(query, depth(k)),
                    whole[..k.min(whole.len())],
                    "{what}, {query:?}, {k}"
                );
            }
        }
    });
}

#[test]
fn a_batch_gives_what_single_searches_give_in_order() {
    for_each(|what, _, retriever| {
        for count in [0, 1, 3, 5, QUERIES.len()] {
            let singly: Vec<_> = QUERIES[..count]
                .iter()
                .map(|q| retriever.search(q, depth(10)))
                .collect();
            assert_eq!(
                retriever.search_batch(&QUERIES[..count], depth(10)),
                singly,
                "{what}"
            );
        }
    });
}

#[test]
fn explanations_add_up_to_the_score_of_the_search() {
    for_each(|what, set, retriever| {
        for query in QUERIES {
            let ranking = retriever.search(query, depth(1000));
            for ord in 0..set.docids().len() as u32 {
                let explained = retriever.explain(query, ord).expect("a document of the index");
                let score = ranking.iter().find(|s| s.ord == ord).map_or(0.0, |s| s.score);
                assert_eq!(
                    explained.score.to_bits(),
                    score.to_bits(),
                    "{what}, {query:?}, {ord}"
                );
                assert_eq!(explained.docid, set.docids()[ord as usize]);
                let sum = explained.terms.iter().fold(0.0, |sum, t| sum + t.contribution);
                if is_latent(retriever) {
                    assert!(
                        (sum - score).abs() <= 1e-12,
                        "{what}, {query:?}, {ord}: {sum}, score {score}"
                    );
                } else {
                    assert_eq!(sum.to_bits(), score.to_bits(), "{what}, {query:?}, {ord}");
                }
                for t in &explained.terms {
                    assert_eq!(
                        t.contribution.to_bits(),
                        (t.query_weight * t.weight).to_bits(),
                        "{what}: {t:?}"
                    );
                    assert!(t.df >= 1 && t.query_tf >= 1 && t.idf > 0.0, "{what}: {t:?}");
                }
            }
        }
    });
}

#[test]
fn terms_are_explained_in_code_point_order() {
    for_each(|what, set, retriever| {
        if set.docids().is_empty() {
            return;
        }
        for query in QUERIES {
            let explained = retriever.explain(query, 0).expect("a document of the index");
            let terms: Vec<&str> = explained.terms.iter().map(|t| t.term.as_str()).collect();
            assert!(terms.is_sorted(), "{what}, {query:?}: {terms:?}");
            let described = retriever.query_terms(query);
            assert_eq!(described.known, terms, "{what}, {query:?}");
            assert_eq!(described.unknown, explained.unknown, "{what}, {query:?}");
        }
    });
}

#[test]
fn lexical_systems_return_what_shares_a_term_and_lsa_returns_everything_or_nothing() {
    for_each(|what, set, retriever| {
        for query in QUERIES {
            let ranking = retriever.search(query, depth(1000));
            if is_latent(retriever) {
                let expected = if retriever.query_terms(query).is_searchable() {
                    set.docids().len()
                } else {
                    0
                };
                assert_eq!(ranking.len(), expected, "{what}, {query:?}");
                assert!(
                    ranking.iter().all(|s| s.score.abs() <= 1.0 + 1e-12),
                    "{what}, {query:?}"
                );
            } else {
                assert!(ranking.iter().all(|s| s.score > 0.0), "{what}, {query:?}");
                for ord in 0..set.docids().len() as u32 {
                    let explained = retriever.explain(query, ord).expect("a document of the index");
                    let shares = explained.terms.iter().any(|t| t.tf > 0);
                    assert_eq!(
                        ranking.iter().any(|s| s.ord == ord),
                        shares,
                        "{what}, {query:?}, {ord}"
                    );
                }
            }
        }
    });
}

#[test]
fn a_document_that_is_not_there_is_refused_by_number() {
    for_each(|what, set, retriever| {
        let n_docs = set.docids().len();
        let error = retriever
            .explain("検索", n_docs as u32)
            .expect_err("past the last");
        assert!(
            matches!(error, Error::UnknownDocument { n_docs: n, .. } if n == n_docs),
            "{what}: {error}"
        );
    });
}

#[test]
fn an_unknown_tag_is_refused_with_the_tags_there_are() {
    let (set, _) = build(&["検索"], &systems()[..2]);
    let error = set.retriever("bm25").err().expect("no such tag");
    assert_eq!(
        error.to_string(),
        "no system `bm25` in this index; it has bm25_2, bm25_23"
    );
}
