//! `sokutei agree`: values of scipy, statsmodels, krippendorff, rbo and numpy, odd input, errors.
//!
//! Expected numbers: scipy 1.17.1 (`kendalltau`), statsmodels 0.15.0 (`cohens_kappa`, `fleiss_kappa`), krippendorff 0.9.0, rbo 0.1.3 (`rbo_ext`), and
//! numpy 2.4.6 for intervals: `default_rng(0)`, `integers(0, n, n)` 2,000 times, `percentile(…, [2.5, 97.5])`.

mod pages;

use std::fs;
use std::path::Path;

use pages::{fine, outcome, sokutei, workspace};
use serde_json::Value;

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("written");
}

fn json(folder: &Path, flags: &[&str]) -> Value {
    let out = fine(folder, &[flags, &["--format", "json", "-q"]].concat());
    serde_json::from_str(&out).expect("JSON")
}

#[track_caller]
fn near(found: &Value, expected: f64) {
    let found = found.as_f64().unwrap_or_else(|| panic!("no number: {found}"));
    assert!((found - expected).abs() < 1e-12, "{found} and {expected}");
}

#[track_caller]
fn refused(folder: &Path, flags: &[&str], words: &str) {
    let (exit, out, err) = outcome(sokutei(folder).args(flags));
    assert!(
        exit == 2 && out.is_empty() && err.contains(words),
        "{exit}: {err}"
    );
}

/// A ranking for each topic, best first, as a run.
fn run(tag: &str, topics: &[(&str, &str)]) -> String {
    let rows = |(topic, ids): &(&str, &str)| -> String {
        let row = |(i, id): (usize, &str)| format!("{topic} Q0 {id} {} {} {tag}\n", i + 1, 100 - i);
        ids.split(' ').enumerate().map(row).collect()
    };
    topics.iter().map(rows).collect()
}

/// Two runs with four topics in common; 5 is in x alone, 6 in y alone.
fn two_runs(folder: &Path) {
    let x = [
        ("1", "a b c d"),
        ("2", "a b"),
        ("3", "a"),
        ("4", "z y x w v"),
        ("5", "a"),
    ];
    let y = [
        ("1", "b a c e f"),
        ("2", "b a"),
        ("3", "q"),
        ("4", "v w x y z"),
        ("6", "a"),
    ];
    write(folder, "x.run", &run("x", &x));
    write(folder, "y.run", &run("y", &y));
}

/// Two assessors with six pairs in common, of three topics.
fn two_assessors(folder: &Path) {
    write(
        folder,
        "a.qrels",
        "q1 0 d1 2\nq1 0 d2 1\nq1 0 d3 0\nq2 0 d1 0\nq2 0 d4 1\nq3 0 d5 2\nq3 0 d6 0\n",
    );
    write(
        folder,
        "b.qrels",
        "q1 0 d1 2\nq1 0 d2 0\nq1 0 d3 0\nq2 0 d1 0\nq2 0 d4 2\nq3 0 d5 2\nq4 0 d9 0\n",
    );
}

#[test]
fn runs_are_compared_over_the_topics_that_both_answer() {
    let (dir, _) = workspace();
    two_runs(dir.path());
    let found = json(dir.path(), &["agree", "runs", "x.run", "y.run"]);
    let pair = &found["pairs"][0];
    assert_eq!(
        (found["schema_version"].as_u64(), pair["n"].as_u64()),
        (Some(1), Some(4))
    );
    assert_eq!(
        (&pair["only_first"][0], &pair["only_second"][0]),
        (&Value::from("5"), &Value::from("6"))
    );
    for (name, mean, low, high, n) in [
        ("rbo_ext", 0.588_881_25, 0.184_443_75, 0.854_437_5, 4),
        ("overlap", 0.65, 0.25, 1.0, 4),
        ("tau_b", -5.0 / 9.0, -1.0, 1.0 / 3.0, 3),
    ] {
        near(&pair[name]["mean"], mean);
        near(&pair[name]["low"], low);
        near(&pair[name]["high"], high);
        assert_eq!(pair[name]["n"].as_u64(), Some(n), "{name}");
    }
    assert_eq!(pair["topics"][2]["tau_b_not_defined"], "too few items");
    let (_, out, err) = outcome(sokutei(dir.path()).args(["agree", "runs", "x.run", "y.run"]));
    assert!(
        err.contains("warning: x: 1 topic that y lacks and left out of their agreement; the first is 5"),
        "{err}"
    );
    assert!(
        err.contains("warning: y: 1 topic that x lacks and left out of their agreement; the first is 6"),
        "{err}"
    );
    assert!(
        out.contains("x and y: 1 topic without tau-b, having fewer than two common documents"),
        "{out}"
    );
}

#[test]
fn depth_p_and_ties_are_what_they_say() {
    let (dir, _) = workspace();
    two_runs(dir.path());
    let found = json(
        dir.path(),
        &["agree", "runs", "x.run", "y.run", "--depth", "1", "--p", "0.5"],
    );
    // depth 1: nothing in common anywhere
    near(&found["pairs"][0]["rbo_ext"]["mean"], 0.0);
    near(&found["pairs"][0]["overlap"]["mean"], 0.0);
    near(&found["pairs"][0]["rbo_max"], 0.5); // from depth 2 on all may agree
    assert_eq!(found["pairs"][0]["tau_b"], Value::Null);
    write(dir.path(), "s.run", "1 Q0 a 1 1.0 s\n1 Q0 b 2 1.0 s\n");
    write(dir.path(), "t.run", "1 Q0 b 1 2.0 t\n1 Q0 a 2 1.0 t\n");
    let at = |rule| {
        json(
            dir.path(),
            &["agree", "runs", "s.run", "t.run", "--depth", "1", "--ties", rule],
        )["pairs"][0]["overlap"]["mean"]
            .clone()
    };
    near(&at("trec"), 1.0); // docids descending: b first
    near(&at("rank-column"), 0.0);
}

#[test]
fn three_runs_make_three_pairs_and_a_run_agrees_with_itself() {
    let (dir, _) = workspace();
    two_runs(dir.path());
    let csv = fine(
        dir.path(),
        &[
            "agree", "runs", "x.run", "y.run", "x.run", "--format", "csv", "-q",
        ],
    );
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "first,second,coefficient,mean,low,high,least,most,n");
    assert_eq!(lines.len(), 10);
    // equal tags: the files name them; x with x
    let same = lines[4]
        .strip_prefix("x.run,x.run (2),RBO_ext (p 0.9),")
        .expect(lines[4]);
    let mean: f64 = same
        .split(',')
        .next()
        .and_then(|x| x.parse().ok())
        .expect("a number");
    assert!((mean - 1.0).abs() < 1e-12);
    assert!(lines[6].starts_with("x.run,x.run (2),tau-b,"), "{}", lines[6]);
}

#[test]
fn runs_that_share_no_topic_are_refused() {
    let (dir, _) = workspace();
    write(dir.path(), "x.run", &run("x", &[("1", "a")]));
    write(dir.path(), "y.run", &run("y", &[("q1", "a")]));
    let flags = ["agree", "runs", "x.run", "y.run"];
    refused(
        dir.path(),
        &flags,
        "run x and run y cover different topics: \"1\" only in run x, \"q1\" only in run y",
    );
    refused(dir.path(), &["agree", "runs", "x.run"], "2 values required");
    refused(
        dir.path(),
        &["agree", "runs", "x.run", "y.run", "--p", "1"],
        "above 0 and below 1, such as 0.9",
    );
    refused(
        dir.path(),
        &["agree", "runs", "-", "-"],
        "standard input can be read once",
    );
    refused(
        dir.path(),
        &["agree", "runs", "x.run", "y.run", "--depth", "0"],
        "depth 0 keeps no hit",
    );
}

#[test]
fn assessors_have_the_values_of_other_programs() {
    let (dir, _) = workspace();
    two_assessors(dir.path());
    let found = json(dir.path(), &["agree", "assessors", "a.qrels", "b.qrels"]);
    let rows = found["coefficients"].as_array().expect("rows");
    let expected = [
        ("Cohen's kappa", 0.5),
        ("weighted kappa (linear, grades)", 2.0 / 3.0),
        ("weighted kappa (quadratic, grades)", 0.8),
        ("Fleiss' kappa", 0.466_666_666_666_666_6),
        ("Krippendorff's alpha (nominal)", 0.511_111_111_111_111_1),
        ("Krippendorff's alpha (ordinal)", 0.816_666_666_666_666_7),
    ];
    assert_eq!(rows.len(), expected.len());
    for (row, (name, value)) in rows.iter().zip(expected) {
        assert_eq!(
            (
                row["coefficient"].as_str(),
                row["pairs"].as_u64(),
                row["topics"].as_u64()
            ),
            (Some(name), Some(6), Some(3))
        );
        near(&row["over_pairs"]["value"], value);
    }
    near(&rows[0]["over_pairs"]["low"], 0.0);
    near(&rows[0]["over_pairs"]["high"], 1.0);
    assert_eq!(rows[0]["over_pairs"]["undefined_resamples"].as_u64(), Some(4));
    near(&rows[0]["over_topics"]["low"], 1.0 / 3.0);
    near(&rows[0]["over_topics"]["high"], 0.642_857_142_857_142_9);
    assert_eq!(rows[0]["over_topics"]["undefined_resamples"].as_u64(), Some(63));
    near(&rows[0]["asymptotic"]["standard_error"], 0.216_506_350_946_109_73);
    near(&rows[2]["asymptotic"]["low"], 0.528_419_423_821_719_5);
    assert_eq!(
        found["cross_table"]["counts"].to_string(),
        "[[2,0,0],[1,0,1],[0,0,2]]"
    );
    assert_eq!(found["pairs_judged_by"].to_string(), "[2,6]");
    assert_eq!(found["assessors"][1]["shared"].as_u64(), Some(6));
}

#[test]
fn an_assessor_with_nothing_in_common_is_told_and_one_alone_refused() {
    let (dir, _) = workspace();
    two_assessors(dir.path());
    write(dir.path(), "c.qrels", "Q1 0 d1 2\n");
    let text = fine(
        dir.path(),
        &["agree", "assessors", "a.qrels", "b.qrels", "c.qrels"],
    );
    let fleiss = text.lines().find(|line| line.contains("Fleiss")).expect("a row");
    assert!(fleiss.contains("no common pair"), "{text}");
    assert!(
        text.contains("Pairs: 3 judged by one, 6 judged by 2, 0 judged by all 3."),
        "{text}"
    );
    assert!(!text.contains("Grades of"), "a cross-tabulation is of two");
    refused(
        dir.path(),
        &["agree", "assessors", "a.qrels", "c.qrels"],
        "no pair of topic and document was judged by two assessors: a.qrels begins with `q1 d1`, c.qrels begins with `Q1 d1`",
    );
}

#[test]
fn one_grade_for_everything_has_no_coefficient() {
    let (dir, _) = workspace();
    write(dir.path(), "a.qrels", "1 0 a 1\n2 0 b 1\n");
    let text = fine(dir.path(), &["agree", "assessors", "a.qrels", "a.qrels"]);
    assert!(
        text.contains("Krippendorff's alpha (nominal) of all is not defined: all ratings are equal."),
        "{text}"
    );
    assert!(text.contains("2000 · 2000") && !text.contains("NaN"), "{text}");
    let found = json(dir.path(), &["agree", "assessors", "a.qrels", "a.qrels"]);
    let over = &found["coefficients"][0]["over_pairs"];
    assert_eq!((&over["value"], &over["low"]), (&Value::Null, &Value::Null));
    assert_eq!(over["not_defined"], "all ratings are equal");
}

#[test]
fn decimal_grades_and_positions_are_asked_for() {
    let (dir, _) = workspace();
    write(dir.path(), "a.qrels", "1 0 a 0\n1 0 b 0.5\n1 0 c 3\n1 0 d 0\n");
    write(dir.path(), "b.qrels", "1 0 a 0\n1 0 b 0\n1 0 c 3\n1 0 d 3\n");
    let files = ["agree", "assessors", "a.qrels", "b.qrels"];
    refused(dir.path(), &files, "--decimal-grades takes them as they are");
    let linear = |more: &[&str]| {
        let found = json(dir.path(), &[&files[..], &["--decimal-grades"], more].concat());
        found["coefficients"][1]["over_pairs"]["value"].clone()
    };
    // rows 0 .5 3 (2, 1, 1), columns 0 3 (2, 2): 1 − n·Σd·o/Σd·r·c; grades: d·o = .5 + 3, d·r·c = 2·2·3 + 1·2·.5 + 1·2·2.5 + 1·2·3
    near(&linear(&[]), 1.0 - 4.0 * 3.5 / 24.0);
    // positions: 1 + 2 against 2·2·2 + 1·2·1 + 1·2·1 + 1·2·2
    near(&linear(&["--distances", "positions"]), 1.0 - 4.0 * 3.0 / 16.0);
}

/// Four systems on two topics; b is best at the top of topic 1.
fn systems(folder: &Path) {
    write(folder, "q", "1 0 r 1\n1 0 s 1\n2 0 r 1\n");
    write(folder, "a.run", &run("a", &[("1", "r s"), ("2", "r")]));
    write(folder, "b.run", &run("b", &[("1", "r x"), ("2", "x r")]));
    write(folder, "c.run", &run("c", &[("1", "x r s"), ("2", "x x2 r")]));
    write(folder, "d.run", &run("d", &[("1", "x"), ("2", "x")]));
}

#[test]
fn orders_of_systems_by_two_measures() {
    let (dir, _) = workspace();
    systems(dir.path());
    let runs = ["agree", "systems", "q", "a.run", "b.run", "c.run", "d.run"];
    // RR: 1, .75, .4167, 0; R: 1, .75, 1, 0. a b c d against a = c, b, d: ab ad bd cd agree, bc not, ac tied in R
    let found = json(dir.path(), &[&runs[..], &["-m", "RR", "-m", "R@10"]].concat());
    let c = &found["comparisons"][0];
    near(&c["tau_b"]["value"], 3.0 / 30f64.sqrt());
    // estimate R, ties a: at place 3 b has a above it, one of two; at 4 d has all three; a and c in both orders: half of 1/1
    near(
        &c["tau_ap_first_is_reference"]["value"],
        2.0 / 3.0 * (0.5 + 0.5 + 1.0) - 1.0,
    );
    assert_eq!(c["tau_ap_second_is_reference"]["value"], Value::Null);
    assert!(
        c["tau_ap_second_is_reference"]["not_defined"]
            .as_str()
            .is_some_and(|why| why.starts_with("equal values"))
    );
    assert_eq!(
        (c["n_systems"].as_u64(), c["n_topics"].as_u64()),
        (Some(4), Some(2))
    );
    let places = |order: usize| {
        found["orders"][order]["systems"]
            .as_array()
            .unwrap()
            .iter()
            .map(|s| s["place"].as_u64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!((places(0), places(1)), (vec![1, 2, 3, 4], vec![1, 3, 1, 4]));
    let b = json(
        dir.path(),
        &[&runs[..], &["-m", "RR", "-m", "R@10", "--ap-ties", "b"]].concat(),
    );
    let b = &b["comparisons"][0];
    // R as the estimate: b 1/2, d 3/3, over two items; RR as the estimate: b after a 1/1, c tied with a and after b in R 0/2, d 3/3
    let (of_r, of_rr) = (2.0 / 2.0 * 1.5 - 1.0, 2.0 / 3.0 * 2.0 - 1.0);
    near(
        &b["tau_ap_first_is_reference"]["value"],
        f64::midpoint(of_r, of_rr),
    );
    assert_eq!(
        b["tau_ap_first_is_reference"]["value"],
        b["tau_ap_second_is_reference"]["value"]
    );
    let text = fine(
        dir.path(),
        &[&runs[..], &["-m", "RR", "-m", "R@10", "-q"]].concat(),
    );
    assert!(
        text.contains("4 systems: without ties tau-b can only be one of 7 values."),
        "{text}"
    );
}

#[test]
fn orders_of_systems_under_two_qrels_are_over_common_topics() {
    let (dir, _) = workspace();
    systems(dir.path());
    write(dir.path(), "other", "1 0 x 1\n3 0 r 1\n");
    let flags = [
        "agree",
        "systems",
        "q",
        "a.run",
        "b.run",
        "c.run",
        "d.run",
        "-m",
        "RR",
        "--other-qrels",
        "other",
    ];
    let (exit, out, err) = outcome(sokutei(dir.path()).args(flags));
    assert!(
        exit == 0
            && err.contains("q: 1 topic that the other qrels do not judge and left out; the first is 2"),
        "{err}"
    );
    assert!(
        err.contains("other: 1 topic that the first qrels do not judge and left out; the first is 3"),
        "{err}"
    );
    assert!(
        out.contains("RR (q)") && out.contains("RR (other)") && out.contains("4 systems, 1 topic"),
        "{out}"
    );
    // topic 1: 1, 1, .5, 0 against 0, .5, 1, 1: ab tied in the first, cd in the second, ac ad bc bd the other way
    let found = json(dir.path(), &flags);
    near(&found["comparisons"][0]["tau_b"]["value"], -4.0 / 5.0);
    write(dir.path(), "none", "9 0 r 1\n");
    let mut strange = flags;
    strange[10] = "none";
    refused(dir.path(), &strange, "no topic of the run is judged");
}

#[test]
fn equal_systems_have_no_order() {
    let (dir, _) = workspace();
    systems(dir.path());
    let flags = [
        "agree", "systems", "q", "d.run", "d.run", "-m", "RR", "-m", "AP", "-q",
    ];
    let (exit, out, _) = outcome(sokutei(dir.path()).args(flags));
    assert!(
        exit == 0 && out.contains("RR and AP: tau-b is not defined: all values of one side are equal."),
        "{out}"
    );
    assert!(
        out.contains("tau_ap (first is reference) is not defined: equal values"),
        "{out}"
    );
}

#[test]
fn what_makes_no_two_orders_is_refused() {
    let (dir, _) = workspace();
    systems(dir.path());
    let flags = |more: &[&'static str]| [&["agree", "systems", "q", "a.run", "b.run"][..], more].concat();
    refused(
        dir.path(),
        &flags(&["-m", "RR"]),
        "one measure makes one order; add a second -m, or --other-qrels",
    );
    refused(
        dir.path(),
        &flags(&["-m", "RR", "-m", "NumRet"]),
        "NumRet: agree systems works on means of topics",
    );
    refused(
        dir.path(),
        &["agree", "systems", "q", "a.run", "-m", "RR", "-m", "AP"],
        "2 values required",
    );
    refused(
        dir.path(),
        &[
            "agree",
            "systems",
            "q",
            "a.run",
            "-",
            "-m",
            "RR",
            "--other-qrels",
            "q",
        ],
        "with --other-qrels runs are read twice",
    );
    refused(
        dir.path(),
        &["agree", "systems", "q", "-", "-", "-m", "RR", "-m", "AP"],
        "standard input can be read once",
    );
}

#[test]
fn the_same_bytes_on_one_and_eight_threads() {
    let (dir, _) = workspace();
    systems(dir.path());
    two_assessors(dir.path());
    for flags in [
        &["agree", "runs", "a.run", "b.run", "c.run"][..],
        &[
            "agree", "systems", "q", "a.run", "b.run", "c.run", "d.run", "-m", "RR", "-m", "AP",
        ],
        &["agree", "assessors", "a.qrels", "b.qrels"],
    ] {
        for format in ["text", "json", "csv", "markdown", "latex"] {
            let on = |threads| {
                fine(
                    dir.path(),
                    &[flags, &["--format", format, "--threads", threads, "--seed", "5"]].concat(),
                )
            };
            let one = on("1");
            assert!(one == on("8") && !one.contains("NaN"), "{flags:?} {format}");
        }
    }
}

#[test]
fn names_of_files_are_no_markup() {
    let (dir, _) = workspace();
    write(dir.path(), "a|b.qrels", "1 0 a 1\n1 0 b 0\n");
    let flags = [
        "agree",
        "assessors",
        "a|b.qrels",
        "a|b.qrels",
        "--format",
        "markdown",
    ];
    let out = fine(dir.path(), &flags);
    assert!(out.contains("a\\|b.qrels") && !out.contains("a|b.qrels"), "{out}");
}
