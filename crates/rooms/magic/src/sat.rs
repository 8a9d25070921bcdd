//! Labels by clauses: the second way, and the one behind the search over subspaces.
//!
//! Each bit of each label is a variable; each neighbourhood has even parity in every bit; any two labels differ in some
//! bit. When translations keep the condition, vertex 0 may have the label 0.

use super::condition::{Around, Subject};
use kit::{Error, Result, Watch, watch};
use rustsat::instances::{BasicVarManager, SatInstance};
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Clause, Lit, TernaryVal};
use rustsat_batsat::BasicSolver;

/// Distinct labels of so many bits that satisfy the condition, `None` if there are none.
pub fn labels(subject: &Subject, bits: u32, watch: &mut dyn Watch) -> Result<Option<Vec<u32>>> {
    let graph = &subject.graph;
    let order = graph.order();
    watch::step(watch, 0, None, || format!("labels of {bits} bits were not tried"))?;
    let mut instance: SatInstance<BasicVarManager> = SatInstance::new();
    let label: Vec<Vec<Lit>> = (0..order).map(|_| (0..bits).map(|_| instance.new_lit()).collect()).collect();
    for v in 0..order {
        for (b, &own) in label[v].iter().enumerate() {
            let others = graph.successors(v).iter().map(|&w| label[w as usize][b]);
            let own = (subject.around == Around::Closed).then_some(own);
            even(&mut instance, others.chain(own).collect());
        }
    }
    for (u, v) in (0..order).flat_map(|v| (0..v).map(move |u| (u, v))) {
        let mut somewhere = Clause::new();
        for (&one, &other) in label[u].iter().zip(&label[v]) {
            let differ = instance.new_lit();
            even(&mut instance, vec![one, other, differ]);
            somewhere.add(differ);
        }
        instance.add_clause(somewhere);
    }
    if subject.translates() && order > 0 {
        label[0].iter().for_each(|&l| instance.add_unit(!l));
    }
    let highest = label.last().and_then(|l| l.last()).map(|l| l.var());
    let mut solver = BasicSolver::default();
    let trouble = |e: &dyn std::fmt::Display| Error::failed(format!("the solver for clauses: {e}"));
    let (cnf, _) = instance.into_cnf();
    solver.add_cnf(cnf).map_err(|e| trouble(&e))?;
    match solver.solve().map_err(|e| trouble(&e))? {
        SolverResult::Unsat => Ok(None),
        SolverResult::Interrupted => Err(Error::stopped(format!("labels of {bits} bits are undecided"))),
        SolverResult::Sat => {
            let Some(highest) = highest else { return Ok(Some(vec![0; order])) };
            let solution = solver.solution(highest).map_err(|e| trouble(&e))?;
            let value = |l: Lit| u32::from(solution.lit_value(l) == TernaryVal::True);
            Ok(Some(label.iter().map(|l| l.iter().enumerate().fold(0, |sum, (b, &l)| sum | value(l) << b)).collect()))
        }
    }
}

/// An even number of these are true; long lists are cut by new variables.
fn even(instance: &mut SatInstance<BasicVarManager>, mut list: Vec<Lit>) {
    while list.len() > 5 {
        let carry = instance.new_lit();
        let mut part: Vec<Lit> = list.drain(..3).collect();
        part.push(carry);
        even(instance, part);
        list.push(carry);
    }
    for signs in 0u32..1 << list.len() {
        // Forbid every assignment with an odd number of ones.
        if signs.count_ones() % 2 == 1 {
            let mut clause = Clause::new();
            list.iter().enumerate().for_each(|(i, &l)| clause.add(if signs >> i & 1 == 1 { !l } else { l }));
            instance.add_clause(clause);
        }
    }
}
