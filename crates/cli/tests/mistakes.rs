//! What people get wrong on their first day: each message names the thing and the way out.

mod pages;

use std::fs;
use std::path::Path;

use pages::{fine, outcome, sokutei, two_articles, workspace};

/// Runs a command that must end with 2, and looks for words in what it says.
#[track_caller]
fn refused(folder: &Path, flags: &[&str], words: &[&str]) {
    let (exit, stdout, stderr) = outcome(sokutei(folder).args(flags));
    assert_eq!((exit, stdout.as_str()), (2, ""), "{flags:?}: {stderr}");
    for word in words {
        assert!(stderr.contains(word), "{flags:?}: `{word}` is not in: {stderr}");
    }
}

/// A folder with sections, an index of two systems, qrels and a run.
fn prepared() -> tempfile::TempDir {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    fine(here, &["ingest", "pages", "-o", "s.jsonl"]);
    fine(
        here,
        &["index", "s.jsonl", "-o", "idx", "--systems", "bm25_2,lsa_128"],
    );
    fine(
        here,
        &["topics", "build", "pages", "-o", "t.jsonl", "--qrels", "g.qrels"],
    );
    let flags = [
        "search", "--index", "idx", "--topics", "t.jsonl", "--system", "bm25_2", "-o", "x.run",
    ];
    fine(here, &flags);
    dir
}

#[test]
fn misspelt_names_are_answered_with_the_nearest() {
    let dir = prepared();
    let here = dir.path();
    for (flags, near) in [
        (&["meassure"][..], "'measure'"),
        (&["topics", "bild"], "'build'"),
        (
            &["index", "s.jsonl", "-o", "i2", "--systems", "bm25_2,tfidf23"],
            "'tfidf_23'",
        ),
        (
            &["search", "--index", "idx", "x", "--system", "bm252"],
            "did you mean bm25_2?",
        ),
        (
            &["measure", "g.qrels", "x.run", "-m", "ndgc@10"],
            "did you mean nDCG@10?",
        ),
        (
            &["measure", "g.qrels", "x.run", "-m", "RR10"],
            "did you mean RR@10?",
        ),
        (
            &["measure", "g.qrels", "x.run", "-m", "RR", "--ties", "trek"],
            "'trec'",
        ),
        (&["topics", "build", "pages", "--similarity", "jarro"], "'jaro'"),
        (
            &["measure", "g.qrels", "x.run", "--measures", "RR"],
            "'--measure'",
        ),
        (&["ingest", "pages", "--ids", "slugs"], "'slug'"),
    ] {
        refused(here, flags, &[near]);
    }
}

#[test]
fn a_system_that_the_index_lacks_is_no_misspelling() {
    let dir = prepared();
    let flags = ["search", "--index", "idx", "x", "--system", "lsa_256"];
    refused(
        dir.path(),
        &flags,
        &["it has bm25_2, lsa_128", "sokutei index --systems lsa_256"],
    );
}

#[test]
fn several_measures_in_one_flag_are_written_out() {
    let dir = prepared();
    let measure = |list: &str, words: &[&str]| {
        refused(dir.path(), &["measure", "g.qrels", "x.run", "-m", list], words);
    };
    measure("RR@10,P@5", &["-m RR@10 -m P@5"]);
    measure("RR@10 P@5", &["-m RR@10 -m P@5"]);
    measure(
        "nDCG(gains={1:1,2:3})@10,AP",
        &["-m \"nDCG(gains={1:1,2:3})@10\" -m AP"],
    );
    // one of them is none: then that is what is said
    measure("RR@10,Q@5", &["RR@10,Q@5"]);
}

#[test]
fn qrels_and_runs_in_the_wrong_order_are_told_apart() {
    let dir = prepared();
    refused(
        dir.path(),
        &["measure", "x.run", "g.qrels", "-m", "RR"],
        &["x.run:1: ", "the columns of a run", "the qrels come first"],
    );
    refused(
        dir.path(),
        &["compare", "g.qrels", "x.run", "g.qrels", "-m", "RR"],
        &["g.qrels:1: ", "the columns of qrels", "the qrels come first"],
    );
}

#[test]
fn files_of_another_kind_are_named() {
    let dir = prepared();
    let here = dir.path();
    let write = |name: &str, bytes: &[u8]| fs::write(here.join(name), bytes).expect("written");
    write("binary", &[0, 1, 2, 3, b'\n']);
    write("utf16", &[0xff, 0xfe, b'q', 0, b'1', 0]);
    write("packed.xz", b"\xfd7zXZ\x00");
    write("packed.zst", b"\x28\xb5\x2f\xfd\x00\x58");
    write("packed.parquet", b"PAR1\x15\x00");
    let measure =
        |qrels: &str, words: &[&str]| refused(here, &["measure", qrels, "x.run", "-m", "RR"], words);
    measure("binary", &["binary:1", "no text file"]);
    measure("utf16", &["utf16:1", "save the file as UTF-8"]);
    measure("packed.xz", &["packed.xz:1", "packed by xz: unpack it first"]);
    #[cfg(feature = "zstd")]
    measure("packed.zst", &["packed.zst: ", "damaged or cut off"]);
    #[cfg(not(feature = "parquet"))]
    measure(
        "packed.parquet",
        &[
            "a Parquet file",
            "cargo build --release --features parquet",
            "save the file as CSV",
        ],
    );
    #[cfg(feature = "parquet")]
    measure("packed.parquet", &["packed.parquet: not read as Parquet: "]);
    measure("pages", &["pages: is a folder, expected a file"]);
    measure("nowhere", &["nowhere: no such file"]);
    refused(
        here,
        &["index", "pages/a.html", "-o", "i2"],
        &["this is a page", "sokutei ingest"],
    );
    refused(
        here,
        &["search", "--index", "s.jsonl", "x"],
        &["s.jsonl: is a file; name the folder"],
    );
    refused(
        here,
        &["search", "--index", "pages", "x"],
        &["no index here", "sokutei index"],
    );
}

#[test]
fn standard_input_is_read_once_and_holds_no_pages() {
    let dir = prepared();
    let here = dir.path();
    refused(
        here,
        &["measure", "-", "-", "-m", "RR"],
        &["standard input can be read once"],
    );
    for flags in [
        &["ingest", "-"][..],
        &["topics", "build", "-"],
        &["reproduce", "-"],
    ] {
        refused(here, flags, &["-: pages are read from a folder"]);
    }
    let run = fs::read(here.join("x.run")).expect("written");
    let flags = ["measure", "g.qrels", "-", "-m", "RR", "--quiet"];
    let (exit, from_stdin, stderr) = outcome(sokutei(here).args(flags).write_stdin(run));
    assert_eq!(exit, 0, "{stderr}");
    assert_eq!(
        from_stdin,
        fine(here, &["measure", "g.qrels", "x.run", "-m", "RR", "--quiet"])
    );
}

#[test]
fn pages_in_folders_inside_lead_to_slugs() {
    let (dir, pages) = workspace();
    let here = dir.path();
    fs::create_dir(pages.join("in")).expect("a new folder");
    two_articles(&pages.join("in"));
    refused(
        here,
        &["reproduce", "pages"],
        &["pages in folders inside", "--ids slug"],
    );
    refused(here, &["ingest", "pages", "--ids", "ordinal"], &["--ids slug"]);
    two_articles(&pages);
    let (exit, _, stderr) = outcome(sokutei(here).args(["reproduce", "pages", "--quiet"]));
    assert_eq!(exit, 0);
    assert!(
        stderr.starts_with("warning: folder-not-read × 1: ") && stderr.contains("--ids slug"),
        "{stderr}"
    );
    fine(here, &["reproduce", "pages", "--ids", "slug", "--out", "slugs"]);
}

#[test]
fn numbers_out_of_range_are_not_taken_for_flags() {
    let dir = prepared();
    let here = dir.path();
    refused(
        here,
        &["search", "--index", "idx", "x", "--depth", "-1"],
        &["'-1' for '--depth", "1 or more"],
    );
    refused(
        here,
        &["measure", "g.qrels", "x.run", "-m", "RR", "--seed", "-1"],
        &["'-1' for '--seed"],
    );
    refused(
        here,
        &["topics", "build", "pages", "--threshold", "1.5"],
        &["a number from 0 to 1"],
    );
    refused(
        here,
        &["measure", "g.qrels", "x.run", "-m", "RR", "--threads", "0"],
        &["'0' for '--threads"],
    );
}

#[test]
fn topic_ids_that_begin_with_a_number_sign_are_not_lost_without_a_word() {
    let (dir, _) = workspace();
    let here = dir.path();
    fs::write(here.join("q"), "# by hand\n#1 0 a 1\n#2 0 a 1\nq1 0 a 1\n").expect("written");
    fs::write(here.join("r"), "# one word\nq1 Q0 a 1 1 x\n").expect("written");
    let (exit, _, stderr) = outcome(sokutei(here).args(["measure", "q", "r", "-m", "RR"]));
    assert_eq!(exit, 0);
    assert!(
        stderr.contains("warning: q: 2 lines begin with # and were passed over"),
        "{stderr}"
    );
    assert!(stderr.contains("note: q: 1 line of comment"), "{stderr}");
    assert!(stderr.contains("note: r: 1 line of comment"), "{stderr}");
    let (_, _, quiet) = outcome(sokutei(here).args(["measure", "q", "r", "-m", "RR", "-q"]));
    assert_eq!(quiet.lines().count(), 1, "the warning stays: {quiet}");
}

#[test]
fn warnings_of_one_kind_are_one_line_unless_all_are_asked_for() {
    let (dir, pages) = workspace();
    let rows: Vec<(&str, &str, &str)> = (0..5).map(|_| ("問い", "答え", "どこにも似ていない題")).collect();
    let rows = [&rows[..], &[("意味", "x", "とは")]].concat();
    fs::write(pages.join("a.html"), pages::article("RDP", &rows)).expect("written");
    let said = |flags: &[&str]| {
        let flags = [&["topics", "build", "pages"], flags].concat();
        let (exit, _, stderr) = outcome(sokutei(dir.path()).args(flags));
        assert_eq!(exit, 0, "{stderr}");
        stderr
    };
    let grouped = said(&[]);
    assert_eq!(grouped.matches("unmatched-row").count(), 1, "{grouped}");
    assert!(
        grouped.contains("unmatched-row × 5: a.html: row 1") && grouped.contains("--all-warnings"),
        "{grouped}"
    );
    let all = said(&["--all-warnings"]);
    assert_eq!(
        all.matches("warning: unmatched-row: a.html: row ").count(),
        5,
        "{all}"
    );
    assert!(!all.contains("--all-warnings"), "{all}");
}

#[test]
fn a_strict_experiment_writes_nothing_if_anything_is_odd() {
    let (dir, pages) = workspace();
    fs::write(
        pages.join("a.html"),
        pages::article("RDP", &[("意味", "x", "とは"), ("番号", "3389", "ポート番号")]),
    )
    .expect("written");
    let here = dir.path();
    fine(here, &["reproduce", "pages", "--strict", "--out", "strict"]);
    fine(here, &["reproduce", "pages", "--out", "lax"]);
    let manifest = |out: &str| fs::read(here.join(out).join("manifest.json")).expect("written");
    assert_eq!(manifest("strict"), manifest("lax"), "it is the same experiment");
    fs::write(pages.join("c.html"), "<h1>c</h1><p>no section</p>").expect("written");
    refused(
        here,
        &["reproduce", "pages", "--strict"],
        &["no-heading × 1: c.html", "nothing was written"],
    );
    assert!(!here.join("sokutei-out").exists());
}

#[test]
fn topics_that_a_truth_does_not_know_are_counted() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    fs::create_dir(dir.path().join("truth")).expect("a new folder");
    let known = r#"{"slug":"a","questions":[{"query":"意味を知りたい","label":"とは","sections":["RDPとは"],"kind":"substring"}]}"#;
    fs::write(dir.path().join("truth/a.truth.json"), known).expect("written");
    let report = fine(dir.path(), &["reproduce", "pages", "--truth", "truth"]);
    // two rows on each of two pages, one of them known
    let words = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("3 topics are in no row: the truth knows nothing of them"),
        "{report}"
    );
}

#[test]
fn the_locale_changes_no_word() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let said = |locale: &str| {
        let mut command = sokutei(dir.path());
        outcome(
            command
                .args(["ingest", "pages"])
                .env("LC_ALL", locale)
                .env("LANG", locale),
        )
    };
    assert_eq!(said("ja_JP.UTF-8"), said("C"));
}

#[test]
fn pages_without_sections_do_not_lead_to_an_index() {
    let (dir, pages) = pages::workspace();
    fs::write(pages.join("a.html"), "<title>A</title><h1>A</h1><p>no h2</p>").expect("written");
    let (exit, _, err) = outcome(sokutei(dir.path()).args(["ingest", "pages", "-o", "s.jsonl"]));
    assert!(
        exit == 0 && err.contains("0 sections") && err.contains("holds nothing to search"),
        "{exit} {err}"
    );
    assert!(!err.contains("sokutei index"), "{err}");
}
