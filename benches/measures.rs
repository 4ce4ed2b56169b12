//! How long does it take to measure a run, by one measure and by all 49 that `sokutei reproduce` takes of strict labels?

use std::collections::HashMap;

use criterion::{BenchmarkId, Criterion, Throughput};
use sokutei_benches::SEED;
use sokutei_benches::collection::topic;
use sokutei_measures::stats::NumpyRng;
use sokutei_measures::{Docid, Hit, Measure, Qrels, Run, TieBreak, evaluate};

/// Topics: the article-sized corpus, and four times as many.
const SIZES: [usize; 2] = [1824, 7296];
/// Hits per topic.
const DEPTH: usize = 100;
/// Sections that are retrieved from.
const SECTIONS: u64 = 3281;
const KINDS: [&str; 7] = ["Success", "R", "P", "RR", "AP", "ContextPrecision", "nDCG"];
const CUTOFFS: [usize; 7] = [1, 3, 5, 10, 20, 50, 100];

fn main() {
    let mut c = Criterion::default().sample_size(20).configure_from_args();
    let mut group = c.benchmark_group("measures");
    for n in SIZES {
        let (run, qrels) = judged_run(n);
        let names = CUTOFFS
            .iter()
            .flat_map(|k| KINDS.iter().map(move |kind| format!("{kind}@{k}")));
        let all: Vec<Measure> = names.map(|name| name.parse().expect("a measure")).collect();
        let one: Vec<Measure> = vec!["nDCG@10".parse().expect("a measure")];
        check(&run, &qrels, &all);
        group.throughput(Throughput::Elements(n as u64));
        for measures in [&one, &all] {
            let id = BenchmarkId::new(
                format!("{} measures", measures.len()),
                format!("{n} topics, {DEPTH} hits each"),
            );
            group.bench_function(id, |b| {
                b.iter(|| evaluate(&run, &qrels, measures, TieBreak::RankColumn))
            });
        }
    }
    group.finish();
    c.final_summary();
}

/// A ranking of 100 sections per topic, and one to twelve of the sections judged relevant, with grades 1 and 2.
fn judged_run(n: usize) -> (Run, Qrels) {
    let mut rng = NumpyRng::new(SEED);
    let docid =
        |section: usize| Docid::new(format!("t{}#{}", section / 12, section % 12)).expect("no white space");
    let mut qrels = Qrels::new();
    let mut rankings = Vec::new();
    for i in 0..n {
        let order = rng
            .choice_without_replacement(SECTIONS as usize, DEPTH + 12)
            .expect("enough sections");
        let (retrieved, others) = order.split_at(DEPTH);
        let scored = retrieved.iter().enumerate();
        let hits = scored.map(|(rank, &section)| Hit {
            docid: docid(section),
            score: (DEPTH - rank) as f64,
        });
        rankings.push((topic(i), hits.collect()));
        let judged = 1 + rng.integers(12).expect("not 0") as usize;
        for &other in &others[..judged] {
            // half of the relevant sections are retrieved, most of them early
            let early = (rng.random() * rng.random() * DEPTH as f64) as usize;
            let section = if rng.random() < 0.5 {
                retrieved[early]
            } else {
                other
            };
            let known = qrels.get(&topic(i));
            if known.is_none_or(|judgments| judgments.grade(&docid(section)).is_none()) {
                let grade = if known.is_none() { 2 } else { 1 };
                qrels
                    .insert(topic(i), docid(section), grade)
                    .expect("a new judgment");
            }
        }
    }
    (Run::from_hits("bench", rankings).expect("valid"), qrels)
}

/// Every value of every topic against the definitions.
fn check(run: &Run, qrels: &Qrels, measures: &[Measure]) {
    let evaluation = evaluate(run, qrels, measures, TieBreak::RankColumn);
    for (values, (k, kind)) in evaluation
        .values
        .iter()
        .zip(CUTOFFS.iter().flat_map(|k| KINDS.map(|kind| (*k, kind))))
    {
        assert_eq!(values.values.len(), qrels.len());
        for (topic, found) in values.topics.iter().zip(&values.values) {
            let judgments: HashMap<&str, i32> = qrels
                .get(topic)
                .expect("judged")
                .iter()
                .map(|(d, g)| (d.as_str(), g))
                .collect();
            let grades: Vec<i32> = run
                .hits(topic)
                .iter()
                .map(|row| judgments.get(row.docid.as_str()).copied().unwrap_or(0))
                .collect();
            let expected = by_definition(kind, &grades[..k], judgments.values().copied().collect());
            assert!(
                (found - expected).abs() <= 1e-12,
                "{kind}@{k}, {topic}: {found} instead of {expected}"
            );
        }
    }
}

/// `grades`: of the first k hits, 0 for unjudged ones; `judged`: of all judged documents, each at least 1.
fn by_definition(kind: &str, grades: &[i32], mut judged: Vec<i32>) -> f64 {
    let k = grades.len();
    let relevant: Vec<usize> = (1..=k).filter(|rank| grades[rank - 1] > 0).collect();
    let (found, all) = (relevant.len() as f64, judged.len() as f64);
    // of each relevant rank, the share of relevant documents up to it
    let precisions: f64 = relevant
        .iter()
        .enumerate()
        .map(|(before, &rank)| (before + 1) as f64 / rank as f64)
        .sum();
    let dcg = |grades: &[i32]| -> f64 {
        grades
            .iter()
            .enumerate()
            .map(|(i, &grade)| f64::from(grade) / ((i + 2) as f64).log2())
            .sum()
    };
    match kind {
        "Success" => f64::from(found > 0.0),
        "R" => found / all,
        "P" => found / k as f64,
        "RR" => relevant.first().map_or(0.0, |&rank| 1.0 / rank as f64),
        "AP" => precisions / all,
        "ContextPrecision" => {
            if found > 0.0 {
                precisions / found
            } else {
                0.0
            }
        }
        _ => {
            judged.sort_unstable_by(|a, b| b.cmp(a));
            judged.truncate(k);
            dcg(grades) / dcg(&judged)
        }
    }
}
