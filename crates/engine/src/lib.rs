//! Mathematics that two topics share. Knows no topic and no front end.
//!
//! Every module is a ladder that stays whole: the plain definition, then each faster method, all answering alike on
//! every small case in the tests.

pub mod automata;
pub mod bits;
pub mod boards;
pub mod graphs;
pub mod heaps;
pub mod impartial;
pub mod memory;
pub mod modular;
pub mod parity;
pub mod quadratic;
pub mod quadrature;
pub mod rational;
pub mod search;
pub mod stream;
pub mod subsets;
pub mod tosses;
pub mod vertex_kayles;
