//! Clauses: statements that are true or false, what must hold among them, and a solver that finds values or proves that
//! there are none. The solver is batsat; here are its variables, exclusive ors, and a counter of true statements.

use batsat::{BasicSolver, SolverInterface, lbool};
use std::cell::Cell;
use std::rc::Rc;

/// A statement, or its contrary: `!literal`.
pub use batsat::Lit as Literal;

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All holds; [`Clauses::holds`] tells the values.
    Satisfied,
    /// It cannot all hold.
    Impossible,
    /// The search ended before it knew.
    Undecided,
}

/// Statements and what must hold among them.
#[derive(Default)]
pub struct Clauses {
    solver: BasicSolver,
}

impl Clauses {
    /// A new statement.
    pub fn variable(&mut self) -> Literal {
        Literal::new(self.solver.new_var_default(), true)
    }

    /// At least one of these holds.
    pub fn any_of(&mut self, list: impl IntoIterator<Item = Literal>) {
        self.solver.add_clause_reuse(&mut list.into_iter().collect());
    }

    /// An odd number of these hold, or an even one. Lists of more than `longest` (four at least) are cut by new
    /// variables.
    pub fn parity(&mut self, mut list: Vec<Literal>, odd: bool, longest: usize) {
        while list.len() > longest {
            let carry = self.variable();
            let mut part: Vec<Literal> = list.drain(..3).collect();
            part.push(carry);
            self.parity(part, false, longest);
            list.push(carry);
        }
        for code in 0..1u32 << list.len() {
            // Every assignment of the wrong parity is forbidden.
            if (code.count_ones() % 2 == 1) != odd {
                self.any_of(list.iter().enumerate().map(|(k, &l)| if code >> k & 1 == 1 { !l } else { l }));
            }
        }
    }

    /// Counts upwards: where more than k of the list hold, the k-th statement that is returned holds. It counts no
    /// further than `most` and is a totalizer: halves are counted and their counts added.
    pub fn counted(&mut self, list: &[Literal], most: usize) -> Vec<Literal> {
        if list.len() < 2 {
            return list.iter().copied().take(most).collect();
        }
        let (left, right) = list.split_at(list.len() / 2);
        let (left, right) = (self.counted(left, most), self.counted(right, most));
        let sum: Vec<Literal> = (0..list.len().min(most)).map(|_| self.variable()).collect();
        for (a, b) in (0..=left.len()).flat_map(|a| (0..=right.len()).map(move |b| (a, b))) {
            if let Some(&total) = (a + b).checked_sub(1).and_then(|place| sum.get(place)) {
                let (one, other) = (a.checked_sub(1).map(|a| !left[a]), b.checked_sub(1).map(|b| !right[b]));
                self.any_of(one.into_iter().chain(other).chain([total]));
            }
        }
        sum
    }

    /// Looks for values under which everything and the assumptions hold, with so much patience: the solver counts its
    /// steps, and gives up when it has made as many. Without a number it goes on to the end.
    pub fn solve(&mut self, assumptions: &[Literal], patience: Option<u64>) -> Verdict {
        let left = Rc::new(Cell::new(patience.unwrap_or(u64::MAX)));
        self.solver.cb_mut().set_stop(move || {
            left.set(left.get().saturating_sub(1));
            left.get() == 0
        });
        match self.solver.solve_limited(assumptions) {
            found if found == lbool::TRUE => Verdict::Satisfied,
            found if found == lbool::FALSE => Verdict::Impossible,
            _ => Verdict::Undecided,
        }
    }

    /// Whether it holds under the values that the last search found.
    pub fn holds(&self, literal: Literal) -> bool {
        self.solver.value_lit(literal) == lbool::TRUE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether these values can be had, and how the solver says it.
    fn fixed(clauses: &mut Clauses, list: &[Literal], code: u32) -> bool {
        let values: Vec<Literal> =
            list.iter().enumerate().map(|(k, &l)| if code >> k & 1 == 1 { l } else { !l }).collect();
        clauses.solve(&values, None) == Verdict::Satisfied
    }

    #[test]
    fn parities_are_those_of_the_definition() {
        for (size, longest) in (0..9).flat_map(|size| [(size, 4), (size, 5)]) {
            for odd in [false, true] {
                let mut clauses = Clauses::default();
                let list: Vec<Literal> = (0..size).map(|_| clauses.variable()).collect();
                clauses.parity(list.clone(), odd, longest);
                for code in 0..1u32 << size {
                    let wanted = (code.count_ones() % 2 == 1) == odd;
                    assert_eq!(fixed(&mut clauses, &list, code), wanted, "{size} {odd} {code:b}");
                }
            }
        }
    }

    #[test]
    fn a_counter_forbids_what_is_above_its_bound_and_nothing_else() {
        for size in 1..8 {
            for most in 1..=size {
                let mut clauses = Clauses::default();
                let list: Vec<Literal> = (0..size).map(|_| clauses.variable()).collect();
                let count = clauses.counted(&list, most);
                assert_eq!(count.len(), most);
                for (bound, code) in (0..most).flat_map(|bound| (0..1u32 << size).map(move |code| (bound, code))) {
                    let mut values: Vec<Literal> =
                        list.iter().enumerate().map(|(k, &l)| if code >> k & 1 == 1 { l } else { !l }).collect();
                    values.push(!count[bound]);
                    let found = clauses.solve(&values, None) == Verdict::Satisfied;
                    assert_eq!(found, code.count_ones() as usize <= bound, "{size} {most} {bound} {code:b}");
                }
            }
        }
    }

    #[test]
    fn impatience_decides_nothing() {
        let mut clauses = Clauses::default();
        // Eight pigeons in seven holes: no quick end.
        let sits: Vec<Vec<Literal>> = (0..8).map(|_| (0..7).map(|_| clauses.variable()).collect()).collect();
        sits.iter().for_each(|pigeon| clauses.any_of(pigeon.iter().copied()));
        for hole in 0..7 {
            for (a, b) in (0..8).flat_map(|b| (0..b).map(move |a| (a, b))) {
                clauses.any_of([!sits[a][hole], !sits[b][hole]]);
            }
        }
        assert_eq!(clauses.solve(&[], Some(5)), Verdict::Undecided);
        assert_eq!(clauses.solve(&[], None), Verdict::Impossible);
    }
}
