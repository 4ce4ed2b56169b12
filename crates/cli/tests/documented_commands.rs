//! The commands of `docs/CLI.md`, in the order of the page: what is printed is what the page shows.
#![cfg(unix)]

use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../docs/CLI.md");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A command of the page and what it prints there, line by line. `…` alone stands for any lines, at the end of a line for
/// any words.
struct Shown {
    command: String,
    lines: Vec<String>,
}

fn shown() -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let blocks = PAGE.split("```console\n").skip(1);
    for line in blocks.flat_map(|block| block.split("```").next().unwrap_or("").lines()) {
        if let Some(command) = line.strip_prefix("$ ") {
            all.push(Shown {
                command: command.to_owned(),
                lines: Vec::new(),
            });
        } else {
            let last = all.last_mut().expect("a block begins with a command");
            last.lines.push(line.trim_end().to_owned());
        }
    }
    all
}

/// Whether the lines that were printed are those of the page.
fn fits(page: &[String], printed: &[&str]) -> bool {
    let Some((first, rest)) = page.split_first() else {
        return printed.is_empty();
    };
    if first == "…" {
        return (0..=printed.len()).any(|skipped| fits(rest, &printed[skipped..]));
    }
    let Some((line, others)) = printed.split_first() else {
        return false;
    };
    let same = match first.strip_suffix('…') {
        // a line that really ends so may be shown as it is
        Some(beginning) => line.starts_with(beginning),
        None => line == first,
    };
    same && fits(rest, others)
}

#[test]
fn every_command_of_the_page_prints_what_the_page_shows() {
    let dir = tempfile::TempDir::new().expect("a temporary folder");
    symlink(Path::new(ROOT).join("corpus"), dir.path().join("corpus")).expect("linked");
    std::fs::create_dir(dir.path().join("try")).expect("a new folder");
    let program = Path::new(env!("CARGO_BIN_EXE_sokutei"))
        .parent()
        .expect("a folder");
    let path = format!(
        "{}:{}",
        program.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let commands = shown();
    assert!(commands.len() > 20, "the page is read");
    for Shown { command, lines } in commands {
        let output = Command::new("bash")
            .args(["--norc", "-c", &format!("{{ {command}; }} 2>&1")])
            .current_dir(dir.path())
            .env("PATH", &path)
            .output()
            .expect("bash runs");
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        assert!(
            fits(&lines, &printed),
            "$ {command}\nprints\n{}\nbut the page shows\n{}",
            printed.join("\n"),
            lines.join("\n")
        );
    }
}
