//! Intervals, p-values, subsets: the numbers of numpy and of the oracle, digit by digit.
#![cfg(feature = "evaluation")]
#![allow(clippy::float_cmp)] // "statistics to the digit" is the claim

mod golden;

use golden::{is_ours, list, load, number, numbers};
use serde_json::Value;
use sokutei_measures::stats::{
    Bootstrap, BootstrapInterval, Estimate, Paired, PairedDraws, PermutationTies, RankDistribution, Zeros,
    bootstrap_mean, cluster_bootstrap_mean, compare_paired, paired_t_test, percentile_linear, reversal,
    sign_test, subset_spread, wilcoxon_by, wilson_interval,
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
        !is_ours() || (equal, without) == (35, 1),
        "{equal} equal, {without} without"
    );
}

/// Relative, as the golden file states it for p-values.
fn close(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() <= 1e-9 * expected.abs(),
        "{what}: {found} and {expected}"
    );
}

#[test]
fn golden_t_tests_are_equal() {
    for_every_vector(|name, v, x, y| {
        let (test, expected) = (paired_t_test(x, y, 0.95).expect(name), &v["ttest_rel_y_x"]);
        assert_eq!(test.degrees_of_freedom as f64, number(&expected["df"]), "{name}");
        let ends = numbers(&expected["ci95"]);
        for (found, expected) in [test.difference.low, test.difference.high].iter().zip(ends) {
            assert!(
                (found - expected).abs() <= 1e-12,
                "{name}: {found} and {expected}"
            );
        }
        if expected["t"] == "nan" {
            assert_eq!(
                (test.t, test.p_value),
                (None, Some(1.0)),
                "{name}: no difference at all"
            );
            return;
        }
        let (t, p) = (number(&expected["t"]), number(&expected["p"]));
        assert!(
            (test.t.expect(name) - t).abs() <= 1e-11 * t.abs().max(1.0),
            "{name}"
        );
        close(test.p_value.expect(name), p, name);
    });
}

#[test]
fn golden_wilcoxon_tests_are_equal() {
    let mut compared = 0;
    for_every_vector(|name, v, x, y| {
        for (key, expected) in v["wilcoxon"].as_object().expect(name) {
            let Some(expected) = expected
                .as_array()
                .filter(|e| e[0].is_number() && e[1].is_number())
            else {
                continue; // scipy refuses, or has nothing to divide by
            };
            let mut parts = key.split('/');
            let zeros = match parts.next() {
                Some("wilcox" | "exact") => Zeros::LeftOut,
                Some("pratt") => Zeros::Ranked,
                other => {
                    assert_eq!(other, Some("zsplit"), "{name}: {key}");
                    Zeros::Split
                }
            };
            let continuity = key.ends_with("/correction");
            let distribution = match parts.next() {
                Some("approx") => RankDistribution::Normal { continuity },
                // scipy enumerates signs up to 13 topics, and the exact distribution needs differences without ties
                Some("auto") if x.len() > 13 => continue,
                _ => RankDistribution::Exact,
            };
            let test = wilcoxon_by(x, y, zeros, distribution).expect(name);
            let (statistic, p) = (number(&expected[0]), number(&expected[1]));
            assert_eq!(
                test.rank_sum_win.min(test.rank_sum_loss),
                statistic,
                "{name}: {key}"
            );
            close(test.p_value, p, &format!("{name}: {key}"));
            compared += 1;
        }
    });
    assert!(!is_ours() || compared == 64, "{compared} compared");
}

#[test]
fn golden_sign_tests_and_wilson_intervals_are_equal() {
    for_every_vector(|name, v, x, y| {
        let test = sign_test(x, y, 0.0).expect(name);
        let Some(expected) = v.get("sign_test") else {
            assert_eq!((test.win, test.loss, test.p_value), (0, 0, 1.0), "{name}");
            return;
        };
        let counts = [&expected["wins"], &expected["losses"]].map(|n| n.as_u64().expect(name));
        assert_eq!([test.win, test.loss].map(|n| n as u64), counts, "{name}");
        close(test.p_value, number(&expected["p"]), name);
        let e = wilson_interval(test.win, test.win + test.loss, 0.95).expect(name);
        for (found, expected) in [e.low, e.high].iter().zip(numbers(&expected["wilson_ci"])) {
            assert!(
                (found - expected).abs() <= 1e-12,
                "{name}: {found} and {expected}"
            );
        }
    });
    let file = load("stats.json.gz");
    for row in list(&file["binomtest"]) {
        let count = |key: &str| usize::try_from(row[key].as_u64().expect("a count")).expect("a count");
        let (k, n) = (count("k"), count("n"));
        let y: Vec<f64> = (0..n).map(|i| if i < k { 1.0 } else { -1.0 }).collect();
        let test = sign_test(&vec![0.0; n], &y, 0.0).expect("a sample");
        close(test.p_value, number(&row["p"]), &format!("{k} of {n}"));
    }
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
        "ttest_rel_y_x",
        "wilcoxon",
        "sign_test",
    ];
    let not_ours = [
        "permutation_exact", // doubles the smaller tail; permutation_exact_abs is the two-sided count
    ];
    for_every_vector(|name, v, _, _| {
        for field in v.as_object().expect(name).keys() {
            assert!(
                compared.contains(&field.as_str()) || not_ours.contains(&field.as_str()),
                "{field} is new"
            );
        }
    });
}
