//! Chance by the thousand million: a stream of random words, and tosses of five points that decide themselves.

mod points;
pub mod stream;
pub mod tosses;
#[cfg(target_arch = "x86_64")]
mod wide;
