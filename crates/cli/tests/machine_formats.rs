//! What programs read: one table in CSV, intervals in columns of their own, flags that mean the same everywhere.

mod pages;

use std::fs;
use std::path::Path;

use pages::{fine, outcome, sokutei, workspace};

/// Three topics; A finds the document at ranks 2, 1, 1, B at 1, 1, 1.
fn three_topics(folder: &Path) {
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("written");
    write("q", "q1 0 a 1\nq2 0 b 1\nq3 0 c 1\n");
    write(
        "a.run",
        "q1 Q0 x 1 2 A\nq1 Q0 a 2 1 A\nq2 Q0 b 1 1 A\nq3 Q0 c 1 1 A\n",
    );
    write("b.run", "q1 Q0 a 1 1 B\nq2 Q0 b 1 1 B\nq3 Q0 c 1 1 B\n");
}

fn rows(csv: &str) -> Vec<Vec<&str>> {
    csv.lines().map(|line| line.split(',').collect()).collect()
}

#[test]
fn measure_gives_one_table_with_and_without_topics() {
    let (dir, _) = workspace();
    three_topics(dir.path());
    let flags = [
        "measure", "q", "a.run", "b.run", "-m", "RR", "-m", "P@1", "--format", "csv",
    ];
    let means = fine(dir.path(), &flags);
    let means = rows(&means);
    assert_eq!(means[0], ["measure", "run", "topic", "value", "low", "high"]);
    let named: Vec<_> = means[1..].iter().map(|row| [row[0], row[1], row[2]]).collect();
    assert_eq!(
        named,
        [
            ["RR", "A", ""],
            ["P@1", "A", ""],
            ["RR", "B", ""],
            ["P@1", "B", ""]
        ]
    );
    let number = |text: &str| text.parse::<f64>().expect("a number");
    assert!(
        (number(means[1][3]) - 2.5 / 3.0).abs() < 1e-15,
        "(1/2 + 1 + 1) / 3"
    );
    // of three values 1/2, 1, 1 every mean of three draws is between 1/2 and 1
    assert!((0.5..=1.0).contains(&number(means[1][4])) && number(means[1][4]) < number(means[1][5]));
    // B is 1 everywhere: an interval of a constant has no width
    assert_eq!(means[3][3..], ["1.0", "1.0", "1.0"]);

    let all = fine(dir.path(), &[&flags[..], &["--per-topic"]].concat());
    let all = rows(&all);
    assert!(all.iter().all(|row| row.len() == 6), "one table: {all:?}");
    let topics: Vec<_> = all.iter().filter(|row| row[0] == "RR" && row[1] == "A").collect();
    assert_eq!(
        topics[1..]
            .iter()
            .map(|row| row[2..].to_vec())
            .collect::<Vec<_>>(),
        [
            ["q1", "0.5", "", ""],
            ["q2", "1.0", "", ""],
            ["q3", "1.0", "", ""]
        ]
    );
    let of_means: Vec<_> = all[1..].iter().filter(|row| row[2].is_empty()).collect();
    assert_eq!(of_means, means[1..].iter().collect::<Vec<_>>());
}

#[test]
fn compare_names_every_column_once_and_splits_the_interval() {
    let (dir, _) = workspace();
    three_topics(dir.path());
    let flags = ["compare", "q", "a.run", "b.run", "-m", "RR", "--format"];
    let csv = fine(dir.path(), &[&flags[..], &["csv"]].concat());
    let rows = rows(&csv);
    let header = &rows[0];
    let mut names = header.clone();
    names.sort_unstable();
    names.dedup();
    assert_eq!((rows.len(), names.len()), (2, header.len()), "{csv}");
    let cell = |name: &str| rows[1][header.iter().position(|h| *h == name).expect(name)];
    assert_eq!(
        ["measure", "baseline", "candidate", "n"].map(cell),
        ["RR", "A", "B", "3"]
    );
    assert_eq!(["win", "tie", "loss"].map(cell), ["1", "2", "0"]);
    // the same numbers as in JSON, digit by digit
    let json = fine(dir.path(), &[&flags[..], &["json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let row = &json["comparisons"][0];
    for name in [
        "difference",
        "low",
        "high",
        "p",
        "effect_size",
        "minimal_detectable_difference",
    ] {
        let written = cell(name).parse::<f64>().expect("a number");
        assert_eq!(
            written.to_bits(),
            row[name].as_f64().expect("a number").to_bits(),
            "{name}"
        );
    }
    for (name, of) in [("baseline_mean", "baseline"), ("candidate_mean", "candidate")] {
        let written = cell(name).parse::<f64>().expect("a number");
        assert_eq!(
            written.to_bits(),
            row[of]["mean"].as_f64().expect("a number").to_bits(),
            "{name}"
        );
    }
}

#[test]
fn what_values_cannot_give_is_empty_and_names_are_quoted() {
    let (dir, _) = workspace();
    let here = dir.path();
    fs::write(here.join("q"), "q,1 0 a 1\n").expect("written");
    fs::write(here.join("r"), "q,1 Q0 a 1 1 A,\"1\"\n").expect("written");
    fs::write(here.join("s"), "q,1 Q0 a 1 1 B\n").expect("written");
    let csv = fine(
        here,
        &["measure", "q", "r", "-m", "RR", "--format", "csv", "--per-topic"],
    );
    assert!(csv.ends_with("RR,\"A,\"\"1\"\"\",\"q,1\",1.0,,\n"), "{csv}");
    // one topic has no spread, so there is nothing to say of what would be detectable
    let csv = fine(here, &["compare", "q", "r", "s", "-m", "RR", "--format", "csv"]);
    assert!(
        csv.lines().nth(1).expect("a row").contains(",0,1,0,0.0,,not "),
        "{csv}"
    );
}

#[test]
fn threads_and_quiet_are_flags_of_every_command_that_works_for_a_while() {
    let (dir, _) = workspace();
    three_topics(dir.path());
    for flags in [
        &["measure", "q", "a.run", "b.run", "-m", "RR"][..],
        &["compare", "q", "a.run", "b.run", "-m", "RR"],
    ] {
        let with = |threads: &str| fine(dir.path(), &[flags, &["--threads", threads, "--quiet"]].concat());
        assert_eq!(with("1"), with("3"));
        assert_eq!(with("1"), fine(dir.path(), flags));
    }
    for command in [
        &["reproduce"][..],
        &["ingest"],
        &["topics", "build"],
        &["index"],
        &["search"],
        &["measure"],
        &["compare"],
    ] {
        let help = fine(dir.path(), &[command, &["--help"]].concat());
        assert!(
            help.contains("--threads <N>") && help.contains("-q, --quiet"),
            "{command:?}"
        );
    }
    let (exit, _, stderr) = outcome(sokutei(dir.path()).args(["doctor", "--threads", "2"]));
    assert_eq!(
        exit, 2,
        "where nothing takes long there is no such flag: {stderr}"
    );
}
