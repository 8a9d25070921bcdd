//! Merlin's magic square: buttons on a directed graph, m colours, and a click that adds 1 at every successor.
//!
//! *The question.* (Rodriguez-Villegas, Handout 4; the toys Merlin 1978 and Lights Out 1995.) A state s gives each
//! vertex a colour of Z/m. Clicking w adds 1 at the successors of w. Which states lead to which, by which clicks, and
//! by how few?
//!
//! *The letters.* n vertices; A has a 1 in row i and column j if j -> i, so that *column* j lists the successors of v_j
//! (equation 2 of the handout); t_j is how often j is clicked. Then s_F = s_I + A t modulo m, so neither the order of
//! clicks matters nor m clicks on one button. A typed matrix is read in this way, and `--rows-are-successors` reads the
//! transposed one of other books ([`rule`]). An entry w in place of 1 is a weighted rule: a click adds w there.
//!
//! *Theorem of sums.* A click adds a fixed vector of (Z/m)^n, so the end is the start plus a sum of such vectors: sums
//! do not depend on their order, and m times a vector is 0.
//!
//! *Theorem of the determinant.* All states lead to all others exactly if d = det A is prime to m, and then in one way;
//! otherwise some states are out of reach and some clicks do nothing. Proof: A adj(A) = d, so if d has an inverse
//! modulo m, that inverse times adj(A) is one of A. If a prime p divides d and m, A is singular over the field of p
//! elements: there are x and y other than 0 modulo p with A x = 0 and y A = 0 modulo p. Then (m/p) x are clicks, not
//! all 0, that do nothing; and (m/p) y are weights whose sum no click changes, though it is not 0 for the state that is
//! 1 at one cell where y is not 0.
//!
//! *How many.* In general A is equivalent to a diagonal matrix d_1 | d_2 | ... over Z (Smith 1861) and m^n / |kernel| =
//! product of m / gcd(d_i, m) states can be reached. If s is none of them, there is a y with y A = 0 and y . s != 0:
//! cells, with weights, whose sum no click changes. (Z/m is its own dual.)
//!
//! *The method.* Two colours: elimination of 64 columns at a time, O(n^3 / 64 / 8). Any m: the Howell form, O(n^3).
//! Plus-shaped grids: light chasing, O(w h + w^3), and the nullity alone by a gcd of Fibonacci polynomials. Every
//! answer is multiplied out before it is given. The fewest clicks are the lightest vector of a coset of the kernel: all
//! of them are looked at, by a Walsh transform, where they are up to 2^36 ([`least`]).
//!
//! *Over the integers* the invariant factors and the determinant answer for all m at once. Their certificate is a list
//! of additions of multiples of rows and columns, which change neither the determinant nor any greatest common divisor
//! of minors, and which leave one number in each row and column.
//!
//! *Lit cells only.* If cells of colour 0 cannot be clicked, the order matters and a solution t may be playable in no
//! order. All states, up to 2^24, are then searched backwards from the goal ([`lit`]).
//!
//! *An example*, the handout's own: six cells in a circle, three colours, white red blue white red blue.
//!
//! ```
//! use merlin::{puzzle::Puzzle, system::System};
//! let circle = Puzzle::from_text("circle:6", true, None, 3).unwrap();
//! let from = circle.state("WRBWRB", Some("WRB"), 1).unwrap();
//! let wanted = circle.change(&from, &[0; 6]);
//! let system = System::new(&circle, &mut kit::Unwatched).unwrap();
//! let outcome = system.solve(&wanted, &mut kit::Unwatched).unwrap();
//! assert_eq!(outcome.clicks, Ok(vec![0, 1, 2, 0, 1, 2]));
//! ```

pub mod chase;
pub mod least;
mod lessons;
pub mod lit;
pub mod nullity;
mod paper;
pub mod puzzle;
pub mod reach;
pub mod rule;
pub mod system;

mod certificate;
mod claims;
mod clauses;
mod play;
mod questions;
mod scene;
#[cfg(test)]
mod sequences;
mod worksheet;

use kit::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    name: "merlin",
    title: "Lights Out",
    about: "Merlin's magic square and Lights Out: any graph, any number of colours",
    picture: "merlin least grid:9x9",
    essay: "Buttons sit on the vertices of a directed graph, each showing one of m colours 0, 1, ..., m - 1. Clicking a button moves the colours of \
     its successors one on, from m - 1 back to 0. Can every cell be made 0, by which clicks, and by how few?\n\n\
     The order of clicks does not matter, so a solution is a vector t with A t = s modulo m, A the matrix of the graph: its column j lists the \
     successors of button j, as in the handout, and a typed matrix is read so. Theorem of sums: clicks add fixed vectors, so \
     neither their order nor m clicks on one button matter. Theorem of the determinant: everything can be solved \
     exactly if the determinant of A is prime to m, and then in one way; otherwise some sets of cells have sums that no click changes, and some clicks \
     together do nothing.\n\n\
     At the table one can also look for a secret rule (play merlin --hidden), or play so that only lit cells may be clicked.",
    questions: questions::QUESTIONS,
    claims: claims::CLAIMS,
    table: Some(&play::TABLE),
    certificates: certificate::CERTIFICATES,
    lessons: lessons::LESSONS,
    paper: Some(&paper::PAPER),
    worksheet: Some(&worksheet::WORKSHEET),
    ..Topic::EMPTY
};
