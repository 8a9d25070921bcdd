//! Solutions of the all-ones problem on the n x n grid up to the symmetries of the square, and the quiet moves that
//! keep all eight of them and have no empty row (Knuth's perfect parity patterns).
//!
//! A solution is a first row and what chasing makes of it, so two solutions, or two quiet moves, with the same first
//! row are the same. A symmetry takes solutions to solutions: whether it keeps one is seen on n cells and not on n^2.

use super::chase::Chase;
use super::puzzle::Puzzle;
use dashu::integer::UBig;
use engine::modular::gf2::{Matrix, Vector};
use kit::watch::step;
use kit::{Error, Result, Watch};

/// The longest side.
pub const LONGEST: usize = 400;

/// The solutions of the all-ones problem: one of them, and a basis of the quiet moves.
pub struct Solutions {
    side: usize,
    one: Vector,
    quiet: Vec<Vector>,
}

/// The cell that the k-th of the eight symmetries of the square brings to `cell`.
fn source(k: usize, n: usize, cell: usize) -> usize {
    let (r, c) = (cell / n, cell % n);
    let (r, c) = if k & 1 == 1 { (c, r) } else { (r, c) };
    let r = if k & 2 == 2 { n - 1 - r } else { r };
    let c = if k & 4 == 4 { n - 1 - c } else { c };
    r * n + c
}

impl Solutions {
    /// Of the n x n grid.
    pub fn of(side: usize, watch: &mut dyn Watch) -> Result<Solutions> {
        let puzzle = Puzzle::from_text(&format!("grid:{side}x{side}"), true, None, 2)?;
        let grid = puzzle.grid.ok_or_else(|| Error::failed("a grid is no grid"))?;
        let chase = Chase::new(grid, puzzle.modulus, watch)?;
        let bits = |clicks: &[u32]| Vector::from_bits(clicks.iter().map(|&times| times == 1));
        // Sutner (1989): all ones can always be solved.
        let one = chase.solve(&vec![1; side * side]).ok_or_else(|| Error::failed("all ones cannot be solved"))?;
        let mut quiet = Vec::new();
        for (_, clicks) in chase.kernel() {
            step(watch, quiet.len() as u64, None, || format!("{} quiet moves are found", quiet.len()))?;
            quiet.push(bits(&clicks));
        }
        Ok(Solutions { side, one: bits(&one), quiet })
    }

    /// The dimension of the quiet moves.
    pub fn nullity(&self) -> usize {
        self.quiet.len()
    }

    /// In which places of the first row the k-th symmetry changes a pattern.
    fn change(&self, k: usize, pattern: &Vector) -> Vector {
        Vector::from_bits((0..self.side).map(|c| pattern.get(c) != pattern.get(source(k, self.side, c))))
    }

    /// Solutions up to rotation and reflection: the mean number that a symmetry keeps (Burnside).
    pub fn classes(&self) -> UBig {
        let mut kept = UBig::ZERO;
        for k in 0..8 {
            let columns: Vec<Vector> = self.quiet.iter().map(|move_| self.change(k, move_)).collect();
            let equations = Matrix::from_rows(self.side, &columns).transposed();
            if equations.solve(&self.change(k, &self.one)).is_ok() {
                kept += UBig::ONE << (self.quiet.len() - equations.rank());
            }
        }
        kept >> 3
    }

    /// A basis of the quiet moves that all eight symmetries keep.
    pub fn symmetric(&self) -> Vec<Vector> {
        // The transposition and the reflection of the rows generate all eight.
        let both = |move_: &Vector| {
            let changes = [1, 2].map(|k| self.change(k, move_));
            Vector::from_bits(changes.iter().flat_map(|change| change.bits().collect::<Vec<_>>()))
        };
        let columns: Vec<Vector> = self.quiet.iter().map(both).collect();
        let kept = Matrix::from_rows(2 * self.side, &columns).transposed().kernel();
        kept.iter().map(|combination| self.sum(combination)).collect()
    }

    fn sum(&self, combination: &Vector) -> Vector {
        let mut sum = Vector::zero(self.side * self.side);
        combination.ones().for_each(|k| sum.add(&self.quiet[k]));
        sum
    }

    /// How many sums of these quiet moves have no empty row.
    ///
    /// The empty rows of a quiet move are the multiples of a divisor of n + 1 (the essay's "Perfect patterns"), so that
    /// it is perfect unless row (n + 1)/p is empty for a prime p: inclusion and exclusion over the primes.
    pub fn perfect(&self, moves: &[Vector]) -> UBig {
        let rows = self.side + 1;
        let (mut more, mut less) = (UBig::ZERO, UBig::ZERO);
        for (divisor, odd) in squarefree_divisors(rows) {
            let row = rows / divisor;
            let dimension = match divisor {
                1 => moves.len(),
                _ => moves.len() - self.row_rank(moves, row - 1),
            };
            *if odd { &mut less } else { &mut more } += UBig::ONE << dimension;
        }
        more - less
    }

    fn row_rank(&self, moves: &[Vector], row: usize) -> usize {
        let cells = row * self.side..(row + 1) * self.side;
        Matrix::from_fn(moves.len(), self.side, |i, c| moves[i].get(cells.start + c)).rank()
    }
}

/// The divisors without a square, each with whether the number of its primes is odd.
fn squarefree_divisors(n: usize) -> Vec<(usize, bool)> {
    let prime = |p: &usize| (2..*p).all(|q| p % q > 0);
    let mut divisors = vec![(1, false)];
    for p in (2..=n).filter(|p| n.is_multiple_of(*p)).filter(prime) {
        divisors.extend(divisors.clone().into_iter().map(|(divisor, odd)| (divisor * p, !odd)));
    }
    divisors
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;
    use std::collections::BTreeSet;

    fn images(n: usize, pattern: &Vector) -> Vec<Vector> {
        (0..8).map(|k| Vector::from_bits((0..n * n).map(|cell| pattern.get(source(k, n, cell))))).collect()
    }

    /// Every sum of the quiet moves.
    fn all_sums(n: usize, quiet: &[Vector]) -> Vec<Vector> {
        let sum = |code: u64| {
            let mut sum = Vector::zero(n * n);
            quiet.iter().enumerate().filter(|(k, _)| code >> k & 1 == 1).for_each(|(_, v)| sum.add(v));
            sum
        };
        (0..1u64 << quiet.len()).map(sum).collect()
    }

    #[test]
    fn classes_and_perfect_patterns_are_those_of_the_definition() {
        for n in (1..=24).filter(|&n| Solutions::of(n, &mut Unwatched).unwrap().nullity() <= 10) {
            let solutions = Solutions::of(n, &mut Unwatched).unwrap();
            let sums = all_sums(n, &solutions.quiet);
            let least = |v: &Vector| images(n, v).iter().map(|v| v.words().to_vec()).min();
            let with_one = sums.iter().map(|v| {
                let mut v = v.clone();
                v.add(&solutions.one);
                v
            });
            let classes: BTreeSet<_> = with_one.map(|v| least(&v)).collect();
            assert_eq!(solutions.classes(), UBig::from(classes.len()), "{n}");
            let full = |v: &Vector| (0..n).all(|r| (0..n).any(|c| v.get(r * n + c)));
            let symmetric = |v: &&Vector| images(n, v).iter().all(|image| image == *v);
            let kept: Vec<&Vector> = sums.iter().filter(symmetric).collect();
            let basis = solutions.symmetric();
            assert_eq!(1 << basis.len(), kept.len(), "{n}");
            assert_eq!(solutions.perfect(&basis), UBig::from(kept.iter().filter(|v| full(v)).count()), "{n}");
            let perfect = sums.iter().filter(|v| full(v)).count();
            assert_eq!(solutions.perfect(&solutions.quiet), UBig::from(perfect), "{n}");
        }
    }
}
