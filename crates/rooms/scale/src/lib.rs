//! The 5-way scale: two lighter fakes among N coins. After T. Khovanova and J. Lee, "The 5-Way Scale", who find them
//! among 2^k coins in k + 1 weighings and leave the optimum, and other numbers of coins, to the reader. The essay that
//! people read, with the proofs, is `essay.md`.
//!
//! *The optimum.* What is known is a graph: coins are vertices, possible pairs are edges (for three fakes a
//! hypergraph). Twins are kept as classes with a size ([`pile`]), so a weighing is a pair of numbers for each class,
//! and states are remembered by a canonical form. [`search`] tries every weighing against every answer, bounded by the
//! outcomes that are left and by 3^w for the pairs through one coin. [`plain`] is the definition itself, for the
//! tests. Beyond, [`climb`] finds strategies without proof of optimality, and [`known`] keeps the best of them. Bounds
//! are in [`bounds`] and [`shares`].
//!
//! *Every N.* [`halving`] is the paper's f, g, h with rounded parts; [`grid`] cuts into more piles at once and weighs
//! whole piles; small solutions found by search multiply.
//!
//! *Written strategies.* A [`plan::Plan`] is a list of steps that share what they have in common. [`verify`] plays it
//! against every pair, or against an adversary; [`certificate`] checks the reasoning of every step, which settles all
//! pairs at once, and shows by trying every weighing that fewer would not do.
//!
//! ```
//! use scale::{pile::{Scale, State}, search::{Search, UNSTOPPED, Verdict}};
//! let mut search = Search::new(Scale::Five, UNSTOPPED);
//! assert_eq!(search.decide(&State::start(11, 2), 3, u64::MAX), Verdict::Yes);
//! assert_eq!(search.decide(&State::start(12, 2), 3, u64::MAX), Verdict::No);
//! ```

pub mod best;
pub mod blocks;
pub mod bounds;
pub mod certificate;
pub mod claims;
pub mod climb;
pub mod comparison;
pub mod either;
pub mod grid;
pub mod halving;
pub mod known;
mod lessons;
pub mod most;
pub mod pile;
pub mod plain;
pub mod plan;
pub mod play;
pub mod questions;
mod scene;
pub mod search;
pub mod shares;
pub mod sorting;
pub mod start;
pub mod tree;
pub mod verify;
mod wide;

use kit::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    title: "Five-way scale",
    about: "two light fakes among N coins on a scale with five answers: optimal weighings, strategies, play",
    picture: "scale best 12",
    ..kit::furnished!("scale")
};

#[cfg(test)]
mod tests;
mod worksheet;
