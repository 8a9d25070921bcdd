//! The fewest clicks: all solutions are one of them plus the kernel, and the lightest is wanted.
//!
//! *Two colours.* With d quiet moves there are 2^d solutions x + K c. The number of zeros minus that of ones of a
//! solution, as a function of c, is the Walsh transform of the function on Z_2^d that sums (-1)^(x_p) over the cells p
//! with the same row of K. So instead of 2^d words of n bits, 2^d small numbers are made in d 2^d additions: the first
//! d - 16 bits of c are walked in Gray order and each step is a transform of 2^16 numbers that stay in the cache.
//! [`gray`] walks all solutions and is the slow truth.
//!
//! *Else*: if few states can be reached, distances from zero by breadth; if few clicks do, a search from both ends; if
//! none of it is within reach, descent from many solutions, and below its answer a solver for clauses; if that does not
//! come to an end either, the answer stands as the best found.

use super::clauses;
use super::puzzle::Puzzle;
use super::reach::Distances;
use super::system::System;
use dashu::integer::UBig;
use kit::watch::{self, Progress};
use kit::{Result, Standing, Watch};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Buttons that are touched at all.
    Buttons,
    /// Clicks.
    Clicks,
    /// Clicks and unclicks, whichever are fewer.
    Either,
}

/// The words for weights.
pub const WEIGHTS: &[&str] = &["buttons", "clicks", "either"];

impl Weight {
    /// The weight of that word.
    pub fn named(word: &str) -> Weight {
        match word {
            "buttons" => Weight::Buttons,
            "clicks" => Weight::Clicks,
            _ => Weight::Either,
        }
    }

    /// What so many clicks on one button count.
    pub fn of(self, clicks: u32, m: u64) -> u64 {
        let clicks = u64::from(clicks);
        match self {
            Weight::Buttons => u64::from(clicks > 0),
            Weight::Clicks => clicks,
            Weight::Either => clicks.min(m - clicks),
        }
    }

    /// The most that one button can count.
    pub fn most(self, m: u64) -> u64 {
        match self {
            Weight::Buttons => 1,
            Weight::Clicks => m - 1,
            Weight::Either => m / 2,
        }
    }

    /// What a vector of clicks counts.
    pub fn total(self, clicks: &[u32], m: u64) -> u64 {
        clicks.iter().map(|&t| self.of(t, m)).sum()
    }
}

/// A lightest solution.
#[derive(Clone, Debug)]
pub struct Least {
    /// The clicks.
    pub clicks: Vec<u32>,
    /// What they count.
    pub least: u64,
    /// Proved, or the best found.
    pub standing: Standing,
    /// How it was found.
    pub method: &'static str,
}

/// The most quiet moves whose sums are all looked at.
pub const MOST_QUIET: usize = 36;
/// The most entries (solutions times cells) that the plain walk looks at.
const MOST_WALKED: u64 = 1 << 32;

/// The lightest of the solutions of A t = s, given one of them.
pub fn least(
    system: &System<'_>,
    particular: Vec<u32>,
    kernel_size: &UBig,
    weight: Weight,
    seed: u64,
    watch: &mut dyn Watch,
) -> Result<Least> {
    let puzzle = system.puzzle();
    let (n, m) = (puzzle.order(), puzzle.colours());
    let done = |clicks: Vec<u32>, standing, method| {
        let least = weight.total(&clicks, m);
        Ok(Least { clicks, least, standing, method })
    };
    if *kernel_size == UBig::ONE {
        return done(particular, Standing::Proved, "there is only one solution");
    }
    let size = u64::try_from(kernel_size).unwrap_or(u64::MAX);
    if m == 2 && size <= 1 << MOST_QUIET && n < 1 << 15 {
        let quiet = bits_of(system.kernel());
        return done(walsh(&particular, &quiet, watch)?, Standing::Proved, "Walsh transform over all solutions");
    }
    if size.saturating_mul(n as u64) <= MOST_WALKED {
        let clicks = gray(puzzle, &particular, &system.kernel(), weight, watch)?;
        return done(clicks, Standing::Proved, "a walk through all solutions");
    }
    if let Some(distances) = Distances::of(puzzle, weight, watch)? {
        let clicks = distances.way_to(puzzle, &puzzle.effect(&particular));
        return done(clicks, Standing::Proved, "distances of all states that can be reached");
    }
    if let Some(clicks) = from_both_ends(puzzle, &puzzle.effect(&particular), weight, watch)? {
        return done(clicks, Standing::Proved, "a search from both ends");
    }
    let clicks = descend(puzzle, particular, &system.kernel(), weight, seed, watch)?;
    if m == 2 && n <= clauses::MOST_CELLS {
        let (clicks, proved) = clauses::improve(puzzle, clicks, clauses::ROUNDS, watch)?;
        let standing = if proved { Standing::Proved } else { Standing::Best };
        return done(clicks, standing, "clauses with a counted bound, below a descent from many solutions");
    }
    done(clicks, Standing::Best, "descent from many solutions")
}

fn bits_of(kernel: Vec<(u64, Vec<u32>)>) -> Vec<Vec<u32>> {
    kernel.into_iter().map(|(_, t)| t).collect()
}

/// The plain way: every solution, one added generator at a time.
pub fn gray(
    puzzle: &Puzzle,
    particular: &[u32],
    kernel: &[(u64, Vec<u32>)],
    weight: Weight,
    watch: &mut dyn Watch,
) -> Result<Vec<u32>> {
    let mut best = (u64::MAX, Vec::new());
    each_solution(puzzle, particular, kernel, watch, &mut |clicks| {
        let total = weight.total(clicks, puzzle.colours());
        if total < best.0 {
            best = (total, clicks.to_vec());
        }
    })?;
    Ok(best.1)
}

/// Visits every solution: a particular one plus all sums of the generators.
pub fn each_solution(
    puzzle: &Puzzle,
    particular: &[u32],
    kernel: &[(u64, Vec<u32>)],
    watch: &mut dyn Watch,
    visit: &mut dyn FnMut(&[u32]),
) -> Result<()> {
    let mut clicks = particular.to_vec();
    // How often each generator was added: a number whose digits have the orders for bases, counted up.
    let mut times = vec![0; kernel.len()];
    let mut seen = 0u64;
    loop {
        seen += 1;
        if seen.is_multiple_of(1 << 16) {
            watch::step(watch, seen, None, || format!("{seen} solutions looked at"))?;
        }
        visit(&clicks);
        let mut level = 0;
        loop {
            let Some((order, generator)) = kernel.get(level) else { return Ok(()) };
            times[level] += 1;
            puzzle.modulus.add_multiple(&mut clicks, generator, 1);
            if times[level] < *order {
                break;
            }
            // A generator added as often as its order may leave a sum of the later ones: it is taken away again.
            let back = puzzle.modulus.negate(puzzle.modulus.reduce(i128::from(*order)));
            puzzle.modulus.add_multiple(&mut clicks, generator, back);
            times[level] = 0;
            level += 1;
        }
    }
}

/// For each button the fewest clicks that are left after a click on it, and whether every solution clicks it: from all
/// solutions.
pub fn after_each(
    puzzle: &Puzzle,
    particular: &[u32],
    kernel: &[(u64, Vec<u32>)],
    watch: &mut dyn Watch,
) -> Result<Vec<(u64, bool)>> {
    let m = puzzle.colours();
    let mut after = vec![(u64::MAX, true); particular.len()];
    each_solution(puzzle, particular, kernel, watch, &mut |clicks| {
        let total = Weight::Clicks.total(clicks, m);
        for (best, &times) in after.iter_mut().zip(clicks) {
            // A click on a button of no clicks makes m - 1 more of them necessary.
            let left = if times > 0 { total - 1 } else { total + m - 1 };
            *best = (best.0.min(left), best.1 && times > 0);
        }
    })?;
    Ok(after)
}

/// The bits of c that one transform covers.
const INNER: usize = 16;

/// Two colours: the lightest of x + K c over all c, by Walsh transforms.
pub fn walsh(particular: &[u32], quiet: &[Vec<u32>], watch: &mut dyn Watch) -> Result<Vec<u32>> {
    let (n, d) = (particular.len(), quiet.len());
    let inner = d.min(INNER);
    // For each cell the quiet moves that touch it: the inner ones as the index in the table, the outer ones as a mask.
    let touching = |p: usize| quiet.iter().enumerate().fold(0u64, |mask, (k, v)| mask | u64::from(v[p]) << k);
    let cells: Vec<(usize, u64)> =
        (0..n).map(touching).map(|mask| ((mask & ((1 << inner) - 1)) as usize, mask >> inner)).collect();
    let outer = 1u64 << (d - inner);
    let block = 64.min(outer);
    let search = |progress: &Progress| {
        (0..outer / block)
            .into_par_iter()
            .map_init(
                || vec![0i16; 1 << inner],
                |table, number| {
                    let mut best = (i16::MIN, 0u64);
                    for high in number * block..(number + 1) * block {
                        if progress.stopped() {
                            break;
                        }
                        table.fill(0);
                        for (&(index, mask), &bit) in cells.iter().zip(particular) {
                            let odd = u32::from((mask & high).count_ones() % 2 == 1) ^ bit;
                            table[index] += 1 - 2 * odd as i16;
                        }
                        engine::bits::walsh(table);
                        let top = *table.iter().max().expect("the table is not empty");
                        if top > best.0 {
                            let low = table.iter().position(|&x| x == top).expect("it is there") as u64;
                            best = (top, high << inner | low);
                        }
                    }
                    progress.add(block);
                    best
                },
            )
            .reduce(|| (i16::MIN, u64::MAX), |a, b| if (b.0, !b.1) > (a.0, !a.1) { b } else { a })
    };
    let (_, code) = match outer {
        1 => search(&Progress::default()),
        _ => watch::tend(watch, Some(outer), |done| format!("{done} of {outer} transforms"), search)?,
    };
    let mut clicks = particular.to_vec();
    for (_, v) in quiet.iter().enumerate().filter(|(k, _)| code >> k & 1 == 1) {
        clicks.iter_mut().zip(v).for_each(|(t, q)| *t ^= q);
    }
    Ok(clicks)
}

/// What counts 1: a button and how often it is clicked.
pub(super) fn unit_moves(puzzle: &Puzzle, weight: Weight) -> Option<Vec<(usize, u32)>> {
    let (n, m) = (puzzle.order(), puzzle.colours());
    let times: Vec<u32> = match weight {
        Weight::Clicks => vec![1],
        Weight::Either if m == 2 => vec![1],
        Weight::Either => vec![1, (m - 1) as u32],
        Weight::Buttons if m <= 64 => (1..m as u32).collect(),
        Weight::Buttons => return None,
    };
    Some((0..n).flat_map(|v| times.iter().map(move |&k| (v, k))).collect())
}

/// The most states kept at either end.
const MOST_KEPT: usize = 400_000;

/// Breadth-first search from zero and from s until they meet; `None` if that takes too many states.
fn from_both_ends(puzzle: &Puzzle, s: &[u32], weight: Weight, watch: &mut dyn Watch) -> Result<Option<Vec<u32>>> {
    let Some(moves) = unit_moves(puzzle, weight) else { return Ok(None) };
    let modulus = puzzle.modulus;
    let apply = |state: &[u32], (v, k): (usize, u32), back: bool| {
        let mut next = state.to_vec();
        let k = if back { modulus.negate(k) } else { k };
        puzzle.click(&mut next, v, k);
        next
    };
    type Side = (FxHashMap<Vec<u32>, Option<usize>>, Vec<Vec<u32>>);
    let start = |state: Vec<u32>| -> Side { (FxHashMap::from_iter([(state.clone(), None)]), vec![state]) };
    let mut sides = [start(vec![0; s.len()]), start(s.to_vec())];
    // The moves from a state back to the start of its side.
    let trace = |side: usize, known: &FxHashMap<Vec<u32>, Option<usize>>, mut at: Vec<u32>, clicks: &mut Vec<u32>| {
        while let Some(play) = known[&at] {
            let (v, k) = moves[play];
            clicks[v] = modulus.add(clicks[v], k);
            at = apply(&at, moves[play], side == 0);
        }
    };
    if s.iter().all(|&x| x == 0) {
        return Ok(Some(vec![0; s.len()]));
    }
    loop {
        // The smaller rim grows. Every new state is compared with the other side, whose inner layers were compared
        // before.
        let side = usize::from(sides[0].1.len() > sides[1].1.len());
        let rim = std::mem::take(&mut sides[side].1);
        for (done, state) in rim.iter().enumerate() {
            if done % 256 == 0 {
                let kept = sides[side].0.len();
                watch::step(watch, kept as u64, None, || format!("{kept} states from one end"))?;
            }
            for (number, &play) in moves.iter().enumerate() {
                let next = apply(state, play, side == 1);
                if sides[side].0.contains_key(&next) {
                    continue;
                }
                sides[side].0.insert(next.clone(), Some(number));
                if sides[1 - side].0.contains_key(&next) {
                    let mut clicks = vec![0; puzzle.order()];
                    for (index, (known, _)) in sides.iter().enumerate() {
                        trace(index, known, next.clone(), &mut clicks);
                    }
                    return Ok(Some(clicks));
                }
                sides[side].1.push(next);
            }
            if sides[side].0.len() > MOST_KEPT {
                return Ok(None);
            }
        }
        if sides[side].1.is_empty() {
            return Ok(None);
        }
    }
}

/// From many solutions, generators are added while that makes them lighter.
fn descend(
    puzzle: &Puzzle,
    particular: Vec<u32>,
    kernel: &[(u64, Vec<u32>)],
    weight: Weight,
    seed: u64,
    watch: &mut dyn Watch,
) -> Result<Vec<u32>> {
    let m = puzzle.colours();
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut best = (weight.total(&particular, m), particular.clone());
    let rounds = (1 << 26) / (puzzle.order() * kernel.len()).max(1);
    for round in 0..rounds.clamp(2, 400) {
        watch::step(watch, round as u64, None, || format!("best {} after {round} descents", best.0))?;
        let mut clicks = if round == 0 { particular.clone() } else { best.1.clone() };
        for _ in 0..if round == 0 { 0 } else { 1 + round % 12 } {
            let (order, generator) = &kernel[chance.random_range(0..kernel.len())];
            puzzle.modulus.add_multiple(&mut clicks, generator, chance.random_range(0..*order) as u32);
        }
        let mut total = weight.total(&clicks, m);
        loop {
            let before = total;
            for (order, generator) in kernel {
                let mut other = clicks.clone();
                for _ in 1..(*order).min(64) {
                    puzzle.modulus.add_multiple(&mut other, generator, 1);
                    let sum = weight.total(&other, m);
                    if sum < total {
                        (total, clicks) = (sum, other.clone());
                    }
                }
            }
            if total == before {
                break;
            }
        }
        if total < best.0 {
            best = (total, clicks);
        }
    }
    Ok(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    fn solved(puzzle: &Puzzle, weight: Weight, seed: u64) -> (Least, u64) {
        let system = System::new(puzzle, &mut Unwatched).unwrap();
        let s = puzzle.state("scrambled", None, seed).unwrap();
        let outcome = system.solve(&s, &mut Unwatched).unwrap();
        let particular = outcome.clicks.unwrap();
        let plain = gray(puzzle, &particular, &system.kernel(), weight, &mut Unwatched).unwrap();
        let found = least(&system, particular, &outcome.kernel_size, weight, seed, &mut Unwatched).unwrap();
        assert_eq!(puzzle.effect(&found.clicks), s);
        (found, weight.total(&plain, puzzle.colours()))
    }

    #[test]
    fn the_ladder_agrees_with_the_walk_through_all_solutions() {
        for (text, m) in [
            ("grid:4x4", 2),
            ("grid:5x5", 2),
            ("grid:9x9", 2),
            ("circle:9", 2),
            ("circle:8", 6),
            ("cube:4", 2),
            ("complete:6", 4),
            ("grid:2x4", 3),
            ("merlin", 5),
        ] {
            let puzzle = Puzzle::from_text(text, true, None, m).unwrap();
            for weight in [Weight::Buttons, Weight::Clicks, Weight::Either] {
                for seed in 0..4 {
                    let (found, plain) = solved(&puzzle, weight, seed);
                    assert_eq!((found.least, &found.standing), (plain, &Standing::Proved), "{text} mod {m} {weight:?}");
                }
            }
        }
    }

    #[test]
    fn the_search_from_both_ends_finds_the_shortest_too() {
        for (text, m) in [("grid:3x4", 2), ("circle:6", 3), ("path:5", 4), ("cube:3", 2)] {
            let puzzle = Puzzle::from_text(text, true, None, m).unwrap();
            for weight in [Weight::Buttons, Weight::Clicks, Weight::Either] {
                for seed in 0..5 {
                    let (_, plain) = solved(&puzzle, weight, seed);
                    let s = puzzle.state("scrambled", None, seed).unwrap();
                    let clicks = from_both_ends(&puzzle, &s, weight, &mut Unwatched).unwrap().unwrap();
                    assert_eq!(
                        (puzzle.effect(&clicks), weight.total(&clicks, m)),
                        (s, plain),
                        "{text} mod {m} {weight:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn transforms_over_more_than_one_block_agree_with_the_walk() {
        // Eighteen quiet moves: four blocks of transforms.
        let puzzle = Puzzle::from_text("grid:6x6", true, None, 2).unwrap();
        let mut chance = ChaCha8Rng::seed_from_u64(4);
        let quiet: Vec<Vec<u32>> = (0..18).map(|_| (0..36).map(|_| chance.random_range(0..2)).collect()).collect();
        let particular: Vec<u32> = (0..36).map(|_| chance.random_range(0..2)).collect();
        let fast = walsh(&particular, &quiet, &mut Unwatched).unwrap();
        let kernel: Vec<(u64, Vec<u32>)> = quiet.into_iter().map(|v| (2, v)).collect();
        let plain = gray(&puzzle, &particular, &kernel, Weight::Clicks, &mut Unwatched).unwrap();
        assert_eq!(Weight::Clicks.total(&fast, 2), Weight::Clicks.total(&plain, 2));
    }

    #[test]
    fn descent_gives_a_solution_and_says_no_more_than_it_knows() {
        let puzzle = Puzzle::from_text("grid:9x9", true, None, 2).unwrap();
        let system = System::new(&puzzle, &mut Unwatched).unwrap();
        let s = puzzle.state("all:1", None, 1).unwrap();
        let particular = system.solve(&s, &mut Unwatched).unwrap().clicks.unwrap();
        let clicks = descend(&puzzle, particular, &system.kernel(), Weight::Clicks, 1, &mut Unwatched).unwrap();
        assert_eq!(puzzle.effect(&clicks), s);
        assert!(Weight::Clicks.total(&clicks, 2) >= 25);
    }
}
