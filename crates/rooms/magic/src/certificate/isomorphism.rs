//! Whether two graphs are isomorphic, decided by code that shares nothing with the search for canonical forms.

use engine::bits::ones;
use engine::graphs::small::Small;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The most vertices that are mapped for one pair of graphs.
const MOST_TRIALS: u32 = 1 << 20;

/// A graph with a colour for each vertex. An isomorphism keeps the colours, so graphs of different invariants are not
/// isomorphic; that digests may collide costs time only.
pub(super) struct Named {
    graph: Small,
    colours: Vec<u64>,
    /// The same for isomorphic graphs.
    pub(super) invariant: u64,
}

/// What a comparison comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alike {
    /// No isomorphism exists.
    Different,
    /// One was found.
    Isomorphic,
    /// The trials did not suffice.
    Undecided,
}

fn digest(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Named {
    /// Colours by the numbers of vertices and edges at each distance, refined by those of the neighbours.
    pub(super) fn new(graph: Small) -> Named {
        let mut colours: Vec<u64> = (0..graph.order()).map(|v| view(&graph, v)).collect();
        for _ in 0..4 {
            let around = |v: usize| {
                let mut list: Vec<u64> = ones(graph.row(v)).map(|w| colours[w]).collect();
                list.sort_unstable();
                digest((colours[v], list))
            };
            colours = (0..graph.order()).map(around).collect();
        }
        let mut sorted = colours.clone();
        sorted.sort_unstable();
        Named { graph, colours, invariant: digest(sorted) }
    }

    pub(super) fn order(&self) -> usize {
        self.graph.order()
    }

    /// Tries every way to map this graph to the other, which has as many vertices.
    pub(super) fn compare(&self, other: &Named) -> Alike {
        self.compare_within(other, MOST_TRIALS)
    }

    fn compare_within(&self, other: &Named, trials: u32) -> Alike {
        let mut mapping = Mapping { from: self, to: other, walk: self.walk(), image: Vec::new(), trials };
        match (mapping.completes(), mapping.trials) {
            (true, _) => Alike::Isomorphic,
            (false, 0) => Alike::Undecided,
            (false, _) => Alike::Different,
        }
    }

    /// The vertices from one of the rarest colour on, in order of their distance from it.
    fn walk(&self) -> Vec<usize> {
        let rarity = |v: &usize| (self.colours.iter().filter(|&&c| c == self.colours[*v]).count(), *v);
        let mut walk: Vec<usize> = (0..self.order()).min_by_key(rarity).into_iter().collect();
        let mut next = 0;
        while let Some(&v) = walk.get(next) {
            next += 1;
            let new: Vec<usize> = ones(self.graph.row(v)).filter(|w| !walk.contains(w)).collect();
            walk.extend(new);
        }
        walk
    }
}

/// How many vertices lie at each distance of a vertex, and how many edges within it.
fn view(graph: &Small, root: usize) -> u64 {
    let (mut seen, mut rim, mut rings) = (1u64 << root, 1u64 << root, Vec::new());
    while rim != 0 {
        rings.push((rim.count_ones(), ones(rim).map(|v| (graph.row(v) & rim).count_ones()).sum::<u32>()));
        rim = ones(rim).fold(0, |next, v| next | graph.row(v)) & !seen;
        seen |= rim;
    }
    digest(rings)
}

/// A connected graph that is mapped vertex by vertex.
struct Mapping<'a> {
    from: &'a Named,
    to: &'a Named,
    walk: Vec<usize>,
    image: Vec<usize>,
    /// How many are left; with none the search has given up.
    trials: u32,
}

impl Mapping<'_> {
    /// Whether the images of the first vertices can be completed.
    fn completes(&mut self) -> bool {
        let at = self.image.len();
        let Some(&v) = self.walk.get(at) else { return true };
        for w in 0..self.to.order() {
            if !self.fits(v, w) {
                continue;
            }
            self.trials -= 1;
            if self.trials == 0 {
                return false;
            }
            self.image.push(w);
            if self.completes() {
                return true;
            }
            if self.trials == 0 {
                return false;
            }
            self.image.pop();
        }
        false
    }

    /// Whether w can be the image of v beside those before it.
    fn fits(&self, v: usize, w: usize) -> bool {
        let joined = |graph: &Small, a: usize, b: usize| graph.row(a) >> b & 1 == 1;
        self.from.colours[v] == self.to.colours[w]
            && self
                .walk
                .iter()
                .zip(&self.image)
                .all(|(&u, &x)| x != w && joined(&self.from.graph, v, u) == joined(&self.to.graph, w, x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::graphs::Digraph;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn small(order: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Small {
        Small::from_graph(&Digraph::from_edges(order, edges)).unwrap()
    }

    fn shuffled(graph: &Small, chance: &mut ChaCha8Rng) -> Small {
        let mut names: Vec<usize> = (0..graph.order()).collect();
        names.shuffle(chance);
        graph.renamed(&names)
    }

    #[test]
    fn connected_graphs_of_few_vertices_are_told_apart_as_by_canonical_forms() {
        let mut chance = ChaCha8Rng::seed_from_u64(9);
        let mut graphs: Vec<Small> = Vec::new();
        while graphs.len() < 60 {
            let pairs = (0..6).flat_map(|b| (0..b).map(move |a| (a, b)));
            let graph = small(6, pairs.filter(|_| chance.random_bool(0.5)).collect::<Vec<_>>());
            if graph.is_connected() {
                graphs.push(graph);
            }
        }
        let mut isomorphic = 0;
        for a in &graphs {
            let again = shuffled(a, &mut chance);
            assert_eq!(Named::new(a.clone()).compare(&Named::new(again.clone())), Alike::Isomorphic);
            assert_eq!(Named::new(a.clone()).invariant, Named::new(again).invariant);
            for b in &graphs {
                let same = a.canonical() == b.canonical();
                let expected = if same { Alike::Isomorphic } else { Alike::Different };
                assert_eq!(Named::new(a.clone()).compare(&Named::new(b.clone())), expected);
                isomorphic += usize::from(same);
            }
        }
        assert!(isomorphic > 60 && isomorphic < 3600);
    }

    /// Colours tell vertices apart by their distances and by their neighbours, and graphs by their colours.
    #[test]
    fn colours_tell_vertices_and_graphs_apart() {
        let path = Named::new(small(5, (1..5).map(|v| (v - 1, v))));
        let same = |a: usize, b: usize| path.colours[a] == path.colours[b];
        assert!(same(0, 4) && same(1, 3) && !same(0, 1) && !same(1, 2) && !same(0, 2));
        // All vertices of both have three neighbours; those of the second lie in triangles.
        let both = [
            small(6, (0..3).flat_map(|a| (3..6).map(move |b| (a, b)))),
            small(6, [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)]),
        ];
        let [bipartite, prism] = both.map(Named::new);
        assert_ne!(bipartite.invariant, prism.invariant);
        for graph in [&path, &bipartite, &prism] {
            let mut walk = graph.walk();
            walk.sort_unstable();
            assert_eq!(walk, (0..graph.order()).collect::<Vec<_>>(), "every vertex is mapped");
        }
        assert_eq!(bipartite.colours[0], bipartite.colours[5]);
    }

    #[test]
    fn no_vertex_is_an_image_twice() {
        let square = Named::new(small(4, [(0, 1), (1, 2), (2, 3), (3, 0)]));
        let mapping =
            |image: Vec<usize>| Mapping { from: &square, to: &square, walk: vec![0, 2, 1, 3], image, trials: 9 };
        assert!(mapping(vec![0]).fits(2, 2) && !mapping(vec![0]).fits(2, 0), "2 is the opposite of 0");
    }

    /// Every vertex of a complete graph is mapped at once: as many trials as vertices, and one is left.
    #[test]
    fn trials_are_counted() {
        let complete = Named::new(small(4, (0..4).flat_map(|b| (0..b).map(move |a| (a, b)))));
        assert_eq!(complete.compare_within(&complete, 5), Alike::Isomorphic);
        assert_eq!(complete.compare_within(&complete, 4), Alike::Undecided);
    }

    /// The 4 x 4 rook's graph and Shrikhande's: strongly regular with the same numbers, so all vertices look alike.
    #[test]
    fn graphs_with_equal_invariants_are_searched() {
        let mut chance = ChaCha8Rng::seed_from_u64(1);
        let pairs = || (0..16).flat_map(|b: usize| (0..b).map(move |a| (a, b)));
        let rook = small(16, pairs().filter(|(a, b)| a / 4 == b / 4 || a % 4 == b % 4));
        let steps = |a: usize, b: usize| ((b / 4 + 4 - a / 4) % 4, (b % 4 + 4 - a % 4) % 4);
        let shrikhande =
            small(16, pairs().filter(|&(a, b)| matches!(steps(a, b), (0, 1 | 3) | (1 | 3, 0) | (1, 1) | (3, 3))));
        let [a, b] = [&rook, &shrikhande].map(|graph| Named::new(graph.clone()));
        assert_eq!(a.invariant, b.invariant);
        assert_eq!(a.compare(&b), Alike::Different);
        for graph in [&rook, &shrikhande] {
            let [one, other] = [shuffled(graph, &mut chance), shuffled(graph, &mut chance)].map(Named::new);
            assert_eq!(one.compare(&other), Alike::Isomorphic);
            assert_eq!(one.compare_within(&other, 10), Alike::Undecided);
        }
        assert_eq!(a.compare_within(&b, 100), Alike::Undecided);
    }
}
