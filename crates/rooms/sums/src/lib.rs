//! Sums of games: a language of games, one engine, nimbers with proofs.
//!
//! *The question.* In the sum A + B a player moves in A or in B. Who wins a sum of different games, and with which
//! move? *The theorem* (Sprague 1935, Grundy 1939). Each impartial game has a nimber `N(G) = mex { N(G') }`, the least
//! number that no option has, `N(A + B) = N(A) xor N(B)`, and the player to move loses exactly when the nimber is 0. So
//! a winning move in the summand A is one to a position with the nimber of all the rest.
//!
//! *The language* ([`language`]). `3*kayles(7) + boxing("110/111/011")`: names are words that any topic may list, and
//! every position reached in play is a sentence again. *Games without recompiling* ([`script`]) are words too.
//!
//! *The method.* Heap games have their tables (`engine::heaps`), the others are searched (`engine::impartial`):
//! components, canonical forms, couples G + *k. The cost is that of the largest component, not of the sum. A full board
//! of Boxing Match with sides of one parity is won by an argument instead: the largest square in the middle, then
//! mirror (`boards`).
//!
//! *Proofs* (`certificate`). A certificate lists lost couples; the checker knows only moves and components.
//!
//! *Misère play*, where the last move loses, has no xor; [`analysis::MisereSums`] works with canonical forms and gives
//! the genus.
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
mod paper;
mod play;
mod questions;
mod scene;
pub mod script;
pub mod words;
mod worksheet;

use kit::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    name: "sums",
    title: "Sums of games",
    about: "sums of games: nimbers, winning moves and proofs for a language of games",
    picture: "sums value \"nim(4) + chomp(3,4)\"",
    essay: "In a sum of games a player moves in one of them. Every impartial game has a nimber, the least number that none of its options has, and the \
     nimber of a sum is the exclusive or of the nimbers of its parts; the player to move loses exactly when it is 0. Write a sum such as \
     nim(4) + chomp(2,3) and see its nimber, all winning moves and a certificate, or play it. Heap games have tables of millions of values \
     and proofs of their periods, board games tables of their full boards; games of your own come from a small script.",
    questions: questions::QUESTIONS,
    claims: claims::CLAIMS,
    table: Some(&play::TABLE),
    words: words::WORDS,
    shorthands: &["value"],
    plays: |text| text.contains('(') || text.starts_with('*'),
    certificates: certificate::CERTIFICATES,
    lessons: lessons::LESSONS,
    paper: Some(&paper::PAPER),
    worksheet: Some(&worksheet::WORKSHEET),
    ..Topic::EMPTY
};
