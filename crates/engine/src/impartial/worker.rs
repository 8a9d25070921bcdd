//! One thread of a search: the memo and couples depth first, and the game as a tree for the proof numbers.

use super::parts::guess;
use super::solver::{DEPTH, Halt};
use super::{Game, Key, cancel_pairs, components, mex};
use crate::search::{Attempt, Effort, Note, Proof, Table, Tree};
use kit::watch::Progress;
use rustc_hash::FxHashSet;
use std::sync::atomic::{AtomicBool, Ordering};

/// One thread of a search.
pub(super) struct Worker<'a, K: Key> {
    game: &'a Game<K>,
    table: &'a Table<K>,
    progress: &'a Progress,
    over: &'a AtomicBool,
    /// Which of the threads this is, from 0.
    pub(super) number: usize,
    /// How many threads there are.
    company: usize,
    steps: u64,
    depth: usize,
    path: FxHashSet<K>,
    telling: Option<Telling<K>>,
}

/// What is worth telling others of: components that took some work.
struct Telling<K> {
    /// The steps done when the visits under way began.
    begun: Vec<u64>,
    worth: Vec<K>,
}

/// A component that took fewer visits than this is sooner found again than told and learnt.
const WORTH_TELLING: u64 = 64;

impl<'a, K: Key> Worker<'a, K> {
    pub(super) fn new(
        game: &'a Game<K>,
        table: &'a Table<K>,
        progress: &'a Progress,
        over: &'a AtomicBool,
        [number, company]: [usize; 2],
    ) -> Self {
        let (path, telling) = (FxHashSet::default(), None);
        Worker { game, table, progress, over, number, company, steps: 0, depth: 0, path, telling }
    }

    /// Works on a couple within a budget; also what is worth telling others of, and the couples visited.
    pub(super) fn attempt(&mut self, part: &K, k: u32, budget: u64) -> Result<(Attempt, Vec<K>, u64), Halt> {
        let before = self.steps;
        self.telling = Some(Telling { begun: Vec::new(), worth: Vec::new() });
        let mut proof = Proof::default();
        let attempt = match k >= Note::EXCLUDABLE {
            // That it has not so large a nimber would leave no trace: the nimber itself is found, whatever it takes.
            true => Attempt::Decided(proof.nimber(self, part)? == k),
            false => proof.attempt(self, part, k, budget)?,
        };
        let worth = self.telling.take().map_or(Vec::new(), |telling| telling.worth);
        Ok((attempt, worth, self.steps - before))
    }

    fn look(&mut self) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps.is_multiple_of(256) {
            self.progress.add(256);
            if self.progress.stopped() || self.over.load(Ordering::Relaxed) {
                return Err(Halt::Stopped);
            }
        }
        match self.game.fault() {
            Some(error) => Err(Halt::Fault(error)),
            None if self.depth >= DEPTH => Err(Halt::Deep),
            None => Ok(()),
        }
    }

    fn look_up(&self, part: &K) -> Option<u32> {
        self.game.known(part).or_else(|| self.table.nimber(part))
    }

    fn store(&self, part: &K, value: u32) -> Result<u32, Halt> {
        if value > Note::MOST {
            return Err(Halt::Large);
        }
        self.table.put(part, Note::exactly(value))?;
        Ok(value)
    }

    fn options(&mut self, part: &K) -> Result<Vec<K>, Halt> {
        self.look()?;
        let mut options = Vec::new();
        self.game.options(part, &mut options);
        if let Some(error) = self.game.fault() {
            return Err(Halt::Fault(error));
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    /// The nimber of a sum: what is not known of its parts is searched.
    fn sum(&mut self, at: &K, search: fn(&mut Self, &K) -> Result<u32, Halt>) -> Result<u32, Halt> {
        let mut sum = 0;
        for part in components(self.game, at) {
            sum ^= match self.look_up(&part) {
                Some(value) => value,
                None => search(self, &part)?,
            };
        }
        Ok(sum)
    }

    // The memo.

    pub(super) fn memo(&mut self, at: &K) -> Result<u32, Halt> {
        self.sum(at, Self::memo_part)
    }

    fn memo_part(&mut self, part: &K) -> Result<u32, Halt> {
        let mut options = self.options(part)?;
        if self.number % 2 == 1 {
            options.reverse();
        }
        if !self.path.insert(part.clone()) {
            return Err(Halt::Cycle(format!("{part:?}")));
        }
        self.depth += 1;
        let mut values = Vec::with_capacity(options.len());
        for option in &options {
            values.push(self.memo(option)?);
        }
        self.depth -= 1;
        self.path.remove(part);
        self.store(part, mex(values))
    }

    // The couples.

    pub(super) fn nimber(&mut self, at: &K) -> Result<u32, Halt> {
        self.sum(at, Self::nimber_part)
    }

    /// Tries *0, *1, *2, ...: the first lost couple is the nimber.
    fn nimber_part(&mut self, part: &K) -> Result<u32, Halt> {
        let options = self.split_options(part)?;
        let mut k = 0;
        while !self.no_option_lost(&options, k)? {
            k += 1;
        }
        self.store(part, k)
    }

    pub(super) fn lost(&mut self, at: &K, k: u32) -> Result<bool, Halt> {
        let parts = components(self.game, at);
        self.lost_parts(&parts, k)
    }

    /// Folds all components but the heaviest unknown one into k.
    fn lost_parts(&mut self, parts: &[K], mut k: u32) -> Result<bool, Halt> {
        let mut unknown: Vec<&K> = Vec::new();
        for part in parts {
            match self.look_up(part) {
                Some(value) => k ^= value,
                None => unknown.push(part),
            }
        }
        unknown.sort_by_key(|part| self.game.weight(part));
        let Some((heaviest, others)) = unknown.split_last() else {
            return Ok(k == 0);
        };
        for part in others {
            k ^= self.nimber_part(part)?;
        }
        self.lost_part(heaviest, k)
    }

    fn lost_part(&mut self, part: &K, k: u32) -> Result<bool, Halt> {
        if let Some(lost) = self.note(part).is(k) {
            return Ok(lost);
        }
        let options = self.split_options(part)?;
        if !self.no_option_lost(&options, k)? {
            self.table.put(part, Note::excluding(k))?;
            return Ok(false);
        }
        // No move in the game wins, so only a move in the pile to a lost couple (part, j) could.
        for j in 0..k {
            if self.no_option_lost(&options, j)? {
                self.store(part, j)?;
                return Ok(false);
            }
        }
        self.store(part, k)?;
        Ok(true)
    }

    /// The options as lists of components, the lighter first.
    fn split_options(&mut self, part: &K) -> Result<Vec<Vec<K>>, Halt> {
        let options = self.options(part)?;
        let mut split: Vec<(u64, Vec<K>)> = Vec::with_capacity(options.len());
        for option in &options {
            let parts = components(self.game, option);
            let weight = parts.iter().map(|p| self.game.weight(p)).max().unwrap_or(0);
            split.push((weight, parts));
        }
        split.sort_unstable();
        split.dedup();
        Ok(split.into_iter().map(|(_, parts)| parts).collect())
    }

    /// Whether no option is lost with *k beside it: then (part, k) is lost unless a smaller pile is.
    fn no_option_lost(&mut self, options: &[Vec<K>], k: u32) -> Result<bool, Halt> {
        // What the table knows already may answer without any search.
        let mut open = Vec::new();
        for option in options {
            let known = option.iter().try_fold(0, |sum, part| Some(sum ^ self.look_up(part)?));
            match known {
                Some(value) if value == k => return Ok(false),
                Some(_) => {}
                None => open.push(option),
            }
        }
        // The threads look for a winning option in different places.
        let turn = if self.number > 0 { open.len() / (self.number + 1) } else { 0 };
        open.rotate_left(turn);
        self.depth += 1;
        for option in open {
            self.look()?;
            if self.lost_parts(option, k)? {
                self.depth -= 1;
                return Ok(false);
            }
        }
        self.depth -= 1;
        Ok(true)
    }

    // The proof numbers.

    pub(super) fn proved(&mut self, at: &K) -> Result<u32, Halt> {
        let parts = components(self.game, at);
        let mut proof = Proof::default();
        parts.iter().try_fold(0, |sum, part| Ok(sum ^ proof.nimber(self, part)?))
    }

    pub(super) fn proved_lost(&mut self, at: &K, mut k: u32) -> Result<bool, Halt> {
        let mut parts = components(self.game, at);
        parts.sort_by_key(|part| self.game.weight(part));
        let Some(heaviest) = parts.pop() else { return Ok(k == 0) };
        let mut proof = Proof::default();
        for part in &parts {
            k ^= proof.nimber(self, part)?;
        }
        proof.lost(self, &heaviest, k)
    }
}

impl<K: Key> Tree for Worker<'_, K> {
    type Part = K;
    type Raw = K;
    type Halt = Halt;

    fn options(&mut self, part: &K, out: &mut Vec<K>) -> Result<(), Halt> {
        self.game.options(part, out);
        self.game.fault().map_or(Ok(()), |error| Err(Halt::Fault(error)))
    }

    fn split(&mut self, option: &K, out: &mut Vec<K>) {
        let from = out.len();
        self.game.parts(option, out);
        cancel_pairs(out, from);
    }

    fn note(&self, part: &K) -> Note {
        self.game.known(part).map_or_else(|| self.table.get(part), Note::exactly)
    }

    fn learn(&mut self, part: &K, note: Note) -> Result<(), Halt> {
        Ok(self.table.put(part, note)?)
    }

    fn guess(&self, part: &K) -> Effort {
        guess(self.game, part)
    }

    fn step(&mut self, depth: usize) -> Result<(), Halt> {
        self.depth = depth;
        self.look()
    }

    fn mark(&mut self, part: &K, busy: bool) {
        if self.company > 1 {
            self.table.mark(part, busy);
        }
        let Some(telling) = &mut self.telling else { return };
        if busy {
            telling.begun.push(self.steps);
        } else if telling.begun.pop().is_some_and(|begun| self.steps - begun >= WORTH_TELLING)
            && self.table.get(part).proved() != Note::NOTHING
        {
            telling.worth.push(part.clone());
        }
    }

    fn in_company(&self) -> bool {
        self.company > 1
    }
}
