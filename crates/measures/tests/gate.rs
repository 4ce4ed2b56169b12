//! Gates over simulated changes: how often they err, and what must hold for any values.
#![cfg(feature = "evaluation")]
#![allow(clippy::float_cmp)] // equal values are the claim

use proptest::prelude::*;
use rayon::ThreadPoolBuilder;
use sokutei_measures::stats::{
    Bootstrap, BootstrapDraws, Estimate, GateEvidence, GateMode, Gated, Generator, GroupedDraws, Groups,
    NumpyRng, Paired, PairedComparison, compare_paired, gate, paired_t_test, topic_changes,
};

const TOPICS: usize = 50;
const TRIALS: usize = 4000;

/// Differences of `TOPICS` topics in each of `TRIALS` test sets: normal, standard deviation 0.1.
fn simulated(mean: f64) -> Vec<Vec<f64>> {
    let mut rng = NumpyRng::new(7);
    let mut set = || (0..TOPICS).map(|_| mean + 0.1 * rng.standard_normal()).collect();
    (0..TRIALS).map(|_| set()).collect()
}

fn share(n: usize) -> f64 {
    f64::from(u32::try_from(n).expect("few")) / f64::from(u32::try_from(TRIALS).expect("few"))
}

fn evidence(difference: Estimate, p_value: f64) -> GateEvidence {
    GateEvidence {
        difference,
        p_value,
        least_p: 0.0,
        standard_error: Some(0.1 / 50f64.sqrt()),
    }
}

fn passes(difference: Estimate, mode: GateMode) -> bool {
    gate(&[evidence(difference, 1.0)], mode)
        .expect("a verdict")
        .passed
}

#[test]
fn a_candidate_worse_by_just_the_margin_passes_once_in_forty() {
    let margin = GateMode::NonInferiority { margin: 0.02 };
    let sets = simulated(-0.02);
    // Student's interval is exact here: 2.5 %, with 4000 trials ± 0.25 % (one standard deviation)
    let zeros = [0.0; TOPICS];
    let by_t = sets.iter().filter(|set| {
        let test = paired_t_test(&zeros, set, 0.95).expect("a test");
        passes(test.difference, margin)
    });
    let by_t = share(by_t.count());
    assert!((0.015..0.035).contains(&by_t), "{by_t}");
    // percentiles are a little short: P(t(49) > 1.96 · √(49/50)) = 2.9 % (scipy 1.17.1)
    let vectors: Vec<&[f64]> = sets.iter().take(TRIALS / 2).map(Vec::as_slice).collect(); // one plan of resamples for all
    let options = Bootstrap {
        replicates: 500,
        ..Bootstrap::default()
    };
    let estimates = BootstrapDraws::new(TOPICS, &options).and_then(|draws| draws.means(&vectors));
    let by_percentile = estimates
        .expect("intervals")
        .into_iter()
        .filter(|e| passes(e.clone(), margin));
    let by_percentile = 2.0 * share(by_percentile.count());
    assert!((0.014..0.044).contains(&by_percentile), "{by_percentile}");
}

#[test]
fn a_change_without_effect_fails_once_in_forty_and_a_drop_of_delta_half_of_the_time() {
    let fails = |true_difference: f64, delta: f64| {
        let zeros = [0.0; TOPICS];
        let failed = simulated(true_difference).into_iter().filter(|set| {
            let test = paired_t_test(&zeros, set, 0.95).expect("a test");
            let evidence = evidence(test.difference, test.p_value.expect("they vary"));
            !gate(&[evidence], GateMode::Drop { delta })
                .expect("a verdict")
                .passed
        });
        share(failed.count())
    };
    let false_alarms = fails(0.0, 0.0);
    assert!((0.015..0.035).contains(&false_alarms), "{false_alarms}");
    // δ is four standard errors: any such drop is significant, and half of them are measured as smaller
    let delta = 4.0 * 0.1 / 50f64.sqrt();
    let just_delta = fails(-delta, delta);
    assert!((0.47..0.53).contains(&just_delta), "{just_delta}");
    // 0.8416 standard errors further, four in five: what `drop_that_fails` promises
    let promised = fails(-delta - 0.841_621 * 0.1 / 50f64.sqrt(), delta);
    assert!((0.77..0.83).contains(&promised), "{promised}");
}

fn compared(x: &[f64], y: &[f64]) -> PairedComparison {
    let options = Paired {
        replicates: 200,
        permutations: 200,
        ..Paired::default()
    };
    compare_paired(x, y, &options).expect("a comparison")
}

fn gated(x: &[f64], y: &[f64], mode: GateMode) -> Gated {
    gate(&[GateEvidence::of_topics(&compared(x, y))], mode).expect("a verdict")
}

fn pairs() -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    let values = |n| prop::collection::vec((0..=8u8).prop_map(|v| f64::from(v) / 8.0), n);
    (2..30usize).prop_flat_map(move |n| (values(n), values(n)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn equal_runs_pass_by_either_mode((x, _) in pairs()) {
        let passed = |mode| gated(&x, &x, mode).passed;
        let (by_drop, by_margin) = (
            passed(GateMode::Drop { delta: 0.0 }),
            [0.001, 0.0].map(|margin| passed(GateMode::NonInferiority { margin })),
        );
        prop_assert_eq!((by_drop, by_margin), (true, [true, false]));
    }

    #[test]
    fn of_two_roles_at_most_one_fails_by_a_drop((x, y) in pairs()) {
        let mode = GateMode::Drop { delta: 0.0 };
        let (a, b) = (gated(&x, &y, mode), gated(&y, &x, mode));
        prop_assert!(a.passed || b.passed);
        let margin = GateMode::NonInferiority { margin: 0.0 };
        let (c, d) = (gated(&x, &y, margin), gated(&y, &x, margin));
        prop_assert!(!(c.passed && d.passed));
        // a drop that is shown excludes that the candidate is shown to be better
        prop_assert!(a.passed || !c.passed);
    }

    #[test]
    fn a_larger_size_never_fails_what_a_smaller_one_lets_pass((x, y) in pairs(), size in 0.0..0.5f64, more in 0.0..0.5f64) {
        let drop = |delta| gated(&x, &y, GateMode::Drop { delta }).passed;
        prop_assert!(!drop(size) || drop(size + more));
        let margin = |margin| gated(&x, &y, GateMode::NonInferiority { margin }).passed;
        prop_assert!(!margin(size) || margin(size + more));
    }

    #[test]
    fn another_measure_never_lets_a_margin_pass_that_fails_alone((x, y) in pairs(), (v, w) in pairs()) {
        let margin = GateMode::NonInferiority { margin: 0.05 };
        let evidence = [(&x, &y), (&v, &w)].map(|(x, y)| GateEvidence::of_topics(&compared(x, y)));
        let both = gate(&evidence, margin).expect("a verdict");
        prop_assert_eq!(both.passed, gated(&x, &y, margin).passed && gated(&v, &w, margin).passed);
    }

    #[test]
    fn changes_count_every_topic_once((x, y) in pairs()) {
        let (changes, c) = (topic_changes(&x, &y, 3).expect("changes"), compared(&x, &y));
        prop_assert_eq!((changes.won, changes.tied, changes.lost), (c.win, c.tie, c.loss));
        prop_assert_eq!(changes.losses.len(), changes.lost.min(3));
        prop_assert!(changes.losses.is_sorted_by(|a, b| a.difference <= b.difference));
    }
}

#[test]
fn the_verdict_is_the_same_on_any_number_of_threads() {
    let (x, y): (Vec<f64>, Vec<f64>) = (0..200)
        .map(|i| (f64::from(i % 7) / 8.0, f64::from(i % 5) / 6.0))
        .unzip();
    let groups = Groups::new((0..200).map(|i| i / 8));
    let verdict = |generator| {
        let options = Paired {
            generator,
            ..Paired::default()
        };
        let compared = GroupedDraws::new(&groups, &options).and_then(|draws| draws.compare_all(&[(&x, &y)]));
        let compared = &compared.expect("a comparison")[0];
        let evidence = GateEvidence::of_groups(compared, (&x, &y), &groups).expect("evidence");
        gate(&[evidence], GateMode::Drop { delta: 0.01 }).expect("a verdict")
    };
    for generator in [Generator::Numpy, Generator::NumpySpawned] {
        let on = |threads| {
            let pool = ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads");
            pool.install(|| verdict(generator))
        };
        assert_eq!(on(1), on(8));
    }
}
