//! The questions of the room, and the parameters that they share with the table.

mod analyse;
mod few;
mod solve;

use super::puzzle::Puzzle;
use kit::{Ask, Error, Param, Question, Result, shorten};

pub(super) static QUESTIONS: &[Question] = &[solve::SOLVE, analyse::ANALYSE, few::FEWEST, few::HARDEST, few::NULLITY];

/// The graph of a question.
pub(super) const GRAPH: Param = Param::source(
    "graph",
    "grid:RxC[:queen|king|knight|cross|x], torus:RxC, circle:N, merlin, path:N, complete:N, cube:D, petersen, dyck, lightcube, ...; or a file or \
     text: edge list, adjacency matrix, graph6, digraph6, DOT",
    64_000_000,
)
.main();
/// The number of colours.
pub(super) const MOD: Param = Param::whole("mod", "the number of colours m", 2, 1 << 32);
/// Adds loops.
pub(super) const SELF: Param = Param::switch("self", "clicking a cell changes itself too");
/// Drops loops.
pub(super) const NO_SELF: Param = Param::switch("no-self", "clicking a cell does not change itself");
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
    let mut puzzle = Puzzle::from_text(text, file.is_none(), loops, m)?;
    // The graph's text as a person would repeat it.
    puzzle.name = file.map_or_else(|| shorten(text.trim()), ToString::to_string);
    Ok(puzzle)
}
