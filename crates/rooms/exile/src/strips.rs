//! A strip of columns of the quadrant's table, made along antidiagonals from columns that are known for ever.
//!
//! A cell asks which values stand left of it in its row, on its diagonal and on its antidiagonal, and above it. Each of
//! these is a string of bits that follows the diagonal of the table. The strip is as wide as a few columns, so a row is
//! in use for as many antidiagonals, and a diagonal for twice as many: a ring of strings holds them all, and what the
//! known columns have on a line is put into its string when the strip comes to it. So nothing but the strip's own
//! values grows with the rows.

use kit::Result;
use std::ops::Range;

/// A column that is known for ever: T(n) - n to the end of its first period, which repeats.
pub(super) struct Known<'a> {
    pub(super) rises: &'a [i16],
    pub(super) period: usize,
}

/// The known columns on one line after another, each line a row further down.
struct Runners<'a> {
    known: &'a [Known<'a>],
    at: Vec<usize>,
}

impl<'a> Runners<'a> {
    /// Column j begins at row `from(j)`.
    fn new(known: &'a [Known<'a>], from: impl Fn(usize) -> usize) -> Runners<'a> {
        let place = |(j, column): (usize, &Known<'_>)| {
            let (row, rows) = (from(j), column.rises.len());
            if row < rows { row } else { row - ((row - rows) / column.period + 1) * column.period }
        };
        Runners { known, at: known.iter().enumerate().map(place).collect() }
    }

    /// How far the value of column j in its present row lies above that row; the next row is then the present one.
    #[inline]
    fn next(&mut self, j: usize) -> isize {
        let column = &self.known[j];
        let at = &mut self.at[j];
        let rise = column.rises[*at];
        *at += 1;
        if *at == column.rises.len() {
            *at -= column.period;
        }
        isize::from(rise)
    }
}

/// Bit strings of lines, as many as are in use at a time; each stands for a set of values from `64 * base` on.
struct Ring {
    words: Vec<u64>,
    stride: usize,
    mask: usize,
}

impl Ring {
    fn new(lines: usize, stride: usize) -> Ring {
        let lines = lines.next_power_of_two();
        Ring { words: vec![0; lines * stride], stride, mask: lines - 1 }
    }

    fn clear(&mut self, line: usize) {
        let start = (line & self.mask) * self.stride;
        self.words[start..start + self.stride].fill(0);
    }

    /// Word `word` of the line whose string begins at word `base`.
    #[inline]
    fn word(&self, line: usize, base: usize, word: usize) -> u64 {
        match word.wrapping_sub(base) {
            offset if offset < self.stride => self.words[(line & self.mask) * self.stride + offset],
            _ => 0,
        }
    }

    /// Adds a value; false if it lies outside the string.
    #[inline]
    fn add(&mut self, line: usize, base: usize, value: usize) -> bool {
        let offset = (value / 64).wrapping_sub(base);
        let inside = offset < self.stride;
        if inside {
            self.words[(line & self.mask) * self.stride + offset] |= 1 << (value % 64);
        }
        inside
    }
}

/// The columns after the known ones, as far down as they are made.
pub(super) struct Strip<'a> {
    columns: Range<usize>,
    margin: usize,
    /// The antidiagonal that is next.
    sum: usize,
    cells: u64,
    rises: Vec<Vec<i16>>,
    /// The values used in each column, and its first word that is not full.
    used: Vec<(Vec<u64>, usize)>,
    rows: (Ring, Runners<'a>),
    diagonals: (Ring, Runners<'a>),
    antidiagonal: (Ring, Runners<'a>),
}

impl<'a> Strip<'a> {
    /// The columns after the known ones and before `end`, none of them begun; their values may lie so far below their
    /// rows.
    pub(super) fn new(known: &'a [Known<'a>], end: usize, margin: usize) -> Strip<'a> {
        let columns = known.len()..end;
        let stride = (margin + 5 * end) / 64 + 3;
        let first = known.len();
        Strip {
            margin,
            sum: first,
            cells: 0,
            rises: vec![Vec::new(); columns.len()],
            used: vec![(Vec::new(), 0); columns.len()],
            rows: (Ring::new(columns.len(), stride), Runners::new(known, |_| 0)),
            diagonals: (Ring::new(2 * columns.len(), stride), Runners::new(known, |_| 0)),
            antidiagonal: (Ring::new(1, stride), Runners::new(known, |j| first - j)),
            columns,
        }
    }

    /// The bytes that a strip of so many columns and rows takes.
    pub(super) fn memory(columns: usize, rows: usize) -> usize {
        columns * rows * 2 + columns * rows / 8
    }

    /// How many rows the last column has.
    pub(super) fn rows(&self) -> usize {
        self.rises.last().map_or(0, Vec::len)
    }

    /// Column by column: T(n) - n, row by row.
    pub(super) fn rises(&self) -> &[Vec<i16>] {
        &self.rises
    }

    /// The same when the strip is done with.
    pub(super) fn into_rises(self) -> Vec<Vec<i16>> {
        self.rises
    }

    /// Goes on until the last column has so many rows; `look` is told the cells that are done. False if a value strays
    /// more than the margin above the diagonal of the table.
    pub(super) fn grow(&mut self, rows: usize, look: &mut dyn FnMut(u64) -> Result<()>) -> Result<bool> {
        let Range { start, end } = self.columns;
        for ((used, _), rises) in self.used.iter_mut().zip(&mut self.rises) {
            // Values of row n are at most n + 3k.
            used.resize((rows + 5 * end) / 64 + 2, 0);
            rises.reserve_exact((rows + end - start).saturating_sub(rises.len()));
        }
        while self.sum < rows + end - 1 {
            if self.sum.is_multiple_of(4096) {
                look(self.cells)?;
            }
            if !self.antidiagonal() {
                return Ok(false);
            }
            self.sum += 1;
        }
        Ok(true)
    }

    /// The word at which the string of a line begins whose values are at least `least - margin`.
    fn base(&self, least: usize) -> usize {
        least.saturating_sub(self.margin) / 64
    }

    /// Puts what the known columns have on the lines that the strip comes to now into their strings.
    fn begin_lines(&mut self) -> bool {
        let first = self.columns.start;
        let mut inside = true;
        // Row n, the diagonal on which row n of the strip's first column lies, and the antidiagonal.
        let (sum, n) = (self.sum, self.sum - first);
        let bases = [self.base(n), self.base(n.saturating_sub(first)), self.base(sum.saturating_sub(self.columns.end))];
        let (ring, runners) = &mut self.rows;
        ring.clear(n);
        for j in 0..first {
            inside &= ring.add(n, bases[0], n.wrapping_add_signed(runners.next(j)));
        }
        let (ring, runners) = &mut self.diagonals;
        ring.clear(n);
        for j in first.saturating_sub(n)..first {
            inside &= ring.add(n, bases[1], (n + j - first).wrapping_add_signed(runners.next(j)));
        }
        let (ring, runners) = &mut self.antidiagonal;
        ring.clear(0);
        for j in 0..first {
            inside &= ring.add(0, bases[2], (sum - j).wrapping_add_signed(runners.next(j)));
        }
        inside
    }

    /// The cells of the next antidiagonal.
    fn antidiagonal(&mut self) -> bool {
        let Range { start, end } = self.columns;
        if !self.begin_lines() {
            return false;
        }
        let sum = self.sum;
        let on_antidiagonal = self.base(sum.saturating_sub(end));
        for column in start..end.min(sum + 1) {
            let n = sum - column;
            // Diagonals are named by the row in which they cross the strip's first column, whether there or above.
            let diagonal = (n + start).wrapping_sub(column);
            let bases = [self.base(n), self.base(n.saturating_sub(column)), on_antidiagonal];
            let (used, first) = &mut self.used[column - start];
            let mut word = *first;
            let value = loop {
                let taken = used[word]
                    | self.rows.0.word(n, bases[0], word)
                    | self.diagonals.0.word(diagonal, bases[1], word)
                    | self.antidiagonal.0.word(0, bases[2], word);
                if taken != u64::MAX {
                    break word * 64 + taken.trailing_ones() as usize;
                }
                word += 1;
            };
            used[value / 64] |= 1 << (value % 64);
            while used[*first] == u64::MAX {
                *first += 1;
            }
            let inside = self.rows.0.add(n, bases[0], value)
                && self.diagonals.0.add(diagonal, bases[1], value)
                && self.antidiagonal.0.add(0, bases[2], value);
            let rise = value as i64 - n as i64;
            let (true, Ok(rise)) = (inside, i16::try_from(rise)) else { return false };
            self.rises[column - start].push(rise);
            self.cells += 1;
        }
        true
    }
}
