//! Constructions that are proved: crossed prisms, lifts, products, complete graphs, Cayley graphs.
//!
//! Lifts are Batal's self-switching operation (On the construction of xor-magic graphs, 2025), and the modular product
//! is his as well; the proofs, and those of the open variants, stand in the essay.

use super::condition::Around;
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

/// The Cayley graph of the group of n bits with the units and vectors that make their sum 0: an odd number of
/// generators where neighbourhoods are closed, an even number where they are open. So the neighbours v + s of v add up
/// to v, or to 0, and the elements of the group are their own labels.
pub fn cayley(n: u32, around: Around) -> Built {
    assert!(n == 2 || n >= 4 || around == Around::Open && n == 3, "order {n}");
    let all = (1u32 << n) - 1;
    let units = (0..n).map(|i| 1 << i);
    let one_more = n.is_multiple_of(2) == (around == Around::Closed);
    let more = if one_more { vec![all] } else { vec![0b11, all ^ 0b11] };
    let generators: Vec<u32> = units.chain(more).collect();
    let order = 1usize << n;
    let edges = (0..order).flat_map(|v| generators.iter().map(move |&s| (v, v ^ s as usize))).filter(|(v, w)| v < w);
    Built { graph: Digraph::from_edges(order, edges.collect::<Vec<_>>()), labels: (0..order as u32).collect() }
}

/// A ring of 2^n vertices numbered by its labels, which satisfy nothing: a factor. Order 1 is an edge.
pub fn ring(n: u32) -> Built {
    let order = 1usize << n;
    let edges: Vec<(usize, usize)> =
        (0..order).map(|v| (v, (v + 1) % order)).filter(|(v, w)| order > 2 || v < w).collect();
    Built { graph: Digraph::from_edges(order, edges), labels: (0..order as u32).collect() }
}

/// 2^n vertices without edges, a factor.
pub fn empty(n: u32) -> Built {
    Built { graph: Digraph::from_edges(1 << n, Vec::new()), labels: (0..1 << n).collect() }
}

/// A ring of 2^(n-2) in which each vertex is blown up to four, n >= 3: open xor-magic.
pub fn blown_up(n: u32) -> Built {
    lexicographic(&ring(n - 2), &empty(2))
}

/// A product: which vertices x, y are joined to u, v; the label of a vertex is that of the first behind which that of
/// the second stands.
fn product(g: &Built, h: &Built, neighbours: impl Fn(usize, usize) -> Vec<(usize, usize)>) -> Built {
    let (a, b) = (g.graph.order(), h.graph.order());
    let bits = b.trailing_zeros();
    let mut edges = Vec::new();
    for (u, v) in (0..a).flat_map(|u| (0..b).map(move |v| (u, v))) {
        let found = neighbours(u, v).into_iter().map(|(x, y)| (u * b + v, x * b + y));
        edges.extend(found.filter(|(from, to)| from < to));
    }
    let labels = (0..a * b).map(|v| g.labels[v / b] << bits | h.labels[v % b]).collect();
    Built { graph: Digraph::from_edges(a * b, edges), labels }
}

fn open(graph: &Digraph, v: usize) -> Vec<usize> {
    graph.successors(v).iter().map(|&w| w as usize).collect()
}

fn closed(graph: &Digraph, v: usize) -> Vec<usize> {
    let mut list = open(graph, v);
    list.push(v);
    list
}

fn pairs(xs: &[usize], ys: &[usize]) -> Vec<(usize, usize)> {
    xs.iter().flat_map(|&x| ys.iter().map(move |&y| (x, y))).collect()
}

/// The strong product: closed neighbourhoods are products of closed neighbourhoods, so each half of the label is added
/// up an even or odd number of times over a sum that is 0 anyway.
pub fn strong(g: &Built, h: &Built) -> Built {
    product(g, h, |u, v| pairs(&closed(&g.graph, u), &closed(&h.graph, v)))
}

/// The tensor product: open neighbourhoods are products of open neighbourhoods.
pub fn tensor(g: &Built, h: &Built) -> Built {
    product(g, h, |u, v| pairs(&open(&g.graph, u), &open(&h.graph, v)))
}

/// The Cartesian product: one of the two takes a step.
pub fn cartesian(g: &Built, h: &Built) -> Built {
    product(g, h, |u, v| [pairs(&open(&g.graph, u), &[v]), pairs(&[u], &open(&h.graph, v))].concat())
}

/// The lexicographic product: the first takes a step and the second goes anywhere, or the second alone takes a step.
pub fn lexicographic(g: &Built, h: &Built) -> Built {
    let all: Vec<usize> = (0..h.graph.order()).collect();
    product(g, h, |u, v| [pairs(&open(&g.graph, u), &all), pairs(&[u], &open(&h.graph, v))].concat())
}

/// The modular product: both stay in their closed neighbourhoods, or both leave them.
pub fn modular(g: &Built, h: &Built) -> Built {
    let beyond = |graph: &Digraph, v: usize| {
        let near = closed(graph, v);
        (0..graph.order()).filter(|w| !near.contains(w)).collect::<Vec<_>>()
    };
    product(g, h, |u, v| {
        [pairs(&closed(&g.graph, u), &closed(&h.graph, v)), pairs(&beyond(&g.graph, u), &beyond(&h.graph, v))].concat()
    })
}

/// Two copies of a graph of odd degrees (even ones where neighbourhoods are open) in which the chosen edges change over
/// between the copies. If every vertex has an even number of chosen edges, the new bit (the copy) satisfies the
/// condition too: the sum over an even neighbourhood is the number of its chosen edges, which is even.
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

/// A graph of order n that is lifted again and again from a smaller one, by even sets of edges taken by chance; a lift
/// that falls apart (the chosen edges are a cut) is thrown away.
pub fn lifted(base: Built, n: u32, seed: u64) -> Built {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut built = base;
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
    use super::*;

    fn stands_around(built: &Built, around: Around) -> bool {
        let bits = built.graph.order().trailing_zeros();
        around.is_labelling(&built.graph, &built.labels, bits) && built.graph.components().len() == 1
    }

    fn stands(built: &Built) -> bool {
        stands_around(built, Around::Closed)
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
            cayley(2, Around::Closed),
            cayley(4, Around::Closed),
            cayley(5, Around::Closed),
            cayley(9, Around::Closed),
            cayley(12, Around::Closed),
            strong(&crossed(3), &complete(2)),
            strong(&complete(2), &crossed(4)),
            cartesian(&crossed(3), &blown_up(3)),
            cartesian(&complete(2), &blown_up(5)),
            lexicographic(&ring(3), &complete(2)),
            lexicographic(&crossed(3), &crossed(3)),
            modular(&ring(2), &empty(2)),
            modular(&ring(5), &crossed(3)),
            lifted(complete(2), 3, 1),
            lifted(complete(2), 5, 2),
            lifted(complete(2), 6, 3),
        ] {
            assert!(stands(&built) && !stands_around(&built, Around::Open));
        }
        // An odd set of edges breaks the condition.
        let edge = crossed(3).graph.edges().next().unwrap();
        assert!(!stands(&lift(&crossed(3), &[edge])));
    }

    #[test]
    fn open_constructions_are_open_magic() {
        let four = lexicographic(&complete(2), &empty(2));
        for built in [
            blown_up(3),
            blown_up(6),
            four.clone(),
            tensor(&four, &blown_up(3)),
            tensor(&blown_up(4), &four),
            lifted(blown_up(3), 6, 4),
            cayley(3, Around::Open),
            cayley(4, Around::Open),
            cayley(7, Around::Open),
            cayley(12, Around::Open),
        ] {
            assert!(stands_around(&built, Around::Open) && !stands(&built));
        }
        // The tensor product of two bipartite graphs falls apart.
        assert!(!stands_around(&tensor(&blown_up(3), &blown_up(3)), Around::Open));
        // The product that is named for Clebsch has as many symmetries as his graph.
        let clebsch = engine::graphs::small::Small::from_graph(&modular(&ring(2), &empty(2)).graph).unwrap();
        assert_eq!((clebsch.symmetries().order, clebsch.girth()), (1920, Some(4)));
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
