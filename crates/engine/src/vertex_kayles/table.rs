//! A flat table of what is known about positions, shared by threads, with exact keys.
//!
//! An entry is `W` words: the set of vertices itself, with eight bits of knowledge and one lock bit above the highest
//! vertex. Nothing is hashed away: an entry answers only for the very set it was made for. Four entries form a bucket,
//! guarded by the lock bit of its first entry.

use crate::search::Note;
use std::sync::atomic::{AtomicU64, Ordering};

/// A set of vertices in exactly as many words as the graph needs.
pub(super) type Bits<const W: usize> = [u64; W];

/// The bits of the last word that are not vertices.
pub(super) const SPARE_BITS: usize = 9;
const LOCK: u64 = 1 << 63;
const KNOWLEDGE_SHIFT: u32 = 55;
const KEY: u64 = (1 << KNOWLEDGE_SHIFT) - 1;
const BUCKET: usize = 4;

/// What is known about a nimber: its value, or some values that it has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Knowledge(u8);

impl Knowledge {
    const EXACT: u8 = 0x80;
    /// Values from here on are not remembered as excluded, values from [`Knowledge::EXACT`] on not as exact.
    const EXCLUDABLE: u32 = 7;

    pub(super) const NOTHING: Knowledge = Knowledge(0);

    pub(super) fn exactly(nimber: u32) -> Self {
        if nimber < u32::from(Self::EXACT) { Knowledge(Self::EXACT | nimber as u8) } else { Self::NOTHING }
    }

    pub(super) fn excluding(nimber: u32) -> Self {
        if nimber < Self::EXCLUDABLE { Knowledge(1 << nimber) } else { Self::NOTHING }
    }

    /// The same as a note of the searches.
    pub(super) fn note(self) -> Note {
        match self.0 & Self::EXACT {
            0 => Note::not(self.0.into()),
            _ => Note::exactly((self.0 ^ Self::EXACT).into()),
        }
    }

    /// What of a note is remembered.
    pub(super) fn of_note(note: Note) -> Self {
        match note.nimber() {
            Some(nimber) => Knowledge::exactly(nimber),
            None => Knowledge(note.excluded() as u8 & ((1 << Self::EXCLUDABLE) - 1)),
        }
    }

    /// Whether the nimber is `k`, if that is known.
    #[inline(always)]
    pub(super) fn is(self, k: u32) -> Option<bool> {
        if self.0 & Self::EXACT != 0 {
            Some(u32::from(self.0 ^ Self::EXACT) == k)
        } else if k < Self::EXCLUDABLE && self.0 >> k & 1 == 1 {
            Some(false)
        } else {
            None
        }
    }

    pub(super) fn and(self, other: Self) -> Self {
        if self.0 & Self::EXACT != 0 {
            self
        } else if other.0 & Self::EXACT != 0 {
            other
        } else {
            Knowledge(self.0 | other.0)
        }
    }
}

/// The table. Its buckets are a power of two in number.
pub(super) struct Table<const W: usize> {
    words: Box<[AtomicU64]>,
    shift: u32,
}

impl<const W: usize> Table<W> {
    /// A table of at most `bytes` bytes, but of at least one bucket.
    pub(super) fn within(bytes: usize) -> Self {
        let buckets = (bytes / (8 * W * BUCKET)).max(1);
        let log = buckets.ilog2();
        let count = (1usize << log) * W * BUCKET;
        Table { words: zeroed(count), shift: 64 - log }
    }

    #[inline(always)]
    fn bucket(&self, set: &Bits<W>) -> &[AtomicU64] {
        let index = hash(set).unbounded_shr(self.shift) as usize;
        &self.words[index * W * BUCKET..][..W * BUCKET]
    }

    /// What is known about `set`, which is not empty.
    #[inline(always)]
    pub(super) fn get(&self, set: &Bits<W>) -> Knowledge {
        let bucket = self.bucket(set);
        let guard = lock::<W>(bucket);
        let found = (0..BUCKET).find(|&entry| holds(bucket, entry, set));
        let knowledge = found.map_or(Knowledge::NOTHING, |entry| knowledge_of::<W>(bucket, entry));
        bucket[W - 1].store(guard, Ordering::Release);
        knowledge
    }

    /// Adds to what is known about `set`. In a full bucket the smallest set, the cheapest to search again, makes room:
    /// then it returns true.
    pub(super) fn add(&self, set: &Bits<W>, knowledge: Knowledge) -> bool {
        if knowledge == Knowledge::NOTHING {
            return false;
        }
        let bucket = self.bucket(set);
        let mut guard = lock::<W>(bucket);
        let found = (0..BUCKET).find(|&entry| holds(bucket, entry, set));
        let entry = found.unwrap_or_else(|| (0..BUCKET).min_by_key(|&entry| size::<W>(bucket, entry)).unwrap_or(0));
        let sum = if found.is_some() { knowledge_of::<W>(bucket, entry).and(knowledge) } else { knowledge };
        let lost = found.is_none() && size::<W>(bucket, entry) > 0;
        for (word, &bits) in bucket[entry * W..][..W - 1].iter().zip(set) {
            word.store(bits, Ordering::Relaxed);
        }
        let last = set[W - 1] | u64::from(sum.0) << KNOWLEDGE_SHIFT;
        if entry == 0 {
            guard = last;
        } else {
            bucket[entry * W + W - 1].store(last, Ordering::Relaxed);
        }
        bucket[W - 1].store(guard, Ordering::Release);
        lost
    }

    /// The number of entries it has room for.
    pub(super) fn room(&self) -> usize {
        self.words.len() / W
    }

    /// Its size in bytes.
    pub(super) fn bytes(&self) -> usize {
        8 * self.words.len()
    }

    /// The same knowledge in a table of at most `bytes` bytes.
    pub(super) fn moved(&self, bytes: usize) -> Self {
        let new = Table::within(bytes);
        for entry in self.words.chunks_exact(W) {
            let mut set: Bits<W> = std::array::from_fn(|word| entry[word].load(Ordering::Relaxed));
            let knowledge = Knowledge((set[W - 1] >> KNOWLEDGE_SHIFT) as u8);
            set[W - 1] &= KEY;
            new.add(&set, knowledge);
        }
        new
    }
}

/// Spreads the sets over the buckets.
#[inline(always)]
pub(super) fn hash<const W: usize>(set: &Bits<W>) -> u64 {
    let spread = |hash: u64, &word: &u64| {
        let product = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        product as u64 ^ (product >> 64) as u64
    };
    set.iter().fold(0, spread).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Zeroed words, which the operating system maps only when they are touched.
#[allow(unsafe_code)]
fn zeroed(count: usize) -> Box<[AtomicU64]> {
    const { assert!(align_of::<AtomicU64>() == align_of::<u64>()) };
    let words = Box::into_raw(vec![0u64; count].into_boxed_slice());
    // SAFETY: an AtomicU64 has the size and the representation of a u64, and here its alignment; the box was just taken
    // apart and nobody else has it.
    unsafe { Box::from_raw(words as *mut [AtomicU64]) }
}

/// Locks a bucket; the last word of its first entry without the lock bit is what unlocks it again.
#[inline(always)]
fn lock<const W: usize>(bucket: &[AtomicU64]) -> u64 {
    loop {
        let word = bucket[W - 1].fetch_or(LOCK, Ordering::Acquire);
        if word & LOCK == 0 {
            return word;
        }
        std::hint::spin_loop();
    }
}

#[inline(always)]
fn holds<const W: usize>(bucket: &[AtomicU64], entry: usize, set: &Bits<W>) -> bool {
    let words = &bucket[entry * W..][..W];
    let last = words[W - 1].load(Ordering::Relaxed) & KEY == set[W - 1];
    last && (0..W - 1).all(|word| words[word].load(Ordering::Relaxed) == set[word])
}

#[inline(always)]
fn knowledge_of<const W: usize>(bucket: &[AtomicU64], entry: usize) -> Knowledge {
    Knowledge((bucket[entry * W + W - 1].load(Ordering::Relaxed) >> KNOWLEDGE_SHIFT) as u8)
}

fn size<const W: usize>(bucket: &[AtomicU64], entry: usize) -> u32 {
    let words = &bucket[entry * W..][..W];
    let last = (words[W - 1].load(Ordering::Relaxed) & KEY).count_ones();
    last + words[..W - 1].iter().map(|word| word.load(Ordering::Relaxed).count_ones()).sum::<u32>()
}
