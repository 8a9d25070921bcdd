//! The time of one thread, for benchmarks and for the peers beside them.

use std::time::Instant;

/// Seconds that this thread has run on a processor, where the system tells; a busy machine then does not blur the
/// figures.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}

/// The seconds that some work took, and its result.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let (start, clock) = (processor_seconds(), Instant::now());
    let result = work();
    let spent = processor_seconds().zip(start).map(|(end, start)| end - start);
    (spent.unwrap_or_else(|| clock.elapsed().as_secs_f64()), result)
}
