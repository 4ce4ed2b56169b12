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
