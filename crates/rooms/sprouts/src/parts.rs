//! A search in parts ([`engine::search::Next`]): a planner gives errands, workers with atlases of their own run them
//! and say what they proved. Any carrier will do: a loop, threads, a cluster; what is lost on the way is only work.

use super::keeper;
use super::proof::Lands;
use super::search::{Id, Search};
use engine::search::{Attempt, Effort, Fact, Next, Note, Proof};
use kit::{Result, Watch};

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
    /// The work that seems to be left, if the couple is not decided; what is decided is among the facts.
    pub open: Option<Effort>,
    /// What was proved.
    pub facts: Vec<Fact>,
    /// Lands whose options were made.
    pub positions: u64,
}

/// Who runs errands.
pub struct Worker {
    search: Search,
}

impl Worker {
    /// One that knows nothing yet.
    pub fn new(memory: usize) -> Worker {
        let search = Search::new(memory);
        search.atlas.tell();
        Worker { search }
    }

    /// Works on a couple until it is decided or so many couples were visited.
    pub fn run(&mut self, errand: &Errand, budget: u64, watch: &mut dyn Watch) -> Result<Outcome> {
        let (id, before) = (self.search.atlas.number(&errand.land)?, self.search.positions());
        let attempt = Proof::default().attempt(&mut Lands::alone(&mut self.search, watch), &id, errand.k, budget)?;
        let open = match attempt {
            Attempt::Decided(_) => None,
            Attempt::Open(effort) => Some(effort),
        };
        Ok(Outcome { open, facts: keeper::news(&self.search.atlas), positions: self.search.positions() - before })
    }

    /// Learns what others proved.
    pub fn learn(&mut self, facts: &[Fact]) -> Result<()> {
        keeper::learn(&self.search.atlas, facts)?;
        // What was learnt is no news.
        self.search.atlas.news();
        Ok(())
    }
}

/// Who gives errands for a couple and learns what comes of them.
pub struct Planner {
    /// Its tables; at the end the certificate is written from them.
    pub search: Search,
    root: Id,
    k: u32,
}

impl Planner {
    /// One for a land and a pile of k.
    pub fn new(land: &[u8], k: u32, memory: usize) -> Result<Planner> {
        let search = Search::new(memory);
        let root = search.atlas.number(land)?;
        Ok(Planner { search, root, k })
    }

    /// The next errand; or whether the land has nimber k, once that is decided. Errands that are under way are avoided
    /// while others look nearly as good, but may be given again: one that was lost needs no word.
    pub fn errand(&mut self, watch: &mut dyn Watch) -> Result<Next<Errand>> {
        let (root, k) = (self.root, self.k);
        let mut lands = Lands::marking(&mut self.search, watch);
        let next = Proof::default().next_couple(&mut lands, &root, k, &|lands, id| lands.opened(*id));
        lands.keep_marks();
        drop(lands);
        Ok(match next? {
            Next::Decided(lost) => Next::Decided(lost),
            Next::Couple(id, k) => Next::Couple(Errand { land: self.search.atlas.text(id), k }, k),
        })
    }

    /// Learns what came of an errand; a couple that outlasted its budget is opened here.
    pub fn learn(&mut self, errand: &Errand, outcome: &Outcome, watch: &mut dyn Watch) -> Result<()> {
        keeper::learn(&self.search.atlas, &outcome.facts)?;
        let id = self.search.atlas.number(&errand.land)?;
        self.search.atlas.mark(id, false);
        if let Some(effort) = outcome.open {
            self.search.learn(id, Note::NOTHING.with_effort(errand.k, effort));
            self.search.options(id, watch)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::certificate::{self, CERTIFICATES, Subject};
    use super::super::land::start;
    use super::*;
    use kit::Unwatched;

    /// A planner and workers in a loop. Every seventh outcome is lost with its worker, whose tables are lost as well.
    fn solve(n: usize, k: u32, workers: usize, budget: u64) -> (bool, Planner) {
        let mut planner = Planner::new(&start(n), k, 1 << 28).unwrap();
        let mut crew: Vec<Worker> = (0..workers).map(|_| Worker::new(1 << 28)).collect();
        for round in 0.. {
            let mut under_way = Vec::new();
            for worker in 0..workers {
                match planner.errand(&mut Unwatched).unwrap() {
                    Next::Decided(lost) => return (lost, planner),
                    Next::Couple(errand, _) => under_way.push((worker, errand)),
                }
            }
            for (worker, errand) in under_way {
                let outcome = crew[worker].run(&errand, budget, &mut Unwatched).unwrap();
                if (round + worker) % 7 == 6 {
                    crew[worker] = Worker::new(1 << 28);
                    planner.search.atlas.mark(planner.search.atlas.number(&errand.land).unwrap(), false);
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
                    let (lost, mut planner) = solve(n, k, workers, budget);
                    assert_eq!(lost, k == nimber, "{n} spots, {k}, {workers} workers");
                    if lost {
                        let (raw, of) = (start(n), Subject::Spots(n));
                        let written =
                            certificate::write(&mut planner.search, &raw, &of, nimber as u8, &mut Unwatched).unwrap();
                        (CERTIFICATES[0].check)(&written, &mut Unwatched).unwrap();
                    }
                }
            }
        }
    }

    #[test]
    fn a_fact_of_something_else_is_refused() {
        let fact = Fact { position: vec![1, 2, 3], note: Note::exactly(1) };
        assert!(Worker::new(1 << 24).learn(&[fact]).is_err());
    }
}
