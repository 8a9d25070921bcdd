//! Times of the processor, as the system tells them: on a busy machine a clock says little.

use std::fs;

/// What this process has started and seen ending, in hundredths of a second.
pub(crate) fn used_by_children() -> u64 {
    ticks(&fs::read_to_string("/proc/self/stat").unwrap_or_default(), 13)
}

/// What a process has used itself, in hundredths of a second; none when it is gone.
pub(crate) fn used_by(process: u32) -> Option<u64> {
    fs::read_to_string(format!("/proc/{process}/stat")).ok().map(|text| ticks(&text, 11))
}

/// Two times that the system tells of a process, added: the words from this one on behind its name.
fn ticks(stat: &str, from: usize) -> u64 {
    let after = stat.rsplit(')').next().unwrap_or("");
    after.split_whitespace().skip(from).take(2).filter_map(|word| word.parse::<u64>().ok()).sum()
}
