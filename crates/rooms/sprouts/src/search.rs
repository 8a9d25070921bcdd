//! Normal play by couples.
//!
//! A couple is a land and a nimber k; it is lost exactly when the land has nimber k (Lemoine and Viennot, "Nimbers are
//! inevitable"). To lose, every option must be won with k, and every smaller nimber must be found among the options; to
//! win, one option of nimber k is enough, so most of the tree is never seen. Each land ever met has a number; what is
//! known of it (its nimber, or nimbers that it has not), and the list of its options once they were made, are kept. An
//! option is a sum of lands: those of known nimber are folded into k, equal pairs cancel.

use super::atlas::Atlas;
pub use super::atlas::Id;
use super::bench::Stands;
use super::met::Met;
use super::workshop::{Place, Shelves, Workshop};
use engine::search::Note;
use kit::{Error, Result, Watch};
use std::sync::Arc;

/// A search that keeps what it learns.
pub struct Search {
    /// The lands met and what is known of them.
    pub atlas: Arc<Atlas>,
    met: Arc<Met>,
    workshop: Workshop,
    memory: usize,
    /// Whether equal lands cancel, as they do in normal play.
    pairs_cancel: bool,
    /// Lands whose options were made here; others may share the atlas.
    made: u64,
    /// In company, where the benches are and which is this one's.
    stand: Option<(Arc<Stands>, usize)>,
}

/// Parts of positions are remembered as they came in so small a part of the memory.
const MET_SHARE: usize = 8;

/// So often a thread looks whether another has made the options that it needs before it makes them itself.
const PATIENCE: u32 = 1 << 10;

impl Search {
    /// A search within so many bytes.
    pub fn new(memory: usize) -> Search {
        Search::over(Arc::default(), Arc::default(), memory, true)
    }

    /// The same tables for misère play, where equal lands do not cancel.
    pub fn keeping_pairs(memory: usize) -> Search {
        Search::over(Arc::default(), Arc::default(), memory, false)
    }

    fn over(atlas: Arc<Atlas>, met: Arc<Met>, memory: usize, pairs_cancel: bool) -> Search {
        Search { atlas, met, workshop: Workshop::default(), memory, pairs_cancel, made: 0, stand: None }
    }

    /// Another one over the same atlas, for another thread. All share the memory.
    pub fn companion(&self) -> Search {
        Search::over(Arc::clone(&self.atlas), Arc::clone(&self.met), self.memory, self.pairs_cancel)
    }

    /// Joins a company or leaves it.
    pub(super) fn stand(&mut self, stand: Option<(Arc<Stands>, usize)>) {
        self.stand = stand;
    }

    /// Lends a hand to the thread that searches.
    pub(super) fn lend(&mut self) {
        let Some((stands, _)) = &self.stand else { return };
        let Some(bench) = stands.first() else { return };
        let shelves = Shelves { atlas: &self.atlas, met: &self.met };
        self.workshop.lend(&bench, self.pairs_cancel, shelves);
    }

    /// Lends a hand to whoever makes the options of a land.
    pub(super) fn lend_to(&mut self, land: Id) {
        let Some((stands, _)) = &self.stand else { return };
        let Some(bench) = stands.of(land) else { return };
        let shelves = Shelves { atlas: &self.atlas, met: &self.met };
        self.workshop.lend(&bench, self.pairs_cancel, shelves);
    }

    /// The lands of a raw position.
    pub fn lands_of(&mut self, raw: &[u8]) -> Result<Vec<Id>> {
        self.workshop.lands_of(raw, Shelves { atlas: &self.atlas, met: &self.met })
    }

    /// The bytes of memory taken.
    pub fn memory(&self) -> usize {
        self.atlas.memory() + self.met.memory()
    }

    /// Lands whose options were made.
    pub fn positions(&self) -> u64 {
        self.atlas.positions()
    }

    /// Couples proved lost.
    pub fn stored(&self) -> u64 {
        self.atlas.stored()
    }

    /// The options of a land, each a sum of lands, the restrictive ones first.
    pub fn options(&mut self, id: Id, watch: &mut dyn Watch) -> Result<Vec<Vec<Id>>> {
        let (mut at, count) = self.expand(id, watch)?;
        let mut list = Vec::with_capacity(count as usize);
        for _ in 0..count {
            list.push(self.atlas.lands_at(at).collect());
            at = self.atlas.next_option(at);
        }
        Ok(list)
    }

    /// Appends where the options of a land stand.
    pub(super) fn option_places(&mut self, id: Id, places: &mut Vec<u64>, watch: &mut dyn Watch) -> Result<()> {
        let (mut at, count) = self.expand(id, watch)?;
        for _ in 0..count {
            places.push(at);
            at = self.atlas.next_option(at);
        }
        Ok(())
    }

    /// What is known of a land.
    pub(super) fn note(&self, id: Id) -> Note {
        self.atlas.note(id)
    }

    /// Adds to what is known of a land.
    pub(super) fn learn(&self, id: Id, note: Note) {
        self.atlas.learn(id, note);
    }

    /// Whether the tables hold this nimber.
    pub(super) fn fits(k: u8) -> Result<()> {
        match k < 15 {
            true => Ok(()),
            false => Err(Error::too_large("the nimber", "the table holds up to 14", "ask a smaller position")),
        }
    }

    /// Lands whose options were made by this search, whoever shares its atlas.
    pub(super) fn made(&self) -> u64 {
        self.made
    }

    /// Whether the options of a land were made.
    pub fn expanded(&self, id: Id) -> bool {
        self.atlas.options(id).is_some()
    }

    /// The nimber of a land, if it is known.
    pub fn known(&self, id: Id) -> Option<u8> {
        // Nimbers of lands are small; what does not fit is as good as not known.
        self.note(id).nimber().and_then(|nimber| u8::try_from(nimber).ok())
    }

    /// How hard a land looks: a guess at the number of its moves.
    pub fn difficulty(&self, id: Id) -> u64 {
        self.atlas.difficulty(id)
    }

    fn expand(&mut self, id: Id, watch: &mut dyn Watch) -> Result<(u64, u32)> {
        if let Some(options) = self.atlas.options(id) {
            return Ok(options);
        }
        if !self.atlas.claim(id)
            && let Some(options) = self.awaited(id)
        {
            return Ok(options);
        }
        let made = self.make(id, watch);
        if made.is_err() {
            self.atlas.unclaim(id);
        }
        made
    }

    /// The options that another thread is making, unless it takes too long: its thread may wait for a processor.
    fn awaited(&self, id: Id) -> Option<(u64, u32)> {
        (0..PATIENCE).find_map(|_| {
            std::thread::yield_now();
            self.atlas.options(id)
        })
    }

    fn make(&mut self, id: Id, watch: &mut dyn Watch) -> Result<(u64, u32)> {
        self.made += 1;
        if self.made.is_multiple_of(64) {
            let positions = self.positions();
            kit::watch::step(watch, positions, None, || format!("{positions} positions were searched"))?;
            self.met.forget_beyond(self.memory / MET_SHARE);
            if self.memory() > self.memory {
                let limit = format!("its table is limited to {} MiB", self.memory >> 20);
                return Err(Error::too_large("the search", limit, "raise --memory or ask a smaller position"));
            }
        }
        let shelves = Shelves { atlas: &self.atlas, met: &self.met };
        let stand = self.stand.as_ref();
        let place = stand.map(|(stands, number)| Place { stands, number: *number, land: id });
        let sums = self.workshop.options(&self.atlas.text(id), self.pairs_cancel, shelves, place)?;
        self.atlas.keep_options(id, sums.iter().map(Vec::as_slice))
    }

    /// Whether the land has nimber k.
    pub fn lost(&mut self, id: Id, k: u8, watch: &mut dyn Watch) -> Result<bool> {
        if let Some(lost) = self.note(id).is(k.into()) {
            return Ok(lost);
        }
        // First what is known already: an option of nimber k wins at once.
        let (mut at, count) = self.expand(id, watch)?;
        let mut open: Vec<u64> = Vec::new();
        for _ in 0..count {
            match self.fold(at, k) {
                Some(0) => return self.won(id, k),
                Some(_) => {}
                None => open.push(at),
            }
            at = self.atlas.next_option(at);
        }
        for at in open {
            if self.lost_sum(at, k, watch)? {
                return self.won(id, k);
            }
        }
        // No option has nimber k, so the nimber is k or less.
        for less in 0..k {
            if self.lost(id, less, watch)? {
                return Ok(false);
            }
        }
        self.learn(id, Note::exactly(k.into()));
        Ok(true)
    }

    fn won(&mut self, id: Id, k: u8) -> Result<bool> {
        self.learn(id, Note::excluding(k.into()));
        Ok(false)
    }

    /// The nimber of an option and k, if all its lands are known.
    fn fold(&self, at: u64, k: u8) -> Option<u8> {
        self.atlas.lands_at(at).try_fold(k, |sum, id| Some(sum ^ self.known(id)?))
    }

    fn lost_sum(&mut self, at: u64, k: u8, watch: &mut dyn Watch) -> Result<bool> {
        let lands: Vec<Id> = self.atlas.lands_at(at).collect();
        let mut sum = k;
        let mut unknown: Vec<Id> = Vec::new();
        for id in lands {
            match self.known(id) {
                None => unknown.push(id),
                Some(nimber) => sum ^= nimber,
            }
        }
        unknown.sort_unstable_by_key(|&id| self.difficulty(id));
        let Some((&hardest, others)) = unknown.split_last() else { return Ok(sum == 0) };
        for &id in others {
            sum ^= self.nimber(id, watch)?;
        }
        self.lost(hardest, sum, watch)
    }

    /// The nimber of a land.
    pub fn nimber(&mut self, id: Id, watch: &mut dyn Watch) -> Result<u8> {
        let mut k = 0;
        while !self.lost(id, k, watch)? {
            k += 1;
            Search::fits(k)?;
        }
        Ok(k)
    }

    /// The nimber of a raw position.
    pub fn nimber_of(&mut self, raw: &[u8], watch: &mut dyn Watch) -> Result<u8> {
        let mut sum = 0;
        for id in self.lands_of(raw)? {
            sum ^= self.nimber(id, watch)?;
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::super::canon::Canon;
    use super::super::land::{compact, start, unfold};
    use super::super::plain::Truth;
    use super::super::position::Position;
    use super::*;
    use kit::Unwatched;

    #[test]
    fn couples_agree_with_the_definition_on_every_position_of_two_spots() {
        let mut search = Search::new(1 << 28);
        let mut again = Truth::default();
        for (position, nimber) in Truth::below(&Position::start(2)) {
            let raw = compact(&position).unwrap();
            let mut canon = Canon::default();
            canon.simplify(&raw);
            let simple = unfold(&canon.lands.concat());
            // Lands use the same names; written one after the other they would share them, so each is asked alone.
            let sum = canon.lands.iter().fold(0, |sum, land| sum ^ again.nimber(&unfold(land)));
            assert_eq!(sum, nimber, "{position} and {simple}");
            let found = search.nimber_of(&raw, &mut Unwatched).unwrap();
            assert_eq!(u32::from(found), nimber, "{position}");
        }
    }

    #[test]
    fn the_first_starts() {
        let mut search = Search::new(1 << 28);
        let nimbers: Vec<u8> = (0..8).map(|n| search.nimber_of(&start(n), &mut Unwatched).unwrap()).collect();
        assert_eq!(nimbers, [0, 0, 0, 1, 1, 1, 0, 0]);
    }
}
