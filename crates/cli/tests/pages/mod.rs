//! Small folders of pages, and the command that is tried on them.

#![allow(dead_code)] // every test file uses its own part of this one

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use tempfile::TempDir;

/// The command, in a given working folder.
pub(crate) fn sokutei(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sokutei"));
    command.current_dir(folder).env("NO_COLOR", "1");
    command
}

/// A fresh folder with an empty folder `pages` in it.
pub(crate) fn workspace() -> (TempDir, PathBuf) {
    let dir = TempDir::new().expect("a temporary folder");
    let pages = dir.path().join("pages");
    fs::create_dir(&pages).expect("a new folder");
    (dir, pages)
}

/// An article with three sections and a cheat-sheet of the given rows: question, answer, label.
pub(crate) fn article(title: &str, rows: &[(&str, &str, &str)]) -> String {
    let row = |(q, a, l): &(&str, &str, &str)| format!("<tr><td>{q}</td><td>{a}</td><td>{l}</td></tr>");
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<!doctype html><meta charset=utf-8><title>{title}</title><h1>{title}｜入門</h1>\
         <table><tr><th>知りたいこと</th><th>答え</th><th>詳しい節</th></tr>{rows}</table>\
         <h2>{title}とは</h2><p>{title}の意味を短く説明します。</p>\
         <h2>{title}のポート番号</h2><p>番号は3389です。設定で変えられます。</p>\
         <h2>{title}で起きるエラー</h2><p>切断されたときは時間切れを疑います。</p>"
    )
}

/// Two articles that make four topics.
pub(crate) fn two_articles(pages: &Path) {
    let rows = [
        ("意味を知りたい", "説明", "とは"),
        ("ポート番号", "3389", "ポート番号"),
    ];
    fs::write(pages.join("a.html"), article("RDP", &rows)).expect("a written page");
    fs::write(pages.join("b.html"), article("検索索引", &rows)).expect("a written page");
}

/// Exit code, standard output, standard error.
pub(crate) fn outcome(command: &mut Command) -> (i32, String, String) {
    let output = command.output().expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code().expect("no signal"),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Runs a command that must succeed, and gives its standard output.
#[track_caller]
pub(crate) fn fine(folder: &Path, flags: &[&str]) -> String {
    let (exit, stdout, stderr) = outcome(sokutei(folder).args(flags));
    assert_eq!(exit, 0, "{flags:?}: {stderr}");
    stdout
}

/// Names of everything below a folder, sorted, `/` between their parts.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path.clone());
            }
            let below = path.strip_prefix(folder).expect("below");
            names.push(below.to_str().expect("UTF-8").to_owned());
        }
    }
    names.sort();
    names
}

/// Asserts that two output folders have the same files with the same bytes, apart from `run.json`.
#[track_caller]
pub(crate) fn same_folders(a: &Path, b: &Path) {
    let files = |folder: &Path| -> Vec<String> {
        let names = names(folder).into_iter();
        names
            .filter(|n| n != "run.json" && !folder.join(n).is_dir())
            .collect()
    };
    let (in_a, in_b) = (files(a), files(b));
    assert_eq!(in_a, in_b, "{} and {}", a.display(), b.display());
    for name in in_a {
        let read = |folder: &Path| fs::read(folder.join(&name)).expect("a file");
        assert!(
            read(a) == read(b),
            "{name} of {} and {}",
            a.display(),
            b.display()
        );
    }
}
