//! Labels by clauses: the second way, and the one behind the search over subspaces.
//!
//! Each bit of each label is a variable; each neighbourhood has even parity in every bit; any two labels differ in some
//! bit. When translations keep the condition, vertex 0 may have the label 0.

use super::condition::{Around, Subject};
use engine::clauses::{Clauses, Literal, Verdict};
use kit::{Error, Result, Watch, watch};

/// The bits of an even sum that is not cut.
const LONGEST: usize = 5;

/// Distinct labels of so many bits that satisfy the condition, `None` if there are none.
pub fn labels(subject: &Subject, bits: u32, watch: &mut dyn Watch) -> Result<Option<Vec<u32>>> {
    let graph = &subject.graph;
    let order = graph.order();
    watch::step(watch, 0, None, || format!("labels of {bits} bits were not tried"))?;
    let mut clauses = Clauses::default();
    let label: Vec<Vec<Literal>> = (0..order).map(|_| (0..bits).map(|_| clauses.variable()).collect()).collect();
    for v in 0..order {
        for (b, &own) in label[v].iter().enumerate() {
            let others = graph.successors(v).iter().map(|&w| label[w as usize][b]);
            let own = (subject.around == Around::Closed).then_some(own);
            clauses.parity(others.chain(own).collect(), false, LONGEST);
        }
    }
    for (u, v) in (0..order).flat_map(|v| (0..v).map(move |u| (u, v))) {
        let mut somewhere = Vec::new();
        for (&one, &other) in label[u].iter().zip(&label[v]) {
            let differ = clauses.variable();
            clauses.parity(vec![one, other, differ], false, LONGEST);
            somewhere.push(differ);
        }
        clauses.any_of(somewhere);
    }
    if subject.translates() && order > 0 {
        label[0].iter().for_each(|&l| clauses.any_of([!l]));
    }
    match clauses.solve(&[], None) {
        Verdict::Impossible => Ok(None),
        Verdict::Undecided => Err(Error::stopped(format!("labels of {bits} bits are undecided"))),
        Verdict::Satisfied => {
            let value = |l: Literal| u32::from(clauses.holds(l));
            Ok(Some(label.iter().map(|l| l.iter().enumerate().fold(0, |sum, (b, &l)| sum | value(l) << b)).collect()))
        }
    }
}
