//! What a job may take of the machine.

use kit::memory;
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
        Limits { time: Duration::from_secs(300), memory: memory::available().map_or(2 << 30, |free| free / 2) }
    }
}
