//! What a job may take of the machine.

use std::time::Duration;

/// The limits of a job.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long it may run.
    pub time: Duration,
    /// How many bytes it may take.
    pub memory: u64,
}

impl Default for Limits {
    /// Five minutes, and half of the memory that is free when the lab opens.
    fn default() -> Limits {
        Limits { time: Duration::from_secs(300), memory: free().map_or(2 << 30, |free| free / 2) }
    }
}

/// Bytes that can be had without swapping, where the system tells.
fn free() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kibibytes| kibibytes * 1024)
}

/// Bytes that this process holds in memory, where the system tells.
pub(crate) fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kibibytes| kibibytes * 1024)
}

/// A number of bytes for a person.
pub(crate) fn in_words(bytes: u64) -> String {
    match bytes {
        0..1_073_741_824 => format!("{} MiB", bytes.div_ceil(1 << 20)),
        _ => format!("{:.1} GiB", bytes as f64 / (1u64 << 30) as f64),
    }
}
