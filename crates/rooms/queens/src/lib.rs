//! Mod 2 queens: two players place queens in turn; a free square is open while the number of queens attacking it is
//! even; who finds no open square loses. After "The mod 2 n-queens game", where n = 4 took eleven minutes and n = 6
//! was expected to take 22 years. The essay that people read, with the proofs, is `essay.md`.
//!
//! *Letters.* n is the side of the board, x the set of squares taken, A the adjacency matrix of the queen graph. All
//! queens on a line count, none blocks another (the paper's proofs need it), so the free square s is open when (A
//! x)_s = 0 over GF(2). A board is locked when no square is open and some square is free.
//!
//! *Method.* [`solve`] and [`count`] keep one bit for each of the 2^f sets over the f squares that can still change,
//! 64 sets a word ([`engine::parity`]): all 2^36 positions of n = 6 in minutes. The sets with an even number of pairs
//! are counted by a Gauss sum ([`crate::quadratic`], [`form`]). Rules modulo K walk what play reaches ([`walk`]).
//! [`lock`] finds the fewest queens that lock, [`complete`] executes the paper's constructions, [`positions`] lists
//! trees and graphs. Noon's rule (no attacker at all) is Kayles on a graph ([`engine::vertex_kayles`]).
//!
//! ```
//! use queens::{rules::Rules, solve::solve};
//! let rules = Rules::queens(4);
//! let solution = solve(&rules, &rules.bare(), &mut kit::Unwatched)?;
//! assert_eq!((solution.nimber, solution.winning.len()), (1, 16));
//! # Ok::<(), kit::Error>(())
//! ```

pub mod boards;
pub mod book;
mod certificate;
mod claims;
pub mod complete;
pub mod count;
pub mod form;
pub mod ground;
mod lessons;
pub mod lock;
mod play;
pub mod positions;
pub mod quadratic;
mod questions;
pub mod rule;
pub mod rules;
mod scene;
pub mod solve;
#[cfg(test)]
mod tests;
pub mod walk;
mod words;
mod worksheet;

use kit::Topic;
pub use rule::Rule;
pub use rules::Rules;

/// The topic.
pub static TOPIC: Topic = Topic {
    title: "Mod 2 queens",
    about: "the mod 2 n-queens game and its kin: who wins, what locks, how many positions",
    picture: "queens figure 1",
    words: words::WORDS,
    shared: questions::SHARED,
    pieces: questions::PIECES,
    ..kit::furnished!("queens")
};
