//! Agreement: the numbers of scipy, statsmodels, krippendorff, rbo and ircor.
#![cfg(feature = "evaluation")]

use serde_json::Value;
use sokutei_measures::agreement::{
    AgreementEstimate, ApTies, Coefficient, Distances, KappaWeights, KendallTest, Level, Ratings,
    SystemValues, Units, cohen_kappa, estimate_coefficients, fleiss_kappa, kendall, krippendorff_alpha, rbo,
    tau_ap,
};
use sokutei_measures::stats::Bootstrap;

fn golden(part: &str) -> Vec<Value> {
    let text = include_str!("data/agreement/agreement.json");
    let file: Value = serde_json::from_str(text).expect("golden files are JSON");
    let cases = file[part].as_array().expect("a list").clone();
    assert!(cases.len() >= 4, "{part}");
    cases
}

fn numbers(value: &Value) -> Vec<f64> {
    let list = value.as_array().expect("a list");
    list.iter().map(|x| x.as_f64().expect("a number")).collect()
}

fn rows(value: &Value) -> Vec<Vec<Option<f64>>> {
    let row = |row: &Value| row.as_array().expect("a row").iter().map(Value::as_f64).collect();
    value.as_array().expect("rows").iter().map(row).collect()
}

fn close(found: f64, expected: &Value, relative: f64) {
    let expected = expected.as_f64().expect("a number");
    let allowed = relative * expected.abs().max(1e-300);
    assert!((found - expected).abs() <= allowed, "{found:e} and {expected:e}");
}

/// Within 1e-12, as values near 1 are.
fn near(found: f64, expected: &Value) {
    let expected = expected.as_f64().expect("a number");
    assert!((found - expected).abs() <= 1e-12, "{found:e} and {expected:e}");
}

fn same_interval(found: &AgreementEstimate, expected: &Value) {
    let interval = &found.interval;
    assert_eq!(
        u64::from(interval.undefined),
        expected["undefined"].as_u64().expect("a count")
    );
    let ends = interval.ends.expect("some resample has a value");
    near(ends.0, &expected["ends"][0]);
    near(ends.1, &expected["ends"][1]);
}

#[test]
fn tau_and_its_p_values_equal_scipys() {
    for case in golden("orders") {
        let found = kendall(&numbers(&case["x"]), &numbers(&case["y"])).unwrap();
        near(found.tau_b().unwrap(), &case["tau_b"]);
        close(
            found.p_value(KendallTest::Normal).unwrap(),
            &case["p_normal"],
            1e-11,
        );
        match &case["p_exact"] {
            Value::Null => assert!(found.p_value(KendallTest::Exact).is_err()),
            exact => close(found.p_value(KendallTest::Exact).unwrap(), exact, 1e-10),
        }
    }
}

#[test]
fn rank_biased_overlap_equals_rbos_and_the_definition() {
    for case in golden("rankings") {
        let found = rbo(
            &numbers_as_ids(&case["a"]),
            &numbers_as_ids(&case["b"]),
            case["p"].as_f64().unwrap(),
        )
        .unwrap();
        near(found.ext, &case["ext"]);
        near(found.min, &case["min"]);
        near(found.max(), &case["max"]);
    }
}

fn numbers_as_ids(value: &Value) -> Vec<u64> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(|x| x.as_u64().expect("an id"))
        .collect()
}

#[test]
fn kappa_of_two_equals_statsmodels() {
    let kinds = [
        ("unweighted", KappaWeights::Unweighted),
        ("linear", KappaWeights::Linear(Distances::Grades)),
        ("quadratic", KappaWeights::Quadratic(Distances::Grades)),
        ("linear-positions", KappaWeights::Linear(Distances::Positions)),
        (
            "quadratic-positions",
            KappaWeights::Quadratic(Distances::Positions),
        ),
    ];
    for case in golden("two_assessors") {
        let ratings = Ratings::new(&rows(&case["rows"])).unwrap();
        for (name, weights) in kinds {
            let (found, expected) = (cohen_kappa(&ratings, weights).unwrap(), &case["kappa"][name]);
            near(found.kappa, &expected["kappa"]);
            near(found.standard_error, &expected["standard_error"]);
            let [low, high] = found.asymptotic_interval(0.95).unwrap();
            near(low, &expected["low"]);
            near(high, &expected["high"]);
        }
    }
}

#[test]
fn intervals_of_two_equal_those_of_numpy_over_items_and_groups() {
    let names = ["unweighted", "quadratic", "fleiss", "ordinal"];
    let coefficients = [
        Coefficient::Cohen(KappaWeights::Unweighted),
        Coefficient::Cohen(KappaWeights::Quadratic(Distances::Grades)),
        Coefficient::Fleiss,
        Coefficient::Krippendorff(Level::Ordinal),
    ];
    let o = Bootstrap {
        replicates: 500,
        seed: 3,
        ..Bootstrap::default()
    };
    for case in golden("two_assessors") {
        let ratings = Ratings::new(&rows(&case["rows"])).unwrap();
        let groups: Vec<usize> = numbers_as_ids(&case["groups"])
            .into_iter()
            .map(|g| g as usize)
            .collect();
        for (unit, units) in [
            ("items", Units::items(ratings.n_items())),
            ("groups", Units::groups(&groups)),
        ] {
            let found = estimate_coefficients(&ratings, &units, &coefficients, &o).unwrap();
            for (found, name) in found.iter().zip(names) {
                same_interval(found, &case["intervals"][unit][name]);
            }
        }
    }
}

#[test]
fn coefficients_of_several_equal_statsmodels_and_krippendorff() {
    let o = Bootstrap {
        replicates: 500,
        seed: 7,
        ..Bootstrap::default()
    };
    for case in golden("several_assessors") {
        let ratings = Ratings::new(&rows(&case["rows"])).unwrap();
        for level in Level::ALL {
            near(
                krippendorff_alpha(&ratings, level).unwrap(),
                &case["alpha"][level.name()],
            );
        }
        match &case["fleiss"] {
            Value::Null => assert!(fleiss_kappa(&ratings).is_err()),
            kappa => near(fleiss_kappa(&ratings).unwrap(), kappa),
        }
        let nominal = [Coefficient::Krippendorff(Level::Nominal)];
        let found = estimate_coefficients(&ratings, &Units::items(ratings.n_items()), &nominal, &o).unwrap();
        same_interval(&found[0], &case["alpha_interval"]);
    }
}

#[test]
fn orders_of_systems_and_their_intervals_equal_scipys_on_resamples() {
    let values = |of: &Value| {
        SystemValues::new(of.as_array().expect("systems").iter().map(numbers).collect()).unwrap()
    };
    let o = Bootstrap {
        replicates: 500,
        seed: 11,
        ..Bootstrap::default()
    };
    for case in golden("systems") {
        let (first, second) = (values(&case["first"]), values(&case["second"]));
        let found = first.agreement(&second, ApTies::A, &o).unwrap();
        near(found.tau_b.value.unwrap(), &case["tau_b"]);
        same_interval(&found.tau_b, &case["interval"]);
    }
}

/// Sets of `tests/testthat/helper_data.R` of github.com/julian-urbano/ircor, values of `test_tauAP.R` there, four digits: τ_ap, τ_ap,a with ties in
/// the estimate, τ_ap,b without and with ties.
#[test]
fn printed_values_of_ircor() {
    struct Set {
        x: [f64; 10],
        y: [f64; 10],
        tied_x: [f64; 10],
        tied_y: [f64; 10],
        expected: [&'static str; 4],
    }
    let sets = [
        Set {
            x: [
                0.897, 0.372, 0.908, 0.898, 0.661, 0.062, 0.177, 0.384, 0.498, 0.992,
            ],
            y: [
                0.82, 0.406, 0.817, 0.953, 0.673, 0.073, 0.364, 0.547, 0.589, 0.988,
            ],
            tied_x: [0.9, 0.4, 0.9, 0.9, 0.7, 0.1, 0.2, 0.4, 0.5, 1.0],
            tied_y: [0.8, 0.4, 0.8, 1.0, 0.7, 0.1, 0.4, 0.5, 0.6, 1.0],
            expected: ["0.8519", "0.7454", "0.8333", "0.7321"],
        },
        Set {
            x: [0.266, 0.573, 0.202, 0.945, 0.629, 0.206, 0.687, 0.77, 0.718, 0.38],
            y: [
                0.263, 0.843, 0.728, 0.928, 0.08, 0.114, 0.467, 0.641, 0.973, 0.644,
            ],
            tied_x: [0.3, 0.6, 0.2, 0.9, 0.6, 0.2, 0.7, 0.8, 0.7, 0.4],
            tied_y: [0.3, 0.8, 0.7, 0.9, 0.1, 0.1, 0.5, 0.6, 1.0, 0.6],
            expected: ["0.2504", "0.2692", "0.2880", "0.2970"],
        },
        Set {
            x: [
                0.185, 0.573, 0.944, 0.129, 0.468, 0.553, 0.761, 0.405, 0.976, 0.445,
            ],
            y: [
                0.845, 0.272, 0.275, 0.924, 0.605, 0.334, 0.162, 0.872, 0.018, 0.25,
            ],
            tied_x: [0.2, 0.6, 0.9, 0.1, 0.5, 0.6, 0.8, 0.4, 1.0, 0.4],
            tied_y: [0.8, 0.3, 0.3, 0.9, 0.6, 0.3, 0.2, 0.9, 0.0, 0.2],
            expected: ["-0.6971", "-0.5558", "-0.6680", "-0.7047"],
        },
    ];
    for set in sets {
        let found = [
            tau_ap(&set.x, &set.y, ApTies::Refuse),
            tau_ap(&set.x, &set.tied_y, ApTies::A),
            tau_ap(&set.x, &set.y, ApTies::B),
            tau_ap(&set.tied_x, &set.tied_y, ApTies::B),
        ];
        assert_eq!(found.map(|value| format!("{:.4}", value.unwrap())), set.expected);
    }
}

/// Figure 5 of Webber, Moffat & Zobel as the test data of two programs have it (github.com/dlukes/rbo, PyPI rbo): overlap of abcdefg and zcavwxy
/// by depth, averaged from depth 1 on.
#[test]
fn printed_overlaps_of_the_example_of_seven_letters() {
    let (a, b): (Vec<char>, Vec<char>) = ("abcdefg".chars().collect(), "zcavwxy".chars().collect());
    let mut sum = 0.0;
    let averages = (1..=7_u32).map(|depth| {
        let k = sokutei_measures::Cutoff::new(depth).unwrap();
        sum += sokutei_measures::agreement::overlap_at(&a, &b, k).unwrap();
        format!("{:.3}", sum / f64::from(depth))
    });
    assert_eq!(
        averages.collect::<Vec<_>>(),
        ["0.000", "0.000", "0.222", "0.292", "0.313", "0.317", "0.312"]
    );
}

#[test]
fn with_two_raters_fleiss_is_not_cohen() {
    // first rater 2 of 3 times 1, second 1 of 3: P̄ = 2/3; Cohen's chance 4/9, Fleiss' 1/2
    let ratings =
        Ratings::new(&[[1.0, 1.0], [1.0, 0.0], [0.0, 0.0]].map(|row| row.map(Some).to_vec())).unwrap();
    let cohen = cohen_kappa(&ratings, KappaWeights::Unweighted).unwrap().kappa;
    assert!((cohen - (2.0 / 3.0 - 4.0 / 9.0) / (5.0 / 9.0)).abs() < 1e-15);
    assert!((fleiss_kappa(&ratings).unwrap() - 1.0 / 3.0).abs() < 1e-15);
}
