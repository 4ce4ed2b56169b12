//! Statistics of the statistics: coverage and error rates over simulated test sets, and the same bytes on any number
//! of threads. Seeds are fixed; bounds are several standard errors wide, so that only a real fault breaks them.
#![cfg(feature = "evaluation")]
#![allow(clippy::float_cmp)] // equal bytes are the claim

use rayon::ThreadPoolBuilder;
use sokutei_measures::stats::{
    Bootstrap, NumpyRng, Paired, PairedComparison, PairedDraws, PermutationTies, bootstrap_mean,
    cluster_bootstrap_mean, compare_paired, growth,
};
use sokutei_measures::{Docid, Hit, Measure, Qrels, Run, TieBreak, TopicId, evaluate};

/// n normal deviates with this mean and a standard deviation of 1.
fn normal(rng: &mut NumpyRng, n: usize, mean: f64) -> Vec<f64> {
    (0..n).map(|_| mean + rng.standard_normal()).collect()
}

#[test]
fn a_95_percent_interval_covers_the_mean_about_95_times_in_100() {
    const SETS: usize = 600;
    let mut rng = NumpyRng::new(20_261_104);
    let o = Bootstrap {
        replicates: 600,
        ..Bootstrap::default()
    };
    let covered = (0..SETS)
        .filter(|_| {
            let e = bootstrap_mean(&normal(&mut rng, 60, 0.3), &o).expect("values");
            e.low <= 0.3 && 0.3 <= e.high
        })
        .count();
    // standard error of the share 0.9 %; the percentile interval is a little short at n = 60
    let share = covered as f64 / SETS as f64;
    assert!((0.91..=0.98).contains(&share), "{share}");
}

#[test]
fn p_values_of_equal_systems_are_below_5_percent_about_5_times_in_100() {
    const SETS: usize = 600;
    let mut rng = NumpyRng::new(7);
    let o = Paired {
        replicates: 1,
        permutations: 400,
        ..Paired::default()
    };
    let draws = PairedDraws::new(40, &o).expect("settings");
    let below = (0..SETS)
        .filter(|_| {
            let (x, y) = (normal(&mut rng, 40, 0.0), normal(&mut rng, 40, 0.0));
            draws.compare(&x, &y).expect("values").p_value <= 0.05
        })
        .count();
    let share = below as f64 / SETS as f64;
    assert!((0.02..=0.08).contains(&share), "{share}");
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
