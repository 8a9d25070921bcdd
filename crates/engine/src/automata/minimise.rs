//! Minimisation: the one least automaton of a relation, its states numbered in the order in which letters first reach
//! them.
//!
//! [`minimise`] is Hopcroft's refinement of a partition (1971): a class that has been used to split the others and is
//! then split itself needs only its smaller part to be used again, so every transition is looked at O(log n) times.
//! Since dead states are left out, all remaining ones differ from [`DEAD`] and missing transitions need no class of
//! their own; each class is used once with every letter. `coarsest` is the definition: refine until nothing changes.

use super::automaton::{Automaton, DEAD, Work};
use kit::Result;

/// The least automaton of the same relation.
///
/// # Errors
/// When the watch asks to stop, or an automaton outgrows the limits of the work.
pub fn minimise(automaton: Automaton, work: &mut Work<'_>) -> Result<Automaton> {
    let trimmed = trim(automaton);
    work.look()?;
    let classes = hopcroft(&trimmed, work)?;
    Ok(in_order(merged(&trimmed, &classes)))
}

/// One state for each class.
fn merged(automaton: &Automaton, classes: &[u32]) -> Automaton {
    let letters = automaton.letters();
    let count = classes.iter().max().map_or(0, |&last| last as usize + 1);
    let mut next = vec![DEAD; count * letters];
    let mut accept = vec![false; count];
    for (state, &class) in classes.iter().enumerate() {
        accept[class as usize] = automaton.accepting()[state];
        for (letter, &to) in automaton.row(state).iter().enumerate() {
            next[class as usize * letters + letter] = if to == DEAD { DEAD } else { classes[to as usize] };
        }
    }
    // The start must stay first: its class changes places with class 0.
    let start = classes[0];
    let swap = |class: u32| match class {
        DEAD => DEAD,
        _ if class == start => 0,
        0 => start,
        _ => class,
    };
    for row in 0..letters {
        next.swap(row, start as usize * letters + row);
    }
    accept.swap(0, start as usize);
    next.iter_mut().for_each(|to| *to = swap(*to));
    Automaton::from_parts(automaton.tracks().to_vec(), automaton.radix(), next, accept)
}

/// The same automaton without states that are not reached, numbered in the order in which letters reach them.
pub(super) fn in_order(automaton: Automaton) -> Automaton {
    let mut number = vec![DEAD; automaton.len()];
    let mut order = vec![0u32];
    number[0] = 0;
    let mut at = 0;
    while at < order.len() {
        for &to in automaton.row(order[at] as usize) {
            if to != DEAD && number[to as usize] == DEAD {
                number[to as usize] = order.len() as u32;
                order.push(to);
            }
        }
        at += 1;
    }
    let renumbered = |&to: &u32| if to == DEAD { DEAD } else { number[to as usize] };
    let next = order.iter().flat_map(|&state| automaton.row(state as usize).iter().map(renumbered)).collect();
    let accept = order.iter().map(|&state| automaton.accepting()[state as usize]).collect();
    Automaton::from_parts(automaton.tracks().to_vec(), automaton.radix(), next, accept)
}

/// For every letter the predecessors of every state: those of state s by letter a are `list[start[a * states +
/// s]..start[a * states + s + 1]]`.
struct Before {
    start: Vec<u32>,
    list: Vec<u32>,
    states: usize,
}

impl Before {
    fn new(automaton: &Automaton) -> Before {
        let (states, letters) = (automaton.len(), automaton.letters());
        let mut start = vec![0u32; states * letters + 1];
        let arrows = || {
            (0..states).flat_map(move |state| {
                let row = automaton.row(state).iter().enumerate();
                row.filter(|(_, to)| **to != DEAD).map(move |(letter, &to)| (letter * states + to as usize, state))
            })
        };
        arrows().for_each(|(slot, _)| start[slot + 1] += 1);
        for slot in 0..states * letters {
            start[slot + 1] += start[slot];
        }
        let mut list = vec![0u32; start[states * letters] as usize];
        let mut at = start.clone();
        for (slot, state) in arrows() {
            list[at[slot] as usize] = state as u32;
            at[slot] += 1;
        }
        Before { start, list, states }
    }

    fn of(&self, state: u32, letter: usize) -> &[u32] {
        let slot = letter * self.states + state as usize;
        &self.list[self.start[slot] as usize..self.start[slot + 1] as usize]
    }
}

/// The automaton without states that are not reached or from which nothing is accepted.
fn trim(automaton: Automaton) -> Automaton {
    let automaton = in_order(automaton);
    let before = Before::new(&automaton);
    let mut useful = automaton.accepting().to_vec();
    let mut queue: Vec<u32> = (0..automaton.len() as u32).filter(|&s| useful[s as usize]).collect();
    while let Some(state) = queue.pop() {
        for letter in 0..automaton.letters() {
            for &from in before.of(state, letter) {
                if !std::mem::replace(&mut useful[from as usize], true) {
                    queue.push(from);
                }
            }
        }
    }
    if !useful[0] {
        return Automaton::nothing(automaton.tracks().to_vec(), automaton.radix());
    }
    let (tracks, radix, mut next, accept) = automaton.into_parts();
    next.iter_mut().filter(|to| **to != DEAD && !useful[**to as usize]).for_each(|to| *to = DEAD);
    in_order(Automaton::from_parts(tracks, radix, next, accept))
}

/// A partition of the states into classes that can be split.
struct Partition {
    /// The states, class by class.
    states: Vec<u32>,
    /// Where each state stands among them.
    place: Vec<u32>,
    class: Vec<u32>,
    /// First and last-but-one place of every class.
    from: Vec<u32>,
    to: Vec<u32>,
    /// How many states of the class are marked: they stand first in it.
    marked: Vec<u32>,
    touched: Vec<u32>,
}

impl Partition {
    fn new(accept: &[bool]) -> Partition {
        let count = accept.len();
        let mut states: Vec<u32> = (0..count as u32).collect();
        states.sort_by_key(|&s| !accept[s as usize]);
        let mut place = vec![0; count];
        states.iter().enumerate().for_each(|(at, &s)| place[s as usize] = at as u32);
        let accepting = accept.iter().filter(|a| **a).count() as u32;
        let bounds: Vec<(u32, u32)> =
            [(0, accepting), (accepting, count as u32)].into_iter().filter(|(from, to)| from < to).collect();
        let mut class = vec![0; count];
        for (number, &(from, to)) in bounds.iter().enumerate() {
            states[from as usize..to as usize].iter().for_each(|&s| class[s as usize] = number as u32);
        }
        let (from, to): (Vec<u32>, Vec<u32>) = bounds.into_iter().unzip();
        Partition { states, place, class, marked: vec![0; from.len()], from, to, touched: Vec::new() }
    }

    fn mark(&mut self, state: u32) {
        let class = self.class[state as usize] as usize;
        let (at, edge) = (self.place[state as usize], self.from[class] + self.marked[class]);
        if at < edge {
            return;
        }
        if self.marked[class] == 0 {
            self.touched.push(class as u32);
        }
        let other = self.states[edge as usize];
        self.states.swap(at as usize, edge as usize);
        (self.place[state as usize], self.place[other as usize]) = (edge, at);
        self.marked[class] += 1;
    }

    /// Splits every class that is partly marked and tells of each the two parts.
    fn split(&mut self, mut tell: impl FnMut(&Partition, u32, u32)) {
        while let Some(class) = self.touched.pop() {
            let old = class as usize;
            let marked = std::mem::take(&mut self.marked[old]);
            if self.from[old] + marked == self.to[old] {
                continue;
            }
            let fresh = self.from.len() as u32;
            self.from.push(self.from[old]);
            self.to.push(self.from[old] + marked);
            self.marked.push(0);
            self.from[old] += marked;
            for at in self.from[fresh as usize]..self.to[fresh as usize] {
                self.class[self.states[at as usize] as usize] = fresh;
            }
            tell(self, class, fresh);
        }
    }

    fn size(&self, class: u32) -> u32 {
        self.to[class as usize] - self.from[class as usize]
    }
}

/// The class of every state: equal for states that accept the same words.
fn hopcroft(automaton: &Automaton, work: &mut Work<'_>) -> Result<Vec<u32>> {
    let before = Before::new(automaton);
    let mut partition = Partition::new(automaton.accepting());
    let mut waiting: Vec<u32> = (0..partition.from.len() as u32).collect();
    let mut waits = vec![true; waiting.len()];
    let mut members = Vec::new();
    let mut rounds = 0u64;
    while let Some(splitter) = waiting.pop() {
        waits[splitter as usize] = false;
        rounds += 1;
        if rounds % 1024 == 0 {
            work.look()?;
        }
        members.clear();
        let (from, to) = (partition.from[splitter as usize], partition.to[splitter as usize]);
        members.extend_from_slice(&partition.states[from as usize..to as usize]);
        for letter in 0..automaton.letters() {
            for &state in &members {
                before.of(state, letter).iter().for_each(|&from| partition.mark(from));
            }
            partition.split(|partition, old, fresh| {
                // A class that waits is used whole later; else its smaller part is enough.
                let next = match waits[old as usize] || partition.size(fresh) <= partition.size(old) {
                    true => fresh,
                    false => old,
                };
                waits.push(false);
                waits[next as usize] = true;
                waiting.push(next);
            });
        }
    }
    Ok(partition.class)
}

/// The classes by the definition, for the tests: refine by where letters lead until nothing changes.
#[cfg(test)]
fn coarsest(automaton: &Automaton) -> Vec<u32> {
    let mut classes: Vec<u32> = automaton.accepting().iter().map(|&a| u32::from(a)).collect();
    loop {
        let mut seen = std::collections::HashMap::new();
        let refined: Vec<u32> = (0..automaton.len())
            .map(|state| {
                let class = |&to: &u32| if to == DEAD { DEAD } else { classes[to as usize] };
                let view: Vec<u32> = automaton.row(state).iter().map(class).chain([classes[state]]).collect();
                let fresh = seen.len() as u32;
                *seen.entry(view).or_insert(fresh)
            })
            .collect();
        let stable = refined.iter().max() == classes.iter().max();
        classes = refined;
        if stable {
            return classes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::automaton::Track;
    use super::*;
    use kit::Unwatched;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn random(rng: &mut ChaCha8Rng, states: u32, tracks: u32) -> Automaton {
        let tracks: Vec<Track> = (0..tracks).map(Track::number).collect();
        let letters = 1usize << tracks.len();
        let mut arrow = || if rng.random_bool(0.3) { DEAD } else { rng.random_range(0..states) };
        let next = (0..states as usize * letters).map(|_| arrow()).collect();
        let accept = (0..states).map(|_| rng.random_bool(0.2)).collect();
        Automaton::from_parts(tracks, 2, next, accept)
    }

    fn accepted(automaton: &Automaton, word: &[usize]) -> bool {
        automaton.accepts(word.iter().fold(0, |state, &letter| automaton.step(state, letter)))
    }

    #[test]
    fn hopcroft_finds_the_classes_of_the_definition_and_keeps_the_language() {
        let mut rng = ChaCha8Rng::seed_from_u64(15);
        for round in 0..400 {
            let states = rng.random_range(1..30);
            let tracks = rng.random_range(0..3);
            let automaton = random(&mut rng, states, tracks);
            let mut watch = Unwatched;
            let work = &mut Work::new(&mut watch, 1000);
            let least = minimise(automaton.clone(), work).unwrap();
            let trimmed = trim(automaton.clone());
            let classes = coarsest(&trimmed).iter().max().map_or(0, |&last| last as usize + 1);
            assert_eq!(least.len(), classes, "round {round}");
            assert_eq!(minimise(least.clone(), work).unwrap(), least, "round {round}");
            for _ in 0..200 {
                let word: Vec<usize> =
                    (0..rng.random_range(0..12)).map(|_| rng.random_range(0..automaton.letters())).collect();
                assert_eq!(accepted(&automaton, &word), accepted(&least, &word), "round {round}: {word:?}");
            }
        }
    }

    #[test]
    fn an_automaton_that_accepts_nothing_has_one_state() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let (tracks, radix, next, accept) = random(&mut rng, 9, 2).into_parts();
        let none = Automaton::from_parts(tracks, radix, next, vec![false; accept.len()]);
        let least = minimise(none, &mut Work::new(&mut Unwatched, 10)).unwrap();
        assert_eq!((least.len(), least.is_empty()), (1, true));
    }
}
