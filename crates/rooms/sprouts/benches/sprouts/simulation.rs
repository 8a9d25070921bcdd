//! A search in parts on workers that are simulated, over a recorded tree: every land is opened once for all, and each
//! worker counts as made what it had not made itself.
//!
//! *Assumptions.* Time is counted in positions made by a worker (some 0.1 to 0.2 ms each). The planner is one process:
//! an outcome and the errand that follows it take `Costs::planner` positions of its time, one after the other, and a
//! message in either direction `Costs::message`. A worker hears what others proved when it gets its next errand; to
//! learn costs nothing. Nobody dies, all workers are alike, memory does not end.

use engine::search::{Attempt, Effort, Next, Note, Proof, Tree};
use kit::{Error, Result, Unwatched};
use rustc_hash::{FxHashMap, FxHashSet};
use sprouts::land;
use sprouts::proof::guess;
use sprouts::search::{Id, Search};
use std::collections::BTreeMap;

/// What is taken as given.
#[derive(Clone, Copy)]
pub(crate) struct Costs {
    /// Couples that an errand visits at most.
    pub(crate) budget: u64,
    /// What the planner needs for an outcome and an errand, in positions.
    pub(crate) planner: u64,
    /// What a message needs, in positions.
    pub(crate) message: u64,
}

/// All lands that were ever opened, and what was said of them when.
struct Record {
    search: Search,
    said: FxHashMap<Id, Vec<(u64, Note)>>,
}

impl Record {
    /// Says what was proved at that moment, unless it was said before: with a thousand workers most of it was.
    fn say(&mut self, land: Id, when: u64, note: Note) {
        let said = self.said.entry(land).or_default();
        let known = said.iter().fold(Note::NOTHING, |known, &(_, note)| known.and(note));
        if known.and(note).proved() != known.proved() {
            said.push((when, note));
        }
    }
}

/// What one worker, or the planner, has found out for itself.
#[derive(Default)]
struct Own {
    notes: FxHashMap<Id, Note>,
    made: FxHashSet<Id>,
    news: Vec<(Id, Note)>,
    /// What was said before this moment it has heard.
    heard: u64,
    marks: bool,
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
        self.own.made.insert(*land);
        if !self.record.search.expanded(*land) {
            self.record.search.options(*land, &mut Unwatched)?;
        }
        let atlas = &self.record.search.atlas;
        let (mut place, count) = atlas.options(*land).expect("just opened");
        for _ in 0..count {
            out.push(place);
            place = atlas.next_option(place);
        }
        Ok(())
    }

    fn split(&mut self, option: &u64, out: &mut Vec<Id>) {
        out.extend(self.record.search.atlas.lands_at(*option));
    }

    fn note(&self, land: &Id) -> Note {
        let own = self.own.notes.get(land).copied().unwrap_or_default();
        if own.nimber().is_some() {
            return own;
        }
        let said = self.record.said.get(land).into_iter().flatten();
        said.filter(|(when, _)| *when <= self.own.heard).fold(own, |own, &(_, note)| note.and(own))
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
}

/// What a run came to, in positions.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    /// When the answer stood.
    pub(crate) time: u64,
    /// What all workers made.
    pub(crate) work: u64,
    /// The errands given.
    pub(crate) errands: u64,
    /// Of the time of the workers, what they waited.
    pub(crate) idle: f64,
}

fn run(record: &mut Record, own: &mut Own, errand: (Id, u32), budget: u64) -> (Outcome, u64) {
    let before = own.made.len();
    let mut view = View { record, own };
    let attempt = Proof::default().attempt(&mut view, &errand.0, errand.1, budget).expect("no limit");
    let (open, mut below) = (
        match attempt {
            Attempt::Decided(_) => None,
            Attempt::Open(effort) => Some(effort),
        },
        Vec::new(),
    );
    if open.is_some() {
        let mut places = Vec::new();
        view.options(&errand.0, &mut places).expect("no limit");
        let mut lands: Vec<Id> = places.iter().flat_map(|&at| view.record.search.atlas.lands_at(at)).collect();
        lands.sort_unstable();
        lands.dedup();
        below = lands.into_iter().filter_map(|land| own_guess(view.own, land)).collect();
    }
    let news = std::mem::take(&mut own.news);
    (Outcome { errand, open, below, news }, (own.made.len() - before) as u64)
}

fn own_guess(own: &Own, land: Id) -> Option<(Id, Note)> {
    let note = *own.notes.get(&land)?;
    (note.nimber().is_none() && note != note.proved()).then_some((land, note))
}

/// A start of so many spots beside the pile that is its nimber, on so many workers.
pub(crate) fn simulated(search: &mut Option<Search>, n: usize, workers: usize, costs: Costs) -> Run {
    let k = u32::from(n % 6 > 2);
    let mut record =
        Record { search: search.take().unwrap_or_else(|| Search::new(16 << 30)), said: FxHashMap::default() };
    let root = record.search.lands_of(&land::start(n)).expect("a start")[0];
    let mut planner = Own { marks: true, heard: u64::MAX, ..Own::default() };
    let mut crew: Vec<Own> = (0..workers).map(|_| Own::default()).collect();
    let mut under_way: BTreeMap<(u64, usize), Outcome> = BTreeMap::new();
    let mut idle: Vec<(usize, u64)> = (0..workers).rev().map(|worker| (worker, 0)).collect();
    let mut all = Run { time: 0, work: 0, errands: 0, idle: 0.0 };
    let (mut now, mut waited) = (0, 0);
    loop {
        while let Some((worker, since)) = idle.pop() {
            let mut view = View { record: &mut record, own: &mut planner };
            let next = Proof::default().next_couple(&mut view, &root, k, &|view, id| view.own.made.contains(id));
            let errand = match next.expect("no limit") {
                Next::Decided(lost) => {
                    assert!(lost);
                    *search = Some(record.search);
                    idle.push((worker, since));
                    waited += idle.iter().map(|&(_, since)| now - since).sum::<u64>();
                    all.time = now;
                    all.idle = waited as f64 / (now * workers as u64).max(1) as f64;
                    return all;
                }
                Next::Waiting => {
                    // Nor is there anything for the others, until the next outcome.
                    idle.push((worker, since));
                    break;
                }
                Next::Couple(id, k) => (id, k),
            };
            now += costs.planner;
            all.errands += 1;
            let own = &mut crew[worker];
            own.heard = now;
            let (outcome, made) = run(&mut record, own, errand, costs.budget);
            waited += now + 2 * costs.message - since;
            all.work += made;
            under_way.insert((now + 2 * costs.message + made + 1, worker), outcome);
        }
        let ((time, worker), outcome) = under_way.pop_first().expect("somebody is at work");
        now = now.max(time);
        for (land, note) in outcome.news {
            record.say(land, now, note);
        }
        let mut view = View { record: &mut record, own: &mut planner };
        let (land, k) = outcome.errand;
        view.mark(&land, false);
        if let Some(effort) = outcome.open {
            view.learn(&land, Note::NOTHING.with_effort(k, effort)).expect("no limit");
            view.options(&land, &mut Vec::new()).expect("no limit");
            for (land, note) in outcome.below {
                let known = view.own.notes.entry(land).or_default();
                *known = known.and(note.busy(false));
            }
        }
        idle.push((worker, time));
    }
}
