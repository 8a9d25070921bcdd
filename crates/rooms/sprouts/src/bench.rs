//! A bench: the positions after the moves on a land, brought to numbered lands by several hands.
//!
//! Its owner takes them from the front, others from the back: neighbours have parts in common, and a part that two
//! bring to canonical form at the same time is brought there twice. What comes of a position does not depend on the
//! hand. The owner waits for nobody: what another took and has not brought home, whose thread may wait for a processor,
//! the owner does as well.

use super::atlas::Id;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// With fewer positions left there is no room for another hand.
const ROOM: u32 = 8;
/// So often the owner looks whether another has brought home what it took.
const PATIENCE: usize = 4000;
/// A stand where nothing lies.
const EMPTY: u64 = u64::MAX;

/// Positions and what became of them.
pub(super) struct Bench {
    bytes: Vec<u8>,
    ends: Vec<usize>,
    sums: Box<[OnceLock<Vec<Id>>]>,
    /// The positions that nobody took: from the low half to before the high half.
    open: AtomicU64,
}

impl Bench {
    /// One with these positions: their bytes, and where each ends.
    pub(super) fn new(bytes: Vec<u8>, ends: Vec<usize>) -> Bench {
        let sums = ends.iter().map(|_| OnceLock::new()).collect();
        let open = AtomicU64::new((ends.len() as u64) << 32);
        Bench { bytes, ends, sums, open }
    }

    fn raw(&self, at: usize) -> &[u8] {
        let from = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[from..self.ends[at]]
    }

    fn left(open: u64) -> Range<u32> {
        open as u32..(open >> 32) as u32
    }

    fn take(&self, first: bool) -> Option<usize> {
        let least = if first { 1 } else { ROOM };
        let rest = |open| {
            let left = Bench::left(open);
            let enough = left.len() >= least as usize;
            enough.then(|| if first { open + 1 } else { open - (1 << 32) })
        };
        let before = self.open.fetch_update(Ordering::Relaxed, Ordering::Relaxed, rest).ok()?;
        let left = Bench::left(before);
        Some(if first { left.start } else { left.end - 1 } as usize)
    }

    /// Another hand: takes a position from the back; false where there is no room.
    fn help(&self, make: &mut dyn FnMut(&[u8]) -> Option<Vec<Id>>) -> bool {
        let Some(at) = self.take(false) else { return false };
        // What failed the owner does again, and sees why.
        if let Some(sum) = make(self.raw(at)) {
            // The owner may have lost patience.
            let _ = self.sums[at].set(sum);
        }
        true
    }

    /// Helps until there is no room.
    pub(super) fn lend(&self, make: &mut dyn FnMut(&[u8]) -> Option<Vec<Id>>) {
        while self.help(make) {}
    }

    /// The owner's work: all sums, each the lands of a position in order.
    ///
    /// # Errors
    /// What `make` says of a position.
    pub(super) fn finish<E>(&self, make: &mut dyn FnMut(&[u8]) -> Result<Vec<Id>, E>) -> Result<Vec<Vec<Id>>, E> {
        while let Some(at) = self.take(true) {
            let sum = make(self.raw(at))?;
            let _ = self.sums[at].set(sum);
        }
        (0..self.ends.len()).map(|at| self.brought(at).map_or_else(|| make(self.raw(at)), Ok)).collect()
    }

    fn brought(&self, at: usize) -> Option<Vec<Id>> {
        (0..PATIENCE).find_map(|_| {
            let sum = self.sums[at].get();
            if sum.is_none() {
                std::hint::spin_loop();
            }
            sum.cloned()
        })
    }
}

/// Where a thread puts its bench while it makes the options of a land.
#[derive(Default)]
struct Stand {
    /// The land, or that there is none.
    land: AtomicU64,
    bench: Mutex<Option<Arc<Bench>>>,
}

/// The stands of all threads of a search.
pub(super) struct Stands {
    stands: Box<[Stand]>,
}

impl Stands {
    /// For so many threads; the first is the one that searches.
    pub(super) fn new(threads: usize) -> Stands {
        let stand = || Stand { land: AtomicU64::new(EMPTY), bench: Mutex::default() };
        Stands { stands: (0..threads).map(|_| stand()).collect() }
    }

    fn locked(&self, number: usize) -> MutexGuard<'_, Option<Arc<Bench>>> {
        // Who panicked with the lock in hand is already on the way out.
        self.stands[number].bench.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A thread shows its bench with a land on it until it takes it away.
    pub(super) fn show(&self, number: usize, land: Id, bench: &Arc<Bench>) {
        *self.locked(number) = Some(Arc::clone(bench));
        self.stands[number].land.store(land.into(), Ordering::Release);
    }

    /// The thread takes its bench away.
    pub(super) fn clear(&self, number: usize) {
        self.stands[number].land.store(EMPTY, Ordering::Relaxed);
        *self.locked(number) = None;
    }

    /// The bench of the thread that searches, if it shows one.
    pub(super) fn first(&self) -> Option<Arc<Bench>> {
        let shown = self.stands[0].land.load(Ordering::Acquire) != EMPTY;
        shown.then(|| self.locked(0).clone()).flatten()
    }

    /// The bench with this land.
    pub(super) fn of(&self, land: Id) -> Option<Arc<Bench>> {
        let number = self.stands.iter().position(|stand| stand.land.load(Ordering::Acquire) == u64::from(land))?;
        self.locked(number).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;

    /// Positions of one to nine bytes, and the sum that this test makes of one.
    fn positions(count: usize) -> Bench {
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        for at in 0..count {
            bytes.extend((0..=at % 9).map(|i| (at * 7 + i) as u8));
            ends.push(bytes.len());
        }
        Bench::new(bytes, ends)
    }

    fn sum_of(raw: &[u8]) -> Vec<Id> {
        raw.iter().map(|&byte| Id::from(byte) * 3).collect()
    }

    fn finished(bench: &Bench) -> Vec<Vec<Id>> {
        bench.finish(&mut |raw| Ok::<_, ()>(sum_of(raw))).unwrap()
    }

    #[test]
    fn what_comes_of_positions_does_not_depend_on_the_hands() {
        let alone = finished(&positions(3000));
        for (bench, at) in [(positions(3000), 0), (positions(3000), 1)] {
            let helped = AtomicUsize::new(0);
            let answers = kit::machine::company(3, 1 << 20, |number| match number == at {
                true => Some(finished(&bench)),
                false => {
                    while bench.help(&mut |raw| Some(sum_of(raw))) {
                        helped.fetch_add(1, Ordering::Relaxed);
                    }
                    None
                }
            });
            assert!(answers.into_iter().flatten().all(|sums| sums == alone));
            assert!(helped.into_inner() <= 3000 - ROOM as usize + 1);
        }
    }

    #[test]
    fn the_owner_does_what_others_took_and_left_and_says_what_fails() {
        let bench = positions(20);
        let mut taken = 0;
        while bench.help(&mut |_| None) {
            taken += 1;
        }
        assert_eq!(taken, 20 - ROOM + 1, "from the back, while there is room");
        assert_eq!(finished(&bench), finished(&positions(20)));
        let bench = positions(20);
        assert!(bench.help(&mut |raw| Some(sum_of(raw))) && bench.help(&mut |_| None));
        let mut made = 0;
        let failing = bench.finish(&mut |raw| {
            made += 1;
            if raw[0] == 18 * 7 { Err("full") } else { Ok(sum_of(raw)) }
        });
        assert_eq!((failing, made), (Err("full"), 19), "what was brought is not made again");
    }

    #[test]
    fn a_bench_is_found_while_it_is_shown() {
        let (stands, bench) = (Stands::new(2), Arc::new(positions(40)));
        assert!(stands.first().is_none() && stands.of(7).is_none());
        stands.show(1, 7, &bench);
        assert!(stands.first().is_none() && stands.of(7).is_some() && stands.of(8).is_none());
        bench.lend(&mut |raw| Some(sum_of(raw)));
        assert!(!bench.help(&mut |raw| Some(sum_of(raw))));
        stands.show(0, 9, &bench);
        stands.clear(1);
        assert!(stands.first().is_some() && stands.of(7).is_none());
    }
}
