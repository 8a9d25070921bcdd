//! Xor-magic graphs: connected graphs on 2^n vertices whose distinct n-bit labels are each the xor of their neighbours'
//! labels. After Siehler's "Xor-Magic Graphs", which tests the 4,060 cubic graphs on 16 vertices and calls 32 vertices
//! not feasible. The essay that people read, with the proofs, is `essay.md`.
//!
//! *Letters.* M is the adjacency matrix with ones on the diagonal, k its nullity over GF(2), Y the matrix whose columns
//! are a basis of its nullspace; row v of Y is a point of GF(2)^k.
//!
//! *The exact answer* ([`bits`]) is a search over echelon forms; [`sat`] stands behind it and beside it. *Lifts*,
//! products and Cayley graphs are in [`family`]. *Classification* of cubic graphs goes by planes ([`planes`],
//! [`classify`]); any degree on 8 and up to 5 on 16 vertices goes by [`neighbourhoods`], and others on 16 and 32 as far
//! as a budget reaches. Order 6 was sampled only ([`planes::Growth::sample`], Knuth's estimate). *The variant* where a
//! vertex does not count itself is [`condition::Around::Open`].
//!
//! ```
//! use magic::{condition::{Nullspace, Subject}, bits};
//! let g1 = Subject::read("g1")?;
//! let space = Nullspace::of(&g1.graph, &mut kit::Unwatched)?;
//! assert!(space.nullity == 6 && space.test1() && space.test2());
//! assert_eq!(bits::fewest(&g1, &space, &mut kit::Unwatched)?.bits, 5);
//! # Ok::<(), kit::Error>(())
//! ```

pub mod bits;
mod certificate;
mod claims;
pub mod classify;
pub mod condition;
pub mod cubic;
pub mod family;
pub mod labellings;
mod lessons;
pub mod neighbourhoods;
pub mod planes;
mod play;
mod questions;
pub mod sat;
mod scene;
pub mod squares;
pub mod transitive;
mod worksheet;

use kit::Topic;

/// The topic.
pub static TOPIC: Topic = Topic {
    title: "Xor-magic graphs",
    about: "xor-magic graphs: every label is the xor of its neighbours' labels",
    picture: "magic label crossed:4",
    ..kit::furnished!("magic")
};
