//! Proof-number search on couples, over the tables of a [`Search`]: the engine's ([`engine::search::Proof`]), with
//! lands as its components, alone or in company.
//!
//! *In company* one thread searches and the others make options ahead of it (module `ahead`). What is proved and how
//! does not depend on them: options stand in an order of their texts, and who is alone begins anew where a company
//! would begin, so that the same search goes the same way. What others made in vain are 2 to 3 positions of a hundred.
//! Before that, ties fell by which land was met first, which with two threads is chance: 13 spots took 18 thousand
//! positions alone and 25 thousand in company. Threads that share one tree and turn away from each other instead were
//! 1.2 times as fast as one on 13 spots, 0.9 on 14 and 1.0 on 17.

use super::ahead::Outlook;
use super::bench::Stands;
use super::search::{Id, Search};
use engine::search::{self, Effort, Note, Tree};
use kit::watch::{Progress, tend};
use kit::{Error, Result, Watch, machine};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Proof-number search over the tables of a [`Search`].
pub struct Proof {
    /// The threads that search together.
    pub threads: usize,
}

impl Default for Proof {
    fn default() -> Self {
        Proof { threads: 1 }
    }
}

/// The nimber that a start of so many spots has as far as is known: 0 0 0 1 1 1 and so on.
pub fn likely_nimber(spots: usize) -> u8 {
    u8::from(spots % 6 > 2)
}

/// What a search does before it starts threads, in positions.
const ALONE: u64 = 512;
/// The stack of a thread: games of Sprouts are short.
const STACK: usize = 1 << 26;

impl Proof {
    /// The nimber of a raw position.
    pub fn nimber_of(&mut self, search: &mut Search, raw: &[u8], watch: &mut dyn Watch) -> Result<u8> {
        let mut sum = 0;
        for id in search.lands_of(raw)? {
            sum ^= self.nimber(search, id, watch)?;
        }
        Ok(sum)
    }

    /// The nimber of a start of so many spots. All that are known repeat 0 0 0 1 1 1, so that nimber is tried first: to
    /// prove "G + *1 lost" at once is far less work than to refute "G lost" and then prove it. Only the order of the
    /// work rests on the guess.
    pub fn nimber_of_start(&mut self, search: &mut Search, spots: usize, watch: &mut dyn Watch) -> Result<u8> {
        let lands = search.lands_of(&super::land::start(spots))?;
        if let &[id] = lands.as_slice() {
            let guess = likely_nimber(spots);
            if self.lost(search, id, guess, watch)? {
                return Ok(guess);
            }
        }
        self.nimber_of(search, &super::land::start(spots), watch)
    }

    /// The nimber of a land.
    pub fn nimber(&mut self, search: &mut Search, id: Id, watch: &mut dyn Watch) -> Result<u8> {
        let nimber = self.run(search, (id, None), watch, &|lands| search::Proof::default().nimber(lands, &id))?;
        u8::try_from(nimber)
            .map_err(|_| Error::too_large("the nimber", "the table holds up to 255", "ask a smaller position"))
    }

    /// Whether the land has nimber k.
    pub fn lost(&mut self, search: &mut Search, id: Id, k: u8, watch: &mut dyn Watch) -> Result<bool> {
        let k = u32::from(k);
        self.run(search, (id, Some(k)), watch, &|lands| search::Proof::default().lost(lands, &id, k))
    }

    /// Whether a sum of lands has nimber k; if so the nimbers of all are known afterwards.
    pub fn lost_sum(&mut self, search: &mut Search, sum: &[Id], k: u8, watch: &mut dyn Watch) -> Result<bool> {
        let mut lands = sum.to_vec();
        lands.sort_by_key(|&id| (search.known(id).is_none(), search.difficulty(id)));
        let Some((&hardest, others)) = lands.split_last() else { return Ok(k == 0) };
        let mut pile = k;
        for &id in others {
            pile ^= self.nimber(search, id, watch)?;
        }
        self.lost(search, hardest, pile, watch)
    }

    /// Does the work alone at first, and then from the beginning with what is known, alone or in company.
    fn run<T: Send>(
        &self,
        search: &mut Search,
        about: (Id, Option<u32>),
        watch: &mut dyn Watch,
        work: &Work<'_, T>,
    ) -> Result<T> {
        let mut first = Beginning { watch, until: search.positions() + ALONE, over: false };
        let alone = Lands::alone(search, &mut first).run(work);
        match (first.over, self.threads) {
            (false, _) => alone,
            (true, 0 | 1) => Lands::alone(search, watch).run(work),
            (true, _) => self.in_company(search, about, watch, work),
        }
    }

    fn in_company<T: Send>(
        &self,
        search: &mut Search,
        (root, pile): (Id, Option<u32>),
        watch: &mut dyn Watch,
        work: &Work<'_, T>,
    ) -> Result<T> {
        let stands = Arc::new(Stands::new(self.threads));
        let other = |number| {
            let mut other = search.companion();
            other.stand(Some((Arc::clone(&stands), number)));
            Mutex::new(other)
        };
        let others: Vec<_> = (1..self.threads).map(other).collect();
        search.stand(Some((stands, 0)));
        let search = Mutex::new(search);
        let unfinished = |done: u64| format!("{done} positions were searched");
        tend(watch, None, unfinished, |progress| {
            let outlook = Outlook { root, pile, over: AtomicBool::new(false) };
            let answers = machine::company(self.threads, STACK, |number| {
                let mut watch = Member { progress, over: &outlook.over };
                match number.checked_sub(1) {
                    None => {
                        let mut search = search.lock().unwrap_or_else(PoisonError::into_inner);
                        let _end = End(&outlook.over);
                        let answer = Lands::led(&mut search, &outlook, &mut watch).run(work).map(Some);
                        search.stand(None);
                        answer
                    }
                    Some(other) => {
                        let mut search = others[other].lock().unwrap_or_else(PoisonError::into_inner);
                        outlook.keep_looking(&mut search, &mut watch).map(|()| None)
                    }
                }
            });
            first_answer(answers)
        })?
    }
}

/// Says that a search is over when its thread leaves it, by a panic as well: nobody looks ahead for ever.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The answer of a thread that has one; else the reason for which there is none, rather than that others stopped.
fn first_answer<T>(answers: Vec<Result<Option<T>>>) -> Result<T> {
    let mut reason = Error::stopped("the search was not finished");
    for answer in answers {
        match answer {
            Ok(Some(answer)) => return Ok(answer),
            Ok(None) => {}
            Err(error) if error.trouble() != kit::Trouble::Stopped => reason = error,
            Err(_) => {}
        }
    }
    Err(reason)
}

/// What a thread does.
type Work<'a, T> = dyn Fn(&mut Lands<'_>) -> Result<T> + Sync + 'a;

/// The watch of a search that is still alone.
struct Beginning<'a> {
    watch: &'a mut dyn Watch,
    until: u64,
    over: bool,
}

impl Watch for Beginning<'_> {
    fn look(&mut self, done: u64, of: Option<u64>) -> ControlFlow<()> {
        self.watch.look(done, of)?;
        self.over = done >= self.until;
        if self.over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The watch of a thread in company.
struct Member<'a> {
    progress: &'a Progress,
    over: &'a AtomicBool,
}

impl Watch for Member<'_> {
    fn look(&mut self, _done: u64, _: Option<u64>) -> ControlFlow<()> {
        self.progress.add(64);
        match self.progress.stopped() || self.over.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// The lands and their options as the engine's search wants them.
pub(super) struct Lands<'a> {
    search: &'a mut Search,
    watch: &'a mut dyn Watch,
    /// The lands that this thread is at work on, where others want to know.
    marked: Option<Vec<Id>>,
    /// What other threads look ahead for, where they do.
    outlook: Option<&'a Outlook>,
}

impl<'a> Lands<'a> {
    /// Lands that no other thread asks about.
    pub(super) fn alone(search: &'a mut Search, watch: &'a mut dyn Watch) -> Lands<'a> {
        Lands { search, watch, marked: None, outlook: None }
    }

    /// Lands whose options others make ahead.
    fn led(search: &'a mut Search, outlook: &'a Outlook, watch: &'a mut dyn Watch) -> Lands<'a> {
        Lands { search, watch, marked: None, outlook: Some(outlook) }
    }

    /// Lands whose marks others see.
    pub(super) fn marking(search: &'a mut Search, watch: &'a mut dyn Watch) -> Lands<'a> {
        Lands { search, watch, marked: Some(Vec::new()), outlook: None }
    }

    /// Whether the options of a land were made.
    pub(super) fn opened(&self, id: Id) -> bool {
        self.search.expanded(id)
    }

    /// The marks stay: the work goes on elsewhere.
    pub(super) fn keep_marks(&mut self) {
        self.marked = None;
    }

    fn run<T>(mut self, work: &Work<'_, T>) -> Result<T> {
        work(&mut self)
    }
}

impl Drop for Lands<'_> {
    /// A thread that ends in the middle leaves no marks.
    fn drop(&mut self) {
        for &id in self.marked.iter().flatten() {
            self.search.atlas.mark(id, false);
        }
    }
}

/// That a land is won is shown by one move, that it is lost by all: a restrictive land is the easier one.
pub fn guess(search: &Search, land: Id) -> Effort {
    let breadth = u32::try_from(search.difficulty(land)).unwrap_or(Effort::MOST);
    Effort::of(1 + breadth / 64, 1 + breadth / 4)
}

impl Tree for Lands<'_> {
    type Part = Id;
    /// Where the option stands.
    type Raw = u64;
    type Halt = Error;

    fn options(&mut self, land: &Id, out: &mut Vec<u64>) -> Result<()> {
        if let Some(outlook) = self.outlook {
            outlook.wait(self.search, *land, self.watch)?;
        }
        self.search.option_places(*land, out, self.watch)
    }

    fn split(&mut self, option: &u64, out: &mut Vec<Id>) {
        out.extend(self.search.atlas.lands_at(*option));
    }

    fn note(&self, land: &Id) -> Note {
        self.search.note(*land)
    }

    fn learn(&mut self, land: &Id, note: Note) -> Result<()> {
        self.search.learn(*land, note);
        Ok(())
    }

    fn guess(&self, land: &Id) -> Effort {
        guess(self.search, *land)
    }

    /// Games of Sprouts end: a start of n spots has at most 3n - 1 moves.
    fn step(&mut self, _depth: usize) -> Result<()> {
        Ok(())
    }

    fn mark(&mut self, land: &Id, busy: bool) {
        let Some(marked) = &mut self.marked else { return };
        match busy {
            true => marked.push(*land),
            false => drop(marked.pop()),
        }
        self.search.atlas.mark(*land, busy);
    }

    fn in_company(&self) -> bool {
        self.marked.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::super::land::start;
    use super::*;
    use kit::Unwatched;
    use kit::watch::Impatient;

    /// Threads answer like one alone, whatever they prove on the way is true, and no mark is left.
    #[test]
    fn a_company_answers_like_one_alone() {
        let mut truth = Search::new(1 << 28);
        let proof = Proof { threads: 3 };
        for (n, nimber) in [(6, 0), (7, 0), (8, 0), (9, 1)] {
            let mut search = Search::new(1 << 28);
            search.atlas.tell();
            let id = search.lands_of(&start(n)).unwrap()[0];
            let work = |lands: &mut Lands<'_>| search::Proof::default().nimber(lands, &id);
            assert_eq!(proof.in_company(&mut search, (id, None), &mut Unwatched, &work).unwrap(), nimber, "{n} spots");
            for (at, id) in search.atlas.news().into_iter().enumerate() {
                assert!(!search.note(id).is_busy());
                if let (Some(found), 0) = (search.known(id), at % 16) {
                    let own = truth.atlas.number(&search.atlas.text(id)).unwrap();
                    assert_eq!(Proof::default().nimber(&mut truth, own, &mut Unwatched).unwrap(), found);
                }
            }
        }
    }

    /// What is proved of a start, in the order of the proofs.
    fn proofs(spots: usize, threads: usize) -> Vec<(Vec<u8>, Note)> {
        let mut search = Search::new(1 << 28);
        search.atlas.tell();
        Proof { threads }.nimber_of_start(&mut search, spots, &mut Unwatched).unwrap();
        assert!(search.positions() > ALONE, "{spots} spots are too few for a company");
        let news = search.atlas.news();
        news.into_iter().map(|id| (search.atlas.text(id), search.note(id).proved())).collect()
    }

    /// Looking ahead changes when options are made and nothing else.
    #[test]
    fn a_company_goes_the_way_of_one_alone() {
        let alone = proofs(10, 1);
        assert!(alone == proofs(10, 2) && alone == proofs(10, 3));
    }

    #[test]
    fn a_company_stops_when_asked_and_says_when_memory_ends() {
        let id = |search: &mut Search| search.lands_of(&start(12)).unwrap()[0];
        let mut search = Search::new(1 << 28);
        let land = id(&mut search);
        let work = |lands: &mut Lands<'_>| search::Proof::default().nimber(lands, &land);
        let stopped = Proof { threads: 2 }.in_company(&mut search, (land, None), &mut Impatient, &work).unwrap_err();
        assert_eq!(stopped.trouble(), kit::Trouble::Stopped);
        let mut search = Search::new(1 << 20);
        let land = id(&mut search);
        let full = Proof { threads: 2 }.nimber(&mut search, land, &mut Unwatched).unwrap_err();
        assert_eq!(full.trouble(), kit::Trouble::TooLarge, "{full}");
    }
}
