//! Mod 2 queens: two players place queens in turn; a free square is open while the number of queens attacking it is
//! even; who finds no open square loses. After "The mod 2 n-queens game", where n = 4 took eleven minutes and n = 6
//! was expected to take 22 years.
//!
//! *Letters.* n is the side of the board, x the set of squares taken, A the adjacency matrix of the queen graph. All
//! queens on a line count, none blocks another (the paper's proofs need it), so the free square s is open when (A
//! x)_s = 0 over GF(2). A board is locked when no square is open and some square is free.
//!
//! *First fact.* In every position that legal play reaches, the number of attacking pairs is even: each placed queen
//! adds an even number. So the state space is not 2^(n^2) but at most the number of sets with an even number of
//! pairs, the zeros of a quadratic form, which a Gauss sum counts exactly ([`engine::quadratic`]): an answer to
//! Question 11 for every n.
//!
//! *Second fact.* For odd n every degree of the queen graph is even. Let x be locked and count the attacks between x
//! and the free squares: each free square gives an odd number, so their sum is congruent to the number of free
//! squares; counted at the queens it is the sum of their degrees less twice the pairs inside x, an even number. So
//! the free squares are even in number, and every locked board holds an odd number of queens: on odd boards the first
//! player always wins, whatever is played. (The same holds for rooks on every board, whose degrees are all even:
//! nobody can change who moves last.)
//!
//! *Third fact.* For even n every degree is odd, and the total number of pairs is even (n(n-1)(5n-1)/3 of them). If
//! n^2 - 1 queens stood, one square s short of the full board, the pairs would be even less deg(s), an odd number,
//! against the first fact. So n^2 - 1 is never reached; n^2 is not either, since its last queen would come from n^2 -
//! 1; and n^2 - 2 is reached for even n > 2 (not for n = 2, where one queen locks): Question 4 is answered.
//!
//! *Method.* [`solve`] and [`count`] keep one bit for each of the 2^f sets over the f squares that can still change,
//! 64 sets a word ([`engine::parity`]): all 2^36 positions of n = 6 in minutes. [`lock`] finds the fewest queens that
//! lock, [`complete`] executes the paper's constructions, [`positions`] lists trees and graphs. Noon's rule (no
//! attacker at all) is Kayles on a graph ([`engine::vertex_kayles`]).
//!
//! ```
//! use topics::queens::{rules::Rules, solve::solve};
//! let rules = Rules::queens(4);
//! let solution = solve(&rules, &rules.bare(), &mut kit::Unwatched)?;
//! assert_eq!((solution.nimber, solution.winning.len()), (1, 16));
//! # Ok::<(), kit::Error>(())
//! ```

mod certificate;
mod claims;
pub mod complete;
pub mod count;
pub mod form;
pub mod ground;
pub mod lock;
mod play;
pub mod positions;
mod questions;
pub mod rule;
pub mod rules;
mod scene;
pub mod solve;
#[cfg(test)]
mod tests;
pub mod walk;
mod words;

use kit::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    name: "queens",
    about: "the mod 2 n-queens game and its kin: who wins, what locks, how many positions",
    essay: "Two players place queens on an n x n board in turn. A free square is open while the number of queens that \
            attack it is even; all queens on a line count and none blocks another. Who finds no open square loses.\n\n\
            In every position that legal play reaches the number of attacking pairs is even. On odd boards every queen \
            sees an even number of squares, and it follows that every locked board holds an odd number of queens: the \
            first player always wins there, whatever is played. On even boards it takes a search: 4 x 4 is won with any \
            first move, and 6 x 6 is lost, as visiting all 2^36 sets of squares shows.\n\n\
            Other rules: the alternate universe (odd squares are open), the complementary game (queens are removed \
            from the full board), Noon's game (only unattacked squares are open), mod K, and the other pieces.",
    questions: questions::QUESTIONS,
    claims: claims::CLAIMS,
    table: Some(&play::TABLE),
    words: words::WORDS,
    certificates: certificate::CERTIFICATES,
    ..Topic::EMPTY
};
