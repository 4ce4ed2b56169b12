//! `sokutei compare`: 14 topics in six groups, three systems; every number of numpy 2.4.6 and scipy 1.17.1.
//!
//! Each topic has one relevant document, and a run has it at a known rank or not at all, so that RR@10 is known without measuring:
//! `x`, `y`, `z` are the reciprocals of the ranks below.

mod pages;

use std::fs;
use std::path::Path;

use pages::{fine, outcome, sokutei, workspace};
use serde_json::Value;

/// Ranks of the relevant document, 0 where it is not found.
const X: [usize; 14] = [1, 2, 0, 5, 1, 3, 2, 0, 10, 1, 4, 2, 1, 6];
const Y: [usize; 14] = [1, 1, 3, 5, 2, 1, 1, 8, 2, 1, 2, 2, 1, 4];
const Z: [usize; 14] = [2, 2, 0, 0, 1, 4, 3, 0, 0, 2, 4, 2, 1, 0];
const GROUPS: &str = "aaabbbccdddeef";

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("written");
}

fn run_of(tag: &str, ranks: &[usize]) -> String {
    let topic = |(t, rank): (usize, &usize)| -> String {
        let row = |place: usize| {
            let document = if place == *rank { "good" } else { "bad" };
            format!("t{t} Q0 {document}{place} {place} {} {tag}\n", 100 - place)
        };
        (1..=10).map(row).collect()
    };
    let rows: String = ranks.iter().enumerate().map(topic).collect();
    // every place has a document of its own, of which one is relevant
    (1..=10).fold(rows, |rows, place| {
        rows.replace(&format!("good{place} "), "good ")
    })
}

fn three_systems(folder: &Path) {
    let qrels: String = (0..14)
        .map(|t| format!("t{t} 0 good 1\nt{t} 0 bad1 0\n"))
        .collect();
    write(folder, "q", &qrels);
    for (tag, ranks) in [("x", &X), ("y", &Y), ("z", &Z)] {
        write(folder, &format!("{tag}.run"), &run_of(tag, ranks));
    }
    let topics = GROUPS.chars().enumerate();
    let topics: String = topics
        .map(|(t, group)| {
            format!(
                "{{\"qid\":\"t{t}\",\"article\":\"{group}\",\"half\":{}}}\n",
                t % 2
            )
        })
        .collect();
    write(folder, "topics.jsonl", &topics);
}

fn compared(more: &[&str]) -> Value {
    let (dir, _) = workspace();
    three_systems(dir.path());
    let mut args = vec![
        "compare", "q", "x.run", "y.run", "z.run", "-m", "RR@10", "--format", "json",
    ];
    args.extend(more);
    serde_json::from_str(&fine(dir.path(), &args)).expect("JSON")
}

fn near(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap_or_else(|| panic!("{found} is a number"));
    assert!((found - expected).abs() < 1e-9, "{found} and {expected}");
}

#[test]
fn intervals_and_tests_equal_numpys_and_scipys() {
    let document = compared(&["--test", "wilcoxon", "--test", "sign", "--test", "bayes"]);
    let expected = [
        [
            0.16845238095238096,
            0.01488095238095238,
            0.3148958333333333,
            0.06179382061793821,
            0.030484757621189407,
            2.1160735377157125,
            0.05420628488944084,
            -0.003526162056526949,
            0.3404309239612889,
            0.07421875,
            0.0390625,
            0.9825,
            0.5655444416679187,
            0.22302329858610417,
        ],
        [
            -0.12261904761904763,
            -0.22264880952380952,
            -0.0452380952380952,
            0.013798620137986202,
            0.010994502748625687,
            -2.609026333664098,
            0.021632222507567564,
            -0.22415207691181138,
            -0.02108601832628386,
            0.015625,
            0.015625,
            0.0,
            -0.6972916181172862,
            0.13166893213613756,
        ],
    ];
    for (c, expected) in document["comparisons"]
        .as_array()
        .expect("rows")
        .iter()
        .zip(expected)
    {
        let found = [
            &c["difference"],
            &c["low"],
            &c["high"],
            &c["p"],
            &c["p_bootstrap"],
            &c["t_test"]["t"],
            &c["t_test"]["p_value"],
            &c["t_test"]["difference"]["low"],
            &c["t_test"]["difference"]["high"],
            &c["wilcoxon"]["p_value"],
            &c["sign_test"]["p_value"],
            &c["bayesian_bootstrap"]["p_greater"],
            &c["effect_size"],
            &c["minimal_detectable_difference"],
        ];
        found
            .iter()
            .zip(expected)
            .for_each(|(found, expected)| near(found, expected));
    }
}

#[test]
fn p_values_are_corrected_as_one_family_and_its_size_is_told() {
    // 0.0138 and 0.0618: Holm takes the smaller twice
    let p = [0.06179382061793821, 0.013798620137986202];
    let corrected = |correction: &str| {
        let document = compared(&["--correction", correction]);
        assert_eq!(document["family_size"], 2);
        [0, 1].map(|i| document["comparisons"][i]["p_corrected"].as_f64().expect("a p"))
    };
    for (correction, expected) in [
        ("none", p),
        ("holm", [p[0], 2.0 * p[1]]),
        ("bonferroni", [2.0 * p[0], 2.0 * p[1]]),
        ("bh", [p[0], 2.0 * p[1]]),
    ] {
        let found = corrected(correction);
        assert!(
            found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12),
            "{correction}: {found:?}"
        );
    }
    let (dir, _) = workspace();
    three_systems(dir.path());
    let text = fine(
        dir.path(),
        &[
            "compare", "q", "x.run", "y.run", "z.run", "-m", "RR@10", "-m", "R@10",
        ],
    );
    assert!(
        text.contains("Corrected by holm for a family of 4 comparisons: every row."),
        "{text}"
    );
}

#[test]
fn articles_are_units_beside_topics_where_they_are_known() {
    let document = compared(&["--topics", "topics.jsonl"]);
    assert_eq!(document["groups"]["column"], "article");
    assert_eq!(document["groups"]["n_groups"], 6);
    // whole groups drawn, by numpy; p over all 2^6 signs of groups
    let expected = [
        [0.07291666666666667, 0.2569444444444444, 0.0625],
        [-0.171875, -0.06527777777777778, 0.0625],
    ];
    for (c, expected) in document["comparisons"]
        .as_array()
        .expect("rows")
        .iter()
        .zip(expected)
    {
        let by_group = &c["by_group"];
        let found = [
            &by_group["difference"]["low"],
            &by_group["difference"]["high"],
            &by_group["p_value"],
        ];
        found
            .iter()
            .zip(expected)
            .for_each(|(found, expected)| near(found, expected));
        assert_eq!(
            (&by_group["exact"], &by_group["permutations"]),
            (&Value::Bool(true), &Value::from(64))
        );
    }
    // z is behind by its topics (corrected p 0.028), and six groups cannot say so
    assert_eq!(
        document["comparisons"][1]["verdict"],
        "unclear: topics and groups of them disagree"
    );
    let document = compared(&["--topics", "topics.jsonl", "--groups", "half"]);
    assert_eq!(document["groups"]["n_groups"], 2);
}

#[test]
fn other_intervals_equal_scipys() {
    let ends = |more: &[&str], i: usize| {
        let c = &compared(more)["comparisons"][i];
        [c["low"].clone(), c["high"].clone()]
    };
    // scipy.stats.bootstrap with method BCa; basic: twice the mean less the percentiles
    for (interval, i, expected) in [
        ("bca", 0, [0.01071428571428572, 0.3095238095238096]),
        ("bca", 1, [-0.24047619047619045, -0.054761904761904755]),
        (
            "basic",
            0,
            [
                2.0 * 0.16845238095238096 - 0.3148958333333333,
                2.0 * 0.16845238095238096 - 0.01488095238095238,
            ],
        ),
        ("student-t", 0, [-0.003526162056526949, 0.3404309239612889]),
    ] {
        let found = ends(&["--interval", interval], i);
        found
            .iter()
            .zip(expected)
            .for_each(|(found, expected)| near(found, expected));
    }
}

#[test]
fn all_pairs_have_the_p_of_numpys_shuffles() {
    let document = compared(&["--all-pairs"]);
    assert_eq!(
        (&document["family_size"], &document["test"]),
        (&Value::from(3), &Value::from("randomised-tukey-hsd"))
    );
    let pairs = document["pairs"].as_array().expect("pairs");
    for (pair, p) in pairs
        .iter()
        .zip([0.13788621137886212, 0.36706329367063295, 0.0012998700129987])
    {
        near(&pair["p_tukey"], p);
    }
    assert_eq!(pairs[2]["verdict"], "A ahead on this test set");
    assert_eq!(
        (&pairs[2]["a"]["run"], &pairs[2]["b"]["run"]),
        (&Value::from("y"), &Value::from("z"))
    );
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let (dir, _) = workspace();
    three_systems(dir.path());
    for rng in ["numpy", "numpy-spawned"] {
        for more in [&["--test", "bayes"][..], &["--all-pairs"]] {
            let on = |threads: &str| {
                let mut args = vec![
                    "compare",
                    "q",
                    "x.run",
                    "y.run",
                    "z.run",
                    "-m",
                    "RR@10",
                    "--topics",
                    "topics.jsonl",
                ];
                args.extend(["--rng", rng, "--threads", threads, "--format", "json"]);
                args.extend(more);
                fine(dir.path(), &args)
            };
            assert_eq!(on("1"), on("8"), "{rng}");
        }
    }
}

#[test]
fn near_ties_are_ties_when_that_is_asked_for() {
    let counts = |more: &[&str]| {
        let c = compared(more)["comparisons"][0].clone();
        [&c["win"], &c["tie"], &c["loss"]].map(|n| n.as_u64().expect("a count"))
    };
    assert_eq!(counts(&[]), [8, 5, 1]);
    // topics 7 (1/8) and 13 (1/4 − 1/6) are no wins then
    assert_eq!(counts(&["--tie-tolerance", "0.125"]), [6, 7, 1]);
}

#[test]
fn a_run_without_values_is_an_error_and_no_significant_loss() {
    let (dir, _) = workspace();
    three_systems(dir.path());
    write(
        dir.path(),
        "other.run",
        &run_of("other", &[0; 14]).replace("bad", "elsewhere"),
    );
    let (code, _, stderr) =
        outcome(sokutei(dir.path()).args(["compare", "q", "x.run", "other.run", "-m", "RR@10"]));
    assert_eq!(code, 2);
    assert!(
        stderr.contains(
            "error: other: no judged document is in the run, so it has no values that could be compared"
        ),
        "{stderr}"
    );
}

#[test]
fn what_cannot_be_computed_is_refused_by_name() {
    let (dir, _) = workspace();
    three_systems(dir.path());
    let refused = |more: &[&str]| {
        let mut args = vec!["compare", "q", "x.run", "y.run", "-m", "RR@10"];
        args.extend(more);
        let (code, _, stderr) = outcome(sokutei(dir.path()).args(&args));
        assert_eq!(code, 2, "{more:?}: {stderr}");
        stderr
    };
    assert!(refused(&["--interval", "wilson"]).contains("--interval wilson is for proportions"));
    assert!(refused(&["--level", "95"]).contains("it is a share; for 95 % say 0.95"));
    assert!(refused(&["--level", "0"]).contains("above 0 and at most 0.9999"));
    assert!(refused(&["--tie-tolerance", "-1"]).contains("0 or more"));
    assert!(refused(&["--groups", "article"]).contains("--topics"));
    assert!(refused(&["--all-pairs", "--correction", "bh"]).contains("cannot be used with"));
    let columns = refused(&["--topics", "topics.jsonl", "--groups", "artikel"]);
    assert!(
        columns.contains("no measured topic has a column \"artikel\"; there are article, half, qid"),
        "{columns}"
    );
}

#[test]
fn one_topic_is_compared_as_far_as_it_goes() {
    let (dir, _) = workspace();
    write(dir.path(), "q", "t0 0 good 1\n");
    write(dir.path(), "x.run", &run_of("x", &X[1..2]));
    write(dir.path(), "y.run", &run_of("y", &Y[1..2]));
    let args = [
        "compare", "q", "x.run", "y.run", "-m", "RR@10", "--format", "json",
    ];
    let document: Value = serde_json::from_str(&fine(dir.path(), &args)).expect("JSON");
    let c = &document["comparisons"][0];
    let undefined = [
        "t_test",
        "minimal_detectable_difference",
        "low",
        "high",
        "p_bootstrap",
    ];
    assert!(undefined.iter().all(|field| c[field].is_null()), "{c}");
    assert_eq!(
        (&c["p"], &c["verdict"]),
        (&Value::from(1.0), &Value::from("not distinguishable here"))
    );
    let text = fine(dir.path(), &args[..6]);
    assert!(text.contains("not defined"), "{text}");
}

#[test]
fn values_that_are_equal_on_paper_are_ties() {
    let (dir, _) = workspace();
    // AP of two relevant documents: at 2 and 4, (1/2 + 2/4) / 2, or at 4 and 2; and of four at 2, 4, 6, 8 in two documents' orders
    let qrels: String = (0..20)
        .map(|t| format!("t{t} 0 a 1\nt{t} 0 b 1\nt{t} 0 c 1\n"))
        .collect();
    write(dir.path(), "q", &qrels);
    // ranks of a, b, c: 1, 4, 6 gives (1 + 1/2 + 1/2) / 3 and 2, 3, 4 … ; both are 2/3 only in the first
    let ranked = |tag: &str, order: [&str; 6]| -> String {
        let of_topic = |t: usize| {
            let rows = order.iter().enumerate();
            rows.map(|(i, d)| format!("t{t} Q0 {d} {} {} {tag}\n", i + 1, 10 - i))
                .collect::<String>()
        };
        (0..20).map(of_topic).collect()
    };
    write(
        dir.path(),
        "x.run",
        &ranked("x", ["a", "n1", "n2", "b", "n3", "c"]),
    );
    write(
        dir.path(),
        "y.run",
        &ranked("y", ["c", "n1", "n2", "a", "n3", "b"]),
    );
    let args = [
        "compare", "q", "x.run", "y.run", "-m", "AP", "--test", "sign", "--test", "wilcoxon", "--format",
        "json",
    ];
    let document: Value = serde_json::from_str(&fine(dir.path(), &args)).expect("JSON");
    let c = &document["comparisons"][0];
    assert_eq!(
        (&c["win"], &c["tie"], &c["loss"]),
        (&Value::from(0), &Value::from(20), &Value::from(0))
    );
    assert_eq!(
        (&c["sign_test"]["p_value"], &c["wilcoxon"]["p_value"]),
        (&Value::from(1.0), &Value::from(1.0))
    );
    assert_eq!(c["verdict"], "not distinguishable here");
}

#[test]
fn all_pairs_need_groups_that_say_so_too() {
    let document = compared(&["--all-pairs", "--topics", "topics.jsonl", "--groups", "half"]);
    // two groups can be shuffled in few ways: y and z are ahead of each other by topics only
    let pair = &document["pairs"][2];
    assert!(pair["p_tukey"].as_f64().expect("a p") < 0.01);
    assert!(pair["by_group"]["p_tukey"].as_f64().expect("a p") > 0.02);
    assert_eq!(pair["verdict"], "unclear: intervals and p disagree");
}

#[test]
fn a_family_that_is_too_large_for_its_permutations_is_told() {
    let (dir, _) = workspace();
    three_systems(dir.path());
    let args = [
        "compare",
        "q",
        "x.run",
        "y.run",
        "z.run",
        "-m",
        "RR@10",
        "--permutations",
        "30",
    ];
    let (code, _, stderr) = outcome(sokutei(dir.path()).args(args));
    assert_eq!(code, 0);
    // 2 / 31 is above 0.05
    assert!(
        stderr.contains("corrected for 2, p cannot fall to 0.05"),
        "{stderr}"
    );
    let enough = ["compare", "q", "x.run", "y.run", "z.run", "-m", "RR@10"];
    let (_, _, stderr) = outcome(sokutei(dir.path()).args(enough));
    assert!(!stderr.contains("cannot fall"), "{stderr}");
}

#[test]
fn one_file_twice_is_two_runs() {
    let (dir, _) = workspace();
    three_systems(dir.path());
    let args = [
        "compare", "q", "x.run", "x.run", "-m", "RR@10", "--format", "json",
    ];
    let document: Value = serde_json::from_str(&fine(dir.path(), &args)).expect("JSON");
    let c = &document["comparisons"][0];
    assert_eq!(
        (&c["baseline"]["run"], &c["candidate"]["run"]),
        (&Value::from("x.run"), &Value::from("x.run (2)"))
    );
}

#[test]
fn more_replicates_are_asked_for_where_an_interval_needs_them() {
    let (dir, _) = workspace();
    three_systems(dir.path());
    let args = [
        "compare", "q", "x.run", "y.run", "-m", "RR@10", "--level", "0.9999",
    ];
    let (_, _, stderr) = outcome(sokutei(dir.path()).args(args));
    assert!(
        stderr.contains("2000 replicates are too few for an interval at 99.99 %: less than one lies beyond each end; take at least 20000"),
        "{stderr}"
    );
}
