//! Sets of cells as bits of one number, for the games on boards.

use super::bits;
use engine::impartial::Key;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// How a board lies in a number: cell (row, column) is bit `stride` row + column, with rows and columns changed over if it stands.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    /// The rows, as the person sees them.
    pub rows: usize,
    /// The columns, as the person sees them.
    pub columns: usize,
    /// Bits from a cell to the one below it.
    pub stride: u32,
    standing: bool,
}

/// A number that holds a board.
pub trait Plane:
    Key
    + Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No cell.
    const EMPTY: Self;
    /// The first cell of every row, by stride.
    fn first_column(stride: u32) -> Self;
    /// How a board of that size lies in such a number, if it does.
    fn sheet(rows: usize, columns: usize) -> Option<Sheet>;
    /// One cell.
    fn one(cell: u32) -> Self;
    /// How many cells.
    fn count(self) -> u32;
    /// The number of the first cell.
    fn first(self) -> u32;
    /// The least image in the corner.
    fn canonical(self, stride: u32) -> Self;

    /// Whether the cell is in it.
    fn has(self, cell: u32) -> bool {
        self & Self::one(cell) != Self::EMPTY
    }

    /// The set of its first cell alone.
    fn lowest(self) -> Self {
        Self::one(self.first())
    }

    /// The cells in order.
    fn cells(mut self) -> impl Iterator<Item = u32> {
        std::iter::from_fn(move || {
            let cell = (self != Self::EMPTY).then(|| self.first())?;
            self = self & !Self::one(cell);
            Some(cell)
        })
    }
}

impl Plane for u64 {
    const EMPTY: u64 = 0;

    fn first_column(_: u32) -> u64 {
        bits::FIRST_COLUMN
    }

    fn sheet(rows: usize, columns: usize) -> Option<Sheet> {
        (rows.max(columns) <= 8).then_some(Sheet { rows, columns, stride: 8, standing: false })
    }

    fn one(cell: u32) -> u64 {
        1 << cell
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn first(self) -> u32 {
        self.trailing_zeros()
    }

    fn canonical(self, _: u32) -> u64 {
        bits::canonical(self)
    }
}

impl Plane for u128 {
    const EMPTY: u128 = 0;

    fn first_column(stride: u32) -> u128 {
        if stride == 16 { 0x0001_0001_0001_0001_0001_0001_0001_0001 } else { 0x0000_0001_0000_0001_0000_0001_0000_0001 }
    }

    /// Eight rows of 16 or four rows of 32, the longer side along the rows.
    fn sheet(rows: usize, columns: usize) -> Option<Sheet> {
        let stride = match (rows.min(columns), rows.max(columns)) {
            (0..=8, 0..=16) => 16,
            (0..=4, 0..=32) => 32,
            _ => return None,
        };
        Some(Sheet { rows, columns, stride, standing: rows > columns })
    }

    fn one(cell: u32) -> u128 {
        1 << cell
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn first(self) -> u32 {
        self.trailing_zeros()
    }

    /// What fits when it is turned goes through 64 bits and has eight images; what is longer has four.
    fn canonical(self, stride: u32) -> u128 {
        let rows = cornered_rows(self, stride);
        let used = rows.iter().rposition(|&row| row != 0).map_or(0, |last| last + 1);
        let width = 32 - rows.iter().fold(0, |all, row| all | row).leading_zeros();
        if width <= 128 / stride {
            let set = rows.iter().enumerate().fold(0, |set, (r, &row)| set | u64::from(row) << (8 * r));
            let least = bits::canonical(set);
            return (0..128 / stride).fold(0, |set, r| set | u128::from(least >> (8 * r) & 0xFF) << (stride * r));
        }
        let mirrored = rows.map(|row| if row == 0 { 0 } else { row.reverse_bits() >> (32 - width) });
        let laid = |rows: &mut dyn Iterator<Item = u32>| {
            rows.zip(0..).fold(0, |set, (row, r)| set | u128::from(row) << (stride * r))
        };
        let images = [&rows, &mirrored].map(|image| {
            let image = &image[..used];
            laid(&mut image.iter().copied()).min(laid(&mut image.iter().rev().copied()))
        });
        images[0].min(images[1])
    }
}

/// The rows of a set, moved to the first row and the first column.
fn cornered_rows(set: u128, stride: u32) -> [u32; 8] {
    let mut rows = [0u32; 8];
    let first = if set == 0 { 0 } else { set.trailing_zeros() / stride };
    for (r, row) in rows.iter_mut().enumerate().take((128 / stride) as usize) {
        let from = stride * (r as u32 + first);
        *row = if from < 128 { (set >> from) as u32 & (u32::MAX >> (32 - stride)) } else { 0 };
    }
    let left = rows.iter().fold(0, |all, row| all | row).trailing_zeros() % 32;
    rows.map(|row| row >> left)
}

impl Sheet {
    /// The bit of a cell.
    pub fn cell(&self, row: usize, column: usize) -> u32 {
        let (row, column) = if self.standing { (column, row) } else { (row, column) };
        self.stride * row as u32 + column as u32
    }

    /// Row and column of a bit.
    pub fn place(&self, cell: u32) -> (usize, usize) {
        let (row, column) = ((cell / self.stride) as usize, (cell % self.stride) as usize);
        if self.standing { (column, row) } else { (row, column) }
    }

    /// A full rectangle in the corner of the number.
    pub fn rectangle<B: Plane>(&self, rows: usize, columns: usize) -> B {
        let cells = (0..rows as u32).flat_map(|r| (0..columns as u32).map(move |c| (r, c)));
        cells.fold(B::EMPTY, |set, (r, c)| set | B::one(self.stride * r + c))
    }

    /// The cells of a board that are marked.
    pub fn set_of<B: Plane>(&self, board: &[Vec<bool>]) -> B {
        let cells = board.iter().zip(0..).flat_map(|(row, r)| row.iter().zip(0..).map(move |(&full, c)| (r, c, full)));
        cells.filter(|&(.., full)| full).fold(B::EMPTY, |set, (r, c, _)| set | B::one(self.cell(r, c)))
    }

    /// The set without the first cell of every row.
    pub fn without_first_column<B: Plane>(&self, set: B) -> B {
        set & !B::first_column(self.stride)
    }

    /// The sides of the smallest rectangle around a set.
    pub fn extent<B: Plane>(&self, set: B) -> (usize, usize) {
        let places: Vec<(usize, usize)> = set.cells().map(|cell| self.place(cell)).collect();
        let spread = |along: fn(&(usize, usize)) -> usize| {
            let least = places.iter().map(along).min().unwrap_or(0);
            places.iter().map(along).max().map_or(0, |most| most - least + 1)
        };
        (spread(|p| p.0), spread(|p| p.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The canonical form by its definition: all images as sets of cells.
    fn images(cells: &[(u32, u32)]) -> Vec<Vec<(u32, u32)>> {
        let turn = |cells: &[(u32, u32)]| -> Vec<(u32, u32)> {
            let most = cells.iter().map(|c| c.1).max().unwrap();
            cells.iter().map(|&(r, c)| (most - c, r)).collect()
        };
        let flip = |cells: &[(u32, u32)]| -> Vec<(u32, u32)> { cells.iter().map(|&(r, c)| (c, r)).collect() };
        let mut all = vec![cells.to_vec(), flip(cells)];
        for _ in 0..3 {
            let next: Vec<_> = all[all.len() - 2..].iter().map(|image| turn(image)).collect();
            all.extend(next);
        }
        all
    }

    #[test]
    fn all_images_that_fit_have_one_canonical_form() {
        let mut seed = 7u64;
        for stride in [16u32, 32] {
            let (most_rows, mut seen) = (128 / stride, std::collections::BTreeSet::new());
            for _ in 0..300 {
                let cells: Vec<(u32, u32)> = (0..6)
                    .map(|_| {
                        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                        ((seed >> 33) as u32 % most_rows, (seed >> 45) as u32 % stride)
                    })
                    .collect();
                let laid = |image: &[(u32, u32)]| image.iter().fold(0u128, |set, &(r, c)| set | 1 << (stride * r + c));
                let least = laid(&cells).canonical(stride);
                assert_eq!(least.count_ones(), laid(&cells).count_ones());
                assert_eq!(least.canonical(stride), least);
                let fits = |image: &Vec<(u32, u32)>| image.iter().all(|&(r, c)| r < most_rows && c < stride);
                for image in images(&cells).iter().filter(|image| fits(image)) {
                    assert_eq!(laid(image).canonical(stride), least, "{cells:?} {image:?}");
                }
                seen.insert(least);
            }
            assert!(seen.len() > 200);
        }
    }
}
