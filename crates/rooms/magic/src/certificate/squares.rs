//! *Kind `squares`*: the list of all magic squares of order 4, which the checker counts in another way: it lays three
//! whole rows, and the sums of columns give the fourth.
//!
//! *What is established.* How many magic squares of order 4 there are up to turns and reflections, and what the
//! statement says of all of them. *From what.* From the definition: all are made anew, and the list must be all of
//! them, once each.

use crate::squares::{Square, text};
use kit::{Certificate, Error, Report, Result, Standing, Watch, watch};
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// The rows of a square and their common sum.
const SIDE: usize = 4;
const SUM: u8 = 30;

pub(super) const FORMAT: &str = "\
A line for each square: its four rows from above, joined by /, each of four numbers with one blank between two. The numbers of a square are 0 to 15, each once; each \
row, each column and both diagonals add up to 30. The first number of the first row is less than the numbers in the three other corners, and the second number of \
the first row is less than the first of the second: of the eight squares that turning and reflecting make of one, this is so for just one. The lines are \
different, and there is a line for every such square.

It states \"magic squares of order 4 with the numbers 0 to 15, up to turning and reflecting: C; in Z of them every row and every column xors to 0\".";

pub(super) fn statement(squares: &[Square]) -> String {
    let vanish = squares.iter().filter(|square| lines_vanish(square)).count();
    format!(
        "magic squares of order 4 with the numbers 0 to 15, up to turning and reflecting: {}; in {vanish} of them every row and \
         every column xors to 0",
        squares.len()
    )
}

/// Whether each row and each column has xor 0.
fn lines_vanish(square: &Square) -> bool {
    (0..SIDE).all(|i| {
        (0..SIDE).fold(0, |xor, j| xor ^ square[SIDE * i + j]) == 0
            && (0..SIDE).fold(0, |xor, j| xor ^ square[SIDE * j + i]) == 0
    })
}

pub(super) fn certificate(squares: &[Square]) -> Certificate {
    let body = squares.iter().map(|square| text(square) + "\n").collect::<String>();
    Certificate::new("magic", "squares", statement(squares), body)
}

pub(super) fn check(certificate: &Certificate, watch: &mut dyn Watch) -> Result<Report> {
    // The list does not depend on the evidence, so it is made once.
    static KEPT: OnceLock<HashMap<String, Square>> = OnceLock::new();
    let all = match KEPT.get() {
        Some(all) => all,
        None => {
            let found = every_square(watch)?;
            KEPT.get_or_init(|| found.into_iter().map(|square| (text(&square), square)).collect())
        }
    };
    let mut listed = HashSet::new();
    let mut squares = Vec::new();
    for (number, line) in certificate.lines() {
        let square = all.get(line);
        let square =
            square.ok_or_else(|| Certificate::broken(number, "not a magic square of order 4 in its first form"))?;
        if !listed.insert(square) {
            return Err(Certificate::broken(number, "the square stands twice"));
        }
        squares.push(*square);
    }
    match all.len() - squares.len() {
        0 => Ok(Report::new(statement(&squares), Standing::Proved).fact("squares", squares.len())),
        missing => Err(Error::failed(format!("{missing} squares are missing"))),
    }
}

/// All squares in their first form: four sets of numbers for the rows, and every order in the first three.
fn every_square(watch: &mut dyn Watch) -> Result<Vec<Square>> {
    let sets = row_sets();
    let apart = |one: &RowSet, other: &RowSet| one.numbers & other.numbers == 0;
    let mut found = Vec::new();
    for (done, first) in sets.iter().enumerate() {
        watch::step(watch, done as u64, Some(sets.len() as u64), || format!("{} squares were found", found.len()))?;
        for second in sets.iter().filter(|second| apart(first, second)) {
            for third in sets.iter().filter(|third| apart(first, third) && apart(second, third)) {
                for a in first.rows.iter().filter(|row| row[0] < row[3]) {
                    for b in second.rows.iter().filter(|row| a[1] < row[0]) {
                        found.extend(third.rows.iter().filter_map(|c| completed([a, b, c])));
                    }
                }
            }
        }
    }
    Ok(found)
}

/// Four numbers with the right sum, as bits and in every order.
struct RowSet {
    numbers: u16,
    rows: Vec<[u8; SIDE]>,
}

fn row_sets() -> Vec<RowSet> {
    let mut sets: Vec<RowSet> = Vec::new();
    for (a, b, c) in (0..16u8).flat_map(|a| (0..16).flat_map(move |b| (0..16).map(move |c| (a, b, c)))) {
        let d = SUM.wrapping_sub(a + b + c);
        let row = [a, b, c, d];
        if d >= 16 || (0..SIDE).any(|i| (0..i).any(|j| row[i] == row[j])) {
            continue;
        }
        let numbers = row.iter().fold(0u16, |numbers, &number| numbers | 1 << number);
        match sets.iter_mut().find(|set| set.numbers == numbers) {
            Some(set) => set.rows.push(row),
            None => sets.push(RowSet { numbers, rows: vec![row] }),
        }
    }
    sets
}

/// The square with these rows above, if there is one in its first form.
fn completed(rows: [&[u8; SIDE]; 3]) -> Option<Square> {
    let mut square: Square = [0; 16];
    for (place, row) in square.chunks_mut(SIDE).zip(rows) {
        place.copy_from_slice(row);
    }
    for column in 0..SIDE {
        let number = SUM.checked_sub(rows.iter().map(|row| row[column]).sum()).filter(|&number| number < 16)?;
        if square[..3 * SIDE + column].contains(&number) {
            return None;
        }
        square[3 * SIDE + column] = number;
    }
    let line = |cells: [usize; SIDE]| cells.iter().map(|&cell| square[cell]).sum::<u8>() == SUM;
    let corners = [3, 12, 15].iter().all(|&corner| square[0] < square[corner]);
    (line([12, 13, 14, 15]) && line([0, 5, 10, 15]) && line([3, 6, 9, 12]) && corners).then_some(square)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All magic squares have rows and columns of xor 0; so others show what is looked at.
    #[test]
    fn every_row_and_every_column_must_vanish() {
        let rows: Square = std::array::from_fn(|at| [1, 2, 4, 7][at % SIDE]);
        let columns: Square = std::array::from_fn(|at| [1, 2, 4, 7][at / SIDE]);
        // Rows of one number each have xor 0, and so have columns of one number each.
        assert!(lines_vanish(&rows) && lines_vanish(&columns));
        for at in 0..16 {
            // One cell touches a row and a column; two in a row touch two columns, two in a column two rows.
            let turned = |cells: &[usize]| {
                let mut square = rows;
                cells.iter().for_each(|&cell| square[cell] ^= 8);
                lines_vanish(&square)
            };
            let (row, column) = (at / SIDE, at % SIDE);
            let (beside, below) = (SIDE * row + (column + 1) % SIDE, (at + SIDE) % 16);
            assert!(!turned(&[at]) && !turned(&[at, beside]) && !turned(&[at, below]), "{at}");
            assert!(turned(&[at, beside, below, (beside + SIDE) % 16]), "{at}");
        }
        assert!(statement(&[rows, [1; 16], std::array::from_fn(|at| at as u8 / 3)]).contains(": 3; in 2 of them"));
    }
}
