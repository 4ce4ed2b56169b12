//! What was found, for people and for programs.

use std::fmt::Write as _;

use serde_json::{Value, json};
use sokutei_measures::TopicId;

use super::Difference;
use super::file::{Checked, Finding, Holds};
use crate::commands::runs;

/// Topics that are shown for people.
const SHOWN: usize = 3;

pub(super) fn text(checked: &[Checked], differences: &[Difference]) -> String {
    let mut out = String::new();
    for file in checked {
        let fine = if file.findings.is_empty() {
            ": nothing odd"
        } else {
            ""
        };
        let _ = writeln!(out, "{}: {}{fine}", file.name, what(file));
        if file.is_guessed {
            out.push_str(
                "  taken for qrels, because its numbers are whole; say --contents run if it is a run\n",
            );
        }
        for finding in &file.findings {
            out.push_str(&of_finding(finding));
        }
    }
    for d in differences {
        for (topics, have, lack) in [
            (&d.only_in_qrels, &d.qrels, &d.run),
            (&d.only_in_run, &d.run, &d.qrels),
        ] {
            if !topics.is_empty() {
                let n = runs::topics(topics.len());
                let _ = writeln!(out, "{n} of {have} not in {lack}: {}", few(topics));
            }
        }
    }
    // words of files come through here
    out.lines()
        .map(|line| sokutei_report::plain(line) + "\n")
        .collect()
}

fn what(file: &Checked) -> String {
    let (format, n) = (file.format, file.n);
    let topics = runs::topics(file.topics.len());
    match file.holds {
        Some(Holds::Qrels) => format!("qrels ({format}), {topics}, {n} judgments"),
        Some(Holds::Run) => format!("run ({format}), {topics}, {n} rows"),
        Some(Holds::Topics) => format!("topics, {n}"),
        Some(Holds::Sections) => format!("sections, {n}"),
        None => "unknown".to_owned(),
    }
}

fn of_finding(finding: &Finding) -> String {
    let mut out = format!("  {} × {}\n", finding.kind, finding.count);
    for (place, what) in &finding.first {
        let place = if place.is_empty() {
            String::new()
        } else {
            format!("{place}: ")
        };
        let _ = writeln!(out, "    {place}{what}");
    }
    if finding.count > finding.first.len() && finding.first.len() > 1 {
        out.push_str("    …\n");
    }
    out
}

fn few(topics: &[TopicId]) -> String {
    let shown: Vec<&str> = topics.iter().take(SHOWN).map(TopicId::as_str).collect();
    let more = if topics.len() > SHOWN { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}

pub(super) fn document(checked: &[Checked], differences: &[Difference]) -> String {
    let files: Vec<Value> = checked.iter().map(of_file).collect();
    let differences: Vec<Value> = differences
        .iter()
        .map(|d| {
            json!({
                "qrels": d.qrels, "run": d.run,
                "only_in_qrels": d.only_in_qrels, "only_in_run": d.only_in_run,
            })
        })
        .collect();
    let document = json!({"schema_version": 1, "files": files, "topics": differences});
    format!("{document:#}\n")
}

fn of_file(file: &Checked) -> Value {
    let holds = file.holds.map(|holds| match holds {
        Holds::Qrels => "qrels",
        Holds::Run => "run",
        Holds::Topics => "topics",
        Holds::Sections => "sections",
    });
    let first = |(place, problem): &(String, String)| json!({"place": (!place.is_empty()).then_some(place), "problem": problem});
    let findings: Vec<Value> = file
        .findings
        .iter()
        .map(|f| {
            let first: Vec<Value> = f.first.iter().map(first).collect();
            json!({"kind": f.kind, "count": f.count, "first": first})
        })
        .collect();
    json!({
        "file": file.name, "contents": holds, "contents_guessed": file.is_guessed, "format": file.format.name(),
        "n": file.n, "findings": findings,
    })
}
