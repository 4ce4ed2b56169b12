//! Intervals, p-values, subsets: the numbers of numpy and of the oracle, digit by digit.
//!
//! The golden file also holds scipy's t-test, Wilcoxon variants, sign test, BCa and basic intervals, for which this
//! crate has no function yet; `golden_fields_without_a_counterpart_are_known` lists them.
#![cfg(feature = "evaluation")]
#![allow(clippy::float_cmp)] // "statistics to the digit" is the claim

mod golden;

use golden::{is_ours, list, load, number, numbers};
use serde_json::Value;
use sokutei_measures::stats::{
    Bootstrap, BootstrapInterval, Estimate, Paired, PairedDraws, PermutationTies, bootstrap_mean,
    cluster_bootstrap_mean, compare_paired, percentile_linear, reversal, subset_spread,
};

const SUBSETS: u32 = 1000;

fn for_every_vector(mut check: impl FnMut(&str, &Value, &[f64], &[f64])) {
    let file = load("stats.json.gz");
    let vectors = list(&file["vectors"]);
    assert!(!vectors.is_empty() && (vectors.len() == 9 || !is_ours()));
    for v in vectors {
        check(
            v["name"].as_str().expect("a name"),
            v,
            &numbers(&v["x"]),
            &numbers(&v["y"]),
        );
    }
}

/// As [`for_every_vector`], without the longest: for what is slow and does not depend on length.
fn for_every_short_vector(mut check: impl FnMut(&str, &Value, &[f64], &[f64])) {
    for_every_vector(|name, v, x, y| {
        if x.len() < 1000 {
            check(name, v, x, y);
        }
    });
}

fn triple(e: &Estimate) -> Vec<f64> {
    vec![e.point, e.low, e.high]
}

#[test]
fn golden_bootstrap_intervals_are_equal_to_the_digit() {
    for_every_vector(|name, v, x, y| {
        let o = Bootstrap::default();
        let (of_x, of_y) = (
            bootstrap_mean(x, &o).expect(name),
            bootstrap_mean(y, &o).expect(name),
        );
        assert_eq!(triple(&of_x), numbers(&v["bootstrap_mean_ci_x"]), "{name}");
        assert_eq!(triple(&of_y), numbers(&v["bootstrap_mean_ci_y"]), "{name}");
    });
}

#[test]
fn golden_cluster_bootstrap_intervals_are_equal_to_the_digit() {
    for_every_vector(|name, v, x, _| {
        let groups: Vec<usize> = list(&v["groups"])
            .iter()
            .map(|g| usize::try_from(g.as_u64().expect(name)).expect(name))
            .collect();
        let e = cluster_bootstrap_mean(x, &groups, &Bootstrap::default()).expect(name);
        assert_eq!(triple(&e), numbers(&v["cluster_bootstrap_x"]), "{name}");
    });
}

#[test]
fn golden_scipy_intervals_are_equal() {
    let methods = [
        ("percentile", BootstrapInterval::Percentile),
        ("basic", BootstrapInterval::Basic),
        ("BCa", BootstrapInterval::Bca),
    ];
    let (mut equal, mut without) = (0, 0);
    for_every_vector(|name, v, x, y| {
        // scipy draws in batches that are numpy's rows in order
        assert_eq!(v["own_equals_scipy_percentile"], true, "{name}");
        let d: Vec<f64> = x.iter().zip(y).map(|(x, y)| y - x).collect();
        let of_x = methods.map(|(method, interval)| (x, interval, &v["scipy_bootstrap_x"][method]));
        let of_d = (&d[..], BootstrapInterval::Bca, &v["scipy_bootstrap_BCa_diff"]);
        for (sample, interval, expected) in of_x.into_iter().chain([of_d]) {
            let o = Bootstrap {
                interval,
                ..Bootstrap::default()
            };
            let e = bootstrap_mean(sample, &o).expect(name);
            let Some(expected) = expected.as_array().filter(|ends| ends[0].is_number()) else {
                without += 1; // scipy gives no BCa interval of a constant sample; ours has no width
                assert_eq!(e.width(), 0.0, "{name}, {interval}");
                continue;
            };
            for (found, expected) in [e.low, e.high].iter().zip(expected) {
                let expected = number(expected);
                assert!(
                    (found - expected).abs() <= 1e-12,
                    "{name}, {interval}: {found} and {expected}"
                );
            }
            equal += 1;
        }
    });
    assert!(
        !is_ours() || (equal, without) == (0, 0),
        "{equal} equal, {without} without"
    );
}

#[test]
fn golden_paired_comparisons_are_equal_to_the_digit() {
    for_every_vector(|name, v, x, y| {
        let o = Paired {
            ties: PermutationTies::NumpyStrict,
            ..Paired::default()
        };
        let c = compare_paired(x, y, &o).expect(name);
        let expected = &v["paired_x_to_y"];
        assert_eq!(c.difference.point, number(&expected["diff"]), "{name}");
        assert_eq!(
            [c.difference.low, c.difference.high].to_vec(),
            numbers(&expected["ci95"]),
            "{name}"
        );
        assert_eq!(c.p_value, number(&expected["perm_p"]), "{name}");
        let counts = [&expected["win"], &expected["tie"], &expected["loss"]].map(|n| n.as_u64().expect(name));
        assert_eq!([c.win, c.tie, c.loss].map(|n| n as u64), counts, "{name}");
    });
}

#[test]
fn golden_p_with_a_tolerance_counts_all_that_numpy_counts() {
    for_every_short_vector(|name, v, x, y| {
        let c = compare_paired(
            x,
            y,
            &Paired {
                exact: false,
                ..Paired::default()
            },
        )
        .expect(name);
        let numpys = number(&v["paired_x_to_y"]["perm_p"]);
        assert!(
            numpys <= c.p_value && c.p_value <= 1.0,
            "{name}: {} against {numpys}",
            c.p_value
        );
    });
}

#[test]
fn golden_exact_p_values_are_equal() {
    let mut seen = 0;
    let file = load("stats.json.gz");
    for v in list(&file["vectors"])
        .iter()
        .filter(|v| !v["permutation_exact_abs"].is_null())
    {
        let c = compare_paired(&numbers(&v["x"]), &numbers(&v["y"]), &Paired::default()).expect("few topics");
        assert!(c.exact);
        assert!(
            (c.p_value - number(&v["permutation_exact_abs"])).abs() < 1e-12,
            "{}",
            v["name"]
        );
        seen += 1;
    }
    assert!(seen == 2 || !is_ours(), "{seen} vectors are short enough");
}

#[test]
fn golden_subset_spreads_are_equal_to_the_digit() {
    for_every_vector(|name, v, x, _| {
        let expected = v["subset_spread_x"].as_object().expect(name);
        let sizes: Vec<usize> = sizes_of(&v["subset_spread_x"]);
        let spread = subset_spread(x, &sizes, SUBSETS, 0).expect(name);
        assert_eq!(spread.len(), expected.len(), "{name}");
        for row in spread {
            let expected = &expected[&row.n.to_string()];
            let found = [row.min, row.p2_5, row.p5, row.median, row.p95, row.p97_5, row.max];
            let keys = ["min", "p2.5", "p5", "median", "p95", "p97.5", "max"];
            assert_eq!(
                found,
                keys.map(|key| number(&expected[key])),
                "{name}, n = {}",
                row.n
            );
        }
    });
}

#[test]
fn golden_reversals_are_equal_to_the_digit() {
    for_every_vector(|name, v, x, y| {
        let sizes = sizes_of(&v["reversal_x_y"]);
        let reversals = reversal(x, y, &sizes, SUBSETS, 0).expect(name);
        assert_eq!(reversals.len(), sizes.len(), "{name}");
        for row in reversals {
            let expected = &v["reversal_x_y"][&row.n.to_string()];
            let found = (row.reversed, row.tied);
            assert_eq!(
                found,
                (number(&expected["reversed"]), number(&expected["tied"])),
                "{name}, n = {}",
                row.n
            );
        }
    });
}

/// Sizes in the order in which the stream served them.
fn sizes_of(by_size: &Value) -> Vec<usize> {
    let sizes = by_size.as_object().expect("by size").keys();
    let mut sizes: Vec<usize> = sizes.map(|size| size.parse().expect("a size")).collect();
    sizes.sort_unstable();
    sizes
}

#[test]
fn golden_percentiles_are_equal() {
    let file = load("stats.json.gz");
    for row in list(&file["percentile_linear"]) {
        let x = numbers(&row["x"]);
        let (places, values) = (numbers(&row["q"]), numbers(&row["value"]));
        assert!(!places.is_empty() && places.len() == values.len());
        for (q, expected) in places.iter().zip(values) {
            assert_eq!(
                percentile_linear(&x, *q).expect("a sample"),
                expected,
                "{} values, q = {q}",
                x.len()
            );
        }
    }
}

#[test]
fn golden_draws_shared_by_many_vectors_change_nothing() {
    let o = Paired {
        ties: PermutationTies::NumpyStrict,
        ..Paired::default()
    };
    for_every_short_vector(|name, v, x, y| {
        let draws = PairedDraws::new(x.len(), &o).expect(name);
        let both = draws.compare_all(&[(x, y), (y, x)]).expect(name);
        assert_eq!(both[0], compare_paired(x, y, &o).expect(name));
        assert_eq!(both[1], compare_paired(y, x, &o).expect(name));
        assert_eq!(
            triple(&draws.bootstrap().mean(x).expect(name)),
            numbers(&v["bootstrap_mean_ci_x"])
        );
    });
}

#[test]
fn golden_fields_without_a_counterpart_are_known() {
    let compared = [
        "name",
        "x",
        "y",
        "groups",
        "bootstrap_mean_ci_x",
        "bootstrap_mean_ci_y",
        "cluster_bootstrap_x",
        "paired_x_to_y",
        "subset_spread_x",
        "reversal_x_y",
        "permutation_exact_abs",
        "scipy_bootstrap_x",
        "own_equals_scipy_percentile",
        "scipy_bootstrap_BCa_diff",
    ];
    let not_yet = [
        "permutation_exact", // doubles the smaller tail; permutation_exact_abs is the two-sided count
        "ttest_rel_y_x",
        "wilcoxon",
        "sign_test",
    ];
    for_every_vector(|name, v, _, _| {
        for field in v.as_object().expect(name).keys() {
            assert!(
                compared.contains(&field.as_str()) || not_yet.contains(&field.as_str()),
                "{field} is new"
            );
        }
    });
}
