//! The output folder: never somebody else's, verified when equal, replaced only when told to.

mod pages;

use std::fs;

use pages::{outcome, sokutei, two_articles, workspace};

#[test]
fn a_folder_that_is_not_ours_is_refused_even_with_force() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let out = dir.path().join("sokutei-out");
    fs::create_dir(&out).expect("a new folder");
    fs::write(out.join("thesis.txt"), "precious").expect("written");
    for flags in [vec!["reproduce", "pages"], vec!["reproduce", "pages", "--force"]] {
        let (exit, _, stderr) = outcome(sokutei(dir.path()).args(&flags));
        assert_eq!(exit, 2, "{stderr}");
        assert!(stderr.contains("thesis.txt"), "{stderr}");
    }
    assert_eq!(fs::read_dir(&out).expect("a folder").count(), 1);
}

#[test]
fn an_output_path_that_is_a_file_is_refused() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    fs::write(dir.path().join("sokutei-out"), "x").expect("written");
    let (exit, _, stderr) = outcome(sokutei(dir.path()).args(["reproduce", "pages"]));
    assert_eq!(exit, 2);
    assert!(stderr.contains("is not a folder"), "{stderr}");
}

#[test]
fn equal_inputs_are_verified_and_a_damaged_file_is_written_again() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let (exit, first, stderr) = outcome(sokutei(dir.path()).args(["reproduce", "pages"]));
    assert_eq!(exit, 0, "{stderr}");
    let out = dir.path().join("sokutei-out");
    let values = fs::read(out.join("values.json")).expect("written");

    let (exit, _, stderr) = outcome(sokutei(dir.path()).args(["reproduce", "pages"]));
    assert_eq!(exit, 0);
    assert!(stderr.contains("0 files written"), "{stderr}");

    fs::write(out.join("values.json"), "{}").expect("damaged");
    fs::remove_file(out.join("report.md")).expect("removed");
    fs::write(out.join(".sokutei-tmp-leftover"), "half").expect("left over by a kill");
    let (exit, again, stderr) = outcome(sokutei(dir.path()).args(["reproduce", "pages"]));
    assert_eq!(exit, 0);
    assert!(stderr.contains("1 files written, 1 replaced"), "{stderr}");
    assert!(stderr.contains("1 files held other bytes"), "{stderr}");
    assert_eq!(fs::read(out.join("values.json")).expect("whole"), values);
    assert!(!out.join(".sokutei-tmp-leftover").exists());
    let without_times = |text: &str| text.split("Stage timings").next().map(str::to_owned);
    assert_eq!(without_times(&first), without_times(&again));
}

#[test]
fn other_inputs_need_force_and_outdated_files_go() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    assert_eq!(outcome(sokutei(dir.path()).args(["reproduce", "pages"])).0, 0);
    let out = dir.path().join("sokutei-out");
    let (exit, _, stderr) = outcome(sokutei(dir.path()).args(["reproduce", "pages", "--seed", "7"]));
    assert_eq!(exit, 2);
    assert!(
        stderr.contains("parameters differ") && stderr.contains("--force"),
        "{stderr}"
    );
    let manifest = || fs::read_to_string(out.join("manifest.json")).expect("there");
    assert!(
        manifest().contains("\"seed\": 0"),
        "the old results are as they were"
    );

    // a run that the new experiment does not make, a file of the user, and a path that leads out of the folder
    let listed = manifest().replacen(
        "\"runs/bm25_2.run\"",
        "\"runs/old.run\": \"0\", \"../outside\": \"0\", \"runs/bm25_2.run\"",
        1,
    );
    fs::write(out.join("manifest.json"), listed).expect("written");
    for name in ["runs/old.run", "notes.txt", "../outside"] {
        fs::write(out.join(name), "x").expect("written");
    }
    let (exit, _, stderr) =
        outcome(sokutei(dir.path()).args(["reproduce", "pages", "--seed", "7", "--force"]));
    assert_eq!(exit, 0, "{stderr}");
    assert!(stderr.contains("1 outdated removed"), "{stderr}");
    assert!(manifest().contains("\"seed\": 7"));
    assert!(!out.join("runs/old.run").exists());
    assert!(
        out.join("notes.txt").exists(),
        "only what the manifest lists is removed"
    );
    assert!(
        dir.path().join("outside").exists(),
        "nothing outside the folder is touched"
    );
}

#[test]
fn a_truth_is_part_of_what_an_experiment_is() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let truth = dir.path().join("truth");
    fs::create_dir(&truth).expect("a new folder");
    let json = r#"{"slug":"a","title":"RDP","questions":[{"query":"意味を知りたい","label":"とは","sections":["RDPとは"],"kind":"substring","style":"short"}]}"#;
    fs::write(truth.join("a.truth.json"), json).expect("written");
    assert_eq!(outcome(sokutei(dir.path()).args(["reproduce", "pages"])).0, 0);
    let (exit, _, stderr) = outcome(sokutei(dir.path()).args(["reproduce", "pages", "--truth", "truth"]));
    assert_eq!(exit, 2);
    assert!(stderr.contains("inputs differ"), "{stderr}");
}

#[cfg(unix)]
#[test]
fn a_folder_whose_name_is_not_utf8_is_read() {
    use std::os::unix::ffi::OsStrExt as _;
    let (dir, pages) = workspace();
    two_articles(&pages);
    let odd = dir.path().join(std::ffi::OsStr::from_bytes(b"p\xff"));
    fs::rename(pages, &odd).expect("renamed");
    let (exit, _, stderr) = outcome(sokutei(dir.path()).arg("reproduce").arg(&odd));
    assert_eq!(exit, 0, "{stderr}");
}

#[test]
fn an_output_folder_that_cannot_be_made_is_exit_3() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    fs::write(dir.path().join("file"), "x").expect("written");
    let (exit, _, stderr) = outcome(sokutei(dir.path()).args(["reproduce", "pages", "--out", "file/out"]));
    assert_eq!(exit, 3, "{stderr}");
    assert!(stderr.contains("file/out"), "{stderr}");
}

#[test]
fn a_folder_that_was_made_goes_again_when_the_input_is_refused() {
    let (dir, _) = workspace();
    for flags in [
        vec!["reproduce", "pages", "--out", "a/b"],
        vec!["index", "nothing.jsonl", "-o", "a/b"],
    ] {
        let (exit, _, stderr) = outcome(sokutei(dir.path()).args(&flags));
        assert_eq!(exit, 2, "{stderr}");
        assert_eq!(pages::names(dir.path()), ["pages"], "{flags:?}");
    }
}

#[test]
fn a_manifest_that_is_damaged_is_told_from_a_folder_of_somebody_else() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    assert_eq!(outcome(sokutei(dir.path()).args(["reproduce", "pages"])).0, 0);
    let manifest = dir.path().join("sokutei-out/manifest.json");
    let whole = fs::read(&manifest).expect("there");
    let half = &whole[..whole.len() / 2];
    for (bytes, words) in [
        (
            half,
            [
                "sokutei-out/manifest.json: is damaged (EOF while parsing",
                "restore it",
            ],
        ),
        (
            b"\xff\xfe".as_slice(),
            ["sokutei-out/manifest.json: is damaged (", "restore it"],
        ),
        (
            b"{\"kind\": \"web-app\"}",
            [
                "sokutei-out: not empty and not an output folder",
                "no manifest of ours",
            ],
        ),
    ] {
        fs::write(&manifest, bytes).expect("written");
        for flags in [vec!["reproduce", "pages"], vec!["reproduce", "pages", "--force"]] {
            let (exit, _, stderr) = outcome(sokutei(dir.path()).args(&flags));
            assert_eq!(exit, 2, "{stderr}");
            assert!(words.iter().all(|w| stderr.contains(w)), "{words:?} in {stderr}");
        }
        assert_eq!(fs::read(&manifest).expect("there"), bytes, "it is left alone");
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_points_nowhere_is_no_place_for_results() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    std::os::unix::fs::symlink("gone", here.join("link")).expect("linked");
    for flags in [
        vec!["reproduce", "pages", "--out", "link"],
        vec!["reproduce", "pages", "--out", "link", "--force"],
        vec!["index", "sections.jsonl", "-o", "link"],
        vec!["ingest", "pages", "-o", "link"],
        vec!["ingest", "pages", "-o", "link", "--force"],
    ] {
        let (exit, _, stderr) = outcome(sokutei(here).args(&flags));
        assert_eq!(exit, 2, "{flags:?}: {stderr}");
        assert!(
            stderr.contains("link: is a symbolic link to gone, which does not exist"),
            "{flags:?}: {stderr}"
        );
        assert!(here.join("link").is_symlink() && !here.join("gone").exists());
    }
    // one that points to a folder is that folder
    fs::create_dir(here.join("gone")).expect("made");
    assert_eq!(
        outcome(sokutei(here).args(["reproduce", "pages", "--out", "link"])).0,
        0
    );
    assert!(here.join("gone/manifest.json").exists());
}

#[cfg(unix)]
#[test]
fn a_folder_to_which_another_run_writes_is_refused_before_any_work() {
    use std::io::Write as _;
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    assert_eq!(
        outcome(sokutei(here).args(["ingest", "pages", "-o", "sections.jsonl"])).0,
        0
    );
    // an index that waits for its sections holds its folder
    let mut first = std::process::Command::new(env!("CARGO_BIN_EXE_sokutei"))
        .current_dir(here)
        .args(["index", "-", "-o", "idx", "--systems", "bm25_2", "--quiet"])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .expect("the command starts");
    while !here.join("idx").exists() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let busy = "another run of sokutei is writing there";
    // the first may have made the folder and be about to lock it
    std::thread::sleep(std::time::Duration::from_millis(50));
    for flags in [
        vec!["index", "sections.jsonl", "-o", "idx"],
        vec!["index", "sections.jsonl", "-o", "idx", "--force"],
        vec!["reproduce", "pages", "--out", "idx", "--force"],
    ] {
        let (exit, stdout, stderr) = outcome(sokutei(here).args(&flags));
        assert_eq!((exit, stdout.as_str()), (3, ""), "{flags:?}: {stderr}");
        assert!(stderr.contains(busy), "{stderr}");
    }
    let sections = fs::read(here.join("sections.jsonl")).expect("there");
    first
        .stdin
        .take()
        .expect("piped")
        .write_all(&sections)
        .expect("read by the first");
    assert!(first.wait().expect("a child").success());
    assert_eq!(
        fs::read(here.join("idx/sections.jsonl")).expect("whole"),
        sections
    );

    // nobody holds it any more; and the same of an output folder
    assert_eq!(
        outcome(sokutei(here).args(["search", "--index", "idx", "番号"])).0,
        0
    );
    fs::create_dir(here.join("out")).expect("made");
    let held = fs::File::open(here.join("out")).expect("opened");
    held.try_lock().expect("free");
    let (exit, _, stderr) = outcome(sokutei(here).args(["reproduce", "pages", "--out", "out"]));
    assert_eq!(exit, 3, "{stderr}");
    assert!(stderr.contains(busy), "{stderr}");
    drop(held);
    assert_eq!(
        outcome(sokutei(here).args(["reproduce", "pages", "--out", "out"])).0,
        0
    );
}

#[test]
fn two_main_jobs_into_one_folder_at_once_give_one_whole_result() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    let here = dir.path();
    let start = |seed: &str| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_sokutei"));
        command
            .current_dir(here)
            .args(["reproduce", "pages", "--quiet", "--seed", seed]);
        command
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped());
        command.spawn().expect("the command starts")
    };
    let runs = [start("1"), start("2")].map(|child| child.wait_with_output().expect("a child"));
    let codes = runs.each_ref().map(|r| r.status.code().expect("no signal"));
    let errors = runs.map(|r| String::from_utf8(r.stderr).expect("UTF-8"));
    // at once: the second is refused as busy; one after the other: as another experiment
    assert!(matches!(codes, [0, 2 | 3] | [2 | 3, 0]), "{codes:?}: {errors:?}");
    let winner = if codes[0] == 0 { "1" } else { "2" };
    let (exit, _, stderr) = outcome(sokutei(here).args(["reproduce", "pages", "--seed", winner]));
    assert_eq!(exit, 0, "{stderr}");
    assert!(
        stderr.contains("0 files written, 0 replaced, 19 already there"),
        "{stderr}"
    );
}
