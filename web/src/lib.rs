//! The rooms behind a page without a server: a worker gives a request as JSON and gets its answer as JSON.
//!
//! Requests: `{"do": "topics"}`, `{"do": "ask", "sentence": "queens lock 5"}`, `{"do": "play", "sentence": "queens 6",
//! "moves": [...], "want": "state" | "hint" | "values"}`, `{"do": "learn", "topic": "merlin", "number": 1, "step": 0, "done": [...]}`. An answer holds `error` and `trouble`, or what was wanted.
//! The page ends the worker to stop it, so nothing here needs to be stopped.

mod lessons;
mod memory;
mod requests;

pub use requests::answer;

/// The rooms that this module holds.
#[cfg(feature = "all")]
pub use topics::ALL;
/// The rooms that this module holds: those that are seen first, small and played by touch.
#[cfg(not(feature = "all"))]
pub static ALL: &[&kit::Topic] = &[&queens::TOPIC, &merlin::TOPIC, &disks::TOPIC];
