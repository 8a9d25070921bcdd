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
//! without proof of optimality, and [`known`] keeps the best of them: five weighings do 53 coins and not 61.
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
//! *First weighing.* Before it all coins are alike, so a weighing is a number k of coins on each pan, and the sets with
//! i fakes on the left and j on the right are C(k, i) C(k, j) C(N - 2k, F - i - j). [`questions`] adds them up by
//! answer for every k: there is no other first weighing. [`plain`] counts the same sets one by one in the tests.
//!
//! *Comparison.* A 3-way strategy of w weighings has 3^w outcomes, so it is too short where C(2^k, 2) > 3^w; that is so
//! for w = k + 1 and k = 7, and for every k after it, since pairs grow more than threefold. Where counting leaves room,
//! a 3-way strategy that was found is played against every pair.
//!
//! *A quarter.* Shares x and y of two separated piles on each pan leave a quarter of the pairs at best, not a third:
//! the proof stands in [`shares`].
//!
//! *Complement.* The pans hold equally many coins, so the real coins on the left less those on the right are the fakes
//! on the right less those on the left. To find F fakes among N is to find the N - F real coins with MORE for LESS, and
//! heavier fakes are lighter ones in a mirror. Coins known to be real beside the pile break this.
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
pub mod comparison;
pub mod either;
pub mod grid;
pub mod halving;
pub mod known;
mod lessons;
pub mod most;
mod paper;
pub mod pile;
pub mod plain;
pub mod plan;
pub mod play;
pub mod questions;
mod scene;
pub mod search;
pub mod shares;
pub mod start;
pub mod tree;
pub mod verify;
mod wide;

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
     there is a strategy with at most ceil(log2 N) + 1 weighings; it can be written down, drawn, and checked against every pair.\n\n\
     Every N: let f(k), g(k) and h(k) be the weighings for two piles of at most 2^k coins with a fake in each, for four such piles with the fakes in the first two or in \
     the others, and for one pile of at most 2^k coins with both. Nothing in the paper's recursion needs sizes to be exact: halves are rounded up to at most 2^(k-1), a pile \
     is cut into a, a, a and c coins with a the lesser of 2^(k-2) and a third of it, all four at most 2^(k-2), and where the pans then differ real coins fill up, which there \
     are after the second weighing (the first two lay equal numbers). So f(k) and g(k) are at most k + 1, and h(k) at most k + 1 by h(k) <= 2 + max(f(k-2), h(k-2)), for every number of coins from 4 on.\n\n\
     First weighing: before it all coins are alike, so it is a number k of coins on each pan. The sets with i fakes on the left and j on the right are \
     C(k, i) C(k, j) C(N - 2k, F - i - j); added up by answer for every k, this is every first weighing there is.\n\n\
     Comparison: a 3-way strategy of w weighings has 3^w outcomes, too few where C(2^k, 2) > 3^w. For w = k + 1 that is so at k = 7 and ever after, since \
     C(2^(k+1), 2) is more than three times C(2^k, 2). Below, 3-way strategies that were found are played against every pair.\n\n\
     A quarter: put the shares x and y of two separated piles on each pan. With L the share of pairs that LESS leaves and E that of EQUAL, 3 L + 2 E = 2 - x - y, \
     and (1 - 2x)(1 - 2y) >= 0 gives E >= x + y - 1/2. Were L and E both below 1/4, then x + y > 3/4 and E > 1/4. At x = 1/2, y = 1/4 the worst share is 1/4.\n\n\
     Lighter or heavier: one fake, nobody knows which. If the pans differ, each coin on them has one sense left, so at most 3^(w-1) lie there; if not, the others are left \
     beside real coins. So beside a real coin at most 3^(w-1) + 3^(w-2) + ... + 1 = (3^w - 1) / 2 coins are done, and without one, where the pans hold an even number, one \
     less. So many are done: lay as many and aside as many as that allows, and divide the suspects of either sense that a difference leaves into three parts, with a real \
     coin where the pans want one.\n\n\
     Complement: with equally many coins on the pans, the real coins on the left less those on the right are the fakes on the right less those on the left. So F \
     fakes among N are found as N - F fakes are, with MORE for LESS, and heavier fakes as lighter ones in a mirror.",
    questions: questions::QUESTIONS,
    claims: claims::CLAIMS,
    table: Some(&play::TABLE),
    certificates: certificate::CERTIFICATES,
    lessons: lessons::LESSONS,
    paper: Some(&paper::PAPER),
    worksheet: Some(&worksheet::WORKSHEET),
    ..Topic::EMPTY
};

#[cfg(test)]
mod tests;
mod worksheet;
