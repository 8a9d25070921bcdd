//! Looking ahead: what other threads do while one searches.
//!
//! Nearly all the time of a search goes into the making of options (96 per cent on 12 to 17 spots), and which lands it
//! will open next can be foretold: it is the same search, over the same notes, that takes each land whose options are
//! just being made for one that is not soon decided. So one thread searches as if it were alone, and the others make
//! the options that it is about to need. What they find out on the way they keep to themselves: the search goes the
//! way of one thread.
//!
//! Not all is foretold in time. So what the search itself is making lies on a bench (module `bench`), and others turn
//! to that first.

use super::proof::guess;
use super::search::{Id, Search};
use engine::search::{Effort, Note, Proof, Tree, first_open};
use kit::{Error, Result, Watch};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a search in company is about.
pub(super) struct Outlook {
    pub(super) root: Id,
    /// The pile beside it; without one the nimber is sought.
    pub(super) pile: Option<u32>,
    /// Whether it has its answer, or was stopped.
    pub(super) over: AtomicBool,
}

/// So many lands are opened before a thread looks again where the search is. The farther ahead, the oftener in vain,
/// but the way there from the root, and on through what was made ahead before, is walked anew each time. With 17
/// spots, per land made ahead and in vain of a hundred: 24 couples visited and 4.8 with 64 lands, 11 and 5.4 with 256,
/// 8 and 7.1 with 1024; twice the processor time of one thread over that of two was 1.52, 1.67 and 1.62.
const FAR: u64 = 256;
/// So many couples are visited at most on the way there.
const VISITS: u64 = 1 << 14;
/// The same where the search itself waits meanwhile.
const WAITING_VISITS: u64 = 1 << 12;
/// So often a thread looks ahead while it needs options that another makes, before it makes them itself.
const PATIENCE: usize = 1000;

impl Outlook {
    /// Looks ahead until the search is over.
    pub(super) fn keep_looking(&self, search: &mut Search, watch: &mut dyn Watch) -> Result<()> {
        while !self.over.load(Ordering::Relaxed) {
            self.look(search, Until::Made(FAR), watch)?;
        }
        Ok(())
    }

    /// Looks ahead while another thread makes the options of a land.
    pub(super) fn wait(&self, search: &mut Search, land: Id, watch: &mut dyn Watch) -> Result<()> {
        for _ in 0..PATIENCE {
            if !search.atlas.is_claimed(land) {
                break;
            }
            search.lend_to(land);
            self.look(search, Until::Free(land), watch)?;
        }
        Ok(())
    }

    /// Makes the options of the lands that the search seems to need next.
    fn look(&self, search: &mut Search, until: Until, watch: &mut dyn Watch) -> Result<()> {
        let before = search.made();
        let pile = self.pile.unwrap_or_else(|| first_open(search.note(self.root)));
        let mut ahead = Ahead { before, until, search, watch, own: FxHashMap::default(), over: &self.over };
        let visits = match until {
            Until::Made(_) => VISITS,
            Until::Free(_) => WAITING_VISITS,
        };
        Proof::default().glimpse(&mut ahead, &self.root, pile, visits)?;
        if search.made() == before {
            std::thread::yield_now();
        }
        Ok(())
    }
}

/// How far a thread looks ahead before it looks again where the search is.
#[derive(Clone, Copy)]
enum Until {
    /// It has opened so many lands.
    Made(u64),
    /// No other thread makes the options of this land any more.
    Free(Id),
}

/// The lands as one sees them who looks ahead.
struct Ahead<'a> {
    search: &'a mut Search,
    watch: &'a mut dyn Watch,
    /// What was found out ahead of the search.
    own: FxHashMap<Id, Note>,
    /// The lands that it had opened before.
    before: u64,
    until: Until,
    over: &'a AtomicBool,
}

impl Tree for Ahead<'_> {
    type Part = Id;
    type Raw = u64;
    type Halt = Error;

    fn options(&mut self, land: &Id, out: &mut Vec<u64>) -> Result<()> {
        self.search.option_places(*land, out, self.watch)
    }

    fn split(&mut self, option: &u64, out: &mut Vec<Id>) {
        out.extend(self.search.atlas.lands_at(*option));
    }

    fn note(&self, land: &Id) -> Note {
        let known = self.search.note(*land);
        self.own.get(land).map_or(known, |&own| known.and(own))
    }

    fn learn(&mut self, land: &Id, note: Note) -> Result<()> {
        let own = self.own.entry(*land).or_default();
        *own = own.and(note);
        Ok(())
    }

    fn guess(&self, land: &Id) -> Effort {
        guess(self.search, *land)
    }

    fn step(&mut self, _depth: usize) -> Result<()> {
        self.search.lend();
        Ok(())
    }

    fn awaited(&self, land: &Id) -> bool {
        self.search.atlas.is_claimed(*land)
    }

    fn returns(&self) -> bool {
        let far = match self.until {
            Until::Made(most) => self.search.made() - self.before >= most,
            Until::Free(land) => !self.search.atlas.is_claimed(land),
        };
        far || self.over.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::land::start;
    use super::*;
    use kit::Unwatched;

    #[test]
    fn who_looks_ahead_makes_options_and_says_nothing_else() {
        let mut search = Search::new(1 << 28);
        let root = search.lands_of(&start(9)).unwrap()[0];
        let outlook = Outlook { root, pile: Some(1), over: AtomicBool::new(false) };
        for round in 1..20 {
            outlook.look(&mut search, Until::Made(5), &mut Unwatched).unwrap();
            // What was made before is passed through again; nothing of it was noted.
            assert_eq!((search.made(), search.note(root)), (5, Note::NOTHING), "round {round}");
            let fresh = Search::new(1 << 28);
            let next = std::mem::replace(&mut search, fresh);
            assert_eq!((next.positions(), next.stored()), (5, 0));
            assert_eq!(search.lands_of(&start(9)).unwrap(), [root]);
        }
    }

    #[test]
    fn what_another_thread_makes_is_left_to_it() {
        let mut search = Search::new(1 << 28);
        let root = search.lands_of(&start(8)).unwrap()[0];
        let outlook = Outlook { root, pile: None, over: AtomicBool::new(false) };
        assert!(search.atlas.claim(root) && !search.atlas.claim(root));
        outlook.look(&mut search, Until::Made(5), &mut Unwatched).unwrap();
        assert_eq!(search.made(), 0, "nothing can be foretold");
        search.atlas.unclaim(root);
        outlook.look(&mut search, Until::Made(1), &mut Unwatched).unwrap();
        assert!(search.expanded(root) && !search.atlas.is_claimed(root));
        let first = search.options(root, &mut Unwatched).unwrap()[0][0];
        assert!(search.atlas.claim(first));
        outlook.look(&mut search, Until::Made(3), &mut Unwatched).unwrap();
        assert!(search.made() == 4 && !search.expanded(first));
    }
}
