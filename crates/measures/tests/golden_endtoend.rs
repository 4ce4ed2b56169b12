//! Means, mistakes and statistics of whole runs, from the files that the end-to-end tests use.
//!
//! The file keeps the top 30 of each ranking while its values come from the top 100, so cutoffs stop at 20 here, and
//! what needs the rest (AP@100, documents in id order, articles below the thirtieth chunk) is left to the pipeline.
#![cfg(feature = "evaluation")]
#![allow(clippy::float_cmp)] // statistics to the digit

mod golden;

use std::collections::HashMap;

use golden::{is_ours, list, load, number, numbers};
use serde_json::Value;
use sokutei_measures::mistakes::{self, MistakeKind};
use sokutei_measures::stats::{
    Bootstrap, Paired, PermutationTies, bootstrap_mean, cluster_bootstrap_mean, compare_paired,
};
use sokutei_measures::{
    Cutoff, Docid, Hit, Measure, Qrels, RankDistribution, Run, TieBreak, TopicId, evaluate,
    first_relevant_ranks,
};

const TIE: TieBreak = TieBreak::RankColumn;
const KEPT: usize = 30;

/// Sections and queries of the articles, and the runs over them.
struct Collection {
    strict: Qrels,
    graded: Qrels,
    articles: Qrels,
    /// Article of the first relevant section of each topic.
    groups: Vec<usize>,
    article_of: HashMap<Docid, Docid>,
    results: Value,
}

fn docid(id: &str) -> Docid {
    Docid::new(id).expect("an id")
}

fn grade(value: &Value) -> i32 {
    i32::try_from(value.as_i64().expect("a grade")).expect("a small grade")
}

impl Collection {
    fn load() -> Self {
        let source = load("articles.json.gz");
        let text = |value: &Value| value.as_str().expect("a string").to_owned();
        let article_of: HashMap<Docid, Docid> = list(&source["sections"])
            .iter()
            .map(|section| (docid(&text(&section["id"])), docid(&text(&section["article"]))))
            .collect();
        let (mut strict, mut graded, mut articles) = (Qrels::new(), Qrels::new(), Qrels::new());
        let (mut groups, mut numbers) = (Vec::new(), HashMap::new());
        for query in list(&source["queries"]) {
            let topic = TopicId::new(text(&query["qid"])).expect("an id");
            for (i, id) in query["relevant"].as_object().expect("labels").keys().enumerate() {
                let article = &article_of[&docid(id)];
                strict.insert(topic.clone(), docid(id), 1).expect("labelled once");
                articles
                    .insert(topic.clone(), article.clone(), 1)
                    .expect("equal grades");
                if i == 0 {
                    let next = numbers.len();
                    groups.push(*numbers.entry(article.clone()).or_insert(next));
                }
            }
            for (id, value) in source["qrels"][topic.as_str()].as_object().expect("judgments") {
                graded
                    .insert(topic.clone(), docid(id), grade(value))
                    .expect("judged once");
            }
        }
        Self {
            strict,
            graded,
            articles,
            groups,
            article_of,
            results: load("endtoend.json.gz"),
        }
    }

    fn tags(&self) -> Vec<String> {
        self.results["runs"]
            .as_object()
            .expect("by tag")
            .keys()
            .cloned()
            .collect()
    }

    fn run(&self, tag: &str) -> Run {
        let rankings = self.results["runs"][tag]
            .as_object()
            .expect("by topic")
            .iter()
            .map(|(topic, rows)| {
                let hit = |row: &Value| Hit {
                    docid: docid(row[0].as_str().expect("a docid")),
                    score: number(&row[1]),
                };
                (
                    TopicId::new(topic).expect("an id"),
                    list(rows).iter().map(hit).collect(),
                )
            });
        Run::from_hits(tag, rankings).expect("no document twice")
    }

    fn values(&self, run: &Run, qrels: &Qrels, measure: &str) -> Vec<f64> {
        let measure: Measure = measure.parse().expect("a measure");
        evaluate(run, qrels, &[measure], TIE).values.remove(0).values
    }

    fn article(&self, docid: &Docid) -> Option<Docid> {
        self.article_of.get(docid).cloned()
    }
}

/// `graded:nDCGexp@10` as labeling and measure of ours; `None` for cutoffs beyond the rows that are kept.
fn ours(name: &str) -> Option<(String, String)> {
    let (labeling, measure) = name.split_once(':').expect("labeling:measure");
    let (measure, cutoff) = measure.split_once('@').expect("measure@cutoff");
    let measure = match measure {
        "nDCGexp" => "nDCG(dcg='exp-log2')",
        other => other,
    };
    let depth: usize = cutoff.parse().expect("a cutoff");
    (depth <= 20).then(|| (labeling.to_owned(), format!("{measure}@{cutoff}")))
}

#[test]
fn golden_means_of_chunk_labelings_are_equal() {
    let collection = Collection::load();
    let mut compared = 0;
    for tag in collection.tags() {
        let run = collection.run(&tag);
        for (name, mean) in collection.results["results"][&tag]["mean"]
            .as_object()
            .expect("by measure")
        {
            let Some((labeling, measure)) = ours(name) else {
                continue;
            };
            let qrels = match labeling.as_str() {
                "strict" => &collection.strict,
                "graded" => &collection.graded,
                _ => continue,
            };
            let values = collection.values(&run, qrels, &measure);
            let found = values.iter().sum::<f64>() / values.len() as f64;
            assert!((found - number(mean)).abs() < 1e-9, "{tag} {name}: {found}");
            compared += 1;
        }
    }
    assert!(
        compared > 0 && (compared == 5 * 13 * 5 || !is_ours()),
        "{compared} means"
    );
}

#[test]
fn golden_article_measures_follow_from_collapsed_runs() {
    // a collapsed ranking agrees as far as the thirty kept chunks reach
    let collection = Collection::load();
    let mut beyond_kept_rows = Vec::new();
    for tag in collection.tags() {
        let chunks = collection.run(&tag);
        let run = chunks.collapse(|docid| collection.article(docid));
        for (name, key) in [("Success@1", "article:Hit@1"), ("RR@1", "article:RR@1")] {
            let values = collection.values(&run, &collection.articles, name);
            let found = values.iter().sum::<f64>() / values.len() as f64;
            assert!(
                (found - number(&collection.results["results"][&tag]["mean"][key])).abs() < 1e-9,
                "{tag}"
            );
        }
        let expected = numbers(&collection.results["results"][&tag]["per_query"]["article:RR@10"]);
        let values = collection.values(&run, &collection.articles, "RR@10");
        assert_eq!(values.len(), expected.len(), "{tag}");
        for ((topic, found), expected) in collection.articles.topics().zip(values).zip(expected) {
            if (found - expected).abs() < 1e-9 {
                continue;
            }
            // Only a relevant article that comes after all those of the kept rows may be missing here.
            let (n_rows, n_articles) = (chunks.hits(topic).len(), run.hits(topic).len());
            let best_beyond = 1.0 / (n_articles as f64 + 1.0);
            assert!(
                found == 0.0 && n_rows == KEPT && expected <= best_beyond + 1e-9,
                "{tag} {topic}: {found} {expected}"
            );
            beyond_kept_rows.push(format!("{tag} {topic}"));
        }
    }
    // In the files of the repository no value hangs on a row that was left out.
    assert!(beyond_kept_rows.is_empty() || !is_ours(), "{beyond_kept_rows:?}");
}

#[test]
fn golden_values_per_query_are_equal() {
    let collection = Collection::load();
    for tag in collection.tags() {
        let run = collection.run(&tag);
        for (name, qrels, measure) in [
            ("strict:RR@10", &collection.strict, "RR@10"),
            ("graded:nDCG@10", &collection.graded, "nDCG@10"),
            ("graded:nDCGexp@10", &collection.graded, "nDCG(dcg='exp-log2')@10"),
            ("graded:CP@10", &collection.graded, "ContextPrecision@10"),
        ] {
            let expected = numbers(&collection.results["results"][&tag]["per_query"][name]);
            let found = collection.values(&run, qrels, measure);
            assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(&expected) {
                assert!(
                    (found - expected).abs() < 1e-9,
                    "{tag} {name}: {found} {expected}"
                );
            }
        }
    }
}

#[test]
fn golden_rank_distributions_are_equal() {
    let collection = Collection::load();
    for tag in collection.tags() {
        let ranks = first_relevant_ranks(&collection.run(&tag), &collection.strict, 1, TIE);
        let counts = RankDistribution::of(&ranks);
        let found = [
            counts.first,
            counts.second,
            counts.third_to_tenth,
            counts.beyond_tenth_or_absent,
        ];
        let expected = &collection.results["results"][&tag]["ranks"];
        let keys = ["rank1", "rank2", "rank3to10", "beyond10_or_absent"];
        assert_eq!(
            found.map(|n| n as u64),
            keys.map(|key| expected[key].as_u64().expect("a count")),
            "{tag}"
        );
    }
}

#[test]
fn golden_mistakes_are_as_wrong_as_in_the_oracle() {
    let collection = Collection::load();
    let run = collection.run("bm25_23");
    let rows = mistakes::all(
        &run,
        &collection.strict,
        &collection.graded,
        |docid| collection.article(docid),
        Cutoff::new(10).expect("at least 1"),
        TIE,
    )
    .expect("both labelings cover the same topics");
    let expected = list(&collection.results["mistakes"]);
    assert_eq!(rows.len(), expected.len());
    let ten_articles_everywhere = run.topics().all(|topic| {
        let rows = run.hits(topic);
        let mut articles: Vec<Docid> = rows
            .iter()
            .filter_map(|row| collection.article(&row.docid))
            .collect();
        articles.sort();
        articles.dedup();
        articles.len() >= 10 || rows.len() < KEPT
    });
    assert!(
        ten_articles_everywhere || !is_ours(),
        "nothing is left out of row 3"
    );
    for (row, expected) in rows.iter().zip(expected) {
        let name = expected["mistake"].as_str().expect("a name");
        assert!(name.starts_with(&format!("{} ", row.kind.number())), "{name}");
        assert_eq!(format!("{} {}", row.labeling, row.measure), expected["measure"]);
        let close = |found: f64, key: &str| (found - number(&expected[key])).abs() < 1e-9;
        if row.kind != MistakeKind::RepeatedArticles || ten_articles_everywhere {
            assert!(close(row.right, "right"), "{name}: {}", row.right);
        }
        if row.kind != MistakeKind::RankColumnLost {
            assert!(close(row.wrong, "wrong"), "{name}: {}", row.wrong);
            if row.kind != MistakeKind::RepeatedArticles {
                assert!(close(row.effect(), "effect"));
            }
        }
    }
}

#[test]
fn golden_statistics_of_runs_are_equal_to_the_digit() {
    let collection = Collection::load();
    let rr = |tag: &str| collection.values(&collection.run(tag), &collection.strict, "RR@10");
    let stats = &collection.results["stats"];
    let base = rr("bm25_23");
    let e = bootstrap_mean(&base, &Bootstrap::default()).expect("topics");
    assert_eq!([e.point, e.low, e.high].to_vec(), numbers(&stats["bootstrap"]));
    let e = cluster_bootstrap_mean(&base, &collection.groups, &Bootstrap::default()).expect("topics");
    assert_eq!([e.point, e.low, e.high].to_vec(), numbers(&stats["cluster"]));
    let o = Paired {
        ties: PermutationTies::NumpyStrict,
        ..Paired::default()
    };
    let c = compare_paired(&rr("bm25_2"), &rr("tfidf_23"), &o).expect("topics");
    let expected = &stats["paired"];
    assert_eq!(
        (c.difference.point, c.p_value),
        (number(&expected["diff"]), number(&expected["perm_p"]))
    );
    assert_eq!(
        [c.difference.low, c.difference.high].to_vec(),
        numbers(&expected["ci95"])
    );
}
