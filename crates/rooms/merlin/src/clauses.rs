//! The fewest clicks over two colours as clauses: each cell is an exclusive or of the buttons that change it, and a
//! totalizer counts the buttons.

use super::puzzle::Puzzle;
use engine::clauses::{Clauses, Literal, Verdict};
use kit::{Result, Watch, watch};

/// The most cells that are put into clauses.
pub(super) const MOST_CELLS: usize = 400;
/// The rounds of search before the answer stands as it is.
pub(super) const ROUNDS: u64 = 300;
/// The steps of a round, between two looks of the watch.
const STEPS: u64 = 2_000;
/// The buttons of an exclusive or that is not cut.
const LONGEST: usize = 4;

/// The lightest solution with the same effect as `clicks`, looked for below it; the truth value says that there is none
/// lighter.
pub(super) fn improve(
    puzzle: &Puzzle,
    clicks: Vec<u32>,
    rounds: u64,
    watch: &mut dyn Watch,
) -> Result<(Vec<u32>, bool)> {
    let wanted = puzzle.effect(&clicks);
    let mut best = clicks;
    let mut weight = best.iter().filter(|&&t| t > 0).count();
    let mut clauses = Clauses::default();
    let buttons: Vec<Literal> = (0..puzzle.order()).map(|_| clauses.variable()).collect();
    let changing = puzzle.graph.reversed();
    for (cell, &colour) in wanted.iter().enumerate() {
        let list = changing.successors(cell).iter().map(|&v| buttons[v as usize]).collect();
        clauses.parity(list, colour == 1, LONGEST);
    }
    let count = clauses.counted(&buttons, weight);
    for round in 0..rounds {
        watch::step(watch, round, Some(rounds), || format!("best {weight}, not proved"))?;
        if weight == 0 {
            return Ok((best, true));
        }
        match clauses.solve(&[!count[weight - 1]], Some(STEPS)) {
            Verdict::Impossible => return Ok((best, true)),
            Verdict::Undecided => {}
            Verdict::Satisfied => {
                for (click, &button) in best.iter_mut().zip(&buttons) {
                    *click = u32::from(clauses.holds(button));
                }
                weight = best.iter().filter(|&&t| t > 0).count();
            }
        }
    }
    Ok((best, false))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::least::{Weight, walsh};
    use crate::system::System;
    use kit::Unwatched;

    #[test]
    fn clauses_agree_with_transforms_over_all_solutions() {
        for (text, seed) in [
            ("grid:4x4", 1),
            ("grid:5x5", 2),
            ("cube:4", 3),
            ("circle:12", 4),
            ("torus:4x5", 5),
            ("merlin", 6),
            ("complete:9", 7),
        ] {
            let puzzle = Puzzle::from_text(text, true, None, 2).unwrap();
            let system = System::new(&puzzle, &mut Unwatched).unwrap();
            let s = puzzle.state("scrambled", None, seed).unwrap();
            let one = system.solve(&s, &mut Unwatched).unwrap().clicks.unwrap();
            let quiet: Vec<Vec<u32>> = system.kernel().into_iter().map(|(_, t)| t).collect();
            let least = Weight::Clicks.total(&walsh(&one, &quiet, &mut Unwatched).unwrap(), 2);
            let (found, proved) = improve(&puzzle, one, ROUNDS, &mut Unwatched).unwrap();
            assert_eq!(puzzle.effect(&found), s, "{text}");
            assert_eq!((Weight::Clicks.total(&found, 2), proved), (least, true), "{text}");
        }
    }
}
