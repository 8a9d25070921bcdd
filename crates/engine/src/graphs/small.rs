//! Graphs of at most 64 vertices as rows of bits: canonical form, symmetries, girth, two-colouring.
//!
//! The canonical form is the library's ([`canonical_form`]); the order of the group of symmetries is found by a chain
//! of stabilisers, each orbit by trying to complete one symmetry, and the tests make it agree with the library's list
//! of all symmetries.
//!
//! ```
//! use parlor_engine::graphs::{families, small::Small};
//! let cube = Small::from_graph(&families::named("cube:3").unwrap().unwrap().graph).unwrap();
//! assert_eq!((cube.girth(), cube.is_bipartite(), cube.symmetries().order), (Some(4), true, 48));
//! ```

use super::Digraph;
use crate::bits::ones;
use canonical_form::Canonize;

/// An undirected graph without loops on at most 64 vertices: row v holds the neighbours of v as bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Small {
    rows: Vec<u64>,
}

impl Canonize for Small {
    fn size(&self) -> usize {
        self.rows.len()
    }

    fn apply_morphism(&self, p: &[usize]) -> Self {
        let mut rows = vec![0; self.rows.len()];
        for (v, &row) in self.rows.iter().enumerate() {
            rows[p[v]] = ones(row).fold(0, |image, w| image | 1 << p[w]);
        }
        Small { rows }
    }

    fn invariant_neighborhood(&self, u: usize) -> impl Iterator<Item = (usize, u64)> {
        ones(self.rows[u]).map(|v| (v, 0))
    }
}

/// The group of symmetries of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetries {
    /// How many there are.
    pub order: u128,
    /// Symmetries that generate all others.
    pub generators: Vec<Vec<usize>>,
    /// Whether any vertex can be taken to any other.
    pub transitive: bool,
}

impl Small {
    /// A graph by its rows, which must be symmetric and without loops.
    pub fn new(rows: Vec<u64>) -> Small {
        let graph = Small { rows };
        debug_assert!(graph.rows.len() <= 64);
        debug_assert!((0..graph.order()).all(|v| ones(graph.rows[v]).all(|w| w != v && graph.rows[w] >> v & 1 == 1)));
        graph
    }

    /// An undirected graph; `None` if it has more than 64 vertices, a loop or a one-way arc.
    pub fn from_graph(graph: &Digraph) -> Option<Small> {
        if graph.order() > 64 || !graph.is_symmetric() || graph.has_loops() {
            return None;
        }
        let row = |v: usize| graph.successors(v).iter().fold(0, |row, &w| row | 1u64 << w);
        Some(Small { rows: (0..graph.order()).map(row).collect() })
    }

    /// The same graph as lists.
    pub fn to_graph(&self) -> Digraph {
        let arcs = self.rows.iter().enumerate().flat_map(|(v, &row)| ones(row).map(move |w| (v, w)));
        Digraph::from_arcs(self.order(), arcs)
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.rows.len()
    }

    /// The neighbours of a vertex as bits.
    pub fn row(&self, v: usize) -> u64 {
        self.rows[v]
    }

    /// All rows.
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum::<usize>() / 2
    }

    /// The graph with its vertices renamed: v becomes p\[v\].
    pub fn renamed(&self, p: &[usize]) -> Small {
        self.apply_morphism(p)
    }

    /// The same graph for all isomorphic graphs.
    pub fn canonical(&self) -> Small {
        Canonize::canonical(self)
    }

    /// The names that the vertices have in the canonical form.
    pub fn canonical_names(&self) -> Vec<usize> {
        self.morphism_to_canonical()
    }

    /// The vertices that can be reached from one, as bits.
    pub fn component(&self, from: usize) -> u64 {
        let (mut seen, mut rim) = (1u64 << from, 1u64 << from);
        while rim != 0 {
            rim = ones(rim).fold(0, |next, v| next | self.rows[v]) & !seen;
            seen |= rim;
        }
        seen
    }

    /// Whether it hangs together.
    pub fn is_connected(&self) -> bool {
        self.order() == 0 || self.component(0).count_ones() as usize == self.order()
    }

    /// The length of a shortest circle, if there is one.
    pub fn girth(&self) -> Option<usize> {
        let shortest_at = |root: usize| {
            let (mut seen, mut rim, mut depth) = (1u64 << root, 1u64 << root, 0);
            while rim != 0 {
                // An edge inside the rim closes an odd circle, a vertex met twice from the rim an even one.
                if ones(rim).any(|v| self.rows[v] & rim != 0) {
                    return Some(2 * depth + 1);
                }
                let (mut next, mut twice) = (0u64, 0u64);
                for v in ones(rim) {
                    let new = self.rows[v] & !seen;
                    twice |= next & new;
                    next |= new;
                }
                if twice != 0 {
                    return Some(2 * depth + 2);
                }
                seen |= next;
                rim = next;
                depth += 1;
            }
            None
        };
        (0..self.order()).filter_map(shortest_at).min()
    }

    /// Whether two colours suffice for no edge to join equal ones.
    pub fn is_bipartite(&self) -> bool {
        let mut left = 0u64;
        let mut done = 0u64;
        for root in 0..self.order() {
            if done >> root & 1 == 1 {
                continue;
            }
            let (mut rim, mut even) = (1u64 << root, true);
            while rim != 0 {
                done |= rim;
                left |= if even { rim } else { 0 };
                rim = ones(rim).fold(0, |next, v| next | self.rows[v]) & !done;
                even = !even;
            }
        }
        (0..self.order()).all(|v| self.rows[v] & if left >> v & 1 == 1 { left } else { !left } == 0)
    }

    /// A number for each vertex, the same for vertices that a symmetry or an isomorphism carries into each other: how
    /// many vertices and edges lie at each distance, mixed with the same of its neighbours.
    pub fn vertex_kinds(&self) -> Vec<u64> {
        let mix = |hash: u64, value: u64| (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let view = |root: usize| {
            let (mut seen, mut rim, mut hash) = (1u64 << root, 1u64 << root, 0);
            while rim != 0 {
                let inside: u32 = ones(rim).map(|v| (self.rows[v] & rim).count_ones()).sum();
                hash = mix(hash, u64::from(rim.count_ones()) << 16 | u64::from(inside));
                rim = ones(rim).fold(0, |next, v| next | self.rows[v]) & !seen;
                seen |= rim;
            }
            hash
        };
        let mut kinds: Vec<u64> = (0..self.order()).map(view).collect();
        for _ in 0..3 {
            // A sum does not depend on the order of the neighbours.
            let around = |v: usize| ones(self.rows[v]).fold(0u64, |sum, w| sum.wrapping_add(mix(kinds[w], 1)));
            kinds = (0..self.order()).map(|v| mix(kinds[v], around(v))).collect();
        }
        kinds
    }

    /// The group of symmetries.
    pub fn symmetries(&self) -> Symmetries {
        let walk = self.walk();
        let n = self.order();
        let mut found = Symmetries { order: 1, generators: Vec::new(), transitive: true };
        for fixed in (0..n).rev() {
            // The first `fixed` vertices of the walk stay: where can the next one go?
            let mut image: Vec<usize> = walk[..fixed].to_vec();
            let mut orbit = 0u64;
            for to in 0..n {
                image.push(to);
                if self.fits(&walk, &image)
                    && let Some(whole) = self.complete(&walk, &mut image.clone())
                {
                    orbit |= 1 << to;
                    if to != walk[fixed] {
                        found.generators.push(whole);
                    }
                }
                image.pop();
            }
            found.order *= u128::from(orbit.count_ones());
            if fixed == 0 {
                found.transitive = orbit.count_ones() as usize == n;
            }
        }
        found
    }

    /// The vertices in an order in which each has a neighbour before it where possible.
    fn walk(&self) -> Vec<usize> {
        let mut walk: Vec<usize> = Vec::with_capacity(self.order());
        let mut seen = 0u64;
        for root in 0..self.order() {
            let mut next = walk.len();
            if seen >> root & 1 == 0 {
                seen |= 1 << root;
                walk.push(root);
            }
            while next < walk.len() {
                let new = self.rows[walk[next]] & !seen;
                seen |= new;
                walk.extend(ones(new));
                next += 1;
            }
        }
        walk
    }

    /// Whether the last image agrees with those before it.
    fn fits(&self, walk: &[usize], image: &[usize]) -> bool {
        let last = image.len() - 1;
        let (v, w) = (walk[last], image[last]);
        self.rows[v].count_ones() == self.rows[w].count_ones()
            && (0..last).all(|i| image[i] != w && (self.rows[v] >> walk[i] & 1) == (self.rows[w] >> image[i] & 1))
    }

    /// Completes the images of the first vertices of the walk to a symmetry.
    fn complete(&self, walk: &[usize], image: &mut Vec<usize>) -> Option<Vec<usize>> {
        let at = image.len();
        if at == walk.len() {
            let mut whole = vec![0; at];
            walk.iter().zip(image.iter()).for_each(|(&v, &w)| whole[v] = w);
            return Some(whole);
        }
        let parent = (0..at).find(|&i| self.rows[walk[at]] >> walk[i] & 1 == 1);
        let all = if self.order() == 64 { u64::MAX } else { (1 << self.order()) - 1 };
        for w in ones(parent.map_or(all, |i| self.rows[image[i]])) {
            image.push(w);
            if self.fits(walk, image)
                && let Some(whole) = self.complete(walk, image)
            {
                return Some(whole);
            }
            image.pop();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::families::named;
    use super::*;

    fn small(text: &str) -> Small {
        Small::from_graph(&named(text).unwrap().unwrap().graph).unwrap()
    }

    #[test]
    fn textbook_values() {
        // Orders of groups, girths and two-colourings as in the Foster census and the Atlas of graphs.
        for (text, order, girth, bipartite, transitive) in [
            ("cube:3", 48, Some(4), true, true),
            ("petersen", 120, Some(5), false, true),
            ("heawood", 336, Some(6), true, true),
            ("dyck", 192, Some(6), true, true),
            ("frucht", 1, Some(3), false, false),
            ("dodecahedron", 120, Some(5), false, true),
            ("complete:5", 120, Some(3), false, true),
            ("path:4", 2, None, true, false),
            ("cube:4", 384, Some(4), true, true),
            ("tutte-coxeter", 1440, Some(8), true, true),
        ] {
            let graph = small(text);
            let symmetries = graph.symmetries();
            assert_eq!(
                (symmetries.order, graph.girth(), graph.is_bipartite(), symmetries.transitive),
                (order, girth, bipartite, transitive),
                "{text}"
            );
            for p in &symmetries.generators {
                assert_eq!(graph.renamed(p), graph, "{text}");
            }
        }
    }

    #[test]
    fn the_chain_and_the_librarys_list_have_the_same_length() {
        for text in ["cube:3", "petersen", "wheel:5", "franklin", "path:6", "bipartite:2x3", "grid:3x3"] {
            let canonical = small(text).canonical();
            assert_eq!(canonical.symmetries().order, canonical.automorphisms().count() as u128, "{text}");
        }
    }

    #[test]
    fn renamed_graphs_have_one_canonical_form() {
        for text in ["cube:4", "dyck", "frucht", "mcgee"] {
            let graph = small(text);
            let n = graph.order();
            let turned: Vec<usize> = (0..n).map(|v| (v * 5 + 3) % n).collect();
            let other = graph.renamed(&turned);
            assert_eq!(graph.canonical(), other.canonical(), "{text}");
            assert_eq!(graph.renamed(&graph.canonical_names()), graph.canonical());
            let (kinds, others) = (graph.vertex_kinds(), other.vertex_kinds());
            assert!((0..n).all(|v| kinds[v] == others[turned[v]]), "{text}");
        }
        assert_ne!(small("dyck").canonical(), small("petersen:16x3").canonical());
    }
}
