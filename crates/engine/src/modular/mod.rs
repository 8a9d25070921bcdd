//! Linear algebra over Z/m: the two-element field by words, every modulus by the Howell form, all moduli at once over
//! Z.
//!
//! *The question.* Given a square or rectangular matrix A of integers, which s are A t mod m, by which t, and by how
//! many? *The ladder.* Over GF(2), [`gf2::Matrix`] holds 64 entries in a word; plain Gauss elimination is the slow
//! truth and the Four-Russians elimination the fast one. For other moduli the Howell form ([`howell::Columns`]) gives
//! image, kernel, solutions and witnesses for every m up to 2^32, prime or not, and the Smith form over Z
//! ([`smith::smith`]) says which m make everything solvable.

pub mod gf2;
pub mod howell;
pub mod poly2;
pub mod smith;
pub mod zmod;

mod russians;
