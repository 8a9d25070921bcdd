//! A search in parts for every game of the ladder ([`crate::search`]): a planner over the rules alone, and errands for
//! a [`Solver`].
//!
//! The planner wants the nimber of a position and, where that is not 0, which of its moves lead to 0. The components of
//! the position are wishes, the options are, and each is cut into couples by proof numbers. Components are bytes on
//! their way ([`Key::to_bytes`]); a component that came home is one of the game's ([`super::Impartial::is_within`]) or
//! refused.

use super::{Game, Key, Solver, cancel_pairs, components};
use crate::search::{
    Attempt, Effort, Fact, Next, Note, Proof, Tree, first_open, read_facts, read_guesses, write_facts, write_guesses,
};
use kit::parts::{Errand, Planner};
use kit::{Error, Result, Watch};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// What came of an errand.
#[derive(Clone, Debug)]
pub struct Done<K> {
    /// Notes with efforts on the component and those below it, if it is not decided; else nothing.
    pub guesses: Vec<(K, Note)>,
    /// Components of which something was proved that took some work.
    pub proved: Vec<(K, Note)>,
    /// Couples visited.
    pub positions: u64,
}

/// Components with their notes, as they travel.
pub(super) fn facts_of<K: Key>(notes: impl Iterator<Item = (K, Note)>) -> Vec<Fact> {
    notes.filter_map(|(key, note)| Some(Fact { position: key.to_bytes()?, note })).collect()
}

/// The component that a fact or an errand speaks of.
pub(super) fn component_of<K: Key>(game: &Game<K>, bytes: &[u8]) -> Result<K> {
    let found = K::of_bytes(bytes).filter(|key| game.is_within(key));
    found.ok_or_else(|| Error::usage("a fact", "its position is none of this game", "learn facts of this game only"))
}

/// A first guess at the couples of a component.
pub(super) fn guess<K: Key>(game: &Game<K>, part: &K) -> Effort {
    let weight = game.weight(part).min(1 << 24) as u32;
    Effort::of(1 + weight / 4, 1 + weight)
}

impl<K: Key> Solver<K> {
    /// Works on a couple until it is decided or so many couples were visited.
    ///
    /// # Errors
    /// When the watch asks to stop or refuses memory, the search outgrows its memory or its depth, or the game comes
    /// back to a position.
    pub fn errand(&self, part: &K, k: u32, budget: u64, watch: &mut dyn Watch) -> Result<Done<K>> {
        let (attempt, mut told, positions) = self.attempt(part, k, budget, watch)?;
        let mut guesses = Vec::new();
        if let Attempt::Open(effort) = attempt {
            // Without room for it the guess is given all the same.
            let _ = self.table().put(part, Note::NOTHING.with_effort(k, effort));
            guesses = self.guesses(part, Note::NOTHING.with_effort(k, effort));
        } else {
            told.push(part.clone());
        }
        told.sort_unstable();
        told.dedup();
        let note = |key: K| (self.table().get(&key).proved(), key);
        let proved = told.into_iter().map(note).filter(|(note, _)| *note != Note::NOTHING);
        Ok(Done { guesses, proved: proved.map(|(note, key)| (key, note)).collect(), positions })
    }

    /// What seems to be left for a component, and for those of its options.
    fn guesses(&self, part: &K, own: Note) -> Vec<(K, Note)> {
        let (mut options, mut below) = (Vec::new(), Vec::new());
        self.game().options(part, &mut options);
        options.iter().for_each(|option| self.game().parts(option, &mut below));
        below.sort_unstable();
        below.dedup();
        let noted = below.into_iter().map(|key| (self.table().get(&key), key));
        let guessed = noted.filter(|(note, _)| note.nimber().is_none() && *note != note.proved());
        let own = [(part.clone(), self.table().get(part).and(own))];
        own.into_iter().chain(guessed.map(|(note, key)| (key, note))).collect()
    }

    /// Learns what was proved elsewhere, as far as the memory allows: facts only save work.
    ///
    /// # Errors
    /// When a fact is none of this game.
    pub fn learn(&self, facts: impl IntoIterator<Item = (K, Note)>) -> Result<()> {
        for (key, note) in facts {
            while self.table().put(&key, note.proved()).is_err() {
                if !self.table().grow_by_leave(&mut kit::Unwatched)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// What is proved by now of the components with at least half the weight of this one: lighter ones are soon found
    /// again.
    pub fn proved(&self, of: &K) -> Vec<(K, Note)> {
        let (least, mut proved) = (self.game().weight(of) / 2, Vec::new());
        self.table().each_proved(|key, note| {
            if self.game().weight(key) >= least {
                proved.push((key.clone(), note));
            }
        });
        proved
    }
}

/// Who gives errands for a position of a game, and learns what comes of them.
pub struct Plan<K: Key> {
    game: Arc<Game<K>>,
    /// The name and version of what the facts are about.
    rules: String,
    notes: FxHashMap<K, Note>,
    /// The components that were opened here, and where their options stand.
    opened: FxHashMap<K, Range<u32>>,
    options: Vec<Box<[K]>>,
    /// The components of the position, and those of each of its options.
    start: Vec<K>,
    moves: Vec<Vec<K>>,
}

impl<K: Key> Plan<K> {
    /// One for the nimber of a position and the moves from it to nimber 0.
    pub fn new(game: Arc<Game<K>>, at: &K, rules: String) -> Plan<K> {
        let (start, mut moves) = (components(&*game, at), Vec::new());
        game.options(at, &mut moves);
        let mut moves: Vec<Vec<K>> = moves.iter().map(|option| components(&*game, option)).collect();
        moves.sort_unstable();
        moves.dedup();
        moves.sort_by_key(|parts| parts.iter().map(|part| game.weight(part)).max());
        let (notes, opened, options) = (FxHashMap::default(), FxHashMap::default(), Vec::new());
        Plan { game, rules, notes, opened, options, start, moves }
    }

    /// The nimber of components, if all are known.
    fn nimber(&self, parts: &[K]) -> Option<u32> {
        parts.iter().try_fold(0, |sum, part| Some(sum ^ self.note(part).nimber()?))
    }

    /// The couple to look into so that the nimber of these is known, or only whether it is k; none if it is.
    fn wish(&self, parts: &[K], k: Option<u32>) -> Option<(K, u32)> {
        let mut pile = k.unwrap_or(0);
        let mut open: Vec<&K> = Vec::new();
        for part in parts {
            match self.note(part).nimber() {
                Some(nimber) => pile ^= nimber,
                None => open.push(part),
            }
        }
        let part = *open.iter().min_by_key(|part| self.game.weight(part))?;
        match k {
            Some(_) if open.len() == 1 => self.note(part).is(pile).is_none().then(|| (part.clone(), pile)),
            _ => Some((part.clone(), first_open(self.note(part)))),
        }
    }

    /// What is still wanted, the first wish first. Which moves win is asked once the position is known not to be lost.
    fn wishes(&self) -> Vec<(K, u32)> {
        let own = self.wish(&self.start, None);
        let won = match (self.nimber(&self.start), &self.start[..]) {
            (Some(nimber), _) => nimber != 0,
            (None, [part]) => self.note(part).is(0) == Some(false),
            (None, _) => false,
        };
        let moves = self.moves.iter().filter(|_| won).filter_map(|parts| self.wish(parts, Some(0)));
        own.into_iter().chain(moves).collect()
    }

    /// Splits the options of a component, once.
    fn open(&mut self, part: &K) {
        if self.opened.contains_key(part) {
            return;
        }
        let (mut raw, mut options) = (Vec::new(), Vec::new());
        self.game.options(part, &mut raw);
        for option in &raw {
            let mut parts = Vec::new();
            self.game.parts(option, &mut parts);
            cancel_pairs(&mut parts, 0);
            options.push(parts.into_boxed_slice());
        }
        options.sort_unstable();
        options.dedup();
        let from = self.options.len() as u32;
        self.options.extend(options);
        self.opened.insert(part.clone(), from..self.options.len() as u32);
    }

    fn next(&mut self, part: &K, k: u32) -> Result<Next<K>> {
        if k < Note::EXCLUDABLE {
            return Proof::default().next_couple(self, part, k, &|plan, part| plan.opened.contains_key(part));
        }
        // That it is won would leave no trace here: a worker finds the nimber.
        match self.note(part).is_busy() {
            true => Ok(Next::Waiting),
            false => {
                self.mark(part, true);
                Ok(Next::Couple(part.clone(), k))
            }
        }
    }

    fn add(&mut self, facts: Vec<Fact>) -> Result<()> {
        for fact in facts {
            let part = component_of(&*self.game, &fact.position)?;
            let note = self.notes.entry(part).or_default();
            *note = note.and(fact.note);
        }
        Ok(())
    }
}

impl<K: Key> Tree for Plan<K> {
    type Part = K;
    type Raw = u32;
    type Halt = Error;

    fn options(&mut self, part: &K, out: &mut Vec<u32>) -> Result<()> {
        self.open(part);
        out.extend(self.opened[part].clone());
        self.game.fault().map_or(Ok(()), Err)
    }

    fn split(&mut self, option: &u32, out: &mut Vec<K>) {
        out.extend_from_slice(&self.options[*option as usize]);
    }

    fn note(&self, part: &K) -> Note {
        let known = self.game.known(part).map(Note::exactly);
        known.unwrap_or_else(|| self.notes.get(part).copied().unwrap_or_default())
    }

    fn learn(&mut self, part: &K, note: Note) -> Result<()> {
        let known = self.notes.entry(part.clone()).or_default();
        *known = known.and(note);
        Ok(())
    }

    fn guess(&self, part: &K) -> Effort {
        guess(&*self.game, part)
    }

    fn step(&mut self, _depth: usize) -> Result<()> {
        Ok(())
    }

    fn mark(&mut self, part: &K, busy: bool) {
        let known = self.notes.entry(part.clone()).or_default();
        *known = known.busy(busy);
    }
}

/// What a message is called where it is refused.
pub(crate) const MESSAGE: &str = "of a message";

impl<K: Key> Planner for Plan<K> {
    fn errand(&mut self, watch: &mut dyn Watch) -> Result<Option<Errand>> {
        'again: loop {
            kit::watch::step(watch, self.notes.len() as u64, None, || "nothing is decided".to_string())?;
            for (part, k) in self.wishes() {
                match self.next(&part, k)? {
                    Next::Couple(part, nimber) => {
                        let position = part.to_bytes().ok_or_else(|| Error::failed("a component is no bytes"))?;
                        return Ok(Some(Errand { position, nimber }));
                    }
                    // What was wanted is known, and the next wish may be another.
                    Next::Decided(_) => continue 'again,
                    Next::Waiting => {}
                }
            }
            return Ok(None);
        }
    }

    fn decided(&self) -> bool {
        let nimber = self.nimber(&self.start);
        nimber.is_some_and(|nimber| nimber == 0 || self.moves.iter().all(|parts| self.wish(parts, Some(0)).is_none()))
    }

    fn learn(&mut self, errand: &Errand, guesses: &[u8], facts: &[u8], _watch: &mut dyn Watch) -> Result<()> {
        let part = component_of(&*self.game, &errand.position)?;
        self.add(read_facts(MESSAGE, &self.rules, facts)?)?;
        self.mark(&part, false);
        if !guesses.is_empty() {
            self.open(&part);
            self.add(read_guesses(MESSAGE, &self.rules, guesses)?)?;
        }
        Ok(())
    }

    fn lost(&mut self, errand: &Errand) {
        if let Ok(part) = component_of(&*self.game, &errand.position) {
            self.mark(&part, false);
        }
    }

    fn facts(&mut self) -> (Vec<u8>, usize) {
        let proved = self.notes.iter().filter(|(_, note)| note.proved() != Note::NOTHING);
        let mut facts = facts_of(proved.map(|(key, note)| (key.clone(), note.proved())));
        facts.sort_unstable_by(|one, two| one.position.cmp(&two.position));
        (write_facts(&self.rules, &facts), facts.len())
    }

    fn resume(&mut self, name: &str, kept: &[u8]) -> Result<usize> {
        let facts = read_facts(name, &self.rules, kept)?;
        let count = facts.len();
        self.add(facts)?;
        Ok(count)
    }
}

/// Guesses as a message: none where there are none.
pub(crate) fn guesses_message(rules: &str, guesses: &[Fact]) -> Vec<u8> {
    if guesses.is_empty() { Vec::new() } else { write_guesses(rules, guesses) }
}
