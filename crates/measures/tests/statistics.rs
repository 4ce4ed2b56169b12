//! Statistics of the statistics: coverage and error rates over simulated test sets, and the same bytes on any number
//! of threads. Seeds are fixed; bounds are several standard errors wide, so that only a real fault breaks them. The sets are those of the
//! example `coverage`, whose tables, of more sets, are in docs/METHODS.md.
#![cfg(feature = "evaluation")]
#![allow(clippy::float_cmp)] // equal bytes are the claim

#[path = "../examples/coverage/families.rs"]
#[allow(dead_code)] // the example's tables need the rest
mod families;
#[path = "../examples/coverage/pairs.rs"]
#[allow(dead_code)] // the same
mod pairs;
#[path = "../examples/coverage/samples.rs"]
#[allow(dead_code)] // the same
mod samples;

use families::Family;
use pairs::{Cell, Counts};
use rayon::ThreadPoolBuilder;
use samples::{Topics, Values};
use sokutei_measures::stats::{
    Bootstrap, NumpyRng, Paired, PairedComparison, PairedDraws, PermutationTies, cluster_bootstrap_mean,
    compare_paired, growth,
};
use sokutei_measures::{Docid, Hit, Measure, Qrels, Run, TieBreak, TopicId, evaluate};

/// Sets of each cell: the standard error of a share near 5 or 95 % is 1.1 points, of one near half 2.5.
const SETS: usize = 400;

fn cell(values: Values, topics: Topics, n: usize) -> Cell {
    Cell {
        values,
        topics,
        n,
        better: false,
        sets: SETS,
        replicates: 499,
        seed: 1,
    }
}

/// Counts of a cell, and of each name the percentage of the sets, from `least` to `most`.
fn check(cell: &Cell, expected: &[(&str, f64, f64)]) {
    let counts: Counts = pairs::simulate(cell).expect("valid settings");
    for (name, least, most) in expected {
        let percent = 100.0 * counts[*name] as f64 / cell.sets as f64;
        assert!(
            (*least..=*most).contains(&percent),
            "{cell:?}: {name} {percent} %"
        );
    }
}

#[test]
fn intervals_of_independent_topics_hold_the_mean_about_95_times_in_100() {
    // nominal 95; those of the bootstrap are a point or two short at n = 50
    check(
        &cell(Values::Normal, Topics::Independent, 50),
        &[
            ("mean percentile", 89.0, 99.0),
            ("mean basic", 88.0, 99.0),
            ("mean bca", 89.0, 99.0),
            ("mean student-t", 90.0, 99.5),
            ("difference percentile", 89.0, 99.0),
        ],
    );
    check(
        &cell(Values::Success, Topics::Independent, 50),
        &[("mean wilson", 90.0, 99.5)],
    );
}

#[test]
fn basic_intervals_of_reciprocal_ranks_are_too_short_at_20_topics() {
    // 91.5 of 2,000 sets in the tables; bca of the skewed mean 95.4
    check(
        &cell(Values::ReciprocalRank, Topics::Independent, 20),
        &[("mean basic", 85.0, 94.9), ("mean bca", 90.0, 99.5)],
    );
}

#[test]
fn topics_that_are_alike_need_intervals_and_tests_by_group() {
    // topic by topic 95 % intervals hold the mean some 78 times of 100, and tests at 5 % see some 23 differences of none
    check(
        &cell(Values::ReciprocalRank, Topics::ByArticle, 200),
        &[
            ("mean percentile", 67.0, 88.0),
            ("mean student-t", 67.0, 88.0),
            ("mean cluster-percentile", 88.0, 99.0),
            ("mean cluster-bca", 88.0, 99.0),
            ("difference cluster-percentile", 86.0, 99.0),
            ("5 % flips by topic", 12.0, 35.0),
            ("5 % paired t", 12.0, 35.0),
            ("5 % flips by article", 0.5, 11.0),
        ],
    );
}

#[test]
fn tests_of_the_mean_keep_5_percent_and_those_of_other_things_do_not() {
    // the mean difference is 0 and its median is not: that is what Wilcoxon's and the sign test find
    check(
        &cell(Values::Skewed, Topics::Independent, 200),
        &[
            ("5 % paired t", 0.5, 11.0),
            ("5 % flips by topic", 0.5, 11.0),
            ("5 % bootstrap", 0.5, 11.0),
            ("1 % flips by topic", 0.0, 4.0),
            ("5 % Wilcoxon", 20.0, 70.0),
            ("5 % sign test", 70.0, 100.0),
        ],
    );
}

#[test]
fn a_true_difference_is_found_as_often_as_the_normal_approximation_says() {
    // 0.1 with a standard deviation of 0.35 on 50 topics: Φ(0.1 / 0.35 · √50 − 1.96) = 52 %
    let better = Cell {
        better: true,
        ..cell(Values::Normal, Topics::Independent, 50)
    };
    check(
        &better,
        &[
            ("5 % paired t", 40.0, 64.0),
            ("5 % flips by topic", 40.0, 64.0),
            ("5 % bootstrap", 40.0, 67.0),
        ],
    );
}

#[test]
fn corrections_keep_false_alarms_of_ten_pairs_below_their_promise() {
    let family = Family {
        n: 50,
        better: false,
        sets: SETS,
        permutations: 499,
        seed: 1,
    };
    let found = families::simulate(&family).expect("valid settings");
    let percent = |way: &str| 100.0 * found[way].false_alarms as f64 / SETS as f64;
    for way in [
        "flips, holm",
        "flips, bonferroni",
        "flips, bh",
        "randomised Tukey",
    ] {
        assert!(percent(way) <= 11.0, "{way}: {} %", percent(way));
    }
    assert!(percent("flips, none") > 15.0, "{} %", percent("flips, none"));
    assert!(percent("randomised Tukey") > 0.5, "{found:?}");
}

/// n normal deviates with this mean and a standard deviation of 1.
fn normal(rng: &mut NumpyRng, n: usize, mean: f64) -> Vec<f64> {
    (0..n).map(|_| mean + rng.standard_normal()).collect()
}

#[test]
fn the_minimal_detectable_difference_is_detected_about_four_times_in_five() {
    const SETS: usize = 400;
    const N: usize = 50;
    let true_difference = 2.801_585_218 / (N as f64).sqrt(); // differences have a standard deviation of 1
    let mut rng = NumpyRng::new(11);
    let o = Paired {
        replicates: 1,
        permutations: 400,
        ..Paired::default()
    };
    let draws = PairedDraws::new(N, &o).expect("settings");
    let zeros = [0.0; N];
    let detected = (0..SETS)
        .filter(|_| {
            let y = normal(&mut rng, N, true_difference);
            draws.compare(&zeros, &y).expect("values").p_value <= 0.05
        })
        .count();
    let share = detected as f64 / SETS as f64;
    assert!((0.72..=0.87).contains(&share), "{share}");
}

#[test]
fn sampled_p_approaches_exact_p() {
    let mut rng = NumpyRng::new(3);
    for _ in 0..5 {
        let y = normal(&mut rng, 12, 0.3);
        let compare = |exact| {
            let o = Paired {
                replicates: 1,
                permutations: 50_000,
                exact,
                ..Paired::default()
            };
            compare_paired(&[0.0; 12], &y, &o).expect("values")
        };
        let (exact, sampled): (PairedComparison, PairedComparison) = (compare(true), compare(false));
        assert!(exact.exact && !sampled.exact && exact.permutations == 4096);
        assert!(
            (exact.p_value - sampled.p_value).abs() < 0.012,
            "{} {}",
            exact.p_value,
            sampled.p_value
        );
    }
}

/// Everything that runs in parallel, on a collection of this many topics.
fn all_of_it() -> String {
    let mut rng = NumpyRng::new(5);
    let docid = |i: usize| Docid::new(format!("d{i}")).expect("an id");
    let (mut qrels, mut rankings) = (Qrels::new(), Vec::new());
    for q in 0..301 {
        let topic = TopicId::new(format!("q{q}")).expect("an id");
        let order = rng.permutation(40);
        for (i, grade) in [(order[0], 2), (order[1], 1), (order[2], 0)] {
            qrels.insert(topic.clone(), docid(i), grade).expect("judged once");
        }
        let hits = rng.permutation(40).into_iter().take(20);
        let hits = hits
            .enumerate()
            .map(|(rank, i)| Hit {
                docid: docid(i),
                score: 20.0 - rank as f64,
            })
            .collect();
        rankings.push((topic, hits));
    }
    let run = Run::from_hits("x", rankings).expect("no document twice");
    let measures: Vec<Measure> = ["nDCG@10", "AP", "RR@10"]
        .iter()
        .map(|m| m.parse().expect("a measure"))
        .collect();
    let evaluation = evaluate(&run, &qrels, &measures, TieBreak::Trec);
    let (x, y) = (&evaluation.values[0].values, &evaluation.values[2].values);
    let o = Bootstrap::default();
    let groups: Vec<usize> = (0..x.len()).map(|i| i / 4).collect();
    let paired = |ties, n: usize| {
        compare_paired(
            &x[..n],
            &y[..n],
            &Paired {
                ties,
                ..Paired::default()
            },
        )
    };
    format!(
        "{evaluation:?} {:?} {:?} {:?} {:?} {:?}",
        cluster_bootstrap_mean(x, &groups, &o).expect("values"),
        growth(&[x, y], &[20, 301], &o).expect("values"),
        paired(PermutationTies::NumpyStrict, 301).expect("values"),
        paired(PermutationTies::default(), 301).expect("values"),
        paired(PermutationTies::default(), 13).expect("values"),
    )
}

#[test]
fn any_number_of_threads_gives_the_same_digits() {
    let on = |threads| {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        pool.install(all_of_it)
    };
    let expected = on(1);
    for threads in [1, 2, 3, 8] {
        assert_eq!(on(threads), expected, "{threads} threads");
    }
}

#[test]
fn a_simulation_counts_the_same_on_any_number_of_threads() {
    let small = Cell {
        sets: 120,
        replicates: 99,
        ..cell(Values::Success, Topics::ByArticle, 20)
    };
    let on = |threads| {
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        pool.install(|| pairs::simulate(&small).expect("valid settings"))
    };
    let counts = on(1);
    assert_eq!((&on(2), &on(8)), (&counts, &counts));
}
