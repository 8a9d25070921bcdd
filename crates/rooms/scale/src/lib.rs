//! The 5-way scale: two lighter fakes among N coins.
//!
//! *The question.* Two of N coins are fake and lighter. A weighing puts equally many coins of the pile on both pans,
//! and the scale says by how many fakes the pans differ: MUCH LESS, LESS, EQUAL, MORE, MUCH MORE (left minus right is
//! 2, 1, 0, -1, -2). The usual 3-way scale tells only the sign. How many weighings always find both? T. Khovanova and
//! J. Lee, "The 5-Way Scale", find them among 2^k coins in k + 1 weighings and leave the optimum, and other numbers of
//! coins, to the reader.
//!
//! *The optimum.* What is known is a graph: coins are vertices, possible pairs are edges (for three fakes a
//! hypergraph). Twins are kept as classes with a size ([`pile`]), so a weighing is a pair of numbers for each class,
//! and states are remembered by a canonical form. [`search`] tries every weighing against every answer, bounded by the
//! outcomes that are left and by 3^w for the pairs through one coin. It proves that one to four weighings do for at
//! most 3, 5, 11 and 25 coins, in a fraction of a second; on the 3-way scale the counting bound 3, 4, 7, 13, 22, 38,
//! ... is reached each time. [`plain`] is the definition itself, for the tests. Beyond, [`climb`] finds strategies
//! without proof of optimality.
//!
//! *Why not more.* w weighings have 5^w outcomes, so C(N, 2) <= 5^w. Better: after k against k of N coins, EQUAL leaves
//! k^2 + C(N - 2k, 2) pairs, at least a third of all (Lemma 1 and Section 4 of the paper), so C(N, 2) <= 3 * 5^(w-1),
//! about N <= 1.095 * sqrt(5)^w ([`bounds`]).
//!
//! *Every N.* [`halving`] is the paper's f, g, h with rounded parts: ceil(log2 N) + 1 weighings for every N >= 4, twice
//! the coins with each weighing. [`grid`] cuts into more piles at once and weighs whole piles; small solutions found by
//! search multiply. Separated piles of 9, 18 and 41 times the size take 3, 4 and 5 weighings more: growth rates 2.080,
//! 2.060 and 2.101. A million coins take 19 weighings (halving 21, the bound 18).
//!
//! *The growth rate.* sqrt(5) = 2.236 is the best possible. Blocks of separated coins reach it in the limit: of fifteen
//! equal blocks K(s, s) cut nine into thirds on both sides (they leave 1, 2, 3, 2, 1 ninths to the five answers), lay
//! four whole on one pan (two left, two right) and two with one side on a pan; every answer keeps exactly a fifth. The
//! blocks left are 11, 19, 27, 19 or 11 and smaller, so they do not run out, and the loss by rounding is a few blocks
//! of many.
//!
//! *Written strategies.* A [`plan::Plan`] is a list of steps that share what they have in common: a million coins fit
//! on a few pages. [`verify`] plays it against every pair, or against an adversary; [`certificate`] checks the
//! reasoning of every step, which settles all pairs at once, and shows by trying every weighing that fewer would not
//! do.
//!
//! ```
//! use scale::{pile::{Scale, State}, search::{Search, UNSTOPPED, Verdict}};
//! let mut search = Search::new(Scale::Five, UNSTOPPED);
//! assert_eq!(search.decide(&State::start(11, 2), 3, u64::MAX), Verdict::Yes);
//! assert_eq!(search.decide(&State::start(12, 2), 3, u64::MAX), Verdict::No);
//! ```

pub mod best;
pub mod bounds;
pub mod certificate;
pub mod claims;
pub mod climb;
pub mod grid;
pub mod halving;
pub mod most;
pub mod pile;
pub mod plain;
pub mod plan;
pub mod play;
pub mod questions;
mod scene;
pub mod search;
pub mod tree;
pub mod verify;

use kit::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    name: "scale",
    title: "Five-way scale",
    about: "two light fakes among N coins on a scale with five answers: optimal weighings, strategies, play",
    picture: "scale strategy 5",
    essay: "Two of N coins are fake and lighter. You may weigh equally many coins against each other, and the scale tells by how many fakes the pans \
     differ: MUCH LESS, LESS, EQUAL, MORE, MUCH MORE.\n\nOne to four weighings find both fakes among at most 3, 5, 11 and 25 coins, proved by an \
     exhausted search over graphs of possible pairs. On the usual 3-way scale it is 3, 4, 7, 13, 22, 38.\n\nFor every number of coins \
     there is a strategy with at most ceil(log2 N) + 1 weighings; it can be written down, drawn, and checked against every pair.",
    questions: questions::QUESTIONS,
    claims: claims::CLAIMS,
    table: Some(&play::TABLE),
    certificates: certificate::CERTIFICATES,
    ..Topic::EMPTY
};

#[cfg(test)]
mod tests;
