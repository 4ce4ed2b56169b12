//! Bad input: each a clear error or a warning, with its exit code, and nothing half-written.

mod pages;

use std::fs;
use std::path::Path;

use pages::{article, outcome, sokutei, two_articles, workspace};

/// Runs `reproduce pages` and expects the exit code and words on stderr; nothing may be left in `sokutei-out`.
fn refused(folder: &Path, code: i32, words: &[&str]) {
    let (exit, stdout, stderr) = outcome(sokutei(folder).args(["reproduce", "pages"]));
    assert_eq!(exit, code, "{stderr}");
    assert_eq!(stdout, "");
    for word in words {
        assert!(stderr.contains(word), "`{word}` is not in: {stderr}");
    }
    assert!(!folder.join("sokutei-out").exists(), "nothing is written");
}

#[test]
fn a_missing_folder_is_named() {
    let (dir, pages) = workspace();
    fs::remove_dir(pages).expect("removed");
    refused(dir.path(), 2, &["error: pages", "no such folder"]);
}

#[test]
fn a_file_where_a_folder_is_expected_is_named() {
    let (dir, pages) = workspace();
    fs::remove_dir(&pages).expect("removed");
    fs::write(&pages, "x").expect("written");
    refused(dir.path(), 2, &["pages: not a folder"]);
}

#[test]
fn an_empty_folder_is_an_error() {
    let (dir, _) = workspace();
    refused(dir.path(), 2, &["pages: the folder is empty"]);
}

#[test]
fn a_folder_without_html_says_what_it_found() {
    let (dir, pages) = workspace();
    fs::write(pages.join("notes.txt"), "x").expect("written");
    refused(dir.path(), 2, &["no .html or .htm file here", ".txt"]);
}

#[test]
fn r55_pages_without_any_cheat_sheet_are_an_error_with_the_reason_by_page() {
    let (dir, pages) = workspace();
    fs::write(pages.join("a.html"), "<h2>x</h2><p>text</p>").expect("written");
    fs::write(
        pages.join("b.html"),
        "<table><tr><td>y</td></tr></table><h2>x</h2><p>text</p>",
    )
    .expect("written");
    refused(dir.path(), 2, &["a.html", "b.html", "知りたいこと"]);
}

#[test]
fn no_bundled_articles_here_says_to_name_a_folder() {
    let (dir, _) = workspace();
    let (exit, _, stderr) = outcome(sokutei(dir.path()).arg("reproduce"));
    assert_eq!(exit, 2);
    assert!(stderr.contains("name a folder of HTML articles"), "{stderr}");
}

#[test]
fn odd_pages_are_warnings_in_the_report_and_the_others_are_used() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    fs::write(pages.join("c.html"), b"\x00\x01\x02 not a page").expect("written");
    fs::create_dir(pages.join("x.html")).expect("a folder named as a page");
    fs::write(
        pages.join("d.html"),
        b"<meta charset=utf-8><h1>d</h1><h2>\xff\xfe bytes</h2><p>text</p>",
    )
    .expect("written");
    fs::write(pages.join("e.html"), "<p>no heading</p>").expect("written");
    let (exit, report, stderr) = outcome(sokutei(dir.path()).args(["reproduce", "pages", "--quiet"]));
    assert_eq!(exit, 0, "{stderr}");
    for kind in [
        "not-html × 1",
        "directory-named-html × 1",
        "invalid-bytes × 1",
        "no-heading × 1",
    ] {
        assert!(report.contains(kind), "{kind}");
    }
    let sections = fs::read_to_string(dir.path().join("sokutei-out/sections.jsonl")).expect("written");
    assert!(
        sections.contains("\"t3#0\""),
        "d.html keeps its number although c.html is no page"
    );
    assert!(!sections.contains("\"t2#"), "c.html has no section");
}

#[test]
fn r28_topics_without_words_and_queries_shorter_than_n_are_warnings() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let rows = [("猫", "短い", "とは"), ("？！", "記号だけ", "ポート番号")];
    fs::write(pages.join("c.html"), article("回線", &rows)).expect("written");
    let (exit, report, stderr) = outcome(sokutei(dir.path()).args(["reproduce", "pages"]));
    assert_eq!(exit, 0, "{stderr}");
    assert!(report.contains("query-without-words × 1"), "{report}");
    assert!(report.contains("query-shorter-than-n × 1: bm25_2"), "{report}");
    assert!(report.contains("topic-without-hits × 2: bm25_2"), "{report}");
}

#[test]
fn depth_zero_and_unknown_words_are_usage_errors() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    for (flags, word) in [
        (vec!["reproduce", "pages", "--depth", "0"], "depth 0 keeps no hit"),
        (vec!["reproduce", "pages", "--threads", "0"], "--threads"),
        (vec!["reproduce", "pages", "--multi", "some"], "possible values"),
        (vec!["reproduse"], "reproduce"),
        (vec!["measure", "qrels"], "RUN"),
    ] {
        let (exit, _, stderr) = outcome(sokutei(dir.path()).args(&flags));
        assert_eq!(exit, 2, "{flags:?}: {stderr}");
        assert!(stderr.contains(word), "{flags:?}: {stderr}");
    }
}

#[test]
fn measures_that_do_not_exist_are_named() {
    let (dir, _) = workspace();
    fs::write(dir.path().join("q"), "q1 0 a 1\n").expect("written");
    fs::write(dir.path().join("r"), "q1 Q0 a 1 1.0 x\n").expect("written");
    for measure in ["P@0", "P@-1", "P@x", "P@5.0", "nDGC@10"] {
        let (exit, _, stderr) = outcome(sokutei(dir.path()).args(["measure", "q", "r", "-m", measure]));
        assert_eq!(exit, 2);
        assert!(stderr.contains(measure), "{stderr}");
    }
}

#[test]
fn broken_files_are_named_with_their_line() {
    let (dir, _) = workspace();
    let write = |name: &str, text: &str| fs::write(dir.path().join(name), text).expect("written");
    write("good.qrels", "q1 0 a 1\n");
    write("bad.qrels", "q1 0 a 1\nq1 0 b\n");
    write("good.run", "q1 Q0 a 1 1.0 x\n");
    write("bad.run", "q1 Q0 a 1 1.0 x\nq1 Q0 a 2 0.5 x\n");
    write("other.run", "t9 Q0 a 1 1.0 x\n");
    write(
        "sections.jsonl",
        "{\"id\":\"a#0\",\"article\":\"a\",\"text\":\"x\"}\n{\"id\":\n",
    );
    for (flags, words) in [
        (
            vec!["measure", "bad.qrels", "good.run", "-m", "RR"],
            vec!["bad.qrels:2", "4", "3"],
        ),
        (
            vec!["measure", "good.qrels", "bad.run", "-m", "RR"],
            vec!["bad.run:2", "line 1"],
        ),
        (
            vec!["measure", "good.qrels", "other.run", "-m", "RR"],
            vec!["q1", "t9"],
        ),
        (
            vec!["measure", "good.qrels", "none.run", "-m", "RR"],
            vec!["none.run"],
        ),
        (
            vec!["index", "sections.jsonl", "-o", "idx"],
            vec!["sections.jsonl:2"],
        ),
        (vec!["search", "--index", "idx", "x"], vec!["idx"]),
    ] {
        let (exit, stdout, stderr) = outcome(sokutei(dir.path()).args(&flags));
        assert_eq!(exit, 2, "{flags:?}: {stderr}");
        assert_eq!(stdout, "");
        for word in words {
            assert!(stderr.contains(word), "{flags:?}: `{word}` is not in: {stderr}");
        }
    }
    assert!(!dir.path().join("idx").exists());
}
