//! The rooms behind a page without a server: a worker gives a request as JSON and gets its answer as JSON.
//!
//! Requests: `{"do": "topics"}`, `{"do": "ask", "sentence": "queens lock 5"}`, `{"do": "play", "sentence": "queens 6",
//! "moves": [...], "want": "state" | "hint" | "values"}`, `{"do": "learn", "topic": "merlin", "number": 1, "step": 0, "done": [...]}`. An answer holds `error` and `trouble`, or what was wanted.
//! The page ends the worker to stop it, so nothing here needs to be stopped.

mod lessons;
mod memory;
mod requests;

pub use requests::answer;
