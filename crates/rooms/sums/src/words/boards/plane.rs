//! Sets of cells as bits of one number, for the games on boards.
//!
//! A board of r x c lies in a number of 64 or 128 bits row by row, the longer side along the rows. The images of a set
//! under the symmetries of the rectangle are a few word operations each: a half turn reverses all bits, a flip changes
//! rows over, and both together are a mirror. A set is turned on its side in a square of 8 x 8, where blocks of 1, 2
//! and 4 change places; what is higher than wide always fits when it is turned.

use super::cells::Cells;
use engine::impartial::Key;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A number that holds a board.
pub trait Plane:
    Key
    + Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No cell.
    const EMPTY: Self;
    /// The cells there are at most.
    const CELLS: u32;
    /// One cell.
    fn one(cell: u32) -> Self;
    /// How many cells.
    fn count(self) -> u32;
    /// The number of the first cell.
    fn first(self) -> u32;
    /// The number of the last cell of a set that is not empty.
    fn last(self) -> u32;
    /// The first cell becomes the last one.
    fn reversed(self) -> Self;
    /// The cells 0 to 63.
    fn word(self) -> u64;
    /// Cells among 0 to 63.
    fn of_word(word: u64) -> Self;

    /// Whether the cell is in it.
    fn has(self, cell: u32) -> bool {
        self & Self::one(cell) != Self::EMPTY
    }

    /// The set of its first cell alone.
    fn lowest(self) -> Self {
        Self::one(self.first())
    }

    /// The first so many cells.
    fn low(cells: u32) -> Self {
        if cells == 0 { Self::EMPTY } else { !Self::EMPTY >> (Self::CELLS - cells) }
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

macro_rules! planes {
    ($($number:ty),*) => {$(
        impl Plane for $number {
            const EMPTY: $number = 0;
            const CELLS: u32 = <$number>::BITS;

            fn one(cell: u32) -> $number {
                1 << cell
            }

            fn count(self) -> u32 {
                self.count_ones()
            }

            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            fn last(self) -> u32 {
                <$number>::BITS - 1 - self.leading_zeros()
            }

            fn reversed(self) -> $number {
                self.reverse_bits()
            }

            fn word(self) -> u64 {
                self as u64
            }

            fn of_word(word: u64) -> $number {
                <$number>::from(word)
            }
        }
    )*};
}
planes!(u64, u128);

/// The most rows of a board, along its shorter side.
const MOST_ROWS: usize = 8;

/// How a board lies in a number: cell (row, column) is bit `stride` row + column, with rows and columns changed over if
/// it stands.
#[derive(Clone, Debug)]
pub struct Sheet<B> {
    /// The rows, as the person sees them.
    pub rows: usize,
    /// The columns, as the person sees them.
    pub columns: usize,
    /// Bits from a cell to the one below it.
    pub stride: u32,
    standing: bool,
    /// The first row.
    row: B,
    /// The first column, and the last one of the number.
    sides: [B; 2],
    row_of: [u8; 128],
}

/// A set in the corner, with its symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Image<B> {
    /// The least of its images; the images that were compared all lie in the corner.
    pub least: B,
    /// The set itself moved to the corner, and turned if it was higher than wide.
    pub set: B,
    /// The rows and columns of [`Image::set`].
    pub sides: [u32; 2],
    /// Whether a half turn, a flip of the rows, a mirror of the columns leave it as it is.
    pub same: [bool; 3],
}

impl<B: Plane> Sheet<B> {
    /// How a board of that size lies in such a number, if it does.
    pub fn fitting(rows: usize, columns: usize) -> Option<Self> {
        let (short, long) = (rows.min(columns), rows.max(columns));
        // Boards to 8 x 8 lie alike in 64 bits, whatever their sides.
        let stride = if long <= 8 { 8 } else { long as u32 };
        if short > MOST_ROWS || stride * (short as u32 - 1) + long as u32 > B::CELLS {
            return None;
        }
        let lines = B::CELLS / stride;
        let column = |c: u32| (0..lines).fold(B::EMPTY, |set, r| set | B::one(stride * r + c));
        Some(Sheet {
            rows,
            columns,
            stride,
            standing: rows > columns,
            row: B::low(stride),
            sides: [column(0), column(stride - 1)],
            row_of: std::array::from_fn(|cell| (cell as u32 / stride) as u8),
        })
    }

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
    pub fn rectangle(&self, rows: usize, columns: usize) -> B {
        (0..rows as u32).fold(B::EMPTY, |set, r| set | B::low(columns as u32) << (self.stride * r))
    }

    /// All cells of the board.
    pub fn board(&self) -> B {
        self.rectangle(self.rows.min(self.columns), self.rows.max(self.columns))
    }

    /// The cells of a board that is no larger than this one.
    pub fn set_of(&self, board: &Cells) -> B {
        board.cells().fold(B::EMPTY, |set, (r, c)| set | B::one(self.cell(r, c)))
    }

    /// A set as a board that the person sees.
    pub fn cells_of(&self, set: B) -> Cells {
        let mut board = Cells::empty(self.rows, self.columns);
        set.cells().map(|cell| self.place(cell)).for_each(|(r, c)| board.insert(r, c));
        board
    }

    /// The set without the first cell of every row.
    pub fn without_first_column(&self, set: B) -> B {
        set & !self.sides[0]
    }

    /// The set without the last cell of every row.
    pub fn without_last_column(&self, set: B) -> B {
        set & !self.sides[1]
    }

    /// The sides of the smallest rectangle around a set.
    pub fn extent(&self, set: B) -> (usize, usize) {
        if set == B::EMPTY {
            return (0, 0);
        }
        let (_, [rows, columns]) = self.cornered(set);
        let (rows, columns) = (rows as usize, columns as usize);
        if self.standing { (columns, rows) } else { (rows, columns) }
    }

    /// A set that is not empty in the corner, with its rows and columns.
    #[inline(always)]
    pub fn cornered(&self, set: B) -> (B, [u32; 2]) {
        let set = set >> (self.stride * u32::from(self.row_of[set.first() as usize]));
        let rows = u32::from(self.row_of[set.last() as usize]) + 1;
        let columns = match self.stride {
            8 => {
                let word = set.word();
                let word = word | word >> 32;
                let word = word | word >> 16;
                B::of_word((word | word >> 8) & 0xFF)
            }
            stride => (1..rows).fold(set, |all, r| all | set >> (stride * r)) & self.row,
        };
        (set >> columns.first(), [rows, columns.last() - columns.first() + 1])
    }

    /// Rows become columns, in the first eight rows and columns.
    #[inline(always)]
    pub fn turned(&self, set: B, rows: u32) -> B {
        if self.stride == 8 {
            return B::of_word(turned_word(set.word()));
        }
        let row = |r: u32| ((set >> (self.stride * r)).word() & 0xFF) << (8 * r);
        let square = turned_word((0..rows).fold(0, |square, r| square | row(r)));
        let lines = (71 - (square | 1).leading_zeros()) / 8;
        (0..lines).fold(B::EMPTY, |all, r| all | B::of_word(square >> (8 * r) & 0xFF) << (self.stride * r))
    }

    /// The least image of a set that is not empty, and which symmetries it has.
    #[inline(always)]
    pub fn image(&self, set: B) -> Image<B> {
        let (mut set, mut sides) = self.cornered(set);
        if sides[0] > sides[1] {
            set = self.turned(set, sides[0]);
            sides.reverse();
        }
        let [half, flip, mirror] = self.images(set, sides);
        let mut least = set.min(half).min(flip.min(mirror));
        if sides[0] == sides[1] {
            let turned = self.turned(set, sides[0]);
            let [half, flip, mirror] = self.images(turned, sides);
            least = least.min(turned).min(half).min(flip.min(mirror));
        }
        Image { least, set, sides, same: [half == set, flip == set, mirror == set] }
    }

    /// A set in the corner after a half turn, a flip of its rows, and a mirror of its columns.
    #[inline(always)]
    fn images(&self, set: B, [rows, columns]: [u32; 2]) -> [B; 3] {
        let cells = self.stride * (rows - 1) + columns;
        let flip = match self.stride {
            8 => B::of_word(set.word().swap_bytes() >> (64 - 8 * rows)),
            stride => {
                let row = |r: u32| (set >> (stride * r)) & self.row;
                (0..rows).fold(B::EMPTY, |all, r| all | row(r) << (stride * (rows - 1 - r)))
            }
        };
        let half_turn = |set: B| set.reversed() >> (B::CELLS - cells);
        [half_turn(set), flip, half_turn(flip)]
    }

    /// The cells that have one of the set at their left, at their right, above and below.
    #[inline(always)]
    pub fn beside(&self, set: B) -> [B; 4] {
        let across = [self.without_last_column(set) << 1, self.without_first_column(set) >> 1];
        [across[0], across[1], set << self.stride, set >> self.stride]
    }

    /// The cells of a set and their neighbours.
    #[inline(always)]
    pub fn spread(&self, set: B) -> B {
        self.beside(set).into_iter().fold(set, |all, side| all | side)
    }
}

/// A square of 8 x 8 with its rows as columns.
#[inline(always)]
fn turned_word(mut square: u64) -> u64 {
    for (mask, by) in [(0x00AA_00AA_00AA_00AA, 7), (0x0000_CCCC_0000_CCCC, 14), (0x0000_0000_F0F0_F0F0, 28)] {
        let change = (square ^ (square >> by)) & mask;
        square ^= change ^ (change << by);
    }
    square
}

#[cfg(test)]
mod tests {
    use super::super::cells::Letters;
    use super::*;

    /// All images as sets of cells.
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

    fn one_form_for_all_images<B: Plane>(rows: u32, columns: u32) {
        let sheet = Sheet::<B>::fitting(rows as usize, columns as usize).unwrap();
        let (mut seed, mut seen) = (7u64, std::collections::BTreeSet::new());
        for round in 0..300 {
            // Many sets are small or square, so that those which can be turned are met.
            let (high, wide) = if round % 2 == 0 { (rows, rows) } else { (rows, columns) };
            let mut cells: Vec<(u32, u32)> = (0..6)
                .map(|_| {
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    ((seed >> 33) as u32 % high, (seed >> 45) as u32 % wide)
                })
                .collect();
            cells.sort_unstable();
            cells.dedup();
            let laid = |image: &[(u32, u32)]| {
                let corner = |along: fn(&(u32, u32)) -> u32| image.iter().map(along).min().unwrap();
                let (top, left) = (corner(|c| c.0), corner(|c| c.1));
                image.iter().fold(B::EMPTY, |set, &(r, c)| set | B::one(sheet.stride * (r - top) + c - left))
            };
            let fits = |image: &Vec<(u32, u32)>| {
                let span = |along: fn(&(u32, u32)) -> u32| {
                    image.iter().map(along).max().unwrap() - image.iter().map(along).min().unwrap()
                };
                span(|c| c.0) < rows && span(|c| c.1) < columns
            };
            let least = sheet.image(laid(&cells)).least;
            assert_eq!(least.count() as usize, cells.len());
            assert_eq!(sheet.image(least).least, least);
            for image in images(&cells).iter().filter(|image| fits(image)) {
                assert_eq!(sheet.image(laid(image)).least, least, "{rows} x {columns}: {cells:?} {image:?}");
            }
            seen.insert(least);
        }
        assert!(seen.len() > 100, "{}", seen.len());
    }

    #[test]
    fn all_images_that_fit_have_one_least_form() {
        for (rows, columns) in [(3, 5), (5, 5), (6, 7), (7, 8), (8, 8), (4, 9), (4, 16), (5, 10), (6, 10), (2, 30)] {
            one_form_for_all_images::<u64>(rows, columns);
            one_form_for_all_images::<u128>(rows, columns);
        }
        for (rows, columns) in [(8, 16), (4, 30), (3, 24), (7, 12)] {
            one_form_for_all_images::<u128>(rows, columns);
        }
        assert!(Sheet::<u64>::fitting(4, 17).is_none() && Sheet::<u128>::fitting(9, 9).is_none());
    }

    #[test]
    fn symmetries_are_told() {
        let sheet = Sheet::<u64>::fitting(4, 6).unwrap();
        let cells = |text: &str| Cells::read(text, Letters { set: "1", rest: "0" }, 8).unwrap();
        let board = |text: &str| sheet.image(sheet.set_of(&cells(text)));
        assert_eq!(board("110/011").same, [true, false, false]);
        assert_eq!(board("101/111").same, [false, false, true]);
        assert_eq!(board("100/111/100").same, [false, true, false]);
        assert_eq!(board("010/111/010").same, [true; 3]);
        assert_eq!(board("1/1/1").sides, [1, 3]);
        assert_eq!(sheet.extent(sheet.set_of(&cells("011/001"))), (2, 2));
    }
}
