//! The fewest clicks over two colours as clauses: each cell is an exclusive or of the buttons that change it, and a
//! totalizer counts the buttons.

use super::puzzle::Puzzle;
use kit::{Error, Result, Watch, watch};
use rustsat::encodings::card::{BoundUpper, Totalizer};
use rustsat::instances::{BasicVarManager, Cnf, ManageVars};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal};
use rustsat_batsat::BasicSolver;
use std::cell::Cell;
use std::rc::Rc;

/// The most cells that are put into clauses.
pub(super) const MOST_CELLS: usize = 400;
/// The rounds of search before the answer stands as it is.
pub(super) const ROUNDS: u64 = 300;
/// The conflicts of a round, between two looks of the watch.
const CONFLICTS: u64 = 2_000;

fn trouble(error: impl std::fmt::Display) -> Error {
    Error::failed(format!("the solver for clauses: {error}"))
}

/// An exclusive or of these is `odd`; long ones are cut by new variables.
fn parity(cnf: &mut Cnf, variables: &mut BasicVarManager, mut list: Vec<Lit>, odd: bool) {
    while list.len() > 4 {
        let carry = variables.new_lit();
        let mut part: Vec<Lit> = list.drain(..3).collect();
        part.push(carry);
        list.push(carry);
        parity(cnf, variables, part, false);
    }
    for code in 0..1u32 << list.len() {
        // Every assignment of the wrong parity is forbidden.
        if (code.count_ones() % 2 == 1) != odd {
            let clause: Clause =
                list.iter().enumerate().map(|(k, &l)| if code >> k & 1 == 1 { !l } else { l }).collect();
            cnf.add_clause(clause);
        }
    }
}

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
    let mut variables = BasicVarManager::default();
    let buttons: Vec<Lit> = (0..puzzle.order()).map(|_| variables.new_lit()).collect();
    let mut cnf = Cnf::new();
    let changing = puzzle.graph.reversed();
    for (cell, &colour) in wanted.iter().enumerate() {
        let list = changing.successors(cell).iter().map(|&v| buttons[v as usize]).collect();
        parity(&mut cnf, &mut variables, list, colour == 1);
    }
    let mut counter: Totalizer = buttons.iter().copied().collect();
    counter.encode_ub(0..weight, &mut cnf, &mut variables).map_err(trouble)?;
    let mut solver = BasicSolver::default();
    let highest = variables.max_var().ok_or_else(|| trouble("no variables"))?;
    solver.reserve(highest).map_err(trouble)?;
    solver.add_cnf(cnf).map_err(trouble)?;
    let left = Rc::new(Cell::new(0u64));
    let seen = Rc::clone(&left);
    solver.batsat_mut().cb_mut().set_stop(move || {
        seen.set(seen.get().saturating_sub(1));
        seen.get() == 0
    });
    for round in 0..rounds {
        watch::step(watch, round, Some(rounds), || format!("best {weight}, not proved"))?;
        if weight == 0 {
            return Ok((best, true));
        }
        left.set(CONFLICTS);
        let bound = counter.enforce_ub(weight - 1).map_err(trouble)?;
        match solver.solve_assumps(&bound).map_err(trouble)? {
            SolverResult::Unsat => return Ok((best, true)),
            SolverResult::Interrupted => {}
            SolverResult::Sat => {
                for (click, &button) in best.iter_mut().zip(&buttons) {
                    *click = u32::from(solver.lit_val(button).map_err(trouble)? == TernaryVal::True);
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
