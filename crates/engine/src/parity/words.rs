//! Sixty-four positions at a time.
//!
//! A position x of m squares is split into *low* (the first six squares: the bit within a word), *mid* (the next twelve
//! at most: the word within a block) and *top* (the block). For a square s, openness over the 64 positions of a word is
//! the fixed pattern `low_open[s]`, inverted when the squares of mid and top that s sees are odd in number; the
//! parities of all squares at once are one xor of two table entries.

use super::ParityGame;
use crate::bits::{HAS, ones};
use crate::parity::subsets::SubsetGame;
use kit::watch::Progress;
use rayon::prelude::*;
use std::sync::OnceLock;

const LOW: usize = 6;
const MID: usize = 12;

/// Within a word, the positions with so many low squares.
const LEVEL: [u64; LOW + 1] = levels();

const fn levels() -> [u64; LOW + 1] {
    let mut levels = [0; LOW + 1];
    let mut low = 0u32;
    while low < 64 {
        levels[low.count_ones() as usize] |= 1 << low;
        low += 1;
    }
    levels
}

/// One bit for every set of squares. A block is written once, by one thread, and read by others only afterwards.
pub struct Table {
    mid: usize,
    blocks: Vec<OnceLock<Box<[u64]>>>,
}

impl Table {
    fn new(shape: Shape) -> Table {
        Table { mid: shape.mid, blocks: (0..1usize << shape.top).map(|_| OnceLock::new()).collect() }
    }

    fn block(&self, top: usize) -> &[u64] {
        self.blocks[top].get().expect("blocks are visited in the order of their dependencies")
    }

    fn put(&self, top: usize, words: Box<[u64]>) {
        assert!(self.blocks[top].set(words).is_ok(), "a block is written once");
    }

    /// Forgets blocks that are not asked for any more.
    fn let_go(&mut self, tops: &[usize]) {
        tops.iter().for_each(|&top| {
            self.blocks[top].take();
        });
    }

    /// How many sets it has.
    pub fn count(&self) -> u64 {
        let ones = |top: usize| self.block(top).iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        (0..self.blocks.len()).into_par_iter().map(ones).sum()
    }

    /// Adds the sets of another table.
    pub fn unite(&mut self, other: &Table) {
        self.blocks.par_iter_mut().enumerate().for_each(|(top, block)| {
            let words = block.get_mut().expect("a finished table has all its blocks");
            words.iter_mut().zip(other.block(top)).for_each(|(word, more)| *word |= more);
        });
    }

    /// The bit of a set.
    pub fn get(&self, x: u64) -> bool {
        let word = (x >> LOW) as usize & ((1 << self.mid) - 1);
        self.block((x >> (LOW + self.mid)) as usize)[word] >> (x & 63) & 1 == 1
    }
}

#[derive(Clone, Copy)]
struct Shape {
    mid: usize,
    top: usize,
}

impl Shape {
    fn of(squares: usize) -> Shape {
        let high = squares.saturating_sub(LOW);
        let mid = high.min(MID);
        Shape { mid, top: high - mid }
    }

    fn words(self) -> usize {
        1 << self.mid
    }

    /// Blocks in groups whose members do not depend on each other: by the number of top squares in the set.
    fn ranks(self) -> Vec<Vec<usize>> {
        let mut ranks = vec![Vec::new(); self.top + 1];
        (0..1usize << self.top).for_each(|top| ranks[top.count_ones() as usize].push(top));
        ranks
    }
}

/// What is reached from the empty set, counted by the size of the set.
pub struct Survey {
    /// Whether the empty set is lost for the player to move.
    pub start_lost: bool,
    /// How many sets of each size are reachable.
    pub reachable_by_size: Vec<u64>,
    /// How many of them have no open square left (the full set is one of them).
    pub locked_by_size: Vec<u64>,
    /// How many of them are lost for the player to move.
    pub lost_by_size: Vec<u64>,
}

/// The tables that turn a set into open squares.
struct Patterns {
    low_open: Vec<u64>,
    mid_parity: Vec<u64>,
    shape: Shape,
    rows: Vec<u64>,
}

impl Patterns {
    fn new(game: &ParityGame) -> Patterns {
        let shape = Shape::of(game.squares());
        let odd = |mask: u64| u64::from(mask.count_ones()) & 1;
        let low_open = |s: usize| {
            let open = |low: &u64| odd(game.rows[s] & low) == game.target >> s & 1;
            (0..64u64).filter(open).fold(0, |word, low| word | 1 << low)
        };
        let parities = |x: u64| (0..game.squares()).fold(0, |bits, s| bits | odd(game.rows[s] & x) << s);
        let mut patterns: Vec<u64> = (0..game.squares()).map(low_open).collect();
        // A game on fewer than six squares is padded with squares that never open.
        patterns.resize(patterns.len().max(LOW), 0);
        Patterns {
            low_open: patterns,
            mid_parity: (0..shape.words() as u64).map(|mid| parities(mid << LOW)).collect(),
            shape,
            rows: game.rows.clone(),
        }
    }

    fn top_parity(&self, top: usize) -> u64 {
        let x = (top as u64) << (LOW + self.shape.mid);
        self.rows.iter().enumerate().fold(0, |bits, (s, row)| bits | (u64::from((row & x).count_ones()) & 1) << s)
    }

    /// Where square s is open in a word whose mid and top squares give these parities.
    #[inline(always)]
    fn open(&self, s: usize, parities: u64) -> u64 {
        self.low_open[s] ^ 0u64.wrapping_sub(parities >> s & 1)
    }

    /// `into[i] |= from[i]` wherever square s is open, for all words of a block.
    #[inline(always)]
    fn gather(&self, into: &mut [u64], from: &[u64], s: usize, top_parity: u64) {
        let pattern = self.open(s, top_parity);
        for ((word, &other), &parity) in into.iter_mut().zip(from).zip(&self.mid_parity) {
            *word |= other & (pattern ^ 0u64.wrapping_sub(parity >> s & 1));
        }
    }

    /// The sets of a block that are in the layer: not in `below` and without an option in the layer.
    #[inline(always)]
    fn layer_block(&self, table: &Table, below: Option<&Table>, top: usize) -> Box<[u64]> {
        let (shape, parity) = (self.shape, self.top_parity(top));
        let mut out = match below {
            Some(below) => below.block(top).to_vec(),
            None => vec![0; shape.words()],
        };
        for t in ones(!top as u64 & ((1 << shape.top) - 1)) {
            self.gather(&mut out, table.block(top | 1 << t), LOW + shape.mid + t, parity);
        }
        for mid in (0..shape.words()).rev() {
            let parities = self.mid_parity[mid] ^ parity;
            let mut barred = out[mid];
            for t in ones(!mid as u64 & (shape.words() as u64 - 1)) {
                barred |= out[mid | 1 << t] & self.open(LOW + t, parities);
            }
            let open: [u64; LOW] = std::array::from_fn(|j| self.open(j, parities) & !HAS[j]);
            let mut word = LEVEL[LOW] & !barred;
            for level in LEVEL[..LOW].iter().rev() {
                let upward = (0..LOW).fold(0, |bits, j| bits | word >> (1 << j) & open[j]);
                word |= level & !(barred | upward);
            }
            out[mid] = word;
        }
        out.into_boxed_slice()
    }

    /// The reachable sets of a block.
    #[inline(always)]
    fn reach_block(&self, table: &Table, top: usize) -> Box<[u64]> {
        let (shape, parity) = (self.shape, self.top_parity(top));
        let mut out = vec![0; shape.words()];
        out[0] = u64::from(top == 0);
        for t in ones(top as u64) {
            self.gather(&mut out, table.block(top & !(1 << t)), LOW + shape.mid + t, parity);
        }
        for mid in 0..shape.words() {
            let parities = self.mid_parity[mid] ^ parity;
            let mut word = out[mid];
            for t in ones(mid as u64) {
                word |= out[mid & !(1 << t)] & self.open(LOW + t, parities);
            }
            let open: [u64; LOW] = std::array::from_fn(|j| self.open(j, parities));
            for _ in 0..LOW {
                let grown = (0..LOW).fold(word, |bits, j| bits | word << (1 << j) & open[j] & HAS[j]);
                if grown == word {
                    break;
                }
                word = grown;
            }
            out[mid] = word;
        }
        out.into_boxed_slice()
    }

    /// The reachable sets of a block by size, with the locked and the lost ones among them.
    #[inline(always)]
    fn count_block(&self, reachable: &[u64], lost: &[u64], top: usize) -> Counts {
        let parity = self.top_parity(top);
        let mut counts = Counts::default();
        for (mid, (&word, &lost)) in reachable.iter().zip(lost).enumerate().filter(|(_, (word, _))| **word != 0) {
            let size = (top.count_ones() + mid.count_ones()) as usize;
            let locked = word & !self.any_open(top, mid, self.mid_parity[mid] ^ parity);
            counts.add(size, [word, locked, word & lost]);
        }
        counts
    }

    /// The positions of a word that have any open square at all.
    #[inline(always)]
    fn any_open(&self, top: usize, mid: usize, parities: u64) -> u64 {
        let low = (0..LOW).fold(0, |bits, j| bits | self.open(j, parities) & !HAS[j]);
        let high = ((top << self.shape.mid) | mid) as u64;
        let mut any = low;
        for t in ones(!high & ((1 << (self.shape.mid + self.shape.top)) - 1)) {
            if any == u64::MAX {
                break;
            }
            any |= self.open(LOW + t, parities);
        }
        any
    }
}

/// Reachable, locked and lost sets by size.
#[derive(Clone)]
struct Counts([[u64; 3]; 48]);

impl Default for Counts {
    fn default() -> Counts {
        Counts([[0; 3]; 48])
    }
}

impl Counts {
    #[inline(always)]
    fn add(&mut self, size: usize, words: [u64; 3]) {
        for (level, mask) in LEVEL.iter().enumerate() {
            for (kind, word) in words.iter().enumerate() {
                self.0[size + level][kind] += u64::from((word & mask).count_ones());
            }
        }
    }

    fn merge(mut self, other: &Counts) -> Counts {
        for (sum, part) in self.0.iter_mut().flatten().zip(other.0.iter().flatten()) {
            *sum += part;
        }
        self
    }

    fn column(&self, kind: usize, squares: usize) -> Vec<u64> {
        self.0[..=squares].iter().map(|row| row[kind]).collect()
    }
}

impl ParityGame {
    /// The number of blocks of one pass, which is the number of steps that a pass counts.
    pub fn blocks(&self) -> u64 {
        1 << Shape::of(self.squares()).top
    }

    /// The bytes of one table.
    pub fn table_bytes(&self) -> u64 {
        8 << (Shape::of(self.squares()).mid + Shape::of(self.squares()).top)
    }

    /// The sets lost for the player to move: those of nimber 0. `None` when stopped.
    pub fn lost(&self, progress: &Progress) -> Option<Table> {
        self.layer(None, progress)
    }

    /// Given the sets of nimber less than k, the sets of nimber k: those whose nimber is not less, without an option of
    /// nimber k. `None` when stopped.
    pub fn next_nimber(&self, below: &Table, progress: &Progress) -> Option<Table> {
        self.layer(Some(below), progress)
    }

    fn layer(&self, below: Option<&Table>, progress: &Progress) -> Option<Table> {
        let patterns = Patterns::new(self);
        let table = Table::new(patterns.shape);
        for rank in patterns.shape.ranks().into_iter().rev() {
            rank.into_par_iter().for_each(|top| {
                if !progress.stopped() {
                    table.put(top, kernels::layer_block(&patterns, &table, below, top));
                    progress.add(1);
                }
            });
            if progress.stopped() {
                return None;
            }
        }
        Some(table)
    }

    /// What legal play from the empty set reaches; nothing of the padding of a game on fewer than six squares, whose
    /// squares never open. `None` when stopped.
    pub fn reachable(&self, progress: &Progress) -> Option<Table> {
        let patterns = Patterns::new(self);
        let table = Table::new(patterns.shape);
        for rank in patterns.shape.ranks() {
            rank.into_par_iter().for_each(|top| {
                if !progress.stopped() {
                    table.put(top, kernels::reach_block(&patterns, &table, top));
                    progress.add(1);
                }
            });
            if progress.stopped() {
                return None;
            }
        }
        Some(table)
    }

    /// Counts the reachable sets beside the lost ones, from the large sets to the small. The lost sets of a block need
    /// those of blocks with one square more and no others, and counted blocks need nothing, so that both are let go:
    /// there is never much more than one table ([`survey_bytes`](Self::survey_bytes)). `None` when stopped.
    pub fn survey(&self, mut reachable: Table, progress: &Progress) -> Option<Survey> {
        let patterns = Patterns::new(self);
        let (mut lost, ranks) = (Table::new(patterns.shape), patterns.shape.ranks());
        let mut counts = Counts::default();
        for rank in (0..ranks.len()).rev() {
            let visit = |&top: &usize| {
                if progress.stopped() {
                    return Counts::default();
                }
                let words = kernels::layer_block(&patterns, &lost, None, top);
                let counts = kernels::count_block(&patterns, reachable.block(top), &words, top);
                lost.put(top, words);
                progress.add(1);
                counts
            };
            let of_rank = ranks[rank].par_iter().map(visit).reduce(Counts::default, |a, b| a.merge(&b));
            if progress.stopped() {
                return None;
            }
            counts = counts.merge(&of_rank);
            reachable.let_go(&ranks[rank]);
            ranks.get(rank + 1).into_iter().for_each(|above| lost.let_go(above));
        }
        let m = self.squares();
        Some(Survey {
            start_lost: lost.get(0),
            reachable_by_size: counts.column(0, m),
            locked_by_size: counts.column(1, m),
            lost_by_size: counts.column(2, m),
        })
    }

    /// The most bytes that the tables of a [`survey`](Self::survey) take at once.
    pub fn survey_bytes(&self) -> u64 {
        let shape = Shape::of(self.squares());
        let ranks: Vec<u64> = shape.ranks().iter().map(|rank| rank.len() as u64).collect();
        // While a rank is counted: the reachable sets up to it, and the lost ones of it and of the one above.
        let at = |rank: usize| ranks[..(rank + 2).min(ranks.len())].iter().sum::<u64>() + ranks[rank];
        (0..ranks.len()).map(at).max().unwrap_or(0) * 8 * shape.words() as u64
    }
}

/// The inner loops, compiled a second time for processors with wider words and a population count.
mod kernels {
    #![allow(unsafe_code)]

    use super::{Counts, Patterns, Table};

    #[cfg(target_arch = "x86_64")]
    fn wide() -> bool {
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1")
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn wide_layer(patterns: &Patterns, table: &Table, below: Option<&Table>, top: usize) -> Box<[u64]> {
        patterns.layer_block(table, below, top)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn wide_reach(patterns: &Patterns, table: &Table, top: usize) -> Box<[u64]> {
        patterns.reach_block(table, top)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn wide_count(patterns: &Patterns, reachable: &[u64], lost: &[u64], top: usize) -> Counts {
        patterns.count_block(reachable, lost, top)
    }

    pub(super) fn layer_block(patterns: &Patterns, table: &Table, below: Option<&Table>, top: usize) -> Box<[u64]> {
        #[cfg(target_arch = "x86_64")]
        if wide() {
            // SAFETY: the features that the function is compiled for were just detected.
            return unsafe { wide_layer(patterns, table, below, top) };
        }
        patterns.layer_block(table, below, top)
    }

    pub(super) fn reach_block(patterns: &Patterns, table: &Table, top: usize) -> Box<[u64]> {
        #[cfg(target_arch = "x86_64")]
        if wide() {
            // SAFETY: as above.
            return unsafe { wide_reach(patterns, table, top) };
        }
        patterns.reach_block(table, top)
    }

    pub(super) fn count_block(patterns: &Patterns, reachable: &[u64], lost: &[u64], top: usize) -> Counts {
        #[cfg(target_arch = "x86_64")]
        if wide() {
            // SAFETY: as above.
            return unsafe { wide_count(patterns, reachable, lost, top) };
        }
        patterns.count_block(reachable, lost, top)
    }
}
