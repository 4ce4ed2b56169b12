//! What a stage refuses, warns of or leaves alone: other people's files, other corpora's labels, special files, odd ids.

mod pages;

use std::fs;

use pages::{fine, outcome, sokutei, two_articles, workspace};

#[test]
fn labels_of_other_pages_under_the_same_ids_are_exit_4() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    fine(
        here,
        &[
            "topics",
            "build",
            "pages",
            "--ids",
            "ordinal",
            "-o",
            "topics.jsonl",
        ],
    );
    // one page more, first in order: every ordinal id still exists and means another section
    fs::write(
        pages.join("0.html"),
        pages::article("回線", &[("意味", "x", "とは")]),
    )
    .expect("written");
    fine(
        here,
        &["ingest", "pages", "--ids", "ordinal", "-o", "sections.jsonl"],
    );
    fine(
        here,
        &["index", "sections.jsonl", "-o", "idx", "--systems", "bm25_23"],
    );
    let (exit, _, stderr) = outcome(sokutei(here).args([
        "search",
        "--index",
        "idx",
        "--topics",
        "topics.jsonl",
        "-o",
        "x.run",
    ]));
    assert_eq!(exit, 4, "{stderr}");
    assert!(stderr.contains("another heading"), "{stderr}");
    assert!(!here.join("x.run").exists());
}

#[test]
fn an_index_folder_is_never_somebody_elses() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    fine(here, &["ingest", "pages", "-o", "sections.jsonl"]);
    fs::create_dir(here.join("mine")).expect("a new folder");
    fs::write(here.join("mine/sections.jsonl"), "precious").expect("written");
    for flags in [
        vec!["index", "sections.jsonl", "-o", "mine"],
        vec!["index", "sections.jsonl", "-o", "mine", "--force"],
    ] {
        let (exit, _, stderr) = outcome(sokutei(here).args(&flags));
        assert_eq!(exit, 2, "{stderr}");
    }
    assert_eq!(
        fs::read_to_string(here.join("mine/sections.jsonl")).expect("kept"),
        "precious"
    );
    fine(
        here,
        &["index", "sections.jsonl", "-o", "idx", "--systems", "bm25_2"],
    );
    assert_eq!(
        outcome(sokutei(here).args(["index", "sections.jsonl", "-o", "idx"])).0,
        2
    );
    fine(
        here,
        &[
            "index",
            "sections.jsonl",
            "-o",
            "idx",
            "--systems",
            "bm25_2",
            "--force",
        ],
    );
}

#[test]
fn files_without_a_section_or_a_topic_are_errors() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    fs::write(here.join("empty.jsonl"), "\n").expect("written");
    let (exit, _, stderr) = outcome(sokutei(here).args(["index", "empty.jsonl", "-o", "idx"]));
    assert_eq!(exit, 2);
    assert!(stderr.contains("empty.jsonl: no sections"), "{stderr}");
    fine(here, &["ingest", "pages", "-o", "sections.jsonl"]);
    fine(
        here,
        &["index", "sections.jsonl", "-o", "idx", "--systems", "bm25_2"],
    );
    let flags = [
        "search",
        "--index",
        "idx",
        "--topics",
        "empty.jsonl",
        "--system",
        "bm25_2",
        "-o",
        "x.run",
    ];
    let (exit, _, stderr) = outcome(sokutei(here).args(flags));
    assert_eq!(exit, 2);
    assert!(stderr.contains("empty.jsonl: no topics"), "{stderr}");
}

#[test]
fn compare_says_which_topics_a_run_lacks_and_how_p_was_found() {
    let (dir, _) = workspace();
    let here = dir.path();
    fs::write(here.join("q"), "q1 0 a 1\nq2 0 b 1\n").expect("written");
    fs::write(here.join("a.run"), "q1 Q0 a 1 1 A\nq2 Q0 b 1 1 A\n").expect("written");
    fs::write(here.join("b.run"), "q1 Q0 a 1 1 B\n").expect("written");
    let (exit, stdout, stderr) =
        outcome(sokutei(here).args(["compare", "q", "a.run", "b.run", "-m", "MRR@10"]));
    assert_eq!(exit, 0, "{stderr}");
    assert!(
        stderr.contains("B: 1 topic not in the run and counted 0; the first is q2"),
        "{stderr}"
    );
    assert!(stdout.contains("all 2^n = 4 sign flips"), "{stdout}");
    assert!(
        stdout.contains("measure: RR@10"),
        "the measure's own name, not the alias: {stdout}"
    );
}

#[test]
fn ids_and_headings_cannot_move_the_cursor() {
    let (dir, _) = workspace();
    let here = dir.path();
    let line =
        r#"{"id":"a\u001b[2Jb","article":"a","heading":"\u202eports\u0007","text":"port number 3389"}"#;
    fs::write(here.join("sections.jsonl"), line).expect("written");
    fine(
        here,
        &["index", "sections.jsonl", "-o", "idx", "--systems", "bm25_2"],
    );
    let found = fine(here, &["search", "--index", "idx", "--system", "bm25_2", "port"]);
    assert!(!found.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{found:?}");
}

#[cfg(unix)]
#[test]
fn pipes_are_written_into_and_links_stay_links() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    let pipe = here.join("pipe");
    let made = std::process::Command::new("mkfifo")
        .arg(&pipe)
        .status()
        .expect("mkfifo runs");
    assert!(made.success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).expect("what was written into the pipe")
    });
    fine(here, &["ingest", "pages", "-o", "pipe", "--force"]);
    assert!(
        !fs::metadata(&pipe).expect("there").is_file(),
        "it is a pipe still"
    );
    assert_eq!(reader.join().expect("read to the end").lines().count(), 6);
    fs::write(here.join("real.jsonl"), "old").expect("written");
    std::os::unix::fs::symlink("real.jsonl", here.join("link.jsonl")).expect("linked");
    fine(here, &["ingest", "pages", "-o", "link.jsonl", "--force"]);
    assert!(
        fs::symlink_metadata(here.join("link.jsonl"))
            .expect("there")
            .file_type()
            .is_symlink()
    );
    assert_eq!(
        fs::read_to_string(here.join("real.jsonl"))
            .expect("there")
            .lines()
            .count(),
        6
    );
}

#[test]
fn refusals_come_before_any_work_and_name_what_to_do() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    for (flags, word) in [
        (
            vec!["ingest", "pages", "-o", "nope/x.jsonl"],
            "nope: no such folder",
        ),
        (
            vec!["topics", "build", "pages", "-o", "t", "--qrels", "t"],
            "cannot go to one place",
        ),
        (
            vec!["topics", "build", "pages", "-o", "t", "--qrels", "./pages/../t"],
            "cannot go to one place",
        ),
        (
            vec!["topics", "build", "pages", "-o", "t", "--labeling", "strict"],
            "--qrels",
        ),
    ] {
        let (exit, _, stderr) = outcome(sokutei(here).args(&flags));
        assert_eq!(exit, 2, "{flags:?}: {stderr}");
        assert!(stderr.contains(word), "{flags:?}: {stderr}");
    }
    assert!(!here.join("t").exists());
}

#[test]
fn a_run_without_one_judged_document_is_a_warning() {
    let (dir, _) = workspace();
    let here = dir.path();
    fs::write(here.join("q"), "q1 0 t0 1\n").expect("written");
    fs::write(here.join("r"), "q1 Q0 t0#1 1 1 A\n").expect("written");
    let (exit, stdout, stderr) = outcome(sokutei(here).args(["measure", "q", "r", "-m", "RR@10"]));
    assert_eq!(exit, 0);
    assert!(stdout.contains("0.0000"), "{stdout}");
    assert!(
        stderr.contains("no judged document is in the run") && stderr.contains("`t0#1`"),
        "{stderr}"
    );
}

#[test]
fn what_an_interrupted_index_left_is_in_nobodys_way() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    fine(here, &["ingest", "pages", "-o", "sections.jsonl"]);
    fs::create_dir(here.join("idx")).expect("a new folder");
    fs::write(here.join("idx/.index-abc123.tmp"), "half").expect("written");
    fs::write(here.join("idx/.sokutei-tmp-abc123"), "half").expect("written");
    fine(
        here,
        &["index", "sections.jsonl", "-o", "idx", "--systems", "bm25_2"],
    );
    assert_eq!(
        pages::names(&here.join("idx")),
        ["index.sokutei", "sections.jsonl"]
    );

    // killed between its two files, it may be made again without --force; whole, it may not
    let again = ["index", "sections.jsonl", "-o", "idx", "--systems", "bm25_2"];
    assert_eq!(outcome(sokutei(here).args(again)).0, 2);
    fs::write(here.join("idx/.sokutei-unfinished"), "").expect("written");
    fs::remove_file(here.join("idx/sections.jsonl")).expect("there");
    fine(here, &again);
    assert_eq!(
        pages::names(&here.join("idx")),
        ["index.sokutei", "sections.jsonl"]
    );
    assert_eq!(outcome(sokutei(here).args(again)).0, 2);
}
