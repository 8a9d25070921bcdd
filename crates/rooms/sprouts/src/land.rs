//! Lands: positions as bytes.
//!
//! A land is a string of bytes: vertices 0, 1, 2 (seen from one place, so many curve ends), names from [`NAME`] on (one
//! life, seen twice), [`WALL`] after each boundary, [`END`] after each region. What is dropped on the way, and why
//! nothing is lost:
//!
//! - *dead vertices*: no curve may end in them, and a walk only matters for the order of the vertices that can still be
//!   used;
//! - *dead regions*, fewer than two lives: no curve fits; their vertices are seen once less, so a name may become a 2;
//! - *a name seen twice in a row*: what lies between its two corners is empty, so both corners offer the same curves: a
//!   2;
//! - *order in regions of two or three lives*: with two lives one curve uses them up and leaves a dead spot. With
//!   three, any first curve between two vertices leaves its spot and what remains, two lives in one or two regions that
//!   die together with the next curve; so boundaries and order do not matter, only which vertices are there: one sorted
//!   boundary;
//! - *lands*: regions that share no vertex, directly or through others, are independent games;
//! - each region may be mirrored on its own: a curve changes one region's walks, and of the others only the lives.

/// The byte after a boundary.
pub const WALL: u8 = 0xFE;
/// The byte after a region.
pub const END: u8 = 0xFF;
/// The first name.
pub const NAME: u8 = 3;

pub(super) const NAMES: usize = 256;
pub(super) fn is_name(byte: u8) -> bool {
    (NAME..WALL).contains(&byte)
}

/// The lives of a vertex that is not dead.
pub(super) fn lives(byte: u8) -> u32 {
    match byte {
        0 => 3,
        1 => 2,
        _ => 1,
    }
}

/// The lives of a land: each vertex once.
pub fn land_lives(land: &[u8]) -> u32 {
    let mut names = 0;
    let mut sum = 0;
    for &byte in land.iter().filter(|&&b| b < WALL) {
        match is_name(byte) {
            true => names += 1,
            false => sum += lives(byte),
        }
    }
    sum + names / 2
}

/// A guess at the number of moves on a land: pairs of corners, times the ways to share out the other boundaries.
/// Restrictive positions, with few moves, are searched first.
pub fn breadth(land: &[u8]) -> u64 {
    let mut sum = 0u64;
    for region in land.split(|&b| b == END) {
        let (mut corners, mut ways, mut equal) = (0u64, 1u64, 1u64);
        let mut last: &[u8] = &[];
        let mut cuts = 0u64;
        for walk in region.split(|&b| b == WALL).filter(|w| !w.is_empty()) {
            let length = walk.len() as u64;
            if walk == last {
                equal += 1;
                ways = ways / equal * (equal + 1);
            } else {
                equal = 1;
                ways = ways.saturating_mul(2);
                corners += length;
                cuts += length * (length + 1) / 2;
            }
            last = walk;
        }
        sum = sum.saturating_add(corners * corners / 2).saturating_add(cuts.saturating_mul(ways) / 2);
    }
    sum
}

/// A start of n spots.
pub fn start(n: usize) -> Vec<u8> {
    let mut raw = Vec::with_capacity(2 * n + 1);
    for _ in 0..n {
        raw.extend([0, WALL]);
    }
    raw.push(END);
    raw
}

/// A land or a sum of lands as a position of the grammar.
pub fn unfold(raw: &[u8]) -> super::position::Position {
    let mut names: Vec<Option<u16>> = vec![None; NAMES];
    let mut degree: Vec<u8> = Vec::new();
    let mut regions = vec![vec![Vec::new()]];
    for &byte in raw {
        match byte {
            END => regions.push(vec![Vec::new()]),
            WALL => regions.last_mut().expect("begun").push(Vec::new()),
            vertex => {
                let slot = &mut names[usize::from(vertex)];
                let number = match slot {
                    Some(number) if is_name(vertex) => *number,
                    _ => {
                        degree.push(vertex.min(2));
                        *slot = Some(degree.len() as u16 - 1);
                        degree.len() as u16 - 1
                    }
                };
                regions.last_mut().and_then(|r| r.last_mut()).expect("begun").push(number);
            }
        }
    }
    for region in &mut regions {
        region.retain(|walk: &Vec<u16>| !walk.is_empty());
    }
    regions.retain(|region| !region.is_empty());
    super::position::Position { regions, degree, named: false }
}

/// A position as raw bytes, dead vertices left out; `None` when it has more names than a byte holds.
pub fn compact(at: &super::position::Position) -> Option<Vec<u8>> {
    let seen = at.seen();
    let mut names: Vec<Option<u8>> = vec![None; at.degree.len()];
    let mut next = NAME;
    let mut raw = Vec::new();
    for region in &at.regions {
        for walk in region {
            for &v in walk {
                let v = usize::from(v);
                if at.degree[v] == 3 {
                    continue;
                }
                if seen[v] == 1 {
                    raw.push(at.degree[v]);
                    continue;
                }
                if names[v].is_none() {
                    if next >= WALL - 8 {
                        return None;
                    }
                    names[v] = Some(next);
                    next += 1;
                }
                raw.extend(names[v]);
            }
            raw.push(WALL);
        }
        raw.push(END);
    }
    Some(raw)
}

#[cfg(test)]
mod tests {
    use super::super::canon::Canon;
    use super::super::plain::{Truth, random_position};
    use super::super::position::Position;
    use super::*;
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The same game in another guise: other numbers, walks turned, regions mirrored, everything in another order.
    fn disguised(at: &Position, chance: &mut ChaCha8Rng) -> Position {
        let mut numbers: Vec<u16> = (0..at.degree.len() as u16).collect();
        numbers.shuffle(chance);
        let mut other = at.clone();
        for (v, &number) in numbers.iter().enumerate() {
            other.degree[usize::from(number)] = at.degree[v];
        }
        for region in &mut other.regions {
            let mirrored = chance.random_bool(0.5);
            for walk in region.iter_mut() {
                walk.iter_mut().for_each(|v| *v = numbers[usize::from(*v)]);
                let turn = chance.random_range(0..walk.len());
                walk.rotate_left(turn);
                if mirrored {
                    walk.reverse();
                }
            }
            region.shuffle(chance);
        }
        other.regions.shuffle(chance);
        other
    }

    #[test]
    fn disguises_have_one_canonical_form() {
        let mut chance = ChaCha8Rng::seed_from_u64(7);
        let (mut one, mut two) = (Canon::exact(), Canon::exact());
        for round in 0..300 {
            let at = random_position(2 + round % 5, 1 + round % 8, &mut chance);
            let other = disguised(&at, &mut chance);
            one.simplify(&compact(&at).unwrap());
            two.simplify(&compact(&other).unwrap());
            assert_eq!(one.lands, two.lands, "{at} and {other}");
            let texts: Vec<Vec<u8>> = one.lands.clone();
            for land in texts {
                one.simplify(&land);
                assert_eq!(one.lands, [land], "a canonical land is its own form");
            }
        }
    }

    #[test]
    fn simplifying_keeps_nimbers_and_misere_outcomes() {
        let mut chance = ChaCha8Rng::seed_from_u64(11);
        let mut truth = Truth::default();
        let mut canon = Canon::default();
        for round in 0..60 {
            let n = 3 + round % 2;
            let at = random_position(n, 3 * n - 5 + round % 3, &mut chance);
            canon.simplify(&compact(&at).unwrap());
            let simple = super::super::words::sum_of(&canon.lands);
            assert_eq!(truth.nimber(&simple), truth.nimber(&at), "{at} and {simple}");
            assert_eq!(truth.misere_lost(&simple), truth.misere_lost(&at), "{at} and {simple}");
        }
    }
}
