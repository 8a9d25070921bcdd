//! Linear algebra over Z/m: the two-element field by words, every modulus by the Howell form, all moduli at once over Z.
//!
//! *The question.* Given a square or rectangular matrix A of integers, which s are A t mod m, by which t, and by how many? *The
//! ladder.* Over GF(2), [`gf2::Matrix`] holds 64 entries in a word; plain Gauss elimination is the slow truth and the Four-Russians elimination
//! the fast one.

pub mod gf2;

mod russians;
