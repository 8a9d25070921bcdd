//! The most queens that do not attack each other on a triangle or a pyramid, by exhaustive search.
//!
//! A *triangle* of side k has rows of k, k - 1, ..., 1 cells under each other from the left edge. At most (2k + 1)/3
//! queens fit, rounded down: the three distances of a cell to the sides sum to k - 1, and q queens have different ones
//! of each kind, which sum to 3 q (q - 1)/2 at least. The search ends when it meets that bound. A *pyramid* of side k
//! has rows of k, k - 2, ... cells, each centred on the one before; no row holds two queens.

use kit::watch::step;
use kit::{Result, Watch};

/// A board as rows of cells: the first column and the number of cells of each.
struct Rows(Vec<(usize, usize)>);

struct Search<'a> {
    rows: &'a Rows,
    bound: usize,
    best: usize,
    /// Columns, diagonals and antidiagonals with a queen.
    taken: [Vec<bool>; 3],
    looked: u64,
}

impl Search<'_> {
    fn place(&mut self, row: usize, placed: usize, watch: &mut dyn Watch) -> Result<()> {
        self.best = self.best.max(placed);
        self.looked += 1;
        if self.looked & 0xffff == 0 {
            step(watch, self.looked, None, || format!("{} placements looked at", self.looked))?;
        }
        let left = self.rows.0.len() - row;
        if self.best >= self.bound || placed + left <= self.best {
            return Ok(());
        }
        let (first, cells) = self.rows.0[row];
        let size = self.taken[0].len() / 2;
        for column in first..first + cells {
            let lines = [column, row + column, row + size - column];
            if (0..3).all(|i| !self.taken[i][lines[i]]) {
                (0..3).for_each(|i| self.taken[i][lines[i]] = true);
                self.place(row + 1, placed + 1, watch)?;
                (0..3).for_each(|i| self.taken[i][lines[i]] = false);
            }
        }
        self.place(row + 1, placed, watch)
    }
}

fn most(rows: &Rows, side: usize, bound: usize, watch: &mut dyn Watch) -> Result<usize> {
    let taken = std::array::from_fn(|_| vec![false; 2 * side + 2]);
    let mut search = Search { rows, bound, best: 0, taken, looked: 0 };
    search.place(0, 0, watch)?;
    Ok(search.best)
}

/// The most queens on a triangle of that side.
pub fn triangle(side: usize, watch: &mut dyn Watch) -> Result<usize> {
    let rows = Rows((1..=side).rev().map(|cells| (0, cells)).collect());
    most(&rows, side, (2 * side + 1) / 3, watch)
}

/// The most queens on a pyramid of that side.
pub fn pyramid(side: usize, watch: &mut dyn Watch) -> Result<usize> {
    let rows = Rows((0..side.div_ceil(2)).map(|row| (row, side - 2 * row)).collect());
    let height = rows.0.len();
    most(&rows, side, height, watch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    /// All sets of cells, by their bits.
    fn by_definition(cells: &[(i64, i64)]) -> usize {
        let attack =
            |a: (i64, i64), b: (i64, i64)| a.0 == b.0 || a.1 == b.1 || a.0 + a.1 == b.0 + b.1 || a.0 - a.1 == b.0 - b.1;
        let chosen =
            |set: u32| cells.iter().copied().enumerate().filter(move |(i, _)| set >> i & 1 == 1).map(|(_, c)| c);
        let peaceful = |set: &u32| chosen(*set).all(|a| chosen(*set).all(|b| a == b || !attack(a, b)));
        (0..1u32 << cells.len()).filter(peaceful).map(|set| set.count_ones() as usize).max().unwrap_or(0)
    }

    #[test]
    fn the_search_agrees_with_all_sets_of_cells() {
        for side in 0..=5i64 {
            let cells: Vec<(i64, i64)> = (0..side).flat_map(|row| (0..side - row).map(move |c| (row, c))).collect();
            assert_eq!(triangle(side as usize, &mut Unwatched).unwrap(), by_definition(&cells), "triangle {side}");
            let cells: Vec<(i64, i64)> =
                (0..(side + 1) / 2).flat_map(|row| (row..side - row).map(move |c| (row, c))).collect();
            assert_eq!(pyramid(side as usize, &mut Unwatched).unwrap(), by_definition(&cells), "pyramid {side}");
        }
    }
}
