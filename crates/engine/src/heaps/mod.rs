//! Heap games: take-and-break codes, their nimbers, and proofs that these are periodic.
//!
//! *The letters.* In the game `d0.d1 d2 d3 ...` a move takes t stones from a heap, and the digit d_t says what may
//! become of the rest: 1, nothing is left; 2, one heap; 4, two heaps; 8, three heaps, all of them not empty; the digit
//! is the sum of what is allowed (Guy and Smith, *The G-values of various games*, 1956). So 0.77 is Kayles, 0.07
//! Dawson's Kayles, 0.137 Dawson's chess, 0.6 Officers. [`Rule`] reads such codes, with digits before the point
//! (breaking without taking) and repeating tails, `0.(3)` for nim; Grundy's game, where the two parts of a break must
//! differ, and subtraction games are rules of the same kind.
//!
//! *The ladder.* [`nimbers_by_definition`] takes the mex over all breaks, n^2 for a table of n. [`Heaps`] splits the
//! values into rare and common ones (Gangolli and Plambeck 1989): choose a mask M, and call a heap common when its
//! value has an odd number of bits in M (with the parity of the heap itself, if that helps). Rare + rare and common +
//! common give rare values, so a common value is excluded only by a rare heap beside a common one. The mask that makes
//! fewest heaps rare comes from the Walsh transform of the histogram of values. For one heap the few rare heaps are
//! walked through once; a gap at a common value is then the mex, and a gap at a rare value is nearly always closed
//! after a few of the other breaks. Blocks of 32 consecutive heaps do this side by side: a few hundred parts whose
//! values vary are marked, and what is left open are candidates for the mex, tested against all parts eight at a time,
//! instead of collecting every value. Two threads take such blocks in turn (`pair`).
//!
//! *The theorem* (`period`). If g(n + p) = g(n) for all n from n0 to r n0 + (r - 1) p + k, where k is the last take and
//! r the most heaps a move leaves, then it holds for ever: from a larger heap every break has a part of at least n0 +
//! p, and shifting this part by p leads from the options of n + p to those of n and back (Guy and Smith for r = 2).
//! Values that climb, g(n + p) = g(n) + s, need other arguments: the heights of three heaps for codes that end
//! (`climb`), the state of the game for codes that do not end and leave one heap (`endless`); an octal code that ends
//! never climbs.
//!
//! ```
//! use parlor_engine::heaps::{Heaps, Rule, find_period};
//! let kayles: Rule = "0.77".parse().unwrap();
//! let values = Heaps::table(&kayles, 400).unwrap();
//! assert_eq!(&values[..12], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
//! let period = find_period(&kayles, &values).unwrap();
//! assert_eq!((period.period, period.preperiod, period.proved), (12, 71, true));
//! ```

mod block;
mod checkpoint;
mod climb;
mod endless;
mod game;
mod kernel;
mod pair;
mod period;
mod rule;
mod settle;
mod sparse;
mod varied;

pub use checkpoint::{checksum, read_checkpoint, write_checkpoint};
pub use game::{HeapGame, heap_text, heaps_after};
pub use period::{Period, Theorem, find_period, find_period_under, foreseen};
pub use rule::{Rule, named, named_rules};
pub use sparse::{Heaps, Split, nimbers_by_definition};
