//! `sokutei gate`: verdicts, files for CI servers, exit codes.

mod pages;

use std::fs;
use std::path::Path;

use pages::{outcome, sokutei, workspace};
use serde_json::Value;

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("written");
}

/// Qrels of one relevant document for each topic, and two runs that have it at these ranks; at rank 0 they lack the topic.
fn runs(folder: &Path, baseline: &[usize], candidate: &[usize]) {
    let qrels: String = (0..baseline.len()).map(|t| format!("t{t} 0 hit 1\n")).collect();
    write(folder, "q", &qrels);
    for (tag, ranks) in [("old", baseline), ("new", candidate)] {
        let topic = |(t, &rank): (usize, &usize)| -> String {
            let line = |r: usize| {
                let docid = if r == rank {
                    "hit".to_owned()
                } else {
                    format!("x{r}")
                };
                format!("t{t} Q0 {docid} {r} {} {tag}\n", 100 - r)
            };
            (1..=rank).map(line).collect()
        };
        let run: String = ranks.iter().enumerate().map(topic).collect();
        write(folder, &format!("{tag}.run"), &run);
    }
}

/// d = 0, −1/2, 0, 0, 1/4, 0, 0, −1/2, −1/4, 0 in reciprocal ranks.
const OLD: [usize; 10] = [1, 1, 2, 1, 4, 2, 1, 1, 2, 4];
const NEW: [usize; 10] = [1, 2, 2, 1, 2, 2, 1, 2, 4, 4];

fn gate(folder: &Path, flags: &[&str]) -> (i32, String, String) {
    let begin = ["gate", "q", "old.run", "new.run", "-m", "RR"];
    outcome(sokutei(folder).args([&begin[..], flags].concat()))
}

fn document(folder: &Path, flags: &[&str]) -> (i32, Value) {
    let (exit, stdout, stderr) = gate(folder, &[flags, &["--format", "json"]].concat());
    (
        exit,
        serde_json::from_str(&stdout).unwrap_or_else(|e| panic!("{e}: {stdout}{stderr}")),
    )
}

fn near(value: &Value, expected: f64) {
    let found = value.as_f64().expect("a number");
    assert!((found - expected).abs() < 1e-12, "{found} and {expected}");
}

#[test]
fn a_drop_that_is_shown_fails_and_names_its_topics() {
    let (dir, _) = workspace();
    // thirteen topics lose a half each: 2 of the 2^13 patterns of signs
    runs(dir.path(), &[1; 13], &[2; 13]);
    let (exit, found) = document(dir.path(), &["--show", "2"]);
    assert_eq!(
        (exit, &found["status"], &found["schema_version"]),
        (1, &"failed".into(), &1.into())
    );
    let rr = &found["measures"][0];
    assert_eq!(
        (&rr["verdict"], &rr["passed"]),
        (&"dropped".into(), &false.into())
    );
    near(&rr["p"], 2.0 / 8192.0);
    near(&rr["difference"], -0.5);
    assert_eq!(
        (&rr["lost"], &rr["tied"], &rr["won"]),
        (&13.into(), &0.into(), &0.into())
    );
    assert_eq!(rr["topics"].as_array().expect("a list").len(), 2);
    assert_eq!(rr["topics"][0]["topic"], "t0");
    assert_eq!(rr["topics"][0]["query"], Value::Null);
    let (exit, text, _) = gate(dir.path(), &["--show", "1"]);
    assert_eq!(
        (exit, text.lines().next()),
        (1, Some("failed: new against old, by RR"))
    );
    for words in [
        "failed: lower by 0.01 or more, p at most 0.05",
        "13/0/0",
        "RR       t0     1.0000  0.5000     -0.5000",
        "Shown of the topics that lost: 1 of 13 for RR.",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    // the same, but for a drop that would matter only above a half
    let (exit, found) = document(dir.path(), &["--delta", "0.51"]);
    assert_eq!(
        (exit, &found["measures"][0]["verdict"]),
        (0, &"small-drop".into())
    );
}

#[test]
fn numbers_are_numpys_and_scipys() {
    let (dir, _) = workspace();
    runs(dir.path(), &OLD, &NEW);
    // numpy 2.4.6: default_rng(0).integers(0, 10, (2000, 10)), percentiles 2.5 and 97.5 of the means; p of all 1024 signs;
    // scipy 1.17.1: sem(d), norm.ppf
    let (exit, found) = document(dir.path(), &[]);
    let rr = &found["measures"][0];
    assert_eq!((exit, &rr["verdict"]), (0, &"drop-not-significant".into()));
    near(&rr["difference"], -0.1);
    near(&rr["low"], -0.25);
    near(&rr["high"], 0.025);
    near(&rr["p"], 0.375);
    near(&rr["standard_error"], 0.076_376_261_582_597_33);
    near(&rr["minimal_detectable_difference"], 0.213_974_605_464_534_06);
    near(&rr["drop_that_fails"], 0.213_974_605_464_534_06);
    assert_eq!(rr["units_needed"], 4579);
    assert_eq!(found["warnings"][0]["kind"], "drop-could-pass-unseen");
    // scipy 1.17.1: t.interval(0.95, 9, loc=mean, scale=sem)
    let student = [
        "--mode",
        "non-inferiority",
        "--margin",
        "0.3",
        "--interval",
        "student-t",
    ];
    let (exit, found) = document(dir.path(), &student);
    let rr = &found["measures"][0];
    near(&rr["low"], -0.272_775_107_206_821_9);
    near(&rr["high"], 0.072_775_107_206_821_9);
    assert_eq!(
        (exit, &rr["verdict"], &rr["p_corrected"]),
        (0, &"not-inferior".into(), &Value::Null)
    );
}

#[test]
fn groups_are_units() {
    let (dir, _) = workspace();
    runs(dir.path(), &OLD, &NEW);
    let rows: String = (0..10)
        .map(|t| format!("t{t},a{},where is {t}\n", t / 2))
        .collect();
    write(dir.path(), "t.csv", &format!("qid,article,query\n{rows}"));
    let (_, found) = document(dir.path(), &["--topics", "t.csv"]);
    let rr = &found["measures"][0];
    assert_eq!(
        (&rr["n"], &rr["unit"], &rr["interval"]),
        (&5.into(), &"groups".into(), &"cluster-percentile".into())
    );
    // numpy 2.4.6: default_rng(0).integers(0, 5, (2000, 5)), sums of groups by 10; p of all 32 signs
    near(&rr["low"], -0.225);
    near(&rr["high"], 0.025);
    near(&rr["p"], 0.375);
    assert_eq!(rr["topics"][0]["query"], "where is 1");
    // 2 / 2^5 is above 0.05: whatever the difference, five groups cannot fail
    assert_eq!(found["warnings"][0]["kind"], "cannot-fail");
    let (_, single) = document(dir.path(), &["--topics", "t.csv", "--groups", "qid"]);
    assert_eq!(single["measures"][0]["n"], 10);
    near(&single["measures"][0]["p"], 0.375);
}

#[test]
fn equal_runs_pass_by_either_mode() {
    let (dir, _) = workspace();
    runs(dir.path(), &OLD, &OLD);
    for flags in [&["--delta", "0"][..], &["--mode", "non-inferiority"]] {
        let (exit, text, _) = gate(dir.path(), flags);
        assert_eq!((exit, text.lines().next()), (0, Some("passed: new against old")));
        assert!(
            !text.contains("Topics that lost most") && text.contains("0/10/0"),
            "{text}"
        );
    }
    // a margin of nothing asks for more
    let (exit, text, _) = gate(dir.path(), &["--mode", "non-inferiority", "--margin", "0"]);
    assert!(
        exit == 1 && text.contains("failed: not shown to be better"),
        "{text}"
    );
}

#[test]
fn what_is_undecided_is_not_shown_and_not_worse() {
    let (dir, _) = workspace();
    runs(dir.path(), &OLD, &NEW);
    let (exit, text, stderr) = gate(dir.path(), &["--mode", "non-inferiority"]);
    assert!(
        exit == 1 && text.contains("failed: not shown to lose less than 0.01; it may be as good"),
        "{text}"
    );
    assert!(
        stderr.contains("RR: a candidate that is just as good may well fail by a margin of 0.01"),
        "{stderr}"
    );
    assert!(
        stderr.contains("bootstrap intervals of 10 topics are too short"),
        "{stderr}"
    );
    runs(dir.path(), &[1; 13], &[2; 13]);
    let (exit, text, _) = gate(dir.path(), &["--mode", "non-inferiority"]);
    assert!(
        exit == 1 && text.contains("failed: shown to lose more than 0.01"),
        "{text}"
    );
}

#[test]
fn one_topic_shows_nothing() {
    let (dir, _) = workspace();
    runs(dir.path(), &[1], &[2]);
    let (exit, text, stderr) = gate(dir.path(), &[]);
    assert!(
        exit == 0 && text.contains("passed: lower by 0.01 or more, but p is above 0.05"),
        "{text}"
    );
    assert!(
        stderr.contains("RR: the gate cannot fail: p of 1 topic is never below 1.0000"),
        "{stderr}"
    );
    assert!(text.contains("not defined"), "{text}");
    let (exit, found) = document(dir.path(), &["--mode", "non-inferiority", "--margin", "0.9"]);
    assert_eq!((exit, &found["measures"][0]["verdict"]), (1, &"not-shown".into()));
    let nothing = ["standard_error", "low", "high"].map(|name| &found["measures"][0][name]);
    assert_eq!(nothing, [&Value::Null; 3]);
}

#[test]
fn p_is_corrected_for_the_measures_and_every_one_must_pass() {
    let (dir, _) = workspace();
    // six topics lose a half: p = 2/64 alone, twice that of two measures
    runs(dir.path(), &[1; 6], &[2; 6]);
    assert_eq!(document(dir.path(), &[]).0, 1);
    let (exit, found) = document(dir.path(), &["-m", "Success@2"]);
    assert_eq!(exit, 0);
    near(&found["measures"][0]["p_corrected"], 4.0 / 64.0);
    near(&found["measures"][1]["p_corrected"], 1.0);
    assert_eq!(found["warnings"][0]["kind"], "cannot-fail");
    let both = ["-m", "Success@2", "--mode", "non-inferiority"];
    let (exit, text, _) = gate(dir.path(), &both);
    assert_eq!(
        (exit, text.lines().next()),
        (1, Some("failed: new against old, by RR"))
    );
}

#[test]
fn a_topic_that_the_candidate_lacks_is_told() {
    let (dir, _) = workspace();
    runs(dir.path(), &[1; 8], &[1, 1, 1, 0, 1, 1, 2, 1]);
    let (_, text, stderr) = gate(dir.path(), &[]);
    assert!(text.contains("Not in the candidate at all: t3."), "{text}");
    assert!(
        stderr.contains("new: 1 topic not in the run and counted 0"),
        "{stderr}"
    );
    let (_, found) = document(dir.path(), &[]);
    let missing: Vec<&Value> = found["measures"][0]["topics"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|topic| &topic["missing_in_candidate"])
        .collect();
    assert_eq!(missing, [&Value::from(true), &Value::from(false)]);
}

/// Ids and words that want to be markup, break lines, or move a cursor.
const HOSTILE: &str = "]]><failure/>&amp;\"'\u{1b}[2J\u{202e}|`<b>";

#[test]
fn junit_holds_hostile_ids_and_is_read_back() {
    let (dir, _) = workspace();
    let lines = |rank: usize, tag: &str| -> String {
        let topic = |t: usize| {
            format!(
                "{HOSTILE}{t} Q0 {} 1 2 {tag}\n{HOSTILE}{t} Q0 {} 2 1 {tag}\n",
                if rank == 1 { "hit" } else { "x" },
                if rank == 1 { "x" } else { "hit" }
            )
        };
        (0..7).map(topic).collect()
    };
    write(
        dir.path(),
        "q",
        &(0..7)
            .map(|t| format!("{HOSTILE}{t} 0 hit 1\n"))
            .collect::<String>(),
    );
    write(dir.path(), "old.run", &lines(1, "old"));
    write(dir.path(), "new.run", &lines(2, &format!("new{HOSTILE}")));
    let query = serde_json::to_string(&format!("問い\n# {HOSTILE}")).expect("JSON");
    let id = serde_json::to_string(&format!("{HOSTILE}0")).expect("JSON");
    write(
        dir.path(),
        "t.jsonl",
        &format!("{{\"qid\":{id},\"query\":{query},\"group\":\"a\"}}\n"),
    );
    let flags = [
        "--topics",
        "t.jsonl",
        "--junit",
        "g.xml",
        "--summary",
        "s.md",
        "--show",
        "3",
        "-m",
        "Success@2",
    ];
    let (exit, _, stderr) = gate(dir.path(), &flags);
    assert_eq!(exit, 1, "{stderr}");
    let xml = fs::read_to_string(dir.path().join("g.xml")).expect("written");
    let document = roxmltree::Document::parse(&xml).expect("XML");
    let root = document.root_element();
    assert_eq!(
        (
            root.tag_name().name(),
            root.attribute("failures"),
            root.attribute("skipped")
        ),
        ("testsuites", Some("1"), None)
    );
    let cases: Vec<_> = root
        .descendants()
        .filter(|node| node.has_tag_name("testcase"))
        .collect();
    let names: Vec<_> = cases
        .iter()
        .map(|case| (case.attribute("classname"), case.attribute("name")))
        .collect();
    assert_eq!(
        names,
        [
            (Some("sokutei.gate"), Some("RR")),
            (Some("sokutei.gate"), Some("Success@2"))
        ]
    );
    let failures: Vec<_> = root
        .descendants()
        .filter(|node| node.has_tag_name("failure"))
        .collect();
    assert_eq!(failures.len(), 1, "an id is no element");
    assert_eq!(failures[0].attribute("type"), Some("dropped"));
    let text = failures[0].text().expect("words");
    let shown = "]]><failure/>&amp;\"'\\u{1b}[2J\\u{202e}|`<b>";
    assert!(
        text.contains(&format!(
            "\n{shown}0: 1.0000 to 0.5000 (-0.5000), query: 問い\\u{{a}}# {shown}\n"
        )),
        "{text}"
    );
    assert_eq!(text.lines().count(), 5, "a line each");
    let candidate = root
        .descendants()
        .find(|node| node.attribute("name") == Some("candidate"));
    assert_eq!(
        candidate.and_then(|node| node.attribute("value")),
        Some(&format!("new{shown}")[..])
    );
    let summary = fs::read_to_string(dir.path().join("s.md")).expect("written");
    assert!(
        summary.starts_with("### Gate failed: new\\]\\]\\>\\<failure/\\>\\&amp;"),
        "{summary}"
    );
    assert!(
        !summary.contains('\u{1b}') && !summary.contains('\u{202e}') && !summary.contains("\n# "),
        "{summary}"
    );
}

#[test]
fn a_summary_stays_short_whatever_it_is_about() {
    let (dir, _) = workspace();
    runs(dir.path(), &[1; 400], &[2; 400]);
    let long = "長い問い".repeat(20_000);
    let rows: String = (0..400).map(|t| format!("t{t},{long}\n")).collect();
    write(dir.path(), "t.csv", &format!("qid,query\n{rows}"));
    let flags = [
        "--topics",
        "t.csv",
        "--summary",
        "s.md",
        "--show",
        "400",
        "-m",
        "RR@5",
        "-m",
        "RR@3",
        "-q",
    ];
    let (exit, _, _) = gate(dir.path(), &flags);
    assert_eq!(exit, 1);
    let summary = fs::read_to_string(dir.path().join("s.md")).expect("written");
    assert_eq!(
        summary.matches("長い問い").count(),
        50 * 50,
        "50 topics, 200 characters of each"
    );
    assert!(summary.contains("A summary names at most 50 topics.") && summary.len() < 1 << 20);
    assert!(
        summary.contains(
            "Shown of the topics that lost: 50 of 400 for RR, 0 of 400 for RR@5, 0 of 400 for RR@3."
        ),
        "{summary}"
    );
}

#[test]
fn a_summary_is_put_behind_others_only_on_request() {
    let (dir, _) = workspace();
    runs(dir.path(), &OLD, &NEW);
    write(dir.path(), "s.md", "## before\n");
    let summary = || fs::read_to_string(dir.path().join("s.md")).expect("there");
    let (exit, stdout, stderr) = gate(dir.path(), &["--summary", "s.md"]);
    assert!(
        exit == 2 && stdout.is_empty() && stderr.contains("s.md: exists already"),
        "{stderr}"
    );
    assert_eq!(gate(dir.path(), &["--summary", "s.md", "--append"]).0, 0);
    let once = summary();
    assert!(
        once.starts_with("## before\n\n### Gate passed: new against old\n\n"),
        "{once}"
    );
    assert_eq!(gate(dir.path(), &["--summary", "s.md", "--append"]).0, 0);
    assert_eq!(summary().matches("### Gate passed").count(), 2);
    // close to the limit the topics make room, and then there is an end
    let margin = |left: usize| "x".repeat((1 << 20) - left);
    write(dir.path(), "s.md", &margin(1100));
    assert_eq!(gate(dir.path(), &["--summary", "s.md", "--append"]).0, 0);
    assert!(summary().contains("The topics that lost are left out") && summary().len() < 1 << 20);
    write(dir.path(), "s.md", &margin(100));
    let (exit, _, stderr) = gate(dir.path(), &["--summary", "s.md", "--append", "--junit", "g.xml"]);
    assert!(exit == 2 && stderr.contains("more than the 1 MiB"), "{stderr}");
    assert!(
        summary() == margin(100) && !dir.path().join("g.xml").exists(),
        "nothing was written"
    );
    assert_eq!(gate(dir.path(), &["--summary", "s.md", "--force"]).0, 0);
    assert!(summary().starts_with("### Gate passed"));
}

#[test]
fn what_is_asked_wrongly_is_refused_before_any_work() {
    let (dir, _) = workspace();
    runs(dir.path(), &OLD, &NEW);
    write(dir.path(), "t.csv", "qid,article\nt0,a\nt1,b\n");
    for (flags, words) in [
        (
            &["--margin", "0.1"][..],
            "--margin belongs to --mode non-inferiority",
        ),
        (
            &["--mode", "non-inferiority", "--delta", "0.1"],
            "--delta belongs to --mode drop",
        ),
        (&["--delta", "-0.1"], "it must be a number, 0 or more"),
        (
            &["-m", "NumRet"],
            "NumRet: gate works on means of topics, and this is a count",
        ),
        (
            &["-m", "GMAP"],
            "gate works on means of topics, and this mean is geometric; take AP",
        ),
        (&["-m", "RBPResidual"], "a larger residual is not better"),
        (&["--interval", "wilson"], "--interval wilson is for proportions"),
        (
            &["--interval", "student-t", "--topics", "t.csv"],
            "--interval student-t is for single topics",
        ),
        (
            &["--junit", "-"],
            "--junit -: standard output has the verdict; name a file",
        ),
        (
            &["--junit", "g", "--summary", "./g"],
            "--junit and --summary cannot go to one place",
        ),
        (
            &["--junit", "new.run", "--force"],
            "new.run: is read, and cannot be written to as well",
        ),
        (
            &["--summary", "nowhere/s.md", "--append"],
            "nowhere: no such folder",
        ),
        (&["--append"], "--summary"),
    ] {
        let (exit, stdout, stderr) = gate(dir.path(), flags);
        assert!(
            exit == 2 && stdout.is_empty() && stderr.contains(words),
            "{flags:?}: {stderr}"
        );
    }
    let names = pages::names(dir.path());
    assert!(
        !names.iter().any(|name| name == "g" || name.contains("tmp")),
        "{names:?}"
    );
}

#[test]
fn runs_that_say_nothing_are_errors_and_no_verdicts() {
    let (dir, _) = workspace();
    runs(dir.path(), &[1; 13], &[1; 13]);
    write(
        dir.path(),
        "new.run",
        &(0..13)
            .map(|t| format!("t{t} Q0 stranger 1 1 new\n"))
            .collect::<String>(),
    );
    let (exit, stdout, stderr) = gate(dir.path(), &["--junit", "g.xml"]);
    assert!(exit == 2 && stdout.is_empty(), "{stdout}");
    assert!(
        stderr.contains("new: no judged document is in the run, so it has no values that could be compared"),
        "{stderr}"
    );
    write(dir.path(), "new.run", "other Q0 hit 1 1 new\n");
    assert_eq!(gate(dir.path(), &["--junit", "g.xml"]).0, 2);
    fs::remove_file(dir.path().join("new.run")).expect("removed");
    let (exit, _, stderr) = gate(dir.path(), &["--junit", "g.xml"]);
    assert!(exit == 2 && stderr.contains("new.run: no such file"), "{stderr}");
    assert!(!dir.path().join("g.xml").exists());
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let (dir, _) = workspace();
    let ranks = |factor: usize| -> Vec<usize> { (0..150).map(|t| 1 + t * factor % 5).collect() };
    runs(dir.path(), &ranks(1), &ranks(3));
    for rng in ["numpy", "numpy-spawned"] {
        let on = |threads: &str, file: &str| {
            let flags = [
                "--format",
                "json",
                "--rng",
                rng,
                "--threads",
                threads,
                "--junit",
                file,
                "--force",
            ];
            let (_, stdout, _) = gate(dir.path(), &flags);
            (stdout, fs::read(dir.path().join(file)).expect("written"))
        };
        assert_eq!(on("1", "a.xml"), on("8", "b.xml"));
    }
}
