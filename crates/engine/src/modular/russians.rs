//! The Four-Russians kernels: elimination and multiplication of bit matrices with tables of sums.
//!
//! 64 columns (one word of each row) are cleared at a time. First up to 64 pivot rows are found and reduced against each other, so that
//! among the pivot columns they are the identity. Then a row with the word w in these columns needs the sum of the pivot rows that w
//! names: eight tables, one for each byte of w, hold all 256 sums each. Tables are made for a stripe of columns narrow enough for
//! all eight to stay in the second-level cache.
//!
//! The innermost loop is compiled twice more for AVX2 and AVX-512 and chosen at run time; on 8192 x 8192 this halves the time of elimination.
#![allow(unsafe_code)]

use kit::{Result, Watch, watch};

/// Words of a stripe: eight tables of 256 rows of 32 words are half a megabyte.
const STRIPE: usize = 32;
const TABLES: usize = 8;
const ENTRIES: usize = 256;

/// Adds one row to another.
pub(super) fn xor_into(target: &mut [u64], source: &[u64]) {
    for (t, s) in target.iter_mut().zip(source) {
        *t ^= s;
    }
}

/// A way to add the eight table rows that a word names to a row.
type Fold = fn(&mut [u64], &[u64], u64);

#[inline(always)]
fn fold_body(row: &mut [u64], tables: &[u64], word: u64) {
    let width = row.len();
    let entry = |t: usize| &tables[(t * ENTRIES + (word >> (8 * t)) as u8 as usize) * width..][..width];
    let (a, b, c, d) = (entry(0), entry(1), entry(2), entry(3));
    let (e, f, g, h) = (entry(4), entry(5), entry(6), entry(7));
    for j in 0..width {
        row[j] ^= a[j] ^ b[j] ^ c[j] ^ d[j] ^ e[j] ^ f[j] ^ g[j] ^ h[j];
    }
}

fn fold_any(row: &mut [u64], tables: &[u64], word: u64) {
    fold_body(row, tables, word);
}

#[cfg(target_arch = "x86_64")]
mod wider {
    use super::fold_body;

    #[target_feature(enable = "avx2")]
    fn avx2(row: &mut [u64], tables: &[u64], word: u64) {
        fold_body(row, tables, word);
    }

    #[target_feature(enable = "avx512f")]
    fn avx512(row: &mut [u64], tables: &[u64], word: u64) {
        fold_body(row, tables, word);
    }

    pub(super) fn choose() -> super::Fold {
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has just said that it knows these instructions.
            |row, tables, word| unsafe { avx512(row, tables, word) }
        } else if is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            |row, tables, word| unsafe { avx2(row, tables, word) }
        } else {
            super::fold_any
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod wider {
    pub(super) fn choose() -> super::Fold {
        super::fold_any
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

/// Finds pivots among the rows from `rank` on in the word `at` of each row, within `mask`, moves their rows up to `rank` and reduces
/// them against each other over their whole length.
fn find_pivots(words: &mut [u64], rows: usize, stride: usize, at: usize, rank: usize, mask: u64) -> Panel {
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

/// Reduced row echelon form with pivots in the first `columns` columns; returns the pivot columns.
pub(super) fn echelon(
    words: &mut [u64],
    rows: usize,
    stride: usize,
    columns: usize,
    watch: &mut dyn Watch,
) -> Result<Vec<usize>> {
    let fold = wider::choose();
    let mut pivots = Vec::new();
    let mut tables = vec![0u64; TABLES * ENTRIES * STRIPE.min(stride)];
    let mut heads = vec![0u64; rows];
    for at in 0..columns.div_ceil(64) {
        let rank = pivots.len();
        if rank == rows {
            break;
        }
        if at.is_multiple_of(8) && rows * stride > 1 << 16 {
            let (done, of) = (at as u64 * 64, columns as u64);
            watch::step(watch, done, Some(of), || format!("{done} of {of} columns eliminated"))?;
        }
        let mask = match columns - at * 64 {
            left @ 0..64 => (1 << left) - 1,
            _ => u64::MAX,
        };
        let panel = find_pivots(words, rows, stride, at, rank, mask);
        if panel.found == 0 {
            continue;
        }
        // The words of all rows in the panel are read before any stripe changes them.
        for (i, head) in heads.iter_mut().enumerate() {
            *head = words[i * stride + at];
        }
        let pivot_rows = rank..rank + panel.found;
        for from in (at..stride).step_by(STRIPE) {
            let width = STRIPE.min(stride - from);
            let tables = &mut tables[..TABLES * ENTRIES * width];
            fill_tables(tables, width, |bit| {
                panel.pivot_row[bit].map(|row| &words[row * stride + from..row * stride + from + width])
            });
            for (i, &head) in heads.iter().enumerate() {
                if head != 0 && !pivot_rows.contains(&i) {
                    fold(&mut words[i * stride + from..i * stride + from + width], tables, head);
                }
            }
        }
        pivots.extend((0..64).filter(|&c| panel.pivot_row[c].is_some()).map(|c| at * 64 + c));
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
                    fold(&mut row[from..from + width], tables, heads[at]);
                }
            }
        }
    }
}
