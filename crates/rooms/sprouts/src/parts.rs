//! A search in parts ([`engine::search::Next`]): a planner gives errands, workers with atlases of their own run them
//! and say what they proved. Any carrier will do: a loop, threads, a cluster; what is lost on the way is only work.

use super::keeper::{self, Proved};
use super::land::start;
use super::proof::{Lands, likely_nimber};
use super::search::{Id, Search};
use engine::search::{
    Attempt, Fact, Next, Note, Proof, first_open, read_facts, read_guesses, write_facts, write_guesses,
};
use kit::{Result, Watch, parts};

/// A couple to work on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errand {
    /// The land as bytes.
    pub land: Vec<u8>,
    /// The pile beside it.
    pub k: u32,
}

/// What came of an errand.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The work that seems to be left for the couple and for those below it, if it is not decided; else nothing.
    pub guesses: Vec<Fact>,
    /// What was proved; what is decided is among it.
    pub facts: Vec<Fact>,
    /// Lands whose options were made.
    pub positions: u64,
}

/// Who runs errands.
pub struct Worker {
    search: Search,
    news: Vec<Fact>,
}

impl Worker {
    /// One that knows nothing yet.
    pub fn new(memory: usize) -> Worker {
        let search = Search::new(memory);
        search.atlas.tell();
        Worker { search, news: Vec::new() }
    }

    /// Works on a couple until it is decided or so many couples were visited.
    pub fn run(&mut self, errand: &Errand, budget: u64, watch: &mut dyn Watch) -> Result<Outcome> {
        let (id, before) = (keeper::land(&self.search.atlas, &errand.land)?, self.search.positions());
        let attempt = Proof::default().attempt(&mut Lands::alone(&mut self.search, watch), &id, errand.k, budget)?;
        let guesses = match attempt {
            Attempt::Decided(_) => Vec::new(),
            Attempt::Open(effort) => {
                self.search.learn(id, Note::NOTHING.with_effort(errand.k, effort));
                self.guesses(id, watch)?
            }
        };
        let positions = self.search.positions() - before;
        Ok(Outcome { guesses, facts: keeper::news(&self.search.atlas), positions })
    }

    /// What seems to be left for a land and the lands of its options.
    fn guesses(&mut self, id: Id, watch: &mut dyn Watch) -> Result<Vec<Fact>> {
        let mut lands: Vec<Id> = self.search.options(id, watch)?.concat();
        lands.sort_unstable();
        lands.dedup();
        lands.insert(0, id);
        let atlas = &self.search.atlas;
        let guessed = |note: Note| note.nimber().is_none() && note != note.proved();
        let guesses = lands.into_iter().filter(|&id| guessed(atlas.note(id)));
        Ok(guesses.map(|id| Fact { position: atlas.text(id), note: atlas.note(id) }).collect())
    }

    /// Learns what others proved.
    pub fn learn(&mut self, facts: &[Fact]) -> Result<()> {
        keeper::learn(&self.search.atlas, facts)?;
        // What was learnt is no news.
        self.search.atlas.news();
        Ok(())
    }
}

/// Who gives errands for a couple, or for the nimber of a start, and learns what comes of them.
pub struct Planner {
    /// Its tables; at the end the certificate is written from them.
    pub search: Search,
    /// Without a land there is nothing to find out.
    root: Option<Id>,
    /// The pile that is tried first.
    pile: u32,
    /// Whether the nimber is wanted and not only whether it is that pile.
    whole: bool,
    proved: Proved,
}

impl Planner {
    /// One for a land and a pile of k.
    pub fn new(land: &[u8], k: u32, memory: usize) -> Result<Planner> {
        let search = Search::new(memory);
        search.atlas.tell();
        let root = Some(search.atlas.number(land)?);
        Ok(Planner { search, root, pile: k, whole: false, proved: Proved::default() })
    }

    /// One for the nimber of a start of so many spots; the nimber that it probably has is tried first.
    pub fn of_start(spots: usize, memory: usize) -> Result<Planner> {
        let mut search = Search::new(memory);
        search.atlas.tell();
        let root = search.lands_of(&start(spots))?.first().copied();
        let pile = u32::from(likely_nimber(spots));
        Ok(Planner { search, root, pile, whole: true, proved: Proved::default() })
    }

    /// Whether what is wanted is known.
    pub fn decided(&self) -> bool {
        let Some(root) = self.root else { return true };
        let note = self.search.note(root);
        if self.whole { note.nimber().is_some() } else { note.is(self.pile).is_some() }
    }

    /// The next errand that nobody runs yet, if there is any; or whether the land has the nimber asked last, once all
    /// is decided. One that was lost must be said to be ([`Planner::lost`]).
    pub fn errand(&mut self, watch: &mut dyn Watch) -> Result<Next<Errand>> {
        let Some(root) = self.root else { return Ok(Next::Decided(true)) };
        loop {
            let note = self.search.note(root);
            let pile = if self.whole && note.is(self.pile) == Some(false) { first_open(note) } else { self.pile };
            let mut lands = Lands::marking(&mut self.search, watch);
            let next = Proof::default().next_couple(&mut lands, &root, pile, &|lands, id| lands.opened(*id));
            lands.keep_marks();
            drop(lands);
            match next? {
                Next::Decided(false) if !self.decided() => {}
                Next::Decided(lost) => return Ok(Next::Decided(lost)),
                Next::Couple(id, k) => return Ok(Next::Couple(Errand { land: self.search.atlas.text(id), k }, k)),
                Next::Waiting => return Ok(Next::Waiting),
            }
        }
    }

    /// Nobody runs the errand on this land any more.
    pub fn lost(&mut self, land: &[u8]) {
        if let Ok(id) = self.search.atlas.number(land) {
            self.search.atlas.mark(id, false);
        }
    }

    /// Learns what came of an errand; a couple that outlasted its budget is opened here.
    pub fn learn(&mut self, errand: &Errand, outcome: &Outcome, watch: &mut dyn Watch) -> Result<()> {
        keeper::learn(&self.search.atlas, &outcome.facts)?;
        self.lost(&errand.land);
        if outcome.guesses.is_empty() {
            return Ok(());
        }
        let id = self.search.atlas.number(&errand.land)?;
        self.search.options(id, watch)?;
        keeper::learn(&self.search.atlas, &outcome.guesses)
    }

    /// Learns what a run before this one proved.
    pub fn resume(&mut self, facts: &[Fact]) -> Result<()> {
        keeper::learn(&self.search.atlas, facts)
    }

    /// All that is proved by now.
    pub fn facts(&mut self) -> Vec<Fact> {
        self.proved.facts(&self.search.atlas)
    }
}

/// What a message is called where it is refused.
const MESSAGE: &str = "of a message";

impl parts::Worker for Worker {
    fn attempt(&mut self, errand: &parts::Errand, budget: u64, watch: &mut dyn Watch) -> Result<(Vec<u8>, u64)> {
        let errand = Errand { land: errand.position.clone(), k: errand.nimber };
        let outcome = self.run(&errand, budget, watch)?;
        self.news.extend(outcome.facts);
        let guesses = match outcome.guesses.is_empty() {
            true => Vec::new(),
            false => write_guesses(keeper::RULES, &outcome.guesses),
        };
        Ok((guesses, outcome.positions))
    }

    fn news(&mut self) -> (Vec<u8>, usize) {
        let news = std::mem::take(&mut self.news);
        (write_facts(keeper::RULES, &news), news.len())
    }

    fn learn(&mut self, facts: &[u8]) -> Result<()> {
        Worker::learn(self, &read_facts(MESSAGE, keeper::RULES, facts)?)
    }
}

impl parts::Planner for Planner {
    fn errand(&mut self, watch: &mut dyn Watch) -> Result<Option<parts::Errand>> {
        Ok(match Planner::errand(self, watch)? {
            Next::Couple(errand, nimber) => Some(parts::Errand { position: errand.land, nimber }),
            Next::Decided(_) | Next::Waiting => None,
        })
    }

    fn decided(&self) -> bool {
        Planner::decided(self)
    }

    fn learn(&mut self, errand: &parts::Errand, guesses: &[u8], facts: &[u8], watch: &mut dyn Watch) -> Result<()> {
        let guesses = match guesses {
            [] => Vec::new(),
            bytes => read_guesses(MESSAGE, keeper::RULES, bytes)?,
        };
        let outcome = Outcome { guesses, facts: read_facts(MESSAGE, keeper::RULES, facts)?, positions: 0 };
        let errand = Errand { land: errand.position.clone(), k: errand.nimber };
        Planner::learn(self, &errand, &outcome, watch)
    }

    fn lost(&mut self, errand: &parts::Errand) {
        Planner::lost(self, &errand.position);
    }

    fn facts(&mut self) -> (Vec<u8>, usize) {
        let facts = Planner::facts(self);
        (write_facts(keeper::RULES, &facts), facts.len())
    }

    fn resume(&mut self, name: &str, kept: &[u8]) -> Result<usize> {
        let facts = read_facts(name, keeper::RULES, kept)?;
        Planner::resume(self, &facts)?;
        Ok(facts.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::certificate::{self, CERTIFICATES, Subject};
    use super::*;
    use kit::Unwatched;

    /// A planner and workers in a loop, and the positions that these made. Each time that fate
    /// comes round an outcome is lost with its worker, whose tables are lost as well.
    fn solve(n: usize, k: u32, (workers, fate): (usize, usize), budget: u64) -> (bool, Planner, u64) {
        let mut made = 0;
        let mut planner = Planner::new(&start(n), k, 1 << 28).unwrap();
        let mut crew: Vec<Worker> = (0..workers).map(|_| Worker::new(1 << 28)).collect();
        for round in 0.. {
            let mut under_way: Vec<(usize, Errand)> = Vec::new();
            for worker in 0..workers {
                match planner.errand(&mut Unwatched).unwrap() {
                    Next::Decided(lost) => return (lost, planner, made),
                    Next::Waiting => assert!(!under_way.is_empty(), "nobody waits for nothing"),
                    Next::Couple(errand, _) => {
                        assert!(under_way.iter().all(|(_, other)| other.land != errand.land), "given once");
                        under_way.push((worker, errand));
                    }
                }
            }
            for (worker, errand) in under_way {
                let outcome = crew[worker].run(&errand, budget, &mut Unwatched).unwrap();
                made += outcome.positions;
                if (round + worker + 1) % fate == 0 {
                    crew[worker] = Worker::new(1 << 28);
                    planner.lost(&errand.land);
                    continue;
                }
                planner.learn(&errand, &outcome, &mut Unwatched).unwrap();
                crew.iter_mut().for_each(|other| other.learn(&outcome.facts).unwrap());
            }
        }
        unreachable!("the search ends")
    }

    #[test]
    fn parts_answer_like_the_whole_and_their_certificate_stands() {
        for (n, nimber) in [(4, 1), (5, 1), (6, 0), (7, 0)] {
            for (workers, budget) in [(1, 20), (3, 5), (2, 100)] {
                for k in 0..2 {
                    let (lost, mut planner, _) = solve(n, k, (workers, 7), budget);
                    assert_eq!(lost, k == nimber, "{n} spots, {k}, {workers} workers");
                    if lost {
                        let (raw, of) = (start(n), Subject::Spots(n));
                        let written =
                            certificate::write(&mut planner.search, &[(raw, of, nimber as u8)], &mut Unwatched)
                                .unwrap();
                        (CERTIFICATES[0].check)(&written, &mut Unwatched).unwrap();
                    }
                }
            }
        }
    }

    /// A land of nimber 0 beside a pile of 1 has no option of nimber 1: a writer that looks for one solves everything.
    #[test]
    fn to_write_what_others_proved_opens_less_than_they_did() {
        for n in [9, 10] {
            let (lost, mut planner, made) = solve(n, 1, (2, usize::MAX), 2000);
            let before = planner.search.positions();
            let written = certificate::write(&mut planner.search, &[(start(n), Subject::Spots(n), 1)], &mut Unwatched);
            (CERTIFICATES[0].check)(&written.unwrap(), &mut Unwatched).unwrap();
            let opened = planner.search.positions() - before;
            assert!(lost && opened < made, "{n} spots: {opened} opened to write, {made} to search");
        }
    }

    #[test]
    fn a_fact_of_something_else_is_refused() {
        let fact = Fact { position: vec![1, 2, 3], note: Note::exactly(1) };
        assert!(Worker::new(1 << 24).learn(&[fact]).is_err());
    }
}
