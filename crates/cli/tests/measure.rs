//! `sokutei measure`: what it does besides means.

mod pages;

use std::fs;
use std::path::Path;

use pages::{fine, outcome, sokutei, workspace};

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("written");
}

/// Two topics; a and b tie in the first, and only b is relevant.
fn tied(folder: &Path) {
    write(folder, "q", "1 0 a 0\n1 0 b 1\n2 0 a 1\n");
    write(
        folder,
        "x.run",
        "1 Q0 a 1 1.0 x\n1 Q0 b 2 1.0 x\n2 Q0 z 1 2.0 x\n2 Q0 a 2 1.0 x\n",
    );
}

#[test]
fn the_range_over_ties_has_its_mean() {
    let (dir, _) = workspace();
    tied(dir.path());
    let out = fine(
        dir.path(),
        &[
            "measure",
            "q",
            "x.run",
            "-m",
            "RR",
            "--tie-range",
            "--format",
            "csv",
            "--replicates",
            "0",
        ],
    );
    // b is first by docid descending; topic 2 is 1/2 always: (1 + 1/2)/2, (1/2 + 1/2)/2, (3/4 + 1/2)/2
    assert_eq!(
        out,
        "measure,run,topic,value,low,high,tie_low,tie_mean,tie_high\nRR,x,,0.75,,,0.5,0.625,0.75\n"
    );
    let text = fine(
        dir.path(),
        &["measure", "q", "x.run", "-m", "RR", "--tie-range", "-q"],
    );
    assert!(
        text.contains("x: equal scores decide values of 1 topic."),
        "{text}"
    );
}

#[test]
fn unjudged_documents_can_be_taken_out() {
    let (dir, _) = workspace();
    tied(dir.path());
    let rr = |more: &[&str]| {
        let flags = [
            "measure",
            "q",
            "x.run",
            "-m",
            "RR",
            "--replicates",
            "0",
            "--format",
            "csv",
        ];
        let out = fine(dir.path(), &[&flags[..], more].concat());
        out.lines()
            .nth(1)
            .expect("a row")
            .split(',')
            .nth(3)
            .expect("a value")
            .to_owned()
    };
    assert_eq!(rr(&[]), "0.75");
    assert_eq!(rr(&["--unjudged", "removed"]), "1.0"); // without z, a is first in topic 2
}

/// Two sections of article A, and one of B.
fn sections(folder: &Path) {
    let section = |(id, article)| format!("{{\"id\":\"{id}\",\"article\":\"{article}\",\"text\":\"x\"}}\n");
    let sections = [("A#0", "A"), ("A#1", "A"), ("B#0", "B")].map(section);
    write(folder, "s.jsonl", &sections.concat());
}

#[test]
fn sections_become_articles_and_strangers_are_counted() {
    let (dir, _) = workspace();
    sections(dir.path());
    write(dir.path(), "q", "1 0 B 1\n");
    write(
        dir.path(),
        "x.run",
        "1 Q0 A#0 1 3 x\n1 Q0 A#1 2 2 x\n1 Q0 B#0 3 1 x\n",
    );
    let flags = [
        "measure",
        "q",
        "x.run",
        "-m",
        "RR",
        "--collapse",
        "s.jsonl",
        "--format",
        "csv",
        "--replicates",
        "0",
    ];
    assert!(fine(dir.path(), &flags).contains("RR,x,,0.5,"), "A, then B");

    write(
        dir.path(),
        "x.run",
        "1 Q0 A#0 1 3 x\n1 Q0 C#0 2 2 x\n1 Q0 B#0 3 1 x\n",
    );
    let (exit, out, err) = outcome(sokutei(dir.path()).args(flags));
    assert!(
        exit == 0 && out.contains("RR,x,,0.3333333333333333,"),
        "A, C#0, B: {out}"
    );
    assert!(
        err.contains("1 of 3 rows name documents that s.jsonl lacks") && err.contains("C#0"),
        "{err}"
    );

    write(dir.path(), "x.run", "1 Q0 t1#0 1 3 x\n");
    let (exit, _, err) = outcome(sokutei(dir.path()).args(flags));
    assert!(
        exit == 2 && err.contains("none of its documents is in s.jsonl"),
        "{exit} {err}"
    );
}

#[test]
fn articles_with_equal_scores_tie() {
    let (dir, _) = workspace();
    sections(dir.path());
    write(dir.path(), "q", "1 0 B 1\n");
    write(
        dir.path(),
        "x.run",
        "1 Q0 A#0 1 1 x\n1 Q0 A#1 2 3 x\n1 Q0 B#0 3 3 x\n",
    );
    let measured = |ties: &str| {
        let flags = [
            "measure",
            "q",
            "x.run",
            "-m",
            "RR",
            "--collapse",
            "s.jsonl",
            "--tie-range",
            "--format",
            "csv",
            "--replicates",
            "0",
            "--ties",
            ties,
        ];
        outcome(sokutei(dir.path()).args(flags))
    };
    // by docid descending B#0 is before A#1, ascending behind it
    for (ties, value) in [("trec", "1.0"), ("docid-asc", "0.5"), ("input-order", "0.5")] {
        let (_, out, err) = measured(ties);
        assert!(out.contains(&format!("RR,x,,{value},,,0.5,0.75,1.0")), "{out}");
        assert!(err.contains("1 topic with equal scores"), "{err}");
    }
    // ranks do not tie
    let (_, out, err) = measured("rank-column");
    assert!(out.contains("RR,x,,0.5,,,0.5,0.5,0.5"), "{out}");
    assert!(err.is_empty(), "{err}");
}

#[test]
fn values_come_by_a_column_of_the_topics() {
    let (dir, _) = workspace();
    tied(dir.path());
    write(
        dir.path(),
        "t.csv",
        "qid,style,query\n1,short,abc\n2,long,abcdefghijk\n",
    );
    let flags = [
        "measure",
        "q",
        "x.run",
        "-m",
        "RR",
        "--topics",
        "t.csv",
        "--format",
        "csv",
        "--replicates",
        "0",
    ];
    let by = |column: &str| fine(dir.path(), &[&flags[..], &["--by", column]].concat());
    assert_eq!(
        by("style"),
        "measure,run,topic,value,low,high,by,slice,n\nRR,x,,0.75,,,,,\nRR,x,,0.5,,,style,long,1\nRR,x,,1.0,,,style,short,1\n"
    );
    assert!(by("query-length").contains("query-length,11-20 characters,1"));
    let (exit, _, err) = outcome(sokutei(dir.path()).args([&flags[..], &["--by", "stile"]].concat()));
    assert!(
        exit == 2 && err.contains("no measured topic has a column \"stile\"") && err.contains("style"),
        "{err}"
    );
}

#[test]
fn counts_are_sums_and_have_no_interval() {
    let (dir, _) = workspace();
    tied(dir.path());
    let names = ["NumRet", "NumRelRet", "NumRel", "NumQ"];
    let flags: Vec<&str> = ["measure", "q", "x.run", "--format", "csv"]
        .into_iter()
        .chain(names.iter().flat_map(|name| ["-m", name]))
        .collect();
    let out = fine(dir.path(), &flags);
    let rows: Vec<&str> = out.lines().skip(1).collect();
    assert_eq!(
        rows,
        [
            "NumRet,x,,4.0,,",
            "NumRet(rel=1),x,,2.0,,",
            "NumRel,x,,2.0,,",
            "NumQ,x,,2.0,,"
        ]
    );
    let (exit, _, err) =
        outcome(sokutei(dir.path()).args(["compare", "q", "x.run", "x.run", "-m", "NumRet"]));
    assert!(
        exit == 2 && err.contains("NumRet: compare works on means of topics"),
        "{err}"
    );
}

#[test]
fn a_grade_above_the_scale_is_told() {
    let (dir, _) = workspace();
    write(dir.path(), "q", "1 0 a 7\n");
    write(dir.path(), "x.run", "1 Q0 a 1 1.0 x\n");
    let (exit, _, err) = outcome(sokutei(dir.path()).args(["measure", "q", "x.run", "-m", "ERR@10"]));
    assert!(
        exit == 0 && err.contains("ERR@10: judgments with a grade above 4") && err.contains("max_rel=7"),
        "{err}"
    );
    let (_, _, err) = outcome(sokutei(dir.path()).args(["measure", "q", "x.run", "-m", "ERR(max_rel=7)@10"]));
    assert!(!err.contains("a grade above"), "{err}");
}

#[test]
fn lines_are_those_of_trec_eval_under_our_names() {
    let (dir, _) = workspace();
    tied(dir.path());
    let theirs = fine(
        dir.path(),
        &[
            "trec-eval",
            "-q",
            "-m",
            "runid",
            "-m",
            "recip_rank",
            "-m",
            "num_ret",
            "q",
            "x.run",
        ],
    );
    let asked = [
        "measure",
        "q",
        "x.run",
        "-m",
        "NumRet",
        "-m",
        "RR",
        "--format",
        "trec",
        "--per-topic",
    ];
    let ours = fine(dir.path(), &asked);
    let renamed = theirs
        .replace(&format!("{:<22}", "recip_rank"), &format!("{:<22}", "RR"))
        .replace(&format!("{:<22}", "num_ret"), &format!("{:<22}", "NumRet"));
    assert_eq!(ours, renamed);
}

#[test]
fn what_a_format_has_no_place_for_is_refused() {
    let (dir, _) = workspace();
    tied(dir.path());
    write(dir.path(), "t.csv", "qid,style\n1,short\n2,long\n");
    for (format, flags) in [
        ("trec", &["--tie-range"][..]),
        ("trec", &["--unjudged", "bounds"]),
        ("trec", &["--by", "style", "--topics", "t.csv"]),
        ("ir-metadata", &["--tie-range"]),
        ("ir-metadata", &["--per-topic"]),
    ] {
        let asked = ["measure", "q", "x.run", "-m", "RR", "--format", format];
        let (code, out, err) = outcome(sokutei(dir.path()).args(asked).args(flags));
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(
            err.contains(&format!("--format {format} has no place for {}", flags[0])),
            "{err}"
        );
    }
}

#[test]
fn decimal_grades_are_refused_unless_asked_for_and_then_told_where_a_threshold_misses_them() {
    let (dir, _) = workspace();
    write(dir.path(), "q", "1 0 a 0.9\n1 0 b 1.7\n");
    write(dir.path(), "x.run", "1 Q0 b 1 2.0 x\n1 Q0 a 2 1.0 x\n");
    let asked = [
        "measure",
        "q",
        "x.run",
        "-m",
        "nDCG",
        "-m",
        "P@1",
        "--format",
        "csv",
        "--replicates",
        "0",
    ];
    let (code, _, err) = outcome(sokutei(dir.path()).args(asked));
    assert_eq!(code, 2, "{err}");
    assert!(
        err.contains("grade \"0.9\" is not a whole number") && err.contains("decimal grades"),
        "{err}"
    );
    let (code, out, err) = outcome(sokutei(dir.path()).args(asked).arg("--decimal-grades"));
    assert_eq!(
        (code, out.as_str()),
        (
            0,
            "measure,run,topic,value,low,high\nnDCG,x,,1.0,,\nP@1,x,,1.0,,\n"
        )
    );
    assert!(
        err.contains("P@1: judgments with a grade above 0 and below 1, which are not relevant to it: 1"),
        "{err}"
    );
}

#[test]
fn a_topic_without_a_relevant_document_is_said_to_count_zero_only_where_it_does() {
    let (dir, _) = workspace();
    write(dir.path(), "q", "1 0 a 0.5\n2 0 a 2\n");
    write(dir.path(), "x.run", "1 Q0 a 1 2.0 x\n2 Q0 a 1 2.0 x\n");
    let told = |measure: &str| {
        let asked = ["measure", "q", "x.run", "-m", measure, "--decimal-grades"];
        outcome(sokutei(dir.path()).args(asked)).2
    };
    let valued = told("nDCG");
    assert!(
        valued.contains("1 topic without a document of grade 1 or more, and not 0 in all that was asked for; the first is 1")
            && !valued.contains("counted 0"),
        "{valued}"
    );
    let counted = told("AP");
    assert!(
        counted.contains("1 topic without a relevant document and counted 0; the first is 1"),
        "{counted}"
    );
}

#[test]
fn a_measure_of_a_reader_is_told_its_scale() {
    let (dir, _) = workspace();
    write(dir.path(), "q", "1 0 a 3\n1 0 b 1\n1 0 c 2\n2 0 a 3\n");
    write(
        dir.path(),
        "x.run",
        "1 Q0 b 1 3.0 x\n1 Q0 z 2 2.0 x\n1 Q0 c 3 1.0 x\n",
    );
    let flags = [
        "measure",
        "q",
        "x.run",
        "--format",
        "csv",
        "--replicates",
        "0",
        "--per-topic",
        "-m",
    ];
    // content after 1/3 + 0 + 2/3: 1 of 3 documents read; topic 2 is not in the run
    assert_eq!(
        fine(dir.path(), &[&flags[..], &["BPM(max_rel=3)@10"]].concat()),
        "measure,run,topic,value,low,high\n\
         BPM(max_rel=3)@10,x,,0.16666666666666666,,\n\
         BPM(max_rel=3)@10,x,1,0.3333333333333333,,\n\
         BPM(max_rel=3)@10,x,2,0.0,,\n"
    );
    let (exit, _, err) = outcome(sokutei(dir.path()).args([&flags[..], &["INST"]].concat()));
    assert!(
        exit == 2 && err.contains("no max_rel") && err.contains("write INST(max_rel=3)"),
        "{err}"
    );
    let (exit, _, err) = outcome(sokutei(dir.path()).args([&flags[..], &["INST(max_rel=2)"]].concat()));
    assert!(
        exit == 0
            && err.contains("INST(max_rel=2): judgments with a grade above 2")
            && err.contains("max_rel=3"),
        "{err}"
    );
}

#[test]
fn what_nobody_judged_has_bounds() {
    let (dir, _) = workspace();
    write(dir.path(), "q", "1 0 a 1\n1 0 b 0\n");
    write(
        dir.path(),
        "x.run",
        "1 Q0 b 1 4 x\n1 Q0 n 2 3 x\n1 Q0 a 3 2 x\n1 Q0 m 4 1 x\n",
    );
    let asked = [
        "measure",
        "q",
        "x.run",
        "-m",
        "P@2",
        "-m",
        "AP",
        "--unjudged",
        "bounds",
        "--replicates",
        "0",
    ];
    let csv = fine(dir.path(), &[&asked[..], &["--format", "csv"]].concat());
    // n relevant: P@2 is 1/2. AP is 1/3 as it is; with m (1/3 + 2/4) / 2, with n (1/2 + 2/3) / 2, with both (1/2 + 2/3 + 3/4) / 3
    let third = 1.0 / 3.0;
    let both = (0.5 + 2.0 / 3.0 + 0.75) / 3.0;
    assert_eq!(
        csv,
        format!(
            "measure,run,topic,value,low,high,unjudged_low,unjudged_high\nP@2,x,,0.0,,,0.0,0.5\nAP,x,,{third:?},,,{third:?},{both:?}\n"
        )
    );
    let text = fine(dir.path(), &[&asked[..], &["-q"]].concat());
    assert!(text.contains("P@2      x    0.0000  0.0000   0.5000"), "{text}");
    let (exit, _, err) = outcome(sokutei(dir.path()).args(asked).args(["-m", "Bpref"]));
    assert!(exit == 2 && err.contains("measure is Bpref"), "{exit} {err}");
}

#[test]
fn intervals_are_made_by_the_method_that_was_named() {
    let (dir, _) = workspace();
    // Success@1 of ten topics: 3 of them
    let qrels: String = (0..10).map(|t| format!("{t} 0 a 1\n")).collect();
    let rows = |t: usize| {
        if t < 3 {
            format!("{t} Q0 a 1 1.0 x\n")
        } else {
            format!("{t} Q0 b 1 1.0 x\n")
        }
    };
    write(dir.path(), "q", &qrels);
    write(dir.path(), "x.run", &(0..10).map(rows).collect::<String>());
    let topics: String = (0..10)
        .map(|t| format!("{{\"qid\":\"{t}\",\"article\":\"p{}\"}}\n", t / 5))
        .collect();
    write(dir.path(), "topics.jsonl", &topics);
    let ends = |more: &[&str]| -> Vec<f64> {
        let mut flags = vec![
            "measure",
            "q",
            "x.run",
            "-m",
            "Success@1",
            "--format",
            "csv",
            "-q",
        ];
        flags.extend(more);
        let out = fine(dir.path(), &flags);
        let row = out.lines().nth(1).expect("a row").split(',');
        row.skip(4).map(|end| end.parse().expect("a number")).collect()
    };
    // scipy 1.17.1: binomtest(3, 10).proportion_ci(0.95, method="wilson"), the same at 0.9; t.interval(0.95, 9, 0.3, sem)
    for (more, expected) in [
        (
            &["--interval", "wilson"][..],
            [0.10779126740630102, 0.6032218525388546],
        ),
        (
            &["--interval", "wilson", "--level", "0.9"],
            [0.1268765839031979, 0.5583002041301649],
        ),
        (
            &["--interval", "student-t"],
            [-0.045550214413643764, 0.6455502144136438],
        ),
        // numpy 2.4.6: default_rng(0), 2,000 rows of ten, percentiles of their means
        (&[], [0.0, 0.6]),
    ] {
        let found = ends(more);
        assert!(
            found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9),
            "{more:?}: {found:?}"
        );
    }
    // two articles, of means 0.6 and 0: drawn twice, 0, 0.3 or 0.6
    assert_eq!(ends(&["--topics", "topics.jsonl"])[2..], [0.0, 0.6]);
    let (exit, _, err) = outcome(sokutei(dir.path()).args([
        "measure",
        "q",
        "x.run",
        "-m",
        "nDCG@3",
        "-m",
        "RR",
        "--interval",
        "wilson",
    ]));
    assert_eq!(
        (exit, err.contains("wilson is for measures that are 0 or 1")),
        (0, false),
        "all values are 0 or 1 here: {err}"
    );
}
