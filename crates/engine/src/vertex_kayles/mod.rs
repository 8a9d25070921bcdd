//! Node Kayles: two players take turns to choose a vertex of a graph; it goes, and its neighbours go with it; who finds
//! no vertex loses.
//!
//! A position is the set S of vertices still there, and play from S knows nothing else. Its nimber g(S) is the least
//! number that is not the nimber of an option S \ N\[v\] (Sprague and Grundy); the mover loses S + *k, the position
//! beside a heap of k, just when g(S) = k. Placing queens that do not attack each other is this game on the queens
//! graph (A344227 of the OEIS).
//!
//! **Method.** [`nimber_by_definition`] computes g of every position it meets. [`Solver`] asks "g(S) = k?" for k = 0,
//! 1, ... instead (Lemoine and Viennot, *Nimbers are inevitable*, 2012). One option of nimber k says no. When no option
//! has it, g(S) <= k by the definition, and g(S) is the least j <= k that no option has. So most positions are settled
//! by one option, and the moves that leave least are tried first: their subtrees are the smallest.
//! - *Sums.* If S falls into components, g(S) is the exclusive or of their nimbers: the nimber of the smaller part is
//!   computed and goes over to the heap, k to k xor g, and the larger part is searched.
//! - *Symmetry.* An automorphism maps S to a set of the same nimber. The images of S are kept up to date move by move
//!   and a large S is known by the least of them.
//! - *Pairing.* Let s be an automorphism with s(s(v)) = v and s(S) = S such that no v of S is s(v) or a neighbour of
//!   s(v). Then g(S) = 0: after a move at v the vertex s(v) is still there, and the answer s(v) leaves S \ N\[v\] \
//!   s(N\[v\]), which s again maps onto itself without a vertex that would be its own image's neighbour; so the second
//!   player always has an answer. (On an odd board of queens the first queen takes the centre, s is the half turn, and
//!   the first player has won.)
//! - *Small sets* of at most 20 vertices, and dense ones of at most 32 on graphs of 160 vertices and more, are
//!   relabelled into one word and searched without the table: of 11 vertices and fewer they are numbers whose bits are
//!   the pairs of vertices, an option is a selection of those bits, and of all graphs on up to seven vertices the
//!   nimbers stand in a table of their own that is made once.
//! - *What is known* is looked for first where that is cheap: on those large graphs the options of a set of 48 vertices
//!   and more are looked up before one of them is searched.
//! - *The table* is flat, with exact keys: an entry is the set itself, beside eight bits that say g(S), or which values
//!   below 7 it is not. No two positions can be confused, so an answer is proved. It grows from a megabyte to the
//!   memory allowed; beyond that the smallest set of a full bucket makes room, which costs time but never truth.
//! - *Threads* share the table. A thread that comes to an option which another is searching puts it off until its other
//!   options are done (the rule of ABDADA, Weill 1996), so they part ways wherever all options must be seen.
//!
//! **Cost.** The 12 x 12 queens take a seventh of a million positions; 14 x 14 a million, small sets apart, in two
//! seconds of one processor; 15 x 15 with all its winning moves took 108.
//!
//! *What was tried and did not pay*: killer moves of each ply (a quarter more positions than fewest vertices left);
//! looking for the options of all sets in the table before searching them (a seventh fewer positions for the same
//! time); proof numbers above sets of 30 vertices (a third fewer positions on 12 x 12, more time); a small table for
//! each set of 32 vertices that is relabelled (of six million looks a hundred found something); asking whether a set
//! has nimber 0 before whether it has an option of nimber 1 (on 13 x 13 four times as many positions, on 15 x 15 two
//! fifths: there all first moves lead to 0, so whoever wants the winning moves asks for them first).
//!
//! ```
//! use parlor_engine::vertex_kayles::{Graph, Solver, nimber_by_definition};
//! let path = Graph::new(5, |v, w| w == v + 1)?;
//! let start = path.start();
//! assert_eq!(nimber_by_definition(&path, &start), 3);
//! let mut solver = Solver::new(path, &[vec![4, 3, 2, 1, 0]], 1 << 20)?;
//! assert_eq!(solver.nimber(&start, &mut kit::Unwatched)?, 3);
//! assert_eq!(solver.winning_moves(&start, &mut kit::Unwatched)?, [2]);
//! # Ok::<(), kit::Error>(())
//! ```

mod complete;
mod graph;
pub mod parts;
mod search;
mod solver;
mod subgraph;
mod table;
#[cfg(test)]
mod tests;

pub use graph::{Graph, MOST_VERTICES, Vertices, nimber_by_definition};
pub use solver::Solver;
