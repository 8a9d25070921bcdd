//! Boards and pieces as data: a board is a numbering of cells, a piece a list of slides and leaps.
//!
//! A cell is (x, y), x rows south and y columns east of the origin. A new board is a row of [`BOARDS`]: a function from
//! cells to numbers, one back, and how far out a cell lies. Every board here is convex, so two pieces attack each other
//! along a line exactly when they stand on it.

use kit::{Result, say};

/// A cell: row (south), column (east).
pub type Cell = (i64, i64);

/// The place of a cell in the order of its board. Numbered boards use the second part alone; a board whose columns
/// never end counts them in the first.
pub type Rank = (u64, u64);

/// Squares or hexagons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grid {
    /// Four neighbours by edges.
    Square,
    /// Six neighbours by edges: (x, y) touches (x, y +- 1), (x +- 1, y), (x + 1, y - 1), (x - 1, y + 1).
    Hexagonal,
}

/// A board.
pub struct Board {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Squares or hexagons.
    pub grid: Grid,
    /// The place of a cell in the order, `None` off the board.
    pub rank: fn(Cell) -> Option<Rank>,
    /// The cell of a number; absent where the cells have no numbers, only an order.
    pub cell: Option<fn(u64) -> Cell>,
    /// How far out a cell lies, in shells: no later shell holds an earlier cell.
    pub shell: fn(Cell) -> i64,
    /// Whether rows and columns go both ways from the origin.
    pub both_ways: (bool, bool),
}

impl Board {
    /// Squares in an order without numbers, all on one side of the origin.
    const fn of(
        name: &'static str,
        about: &'static str,
        rank: fn(Cell) -> Option<Rank>,
        shell: fn(Cell) -> i64,
    ) -> Board {
        Board { name, about, grid: Grid::Square, rank, cell: None, shell, both_ways: (false, false) }
    }

    /// With a cell for every number.
    const fn numbered(self, cell: fn(u64) -> Cell) -> Board {
        Board { cell: Some(cell), ..self }
    }
}

/// Every board.
pub static BOARDS: &[Board] = &[
    Board {
        both_ways: (true, true),
        ..Board::of(
            "spiral",
            "all squares of the plane, along the square spiral",
            |cell| Some((0, spiral_number(cell))),
            |(x, y)| x.abs().max(y.abs()),
        )
        .numbered(spiral_cell)
    },
    Board::of(
        "quadrant",
        "squares (x, y) with x, y >= 0, along antidiagonals upward",
        |(x, y)| (x >= 0 && y >= 0).then(|| (0, triangle((x + y) as u64) + y as u64)),
        |(x, y)| x + y,
    )
    .numbered(|number| {
        let (side, rest) = triangle_root(number);
        ((side - rest) as i64, rest as i64)
    }),
    Board::of(
        "columns",
        "the same squares column by column, each column without end",
        |(x, y)| (x >= 0 && y >= 0).then_some((y as u64, x as u64)),
        |(x, y)| x + y,
    ),
    Board::of(
        "sector",
        "squares (x, y) with x >= y >= 0, row by row",
        |(x, y)| (x >= y && y >= 0).then(|| (0, triangle(x as u64) + y as u64)),
        |(x, _)| x,
    )
    .numbered(|number| {
        let (row, rest) = triangle_root(number);
        (row as i64, rest as i64)
    }),
    Board {
        both_ways: (false, true),
        ..Board::of(
            "halfplane",
            "squares (x, y) with x >= 0, along half shells from east to west",
            |cell| (cell.0 >= 0).then(|| (0, halfplane_number(cell))),
            |(x, y)| x.max(y.abs()),
        )
        .numbered(halfplane_cell)
    },
    Board {
        grid: Grid::Hexagonal,
        both_ways: (true, true),
        ..Board::of(
            "hexagon",
            "all hexagons of the plane, along the hexagonal spiral",
            |cell| Some((0, hexagon_number(cell))),
            hexagon_ring,
        )
        .numbered(hexagon_cell)
    },
];

/// The names of the boards.
pub const BOARD_NAMES: &[&str] = &["spiral", "quadrant", "columns", "sector", "halfplane", "hexagon"];

/// The board of that name.
pub fn board(name: &str) -> Result<&'static Board> {
    say::named(BOARDS, |board| board.name, name, "no such board")
}

impl Board {
    /// Whether the cell is on the board.
    pub fn holds(&self, cell: Cell) -> bool {
        (self.rank)(cell).is_some()
    }

    /// The number of a cell, where the board has numbers.
    pub fn number(&self, cell: Cell) -> Option<u64> {
        self.cell.and((self.rank)(cell)).map(|(_, number)| number)
    }

    /// The cells a piece may move to from here: those it attacks that come earlier.
    pub fn moves(&self, piece: &Piece, from: Cell) -> Vec<Cell> {
        let Some(rank) = (self.rank)(from) else { return Vec::new() };
        let earlier = |cell: &Cell| (self.rank)(*cell).is_some_and(|r| r < rank);
        // On every board an earlier cell in line lies within this many steps: it is not farther out than this one.
        let reach = 2 * (from.0.abs() + from.1.abs()) + 2;
        let mut cells = Vec::new();
        for &(dx, dy) in piece.slides(self.grid) {
            let both =
                (1..=reach).flat_map(|i| [(from.0 + i * dx, from.1 + i * dy), (from.0 - i * dx, from.1 - i * dy)]);
            cells.extend(both.filter(earlier));
        }
        cells.extend(piece.leaps(self.grid).iter().map(|(dx, dy)| (from.0 + dx, from.1 + dy)).filter(earlier));
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

fn triangle(n: u64) -> u64 {
    n * (n + 1) / 2
}

/// The largest n with n(n+1)/2 <= number, and what is left.
fn triangle_root(number: u64) -> (u64, u64) {
    let n = ((8 * number + 1).isqrt() - 1) / 2;
    (n, number - triangle(n))
}

/// Shell k holds the cells (2k-1)^2 ..= (2k+1)^2 - 1 in four edges of 2k cells: east, north, west, south.
fn spiral_number((x, y): Cell) -> u64 {
    let shell = x.abs().max(y.abs());
    let (k, inner) = (shell, (2 * shell - 1) * (2 * shell - 1));
    let number = match () {
        () if shell == 0 => 0,
        () if y == k && x < k => inner + k - 1 - x,
        () if x == -k => inner + 3 * k - 1 - y,
        () if y == -k => inner + 5 * k - 1 + x,
        () => inner + 7 * k - 1 + y,
    };
    number as u64
}

fn spiral_cell(number: u64) -> Cell {
    if number == 0 {
        return (0, 0);
    }
    let k = (number.isqrt() as i64 + 1) / 2;
    let along = number as i64 - (2 * k - 1) * (2 * k - 1);
    let (edge, step) = (along / (2 * k), along % (2 * k) + 1);
    match edge {
        0 => (k - step, k),
        1 => (-k, k - step),
        2 => (-k + step, -k),
        _ => (k, -k + step),
    }
}

/// Half shell r: from (0, r) south to (r, r), west to (r, -r), north to (0, -r); 4r + 1 cells after 2r^2 - r.
fn halfplane_number((x, y): Cell) -> u64 {
    let r = x.max(y.abs());
    let along = match () {
        () if y == r => x,
        () if x == r => 2 * r - y,
        () => 4 * r - x,
    };
    (2 * r * r - r + along) as u64
}

fn halfplane_cell(number: u64) -> Cell {
    let mut r = ((number / 2).isqrt()) as i64 + 1;
    while 2 * r * r - r > number as i64 {
        r -= 1;
    }
    let along = number as i64 - (2 * r * r - r);
    match along {
        a if a <= r => (a, r),
        a if a <= 3 * r => (r, 2 * r - a),
        a => (4 * r - a, -r),
    }
}

/// The six sides of ring r, each r steps, from the corner (0, r) counterclockwise.
const HEXAGON_SIDES: [Cell; 6] = [(-1, 0), (0, -1), (1, -1), (1, 0), (0, 1), (-1, 1)];

fn hexagon_ring((x, y): Cell) -> i64 {
    x.abs().max(y.abs()).max((x + y).abs())
}

/// Ring r holds 6r cells after 3r(r-1) + 1; the ring starts one step after the corner (0, r) and ends on it.
fn hexagon_number(cell: Cell) -> u64 {
    let r = hexagon_ring(cell);
    if r == 0 {
        return 0;
    }
    let mut corner = (0, r);
    for (side, (dx, dy)) in HEXAGON_SIDES.into_iter().enumerate() {
        let offset = (cell.0 - corner.0, cell.1 - corner.1);
        let steps = if dx == 0 { offset.1 * dy } else { offset.0 * dx };
        if (1..=r).contains(&steps) && offset == (steps * dx, steps * dy) {
            return (3 * r * (r - 1) + side as i64 * r + steps) as u64;
        }
        corner = (corner.0 + r * dx, corner.1 + r * dy);
    }
    unreachable!("every cell of a ring lies on one of its sides")
}

fn hexagon_cell(number: u64) -> Cell {
    if number == 0 {
        return (0, 0);
    }
    let mut r = ((number / 3).isqrt()) as i64 + 1;
    while 3 * r * (r - 1) + 1 > number as i64 {
        r -= 1;
    }
    let mut left = number as i64 - 3 * r * (r - 1);
    let mut cell = (0, r);
    for (dx, dy) in HEXAGON_SIDES {
        let steps = left.min(r);
        cell = (cell.0 + steps * dx, cell.1 + steps * dy);
        left -= steps;
    }
    cell
}

/// A piece: lines along which it slides (both ways) and steps that it leaps.
pub struct Piece {
    /// Its name.
    pub name: &'static str,
    square: (&'static [Cell], &'static [Cell]),
    hexagonal: (&'static [Cell], &'static [Cell]),
}

const KNIGHT: &[Cell] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING: &[Cell] = &[(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
// Hexagonal chess (Glinski): rooks move across edges, bishops along the edges' directions, queens both.
const HEX_BISHOP: &[Cell] = &[(1, 1), (2, -1), (1, -2)];
const HEX_QUEEN: &[Cell] = &[(1, 0), (0, 1), (1, -1), (1, 1), (2, -1), (1, -2)];
const HEX_KING: &[Cell] =
    &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1), (1, 1), (-1, -1), (2, -1), (-2, 1), (1, -2), (-1, 2)];
const HEX_KNIGHT: &[Cell] =
    &[(1, 2), (2, 1), (3, -1), (3, -2), (2, -3), (1, -3), (-1, -2), (-2, -1), (-3, 1), (-3, 2), (-2, 3), (-1, 3)];

/// Every piece.
pub static PIECES: &[Piece] = &[
    Piece { name: "queen", square: (&[(1, 0), (0, 1), (1, 1), (1, -1)], &[]), hexagonal: (HEX_QUEEN, &[]) },
    Piece { name: "rook", square: (&[(1, 0), (0, 1)], &[]), hexagonal: (&[(1, 0), (0, 1), (1, -1)], &[]) },
    Piece { name: "bishop", square: (&[(1, 1), (1, -1)], &[]), hexagonal: (HEX_BISHOP, &[]) },
    Piece { name: "king", square: (&[], KING), hexagonal: (&[], HEX_KING) },
    Piece { name: "knight", square: (&[], KNIGHT), hexagonal: (&[], HEX_KNIGHT) },
    Piece {
        name: "maharaja",
        square: (&[(1, 0), (0, 1), (1, 1), (1, -1)], KNIGHT),
        hexagonal: (HEX_QUEEN, HEX_KNIGHT),
    },
];

/// The names of the pieces.
pub const PIECE_NAMES: &[&str] = &["queen", "rook", "bishop", "king", "knight", "maharaja"];

/// The piece of that name.
pub fn piece(name: &str) -> Result<&'static Piece> {
    say::named(PIECES, |piece| piece.name, name, "no such piece")
}

impl Piece {
    /// The directions of its lines.
    pub fn slides(&self, grid: Grid) -> &'static [Cell] {
        self.moves(grid).0
    }

    /// Its leaps.
    pub fn leaps(&self, grid: Grid) -> &'static [Cell] {
        self.moves(grid).1
    }

    fn moves(&self, grid: Grid) -> (&'static [Cell], &'static [Cell]) {
        match grid {
            Grid::Square => self.square,
            Grid::Hexagonal => self.hexagonal,
        }
    }
}

/// The line of a direction through a cell, as a number: constant along (dx, dy).
///
/// A hexagon's diagonals (2, -1) and (1, -2) share this number only on the same line; (1, 1) likewise.
pub fn line_of((x, y): Cell, (dx, dy): Cell) -> i64 {
    x * dy - y * dx
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_cells_are_inverse_and_neighbours_follow_each_other() {
        for board in BOARDS {
            let Some(cell) = board.cell else { continue };
            let mut before = None;
            for number in 0..3000 {
                let here = cell(number);
                assert_eq!((board.rank)(here), Some((0, number)), "{} {here:?}", board.name);
                if let Some((x, y)) = before.filter(|_| matches!(board.name, "spiral" | "hexagon")) {
                    let step: Cell = (here.0 - x, here.1 - y);
                    let near = matches!(step, (0, 1) | (0, -1) | (1, 0) | (-1, 0) | (1, -1) | (-1, 1));
                    // A ring of hexagons begins one step after its corner, next to the last of the ring before.
                    assert!(
                        near || board.name == "hexagon" && step == (-1, 1) || step == (-1, 2),
                        "{} {number}",
                        board.name
                    );
                }
                before = Some(here);
            }
        }
    }

    #[test]
    fn the_numbering_of_the_spiral_and_the_quadrant_is_the_papers() {
        let spiral: Vec<u64> = [(0, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (1, 2)]
            .into_iter()
            .map(spiral_number)
            .collect();
        assert_eq!(spiral, (0..10).collect::<Vec<_>>());
        let quadrant = board("quadrant").unwrap();
        let rows = [[0, 2, 5, 9, 14], [1, 4, 8, 13, 19], [3, 7, 12, 18, 25]];
        for (x, row) in rows.iter().enumerate() {
            for (y, &number) in row.iter().enumerate() {
                assert_eq!(quadrant.number((x as i64, y as i64)), Some(number));
            }
        }
        assert_eq!(quadrant.number((-1, 0)), None);
    }

    #[test]
    fn unknown_names_are_answered_with_the_nearest() {
        assert!(board("spirl").err().unwrap().to_string().contains("\"spiral\""));
        assert!(piece("quen").err().unwrap().to_string().contains("\"queen\""));
    }
}
