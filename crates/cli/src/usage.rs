//! What this process has used so far, as the system counts it: for `run.json`, never for a result.

use std::time::Duration;

/// CPU time and memory since the process began; `None` where the system does not tell.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usage {
    /// CPU time of all threads, user and system.
    pub(crate) cpu: Option<Duration>,
    /// The largest resident set so far.
    pub(crate) peak_rss_bytes: Option<u64>,
}

impl Usage {
    pub(crate) fn so_far() -> Self {
        Self {
            cpu: cpu(),
            peak_rss_bytes: peak_rss_bytes(),
        }
    }
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
fn cpu() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(
        u64::try_from(time.tv_sec).ok()?,
        u32::try_from(time.tv_nsec).ok()?,
    ))
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn cpu() -> Option<Duration> {
    None
}

/// Linux only: `VmHWM:    123456 kB`.
fn peak_rss_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}
