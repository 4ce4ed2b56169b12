//! `sokutei doctor`: what is installed, on what machine, and whether it works.

mod corpus;
mod machine;

use std::io::IsTerminal as _;
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};
use sokutei_index::article_systems;
use sokutei_measures::worked_example;
use sokutei_report::plain;

use crate::args::{Doctor, DoctorFormat};
use crate::exit::Exit;
use crate::{files, terminal};

/// One thing that was looked at.
pub(super) struct Finding {
    name: &'static str,
    state: State,
    /// In words.
    found: String,
    /// For programs.
    value: Value,
}

/// What a finding means for the main job.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// As it should be, or of no weight.
    Fine,
    /// Worth knowing; the main job runs.
    Note,
    /// The main job would fail, or give something else.
    Missing,
}

impl State {
    fn name(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Note => "note",
            Self::Missing => "missing",
        }
    }
}

impl Finding {
    fn fine(name: &'static str, found: impl Into<String>, value: Value) -> Self {
        Self {
            name,
            state: State::Fine,
            found: found.into(),
            value,
        }
    }

    fn but(self, state: State) -> Self {
        Self { state, ..self }
    }
}

pub(crate) fn run(args: &Doctor) -> Result<Exit> {
    let findings = findings();
    let out = match args.format {
        DoctorFormat::Text => text(&findings),
        DoctorFormat::Json => document(&findings),
    };
    files::print(out.as_bytes())?;
    Ok(if findings.iter().any(|f| f.state == State::Missing) {
        Exit::Environment
    } else {
        Exit::Fine
    })
}

fn findings() -> Vec<Finding> {
    vec![
        program(),
        systems(),
        reads(),
        machine::cores(),
        machine::vector_unit(),
        machine::memory(),
        machine::disk(),
        screen(),
        machine::locale(),
        data_dir(),
        corpus::check(Path::new("corpus")),
        machine::folder(),
        self_check(),
    ]
}

fn program() -> Finding {
    let version = env!("CARGO_PKG_VERSION");
    // set by whoever builds a package; asking git here would make every build depend on it
    let commit = option_env!("SOKUTEI_COMMIT");
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let path =
        std::env::current_exe().map_or_else(|_| "(path not known)".to_owned(), |p| p.display().to_string());
    let value = json!({
        "version": version, "commit": commit, "path": path, "os": os, "arch": arch,
        "debug": cfg!(debug_assertions), "optional_parts": [],
    });
    let commit = commit.map_or_else(String::new, |c| format!(" ({c})"));
    let found =
        format!("sokutei {version}{commit} for {os} on {arch}, {path}; no optional parts in this version");
    let finding = Finding::fine("program", found, value);
    if cfg!(debug_assertions) {
        Finding {
            found: finding.found + "; a debug build, many times slower: build with --release",
            state: State::Note,
            ..finding
        }
    } else {
        finding
    }
}

fn systems() -> Finding {
    let tags: Vec<String> = article_systems().into_iter().map(|s| s.tag).collect();
    Finding::fine("systems", tags.join(", "), json!(tags))
}

fn reads() -> Finding {
    let tables = if cfg!(feature = "parquet") {
        "qrels and runs in TREC columns, JSON, CSV, TSV and Parquet"
    } else {
        "qrels and runs in TREC columns, JSON, CSV and TSV"
    };
    let formats = ["HTML", "JSON Lines", tables, "gzip and zstd of all but HTML"];
    Finding::fine("reads", formats.join(", "), json!(formats))
}

fn screen() -> Finding {
    let stderr = std::io::stderr().is_terminal();
    let (columns, colours) = (terminal::width(), terminal::colours());
    let value = json!({
        "stdout": std::io::stdout().is_terminal(), "stderr": stderr,
        "columns": stderr.then_some(columns), "colours": colours,
    });
    let found = if stderr {
        let colours = if colours { "colours" } else { "no colours" };
        format!("stderr is one, {columns} columns, {colours}: progress is shown")
    } else {
        "stderr is none: no progress is shown".to_owned()
    };
    Finding::fine("terminal", found, value)
}

fn data_dir() -> Finding {
    const NAME: &str = "SOKUTEI_DATA_DIR";
    let Some(dir) = std::env::var_os(NAME).filter(|dir| !dir.is_empty()) else {
        return Finding::fine(
            "data",
            format!("{NAME} is not set; only tests on other corpora read it"),
            Value::Null,
        );
    };
    let shown = Path::new(&dir).display().to_string();
    if Path::new(&dir).is_dir() {
        Finding::fine("data", format!("{NAME} is {shown}"), json!(shown))
    } else {
        Finding::fine(
            "data",
            format!("{NAME} is {shown}, which is no folder; correct or unset it"),
            json!(shown),
        )
        .but(State::Note)
    }
}

/// The example of the documentation, computed by the functions that measure everything, against the numbers worked by hand.
fn self_check() -> Finding {
    let checks = worked_example::checks();
    let agree = checks.iter().filter(|check| check.agrees()).count();
    let wrong: Vec<String> = checks
        .iter()
        .filter(|check| !check.agrees())
        .map(|check| check.measure.to_string())
        .collect();
    let value = json!({"values": checks.len(), "agree": agree, "wrong": wrong});
    let found = format!(
        "{agree} of {} hand-worked values agree at 4 decimals",
        checks.len()
    );
    if wrong.is_empty() {
        Finding::fine("self-check", found, value)
    } else {
        let found = format!(
            "{found}; wrong: {}; this build is broken, build it again",
            wrong.join(", ")
        );
        Finding::fine("self-check", found, value).but(State::Missing)
    }
}

fn text(findings: &[Finding]) -> String {
    let mut out = String::new();
    for f in findings {
        let mark = match f.state {
            State::Fine => "",
            State::Note => "note: ",
            State::Missing => "MISSING: ",
        };
        out.push_str(&format!("{:<12} {mark}{}\n", f.name, plain(&f.found)));
    }
    out.push_str(
        match findings.iter().filter(|f| f.state == State::Missing).count() {
            0 => "\nWhat the main job needs is there.\n",
            _ => "\nThe main job will not run as it should, see MISSING above.\n",
        },
    );
    out
}

fn document(findings: &[Finding]) -> String {
    let list: Vec<Value> = findings
        .iter()
        .map(|f| json!({"name": f.name, "state": f.state.name(), "found": f.found, "value": f.value}))
        .collect();
    let fine = findings.iter().all(|f| f.state != State::Missing);
    format!(
        "{:#}\n",
        json!({"schema_version": 1, "fine": fine, "findings": list})
    )
}
