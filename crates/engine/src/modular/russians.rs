//! The Four-Russians kernels: elimination and multiplication of bit matrices with tables of sums.
//!
//! Everything is done on *lines*, eight words or 512 columns of one row, which is one line of the cache. The rows that
//! a word w names are added to a line with eight tables, one for each byte of w, of all 256 sums each: 128 kB, which
//! stay in the second-level cache.
//!
//! Elimination goes by panels of 512 columns, and nearly all of it is multiplication:
//!
//! 1. The panel alone, a line of every row that has no pivot yet, is eliminated downwards, a word at a time. This finds
//!    the pivot rows and their columns.
//! 2. The pivot rows, 512 at most, are reduced against each other within the panel, with a line beside each that
//!    records what was done: T.
//! 3. Stripe by stripe of 512 columns to the right: the pivot rows P become T P, and each row below needs just the rows
//!    of T P that its bits in the pivot columns name, since there T P is the identity. A stripe is packed before and
//!    unpacked after, for a column of a matrix with a power of two in its row length would fall into a few sets of the
//!    cache.
//! 4. At the end the same multiplication from the last panel upwards clears the rows above, but only in the words where
//!    some column has no pivot: the others are known to be the identity. So a square matrix of full rank costs n^3/3
//!    and not n^3/2.
//!
//! The innermost loops are compiled twice more for AVX2 and AVX-512 and chosen at run time.
#![allow(unsafe_code)]

use crate::bits::ones;
use kit::{Result, Watch, watch};

/// Words of a line.
const WIDTH: usize = 8;
/// Tables for the bytes of a word, each with all sums of eight lines.
const TABLES: usize = 8;
const ENTRIES: usize = 256;

/// Eight words of a row.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Line([u64; WIDTH]);

impl Line {
    fn add(&mut self, other: &Line) {
        self.0 = std::array::from_fn(|j| self.0[j] ^ other.0[j]);
    }
}

/// Adds one row to another.
pub(super) fn xor_into(target: &mut [u64], source: &[u64]) {
    for (t, s) in target.iter_mut().zip(source) {
        *t ^= s;
    }
}

/// All sums of eight times eight lines.
struct Tables {
    sums: Box<[Line; TABLES * ENTRIES]>,
    kernel: Kernel,
}

/// The two loops that take the time.
#[derive(Clone, Copy)]
struct Kernel {
    fold: fn(&mut [Line], &[u64], &[Line; TABLES * ENTRIES]),
    double: fn(&mut [Line], &Line),
}

/// Adds to each line the sums that its word names.
#[inline(always)]
fn fold(lines: &mut [Line], heads: &[u64], sums: &[Line; TABLES * ENTRIES]) {
    for (line, &head) in lines.iter_mut().zip(heads) {
        if head == 0 {
            continue;
        }
        let [a, b, c, d, e, f, g, h]: [&[u64; WIDTH]; TABLES] =
            std::array::from_fn(|t| &sums[t * ENTRIES + (head >> (8 * t)) as u8 as usize].0);
        for (j, word) in line.0.iter_mut().enumerate() {
            *word ^= a[j] ^ b[j] ^ c[j] ^ d[j] ^ e[j] ^ f[j] ^ g[j] ^ h[j];
        }
    }
}

/// Fills the second half with the first half plus a line.
#[inline(always)]
fn double(sums: &mut [Line], line: &Line) {
    let (known, open) = sums.split_at_mut(sums.len() / 2);
    for (sum, old) in open.iter_mut().zip(known) {
        for j in 0..WIDTH {
            sum.0[j] = old.0[j] ^ line.0[j];
        }
    }
}

const PORTABLE: Kernel =
    Kernel { fold: |lines, heads, sums| fold(lines, heads, sums), double: |sums, line| double(sums, line) };

#[cfg(target_arch = "x86_64")]
mod wider {
    use super::{ENTRIES, Kernel, Line, PORTABLE, TABLES, double, fold};

    /// The kernel compiled for these instructions.
    macro_rules! compiled_for {
        ($feature:literal) => {{
            #[target_feature(enable = $feature)]
            fn wide_fold(lines: &mut [Line], heads: &[u64], sums: &[Line; TABLES * ENTRIES]) {
                fold(lines, heads, sums);
            }
            #[target_feature(enable = $feature)]
            fn wide_double(sums: &mut [Line], line: &Line) {
                double(sums, line);
            }
            Kernel {
                // SAFETY: the processor has just said that it knows these instructions.
                fold: |lines, heads, sums| unsafe { wide_fold(lines, heads, sums) },
                // SAFETY: as above.
                double: |sums, line| unsafe { wide_double(sums, line) },
            }
        }};
    }

    pub(super) fn choose() -> Kernel {
        if is_x86_feature_detected!("avx512f") {
            compiled_for!("avx512f")
        } else if is_x86_feature_detected!("avx2") {
            compiled_for!("avx2")
        } else {
            PORTABLE
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod wider {
    pub(super) fn choose() -> super::Kernel {
        super::PORTABLE
    }
}

impl Tables {
    fn new() -> Tables {
        Tables::with(wider::choose())
    }

    fn with(kernel: Kernel) -> Tables {
        let sums = vec![Line::default(); TABLES * ENTRIES].into_boxed_slice();
        Tables { sums: sums.try_into().unwrap_or_else(|_| unreachable!("the length is right")), kernel }
    }

    /// Makes the sums; `source(bit)` is the line that bit number `bit` of a word stands for, if it stands for any.
    fn fill(&mut self, source: impl Fn(usize) -> Option<Line>) {
        for (t, table) in self.sums.chunks_exact_mut(ENTRIES).enumerate() {
            // A table without lines is asked for its first entry only: no word names a line that is not there.
            table[0] = Line::default();
            let lines: [Option<Line>; 8] = std::array::from_fn(|bit| source(8 * t + bit));
            if lines.iter().all(Option::is_none) {
                continue;
            }
            for (bit, line) in lines.into_iter().enumerate() {
                (self.kernel.double)(&mut table[..2 << bit], &line.unwrap_or_default());
            }
        }
    }

    /// Adds to each line the sum of the lines that its word names.
    fn fold(&self, lines: &mut [Line], heads: &[u64]) {
        (self.kernel.fold)(lines, heads, &self.sums);
    }
}

/// Which words of a row make up a line: eight at most.
#[derive(Clone, Copy)]
struct Stripe<'a>(&'a [usize]);

impl Stripe<'_> {
    /// The place of the first word if all eight are there and side by side.
    fn run(self) -> Option<usize> {
        (self.0.len() == WIDTH && self.0[WIDTH - 1] == self.0[0] + WIDTH - 1).then(|| self.0[0])
    }

    /// The line of one row.
    fn take(self, row: &[u64]) -> Line {
        let mut line = Line::default();
        if let Some(from) = self.run() {
            line.0.copy_from_slice(&row[from..from + WIDTH]);
            return line;
        }
        for (slot, &at) in line.0.iter_mut().zip(self.0) {
            *slot = row[at];
        }
        line
    }

    /// Puts it back.
    fn put(self, row: &mut [u64], line: &Line) {
        if let Some(from) = self.run() {
            row[from..from + WIDTH].copy_from_slice(&line.0);
            return;
        }
        for (slot, &at) in line.0.iter().zip(self.0) {
            row[at] = *slot;
        }
    }
}

/// Finds pivots in the word `at` of the lines from `rank` on, within `mask`, moves them up to `rank` in the order of
/// their columns and reduces them against each other; what is done to a line is done to its fellow, if there is one.
/// Calls `swap` for each exchange of two lines.
fn find_pivots(
    lines: &mut [Line],
    fellows: &mut [Line],
    at: usize,
    rank: usize,
    mask: u64,
    mut swap: impl FnMut(usize, usize),
) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::with_capacity(64);
    let mut heads = [0u64; 64];
    for i in rank..lines.len() {
        if order.len() == mask.count_ones() as usize {
            break;
        }
        let mut head = lines[i].0[at] & mask;
        let mut needed = 0u64;
        for (k, &column) in order.iter().enumerate() {
            // Without a branch: the bits are those of chance.
            let bit = head >> column & 1;
            head ^= heads[k] & bit.wrapping_neg();
            needed |= bit << k;
        }
        if head == 0 {
            continue;
        }
        let (new, column) = (rank + order.len(), head.trailing_zeros() as usize);
        let mut reducing = 0u64;
        for (k, earlier) in heads[..order.len()].iter_mut().enumerate() {
            let bit = *earlier >> column & 1;
            *earlier ^= head & bit.wrapping_neg();
            reducing |= bit << k;
        }
        if new != i {
            swap(new, i);
        }
        for side in [&mut *lines, &mut *fellows].into_iter().filter(|side| !side.is_empty()) {
            side.swap(new, i);
            let (earlier, fresh) = side[rank..].split_at_mut(order.len());
            ones(needed).for_each(|k| fresh[0].add(&earlier[k]));
            ones(reducing).for_each(|k| earlier[k].add(&fresh[0]));
        }
        heads[order.len()] = head;
        order.push(column);
    }
    for k in 0..order.len() {
        let least = (k..order.len()).min_by_key(|&j| order[j]).expect("k itself is there");
        if least != k {
            order.swap(k, least);
            swap(rank + k, rank + least);
            lines.swap(rank + k, rank + least);
            if !fellows.is_empty() {
                fellows.swap(rank + k, rank + least);
            }
        }
    }
    order
}

/// The lines that the bits of a word stand for: those of the pivots found in that word, from `rank` on.
fn pivot_lines(lines: &[Line], rank: usize, columns: &[usize]) -> [Option<Line>; 64] {
    let mut sources = [None; 64];
    for (k, &column) in columns.iter().enumerate() {
        sources[column] = Some(lines[rank + k]);
    }
    sources
}

fn mask_of(columns: &[usize]) -> u64 {
    columns.iter().map(|&c| 1u64 << c).sum()
}

/// One word of each line.
fn word_of(lines: &[Line], at: usize, mask: u64) -> Vec<u64> {
    lines.iter().map(|line| line.0[at] & mask).collect()
}

/// The pivots of a panel: `rows` rows from `first` on; `mask` has their columns among those of the words from `at` on.
struct Panel {
    first: usize,
    rows: usize,
    at: usize,
    mask: [u64; WIDTH],
}

impl Panel {
    /// What a line of a stripe of the pivot rows is needed for: the lines, in order, that the bits of word `w` stand
    /// for.
    fn sources(&self, lines: &[Line], w: usize) -> [Option<Line>; 64] {
        let before: u32 = self.mask[..w].iter().map(|m| m.count_ones()).sum();
        let columns: Vec<usize> = ones(self.mask[w]).collect();
        pivot_lines(lines, before as usize, &columns)
    }
}

/// The work space of an elimination.
struct Elimination<'a> {
    words: &'a mut [u64],
    rows: usize,
    stride: usize,
    tables: Tables,
}

impl Elimination<'_> {
    fn pack(&self, stripe: Stripe<'_>, from: usize, to: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        self.pack_into(&mut lines, stripe, from, to);
        lines
    }

    fn pack_into(&self, lines: &mut Vec<Line>, stripe: Stripe<'_>, from: usize, to: usize) {
        let rows = self.words[from * self.stride..to * self.stride].chunks_exact(self.stride);
        lines.clear();
        lines.extend(rows.map(|row| stripe.take(row)));
    }

    fn unpack(&mut self, stripe: Stripe<'_>, from: usize, lines: &[Line]) {
        let rows = self.words[from * self.stride..].chunks_exact_mut(self.stride);
        rows.zip(lines).for_each(|(row, line)| stripe.put(row, line));
    }

    fn swap_rows(words: &mut [u64], stride: usize, from: usize, a: usize, b: usize) {
        let (low, high) = (a.min(b), a.max(b));
        let (left, right) = words.split_at_mut(high * stride);
        left[low * stride + from..(low + 1) * stride].swap_with_slice(&mut right[from..stride]);
    }

    /// Clears the panel of `width` words from `at` on below its pivot rows and everything to the right of it
    /// accordingly.
    fn clear_below(&mut self, at: usize, columns: usize, first: usize) -> Panel {
        let places: Vec<usize> = (at..columns.div_ceil(64).min(at + WIDTH)).collect();
        let stripe = Stripe(&places);
        let mut panel = Panel { first, rows: 0, at, mask: [0; WIDTH] };
        let mut lines = self.pack(stripe, first, self.rows);
        // Downwards within the panel, to find the pivots.
        for w in 0..places.len() {
            let mask = if columns - places[w] * 64 < 64 { (1 << (columns % 64)) - 1 } else { u64::MAX };
            let (words, stride) = (&mut *self.words, self.stride);
            let swap = |a, b| Self::swap_rows(words, stride, at, first + a, first + b);
            let found = find_pivots(&mut lines, &mut [], w, panel.rows, mask, swap);
            panel.mask[w] = mask_of(&found);
            let sources = pivot_lines(&lines, panel.rows, &found);
            panel.rows += found.len();
            self.tables.fill(|bit| sources[bit]);
            let below = &mut lines[panel.rows..];
            let heads = word_of(below, w, panel.mask[w]);
            self.tables.fold(below, &heads);
        }
        if panel.rows == 0 {
            return panel;
        }
        let record = self.reduce_pivots(&panel, stripe);
        let bits: [Vec<u64>; WIDTH] = {
            let old = self.pack(stripe, first + panel.rows, self.rows);
            std::array::from_fn(|w| word_of(&old, w, panel.mask[w]))
        };
        self.unpack(stripe, first + panel.rows, &lines[panel.rows..]);
        self.clear_right(&panel, &record, &bits, at + places.len());
        panel
    }

    /// Reduces the pivot rows within the panel and returns what was done: row i is now the sum of the old rows that
    /// line i names.
    fn reduce_pivots(&mut self, panel: &Panel, stripe: Stripe<'_>) -> Vec<Line> {
        let mut lines = self.pack(stripe, panel.first, panel.first + panel.rows);
        let mut record = vec![Line::default(); panel.rows];
        (0..panel.rows).for_each(|i| record[i].0[i / 64] = 1 << (i % 64));
        let mut rank = 0;
        for w in 0..stripe.0.len() {
            let found = find_pivots(&mut lines, &mut record, w, rank, panel.mask[w], |_, _| {});
            let mut heads = word_of(&lines, w, panel.mask[w]);
            heads[rank..rank + found.len()].fill(0);
            for side in [&mut lines, &mut record] {
                let sources = pivot_lines(side, rank, &found);
                self.tables.fill(|bit| sources[bit]);
                self.tables.fold(side, &heads);
            }
            rank += found.len();
        }
        self.unpack(stripe, panel.first, &lines);
        record
    }

    /// Applies the record to the pivot rows to the right of the panel and adds to each row below what its bits name.
    fn clear_right(&mut self, panel: &Panel, record: &[Line], bits: &[Vec<u64>; WIDTH], from: usize) {
        let below = panel.first + panel.rows;
        let record: Vec<Vec<u64>> = (0..panel.rows.div_ceil(64)).map(|w| word_of(record, w, u64::MAX)).collect();
        // One buffer for all stripes: fresh memory would be cleared by the system each time.
        let mut lines = Vec::new();
        for from in (from..self.stride).step_by(WIDTH) {
            let places: Vec<usize> = (from..self.stride.min(from + WIDTH)).collect();
            let stripe = Stripe(&places);
            let old = self.pack(stripe, panel.first, below);
            let mut pivots = vec![Line::default(); panel.rows];
            for (w, heads) in record.iter().enumerate() {
                self.tables.fill(|bit| old.get(64 * w + bit).copied());
                self.tables.fold(&mut pivots, heads);
            }
            self.unpack(stripe, panel.first, &pivots);
            self.pack_into(&mut lines, stripe, below, self.rows);
            self.add_named(panel, &pivots, &mut lines, bits);
            self.unpack(stripe, below, &lines);
        }
    }

    /// Adds to each line the pivot rows that the bits of its row in the panel name.
    fn add_named(&mut self, panel: &Panel, pivots: &[Line], lines: &mut [Line], bits: &[Vec<u64>; WIDTH]) {
        if lines.is_empty() {
            return;
        }
        for (w, heads) in bits.iter().enumerate().filter(|&(w, _)| panel.mask[w] != 0) {
            let sources = panel.sources(pivots, w);
            self.tables.fill(|bit| sources[bit]);
            self.tables.fold(lines, heads);
        }
    }

    /// Clears the panel's pivot columns above its pivot rows; `open` are the words with columns that have no pivot.
    fn clear_above(&mut self, panel: &Panel, open: &[usize]) {
        let places: Vec<usize> = (panel.at..self.stride.min(panel.at + WIDTH)).collect();
        let stripe = Stripe(&places);
        let mut old = self.pack(stripe, 0, panel.first);
        let bits: [Vec<u64>; WIDTH] = std::array::from_fn(|w| word_of(&old, w, panel.mask[w]));
        old.iter_mut().for_each(|line| (0..WIDTH).for_each(|w| line.0[w] &= !panel.mask[w]));
        self.unpack(stripe, 0, &old);
        let open = &open[open.partition_point(|&word| word < panel.at)..];
        for places in open.chunks(WIDTH) {
            let stripe = Stripe(places);
            let mut pivots = self.pack(stripe, panel.first, panel.first + panel.rows);
            for line in &mut pivots {
                // The pivot columns themselves are cleared already.
                for (slot, &place) in line.0.iter_mut().zip(places) {
                    *slot &= !panel.mask.get(place - panel.at).copied().unwrap_or(0);
                }
            }
            let mut lines = self.pack(stripe, 0, panel.first);
            self.add_named(panel, &pivots, &mut lines, &bits);
            self.unpack(stripe, 0, &lines);
        }
    }
}

/// Reduced row echelon form with pivots in the first `columns` columns; returns the pivot columns.
pub(super) fn echelon(
    words: &mut [u64],
    rows: usize,
    stride: usize,
    columns: usize,
    watch: &mut dyn Watch,
) -> Result<Vec<usize>> {
    let mut work = Elimination { words, rows, stride, tables: Tables::new() };
    let mut panels: Vec<Panel> = Vec::new();
    let mut rank = 0;
    for at in (0..columns.div_ceil(64)).step_by(WIDTH) {
        if rank == rows {
            break;
        }
        let (done, of) = ((at * 64) as u64, columns as u64);
        watch::step(watch, done, Some(of), || format!("{done} of {of} columns eliminated"))?;
        let panel = work.clear_below(at, columns, rank);
        rank += panel.rows;
        panels.push(panel);
    }
    let mut free = vec![u64::MAX; stride];
    for panel in &panels {
        (0..WIDTH.min(stride - panel.at)).for_each(|w| free[panel.at + w] &= !panel.mask[w]);
    }
    let open: Vec<usize> = (0..stride).filter(|&word| free[word] != 0).collect();
    for panel in panels.iter().rev().filter(|panel| panel.rows > 0) {
        watch::step(watch, columns as u64, Some(columns as u64), || format!("rows above {} cleared", panel.first))?;
        work.clear_above(panel, &open);
    }
    let columns = panels
        .iter()
        .flat_map(|panel| (0..WIDTH).flat_map(move |w| ones(panel.mask[w]).map(move |c| (panel.at + w) * 64 + c)));
    Ok(columns.collect())
}

/// Adds the product of two matrices to `product`; `inner` is the number of rows of the right one.
pub(super) fn multiply(
    product: &mut [u64],
    left: &[u64],
    left_stride: usize,
    right: &[u64],
    stride: usize,
    inner: usize,
) {
    if stride == 0 || left_stride == 0 {
        return;
    }
    let mut tables = Tables::new();
    let bits: Vec<Vec<u64>> =
        (0..left_stride).map(|at| left.chunks_exact(left_stride).map(|row| row[at]).collect()).collect();
    for from in (0..stride).step_by(WIDTH) {
        let places: Vec<usize> = (from..stride.min(from + WIDTH)).collect();
        let stripe = Stripe(&places);
        let mut lines: Vec<Line> = product.chunks_exact(stride).map(|row| stripe.take(row)).collect();
        for (at, heads) in bits.iter().enumerate() {
            tables.fill(|bit| {
                let row = at * 64 + bit;
                (row < inner).then(|| stripe.take(&right[row * stride..(row + 1) * stride]))
            });
            tables.fold(&mut lines, heads);
        }
        product.chunks_exact_mut(stride).zip(&lines).for_each(|(row, line)| stripe.put(row, line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn wide_and_portable_kernels_add_what_the_words_name() {
        let mut chance = ChaCha8Rng::seed_from_u64(41);
        let mut line = || Line(std::array::from_fn(|_| chance.next_u64()));
        let sources: Vec<Line> = (0..64).map(|_| line()).collect();
        let start: Vec<Line> = (0..100).map(|_| line()).collect();
        let mut heads: Vec<u64> = (0..100).map(|_| line().0[0]).collect();
        heads[7] = 0;
        let mut truth = start.clone();
        for (line, &head) in truth.iter_mut().zip(&heads) {
            ones(head).for_each(|bit| line.add(&sources[bit]));
        }
        for kernel in [PORTABLE, wider::choose()] {
            let mut tables = Tables::with(kernel);
            tables.fill(|bit| Some(sources[bit]));
            let mut lines = start.clone();
            tables.fold(&mut lines, &heads);
            assert!(lines.iter().zip(&truth).all(|(a, b)| a.0 == b.0));
        }
    }
}
