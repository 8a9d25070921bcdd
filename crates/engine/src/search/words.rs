//! A store of words that only grows, read and written by several threads without locks.
//!
//! Blocks double in size up to 8 MiB and are never moved, so that a place stays good. Words are atomic: who makes a
//! place known to another thread does so with a release and an acquire (a lock, or a word of the store itself), and
//! what was written before is then seen.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The words of the first block.
const FIRST: u64 = 1 << 12;
/// So often a block is twice as large as the one before; from then on all are alike, so that little lies idle.
const DOUBLINGS: u32 = 8;
const LARGEST: u64 = FIRST << DOUBLINGS;
/// Where the first of the largest blocks begins.
const LEVEL: u64 = FIRST * ((1 << DOUBLINGS) - 1);
const BLOCKS: usize = 4096;

/// Words by their places, from 0 on.
pub struct Words {
    blocks: Box<[OnceLock<Box<[AtomicU64]>>]>,
    next: AtomicU64,
}

impl Default for Words {
    fn default() -> Self {
        Words { blocks: (0..BLOCKS).map(|_| OnceLock::new()).collect(), next: AtomicU64::new(0) }
    }
}

/// The block of a place, and where it stands there.
#[inline(always)]
fn find(place: u64) -> (usize, usize) {
    match place.checked_sub(LEVEL) {
        Some(beyond) => (DOUBLINGS as usize + (beyond / LARGEST) as usize, (beyond % LARGEST) as usize),
        None => {
            // Block b begins at FIRST (2^b - 1).
            let block = (place / FIRST + 1).ilog2();
            (block as usize, (place - FIRST * ((1 << block) - 1)) as usize)
        }
    }
}

/// Where a block begins.
fn begin(block: usize) -> u64 {
    match block.checked_sub(DOUBLINGS as usize) {
        Some(beyond) => LEVEL + LARGEST * beyond as u64,
        None => FIRST * ((1 << block) - 1),
    }
}

impl Words {
    /// A run of so many words in one piece, all 0; none where it would end beyond `most`, or is longer than a block.
    pub fn take(&self, count: usize, most: u64) -> Option<u64> {
        let count = count.max(1) as u64;
        let mut from = 0;
        let reserved = self.next.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |next| {
            from = next;
            // A run that would cross the end of its block begins with the next one.
            while count <= LARGEST && find(from).0 != find(from + count - 1).0 {
                from = begin(find(from).0 + 1);
            }
            let fits = count <= LARGEST && find(from).0 < BLOCKS && from + count <= most;
            fits.then_some(from + count)
        });
        reserved.ok()?;
        let block = find(from).0;
        let size = begin(block + 1) - begin(block);
        self.blocks[block].get_or_init(|| (0..size).map(|_| AtomicU64::new(0)).collect());
        Some(from)
    }

    /// The word at a place that was taken.
    #[inline(always)]
    pub fn at(&self, place: u64) -> &AtomicU64 {
        let (block, at) = find(place);
        &self.blocks[block].get().expect("the place was taken")[at]
    }

    /// The words of a run that was taken.
    #[inline(always)]
    pub fn run(&self, place: u64, count: usize) -> &[AtomicU64] {
        let (block, at) = find(place);
        &self.blocks[block].get().expect("the place was taken")[at..at + count]
    }

    /// The bytes that the blocks hold.
    pub fn bytes(&self) -> usize {
        match self.next.load(Ordering::Relaxed) {
            0 => 0,
            next => 8 * begin(find(next - 1).0 + 1) as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_lie_in_one_piece_and_never_overlap() {
        let words = Words::default();
        let mut runs = Vec::new();
        for count in (1..4000).cycle().take(6000) {
            runs.push((words.take(count, u64::MAX).unwrap(), count));
        }
        for (number, &(place, count)) in runs.iter().enumerate() {
            assert!(words.run(place, count).iter().all(|word| word.swap(number as u64 + 1, Ordering::Relaxed) == 0));
        }
        for (number, &(place, count)) in runs.iter().enumerate() {
            let same = |i: u64| words.at(place + i).load(Ordering::Relaxed) == number as u64 + 1;
            assert!((0..count as u64).all(same), "run {number}");
        }
        assert!(words.take(1, 1000).is_none() && words.take(1 << 21, u64::MAX).is_none());
        assert!(words.bytes() >= runs.iter().map(|run| run.1 * 8).sum());
    }

    #[test]
    fn threads_get_runs_of_their_own() {
        let words = Words::default();
        let taken = kit::machine::company(3, 1 << 20, |_| {
            (0..5000).map(|i| (words.take(1 + i % 7, u64::MAX).unwrap(), 1 + i as u64 % 7)).collect::<Vec<_>>()
        });
        let mut all: Vec<(u64, u64)> = taken.into_iter().flatten().collect();
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0));
    }
}
