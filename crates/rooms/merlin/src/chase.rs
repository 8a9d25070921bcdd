//! Light chasing: a plus-shaped grid solved row by row, for every number of colours.
//!
//! The clicks of the first row of w decide all others: the cell above asks each next click to finish it,
//! t(i+1) = s(i) - c t(i) - T t(i) - t(i-1), where T adds the neighbours in a row and c is 1 if a click changes its own
//! cell. What row h would have to be must be zero: w equations B t(0) = r for w unknowns, instead of w h.
//!
//! B is a polynomial in T, so it commutes with T, and since T e_j = e_{j-1} + e_{j+1} its columns follow from the
//! first: b_{j+1} = T b_j - b_{j-1}. The first is one chase. Altogether O(w h + w^2) for the equations and O(w^3) for
//! solving them.

use super::puzzle::Grid;
use dashu::integer::UBig;
use engine::modular::gf2;
use engine::modular::howell::Columns;
use engine::modular::zmod::Modulus;
use kit::{Result, Watch};

/// The equations of the first row.
enum First {
    Bits(gf2::Matrix),
    Ring(Columns),
}

/// A grid ready to be solved.
pub struct Chase {
    /// The shorter side, whose cells are the unknowns.
    width: usize,
    height: usize,
    /// True when the unknown line is a column of the board.
    turned: bool,
    loops: bool,
    modulus: Modulus,
    first: First,
}

impl Chase {
    /// Sets up the equations of the first row.
    pub fn new(grid: Grid, modulus: Modulus, watch: &mut dyn Watch) -> Result<Chase> {
        let turned = grid.rows < grid.columns;
        let (width, height) = (grid.rows.min(grid.columns), grid.rows.max(grid.columns));
        let first = First::Bits(gf2::Matrix::zero(0, 0));
        let mut chase = Chase { width, height, turned, loops: grid.loops, modulus, first };
        let columns = chase.columns_of_b();
        chase.first = match modulus.value() {
            2 => First::Bits(gf2::Matrix::from_fn(width, width, |i, j| columns[j][i] == 1)),
            _ => First::Ring(Columns::watched(modulus, width, width, |j| columns[j].clone(), watch)?),
        };
        Ok(chase)
    }

    /// The columns of B.
    fn columns_of_b(&self) -> Vec<Vec<u32>> {
        let mut unit = vec![0; self.width];
        unit[0] = 1;
        let mut columns = vec![self.run(None, &unit).1];
        while columns.len() < self.width {
            let last = columns.last().expect("there is a first");
            let mut next: Vec<u32> = (0..self.width).map(|j| self.beside(last, j)).collect();
            if let Some(before) = columns.len().checked_sub(2) {
                next.iter_mut().zip(&columns[before]).for_each(|(x, &y)| *x = self.modulus.subtract(*x, y));
            }
            columns.push(next);
        }
        columns
    }

    /// The sum of the neighbours in a line.
    fn beside(&self, line: &[u32], j: usize) -> u32 {
        let left = if j > 0 { line[j - 1] } else { 0 };
        let right = line.get(j + 1).copied().unwrap_or(0);
        self.modulus.add(left, right)
    }

    /// Chases from a first line: all clicks, line by line, and what the line after the last would have to be.
    fn run(&self, state: Option<&[u32]>, first: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let w = self.width;
        let mut clicks = Vec::with_capacity((self.height + 1) * w);
        clicks.extend_from_slice(first);
        for i in 0..self.height {
            for j in 0..w {
                let line = &clicks[i * w..(i + 1) * w];
                let mut given = self.beside(line, j);
                if self.loops {
                    given = self.modulus.add(given, line[j]);
                }
                if i > 0 {
                    given = self.modulus.add(given, clicks[(i - 1) * w + j]);
                }
                let wanted = state.map_or(0, |s| s[self.place(i, j)]);
                clicks.push(self.modulus.subtract(wanted, given));
            }
        }
        let over = clicks.split_off(self.height * w);
        (clicks, over)
    }

    fn place(&self, i: usize, j: usize) -> usize {
        if self.turned { j * self.height + i } else { i * self.width + j }
    }

    /// Clicks by lines put into the order of the board.
    fn on_board(&self, lines: Vec<u32>) -> Vec<u32> {
        if !self.turned {
            return lines;
        }
        let mut board = vec![0; lines.len()];
        for (k, click) in lines.into_iter().enumerate() {
            board[self.place(k / self.width, k % self.width)] = click;
        }
        board
    }

    /// Clicks t with A t = s, if there are any.
    pub fn solve(&self, s: &[u32]) -> Option<Vec<u32>> {
        let (_, over) = self.run(Some(s), &vec![0; self.width]);
        let wanted: Vec<u32> = over.iter().map(|&x| self.modulus.negate(x)).collect();
        let first = match &self.first {
            First::Bits(b) => {
                let x = b.solve(&gf2::Vector::from_bits(wanted.iter().map(|&x| x == 1))).ok()?;
                x.bits().map(u32::from).collect()
            }
            First::Ring(b) => b.solve(&wanted)?,
        };
        let (clicks, over) = self.run(Some(s), &first);
        debug_assert!(over.iter().all(|&x| x == 0));
        Some(self.on_board(clicks))
    }

    /// The number of clicks that do nothing.
    pub fn kernel_size(&self) -> UBig {
        match &self.first {
            First::Bits(b) => UBig::ONE << (self.width - b.rank()),
            First::Ring(b) => b.kernel_size(),
        }
    }

    /// Generators of the clicks that do nothing, by their first lines, each with its order.
    fn quiet_lines(&self) -> Vec<(u64, Vec<u32>)> {
        match &self.first {
            First::Bits(b) => b.kernel().into_iter().map(|v| (2, v.bits().map(u32::from).collect())).collect(),
            First::Ring(b) => b.kernel(),
        }
    }

    /// Generators of the clicks that do nothing, each with its order.
    pub fn kernel(&self) -> impl Iterator<Item = (u64, Vec<u32>)> + '_ {
        self.quiet_lines().into_iter().map(|(order, first)| (order, self.on_board(self.run(None, &first).0)))
    }
}
