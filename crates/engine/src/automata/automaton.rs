//! Automata on tuples of numbers: what all operations of this module share.
//!
//! An automaton reads several numbers at once, the most significant digits first, padded with zeros to one length. Each
//! number has a *track*; a letter holds one digit of every track, packed as a whole number with the first track as its
//! lowest digit. What is accepted is always a *relation*: whether a word is accepted does not change when zeros are put
//! in front of all tracks or taken away, and only words whose tracks are greedy representations are accepted (a track
//! of *strings* takes any digits). States from which nothing is accepted are left out; [`DEAD`] stands for them.

use super::numeration::System;
use dashu::integer::UBig;
use kit::{Error, Result, Watch, watch};
use std::collections::VecDeque;

/// The state from which nothing is accepted.
pub const DEAD: u32 = u32::MAX;

/// The most letters of an alphabet, and so a bound on tracks.
const MOST_LETTERS: usize = 1 << 14;

/// The most entries of a table of transitions: half a gibibyte.
const MOST_CELLS: usize = 1 << 27;

/// What a track holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Track {
    /// Which variable it is; tracks stand in the order of their variables.
    pub variable: u32,
    /// Any digit string instead of a number's greedy representation.
    pub string: bool,
}

impl Track {
    /// The track of a number.
    pub fn number(variable: u32) -> Track {
        Track { variable, string: false }
    }
}

/// A deterministic automaton that accepts a relation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automaton {
    tracks: Vec<Track>,
    radix: usize,
    /// `next[state * letters + letter]`; state 0 is where it starts.
    next: Vec<u32>,
    accept: Vec<bool>,
}

/// The room and the time that a computation has, and what it met.
pub struct Work<'a> {
    /// Who looks at it.
    pub watch: &'a mut dyn Watch,
    /// The most states of an automaton.
    pub limit: usize,
    /// The states of the largest automaton met, before it was minimised.
    pub largest: usize,
    /// All states met.
    pub states: u64,
}

impl<'a> Work<'a> {
    /// Nothing done yet.
    pub fn new(watch: &'a mut dyn Watch, limit: usize) -> Work<'a> {
        Work { watch, limit, largest: 0, states: 0 }
    }

    /// Another state of an automaton that has `count` by now, `cells` entries in all: looks at the watch and at the
    /// limits.
    ///
    /// # Errors
    /// When there are more states or entries than the limits, or the watch asks to stop.
    pub fn state(&mut self, count: usize, cells: usize) -> Result<()> {
        self.states += 1;
        self.largest = self.largest.max(count);
        if count > self.limit || cells > MOST_CELLS {
            let limit = match count > self.limit {
                true => format!("the limit is {} states", self.limit),
                false => format!("the limit is {MOST_CELLS} entries of its table"),
            };
            let asked = format!("an automaton of at least {count} states on the way");
            return Err(Error::too_large(asked, limit, "raise the limit of states, or say it with fewer variables"));
        }
        match self.states % 1024 {
            0 => self.look(),
            _ => Ok(()),
        }
    }

    /// Looks at the watch.
    ///
    /// # Errors
    /// When the watch asks to stop.
    pub fn look(&mut self) -> Result<()> {
        let states = self.states;
        watch::step(self.watch, states, None, || format!("{states} states met, the statement is not decided"))
    }
}

/// The number of letters for so many tracks.
pub(super) fn letters_for(radix: usize, tracks: usize) -> Result<usize> {
    match u32::try_from(tracks).ok().and_then(|t| radix.checked_pow(t)).filter(|&l| l <= MOST_LETTERS) {
        Some(letters) => Ok(letters),
        None => {
            let limit = format!("the limit is {MOST_LETTERS} letters of {radix} digits each");
            Err(Error::too_large(
                format!("a relation of {tracks} numbers at once"),
                limit,
                "use fewer variables at once",
            ))
        }
    }
}

/// The union of two sorted lists of tracks.
pub(super) fn union(left: &[Track], right: &[Track]) -> Vec<Track> {
    let mut all: Vec<Track> = left.iter().chain(right).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// For every letter on `tracks` the letter on the subset `part` of them.
pub(super) fn restricted_letters(tracks: &[Track], part: &[Track], radix: usize) -> Result<Vec<u32>> {
    let letters = letters_for(radix, tracks.len())?;
    let places: Vec<usize> =
        part.iter().map(|t| tracks.iter().position(|own| own == t).expect("a part of the tracks")).collect();
    let of = |letter: usize| {
        let digits = places.iter().rev().map(|&p| letter / radix.pow(p as u32) % radix);
        digits.fold(0, |code, digit| code * radix + digit) as u32
    };
    Ok((0..letters).map(of).collect())
}

impl Automaton {
    /// An automaton from its parts, as they are: state 0 is the start, a table row for each state.
    pub(super) fn from_parts(tracks: Vec<Track>, radix: usize, next: Vec<u32>, accept: Vec<bool>) -> Automaton {
        debug_assert!(tracks.is_sorted(), "tracks in order");
        debug_assert_eq!(next.len(), accept.len() * radix.pow(tracks.len() as u32), "a row for each state");
        Automaton { tracks, radix, next, accept }
    }

    /// The relation that holds of nothing.
    pub(super) fn nothing(tracks: Vec<Track>, radix: usize) -> Automaton {
        let letters = radix.pow(tracks.len() as u32);
        Automaton { tracks, radix, next: vec![DEAD; letters], accept: vec![false] }
    }

    /// Everything: all tuples of numbers (and strings) on these tracks.
    ///
    /// # Errors
    /// When the watch asks to stop, or an automaton outgrows the limits of the work.
    pub fn everything(system: &System, tracks: &[Track], work: &mut Work<'_>) -> Result<Automaton> {
        let letters = letters_for(system.radix(), tracks.len())?;
        let greedy = Greedy::new(system, tracks, tracks)?;
        let (mut states, mut next) = (super::Index::new(greedy.start()), Vec::new());
        while let Some(state) = states.following() {
            work.state(states.len(), states.len() * letters)?;
            for letter in 0..letters {
                next.push(greedy.follow(state, letter).map_or(DEAD, |to| states.of(to)));
            }
        }
        let accept = vec![true; states.len()];
        super::minimise::minimise(Automaton::from_parts(tracks.to_vec(), system.radix(), next, accept), work)
    }

    /// Its tracks, in the order of their variables.
    pub fn tracks(&self) -> &[Track] {
        &self.tracks
    }

    /// The number of digits.
    pub fn radix(&self) -> usize {
        self.radix
    }

    /// The number of states, [`DEAD`] not counted.
    pub fn len(&self) -> usize {
        self.accept.len()
    }

    /// True when it accepts nothing; automata are kept trimmed, so the table tells.
    pub fn is_empty(&self) -> bool {
        self.accept.iter().all(|accepts| !accepts)
    }

    /// The number of letters.
    pub fn letters(&self) -> usize {
        self.radix.pow(self.tracks.len() as u32)
    }

    /// Where a letter leads.
    pub fn step(&self, state: u32, letter: usize) -> u32 {
        match state {
            DEAD => DEAD,
            _ => self.next[state as usize * self.letters() + letter],
        }
    }

    /// The row of a state: where each letter leads.
    pub fn row(&self, state: usize) -> &[u32] {
        let letters = self.letters();
        &self.next[state * letters..][..letters]
    }

    /// Whether a word may end in that state.
    pub fn accepts(&self, state: u32) -> bool {
        state != DEAD && self.accept[state as usize]
    }

    pub(super) fn accepting(&self) -> &[bool] {
        &self.accept
    }

    pub(super) fn into_parts(self) -> (Vec<Track>, usize, Vec<u32>, Vec<bool>) {
        (self.tracks, self.radix, self.next, self.accept)
    }

    /// Whether the relation holds of these numbers, one a track: by reading their representations.
    ///
    /// # Panics
    /// Unless there is a number for each track.
    pub fn holds(&self, system: &System, numbers: &[u64]) -> bool {
        assert_eq!(numbers.len(), self.tracks.len(), "a number for each track");
        let digits: Vec<Vec<usize>> = numbers.iter().map(|&n| system.represent(n)).collect();
        let length = digits.iter().map(Vec::len).max().unwrap_or(0);
        let mut state = 0;
        for place in (0..length).rev() {
            let digit = |track: &Vec<usize>| if place < track.len() { track[track.len() - 1 - place] } else { 0 };
            let letter = digits.iter().rev().fold(0, |code, track| code * self.radix + digit(track));
            state = self.step(state, letter);
        }
        self.accepts(state)
    }

    /// The same relation of other variables: track i becomes the track `to[i]`.
    ///
    /// # Panics
    /// Unless there is a track for each track.
    pub fn renamed(&self, to: &[Track]) -> Automaton {
        assert_eq!(to.len(), self.tracks.len(), "a track for each track");
        let mut tracks = to.to_vec();
        tracks.sort_unstable();
        let place: Vec<u32> =
            to.iter().map(|t| tracks.iter().position(|own| own == t).expect("one of them") as u32).collect();
        let letters = self.letters();
        let moved = |letter: usize| {
            let digit = |i: usize| letter / self.radix.pow(i as u32) % self.radix;
            (0..to.len()).map(|i| digit(i) * self.radix.pow(place[i])).sum::<usize>()
        };
        let moved: Vec<usize> = (0..letters).map(moved).collect();
        let mut next = vec![DEAD; self.next.len()];
        for state in 0..self.len() {
            for (letter, &at) in moved.iter().enumerate() {
                next[state * letters + at] = self.next[state * letters + letter];
            }
        }
        super::minimise::in_order(Automaton { tracks, radix: self.radix, next, accept: self.accept.clone() })
    }

    /// The digits of the accepted word that is least: the fewest digits, then the least in the order of letters. For
    /// one track this is the least number.
    pub fn least_word(&self) -> Option<Vec<usize>> {
        let mut from: Vec<Option<(u32, usize)>> = vec![None; self.len()];
        let mut queue = VecDeque::from([0u32]);
        if self.accept[0] {
            return Some(Vec::new());
        }
        while let Some(state) = queue.pop_front() {
            for (letter, &to) in self.row(state as usize).iter().enumerate() {
                if to == DEAD || to == 0 || from[to as usize].is_some() {
                    continue;
                }
                from[to as usize] = Some((state, letter));
                if self.accept[to as usize] {
                    let mut word = Vec::new();
                    let mut at = to;
                    while at != 0 {
                        let (before, letter) = from[at as usize].expect("reached");
                        word.push(letter);
                        at = before;
                    }
                    word.reverse();
                    return Some(word);
                }
                queue.push_back(to);
            }
        }
        None
    }

    /// The least number of a relation of one number.
    ///
    /// # Panics
    /// Unless there is one track.
    pub fn least(&self, system: &System) -> Option<UBig> {
        assert_eq!(self.tracks.len(), 1, "one track");
        Some(system.value(&self.least_word()?))
    }
}

impl Automaton {
    /// The first members of a relation of one number, at most so many, in order; fewer when they lie too far apart to
    /// be found by walking.
    ///
    /// # Panics
    /// Unless there is one track.
    pub fn first_members(&self, system: &System, count: usize) -> Vec<UBig> {
        assert_eq!(self.tracks.len(), 1, "one track");
        const WIDEST: usize = 20_000;
        let mut members = Vec::new();
        let mut layer: Vec<(u32, Vec<usize>)> = vec![(0, Vec::new())];
        while !layer.is_empty() && layer.len() <= WIDEST && members.len() < count {
            for (state, word) in &layer {
                if self.accepts(*state) && members.len() < count {
                    members.push(system.value(word));
                }
            }
            let mut next = Vec::new();
            for (state, word) in &layer {
                // A leading zero makes no new number.
                for digit in usize::from(word.is_empty())..self.radix {
                    match self.step(*state, digit) {
                        DEAD => {}
                        to => next.push((to, [&word[..], &[digit]].concat())),
                    }
                }
            }
            layer = next;
        }
        members
    }

    /// Whether the relation holds of finitely many only: nothing but leading zeros goes in a circle.
    pub fn is_finite(&self) -> bool {
        let arrows = |state: usize| {
            let row = self.row(state).iter().enumerate();
            row.filter(move |(letter, to)| **to != DEAD && (state, *letter) != (0, 0)).map(|(_, &to)| to as usize)
        };
        let mut before = vec![0usize; self.len()];
        (0..self.len()).flat_map(arrows).for_each(|to| before[to] += 1);
        let mut free: Vec<usize> = (0..self.len()).filter(|&state| before[state] == 0).collect();
        let mut done = 0;
        while let Some(state) = free.pop() {
            done += 1;
            for to in arrows(state) {
                before[to] -= 1;
                if before[to] == 0 {
                    free.push(to);
                }
            }
        }
        done == self.len()
    }

    /// The automaton's arrows: from, to, and the letters in between, each as its digits track by track.
    pub fn arrows(&self) -> Vec<(usize, usize, Vec<String>)> {
        let mut arrows: Vec<(usize, usize, Vec<String>)> = Vec::new();
        for state in 0..self.len() {
            for (letter, &to) in self.row(state).iter().enumerate().filter(|(_, to)| **to != DEAD) {
                let digit = |i: usize| (letter / self.radix.pow(i as u32) % self.radix).to_string();
                let label = (0..self.tracks.len()).map(digit).collect::<Vec<_>>().join(",");
                match arrows.iter_mut().rev().take_while(|a| a.0 == state).find(|a| a.1 == to as usize) {
                    Some(arrow) => arrow.2.push(label),
                    None => arrows.push((state, to as usize, vec![label])),
                }
            }
        }
        arrows
    }

    /// The automaton in the DOT language; a double circle accepts.
    pub fn dot(&self) -> String {
        let mut out = String::from("digraph automaton {\n  rankdir=LR;\n  start [shape=point];\n  start -> 0;\n");
        for (state, &accepts) in self.accept.iter().enumerate() {
            let shape = if accepts { "doublecircle" } else { "circle" };
            out.push_str(&format!("  {state} [shape={shape}];\n"));
        }
        for (from, to, labels) in self.arrows() {
            out.push_str(&format!("  {from} -> {to} [label=\"{}\"];\n", labels.join(" ")));
        }
        out.push_str("}\n");
        out
    }
}

/// Greedy representations on some tracks at once: a state is how far each of them has matched the coefficients, packed.
pub(super) struct Greedy {
    radix: usize,
    order: usize,
    /// For every track that is followed its place in the letters.
    places: Vec<u32>,
    /// `follow[matched * radix + digit]`.
    table: Vec<Option<usize>>,
}

impl Greedy {
    /// Follows those of `part` that hold numbers, in letters on `tracks`.
    pub(super) fn new(system: &System, tracks: &[Track], part: &[Track]) -> Result<Greedy> {
        letters_for(system.radix(), tracks.len())?;
        let places = part
            .iter()
            .filter(|t| !t.string)
            .map(|t| tracks.iter().position(|own| own == t).expect("a part of the tracks") as u32);
        let table = (0..system.order() * system.radix()).map(|i| system.follow(i / system.radix(), i % system.radix()));
        Ok(Greedy { radix: system.radix(), order: system.order(), places: places.collect(), table: table.collect() })
    }

    pub(super) fn start(&self) -> u64 {
        0
    }

    pub(super) fn follow(&self, state: u64, letter: usize) -> Option<u64> {
        let (mut rest, mut next, mut unit) = (state, 0, 1);
        for &place in &self.places {
            let matched = (rest % self.order as u64) as usize;
            rest /= self.order as u64;
            let digit = letter / self.radix.pow(place) % self.radix;
            next += unit * self.table[matched * self.radix + digit]? as u64;
            unit *= self.order as u64;
        }
        Some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::super::linear::{Linear, Multiple, Relation, linear};
    use super::*;
    use kit::Unwatched;

    fn number_with(system: &System, times: i64, constant: i64, relation: Relation) -> Automaton {
        let multiples = vec![Multiple { times, track: Track::number(0), zeros: 0 }];
        linear(system, &Linear { multiples, constant, relation }, &mut Work::new(&mut Unwatched, 1000)).unwrap()
    }

    #[test]
    fn members_come_in_order_and_finite_sets_are_known() {
        for name in ["fibonacci", "tribonacci", "base3", "pell"] {
            let system = System::named(name).unwrap();
            let small = number_with(&system, 1, -17, Relation::Less);
            let expected: Vec<UBig> = (0..17u8).map(UBig::from).collect();
            assert!(small.is_finite() && small.first_members(&system, 100) == expected, "{name}");
            let large = number_with(&system, -1, 17, Relation::AtMost);
            let expected: Vec<UBig> = (17..37u8).map(UBig::from).collect();
            assert!(!large.is_finite() && large.first_members(&system, 20) == expected, "{name}");
            assert_eq!(large.least(&system), Some(17u8.into()), "{name}");
            let none = number_with(&system, 2, 3, Relation::Equal);
            assert!(none.is_finite() && none.least(&system).is_none() && none.is_empty(), "{name}");
        }
    }

    #[test]
    fn tracks_can_be_renamed_and_come_back() {
        let system = System::named("fibonacci").unwrap();
        let (low, high) = (Track::number(2), Track::number(5));
        let multiple = |track, times| Multiple { times, track, zeros: 0 };
        let relation =
            Linear { multiples: vec![multiple(low, 1), multiple(high, -1)], constant: 0, relation: Relation::Less };
        let less = linear(&system, &relation, &mut Work::new(&mut Unwatched, 1000)).unwrap();
        let turned = less.renamed(&[high, low]);
        assert!(less.holds(&system, &[3, 8]) && !less.holds(&system, &[8, 3]));
        assert!(turned.holds(&system, &[8, 3]) && !turned.holds(&system, &[3, 8]));
        assert_eq!(turned.renamed(&[high, low]), less);
    }

    #[test]
    fn the_graph_names_every_state_and_arrow() {
        let system = System::named("fibonacci").unwrap();
        let one = number_with(&system, 1, -1, Relation::Equal);
        assert_eq!(one.arrows(), [(0, 0, vec!["0".to_string()]), (0, 1, vec!["1".to_string()])]);
        assert!(one.dot().contains("1 [shape=doublecircle]") && one.dot().contains("0 -> 1 [label=\"1\"]"));
    }
}
