//! The search for a layout without overlap in a cavity of given size.
//!
//! A walk goes from minimum to minimum of the energy: it exchanges two disks near in size, puts a disk into a free
//! place, or shakes everything, descends, and accepts by the rule of Metropolis. Walks begin at random layouts and are
//! numbered; the answer is that of the lowest number that succeeds, so it does not depend on threads or clocks.

use super::contact::{Tight, tighten};
use super::packing::{Descent, Disks, Layout};
use kit::watch::{Progress, Watch, tend_partly};
use kit::{Error, Result};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// The moves of one walk.
const MOVES: usize = 400;

/// Walks that run side by side before their answers are looked at.
const BATCH: u64 = 8;

/// A minimum of positive energy is known well enough when the squared gradient is so small beside it.
const FLAT: f64 = 1e-7;

/// A walk's end: its energy and layout.
type End = (f64, Layout);

/// How walks ended.
pub enum Found {
    /// The number of the first that came to a layout without overlap, which is tightened.
    Fits(u64, Tight),
    /// Else the least energy that was met, its layout, and whether all walks went to their end.
    Nearest(End, bool),
}

impl Found {
    /// The layout without overlap, if there is one; who was stopped does not know.
    pub fn tight(self) -> Result<Option<Tight>> {
        match self {
            Found::Fits(_, tight) => Ok(Some(tight)),
            Found::Nearest(_, true) => Ok(None),
            Found::Nearest(_, false) => Err(Error::stopped("no layout without overlap yet")),
        }
    }
}

/// The first layout without overlap among so many walks; or else the nearest to one, also when somebody asks to stop.
pub fn search(
    disks: &Disks,
    half: f64,
    seed: u64,
    walks: std::ops::Range<u64>,
    watch: &mut dyn Watch,
) -> Result<Found> {
    let moves = (walks.end - walks.start) * MOVES as u64;
    let work = |progress: &Progress| {
        let mut least: End = (f64::INFINITY, Vec::new());
        let mut first = walks.start;
        while first < walks.end && !progress.stopped() {
            let batch: Vec<u64> = (first..walks.end.min(first + BATCH)).collect();
            let ends: Vec<std::result::Result<Tight, End>> =
                batch.par_iter().map(|&number| walk(disks, half, seed, number, progress)).collect();
            for (number, end) in batch.into_iter().zip(ends) {
                match end {
                    Ok(tight) => return Ok((number, tight)),
                    Err(end) if end.0 < least.0 => least = end,
                    Err(_) => {}
                }
            }
            first += BATCH;
        }
        Err(least)
    };
    match tend_partly(watch, Some(moves), work)? {
        Some((Ok((number, tight)), true)) => Ok(Found::Fits(number, tight)),
        // What is called proved is the same whenever it is asked, and this layout was not tightened to the end.
        Some((Ok(_), false)) => Err(Error::stopped("a layout without overlap was being tightened")),
        Some((Err(least), whole)) if least.0.is_finite() => Ok(Found::Nearest(least, whole)),
        _ => Err(Error::stopped("no walk has begun")),
    }
}

/// The energy at which a layout is worth tightening.
fn small_enough(half: f64) -> f64 {
    1e-20 * half * half
}

fn walk(disks: &Disks, half: f64, seed: u64, number: u64, progress: &Progress) -> std::result::Result<Tight, End> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(number);
    let n = disks.radii.len();
    let mut descent = Descent::new(2 * n);
    let by_size = ranked(&disks.radii);
    let enough = [small_enough(half), FLAT];
    let stopped = || progress.stopped();
    let mut here = random_layout(disks, half, &mut chance);
    let mut energy = descent.relax(disks, half, &mut here, enough, 1000, &stopped);
    let mut best: End = (energy, here.clone());
    // Warm walks wander, cold ones descend; which is better depends on the disks, so walks differ.
    let warmth = half * half * 10f64.powf(chance.random_range(-4.6..-3.2));
    for _ in 0..MOVES {
        if let Some(tight) = settle(disks, half, energy, &here, progress) {
            return Ok(tight);
        }
        if stopped() {
            break;
        }
        let mut trial = here.clone();
        disturb(disks, half, &by_size, &mut trial, &mut chance);
        let reached = descent.relax(disks, half, &mut trial, enough, 600, &stopped);
        if reached < energy || chance.random::<f64>() < ((energy - reached) / warmth).exp() {
            (energy, here) = (reached, trial);
        }
        if energy < best.0 {
            best = (energy, here.clone());
        }
        progress.add(1);
    }
    match settle(disks, half, best.0, &best.1, progress) {
        Some(tight) => Ok(tight),
        None => Err(best),
    }
}

/// Tightens a layout of almost no energy; it is an answer if it then fits.
fn settle(disks: &Disks, half: f64, energy: f64, layout: &[f64], progress: &Progress) -> Option<Tight> {
    // Overlaps of a billionth: less than what separates two sizes that `smallest` tells apart.
    if energy > 100.0 * small_enough(half) {
        return None;
    }
    let tight = tighten(disks, half, layout, || progress.stopped());
    (tight.half <= half).then_some(tight)
}

/// The disks in order of size.
fn ranked(radii: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..radii.len()).collect();
    order.sort_by(|&a, &b| radii[a].total_cmp(&radii[b]));
    order
}

fn random_place(half: f64, radius: f64, chance: &mut impl Rng) -> [f64; 2] {
    let room = (half - radius).max(0.0);
    loop {
        let (x, y) = (chance.random_range(-1.0..1.0f64), chance.random_range(-1.0..1.0f64));
        if x * x + y * y <= 1.0 {
            return [room * x, room * y];
        }
    }
}

fn random_layout(disks: &Disks, half: f64, chance: &mut impl Rng) -> Layout {
    disks.radii.iter().flat_map(|&r| random_place(half, r, chance)).collect()
}

fn disturb(disks: &Disks, half: f64, by_size: &[usize], x: &mut Layout, chance: &mut impl Rng) {
    let n = disks.radii.len();
    let kinds = disks.radii.iter().any(|&r| r != disks.radii[0]);
    match chance.random_range(0..20) {
        0..=12 if kinds && n > 1 => swap(disks, by_size, x, chance),
        0..=17 => insert(disks, half, x, chance),
        _ => {
            let reach = 0.15 * half / (n as f64).sqrt();
            x.iter_mut().for_each(|c| *c += chance.random_range(-reach..reach));
        }
    }
}

/// Exchanges two disks of different size whose ranks are near.
fn swap(disks: &Disks, by_size: &[usize], x: &mut Layout, chance: &mut impl Rng) {
    let n = by_size.len();
    for _ in 0..20 {
        let rank = chance.random_range(0..n);
        let mut apart = 1;
        while apart < n - 1 && chance.random_bool(0.45) {
            apart += 1;
        }
        let other = if chance.random_bool(0.5) { rank + apart } else { rank.wrapping_sub(apart) };
        if other < n && disks.radii[by_size[rank]] != disks.radii[by_size[other]] {
            let (i, j) = (by_size[rank], by_size[other]);
            x.swap(2 * i, 2 * j);
            x.swap(2 * i + 1, 2 * j + 1);
            return;
        }
    }
}

/// Takes a disk out, the more likely the more it is squeezed, and puts it where it overlaps least of several random
/// places.
fn insert(disks: &Disks, half: f64, x: &mut Layout, chance: &mut impl Rng) {
    let n = disks.radii.len();
    let squeezed = |x: &[f64], i: usize, p: [f64; 2]| {
        let wall = (p[0].hypot(p[1]) + disks.radii[i] - half).max(0.0);
        let others = (0..n)
            .filter(|&j| j != i)
            .map(|j| (disks.radii[i] + disks.radii[j] - (p[0] - x[2 * j]).hypot(p[1] - x[2 * j + 1])).max(0.0));
        wall + others.sum::<f64>()
    };
    let at = |x: &[f64], i: usize| squeezed(x, i, [x[2 * i], x[2 * i + 1]]);
    let (a, b) = (chance.random_range(0..n), chance.random_range(0..n));
    let i = if at(x, a) > at(x, b) { a } else { b };
    let places: Vec<[f64; 2]> = (0..24).map(|_| random_place(half, disks.radii[i], chance)).collect();
    let best = places.into_iter().min_by(|&p, &q| squeezed(x, i, p).total_cmp(&squeezed(x, i, q)));
    if let Some([px, py]) = best {
        (x[2 * i], x[2 * i + 1]) = (px, py);
    }
}

/// Shrinks as far as it goes: each success sets a new size to beat, and so many walks without success end it.
pub fn smallest(disks: &Disks, start: f64, seed: u64, walks: u64, watch: &mut dyn Watch) -> Result<Tight> {
    let mut first = 0;
    // A size in which any random walk succeeds, then ever less.
    let mut size = start;
    let mut best: Option<Tight> = None;
    loop {
        match (search(disks, size, seed, first..first + walks, watch), best.take()) {
            (Ok(Found::Fits(number, tight)), _) => {
                size = tight.half * (1.0 - 1e-7);
                first = number + 1;
                best = Some(tight);
            }
            (Ok(Found::Nearest(_, true)), None) => {
                size *= 1.05;
                first += walks;
            }
            (Ok(Found::Nearest(_, false)), None) => return Err(Error::stopped("no layout without overlap yet")),
            // The smallest so far, whether the search came to its end or somebody asked to stop.
            (Ok(Found::Nearest(..)), Some(best)) => return Ok(best),
            (Err(error), Some(best)) if error.is_stopped() => return Ok(best),
            (Err(error), _) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::packing::Wall;
    use super::*;
    use kit::Unwatched;

    #[test]
    fn five_contest_disks_find_their_circle() {
        let disks = Disks { radii: (1..=5).map(f64::from).collect(), wall: Wall::Circle };
        let tight = smallest(&disks, 10.0, 1, 4, &mut Unwatched).unwrap();
        assert!((tight.half - 9.001397746).abs() < 1e-8, "{}", tight.half);
    }

    #[test]
    fn the_answer_does_not_depend_on_threads() {
        let disks = Disks { radii: vec![1.0; 9], wall: Wall::Circle };
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let find = || match search(&disks, 3.7, 5, 0..16, &mut Unwatched).unwrap() {
            Found::Fits(number, tight) => (number, tight.layout),
            Found::Nearest((_, layout), whole) => (u64::from(whole), layout),
        };
        assert_eq!(one.install(find), find());
    }
}
