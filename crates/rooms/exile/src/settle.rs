//! The exiled pieces of any board: each settles at the first cell from which it attacks nobody.
//!
//! [`settle_by_definition`] walks the cells in order. Queens of the spiral come from the table of rows, queens of the
//! quadrant from the greedy stream; the tests make all of them agree.

use super::boards::{Board, Cell, Piece, line_of};
use super::greedy::{self, Greedy};
use super::rows::RowWalk;
use kit::Result;
use kit::Watch;
use kit::watch::step;
use rustc_hash::FxHashSet;

/// Who is already there: lines and cells under attack.
struct Settled {
    slides: &'static [Cell],
    leaps: &'static [Cell],
    lines: Vec<FxHashSet<i64>>,
    attacked: FxHashSet<Cell>,
}

impl Settled {
    fn new(board: &Board, piece: &Piece) -> Settled {
        let (slides, leaps) = (piece.slides(board.grid), piece.leaps(board.grid));
        Settled { slides, leaps, lines: vec![FxHashSet::default(); slides.len()], attacked: FxHashSet::default() }
    }

    fn free(&self, cell: Cell) -> bool {
        let on_line = self.slides.iter().zip(&self.lines).any(|(&d, lines)| lines.contains(&line_of(cell, d)));
        !on_line && !self.attacked.contains(&cell)
    }

    fn add(&mut self, (x, y): Cell) {
        for (&d, lines) in self.slides.iter().zip(&mut self.lines) {
            lines.insert(line_of((x, y), d));
        }
        self.attacked.extend(self.leaps.iter().map(|(dx, dy)| (x + dx, y + dy)));
    }
}

/// The first pieces, cell by cell in the order of the board.
pub fn settle_by_definition(board: &Board, piece: &Piece, count: usize, watch: &mut dyn Watch) -> Result<Vec<Cell>> {
    let mut settled = Settled::new(board, piece);
    let mut cells = Vec::with_capacity(count);
    // Without numbers the order goes down the columns; a column without end is left only by a piece that bars the rest
    // of it.
    let bars_column = piece.slides(board.grid).contains(&(1, 0));
    let mut next = (0, 0);
    for visited in 0u64.. {
        if cells.len() == count {
            break;
        }
        if visited & 0xffff == 0 {
            step(watch, cells.len() as u64, Some(count as u64), || format!("{} of {count} settled", cells.len()))?;
        }
        let cell = board.cell.map_or(next, |cell| cell(visited));
        next.0 += 1;
        if settled.free(cell) {
            settled.add(cell);
            cells.push(cell);
            if bars_column {
                next = (0, next.1 + 1);
            }
        }
    }
    Ok(cells)
}

/// The first pieces, by the fastest way known for the board.
pub fn settle(board: &Board, piece: &Piece, count: usize, watch: &mut dyn Watch) -> Result<Vec<Cell>> {
    match (board.name, piece.name) {
        ("spiral", "queen") => Ok(spiral(count)),
        ("columns", "queen") => Ok(quadrant_columns(count)),
        ("quadrant", "queen") => Ok(quadrant(count)),
        _ => settle_by_definition(board, piece, count, watch),
    }
}

/// What proves that [`settle`] is right, by its name in the essay.
pub fn argument(board: &Board, piece: &Piece) -> &'static str {
    match (board.name, piece.name) {
        ("spiral", "queen") => ROWS,
        ("quadrant", "queen") => SCAN_ORDER,
        _ => SETTLERS,
    }
}

/// The essay's name for the walk over the cells.
pub const SETTLERS: &str = "definition of the settlers";
/// The theorem of the essay that gives the queens of the spiral.
pub const ROWS: &str = "theorem of the rows";
/// The theorem of the essay by which the queens of the quadrant are placed column by column.
pub const SCAN_ORDER: &str = "theorem of the scan order";

fn spiral(count: usize) -> Vec<Cell> {
    let four = |[x, y, ..]: [u64; 4]| {
        let (x, y) = (x as i64, y as i64);
        [(x, y), (-y, x), (-x, -y), (y, -x)]
    };
    let rows = RowWalk::new(count.div_ceil(4) + 1).skip(1).flat_map(four);
    std::iter::once((0, 0)).chain(rows).take(count).collect()
}

fn quadrant_columns(count: usize) -> Vec<Cell> {
    greedy::rows(count).into_iter().zip(0..).map(|(x, y)| (x as i64, y)).collect()
}

/// In the order of antidiagonals: a queen of column y stands on antidiagonal y or a later one, so columns 0 ..= s hold
/// every queen of the antidiagonals to s, and no antidiagonal holds two.
fn quadrant(count: usize) -> Vec<Cell> {
    let mut columns = 2 * count + 16;
    loop {
        let mut greedy = Greedy::new(columns as u64);
        let all = (0..columns as i64).map(|y| (greedy.settle().0 as i64, y));
        let mut known: Vec<Cell> = all.filter(|(x, y)| x + y < columns as i64).collect();
        if known.len() >= count {
            known.sort_unstable_by_key(|(x, y)| x + y);
            known.truncate(count);
            return known;
        }
        columns *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::super::boards::{BOARDS, board, piece};
    use super::*;
    use kit::Unwatched;

    #[test]
    fn the_fast_ways_agree_with_the_walk_over_the_cells() {
        let queen = piece("queen").unwrap();
        for board in BOARDS {
            for count in [1, 2, 5, 150] {
                let plain = settle_by_definition(board, queen, count, &mut Unwatched).unwrap();
                assert_eq!(settle(board, queen, count, &mut Unwatched).unwrap(), plain, "{} {count}", board.name);
            }
        }
    }

    #[test]
    fn settled_pieces_are_the_zeros_of_the_table() {
        for name in ["sector", "halfplane", "hexagon", "spiral", "quadrant"] {
            let board = board(name).unwrap();
            for piece in super::super::boards::PIECES {
                let cells = (0..400).map(board.cell.unwrap());
                let values = super::super::grundy::by_definition(board, piece, cells);
                let mut zeros: Vec<Cell> = values.iter().filter(|(_, v)| **v == 0).map(|(cell, _)| *cell).collect();
                zeros.sort_by_key(|&cell| board.number(cell));
                let settled = settle_by_definition(board, piece, zeros.len(), &mut Unwatched).unwrap();
                assert_eq!(settled, zeros, "{name} {}", piece.name);
            }
        }
    }
}
