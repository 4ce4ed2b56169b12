//! Complaints about other search systems, as cases that must not occur here. Names begin with the number of the case.
//!
//! Cases about words are checked on term numbers: the scorer does not know what a term is.

mod support;

use std::path::Path;
use std::sync::Arc;

use sokutei_index::{
    Bm25, Error, FileProblem, Impacts, IndexSet, IndexWarning, Postings, Silent, System, SystemSpec, TermRef,
    article_systems,
};
use sokutei_measures::Docid;
use support::{build, depth, found, found_ids, four_decimals, ids, lsa, ngrams, one};

fn bm25(min: usize, max: usize) -> SystemSpec {
    SystemSpec::bm25(ngrams(min, max), 1.2, 0.75)
}

/// BM25 over the words of documents: `(document number, score)`, best first.
fn search_words(documents: &[&str], query: &str) -> Vec<(u32, f64)> {
    let mut words: Vec<&str> = documents.iter().flat_map(|d| d.split(' ')).collect();
    words.sort_unstable();
    words.dedup();
    let number = |word: &str| words.binary_search(&word).ok().map(|n| n as u32);
    let numbered: Vec<Vec<u32>> = documents
        .iter()
        .map(|d| d.split(' ').filter_map(number).collect())
        .collect();
    let postings = Arc::new(Postings::from_documents(words.len(), &numbered));
    let index = Impacts::bm25(vec![postings], Bm25::new(1.2, 0.75).expect("valid"));
    let mut query: Vec<u32> = query.split(' ').filter_map(number).collect();
    query.sort_unstable();
    let query: Vec<(TermRef, f64)> = query
        .chunk_by(|a, b| a == b)
        .map(|same| {
            (
                TermRef {
                    part: 0,
                    number: same[0],
                },
                same.len() as f64,
            )
        })
        .collect();
    index
        .search(&query, depth(100))
        .into_iter()
        .map(|s| (s.ord, s.score))
        .collect()
}

fn docs(ranking: &[(u32, f64)]) -> Vec<u32> {
    ranking.iter().map(|r| r.0).collect()
}

#[test]
fn r01_a_term_in_exactly_half_of_the_documents_counts() {
    let ranking = search_words(
        &["alpha beta", "alpha gamma", "delta beta", "delta gamma"],
        "alpha",
    );
    assert_eq!(docs(&ranking), [0, 1]);
    assert!(ranking.iter().all(|r| four_decimals(r.1, 0.3151)), "{ranking:?}");
}

#[test]
fn r03_a_term_in_most_documents_scores_above_zero() {
    let ranking = search_words(&["hello world", "foo bar", "hello foo"], "hello");
    assert_eq!(docs(&ranking), [0, 2]);
    assert!(four_decimals(ranking[0].1, 0.2136), "{ranking:?}");
    assert_eq!(ranking[0].1.to_bits(), ranking[1].1.to_bits(), "a tie");
}

#[test]
fn r05_the_count_of_documents_is_not_taken_for_the_count_in_a_document() {
    let pink = ["pink"; 10].join(" ");
    let ranking = search_words(
        &[&pink, "blue blue blue blue pink", "red red blue purple pink"],
        "pink",
    );
    assert_eq!(docs(&ranking), [0, 1, 2]);
    for (ours, expected) in ranking.iter().zip([0.1146, 0.0676, 0.0676]) {
        assert!(four_decimals(ours.1, expected), "{ranking:?}");
    }
}

#[test]
fn r06_an_unrelated_document_more_or_less_does_not_hide_a_match() {
    for corpus in [
        &["windy london", "sunny paris"][..],
        &["windy london", "sunny paris", "cold oslo"],
    ] {
        let ranking = search_words(corpus, "windy london");
        assert_eq!(docs(&ranking), [0]);
        assert!(ranking[0].1 > 0.0);
    }
}

#[test]
fn r07_the_document_with_the_rare_word_comes_first() {
    let ranking = search_words(&["river bank", "river bank otter", "river bank"], "otter river");
    assert_eq!(docs(&ranking)[0], 1);
}

#[test]
fn r08_the_score_beside_a_document_is_that_documents_own() {
    let texts = ["赤い花", "青い空と海", "白い雲"];
    for spec in [bm25(2, 2), bm25(2, 3), SystemSpec::Tfidf { ngrams: ngrams(2, 3) }] {
        let set = one(&texts, spec);
        let hits = found(&set, "青い空", 10);
        assert_eq!(hits[0].0, "d1");
        for (docid, score) in &hits {
            let explained = set
                .retriever("s")
                .expect("there")
                .explain("青い空", set.ord(docid).expect("an id"));
            let explained = explained.expect("a document of the index");
            assert_eq!(explained.docid.as_str(), docid);
            assert_eq!(explained.score.to_bits(), score.to_bits());
        }
    }
}

#[test]
fn r09_equal_matches_at_the_end_of_the_vocabulary_tie() {
    let ranking = search_words(&["foo", "dog", "baz", "quick god", "quick fox"], "quick");
    assert_eq!(docs(&ranking), [3, 4]);
    assert!(
        ranking[0].1 > 0.0 && ranking[0].1.to_bits() == ranking[1].1.to_bits(),
        "{ranking:?}"
    );
}

#[test]
fn r10_asking_for_more_than_there_is_gives_what_there_is_and_for_nothing_is_an_error() {
    let texts = ["検索一", "検索二", "検索三", "検索四", "検索五"];
    for spec in [bm25(2, 2), lsa(2)] {
        assert_eq!(found(&one(&texts, spec), "検索", 100).len(), 5);
    }
    let error = sokutei_index::Depth::new(0).expect_err("0");
    assert_eq!(
        error.to_string(),
        "depth 0: ask for at least 1 document per query"
    );
}

#[test]
fn r11_the_order_of_words_changes_nothing_and_repeats_count() {
    let corpus = ["sleek black shoes", "sleek car", "old shoes", "a b", "a a b"];
    assert_eq!(
        search_words(&corpus, "sleek shoes"),
        search_words(&corpus, "shoes sleek")
    );
    assert_eq!(search_words(&corpus, "a a b"), search_words(&corpus, "a b a"));
    let score = |query, doc| {
        search_words(&corpus, query)
            .iter()
            .find(|r| r.0 == doc)
            .map(|r| r.1)
    };
    let (once, twice) = (
        score("sleek", 1).expect("a match"),
        score("sleek sleek", 1).expect("a match"),
    );
    assert_eq!(
        twice.to_bits(),
        (2.0 * once).to_bits(),
        "a repeated term counts as often as it is repeated"
    );
}

#[test]
fn r12_ten_occurrences_count_more_than_one_but_not_ten_times_and_the_formula_has_a_name() {
    let (ten, filler) = (["x"; 10].join(" "), ["y"; 9].join(" "));
    let ranking = search_words(&[&ten, &format!("x {filler}"), "z"], "x");
    assert_eq!(docs(&ranking), [0, 1]);
    assert!(
        ranking[0].1 > ranking[1].1 && ranking[0].1 < 10.0 * ranking[1].1,
        "{ranking:?}"
    );
    assert_eq!(bm25(2, 2).to_string(), "bm25(char(2,2), k1=1.2, b=0.75, lucene)");
    assert!(
        bm25(2, 2)
            .formula()
            .contains("tf / (tf + k1 * (1 - b + b * len / avg_len))")
    );
}

#[test]
fn r13_equal_documents_keep_corpus_order_whatever_their_ids_and_the_threads() {
    for prefix in ["", "x#"] {
        let docids: Vec<Docid> = (1..=50)
            .map(|i| Docid::new(format!("{prefix}{i}")).expect("valid"))
            .collect();
        let texts = vec!["同じ文書の検索"; 50];
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads");
            pool.install(|| {
                let (set, _, _) =
                    IndexSet::build(docids.clone(), &texts, &article_systems(), &Silent).expect("valid");
                let of = |tag: &str| {
                    set.retriever(tag)
                        .expect("there")
                        .search_batch(&["文書検索", "同じ"], depth(20))
                };
                set.tags().map(of).collect::<Vec<_>>()
            })
        };
        let single = run(1);
        for ranking in single.iter().flatten() {
            assert_eq!(
                ranking.iter().map(|s| s.ord).collect::<Vec<_>>(),
                (0..20).collect::<Vec<_>>()
            );
        }
        for threads in [2, 8] {
            assert_eq!(run(threads), single, "{threads} threads");
        }
    }
}

#[test]
fn r15_empty_documents_are_named_and_divide_nothing_by_zero() {
    let systems = article_systems();
    for (texts, real) in [(["", " ", "\u{3000}\n"], 0), (["検索の評価", "", "\t"], 1)] {
        let (set, warnings) = build(&texts, &systems);
        let empty: Vec<&str> = ["d0", "d1", "d2"].into_iter().skip(real).collect();
        let named = warnings.iter().find_map(|w| match w {
            IndexWarning::EmptyDocuments { docids } => {
                Some(docids.iter().map(Docid::as_str).collect::<Vec<_>>())
            }
            _ => None,
        });
        assert_eq!(named, Some(empty));
        for system in &systems {
            let hits = set
                .retriever(&system.tag)
                .expect("there")
                .search("検索の評価", depth(10));
            assert!(
                hits.iter().all(|s| s.score.is_finite()),
                "{}: {hits:?}",
                system.tag
            );
            match system.spec {
                // LSA ranks every document, the empty ones with a cosine of 0
                SystemSpec::Lsa { .. } => assert_eq!(hits.len(), 3 * real),
                _ => assert_eq!(hits.iter().map(|s| s.ord).collect::<Vec<_>>(), [0][..real]),
            }
        }
    }
}

#[test]
fn r17_a_query_without_a_known_term_has_no_hits_and_can_be_counted() {
    let (set, _) = build(&["検索の評価", "索引の作り方", "文書の分割"], &article_systems());
    for tag in set.tags() {
        let retriever = set.retriever(tag).expect("there");
        assert!(retriever.search("zzqq", depth(10)).is_empty(), "{tag}");
        assert!(!retriever.query_terms("zzqq").is_searchable(), "{tag}");
        assert!(retriever.query_terms("検索zz").is_searchable(), "{tag}");
    }
}

#[test]
fn r18_a_document_that_shares_a_term_is_always_found() {
    let mut texts = vec!["どこにもある言葉"; 9];
    texts.push("別のこと");
    for spec in [bm25(2, 2), bm25(2, 3), SystemSpec::Tfidf { ngrams: ngrams(2, 3) }] {
        assert_eq!(found_ids(&one(&texts, spec), "言葉").len(), 9);
    }
}

#[test]
fn r23_unsegmented_text_is_found_by_its_ngrams() {
    let set = one(
        &["床前明月光", "疑是地上霜", "举头望明月", "低头思故乡"],
        bm25(2, 2),
    );
    let hits = found(&set, "故乡", 10);
    assert_eq!(hits.len(), 1);
    assert!(hits[0].0 == "d3" && four_decimals(hits[0].1, 0.5473), "{hits:?}");
}

#[test]
fn r25_bigrams_tell_tokyo_from_kyoto() {
    let texts = ["東京都の人口", "京都と東北の人口", "大阪の人口"];
    let hits = found(&one(&texts, bm25(2, 2)), "東京", 10);
    assert_eq!(hits.len(), 1);
    assert!(hits[0].0 == "d0" && four_decimals(hits[0].1, 0.4575), "{hits:?}");
    let by_characters = found_ids(&one(&texts, bm25(1, 1)), "東京");
    assert_eq!(
        by_characters,
        ["d0", "d1"],
        "single characters match both, the right one first"
    );
}

#[test]
fn r26_a_digit_and_a_kanji_match_across_the_border_of_scripts() {
    assert_eq!(
        found_ids(&one(&["3月のライオン", "月のうさぎ"], bm25(2, 2)), "3月"),
        ["d0"]
    );
    assert_eq!(
        found_ids(&one(&["月のうさぎ", "３月のライオン"], bm25(2, 2)), "3月"),
        ["d1"],
        "whatever the width"
    );
}

#[test]
fn r28_a_query_shorter_than_an_ngram_says_so() {
    let texts = ["猫の飼い方", "犬の飼い方"];
    let set = one(&texts, bm25(2, 2));
    let terms = set.retriever("s").expect("there").query_terms("猫");
    assert!(found_ids(&set, "猫").is_empty());
    assert_eq!((terms.too_short_by, terms.is_searchable()), (1, false));
    assert_eq!(
        set.retriever("s")
            .expect("there")
            .query_terms("猫の")
            .too_short_by,
        0
    );
    assert_eq!(
        found_ids(&one(&texts, bm25(1, 2)), "猫"),
        ["d0"],
        "an index with 1-grams finds it"
    );
}

#[test]
fn r29_a_query_is_plain_text_and_nothing_in_it_is_an_operator() {
    let texts = [
        "the queen's speech",
        "path {x}/y of the route",
        "covid-19 vaccine",
        "c++ templates",
        "a\" b:c quoted",
    ];
    for spec in [bm25(2, 3), SystemSpec::Tfidf { ngrams: ngrams(2, 3) }, lsa(4)] {
        let set = one(&texts, spec);
        for (query, docid) in [
            ("Queen's", "d0"),
            ("{x}/y", "d1"),
            ("covid-19", "d2"),
            ("C++", "d3"),
            ("a\" b:c", "d4"),
        ] {
            assert_eq!(found_ids(&set, query)[0], docid, "{query}");
        }
        // a minus sign before a word takes no document away
        assert_eq!(found_ids(&set, "vaccine -covid")[0], "d2");
        for query in ["'", "{", "/", "-19", "NOT", "(", "*", "~2", "\\", "^", "[a TO z]"] {
            found_ids(&set, query);
        }
    }
}

#[test]
fn r31_document_ids_are_kept_whole_or_refused_by_name() {
    let kept = [
        "x".repeat(80),
        "文書/第１章#二".to_owned(),
        "https://h/a?b=c%20d#e".to_owned(),
    ];
    let docids: Vec<Docid> = kept
        .iter()
        .map(|id| Docid::new(id).expect("no white space"))
        .collect();
    let systems = [System::new("s", bm25(2, 2))];
    let (set, _, _) =
        IndexSet::build(docids, &["一つ目", "二つ目", "三つ目"], &systems, &Silent).expect("valid");
    let dir = tempfile::tempdir().expect("a folder");
    set.save(dir.path()).expect("saved");
    let loaded = IndexSet::load(dir.path()).expect("loaded");
    assert_eq!(
        loaded.docids().iter().map(Docid::as_str).collect::<Vec<_>>(),
        kept
    );
    let error = Docid::new("two words").expect_err("white space");
    assert!(error.to_string().contains("two words"), "{error}");
}

#[test]
fn r32_any_text_survives_saving_and_loading() {
    let texts = [
        "日本語の検索",
        "絵文字👩‍💻と🇯🇵",
        "行\u{2028}区切り",
        "零\u{0}文字",
        "改行\r\nあり",
        "𠮷野家",
    ];
    let (set, _) = build(&texts, &article_systems());
    let dir = tempfile::tempdir().expect("a folder");
    set.save(dir.path()).expect("saved");
    let loaded = IndexSet::load(dir.path()).expect("loaded");
    for tag in set.tags() {
        let run = |set: &IndexSet| set.retriever(tag).expect("there").search_batch(&texts, depth(10));
        assert_eq!(run(&loaded), run(&set), "{tag}");
        // LSA of six unrelated texts has five dimensions: one text is not seen
        for (ord, ranking) in (0u32..).zip(run(&loaded)).filter(|_| !tag.starts_with("lsa")) {
            assert_eq!(ranking[0].ord, ord, "{tag}: a text finds itself first");
        }
    }
}

#[test]
fn r67_an_id_given_twice_is_refused_with_a_list() {
    let docids = ["a", "b", "a", "c", "b", "a"].map(|id| Docid::new(id).expect("valid"));
    let error =
        IndexSet::build(docids.to_vec(), &[""; 6], &article_systems(), &Silent).expect_err("duplicates");
    assert_eq!(
        error.to_string(),
        "document ids must be unique; used more than once: `a` (3×), `b` (2×)"
    );
    let Error::DuplicateIds(list) = error else {
        panic!("another error")
    };
    assert_eq!(list[0].ords, [0, 2, 5]);
}

#[test]
fn r77_an_index_of_another_version_is_refused_with_both_named() {
    let dir = tempfile::tempdir().expect("a folder");
    build(&["検索の評価"], &[System::new("s", bm25(2, 2))])
        .0
        .save(dir.path())
        .expect("saved");
    rewrite(dir.path(), |bytes| {
        bytes[16..20].copy_from_slice(&9u32.to_le_bytes())
    });
    let error = IndexSet::load(dir.path()).expect_err("another version");
    assert!(
        matches!(
            error,
            Error::File {
                problem: FileProblem::Version {
                    found: 9,
                    supported: 1
                },
                ..
            }
        ),
        "{error}"
    );
    assert!(
        error
            .to_string()
            .contains("index format 9, this program reads format 1"),
        "{error}"
    );
}

fn rewrite(dir: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let path = IndexSet::file_in(dir);
    let mut bytes = std::fs::read(&path).expect("an index");
    change(&mut bytes);
    std::fs::write(&path, bytes).expect("written");
}

#[test]
fn r85_what_lies_outside_the_lsa_space_has_cosine_zero_not_rounding() {
    // one dimension holds the five equal texts; the other text and its terms are at right angles to it
    let texts = [
        "検索の評価",
        "検索の評価",
        "検索の評価",
        "検索の評価",
        "検索の評価",
        "別の言葉",
    ];
    let set = one(&texts, lsa(1));
    assert!(
        found(&set, "言葉", 6)
            .iter()
            .all(|hit| hit.1.to_bits() == 0.0f64.to_bits())
    );
    let hits = found(&set, "検索", 6);
    assert!(
        hits[..5].iter().all(|hit| (hit.1 - 1.0).abs() < 1e-12) && hits[5].1.to_bits() == 0.0f64.to_bits()
    );
}

#[test]
fn r85_lsa_has_the_same_bits_twice_and_on_any_threads_and_says_when_dimensions_are_missing() {
    let texts: Vec<String> = (0..40)
        .map(|i| format!("文書{}の検索と評価{}", i % 7, i * i % 11))
        .collect();
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        pool.install(|| {
            let set = one(&texts, lsa(8));
            set.retriever("s")
                .expect("there")
                .search_batch(&["検索", "評価9", "文書3"], depth(40))
        })
    };
    let once = run(1);
    assert_eq!(run(1), once);
    assert_eq!(run(2), once);

    // three different texts have rank three, whatever is asked for
    let texts = [
        "検索の評価",
        "索引の圧縮",
        "文書の分割",
        "検索の評価",
        "索引の圧縮",
        "文書の分割",
    ];
    let (set, warnings) = build(&texts, &[System::new("lsa_128", lsa(128))]);
    let IndexWarning::FewerDimensions {
        tag,
        asked: 128,
        used: 3,
        n_docs: 6,
        ..
    } = &warnings[0]
    else {
        panic!("{warnings:?}")
    };
    assert_eq!(tag, "lsa_128");
    assert!(
        warnings[0]
            .to_string()
            .starts_with("lsa_128 uses 3 of 128 dimensions"),
        "{}",
        warnings[0]
    );
    let hits = set.retriever("lsa_128").expect("there").search("索引", depth(6));
    assert_eq!(hits[..2].iter().map(|s| s.ord).collect::<Vec<_>>(), [1, 4]);
    assert_eq!(ids(6).len(), hits.len());
}
