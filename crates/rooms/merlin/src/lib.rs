//! Merlin's magic square: buttons on a directed graph, m colours, and a click that adds 1 at every successor. The essay
//! that people read, with the proofs, is `essay.md`.
//!
//! *The letters* are those of Handout 4 of Rodriguez-Villegas: A has a 1 in row i and column j if j -> i, so that
//! *column* j lists the successors of v_j (equation 2). A typed matrix is read in this way, and `--rows-are-successors`
//! reads the transposed one of other books ([`rule`]).
//!
//! *The method.* Two colours: elimination of 64 columns at a time, O(n^3 / 64 / 8). Any m: the Howell form, O(n^3).
//! Plus-shaped grids: light chasing, O(w h + w^3) ([`chase`]), and the nullity alone by a gcd of Fibonacci polynomials
//! ([`nullity`]). Every answer is multiplied out before it is given. The fewest clicks are the lightest vector of a
//! coset of the kernel: all of them are looked at, by a Walsh transform, where they are up to 2^36 ([`least`]). If only
//! lit cells can be clicked, the order matters: all states, up to 2^24, are searched backwards from the goal ([`lit`]).
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
pub mod puzzle;
pub mod reach;
pub mod rule;
pub mod symmetry;
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
    title: "Lights Out",
    about: "Merlin's magic square and Lights Out: any graph, any number of colours",
    picture: "merlin least grid:9x9",
    ..kit::furnished!("merlin")
};
