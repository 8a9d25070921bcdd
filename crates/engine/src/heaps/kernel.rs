//! The inner loops of the sparse tables: 32 consecutive heaps side by side.
//!
//! For a fixed part a, the other parts of the breaks of 32 consecutive heaps are 32 consecutive heaps, so one load
//! fetches their values. Marking every value costs a store for each heap; testing one candidate for each heap costs two
//! wide instructions for all of them, and the load is shared by all candidates that are tested at once.
#![allow(unsafe_code)]

/// How many heaps are computed side by side.
pub(super) const LANES: usize = 32;

/// A value for each of the heaps.
pub(super) type Lanes = [u16; LANES];

/// How many candidates a heap may have at once.
pub(super) const SLOTS: usize = 8;

/// The candidates of all heaps, slot by slot.
pub(super) type Slate = [Lanes; SLOTS];

fn window(values: &[u16], start: usize) -> &Lanes {
    values[start..start + LANES].try_into().expect("the length is right")
}

/// The marks of a block: `stride` bytes a lane.
#[derive(Default)]
pub(super) struct Marks {
    /// Whether a value is excluded for a heap.
    seen: Vec<u8>,
    /// A power of two above all values.
    stride: usize,
}

impl Marks {
    /// None yet, for values below `stride`, a power of two.
    pub(super) fn clear(&mut self, stride: usize) {
        self.stride = stride;
        self.seen.clear();
        self.seen.resize(LANES * stride, 0);
    }

    /// The number of values.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// The marks of one heap.
    pub(super) fn lane(&self, lane: usize) -> &[u8] {
        &self.seen[lane * self.stride..][..self.stride]
    }

    /// Marks one value of one heap.
    pub(super) fn mark(&mut self, lane: usize, value: u16) {
        self.seen[lane * self.stride + usize::from(value)] = 1;
    }

    /// For each part and each lane, marks the value of the break into this part and the heap in its window.
    pub(super) fn mark_breaks(&mut self, values: &[u16], base: usize, parts: &[(u32, u16)]) {
        match self.stride {
            64 => self.mark_at::<64>(values, base, parts),
            128 => self.mark_at::<128>(values, base, parts),
            256 => self.mark_at::<256>(values, base, parts),
            512 => self.mark_at::<512>(values, base, parts),
            1024 => self.mark_at::<1024>(values, base, parts),
            2048 => self.mark_at::<2048>(values, base, parts),
            4096 => self.mark_at::<4096>(values, base, parts),
            _ => self.mark_at::<8192>(values, base, parts),
        }
    }

    /// The same with a stride that the compiler knows, so that a mark is a load, two operations and a store.
    fn mark_at<const STRIDE: usize>(&mut self, values: &[u16], base: usize, parts: &[(u32, u16)]) {
        let seen: &mut [[u8; STRIDE]] = self.seen.as_chunks_mut().0;
        let seen: &mut [[u8; STRIDE]; LANES] = seen.try_into().expect("a stretch for each lane");
        for &(a, value) in parts {
            let (others, value) = (window(values, base - a as usize), u32::from(value));
            for lane in 0..LANES {
                seen[lane][(u32::from(others[lane]) ^ value) as usize & (STRIDE - 1)] = 1;
            }
        }
    }
}

/// Parts of breaks: the heaps a from `from` on below `to`, or those of a list, each with its value. The window of a
/// part begins at `base - a`.
#[derive(Clone, Copy)]
pub(super) enum Parts<'a> {
    /// Every heap of a stretch.
    All {
        /// The first.
        from: usize,
        /// The one after the last.
        to: usize,
    },
    /// Certain heaps.
    Listed(&'a [(u32, u16)]),
}

impl Parts<'_> {
    /// How many they are.
    pub(super) fn len(self) -> usize {
        match self {
            Parts::All { from, to } => to.saturating_sub(from),
            Parts::Listed(list) => list.len(),
        }
    }

    /// Those numbered `start` to `end`, from 0.
    pub(super) fn slice(self, start: usize, end: usize) -> Self {
        match self {
            Parts::All { from, .. } => Parts::All { from: from + start, to: from + end },
            Parts::Listed(list) => Parts::Listed(&list[start..end]),
        }
    }
}

/// For each slot the lanes, as bits, that were hit.
pub(super) type Hits = [u32; SLOTS];

/// Parts, each with its value.
trait Valued: Iterator<Item = (usize, u16)> {}
impl<I: Iterator<Item = (usize, u16)>> Valued for I {}

/// For each of the first `width` slots the lanes, as bits, whose candidate is excluded by one of the parts.
pub(super) fn hits(values: &[u16], base: usize, parts: Parts<'_>, slate: &Slate, width: usize) -> Hits {
    match width {
        0 | 1 => at_width::<1>(values, base, parts, slate),
        2 => at_width::<2>(values, base, parts, slate),
        3 | 4 => at_width::<4>(values, base, parts, slate),
        _ => at_width::<8>(values, base, parts, slate),
    }
}

fn at_width<const W: usize>(values: &[u16], base: usize, parts: Parts<'_>, slate: &Slate) -> Hits {
    match parts {
        Parts::All { from, to } => of_width::<W>(values, base, (from..to).map(|a| (a, values[a])), slate),
        Parts::Listed(list) => of_width::<W>(values, base, list.iter().map(|&(a, v)| (a as usize, v)), slate),
    }
}

#[inline(always)]
fn of_width<const W: usize>(values: &[u16], base: usize, parts: impl Valued, slate: &Slate) -> Hits {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512bw") {
            // SAFETY: the processor has these instructions.
            return unsafe { wide::by_512::<W>(values, base, parts, slate) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has these instructions.
            return unsafe { wide::by_256::<W>(values, base, parts, slate) };
        }
    }
    plain::<W>(values, base, parts, slate)
}

fn plain<const W: usize>(values: &[u16], base: usize, parts: impl Valued, slate: &Slate) -> Hits {
    let mut hits = [0; SLOTS];
    for (a, value) in parts {
        let others = window(values, base - a);
        for (hit, candidates) in hits.iter_mut().zip(&slate[..W]) {
            let pairs = others.iter().zip(candidates).enumerate();
            *hit |= pairs.fold(0, |all, (lane, (&other, &wanted))| all | u32::from(other ^ value == wanted) << lane);
        }
    }
    hits
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{Hits, Lanes, SLOTS, Slate, Valued, window};
    use std::arch::x86_64::*;

    /// # Safety
    /// The processor must have AVX2.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn by_256<const W: usize>(
        values: &[u16],
        base: usize,
        parts: impl Valued,
        slate: &Slate,
    ) -> Hits {
        // SAFETY: 32 values of two bytes fill two registers, and the loads need no alignment.
        let load = |lanes: &Lanes, half: usize| unsafe { _mm256_loadu_si256(lanes.as_ptr().add(16 * half).cast()) };
        let wanted: [[__m256i; 2]; W] = std::array::from_fn(|slot| [load(&slate[slot], 0), load(&slate[slot], 1)]);
        let mut found = [[_mm256_setzero_si256(); 2]; W];
        for (a, value) in parts {
            let others = window(values, base - a);
            let value = _mm256_set1_epi16(value as i16);
            for half in 0..2 {
                let sums = _mm256_xor_si256(load(others, half), value);
                for slot in 0..W {
                    let hit = _mm256_cmpeq_epi16(sums, wanted[slot][half]);
                    found[slot][half] = _mm256_or_si256(found[slot][half], hit);
                }
            }
        }
        let mut hits = [0; SLOTS];
        for slot in 0..W {
            // Packing works within halves of a register, so the quarters are put in order afterwards.
            let packed = _mm256_packs_epi16(found[slot][0], found[slot][1]);
            hits[slot] = _mm256_movemask_epi8(_mm256_permute4x64_epi64::<0b11_01_10_00>(packed)) as u32;
        }
        hits
    }

    /// # Safety
    /// The processor must have AVX-512 with byte and word instructions.
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) unsafe fn by_512<const W: usize>(
        values: &[u16],
        base: usize,
        parts: impl Valued,
        slate: &Slate,
    ) -> Hits {
        // SAFETY: 32 values of two bytes fill the register, and the load needs no alignment.
        let load = |lanes: &Lanes| unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) };
        let wanted: [__m512i; W] = std::array::from_fn(|slot| load(&slate[slot]));
        // A candidate is excluded when its distance from one of the sums is 0; the least distance needs no mask
        // registers in the loop.
        let mut least = [_mm512_set1_epi16(-1); W];
        for (a, value) in parts {
            let sums = _mm512_xor_si512(load(window(values, base - a)), _mm512_set1_epi16(value as i16));
            for slot in 0..W {
                least[slot] = _mm512_min_epu16(least[slot], _mm512_xor_si512(sums, wanted[slot]));
            }
        }
        let mut hits = [0; SLOTS];
        for slot in 0..W {
            hits[slot] = _mm512_cmpeq_epi16_mask(least[slot], _mm512_setzero_si512());
        }
        hits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn all_widths_find_the_same_hits() {
        let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(3);
        for _ in 0..200 {
            let values: Vec<u16> = (0..400).map(|_| chance.random_range(0..256)).collect();
            let slate: Slate = std::array::from_fn(|_| std::array::from_fn(|_| chance.random_range(0..400)));
            let (base, to) = (360, chance.random_range(2..300));
            let list: Vec<(u32, u16)> =
                (1..to as u32).filter(|_| chance.random_bool(0.5)).map(|a| (a, values[a as usize])).collect();
            let all: Vec<(u32, u16)> = (1..to as u32).map(|a| (a, values[a as usize])).collect();
            for (parts, list) in [(Parts::All { from: 1, to }, &all), (Parts::Listed(&list), &list)] {
                let truth: Vec<u32> = (0..SLOTS)
                    .map(|slot| {
                        let hit = |lane: usize, a: usize, v: u16| values[base - a + lane] ^ v == slate[slot][lane];
                        let lane_hit = |&lane: &usize| list.iter().any(|&(a, v)| hit(lane, a as usize, v));
                        (0..LANES).filter(lane_hit).fold(0, |all, lane| all | 1 << lane)
                    })
                    .collect();
                for width in [1, 2, 4, 8] {
                    assert_eq!(hits(&values, base, parts, &slate, width)[..width], truth[..width]);
                }
                let pairs = || list.iter().map(|&(a, v)| (a as usize, v));
                assert_eq!(plain::<SLOTS>(&values, base, pairs(), &slate)[..], truth);
                #[cfg(target_arch = "x86_64")]
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has these instructions.
                    assert_eq!(unsafe { wide::by_256::<SLOTS>(&values, base, pairs(), &slate) }[..], truth);
                }
            }
        }
    }
}
