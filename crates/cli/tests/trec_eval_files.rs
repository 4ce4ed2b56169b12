//! `sokutei trec-eval` against the outputs that ship with trec_eval, byte for byte.
//!
//! The files are those of the folder `test` of usnistgov/trec_eval, in `SOKUTEI_DATA_DIR/trec_eval-tests/test`; they are not part of this
//! repository. None of the nine commands needs an exception.

#![allow(clippy::print_stderr)] // a test that has to pass over says so

mod pages;

use std::fs;
use std::path::{Path, PathBuf};

use pages::{outcome, sokutei};

/// What is expected, the flags, qrels, run.
const COMMANDS: [(&str, &[&str], &str, &str); 9] = [
    ("out.test", &[], "qrels.test", "results.test"),
    ("out.test", &[], "qrels.test.with-comments", "results.test"),
    (
        "out.comment.test",
        &[],
        "qrels.comment.test",
        "results.comment.test",
    ),
    ("out.test.a", &["-m", "all_trec"], "qrels.test", "results.test"),
    (
        "out.test.aq",
        &["-m", "all_trec", "-q"],
        "qrels.test",
        "results.test",
    ),
    (
        "out.test.aqc",
        &["-m", "all_trec", "-q", "-c"],
        "qrels.test",
        "results.trunc",
    ),
    (
        "out.test.aqcM",
        &["-m", "all_trec", "-q", "-c", "-M100"],
        "qrels.test",
        "results.trunc",
    ),
    (
        "out.test.aql",
        &["-m", "all_trec", "-mrelstring.20", "-q", "-l2"],
        "qrels.rel_level",
        "results.test",
    ),
    (
        "out.test.meas_params",
        &[
            "-q",
            "-miprec_at_recall..10,.20,.25,.75,.50",
            "-m",
            "P.5,7,3",
            "-m",
            "recall.20,2000",
            "-m",
            "Rprec_mult.5.0,0.2,0.35",
            "-mutility.2,-1,0,0",
            "-m",
            "11pt_avg..25,.5,.75",
            "-mndcg.1=3,2=9,4=4.5",
            "-mndcg_cut.10,20,23.4",
            "-msuccess.2,5,20",
        ],
        "qrels.test",
        "results.test",
    ),
];

fn folder() -> Option<PathBuf> {
    let Some(data) = std::env::var_os("SOKUTEI_DATA_DIR").filter(|dir| !dir.is_empty()) else {
        eprintln!("passed over: SOKUTEI_DATA_DIR is not set");
        return None;
    };
    let folder = Path::new(&data).join("trec_eval-tests/test");
    assert!(folder.is_dir(), "{} is no folder", folder.display());
    Some(folder)
}

#[test]
fn every_command_prints_the_expected_bytes() {
    let Some(folder) = folder() else { return };
    for (expected, flags, qrels, run) in COMMANDS {
        let (exit, printed, messages) =
            outcome(sokutei(&folder).arg("trec-eval").args(flags).args([qrels, run]));
        assert_eq!(exit, 0, "{expected}: {messages}");
        let wanted = fs::read_to_string(folder.join(expected)).expect("readable");
        let pairs = wanted.lines().zip(printed.lines());
        if let Some((line, (theirs, ours))) = pairs.enumerate().find(|(_, (theirs, ours))| theirs != ours) {
            panic!("{expected}:{}: expected {theirs:?}, printed {ours:?}", line + 1);
        }
        assert_eq!(printed.len(), wanted.len(), "{expected}");
    }
}

/// The check above fails where it should: version 9 prints other recall points on the same files.
#[test]
fn the_other_version_prints_something_else() {
    let Some(folder) = folder() else { return };
    let flags = [
        "trec-eval",
        "--rules",
        "trec9",
        "-m",
        "all_trec",
        "-q",
        "qrels.test",
        "results.test",
    ];
    let (_, printed, _) = outcome(sokutei(&folder).args(flags));
    let wanted = fs::read_to_string(folder.join("out.test.aq")).expect("readable");
    let missing: Vec<&str> = wanted
        .lines()
        .filter(|line| !printed.lines().any(|ours| ours == *line))
        .collect();
    let newer = |line: &&&str| ["rbp", "unj"].iter().any(|name| line.starts_with(name));
    // rbp, rbp_resid and three cutoffs of unj, for three topics and all of them
    assert_eq!(missing.iter().filter(newer).count(), 20);
    let others = missing.iter().filter(|line| !newer(line));
    let others: Vec<&str> = others
        .map(|line| line.split_whitespace().next().expect("a name"))
        .collect();
    assert_eq!(others.len(), 6, "{others:?}");
    assert!(
        others
            .iter()
            .all(|name| *name == "11pt_avg" || name.starts_with("iprec_at_recall_"))
    );
}
