//! The questions of the room, and the parameters that they share with the table.

mod analyse;
mod by_hand;
mod few;
mod lit;
mod solve;
mod symmetric;

use super::puzzle::Puzzle;
use super::rule::Reading;
use dashu::integer::UBig;
use kit::{Ask, Error, Fact, Param, Question, Report, Result, shorten};

pub(super) static QUESTIONS: &[Question] =
    &[solve::SOLVE, analyse::ANALYSE, few::FEWEST, few::HARDEST, few::NULLITY, symmetric::SYMMETRIC];

/// The graph of a question.
pub(super) const GRAPH: Param = Param::source(
    "graph",
    "grid:RxC[:queen|king|knight|cross|x], torus:RxC, circle:N, merlin, path:N, complete:N, cube:D, petersen, dyck, lightcube, ...; or a file or \
     text: edge list, graph6, digraph6, DOT, a drawing as \"@0,0 @2,0 1-2\", or a matrix as 110/010/001 whose column j lists what a click on j adds at each cell",
    64_000_000,
)
.main();
/// The number of colours.
pub(super) const MOD: Param = Param::whole("mod", "the number of colours m", 2, 1 << 32);
/// Adds loops.
pub(super) const SELF: Param = Param::switch("self", "clicking a cell changes itself too");
/// Drops loops.
pub(super) const NO_SELF: Param = Param::switch("no-self", "clicking a cell does not change itself");
/// The other reading of a matrix.
pub(super) const ROWS: Param =
    Param::switch("rows-are-successors", "row i of a matrix, not column i, lists the cells that a click on i changes");
/// Weighted clicks.
pub(super) const ADD: Param =
    Param::whole("add", "what a click adds at each successor, times the entry of a matrix", 1, u32::MAX as i64).or("1");
/// The variant in which dead cells cannot be clicked.
pub(super) const LIT_ONLY: Param = Param::switch(
    "lit-only",
    "only lit cells, those of a colour other than 0, may be clicked; to 24 cells of two colours",
);
/// The state to start from.
pub(super) const FROM: Param =
    Param::text("from", "the state to start from: digits, letters of the legend, all:K, random, scrambled", 8_000_000);
/// The state to reach.
pub(super) const TO: Param = Param::text("to", "the state to reach", 8_000_000);
/// The letters of colours.
pub(super) const LEGEND: Param =
    Param::text("legend", "the letters of colours 0, 1, 2, ... in states, such as WRB", 200);

/// The puzzle that an ask describes, with m colours.
pub(super) fn puzzle_of(ask: &Ask, m: u64) -> Result<Puzzle> {
    let loops = match (ask.flag("self"), ask.flag("no-self")) {
        (true, true) => {
            return Err(Error::usage("--self --no-self", "they contradict each other", "give one of them"));
        }
        (false, false) => None,
        (add, _) => Some(add),
    };
    let (text, file) = (ask.text("graph"), ask.file("graph"));
    let add = u32::try_from(ask.whole("add")).expect("its limits are those of the type");
    let reading = Reading { names: file.is_none(), loops, rows_are_successors: ask.flag("rows-are-successors"), add };
    let mut puzzle = Puzzle::read(text, reading, m)?;
    // The graph's text as a person would repeat it.
    puzzle.name = file.map_or_else(|| shorten(text.trim()), ToString::to_string);
    Ok(puzzle)
}

/// The most cells whose matrix is told.
const MOST_TOLD: usize = 40;

/// A as the handout writes it, a list of rows: entry (i, j) is what a click on j adds at i.
fn matrix_fact(report: Report, puzzle: &Puzzle, rows_are_successors: bool) -> Report {
    let n = puzzle.order();
    let report = match (puzzle.by_matrix, rows_are_successors) {
        (false, _) => report,
        (true, false) => report.fact("convention", "column j of the matrix lists what a click on j changes"),
        (true, true) => report
            .fact("convention", "row j of the given matrix lists what a click on j changes; told is its transpose"),
    };
    if n > MOST_TOLD {
        return report;
    }
    let row = |i: usize| Fact::list((0..n).map(|j| puzzle.entry(i, j)));
    report.fact("matrix", Fact::list((0..n).map(row)))
}

/// The most moves that do nothing, none among them, that are all told.
const MOST_QUIET_MOVES: u64 = 64;

/// All moves that do nothing, other than none, where there are few.
fn quiet_moves(report: Report, puzzle: &Puzzle, size: &UBig, kernel: &[(u64, Vec<u32>)]) -> Report {
    match u64::try_from(size) {
        Ok(size) if size <= MOST_QUIET_MOVES => {
            let all = sums(puzzle, vec![0; puzzle.order()], kernel);
            let moves = all.into_iter().filter(|t| t.iter().any(|&times| times > 0));
            report.fact("quiet_moves", Fact::list(moves.map(Fact::list)))
        }
        _ => report,
    }
}

/// A vector plus every sum of the generators, in increasing order.
fn sums(puzzle: &Puzzle, start: Vec<u32>, kernel: &[(u64, Vec<u32>)]) -> Vec<Vec<u32>> {
    let mut all = vec![start];
    for (order, generator) in kernel {
        let multiples = |t: Vec<u32>| {
            (0..*order).scan(t, |t, _| {
                let now = t.clone();
                puzzle.modulus.add_multiple(t, generator, 1);
                Some(now)
            })
        };
        all = all.into_iter().flat_map(multiples).collect();
    }
    all.sort_unstable();
    all
}
