//! Queens in exile in three dimensions, and along any path that a person draws.
//!
//! *The octant.* Cells (x, y, z) with no negative coordinate are taken by their sum, then by z, then by y: the
//! quadrant's antidiagonals with a third direction. A queen of space attacks along the 13 lines through her cell whose
//! steps are -1, 0 or 1 in each coordinate; a rook along 3 of them, a bishop along the 6 with two steps.
//!
//! *A path* is a word of steps on the plane; every cell is numbered when it is first visited.

use super::boards::{Cell, Grid, Piece, line_of};
use kit::watch::step;
use kit::{Result, Watch};
use rustc_hash::FxHashSet;

/// A cell of space.
pub type Point = [i64; 3];

/// The directions of a piece of space, one of each opposite pair, by how many coordinates may change.
pub fn directions(changes: &[usize]) -> Vec<Point> {
    let steps = [-1, 0, 1];
    let all = steps.into_iter().flat_map(|x| steps.into_iter().flat_map(move |y| steps.map(|z| [x, y, z])));
    let forward = |d: &Point| d.iter().find(|&&part| part != 0) == Some(&1);
    all.filter(|d| forward(d) && changes.contains(&d.iter().filter(|&&part| part != 0).count())).collect()
}

/// The line through a cell in a direction: the cell pushed back until the first coordinate that changes is 0.
fn line(cell: Point, direction: Point) -> Point {
    let along = (0..3).find(|&i| direction[i] != 0).map_or(0, |i| cell[i] * direction[i]);
    std::array::from_fn(|i| cell[i] - along * direction[i])
}

/// The cells of the octant with a given sum, in their order.
fn layer(sum: i64) -> impl Iterator<Item = Point> {
    (0..=sum).flat_map(move |z| (0..=sum - z).map(move |y| [sum - z - y, y, z]))
}

/// The first pieces of the octant.
pub fn octant(directions: &[Point], count: usize, watch: &mut dyn Watch) -> Result<Vec<Point>> {
    let mut taken: Vec<FxHashSet<Point>> = vec![FxHashSet::default(); directions.len()];
    let mut settled = Vec::with_capacity(count);
    for sum in 0.. {
        step(watch, settled.len() as u64, Some(count as u64), || format!("{} of {count} settled", settled.len()))?;
        for cell in layer(sum) {
            if settled.len() == count {
                return Ok(settled);
            }
            if directions.iter().zip(&taken).all(|(&d, lines)| !lines.contains(&line(cell, d))) {
                directions.iter().zip(&mut taken).for_each(|(&d, lines)| {
                    lines.insert(line(cell, d));
                });
                settled.push(cell);
            }
        }
    }
    unreachable!("every sum has a layer")
}

/// The pieces that settle along a path, each with the number of her cell, and how many cells there are.
pub fn along(path: &[Cell], piece: &Piece) -> (Vec<(usize, Cell)>, usize) {
    let (slides, leaps) = (piece.slides(Grid::Square), piece.leaps(Grid::Square));
    let mut lines: Vec<FxHashSet<i64>> = vec![FxHashSet::default(); slides.len()];
    let (mut visited, mut attacked) = (FxHashSet::default(), FxHashSet::default());
    let mut settled = Vec::new();
    for &(x, y) in path {
        if !visited.insert((x, y)) {
            continue;
        }
        let free = slides.iter().zip(&lines).all(|(&d, lines)| !lines.contains(&line_of((x, y), d)));
        if free && !attacked.contains(&(x, y)) {
            settled.push((visited.len() - 1, (x, y)));
            slides.iter().zip(&mut lines).for_each(|(&d, lines)| {
                lines.insert(line_of((x, y), d));
            });
            attacked.extend(leaps.iter().map(|(dx, dy)| (x + dx, y + dy)));
        }
    }
    (settled, visited.len())
}

#[cfg(test)]
mod tests {
    use super::super::boards::{board, piece};
    use super::super::settle::settle_by_definition;
    use super::*;
    use kit::Unwatched;

    #[test]
    fn pieces_of_space_have_their_lines() {
        assert_eq!([&[1usize, 2, 3][..], &[1], &[2]].map(|changes| directions(changes).len()), [13, 3, 6]);
    }

    #[test]
    fn settlers_of_the_octant_attack_nobody_and_every_cell_before_them_is_attacked() {
        let queens = directions(&[1, 2, 3]);
        let settled = octant(&queens, 60, &mut Unwatched).unwrap();
        let attack = |a: Point, b: Point| {
            let d: [i64; 3] = std::array::from_fn(|i| (a[i] - b[i]).abs());
            let far = d.into_iter().max().unwrap_or(0);
            far > 0 && d.into_iter().all(|part| part == 0 || part == far)
        };
        let order: Vec<Point> = (0..40).flat_map(layer).take_while(|cell| Some(cell) != settled.last()).collect();
        let mut by_definition: Vec<Point> = Vec::new();
        for cell in order {
            if !by_definition.iter().any(|&queen| attack(queen, cell)) {
                by_definition.push(cell);
            }
        }
        by_definition.extend(settled.last());
        assert_eq!(settled, by_definition);
    }

    #[test]
    fn a_path_along_the_spiral_settles_its_pieces() {
        let spiral = board("spiral").unwrap();
        let path: Vec<Cell> = (0..2000).map(spiral.cell.unwrap()).collect();
        for name in ["queen", "knight", "maharaja"] {
            let (settled, cells) = along(&path, piece(name).unwrap());
            let stated = settle_by_definition(spiral, piece(name).unwrap(), settled.len(), &mut Unwatched).unwrap();
            assert_eq!(cells, 2000);
            assert!(settled.iter().map(|(_, cell)| *cell).eq(stated), "{name}");
            assert!(settled.iter().all(|&(number, cell)| spiral.number(cell) == Some(number as u64)), "{name}");
        }
    }
}
