//! *Kind `all`*: a list of xor-magic graphs as in the kind `graphs`, and that there are no others.
//!
//! The vertices of an xor-magic graph may be named by their labels. So every such graph is a choice of a set of D
//! labels with xor v for each label v, where u is in the set of v exactly when v is in that of u. The checker goes
//! through all these choices, label by label, and each connected graph must be isomorphic to one of the list.

use super::isomorphism::{Alike, Named};
use super::{Listed, listed, told};
use engine::graphs::small::Small;
use kit::{Certificate, Error, Report, Result, Standing, Watch, watch};

/// The most choices of sets that are looked at.
const MOST_CHOICES: u64 = 1 << 26;

pub(super) const FORMAT: &str = "\
First \"vertices V degree D\", V = 8 and 1 <= D <= 7, or V = 16 and 1 <= D <= 3. Then a line for each graph as in the kind graphs, any number of them, all of V vertices \
and degree D. No two are isomorphic. Every graph whose vertices are 0, ..., V - 1, each of D neighbours with xor equal to its own number, is either disconnected or \
isomorphic to one of the list. To see that, choose for vertex 0, and then always for a vertex that lies in the most of the sets chosen, every set of D others with that xor that agrees with the \
sets chosen before (a vertex u with a set of its own is in it just if v is in the set of u). Where no vertex without a set lies in a chosen one, and one is left, the \
graph is disconnected. A checker may stop when it has looked at 2^26 sets.

It states \"connected D-regular xor-magic graphs on V vertices: C up to isomorphism\" with the number C of graphs (0 if there are none).";

pub(super) fn statement(degree: usize, vertices: usize, count: usize) -> String {
    format!("connected {degree}-regular xor-magic graphs on {vertices} vertices: {count} up to isomorphism")
}

/// Whether the checker goes through all choices there.
pub(super) fn within_reach(vertices: usize, degree: usize) -> bool {
    degree >= 1 && (vertices == 8 && degree <= 7 || vertices == 16 && degree <= 3)
}

pub(super) fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    let mut lines = certificate.lines();
    let (number, head) = lines.next().unwrap_or((3, ""));
    let (vertices, degree) = shape_of(head).ok_or_else(|| {
        Certificate::broken(number, "vertices V degree D is wanted, 8 vertices, or 16 of degree 1 to 3")
    })?;
    let Listed { graphs, shape } = listed(lines, watch)?;
    if shape.is_some_and(|shape| shape != (degree, vertices)) {
        return Err(Certificate::broken(number, format!("the graphs are not of {}", told((degree, vertices)))));
    }
    let graphs: Vec<Named> = graphs.into_values().flatten().map(|(_, graph)| graph).collect();
    let mut walk = Walk { sets: sets(vertices, degree), graphs: &graphs, rows: vec![0; vertices], tried: 0, watch };
    walk.choose(0)?;
    Ok(Report::new(statement(degree, vertices, graphs.len()), Standing::Proved)
        .fact("graphs", graphs.len())
        .fact("vertices", vertices)
        .fact("degree", degree))
}

fn shape_of(head: &str) -> Option<(usize, usize)> {
    let shapes = [8, 16].into_iter().flat_map(|vertices| (1..=7).map(move |degree| (vertices, degree)));
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

struct Walk<'a> {
    sets: Vec<Vec<u64>>,
    graphs: &'a [Named],
    rows: Vec<u64>,
    tried: u64,
    watch: &'a mut dyn Watch,
}

impl Walk<'_> {
    /// Goes on with a vertex that lies in the most of the sets chosen; `decided` are those that have a set.
    fn choose(&mut self, decided: u64) -> Result<()> {
        let order = self.rows.len();
        let told = |v: usize| {
            (0..order)
                .filter(|&u| decided >> u & 1 == 1 && self.rows[u] >> v & 1 == 1)
                .fold(0u64, |told, u| told | 1 << u)
        };
        let open = (0..order).filter(|v| decided >> v & 1 == 0).map(|v| (told(v), v));
        let Some((told, v)) = open.max_by_key(|&(told, v)| (told.count_ones(), std::cmp::Reverse(v))) else {
            return self.graph();
        };
        if told == 0 && decided != 0 {
            return Ok(());
        }
        for at in 0..self.sets[v].len() {
            self.tried += 1;
            if self.tried > MOST_CHOICES {
                let limit = format!("the limit is {MOST_CHOICES} sets");
                return Err(Error::too_large("the walk through all choices", limit, "give fewer vertices"));
            }
            if self.tried.is_multiple_of(1 << 16) {
                watch::step(self.watch, self.tried, None, || format!("{} sets were looked at", self.tried))?;
            }
            let set = self.sets[v][at];
            if set & decided == told {
                self.rows[v] = set;
                self.choose(decided | 1 << v)?;
            }
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
            let told = matches!((vertices, degree), (8, 1..=7) | (16, 1..=3));
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

    /// Every graph is met once: the choices are counted by a walk in the order of the labels.
    #[test]
    fn no_choice_is_passed_over() {
        for degree in 1..=4 {
            let all = sets(8, degree);
            let mut graphs = Vec::new();
            let mut rows = vec![0u64; 8];
            fn walk(v: usize, all: &[Vec<u64>], rows: &mut Vec<u64>, graphs: &mut Vec<Vec<u64>>) {
                if v == 8 {
                    return graphs.push(rows.clone());
                }
                for &set in &all[v] {
                    if (0..v).all(|u| set >> u & 1 == rows[u] >> v & 1) {
                        rows[v] = set;
                        walk(v + 1, all, rows, graphs);
                    }
                }
            }
            walk(0, &all, &mut rows, &mut graphs);
            let connected = graphs.iter().filter(|rows| Small::new((*rows).clone()).is_connected());
            let connected: Vec<Named> = connected.map(|rows| Named::new(Small::new(rows.clone()))).collect();
            // With every graph listed nothing is missing, and without the graphs like one of them something is.
            let run = |listed: &[Named]| {
                let (sets, rows) = (all.clone(), vec![0; 8]);
                Walk { sets, graphs: listed, rows, tried: 0, watch: &mut Unwatched }.choose(0).is_ok()
            };
            assert!(run(&connected), "{degree}");
            assert_eq!(run(&[]), connected.is_empty(), "{degree}");
        }
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
            let mut walk = Walk { sets: Vec::new(), graphs: &listed, rows, tried: 0, watch: &mut Unwatched };
            assert_eq!(walk.graph().is_ok(), there);
        }
    }
}
