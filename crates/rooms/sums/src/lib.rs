//! Sums of games: a language of games, one engine, nimbers with proofs. The essay that people read is `essay.md`.
//!
//! *The language* ([`language`]). `3*kayles(7) + boxing("110/111/011")`: names are words that any topic may list, and
//! every position reached in play is a sentence again. *Games without recompiling* ([`script`]) are words too.
//!
//! *The method.* Heap games have their tables (`engine::heaps`), the others are searched (`engine::impartial`):
//! components, canonical forms, couples G + *k. The cost is that of the largest component, not of the sum. Equal
//! summands cancel, G + G = 0, and large ones are cancelled before they are solved. [`why`] shows the column of bits in
//! which a winning move is found.
//!
//! *Proofs* (`certificate`). A certificate lists lost couples; the checker knows only moves and components. *Misère
//! play* has no xor; [`analysis::MisereSums`] works with canonical forms and gives the genus.
//!
//! ```
//! use sums::language::{all_words, read_sum};
//! use sums::analysis::{Normal, solve, valued_moves};
//! let sum = read_sum("nim(4) + chomp(2,2)", &all_words()).unwrap();
//! let means = kit::Means { memory: 1 << 24, threads: 1 };
//! let Normal::Solved { nimbers, nimber } = solve(&sum, means, &mut kit::Unwatched).unwrap() else { panic!() };
//! assert_eq!(nimber, 6);
//! let moves = valued_moves(&sum, &nimbers, means, &mut kit::Unwatched).unwrap();
//! let winning: Vec<String> = moves.iter().filter(|(_, n)| *n == 0).map(|(m, _)| m.to_string()).collect();
//! assert_eq!(winning, ["1: 4 -> 2"]);
//! ```

pub mod analysis;
mod certificate;
mod claims;
pub mod language;
mod lessons;
pub mod lost;
mod play;
mod questions;
mod scene;
pub mod script;
pub mod thirds;
pub mod why;
pub mod words;
mod worksheet;

use kit::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    title: "Sums of games",
    about: "sums of games: nimbers, winning moves and proofs for a language of games",
    picture: "sums value \"nim(4) + chomp(3,4)\"",
    words: words::WORDS,
    shared: questions::SHARED,
    shorthands: &["value"],
    plays: |text| text.contains('(') || text.starts_with('*'),
    ..kit::furnished!("sums")
};
