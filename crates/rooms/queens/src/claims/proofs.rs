//! Counts inside the paper's proofs.

use super::boards::degrees_by_ring;
use crate::complete;
use crate::ground::Board;
use kit::Verdict::{Corrected, Holds, Refuted};
use kit::{Effort, Finding, Result, Watch};
use std::collections::BTreeSet;

/// How many pieces of a board stand on the row, the column, the difference and the sum diagonal of a square, itself
/// apart.
fn along_lines(n: usize, board: &Board, s: usize) -> [usize; 4] {
    let (r, c) = (s / n, s % n);
    let count =
        |line: &dyn Fn(usize, usize) -> bool| (0..n * n).filter(|&t| t != s && board[t] && line(t / n, t % n)).count();
    [
        count(&|row, _| row == r),
        count(&|_, column| column == c),
        count(&|row, column| row + c == column + r),
        count(&|row, column| row + column == r + c),
    ]
}

/// Compares the counts on the free squares of boards with what a proof says they are.
fn counts(
    sides: impl Iterator<Item = usize>,
    board: impl Fn(usize) -> Board,
    told: impl Fn(usize, usize, usize) -> [usize; 4],
) -> std::result::Result<usize, String> {
    let mut squares = 0;
    for n in sides {
        let board = board(n);
        for s in (0..n * n).filter(|&s| !board[s]) {
            let found = along_lines(n, &board, s);
            let (r, c) = (s / n + 1, s % n + 1);
            if found != told(n, r, c) {
                let [row, column, difference, sum] = found;
                return Err(format!(
                    "n = {n}: ({r},{c}) sees {row} in its row, {column} in its column, {difference} and {sum} on its diagonals"
                ));
            }
            squares += 1;
        }
    }
    Ok(squares)
}

fn finding(compared: std::result::Result<usize, String>, argument: &str, last: usize) -> Finding {
    match compared {
        Ok(squares) => {
            Finding::new(Holds, format!("{argument}; compared on {squares} squares of boards up to n = {last}"))
        }
        Err(trouble) => Finding::new(Refuted, trouble),
    }
}

pub(super) fn prop1_counts(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(25, 45);
    let border = |n: usize| -> Board { (0..n * n).map(|s| s / n < 2 || s % n < 2).collect() };
    let told = |n: usize, r: usize, c: usize| {
        let sum = match r + c {
            up_to if up_to <= n + 1 => 4,
            next if next == n + 2 => 2,
            _ => 0,
        };
        [2, 2, 2, sum]
    };
    let argument = "for all n by the theorem of borders, which lists the squares";
    Ok(finding(counts((3..=last).step_by(2), border, told), argument, last))
}

pub(super) fn prop2_counts(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(20, 40);
    let ring =
        |n: usize| -> Board { (0..n * n).map(|s| [s / n, s % n].iter().any(|&at| at == 0 || at == n - 1)).collect() };
    let degrees = (1..=last).all(degrees_by_ring);
    let argument = "for all n: each of the four lines through an inner square ends twice on the ring, and the formula of \
                    degrees is 3(n-1) on the edge";
    let compared = counts(3..=last, ring, |_, _, _| [2, 2, 2, 2]);
    Ok(match degrees {
        true => finding(compared, argument, last),
        false => Finding::new(Refuted, format!("the formula of degrees fails for some n up to {last}")),
    })
}

pub(super) fn prop5_counts(effort: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let last = effort.pick(25, 45);
    let told = |n: usize, r: usize, c: usize| [1, 1, 1, if r + c <= n + 1 { 2 } else { 0 }];
    let argument = "for all n by the theorem of hooks, which lists the squares";
    Ok(finding(counts((3..=last).step_by(2), complete::hook, told), argument, last))
}

pub(super) fn diagonals(_: Effort, _: &mut dyn Watch) -> Result<Finding> {
    let n = 8usize;
    let sums: BTreeSet<usize> = (0..n * n).map(|s| s / n + s % n + 2).collect();
    let differences: BTreeSet<isize> = (0..n * n).map(|s| (s / n) as isize - (s % n) as isize).collect();
    let (least, most) = (sums.first().copied().unwrap_or(0), sums.last().copied().unwrap_or(0));
    let side = n as isize - 1;
    let differences_hold = differences.first() == Some(&-side) && differences.last() == Some(&side);
    let evidence = format!(
        "indices are at least 1, so their sums run from 2 to 2n (for n = {n}: {least} to {most}) and the printed 1 <= k should \
         be 2 <= k; the differences run from {} to {}",
        differences.first().copied().unwrap_or(0),
        differences.last().copied().unwrap_or(0)
    );
    Ok(match (least, most == 2 * n && differences_hold) {
        (1, true) => Finding::new(Holds, evidence),
        (2, true) => Finding::new(Corrected, evidence),
        _ => Finding::new(Refuted, evidence),
    })
}
