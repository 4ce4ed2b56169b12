//! Files that a CI server picks up, each whole or not at all.

use std::path::Path;

use anyhow::{Result, bail};

use super::Outcome;
use crate::appended;
use crate::args::Gate;
use crate::files::{self, Growing};

/// Refuses names that cannot be written to, before any work is done.
///
/// # Errors
/// A file that exists, unless it is replaced or appended to; two results, or a result and an input, in one place; standard output, which has the verdict.
pub(super) fn check(args: &Gate) -> Result<()> {
    let written = [("--junit", &args.junit), ("--summary", &args.summary)];
    for (flag, path) in written
        .iter()
        .filter_map(|(flag, path)| Some((*flag, path.as_deref()?)))
    {
        if path.as_os_str() == "-" {
            bail!("{flag} -: standard output has the verdict; name a file");
        }
        let inputs = [&args.qrels, &args.baseline, &args.candidate];
        let mut inputs = inputs.into_iter().chain(&args.grouping.topics);
        if inputs.any(|input| files::is_same(input, path)) {
            bail!(
                "{}: is read, and cannot be written to as well; give {flag} another name",
                path.display()
            );
        }
        let is_appended = flag == "--summary" && args.append;
        if is_appended {
            appended::check(path)?;
        } else {
            files::check_target(path, args.force)?;
        }
    }
    if let (Some(junit), Some(summary)) = (&args.junit, &args.summary)
        && files::is_same(junit, summary)
    {
        bail!(
            "{}: --junit and --summary cannot go to one place; give one another name",
            junit.display()
        );
    }
    Ok(())
}

/// Writes what was asked for; both files get their names last.
///
/// # Errors
/// What the file system says; a summary that does not fit.
pub(super) fn write(outcome: &Outcome<'_>) -> Result<()> {
    let args = outcome.args;
    let behind = args.summary.as_deref().filter(|_| args.append);
    let appended = behind
        .map(|path| Ok::<_, anyhow::Error>((path, outcome.summary(appended::len(path)?)?)))
        .transpose()?;
    let mut new = Vec::new();
    if let Some(path) = &args.junit {
        new.push(begun(path, args, &outcome.junit())?);
    }
    if let Some(path) = args.summary.as_deref().filter(|_| !args.append) {
        new.push(begun(path, args, outcome.summary(0)?.as_bytes())?);
    }
    Growing::finish_all(new)?;
    match appended {
        None => Ok(()),
        Some((path, summary)) => appended::append(path, &summary),
    }
}

fn begun(path: &Path, args: &Gate, bytes: &[u8]) -> Result<Growing> {
    let mut file = Growing::begin(path, args.force)?;
    file.put(bytes)?;
    Ok(file)
}
