//! A block of 32 consecutive heaps of the sparse table at once.
//!
//! 1. *Marks.* Breaks with some of the parts are marked, value by value. This excludes most values below the mex, and
//!    what is left open are a few gaps.
//! 2. *Common gaps* are settled by the rare parts ([`settle`](super::settle)), until each heap has a common value that
//!    no rare part excludes.
//! 3. *Rare gaps* below it are settled by all parts.
//! 4. *The end.* Breaks with a part below 32 may need values of the block itself, so they come last, heap after heap.
//!    Where the block before is not known either (`pair`), so do those with a part below 64. Should they exclude all
//!    that stood up so far, the next common value that no rare part excludes is known for most heaps, and the few rare
//!    gaps below it are settled one by one; above it the scalar method goes on.

use super::kernel::{LANES, Lanes, Marks, Parts};
use super::settle::{Contest, Gaps};
use super::sparse::{Heaps, Split};
use kit::watch::Progress;

/// What blocks hand on to the next one.
#[derive(Default)]
pub(super) struct Memory {
    marks: Marks,
    /// The values that are common for breaks of an even rest, as bits.
    common: Vec<u64>,
    split: Option<Split>,
}

/// The values that 32 heaps may have.
pub(super) struct Block {
    first: usize,
    /// The values before this one were known when the block was settled; at most `reach - 32` before the first.
    known: usize,
    memory: Memory,
    /// For each heap the values that no break with known parts has, as far as they are settled: its least common one
    /// and the rare ones below it.
    standing: [Vec<u16>; LANES],
    /// For each heap: below this value all others are excluded.
    floor: [usize; LANES],
    /// For each heap the next common value that no break with known parts has, and no break has a common one between;
    /// the stride where it is not known.
    next: Lanes,
}

impl Block {
    /// Tests all breaks of the 32 heaps from `first` on with known parts; not all of them when it is to stop, and then
    /// the block is of no use.
    pub(super) fn new(heaps: &Heaps, first: usize, mut memory: Memory, progress: &Progress) -> Block {
        // A xor of two values stays below the next power of two; should the mex climb above it, the scalar method takes
        // over.
        let stride = (usize::from(heaps.top()) + 1).next_power_of_two().max(64);
        memory.marks.clear(stride);
        if memory.split != Some(heaps.split()) || memory.common.len() * 64 != stride {
            memory.split = Some(heaps.split());
            let bit = |v: usize| u64::from(heaps.split().is_common(0, v as u16)) << (v % 64);
            memory.common = (0..stride).step_by(64).map(|v| (v..v + 64).fold(0, |word, v| word | bit(v))).collect();
        }
        let known = heaps.values().len();
        debug_assert!(known <= first && first - known + LANES <= heaps.reach());
        let standing = std::array::from_fn(|_| Vec::new());
        let mut block = Block { first, known, memory, standing, floor: [0; LANES], next: [0; LANES] };
        block.settle(heaps, progress);
        block
    }

    /// Hands the memory on to the next block.
    pub(super) fn into_memory(self) -> Memory {
        self.memory
    }

    fn settle(&mut self, heaps: &Heaps, progress: &Progress) {
        let (first, breaks, values, reach) = (self.first, heaps.breaks(), heaps.values(), heaps.reach());
        let marks = &mut self.memory.marks;
        let mut rare_lists = Vec::new();
        let mut all_lists = Vec::new();
        // So many marks leave about as much work to the candidates as they cost themselves.
        let some = 2 * usize::from(heaps.top()) / breaks.len() + 8;
        for &take in breaks {
            if progress.stopped() {
                return;
            }
            let base = first - take;
            let rare = heaps.varied().rare_before(base);
            let (marked, tested) = rare.split_at(some.min(rare.len()));
            rare_lists.push((base, Parts::Listed(tested)));
            let common = heaps.varied().common();
            let (also_marked, first_tested) = common.split_at(some.min(common.len()));
            all_lists.push((base, Parts::Listed(first_tested)));
            marks.mark_breaks(values, base, marked);
            marks.mark_breaks(values, base, also_marked);
            mark_small(values, first - take, reach, marks);
        }
        for &take in breaks {
            // Unordered breaks: one part up to the half, for the last heap of the block.
            all_lists.push((first - take, Parts::All { from: reach, to: (first - take + LANES) / 2 + 1 }));
        }
        let mut gaps = Gaps::new(&self.memory.marks, &self.memory.common, |lane| is_turned(heaps, first + lane));
        let [limits, next] = Contest::new(values, &rare_lists, progress).least(&mut gaps);
        self.next = next;
        for lane in 0..LANES {
            // No break has a value that is not below the stride, so that one may be the next.
            self.floor[lane] = (usize::from(limits[lane]) + 1).min(self.memory.marks.stride());
            if usize::from(limits[lane]) < self.memory.marks.stride() {
                self.standing[lane].push(limits[lane]);
            }
        }
        gaps.turn(limits);
        Contest::new(values, &all_lists, progress).all(&mut gaps, |lane, value| self.standing[lane].push(value));
    }

    /// The value of one heap of the block, all before it being known, or the least value that is not known to be
    /// excluded if the scalar method must look again.
    pub(super) fn finish(&mut self, heaps: &Heaps, n: usize) -> Result<u16, usize> {
        let mut standing = std::mem::take(&mut self.standing[n - self.first]);
        self.end(heaps, n, &mut standing);
        match standing.iter().min() {
            Some(&value) => Ok(value),
            None => self.go_on(heaps, n),
        }
    }

    /// Takes out the values that breaks have of which a part was not known.
    fn end(&self, heaps: &Heaps, n: usize, standing: &mut Vec<u16>) {
        let values = heaps.values();
        for &take in heaps.passes() {
            let value = values[n - take];
            standing.retain(|&v| v != value);
        }
        for &take in heaps.breaks() {
            let rest = n - take;
            // The larger part may not have been known; the smaller is then below the reach.
            let end = heaps.reach().min(rest + 1 - self.known.min(rest));
            standing.retain(|&v| !is_met(&values[1..end], &values[rest + 1 - end..rest], v));
        }
    }

    /// The value of a heap of which everything was excluded that stood.
    fn go_on(&self, heaps: &Heaps, n: usize) -> Result<u16, usize> {
        let (lane, values) = (n - self.first, heaps.values());
        let (from, next) = (self.floor[lane], usize::from(self.next[lane]));
        if next >= self.memory.marks.stride() {
            return Err(from);
        }
        let (marks, turned) = (self.memory.marks.lane(lane), is_turned(heaps, n));
        let is_rare = |v: usize| (self.memory.common[v / 64] >> (v % 64) & 1 == 1) == turned;
        for value in (from..next).filter(|&v| marks[v] == 0 && is_rare(v)) {
            let value = value as u16;
            let met_in_a_break = heaps.breaks().iter().any(|&take| {
                let rest = n - take;
                // Breaks are walked through a few at a time, since most gaps close early.
                (1..rest / 2 + 1).step_by(STRETCH).any(|from| {
                    let to = (from + STRETCH).min(rest / 2 + 1);
                    is_met(&values[from..to], &values[rest + 1 - to..rest + 1 - from], value)
                })
            });
            if !met_in_a_break && heaps.passes().iter().all(|&take| values[n - take] != value) {
                return Ok(value);
            }
        }
        let mut standing = vec![next as u16];
        self.end(heaps, n, &mut standing);
        standing.pop().ok_or(next + 1)
    }
}

/// Breaks that are walked through at a time.
const STRETCH: usize = 128;

/// Whether a break into one of the small parts and the large part across from it has that value.
fn is_met(small: &[u16], large: &[u16], value: u16) -> bool {
    small.iter().zip(large.iter().rev()).fold(false, |hit, (a, b)| hit | (a ^ b == value))
}

/// Whether rare and common change places for this heap. All its breaks have one parity if that matters.
fn is_turned(heaps: &Heaps, n: usize) -> bool {
    heaps.split().parity && (n - heaps.breaks()[0]) % 2 == 1
}

/// Breaks with a part below the reach whose other part is known.
fn mark_small(values: &[u16], base: usize, reach: usize, marks: &mut Marks) {
    for lane in 0..LANES {
        let rest = base + lane;
        for small in (1..reach).filter(|small| rest - small < values.len()) {
            marks.mark(lane, values[small] ^ values[rest - small]);
        }
    }
}
