//! The rules, plainly: every curve that may be drawn, on a position from which nothing is ever dropped. The slow truth.
//!
//! A curve leaves a corner of a boundary and ends at a corner of the same region. Between two boundaries it makes one
//! of them. From a boundary to itself it cuts the region in two, and each other boundary falls on one side or the
//! other.

use super::position::{Boundary, Position, Region};
use engine::impartial::mex;
use rustc_hash::FxHashMap;

/// A curve: between two corners (boundary, place) of a region, and which of the other boundaries it leaves on its first
/// side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    /// The region by number.
    pub region: usize,
    /// Where it starts.
    pub from: (usize, usize),
    /// Where it ends.
    pub to: (usize, usize),
    /// The boundaries on the first side, for a curve that returns to its own boundary.
    pub inside: Vec<usize>,
}

/// Every curve that may be drawn, by the definition; `false` from `each` ends the list.
pub fn each_curve(at: &Position, each: &mut dyn FnMut(Curve) -> bool) {
    for (r, region) in at.regions.iter().enumerate() {
        let corners: Vec<(usize, usize)> =
            region.iter().enumerate().flat_map(|(b, walk)| (0..walk.len()).map(move |i| (b, i))).collect();
        for (index, &from) in corners.iter().enumerate() {
            for &to in &corners[index..] {
                if !may_join(at, region[from.0][from.1], region[to.0][to.1]) {
                    continue;
                }
                let others: Vec<usize> = (0..region.len()).filter(|&b| b != from.0).collect();
                let sided = if from.0 == to.0 { others.len() } else { 0 };
                let mut first = vec![false; sided];
                loop {
                    let inside = (0..sided).filter(|&i| first[i]).map(|i| others[i]).collect();
                    if !each(Curve { region: r, from, to, inside }) {
                        return;
                    }
                    // The next subset, counting in base two: a number would be too short for regions of more than 64
                    // boundaries.
                    let Some(up) = first.iter().position(|&inside| !inside) else { break };
                    first[..up].fill(false);
                    first[up] = true;
                }
            }
        }
    }
}

/// Every curve in a list.
pub fn curves(at: &Position) -> Vec<Curve> {
    let mut list = Vec::new();
    each_curve(at, &mut |curve| {
        list.push(curve);
        true
    });
    list
}

/// Whether a curve may join the vertices: each end costs a life.
pub(super) fn may_join(at: &Position, u: u16, v: u16) -> bool {
    match u == v {
        true => at.lives(u) >= 2,
        false => at.lives(u) >= 1 && at.lives(v) >= 1,
    }
}

/// Appends the walk once around from a corner back to it: the corner's vertex is passed at both ends unless it was a
/// lone spot.
fn go_around(walk: &[u16], at: usize, lone: bool, boundary: &mut Boundary) {
    boundary.extend_from_slice(&walk[at..]);
    boundary.extend_from_slice(&walk[..at]);
    if !lone {
        boundary.push(walk[at]);
    }
}

/// The position after a curve; the new spot on it is the last vertex.
pub fn draw(at: &Position, curve: &Curve) -> Position {
    let spot = at.degree.len() as u16;
    let region = &at.regions[curve.region];
    let (from, to) = (&region[curve.from.0], &region[curve.to.0]);
    let (u, v) = (from[curve.from.1], to[curve.to.1]);
    let lone = |vertex: u16| at.degree[usize::from(vertex)] == 0;
    let mut after = Position {
        regions: Vec::with_capacity(at.regions.len() + 1),
        degree: Vec::with_capacity(at.degree.len() + 1),
        named: at.named,
    };
    // The region that is drawn in comes later.
    let kept = |(r, region): (usize, &Region)| if r == curve.region { Region::new() } else { region.clone() };
    after.regions.extend(at.regions.iter().enumerate().map(kept));
    after.degree.extend_from_slice(&at.degree);
    after.degree.push(2);
    after.degree[usize::from(u)] += 1;
    after.degree[usize::from(v)] += 1;
    if curve.from.0 != curve.to.0 {
        let mut joined = Boundary::with_capacity(from.len() + to.len() + 4);
        go_around(from, curve.from.1, lone(u), &mut joined);
        joined.push(spot);
        go_around(to, curve.to.1, lone(v), &mut joined);
        joined.push(spot);
        let mut rest = Region::with_capacity(region.len());
        rest.extend((0..region.len()).filter(|&b| b != curve.from.0 && b != curve.to.0).map(|b| region[b].clone()));
        rest.push(joined);
        after.regions[curve.region] = rest;
        return after;
    }
    let (i, j) = (curve.from.1, curve.to.1);
    let [mut first, mut second] = [0, 1].map(|_| Boundary::with_capacity(from.len() + 2));
    first.extend_from_slice(&from[i..=j]);
    match i == j {
        // A loop: one side sees its vertex from within the loop, the other all around.
        true => go_around(from, i, lone(u), &mut second),
        false => {
            second.extend_from_slice(&from[j..]);
            second.extend_from_slice(&from[..=i]);
        }
    }
    first.push(spot);
    second.push(spot);
    let (mut one, mut two): (Region, Region) = (vec![first], vec![second]);
    for b in (0..region.len()).filter(|&b| b != curve.from.0) {
        if curve.inside.contains(&b) { &mut one } else { &mut two }.push(region[b].clone());
    }
    after.regions[curve.region] = one;
    after.regions.push(two);
    after
}

/// The least rotation of each walk, boundaries and regions sorted, vertices renumbered as they come: the same position
/// in fewer guises, nothing dropped. It only serves to meet a position again.
pub fn tidy(at: &Position) -> Position {
    let mut tidy = at.clone();
    for region in &mut tidy.regions {
        for walk in region.iter_mut() {
            let turns =
                (0..walk.len().max(1)).map(|i| walk[i..].iter().chain(&walk[..i]).copied().collect::<Boundary>());
            *walk = turns.min().unwrap_or_default();
        }
        region.sort();
    }
    tidy.regions.sort();
    let mut numbers: Vec<Option<u16>> = vec![None; at.degree.len()];
    let mut degree = Vec::with_capacity(at.degree.len());
    for v in tidy.regions.iter_mut().flatten().flatten() {
        let old = usize::from(*v);
        *v = *numbers[old].get_or_insert_with(|| {
            degree.push(at.degree[old]);
            degree.len() as u16 - 1
        });
    }
    tidy.degree = degree;
    tidy
}

/// Nimbers by the definition, with a memory for positions met before.
#[derive(Default)]
pub struct Truth {
    nimbers: FxHashMap<Position, u32>,
    misere: FxHashMap<Position, bool>,
}

impl Truth {
    /// The nimber: the least that no option has.
    pub fn nimber(&mut self, at: &Position) -> u32 {
        let key = tidy(at);
        if let Some(&known) = self.nimbers.get(&key) {
            return known;
        }
        let values: Vec<u32> = curves(&key).iter().map(|curve| self.nimber(&draw(&key, curve))).collect();
        let value = mex(values);
        self.nimbers.insert(key, value);
        value
    }

    /// Whether the player to move loses when the last move loses.
    pub fn misere_lost(&mut self, at: &Position) -> bool {
        let key = tidy(at);
        if let Some(&known) = self.misere.get(&key) {
            return known;
        }
        let curves = curves(&key);
        let lost = !curves.is_empty() && !curves.iter().any(|curve| self.misere_lost(&draw(&key, curve)));
        self.misere.insert(key, lost);
        lost
    }

    /// Every position that can come of this one, and itself, each with its nimber.
    pub fn below(start: &Position) -> Vec<(Position, u32)> {
        let mut truth = Truth::default();
        truth.nimber(start);
        truth.nimbers.into_iter().collect()
    }
}

/// A position after some moves by chance.
#[cfg(test)]
pub(crate) fn random_position(n: usize, moves: usize, chance: &mut rand_chacha::ChaCha8Rng) -> Position {
    use rand::seq::IndexedRandom;
    let mut at = Position::start(n);
    for _ in 0..moves {
        let curves = curves(&at);
        let Some(curve) = curves.choose(chance) else {
            break;
        };
        at = draw(&at, curve);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_starts_by_hand() {
        let mut truth = Truth::default();
        // One spot: two moves are forced. Two spots are lost (Gardner 1967).
        assert_eq!(truth.nimber(&Position::start(0)), 0);
        assert_eq!(truth.nimber(&Position::start(1)), 0);
        assert_eq!(truth.nimber(&Position::start(2)), 0);
        assert!(truth.misere_lost(&Position::start(2)));
        assert!(!truth.misere_lost(&Position::start(1)));
    }

    #[test]
    fn degrees_count_curve_ends() {
        let start = Position::start(2);
        for curve in curves(&start) {
            let after = draw(&start, &curve);
            let ends: u8 = after.degree.iter().sum();
            assert_eq!(ends, 4, "{after}");
            assert_eq!(after.to_string().parse::<Position>().unwrap().to_string(), after.to_string());
        }
    }
}
