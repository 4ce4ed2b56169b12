//! What is drawn on a terminal, and what never leaves one: bars, colours.
#![cfg(unix)]

mod pages;

use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

use pages::{two_articles, workspace};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

const ESCAPE: char = '\u{1b}';

/// Everything that a command writes to a terminal of this width as its stderr, and to a pipe as its stdout.
fn on_terminal(width: u16, command: &mut Command) -> (String, String) {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a new terminal");
    grantpt(&terminal).expect("granted");
    unlockpt(&terminal).expect("unlocked");
    let size = Winsize {
        ws_row: 24,
        ws_col: width,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&terminal, size).expect("a size");
    let name = ptsname(&terminal, Vec::new()).expect("a name");
    let side = OpenOptions::new()
        .read(true)
        .write(true)
        .open(Path::new(name.to_str().expect("ASCII")))
        .expect("the other side");
    let child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(side)
        .spawn();
    // or our own copy of the other side would keep it open for ever
    command.stderr(Stdio::null());
    let drawn = std::thread::spawn(move || {
        let mut drawn = Vec::new();
        // the end of a terminal is an error on Linux
        let _ = File::from(terminal).read_to_end(&mut drawn);
        drawn
    });
    let done = child.expect("started").wait_with_output().expect("ended");
    let drawn = drawn.join().expect("read");
    let words = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (words(drawn), words(done.stdout))
}

/// The command in a folder, with an ordinary terminal's environment.
fn sokutei(folder: &Path, flags: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sokutei"));
    command.current_dir(folder).args(flags).env("TERM", "xterm");
    for name in ["CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

#[test]
fn bars_show_parts_counts_and_speed_at_any_width() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    for width in [80, 40] {
        let flags = ["ingest", "pages", "-o", "x.jsonl", "--force"];
        let (drawn, stdout) = on_terminal(width, &mut sokutei(dir.path(), &flags));
        assert_eq!(stdout, "");
        assert!(
            drawn.contains("ingest") && drawn.contains("/2 "),
            "{width}: {drawn:?}"
        );
        assert_eq!(drawn.contains("/2 pages"), width == 80, "{width}: {drawn:?}");
        assert!(drawn.contains("6 sections of 2 articles"), "{drawn:?}");
    }
}

#[test]
fn every_stage_leaves_a_line_in_the_main_job_and_the_report_stays_clean() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let (drawn, report) = on_terminal(80, &mut sokutei(dir.path(), &["reproduce", "pages"]));
    for stage in [
        "ingest",
        "topics",
        "index",
        "search",
        "measure",
        "statistics",
        "write",
    ] {
        let line = drawn
            .split("\r\n")
            .any(|l| l.contains(stage) && l.contains(" s  "));
        assert!(line, "no line of {stage}: {drawn:?}");
    }
    assert!(
        !report.contains(ESCAPE) && report.starts_with("Which search"),
        "{report}"
    );
}

#[test]
fn nothing_is_drawn_when_quiet_or_dumb_or_into_a_pipe() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let flags = ["ingest", "pages", "-o", "x.jsonl", "--force"];
    let (drawn, _) = on_terminal(80, sokutei(dir.path(), &flags).arg("--quiet"));
    assert_eq!(drawn, "");
    let (drawn, _) = on_terminal(80, sokutei(dir.path(), &flags).env("TERM", "dumb"));
    assert!(!drawn.contains(ESCAPE) && drawn.lines().count() == 1, "{drawn:?}");
    let piped = sokutei(dir.path(), &flags).output().expect("it runs").stderr;
    let piped = String::from_utf8(piped).expect("UTF-8");
    assert!(!piped.contains([ESCAPE, '\r']), "{piped:?}");
    assert_eq!(piped.lines().count(), 1, "{piped:?}");
}

#[test]
fn colours_stop_where_they_are_not_wanted() {
    let (dir, _) = workspace();
    std::fs::write(dir.path().join("q"), "q1 0 a 1\nq1 0 b\n").expect("written");
    let wrong_flag = ["measure", "--colour"];
    let wrong_line = ["measure", "q", "r", "-m", "RR"];
    for flags in [&wrong_flag[..], &wrong_line[..]] {
        let drawn = |name: &str, value: &str| on_terminal(80, sokutei(dir.path(), flags).env(name, value)).0;
        assert!(
            drawn("LANG", "ja_JP.UTF-8").contains("\u{1b}["),
            "{flags:?}: colours on a terminal"
        );
        for (name, value) in [("NO_COLOR", "1"), ("CLICOLOR", "0"), ("TERM", "dumb")] {
            for ci in [None, Some("true")] {
                let mut command = sokutei(dir.path(), flags);
                command.env(name, value).envs(ci.map(|value| ("CI", value)));
                let (drawn, _) = on_terminal(80, &mut command);
                assert!(
                    !drawn.contains(ESCAPE) && drawn.contains("error: "),
                    "{name}, CI {ci:?}: {drawn:?}"
                );
            }
        }
    }
}
