//! Ids are opaque: whatever a page is called comes through every stage byte for byte.
#![cfg(target_os = "linux")] // other systems do not have such names

mod pages;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use pages::{fine, outcome, sokutei, workspace};

/// Name of a page without its suffix, and the id of its article. By hand: white space is percent-encoded in UTF-8.
fn odd_names() -> Vec<(String, String)> {
    let mut names: Vec<(String, String)> = [
        ("a#b", "a#b"),
        ("a#b#0", "a#b#0"),
        ("100%", "100%"),
        ("%41", "%41"),
        ("A", "A"),
        ("Ａ", "Ａ"),
        ("深い/所/端", "深い/所/端"),
        ("a b", "a%20b"),
        ("a\u{3000}b", "a%E3%80%80b"),
        ("a\tb\nc", "a%09b%0Ac"),
        ("a\u{2028}b", "a%E2%80%A8b"),
        // the same to the eye: composed, and a letter with a mark
        ("が", "が"),
        ("か\u{3099}", "か\u{3099}"),
        ("a:b,c;d=e&f?g", "a:b,c;d=e&f?g"),
        ("\"a\\b'c`", "\"a\\b'c`"),
        ("-rf", "-rf"),
        ("esc\u{1b}[2J\u{7}", "esc\u{1b}[2J\u{7}"),
        ("\u{202e}right-to-left", "\u{202e}right-to-left"),
        ("鮨🍣", "鮨🍣"),
    ]
    .map(|(name, id)| (name.to_owned(), id.to_owned()))
    .into();
    for long in ["x".repeat(80), "語".repeat(80)] {
        names.push((long.clone(), long));
    }
    names
}

/// A text that no other page has an n-gram of.
fn words(i: usize) -> String {
    let first = 0x4E00 + 20 * u32::try_from(i).expect("few pages");
    (first..first + 20)
        .map(|c| char::from_u32(c).expect("an ideograph"))
        .collect()
}

/// One page for each name: one section, and a row that asks for its words.
fn write_pages(pages: &Path) {
    for (i, (name, _)) in odd_names().iter().enumerate() {
        let words = words(i);
        let page = format!(
            "<meta charset=utf-8><h1>題</h1><table><tr><th>知りたいこと<th>答え<th>詳しい節<tr><td>{words}<td>x<td>節</table>\
             <h2>節</h2><p>{words}"
        );
        let path = pages.join(format!("{name}.html"));
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, page).expect("written");
    }
}

fn docids() -> BTreeSet<String> {
    odd_names().iter().map(|(_, id)| format!("{id}#0")).collect()
}

/// A column of a file of the field's formats, which separate columns by spaces.
fn column(text: &str, n: usize) -> BTreeSet<String> {
    text.split_terminator('\n')
        .map(|line| line.split(' ').nth(n).expect("a column").to_owned())
        .collect()
}

#[test]
fn odd_ids_come_through_every_stage_byte_for_byte() {
    let (dir, pages) = workspace();
    write_pages(&pages);
    let here = dir.path();
    let sections = fine(here, &["ingest", "pages", "--quiet"]);
    let ids: BTreeSet<String> = sections
        .split_terminator('\n')
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).expect("JSON")["id"]
                .as_str()
                .expect("an id")
                .to_owned()
        })
        .collect();
    assert_eq!(ids, docids());

    fine(
        here,
        &[
            "topics",
            "build",
            "pages",
            "-o",
            "t",
            "--qrels",
            "q",
            "--labeling",
            "strict",
            "--quiet",
        ],
    );
    let qrels = fs::read_to_string(here.join("q")).expect("written");
    assert_eq!(column(&qrels, 2), docids());

    let (exit, _, stderr) = outcome(
        sokutei(here)
            .args(["index", "-", "-o", "idx", "--quiet"])
            .write_stdin(sections),
    );
    assert_eq!(exit, 0, "{stderr}");
    for system in ["bm25_2", "tfidf_23"] {
        fine(
            here,
            &[
                "search", "--index", "idx", "--topics", "t", "--system", system, "-o", "r", "--force",
                "--quiet",
            ],
        );
        let run = fs::read_to_string(here.join("r")).expect("written");
        // every page is the only one with its words
        assert_eq!(column(&run, 2), docids());
        let (exit, measured, stderr) =
            outcome(sokutei(here).args(["measure", "q", "r", "-m", "Success@1", "--format", "csv"]));
        assert_eq!((exit, stderr.as_str()), (0, ""));
        assert!(
            measured.contains(&format!("Success@1,{system},,1.0,")),
            "{measured}"
        );
    }
}

#[test]
fn the_main_job_carries_odd_ids_too() {
    let (dir, pages) = workspace();
    write_pages(&pages);
    let here = dir.path();
    fine(
        here,
        &["reproduce", "pages", "--ids", "slug", "--out", "out", "--quiet"],
    );
    let read = |name: &str| fs::read_to_string(here.join("out").join(name)).expect("written");
    assert_eq!(column(&read("qrels/strict.qrels"), 2), docids());
    assert_eq!(
        column(&read("qrels/article.qrels"), 2),
        odd_names().into_iter().map(|(_, id)| id).collect()
    );
    assert_eq!(column(&read("runs/bm25_23.run"), 2), docids());
    let values: serde_json::Value = serde_json::from_str(&read("values.json")).expect("JSON");
    for labeling in ["strict", "article"] {
        assert_eq!(
            values["systems"]["bm25_23"][labeling]["Success@1"], 1.0,
            "{labeling}"
        );
    }
}

#[test]
fn names_that_give_one_id_are_refused_by_name() {
    let (dir, pages) = workspace();
    write_pages(&pages);
    fs::write(pages.join("a%20b.html"), "<h2>x</h2>y").expect("written");
    fs::write(pages.join("a b.htm"), "<h2>x</h2>y").expect("written");
    // of three with one slug, two keep `.html`
    for flags in [
        vec!["ingest", "pages", "-o", "x"],
        vec!["reproduce", "pages", "--ids", "slug"],
    ] {
        let (exit, _, stderr) = outcome(sokutei(dir.path()).args(&flags));
        assert_eq!(exit, 2, "{stderr}");
        assert!(
            stderr.contains("pages: a b.html, a%20b.html would all have the id `a%20b.html`; rename one"),
            "{stderr}"
        );
    }
    assert_eq!(
        fs::read_dir(dir.path()).expect("a folder").count(),
        1,
        "nothing was written"
    );
}
