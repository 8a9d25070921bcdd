//! How many complete games there are, exactly.
//!
//! `down(x)` is the number of ways to play from x to the end. With m <= 25 squares it fits a `u64` from five squares on
//! (at most 20!); below, the numbers of ways *up* to each set of five squares are small. Every game that lasts so long
//! passes exactly one set of that size, so the total is the sum of up * down over them, plus the games that end
//! earlier.

use super::ParityGame;
use crate::bits::ones;
use crate::parity::subsets::SubsetGame;
use kit::watch::Progress;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

const LOW: usize = 6;
const WORD: usize = 1 << LOW;
const BLOCK: usize = 12;

/// The most squares for which [`complete_games`] stays exact and within memory.
const MOST: usize = 25;

/// The number of complete games from the empty set, for at most 25 squares. `None` when stopped.
pub fn complete_games(game: &ParityGame, progress: &Progress) -> Option<u128> {
    let m = game.squares();
    assert!(m <= MOST, "2^{m} numbers of 64 bits do not fit");
    let waist = m.saturating_sub(20);
    let mut ways_up: FxHashMap<u64, u64> = FxHashMap::from_iter([(0, 1)]);
    let mut ended = 0;
    for _ in 0..waist {
        let mut next: FxHashMap<u64, u64> = FxHashMap::default();
        for (x, ways) in ways_up {
            match game.open(x) {
                0 => ended += u128::from(ways),
                open => ones(open).for_each(|s| *next.entry(x | 1 << s).or_default() += ways),
            }
        }
        ways_up = next;
    }
    // Sorted by block, so that each block can find the sets of the waist that lie in it.
    let mut waist: Vec<(u64, u64)> = ways_up.into_iter().collect();
    waist.sort_unstable();
    Down::new(game).through(&waist, progress).map(|games| ended + games)
}

/// down(x) block by block; numbers of sets below the waist wrap around and are never read.
struct Down<'g> {
    game: &'g ParityGame,
    low: usize,
    high: usize,
    /// For each square its lanes where it is open: those for an even number of higher neighbours in the set, those for
    /// an odd one.
    masks: Vec<[[u64; WORD]; 2]>,
    blocks: Vec<OnceLock<Box<[u64]>>>,
}

impl Down<'_> {
    fn new(game: &ParityGame) -> Down<'_> {
        // A small game is padded with squares that are never open.
        let m = game.squares().max(LOW);
        let low = m.min(BLOCK);
        let high = m - low;
        let mut masks: Vec<_> = (0..game.squares()).map(|s| open_lanes(game, s)).collect();
        masks.resize(m, [[0; WORD]; 2]);
        Down { game, low, high, masks, blocks: (0..1usize << high).map(|_| OnceLock::new()).collect() }
    }

    /// The sum of up * down over the waist. A block depends only on blocks with one square more, so older ones are let
    /// go.
    fn through(mut self, waist: &[(u64, u64)], progress: &Progress) -> Option<u128> {
        let mut ranks = vec![Vec::new(); self.high + 1];
        (0..1usize << self.high).for_each(|top| ranks[top.count_ones() as usize].push(top));
        let mut games = 0;
        for rank in (0..=self.high).rev() {
            let down = &self;
            let visit = |&top: &usize| {
                if progress.stopped() {
                    return 0;
                }
                let numbers = kernel::fill(down, top);
                let games = down.games_through(waist, top, &numbers);
                assert!(down.blocks[top].set(numbers).is_ok(), "a block is written once");
                games
            };
            games += ranks[rank].par_iter().map(visit).sum::<u128>();
            if progress.stopped() {
                return None;
            }
            for &top in ranks.get(rank + 1).into_iter().flatten() {
                self.blocks[top].take();
            }
        }
        Some(games)
    }

    fn games_through(&self, waist: &[(u64, u64)], top: usize, numbers: &[u64]) -> u128 {
        let first = (top as u64) << self.low;
        let from = waist.partition_point(|&(x, _)| x < first);
        let here = waist[from..].iter().take_while(|&&(x, _)| x >> self.low == top as u64);
        here.map(|&(x, ways)| u128::from(ways) * u128::from(numbers[(x - first) as usize])).sum()
    }

    fn block(&self, top: usize) -> &[u64] {
        self.blocks[top].get().expect("larger sets come first")
    }

    #[inline(always)]
    fn fill(&self, top: usize) -> Box<[u64]> {
        let mut out = vec![0u64; 1 << self.low];
        for word in (0..out.len() / WORD).rev() {
            let base = (top << self.low | word << LOW) as u64;
            let rows = &self.game.rows;
            let odd = |s: usize| rows.get(s).map_or(0, |row| (row & base).count_ones() as usize & 1);
            let mut sums = [0u64; WORD];
            for t in ones(!top as u64 & ((1 << self.high) - 1)) {
                let s = self.low + t;
                add_open(&mut sums, &self.block(top | 1 << t)[word << LOW..][..WORD], &self.masks[s][odd(s)]);
            }
            for t in ones(!word as u64 & ((1 << (self.low - LOW)) - 1)) {
                let s = LOW + t;
                add_open(&mut sums, &out[(word | 1 << t) << LOW..][..WORD], &self.masks[s][odd(s)]);
            }
            finish_word(&mut sums, std::array::from_fn(|s| &self.masks[s][odd(s)]));
            out[word << LOW..][..WORD].copy_from_slice(&sums);
        }
        out.into_boxed_slice()
    }
}

/// For each of the 64 sets of low squares all ones where s is open: when it sees an even number of the higher squares,
/// and when an odd one.
fn open_lanes(game: &ParityGame, s: usize) -> [[u64; WORD]; 2] {
    let odd = |low: usize| u64::from((game.rows[s] & low as u64).count_ones()) & 1;
    let even = std::array::from_fn(|low| if odd(low) == game.target >> s & 1 { u64::MAX } else { 0 });
    [even, even.map(|lane: u64| !lane)]
}

#[inline(always)]
fn add_open(sums: &mut [u64; WORD], lanes: &[u64], open: &[u64; WORD]) {
    for ((sum, &lane), &open) in sums.iter_mut().zip(lanes).zip(open) {
        *sum = sum.wrapping_add(lane & open);
    }
}

/// Adds the moves within the word, the larger sets first, four sets at a time; a set without any move is one game.
#[inline(always)]
fn finish_word(sums: &mut [u64; WORD], open: [&[u64; WORD]; LOW]) {
    for group in (0..WORD).step_by(4).rev() {
        let mut four: [u64; 4] = std::array::from_fn(|lane| sums[group + lane]);
        for (s, open) in open.iter().enumerate().skip(2) {
            let larger = group | 1 << s;
            if larger != group {
                for lane in 0..4 {
                    four[lane] = four[lane].wrapping_add(sums[larger + lane] & open[group + lane]);
                }
            }
        }
        // Every number of ways is at least one, so zero means that nothing was added: no move at all. Above the waist
        // nothing wraps.
        let also = |sum: u64, from: u64, s: usize, lane: usize| sum.wrapping_add(from & open[s][group + lane]);
        four[3] = four[3].max(1);
        four[2] = also(four[2], four[3], 0, 2).max(1);
        four[1] = also(four[1], four[3], 1, 1).max(1);
        four[0] = also(also(four[0], four[1], 0, 0), four[2], 1, 0).max(1);
        sums[group..group + 4].copy_from_slice(&four);
    }
}

/// The inner loop, compiled a second time for processors with wider words and a population count.
mod kernel {
    #![allow(unsafe_code)]

    use super::Down;

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn wide_fill(down: &Down<'_>, top: usize) -> Box<[u64]> {
        down.fill(top)
    }

    pub(super) fn fill(down: &Down<'_>, top: usize) -> Box<[u64]> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") {
            // SAFETY: the features that the function is compiled for were just detected.
            return unsafe { wide_fill(down, top) };
        }
        down.fill(top)
    }
}
