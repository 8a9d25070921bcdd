//! How much memory there is, asked before it is taken.

use crate::{Error, Result, Watch};

/// Bytes that can be had without swapping, where the system tells.
pub fn available() -> Option<u64> {
    told_by("/proc/meminfo", "MemAvailable:")
}

/// Bytes that this process holds, where the system tells.
pub fn resident() -> Option<u64> {
    told_by("/proc/self/status", "VmRSS:")
}

/// Bytes that another process holds, where the system tells.
pub fn resident_of(process: u32) -> Option<u64> {
    told_by(&format!("/proc/{process}/status"), "VmRSS:")
}

/// The line of that name in a file of the system, which counts in kibibytes.
fn told_by(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}

/// A number of bytes for a person.
pub fn in_words(bytes: u64) -> String {
    match bytes {
        0..=1_048_575 => format!("{} KiB", bytes.div_ceil(1024)),
        1_048_576..=1_073_741_823 => format!("{} MiB", bytes.div_ceil(1 << 20)),
        _ => format!("{:.1} GiB", bytes as f64 / (1u64 << 30) as f64),
    }
}

/// Refuses work that would not fit into the memory that is free now.
pub fn claim(what: &str, bytes: u64) -> Result<()> {
    match available() {
        Some(free) if bytes > free => Err(Error::too_large(
            what,
            format!("it takes {} of memory and {} are free", in_words(bytes), in_words(free)),
            "free some or ask for less",
        )),
        _ => Ok(()),
    }
}

/// Asks for memory before it is taken: of the front end, which may have a limit, and of the machine, which may have too
/// little.
pub fn take(watch: &mut dyn Watch, what: &str, bytes: u64) -> Result<()> {
    watch.take(what, bytes)?;
    claim(what, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_fit_is_refused_with_the_figures() {
        assert!(claim("a little", 1).is_ok());
        if available().is_some() {
            let line = claim("everything", u64::MAX).unwrap_err().to_string();
            assert!(line.contains("GiB of memory"), "{line}");
        }
        assert_eq!(in_words(16 << 30), "16.0 GiB");
    }
}
