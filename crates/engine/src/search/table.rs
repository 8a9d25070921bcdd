//! A flat hash table of notes on components, with a memory limit, shared by threads.

use super::{Note, spread};
use crate::impartial::Key;
use kit::{Result, Watch};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The table is full: the next growth would break the memory limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// Keys and their notes, in shards that grow by doubling until what was granted is reached.
pub struct Table<K> {
    shards: Box<[Mutex<Shard<K>>]>,
    limit: usize,
    granted: AtomicUsize,
    bytes: AtomicUsize,
    filled: AtomicUsize,
}

/// Open addressing with linear probing; a slot that nothing is noted in is empty.
struct Shard<K> {
    slots: Vec<(K, Note)>,
    filled: usize,
}

const SHARDS: usize = 64;
/// The bytes that a table takes before it asks.
const FREE: usize = 1 << 25;

impl<K: Key> Table<K> {
    /// An empty table that may take so many bytes, the first few without asking.
    pub fn new(limit: usize) -> Self {
        let shard = || Mutex::new(Shard { slots: Vec::new(), filled: 0 });
        Table {
            shards: (0..SHARDS).map(|_| shard()).collect(),
            limit,
            granted: AtomicUsize::new(limit.min(FREE)),
            bytes: AtomicUsize::new(0),
            filled: AtomicUsize::new(0),
        }
    }

    fn shard(&self, hash: u64) -> std::sync::MutexGuard<'_, Shard<K>> {
        // A poisoned shard belongs to a thread that panicked; its panic is already on its way.
        self.shards[(hash >> 58) as usize].lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// What is noted of the key.
    pub fn get(&self, key: &K) -> Note {
        let hash = spread(key);
        self.shard(hash).get(key, hash)
    }

    /// The nimber stored for the key.
    pub fn nimber(&self, key: &K) -> Option<u32> {
        self.get(key).nimber()
    }

    /// Adds to what is noted of the key.
    pub fn put(&self, key: &K, note: Note) -> std::result::Result<(), Full> {
        if note == Note::NOTHING {
            return Ok(());
        }
        let hash = spread(key);
        let mut shard = self.shard(hash);
        if shard.filled * 4 >= shard.slots.len() * 3 {
            self.grow(&mut shard)?;
        }
        if shard.put(key, hash, note) {
            self.filled.fetch_add(1, Ordering::Relaxed);
            let owned = key.owned_bytes();
            if owned > 0
                && self.bytes.fetch_add(owned, Ordering::Relaxed) + owned > self.granted.load(Ordering::Relaxed)
            {
                return Err(Full);
            }
        }
        Ok(())
    }

    /// Marks a key as one that a thread is at work on, or takes the mark away. A key of which nothing is noted is
    /// marked only where there is room.
    pub fn mark(&self, key: &K, busy: bool) {
        let hash = spread(key);
        let mut shard = self.shard(hash);
        if shard.slots.is_empty() {
            return;
        }
        let at = shard.find(key, hash);
        let note = shard.slots[at].1.busy(busy);
        // A slot must not become empty again: others may stand behind it.
        if shard.slots[at].1 != Note::NOTHING && note != Note::NOTHING {
            shard.slots[at].1 = note;
        } else if busy && shard.filled * 4 < shard.slots.len() * 3 && key.owned_bytes() == 0 {
            shard.put(key, hash, note);
            self.filled.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn grow(&self, shard: &mut Shard<K>) -> std::result::Result<(), Full> {
        let slot = size_of::<(K, Note)>();
        let (old, new) = (shard.slots.len(), (shard.slots.len() * 2).max(16));
        // While it grows, old and new slots stand side by side.
        if self.bytes.load(Ordering::Relaxed) + new * slot > self.granted.load(Ordering::Relaxed) {
            return Err(Full);
        }
        let slots = std::mem::replace(&mut shard.slots, vec![(K::default(), Note::NOTHING); new]);
        shard.filled = 0;
        for (key, note) in slots.into_iter().filter(|(_, note)| *note != Note::NOTHING) {
            let hash = spread(&key);
            shard.put(&key, hash, note);
        }
        self.bytes.fetch_add((new - old) * slot, Ordering::Relaxed);
        Ok(())
    }

    /// Asks for twice as much as was granted so far, and takes note when it is given; false when that would break the
    /// limit. What is stored stays, so a search that was ended by a full table goes on where it was.
    ///
    /// # Errors
    /// When the watch refuses the memory.
    pub fn grow_by_leave(&self, watch: &mut dyn Watch) -> Result<bool> {
        let granted = self.granted.load(Ordering::Relaxed);
        let next = granted.saturating_mul(2).min(self.limit);
        if next > granted {
            kit::memory::take(watch, "the table of the search", next as u64)?;
            self.granted.store(next, Ordering::Relaxed);
        }
        Ok(next > granted)
    }

    /// How many keys are stored.
    pub fn len(&self) -> usize {
        self.filled.load(Ordering::Relaxed)
    }

    /// Whether nothing is stored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes taken.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The bytes it may take.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// Calls `see` with every key whose nimber is known, in no particular order.
    pub fn each(&self, mut see: impl FnMut(&K, u32)) {
        self.each_proved(|key, note| {
            if let Some(nimber) = note.nimber() {
                see(key, nimber);
            }
        });
    }

    /// Calls `see` with every key of which something is proved, in no particular order.
    pub fn each_proved(&self, mut see: impl FnMut(&K, Note)) {
        for shard in &self.shards {
            let shard = shard.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            for (key, note) in &shard.slots {
                if note.proved() != Note::NOTHING {
                    see(key, note.proved());
                }
            }
        }
    }
}

impl<K: Key> Shard<K> {
    /// The slot of the key, or the empty one where it would stand.
    #[inline(always)]
    fn find(&self, key: &K, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].1 != Note::NOTHING && self.slots[at].0 != *key {
            at = (at + 1) & mask;
        }
        at
    }

    fn get(&self, key: &K, hash: u64) -> Note {
        if self.slots.is_empty() { Note::NOTHING } else { self.slots[self.find(key, hash)].1 }
    }

    /// True when the key is new.
    fn put(&mut self, key: &K, hash: u64, note: Note) -> bool {
        let at = self.find(key, hash);
        let slot = &mut self.slots[at];
        if slot.1 != Note::NOTHING {
            slot.1 = slot.1.and(note);
            return false;
        }
        *slot = (key.clone(), note);
        self.filled += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_found_and_nothing_else() {
        let table = Table::new(1 << 24);
        for key in 0..20_000u64 {
            table.put(&(key * key), Note::exactly((key % 1000) as u32)).unwrap();
        }
        assert_eq!(table.len(), 20_000);
        for key in 0..20_000u64 {
            assert_eq!(table.nimber(&(key * key)), Some((key % 1000) as u32));
        }
        assert_eq!(table.get(&2), Note::NOTHING);
        let mut sum = 0;
        table.each(|_, value| sum += u64::from(value));
        assert_eq!(sum, (0..20_000u64).map(|k| k % 1000).sum());
        assert!(table.bytes() <= table.limit());
    }

    /// Grants so many bytes and no more.
    struct Purse(u64);

    impl Watch for Purse {
        fn look(&mut self, _: u64, _: Option<u64>) -> std::ops::ControlFlow<()> {
            std::ops::ControlFlow::Continue(())
        }
        fn take(&mut self, what: &str, bytes: u64) -> Result<()> {
            match bytes <= self.0 {
                true => Ok(()),
                false => Err(kit::Error::too_large(what, "no", "ask for less")),
            }
        }
    }

    #[test]
    fn memory_is_asked_for_before_it_is_taken() {
        let table = Table::new(FREE * 8);
        let mut purse = Purse(2 * FREE as u64);
        let mut grants = 0;
        let refused = (0..u64::MAX).find_map(|key| {
            let full = table.put(&key, Note::exactly(1)).is_err();
            assert!(table.bytes() <= FREE << grants);
            let answer = if full { table.grow_by_leave(&mut purse) } else { Ok(true) };
            grants += u32::from(full);
            answer.err()
        });
        assert!(refused.is_some() && grants == 2 && table.bytes() <= 2 * FREE && table.bytes() > FREE);
        assert!(!Table::<u64>::new(1000).grow_by_leave(&mut purse).unwrap());
    }

    #[test]
    fn the_limit_holds() {
        let table = Table::new(10_000);
        let stopped = (0..10_000u64).find(|key| table.put(key, Note::exactly(1)).is_err());
        assert!(stopped.is_some() && table.bytes() <= 10_000);
        let table = Table::<Vec<u8>>::new(100_000);
        assert!((0..10_000u32).any(|key| table.put(&key.to_le_bytes().repeat(20), Note::exactly(1)).is_err()));
    }
}
