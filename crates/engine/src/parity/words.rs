//! Five hundred and twelve positions at a time.
//!
//! A position x of m squares is split into *low* (the first nine squares: six tell the bit within a word, three the
//! word within a row of eight), *mid* (the next nine at most: the row within a block) and *top* (the block). For a
//! square s, openness over the positions of a row is a fixed pattern, inverted when the squares of mid and top that s
//! sees are odd in number; the parities of all squares at once are one xor of two table entries.

use super::ParityGame;
use super::rows::{BITS, Eight, LACKS, LEVELS, LOW, Row, levels_of_word};
use crate::bits::ones;
use crate::parity::subsets::SubsetGame;
use kit::watch::Progress;
use rayon::prelude::*;
use std::sync::OnceLock;

const MID: usize = 9;

/// One bit for every set of squares. A block is written once, by one thread, and read by others only afterwards.
pub struct Table {
    mid: usize,
    blocks: Vec<OnceLock<Box<[Row]>>>,
}

impl Table {
    fn new(shape: Shape) -> Table {
        Table { mid: shape.mid, blocks: (0..1usize << shape.top).map(|_| OnceLock::new()).collect() }
    }

    fn block(&self, top: usize) -> &[Row] {
        self.blocks[top].get().expect("blocks are visited in the order of their dependencies")
    }

    fn put(&self, top: usize, rows: Box<[Row]>) {
        assert!(self.blocks[top].set(rows).is_ok(), "a block is written once");
    }

    /// Forgets blocks that are not asked for any more.
    fn let_go(&mut self, tops: &[usize]) {
        tops.iter().for_each(|&top| {
            self.blocks[top].take();
        });
    }

    /// How many sets it has.
    pub fn count(&self) -> u64 {
        let words = |top: usize| self.block(top).iter().flat_map(|row| row.0);
        let ones = |top: usize| words(top).map(|word| u64::from(word.count_ones())).sum::<u64>();
        (0..self.blocks.len()).into_par_iter().map(ones).sum()
    }

    /// Adds the sets of another table.
    pub fn unite(&mut self, other: &Table) {
        self.blocks.par_iter_mut().enumerate().for_each(|(top, block)| {
            let rows = block.get_mut().expect("a finished table has all its blocks");
            let words = rows.iter_mut().flat_map(|row| &mut row.0);
            words.zip(other.block(top).iter().flat_map(|row| row.0)).for_each(|(word, more)| *word |= more);
        });
    }

    /// The bit of a set.
    pub fn get(&self, x: u64) -> bool {
        let row = (x >> LOW) as usize & ((1 << self.mid) - 1);
        self.block((x >> (LOW + self.mid)) as usize)[row].has(x as usize & ((1 << LOW) - 1))
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

    fn rows(self) -> usize {
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
    /// For each square where it is open in a row if mid and top add an even number, and where if an odd one.
    open: Vec<[Row; 2]>,
    mid_parity: Vec<u64>,
    shape: Shape,
    rows: Vec<u64>,
}

impl Patterns {
    fn new(game: &ParityGame) -> Patterns {
        let shape = Shape::of(game.squares());
        let odd = |mask: u64| u64::from(mask.count_ones()) & 1;
        let pattern = |s: usize| {
            let even = Row::of(|low| odd(game.rows[s] & low as u64) == game.target >> s & 1);
            [even, Row(even.0.map(|word| !word))]
        };
        let parities = |x: u64| (0..game.squares()).fold(0, |bits, s| bits | odd(game.rows[s] & x) << s);
        let mut open: Vec<[Row; 2]> = (0..game.squares()).map(pattern).collect();
        // A game on fewer squares than a row has is padded with squares that never open.
        open.resize(open.len().max(LOW), [Row::NONE; 2]);
        Patterns {
            open,
            mid_parity: (0..shape.rows() as u64).map(|mid| parities(mid << LOW)).collect(),
            shape,
            rows: game.rows.clone(),
        }
    }

    fn top_parity(&self, top: usize) -> u64 {
        let x = (top as u64) << (LOW + self.shape.mid);
        self.rows.iter().enumerate().fold(0, |bits, (s, row)| bits | (u64::from((row & x).count_ones()) & 1) << s)
    }

    /// Where square s is open in a row whose mid and top squares give these parities.
    #[inline(always)]
    fn open<E: Eight>(&self, s: usize, parities: u64) -> E {
        E::of(&self.open[s][(parities >> s & 1) as usize])
    }

    /// The blocks that differ from one by a top square of these, each with its square.
    fn beside<'a>(&self, table: &'a Table, top: usize, squares: usize) -> Vec<(&'a [Row], usize)> {
        ones(squares as u64).map(|t| (table.block(top ^ 1 << t), LOW + self.shape.mid + t)).collect()
    }

    /// The sets of a block that are in the layer: not in `below` and without an option in the layer.
    #[inline(always)]
    fn layer_block<E: Eight>(&self, table: &Table, below: Option<&Table>, top: usize) -> Box<[Row]> {
        let (shape, parity) = (self.shape, self.top_parity(top));
        let mut out = match below {
            Some(below) => below.block(top).to_vec(),
            None => vec![Row::NONE; shape.rows()],
        };
        let above = self.beside(table, top, !top & ((1 << shape.top) - 1));
        for mid in (0..shape.rows()).rev() {
            let parities = self.mid_parity[mid] ^ parity;
            let mut barred = E::of(&out[mid]);
            for &(block, s) in &above {
                barred = barred.or(E::of(&block[mid]).and(self.open(s, parities)));
            }
            for t in ones(!mid as u64 & (shape.rows() as u64 - 1)) {
                barred = barred.or(E::of(&out[mid | 1 << t]).and(self.open(LOW + t, parities)));
            }
            let open: [E; LOW] = std::array::from_fn(|j| self.open::<E>(j, parities).and(E::of(&LACKS[j])));
            let mut row = E::of(&LEVELS[LOW]).without(barred);
            for level in LEVELS[..LOW].iter().rev() {
                let mut barred = barred;
                for j in 0..BITS {
                    barred = barred.or(row.down(j).and(open[j]));
                }
                for j in BITS..LOW {
                    barred = barred.or(row.swapped(j - BITS).and(open[j]));
                }
                row = row.or(E::of(level).without(barred));
            }
            out[mid] = row.row();
        }
        out.into_boxed_slice()
    }

    /// The reachable sets of a block.
    #[inline(always)]
    fn reach_block<E: Eight>(&self, table: &Table, top: usize) -> Box<[Row]> {
        let (shape, parity) = (self.shape, self.top_parity(top));
        let mut out = vec![Row::NONE; shape.rows()];
        if top == 0 {
            out[0] = Row::of(|low| low == 0);
        }
        let below = self.beside(table, top, top);
        for mid in 0..shape.rows() {
            let parities = self.mid_parity[mid] ^ parity;
            let mut row = E::of(&out[mid]);
            for &(block, s) in &below {
                row = row.or(E::of(&block[mid]).and(self.open(s, parities)));
            }
            for t in ones(mid as u64) {
                row = row.or(E::of(&out[mid & !(1 << t)]).and(self.open(LOW + t, parities)));
            }
            let open: [E; LOW] = std::array::from_fn(|j| self.open::<E>(j, parities).without(E::of(&LACKS[j])));
            while !row.is_empty() {
                let mut grown = row;
                for j in 0..BITS {
                    grown = grown.or(grown.up(j).and(open[j]));
                }
                for j in BITS..LOW {
                    grown = grown.or(grown.swapped(j - BITS).and(open[j]));
                }
                if grown.without(row).is_empty() {
                    break;
                }
                row = grown;
            }
            out[mid] = row.row();
        }
        out.into_boxed_slice()
    }

    /// The reachable sets of a block by size, with the locked and the lost ones among them.
    #[inline(always)]
    fn count_block<E: Eight>(&self, reachable: &[Row], lost: &[Row], top: usize) -> Counts {
        let parity = self.top_parity(top);
        let mut tally = Tally::new();
        for (mid, (row, lost)) in reachable.iter().zip(lost).enumerate() {
            let row = E::of(row);
            if !row.is_empty() {
                let locked = self.locked(row, top, mid, self.mid_parity[mid] ^ parity);
                tally.add(mid, 0, row);
                tally.add(mid, 1, locked);
                tally.add(mid, 2, row.and(E::of(lost)));
            }
        }
        tally.counts(top.count_ones() as usize)
    }

    /// The positions of a row that have no open square at all.
    #[inline(always)]
    fn locked<E: Eight>(&self, mut row: E, top: usize, mid: usize, parities: u64) -> E {
        for j in 0..LOW {
            row = row.without(self.open::<E>(j, parities).and(E::of(&LACKS[j])));
        }
        let high = ((top << self.shape.mid) | mid) as u64;
        for t in ones(!high & ((1 << (self.shape.mid + self.shape.top)) - 1)) {
            if row.is_empty() {
                break;
            }
            row = row.without(self.open(LOW + t, parities));
        }
        row
    }
}

/// What the rows of a block have of each kind: by the number of mid squares, the number of squares within the word, and
/// the place of the word in its row.
struct Tally(Box<[[[[u64; 8]; BITS + 1]; 3]; MID + 1]>);

impl Tally {
    fn new() -> Tally {
        Tally(Box::new([[[[0; 8]; BITS + 1]; 3]; MID + 1]))
    }

    #[inline(always)]
    fn add<E: Eight>(&mut self, mid: usize, kind: usize, row: E) {
        if row.is_empty() {
            return;
        }
        let (row, sums) = (row.row(), &mut self.0[mid.count_ones() as usize][kind]);
        for level in 0..=BITS {
            for word in 0..8 {
                sums[level][word] += u64::from((row.0[word] & levels_of_word(level)).count_ones());
            }
        }
    }

    /// All by size, where so many top squares are in the set.
    fn counts(&self, top: usize) -> Counts {
        let mut counts = Counts::default();
        for (mid, kinds) in self.0.iter().enumerate() {
            for (kind, levels) in kinds.iter().enumerate() {
                for (level, words) in levels.iter().enumerate() {
                    for (word, &sum) in words.iter().enumerate() {
                        counts.0[top + mid + level + word.count_ones() as usize][kind] += sum;
                    }
                }
            }
        }
        counts
    }
}

/// Reachable, locked and lost sets by size.
#[derive(Clone)]
struct Counts([[u64; 3]; 64]);

impl Default for Counts {
    fn default() -> Counts {
        Counts([[0; 3]; 64])
    }
}

impl Counts {
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
        64 << (Shape::of(self.squares()).mid + Shape::of(self.squares()).top)
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

    /// What legal play from the empty set reaches; nothing of the padding of a game on fewer than nine squares, whose
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
                let rows = kernels::layer_block(&patterns, &lost, None, top);
                let counts = kernels::count_block(&patterns, reachable.block(top), &rows, top);
                lost.put(top, rows);
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
        (0..ranks.len()).map(at).max().unwrap_or(0) * 64 * shape.rows() as u64
    }
}

/// The inner loops, compiled for the widest vectors that the processor has.
mod kernels {
    #![allow(unsafe_code)]

    use super::{Counts, Patterns, Row, Table};
    #[cfg(target_arch = "x86_64")]
    use crate::parity::rows::{ByTwo, Whole};

    /// A kernel for every width, and the choice among them.
    macro_rules! kernel {
        ($name:ident, $wide:ident, $wider:ident, ($($given:ident: $kind:ty),*) -> $back:ty) => {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,popcnt,bmi1")]
            fn $wide(patterns: &Patterns, $($given: $kind),*) -> $back {
                patterns.$name::<ByTwo>($($given),*)
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512vpopcntdq,avx2,popcnt,bmi1")]
            fn $wider(patterns: &Patterns, $($given: $kind),*) -> $back {
                patterns.$name::<Whole>($($given),*)
            }

            pub(super) fn $name(patterns: &Patterns, $($given: $kind),*) -> $back {
                #[cfg(target_arch = "x86_64")]
                {
                    if Whole::detected() {
                        // SAFETY: the features that the function is compiled for were just detected.
                        return unsafe { $wider(patterns, $($given),*) };
                    }
                    if ByTwo::detected() {
                        // SAFETY: as above.
                        return unsafe { $wide(patterns, $($given),*) };
                    }
                }
                patterns.$name::<[u64; 8]>($($given),*)
            }

            #[cfg(test)]
            pub(super) mod $name {
                use super::*;

                /// What every width that the processor has gives.
                pub(in super::super) fn of_all(patterns: &Patterns, $($given: $kind),*) -> Vec<$back> {
                    let mut all = vec![patterns.$name::<[u64; 8]>($($given),*)];
                    #[cfg(target_arch = "x86_64")]
                    {
                        if ByTwo::detected() {
                            // SAFETY: the features that the function is compiled for were just detected.
                            all.push(unsafe { $wide(patterns, $($given),*) });
                        }
                        if Whole::detected() {
                            // SAFETY: as above.
                            all.push(unsafe { $wider(patterns, $($given),*) });
                        }
                    }
                    all
                }
            }
        };
    }

    kernel!(layer_block, wide_layer, wider_layer, (table: &Table, below: Option<&Table>, top: usize) -> Box<[Row]>);
    kernel!(reach_block, wide_reach, wider_reach, (table: &Table, top: usize) -> Box<[Row]>);
    kernel!(count_block, wide_count, wider_count, (reachable: &[Row], lost: &[Row], top: usize) -> Counts);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};

    #[test]
    fn every_width_gives_the_same_blocks() {
        let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(512);
        for m in [5, 9, 16, 20] {
            let mask = (1u64 << m) - 1;
            let rows = (0..m).map(|s| chance.next_u64() & mask & !(1 << s)).collect();
            let game = ParityGame::new(rows, chance.next_u64() & mask);
            let (patterns, progress) = (Patterns::new(&game), Progress::default());
            let (lost, reachable) = (game.lost(&progress).unwrap(), game.reachable(&progress).unwrap());
            let ones = game.next_nimber(&lost, &progress).unwrap();
            for top in 0..1 << patterns.shape.top {
                for rows in kernels::layer_block::of_all(&patterns, &lost, None, top) {
                    assert!(rows[..] == *lost.block(top), "m = {m}, block {top}");
                }
                for rows in kernels::layer_block::of_all(&patterns, &ones, Some(&lost), top) {
                    assert!(rows[..] == *ones.block(top), "m = {m}, block {top}");
                }
                for rows in kernels::reach_block::of_all(&patterns, &reachable, top) {
                    assert!(rows[..] == *reachable.block(top), "m = {m}, block {top}");
                }
                let counts = kernels::count_block::of_all(&patterns, reachable.block(top), lost.block(top), top);
                assert!(counts.windows(2).all(|pair| pair[0].0 == pair[1].0), "m = {m}, block {top}");
            }
        }
    }
}
