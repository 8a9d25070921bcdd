//! The Four-Russians kernels: elimination and multiplication of bit matrices with tables of sums.
//!
//! A panel of 64 columns is one word of each row. First up to 64 pivot rows are found and reduced against each other, so that among the pivot
//! columns they are the identity. Then a row with the word w in these columns needs the sum of the pivot rows that w names: eight
//! tables, one for each byte of w, hold all 256 sums each. Two panels are prepared before the rest of the rows is touched, so that one pass
//! over the matrix clears 128 columns; tables are made for a stripe of columns narrow enough for all sixteen to stay in the second-level cache.
//!
//! The innermost loop is compiled twice more for AVX2 and AVX-512 and chosen at run time.
#![allow(unsafe_code)]

use kit::{Result, Watch, watch};

/// Words of a stripe: twice eight tables of 256 rows of 16 words are half a megabyte.
const STRIPE: usize = 16;
const TABLES: usize = 8;
const ENTRIES: usize = 256;

/// Adds one row to another.
pub(super) fn xor_into(target: &mut [u64], source: &[u64]) {
    for (t, s) in target.iter_mut().zip(source) {
        *t ^= s;
    }
}

/// A way to add the table rows that one or two words name to a row.
#[derive(Clone, Copy)]
struct Fold {
    one: FoldOne,
    two: FoldTwo,
}

type FoldOne = fn(&mut [u64], &[u64], u64);
type FoldTwo = fn(&mut [u64], &[u64], &[u64], [u64; 2]);

/// The rows of eight tables that the bytes of a word name.
#[inline(always)]
fn entries(tables: &[u64], width: usize, word: u64) -> [&[u64]; TABLES] {
    std::array::from_fn(|t| &tables[(t * ENTRIES + (word >> (8 * t)) as u8 as usize) * width..][..width])
}

#[inline(always)]
fn fold_one(row: &mut [u64], tables: &[u64], word: u64) {
    let width = row.len();
    let [a, b, c, d, e, f, g, h] = entries(tables, width, word);
    for j in 0..width {
        row[j] ^= a[j] ^ b[j] ^ c[j] ^ d[j] ^ e[j] ^ f[j] ^ g[j] ^ h[j];
    }
}

#[inline(always)]
fn fold_two(row: &mut [u64], first: &[u64], second: &[u64], words: [u64; 2]) {
    let width = row.len();
    let [a, b, c, d, e, f, g, h] = entries(first, width, words[0]);
    let [i, k, l, m, n, o, p, q] = entries(second, width, words[1]);
    for j in 0..width {
        let left = a[j] ^ b[j] ^ c[j] ^ d[j] ^ e[j] ^ f[j] ^ g[j] ^ h[j];
        row[j] ^= left ^ i[j] ^ k[j] ^ l[j] ^ m[j] ^ n[j] ^ o[j] ^ p[j] ^ q[j];
    }
}

const PORTABLE: Fold = Fold {
    one: |row, tables, word| fold_one(row, tables, word),
    two: |row, first, second, words| fold_two(row, first, second, words),
};

#[cfg(target_arch = "x86_64")]
mod wider {
    use super::{Fold, PORTABLE, fold_one, fold_two};

    #[target_feature(enable = "avx2")]
    fn one_avx2(row: &mut [u64], tables: &[u64], word: u64) {
        fold_one(row, tables, word);
    }

    #[target_feature(enable = "avx2")]
    fn two_avx2(row: &mut [u64], first: &[u64], second: &[u64], words: [u64; 2]) {
        fold_two(row, first, second, words);
    }

    #[target_feature(enable = "avx512f")]
    fn one_avx512(row: &mut [u64], tables: &[u64], word: u64) {
        fold_one(row, tables, word);
    }

    #[target_feature(enable = "avx512f")]
    fn two_avx512(row: &mut [u64], first: &[u64], second: &[u64], words: [u64; 2]) {
        fold_two(row, first, second, words);
    }

    pub(super) fn choose() -> Fold {
        if is_x86_feature_detected!("avx512f") {
            Fold {
                // SAFETY: the processor has just said that it knows these instructions.
                one: |row, tables, word| unsafe { one_avx512(row, tables, word) },
                // SAFETY: as above.
                two: |row, first, second, words| unsafe { two_avx512(row, first, second, words) },
            }
        } else if is_x86_feature_detected!("avx2") {
            Fold {
                // SAFETY: as above.
                one: |row, tables, word| unsafe { one_avx2(row, tables, word) },
                // SAFETY: as above.
                two: |row, first, second, words| unsafe { two_avx2(row, first, second, words) },
            }
        } else {
            PORTABLE
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod wider {
    pub(super) fn choose() -> super::Fold {
        super::PORTABLE
    }
}

/// The tables of one stripe. `source(bit)` is the stretch of the row that bit number `bit` of a word stands for, if it stands for any.
fn fill_tables<'a>(tables: &mut [u64], width: usize, source: impl Fn(usize) -> Option<&'a [u64]>) {
    for t in 0..TABLES {
        let table = &mut tables[t * ENTRIES * width..(t + 1) * ENTRIES * width];
        table[..width].fill(0);
        for bit in 0..8 {
            let half = width << bit;
            let (known, open) = table.split_at_mut(half);
            match source(8 * t + bit) {
                None => open[..half].copy_from_slice(known),
                Some(row) => {
                    for (sum, old) in open[..half].chunks_exact_mut(width).zip(known.chunks_exact(width)) {
                        for j in 0..width {
                            sum[j] = old[j] ^ row[j];
                        }
                    }
                }
            }
        }
    }
}

/// The pivots of one panel: for each column of the panel the row that has its pivot.
struct Panel {
    pivot_row: [Option<usize>; 64],
    found: usize,
}

impl Panel {
    /// The tables of the stripe of `width` words from word `from` on.
    fn tables(&self, tables: &mut [u64], words: &[u64], stride: usize, from: usize, width: usize) {
        fill_tables(tables, width, |bit| {
            self.pivot_row[bit].map(|row| &words[row * stride + from..row * stride + from + width])
        });
    }
}

/// What the first panel of a pair still owes to the rows beyond the pair: row i lacks the pivot rows that `heads[i]` names.
struct Debt<'a> {
    panel: &'a Panel,
    heads: &'a mut [u64],
    from: usize,
}

impl Debt<'_> {
    /// Brings a row up to date.
    fn pay(&mut self, words: &mut [u64], stride: usize, row: usize) {
        let mut head = std::mem::take(&mut self.heads[row]);
        while head != 0 {
            // Pivot rows of the first panel lie above all rows that are still looked at.
            if let Some(pivot) = self.panel.pivot_row[head.trailing_zeros() as usize] {
                let (above, below) = words.split_at_mut(row * stride);
                let source = &above[pivot * stride + self.from..(pivot + 1) * stride];
                xor_into(&mut below[self.from..stride], source);
            }
            head &= head - 1;
        }
    }
}

/// Finds pivots among the rows from `rank` on in the word `at` of each row, within `mask`, moves their rows up to `rank` and reduces
/// them against each other over their whole length.
fn find_pivots(
    words: &mut [u64],
    (rows, stride): (usize, usize),
    at: usize,
    rank: usize,
    mask: u64,
    mut debt: Option<Debt<'_>>,
) -> Panel {
    let mut order: Vec<u32> = Vec::with_capacity(64);
    let mut heads = [0u64; 64];
    for i in rank..rows {
        if order.len() == mask.count_ones() as usize {
            break;
        }
        let mut head = words[i * stride + at] & mask;
        let mut needed = 0u64;
        for (k, &column) in order.iter().enumerate() {
            if head >> column & 1 == 1 {
                head ^= heads[k];
                needed |= 1 << k;
            }
        }
        if head == 0 {
            continue;
        }
        let new = rank + order.len();
        if let Some(debt) = &mut debt {
            debt.pay(words, stride, i);
            debt.heads.swap(new, i);
        }
        if new != i {
            // To the left of the panel both rows are zero already.
            let (left, right) = words.split_at_mut(i * stride);
            left[new * stride + at..(new + 1) * stride].swap_with_slice(&mut right[at..stride]);
        }
        let (earlier, rest) = words.split_at_mut(new * stride);
        let fresh = &mut rest[at..stride];
        for k in 0..order.len() {
            if needed >> k & 1 == 1 {
                xor_into(fresh, &earlier[(rank + k) * stride + at..(rank + k + 1) * stride]);
            }
        }
        let column = head.trailing_zeros();
        for k in 0..order.len() {
            if heads[k] >> column & 1 == 1 {
                heads[k] ^= head;
                xor_into(&mut earlier[(rank + k) * stride + at..(rank + k + 1) * stride], fresh);
            }
        }
        heads[order.len()] = head;
        order.push(column);
    }
    let mut panel = Panel { pivot_row: [None; 64], found: order.len() };
    sort_pivots(words, stride, at, rank, &mut order);
    for (k, &column) in order.iter().enumerate() {
        panel.pivot_row[column as usize] = Some(rank + k);
    }
    panel
}

/// Puts the pivot rows into the order of their columns, as the echelon form wants them.
fn sort_pivots(words: &mut [u64], stride: usize, at: usize, rank: usize, order: &mut [u32]) {
    for k in 0..order.len() {
        let least = (k..order.len()).min_by_key(|&j| order[j]).expect("k itself is there");
        if least != k {
            order.swap(k, least);
            let (left, right) = words.split_at_mut((rank + least) * stride);
            left[(rank + k) * stride + at..(rank + k + 1) * stride].swap_with_slice(&mut right[at..stride]);
        }
    }
}

/// Reads off what each row needs of a panel whose pivot rows begin at `rank`; the pivot rows themselves need nothing.
fn read_heads(heads: &mut [u64], words: &[u64], stride: usize, at: usize, panel: &Panel, rank: usize) {
    for (i, head) in heads.iter_mut().enumerate() {
        *head = words[i * stride + at];
    }
    heads[rank..rank + panel.found].fill(0);
}

/// The work space of an elimination.
struct Elimination<'a> {
    words: &'a mut [u64],
    rows: usize,
    stride: usize,
    fold: Fold,
    tables: [Vec<u64>; 2],
    heads: [Vec<u64>; 2],
}

impl Elimination<'_> {
    /// Clears a few words of every row, those of the panels themselves, as the panel wants it.
    fn clear_narrow(&mut self, which: usize, panel: &Panel, from: usize, width: usize) {
        let stride = self.stride;
        let tables = &mut self.tables[which][..TABLES * ENTRIES * width];
        panel.tables(tables, self.words, stride, from, width);
        for (row, &head) in self.words.chunks_exact_mut(stride).zip(&self.heads[which]) {
            if head != 0 {
                (self.fold.one)(&mut row[from..from + width], tables, head);
            }
        }
    }

    /// Brings the words beyond the panels up to date in one pass over the matrix.
    fn clear_wide(&mut self, panels: &[Panel], from: usize) {
        let stride = self.stride;
        for from in (from..stride).step_by(STRIPE) {
            let width = STRIPE.min(stride - from);
            for (panel, tables) in panels.iter().zip(&mut self.tables) {
                panel.tables(&mut tables[..TABLES * ENTRIES * width], self.words, stride, from, width);
            }
            let [first, second] = &self.tables;
            let [first_heads, second_heads] = &self.heads;
            let rows = self.words.chunks_exact_mut(stride).map(|row| &mut row[from..from + width]);
            for ((row, &a), &b) in rows.zip(first_heads).zip(second_heads) {
                match (a, b) {
                    (0, 0) => {}
                    (a, 0) => (self.fold.one)(row, first, a),
                    (0, b) => (self.fold.one)(row, second, b),
                    (a, b) => (self.fold.two)(row, first, second, [a, b]),
                }
            }
        }
    }

    /// Clears one or two panels from the word `at` on and returns their pivot columns.
    fn clear(&mut self, at: usize, count: usize, columns: usize, rank: usize) -> Vec<usize> {
        let size = (self.rows, self.stride);
        let mask = |at: usize| match columns - at * 64 {
            left @ 0..64 => (1 << left) - 1,
            _ => u64::MAX,
        };
        let beyond = at + count;
        let first = find_pivots(self.words, size, at, rank, mask(at), None);
        read_heads(&mut self.heads[0], self.words, self.stride, at, &first, rank);
        self.clear_narrow(0, &first, at, count);
        let mut panels = vec![first];
        self.heads[1].fill(0);
        if count == 2 {
            let rank = rank + panels[0].found;
            let debt = Debt { panel: &panels[0], heads: &mut self.heads[0], from: beyond };
            let second = find_pivots(self.words, size, at + 1, rank, mask(at + 1), Some(debt));
            read_heads(&mut self.heads[1], self.words, self.stride, at + 1, &second, rank);
            self.clear_narrow(1, &second, at + 1, 1);
            panels.push(second);
        }
        self.clear_wide(&panels, beyond);
        let columns = panels
            .iter()
            .enumerate()
            .flat_map(|(k, panel)| (0..64).filter(|&c| panel.pivot_row[c].is_some()).map(move |c| (at + k) * 64 + c));
        columns.collect()
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
    let panels = columns.div_ceil(64);
    let table = || vec![0u64; TABLES * ENTRIES * STRIPE.min(stride)];
    let mut work = Elimination {
        words,
        rows,
        stride,
        fold: wider::choose(),
        tables: [table(), table()],
        heads: [vec![0; rows], vec![0; rows]],
    };
    let mut pivots = Vec::new();
    for at in (0..panels).step_by(2) {
        if pivots.len() == rows {
            break;
        }
        if at.is_multiple_of(8) && rows * stride > 1 << 16 {
            let (done, of) = (at as u64 * 64, columns as u64);
            watch::step(watch, done, Some(of), || format!("{done} of {of} columns eliminated"))?;
        }
        pivots.extend(work.clear(at, 2.min(panels - at), columns, pivots.len()));
    }
    Ok(pivots)
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
    let fold = wider::choose();
    let mut tables = vec![0u64; TABLES * ENTRIES * STRIPE.min(stride)];
    for from in (0..stride).step_by(STRIPE) {
        let width = STRIPE.min(stride - from);
        let tables = &mut tables[..TABLES * ENTRIES * width];
        for at in 0..left_stride {
            fill_tables(tables, width, |bit| {
                let row = at * 64 + bit;
                (row < inner).then(|| &right[row * stride + from..row * stride + from + width])
            });
            for (row, heads) in product.chunks_exact_mut(stride).zip(left.chunks_exact(left_stride)) {
                if heads[at] != 0 {
                    (fold.one)(&mut row[from..from + width], tables, heads[at]);
                }
            }
        }
    }
}
