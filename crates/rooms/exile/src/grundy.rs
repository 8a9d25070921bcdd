//! Tables of Sprague-Grundy values: the piece moves to lower cells, who cannot move loses.
//!
//! The value of a cell is the least number that is the value of no cell the piece can move to. [`by_definition`] says
//! just that. [`Grundy`] keeps, for every line on which the piece slides, the set of values met on it so far as a
//! string of bits with its leading full words counted, and walks the cells in an order in which every move leads back:
//! the least free value is the first zero of the union of at most six strings, found 64 values at a time. A cell costs
//! a few words; the table of the quadrant is walked in strips of 64 columns along antidiagonals so that the strings in
//! use stay near.

use super::boards::{Board, Cell, Piece, line_of};
use kit::watch::step;
use kit::{Error, Result, Watch};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The most bytes a table may take.
pub const MEMORY_LIMIT: u64 = 3 << 30;

/// The window of a table: rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Rows, x.
    pub rows: Range<i64>,
    /// Columns, y.
    pub columns: Range<i64>,
}

impl Frame {
    /// So many rows and columns where the board begins, or around the origin of a board without corner.
    pub fn new(board: &Board, rows: usize, columns: usize) -> Frame {
        let (rows, columns) = (rows as i64, columns as i64);
        let around = |size: i64, both: bool| if both { -((size - 1) / 2)..size - (size - 1) / 2 } else { 0..size };
        Frame { rows: around(rows, board.both_ways.0), columns: around(columns, board.both_ways.1) }
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        (self.columns.end - self.columns.start) as usize
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        (self.rows.end - self.rows.start) as usize
    }

    /// The place of a cell in a row-major array, if it is inside.
    #[inline]
    pub fn index(&self, (x, y): Cell) -> Option<usize> {
        (self.rows.contains(&x) && self.columns.contains(&y))
            .then(|| (x - self.rows.start) as usize * self.width() + (y - self.columns.start) as usize)
    }

    /// The frame that holds every cell which must be known for the cells of this one, and their number.
    fn closure(&self, board: &Board, piece: &Piece) -> (Frame, u64) {
        let (rows, columns) = (self.rows.end, self.columns.end);
        if board.cell.is_none() || in_strips(board, piece) {
            // Column y is needed down to a row that grows by `reach` with every column to its right.
            let reach = column_reach(piece);
            let cells = columns * rows + reach * columns * (columns - 1) / 2;
            return (Frame { rows: 0..rows + reach * (columns - 1), columns: 0..columns }, cells as u64);
        }
        // Whole shells: a shell and all before it hold every earlier cell.
        let corners =
            [self.rows.start, rows - 1].map(|x| [self.columns.start, columns - 1].map(|y| (board.shell)((x, y))));
        let shell = corners.as_flattened().iter().copied().max().expect("four corners").max(0);
        let span = |both: bool| if both { -shell..shell + 1 } else { 0..shell + 1 };
        let frame = Frame { rows: span(board.both_ways.0), columns: span(board.both_ways.1) };
        (frame, first_beyond(board, shell))
    }
}

/// Whether the table is walked in strips of columns: the quadrant, when all moves go along lines.
fn in_strips(board: &Board, piece: &Piece) -> bool {
    board.name == "quadrant" && piece.leaps(board.grid).is_empty()
}

/// The number of the first cell beyond a shell: numbers grow from shell to shell.
fn first_beyond(board: &Board, shell: i64) -> u64 {
    let cell = board.cell.expect("a numbered board");
    let beyond = |number: u64| (board.shell)(cell(number)) > shell;
    let (mut low, mut high) = (0, 1);
    while !beyond(high) {
        (low, high) = (high, 2 * high);
    }
    while high - low > 1 {
        let middle = (low + high) / 2;
        if beyond(middle) { high = middle } else { low = middle }
    }
    high
}

/// How many rows down a piece may move per column to the left.
fn column_reach(piece: &Piece) -> i64 {
    let leaps = piece.leaps(super::boards::Grid::Square);
    if leaps.iter().any(|&(dx, dy)| dx == 2 && dy == -1) { 2 } else { 1 }
}

/// The sets of values met on the lines of one direction.
pub(super) struct Lines {
    direction: Cell,
    least: i64,
    strings: Vec<Vec<u64>>,
    /// For each line, how many leading words are full.
    full: Vec<u32>,
}

impl Lines {
    pub(super) fn new(direction: Cell, frame: &Frame) -> Lines {
        let (rows, columns) = (&frame.rows, &frame.columns);
        let corners =
            [rows.start, rows.end - 1].map(|x| [columns.start, columns.end - 1].map(|y| line_of((x, y), direction)));
        let least = *corners.as_flattened().iter().min().expect("four corners");
        let most = *corners.as_flattened().iter().max().expect("four corners");
        let count = (most - least + 1) as usize;
        Lines { direction, least, strings: vec![Vec::new(); count], full: vec![0; count] }
    }

    #[inline]
    pub(super) fn index(&self, cell: Cell) -> usize {
        (line_of(cell, self.direction) - self.least) as usize
    }

    #[inline]
    pub(super) fn add(&mut self, line: usize, value: usize) {
        let string = &mut self.strings[line];
        if string.len() <= value / 64 {
            let length = (value / 64 + 1).max(string.len() * 5 / 4);
            string.resize(length, 0);
        }
        string[value / 64] |= 1 << (value % 64);
        let full = &mut self.full[line];
        while string.get(*full as usize) == Some(&u64::MAX) {
            *full += 1;
        }
    }

    /// Whether a value was met on a line.
    pub(super) fn has(&self, line: usize, value: usize) -> bool {
        self.strings[line].get(value / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// The least value that is neither met on a line through the cell nor barred.
    #[inline]
    pub(super) fn least_free(all: &[Lines], cell: Cell, barred: &[u16]) -> usize {
        let mut strings: [&[u64]; 6] = [&[]; 6];
        let mut word = 0;
        for (string, lines) in strings.iter_mut().zip(all) {
            let line = lines.index(cell);
            *string = &lines.strings[line];
            word = word.max(lines.full[line] as usize);
        }
        let strings = &strings[..all.len()];
        loop {
            let mut taken = strings.iter().fold(0, |union, s| union | s.get(word).copied().unwrap_or(0));
            for &value in barred {
                if usize::from(value) / 64 == word {
                    taken |= 1 << (value % 64);
                }
            }
            if taken != u64::MAX {
                return word * 64 + taken.trailing_ones() as usize;
            }
            word += 1;
        }
    }

    /// The first value missing on a line.
    pub(super) fn first_missing(&self, line: usize) -> usize {
        let word = self.full[line] as usize;
        word * 64 + self.strings[line].get(word).map_or(0, |w| w.trailing_ones() as usize)
    }
}

/// A table of values.
pub struct Grundy {
    board: &'static Board,
    frame: Frame,
    values: Vec<u16>,
    lines: Vec<Lines>,
    /// Values outside the frame, kept only where a leap may need them.
    beyond: FxHashMap<Cell, u16>,
}

impl Grundy {
    /// The bytes that a table may take, by a bound on its values: `None` if they do not fit 16 bits.
    pub fn memory(board: &Board, piece: &Piece, frame: &Frame) -> Option<u64> {
        let (closure, cells) = frame.closure(board, piece);
        let (slides, leaps) = (piece.slides(board.grid), piece.leaps(board.grid));
        let longest = closure.height().max(closure.width()) as u64;
        let bound = slides.len() as u64 * longest + leaps.len() as u64;
        // In strips a value is at most n + 3k, as n values stand above it and 3k to its left.
        let by_strips = longest + 2 * closure.width() as u64 + 64;
        if bound.min(if in_strips(board, piece) { by_strips } else { bound }) >= 1 << 16 {
            return None;
        }
        // Values stay below 1.7 times the longest line wherever it was looked; a quarter more is the strings' growth.
        let line_count: u64 = slides.iter().map(|&d| Lines::new_count(d, &closure)).sum();
        let strings = line_count * (longest * 17 / 10 * 5 / 4 / 8 + 40);
        let kept = frame.height() as u64 * frame.width() as u64 * 2;
        let beyond = if leaps.is_empty() { 0 } else { cells.saturating_sub(kept / 2) * 40 };
        Some(strings + kept + beyond)
    }

    /// The table of a frame. The memory is said before it is taken, and refused where it does not fit.
    pub fn new(board: &'static Board, piece: &Piece, frame: Frame, watch: &mut dyn Watch) -> Result<Grundy> {
        let asked = || format!("a table of {} x {}", frame.height(), frame.width());
        let memory = match Grundy::memory(board, piece, &frame) {
            Some(memory) if memory <= MEMORY_LIMIT => memory,
            memory => {
                let limit = match memory {
                    Some(bytes) => format!("it needs {} MiB and the limit is {} MiB", bytes >> 20, MEMORY_LIMIT >> 20),
                    None => "its values may not fit 16 bits".to_string(),
                };
                return Err(Error::too_large(asked(), limit, "ask for fewer rows and columns"));
            }
        };
        if memory >= 64 << 20 {
            kit::memory::take(watch, &asked(), memory as u64)?;
            watch.say(&format!("{} takes about {} MiB", asked(), memory >> 20));
        }
        let (closure, cells) = frame.closure(board, piece);
        let slides = piece.slides(board.grid);
        let mut table = Grundy {
            board,
            values: vec![0; frame.height() * frame.width()],
            lines: slides.iter().map(|&d| Lines::new(d, &closure)).collect(),
            beyond: FxHashMap::default(),
            frame,
        };
        let leaps = piece.leaps(board.grid);
        let mut done = 0u64;
        table.walk(&closure, cells, piece, &mut |table, cell| {
            if done & 0xffff == 0 {
                step(watch, done, Some(cells), || format!("{done} of {cells} cells"))?;
            }
            done += 1;
            table.fill(cell, leaps);
            Ok(())
        })?;
        Ok(table)
    }

    /// Visits the cells of the closure so that every move leads to a cell visited before.
    fn walk(
        &mut self,
        closure: &Frame,
        cells: u64,
        piece: &Piece,
        visit: &mut dyn FnMut(&mut Grundy, Cell) -> Result<()>,
    ) -> Result<()> {
        let (rows, columns) = (self.frame.rows.end, self.frame.columns.end);
        let reach = column_reach(piece);
        match self.board.cell {
            _ if in_strips(self.board, piece) => {
                let side = rows + columns - 1;
                for strip in (0..columns).step_by(64) {
                    let end = (strip + 64).min(columns);
                    for sum in strip..side {
                        for y in strip..end.min(sum + 1) {
                            visit(self, (sum - y, y))?;
                        }
                    }
                }
            }
            Some(cell) => {
                for number in 0..cells {
                    visit(self, cell(number))?;
                }
            }
            None => {
                for y in closure.columns.clone() {
                    for x in 0..rows + reach * (columns - 1 - y) {
                        visit(self, (x, y))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn fill(&mut self, cell: Cell, leaps: &[Cell]) {
        let rank = (self.board.rank)(cell);
        let mut barred = [u16::MAX; 12];
        for (slot, (dx, dy)) in barred.iter_mut().zip(leaps) {
            let to = (cell.0 + dx, cell.1 + dy);
            let earlier = (self.board.rank)(to).is_some_and(|r| Some(r) < rank);
            if let Some(value) = earlier.then(|| self.get(to)).flatten() {
                *slot = value;
            }
        }
        let value = Lines::least_free(&self.lines, cell, &barred[..leaps.len()]);
        for lines in &mut self.lines {
            let line = lines.index(cell);
            lines.add(line, value);
        }
        let value = u16::try_from(value).expect("bounded before the table was begun");
        match self.frame.index(cell) {
            Some(index) => self.values[index] = value,
            None if !leaps.is_empty() => {
                self.beyond.insert(cell, value);
            }
            None => {}
        }
    }

    /// The frame.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The value of a cell, if it was kept.
    pub fn get(&self, cell: Cell) -> Option<u16> {
        match self.frame.index(cell) {
            Some(index) => self.board.holds(cell).then(|| self.values[index]),
            None => self.beyond.get(&cell).copied(),
        }
    }

    /// The cells of the frame with their values, row by row.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, u16)> + '_ {
        let frame = self.frame.clone();
        let all = frame.rows.flat_map(move |x| frame.columns.clone().map(move |y| (x, y)));
        all.zip(self.values.iter().copied()).filter(|(cell, _)| self.board.holds(*cell))
    }

    /// The lines of one direction of the piece, each with the first number that was not met on it: the number of
    /// the line ([`line_of`]) and that first number.
    pub fn first_missing(&self, direction: Cell) -> Vec<(i64, usize)> {
        let Some(lines) = self.lines.iter().find(|l| l.direction == direction) else { return Vec::new() };
        (0..lines.strings.len()).map(|line| (lines.least + line as i64, lines.first_missing(line))).collect()
    }
}

impl Lines {
    fn new_count(direction: Cell, frame: &Frame) -> u64 {
        let across = (frame.height() as u64).saturating_sub(1) * direction.1.unsigned_abs();
        across + (frame.width() as u64).saturating_sub(1) * direction.0.unsigned_abs() + 1
    }
}

/// The values of cells given in an order in which every move leads back, by the definition.
pub fn by_definition(board: &Board, piece: &Piece, cells: impl Iterator<Item = Cell>) -> FxHashMap<Cell, u32> {
    let mut values: FxHashMap<Cell, u32> = FxHashMap::default();
    for cell in cells {
        let met: Vec<u32> = board.moves(piece, cell).iter().filter_map(|to| values.get(to).copied()).collect();
        let value = (0..).find(|v| !met.contains(v)).expect("finitely many are met");
        values.insert(cell, value);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::super::boards::{BOARDS, PIECES, board, piece};
    use super::*;
    use kit::Unwatched;

    #[test]
    fn strings_of_bits_and_the_definition_give_the_same_tables_on_every_board_with_every_piece() {
        for board in BOARDS {
            for piece in PIECES {
                for (rows, columns) in [(1, 1), (7, 9), (9, 7), (10, 10)] {
                    let frame = Frame::new(board, rows, columns);
                    let (closure, count) = frame.closure(board, piece);
                    let mut cells: Vec<Cell> = match board.cell {
                        Some(cell) => (0..count.max(500)).map(cell).collect(),
                        None => closure.rows.flat_map(|x| closure.columns.clone().map(move |y| (x, y))).collect(),
                    };
                    cells.sort_by_key(|&cell| (board.rank)(cell));
                    let plain = by_definition(board, piece, cells.into_iter());
                    let table = Grundy::new(board, piece, frame, &mut Unwatched).unwrap();
                    for (cell, value) in table.cells() {
                        assert_eq!(u32::from(value), plain[&cell], "{} {} {cell:?}", board.name, piece.name);
                    }
                }
            }
        }
    }

    #[test]
    fn strips_do_not_matter() {
        let (quadrant, columns, queen) =
            (board("quadrant").unwrap(), board("columns").unwrap(), piece("queen").unwrap());
        let frame = || Frame::new(quadrant, 150, 140);
        let [by_strips, by_columns] =
            [quadrant, columns].map(|b| Grundy::new(b, queen, frame(), &mut Unwatched).unwrap().values);
        assert_eq!(by_strips, by_columns);
    }

    #[test]
    fn a_table_that_would_not_fit_is_refused_with_the_figure() {
        let (spiral, queen) = (board("spiral").unwrap(), piece("queen").unwrap());
        let refused = Grundy::new(spiral, queen, Frame::new(spiral, 100_001, 100_001), &mut Unwatched);
        let line = refused.err().unwrap().to_string();
        assert!(line.contains("MiB") || line.contains("16 bits"), "{line}");
    }
}
