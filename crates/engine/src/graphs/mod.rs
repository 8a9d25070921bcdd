//! Directed graphs: the type, named families, text formats and drawings.
//!
//! A [`Digraph`] has vertices 0..n and at most one arc from a vertex to another or to itself. An undirected graph is
//! one whose arcs all have their reverse. [`families::named`] knows `grid:3x4`, `petersen`, `cube:4` and the rest,
//! [`read::read`] knows the text formats, [`drawn::read`] what a hand draws, [`layout::layout`] places the vertices of
//! any graph in the plane.
//!
//! ```
//! use parlor_engine::graphs::{families, read, Digraph};
//! let petersen = families::named("petersen").unwrap().unwrap().graph;
//! assert_eq!((petersen.order(), petersen.edges().count(), petersen.is_symmetric()), (10, 15, true));
//! assert_eq!(read::read(&read::to_graph6(&petersen)).unwrap(), petersen);
//! assert_eq!(read::read("digraph { a -> b -> c -> a }").unwrap().size(), 3);
//! ```

pub mod drawn;
pub mod families;
pub mod layout;
pub mod planar;
pub mod read;
pub mod regular;
pub mod small;

mod dot;

use crate::modular::gf2;
use std::collections::VecDeque;

/// The most vertices of any graph that is made or read.
pub const MOST_VERTICES: usize = 1 << 21;

/// A directed graph without parallel arcs; loops are allowed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Digraph {
    /// For each vertex its successors in increasing order.
    successors: Vec<Vec<u32>>,
}

impl Digraph {
    /// A graph without arcs.
    pub fn new(order: usize) -> Digraph {
        assert!(order <= MOST_VERTICES, "{order} vertices");
        Digraph { successors: vec![Vec::new(); order] }
    }

    /// A graph by its arcs; repeated ones count once.
    ///
    /// # Panics
    /// When an arc has an end that is no vertex.
    pub fn from_arcs(order: usize, arcs: impl IntoIterator<Item = (usize, usize)>) -> Digraph {
        let mut graph = Digraph::new(order);
        for (from, to) in arcs {
            assert!(from < order && to < order, "an arc from {from} to {to} among {order} vertices");
            graph.successors[from].push(to as u32);
        }
        for list in &mut graph.successors {
            list.sort_unstable();
            list.dedup();
        }
        graph
    }

    /// An undirected graph by its edges.
    pub fn from_edges(order: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Digraph {
        Digraph::from_arcs(order, edges.into_iter().flat_map(|(a, b)| [(a, b), (b, a)]))
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.successors.len()
    }

    /// The number of arcs; an edge has two, a loop one.
    pub fn size(&self) -> usize {
        self.successors.iter().map(Vec::len).sum()
    }

    /// The successors of a vertex in increasing order.
    pub fn successors(&self, vertex: usize) -> &[u32] {
        &self.successors[vertex]
    }

    /// Whether there is that arc.
    pub fn has_arc(&self, from: usize, to: usize) -> bool {
        self.successors[from].binary_search(&(to as u32)).is_ok()
    }

    /// Adds an arc if it is not there.
    pub fn add_arc(&mut self, from: usize, to: usize) {
        assert!(to < self.order(), "an arc to {to} among {} vertices", self.order());
        if let Err(place) = self.successors[from].binary_search(&(to as u32)) {
            self.successors[from].insert(place, to as u32);
        }
    }

    /// Adds an edge: both arcs.
    pub fn add_edge(&mut self, a: usize, b: usize) {
        self.add_arc(a, b);
        self.add_arc(b, a);
    }

    /// All arcs.
    pub fn arcs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.successors.iter().enumerate().flat_map(|(from, list)| list.iter().map(move |&to| (from, to as usize)))
    }

    /// The pairs a <= b that an arc joins in either direction, each once.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        // An arc against the order counts only where its reverse is not there.
        let kept = self.arcs().filter(|&(a, b)| a <= b || !self.has_arc(b, a));
        kept.map(|(a, b)| (a.min(b), a.max(b)))
    }

    /// Every arc turned around.
    pub fn reversed(&self) -> Digraph {
        let mut turned = Digraph::new(self.order());
        for (from, to) in self.arcs() {
            // Sources come in increasing order, so the lists stay sorted.
            turned.successors[to].push(from as u32);
        }
        turned
    }

    /// True when every arc has its reverse: an undirected graph.
    pub fn is_symmetric(&self) -> bool {
        self.arcs().all(|(a, b)| self.has_arc(b, a))
    }

    /// True when some vertex is its own successor.
    pub fn has_loops(&self) -> bool {
        (0..self.order()).any(|v| self.has_arc(v, v))
    }

    /// The same graph with a loop at every vertex, or at none.
    #[must_use]
    pub fn with_loops(mut self, loops: bool) -> Digraph {
        for vertex in 0..self.order() {
            match (loops, self.successors[vertex].binary_search(&(vertex as u32))) {
                (true, Err(place)) => self.successors[vertex].insert(place, vertex as u32),
                (false, Ok(place)) => drop(self.successors[vertex].remove(place)),
                _ => {}
            }
        }
        self
    }

    /// The common out-degree of all vertices, if there is one.
    pub fn regularity(&self) -> Option<usize> {
        let degree = self.successors.first()?.len();
        self.successors.iter().all(|list| list.len() == degree).then_some(degree)
    }

    /// For each vertex those that an arc joins to it in either direction, itself left out.
    pub fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut lists = vec![Vec::new(); self.order()];
        for (a, b) in self.edges().filter(|(a, b)| a != b) {
            lists[a].push(b as u32);
            lists[b].push(a as u32);
        }
        lists
    }

    /// The sets of vertices that hang together when directions are ignored, each in increasing order.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let neighbours = self.neighbours();
        let mut seen = vec![false; self.order()];
        let mut components = Vec::new();
        for start in 0..self.order() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut component = vec![start];
            let mut next = 0;
            while let Some(&vertex) = component.get(next) {
                next += 1;
                for &other in &neighbours[vertex] {
                    if !std::mem::replace(&mut seen[other as usize], true) {
                        component.push(other as usize);
                    }
                }
            }
            component.sort_unstable();
            components.push(component);
        }
        components
    }

    /// The steps along arcs from one vertex to each, `None` where there is no way.
    pub fn distances(&self, from: usize) -> Vec<Option<u32>> {
        let mut distance = vec![None; self.order()];
        distance[from] = Some(0);
        let mut queue = VecDeque::from([from]);
        while let Some(vertex) = queue.pop_front() {
            for &next in self.successors(vertex) {
                if distance[next as usize].is_none() {
                    distance[next as usize] = distance[vertex].map(|d| d + 1);
                    queue.push_back(next as usize);
                }
            }
        }
        distance
    }

    /// The matrix over GF(2) whose column j has a one at each successor of j.
    pub fn arrivals(&self) -> gf2::Matrix {
        let mut matrix = gf2::Matrix::zero(self.order(), self.order());
        self.arcs().for_each(|(from, to)| matrix.set(to, from, true));
        matrix
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arcs_edges_loops_and_reverses_are_told_apart() {
        let graph = Digraph::from_arcs(4, [(0, 1), (1, 0), (1, 2), (2, 2), (0, 1), (3, 2)]);
        assert_eq!(graph.size(), 5);
        assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 1), (1, 2), (2, 2), (2, 3)]);
        assert!(!graph.is_symmetric() && graph.has_loops());
        assert_eq!(graph.reversed().reversed(), graph);
        assert!(graph.reversed().has_arc(2, 1) && !graph.reversed().has_arc(1, 2));
        assert_eq!(graph.clone().with_loops(true).with_loops(false).size(), 4);
        assert_eq!(graph.components(), [[0, 1, 2, 3]]);
        assert_eq!(graph.distances(0), [Some(0), Some(1), Some(2), None]);
        let matrix = graph.arrivals();
        assert!(matrix.get(2, 3) && !matrix.get(3, 2));
    }
}
