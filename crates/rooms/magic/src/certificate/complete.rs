//! *Kind `all`*: a list of xor-magic graphs as in the kind `graphs`, and that there are no others.
//!
//! The vertices of an xor-magic graph may be named by their labels. So every such graph is a choice of a set of D
//! labels with xor v for each label v, where u is in the set of v exactly when v is in that of u. The checker goes
//! through these choices, and each connected graph must be isomorphic to one of the list. *Symmetry.* An invertible
//! linear map of the labels carries a choice to another one, whose graph is isomorphic. So of the sets of label 0 it is
//! enough to take one of each class; and then, for a label v in it, one of each class under the maps that carry that
//! set to itself and v to v, since these keep all that was chosen.

use super::Bound;
use super::isomorphism::{Alike, Named};
use super::{Listed, listed, told};
use engine::bits::ones;
use engine::graphs::small::Small;
use kit::{Certificate, Error, Report, Result, Standing, Watch};
use std::collections::HashSet;

/// The most sets that are chosen; degree 5 on 16 vertices takes a million.
const MOST_CHOICES: u64 = 1 << 22;
const CHOICES: Bound = Bound {
    most: MOST_CHOICES,
    walk: "the walk through all choices",
    steps: "sets",
    done: "chosen",
    instead: "give fewer vertices",
};

pub(super) const FORMAT: &str = "\
First \"vertices V degree D\", V = 4 and 1 <= D <= 3, V = 8 and 1 <= D <= 7, or V = 16 and 1 <= D <= 5. Then a line for each graph as in the kind graphs, any number of them, all of V vertices \
and degree D. No two are isomorphic. Every graph whose vertices are 0, ..., V - 1, each of D neighbours with xor equal to its own number, is either disconnected or \
isomorphic to one of the list. To see that, choose for vertex 0 every set of D others with xor 0. Call a map m of the numbers 0, ..., V - 1 to themselves linear if it is one to one and m(a xor b) = m(a) xor m(b): it carries \
such a graph to an isomorphic one, so of sets that linear maps carry into each other one will do. Then choose, for the least vertex v of that set, every set of D others with xor v that contains 0, and again \
one will do of those that are carried into each other by the linear maps that keep v and carry the set of 0 to itself. From there on choose always for a vertex that lies in a chosen set and has none of its own, one for which the \
fewest will do, every set of D others with its xor that agrees with the sets chosen before (a vertex u with a set of its own is in it just if the vertex is in the set of u). Where no vertex \
without a set lies in a chosen one, and one is left, the graph is disconnected. A checker may stop when it has chosen 2^22 sets.

It states \"connected D-regular xor-magic graphs on V vertices: C up to isomorphism\" with the number C of graphs (0 if there are none).";

pub(super) fn statement(degree: usize, vertices: usize, count: usize) -> String {
    format!("connected {degree}-regular xor-magic graphs on {vertices} vertices: {count} up to isomorphism")
}

/// Whether the checker goes through all choices there.
pub(super) fn within_reach(vertices: usize, degree: usize) -> bool {
    matches!((vertices, degree), (4, 1..=3) | (8, 1..=7) | (16, 1..=5))
}

pub(super) fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = certificate.lines();
    let (number, head) = lines.next().unwrap_or((3, ""));
    let (vertices, degree) = shape_of(head).ok_or_else(|| {
        Certificate::broken(number, "vertices V degree D is wanted, 4 or 8 vertices, or 16 of degree 1 to 5")
    })?;
    let Listed { graphs, shape } = listed(lines, watch)?;
    if shape.is_some_and(|shape| shape != (degree, vertices)) {
        return Err(Certificate::broken(number, format!("the graphs are not of {}", told((degree, vertices)))));
    }
    let graphs: Vec<Named> = graphs.into_values().flatten().map(|(_, graph)| graph).collect();
    Walk::new(&graphs, vertices, watch).through(&sets(vertices, degree))?;
    Ok(Report::new(statement(degree, vertices, graphs.len()), Standing::Proved)
        .fact("graphs", graphs.len())
        .fact("vertices", vertices)
        .fact("degree", degree))
}

fn shape_of(head: &str) -> Option<(usize, usize)> {
    let shapes = [4, 8, 16].into_iter().flat_map(|vertices| (1..=7).map(move |degree| (vertices, degree)));
    shapes
        .filter(|&(vertices, degree)| within_reach(vertices, degree))
        .find(|(vertices, degree)| head == format!("vertices {vertices} degree {degree}"))
}

/// For each label the sets of so many others whose xor it is.
fn sets(vertices: usize, degree: usize) -> Vec<Vec<u64>> {
    let mut sets = vec![Vec::new(); vertices];
    for set in (0u64..1 << vertices).filter(|set| set.count_ones() as usize == degree) {
        let xor = (0..vertices).filter(|w| set >> w & 1 == 1).fold(0, |xor, w| xor ^ w);
        if set >> xor & 1 == 0 {
            sets[xor].push(set);
        }
    }
    sets
}

/// A linear map by the image of each label.
type Map = Vec<usize>;

/// All invertible linear maps: the images of 1, 2, 4, ... are any numbers for which all images differ.
fn linear_maps(vertices: usize) -> Vec<Map> {
    let bits = vertices.trailing_zeros() as usize;
    let images = |choice: usize| -> Map {
        let unit = |k: usize| choice >> (bits * k) & (vertices - 1);
        (0..vertices).map(|w| (0..bits).filter(|k| w >> k & 1 == 1).fold(0, |xor, k| xor ^ unit(k))).collect()
    };
    let invertible = |map: &Map| map.iter().fold(0u64, |seen, &w| seen | 1 << w).count_ones() as usize == vertices;
    (0..1usize << (bits * bits)).map(images).filter(invertible).collect()
}

fn image(map: &Map, set: u64) -> u64 {
    ones(set).fold(0, |image, w| image | 1 << map[w])
}

/// The first of each class of sets that the maps, a group, carry into each other.
fn classes(sets: &[u64], maps: &[&Map]) -> Vec<u64> {
    let mut seen: HashSet<u64> = HashSet::new();
    let mut firsts = Vec::new();
    for &set in sets {
        if !seen.contains(&set) {
            firsts.push(set);
            seen.extend(maps.iter().map(|map| image(map, set)));
        }
    }
    firsts
}

/// Of the sets left to each vertex those that agree with the set that v has; none is left to v itself.
fn agreeing(left: &[Vec<u64>], v: usize, set: u64) -> Vec<Vec<u64>> {
    let agree = |u: usize, other: u64| u != v && other >> v & 1 == set >> u & 1;
    let kept = |(u, sets): (usize, &Vec<u64>)| sets.iter().copied().filter(|&other| agree(u, other)).collect();
    left.iter().enumerate().map(kept).collect()
}

struct Walk<'a> {
    graphs: &'a [Named],
    rows: Vec<u64>,
    chosen: u64,
    watch: &'a mut dyn Watch,
}

impl<'a> Walk<'a> {
    fn new(graphs: &'a [Named], vertices: usize, watch: &'a mut dyn Watch) -> Walk<'a> {
        Walk { graphs, rows: vec![0; vertices], chosen: 0, watch }
    }

    /// Goes through all choices from these sets, up to linear maps at the first two vertices.
    fn through(&mut self, sets: &[Vec<u64>]) -> Result<()> {
        let maps = linear_maps(sets.len());
        for first in classes(&sets[0], &maps.iter().collect::<Vec<_>>()) {
            let v = first.trailing_zeros() as usize;
            let keeping: Vec<&Map> = maps.iter().filter(|map| map[v] == v && image(map, first) == first).collect();
            let left = agreeing(sets, 0, first);
            self.rows[0] = first;
            for second in classes(&left[v], &keeping) {
                self.rows[v] = second;
                self.choose(&agreeing(&left, v, second), 1 | 1 << v)?;
            }
        }
        Ok(())
    }

    /// Goes on with a vertex that is reached and has the fewest sets left; `decided` are those that have a set.
    fn choose(&mut self, left: &[Vec<u64>], decided: u64) -> Result<()> {
        if decided.count_ones() as usize == self.rows.len() {
            return self.graph();
        }
        let reached = ones(decided).fold(0, |reached, u| reached | self.rows[u]);
        let Some(v) = ones(reached & !decided).min_by_key(|&v| left[v].len()) else { return Ok(()) };
        for &set in &left[v] {
            CHOICES.count(&mut self.chosen, self.watch)?;
            self.rows[v] = set;
            self.choose(&agreeing(left, v, set), decided | 1 << v)?;
        }
        Ok(())
    }

    fn graph(&mut self) -> Result<()> {
        let graph = Small::new(self.rows.clone());
        if !graph.is_connected() {
            return Ok(());
        }
        let graph = Named::new(graph);
        let alike = |other: &&Named| other.invariant == graph.invariant && graph.compare(other) == Alike::Isomorphic;
        match self.graphs.iter().find(alike) {
            Some(_) => Ok(()),
            None => Err(Error::failed(format!("a graph is missing, with the neighbours {:?}", self.rows))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    #[test]
    fn the_reach_is_what_the_format_says() {
        for (vertices, degree) in (0..40).flat_map(|vertices| (0..10).map(move |degree| (vertices, degree))) {
            let told = match vertices {
                4 => (1..4).contains(&degree),
                8 => (1..8).contains(&degree),
                16 => (1..6).contains(&degree),
                _ => false,
            };
            assert_eq!(within_reach(vertices, degree), told, "{vertices} {degree}");
            let head = format!("vertices {vertices} degree {degree}");
            assert_eq!(shape_of(&head), told.then_some((vertices, degree)), "{head}");
        }
    }

    /// The sets of each label, by trying all pairs and triples of others.
    #[test]
    fn sets_are_those_whose_xor_is_the_label() {
        for vertices in [8usize, 16] {
            for (v, found) in sets(vertices, 2).iter().enumerate() {
                let pairs = (0..vertices).flat_map(|b| (0..b).map(move |a| [a, b]));
                let mut told: Vec<u64> = pairs
                    .filter(|&[a, b]| a ^ b == v && a != v && b != v)
                    .map(|pair| pair.iter().fold(0, |set, w| set | 1 << w))
                    .collect();
                told.sort_unstable();
                assert_eq!(*found, told, "{vertices} {v}");
            }
            for (v, found) in sets(vertices, 1).iter().enumerate() {
                assert!(found.is_empty(), "{v} is no neighbour of its own");
            }
            let triples = |v: usize| {
                let all = (0..vertices).flat_map(|c| (0..c).flat_map(move |b| (0..b).map(move |a| [a, b, c])));
                all.filter(|&[a, b, c]| a ^ b ^ c == v && ![a, b, c].contains(&v)).count()
            };
            assert!((0..vertices).all(|v| sets(vertices, 3)[v].len() == triples(v)), "{vertices}");
        }
    }

    /// Every choice, in the order of the labels and without symmetry.
    fn every_choice(all: &[Vec<u64>], rows: &mut Vec<u64>, visit: &mut dyn FnMut(&[u64])) {
        let v = rows.len();
        if v == all.len() {
            return visit(rows);
        }
        for &set in &all[v] {
            if (0..v).all(|u| set >> u & 1 == rows[u] >> v & 1) {
                rows.push(set);
                every_choice(all, rows, visit);
                rows.pop();
            }
        }
    }

    fn is_complete(listed: &[Named], all: &[Vec<u64>]) -> bool {
        Walk::new(listed, all.len(), &mut Unwatched).through(all).is_ok()
    }

    /// With every connected graph listed nothing is missing, and without all graphs like one of them something is.
    #[test]
    fn no_choice_is_passed_over() {
        let mut met = 0;
        let shapes = (1..=3).map(|degree| (4, degree)).chain((1..=7).map(|degree| (8, degree))).chain([(16, 3)]);
        for (vertices, degree) in shapes {
            let all = sets(vertices, degree);
            let mut kinds: Vec<Named> = Vec::new();
            every_choice(&all, &mut Vec::new(), &mut |rows| {
                let graph = Named::new(Small::new(rows.to_vec()));
                let alike =
                    |other: &Named| other.invariant == graph.invariant && graph.compare(other) == Alike::Isomorphic;
                if Small::new(rows.to_vec()).is_connected() && !kinds.iter().any(alike) {
                    kinds.push(graph);
                }
            });
            assert!(is_complete(&kinds, &all), "{vertices} {degree}");
            met += kinds.len();
            for _ in 0..kinds.len() {
                let without = kinds.pop().expect("one is there");
                assert!(!is_complete(&kinds, &all), "{vertices} {degree}");
                kinds.insert(0, without);
            }
        }
        assert_eq!(met, 4, "the complete graphs of 4 and 8 vertices, the cube, and one on 16");
    }

    #[test]
    fn classes_are_those_of_the_textbooks() {
        assert_eq!([4, 8, 16].map(|vertices| linear_maps(vertices).len()), [6, 168, 20160]);
        let maps = linear_maps(16);
        let group: Vec<&Map> = maps.iter().collect();
        for map in maps.iter().step_by(97) {
            assert!((0..256).all(|ab| map[ab >> 4 ^ ab & 15] == map[ab >> 4] ^ map[ab & 15]));
        }
        // Three independent labels and their xor, and four of them and their xor: all sets of label 0 are alike.
        for (degree, alike, like) in [(4, 105, [1, 2, 4, 7].as_slice()), (5, 168, &[1, 2, 4, 8, 15])] {
            let all = sets(16, degree);
            assert_eq!((all[0].len(), classes(&all[0], &group).len()), (alike, 1), "degree {degree}");
            assert!(all[0].contains(&like.iter().fold(0, |set, w| set | 1 << w)));
        }
        // The identity alone leaves each set in a class of its own.
        let identity: Vec<&Map> = maps.iter().filter(|map| (0..16).all(|w| map[w] == w)).collect();
        assert_eq!(classes(&sets(16, 4)[0], &identity).len(), 105);
        assert_eq!(identity.len(), 1);
    }

    /// One of two vertices has the other as its neighbour; five sets are left to the other, each of which is a choice.
    #[test]
    fn choices_are_counted_and_not_more_than_the_limit() {
        let listed = [Named::new(Small::new(vec![0b10, 0b01]))];
        let chosen = |from: u64| {
            let mut walk = Walk { graphs: &listed, rows: vec![0b10, 0], chosen: from, watch: &mut Unwatched };
            walk.choose(&[Vec::new(), vec![0b01; 5]], 0b01).map(|()| walk.chosen)
        };
        assert_eq!(chosen(0).unwrap(), 5);
        assert_eq!(chosen(MOST_CHOICES - 5).unwrap(), MOST_CHOICES);
        let error = chosen(MOST_CHOICES - 4).unwrap_err();
        assert_eq!(error.trouble(), kit::Trouble::TooLarge, "{error}");
    }

    /// The 4 x 4 rook's graph and Shrikhande's have equal invariants.
    #[test]
    fn a_graph_that_only_looks_like_a_listed_one_is_missing() {
        let grid = |joined: fn(usize, usize) -> bool| -> Vec<u64> {
            let steps = |a: usize, b: usize| ((b / 4 + 4 - a / 4) % 4, (b % 4 + 4 - a % 4) % 4);
            let adjacent = |a: usize, b: usize| joined(steps(a, b).0, steps(a, b).1);
            (0..16).map(|a| (0..16).filter(|&b| adjacent(a, b)).fold(0, |row, b| row | 1 << b)).collect()
        };
        let rook = grid(|down, right| (down == 0) != (right == 0));
        let shrikhande = grid(|down, right| matches!((down, right), (0, 1 | 3) | (1 | 3, 0) | (1, 1) | (3, 3)));
        let listed = [Named::new(Small::new(rook.clone()))];
        for (rows, there) in [(rook, true), (shrikhande, false)] {
            let mut walk = Walk { graphs: &listed, rows, chosen: 0, watch: &mut Unwatched };
            assert_eq!(walk.graph().is_ok(), there);
        }
    }
}
