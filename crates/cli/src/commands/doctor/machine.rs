//! The machine: cores, vector unit, memory, disk, locale, and whether one may write here.

use std::path::Path;

use serde_json::{Value, json};

use super::{Finding, State};

/// What the main job takes at most on the bundled articles, with room to spare.
const MEMORY_NEEDED: u64 = 300 << 20;
const DISK_NEEDED: u64 = 100 << 20;

pub(super) fn cores() -> Finding {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = rayon::current_num_threads();
    let value = json!({"cores": cores, "threads": threads});
    Finding::fine(
        "cores",
        format!("{cores}, {threads} threads unless --threads says otherwise"),
        value,
    )
}

/// The unit that the factorisation of LSA and its searches will use; results do not depend on it.
pub(super) fn vector_unit() -> Finding {
    let found = match pulp::Arch::new() {
        pulp::Arch::Scalar => "none that is used: LSA takes several times as long",
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        pulp::Arch::V3(_) => "AVX2 with FMA",
        #[cfg(target_arch = "aarch64")]
        pulp::Arch::Neon(_) => "NEON",
        _ => "one that has no name here",
    };
    Finding::fine("vector unit", found, json!(found))
}

pub(super) fn memory() -> Finding {
    const NAME: &str = "memory";
    let info = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let bytes = |key: &str| {
        let line = info.lines().find_map(|line| line.strip_prefix(key))?;
        line.split_ascii_whitespace()
            .next()?
            .parse::<u64>()
            .ok()?
            .checked_mul(1 << 10)
    };
    let (Some(total), Some(free)) = (bytes("MemTotal:"), bytes("MemAvailable:")) else {
        return Finding::fine(NAME, "not known on this system", Value::Null);
    };
    let value = json!({"total_bytes": total, "available_bytes": free});
    let found = format!("{} of {} available", size(free), size(total));
    enough(NAME, found, value, free, MEMORY_NEEDED)
}

pub(super) fn disk() -> Finding {
    const NAME: &str = "disk";
    match free_disk(Path::new(".")) {
        Some(free) => {
            let value = json!({"available_bytes": free});
            enough(
                NAME,
                format!("{} available in this folder", size(free)),
                value,
                free,
                DISK_NEEDED,
            )
        }
        None => Finding::fine(NAME, "not known on this system", Value::Null),
    }
}

#[cfg(unix)]
fn free_disk(folder: &Path) -> Option<u64> {
    let stat = rustix::fs::statvfs(folder).ok()?;
    stat.f_bavail.checked_mul(stat.f_frsize)
}

#[cfg(not(unix))]
fn free_disk(_: &Path) -> Option<u64> {
    None
}

fn enough(name: &'static str, found: String, value: Value, free: u64, needed: u64) -> Finding {
    if free >= needed {
        return Finding::fine(name, found, value);
    }
    let found = format!("{found}; the main job takes up to {}, free some", size(needed));
    Finding::fine(name, found, value).but(State::Missing)
}

fn size(bytes: u64) -> String {
    const GIB: u64 = 1 << 30;
    if bytes >= 10 * GIB {
        format!("{} GiB", bytes >> 30)
    } else {
        format!("{} MiB", bytes >> 20)
    }
}

pub(super) fn locale() -> Finding {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(|name| {
        let value = std::env::var(name).ok().filter(|v| !v.is_empty())?;
        Some((name, value))
    });
    let found = match &set {
        Some((name, value)) => format!("{name} is {value}"),
        None => "none is set".to_owned(),
    };
    let value = set.map_or(Value::Null, |(name, value)| json!({"name": name, "value": value}));
    Finding::fine(
        "locale",
        found + "; messages are English in any, files UTF-8",
        value,
    )
}

/// Whether the main job can make its output folder here.
pub(super) fn folder() -> Finding {
    const NAME: &str = "folder";
    let here = std::env::current_dir().map_or_else(|_| ".".to_owned(), |p| p.display().to_string());
    match tempfile::Builder::new().prefix(".sokutei-tmp-").tempfile_in(".") {
        Ok(_) => Finding::fine(NAME, format!("{here} can be written to"), json!(here)),
        Err(e) => {
            let found = format!("{here} cannot be written to ({e}); go to another, or give --out");
            Finding::fine(NAME, found, json!(here)).but(State::Missing)
        }
    }
}
