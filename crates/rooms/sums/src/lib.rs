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
//! mirror (`boards`). Equal summands cancel, G + G = 0, and large ones are cancelled before they are solved.
//!
//! *The theorem of Sprague and Grundy, proved.* N(G) = 0 exactly when the player to move loses: from a position of
//! nimber 0 every move leads to another nimber, because the mex is none of the options', and from another one some move
//! leads to 0, because the mex is greater than 0; play ends, so induct. N(A + B) = N(A) xor N(B): let x be the right
//! side. No option of A + B has it, because a move changes exactly one of the two nimbers. Every y < x is met: the
//! highest bit in which y and x differ is 1 in x, hence in one of the nimbers, say in N(A); then N(A) xor x xor y is
//! smaller than N(A), so A has an option with it ([`why`] shows this column). So the mex of the options is x.
//!
//! *The rare and the common values* of a heap game (`engine::heaps`). Choose bits such that few heaps have an even
//! number of them in their value, the rare ones. Two common heaps break into something rare. So the common values that
//! a heap excludes come from breaks with a rare part only, of which there are few; the least common value that they
//! leave is tried against rare values below it, and whatever smaller value is missing is looked for among all breaks.
//! The value found is the mex, whatever the choice of bits was.
//!
//! *The window of Guy and Smith.* Let a code take at most t, leave at most two heaps, and let g(n + p) = g(n) for all n
//! from n0 to 2 n0 + p + t. Then it holds for ever: for a greater n a move of n + p leaves a + b >= n + p - t, so the
//! larger part is at least n0 + p and may be made smaller by p without changing its value; this is a move of n, and the
//! other way round. So both heaps have options of the same values. *The heights of three heaps* and *the state of an
//! endless code* do the same where values climb, and where takes do not end: what the options of a heap surely reach
//! and what they possibly reach give one mex, for ever (`engine::heaps`, climb and endless, have the bounds).
//!
//! *The definition of a sum* makes it commutative and associative: a position is a family of games, a move changes one
//! of them, and nothing depends on the order of the family or on brackets.
//!
//! *The definition of the mex* is the least number that is not in a set; *the definition of the language* is the list
//! of words that the rooms offer. *Three in a row* in Treblecross win the whole sum: whoever can make them does, for
//! any other move leaves the free cell free; and an X within two cells of another lets the opponent make them
//! (`words::boards`).
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
pub mod why;
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
     and proofs of their periods, board games tables of their full boards; games of your own come from a small script. The \
     definition of the mex is the least number that is not in a set, and the definition of the language is the list of words that the \
     topics offer. Tables of heap games rest on the rare and the common values: two heaps whose values \
     have an odd number of chosen bits never make another such value, so few breaks need to be looked at. Their periods rest on the window of Guy and \
     Smith, on the heights of three heaps, or on the state of an endless code: beyond a certain heap all moves are those of a period before. \
     In Treblecross three in a row win the whole sum at once: whoever can make them does so, for any other move leaves \
     the free cell to the opponent.",
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
};
