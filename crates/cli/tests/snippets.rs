//! Errors that show the line: whole in their first line, then the line with an arrow.

mod pages;

use std::fs;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use pages::{outcome, sokutei, workspace};

/// The lines that a refused command says, its file being `text`.
fn said(command: &str, text: &[u8]) -> Vec<String> {
    let (dir, _) = workspace();
    let here = dir.path();
    fs::write(here.join("good.qrels"), "q1 0 a 1\n").expect("written");
    fs::write(here.join("good.run"), "q1 Q0 a 1 1 x\n").expect("written");
    fs::write(here.join("x"), text).expect("written");
    let (exit, stdout, stderr) = outcome(sokutei(here).args(command.split(' ')));
    assert_eq!((exit, stdout.as_str()), (2, ""), "{stderr}");
    stderr.lines().map(|line| line.trim_end().to_owned()).collect()
}

const QRELS: &str = "measure x good.run -m RR";
const RUN: &str = "measure good.qrels x -m RR";
const SECTIONS: &str = "index x -o idx";

#[test]
fn the_line_is_shown_with_an_arrow_to_what_was_found() {
    assert_eq!(
        said(RUN, b"q1 Q0 a 1 1 x\nq1 Q0 b 2 abc x\n"),
        [
            "error: x:2: column 5: score \"abc\" is not a number",
            " --> x:2:11",
            "  |",
            "2 | q1 Q0 b 2 abc x",
            "  |           ^^^ not a number",
        ]
    );
    assert_eq!(
        said(QRELS, b"q1 0 a 1\r\nq1 0 b\r\n")[1..],
        [
            " --> x:2:7",
            "  |",
            "2 | q1 0 b",
            "  |       ^ 1 column is missing",
        ]
    );
}

#[test]
fn wide_characters_do_not_move_the_arrow() {
    // 7 characters of two columns before the place, 14 columns
    let lines = said(SECTIONS, "{\"id\":\"ねこといぬとり\"}\n".as_bytes());
    assert!(
        lines[0].starts_with("error: x:1:30: missing field `article`"),
        "{lines:?}"
    );
    let arrow = lines[4].chars().position(|c| c == '^').expect("an arrow");
    // "1 | " is four columns wide; the brace stands behind 8 narrow characters, 14 columns and a quote
    assert_eq!(arrow, 4 + 7 + 14 + 1, "{lines:#?}");
}

#[test]
fn every_kind_of_mistake_has_its_place() {
    let cases: [(&str, &[u8], &str, &str); 13] = [
        (QRELS, b"q1 0 a 1 2\n", " x:1:10", "more than 4 columns"),
        (QRELS, b"q1 0 a 0.5\n", " x:1:8", "not a whole grade"),
        (QRELS, b"q1 0 a 1\nq1 0 a 2\n", " x:2:8", "1 on line 1"),
        (QRELS, b"q1 0 \xff 1\n", " x:1:6", "not UTF-8"),
        (QRELS, b"q1 0 a 1\n\xef\xbb\xbfq2 0 a 1\n", " x:2:1", "U+FEFF"),
        (RUN, b"q1 Q0 a first 1 x\n", " x:1:9", "not a rank"),
        (RUN, b"q1 Q0 a 1 inf x\n", " x:1:11", "not finite"),
        (RUN, b"q1 Q0 a 1 1 x\n\nq1 Q0 a 2 1 x\n", " x:3:7", "also on line 1"),
        (RUN, b"q1 Q0 a 1 1 x\nq1 Q0 b 2 1 y\n", " x:2:13", "`x` on line 1"),
        (SECTIONS, b"{\"id\":\n", " x:1:6", "EOF while parsing a value"),
        (
            SECTIONS,
            b"{\"id\":\"a\",\"article\":\"a\",\"text\":\"b\"}\n{\"id\":\"a\",\"article\":\"a\",\"text\":\"c\"}\n",
            " x:2:8",
            "also on line 1",
        ),
        (SECTIONS, b"[1]\n", " x:1:", "invalid type"),
        (SECTIONS, b"<h1>x</h1>\n", " x:1:1", "expected value"),
    ];
    for (command, text, place, label) in cases {
        let lines = said(command, text);
        assert!(lines[0].starts_with("error: x:"), "{lines:#?}");
        let is_whole = !place.ends_with(':');
        assert!(
            if is_whole {
                lines[1].ends_with(place)
            } else {
                lines[1].contains(place)
            },
            "{place}: {lines:#?}"
        );
        assert!(lines[4].contains(label), "{label}: {lines:#?}");
    }
}

#[test]
fn topics_are_shown_too() {
    let (dir, pages) = workspace();
    pages::two_articles(&pages);
    let here = dir.path();
    pages::fine(here, &["ingest", "pages", "-o", "s.jsonl"]);
    pages::fine(here, &["index", "s.jsonl", "-o", "idx", "--systems", "bm25_2"]);
    for (text, place) in [
        ("{\"qid\":\"q0\"}\n", " t:1:12"),
        (
            "{\"qid\":\"q0\",\"query\":\"x\"}\n{\"query\":\"y\",\"qid\":\"q0\"}\n",
            " t:2:21",
        ),
    ] {
        fs::write(here.join("t"), text).expect("written");
        let (exit, _, stderr) = outcome(sokutei(here).args(["search", "--index", "idx", "--topics", "t"]));
        assert_eq!(exit, 2);
        assert!(stderr.contains(place), "{place}: {stderr}");
    }
}

#[test]
fn a_line_without_end_is_cut_around_its_place_and_cannot_move_the_cursor() {
    let text = format!(
        "{{\"id\":\"{}\u{202e}\",\"text\":7}}{}\n",
        "猫".repeat(200_000),
        "x".repeat(200_000)
    );
    let lines = said(SECTIONS, text.as_bytes());
    assert!(
        lines[1..].iter().all(|line| line.chars().count() < 101),
        "{lines:#?}"
    );
    assert!(
        lines[3].contains("…猫猫") && lines[3].ends_with('…'),
        "{lines:#?}"
    );
    let lines = said(QRELS, b"q1 0 a\x1b[2J\x07 x\n");
    assert!(
        !lines.iter().any(|line| line.contains(['\u{1b}', '\u{7}'])),
        "{lines:#?}"
    );
    assert!(lines[3].starts_with("1 | q1 0 a [2J  x"), "{lines:#?}");
}

#[test]
fn words_of_a_file_do_not_fill_the_screen() {
    let text = format!("q1 Q0 a 1 {}n r\n", "9".repeat(300_000));
    let lines = said(RUN, text.as_bytes());
    assert!(lines.iter().all(|line| line.chars().count() < 5_000));
    assert!(
        lines[0].starts_with("error: x:1: column 5: score \"9999"),
        "{}",
        &lines[0][..60]
    );
    assert!(
        lines[0].ends_with("9n\" is not a number"),
        "the end says what to do"
    );
}

#[test]
fn standard_input_and_packed_files_show_their_line() {
    let (dir, _) = workspace();
    let here = dir.path();
    fs::write(here.join("good.qrels"), "q1 0 a 1\n").expect("written");
    let text = b"q1 Q0 a 1 1 x\nq1 Q0 b 2\n";
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(text).expect("to memory");
    let packed = packed.finish().expect("to memory");
    fs::write(here.join("x.run.gz"), &packed).expect("written");
    for (file, name, stdin) in [
        ("-", "standard input", &text[..]),
        ("x.run.gz", "x.run.gz", b""),
        ("-", "standard input", &packed),
    ] {
        let flags = ["measure", "good.qrels", file, "-m", "RR"];
        let (exit, _, stderr) = outcome(sokutei(here).args(flags).write_stdin(stdin));
        assert_eq!(exit, 2);
        assert!(
            stderr.contains(&format!("--> {name}:2:10\n")) && stderr.contains("q1 Q0 b 2"),
            "{stderr}"
        );
    }
    // cut off before its end: neither taken for whole nor an error of the disk
    let mut whole = GzEncoder::new(Vec::new(), Compression::default());
    whole.write_all(b"q1 Q0 a 1 1 x\n").expect("to memory");
    let whole = whole.finish().expect("to memory");
    fs::write(here.join("cut.gz"), &whole[..whole.len() - 5]).expect("written");
    let (exit, _, stderr) = outcome(sokutei(here).args(["measure", "good.qrels", "cut.gz", "-m", "RR"]));
    assert_eq!(exit, 2, "{stderr}");
    assert!(
        stderr.contains("cut.gz") && stderr.contains("damaged or cut off"),
        "{stderr}"
    );
}

#[test]
fn a_packed_run_is_measured_as_what_is_in_it() {
    let (dir, _) = workspace();
    let here = dir.path();
    fs::write(here.join("q"), "q1 0 a 1\n").expect("written");
    fs::write(here.join("r"), "q1 Q0 b 1 2 x\nq1 Q0 a 2 1 x\n").expect("written");
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    // two members, as `cat a.gz b.gz` makes them
    packed.write_all(b"q1 Q0 b 1 2 x\n").expect("to memory");
    let mut packed = packed.finish().expect("to memory");
    let mut second = GzEncoder::new(&mut packed, Compression::default());
    second.write_all(b"q1 Q0 a 2 1 x\n").expect("to memory");
    second.finish().expect("to memory");
    fs::write(here.join("r.gz"), packed).expect("written");
    let measured = |run: &str| pages::fine(here, &["measure", "q", run, "-m", "RR", "--format", "csv"]);
    assert_eq!(measured("r"), measured("r.gz"));
}

#[test]
fn quiet_leaves_the_first_line() {
    let (dir, _) = workspace();
    fs::write(dir.path().join("q"), "q1 0 a\n").expect("written");
    let (exit, _, stderr) = outcome(sokutei(dir.path()).args(["measure", "q", "q", "-m", "RR", "--quiet"]));
    assert_eq!(exit, 2);
    assert_eq!(
        stderr,
        "error: q:1: expected 4 columns (topic, iteration, docid, grade), found 3\n"
    );
}
