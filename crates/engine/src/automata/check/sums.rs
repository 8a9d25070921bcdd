//! Sums and their signs, as the checker knows them; see the essay of [`super`] for the bound.

use super::super::automaton::Track;
use super::super::linear::Linear;
use super::super::numeration::{Residue, System};
use super::place_among;
use std::cmp::Ordering;

/// What has been read of a sum: a residue, or the sign that it is sure to have.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Sum {
    Open(Residue),
    Sure(Ordering),
    /// Beyond machine words, which the check cannot follow.
    Beyond,
}

pub(super) struct Sums<'a> {
    pub(super) system: &'a System,
    pub(super) linear: &'a Linear,
}

impl Sums<'_> {
    pub(super) fn added(&self, tracks: &[Track], letter: usize) -> Option<Residue> {
        let mut sum = Residue::default();
        for multiple in &self.linear.multiples {
            let radix = self.system.radix();
            let digit = letter / radix.pow(place_among(tracks, &multiple.track) as u32) % radix;
            sum = sum.plus(multiple.times.checked_mul(digit as i64)?, &self.system.shift(multiple.zeros)?)?;
        }
        Some(sum)
    }

    pub(super) fn follow(&self, sum: &Sum, added: &Residue) -> Sum {
        match sum {
            Sum::Open(residue) => self.settled(self.system.append(residue, 0).and_then(|r| r.plus(1, added))),
            sure => sure.clone(),
        }
    }

    pub(super) fn settled(&self, residue: Option<Residue>) -> Sum {
        let Some(residue) = residue else { return Sum::Beyond };
        if self.positive(&residue, 1) {
            Sum::Sure(Ordering::Greater)
        } else if self.positive(&residue, -1) {
            Sum::Sure(Ordering::Less)
        } else {
            Sum::Open(residue)
        }
    }

    pub(super) fn holds(&self, sum: &Sum) -> bool {
        match sum {
            Sum::Open(residue) => {
                let worth = self.system.worth(residue) + i128::from(self.linear.constant);
                self.linear.relation.holds(worth.cmp(&0))
            }
            Sum::Sure(sign) => self.linear.relation.holds(*sign),
            Sum::Beyond => false,
        }
    }

    /// Whether the sum, or its negative for `sign` = -1, is positive whatever digits follow.
    fn positive(&self, residue: &Residue, sign: i64) -> bool {
        let against = || self.linear.multiples.iter().filter(move |m| m.times.signum() == -sign);
        let largest = self.system.radix() as i128 - 1;
        let mut weights: Vec<i128> =
            self.system.weights()[..self.system.order()].iter().map(|&w| i128::from(w)).collect();
        let (mut shifted, mut taken, mut run, mut before) = (*residue, 0i128, 0, None);
        for n in 0..64usize {
            let worth = i128::from(sign) * (self.system.worth(&shifted) + i128::from(self.linear.constant)) - taken;
            if worth <= 0 {
                return false;
            }
            run = if before.is_some_and(|before| worth >= before) { run + 1 } else { 0 };
            if run == self.system.order() {
                return true;
            }
            before = Some(worth);
            let Some(next) = self.system.append(&shifted, 0) else { return false };
            shifted = next;
            for multiple in against() {
                while weights.len() <= n + multiple.zeros {
                    let terms = self.system.coefficients().iter().zip(weights.iter().rev());
                    let next = terms.map(|(&c, &weight)| i128::from(c) * weight).sum();
                    weights.push(next);
                }
                taken += largest * i128::from(multiple.times).abs() * weights[n + multiple.zeros];
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_of_a_sum_is_never_wrong() {
        // Whatever digits follow a sum that is sure, its sign is that.
        use crate::automata::linear::{Multiple, Relation};
        for name in ["tribonacci", "fibonacci", "base3", "pell", "narayana"] {
            let system = System::named(name).unwrap();
            let multiple = |variable, times, zeros| Multiple { times, track: Track::number(variable), zeros };
            let linear = Linear {
                multiples: vec![multiple(0, 2, 0), multiple(1, -1, 1)],
                constant: -3,
                relation: Relation::Equal,
            };
            let sums = Sums { system: &system, linear: &linear };
            let mut open = vec![Residue::default()];
            let tracks = linear.tracks();
            let letters = system.radix().pow(2);
            for _ in 0..3 {
                let mut next = Vec::new();
                for residue in &open {
                    for letter in 0..letters {
                        let added = sums.added(&tracks, letter).unwrap();
                        let to = system.append(residue, 0).unwrap().plus(1, &added).unwrap();
                        match sums.settled(Some(to)) {
                            Sum::Sure(sign) => every_end(&system, &sums, &tracks, &to, sign, 3),
                            _ => next.push(to),
                        }
                    }
                }
                open = next;
            }
        }
    }

    fn every_end(system: &System, sums: &Sums<'_>, tracks: &[Track], residue: &Residue, sign: Ordering, more: usize) {
        let worth = system.worth(residue) + i128::from(sums.linear.constant);
        assert_eq!(worth.cmp(&0), sign, "{}", system.name());
        if more > 0 {
            for letter in 0..system.radix().pow(2) {
                let added = sums.added(tracks, letter).unwrap();
                let to = system.append(residue, 0).unwrap().plus(1, &added).unwrap();
                every_end(system, sums, tracks, &to, sign, more - 1);
            }
        }
    }
}
