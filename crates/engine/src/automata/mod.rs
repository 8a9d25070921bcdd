//! Theorems by machine: statements for all numbers about automatic words, decided.
//!
//! *The method.* Numbers are written in a numeration system ([`numeration`]) and tuples of numbers are read digit by
//! digit, all at once. A relation of numbers that an automaton accepts stays one under and, or, not ([`mod@product`])
//! and "there is" ([`mod@project`]); addition and order are such relations ([`mod@linear`]); so is a word whose letters
//! an automaton tells from their places. Hence every first-order statement in them is decided by computing its
//! automaton (Buchi 1960; Bruyère, Hansel, Michaux and Villemaire 1994; Frougny 1992 for recurrences with a Pisot root;
//! for words of this kind Mousavi, Schaeffer and Shallit 2016). A sentence has no numbers left: its automaton accepts
//! the empty word or nothing.
//!
//! *Words and functions* are defined, not given: their automata are guessed from values ([`learn`]) and believed only
//! after their defining laws have been decided ([`library`]).
//!
//! *The language* ([`read`]). Variables are whole numbers from 0 on.
//!
//! | written | means |
//! |---|---|
//! | `A n: ...`, `E n, m: ...` | for all; there are (as far right as possible) |
//! | `~` `&` `\|` `=>` `<=>` | not, and, or, only if, exactly if, from tight to loose |
//! | `=` `!=` `<` `<=` `>` `>=` | comparisons, also chained: `0 < n <= m` |
//! | `n + 2*m - 3` | sums; differences may be negative |
//! | `T[n]`, `T[n] = a`, `T[i] = T[j]` | the letter at a place, from 0; `T[n] = 0` is `T[n] = a` |
//! | `X(n+1)` | the value of a function; `T_a(n)`: how many a stand among the first n letters of T |
//! | `[n 0 1]`, `[n 01]` | the value of the representation of n with the digits 0 1 put behind it |
//! | `weight(n)` | n is a weight of the system: 1, 10, 100, ... in its digits |
//! | `A string x: ... [x 0]` | x is any string of digits, greedy or not; only its value counts |
//!
//! A comparison or a `weight` that asks for a word or a function at a negative place is false. A variable that no
//! quantifier binds makes the statement a set: the numbers of which it holds.
//!
//! *Cost.* Each "there is" may in the worst case double the exponent; in practice statements about these words meet
//! automata of some hundreds of states. It pays to say "equal factors" as `A u: i <= u & u < i + n => T[u] = T[u+j-i]`,
//! with one variable between i and j, rather than with an offset from both.
//!
//! *Trust.* [`certificate`] writes every automaton met, [`check`] compares each with what its step says and shares no
//! construction with what made them.
//!
//! ```
//! use parlor_engine::automata::{Library, Prover, System, Work, library::{Definition, Meaning}};
//! let fixed_point = Meaning::FixedPoint { letters: "01", images: &["01", "0"], start: '0' };
//! let words = [Definition { name: "F", about: "the Fibonacci word", meaning: fixed_point }];
//! let library = Library::new(System::named("fibonacci")?, &words)?;
//! let statement = library.read("A i, n: n >= 1 => E u: i <= u & u < i + 3*n & F[u] != F[u+n]")?;
//! let answer = Prover::new(&library).decide(statement, &mut Work::new(&mut kit::Unwatched, 100_000))?;
//! assert_eq!(answer.decided.truth(), Some(true)); // no fourth power
//! # Ok::<(), kit::Error>(())
//! ```

pub mod automaton;
pub mod certificate;
pub mod check;
pub mod decide;
pub mod learn;
pub mod library;
pub mod linear;
pub mod minimise;
pub mod numeration;
pub mod plan;
pub mod product;
pub mod project;
pub mod read;
pub mod statement;

pub use automaton::{Automaton, DEAD, Track, Work};
pub use decide::{Answer, Decided, Prover};
pub use library::{Definition, Library, Meaning};
pub use numeration::System;

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Things numbered in the order in which they were met, and how many of them have been followed up.
struct Index<T> {
    numbers: FxHashMap<T, u32>,
    things: Vec<T>,
    followed: usize,
}

impl<T: Clone + Eq + Hash> Index<T> {
    fn new(first: T) -> Index<T> {
        let mut index = Index { numbers: FxHashMap::default(), things: Vec::new(), followed: 0 };
        index.of(first);
        index
    }

    /// The number of a thing, a new one if it was not met before.
    fn of(&mut self, thing: T) -> u32 {
        let next = self.things.len() as u32;
        *self.numbers.entry(thing).or_insert_with_key(|thing| {
            self.things.push(thing.clone());
            next
        })
    }

    /// The next thing to follow up.
    fn following(&mut self) -> Option<T> {
        let thing = self.things.get(self.followed)?.clone();
        self.followed += 1;
        Some(thing)
    }

    fn len(&self) -> usize {
        self.things.len()
    }
}

#[cfg(test)]
mod tests;
