//! Whether the bundled corpus is here, and is what this version was made with.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{Finding, State};

/// What `sha256sum` said of every file, in its format: `corpus/SHA256SUMS`.
const SUMS: &str = include_str!("../../../../../corpus/SHA256SUMS");

/// What became of the files.
#[derive(Default)]
struct Compared {
    same: usize,
    changed: Vec<&'static str>,
    gone: Vec<&'static str>,
}

pub(super) fn check(folder: &Path) -> Finding {
    const NAME: &str = "corpus";
    let shown = folder.join("articles").display().to_string();
    if !folder.join("articles").is_dir() {
        let found = format!("{shown} is not in this folder; here `sokutei reproduce` needs a DIR");
        return Finding::fine(NAME, found, Value::Null).but(State::Note);
    }
    let compared = compare(folder);
    let others = pages(&folder.join("articles")).saturating_sub(listed("articles/"));
    let value = json!({
        "path": shown, "same": compared.same, "changed": compared.changed, "gone": compared.gone, "others": others,
    });
    let mut problems = Vec::new();
    let mut tell = |files: &[&str], what: &str| {
        if let Some(first) = files.first() {
            problems.push(format!("{} {what} (the first: {first})", files.len()));
        }
    };
    tell(&compared.changed, "changed");
    tell(&compared.gone, "gone");
    if others > 0 {
        problems.push(format!("{others} more pages than there should be"));
    }
    if problems.is_empty() {
        let found = format!(
            "{shown}: {} articles and their truth, as shipped",
            listed("articles/")
        );
        return Finding::fine(NAME, found, value);
    }
    let found = format!(
        "{shown}: {}; its results will not be the documented ones: get the folder corpus anew",
        problems.join(", ")
    );
    Finding::fine(NAME, found, value).but(State::Missing)
}

/// Hash and path of every file.
fn sums() -> impl Iterator<Item = (&'static str, &'static str)> {
    SUMS.lines().filter_map(|line| line.split_once("  "))
}

fn listed(prefix: &str) -> usize {
    sums().filter(|(_, path)| path.starts_with(prefix)).count()
}

fn pages(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_page = |name: &str| name.ends_with(".html") || name.ends_with(".htm");
    entries
        .filter(|e| is_page(&e.file_name().to_string_lossy()))
        .count()
}

fn compare(folder: &Path) -> Compared {
    let mut compared = Compared::default();
    for (sum, path) in sums() {
        match fs::read(folder.join(path)) {
            Ok(bytes) if hex(&Sha256::digest(&bytes)) == sum => compared.same += 1,
            Err(e) if e.kind() == ErrorKind::NotFound => compared.gone.push(path),
            Ok(_) | Err(_) => compared.changed.push(path),
        }
    }
    compared
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
