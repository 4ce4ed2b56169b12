//! The answer to Ctrl-C and to other signals that end a program.

use std::io;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use sokutei_experiment::abandon_unfinished;

use crate::progress;
use crate::terminal::say;

/// Ends the process with 128 + the signal's number (130 for Ctrl-C, 143 for SIGTERM), with nothing half-written left behind.
/// A file that grows past what the system allows (SIGXFSZ) is left to the write, which then fails with a reason.
#[cfg(unix)]
pub(crate) fn answer() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    let mut wanted = vec![SIGINT, SIGTERM, SIGXFSZ];
    if !is_ignored(SIGHUP) {
        wanted.push(SIGHUP);
    }
    let mut signals = signal_hook::iterator::Signals::new(wanted)?;
    let answer = move || {
        if let Some(signal) = signals.forever().find(|signal| *signal != SIGXFSZ) {
            end(128 + signal);
        }
    };
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(answer)
        .map(drop)
}

#[cfg(not(unix))]
pub(crate) fn answer() -> io::Result<()> {
    ctrlc::set_handler(|| end(130)).map_err(io::Error::other)
}

/// `nohup` has a program ignore the end of its terminal; it should go on doing so.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

fn end(code: i32) {
    abandon_unfinished();
    // Whoever reads stderr may have stopped reading: the words must not keep the process.
    let (said, is_said) = mpsc::channel();
    thread::spawn(move || {
        progress::stop();
        say("interrupted; no file is half-written");
        let _ = said.send(());
    });
    let _ = is_said.recv_timeout(Duration::from_millis(200));
    std::process::exit(code);
}
