//! The ground of a game: rows and columns, perhaps joined at the edges, perhaps with missing squares.
//!
//! Squares are numbered row by row from 0, missing ones too. Lines run on behind a missing square as they run on
//! behind a piece: nothing blocks. On a torus every line closes; a square that a piece reaches along two lines is
//! attacked once.

use kit::scene::Piece;
use kit::{Error, Result};

/// The most squares of a torus whose translations are listed among its symmetries.
const MOST_TRANSLATIONS: usize = 144;

/// Which squares are taken, by the number of the square.
pub type Board = Vec<bool>;

/// A permutation of the squares: where each goes.
pub type Map = Vec<usize>;

/// The squares of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// How many rows.
    pub rows: usize,
    /// How many columns.
    pub columns: usize,
    /// Whether the edges are joined.
    pub torus: bool,
    missing: Vec<bool>,
}

impl Ground {
    /// A board without missing squares.
    pub fn new(rows: usize, columns: usize, torus: bool) -> Ground {
        Ground { rows, columns, torus, missing: vec![false; rows * columns] }
    }

    /// The board of side n.
    pub fn square(n: usize) -> Ground {
        Ground::new(n, n, false)
    }

    /// Reads a board, the ground with its pieces: rows joined by `/`, where `#` is missing, `Q`, `X`, `1` or the
    /// piece's own letter taken, `.` or `0` free.
    pub fn read(rows: usize, columns: usize, torus: bool, letter: char, text: &str) -> Result<(Ground, Board)> {
        let lines: Vec<&str> = text.trim().split('/').collect();
        let wants = || {
            format!("write {rows} rows of {columns} squares joined by /, {letter} for taken, . for free, # for missing")
        };
        if lines.len() != rows {
            return Err(Error::usage("board", format!("it has {} rows on a board of {rows}", lines.len()), wants()));
        }
        let mut ground = Ground::new(rows, columns, torus);
        let mut board = vec![false; rows * columns];
        for (r, line) in lines.iter().enumerate() {
            if line.chars().count() != columns {
                let squares = line.chars().count();
                let why = format!("row {} has {squares} squares on a board of {columns}", r + 1);
                return Err(Error::usage("board", why, wants()));
            }
            for (c, mark) in line.chars().enumerate() {
                match mark {
                    '.' | '0' => {}
                    'Q' | 'X' | '1' => board[r * columns + c] = true,
                    '#' => ground.missing[r * columns + c] = true,
                    own if own == letter => board[r * columns + c] = true,
                    other => {
                        let why = format!("{other:?} in row {}, column {} is no piece of this game", r + 1, c + 1);
                        return Err(Error::usage("board", why, wants()));
                    }
                }
            }
        }
        match ground.missing.contains(&false) {
            true => Ok((ground, board)),
            false => Err(Error::usage("board", "every square is missing", "leave at least one")),
        }
    }

    /// The board's text.
    pub fn text(&self, letter: char, board: &Board) -> String {
        let mark = |s: usize| match (self.missing[s], board[s]) {
            (true, _) => '#',
            (false, true) => letter,
            (false, false) => '.',
        };
        let row = |r: usize| (r * self.columns..(r + 1) * self.columns).map(mark).collect::<String>();
        (0..self.rows).map(row).collect::<Vec<_>>().join("/")
    }

    /// How many squares are numbered, the missing ones included.
    pub fn squares(&self) -> usize {
        self.missing.len()
    }

    /// Whether there is no such square.
    pub fn is_missing(&self, s: usize) -> bool {
        self.missing[s]
    }

    /// The squares that are there.
    pub fn present(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.squares()).filter(|&s| !self.missing[s])
    }

    /// The side, if it is a plain square board.
    pub fn side(&self) -> Option<usize> {
        let plain = self.rows == self.columns && !self.torus && !self.missing.contains(&true);
        plain.then_some(self.rows)
    }

    /// `6 x 6`, `4 x 7 torus`, `8 x 8 without 2 squares`.
    pub fn title(&self) -> String {
        let torus = if self.torus { " torus" } else { "" };
        format!("{} x {}{torus}{}", self.rows, self.columns, self.without())
    }

    /// What it is called after an article: `6 x 6 board`, `4 x 7 torus`, `8 x 8 board without 2 squares`.
    pub fn name(&self) -> String {
        let noun = if self.torus { "torus" } else { "board" };
        format!("{} x {} {noun}{}", self.rows, self.columns, self.without())
    }

    fn without(&self) -> String {
        match self.missing.iter().filter(|&&missing| missing).count() {
            0 => String::new(),
            holes => format!(" without {}", kit::say::count(holes as u64, "square")),
        }
    }

    /// For every square the squares that a piece there attacks, in order.
    pub fn attacks(&self, piece: Piece) -> Vec<Vec<usize>> {
        let (steps, far) = steps(piece);
        (0..self.squares()).map(|s| if self.missing[s] { Vec::new() } else { self.attacked(s, &steps, far) }).collect()
    }

    fn attacked(&self, s: usize, steps: &[(isize, isize)], far: bool) -> Vec<usize> {
        let mut found = Vec::new();
        for &step in steps {
            let mut at = s;
            while let Some(next) = self.beside(at, step).filter(|&next| next != s) {
                found.push(next);
                at = next;
                if !far {
                    break;
                }
            }
        }
        found.retain(|&t| !self.missing[t]);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The square one step away.
    fn beside(&self, s: usize, (down, right): (isize, isize)) -> Option<usize> {
        let along = |at: usize, by: isize, of: usize| match (self.torus, at as isize + by) {
            (true, to) => Some(to.rem_euclid(of as isize) as usize),
            (false, to) => usize::try_from(to).ok().filter(|&to| to < of),
        };
        let row = along(s / self.columns, down, self.rows)?;
        Some(row * self.columns + along(s % self.columns, right, self.columns)?)
    }

    /// The symmetries of the ground, the identity first: those of the square or the rectangle, and on a torus of
    /// moderate size its translations, as far as they keep the missing squares.
    pub fn symmetries(&self) -> Vec<Map> {
        let translations = match self.torus && self.squares() <= MOST_TRANSLATIONS {
            true => self.squares(),
            false => 1,
        };
        let turns = if self.rows == self.columns { 8 } else { 4 };
        let mut maps: Vec<Map> = Vec::new();
        for (turn, by) in (0..turns).flat_map(|turn| (0..translations).map(move |by| (turn, by))) {
            let map: Map = (0..self.squares()).map(|s| self.image(turn, by, s)).collect();
            if (0..map.len()).all(|s| self.missing[s] == self.missing[map[s]]) && !maps.contains(&map) {
                maps.push(map);
            }
        }
        maps
    }

    fn image(&self, turn: usize, by: usize, s: usize) -> usize {
        let (mut r, mut c) = (s / self.columns, s % self.columns);
        if turn & 4 != 0 {
            (r, c) = (c, r);
        }
        if turn & 1 != 0 {
            r = self.rows - 1 - r;
        }
        if turn & 2 != 0 {
            c = self.columns - 1 - c;
        }
        (r + by / self.columns) % self.rows * self.columns + (c + by % self.columns) % self.columns
    }
}

/// The steps of a piece, and whether it goes on after one.
fn steps(piece: Piece) -> (Vec<(isize, isize)>, bool) {
    let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let knight = [(1, 2), (2, 1), (1, -2), (2, -1), (-1, 2), (-2, 1), (-1, -2), (-2, -1)];
    match piece {
        Piece::Queen => ([straight, diagonal].concat(), true),
        Piece::King => ([straight, diagonal].concat(), false),
        Piece::Rook => (straight.to_vec(), true),
        Piece::Bishop => (diagonal.to_vec(), true),
        Piece::Knight => (knight.to_vec(), false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards;

    const PIECES: [Piece; 5] = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::King];

    #[test]
    fn plain_boards_attack_as_the_engine_says() {
        for piece in PIECES {
            (1..=7).for_each(|n| assert_eq!(Ground::square(n).attacks(piece), boards::adjacency(piece, n)));
        }
    }

    /// Two squares of a torus share a diagonal when their distances are congruent modulo the gcd of its sides.
    #[test]
    fn a_torus_attacks_by_congruences() {
        let gcd = |a: usize, b: usize| (1..=a.min(b)).rev().find(|g| a % g == 0 && b % g == 0).unwrap();
        for (rows, columns) in (1..=6).flat_map(|r| (1..=6).map(move |c| (r, c))) {
            let attacks = Ground::new(rows, columns, true).attacks(Piece::Queen);
            let g = gcd(rows, columns);
            for (s, t) in (0..rows * columns).flat_map(|s| (0..rows * columns).map(move |t| (s, t))) {
                let apart = |a: usize, b: usize| a as isize - b as isize;
                let (down, right) = (apart(s / columns, t / columns), apart(s % columns, t % columns));
                let diagonal = [down - right, down + right].iter().any(|d| d % g as isize == 0);
                let meets = s != t && (down == 0 || right == 0 || diagonal);
                assert_eq!(attacks[s].contains(&t), meets, "{rows} x {columns}: {s} and {t}");
            }
        }
    }

    #[test]
    fn symmetries_keep_the_attacks() {
        let (holed, _) = Ground::read(4, 4, false, 'Q', "#.../..../..../...#").unwrap();
        let grounds = [Ground::square(4), Ground::new(3, 5, false), Ground::new(3, 3, true), holed];
        for (ground, order) in grounds.iter().zip([8, 4, 72, 4]) {
            let maps = ground.symmetries();
            assert_eq!(maps.len(), order, "{}", ground.title());
            assert!(maps[0].iter().enumerate().all(|(s, &t)| s == t));
            for piece in PIECES {
                let attacks = ground.attacks(piece);
                for map in &maps {
                    (0..map.len()).for_each(|s| {
                        assert!(attacks[s].iter().all(|&t| attacks[map[s]].contains(&map[t])));
                    });
                }
            }
        }
    }

    #[test]
    fn boards_round_trip_and_bad_ones_are_named() {
        let text = "Q..#/..../.Q../....";
        let (ground, board) = Ground::read(4, 4, false, 'Q', text).unwrap();
        assert_eq!(ground.text('Q', &board), text);
        for (bad, part) in [("Q./..", "2 rows"), ("Q.../.../..../....", "row 2"), ("Z.../..../..../....", "'Z'")] {
            assert!(Ground::read(4, 4, false, 'Q', bad).unwrap_err().to_string().contains(part));
        }
        assert!(Ground::read(1, 2, false, 'Q', "##").is_err());
    }
}
