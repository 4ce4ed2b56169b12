//! Many systems at once: the two-way layout, the randomised Tukey HSD, corrected p-values.
#![cfg(feature = "evaluation")]
#![allow(clippy::float_cmp)] // equal bytes are the claim

use rayon::ThreadPoolBuilder;
use sokutei_measures::stats::{
    Correction, Generator, Groups, Layout, NumpyRng, Tukey, TukeyHsd, bootstrap_mean, paired_t_test,
    randomised_tukey, randomised_tukey_by_group,
};

/// Table 5.1 of Sakai (Laboratory Experiments in Information Retrieval, 2018), 20 topics and three systems, as the tests of the
/// crate elinor 0.4.0 hold it.
const SAKAI: [[f64; 20]; 3] = [
    [
        0.70, 0.30, 0.20, 0.60, 0.40, 0.40, 0.00, 0.70, 0.10, 0.30, 0.50, 0.40, 0.00, 0.60, 0.50, 0.30, 0.10,
        0.50, 0.20, 0.10,
    ],
    [
        0.50, 0.10, 0.00, 0.20, 0.40, 0.30, 0.00, 0.50, 0.30, 0.30, 0.40, 0.40, 0.10, 0.40, 0.20, 0.10, 0.10,
        0.60, 0.30, 0.20,
    ],
    [
        0.00, 0.00, 0.20, 0.10, 0.30, 0.30, 0.10, 0.20, 0.40, 0.40, 0.40, 0.30, 0.30, 0.20, 0.20, 0.20, 0.10,
        0.50, 0.40, 0.30,
    ],
];

fn sakai() -> Layout {
    Layout::new(&SAKAI.each_ref().map(|values| &values[..])).expect("a layout")
}

fn p_values(hsd: &TukeyHsd) -> Vec<f64> {
    hsd.pairs.iter().map(|pair| pair.p_value).collect()
}

#[test]
fn sakais_example_has_sakais_numbers() {
    // printed there with so many digits, and asserted by elinor
    let near = |found: f64, printed: f64, digits: i32| {
        assert!(
            (found - printed).abs() <= 0.5 * 10f64.powi(-digits),
            "{found} and {printed}"
        );
    };
    let anova = sakai().anova().expect("two topics or more");
    near(anova.systems.sum_of_squares, 0.1083, 4);
    near(anova.topics.sum_of_squares, 1.0293, 4);
    near(anova.residual.sum_of_squares, 0.8317, 4);
    near(anova.residual.mean_square, 0.0219, 4);
    assert_eq!(anova.residual.degrees_of_freedom, 38.0);
    near(anova.systems.f.expect("an F"), 2.475, 3);
    near(anova.systems.p_value.expect("a p"), 0.098, 3);
    near(anova.topics.p_value.expect("a p"), 0.009, 3);
    let effects = [(0, 1, 0.5070), (0, 2, 0.6760), (1, 2, 0.1690)];
    for (a, b, printed) in effects {
        let difference = sakai().means()[a] - sakai().means()[b];
        near(difference / anova.residual.mean_square.sqrt(), printed, 4);
    }
    let test = paired_t_test(&SAKAI[1], &SAKAI[0], 0.95).expect("a sample");
    near(test.difference.point, 0.0750, 4);
    near(test.difference.width() / 2.0, 0.0742, 4);
    near(test.t.expect("a t"), 2.116, 3);
    near(test.p_value.expect("a p"), 0.048, 3);
}

#[test]
fn randomised_tukey_equals_numpys() {
    // numpy 2.4.6, x as topics × systems: 10,000 times m = rng.permuted(x, axis=1).mean(axis=0), m.max() - m.min();
    // p = (number >= |difference of means| - 1e-12, + 1) / 10001; rng = default_rng(0) for all, or
    // default_rng(SeedSequence(0, spawn_key=(2, r))) for replicate r
    let expected = [
        (
            Generator::Numpy,
            [0.30196980301969806, 0.1004899510048995, 0.8891110888911109],
        ),
        (
            Generator::NumpySpawned,
            [0.30326967303269675, 0.10038996100389962, 0.8928107189281071],
        ),
    ];
    for (generator, expected) in expected {
        let o = Tukey {
            generator,
            ..Tukey::default()
        };
        let hsd = &randomised_tukey(&[sakai()], &o).expect("a layout")[0];
        assert_eq!(p_values(hsd), expected, "{generator}");
    }
}

#[test]
fn randomised_tukey_by_group_equals_numpys() {
    // numpy 2.4.6: as above, x being the sums of four topics in a row, and means those over the 20 topics
    let groups = Groups::new((0..20).map(|topic| topic / 4));
    let expected = [
        (
            Generator::Numpy,
            [0.5966403359664033, 0.28847115288471153, 0.9754024597540246],
        ),
        (
            Generator::NumpySpawned,
            [0.6051394860513949, 0.3076692330766923, 0.9753024697530247],
        ),
    ];
    for (generator, expected) in expected {
        let o = Tukey {
            generator,
            ..Tukey::default()
        };
        let hsd = &randomised_tukey_by_group(&[sakai()], &groups, &o).expect("a layout")[0];
        assert_eq!(p_values(hsd), expected, "{generator}");
    }
    let others = Groups::new(0..19);
    assert!(randomised_tukey_by_group(&[sakai()], &others, &Tukey::default()).is_err());
}

/// Case 24: 50 topics, the second system is the first, a little better on nearly each of them.
#[test]
fn case_24_topics_are_blocks_and_not_noise() {
    let mut rng = NumpyRng::new(24);
    let a: Vec<f64> = (0..50).map(|_| rng.random()).collect();
    let b: Vec<f64> = a
        .iter()
        .map(|v| v + 0.02 + 0.005 * rng.standard_normal())
        .collect();
    let c: Vec<f64> = (0..50).map(|_| rng.random()).collect();
    let paired = paired_t_test(&a, &b, 0.95)
        .expect("a sample")
        .p_value
        .expect("a p");
    assert!(paired < 1e-15, "{paired}");
    let hsd =
        &randomised_tukey(&[Layout::new(&[&a, &b]).expect("a layout")], &Tukey::default()).expect("valid")[0];
    // no shuffle sets the two as far apart; an unpaired Tukey, as ranx has it, gives p = 0.73 on such data
    assert_eq!(p_values(hsd), [1.0 / 10_001.0]);
    // a third system that has nothing to do with them makes shuffled means spread more, whatever the pair
    let with_noise = Layout::new(&[&a, &b, &c]).expect("a layout");
    let p = p_values(&randomised_tukey(&[with_noise], &Tukey::default()).expect("valid")[0]);
    assert!(p[0] > 0.5, "{p:?}");
}

#[test]
fn two_systems_are_tested_as_sign_flips_test_them() {
    // with two systems a shuffle of a topic is a flip of its difference; both p estimate the same number
    let hsd = &randomised_tukey(
        &[Layout::new(&[&SAKAI[0], &SAKAI[1]]).expect("a layout")],
        &Tukey::default(),
    )
    .expect("valid")[0];
    let flips =
        sokutei_measures::stats::compare_paired(&SAKAI[0], &SAKAI[1], &Default::default()).expect("valid");
    // standard error of each about 0.002
    assert!((hsd.pairs[0].p_value - flips.p_value).abs() < 0.01);
}

#[test]
fn layouts_share_their_shuffles_and_threads_change_nothing() {
    let other: Vec<f64> = SAKAI[0].iter().map(|v| v * v).collect();
    let second = Layout::new(&[&other, &SAKAI[1], &SAKAI[2]]).expect("a layout");
    for generator in [Generator::Numpy, Generator::NumpySpawned] {
        let o = Tukey {
            permutations: 500,
            generator,
            ..Tukey::default()
        };
        let on = |threads: usize| {
            let pool = ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .expect("threads");
            pool.install(|| randomised_tukey(&[sakai(), second.clone()], &o).expect("layouts"))
        };
        let both = on(1);
        assert_eq!(both, on(8));
        assert_eq!(both[0], randomised_tukey(&[sakai()], &o).expect("a layout")[0]);
        assert_eq!(
            both[1],
            randomised_tukey(std::slice::from_ref(&second), &o).expect("a layout")[0]
        );
    }
}

#[test]
fn a_system_without_values_is_an_error() {
    let empty: [f64; 0] = [];
    assert!(Layout::new(&[&SAKAI[0], &empty]).is_err());
    let shorter = Layout::new(&[&SAKAI[0][..5], &SAKAI[1][..5]]).expect("a layout");
    let error = randomised_tukey(&[sakai(), shorter], &Tukey::default()).expect_err("other topics");
    assert!(error.to_string().contains("20 values against 5"), "{error}");
    assert!(bootstrap_mean(&empty, &Default::default()).is_err());
    assert!(Correction::Holm.adjust(&[f64::NAN]).is_err());
}
