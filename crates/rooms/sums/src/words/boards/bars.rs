//! The bars of Chomp within a rectangle, numbered and swept.
//!
//! A bar is a list of row lengths that do not grow. In the order of the lists, the first row first, the number of a bar
//! is the sum over its rows of how many bars agree above that row and are shorter in it: rows below a shorter one are
//! free, so with m rows left that are shorter than n there are C(n - 1 + m, m). Each row adds its own share, whatever
//! the others are, and the number of an option comes out of prefix sums.

use super::chomp::rows;
use engine::search::{Swept, Walk, sweep};
use kit::{Error, Result, Watch};

/// A walk over all bars within a rectangle.
pub(super) struct Bars {
    /// The lengths of the rows, all of them, also empty ones.
    lengths: Vec<usize>,
    columns: usize,
    /// What a row of a length adds to the number: the row, then the length.
    shares: Vec<Vec<usize>>,
    /// What the rows before one add if all have that length: the row, then the length.
    columns_before: Vec<Vec<usize>>,
    /// What the rows before one add to the number of the present bar.
    before: Vec<usize>,
}

impl Bars {
    /// The empty bar of a rectangle with so many rows and columns.
    pub(super) fn within(rows: usize, columns: usize) -> Result<Bars> {
        let share = |row: usize, length: usize| {
            let left = (rows - row) as u128;
            let paths = (1..=left).try_fold(1u128, |paths, i| Some(paths.checked_mul(length as u128 - 1 + i)? / i));
            paths.and_then(|paths| usize::try_from(paths).ok())
        };
        let mut shares = vec![vec![0; columns + 1]; rows];
        for row in 0..rows {
            for length in 1..=columns {
                shares[row][length] = share(row, length).ok_or_else(|| {
                    Error::too_large(format!("chomp {rows} x {columns}"), "too many positions", "ask a smaller bar")
                })?;
            }
        }
        let mut columns_before = vec![vec![0; columns + 1]];
        for row in 0..rows {
            columns_before.push((0..=columns).map(|c| columns_before[row][c] + shares[row][c]).collect());
        }
        Ok(Bars { lengths: vec![0; rows], columns, shares, columns_before, before: vec![0; rows + 1] })
    }

    /// The number of a bar, if it lies within the rectangle.
    fn number(&self, lengths: &[u64]) -> Option<usize> {
        let fits = lengths.len() <= self.lengths.len() && lengths.iter().all(|&length| length as usize <= self.columns);
        fits.then(|| lengths.iter().zip(&self.shares).map(|(&length, shares)| shares[length as usize]).sum())
    }
}

impl Walk for Bars {
    fn positions(&self) -> usize {
        // The last is the full one.
        1 + self.shares.iter().map(|shares| shares[self.columns]).sum::<usize>()
    }

    fn advance(&mut self) {
        let rows = self.lengths.len();
        let most = |row: usize, lengths: &[usize]| if row == 0 { self.columns } else { lengths[row - 1] };
        let mut row = rows - 1;
        while self.lengths[row] == most(row, &self.lengths) {
            self.lengths[row] = 0;
            row -= 1;
        }
        self.lengths[row] += 1;
        for row in row..rows {
            self.before[row + 1] = self.before[row] + self.shares[row][self.lengths[row]];
        }
    }

    #[inline(always)]
    fn each_option(&self, mut see: impl FnMut(usize)) {
        let (rows, all) = (self.lengths.len(), self.before[self.lengths.len()]);
        // The rows that are longer than column c, which is eaten from some row on.
        let mut longer = rows;
        for c in 0..self.lengths[0] {
            while self.lengths[longer - 1] <= c {
                longer -= 1;
            }
            let below = all - self.before[longer] + self.columns_before[longer][c];
            for row in usize::from(c == 0)..longer {
                see(self.before[row] + below - self.columns_before[row][c]);
            }
        }
    }

    fn twin(&self) -> Option<usize> {
        let (rows, first) = (self.lengths.len(), self.lengths[0]);
        if first > rows {
            return None;
        }
        // The columns as rows; where they first differ from the rows is decided which of the two comes first.
        let (mut number, mut longer, mut earlier) = (0, rows, false);
        for c in 0..first {
            while self.lengths[longer - 1] <= c {
                longer -= 1;
            }
            if !earlier && longer != self.lengths[c] {
                if longer > self.lengths[c] {
                    return None;
                }
                earlier = true;
            }
            number += self.shares[c][longer];
        }
        earlier.then_some(number)
    }
}

/// The nimbers of all bars within a rectangle.
pub(super) struct SweptBars {
    bars: Bars,
    nimbers: Vec<u8>,
}

impl SweptBars {
    /// Sweeps them, one byte a bar.
    pub(super) fn new(bars: Bars, memory: usize, watch: &mut dyn Watch) -> Result<SweptBars> {
        let (rows, columns, positions) = (bars.lengths.len(), bars.columns, bars.positions());
        if positions > memory {
            let limit = format!("its table is limited to {} MB", memory >> 20);
            return Err(Error::too_large("the search", limit, "raise --memory or ask a smaller position"));
        }
        kit::memory::take(watch, "the nimbers of all bars", positions as u64)?;
        let nimbers = sweep(bars, watch)?;
        Ok(SweptBars { bars: Bars::within(rows, columns)?, nimbers })
    }
}

impl Swept<u128> for SweptBars {
    fn nimber(&self, at: &u128) -> Option<u32> {
        self.bars.number(&rows(*at)).map(|number| self.nimbers[number].into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::chomp::{Chomp, pack};
    use super::*;
    use engine::impartial::{Impartial, Limits, Method, Solver};
    use kit::Unwatched;

    #[test]
    fn numbers_follow_the_walk_and_options_come_first() {
        for (rows, columns) in [(1, 1), (1, 7), (6, 1), (3, 5), (5, 3), (4, 4)] {
            let (mut walk, probe) = (Bars::within(rows, columns).unwrap(), Bars::within(rows, columns).unwrap());
            for number in 1..walk.positions() {
                walk.advance();
                let lengths: Vec<u64> = walk.lengths.iter().take_while(|&&n| n > 0).map(|&n| n as u64).collect();
                assert_eq!(probe.number(&lengths), Some(number), "{lengths:?}");
                let mut options = Vec::new();
                Chomp.options(&pack(&lengths), &mut options);
                let mut expected: Vec<usize> =
                    options.iter().map(|&o| probe.number(&super::rows(o)).unwrap()).collect();
                let mut found = Vec::new();
                walk.each_option(|option| found.push(option));
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{lengths:?}");
                assert!(found.iter().all(|&option| option < number));
                if let Some(twin) = walk.twin() {
                    assert!(twin < number, "{lengths:?}");
                    let other: Vec<u64> =
                        (0..lengths[0]).map(|c| lengths.iter().filter(|&&n| n > c).count() as u64).collect();
                    assert_eq!(probe.number(&other), Some(twin), "{lengths:?}");
                }
            }
        }
    }

    #[test]
    fn the_sweep_agrees_with_the_memo_on_every_bar() {
        for (rows, columns) in [(1, 9), (9, 2), (5, 6), (6, 5), (6, 6)] {
            let limits = Limits { memory: 1 << 24, threads: 1 };
            let (swept, memo) = (Solver::new(Chomp, limits), Solver::new(Chomp, limits));
            let bars = super::super::bars(rows, columns);
            let keys: Vec<u128> = bars.iter().map(|bar| pack(bar)).collect();
            let one = swept.nimbers(&keys, Method::Sweep, &mut Unwatched).unwrap();
            let other = memo.nimbers(&keys, Method::Memo, &mut Unwatched).unwrap();
            assert_eq!(one, other, "{rows} x {columns}");
        }
    }
}
