//! Mod 2 queens: two players place queens in turn; a free square is open while the number of queens attacking it is
//! even; who finds no open square loses. After "The mod 2 n-queens game", where n = 4 took eleven minutes and n = 6
//! was expected to take 22 years.
//!
//! *Letters.* n is the side of the board, x the set of squares taken, A the adjacency matrix of the queen graph. All
//! queens on a line count, none blocks another (the paper's proofs need it), so the free square s is open when (A
//! x)_s = 0 over GF(2). A board is locked when no square is open and some square is free.
//!
//! *Definition of an open square.* A free square is open when the number of pieces that attack it is one that the
//! rule opens; who doubts a shade or a number of a picture counts attackers.
//!
//! *First fact.* In every position that legal play reaches, the number of attacking pairs is even: each placed queen
//! adds an even number. So the state space is not 2^(n^2) but at most the number of sets with an even number of
//! pairs, the zeros of a quadratic form, which a Gauss sum counts exactly ([`crate::quadratic`], [`form`]): an
//! answer to Question 11 for every n.
//!
//! *Formula of degrees.* A square in ring k of an n x n board (k = 0 at the edge) sees 3(n - 1) + 2k others: n - 1 in
//! its row, n - 1 in its column, n - 1 + 2k on its diagonals. So all degrees are even for odd n and odd for even n,
//! which proves Proposition 2 for every n: the last queen of a full even board would see an odd number.
//!
//! *Who wins without a search.* Let x be a set without open squares and count the attacks between x and the free
//! squares: counted at x they are the degrees of x less twice the pairs inside x, so congruent to the sum of the
//! degrees of x. *Theorem of even degrees*: by the standard rule each free square sees an odd number, so if all
//! degrees are even, the free squares are even in number: who moves last is settled, whatever is played (queens on
//! odd boards, rooks on every board, and any other board with even degrees). *Theorem of odd degrees*: in the
//! alternate universe each free square sees an even number, so if all degrees are odd, |x| is even: the player after
//! the free first queen always wins (queens on even boards). *Theorem of handshakes*: when no piece of the
//! complementary game can be removed, each sees an odd number of the others; an odd degree occurs an even number of
//! times in any graph, so the pieces left are even in number, from every start, on every board, for every piece.
//! *Theorem of open boards*: where every free square is open, a game lasts as long as squares are left. (Propositions
//! 8 and 9 say the same of queens: the complementary game is the alternate one on even boards and the standard one on
//! odd boards.) So each universe has a trivial half and a real one: the standard game is real on even boards, the
//! alternate one on odd boards, the complementary one nowhere. Pieces that stand already change the degrees among the
//! free squares and the parities that these wait for together, so all this holds in the middle of a game too.
//!
//! *Question 4.* For even n every degree is odd, and the total number of pairs, n(n-1)(5n-1)/3, is even. If n^2 - 1
//! queens stood, one square s short of the full board, the pairs would be even less deg(s), an odd number, against
//! the first fact. So n^2 - 1 is never reached; n^2 is not either, since its last queen would come from n^2 - 1; and
//! n^2 - 2 is reached for even n > 2 (not for n = 2, where one queen locks) by the *theorem of borders*
//! ([`complete`]).
//!
//! *Question 7.* The paper's locks are the *theorem of hooks* ([`complete`]). *Theorem of wide hooks*
//! ([`lock::pattern`]): the hook of odd side h on every second line locks the boards of side 2h - 1 and 2h, so n
//! queens lock for n = 1 mod 4 and n - 1 for n = 2 mod 4. From below, *Spencer's bound* ([`lock`]): at least (n - 1)
//! / 2. The least numbers in between are searched.
//!
//! *Method.* [`solve`] and [`count`] keep one bit for each of the 2^f sets over the f squares that can still change,
//! 64 sets a word ([`engine::parity`]): all 2^36 positions of n = 6 in minutes. Rules modulo K walk what play reaches
//! ([`walk`]). [`lock`] finds the fewest queens that lock, [`complete`] executes the paper's constructions,
//! [`positions`] lists trees and graphs. Noon's rule (no attacker at all) is Kayles on a graph
//! ([`engine::vertex_kayles`]).
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
mod paper;
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
    name: "queens",
    title: "Mod 2 queens",
    about: "the mod 2 n-queens game and its kin: who wins, what locks, how many positions",
    picture: "queens figure 1",
    essay: "Two players place queens on an n x n board in turn. Definition of an open square: it is free, and the number of \
            queens that attack it is even; all queens on a line count and none blocks another. Who finds no open square \
            loses.\n\n\
            In every position that legal play reaches the number of attacking pairs is even. A square in ring k from the \
            edge sees 3(n-1) + 2k others (formula of degrees), an even number on odd boards. Theorem of even degrees: if \
            every square sees an even number of others, every locked board leaves an even number of squares free (count \
            the attacks between queens and free squares from both sides), so on odd boards the first player always wins, \
            whatever is played. On even boards it takes a search: 4 x 4 is won with any first move, and 6 x 6 is lost, as \
            visiting all 2^36 sets of squares shows.\n\n\
            In the alternate universe odd squares are open, after a first queen anywhere. Theorem of odd degrees: if every \
            square sees an odd number of others, a board without open squares holds an even number of queens, so on even \
            boards the player after the first queen always wins; odd boards are the real game there. In the \
            complementary game queens are removed from the full board. Theorem of handshakes: when none can go, each of \
            those left sees an odd number of the others, so they are even in number, on every board.\n\n\
            Other rules: Noon's game (only unattacked squares are open), mod K (a multiple of K), open:A,B:K (a remainder A \
            or B modulo K; theorem of open boards: if all squares stay open, only their number counts), and the other \
            pieces, on rectangles, on a torus, and on boards with missing squares. The paper's constructions are the \
            theorems of borders and of hooks; Spencer's bound says that (n-1)/2 queens at least are needed to lock.",
    questions: questions::QUESTIONS,
    claims: claims::CLAIMS,
    table: Some(&play::TABLE),
    words: words::WORDS,
    certificates: certificate::CERTIFICATES,
    lessons: lessons::LESSONS,
    paper: Some(&paper::PAPER),
    worksheet: Some(&worksheet::WORKSHEET),
    ..Topic::EMPTY
};
