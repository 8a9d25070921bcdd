//! Node Kayles.

mod graph;
mod search;
mod solver;
mod table;

pub use graph::{Graph, MOST_VERTICES, Vertices, nimber_by_definition};
pub use solver::Solver;
