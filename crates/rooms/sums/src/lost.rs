//! Lost positions in bulk: bars of Chomp by their shape, and heaps of Nim; and the product of nimbers.
//!
//! In Chomp a bite takes a cell with everything to its right and below; who takes the last cell loses. A bar is the
//! list of its row lengths, the longest first. By the definition of the outcome a bar is lost when no bite leaves a
//! lost one, the single cell among them, since the bite that leaves nothing has lost already. A bite makes the list
//! smaller in the order of a dictionary, so that bars may be decided in this order.

use kit::watch::step;
use kit::{Result, Watch};
use rustc_hash::FxHashSet;

/// A bar of at most four rows.
pub type Bar = [u16; 4];

/// The first lost bars of at most so many rows, in the order of a dictionary.
pub fn lost_bars(rows: usize, count: usize, watch: &mut dyn Watch) -> Result<Vec<Bar>> {
    let (mut lost, mut known) = (Vec::new(), FxHashSet::default());
    for width in 1.. {
        step(watch, lost.len() as u64, Some(count as u64), || format!("{} lost bars are found", lost.len()))?;
        for bar in bars_of(width, rows) {
            if !leaves_lost(&bar, &known) {
                known.insert(bar);
                lost.push(bar);
            }
            if lost.len() == count {
                return Ok(lost);
            }
        }
    }
    Ok(lost)
}

/// Every bar of that width, in the order of a dictionary.
fn bars_of(width: u16, rows: usize) -> impl Iterator<Item = Bar> {
    let next = move |row: usize, above: u16| 0..=if row < rows { above } else { 0 };
    next(1, width)
        .flat_map(move |b| next(2, b).map(move |c| (b, c)))
        .flat_map(move |(b, c)| next(3, c).map(move |d| [width, b, c, d]))
}

fn leaves_lost(bar: &Bar, lost: &FxHashSet<Bar>) -> bool {
    (0..4).any(|row| (0..bar[row]).any(|left| lost.contains(&bitten(bar, row, left))))
}

/// The bar after a bite that leaves so many cells of a row.
fn bitten(bar: &Bar, row: usize, left: u16) -> Bar {
    let mut after = *bar;
    after[row..].iter_mut().for_each(|length| *length = left.min(*length));
    after
}

/// How many bars of 0, 1, ..., `to` cells are lost, of any number of rows.
pub fn lost_by_cells(to: usize, watch: &mut dyn Watch) -> Result<Vec<u64>> {
    let mut lost: FxHashSet<Vec<u8>> = FxHashSet::default();
    let mut counts = vec![0];
    for cells in 1..=to {
        step(watch, cells as u64, Some(to as u64), || format!("bars of {cells} cells are looked at"))?;
        let before = lost.len();
        let mut found = Vec::new();
        partitions(cells, cells, &mut Vec::new(), &mut |bar| {
            let mut bites = (0..bar.len()).flat_map(|row| (0..bar[row]).map(move |left| (row, left)));
            if !bites.any(|(row, left)| lost.contains(&bitten_rows(bar, row, left))) {
                found.push(bar.to_vec());
            }
        });
        lost.extend(found);
        counts.push((lost.len() - before) as u64);
    }
    Ok(counts)
}

fn bitten_rows(bar: &[u8], row: usize, left: u8) -> Vec<u8> {
    let shorter = bar.iter().enumerate().map(|(place, &length)| if place < row { length } else { left.min(length) });
    shorter.filter(|&length| length > 0).collect()
}

/// Visits every list of falling numbers, none above `most`, that add up to `sum`.
fn partitions(sum: usize, most: usize, begun: &mut Vec<u8>, visit: &mut dyn FnMut(&[u8])) {
    if sum == 0 {
        return visit(begun);
    }
    for part in 1..=most.min(sum) {
        begun.push(part as u8);
        partitions(sum - part, part, begun, visit);
        begun.pop();
    }
}

/// How many lost positions of Nim have three heaps of 1 to n, for n = 1 to `to`: those whose xor is 0.
pub fn lost_triples(to: u32) -> Vec<u64> {
    let with_largest = |largest: u32| (1..largest).filter(|&a| a <= a ^ largest && (a ^ largest) <= largest).count();
    let counted = |sum: &mut u64, largest: u32| {
        *sum += with_largest(largest) as u64;
        Some(*sum)
    };
    (1..=to).scan(0, counted).collect()
}

/// The product of two nimbers, by which they are a field: a b is the mex of a'b + ab' + a'b' over all a' < a and b' <
/// b, with sums by xor. It is found in halves: with F = 2^half a number is a1 F + a0, and F F = F + F/2.
pub fn nim_product(a: u64, b: u64) -> u64 {
    by_halves(a, b, 32)
}

fn by_halves(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let parts = |number: u64| (number >> half, number & ((1 << half) - 1));
    let ((a1, a0), (b1, b0)) = (parts(a), parts(b));
    if a1 == 0 && b1 == 0 {
        return by_halves(a, b, half / 2);
    }
    let (low, high) = (by_halves(a0, b0, half / 2), by_halves(a1, b1, half / 2));
    let cross = by_halves(a0 ^ a1, b0 ^ b1, half / 2) ^ low;
    cross << half ^ low ^ by_halves(high, 1 << (half - 1), half / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::impartial::mex;
    use kit::Unwatched;

    #[test]
    fn products_are_those_of_the_definition() {
        let mut table = [[0u64; 20]; 20];
        for a in 0..20 {
            for b in 0..20 {
                let options = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                let values: Vec<u32> = options.map(|(x, y)| (table[x][b] ^ table[a][y] ^ table[x][y]) as u32).collect();
                table[a][b] = u64::from(mex(values.iter().copied()));
                assert_eq!(nim_product(a as u64, b as u64), table[a][b], "{a} times {b}");
            }
        }
        let (a, b, c) = (0xDEAD_BEEF_1234_5678, 0x0BAD_CAFE_9876_5432, 0x1111_2222_3333_4444);
        assert_eq!(nim_product(nim_product(a, b), c), nim_product(a, nim_product(b, c)));
        assert_eq!(nim_product(a, b ^ c), nim_product(a, b) ^ nim_product(a, c));
    }

    #[test]
    fn lost_bars_of_two_rows_are_one_step_and_both_ways_of_counting_agree() {
        let two = lost_bars(2, 30, &mut Unwatched).unwrap();
        assert!(two.iter().zip(1u16..).all(|(bar, n)| *bar == [n, n - 1, 0, 0]));
        let counts = lost_by_cells(9, &mut Unwatched).unwrap();
        let four = lost_bars(4, 400, &mut Unwatched).unwrap();
        for cells in 0..=9u16 {
            // Bars of five rows and more are their mirror images of five columns and more, unless they are both.
            let few = four.iter().filter(|bar| bar.iter().sum::<u16>() == cells);
            let (narrow, wide) = few.fold((0, 0), |(n, w), bar| if bar[0] <= 4 { (n + 1, w) } else { (n, w + 1) });
            let both = u64::from(cells == 9);
            assert_eq!(counts[usize::from(cells)], narrow + 2 * wide + both, "{cells} cells");
        }
    }

    #[test]
    fn triples_are_counted_by_their_definition() {
        let plain = |n: u32| {
            let pairs = (1..=n).flat_map(move |a| (a..=n).map(move |b| (a, b)));
            pairs.filter(move |(a, b)| (*b..=n).contains(&(a ^ b))).count() as u64
        };
        assert!(lost_triples(40).iter().zip(1..).all(|(&count, n)| count == plain(n)));
    }
}
