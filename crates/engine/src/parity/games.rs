//! How many complete games there are, exactly.
//!
//! `down(x)` is the number of ways to play from x to the end. With m <= 25 squares it fits a `u64` from five squares on (at most 20!); below, the numbers of ways
//! *up* to each set of five squares are small. Every game that lasts so long passes exactly one set of that size, so
//! the total is the sum of up * down over them, plus the games that end earlier.

use super::ParityGame;
use crate::subsets::{SubsetGame, squares_of};
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
    let down = Down::new(game, progress)?;
    let mut ways_up: FxHashMap<u64, u128> = FxHashMap::from_iter([(0, 1)]);
    let mut ended = 0;
    for _ in 0..waist {
        let mut next: FxHashMap<u64, u128> = FxHashMap::default();
        for (x, ways) in ways_up {
            match game.open(x) {
                0 => ended += ways,
                open => squares_of(open).for_each(|s| *next.entry(x | 1 << s).or_default() += ways),
            }
        }
        ways_up = next;
    }
    Some(ended + ways_up.into_iter().map(|(x, ways)| ways * u128::from(down.get(x))).sum::<u128>())
}

/// down(x) for all sets, in blocks of 2^12; numbers of sets below the waist wrap around and are never read.
struct Down {
    low: usize,
    blocks: Vec<OnceLock<Box<[u64]>>>,
}

impl Down {
    fn get(&self, x: u64) -> u64 {
        self.block(x as usize >> self.low)[x as usize & ((1 << self.low) - 1)]
    }

    fn block(&self, top: usize) -> &[u64] {
        self.blocks[top].get().expect("larger sets come first")
    }

    fn new(game: &ParityGame, progress: &Progress) -> Option<Down> {
        // A small game is padded with squares that are never open.
        let m = game.squares().max(LOW);
        let low = m.min(BLOCK);
        let high = m - low;
        let down = Down { low, blocks: (0..1usize << high).map(|_| OnceLock::new()).collect() };
        let masks: Vec<[u64; WORD]> = (0..game.squares()).map(|s| open_lanes(game, s)).collect();
        let mut ranks = vec![Vec::new(); high + 1];
        (0..1usize << high).for_each(|top| ranks[top.count_ones() as usize].push(top));
        for rank in ranks.into_iter().rev() {
            rank.into_par_iter().for_each(|top| {
                if !progress.stopped() {
                    let numbers = kernel::fill(&down, game, &masks, top, high);
                    assert!(down.blocks[top].set(numbers).is_ok(), "a block is written once");
                }
            });
            if progress.stopped() {
                return None;
            }
        }
        Some(down)
    }

    #[inline(always)]
    fn fill(&self, game: &ParityGame, masks: &[[u64; WORD]], top: usize, high: usize) -> Box<[u64]> {
        let mut out = vec![0u64; 1 << self.low];
        for word in (0..out.len() / WORD).rev() {
            let base = top << self.low | word << LOW;
            let inverted = |s: usize| (game.rows[s] & base as u64).count_ones() & 1 == 1;
            let mut sums = [0u64; WORD];
            for t in squares_of(!top as u64 & ((1 << high) - 1)) {
                let lanes = &self.block(top | 1 << t)[word << LOW..][..WORD];
                add_open(&mut sums, lanes, &masks[self.low + t], inverted(self.low + t));
            }
            for t in squares_of(!word as u64 & ((1 << (self.low - LOW)) - 1)) {
                let lanes = &out[(word | 1 << t) << LOW..][..WORD];
                add_open(&mut sums, lanes, &masks[LOW + t], inverted(LOW + t));
            }
            let within: [&[u64; WORD]; LOW] = std::array::from_fn(|s| masks.get(s).unwrap_or(&[0; WORD]));
            finish_word(&mut sums, within, std::array::from_fn(|s| s < masks.len() && inverted(s)));
            out[word << LOW..][..WORD].copy_from_slice(&sums);
        }
        out.into_boxed_slice()
    }
}

/// For each of the 64 sets of low squares all ones where s is open, if it sees an even number of the higher squares.
fn open_lanes(game: &ParityGame, s: usize) -> [u64; WORD] {
    let odd = |low: usize| u64::from((game.rows[s] & low as u64).count_ones()) & 1;
    std::array::from_fn(|low| if odd(low) == game.target >> s & 1 { u64::MAX } else { 0 })
}

#[inline(always)]
fn add_open(sums: &mut [u64; WORD], lanes: &[u64], mask: &[u64; WORD], inverted: bool) {
    let flip = if inverted { u64::MAX } else { 0 };
    for ((sum, &lane), &open) in sums.iter_mut().zip(lanes).zip(mask) {
        *sum = sum.wrapping_add(lane & (open ^ flip));
    }
}

/// Adds the moves within the word, the larger sets first; a set without any move is one game.
#[inline(always)]
fn finish_word(sums: &mut [u64; WORD], masks: [&[u64; WORD]; LOW], inverted: [bool; LOW]) {
    let flips = inverted.map(|odd| if odd { u64::MAX } else { 0 });
    for low in (0..WORD).rev() {
        let mut sum = sums[low];
        for s in 0..LOW {
            let larger = low | 1 << s;
            if larger != low {
                sum = sum.wrapping_add(sums[larger] & (masks[s][low] ^ flips[s]));
            }
        }
        // Every number of ways is at least one, so zero means that nothing was added: no move at all. Above the waist nothing wraps.
        sums[low] = sum.max(1);
    }
}

/// The inner loop, compiled a second time for processors with wider words and a population count.
mod kernel {
    #![allow(unsafe_code)]

    use super::{Down, ParityGame, WORD};

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn wide_fill(down: &Down, game: &ParityGame, masks: &[[u64; WORD]], top: usize, high: usize) -> Box<[u64]> {
        down.fill(game, masks, top, high)
    }

    pub(super) fn fill(down: &Down, game: &ParityGame, masks: &[[u64; WORD]], top: usize, high: usize) -> Box<[u64]> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") {
            // SAFETY: the features that the function is compiled for were just detected.
            return unsafe { wide_fill(down, game, masks, top, high) };
        }
        down.fill(game, masks, top, high)
    }
}
