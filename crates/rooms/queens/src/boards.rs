//! Square boards: squares, who attacks whom, the eight symmetries, and boards as text.
//!
//! Squares of an n x n board are numbered row by row from 0, so (row r, column c), both from 0, is r * n + c.

pub use engine::bits::square_symmetries as symmetries;
use kit::scene::Piece;
use kit::{Error, Result};

/// The number of the square in row `r` and column `c`, both from 0.
pub fn square(n: usize, r: usize, c: usize) -> usize {
    r * n + c
}

/// The squares that a piece on square `s` attacks when nothing blocks: lines run through other pieces.
pub fn attacked(piece: Piece, n: usize, s: usize) -> Vec<usize> {
    let (r, c) = (s / n, s % n);
    (0..n * n).filter(|&t| t != s && reaches(piece, r.abs_diff(t / n), c.abs_diff(t % n))).collect()
}

/// Whether a piece reaches a square so many rows and columns away on an empty board.
fn reaches(piece: Piece, rows: usize, columns: usize) -> bool {
    let straight = rows == 0 || columns == 0;
    let diagonal = rows == columns;
    match piece {
        Piece::Queen => straight || diagonal,
        Piece::Rook => straight,
        Piece::Bishop => diagonal,
        Piece::Knight => rows * columns == 2,
        Piece::King => rows <= 1 && columns <= 1,
    }
}

/// For every square the squares that a piece there attacks: the adjacency of the piece's graph.
pub fn adjacency(piece: Piece, n: usize) -> Vec<Vec<usize>> {
    (0..n * n).map(|s| attacked(piece, n, s)).collect()
}

/// One square of each orbit of the symmetries, the least.
pub fn orbit_representatives(n: usize) -> Vec<usize> {
    let maps = symmetries(n);
    (0..n * n).filter(|&s| maps.iter().all(|map| map[s] >= s)).collect()
}

/// Reads a square `r,c` from 1.
pub fn read_square(text: &str) -> Result<(usize, usize)> {
    let wrong = || Error::usage(format!("{:?}", kit::shorten(text)), "not a square", "write row,column from 1, as 2,3");
    let (r, c) = text.trim().split_once(',').ok_or_else(wrong)?;
    let number = |t: &str| t.trim().parse::<usize>().ok().filter(|&v| v >= 1).ok_or_else(wrong);
    Ok((number(r)?, number(c)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_are_those_of_the_pieces() {
        let degree = |piece, n, s| attacked(piece, n, s).len();
        assert_eq!(degree(Piece::Queen, 8, 0), 21);
        assert_eq!(degree(Piece::Queen, 8, square(8, 3, 3)), 27);
        assert_eq!(degree(Piece::Rook, 8, 20), 14);
        assert_eq!(degree(Piece::Knight, 8, 0), 2);
        assert_eq!(degree(Piece::King, 3, 4), 8);
        assert_eq!(degree(Piece::Bishop, 3, 4), 4);
    }

    #[test]
    fn symmetries_are_eight_automorphisms() {
        for n in 1..=5 {
            let edges = adjacency(Piece::Queen, n);
            let maps = symmetries(n);
            for map in &maps {
                for (s, targets) in edges.iter().enumerate() {
                    assert!(targets.iter().all(|&t| edges[map[s]].contains(&map[t])));
                }
            }
            let distinct: std::collections::HashSet<_> = maps.iter().collect();
            assert_eq!(distinct.len(), if n == 1 { 1 } else { 8 });
        }
        assert_eq!(orbit_representatives(3), [0, 1, 4]);
        assert_eq!(orbit_representatives(4), [0, 1, 5]);
    }

    #[test]
    fn squares_are_read_and_bad_ones_are_refused() {
        assert_eq!(read_square("2, 3").unwrap(), (2, 3));
        assert!(read_square("0,3").is_err() && read_square("b2").is_err());
    }
}
