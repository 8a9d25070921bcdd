//! A block of 32 consecutive heaps of the sparse table at once.
//!
//! 1. *Marks.* Breaks with some of the rare parts and some of the other small parts are marked, value by value. This excludes most values below
//!    the mex, and what is left open are a few gaps.
//! 2. *Common gaps.* Each heap has a candidate, its first open common value, and all rare parts are tested against the candidates of all heaps; a
//!    heap whose candidate is excluded goes on to its next one. A candidate that stood up to every rare part is not excluded.
//! 3. *Rare gaps* below it are tested in the same way against all parts, until they are excluded or have stood up to all.
//! 4. *The end.* Breaks with a part below 32 may need values of the block itself, so they are marked last, heap after heap. Should they
//!    exclude what stood up so far, the scalar method computes this heap anew; that is seldom.

use super::kernel::{LANES, Lanes, Parts, excluding_part, mark};
use super::sparse::{Heaps, Split};

impl Memory {
    /// The first unmarked value of a lane from `from` on, below `to`, whose class for an even rest is `common`.
    fn gap(&self, stride: usize, lane: usize, from: u16, common: bool, to: usize) -> u16 {
        let from = usize::from(from).min(to);
        let marks = &self.seen[lane * stride..][from..to];
        let gap = marks.iter().zip(&self.common[from..to]).position(|(&mark, &class)| mark == 0 && class == common);
        gap.map_or(NONE, |place| (from + place) as u16)
    }
}

/// No value is ever equal to this one: nothing left to test.
const NONE: u16 = u16::MAX;

/// What blocks hand on to the next one.
#[derive(Default)]
pub(super) struct Memory {
    /// `seen[lane * stride + v]`: v is excluded for that heap.
    seen: Vec<u8>,
    /// Whether the value is common for breaks of an even rest.
    common: Vec<bool>,
    split: Option<Split>,
}

/// The marks and gaps of 32 heaps.
pub(super) struct Block {
    first: usize,
    stride: usize,
    memory: Memory,
    /// The first common value that no break with both parts from 32 on has.
    common: Lanes,
    /// A rare value below it with the same property, if there is one.
    rare: Lanes,
}

impl Block {
    /// The takes after which a heap may be broken.
    fn breaks(heaps: &Heaps) -> Vec<usize> {
        let last = heaps.rule().last_take().expect("blocks are for codes that end");
        (0..=last).filter(|&take| heaps.rule().digit(take) & 4 != 0).collect()
    }

    /// Tests all breaks of the 32 heaps from `first` on with both parts from 32 on.
    pub(super) fn new(heaps: &Heaps, first: usize, mut memory: Memory) -> Block {
        let top = heaps.top();
        // A xor of two values stays below the next power of two; one bit more lets the mex climb.
        let stride = 2 * (usize::from(top) + 1).next_power_of_two();
        memory.seen.clear();
        memory.seen.resize(LANES * stride, 0);
        if memory.split != Some(heaps.split()) || memory.common.len() != stride {
            memory.split = Some(heaps.split());
            memory.common = (0..stride).map(|v| heaps.split().is_common(0, v as u16)).collect();
        }
        let mut block = Block { first, stride, memory, common: [NONE; LANES], rare: [NONE; LANES] };
        let breaks = Block::breaks(heaps);
        block.mark_some(heaps, &breaks, 4 * usize::from(top) / breaks.len().max(1) + 8);
        block.mark_known_small(heaps, &breaks);
        block.settle_common(heaps, &breaks);
        block.settle_rare(heaps, &breaks);
        block
    }

    /// Hands the memory on to the next block.
    pub(super) fn into_memory(self) -> Memory {
        self.memory
    }

    /// Whether an even rest's common values are the common ones of this lane; all breaks have one parity if that matters.
    fn turned(&self, split: Split, take: usize, lane: usize) -> bool {
        split.parity && (self.first + lane - take) % 2 == 1
    }

    /// The rare heaps whose windows lie within the table, for a break with that take.
    fn rare_parts<'a>(&self, heaps: &'a Heaps, take: usize) -> &'a [(u32, u16)] {
        let rare = heaps.rare_heaps();
        let within = |a: usize| rare.partition_point(|&(n, _)| (n as usize) < a);
        &rare[within(LANES)..within(self.first - take - LANES + 1)]
    }

    fn mark_some(&mut self, heaps: &Heaps, breaks: &[usize], some: usize) {
        for &take in breaks {
            let base = self.first - take;
            for &(a, value) in self.rare_parts(heaps, take).iter().take(some) {
                mark(heaps.values(), base - a as usize, value, &mut self.memory.seen, self.stride);
            }
            for a in (LANES..base / 2).filter(|&a| heaps.split().is_common(a, heaps.values()[a])).take(some) {
                mark(heaps.values(), base - a, heaps.values()[a], &mut self.memory.seen, self.stride);
            }
        }
    }

    /// Breaks with a part below 32 whose other part is before the block.
    fn mark_known_small(&mut self, heaps: &Heaps, breaks: &[usize]) {
        let values = heaps.values();
        for &take in breaks {
            for lane in 0..LANES {
                let rest = self.first + lane - take;
                for small in (1..LANES).filter(|small| rest - small < self.first) {
                    self.memory.seen[lane * self.stride + usize::from(values[small] ^ values[rest - small])] = 1;
                }
            }
        }
    }

    fn settle_common(&mut self, heaps: &Heaps, breaks: &[usize]) {
        let turned: [bool; LANES] = std::array::from_fn(|lane| self.turned(heaps.split(), breaks[0], lane));
        let lists: Vec<&[(u32, u16)]> = breaks.iter().map(|&take| self.rare_parts(heaps, take)).collect();
        let lengths: Vec<usize> = lists.iter().map(|l| l.len()).collect();
        let (first, stride, memory) = (self.first, self.stride, &mut self.memory);
        let mut candidates = std::array::from_fn(|lane| memory.gap(stride, lane, 0, !turned[lane], stride));
        let parts = |list: usize, from: usize, to: usize| (first - breaks[list], Parts::Listed(&lists[list][from..to]));
        rounds(heaps.values(), &lengths, parts, &mut candidates, |lane, value| {
            memory.seen[lane * stride + usize::from(value)] = 1;
            memory.gap(stride, lane, value, !turned[lane], stride)
        });
        self.common = candidates;
    }

    fn settle_rare(&mut self, heaps: &Heaps, breaks: &[usize]) {
        let turned: [bool; LANES] = std::array::from_fn(|lane| self.turned(heaps.split(), breaks[0], lane));
        let below: [usize; LANES] = std::array::from_fn(|lane| usize::from(self.common[lane]).min(self.stride));
        let (first, stride, memory, values) = (self.first, self.stride, &mut self.memory, heaps.values());
        let mut candidates = std::array::from_fn(|lane| memory.gap(stride, lane, 0, turned[lane], below[lane]));
        // Unordered breaks: one part up to the half, for the last heap of the block.
        let lengths: Vec<usize> = breaks.iter().map(|&take| (first + LANES - take) / 2 + 1 - LANES).collect();
        let parts = |list: usize, from: usize, to: usize| {
            (first - breaks[list], Parts::All { from: from + LANES, to: to + LANES })
        };
        rounds(values, &lengths, parts, &mut candidates, |lane, value| {
            memory.seen[lane * stride + usize::from(value)] = 1;
            memory.gap(stride, lane, value, turned[lane], below[lane])
        });
        self.rare = candidates;
    }

    /// The value of one heap of the block, all before it being known; `None` if the scalar method must look again.
    pub(super) fn finish(&mut self, heaps: &Heaps, n: usize) -> Option<u16> {
        let lane = n - self.first;
        let (values, rule) = (heaps.values(), heaps.rule());
        let at = lane * self.stride;
        let marks = &mut self.memory.seen[at..at + self.stride];
        for take in 0..=rule.last_take().expect("blocks are for codes that end") {
            let (digit, rest) = (rule.digit(take), n - take);
            if digit & 2 != 0 && take > 0 {
                *marks.get_mut(usize::from(values[rest]))? = 1;
            }
            if digit & 4 != 0 {
                // Both parts may be in reach of the block: the small one is below 32, the other not before it.
                for small in 1..LANES.min(rest + 1 - self.first.min(rest)) {
                    *marks.get_mut(usize::from(values[small] ^ values[rest - small]))? = 1;
                }
            }
        }
        let value = marks.iter().position(|&m| m == 0)? as u16;
        (value == self.common[lane] || value == self.rare[lane]).then_some(value)
    }
}

/// Tests the parts of all lists against the candidates, round after round, until every candidate has stood up to all parts since it was chosen.
/// `next` is told of each excluded candidate and gives the lane's next one, or [`NONE`].
fn rounds<'a>(
    values: &[u16],
    lengths: &[usize],
    parts: impl Fn(usize, usize, usize) -> (usize, Parts<'a>),
    candidates: &mut Lanes,
    mut next: impl FnMut(usize, u16) -> u16,
) {
    let all: usize = lengths.iter().sum();
    let mut open = candidates.iter().filter(|&&c| c != NONE).count();
    if all == 0 || open == 0 {
        return;
    }
    // Counted over all rounds: how many parts have been tested, and when the last candidate will have met them all.
    let (mut tested, mut until) = (0, all);
    loop {
        for (list, &length) in lengths.iter().enumerate() {
            let mut at = 0;
            while at < length {
                // No further than until the last candidate has met all parts.
                let to = length.min(at + (until - tested));
                let (base, stretch) = parts(list, at, to);
                let Some((index, mut lanes)) = excluding_part(values, base, stretch, candidates) else {
                    tested += to - at;
                    at = to;
                    if tested >= until {
                        return;
                    }
                    continue;
                };
                tested += index + 1;
                at += index + 1;
                while lanes != 0 {
                    let lane = lanes.trailing_zeros() as usize;
                    lanes &= lanes - 1;
                    candidates[lane] = next(lane, candidates[lane]);
                    if candidates[lane] != NONE {
                        until = tested + all;
                    } else {
                        open -= 1;
                    }
                }
                if tested >= until || open == 0 {
                    return;
                }
            }
        }
    }
}
