//! Constructions that are proved: crossed prisms, lifts of odd graphs, strong products, complete graphs.

use engine::graphs::Digraph;
use engine::graphs::layout::Drawing;
use engine::modular::gf2;
use rand::RngExt as _;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;
use std::f64::consts::TAU;

/// A graph with labels that satisfy the condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The graph.
    pub graph: Digraph,
    /// The label of each vertex.
    pub labels: Vec<u32>,
}

/// The labels of the cube as it stands in Figure 2: upper and lower row.
const CUBE: [[u32; 4]; 2] = [[0b110, 0b111, 0b011, 0b101], [0b000, 0b001, 0b010, 0b100]];

/// The crossed prism of order n, of 2^(n-1) columns; column j has the vertices 2j (upper) and 2j + 1 (lower). An odd
/// column and the next are joined crosswise by four edges, an even column and the next by two. The columns fall into
/// blocks of four, copies of the cube, and the number of the block stands before the cube's label: gluing copies side
/// by side, as the paper does, only ever numbers the blocks. Order 2 is the complete graph.
pub fn crossed(n: u32) -> Built {
    assert!((2..=20).contains(&n), "order {n}");
    if n == 2 {
        return complete(2);
    }
    let columns = 1usize << (n - 1);
    let mut edges = Vec::with_capacity(3 << (n - 1));
    for j in 0..columns {
        let next = (j + 1) % columns;
        for row in 0..2 {
            edges.push((2 * j + row, 2 * next + row));
            if j % 2 == 1 {
                edges.push((2 * j + row, 2 * next + 1 - row));
            }
        }
    }
    let label = |v: usize| (v as u32 / 8) << 3 | CUBE[v % 2][v / 2 % 4];
    Built { graph: Digraph::from_edges(2 * columns, edges), labels: (0..2 * columns).map(label).collect() }
}

/// The crossed prism as a prism: two rings of columns.
pub fn prism_drawing(n: u32) -> Drawing {
    let columns = 1usize << (n - 1);
    let inner = (0.85 / (TAU / 2.0 / columns as f64).sin()).max(1.6);
    let place = |v: usize| {
        let (angle, radius) = (TAU * (v / 2) as f64 / columns as f64, if v % 2 == 0 { inner + 1.9 } else { inner });
        (radius * angle.sin(), -radius * angle.cos())
    };
    Drawing::dots((0..2 * columns).map(place).collect())
}

/// The complete graph on 2^n vertices, n >= 2: the xor of all labels is 0.
pub fn complete(n: u32) -> Built {
    let order = 1usize << n;
    let edges = (0..order).flat_map(|a| (0..a).map(move |b| (a, b)));
    Built { graph: Digraph::from_edges(order, edges), labels: (0..order as u32).collect() }
}

/// The Cayley graph of the group of n bits with the units, their sum, and for odd n >= 5 two vectors in place of that
/// sum which add up to it: an odd number of generators of sum 0. So the neighbours v + s of v add up to an odd number
/// of times v, and the elements of the group are their own labels.
pub fn cayley(n: u32) -> Built {
    assert!(n == 2 || n >= 4, "order {n}");
    let all = (1u32 << n) - 1;
    let units = (0..n).map(|i| 1 << i);
    let more = if n.is_multiple_of(2) { vec![all] } else { vec![0b11, all ^ 0b11] };
    let generators: Vec<u32> = units.chain(more).collect();
    let order = 1usize << n;
    let edges = (0..order).flat_map(|v| generators.iter().map(move |&s| (v, v ^ s as usize))).filter(|(v, w)| v < w);
    Built { graph: Digraph::from_edges(order, edges.collect::<Vec<_>>()), labels: (0..order as u32).collect() }
}

/// The strong product: closed neighbourhoods are products of closed neighbourhoods, so each half of the label is added
/// up an even or odd number of times over a sum that is 0 anyway.
pub fn strong(g: &Built, h: &Built) -> Built {
    let (a, b) = (g.graph.order(), h.graph.order());
    let bits = b.trailing_zeros();
    let closed = |graph: &Digraph, v: usize| -> Vec<usize> {
        graph.successors(v).iter().map(|&w| w as usize).chain([v]).collect()
    };
    let mut arcs = Vec::new();
    for (u, v) in (0..a).flat_map(|u| (0..b).map(move |v| (u, v))) {
        for x in closed(&g.graph, u) {
            for y in closed(&h.graph, v) {
                arcs.push((u * b + v, x * b + y));
            }
        }
    }
    let labels = (0..a * b).map(|v| g.labels[v / b] << bits | h.labels[v % b]).collect();
    Built { graph: Digraph::from_arcs(a * b, arcs).with_loops(false), labels }
}

/// Two copies of a graph of odd degrees in which the chosen edges change over between the copies. If every vertex has
/// an even number of chosen edges, the new bit (the copy) satisfies the condition too: c + sum of (c + s) over an odd
/// number of neighbours is the sum of s, which is even.
pub fn lift(g: &Built, chosen: &[(usize, usize)]) -> Built {
    let order = g.graph.order();
    let bit = order.trailing_zeros();
    let chosen: HashSet<(usize, usize)> = chosen.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    let crosses = |a: usize, b: usize| chosen.contains(&(a.min(b), a.max(b)));
    let edges = g.graph.edges().flat_map(|(a, b)| {
        let change = if crosses(a, b) { order } else { 0 };
        [(a, b + change), (a + order, b + order - change)]
    });
    let labels = (0..2 * order).map(|v| ((v / order) as u32) << bit | g.labels[v % order]).collect();
    Built { graph: Digraph::from_edges(2 * order, edges.collect::<Vec<_>>()), labels }
}

/// An even set of edges by chance: an element of the cycle space.
pub fn even_set(graph: &Digraph, chance: &mut ChaCha8Rng) -> Vec<(usize, usize)> {
    let edges: Vec<(usize, usize)> = graph.edges().collect();
    let mut incidence = gf2::Matrix::zero(graph.order(), edges.len());
    for (e, &(a, b)) in edges.iter().enumerate() {
        incidence.set(a, e, true);
        incidence.set(b, e, true);
    }
    let mut sum = gf2::Vector::zero(edges.len());
    for cycle in incidence.kernel() {
        if chance.random::<bool>() {
            sum.add(&cycle);
        }
    }
    sum.ones().map(|e| edges[e]).collect()
}

/// A graph of order n that is lifted again and again from the cube (or from the complete graph of order 2), by even
/// sets of edges taken by chance; a lift that falls apart (the chosen edges are a cut) is thrown away.
pub fn lifted(n: u32, seed: u64) -> Built {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut built = complete(2);
    while built.graph.order() < 1 << n {
        let chosen = even_set(&built.graph, &mut chance);
        let next = lift(&built, &chosen);
        if next.graph.components().len() == 1 {
            built = next;
        }
    }
    built
}

#[cfg(test)]
mod tests {
    use super::super::condition::is_labelling;
    use super::*;

    fn stands(built: &Built) -> bool {
        let bits = built.graph.order().trailing_zeros();
        is_labelling(&built.graph, &built.labels, bits) && built.graph.components().len() == 1
    }

    #[test]
    fn crossed_prisms_are_cubic_and_magic() {
        for n in 2..=12 {
            let built = crossed(n);
            assert!(stands(&built) && built.graph.regularity() == Some(3), "order {n}");
        }
    }

    #[test]
    fn products_and_lifts_are_magic() {
        for built in [
            complete(4),
            cayley(2),
            cayley(4),
            cayley(5),
            cayley(9),
            cayley(12),
            strong(&crossed(3), &complete(2)),
            strong(&complete(2), &crossed(4)),
            lifted(3, 1),
            lifted(5, 2),
            lifted(6, 3),
        ] {
            assert!(stands(&built));
        }
        // An odd set of edges breaks the condition.
        let edge = crossed(3).graph.edges().next().unwrap();
        assert!(!stands(&lift(&crossed(3), &[edge])));
    }

    #[test]
    fn the_crossed_prism_is_a_lift_of_the_smaller_one() {
        use engine::graphs::small::Small;
        let cube = crossed(3);
        // The four edges between the last column and the first change over.
        let glue = [(6, 0), (6, 1), (7, 0), (7, 1)];
        let kind = |graph: &Digraph| Small::from_graph(graph).unwrap().canonical();
        assert_eq!(kind(&lift(&cube, &glue).graph), kind(&crossed(4).graph));
    }
}
