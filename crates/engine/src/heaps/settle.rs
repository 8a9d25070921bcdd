//! Gaps and candidates: which of the unmarked values of 32 heaps no part excludes.
//!
//! Each heap has a few candidates, its first gaps, in slots. Parts are tested round after round against all of them; an
//! excluded candidate makes room for the next gap, and one that has met all parts stands. Since gaps come in order of
//! size, the first candidate of a heap to stand is its least value that does.

use super::kernel::{LANES, Lanes, Marks, Parts, SLOTS, Slate, hits};
use kit::watch::Progress;

/// No value is ever equal to this one: an empty slot.
const NONE: u16 = u16::MAX;

/// Walks through the unmarked values of one class, heap by heap.
pub(super) struct Gaps<'a> {
    marks: &'a Marks,
    /// The values of the class for a heap that is not turned, as bits.
    class: &'a [u64],
    /// Turns the class into the other one, for each heap.
    turns: [u64; LANES],
    /// The word of 64 values in hand, and its gaps.
    at: [usize; LANES],
    word: [u64; LANES],
    /// Gaps from here on do not matter.
    limits: Lanes,
}

impl<'a> Gaps<'a> {
    pub(super) fn new(marks: &'a Marks, class: &'a [u64], turned: impl Fn(usize) -> bool) -> Self {
        let turns = std::array::from_fn(|lane| if turned(lane) { u64::MAX } else { 0 });
        let limits = [(64 * class.len()) as u16; LANES];
        let mut gaps = Gaps { marks, class, turns, at: [0; LANES], word: [0; LANES], limits };
        gaps.rewind();
        gaps
    }

    fn rewind(&mut self) {
        for lane in 0..LANES {
            self.at[lane] = 0;
            self.word[lane] = self.gaps_of(lane, 0);
        }
    }

    /// From the start again, now with the values of the other class below the limits.
    pub(super) fn turn(&mut self, limits: Lanes) {
        self.turns.iter_mut().for_each(|turn| *turn = !*turn);
        self.limits = limits;
        self.rewind();
    }

    fn gaps_of(&self, lane: usize, at: usize) -> u64 {
        let marks = &self.marks.lane(lane)[64 * at..][..64];
        let mut marked = 0;
        for (index, eight) in marks.chunks_exact(8).enumerate() {
            // The product gathers the lowest bits of eight bytes in the highest byte.
            let bytes = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
            marked |= (bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * index);
        }
        !marked & (self.class[at] ^ self.turns[lane])
    }

    /// The next gap of that heap, or [`NONE`].
    fn next(&mut self, lane: usize) -> u16 {
        while self.word[lane] == 0 {
            if 64 * (self.at[lane] + 1) >= usize::from(self.limits[lane]) {
                return NONE;
            }
            self.at[lane] += 1;
            self.word[lane] = self.gaps_of(lane, self.at[lane]);
        }
        let value = (64 * self.at[lane]) as u16 + self.word[lane].trailing_zeros() as u16;
        self.word[lane] &= self.word[lane] - 1;
        if value < self.limits[lane] { value } else { NONE }
    }

    /// Gives no more gaps of that heap.
    fn end(&mut self, lane: usize) {
        (self.word[lane], self.limits[lane]) = (0, 0);
    }
}

/// The parts of all breaks against the candidates of all heaps.
pub(super) struct Contest<'a> {
    values: &'a [u16],
    lists: &'a [(usize, Parts<'a>)],
    /// How many parts there are.
    all: u32,
    slate: Slate,
    /// How many parts had been tested when the candidate came.
    born: [[u32; LANES]; SLOTS],
    tested: u32,
    /// The slots in use.
    width: usize,
    /// The candidates in them, and how many there were when the slots were last closed up.
    live: usize,
    closed_up: usize,
    /// Whether it is to stop: nothing is settled then.
    progress: &'a Progress,
}

impl<'a> Contest<'a> {
    pub(super) fn new(values: &'a [u16], lists: &'a [(usize, Parts<'a>)], progress: &'a Progress) -> Self {
        let all = lists.iter().map(|(_, parts)| parts.len() as u32).sum();
        let (slate, born) = ([[NONE; LANES]; SLOTS], [[0; LANES]; SLOTS]);
        Contest { values, lists, all, slate, born, tested: 0, width: 0, live: 0, closed_up: 0, progress }
    }

    /// Until each heap has a candidate that stands, its least. Gives these, or the limit where no value stands; and the
    /// next one that stands, or the limit where none is known.
    pub(super) fn least(mut self, gaps: &mut Gaps<'_>) -> [Lanes; 2] {
        let (mut least, mut next) = (gaps.limits, gaps.limits);
        self.run(gaps, |contest, gaps, _, lane| {
            // Candidates of a heap came in order of size, so those that have met all parts are its least ones.
            let ripe = |slot: &usize| contest.tested - contest.born[*slot][lane] >= contest.all;
            for value in (0..SLOTS).filter(ripe).map(|slot| contest.slate[slot][lane]).filter(|&value| value != NONE) {
                next[lane] = next[lane].min(value.max(least[lane]));
                least[lane] = least[lane].min(value);
            }
            contest.slate.iter_mut().for_each(|slot| slot[lane] = NONE);
            gaps.end(lane);
        });
        [least, next]
    }

    /// Until all candidates are settled: tells of each that stands.
    pub(super) fn all(mut self, gaps: &mut Gaps<'_>, mut stands: impl FnMut(usize, u16)) {
        self.run(gaps, |contest, gaps, slot, lane| {
            stands(lane, contest.slate[slot][lane]);
            contest.enter(gaps, slot, lane);
        });
    }

    fn enter(&mut self, gaps: &mut Gaps<'_>, slot: usize, lane: usize) {
        self.slate[slot][lane] = gaps.next(lane);
        self.born[slot][lane] = self.tested;
    }

    /// Tests parts until no candidate is left. `ripe` is told of each candidate that has met all parts, and takes it
    /// out of its slot.
    fn run(&mut self, gaps: &mut Gaps<'_>, mut ripe: impl FnMut(&mut Self, &mut Gaps<'_>, usize, usize)) {
        for slot in 0..SLOTS {
            (0..LANES).for_each(|lane| self.enter(gaps, slot, lane));
        }
        let mut due = self.count() + self.all;
        self.close_up();
        let mut stretch = 64;
        while self.live > 0 && !self.progress.stopped() {
            for &(base, parts) in self.lists {
                let mut at = 0;
                while at < parts.len() && self.live > 0 && self.tested < due && !self.progress.stopped() {
                    let end = parts.len().min(at + stretch);
                    let hit = hits(self.values, base, parts.slice(at, end), &self.slate, self.width);
                    self.tested += (end - at) as u32;
                    at = end;
                    // Long stretches save calls, short ones bring new candidates in early.
                    stretch = match self.replace(gaps, hit) {
                        0..8 => (2 * stretch).min(1024),
                        8..32 => stretch,
                        _ => (stretch / 2).max(16),
                    };
                    if 2 * self.live < self.closed_up {
                        self.close_up();
                    }
                    if self.tested >= due {
                        self.settle_ripe(gaps, &mut ripe);
                        // A few parts more than needed do no harm, and a look costs as much as many parts.
                        due = (self.count() + self.all).max(self.tested + self.all / 8);
                    }
                }
            }
            if self.all == 0 {
                self.settle_ripe(gaps, &mut ripe);
                self.count();
            }
        }
    }

    /// New candidates for those that were hit, as bits for each slot. Gives how many were.
    fn replace(&mut self, gaps: &mut Gaps<'_>, hit: [u32; SLOTS]) -> u32 {
        let mut count = 0;
        for slot in 0..self.width {
            let mut lanes = hit[slot];
            count += lanes.count_ones();
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                self.enter(gaps, slot, lane);
                self.live -= usize::from(self.slate[slot][lane] == NONE);
            }
        }
        count
    }

    fn settle_ripe(&mut self, gaps: &mut Gaps<'_>, ripe: &mut impl FnMut(&mut Self, &mut Gaps<'_>, usize, usize)) {
        for lane in 0..LANES {
            for slot in 0..SLOTS {
                // `ripe` may have emptied the slots after this one.
                if self.slate[slot][lane] != NONE && self.tested - self.born[slot][lane] >= self.all {
                    ripe(self, gaps, slot, lane);
                }
            }
        }
    }

    /// Counts the candidates and gives the time of the oldest.
    fn count(&mut self) -> u32 {
        (self.width, self.live) = (0, 0);
        let mut oldest = u32::MAX;
        for slot in 0..SLOTS {
            let mut here = 0;
            for lane in 0..LANES {
                let empty = self.slate[slot][lane] == NONE;
                here += u16::from(!empty);
                oldest = oldest.min(if empty { u32::MAX } else { self.born[slot][lane] });
            }
            self.live += usize::from(here);
            if here > 0 {
                self.width = slot + 1;
            }
        }
        if self.live == 0 { 0 } else { oldest }
    }

    /// Moves the candidates of each heap to its first slots.
    fn close_up(&mut self) {
        self.width = 0;
        for lane in 0..LANES {
            let mut used = 0;
            for slot in 0..SLOTS {
                let value = std::mem::replace(&mut self.slate[slot][lane], NONE);
                if value != NONE {
                    self.slate[used][lane] = value;
                    self.born[used][lane] = self.born[slot][lane];
                    used += 1;
                }
            }
            self.width = self.width.max(used);
        }
        self.closed_up = self.live;
    }
}
