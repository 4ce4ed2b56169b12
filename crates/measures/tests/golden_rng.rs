//! numpy's random streams, draw by draw.
#![cfg(feature = "evaluation")]
#![allow(clippy::float_cmp)] // the streams are equal to the last bit or they are not numpy's

mod golden;

use golden::{is_ours, list, load, number, numbers};
use serde_json::Value;
use sokutei_measures::stats::NumpyRng;

/// Runs `check` with every seed of the file and a generator for it; returns how many there were.
fn for_every_seed(check: impl Fn(&Value, &dyn Fn() -> NumpyRng)) -> usize {
    let file = load("rng.json.gz");
    let sets = list(&file["sets"]);
    for set in sets {
        let seed = set["seed"].as_u64().expect("seeds are whole numbers");
        check(set, &|| NumpyRng::new(seed));
    }
    assert!(!sets.is_empty() && (sets.len() == 3 || !is_ours()));
    sets.len()
}

fn whole(values: &Value) -> Vec<u64> {
    list(values)
        .iter()
        .map(|v| v.as_u64().expect("a whole number"))
        .collect()
}

fn indexes(values: &Value) -> Vec<usize> {
    whole(values)
        .into_iter()
        .map(|v| usize::try_from(v).expect("an index"))
        .collect()
}

fn integers(rng: &mut NumpyRng, n: u64, count: usize) -> Vec<u64> {
    (0..count)
        .map(|_| rng.integers(n).expect("n is at least 1"))
        .collect()
}

#[test]
fn golden_raw_words_are_equal() {
    for_every_seed(|set, fresh| {
        let mut rng = fresh();
        for word in list(&set["raw"]) {
            assert_eq!(
                rng.next_u64().to_string(),
                word.as_str().expect("words are strings")
            );
        }
    });
}

#[test]
fn golden_uniform_and_normal_deviates_are_equal() {
    for_every_seed(|set, fresh| {
        let (mut uniform, mut normal) = (fresh(), fresh());
        numbers(&set["random"])
            .iter()
            .for_each(|x| assert_eq!(uniform.random(), *x));
        numbers(&set["standard_normal"])
            .iter()
            .for_each(|x| assert_eq!(normal.standard_normal(), *x));
    });
}

#[test]
fn golden_integers_are_equal_for_every_n() {
    for_every_seed(|set, fresh| {
        for (n, expected) in set["integers"].as_object().expect("by n") {
            let (n, expected) = (n.parse().expect("n"), whole(expected));
            assert_eq!(integers(&mut fresh(), n, expected.len()), expected, "n = {n}");
        }
        assert!(set["integers"].as_object().is_some_and(|o| o.len() >= 20));
    });
}

#[test]
fn golden_integers_in_two_calls_go_on_with_the_same_stream() {
    for_every_seed(|set, fresh| {
        let mut rng = fresh();
        for call in list(&set["integers_1856_in_two_calls"]) {
            let expected = whole(call);
            assert_eq!(integers(&mut rng, 1856, expected.len()), expected);
        }
    });
}

#[test]
fn golden_choices_without_replacement_are_equal_on_both_branches() {
    for_every_seed(|set, fresh| {
        let mut large = 0;
        for (sizes, expected) in set["choice_replace_false"].as_object().expect("by sizes") {
            let (population, k) = sizes.split_once(',').expect("two sizes");
            let (population, k): (usize, usize) = (population.parse().expect("n"), k.parse().expect("k"));
            let chosen = fresh().choice_without_replacement(population, k).expect("k <= n");
            let expected = indexes(expected); // at most the first 300
            assert_eq!(chosen.len(), k);
            assert_eq!(chosen[..expected.len()], expected, "{sizes}");
            large += usize::from(population > 10_000 && k > population / 50);
        }
        assert!(large > 0, "the tail shuffle is not covered");
    });
}

#[test]
fn golden_permutations_are_equal() {
    for_every_seed(|set, fresh| {
        for (n, expected) in set["permutation"].as_object().expect("by n") {
            assert_eq!(
                fresh().permutation(n.parse().expect("n")),
                indexes(expected),
                "n = {n}"
            );
        }
    });
}

#[test]
fn golden_signs_are_equal() {
    for_every_seed(|set, fresh| {
        let mut rng = fresh();
        numbers(&set["choice_pm1"])
            .iter()
            .for_each(|sign| assert_eq!(f64::from(rng.sign()), *sign));
    });
}

#[test]
fn golden_mixed_calls_share_the_spare_half_of_a_word() {
    let seeds = for_every_seed(|set, fresh| {
        let order = "integers(0,1856,(2,3)); random(2); choice([-1,1],(2,5)); integers(0,247,3); \
                     permutation(8); choice(50,7,replace=False); random(2)";
        assert_eq!(set["mixed"]["order"], order, "the test below follows this order");
        let values = list(&set["mixed"]["values"]);
        let mut rng = fresh();
        for row in list(&values[0]) {
            assert_eq!(integers(&mut rng, 1856, 3), whole(row));
        }
        assert_eq!([rng.random(), rng.random()].to_vec(), numbers(&values[1]));
        for sign in list(&values[2]).iter().flat_map(list) {
            assert_eq!(f64::from(rng.sign()), number(sign));
        }
        assert_eq!(integers(&mut rng, 247, 3), whole(&values[3]));
        assert_eq!(rng.permutation(8), indexes(&values[4]));
        assert_eq!(
            rng.choice_without_replacement(50, 7).expect("7 of 50"),
            indexes(&values[5])
        );
        assert_eq!([rng.random(), rng.random()].to_vec(), numbers(&values[6]));
    });
    assert!(seeds >= 1);
}
