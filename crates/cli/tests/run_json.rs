//! What `run.json` says of each stage.

#![cfg(target_os = "linux")] // elsewhere the system tells less

mod pages;

use pages::{fine, two_articles, workspace};
use serde_json::Value;

#[test]
fn every_stage_has_its_times_and_the_memory_held_so_far() {
    let (dir, pages) = workspace();
    two_articles(&pages);
    fine(
        dir.path(),
        &["reproduce", "pages", "--out", "out", "--threads", "1", "--quiet"],
    );
    let text = std::fs::read_to_string(dir.path().join("out/run.json")).expect("written");
    let run: Value = serde_json::from_str(&text).expect("JSON");
    let stages = run["stages"].as_array().expect("a list");
    let names: Vec<&str> = stages.iter().filter_map(|s| s["stage"].as_str()).collect();
    // systems are built and searched in turn
    let mut kinds: Vec<&str> = Vec::new();
    for name in &names {
        if !kinds.contains(name) {
            kinds.push(name);
        }
    }
    assert_eq!(names.iter().filter(|name| **name == "search").count(), 5);
    assert_eq!(
        kinds,
        [
            "ingest",
            "topics",
            "index",
            "search",
            "measure",
            "statistics",
            "write"
        ]
    );
    let numbers = |field: &str| -> Vec<f64> {
        let number = |s: &Value| s[field].as_f64().unwrap_or_else(|| panic!("{field} of {s}"));
        stages.iter().map(number).collect()
    };
    let (wall, cpu, peak) = (
        numbers("seconds"),
        numbers("cpu_seconds"),
        numbers("peak_rss_bytes"),
    );
    // one thread works and another waits for it: no more CPU time than two threads can use
    for ((wall, cpu), name) in wall.iter().zip(&cpu).zip(&names) {
        assert!(
            *cpu > 0.0 && *cpu <= 2.0 * wall + 0.05,
            "{name}: {cpu} s of CPU in {wall} s"
        );
    }
    assert!(peak.is_sorted(), "memory held so far becomes less: {peak:?}");
    assert!(
        peak[0] > 1e6 && peak[peak.len() - 1] < 1e9,
        "bytes, of a small run: {peak:?}"
    );
}
