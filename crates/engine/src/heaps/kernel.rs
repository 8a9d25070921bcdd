//! The inner loops of the sparse tables: 32 consecutive heaps side by side.
//!
//! For a fixed part a, the other parts of the breaks of 32 consecutive heaps are 32 consecutive heaps, so one load fetches their values. Marking every value
//! costs a store for each heap; testing one candidate for each heap costs two wide instructions for all of them. `cargo bench --bench
//! sums` shows what that is worth: 0.6 to two million values takes about half the time of the scalar loop.
#![allow(unsafe_code)]

/// How many heaps are computed side by side.
pub(super) const LANES: usize = 32;

/// A value for each of the heaps.
pub(super) type Lanes = [u16; LANES];

/// How many parts are tested between two looks at the result.
const RUN: usize = 16;

fn window(values: &[u16], start: usize) -> &Lanes {
    values[start..start + LANES].try_into().expect("the length is right")
}

/// Marks `value xor values[start + i]` as seen for each lane i. `seen` holds `stride` bytes a lane; all values are below `stride`, a power of two.
pub(super) fn mark(values: &[u16], start: usize, value: u16, seen: &mut [u8], stride: usize) {
    assert!(seen.len() >= LANES * stride);
    let mask = stride - 1;
    for (lane, &other) in window(values, start).iter().enumerate() {
        let at = lane * stride + (usize::from(other ^ value) & mask);
        // SAFETY: lane < LANES and the second term is below stride, so the place is below LANES * stride.
        unsafe { *seen.get_unchecked_mut(at) = 1 };
    }
}

/// Parts to test: the heaps a from `from` on below `to`, or those of a list, each with its value. The window of a part begins at `base - a`.
#[derive(Clone, Copy)]
pub(super) enum Parts<'a> {
    /// Every heap of a stretch.
    All {
        /// The first.
        from: usize,
        /// The one after the last.
        to: usize,
    },
    /// The rare heaps.
    Listed(&'a [(u32, u16)]),
}

/// The first part, counted from 0, that excludes the candidate of some lane, and these lanes as bits.
pub(super) fn excluding_part(values: &[u16], base: usize, parts: Parts<'_>, wanted: &Lanes) -> Option<(usize, u32)> {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512bw") {
            // SAFETY: the processor has these instructions.
            return unsafe { wide::by_512(values, base, parts, wanted) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has these instructions.
            return unsafe { wide::by_256(values, base, parts, wanted) };
        }
    }
    plain(values, base, parts, wanted, 0)
}

impl Parts<'_> {
    fn len(self) -> usize {
        match self {
            Parts::All { from, to } => to.saturating_sub(from),
            Parts::Listed(list) => list.len(),
        }
    }

    fn get(self, values: &[u16], index: usize) -> (usize, u16) {
        match self {
            Parts::All { from, .. } => (from + index, values[from + index]),
            Parts::Listed(list) => (list[index].0 as usize, list[index].1),
        }
    }
}

/// One part after the other, from the one numbered `start` on.
fn plain(values: &[u16], base: usize, parts: Parts<'_>, wanted: &Lanes, start: usize) -> Option<(usize, u32)> {
    (start..parts.len()).find_map(|index| {
        let (a, value) = parts.get(values, index);
        let pairs = window(values, base - a).iter().zip(wanted).enumerate();
        let hit = pairs.fold(0, |hit, (lane, (&other, &wanted))| hit | u32::from(other ^ value == wanted) << lane);
        (hit != 0).then_some((index, hit))
    })
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{LANES, Lanes, Parts, RUN, plain, window};
    use std::arch::x86_64::*;

    /// # Safety
    /// The processor must have AVX2.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn by_256(values: &[u16], base: usize, parts: Parts<'_>, wanted: &Lanes) -> Option<(usize, u32)> {
        // SAFETY: 32 values of two bytes fill two registers, and the loads need no alignment.
        let load = |lanes: &Lanes, half: usize| unsafe { _mm256_loadu_si256(lanes.as_ptr().add(16 * half).cast()) };
        let (low, high) = (load(wanted, 0), load(wanted, 1));
        let mut at = 0;
        while at < parts.len() {
            let end = (at + RUN).min(parts.len());
            let mut hit = _mm256_setzero_si256();
            for index in at..end {
                let (a, value) = parts.get(values, index);
                let others = window(values, base - a);
                let value = _mm256_set1_epi16(value as i16);
                let first = _mm256_cmpeq_epi16(_mm256_xor_si256(load(others, 0), value), low);
                let second = _mm256_cmpeq_epi16(_mm256_xor_si256(load(others, 1), value), high);
                hit = _mm256_or_si256(hit, _mm256_or_si256(first, second));
            }
            if _mm256_testz_si256(hit, hit) == 0 {
                return plain(values, base, parts, wanted, at);
            }
            at = end;
        }
        None
    }

    /// # Safety
    /// The processor must have AVX-512 with byte and word instructions.
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) unsafe fn by_512(values: &[u16], base: usize, parts: Parts<'_>, wanted: &Lanes) -> Option<(usize, u32)> {
        match parts {
            // SAFETY: the caller's.
            Parts::All { from, to } => unsafe { stretch_512(values, base, from, to, wanted) },
            // SAFETY: the caller's.
            Parts::Listed(list) => unsafe { listed_512(values, base, list, wanted) },
        }
    }

    /// # Safety
    /// As `by_512`.
    #[target_feature(enable = "avx512f,avx512bw")]
    unsafe fn stretch_512(values: &[u16], base: usize, from: usize, to: usize, wanted: &Lanes) -> Option<(usize, u32)> {
        if from >= to {
            return None;
        }
        // All windows lie between that of the last part and that of the first.
        assert!(to <= values.len() && to <= base + 1 && base - from + LANES <= values.len());
        // SAFETY: 32 values of two bytes fill the register.
        let wanted = unsafe { _mm512_loadu_si512(wanted.as_ptr().cast()) };
        let test = |a: usize| {
            // SAFETY: from <= a < to, so by the assertion a and base - a + 31 are places of `values`.
            let (others, value) =
                unsafe { (_mm512_loadu_si512(values.as_ptr().add(base - a).cast()), *values.get_unchecked(a)) };
            _mm512_cmpeq_epi16_mask(_mm512_xor_si512(others, _mm512_set1_epi16(value as i16)), wanted)
        };
        let mut at = from;
        while at + RUN <= to {
            if (at..at + RUN).fold(0, |hit, a| hit | test(a)) != 0 {
                break;
            }
            at += RUN;
        }
        (at..to).map(|a| (a - from, test(a))).find(|&(_, hit)| hit != 0)
    }

    /// # Safety
    /// As `by_512`.
    #[target_feature(enable = "avx512f,avx512bw")]
    unsafe fn listed_512(values: &[u16], base: usize, list: &[(u32, u16)], wanted: &Lanes) -> Option<(usize, u32)> {
        // SAFETY: 32 values of two bytes fill the register.
        let load = |lanes: &Lanes| unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) };
        let wanted = load(wanted);
        let test = |&(a, value): &(u32, u16)| {
            let others = load(window(values, base - a as usize));
            _mm512_cmpeq_epi16_mask(_mm512_xor_si512(others, _mm512_set1_epi16(value as i16)), wanted)
        };
        let clear = list.chunks_exact(RUN).take_while(|parts| parts.iter().fold(0, |hit, part| hit | test(part)) == 0);
        let done = clear.count() * RUN;
        let rest = &list[done..];
        rest.iter().enumerate().map(|(index, part)| (done + index, test(part))).find(|&(_, hit)| hit != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn all_widths_find_the_same_part() {
        let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(3);
        for _ in 0..200 {
            let values: Vec<u16> = (0..400).map(|_| chance.random_range(0..256)).collect();
            let candidates: Lanes = std::array::from_fn(|_| chance.random_range(0..2000));
            let (base, to) = (360, chance.random_range(2..300));
            let list: Vec<(u32, u16)> =
                (1..to as u32).filter(|_| chance.random_bool(0.5)).map(|a| (a, values[a as usize])).collect();
            for parts in [Parts::All { from: 1, to }, Parts::Listed(&list)] {
                let slow = plain(&values, base, parts, &candidates, 0);
                assert_eq!(excluding_part(&values, base, parts, &candidates), slow);
                #[cfg(target_arch = "x86_64")]
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: the processor has these instructions.
                    assert_eq!(unsafe { wide::by_256(&values, base, parts, &candidates) }, slow);
                }
                let first = (0..parts.len()).find(|&index| {
                    let (a, value) = parts.get(&values, index);
                    (0..LANES).any(|lane| values[base - a + lane] ^ value == candidates[lane])
                });
                assert_eq!(slow.map(|(index, _)| index), first);
            }
        }
    }
}
