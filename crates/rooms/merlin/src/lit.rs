//! Only lit cells may be clicked: a cell of colour 0 is dead until a click beside it lights it.
//!
//! The order of clicks matters now, and a solution of A t = s need not be playable in any order: states are searched. A
//! state is a number with a digit for each cell; from the goal backwards, s comes before t by a click on v if s = t - A
//! e_v and s is lit at v. One table of all m^n states holds how far each is from the goal.

use super::puzzle::Puzzle;
use kit::memory;
use kit::{Error, Result, Watch, watch};

/// The most states that are held: 24 cells of two colours.
pub const MOST_STATES: u64 = 1 << 24;

/// A state from which the goal is not reached.
const NEVER: u16 = u16::MAX;

/// How far every state is from a goal.
pub struct Distances {
    /// By the number of the state.
    far: Vec<u16>,
    /// What a step of one colour at each cell is in the number of a state.
    powers: Vec<u64>,
    colours: u64,
}

/// Refuses puzzles with more states than are held.
pub fn fits(puzzle: &Puzzle) -> Result<()> {
    let states = u32::try_from(puzzle.order()).ok().and_then(|n| puzzle.colours().checked_pow(n));
    if states.is_some_and(|states| states <= MOST_STATES) {
        return Ok(());
    }
    Err(Error::too_large(
        format!("clicks on lit cells only on {} cells with {} colours", puzzle.order(), puzzle.colours()),
        format!("the limit is {MOST_STATES} states, 24 cells of two colours"),
        "give a smaller graph",
    ))
}

impl Distances {
    /// The distances to a goal, searched backwards from it.
    pub fn to(puzzle: &Puzzle, goal: &[u32], watch: &mut dyn Watch) -> Result<Distances> {
        fits(puzzle)?;
        let (n, m) = (puzzle.order(), puzzle.colours());
        let powers: Vec<u64> = (0..n).map(|v| m.pow(v as u32)).collect();
        let states = m.pow(n as u32);
        memory::take(watch, "the distances of all states", 4 * states)?;
        let mut distances = Distances { far: vec![NEVER; states as usize], powers, colours: m };
        let start = distances.number(goal);
        distances.far[start] = 0;
        let mut rim = vec![start as u32];
        let (mut distance, mut seen) = (0u16, 1u64);
        while !rim.is_empty() {
            distance = distance.checked_add(1).filter(|&d| d < NEVER).ok_or_else(|| {
                Error::too_large("a way of more than 65,000 clicks", "the limit is 65,534", "give a smaller graph")
            })?;
            let mut next = Vec::new();
            for block in rim.chunks(1 << 12) {
                watch::step(watch, seen, Some(states), || format!("{seen} states seen"))?;
                block.iter().for_each(|&t| distances.before(puzzle, t, distance, &mut next));
            }
            seen += next.len() as u64;
            rim = next;
        }
        Ok(distances)
    }

    /// Marks the states that lead to t by one click and were not seen before.
    fn before(&mut self, puzzle: &Puzzle, t: u32, distance: u16, next: &mut Vec<u32>) {
        let m = self.colours;
        for v in 0..self.powers.len() {
            let (mut s, mut lit) = (u64::from(t), self.digit(t.into(), v) != 0);
            for (w, weight) in puzzle.adds(v) {
                let old = self.digit(t.into(), w);
                let new = (old + m - u64::from(weight)) % m;
                s = s + new * self.powers[w] - old * self.powers[w];
                if w == v {
                    lit = new != 0;
                }
            }
            if lit && self.far[s as usize] == NEVER {
                self.far[s as usize] = distance;
                next.push(s as u32);
            }
        }
    }

    fn digit(&self, number: u64, v: usize) -> u64 {
        match self.colours {
            2 => number >> v & 1,
            m => number / self.powers[v] % m,
        }
    }

    fn number(&self, state: &[u32]) -> usize {
        state.iter().zip(&self.powers).map(|(&colour, power)| u64::from(colour) * power).sum::<u64>() as usize
    }

    /// The fewest clicks from a state to the goal; `None` where no clicks lead there.
    pub fn from(&self, state: &[u32]) -> Option<u64> {
        Some(self.far[self.number(state)]).filter(|&far| far != NEVER).map(u64::from)
    }

    /// The cells to click one after the other on a shortest way to the goal.
    pub fn way(&self, puzzle: &Puzzle, state: &[u32]) -> Option<Vec<usize>> {
        let mut left = self.from(state)?;
        let (mut state, mut way) = (state.to_vec(), Vec::new());
        while left > 0 {
            left -= 1;
            let nearer = clicks(puzzle, &state).find(|(_, after)| self.from(after) == Some(left));
            let (v, after) = nearer.expect("a state comes before one that is nearer");
            way.push(v);
            state = after;
        }
        Some(way)
    }

    /// The number of states that lead to the goal, itself among them.
    pub fn leading(&self) -> u64 {
        self.far.iter().filter(|&&far| far != NEVER).count() as u64
    }

    /// The states that lead to the goal by exactly so many clicks and by no fewer, from 0 on.
    pub fn counts(&self) -> Vec<u64> {
        let most = self.far.iter().filter(|&&far| far != NEVER).max().copied().unwrap_or(0);
        let mut counts = vec![0; usize::from(most) + 1];
        self.far.iter().filter(|&&far| far != NEVER).for_each(|&far| counts[usize::from(far)] += 1);
        counts
    }
}

/// The definition: each lit cell with the state after a click on it.
pub fn clicks<'a>(puzzle: &'a Puzzle, state: &'a [u32]) -> impl Iterator<Item = (usize, Vec<u32>)> + 'a {
    (0..state.len()).filter(|&v| state[v] != 0).map(|v| {
        let mut after = state.to_vec();
        puzzle.click(&mut after, v, 1);
        (v, after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Reading;
    use kit::Unwatched;
    use rand::{RngExt, SeedableRng};
    use std::collections::HashMap;

    /// The slow truth: forwards from one state, by the definition.
    fn reached(puzzle: &Puzzle, start: &[u32]) -> HashMap<Vec<u32>, u64> {
        let mut known = HashMap::from([(start.to_vec(), 0)]);
        let mut rim = vec![start.to_vec()];
        while let Some(state) = rim.pop() {
            let far = known[&state] + 1;
            for (_, after) in clicks(puzzle, &state) {
                if known.get(&after).is_none_or(|&old| old > far) {
                    known.insert(after.clone(), far);
                    rim.push(after);
                }
            }
        }
        known
    }

    fn compare(puzzle: &Puzzle, goal: &[u32]) {
        let distances = Distances::to(puzzle, goal, &mut Unwatched).unwrap();
        let (n, m) = (puzzle.order(), puzzle.colours());
        let mut leading = 0;
        for code in 0..m.pow(n as u32) {
            let state: Vec<u32> = (0..n).map(|v| (code / m.pow(v as u32) % m) as u32).collect();
            let truth = reached(puzzle, &state).get(goal).copied();
            assert_eq!(distances.from(&state), truth, "{} mod {m}: {state:?}", puzzle.name);
            leading += u64::from(truth.is_some());
            if let Some(way) = distances.way(puzzle, &state) {
                let mut at = state.clone();
                for v in way {
                    assert!(at[v] != 0, "a dead cell is clicked");
                    puzzle.click(&mut at, v, 1);
                }
                assert_eq!(at, goal);
            }
        }
        assert_eq!(distances.leading(), leading);
        assert_eq!(distances.counts().iter().sum::<u64>(), leading);
    }

    #[test]
    fn the_table_agrees_with_the_definition_on_all_digraphs_of_up_to_three_cells() {
        for n in 1..=3usize {
            for code in 0..1u32 << (n * n) {
                let bit = |k: usize| if code >> k & 1 == 1 { '1' } else { '0' };
                let row = |i: usize| (0..n).map(|j| bit(i * n + j)).collect::<String>();
                let text = (0..n).map(row).collect::<Vec<_>>().join("/");
                let puzzle = Puzzle::read(&text, Reading { names: false, ..Reading::PLAIN }, 2).unwrap();
                compare(&puzzle, &vec![0; n]);
            }
        }
    }

    #[test]
    fn the_table_agrees_with_the_definition_on_seeded_weighted_rules() {
        let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(19);
        for _ in 0..200 {
            let (n, m) = [(3, 3), (2, 5), (4, 2), (3, 4)][chance.random_range(0..4)];
            let mut row = || (0..n).map(|_| chance.random_range(0..m).to_string()).collect::<String>();
            let text = (0..n).map(|_| row()).collect::<Vec<_>>().join("/");
            let puzzle = Puzzle::read(&text, Reading { names: false, ..Reading::PLAIN }, m).unwrap();
            let goal: Vec<u32> = (0..n).map(|_| chance.random_range(0..m) as u32).collect();
            compare(&puzzle, &goal);
        }
    }

    #[test]
    fn too_many_states_are_refused_with_the_figure() {
        for (graph, m, fit) in [("grid:4x6", 2, true), ("grid:5x5", 2, false), ("circle:16", 3, false)] {
            let puzzle = Puzzle::from_text(graph, true, None, m).unwrap();
            assert_eq!(fits(&puzzle).is_ok(), fit, "{graph}");
        }
    }
}
