//! Maps of whole drawings.
//!
//! A text that holds every vertex and every walk of a scene determines the scene's map: each step of a walk is one side
//! of an edge, and sides are paired so that the edges around every vertex form one circle and every figure is a
//! sphere's map (Euler).

use super::position::Position;
use rustc_hash::FxHashMap;

/// The edges of a scene and how the walks of its regions pass them.
pub(super) struct Map {
    /// The two ends of each edge.
    pub edges: Vec<(u16, u16)>,
    /// For each walk the edges along it, and whether each is passed from its first end to its second.
    pub walks: Vec<Vec<Vec<(usize, bool)>>>,
}

/// One side of an edge: the step from a place of a walk to the next.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Side {
    walk: usize,
    place: usize,
    from: u16,
    to: u16,
}

/// The map of a position whose text is a whole scene.
pub(super) fn map_of(at: &Position) -> Option<Map> {
    let walks: Vec<&Vec<u16>> = at.regions.iter().flatten().collect();
    let mut sides = Vec::new();
    let mut first_side = Vec::new();
    for (w, walk) in walks.iter().enumerate() {
        first_side.push(sides.len());
        if walk.len() == 1 {
            if at.degree[usize::from(walk[0])] != 0 {
                return None;
            }
            continue;
        }
        for (i, &from) in walk.iter().enumerate() {
            let to = walk[(i + 1) % walk.len()];
            if from == to {
                return None;
            }
            sides.push(Side { walk: w, place: i, from, to });
        }
    }
    let seen = at.seen();
    if (0..seen.len()).any(|v| at.degree[v] > 0 && seen[v] != at.degree[v]) {
        return None;
    }
    let mut twin = vec![usize::MAX; sides.len()];
    let mut tries = (MOST_PAIRED / (sides.len() * (walks.len() + 8) + 1)).min(MOST_TRIES);
    if !pair_up(&sides, &walks, &first_side, &mut twin, &mut tries) {
        return None;
    }
    let mut edges = Vec::new();
    let mut edge_of = vec![(0, false); sides.len()];
    for s in 0..sides.len() {
        if s < twin[s] {
            edge_of[s] = (edges.len(), true);
            edge_of[twin[s]] = (edges.len(), false);
            edges.push((sides[s].from, sides[s].to));
        }
    }
    let mut at_walk = 0;
    let walks = at
        .regions
        .iter()
        .map(|region| {
            region
                .iter()
                .map(|walk| {
                    let first = first_side[at_walk];
                    at_walk += 1;
                    let length = if walk.len() == 1 { 0 } else { walk.len() };
                    edge_of[first..first + length].to_vec()
                })
                .collect()
        })
        .collect();
    Some(Map { edges, walks })
}

/// The most pairs of sides that are tried, and fewer where there is much to check for each.
const MOST_TRIES: usize = 20_000;
const MOST_PAIRED: usize = 40_000_000;

/// Pairs each side with one in the opposite direction; backtracks where edges are parallel.
fn pair_up(sides: &[Side], walks: &[&Vec<u16>], first: &[usize], twin: &mut [usize], tries: &mut usize) -> bool {
    let Some(open) = twin.iter().position(|&t| t == usize::MAX) else {
        return is_planar(sides, walks, first, twin);
    };
    for other in open + 1..sides.len() {
        if *tries == 0 {
            return false;
        }
        if twin[other] == usize::MAX && sides[other].from == sides[open].to && sides[other].to == sides[open].from {
            *tries -= 1;
            twin[open] = other;
            twin[other] = open;
            if pair_up(sides, walks, first, twin, tries) {
                return true;
            }
            twin[open] = usize::MAX;
            twin[other] = usize::MAX;
        }
    }
    false
}

/// Whether the edges around each vertex form one circle and each figure has Euler's number 2.
fn is_planar(sides: &[Side], walks: &[&Vec<u16>], first: &[usize], twin: &[usize]) -> bool {
    let previous = |s: usize| {
        let Side { walk, place, .. } = sides[s];
        first[walk] + (place + walks[walk].len() - 1) % walks[walk].len()
    };
    let mut degree: FxHashMap<u16, usize> = FxHashMap::default();
    for side in sides {
        *degree.entry(side.from).or_default() += 1;
    }
    for s in 0..sides.len() {
        // Around the vertex where side s begins: the twin of the side before it is the next.
        let mut turn = twin[previous(s)];
        let mut count = 1;
        while turn != s && count <= 3 {
            turn = twin[previous(turn)];
            count += 1;
        }
        if count != degree[&sides[s].from] {
            return false;
        }
    }
    let mut figure: Vec<usize> = (0..walks.len()).collect();
    for s in 0..sides.len() {
        let (a, b) = (figure[sides[s].walk], figure[sides[twin[s]].walk]);
        figure.iter_mut().filter(|f| **f == b).for_each(|f| *f = a);
    }
    (0..walks.len()).filter(|&f| figure[f] == f && walks[f].len() > 1).all(|f| {
        let mut vertices: Vec<u16> = sides.iter().filter(|s| figure[s.walk] == f).map(|s| s.from).collect();
        let edges = vertices.len() / 2;
        vertices.sort_unstable();
        vertices.dedup();
        let faces = figure.iter().filter(|&&g| g == f).count();
        vertices.len() + faces == edges + 2
    })
}
