//! Ctrl-C and SIGTERM: the process is gone soon, with its exit code, and leaves nothing half-written.
#![cfg(unix)]

mod pages;

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use pages::{fine, names, same_folders, two_articles, workspace};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn start(folder: &Path, flags: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_sokutei"))
        .current_dir(folder)
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts")
}

#[allow(clippy::disallowed_methods)] // how long it takes is what is tested
fn now() -> Instant {
    Instant::now()
}

/// Sends a signal and gives the exit code. The process must be gone soon; that it is within a second, on a machine that does nothing
/// else, is looked at by scripts/check-kill.
#[track_caller]
fn ended_by(child: &mut Child, signal: &str) -> i32 {
    let kill = format!("kill -{signal} {}", child.id());
    let sent = Command::new("sh").args(["-c", &kill]).status().expect("sh runs");
    assert!(sent.success() || child.try_wait().expect("a child").is_some());
    let at = now();
    loop {
        if let Some(exit) = child.try_wait().expect("a child") {
            return exit.code().expect("it ends by itself, not by the signal");
        }
        assert!(
            at.elapsed() < Duration::from_secs(20),
            "still there 20 seconds after SIG{signal}"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Below `nohup` a hang-up is ignored, here and in every program that is started here.
fn hang_ups_are_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|hex| u64::from_str_radix(hex.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 == 1)
}

/// Waits until `is_so`; a minute is for ever.
#[track_caller]
fn wait_until(is_so: impl Fn() -> bool) {
    let at = now();
    while !is_so() {
        assert!(at.elapsed() < Duration::from_secs(60), "it never comes");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn has_temporary(folder: &Path) -> bool {
    names(folder).iter().any(|name| name.contains(".sokutei-tmp-"))
}

#[test]
fn the_main_job_ends_at_once_whatever_it_is_doing() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let out = |name: &str| dir.path().join(name);
    let flags = |name: &str| {
        let path = out(name).to_str().expect("UTF-8").to_owned();
        ["reproduce", "--quiet", "--threads", "2", "--out"]
            .map(str::to_owned)
            .into_iter()
            .chain([path])
            .collect::<Vec<_>>()
    };
    let run = |name: &str| {
        start(
            Path::new(ROOT),
            &flags(name).iter().map(String::as_str).collect::<Vec<_>>(),
        )
    };
    let at = now();
    assert!(run("whole").wait().expect("a child").success());
    let length = at.elapsed();

    let mut interrupted = 0;
    // two of them where the files are written
    for part in [0.02, 0.2, 0.5, 0.8, 0.93, 0.97] {
        let mut child = run("out");
        std::thread::sleep(length.mul_f64(part));
        let code = ended_by(&mut child, "INT");
        // the machine may be quicker this time, and the job done
        assert!(
            code == 130 || code == 0 && part > 0.7,
            "exit {code} at {part} of the run"
        );
        interrupted += usize::from(code == 130);
        if out("out").exists() {
            assert!(!has_temporary(&out("out")), "at {part} of the run");
            let names = names(&out("out")).into_iter();
            for name in names.filter(|n| n != "run.json" && out("out").join(n).is_file()) {
                let read = |folder: &str| fs::read(out(folder).join(&name)).expect("a file");
                assert!(
                    read("out") == read("whole"),
                    "{name} is half-written at {part} of the run"
                );
            }
        }
    }
    assert!(interrupted >= 3, "only {interrupted} runs were interrupted");
    assert!(run("out").wait().expect("a child").success());
    same_folders(&out("out"), &out("whole"));
}

#[test]
fn a_run_that_wrote_nothing_leaves_no_folder() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let path = dir.path().join("new/out");
    let mut child = start(
        Path::new(ROOT),
        &["reproduce", "--out", path.to_str().expect("UTF-8")],
    );
    wait_until(|| path.exists());
    assert_eq!(ended_by(&mut child, "INT"), 130);
    assert_eq!(names(dir.path()), Vec::<String>::new());
}

#[test]
fn a_file_that_is_being_written_is_taken_away() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    // a page that takes a while
    fs::write(pages.join("c.html"), "<h2>見出し</h2><p>本文</p>".repeat(400_000)).expect("written");
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        if signal == "HUP" && hang_ups_are_ignored() {
            continue;
        }
        let mut child = start(dir.path(), &["ingest", "pages", "-o", "sections.jsonl"]);
        wait_until(|| has_temporary(dir.path()));
        assert_eq!(ended_by(&mut child, signal), code);
        assert_eq!(
            names(dir.path()),
            ["pages", "pages/a.html", "pages/b.html", "pages/c.html"],
            "{signal}"
        );
    }
    fs::remove_file(pages.join("c.html")).expect("there");
    fine(dir.path(), &["ingest", "pages", "-o", "sections.jsonl"]);
}

#[test]
fn a_file_that_somebody_made_meanwhile_is_kept() {
    let (dir, pages) = workspace();
    fs::write(pages.join("a.html"), "<h2>見出し</h2><p>本文</p>".repeat(200_000)).expect("written");
    let mut child = start(dir.path(), &["ingest", "pages", "-o", "sections.jsonl"]);
    wait_until(|| has_temporary(dir.path()));
    fs::write(dir.path().join("sections.jsonl"), "mine").expect("written");
    assert_eq!(child.wait().expect("a child").code(), Some(2));
    assert_eq!(
        fs::read(dir.path().join("sections.jsonl")).expect("kept"),
        b"mine"
    );
    assert!(!has_temporary(dir.path()));
}

#[test]
fn an_index_that_waits_for_its_sections_can_be_interrupted() {
    let (dir, _) = workspace();
    let mut child = start(dir.path(), &["index", "-", "-o", "idx"]);
    wait_until(|| dir.path().join("idx").exists());
    assert_eq!(ended_by(&mut child, "INT"), 130);
    assert_eq!(names(dir.path()), ["pages"]);
}

#[test]
fn a_reader_of_stderr_that_has_stopped_reading_does_not_keep_the_process() {
    let (dir, _) = workspace();
    let full = "dd if=/dev/zero bs=65536 count=1 2>/dev/null >&2; exec \"$0\" index - -o idx";
    // the pipe is full, and this process never reads from it
    let mut child = Command::new("sh")
        .args(["-c", full, env!("CARGO_BIN_EXE_sokutei")])
        .current_dir(dir.path())
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("sh runs");
    wait_until(|| dir.path().join("idx").exists());
    assert_eq!(ended_by(&mut child, "INT"), 130);
}

#[test]
fn a_reader_of_the_result_that_has_stopped_reading_does_not_keep_the_process() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    // more than a pipe holds
    fs::write(pages.join("c.html"), "<h2>見出し</h2><p>本文</p>".repeat(10_000)).expect("written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_sokutei"))
        .current_dir(dir.path())
        .args(["ingest", "pages"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    std::thread::sleep(Duration::from_millis(500));
    assert!(
        child.try_wait().expect("a child").is_none(),
        "it waits for its reader"
    );
    assert_eq!(ended_by(&mut child, "INT"), 130);
}

#[cfg(target_os = "linux")] // elsewhere it cannot be told what a process ignores
#[test]
fn a_closed_terminal_does_not_end_what_was_told_to_go_on() {
    let (dir, _) = workspace();
    let ignoring = "trap '' HUP; exec \"$0\" index - -o idx";
    let mut child = Command::new("sh")
        .args(["-c", ignoring, env!("CARGO_BIN_EXE_sokutei")])
        .current_dir(dir.path())
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("sh runs");
    wait_until(|| dir.path().join("idx").exists());
    let hang_up = format!("kill -HUP {}", child.id());
    assert!(
        Command::new("sh")
            .args(["-c", &hang_up])
            .status()
            .expect("sh runs")
            .success()
    );
    std::thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().expect("a child").is_none());
    assert_eq!(ended_by(&mut child, "INT"), 130);
}
