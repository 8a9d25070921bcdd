//! The atlas: every land ever met, what is known of it and its options once they were made, shared by threads.
//!
//! A land is numbered by the place of its record in a store of words: what is known of it ([`Note`]), its breadth and
//! the length of its text, the place of its options, its text. Records are made under the lock of a shard and never
//! move; notes change by compare and swap; a list of options is written before its place is. So whoever holds a number
//! reads without locks.

use super::land::breadth;
use engine::search::{Note, Words, spread};
use kit::{Error, Result};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of a land.
pub type Id = u32;

/// The words of a record before its text.
const HEAD: u64 = 3;
const SHARDS: usize = 64;
/// Numbers of lands and places of options are 32 bits: 32 GiB of words.
const MOST: u64 = u32::MAX as u64;

/// The place of options that a thread is making.
const CLAIMED: u64 = u64::MAX;

/// Lands and what is known of them.
pub struct Atlas {
    words: Words,
    /// Open addressing: the number of a land and the high half of its hash, 0 where nothing stands.
    index: Box<[Mutex<Shard>]>,
    index_bytes: AtomicUsize,
    lands: AtomicUsize,
    positions: AtomicU64,
    stored: AtomicU64,
    /// The lands of which something was proved, in the order of the proofs, if somebody wants to know.
    news: Mutex<Vec<Id>>,
    told: AtomicBool,
}

#[derive(Default)]
struct Shard {
    slots: Vec<u64>,
    filled: usize,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Who panicked with the lock in hand is already on the way out.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The words of a text, the last one filled up with zeros.
fn words_of(text: &[u8]) -> impl Iterator<Item = u64> {
    text.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    })
}

impl Default for Atlas {
    fn default() -> Self {
        let words = Words::default();
        // Place 0 stays empty: it means that nothing is there.
        words.take(1, MOST).expect("an empty store has a word");
        Atlas {
            words,
            index: (0..SHARDS).map(|_| Mutex::default()).collect(),
            index_bytes: AtomicUsize::new(0),
            lands: AtomicUsize::new(0),
            positions: AtomicU64::new(0),
            stored: AtomicU64::new(0),
            news: Mutex::default(),
            told: AtomicBool::new(false),
        }
    }
}

impl Atlas {
    fn full() -> Error {
        Error::too_large("the search", "its table holds 32 GiB at most", "ask a smaller position")
    }

    /// The number of a land, a new one if it was never met.
    pub fn number(&self, land: &[u8]) -> Result<Id> {
        let hash = spread(land);
        let mut shard = locked(&self.index[(hash >> 58) as usize]);
        if shard.filled * 2 >= shard.slots.len() {
            self.grow(&mut shard);
        }
        let (mask, tag) = (shard.slots.len() - 1, hash >> 32 << 32);
        let mut at = hash as usize & mask;
        while shard.slots[at] != 0 {
            let slot = shard.slots[at];
            if slot & !MOST == tag && self.is(slot as Id, land) {
                return Ok(slot as Id);
            }
            at = (at + 1) & mask;
        }
        let id = self.record(land).ok_or_else(Atlas::full)?;
        shard.slots[at] = tag | u64::from(id);
        shard.filled += 1;
        self.lands.fetch_add(1, Ordering::Relaxed);
        Ok(id)
    }

    fn record(&self, land: &[u8]) -> Option<Id> {
        let place = self.words.take(HEAD as usize + land.len().div_ceil(8), MOST)?;
        let breadth = breadth(land).min(MOST);
        self.words.at(place + 1).store(breadth << 32 | land.len() as u64, Ordering::Relaxed);
        for (i, word) in words_of(land).enumerate() {
            self.words.at(place + HEAD + i as u64).store(word, Ordering::Relaxed);
        }
        Some(place as Id)
    }

    fn is(&self, id: Id, land: &[u8]) -> bool {
        let place = u64::from(id);
        let length = self.words.at(place + 1).load(Ordering::Relaxed) & MOST;
        let run = || self.words.run(place + HEAD, land.len().div_ceil(8));
        length == land.len() as u64 && words_of(land).eq(run().iter().map(|word| word.load(Ordering::Relaxed)))
    }

    fn grow(&self, shard: &mut Shard) {
        let size = (shard.slots.len() * 2).max(16);
        let mut slots = vec![0; size];
        for &slot in shard.slots.iter().filter(|&&slot| slot != 0) {
            let mut at = spread(self.text(slot as Id).as_slice()) as usize & (size - 1);
            while slots[at] != 0 {
                at = (at + 1) & (size - 1);
            }
            slots[at] = slot;
        }
        self.index_bytes.fetch_add((size - shard.slots.len()) * 8, Ordering::Relaxed);
        shard.slots = slots;
    }

    /// The bytes of a land.
    pub fn text(&self, id: Id) -> Vec<u8> {
        let place = u64::from(id);
        let length = (self.words.at(place + 1).load(Ordering::Relaxed) & MOST) as usize;
        let words = self.words.run(place + HEAD, length.div_ceil(8));
        let mut text: Vec<u8> = words.iter().flat_map(|word| word.load(Ordering::Relaxed).to_le_bytes()).collect();
        text.truncate(length);
        text
    }

    /// Which of two lands comes first: the shorter text, of equal ones the text itself. Numbers will not do, for they
    /// tell which land was met first, and with several threads that is chance.
    pub fn in_order(&self, one: Id, two: Id) -> std::cmp::Ordering {
        let text = |id: Id| {
            let length = self.words.at(u64::from(id) + 1).load(Ordering::Relaxed) & MOST;
            let words = self.words.run(u64::from(id) + HEAD, (length as usize).div_ceil(8));
            (length, words.iter().map(|word| word.load(Ordering::Relaxed).swap_bytes()))
        };
        let ((length, words), (other, others)) = (text(one), text(two));
        length.cmp(&other).then_with(|| words.cmp(others))
    }

    /// How hard a land looks: a guess at the number of its moves.
    pub fn difficulty(&self, id: Id) -> u64 {
        self.words.at(u64::from(id) + 1).load(Ordering::Relaxed) >> 32
    }

    /// What is known of a land.
    pub fn note(&self, id: Id) -> Note {
        Note::of_word(self.words.at(u64::from(id)).load(Ordering::Relaxed))
    }

    /// Adds to what is known of a land.
    pub fn learn(&self, id: Id, note: Note) {
        let change = |word: u64| Some(Note::of_word(word).and(note).word());
        let old = self.words.at(u64::from(id)).fetch_update(Ordering::Relaxed, Ordering::Relaxed, change);
        let Ok(old) = old.map(Note::of_word) else { return };
        let new = old.and(note).proved();
        self.stored.fetch_add(u64::from(old.nimber().is_none() && new.nimber().is_some()), Ordering::Relaxed);
        if new != old.proved() && self.told.load(Ordering::Relaxed) {
            locked(&self.news).push(id);
        }
    }

    /// Marks a land as one that a thread is at work on, or takes the mark away.
    pub fn mark(&self, id: Id, busy: bool) {
        let change = |word: u64| Some(Note::of_word(word).busy(busy).word());
        let _ = self.words.at(u64::from(id)).fetch_update(Ordering::Relaxed, Ordering::Relaxed, change);
    }

    /// From now on remembers what is proved until it is asked.
    pub fn tell(&self) {
        self.told.store(true, Ordering::Relaxed);
    }

    /// The lands of which something was proved since this was asked last, in the order of the proofs.
    pub fn news(&self) -> Vec<Id> {
        std::mem::take(&mut *locked(&self.news))
    }

    /// Says that this thread makes the options of a land; false where another said so before.
    pub fn claim(&self, id: Id) -> bool {
        let link = self.words.at(u64::from(id) + 2);
        link.compare_exchange(0, CLAIMED, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Says that this thread does not make them after all.
    pub fn unclaim(&self, id: Id) {
        let link = self.words.at(u64::from(id) + 2);
        // Another thread may have made them meanwhile.
        let _ = link.compare_exchange(CLAIMED, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether a thread is making the options of a land.
    pub fn is_claimed(&self, id: Id) -> bool {
        self.words.at(u64::from(id) + 2).load(Ordering::Relaxed) == CLAIMED
    }

    /// Where the options of a land begin, once they were made; the places of [`Atlas::next_option`].
    pub fn options(&self, id: Id) -> Option<(u64, u32)> {
        match self.words.at(u64::from(id) + 2).load(Ordering::Acquire) {
            0 | CLAIMED => None,
            place => Some((place * 2 + 1, self.half(place * 2))),
        }
    }

    /// Keeps the options of a land, each a sum of lands. Of two threads that do so the first one counts.
    pub fn keep_options<'a>(&self, id: Id, sums: impl Iterator<Item = &'a [Id]> + Clone) -> Result<(u64, u32)> {
        let halves = 1 + sums.clone().map(|sum| 1 + sum.len()).sum::<usize>();
        let place = self.words.take(halves.div_ceil(2), MOST).ok_or_else(Atlas::full)?;
        let count = sums.clone().count() as u32;
        let lists = sums.flat_map(|sum| std::iter::once(sum.len() as u32).chain(sum.iter().copied()));
        let mut all = std::iter::once(count).chain(lists);
        let mut at = place;
        while let Some(low) = all.next() {
            let high = all.next().unwrap_or(0);
            self.words.at(at).store(u64::from(low) | u64::from(high) << 32, Ordering::Relaxed);
            at += 1;
        }
        let link = self.words.at(u64::from(id) + 2);
        let free = |link: u64| (link == 0 || link == CLAIMED).then_some(place);
        if link.fetch_update(Ordering::AcqRel, Ordering::Acquire, free).is_ok() {
            self.positions.fetch_add(1, Ordering::Relaxed);
        }
        Ok(self.options(id).expect("just kept"))
    }

    fn half(&self, half: u64) -> u32 {
        (self.words.at(half / 2).load(Ordering::Relaxed) >> (half % 2 * 32)) as u32
    }

    /// The place of the option behind this one.
    pub fn next_option(&self, place: u64) -> u64 {
        place + 1 + u64::from(self.half(place))
    }

    /// The lands of an option by its place. A list of options lies in one run, so that it is found once and then read
    /// along: who looks ahead does little else.
    pub fn lands_at(&self, place: u64) -> impl Iterator<Item = Id> {
        let (first, count) = (place + 1, self.half(place) as usize);
        let odd = (first % 2) as usize;
        let words = if count == 0 { &[] } else { self.words.run(first / 2, (odd + count).div_ceil(2)) };
        (odd..odd + count).map(|half| (words[half / 2].load(Ordering::Relaxed) >> (half % 2 * 32)) as Id)
    }

    /// How many lands have been met.
    pub fn lands(&self) -> usize {
        self.lands.load(Ordering::Relaxed)
    }

    /// Lands whose options were made.
    pub fn positions(&self) -> u64 {
        self.positions.load(Ordering::Relaxed)
    }

    /// Lands whose nimber is known.
    pub fn stored(&self) -> u64 {
        self.stored.load(Ordering::Relaxed)
    }

    /// The bytes of memory taken.
    pub fn memory(&self) -> usize {
        self.words.bytes() + self.index_bytes.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lands_notes_and_options_are_found_again() {
        let atlas = Atlas::default();
        let texts: Vec<Vec<u8>> = (0..3000usize).map(|i| i.to_le_bytes()[..1 + i % 8].repeat(1 + i % 5)).collect();
        let ids: Vec<Id> = texts.iter().map(|text| atlas.number(text).unwrap()).collect();
        let different: std::collections::BTreeSet<&Vec<u8>> = texts.iter().collect();
        assert_eq!(atlas.lands(), different.len());
        atlas.tell();
        for (text, &id) in texts.iter().zip(&ids) {
            assert_eq!((atlas.number(text).unwrap(), &atlas.text(id)), (id, text));
        }
        for (one, two) in (0..3000).map(|i| (i, i * 7 % 3000)) {
            let order = texts[one].len().cmp(&texts[two].len()).then_with(|| texts[one].cmp(&texts[two]));
            assert_eq!(atlas.in_order(ids[one], ids[two]), order);
        }
        atlas.learn(ids[7], Note::excluding(1));
        atlas.learn(ids[9], Note::exactly(2));
        atlas.learn(ids[7], Note::excluding(1));
        assert_eq!((atlas.news(), atlas.news(), atlas.stored()), (vec![ids[7], ids[9]], vec![], 1));
        atlas.mark(ids[7], true);
        assert!(atlas.note(ids[7]).is_busy() && atlas.note(ids[7]).is(1) == Some(false));
        let sums = [vec![], vec![5], vec![6, 7, 8]];
        assert_eq!(atlas.options(ids[3]), None);
        let (mut place, count) = atlas.keep_options(ids[3], sums.iter().map(Vec::as_slice)).unwrap();
        assert_eq!((count, atlas.options(ids[3]), atlas.positions()), (3, Some((place, 3)), 1));
        for sum in &sums {
            assert_eq!(atlas.lands_at(place).collect::<Vec<_>>(), *sum);
            place = atlas.next_option(place);
        }
    }

    #[test]
    fn threads_number_alike() {
        let atlas = Atlas::default();
        let ids = kit::machine::company(2, 1 << 20, |_| {
            (0..20_000u32).map(|i| atlas.number(&i.to_le_bytes()).unwrap()).collect::<Vec<_>>()
        });
        assert!(ids.iter().all(|list| *list == ids[0]) && atlas.lands() == 20_000);
    }
}
