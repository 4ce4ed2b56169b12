//! Sizes of test sets, power curves and subsets by group: the numbers of statsmodels, scipy and numpy.
#![cfg(feature = "evaluation")]
#![allow(clippy::float_cmp)] // exact where nothing is computed
use serde_json::Value;
use sokutei_measures::stats::{
    Bootstrap, Demand, Effect, MOST_TOPICS, PlannedDifference, PowerSettings, TPower, anova_power,
    anova_topics, detectable_difference, expected_width, interval_topics, interval_widths, power_curve,
    power_curve_by_group, reversal_by_group, subset_spread_by_group, t_test_power, t_test_topics,
};

fn rows<'a>(file: &'a Value, key: &str) -> &'a [Value] {
    file[key].as_array().expect("a list")
}

/// Made by `scripts/make-planning`; `tests/planning/README.md` says from what.
fn sizes() -> Value {
    serde_json::from_str(include_str!("planning/sizes.json")).expect("JSON")
}

fn resampling() -> Value {
    serde_json::from_str(include_str!("planning/resampling.json")).expect("JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn count(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a count")).expect("a count")
}

fn close(found: f64, expected: &Value, tolerance: f64, row: &Value) {
    assert!((found - number(expected)).abs() < tolerance, "{found}: {row}");
}

fn demand(row: &Value) -> Demand {
    Demand {
        alpha: number(&row[0]),
        power: number(&row[1]),
    }
}

/// Any variance will do, with a difference to go with it.
fn effect(ratio: &Value) -> Effect {
    Effect {
        difference: -0.3 * number(ratio),
        variance: 0.09,
    }
}

#[test]
fn topics_of_t_tests_equal_statsmodels() {
    let file = sizes();
    assert_eq!(rows(&file, "t_test").len(), 35);
    for row in rows(&file, "t_test") {
        let (demand, effect) = (demand(row), effect(&row[2]));
        let size = t_test_topics(&effect, &demand, TPower::NoncentralT).expect("a size");
        assert_eq!((size.n, size.formula), (count(&row[3]), "noncentral-t"), "{row}");
        close(size.power, &row[4], 1e-9, row);
        assert_eq!(size.power_at_one_less.is_some(), !row[5].is_null());
        if let Some(less) = size.power_at_one_less {
            close(less, &row[5], 1e-9, row);
            assert!(less < demand.power && demand.power <= size.power);
        }
        let approximate = t_test_topics(&effect, &demand, TPower::NormalApproximation).expect("a size");
        assert_eq!(approximate.n, count(&row[6]), "{row}");
        close(approximate.power, &row[7], 1e-9, row);
        // from ten topics on the approximation is off by one at most
        assert!(approximate.n.abs_diff(size.n) <= 1 || size.n < 10, "{row}");
    }
}

#[test]
fn topics_of_anovas_equal_statsmodels() {
    let file = sizes();
    assert_eq!(rows(&file, "anova").len(), 60);
    for row in rows(&file, "anova") {
        let size = anova_topics(count(&row[2]), &effect(&row[3]), &demand(row)).expect("a size");
        assert_eq!((size.n, size.formula), (count(&row[4]), "noncentral-f"), "{row}");
        close(size.power, &row[5], 1e-8, row);
        if let Some(less) = size.power_at_one_less {
            close(less, &row[6], 1e-8, row);
            assert!(less < demand(row).power);
        }
    }
}

#[test]
fn anovas_have_the_power_that_r_prints() {
    // R 4, power.anova.test(groups = 4, n = 5, between.var = 1, within.var = 3): power = 0.3535594 (its help page). Four means of
    // which two are d / 2 from the middle have the variance d² / 2 / 3 = 1
    let effect = Effect {
        difference: 6f64.sqrt(),
        variance: 3.0,
    };
    let power = anova_power(5, 4, &effect, 0.05).expect("a power");
    assert!((power - 0.353_559_423_8).abs() < 1e-9, "{power}");
}

#[test]
fn t_tests_have_the_size_that_r_prints() {
    // R 4, power.t.test(delta = .8, sd = 1, power = .8, type = "paired"): n = 14.302803316243569
    let effect = Effect {
        difference: 0.8,
        variance: 1.0,
    };
    let size = t_test_topics(&effect, &Demand::default(), TPower::NoncentralT).expect("a size");
    assert_eq!(size.n, 15);
    // pwr.t.test(d = .5, power = .75, type = "paired"): n = 29.7355; d = .25: n = 112.9798
    let demand = Demand {
        power: 0.75,
        ..Demand::default()
    };
    for (difference, n) in [(0.5, 30), (0.25, 113)] {
        let effect = Effect {
            difference,
            variance: 1.0,
        };
        assert_eq!(
            t_test_topics(&effect, &demand, TPower::NoncentralT)
                .expect("a size")
                .n,
            n
        );
    }
}

#[test]
fn widths_and_detectable_differences_equal_the_formulas() {
    let file = sizes();
    assert_eq!(rows(&file, "width").len(), 36);
    for row in rows(&file, "width") {
        let size = interval_topics(number(&row[1]), number(&row[2]), number(&row[0])).expect("a size");
        assert_eq!(size.n, count(&row[3]), "{row}");
        close(size.width, &row[4], 1e-10, row);
        assert!(size.width <= number(&row[1]));
        if let Some(less) = size.width_at_one_less {
            close(less, &row[5], 1e-10, row);
            assert!(less > number(&row[1]));
        }
    }
    for row in rows(&file, "detectable") {
        let found = detectable_difference(count(&row[2]), 0.09, &demand(row)).expect("a difference");
        close(found / 0.3 / number(&row[3]) - 1.0, &Value::from(0.0), 1e-8, row);
    }
    assert_eq!(rows(&file, "detectable").len(), 35);
}

#[test]
fn power_curves_equal_numpys_draws() {
    let file = resampling();
    let numbers = |key: &str| rows(&file, key).iter().map(number).collect::<Vec<f64>>();
    let groups: Vec<usize> = rows(&file, "groups").iter().map(count).collect();
    let d = numbers("d");
    assert_eq!(rows(&file, "power").len(), 20);
    for row in rows(&file, "power") {
        let planned = row[1]
            .as_f64()
            .map_or(PlannedDifference::Observed, PlannedDifference::Stated);
        let o = PowerSettings {
            resamples: 400,
            seed: row[2].as_u64().expect("a seed"),
            ..PowerSettings::default()
        };
        let size = [count(&row[3])];
        let point = if row[0] == true {
            power_curve_by_group(&d, &groups, planned, &size, &o)
        } else {
            power_curve(&d, planned, &size, &o)
        };
        let point = point.expect("a curve")[0];
        for (share, expected) in [point.power, point.wrong_sign, point.without_spread]
            .iter()
            .zip(4..)
        {
            close(share * 400.0, &row[expected], 1e-9, row);
        }
        close(point.by_formula.expect("a spread"), &row[7], 1e-9, row);
    }
}

#[test]
fn subsets_of_groups_and_widths_equal_numpys() {
    let file = resampling();
    let numbers = |key: &str| rows(&file, key).iter().map(number).collect::<Vec<f64>>();
    let groups: Vec<usize> = rows(&file, "groups").iter().map(count).collect();
    let (x, y) = (numbers("x"), numbers("y"));
    for seed in [0, 4] {
        let of_seed: Vec<&Value> = rows(&file, "subsets")
            .iter()
            .filter(|row| row[0] == seed)
            .collect();
        let sizes: Vec<usize> = of_seed.iter().map(|row| count(&row[1])).collect();
        assert_eq!(sizes.len(), 3);
        let spread = subset_spread_by_group(&x, &groups, &sizes, 50, seed).expect("a spread");
        let reversals = reversal_by_group(&x, &y, &groups, &sizes, 50, seed).expect("reversals");
        for ((row, s), r) in of_seed.iter().zip(spread).zip(reversals) {
            let found = [s.min, s.p2_5, s.p5, s.median, s.p95, s.p97_5, s.max];
            for (found, expected) in found.iter().zip(row[2].as_array().expect("percentiles")) {
                close(*found, expected, 1e-12, row);
            }
            close(r.reversed, &row[3], 1e-12, row);
        }
    }
    assert_eq!(rows(&file, "widths").len(), 4);
    for row in rows(&file, "widths") {
        let sizes: Vec<usize> = row[1].as_array().expect("sizes").iter().map(count).collect();
        let o = Bootstrap {
            replicates: 300,
            seed: row[0].as_u64().expect("a seed"),
            ..Bootstrap::default()
        };
        let subsets = u32::try_from(count(&row[3])).expect("a few");
        let widths = interval_widths(&[&x], &sizes, subsets, &o).expect("widths");
        let place = sizes.iter().position(|&n| n == count(&row[2])).expect("a size");
        close(widths[0][place], &row[4], 1e-12, row);
    }
}

#[test]
fn more_is_never_worse() {
    let effect = |difference, variance| Effect { difference, variance };
    let mut last = (0.0, 0.0);
    for n in 2..200 {
        let effect = effect(0.05, 0.04);
        let t = t_test_power(n, &effect, 0.05, TPower::NoncentralT).expect("a power");
        let f = anova_power(n, 4, &effect, 0.05).expect("a power");
        assert!(t > last.0 && f > last.1, "{n}");
        last = (t, f);
    }
    let topics = |difference, variance, power| {
        let demand = Demand { alpha: 0.05, power };
        let t = t_test_topics(&effect(difference, variance), &demand, TPower::NoncentralT).expect("a size");
        (
            t.n,
            anova_topics(4, &effect(difference, variance), &demand)
                .expect("a size")
                .n,
        )
    };
    let base = topics(0.05, 0.04, 0.8);
    for (worse, better) in [
        (topics(0.05, 0.04, 0.9), base),
        (topics(0.05, 0.08, 0.8), base),
        (base, topics(0.06, 0.04, 0.8)),
    ] {
        assert!(worse.0 > better.0 && worse.1 > better.1);
    }
}

#[test]
fn the_detectable_difference_is_the_one_whose_size_this_is() {
    for n in [5, 50, 816] {
        let demand = Demand::default();
        let difference = detectable_difference(n, 0.02, &demand).expect("a difference");
        let effect = |difference| Effect {
            difference,
            variance: 0.02,
        };
        let at = |difference| {
            t_test_topics(&effect(difference), &demand, TPower::NoncentralT)
                .expect("a size")
                .n
        };
        assert_eq!(
            (at(difference * 1.000_001), at(difference * 0.999_999)),
            (n, n + 1)
        );
    }
}

#[test]
fn an_interval_of_simulated_width_is_as_expected() {
    // numpy 2.4.6: default_rng(1).standard_normal((4000, 10)).std(axis=1, ddof=1).mean() * 2 * 2.2621571628 / sqrt(10)
    // = 1.38411, whose standard error is 0.4 %
    let width = expected_width(10, 1.0, 0.05).expect("a width");
    assert!((width / 1.38411 - 1.0).abs() < 0.01, "{width}");
}

#[test]
fn what_no_number_of_topics_gives_is_refused() {
    let effect = |difference, variance| Effect { difference, variance };
    let message = |effect: Effect, demand: Demand| {
        t_test_topics(&effect, &demand, TPower::NoncentralT)
            .expect_err("refused")
            .to_string()
    };
    let demand = Demand::default();
    assert_eq!(
        message(effect(1e-6, 1.0), demand),
        format!(
            "topics for a t-test: difference is 0.000001; it must be so large beside the standard deviation that {MOST_TOPICS} topics are enough"
        )
    );
    assert_eq!(
        message(effect(0.0, 1.0), demand),
        "topics for a t-test: difference is 0; it must be a finite number other than 0"
    );
    assert!(message(effect(f64::NAN, 1.0), demand).contains("difference is NaN"));
    assert!(message(effect(0.1, 0.0), demand).contains("variance is 0; it must be above 0"));
    assert!(message(effect(0.1, f64::INFINITY), demand).contains("variance is inf"));
    assert!(message(effect(0.1, 1.0), Demand { alpha: 0.0, ..demand }).contains("alpha is 0"));
    assert_eq!(
        message(
            effect(0.1, 1.0),
            Demand {
                power: 0.05,
                ..demand
            }
        ),
        "topics for a t-test: power is 0.05; it must be above alpha (0.05) and below 1"
    );
    assert!(message(effect(0.1, 1.0), Demand { power: 1.0, ..demand }).contains("power is 1"));
    let systems = anova_topics(1, &effect(0.1, 1.0), &demand).expect_err("refused");
    assert!(
        systems
            .to_string()
            .contains("systems is 1; it must be at least 2")
    );
    assert!(interval_topics(0.0, 1.0, 0.05).is_err() && interval_topics(1e-9, 1.0, 0.05).is_err());
    assert!(t_test_power(1, &effect(0.1, 1.0), 0.05, TPower::NoncentralT).is_err());
    assert!(anova_power(1, 2, &effect(0.1, 1.0), 0.05).is_err() && expected_width(1, 1.0, 0.05).is_err());
    assert!(
        detectable_difference(1, 1.0, &demand).is_err() && detectable_difference(5, -1.0, &demand).is_err()
    );
    // a constant has no spread: any difference shows, and its interval has no width
    assert_eq!(detectable_difference(5, 0.0, &demand).expect("none"), 0.0);
    assert_eq!(expected_width(5, 0.0, 0.05).expect("none"), 0.0);
}
