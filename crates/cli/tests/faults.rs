//! The environment says no: a clear error, exit code 3, and nothing half-written.
#![cfg(unix)]
#![allow(clippy::print_stderr)] // a test that has to pass over says so

mod pages;

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use pages::{fine, names, same_folders, two_articles, workspace};

fn outcome(command: &mut Command) -> (i32, String, String) {
    let output = command.output().expect("the command starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output
        .status
        .code()
        .unwrap_or_else(|| panic!("killed: {}", output.status));
    (code, text(&output.stdout), text(&output.stderr))
}

/// The command, under which no file can grow past so many blocks (of 512 bytes, or of 1,024 where the shell counts so).
fn with_quota(folder: &Path, blocks: usize) -> Command {
    let mut command = Command::new("sh");
    let script = format!("ulimit -f {blocks} && exec \"$0\" \"$@\"");
    command
        .args(["-c", &script, env!("CARGO_BIN_EXE_sokutei")])
        .current_dir(folder);
    command
}

#[track_caller]
fn refused(folder: &Path, (exit, stdout, stderr): (i32, String, String), words: &[&str]) {
    assert_eq!(exit, 3, "{stderr}");
    assert_eq!(stdout, "");
    for word in words.iter().chain(&["error: "]) {
        assert!(stderr.contains(word), "`{word}` is not in: {stderr}");
    }
    let left: Vec<String> = names(folder)
        .into_iter()
        .filter(|n| n.contains("sokutei-tmp") || n.contains(".index-"))
        .collect();
    assert_eq!(left, Vec::<String>::new());
}

#[test]
fn a_quota_that_is_full_is_an_error_of_every_command_that_writes_a_file() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    fs::write(
        pages.join("c.html"),
        format!("<h2>長い</h2><p>{}", "本文です。".repeat(2_000)),
    )
    .expect("written");
    fine(here, &["ingest", "pages", "-o", "sections.jsonl"]);
    fine(here, &["topics", "build", "pages", "-o", "topics.jsonl"]);
    fine(here, &["index", "sections.jsonl", "-o", "idx"]);
    let before = names(here);
    for (blocks, flags, file) in [
        (
            8,
            vec!["ingest", "pages", "-o", "x"],
            "x: could not be written: File too large",
        ),
        (
            1,
            vec!["topics", "build", "pages", "-o", "x"],
            "x: could not be written: File too large",
        ),
        (
            8,
            vec!["index", "sections.jsonl", "-o", "new"],
            "new/index.sokutei: cannot write it: File too large",
        ),
        (
            0,
            vec!["search", "--index", "idx", "--topics", "topics.jsonl", "-o", "x"],
            "x: could not be written: File too large",
        ),
    ] {
        let found = outcome(with_quota(here, blocks).args(&flags));
        refused(here, found, &[file]);
        if flags[0] == "index" {
            // it says of itself that it is no whole index, and is in nobody's way
            assert!(!here.join("new/index.sokutei").exists());
            fine(
                here,
                &["index", "sections.jsonl", "-o", "new", "--systems", "bm25_2"],
            );
            fs::remove_dir_all(here.join("new")).expect("there");
        }
        assert_eq!(names(here), before, "{flags:?}");
    }
}

#[test]
fn a_quota_that_is_full_stops_the_main_job_with_whole_files_and_the_next_run_completes_them() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    fine(here, &["reproduce", "pages", "--out", "whole"]);
    let size = |name: &str| fs::metadata(here.join("whole").join(name)).expect("there").len();
    let blocks = usize::try_from(size("manifest.json").div_ceil(512) + 1).expect("small");
    assert!(
        size("report.json") > 2 * 512 * blocks as u64,
        "a later file is larger"
    );

    let found = outcome(with_quota(here, 1).args(["reproduce", "pages", "--out", "out"]));
    refused(
        here,
        found,
        &["out/manifest.json: could not write the file: File too large"],
    );
    assert!(!here.join("out").exists(), "not even the folder");

    let found = outcome(with_quota(here, blocks).args(["reproduce", "pages", "--out", "out"]));
    refused(here, found, &[": could not write the file: File too large"]);
    for name in names(&here.join("out"))
        .iter()
        .filter(|n| here.join("out").join(n).is_file())
    {
        let read = |folder: &str| fs::read(here.join(folder).join(name)).expect("there");
        assert!(read("out") == read("whole"), "{name}");
    }
    assert!(here.join("out/manifest.json").exists());
    fine(here, &["reproduce", "pages", "--out", "out"]);
    same_folders(&here.join("out"), &here.join("whole"));
}

#[test]
fn standard_output_that_takes_no_more_is_an_error() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    fs::write(here.join("q"), "q1 0 a 1\n").expect("written");
    fs::write(here.join("r"), "q1 Q0 a 1 1.0 x\n").expect("written");
    for flags in [
        vec!["ingest", "pages"],
        vec!["measure", "q", "r", "-m", "RR"],
        vec!["reproduce", "pages"],
    ] {
        let file = fs::File::create(here.join("taken")).expect("made");
        let found = outcome(with_quota(here, 0).args(&flags).stdout(file));
        if flags[0] == "reproduce" {
            refused(here, found, &["out/manifest.json: could not write the file"]);
        } else {
            refused(
                here,
                found,
                &["standard output: could not be written: File too large"],
            );
        }
    }
    if !Path::new("/dev/full").exists() {
        eprintln!("no /dev/full here: passed over");
        return;
    }
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("opened");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sokutei"));
    let found = outcome(command.current_dir(here).args(["ingest", "pages"]).stdout(full));
    refused(
        here,
        found,
        &["standard output: could not be written: No space left on device"],
    );
}

#[test]
fn sections_that_find_no_place_to_wait_are_an_error() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    let page = format!("<h2>長い</h2><p>{}", "本文です。".repeat(120_000));
    for i in 0..12 {
        fs::write(pages.join(format!("long{i}.html")), &page).expect("written");
    }
    let ingest = |folder: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sokutei"));
        outcome(
            command
                .current_dir(here)
                .args(["ingest", "pages", "--quiet"])
                .env("TMPDIR", folder),
        )
    };
    refused(
        here,
        ingest("nowhere"),
        &["a temporary file for standard output in nowhere: could not be written"],
    );
    let (exit, stdout, _) = ingest(".");
    assert_eq!((exit, stdout.lines().count()), (0, 18));
    assert!(stdout.len() > 16 << 20, "it had to wait on the disk");
}

#[cfg(target_os = "linux")] // when the first page has been read, /proc tells
#[test]
fn a_page_that_vanishes_between_listing_and_reading_is_an_error() {
    let (dir, pages) = workspace();
    let here = dir.path();
    let first = "<h2>見出し</h2><p>本文</p>".repeat(200_000);
    fs::write(pages.join("a.html"), &first).expect("written");
    fs::write(pages.join("b.html"), "<h2>x</h2>y").expect("written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sokutei"));
    command
        .current_dir(here)
        .args(["ingest", "pages", "-o", "x", "--threads", "1"]);
    let mut child = command
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the command starts");
    let io = format!("/proc/{}/io", child.id());
    let read = || {
        let words = fs::read_to_string(&io).unwrap_or_default();
        let bytes = words.lines().find_map(|line| line.strip_prefix("rchar: "));
        bytes.and_then(|b| b.parse::<usize>().ok())
    };
    if read().is_none() {
        eprintln!("no /proc/PID/io here: passed over");
        child.wait().expect("a child");
        return;
    }
    // the page is in memory and will be parsed for some hundred milliseconds
    while read().is_some_and(|bytes| bytes < first.len()) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    fs::remove_file(pages.join("b.html")).expect("there");
    let output = child.wait_with_output().expect("a child");
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    let found = (output.status.code().expect("no signal"), String::new(), stderr);
    refused(
        here,
        found,
        &["pages/b.html: was there when its folder was listed and is gone now"],
    );
    assert!(!here.join("x").exists());
}

#[test]
fn a_file_in_place_of_a_folder_around_the_output_is_an_error_before_any_work() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    fs::write(dir.path().join("file"), "x").expect("written");
    for flags in [
        vec!["reproduce", "pages", "--out", "file/out"],
        vec!["index", "nothing", "-o", "file/idx"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sokutei"));
        let found = outcome(command.current_dir(dir.path()).args(&flags));
        refused(dir.path(), found, &["file/", "Not a directory"]);
    }
}

/// A program that permissions bind: this one if they do, else run by a user who may do nothing. None where that cannot be.
fn bound(folder: &Path) -> Option<Command> {
    let closed = folder.join("closed");
    fs::write(&closed, "x").expect("written");
    fs::set_permissions(&closed, Permissions::from_mode(0o000)).expect("set");
    if fs::read(&closed).is_err() {
        return Some(Command::new(env!("CARGO_BIN_EXE_sokutei")));
    }
    // this is root: the program goes where everybody may start it
    let program = folder.join("sokutei");
    if !program.exists() {
        fs::copy(env!("CARGO_BIN_EXE_sokutei"), &program).expect("copied");
        fs::set_permissions(folder, Permissions::from_mode(0o755)).expect("set");
    }
    let mut command = Command::new(&program);
    command.uid(65_534).gid(65_534).arg("--version");
    if command.output().is_ok_and(|o| o.status.success()) {
        let mut command = Command::new(&program);
        command.uid(65_534).gid(65_534);
        return Some(command);
    }
    eprintln!("permissions do not bind here: passed over");
    None
}

/// A workspace with two pages that everybody may read, and a command that permissions bind.
fn bound_workspace() -> Option<(tempfile::TempDir, PathBuf)> {
    let (dir, pages) = workspace();
    two_articles(&pages);
    bound(dir.path())?;
    Some((dir, pages))
}

#[track_caller]
fn refused_when_bound(folder: &Path, flags: &[&str], words: &[&str]) {
    let mut command = bound(folder).expect("as before");
    refused(folder, outcome(command.current_dir(folder).args(flags)), words);
}

fn close(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("set");
}

#[test]
fn a_file_that_may_not_be_read_is_an_error_of_the_environment() {
    let Some((dir, pages)) = bound_workspace() else {
        return;
    };
    let here = dir.path();
    fine(here, &["ingest", "pages", "-o", "sections.jsonl"]);
    fine(
        here,
        &["index", "sections.jsonl", "-o", "idx", "--systems", "bm25_2"],
    );
    close(&here.join("sections.jsonl"), 0o000);
    let out = here.join("out");
    fs::create_dir(&out).expect("made");
    close(&out, 0o777);
    let denied = "Permission denied";
    refused_when_bound(
        here,
        &["index", "sections.jsonl", "-o", "out/idx"],
        &["sections.jsonl: cannot be opened", denied],
    );
    refused_when_bound(
        here,
        &["measure", "sections.jsonl", "x", "-m", "RR"],
        &["sections.jsonl: cannot be opened", denied],
    );
    close(&here.join("idx/index.sokutei"), 0o000);
    refused_when_bound(
        here,
        &["search", "--index", "idx", "x"],
        &["idx/index.sokutei: cannot read it", denied],
    );

    // one page of two: a warning, and the other is used; both: there is nothing to use
    close(&pages.join("a.html"), 0o000);
    let mut command = bound(here).expect("as before");
    let (exit, stdout, stderr) = outcome(command.current_dir(here).args(["ingest", "pages"]));
    assert_eq!((exit, stdout.lines().count()), (0, 3), "{stderr}");
    assert!(stderr.contains("a.html: not read: Permission denied"), "{stderr}");
    close(&pages.join("b.html"), 0o000);
    refused_when_bound(
        here,
        &["ingest", "pages"],
        &["pages/a.html: cannot be read, and no other page", denied],
    );
    close(&pages, 0o000);
    refused_when_bound(here, &["ingest", "pages"], &["pages: cannot be listed", denied]);
    assert_eq!(names(&out), Vec::<String>::new(), "nothing was written");
    close(&pages, 0o755);
}

#[test]
fn a_folder_that_may_not_be_written_to_is_an_error_of_the_environment() {
    let Some((dir, _)) = bound_workspace() else { return };
    let here = dir.path();
    fine(here, &["reproduce", "pages", "--out", "ours"]);
    fine(here, &["ingest", "pages", "-o", "sections.jsonl"]);
    fs::create_dir(here.join("empty")).expect("made");
    let denied = "Permission denied";
    // the folders belong to somebody else and may be read
    for (flags, word) in [
        (
            vec!["ingest", "pages", "-o", "empty/x"],
            "empty/x: could not be written",
        ),
        (
            vec!["topics", "build", "pages", "-o", "empty/x"],
            "empty/x: could not be written",
        ),
        (
            vec!["index", "sections.jsonl", "-o", "empty", "--systems", "bm25_2"],
            "empty/",
        ),
        (
            vec!["index", "sections.jsonl", "-o", "empty/idx"],
            "empty/idx: could not create the folder",
        ),
        (
            vec!["reproduce", "pages", "--out", "empty/out"],
            "empty/out: could not create the folder",
        ),
        (
            vec!["reproduce", "pages", "--out", "empty"],
            "empty/manifest.json: could not write the file",
        ),
        // the same experiment is there: all is verified, and the times of this run find no place
        (
            vec!["reproduce", "pages", "--out", "ours"],
            "ours/run.json: could not write the file",
        ),
    ] {
        refused_when_bound(here, &flags, &[word, denied]);
    }
    assert_eq!(names(&here.join("empty")), Vec::<String>::new());
}
