//! Pages are read a few at a time: memory does not grow with their number.
#![cfg(target_os = "linux")] // the peak is what /proc tells

mod pages;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use pages::{article, workspace};

/// Makes many pages of one: names for one file, which take no room.
fn copies(pages: &Path, page: &str, n: usize) {
    // file systems allow some ten thousand names for a file
    for (i, from) in (0..n).step_by(20_000).enumerate() {
        let original = pages.join(format!("original-{i}"));
        fs::write(&original, page).expect("written");
        for j in from..n.min(from + 20_000) {
            let name = pages.join(format!("{j:06}.html"));
            fs::hard_link(&original, &name)
                .or_else(|_| fs::copy(&original, &name).map(drop))
                .expect("a page");
        }
        fs::remove_file(original).expect("its other names stay");
    }
}

/// Reads the pages and gives the most memory that it took, in kB, and the number of sections.
fn peak_of_ingest(folder: &Path, threads: &str) -> (u64, usize) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sokutei"))
        .current_dir(folder)
        .args([
            "ingest",
            "pages",
            "-o",
            "sections.jsonl",
            "--quiet",
            "--threads",
            threads,
        ])
        .stderr(Stdio::inherit())
        .spawn()
        .expect("the command starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let exit = loop {
        let words = fs::read_to_string(&status).unwrap_or_default();
        let line = words.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kb = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
        peak = kb.unwrap_or(0).max(peak);
        if let Some(exit) = child.try_wait().expect("a child") {
            break exit;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    assert!(exit.success());
    let sections = fs::read(folder.join("sections.jsonl")).expect("written");
    (peak, sections.iter().filter(|b| **b == b'\n').count())
}

#[test]
fn a_hundred_thousand_tiny_pages_take_little_memory() {
    let (dir, pages) = workspace();
    copies(
        &pages,
        "<title>T</title><h1>題</h1><h2>見出し</h2><p>本文です。",
        100_000,
    );
    let (peak, sections) = peak_of_ingest(dir.path(), "2");
    assert_eq!(sections, 100_000);
    // the names of the pages are kept, some 100 bytes each; with all articles at once it was 175 MB
    assert!(peak < 48_000, "{peak} kB");
}

#[test]
fn the_text_of_pages_is_not_kept_once_it_is_written() {
    let (dir, pages) = workspace();
    let page = article("検索", &[("意味", "説明", "とは")]);
    let page = page.replace("</p>", &format!("{}</p>", "長い本文です。".repeat(1_000)));
    copies(&pages, &page, 1_000);
    let (peak, sections) = peak_of_ingest(dir.path(), "2");
    assert_eq!(sections, 3_000);
    // 64 MB of pages, whose articles, chunks and lines at once took 275 MB
    assert!(page.len() > 60_000, "{} bytes", page.len());
    assert!(peak < 48_000, "{peak} kB");
}
