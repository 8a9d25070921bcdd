//! Guesses the automaton of a function from its values.
//!
//! Two beginnings of a pair (n, f(n)) that are followed by the same ends belong to one state (Myhill and Nerode). Here
//! beginnings are told apart by the ends of a few digits only, so what comes out is a guess. It becomes a theorem when
//! the laws that define the function have been decided for it.

use super::Index;
use super::automaton::{Automaton, DEAD, Track, Work};
use super::numeration::{Residue, System};
use kit::{Error, Result};
use rustc_hash::FxHashMap;

/// The most digits by which beginnings are told apart.
const LONGEST_END: usize = 9;
/// Numbers to which a guess must agree with the function.
const TRIED: u64 = 5000;

/// Both tracks as far as they have been read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Beginning {
    number: (Residue, usize),
    value: (Residue, usize),
}

/// The automaton of n and f(n), tracks 0 and 1, as the first values suggest it: the simplest that agrees with them.
///
/// # Errors
/// When the values suggest no automaton, or as for all work on automata.
pub fn learn(system: &System, name: &str, values: &[u64], work: &mut Work<'_>) -> Result<Automaton> {
    for length in 2..=LONGEST_END {
        let Some(guess) = guess(system, values, length, work)? else { continue };
        let tried = (0..TRIED.min(values.len() as u64)).all(|n| {
            let value = values[n as usize];
            guess.holds(system, &[n, value]) && !guess.holds(system, &[n, value + 1])
        });
        if tried {
            return Ok(guess);
        }
    }
    let limit = format!("its first {} values suggest none", values.len());
    Err(Error::too_large(
        format!("an automaton for {name} in the system {}", system.name()),
        limit,
        "use another system",
    ))
}

/// The automaton whose states are told apart by ends of up to so many digits; `None` when the values do not reach far
/// enough.
fn guess(system: &System, values: &[u64], length: usize, work: &mut Work<'_>) -> Result<Option<Automaton>> {
    let radix = system.radix();
    let ends = Ends { system, values, weights: system.weights(), length };
    let start = Beginning { number: Default::default(), value: Default::default() };
    let Some(first) = ends.view(&start) else { return Ok(None) };
    let (mut views, mut beginnings) = (Index::new(first), vec![start]);
    let (mut next, mut accept, mut known) = (Vec::new(), Vec::new(), FxHashMap::default());
    while let Some(view) = views.following() {
        work.state(views.len(), next.len())?;
        accept.push(view[0] >= 0);
        let beginning = beginnings[accept.len() - 1];
        for letter in 0..radix * radix {
            let Some(to) = ends.extended(&beginning, letter % radix, letter / radix) else {
                next.push(DEAD);
                continue;
            };
            let state = match known.get(&to) {
                Some(&state) => state,
                None => {
                    let Some(view) = ends.view(&to) else { return Ok(None) };
                    let alive = view.iter().any(|&end| end >= 0);
                    let state = if alive { views.of(view) } else { DEAD };
                    if state != DEAD && state as usize == beginnings.len() {
                        beginnings.push(to);
                    }
                    known.insert(to, state);
                    state
                }
            };
            next.push(state);
        }
    }
    let tracks = vec![Track::number(0), Track::number(1)];
    Ok(Some(super::minimise::minimise(Automaton::from_parts(tracks, radix, next, accept), work)?))
}

struct Ends<'a> {
    system: &'a System,
    values: &'a [u64],
    weights: &'a [u64],
    length: usize,
}

impl Ends<'_> {
    fn extended(&self, beginning: &Beginning, digit: usize, of_value: usize) -> Option<Beginning> {
        let one = |(residue, matched): (Residue, usize), digit: usize| {
            Some((self.system.append(&residue, digit as i64)?, self.system.follow(matched, digit)?))
        };
        Some(Beginning { number: one(beginning.number, digit)?, value: one(beginning.value, of_value)? })
    }

    /// For every end of the number the end of its value, or -1 where there is none; `None` beyond the values.
    fn view(&self, beginning: &Beginning) -> Option<Vec<i64>> {
        let mut view = Vec::new();
        let (mut number, mut value) = (beginning.number.0, beginning.value.0);
        for length in 0..=self.length {
            let (base, from) = (self.system.worth(&number), self.system.worth(&value));
            for end in 0..self.weights[length] {
                if !self.follows(beginning.number.1, end, length) {
                    continue;
                }
                let there = *self.values.get(usize::try_from(base + i128::from(end)).ok()?)?;
                let rest = i128::from(there) - from;
                let fits = rest >= 0 && rest < i128::from(self.weights[length]);
                let fits = fits && self.follows(beginning.value.1, rest as u64, length);
                view.push(if fits { rest as i64 } else { -1 });
            }
            number = self.system.append(&number, 0)?;
            value = self.system.append(&value, 0)?;
        }
        Some(view)
    }

    /// Whether the number, written with that many digits, may follow a representation that has matched so far.
    fn follows(&self, matched: usize, number: u64, length: usize) -> bool {
        let (mut rest, mut matched) = (number, matched);
        for &weight in self.weights[..length].iter().rev() {
            let digit = (rest / weight) as usize;
            rest %= weight;
            match self.system.follow(matched, digit) {
                Some(next) => matched = next,
                None => return false,
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    fn learnt(system: &str, values: &[u64]) -> Result<Automaton> {
        learn(&System::named(system).unwrap(), "f", values, &mut Work::new(&mut Unwatched, 5000))
    }

    #[test]
    fn linear_functions_are_learnt_as_addition_builds_them() {
        use super::super::linear::{Linear, Multiple, Relation, linear};
        for name in ["fibonacci", "tribonacci", "base2", "base3", "pell"] {
            let system = System::named(name).unwrap();
            let values: Vec<u64> = (0..1 << 20).map(|n| 2 * n + 1).collect();
            let multiple = |variable, times| Multiple { times, track: Track::number(variable), zeros: 0 };
            let relation =
                Linear { multiples: vec![multiple(0, 2), multiple(1, -1)], constant: 1, relation: Relation::Equal };
            let built = linear(&system, &relation, &mut Work::new(&mut Unwatched, 10_000)).unwrap();
            assert_eq!(learnt(name, &values).unwrap(), built, "{name}");
        }
    }

    #[test]
    fn a_function_without_an_automaton_is_refused() {
        let squares: Vec<u64> = (0..50_000).map(|n| n * n).collect();
        let refused = learnt("base2", &squares).unwrap_err();
        assert_eq!(refused.trouble(), kit::Trouble::TooLarge, "{refused}");
    }
}
