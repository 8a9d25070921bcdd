//! The mod 2 n-queens game.

pub mod lock;
