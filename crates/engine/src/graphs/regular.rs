//! All connected regular graphs of a given order and degree, one of each kind: the orderly method (Read 1978; Faradzev
//! 1978; Meringer 1999).
//!
//! A graph is written by its rows, the neighbours of vertex 0, of vertex 1 and so on, and the first of all its writings
//! in lexicographic order is kept. In the first writing the vertices are numbered as a walk in breadth meets them, so
//! rows are filled in order and a new vertex is always the least unused one. After each row the part that is there is
//! compared with what other roots and other walks through finished vertices would write: if one of them comes first, no
//! completion is a first writing and the part is given up.
//!
//! ```
//! use parlor_engine::graphs::regular::connected_regular;
//! let count = |n, degree| connected_regular(n, degree, &mut |_| true);
//! assert_eq!((count(8, 3), count(10, 3), count(8, 4)), (5, 19, 6));
//! ```

use super::small::Small;
use crate::bits::ones;

/// All connected regular graphs of that order and degree, up to isomorphism.
pub fn all_connected_regular(order: usize, degree: usize) -> Vec<Small> {
    let mut list = Vec::new();
    connected_regular(order, degree, &mut |graph| {
        list.push(graph.clone());
        true
    });
    list
}

/// Visits every connected regular graph of that order and degree once, up to isomorphism, until `visit` returns false;
/// returns how many were visited. At most 64 vertices.
///
/// # Panics
/// With more than 64 vertices.
pub fn connected_regular(order: usize, degree: usize, visit: &mut dyn FnMut(&Small) -> bool) -> usize {
    assert!(order <= 64, "{order} vertices");
    if order == 0 || degree >= order || order * degree % 2 == 1 {
        return 0;
    }
    let mut filling = Filling { rows: vec![0; order], degree, met: 1, visit, visited: 0, stopped: false };
    if degree == 0 {
        if order == 1 {
            filling.finish();
        }
    } else {
        filling.fill(0);
    }
    filling.visited
}

struct Filling<'a> {
    rows: Vec<u64>,
    degree: usize,
    /// The vertices below this have been met by the walk.
    met: usize,
    visit: &'a mut dyn FnMut(&Small) -> bool,
    visited: usize,
    stopped: bool,
}

impl Filling<'_> {
    fn degree_of(&self, v: usize) -> usize {
        self.rows[v].count_ones() as usize
    }

    fn finish(&mut self) {
        self.visited += 1;
        self.stopped = !(self.visit)(&Small::new(self.rows.clone()));
    }

    /// Fills row v and all after it; the rows before it are complete.
    fn fill(&mut self, v: usize) {
        if v == self.rows.len() {
            return self.finish();
        }
        // A vertex that the walk has not met belongs to another component.
        if v < self.met {
            let wanted = self.degree - self.degree_of(v);
            self.choose(v, v + 1, wanted);
        }
    }

    /// Chooses the rest of row v among the vertices from `from` on.
    fn choose(&mut self, v: usize, from: usize, wanted: usize) {
        if self.stopped {
            return;
        }
        if wanted == 0 {
            if v == 0 || first_so_far(&self.rows, self.degree, v + 1) {
                self.fill(v + 1);
            }
            return;
        }
        for w in from..=self.met.min(self.rows.len() - 1) {
            if self.degree_of(w) == self.degree {
                continue;
            }
            let before = self.met;
            self.met = self.met.max(w + 1);
            self.rows[v] |= 1 << w;
            self.rows[w] |= 1 << v;
            self.choose(v, w + 1, wanted - 1);
            self.rows[v] &= !(1 << w);
            self.rows[w] &= !(1 << v);
            self.met = before;
        }
    }
}

/// Whether no other walk through finished vertices writes rows that come before the first `complete` ones.
fn first_so_far(rows: &[u64], degree: usize, complete: usize) -> bool {
    let mut walk =
        Walk { rows, degree, complete, name: vec![u8::MAX; rows.len()], order: Vec::with_capacity(rows.len()) };
    (0..rows.len()).filter(|&root| rows[root].count_ones() as usize == degree).all(|root| {
        walk.name[root] = 0;
        walk.order.push(root);
        let first = walk.none_before(0);
        walk.order.pop();
        walk.name[root] = u8::MAX;
        first
    })
}

struct Walk<'a> {
    rows: &'a [u64],
    degree: usize,
    complete: usize,
    /// The number that the walk gives a vertex.
    name: Vec<u8>,
    order: Vec<usize>,
}

impl Walk<'_> {
    /// Whether no continuation of the walk from its vertex number `at` on writes a smaller row than the graph has.
    fn none_before(&mut self, at: usize) -> bool {
        if at >= self.complete || at >= self.order.len() {
            return true;
        }
        let v = self.order[at];
        if (self.rows[v].count_ones() as usize) < self.degree {
            return true;
        }
        let (mut row, mut new) = (0u64, Vec::with_capacity(self.degree));
        for w in ones(self.rows[v]) {
            match self.name[w] {
                u8::MAX => new.push(w),
                name => row |= 1 << name,
            }
        }
        for number in self.order.len()..self.order.len() + new.len() {
            row |= 1 << number;
        }
        let difference = row ^ self.rows[at];
        if difference != 0 {
            // The list with the least element that the other lacks comes first.
            return row >> difference.trailing_zeros() & 1 == 0;
        }
        self.in_every_order(at, &mut new, 0)
    }

    /// Numbers the new vertices in each of their orders and goes on.
    fn in_every_order(&mut self, at: usize, new: &mut [usize], placed: usize) -> bool {
        if placed == new.len() {
            return self.none_before(at + 1);
        }
        for pick in placed..new.len() {
            new.swap(placed, pick);
            let v = new[placed];
            self.name[v] = self.order.len() as u8;
            self.order.push(v);
            let first = self.in_every_order(at, new, placed + 1);
            self.order.pop();
            self.name[v] = u8::MAX;
            new.swap(placed, pick);
            if !first {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{all_connected_regular as all, *};
    use std::collections::HashSet;

    #[test]
    fn counts_are_those_of_the_encyclopedia() {
        // A002851 (cubic), A006820 (quartic), A006821 (quintic), and complete graphs, circles.
        for (degree, counts) in [
            (2, vec![(3, 1), (4, 1), (9, 1)]),
            (3, vec![(4, 1), (6, 2), (8, 5), (10, 19), (12, 85), (14, 509)]),
            (4, vec![(5, 1), (6, 1), (7, 2), (8, 6), (9, 16), (10, 59)]),
            (5, vec![(6, 1), (8, 3), (10, 60)]),
            (6, vec![(7, 1), (8, 1), (9, 4)]),
            (7, vec![(8, 1)]),
            (1, vec![(2, 1), (4, 0)]),
            (0, vec![(1, 1), (2, 0)]),
        ] {
            for (order, count) in counts {
                assert_eq!(all(order, degree).len(), count, "{order} vertices of degree {degree}");
            }
        }
    }

    #[test]
    fn no_two_are_isomorphic_and_each_is_connected_and_regular() {
        for (order, degree) in [(12, 3), (9, 4), (10, 5)] {
            let list = all(order, degree);
            let kinds: HashSet<Small> = list.iter().map(Small::canonical).collect();
            assert_eq!(kinds.len(), list.len());
            assert!(
                list.iter().all(|g| g.is_connected() && g.rows().iter().all(|r| r.count_ones() as usize == degree))
            );
        }
    }

    #[test]
    fn every_labelled_cubic_graph_on_eight_vertices_is_of_a_listed_kind() {
        // The slow truth: all ways to give eight vertices three neighbours each, without regard to isomorphism.
        fn complete(rows: &mut [u64; 8], kinds: &mut HashSet<Small>) {
            let Some(v) = (0..8).find(|&v| rows[v].count_ones() < 3) else {
                let graph = Small::new(rows.to_vec());
                if graph.is_connected() {
                    kinds.insert(graph.canonical());
                }
                return;
            };
            for w in v + 1..8 {
                // Neighbours of one vertex are chosen in increasing order.
                let last = 63 - (rows[v] | 1).leading_zeros() as usize;
                if rows[w].count_ones() < 3 && rows[v] >> w & 1 == 0 && (w > last || last < v) {
                    (rows[v], rows[w]) = (rows[v] | 1 << w, rows[w] | 1 << v);
                    complete(rows, kinds);
                    (rows[v], rows[w]) = (rows[v] & !(1 << w), rows[w] & !(1 << v));
                }
            }
        }
        let mut kinds = HashSet::new();
        complete(&mut [0; 8], &mut kinds);
        assert_eq!(kinds, all(8, 3).iter().map(Small::canonical).collect());
    }

    #[test]
    fn sixteen_vertices() {
        assert_eq!(connected_regular(16, 3, &mut |_| true), 4060);
    }
}
