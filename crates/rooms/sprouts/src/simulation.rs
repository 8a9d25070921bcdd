//! A search on many workers, simulated over a recorded tree: how the speed-up goes where there is no cluster.
//!
//! The planner and the workers are the real ones ([`engine::search::Proof::next_couple`] and
//! [`engine::search::Proof::attempt`], over views of one tree); only their time is simulated, event by event. The tree
//! is the record: every land is opened once for all, and who needs its options pays what they cost ([`Costs`]), unless
//! it has paid before. So each worker does again what it never heard of, as a real one does, and goes astray where a
//! real one would. Nothing is drawn by lot, so that a run is the same each time.
//!
//! *Assumptions.* To make options takes time by their number; to visit a couple, and to learn a fact, takes the same
//! time always. The planner is one process: it learns outcomes, opens what outlasted its budget, and looks for errands,
//! one after the other, and what it needs for that grows with the couples that it passes on its way and with the facts;
//! on top of it comes what the system of messages costs it for each errand. A message takes the same time always, and
//! networks are never full. What an outcome brings is sent as one batch; a worker hears of it with its next errand and
//! learns all of it. Budgets are fitted as the driver fits them. Nobody dies, all workers are alike and have a core
//! each, memory does not end, and the time until all are started, and to write the certificate, is not counted.

use super::land;
use super::proof::{guess, likely_nimber};
use super::search::{Id, Search};
use engine::search::{Attempt, Effort, Next, Note, Proof, Tree};
use kit::{Error, Result, Unwatched};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// What is taken as given; times in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    /// To make one option of a land, its canonical form included.
    pub option: u64,
    /// For a worker to visit a couple.
    pub visit: u64,
    /// For the planner to pass a couple on its way to an errand.
    pub pass: u64,
    /// For the planner to make one option of a land that outlasted its budget.
    pub open: u64,
    /// To read and learn a fact, of the planner and of every worker.
    pub fact: u64,
    /// What giving an errand and taking its outcome costs the planner besides.
    pub call: u64,
    /// A message, in either direction.
    pub message: u64,
    /// What an errand is to take.
    pub errand: u64,
    /// The budget of a worker's first errand, in couples.
    pub first: u64,
}

impl Costs {
    /// The time of an option is measured; those of a fact and of a call are estimated from 17 spots on a local Ray
    /// under load; those of a visit, of a couple passed and of a message are guesses.
    pub const ASSUMED: Costs = Costs {
        option: 2_200,
        visit: 2_000,
        pass: 5_000,
        open: 2_200,
        fact: 1_200,
        call: 2_500_000,
        message: 500_000,
        errand: 300_000_000,
        first: 256,
    };

    /// The same where neither planner nor messages nor learning take time, and errands are as short as the driver makes
    /// them: what is lost then is lost because workers do not know what others are about to prove, or find nothing to
    /// do. It is what a tree gives; only a larger tree gives more.
    #[must_use]
    pub fn without_planner(self) -> Costs {
        Costs { pass: 0, open: 0, fact: 0, call: 0, message: 0, errand: 1_000_000, ..self }
    }

    /// What an errand is to take among so many workers: as the driver has it, each leaves it time for all the others.
    fn errand_among(self, workers: usize) -> u64 {
        self.errand.max(2 * self.call * workers as u64)
    }
}

/// The least and the greatest budget of the driver, in couples.
const BUDGETS: [u64; 2] = [64, 1 << 20];

/// What a run came to; times in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Run {
    /// When the answer stood.
    pub time: u64,
    /// What all workers worked together, as far as it had come home by then.
    pub work: u64,
    /// What the planner worked.
    pub planner: u64,
    /// The lands whose options workers made.
    pub positions: u64,
    /// The errands whose outcome came home.
    pub errands: u64,
    /// The facts that were told.
    pub facts: u64,
}

/// All lands that were ever opened, and what was said of them when.
pub struct Record {
    search: Search,
    said: FxHashMap<Id, Vec<(u64, Note)>>,
    /// The moments at which facts were said, in order: how many there are.
    told: Vec<(u64, u64)>,
}

impl Record {
    /// An empty one within so many bytes.
    pub fn new(memory: usize) -> Record {
        Record { search: Search::new(memory), said: FxHashMap::default(), told: Vec::new() }
    }

    /// The lands that are recorded with their options.
    pub fn positions(&self) -> u64 {
        self.search.positions()
    }

    /// Says what was proved at that moment; the planner knows it already where others said so before.
    fn say(&mut self, news: &[(Id, Note)], when: u64) {
        for &(land, note) in news {
            let said = self.said.entry(land).or_default();
            let known = said.iter().fold(Note::NOTHING, |known, &(_, note)| known.and(note));
            if known.and(note).proved() != known.proved() {
                said.push((when, note));
            }
        }
        let before = self.told.last().map_or(0, |&(_, all)| all);
        self.told.push((when, before + news.len() as u64));
    }

    /// How many facts were said until that moment.
    fn told_until(&self, when: u64) -> u64 {
        match self.told.partition_point(|&(moment, _)| moment <= when) {
            0 => 0,
            at => self.told[at - 1].1,
        }
    }
}

/// What one worker, or the planner, has found out for itself.
#[derive(Default)]
struct Own {
    notes: FxHashMap<Id, Note>,
    made: FxHashSet<Id>,
    news: Vec<(Id, Note)>,
    /// What was said until this moment it has heard.
    heard: Option<u64>,
    /// The planner marks what is under way.
    marks: bool,
    /// What it passed and made since this was set to 0.
    visits: u64,
    options: u64,
    /// Its budget, in couples.
    budget: u64,
}

impl Own {
    fn time(&self, visit: u64, option: u64) -> u64 {
        self.visits * visit + self.options * option
    }
}

/// The tree as one of them sees it.
struct View<'a> {
    record: &'a mut Record,
    own: &'a mut Own,
}

impl Tree for View<'_> {
    type Part = Id;
    type Raw = u64;
    type Halt = Error;

    fn options(&mut self, land: &Id, out: &mut Vec<u64>) -> Result<()> {
        self.own.visits += 1;
        let first = out.len();
        self.record.search.option_places(*land, out, &mut Unwatched)?;
        if self.own.made.insert(*land) {
            self.own.options += (out.len() - first) as u64;
        }
        Ok(())
    }

    fn split(&mut self, option: &u64, out: &mut Vec<Id>) {
        out.extend(self.record.search.atlas.lands_at(*option));
    }

    fn note(&self, land: &Id) -> Note {
        let own = self.own.notes.get(land).copied().unwrap_or_default();
        let (None, Some(heard)) = (own.nimber(), self.own.heard) else { return own };
        let said = self.record.said.get(land).into_iter().flatten();
        said.filter(|(when, _)| *when <= heard).fold(own, |own, &(_, note)| note.and(own))
    }

    fn learn(&mut self, land: &Id, note: Note) -> Result<()> {
        let before = self.note(land);
        if before.and(note).proved() != before.proved() {
            self.own.news.push((*land, before.and(note).proved()));
        }
        let own = self.own.notes.entry(*land).or_default();
        *own = own.and(note);
        Ok(())
    }

    fn guess(&self, land: &Id) -> Effort {
        guess(&self.record.search, *land)
    }

    fn step(&mut self, _depth: usize) -> Result<()> {
        Ok(())
    }

    fn mark(&mut self, land: &Id, busy: bool) {
        if self.own.marks {
            let own = self.own.notes.entry(*land).or_default();
            *own = own.busy(busy);
        }
    }
}

/// What a worker comes back with.
struct Outcome {
    errand: (Id, u32),
    open: Option<Effort>,
    below: Vec<(Id, Note)>,
    news: Vec<(Id, Note)>,
    worked: u64,
    positions: u64,
}

/// A worker runs an errand with what it has heard by now.
fn run(record: &mut Record, own: &mut Own, errand: (Id, u32), costs: Costs) -> Result<Outcome> {
    let before = own.made.len();
    (own.visits, own.options) = (0, 0);
    let mut view = View { record, own };
    let budget = view.own.budget;
    let open = match Proof::default().attempt(&mut view, &errand.0, errand.1, budget)? {
        Attempt::Decided(_) => None,
        Attempt::Open(effort) => Some(effort),
    };
    let mut below = Vec::new();
    if open.is_some() {
        let mut places = Vec::new();
        view.options(&errand.0, &mut places)?;
        let mut lands: Vec<Id> = places.iter().flat_map(|&at| view.record.search.atlas.lands_at(at)).collect();
        lands.sort_unstable();
        lands.dedup();
        below = lands.into_iter().filter_map(|land| own_guess(view.own, land)).collect();
    }
    let worked = own.time(costs.visit, costs.option);
    if open.is_some() {
        // As the driver does: by at most four times, within bounds.
        let change = (costs.errand as f64 / worked.max(1) as f64).clamp(0.25, 4.0);
        own.budget = ((own.budget as f64 * change) as u64).clamp(BUDGETS[0], BUDGETS[1]);
    }
    let news = std::mem::take(&mut own.news);
    Ok(Outcome { errand, open, below, news, worked, positions: (own.made.len() - before) as u64 })
}

fn own_guess(own: &Own, land: Id) -> Option<(Id, Note)> {
    let note = *own.notes.get(&land)?;
    (note.nimber().is_none() && note != note.proved()).then_some((land, note))
}

/// One thread that keeps everything: what the work is worth to which workers are compared.
pub fn sequential(record: &mut Record, spots: usize, costs: Costs) -> Result<Run> {
    let (root, k) = asked(record, spots)?;
    let mut own = Own::default();
    let mut view = View { record, own: &mut own };
    Proof::default().lost(&mut view, &root, k)?;
    let time = own.time(costs.visit, costs.option);
    Ok(Run { time, work: time, positions: own.made.len() as u64, ..Run::default() })
}

fn asked(record: &mut Record, spots: usize) -> Result<(Id, u32)> {
    let none = || Error::usage("spots", "there is nothing to search", "ask 2 or more");
    let root = record.search.lands_of(&land::start(spots))?.first().copied().ok_or_else(none)?;
    Ok((root, likely_nimber(spots).into()))
}

/// The planner and its clock.
struct Planner {
    own: Own,
    root: Id,
    k: u32,
    /// When it is free.
    now: u64,
    costs: Costs,
}

impl Planner {
    /// Lets it work for what it passed and made, and so much besides.
    fn spend(&mut self, besides: u64, all: &mut Run) {
        let spent = besides + self.own.time(self.costs.pass, self.costs.open);
        (self.own.visits, self.own.options) = (0, 0);
        self.now += spent;
        all.planner += spent;
    }

    fn next(&mut self, record: &mut Record, all: &mut Run) -> Result<Next<Id>> {
        let mut view = View { record, own: &mut self.own };
        let opened = |view: &View<'_>, id: &Id| view.own.made.contains(id);
        let next = Proof::default().next_couple(&mut view, &self.root, self.k, &opened)?;
        self.own.news.clear();
        self.spend(0, all);
        Ok(next)
    }

    /// Learns what came home.
    fn take(&mut self, record: &mut Record, outcome: &Outcome, all: &mut Run) -> Result<()> {
        let facts = outcome.news.len() as u64;
        self.spend(facts * self.costs.fact, all);
        record.say(&outcome.news, self.now);
        all.work += outcome.worked;
        all.positions += outcome.positions;
        all.errands += 1;
        all.facts += facts;
        let mut view = View { record, own: &mut self.own };
        let (land, k) = outcome.errand;
        view.mark(&land, false);
        let Some(effort) = outcome.open else { return Ok(()) };
        view.learn(&land, Note::NOTHING.with_effort(k, effort))?;
        view.options(&land, &mut Vec::new())?;
        for &(land, note) in &outcome.below {
            let known = view.own.notes.entry(land).or_default();
            *known = known.and(note.busy(false));
        }
        self.spend(0, all);
        Ok(())
    }
}

/// A start of so many spots beside the pile that is its nimber, on so many workers.
pub fn simulated(record: &mut Record, spots: usize, workers: usize, costs: Costs) -> Result<Run> {
    let (root, k) = asked(record, spots)?;
    (record.said, record.told) = (FxHashMap::default(), Vec::new());
    let own = Own { marks: true, heard: Some(u64::MAX), ..Own::default() };
    let costs = Costs { errand: costs.errand_among(workers), ..costs };
    let mut planner = Planner { own, root, k, now: 0, costs };
    let mut crew: Vec<Own> = (0..workers).map(|_| Own { budget: costs.first, ..Own::default() }).collect();
    let mut under_way: BTreeMap<(u64, usize), Outcome> = BTreeMap::new();
    let mut idle: Vec<usize> = (0..workers).rev().collect();
    let mut all = Run::default();
    loop {
        while let Some(worker) = idle.pop() {
            let errand = match planner.next(record, &mut all)? {
                Next::Decided(_) => return Ok(Run { time: planner.now, ..all }),
                // Nor is there anything for the others, until the next outcome.
                Next::Waiting => {
                    idle.push(worker);
                    break;
                }
                Next::Couple(id, k) => (id, k),
            };
            planner.spend(costs.call, &mut all);
            let own = &mut crew[worker];
            let before = own.heard.map_or(0, |heard| record.told_until(heard));
            own.heard = Some(planner.now);
            let learnt = (record.told_until(planner.now) - before) * costs.fact;
            let mut outcome = run(record, own, errand, costs)?;
            outcome.worked += learnt;
            under_way.insert((planner.now + 2 * costs.message + outcome.worked, worker), outcome);
        }
        let ((time, worker), outcome) = under_way.pop_first().expect("somebody is at work");
        planner.now = planner.now.max(time);
        planner.take(record, &outcome, &mut all)?;
        idle.push(worker);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREE: Costs = Costs {
        option: 1000,
        visit: 2000,
        pass: 0,
        open: 0,
        fact: 0,
        call: 0,
        message: 0,
        errand: 1_000_000,
        first: 256,
    };

    /// One worker with an errand for everything takes the time of one thread, and a planner and messages add exactly
    /// what they cost; with budgets one thing still comes after the other.
    #[test]
    fn one_worker_takes_the_time_of_one_thread() {
        for n in [6, 8, 9] {
            let mut record = Record::new(1 << 30);
            let alone = sequential(&mut record, n, FREE).unwrap();
            let costs = Costs { call: 70_000, message: 3_000, ..FREE };
            let whole = simulated(&mut record, n, 1, Costs { first: u64::MAX, ..costs }).unwrap();
            assert_eq!((whole.time, whole.work, whole.positions), (alone.time + 76_000, alone.time, alone.positions));
            let one = simulated(&mut record, n, 1, costs).unwrap();
            assert_eq!(one.time, one.work + one.planner + one.errands * 6_000, "{n} spots: nothing at the same time");
            assert!(one.errands > 1, "{n} spots");
        }
    }

    /// The recorded tree is that of the search itself: as many lands as one thread opens.
    #[test]
    fn what_is_recorded_is_what_a_search_opens() {
        for n in [7, 8, 9] {
            let mut record = Record::new(1 << 30);
            let alone = sequential(&mut record, n, FREE).unwrap();
            let mut search = Search::new(1 << 30);
            let id = search.lands_of(&land::start(n)).unwrap()[0];
            let mut watch = Unwatched;
            let mut lands = super::super::proof::Lands::alone(&mut search, &mut watch);
            assert!(Proof::default().lost(&mut lands, &id, likely_nimber(n).into()).unwrap());
            drop(lands);
            assert_eq!((alone.positions, record.positions()), (search.positions(), search.positions()), "{n} spots");
        }
    }

    /// Nobody works longer than there is time, the planner neither; the same run comes out the same, whatever was
    /// recorded before; and all the work is there.
    #[test]
    fn workers_do_not_work_more_than_there_is_time() {
        for (n, costs) in [(7, FREE), (9, Costs::ASSUMED), (8, Costs::ASSUMED.without_planner())] {
            let costs = Costs { errand: 5_000_000, call: costs.call / 100, ..costs };
            let mut record = Record::new(1 << 30);
            for workers in [1, 2, 5, 32] {
                let one = simulated(&mut record, n, workers, costs).unwrap();
                assert!(one.work <= one.time * workers as u64 && one.planner <= one.time, "{one:?}");
                assert!(one.errands * (2 * costs.message) + one.work <= one.time * workers as u64, "{one:?}");
                assert_eq!(simulated(&mut record, n, workers, costs).unwrap(), one);
                assert_eq!(simulated(&mut Record::new(1 << 30), n, workers, costs).unwrap(), one);
            }
        }
    }

    /// What is said later is not heard before.
    #[test]
    fn facts_are_heard_with_the_next_errand() {
        let mut record = Record::new(1 << 24);
        let land = record.search.lands_of(&land::start(3)).unwrap()[0];
        record.say(&[(land, Note::exactly(1))], 10);
        record.say(&[(land, Note::exactly(1)), (land, Note::excluding(2))], 20);
        assert_eq!([9, 10, 19, 20].map(|when| record.told_until(when)), [0, 1, 1, 3]);
        for (heard, nimber) in [(None, None), (Some(9), None), (Some(10), Some(1))] {
            let mut own = Own { heard, ..Own::default() };
            assert_eq!(View { record: &mut record, own: &mut own }.note(&land).nimber(), nimber);
        }
    }
}
