//! The writer: Smith's form by additions of rows and columns, each written down.

use super::super::super::puzzle::Puzzle;
use super::super::board::Rules;
use super::{Addition, MOST_ADDITIONS, MOST_CELLS, MOST_DIGITS, Matrix, matrix, read_off, statement};
use dashu::base::{Signed, UnsignedAbs};
use dashu::integer::IBig;
use kit::{Certificate, Result, Watch, watch};

impl Addition {
    fn text(&self) -> String {
        let kind = if self.rows { "row" } else { "column" };
        format!("{kind} {} {} {}\n", self.to + 1, self.of + 1, self.times)
    }
}

/// The certificate of determinant and invariant factors; `None` where there are too many cells or digits.
pub(in super::super::super) fn write_smith(puzzle: &Puzzle, watch: &mut dyn Watch) -> Result<Option<Certificate>> {
    let Some(rules) = Rules::of(puzzle).filter(|rules| rules.order() <= MOST_CELLS) else { return Ok(None) };
    let mut reduction = Reduction { matrix: matrix(&rules), text: String::new(), additions: 0, fits: true };
    let n = rules.order();
    let (mut rows, mut columns): (Vec<usize>, Vec<usize>) = ((0..n).collect(), (0..n).collect());
    while let Some((i, j)) = reduction.clear_least(&rows, &columns) {
        watch::step(watch, (n - rows.len()) as u64, Some(n as u64), || "the matrix is not yet reduced".to_string())?;
        if !reduction.fits {
            return Ok(None);
        }
        rows.retain(|&row| row != i);
        columns.retain(|&column| column != j);
    }
    let (determinant, factors) = read_off(&reduction.matrix)?;
    let body = format!("{}{}", rules.graph_line(), reduction.text);
    Ok(Some(Certificate::new("merlin", "smith", statement(&rules, &determinant, &factors), body)))
}

/// A matrix on its way to Smith's form, with the additions made.
struct Reduction {
    matrix: Matrix,
    text: String,
    additions: u64,
    /// Whether digits and additions keep to the limits.
    fits: bool,
}

impl Reduction {
    fn add(&mut self, rows: bool, to: usize, of: usize, times: IBig) {
        let addition = Addition { rows, to, of, times };
        addition.make(&mut self.matrix);
        let text = addition.text();
        self.additions += 1;
        self.fits &= text.len() <= MOST_DIGITS && self.additions <= MOST_ADDITIONS;
        self.text.push_str(&text);
    }

    /// Clears the row and the column of a smallest number among these rows and columns, by Euclid, until it divides all
    /// the others; `None` if all are 0. Gives up where the limits are passed.
    fn clear_least(&mut self, rows: &[usize], columns: &[usize]) -> Option<(usize, usize)> {
        loop {
            let cells = rows.iter().flat_map(|&i| columns.iter().map(move |&j| (i, j)));
            let (i, j) = cells
                .filter(|&(i, j)| !self.matrix[i][j].is_zero())
                .min_by_key(|&(i, j)| (self.matrix[i][j].clone().unsigned_abs(), i, j))?;
            let pivot = self.matrix[i][j].clone();
            let mut clean = true;
            for &row in rows.iter().filter(|&&row| row != i) {
                let times = nearest(&self.matrix[row][j], &pivot);
                if !times.is_zero() {
                    self.add(true, row, i, -times);
                }
                clean &= self.matrix[row][j].is_zero();
            }
            for &column in columns.iter().filter(|&&column| column != j) {
                let times = nearest(&self.matrix[i][column], &pivot);
                if !times.is_zero() {
                    self.add(false, column, j, -times);
                }
                clean &= self.matrix[i][column].is_zero();
            }
            let divides = |row: &usize| columns.iter().all(|&j| (&self.matrix[*row][j] % &pivot).is_zero());
            match rows.iter().find(|row| clean && !divides(row)) {
                // A row with a number that the pivot does not divide brings a smaller one into the pivot's row.
                Some(&row) => self.add(true, i, row, IBig::ONE),
                None if clean || !self.fits => return Some((i, j)),
                None => {}
            }
        }
    }
}

/// The whole number nearest to a / b from below in size: what to take away so that the rest is smaller than b.
fn nearest(a: &IBig, b: &IBig) -> IBig {
    let quotient = a / b;
    let rest = a - &quotient * b;
    match rest.clone().unsigned_abs() + rest.clone().unsigned_abs() > b.clone().unsigned_abs() {
        true if rest.is_negative() == b.is_negative() => quotient + 1,
        true => quotient - 1,
        false => quotient,
    }
}
