//! Parts of positions as they came, with the numbers of their lands, shared by the threads of a search.
//!
//! Most parts of new positions look just like parts met before, and a canonical form is dear: so the number of a part
//! is kept under its text as it came. A thread that kept its own would bring to canonical form what another has
//! brought there already.

use super::atlas::Id;
use engine::search::spread;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

const SHARDS: usize = 64;

/// Texts and numbers.
pub struct Met {
    shards: Box<[Mutex<Shard>]>,
    memory: AtomicUsize,
}

/// An open table over an arena of texts.
#[derive(Default)]
struct Shard {
    bytes: Vec<u8>,
    starts: Vec<u32>,
    ids: Vec<Id>,
    slots: Vec<u32>,
}

/// A slot where nothing stands.
const FREE: u32 = u32::MAX;

impl Default for Met {
    fn default() -> Self {
        Met { shards: (0..SHARDS).map(|_| Mutex::default()).collect(), memory: AtomicUsize::new(0) }
    }
}

impl Met {
    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard> {
        // Who panicked with the lock in hand is already on the way out.
        self.shards[(hash >> 58) as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number kept under a text.
    pub fn find(&self, text: &[u8]) -> Option<Id> {
        let hash = spread(text);
        self.shard(hash).find(text, hash)
    }

    /// Keeps a number under a text; what stands there already is the same.
    pub fn keep(&self, text: &[u8], id: Id) {
        let hash = spread(text);
        let mut shard = self.shard(hash);
        let before = shard.memory();
        if shard.find(text, hash).is_none() && !shard.put(text, hash, id) {
            *shard = Shard::default();
        }
        self.memory.fetch_add(shard.memory().wrapping_sub(before), Ordering::Relaxed);
    }

    /// The bytes of memory taken.
    pub fn memory(&self) -> usize {
        self.memory.load(Ordering::Relaxed)
    }

    /// Forgets everything, where it takes more than so many bytes: it only saves work.
    pub fn forget_beyond(&self, bytes: usize) {
        if self.memory() <= bytes {
            return;
        }
        for shard in &self.shards {
            let shard = std::mem::take(&mut *shard.lock().unwrap_or_else(PoisonError::into_inner));
            self.memory.fetch_sub(shard.memory(), Ordering::Relaxed);
        }
    }
}

impl Shard {
    fn get(&self, number: u32) -> &[u8] {
        let number = number as usize;
        let end = self.starts.get(number + 1).map_or(self.bytes.len(), |&end| end as usize);
        &self.bytes[self.starts[number] as usize..end]
    }

    fn find(&self, text: &[u8], hash: u64) -> Option<Id> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            match self.slots[at] {
                FREE => return None,
                number if self.get(number) == text => return Some(self.ids[number as usize]),
                _ => at = (at + 1) & mask,
            }
        }
    }

    /// Puts a new text; false where its place cannot be numbered.
    fn put(&mut self, text: &[u8], hash: u64, id: Id) -> bool {
        let Ok(start) = u32::try_from(self.bytes.len() + text.len()).map(|end| end - text.len() as u32) else {
            return false;
        };
        if self.starts.len() * 2 >= self.slots.len() {
            self.grow();
        }
        self.take(hash, self.starts.len() as u32);
        self.starts.push(start);
        self.ids.push(id);
        self.bytes.extend_from_slice(text);
        true
    }

    fn take(&mut self, hash: u64, number: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != FREE {
            at = (at + 1) & mask;
        }
        self.slots[at] = number;
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(16);
        self.slots = vec![FREE; size];
        for number in 0..self.starts.len() as u32 {
            self.take(spread(self.get(number)), number);
        }
    }

    fn memory(&self) -> usize {
        self.bytes.capacity() + (self.starts.capacity() + self.ids.capacity() + self.slots.capacity()) * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_by_every_thread_until_it_is_forgotten() {
        let met = Met::default();
        let text = |i: u32| i.to_le_bytes()[..1 + i as usize % 4].repeat(1 + i as usize % 7);
        let number = |i: u32| spread(text(i).as_slice()) as Id;
        let missed = kit::machine::company(2, 1 << 20, |_| {
            let fresh = (0..20_000).filter(|&i| met.find(&text(i)).is_none_or(|id| id != number(i)));
            fresh.inspect(|&i| met.keep(&text(i), number(i))).count()
        });
        assert!(missed.iter().sum::<usize>() > 0 && (0..20_000).all(|i| met.find(&text(i)) == Some(number(i))));
        assert_eq!(met.find(b"none"), None);
        let sum = |met: &Met| met.shards.iter().map(|shard| shard.lock().unwrap().memory()).sum::<usize>();
        assert!(met.memory() == sum(&met) && met.memory() > 20_000);
        met.forget_beyond(met.memory());
        assert_eq!(met.find(&text(7)), Some(number(7)));
        met.forget_beyond(met.memory() - 1);
        assert_eq!((met.find(&text(7)), met.memory(), sum(&met)), (None, 0, 0));
        met.keep(&text(7), 9);
        assert_eq!(met.find(&text(7)), Some(9));
    }
}
