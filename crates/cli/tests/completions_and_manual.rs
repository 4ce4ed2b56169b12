//! What a shell completes, and the manual pages.

mod pages;

use std::fs;
use std::path::Path;
use std::process::Command;

use pages::{fine, outcome, sokutei, workspace};

const COMMANDS: [&str; 17] = [
    "reproduce",
    "ingest",
    "topics",
    "index",
    "search",
    "measure",
    "compare",
    "agree",
    "simulate",
    "topic-set-size",
    "gate",
    "select",
    "trec-eval",
    "check",
    "doctor",
    "completions",
    "man",
];

/// What bash offers at the end of a line, with our script sourced.
#[cfg(unix)]
fn bash_offers(script: &Path, line: &str) -> Vec<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let asked = format!(
        "source {}; COMP_WORDS=({}); COMP_CWORD={}; _sokutei sokutei '{}' '{}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script.display(),
        words
            .iter()
            .map(|w| format!("'{w}'"))
            .collect::<Vec<_>>()
            .join(" "),
        words.len() - 1,
        words[words.len() - 1],
        words[words.len() - 2],
    );
    let output = Command::new("bash")
        .args(["--norc", "-c", &asked])
        .output()
        .expect("bash runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let offered = String::from_utf8(output.stdout).expect("UTF-8");
    offered
        .lines()
        .filter(|l| !l.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_flags_and_values() {
    let (dir, _) = workspace();
    let script = dir.path().join("sokutei.bash");
    fs::write(&script, fine(dir.path(), &["completions", "bash"])).expect("written");
    let offers = |line: &str| bash_offers(&script, line);
    let all = offers("sokutei ");
    for command in COMMANDS {
        assert!(all.contains(&command.to_owned()), "{command}: {all:?}");
    }
    assert_eq!(offers("sokutei inge"), ["ingest"]);
    assert_eq!(offers("sokutei topics bu"), ["build"]);
    assert_eq!(offers("sokutei ingest pages --ids "), ["ordinal", "slug"]);
    assert_eq!(
        offers("sokutei search --index idx --system lsa"),
        ["lsa_128", "lsa_256"]
    );
    assert_eq!(offers("sokutei index s.jsonl --systems tf"), ["tfidf_23"]);
    assert_eq!(offers("sokutei measure q r --ties do"), ["docid-asc"]);
    assert_eq!(offers("sokutei measure q r -m nD"), ["nDCG@10"]);
    assert_eq!(
        offers("sokutei topics build p --similarity jaro"),
        ["jaro", "jaro-winkler"]
    );
    assert_eq!(offers("sokutei agree ru"), ["runs"]);
    assert!(offers("sokutei compare --num").contains(&"--numpy-ties".to_owned()));
}

#[test]
fn every_shell_gets_a_script_that_knows_the_commands() {
    let (dir, _) = workspace();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = fine(dir.path(), &["completions", shell]);
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}");
    }
    // `*::` would make zsh complete nothing after the first run
    let zsh = fine(dir.path(), &["completions", "zsh"]);
    for (name, commands) in [("runs", 6), ("qrels", 1)] {
        let with = |colons: &str| zsh.matches(&format!("'*{colons}{name} ")).count();
        assert_eq!((with(":"), with("::")), (commands, 0), "{name}");
    }
    let (exit, _, stderr) = outcome(sokutei(dir.path()).args(["completions", "tcsh"]));
    assert_eq!(exit, 2);
    assert!(stderr.contains("possible values: bash"), "{stderr}");
}

#[test]
fn the_manual_has_a_page_for_every_command_with_its_example() {
    let (dir, _) = workspace();
    let here = dir.path();
    fs::create_dir(here.join("man1")).expect("a new folder");
    fine(here, &["man", "man1"]);
    let page = |name: &str| fs::read_to_string(here.join("man1").join(name)).expect("written");
    for command in COMMANDS {
        let page = page(&format!("sokutei-{command}.1"));
        assert!(
            page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"),
            "{command}"
        );
    }
    assert!(page("sokutei.1").contains(".SH \"EXIT STATUS\""));
    let build = page("sokutei-topics-build.1");
    assert!(
        build.contains(".SH EXAMPLES") && build.contains("graded.qrels"),
        "{build}"
    );
    assert!(!here.join("man1/sokutei-help.1").exists());
}

#[test]
fn manual_pages_that_exist_are_kept_without_force() {
    let (dir, _) = workspace();
    let here = dir.path();
    fs::write(here.join("sokutei-man.1"), "mine").expect("written");
    let (exit, _, stderr) = outcome(sokutei(here).args(["man", "."]));
    assert_eq!(exit, 2);
    assert!(stderr.contains("sokutei-man.1: exists already"), "{stderr}");
    assert!(
        !here.join("sokutei.1").exists(),
        "nothing is written if one cannot be"
    );
    fine(here, &["man", ".", "--force"]);
    let (exit, _, stderr) = outcome(sokutei(here).args(["man", "nowhere"]));
    assert_eq!(
        (exit, stderr.contains("nowhere: no such folder")),
        (2, true),
        "{stderr}"
    );
}
