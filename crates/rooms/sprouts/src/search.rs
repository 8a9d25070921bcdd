//! Normal play by couples.
//!
//! A couple is a land and a nimber k; it is lost exactly when the land has nimber k (Lemoine and Viennot, "Nimbers are
//! inevitable"). To lose, every option must be won with k, and every smaller nimber must be found among the options; to
//! win, one option of nimber k is enough, so most of the tree is never seen. Each land ever met has a number; what is
//! known of it (its nimber, or nimbers that it has not), and the list of its options once they were made, are kept. An
//! option is a sum of lands: those of known nimber are folded into k, equal pairs cancel.

use super::canon::Canon;
use super::land::breadth;
use super::moves::Moves;
use engine::search::{Note, spread};
use kit::{Error, Result, Watch};

/// The number of a land.
pub type Id = u32;

/// Numbers lands: an open table over an arena of their bytes.
#[derive(Default)]
pub struct Lands {
    bytes: Vec<u8>,
    starts: Vec<usize>,
    slots: Vec<u32>,
}

impl Lands {
    /// The bytes of a land.
    pub fn get(&self, id: Id) -> &[u8] {
        let id = id as usize;
        let end = self.starts.get(id + 1).copied().unwrap_or(self.bytes.len());
        &self.bytes[self.starts[id]..end]
    }

    /// How many lands have been met.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether no land has been met.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The bytes of memory taken.
    pub fn memory(&self) -> usize {
        self.bytes.capacity() + self.starts.capacity() * 8 + self.slots.capacity() * 4
    }

    /// The number of a land, a new one if it was never met.
    pub fn number(&mut self, land: &[u8]) -> Id {
        if self.starts.len() * 2 >= self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut at = spread(land) as usize & mask;
        loop {
            match self.slots[at] {
                u32::MAX => break,
                id if self.get(id) == land => return id,
                _ => at = (at + 1) & mask,
            }
        }
        let id = self.starts.len() as u32;
        self.slots[at] = id;
        self.starts.push(self.bytes.len());
        self.bytes.extend_from_slice(land);
        id
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(1 << 10);
        let mut slots = vec![u32::MAX; size];
        for id in 0..self.starts.len() as u32 {
            let mut at = spread(self.get(id)) as usize & (size - 1);
            while slots[at] != u32::MAX {
                at = (at + 1) & (size - 1);
            }
            slots[at] = id;
        }
        self.slots = slots;
    }
}

/// Brings raw positions to numbered lands. Most parts of new positions look just like parts met before: their number is
/// kept under the text as it came.
#[derive(Default)]
struct Workshop {
    canon: Canon,
    met: Lands,
    id_of: Vec<Id>,
}

impl Workshop {
    fn each_land(&mut self, raw: &[u8], lands: &mut Lands, each: &mut dyn FnMut(Id)) {
        self.canon.split(raw);
        for i in 0..self.canon.parts.len() {
            let part = self.met.number(self.canon.parts.get(i)) as usize;
            if part == self.id_of.len() {
                self.id_of.push(lands.number(self.canon.canonical(self.met.get(part as Id))));
            }
            each(self.id_of[part]);
        }
    }

    fn memory(&self) -> usize {
        self.met.memory() + self.id_of.capacity() * size_of::<Id>()
    }
}

/// Equal neighbours cancel: in normal play two equal lands are nothing.
fn drop_pairs(sum: &mut Vec<Id>) {
    let mut kept = 0;
    for i in 0..sum.len() {
        if kept > 0 && sum[kept - 1] == sum[i] {
            kept -= 1;
        } else {
            sum[kept] = sum[i];
            kept += 1;
        }
    }
    sum.truncate(kept);
}

/// What is known of a land.
#[derive(Clone, Copy)]
struct Known {
    note: Note,
    /// Where its options begin in the list of options; `u32::MAX` before they were made.
    options: u32,
    /// How hard it looks.
    breadth: u32,
}

/// A search that keeps what it learns.
pub struct Search {
    /// The lands met.
    pub lands: Lands,
    known: Vec<Known>,
    /// Options one after the other: the count, then for each its number of lands and the lands.
    options: Vec<u32>,
    workshop: Workshop,
    moves: Moves,
    /// Lands whose options were made.
    pub positions: u64,
    /// Couples proved lost.
    pub stored: u64,
    memory: usize,
    /// Whether equal lands cancel, as they do in normal play.
    pairs_cancel: bool,
}

impl Search {
    /// A search within so many bytes.
    pub fn new(memory: usize) -> Search {
        Search {
            lands: Lands::default(),
            known: Vec::new(),
            options: Vec::new(),
            workshop: Workshop::default(),
            moves: Moves::default(),
            positions: 0,
            stored: 0,
            memory,
            pairs_cancel: true,
        }
    }

    /// The same tables for misère play, where equal lands do not cancel.
    pub fn keeping_pairs(memory: usize) -> Search {
        Search { pairs_cancel: false, ..Search::new(memory) }
    }

    /// The lands of a raw position.
    pub fn lands_of(&mut self, raw: &[u8]) -> Vec<Id> {
        let mut ids: Vec<Id> = Vec::new();
        self.workshop.each_land(raw, &mut self.lands, &mut |id| ids.push(id));
        ids.sort_unstable();
        self.meet();
        ids
    }

    /// New lands get their entry.
    fn meet(&mut self) {
        while self.known.len() < self.lands.len() {
            let breadth = u32::try_from(breadth(self.lands.get(self.known.len() as Id))).unwrap_or(u32::MAX);
            self.known.push(Known { note: Note::NOTHING, options: u32::MAX, breadth });
        }
    }

    /// The bytes of memory taken.
    pub fn memory(&self) -> usize {
        self.lands.memory()
            + self.workshop.memory()
            + self.known.capacity() * size_of::<Known>()
            + self.options.capacity() * 4
    }

    /// The options of a land, each a sum of lands, the restrictive ones first.
    pub fn options(&mut self, id: Id, watch: &mut dyn Watch) -> Result<Vec<Vec<Id>>> {
        let start = self.expand(id, watch)?;
        let mut at = start + 1;
        let mut list = Vec::with_capacity(self.options[start] as usize);
        for _ in 0..self.options[start] {
            let count = self.options[at] as usize;
            list.push(self.options[at + 1..=at + count].to_vec());
            at += 1 + count;
        }
        Ok(list)
    }

    /// Appends where the options of a land stand.
    pub(super) fn option_places(&mut self, id: Id, places: &mut Vec<usize>, watch: &mut dyn Watch) -> Result<()> {
        let start = self.expand(id, watch)?;
        let mut at = start + 1;
        for _ in 0..self.options[start] {
            places.push(at);
            at += 1 + self.options[at] as usize;
        }
        Ok(())
    }

    /// The lands of an option by its place.
    pub(super) fn lands_at(&self, at: usize) -> &[Id] {
        &self.options[at + 1..=at + self.options[at] as usize]
    }

    /// What is known of a land.
    pub(super) fn note(&self, id: Id) -> Note {
        self.known[id as usize].note
    }

    /// Adds to what is known of a land.
    pub(super) fn learn(&mut self, id: Id, note: Note) {
        let known = &mut self.known[id as usize].note;
        self.stored += u64::from(known.nimber().is_none() && note.nimber().is_some());
        *known = known.and(note);
    }

    /// Whether the tables hold this nimber.
    pub(super) fn fits(k: u8) -> Result<()> {
        match k < 15 {
            true => Ok(()),
            false => Err(Error::too_large("the nimber", "the table holds up to 14", "ask a smaller position")),
        }
    }

    /// Whether the options of a land were made.
    pub fn expanded(&self, id: Id) -> bool {
        self.known[id as usize].options != u32::MAX
    }

    /// The nimber of a land, if it is known.
    pub fn known(&self, id: Id) -> Option<u8> {
        // Nimbers of lands are small; what does not fit is as good as not known.
        self.note(id).nimber().and_then(|nimber| u8::try_from(nimber).ok())
    }

    /// How hard a land looks: a guess at the number of its moves.
    pub fn difficulty(&self, id: Id) -> u64 {
        u64::from(self.known[id as usize].breadth)
    }

    fn expand(&mut self, id: Id, watch: &mut dyn Watch) -> Result<usize> {
        let start = self.known[id as usize].options;
        if start != u32::MAX {
            return Ok(start as usize);
        }
        self.positions += 1;
        if self.positions.is_multiple_of(64) {
            kit::watch::step(watch, self.positions, None, || format!("{} positions were searched", self.positions))?;
            if self.memory() > self.memory || self.options.len() > 4_000_000_000 {
                let limit = format!("its table is limited to {} MiB", self.memory >> 20);
                return Err(Error::too_large("the search", limit, "raise --memory or ask a smaller position"));
            }
        }
        let land = self.lands.get(id).to_vec();
        let mut sums: Vec<(u64, Vec<Id>)> = Vec::new();
        let (workshop, lands, cancel) = (&mut self.workshop, &mut self.lands, self.pairs_cancel);
        self.moves.each(&land, &mut |raw| {
            let mut sum: Vec<Id> = Vec::new();
            workshop.each_land(raw, lands, &mut |id| sum.push(id));
            sum.sort_unstable();
            if cancel {
                drop_pairs(&mut sum);
            }
            sums.push((0, sum));
        });
        self.meet();
        sums.sort_unstable();
        sums.dedup();
        for (weight, sum) in &mut sums {
            *weight = self.weight(sum);
        }
        sums.sort_unstable();
        let start = self.options.len();
        self.options.push(sums.len() as u32);
        for (_, sum) in &sums {
            self.options.push(sum.len() as u32);
            self.options.extend_from_slice(sum);
        }
        self.known[id as usize].options = start as u32;
        Ok(start)
    }

    /// How hard a sum looks: its hardest land first.
    fn weight(&self, sum: &[Id]) -> u64 {
        let hardest = sum.iter().map(|&id| self.difficulty(id)).max().unwrap_or(0);
        let total: u64 = sum.iter().map(|&id| self.difficulty(id)).sum();
        hardest << 32 | total
    }

    /// Whether the land has nimber k.
    pub fn lost(&mut self, id: Id, k: u8, watch: &mut dyn Watch) -> Result<bool> {
        if let Some(lost) = self.note(id).is(k.into()) {
            return Ok(lost);
        }
        let start = self.expand(id, watch)?;
        let count = self.options[start] as usize;
        // First what is known already: an option of nimber k wins at once.
        let mut at = start + 1;
        let mut open: Vec<usize> = Vec::new();
        for _ in 0..count {
            match self.fold(at, k) {
                (Some(0), _) => return self.won(id, k),
                (Some(_), _) => {}
                (None, _) => open.push(at),
            }
            at += 1 + self.options[at] as usize;
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

    /// The known lands of an option folded into k: the nimber of all if all are known, and how many are not.
    fn fold(&self, at: usize, k: u8) -> (Option<u8>, usize) {
        let mut sum = k;
        let mut unknown = 0;
        for i in 0..self.options[at] as usize {
            match self.known(self.options[at + 1 + i]) {
                None => unknown += 1,
                Some(nimber) => sum ^= nimber,
            }
        }
        (if unknown == 0 { Some(sum) } else { None }, unknown)
    }

    fn lost_sum(&mut self, at: usize, k: u8, watch: &mut dyn Watch) -> Result<bool> {
        let count = self.options[at] as usize;
        let mut sum = k;
        let mut unknown: Vec<Id> = Vec::new();
        for i in 0..count {
            let id = self.options[at + 1 + i];
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
        for id in self.lands_of(raw) {
            sum ^= self.nimber(id, watch)?;
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::super::land::{compact, start, unfold};
    use super::super::plain::Truth;
    use super::super::position::Position;
    use super::*;
    use kit::Unwatched;

    #[test]
    fn couples_agree_with_the_definition_on_every_position_of_two_spots() {
        let mut truth = Truth::default();
        truth.nimber(&Position::start(2));
        let mut search = Search::new(1 << 28);
        let all: Vec<(Position, u32)> = truth.met().map(|(p, n)| (p.clone(), n)).collect();
        let mut again = Truth::default();
        for (position, nimber) in all {
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
