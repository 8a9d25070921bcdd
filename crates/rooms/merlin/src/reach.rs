//! Distances of all states that can be reached, where they are few enough to hold: what is hardest, and ways to each.
//!
//! Over two colours a state of the image is named by its bits at the pivots of a basis of the image, so the states are
//! the numbers below 2^rank and a click is an exclusive or; breadth-first search fills one byte for each. Over more
//! colours states are kept in a table.

use super::least::{Weight, unit_moves};
use super::puzzle::Puzzle;
use engine::modular::gf2;
use kit::{Result, Watch, watch};
use rustc_hash::FxHashMap;

/// The largest rank over two colours whose states are all held.
pub const MOST_RANK: usize = 26;
/// The most states over more colours that are all held.
pub const MOST_STATES: usize = 2_000_000;

/// How far each state that can be reached is from zero.
pub enum Distances {
    /// Two colours.
    Bits {
        /// The basis of the image in echelon form.
        basis: Vec<gf2::Vector>,
        /// Its pivots.
        pivots: Vec<usize>,
        /// What each click does, by pivots.
        clicks: Vec<u32>,
        /// The distance of each state, by pivots.
        far: Vec<u8>,
    },
    /// Any number of colours: each state with its distance and the last move on a shortest way to it.
    Table {
        /// The states.
        far: FxHashMap<Vec<u32>, (u32, usize)>,
        /// The moves.
        moves: Vec<(usize, u32)>,
    },
}

impl Distances {
    /// The distances, or `None` where there are too many states.
    pub fn of(puzzle: &Puzzle, weight: Weight, watch: &mut dyn Watch) -> Result<Option<Distances>> {
        let n = puzzle.order();
        match puzzle.colours() {
            2 if n <= 20_000 => Distances::bits(puzzle, watch),
            2 => Ok(None),
            _ => Distances::table(puzzle, weight, watch),
        }
    }

    fn bits(puzzle: &Puzzle, watch: &mut dyn Watch) -> Result<Option<Distances>> {
        let matrix = puzzle.graph.arrivals();
        let mut turned = matrix.transposed();
        let pivots = turned.echelon_within(turned.columns(), watch)?;
        if pivots.len() > MOST_RANK {
            return Ok(None);
        }
        let basis = (0..pivots.len()).map(|i| turned.row_vector(i)).collect();
        let by_pivots = |column: usize| {
            pivots.iter().enumerate().fold(0, |word, (k, &p)| word | u32::from(matrix.get(p, column)) << k)
        };
        let mut clicks: Vec<u32> = (0..puzzle.order()).map(by_pivots).collect();
        let all = clicks.clone();
        clicks.sort_unstable();
        clicks.dedup();
        let mut far = vec![u8::MAX; 1 << pivots.len()];
        far[0] = 0;
        let mut rim = vec![0u32];
        let mut distance = 0u8;
        let mut seen = 1u64;
        while !rim.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for states in rim.chunks(1 << 14) {
                if far.len() > 1 << 16 {
                    watch::step(watch, seen, Some(far.len() as u64), || format!("{seen} states seen"))?;
                }
                for (state, click) in states.iter().flat_map(|s| clicks.iter().map(move |c| (s, c))) {
                    let other = state ^ click;
                    if far[other as usize] == u8::MAX {
                        far[other as usize] = distance;
                        next.push(other);
                        seen += 1;
                    }
                }
            }
            rim = next;
        }
        Ok(Some(Distances::Bits { basis, pivots, clicks: all, far }))
    }

    fn table(puzzle: &Puzzle, weight: Weight, watch: &mut dyn Watch) -> Result<Option<Distances>> {
        let Some(moves) = unit_moves(puzzle, weight) else { return Ok(None) };
        let start = vec![0; puzzle.order()];
        let mut far = FxHashMap::from_iter([(start.clone(), (0, usize::MAX))]);
        let mut queue = std::collections::VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            let distance = far[&state].0 + 1;
            for (number, &(v, k)) in moves.iter().enumerate() {
                let mut next = state.clone();
                puzzle.click(&mut next, v, k);
                if !far.contains_key(&next) {
                    if far.len() == MOST_STATES {
                        return Ok(None);
                    }
                    if far.len().is_multiple_of(1 << 12) {
                        let seen = far.len();
                        watch::step(watch, seen as u64, None, || format!("{seen} states seen"))?;
                    }
                    far.insert(next.clone(), (distance, number));
                    queue.push_back(next);
                }
            }
        }
        Ok(Some(Distances::Table { far, moves }))
    }

    /// The farthest distance and a state that is so far from zero: its change to zero has it, which is not its own
    /// where clicks are counted and not undone.
    pub fn hardest(&self, puzzle: &Puzzle) -> (u64, Vec<u32>) {
        match self {
            Distances::Bits { basis, far, .. } => {
                let most = *far.iter().max().expect("zero is a state");
                let code = far.iter().position(|&d| d == most).expect("it is there");
                let mut state = gf2::Vector::zero(puzzle.order());
                basis.iter().enumerate().filter(|(k, _)| code >> k & 1 == 1).for_each(|(_, v)| state.add(v));
                (u64::from(most), state.bits().map(u32::from).collect())
            }
            Distances::Table { far, .. } => {
                let most = far.values().map(|v| v.0).max().expect("zero is a state");
                let nothing = vec![0; puzzle.order()];
                let changes = far.iter().filter(|(_, v)| v.0 == most).map(|(change, _)| change);
                let state = changes.map(|change| puzzle.change(change, &nothing)).min();
                (u64::from(most), state.expect("it is there"))
            }
        }
    }

    /// How many states have each distance, from 0 on.
    pub fn counts(&self) -> Vec<u64> {
        let mut counts = Vec::new();
        let mut count = |distance: usize| {
            if counts.len() <= distance {
                counts.resize(distance + 1, 0);
            }
            counts[distance] += 1;
        };
        match self {
            Distances::Bits { far, .. } => far.iter().for_each(|&d| count(d.into())),
            Distances::Table { far, .. } => far.values().for_each(|v| count(v.0 as usize)),
        }
        counts
    }

    /// The clicks of a shortest way to a state that can be reached.
    pub fn way_to(&self, puzzle: &Puzzle, state: &[u32]) -> Vec<u32> {
        let mut way = vec![0; puzzle.order()];
        match self {
            Distances::Bits { pivots, clicks, far, .. } => {
                let mut code = pivots.iter().enumerate().fold(0u32, |word, (k, &p)| word | state[p] << k);
                while code != 0 {
                    let nearer = |click: &u32| far[(code ^ click) as usize] < far[code as usize];
                    let v = clicks.iter().position(nearer).expect("some click leads back");
                    way[v] ^= 1;
                    code ^= clicks[v];
                }
            }
            Distances::Table { far, moves } => {
                let mut at = state.to_vec();
                while let Some(&(v, k)) = moves.get(far[&at].1) {
                    way[v] = puzzle.modulus.add(way[v], k);
                    puzzle.click(&mut at, v, puzzle.modulus.negate(k));
                }
            }
        }
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::least::gray;
    use crate::system::System;
    use kit::Unwatched;

    #[test]
    fn distances_agree_with_the_lightest_of_all_solutions() {
        for (text, m) in
            [("grid:3x3", 2), ("grid:4x4", 2), ("circle:6", 2), ("circle:4", 3), ("path:3", 4), ("merlin", 2)]
        {
            let puzzle = Puzzle::from_text(text, true, None, m).unwrap();
            let system = System::new(&puzzle, &mut Unwatched).unwrap();
            let kernel = system.kernel();
            let distances = Distances::of(&puzzle, Weight::Clicks, &mut Unwatched).unwrap().unwrap();
            let (most, hardest) = distances.hardest(&puzzle);
            let mut states = vec![puzzle.change(&hardest, &vec![0; hardest.len()])];
            states.extend((0..20).map(|seed| puzzle.state("scrambled", None, seed).unwrap()));
            for (number, s) in states.iter().enumerate() {
                let particular = system.solve(s, &mut Unwatched).unwrap().clicks.unwrap();
                let plain = gray(&puzzle, &particular, &kernel, Weight::Clicks, &mut Unwatched).unwrap();
                let way = distances.way_to(&puzzle, s);
                assert_eq!(&puzzle.effect(&way), s);
                assert_eq!(Weight::Clicks.total(&way, m), Weight::Clicks.total(&plain, m), "{text} mod {m}");
                assert!(Weight::Clicks.total(&way, m) <= most && (number > 0 || Weight::Clicks.total(&way, m) == most));
            }
        }
    }
}
