//! `sokutei trec-eval`: flags, streams and refusals. Values are looked at in `sokutei-measures`.

mod pages;

use std::fs;

use pages::{fine, outcome, sokutei};
use tempfile::TempDir;

/// Three topics, of which the run has two and one more.
fn files() -> TempDir {
    let dir = TempDir::new().expect("a temporary folder");
    let qrels = "q1 0 a 1\nq1 0 b 0\nq2 0 a 1\nq3 0 a 2\n";
    let run = "q1 Q0 b 1 2 mine\nq1 Q0 a 2 1 mine\nq3 Q0 a 1 1 mine\nq9 Q0 a 1 1 mine\n";
    fs::write(dir.path().join("q"), qrels).expect("written");
    fs::write(dir.path().join("r"), run).expect("written");
    dir
}

#[test]
fn the_result_is_alone_on_standard_output() {
    let dir = files();
    let (exit, stdout, stderr) = outcome(sokutei(dir.path()).args(["trec-eval", "-m", "map", "q", "r"]));
    // (1/2 + 1) / 2
    assert_eq!(
        (exit, stdout.as_str()),
        (0, "map                   \tall\t0.7500\n")
    );
    assert!(
        stderr.contains("1 topic not in the run and left out of the means (see --complete); the first is q2")
    );
    assert!(stderr.contains("1 topic of the run without a judgment and left out; the first is q9"));
}

#[test]
fn short_flags_long_flags_and_those_of_trec_eval_are_the_same() {
    let dir = files();
    let of = |flags: &[&str]| {
        fine(
            dir.path(),
            &[&["trec-eval", "q", "r", "-mP.1", "-m", "num_q"], flags].concat(),
        )
    };
    let short = of(&["-q", "-c", "-n", "-l2", "-M1", "-J", "-N10"]);
    let long = of(&[
        "--per-topic",
        "--complete",
        "--no-summary",
        "--level=2",
        "--depth=1",
        "--judged-only",
        "--collection=10",
    ]);
    let theirs = of(&[
        "--query_eval_wanted",
        "--complete_rel_info_wanted",
        "--nosummary",
        "--level_for_rel=2",
        "--Max_retrieved_per_topic=1",
        "--Judged_docs_only",
        "--Number_docs_in_coll=10",
    ]);
    let line = |topic: &str, value: &str| format!("P_1                   \t{topic}\t{value}\n");
    let expected = line("q1", "0.0000") + &line("q2", "0.0000") + &line("q3", "1.0000");
    assert_eq!([&short, &long, &theirs], [&expected; 3]);
}

#[test]
fn without_a_measure_the_official_ones_are_printed() {
    let dir = files();
    let printed = fine(dir.path(), &["trec-eval", "q", "r"]);
    assert!(printed.starts_with("runid                 \tall\tmine\nnum_q                 \tall\t2\n"));
    assert_eq!(printed.lines().count(), 30);
}

#[test]
fn the_run_may_come_from_standard_input() {
    let dir = files();
    let run = fs::read_to_string(dir.path().join("r")).expect("readable");
    let (exit, stdout, _) = outcome(
        sokutei(dir.path())
            .args(["trec-eval", "-mnum_ret", "q", "-"])
            .write_stdin(run),
    );
    assert_eq!((exit, stdout.as_str()), (0, "num_ret               \tall\t3\n"));
}

#[test]
fn refusals_name_the_way_out_and_print_nothing() {
    let dir = files();
    fs::write(dir.path().join("other"), "z Q0 a 1 1 r\n").expect("written");
    for (flags, words) in [
        (&["-mP_5", "q", "r"][..], "did you mean P.5?"),
        (&["-mprefs", "q", "r"], "it needs preference judgments"),
        (&["-mP.0", "q", "r"], "\"0\" is no cutoff"),
        (&["q", "other"], "the run has \"z\", the qrels have \"q1\""),
        (&["r", "q"], "the qrels come first"),
        (&["q", "gone"], "no such file"),
        (&["-l-1", "q", "r"], "-1"),
        (&["-M0", "q", "r"], "0"),
        (&["--rules", "trec8", "q", "r"], "trec9"),
        (&["-", "-"], "standard input can be read once"),
    ] {
        let (exit, stdout, stderr) = outcome(sokutei(dir.path()).arg("trec-eval").args(flags));
        assert_eq!((exit, stdout.as_str()), (2, ""), "{flags:?}: {stderr}");
        assert!(stderr.contains(words), "{flags:?}: {stderr}");
    }
}

#[test]
fn what_trec_eval_lets_pass_is_told() {
    let dir = files();
    let run = "q1 Q0 a x 2 first more\nq1 Q0 b 2 1 second\n";
    fs::write(dir.path().join("r"), run).expect("written");
    let flags = ["trec-eval", "-m", "runid", "-m", "P.1.5", "q", "r"];
    let (exit, stdout, stderr) = outcome(sokutei(dir.path()).args(flags));
    assert_eq!(exit, 0);
    assert_eq!(
        stdout,
        "runid                 \tall\tsecond\nP_1                   \tall\t1.0000\n"
    );
    for words in [
        "r: 1 line with words behind the tag",
        "r: more than one tag; the last, second, names the run",
        "P.1.5: fractions of cutoffs are cut off",
    ] {
        assert!(stderr.contains(words), "{stderr}");
    }
}
