//! `sokutei select`: which system, and what its value is worth.

mod pages;

use std::fs;
use std::path::Path;

use pages::{fine, outcome, sokutei, workspace};
use serde_json::Value;

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("written");
}

/// A run that has the one relevant document of each topic at these ranks; at rank 0 it has another one alone.
fn run(folder: &Path, tag: &str, ranks: &[usize]) {
    let line = |t: usize, docid: &str, r: usize| format!("t{t} Q0 {docid} {r} {} {tag}\n", 100 - r);
    let topic = |(t, &rank): (usize, &usize)| -> String {
        if rank == 0 {
            return line(t, "x", 1);
        }
        let others: String = (1..rank).map(|r| line(t, &format!("x{r}"), r)).collect();
        others + &line(t, "hit", rank)
    };
    write(
        folder,
        &format!("{tag}.run"),
        &ranks.iter().enumerate().map(topic).collect::<String>(),
    );
}

/// Reciprocal ranks: a has 1/2 everywhere, b 1, 1, 0, 0, 1, 1/4.
fn two_systems(folder: &Path) {
    write(
        folder,
        "q",
        &(0..6).map(|t| format!("t{t} 0 hit 1\n")).collect::<String>(),
    );
    run(folder, "a", &[2; 6]);
    run(folder, "b", &[1, 1, 0, 0, 1, 4]);
}

fn select(folder: &Path, flags: &[&str]) -> (i32, String, String) {
    let begin = ["select", "q", "a.run", "b.run", "-m", "RR"];
    outcome(sokutei(folder).args([&begin[..], flags].concat()))
}

fn document(folder: &Path, flags: &[&str]) -> Value {
    let (exit, stdout, stderr) = select(folder, &[flags, &["--format", "json"]].concat());
    assert_eq!(exit, 0, "{stderr}");
    serde_json::from_str(&stdout).expect("JSON")
}

#[track_caller]
fn near(value: &Value, expected: f64) {
    let found = value.as_f64().expect("a number");
    assert!((found - expected).abs() < 1e-12, "{found} and {expected}");
}

#[test]
fn the_best_of_the_test_topics_is_called_optimistic_everywhere() {
    let (dir, _) = workspace();
    two_systems(dir.path());
    let found = document(dir.path(), &[]);
    assert_eq!(
        (&found["optimistic"], &found["recommended"]),
        (&true.into(), &"--folds 5".into())
    );
    assert_eq!(
        (&found["kind"], &found["schema_version"]),
        (&"on-test-topics".into(), &1.into())
    );
    let rr = &found["selections"][0];
    assert_eq!((&rr["chosen"], &rr["optimism"]), (&"b".into(), &Value::Null));
    near(&rr["mean"], 3.25 / 6.0);
    // numpy 2.4.6: default_rng(0).integers(0, 6, (2000, 6)); means of both systems on these; equal ones go to the first
    near(&rr["low"], 1.0 / 6.0);
    near(&rr["high"], 0.875);
    near(&rr["systems"][1]["best_in_resamples"], 0.565);
    near(&rr["systems"][0]["best_in_resamples"], 0.435);
    near(&rr["bootstrap_optimism"], 0.075_125);
    let first = "optimistic: chosen and measured on the same 6 topics; --folds 5 measures the choice on topics that it was not made on";
    for (format, line) in [
        ("text", first.to_owned()),
        ("latex", format!("% {first}")),
        ("markdown", first.to_owned()),
    ] {
        let (_, stdout, stderr) = select(dir.path(), &["--format", format]);
        assert_eq!(stdout.lines().next(), Some(&line[..]));
        assert!(
            stderr.contains("warning: whoever takes the best of these 2 systems by RR"),
            "{stderr}"
        );
    }
    let csv = fine(
        dir.path(),
        &["select", "q", "a.run", "b.run", "-m", "RR", "--format", "csv"],
    );
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[1], "RR,a,false,0.5,0.435,,,,,,,on-test-topics,true");
    assert!(
        lines[2].starts_with("RR,b,true,0.5416666666666666,0.565,,0.5416666666666666,") && lines.len() == 3,
        "{csv}"
    );
}

#[test]
fn a_split_measures_on_the_topics_that_were_kept_back() {
    let (dir, _) = workspace();
    two_systems(dir.path());
    write(dir.path(), "dev", "\u{feff}t0\r\n\nt1\r\n");
    let found = document(dir.path(), &["--dev", "dev"]);
    let rr = &found["selections"][0];
    assert_eq!(
        (&found["optimistic"], &found["kind"], &found["recommended"]),
        (&false.into(), &"split".into(), &Value::Null)
    );
    assert_eq!(
        (&found["topics"]["dev"], &found["topics"]["test"]),
        (&2.into(), &4.into())
    );
    assert_eq!(rr["chosen"], "b");
    near(&rr["mean_where_chosen"], 1.0);
    near(&rr["mean"], 1.25 / 4.0);
    near(&rr["optimism"], 1.0 - 1.25 / 4.0);
    let (_, text, stderr) = select(dir.path(), &["--dev", "dev"]);
    assert_eq!(
        text.lines().next(),
        Some("chosen on 2 topics, measured on the other 4")
    );
    assert!(!stderr.contains("whoever"), "{stderr}");
    // numpy 2.4.6: default_rng(0).permutation(6) begins with 3, 2: a is the best there, and is 1/2 elsewhere as well
    let found = document(dir.path(), &["--dev-share", "0.3"]);
    let rr = &found["selections"][0];
    assert_eq!((&rr["chosen"], &found["topics"]["dev"]), (&"a".into(), &2.into()));
    near(&rr["systems"][1]["mean"], 0.0);
    near(&rr["optimism"], 0.0);
}

#[test]
fn a_single_topic_that_is_left_has_no_interval() {
    let (dir, _) = workspace();
    two_systems(dir.path());
    write(dir.path(), "dev", "t0\nt1\nt2\nt3\nt4\n");
    let found = document(dir.path(), &["--dev", "dev"]);
    let rr = &found["selections"][0];
    near(&rr["mean"], 0.25);
    assert_eq!(
        (&rr["low"], &rr["high"], &rr["n"]),
        (&Value::Null, &Value::Null, &1.into())
    );
    assert!(select(dir.path(), &["--dev", "dev"]).1.contains("not defined"));
    let (exit, _, stderr) = select(dir.path(), &["--dev", "dev", "--interval", "student-t"]);
    assert!(exit == 2 && stderr.contains("t interval: n is 1"), "{stderr}");
    let (_, _, stderr) = select(dir.path(), &["--replicates", "10"]);
    assert!(
        stderr.contains("10 replicates are too few for an interval at 95 %"),
        "{stderr}"
    );
}

#[test]
fn folds_measure_what_the_others_chose() {
    let (dir, _) = workspace();
    two_systems(dir.path());
    let found = document(dir.path(), &["--folds", "3"]);
    // numpy 2.4.6: default_rng(0).permutation(6) is 3, 2, 5, 4, 0, 1: folds {3, 4}, {2, 0}, {5, 1}. By hand: without the first
    // a 0.5, b 0.5625: b; without the second b (0.5625); without the third a and b are equal: a. Values 1, 0.5, 0, 0, 1, 0.5
    let rr = &found["selections"][0];
    assert_eq!(
        (&found["kind"], &rr["chosen"]),
        (&"nested-cross-validation".into(), &"b".into())
    );
    assert_eq!(found["topics"]["folds"], serde_json::json!([2, 2, 2]));
    near(&rr["mean"], 0.5);
    near(&rr["optimism"], 3.25 / 6.0 - 0.5);
    let by_folds: Vec<&Value> = rr["systems"]
        .as_array()
        .expect("systems")
        .iter()
        .map(|s| &s["chosen_by_folds"])
        .collect();
    assert_eq!(by_folds, [1, 2]);
    near(&rr["low"], 1.0 / 6.0);
    near(&rr["high"], 5.0 / 6.0);
    let text = fine(
        dir.path(),
        &["select", "q", "a.run", "b.run", "-m", "RR", "--folds", "3"],
    );
    assert!(
        text.starts_with("chosen on all 6 topics; measured in 3 folds, each by the best of the others\n"),
        "{text}"
    );
    assert!(text.contains("2 of 3") && text.contains("+0.0417"), "{text}");
}

#[test]
fn groups_stay_together() {
    let (dir, _) = workspace();
    two_systems(dir.path());
    write(
        dir.path(),
        "t.csv",
        "qid,article\nt0,x\nt1,x\nt2,y\nt3,y\nt4,z\nt5,z\n",
    );
    let found = document(dir.path(), &["--folds", "3", "--topics", "t.csv"]);
    assert_eq!(
        (&found["groups"]["n_groups"], &found["topics"]["split_groups"]),
        (&3.into(), &0.into())
    );
    assert_eq!(
        (&found["selections"][0]["n"], &found["selections"][0]["interval"]),
        (&3.into(), &"cluster-percentile".into())
    );
    // without x: a; without y: b; without z: a and b equal, a
    near(
        &found["selections"][0]["mean"],
        (0.5 + 0.5 + 0.0 + 0.0 + 0.5 + 0.5) / 6.0,
    );
    write(dir.path(), "dev", "t0\nt2\nt3\n");
    let (exit, _, stderr) = select(dir.path(), &["--dev", "dev", "--topics", "t.csv"]);
    assert!(
        exit == 0 && stderr.contains("groups with topics on both sides: 1"),
        "{stderr}"
    );
}

#[test]
fn equal_systems_and_measures_that_disagree_are_told() {
    let (dir, _) = workspace();
    two_systems(dir.path());
    let (_, text, stderr) =
        outcome(sokutei(dir.path()).args(["select", "q", "a.run", "./a.run", "-m", "RR"]));
    assert!(
        stderr.contains("RR: a.run is no better than ./a.run; it is taken because it was named first"),
        "{stderr}"
    );
    assert!(text.contains("100.0 %"), "{text}");
    let (_, _, stderr) = select(dir.path(), &["-m", "Success@2", "--folds", "2"]);
    assert!(
        stderr.contains("which system is best depends on the measure: b by RR, a by Success@2"),
        "{stderr}"
    );
}

#[test]
fn what_is_asked_wrongly_is_refused() {
    let (dir, _) = workspace();
    two_systems(dir.path());
    write(dir.path(), "strangers", "t0\nt77\nt78\n");
    write(dir.path(), "twice", "t0\nt1\nt0\n");
    write(dir.path(), "all", "t0\nt1\nt2\nt3\nt4\nt5\n");
    write(dir.path(), "none", "\n");
    write(dir.path(), "t.csv", "qid,article\nt0,x\n");
    write(dir.path(), "c.run", "t0 Q0 stranger 1 1 c\n");
    for (flags, words) in [
        (
            &["--dev", "strangers"][..],
            "strangers: not among the 6 topics that are measured: 2 topics of 3; the first is \"t77\"",
        ),
        (
            &["--dev", "twice"],
            "twice: topic \"t0\" is there twice; keep one",
        ),
        (&["--dev", "all"], "all: holds all 6 topics that are measured"),
        (&["--dev", "none"], "none: no topics; write one id on each line"),
        (&["--dev", "nowhere"], "nowhere: no such file"),
        (
            &["--dev", "-", "--topics", "-"],
            "standard input can be read once",
        ),
        (
            &["--folds", "7"],
            "selection: number of folds is 7; it must be at most 6",
        ),
        (&["--folds", "1"], "1 is not in 2"),
        (&["--folds", "2", "--dev-share", "0.5"], "cannot be used with"),
        (&["--dev-share", "1"], "it must be above 0 and below 1"),
        (&["--interval", "wilson"], "--interval wilson is for proportions"),
        (
            &["--interval", "student-t", "--topics", "t.csv"],
            "--interval student-t is for single topics",
        ),
        (&["-m", "NumRel"], "NumRel: select works on means of topics"),
        (
            &["-m", "RBPResidual"],
            "a larger residual is not better, so select has no use for it",
        ),
    ] {
        let (exit, stdout, stderr) = select(dir.path(), flags);
        assert!(
            exit == 2 && stdout.is_empty() && stderr.contains(words),
            "{flags:?}: {stderr}"
        );
    }
    let one = ["select", "q", "a.run", "-m", "RR"];
    assert_eq!(outcome(sokutei(dir.path()).args(one)).0, 2);
    let stranger = ["select", "q", "a.run", "c.run", "-m", "RR"];
    let (exit, _, stderr) = outcome(sokutei(dir.path()).args(stranger));
    assert!(
        exit == 2 && stderr.contains("c: no judged document is in the run"),
        "{stderr}"
    );
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let (dir, _) = workspace();
    write(
        dir.path(),
        "q",
        &(0..150).map(|t| format!("t{t} 0 hit 1\n")).collect::<String>(),
    );
    for (tag, factor) in [("a", 1), ("b", 3)] {
        run(
            dir.path(),
            tag,
            &(0..150).map(|t| 1 + t * factor % 5).collect::<Vec<usize>>(),
        );
    }
    for rng in ["numpy", "numpy-spawned"] {
        let on = |threads: &str| {
            let flags = [
                "--folds",
                "5",
                "--rng",
                rng,
                "--threads",
                threads,
                "--interval",
                "bca",
            ];
            document(dir.path(), &flags).to_string()
        };
        assert_eq!(on("1"), on("8"));
    }
}
