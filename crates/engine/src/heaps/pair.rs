//! A table on two threads.
//!
//! The threads take blocks of 32 heaps, whoever is free the next one. Before a block is settled its thread needs the
//! values before the block that the other may be at, and these are known. So both settle at the same time, and only
//! then the one waits for the other's block and finishes its own with what is missing: breaks with a part in one of the
//! two blocks, whose other part is below 64. Each thread has a table of its own and copies what the other finds; should
//! the other be kept from running, it does the other's block itself. How values are split may differ between the two,
//! for that decides how fast a value is found and not which it is.

use super::block::Block;
use super::kernel::LANES;
use super::sparse::Heaps;
use kit::machine::{self, Clock};
use kit::watch::Progress;
use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Breaks with a smaller part below this one are left to the end of a block.
const REACH: usize = 2 * LANES;

/// Tables below this one are not worth two threads.
const LEAST: usize = 1 << 14;

/// Blocks for which two threads are not started, and for which they are started at most.
const FEW: usize = 16;
const MANY: usize = 1 << 12;

/// A thread waits for the other so many times as long as it took to settle its own block.
const PATIENCE: f64 = 1.5;

/// What the threads tell each other.
struct Exchange<'a> {
    /// The length of the tables at the start.
    start: usize,
    /// Blocks that a thread has taken up, and blocks that are finished; in their order, because each needs those
    /// before it.
    claimed: AtomicUsize,
    finished: AtomicUsize,
    values: Vec<AtomicU16>,
    /// Whether they are to stop: nobody waits then, and nobody tells a block that is not whole.
    progress: &'a Progress,
}

/// Who waits looks at the clock after so many looks at the other.
const LOOKS: u32 = 64;

impl<'a> Exchange<'a> {
    fn new(start: usize, blocks: usize, progress: &'a Progress) -> Self {
        let values = (0..blocks * LANES).map(|_| AtomicU16::new(0)).collect();
        Exchange { start, claimed: AtomicUsize::new(0), finished: AtomicUsize::new(0), values, progress }
    }

    fn blocks(&self) -> usize {
        self.values.len() / LANES
    }

    /// The next block for a thread, while there are some.
    fn claim(&self) -> Option<usize> {
        let block = self.claimed.fetch_add(1, Ordering::Relaxed);
        Some(block).filter(|&block| block < self.blocks() && !self.progress.stopped())
    }

    /// Tells that a block is finished; all before it are. Should both threads do one, they tell the same.
    fn finish(&self, block: usize, values: &[u16]) {
        let place = &self.values[block * LANES..][..LANES];
        place.iter().zip(values).for_each(|(place, &value)| place.store(value, Ordering::Relaxed));
        self.finished.fetch_max(block + 1, Ordering::Release);
    }

    /// Tells a block of a table, if the table has all of it.
    fn tell(&self, block: usize, heaps: &Heaps) {
        let first = self.start + block * LANES;
        if let Some(values) = heaps.values().get(first..first + LANES) {
            self.finish(block, values);
        }
    }

    /// Whether so many blocks are finished, or will be within so many seconds.
    fn is_there(&self, blocks: usize, seconds: f64) -> bool {
        let (clock, mut looks) = (Clock::start(), 0);
        while self.finished.load(Ordering::Acquire) < blocks {
            looks += 1;
            if looks % LOOKS == 0 && (clock.seconds() >= seconds || self.progress.stopped()) {
                return false;
            }
            std::hint::spin_loop();
        }
        true
    }

    /// Copies so many blocks into a table, as far as it lacks them; those that do not come in time it computes.
    fn bring(&self, heaps: &mut Heaps, blocks: usize, seconds: f64) {
        while heaps.values().len() < self.start + blocks * LANES && !self.progress.stopped() {
            let block = (heaps.values().len() - self.start) / LANES;
            let first = self.start + block * LANES;
            if self.is_there(block + 1, seconds) {
                let lacking = block * LANES..(block + 1) * LANES;
                lacking.for_each(|place| heaps.push(self.values[place].load(Ordering::Relaxed)));
            } else {
                heaps.extend_under(first + LANES - 1, self.progress);
                self.tell(block, heaps);
            }
        }
    }
}

/// Lets nobody wait for a thread that panics; the panic is passed on when both have ended.
struct Bell<'a>(&'a Exchange<'a>);

impl Drop for Bell<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.finished.store(usize::MAX, Ordering::Release);
        }
    }
}

impl Heaps {
    /// Computes up to g(to) on so many threads, of which two are of use, where the machine has them.
    pub fn extend_on(&mut self, threads: usize, to: usize) {
        self.extend_on_under(threads, to, &Progress::default());
    }

    /// The same, or less when it is to stop.
    pub fn extend_on_under(&mut self, threads: usize, to: usize, progress: &Progress) {
        if threads > 1 && machine::threads() > 1 {
            self.extend_under(to.min(LEAST), progress);
            let missing = |heaps: &Heaps| (to + 1).saturating_sub(heaps.values().len());
            while missing(self) >= FEW * LANES && self.blocks_pay(self.values().len()) && !progress.stopped() {
                self.extend_in_pair((missing(self) / LANES).min(MANY), progress);
            }
        }
        self.extend_under(to, progress);
    }

    fn extend_in_pair(&mut self, blocks: usize, progress: &Progress) {
        let mut twin = self.twin.take().unwrap_or_else(|| Box::new(Heaps::new(self.rule())));
        twin.follow(self.values());
        self.set_reach(REACH);
        twin.set_reach(REACH);
        let exchange = Exchange::new(self.values().len(), blocks, progress);
        let tables = [Mutex::new(&mut *self), Mutex::new(&mut *twin)];
        machine::company(2, 1 << 21, |number| {
            let _bell = Bell(&exchange);
            let mut heaps = tables[number].lock().unwrap_or_else(PoisonError::into_inner);
            while let Some(block) = exchange.claim() {
                heaps.work(block, &exchange);
            }
            exchange.bring(&mut heaps, blocks, 0.0);
        });
        // Should a thread not have started, the other has done all.
        self.follow(twin.values());
        self.twin = Some(twin);
    }

    /// Settles a block, waits for the one before it, and finishes.
    fn work(&mut self, block: usize, exchange: &Exchange<'_>) {
        exchange.bring(self, block.saturating_sub(1), 0.0);
        if exchange.progress.stopped() {
            return;
        }
        self.review();
        let clock = Clock::start();
        let first = exchange.start + block * LANES;
        let settled = self.blocks_pay(self.values().len()).then(|| {
            let memory = std::mem::take(&mut self.blocks);
            Block::new(self, first, memory, exchange.progress)
        });
        exchange.bring(self, block, PATIENCE * clock.seconds());
        if exchange.progress.stopped() {
            return;
        }
        match settled {
            Some(settled) => self.finish_block(settled, first, exchange.progress),
            None => self.extend_singly(first + LANES - 1, exchange.progress),
        }
        exchange.tell(block, self);
    }

    /// Takes over what another table of the same game has more.
    fn follow(&mut self, values: &[u16]) {
        match self.values().len() {
            0 => *self = Heaps::resume(self.rule(), values.to_vec()),
            known => values.iter().skip(known).for_each(|&value| self.push(value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::Rule;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn two_threads_have_the_values_of_one() {
        let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(21);
        for code in ["0.6", "0.007", "0.07", "0.376", "0.354", "0.16", "4.007", "0.127", "0.5555", "0.77"] {
            let rule: Rule = code.parse().unwrap();
            let to = LEAST + chance.random_range(2000..9000);
            let mut pair = Heaps::new(&rule);
            // In steps, as a watched run takes them: few blocks, many, a number that is odd, a rest.
            while pair.values().len() <= to {
                let next = (pair.values().len() + chance.random_range(1..4000)).min(to);
                pair.extend_on(2, next);
                assert_eq!(pair.values().len(), next + 1, "{code}");
            }
            assert_eq!(pair.values(), Heaps::table(&rule, to).unwrap(), "{code}");
        }
    }

    #[test]
    fn a_game_that_blocks_do_not_suit_is_computed_as_before() {
        for code in ["grundy", "0.(3)", "subtract({1,3,4})"] {
            let rule: Rule = code.parse().unwrap();
            let mut pair = Heaps::new(&rule);
            pair.extend_on(2, 3000);
            assert_eq!(pair.values(), Heaps::table(&rule, 3000).unwrap(), "{code}");
        }
    }
}
