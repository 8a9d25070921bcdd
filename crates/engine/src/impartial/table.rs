//! A flat hash table of nimbers with a memory limit, shared by threads.

use super::Key;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The table is full: the next growth would break the memory limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// Keys and their nimbers, in shards that grow by doubling until the limit is reached.
pub struct Table<K> {
    shards: Box<[Mutex<Shard<K>>]>,
    limit: usize,
    bytes: AtomicUsize,
    filled: AtomicUsize,
}

/// Open addressing with linear probing; the value 0 marks an empty slot, v + 1 stands for the nimber v.
struct Shard<K> {
    keys: Vec<K>,
    values: Vec<u16>,
    filled: usize,
}

const SHARDS: usize = 64;
/// The largest nimber that fits a slot.
pub(super) const MOST: u32 = u16::MAX as u32 - 1;

fn hash_of<K: Key>(key: &K) -> u64 {
    // Fx spreads well upwards only; a fold brings the high bits down to the slots.
    let hash = FxBuildHasher.hash_one(key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    hash ^ (hash >> 32)
}

impl<K: Key> Table<K> {
    /// An empty table that may take so many bytes.
    pub fn new(limit: usize) -> Self {
        let shard = || Mutex::new(Shard { keys: Vec::new(), values: Vec::new(), filled: 0 });
        Table {
            shards: (0..SHARDS).map(|_| shard()).collect(),
            limit,
            bytes: AtomicUsize::new(0),
            filled: AtomicUsize::new(0),
        }
    }

    fn shard(&self, hash: u64) -> std::sync::MutexGuard<'_, Shard<K>> {
        // A poisoned shard belongs to a thread that panicked; its panic is already on its way.
        self.shards[(hash >> 58) as usize].lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The nimber stored for the key.
    pub fn get(&self, key: &K) -> Option<u32> {
        let hash = hash_of(key);
        self.shard(hash).get(key, hash)
    }

    /// Stores a nimber; storing again changes nothing.
    pub fn put(&self, key: &K, value: u32) -> Result<(), Full> {
        let hash = hash_of(key);
        let mut shard = self.shard(hash);
        if shard.filled * 4 >= shard.keys.len() * 3 {
            self.grow(&mut shard)?;
        }
        if shard.put(key, hash, value as u16 + 1) {
            self.filled.fetch_add(1, Ordering::Relaxed);
            let owned = key.owned_bytes();
            if owned > 0 && self.bytes.fetch_add(owned, Ordering::Relaxed) + owned > self.limit {
                return Err(Full);
            }
        }
        Ok(())
    }

    fn grow(&self, shard: &mut Shard<K>) -> Result<(), Full> {
        let slot = size_of::<K>() + size_of::<u16>();
        let (old, new) = (shard.keys.len(), (shard.keys.len() * 2).max(16));
        // While it grows, old and new slots stand side by side.
        if self.bytes.load(Ordering::Relaxed) + new * slot > self.limit {
            return Err(Full);
        }
        let keys = std::mem::replace(&mut shard.keys, vec![K::default(); new]);
        let values = std::mem::replace(&mut shard.values, vec![0; new]);
        shard.filled = 0;
        for (key, value) in keys.into_iter().zip(values).filter(|&(_, value)| value != 0) {
            let hash = hash_of(&key);
            shard.put(&key, hash, value);
        }
        self.bytes.fetch_add((new - old) * slot, Ordering::Relaxed);
        Ok(())
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

    /// Calls `see` with every key and its nimber, in no particular order.
    pub fn each(&self, mut see: impl FnMut(&K, u32)) {
        for shard in &self.shards {
            let shard = shard.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            for (key, &value) in shard.keys.iter().zip(&shard.values) {
                if value != 0 {
                    see(key, u32::from(value) - 1);
                }
            }
        }
    }
}

impl<K: Key> Shard<K> {
    fn get(&self, key: &K, hash: u64) -> Option<u32> {
        let mask = self.keys.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        while self.values[at] != 0 {
            if self.keys[at] == *key {
                return Some(u32::from(self.values[at]) - 1);
            }
            at = (at + 1) & mask;
        }
        None
    }

    /// True when the key is new.
    fn put(&mut self, key: &K, hash: u64, value: u16) -> bool {
        let mask = self.keys.len() - 1;
        let mut at = hash as usize & mask;
        while self.values[at] != 0 {
            if self.keys[at] == *key {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.keys[at] = key.clone();
        self.values[at] = value;
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
            table.put(&(key * key), (key % 1000) as u32).unwrap();
        }
        assert_eq!(table.len(), 20_000);
        for key in 0..20_000u64 {
            assert_eq!(table.get(&(key * key)), Some((key % 1000) as u32));
        }
        assert_eq!(table.get(&2), None);
        let mut sum = 0;
        table.each(|_, value| sum += u64::from(value));
        assert_eq!(sum, (0..20_000u64).map(|k| k % 1000).sum());
        assert!(table.bytes() <= table.limit());
    }

    #[test]
    fn the_limit_holds() {
        let table = Table::new(10_000);
        let stopped = (0..10_000u64).find(|key| table.put(key, 1).is_err());
        assert!(stopped.is_some() && table.bytes() <= 10_000);
        let table = Table::<Vec<u8>>::new(100_000);
        assert!((0..10_000u32).any(|key| table.put(&key.to_le_bytes().repeat(20), 1).is_err()));
    }
}
