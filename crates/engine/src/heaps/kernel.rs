//! The inner loops of the sparse tables: 32 consecutive heaps side by side.
//!
//! For a fixed part a, the other parts of the breaks of 32 consecutive heaps are 32 consecutive heaps, so one load fetches their values. Marking every value
//! costs a store for each heap; testing one candidate for each heap costs two wide instructions for all of them. `cargo bench --bench
//! sums` shows what that is worth: 0.6 to two million values takes a fifth of the time of the scalar loop.
#![allow(unsafe_code)]

/// How many heaps are computed side by side.
pub(super) const LANES: usize = 32;

/// A value for each of the heaps.
pub(super) type Lanes = [u16; LANES];

/// How many parts are tested between two looks at the result.
const RUN: usize = 8;

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

/// The first of the parts numbered from `from` to `to` that excludes the candidate of some lane, and these lanes as bits; `pick` gives the
/// start of a part's window and the part's value.
pub(super) fn excluding_part(
    values: &[u16],
    from: usize,
    to: usize,
    pick: impl Fn(usize) -> (usize, u16),
    candidates: &Lanes,
) -> Option<(usize, u32)> {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512bw") {
            // SAFETY: the processor has these instructions.
            return unsafe { wide::excluding_part_512(values, from, to, pick, candidates) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has these instructions.
            return unsafe { wide::excluding_part_256(values, from, to, pick, candidates) };
        }
    }
    excluding_part_plain(values, from, to, pick, candidates)
}

fn excluding_part_plain(
    values: &[u16],
    from: usize,
    to: usize,
    pick: impl Fn(usize) -> (usize, u16),
    candidates: &Lanes,
) -> Option<(usize, u32)> {
    (from..to).find_map(|part| {
        let (start, value) = pick(part);
        let pairs = window(values, start).iter().zip(candidates).enumerate();
        let hit = pairs.fold(0, |hit, (lane, (&other, &wanted))| hit | u32::from(other ^ value == wanted) << lane);
        (hit != 0).then_some((part, hit))
    })
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{Lanes, RUN, window};
    use std::arch::x86_64::*;

    /// # Safety
    /// The processor must have AVX2.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn excluding_part_256(
        values: &[u16],
        from: usize,
        to: usize,
        pick: impl Fn(usize) -> (usize, u16),
        candidates: &Lanes,
    ) -> Option<(usize, u32)> {
        // SAFETY: a window has 32 values of two bytes, and loads need no alignment.
        let load = |lanes: &Lanes, half: usize| unsafe { _mm256_loadu_si256(lanes.as_ptr().add(16 * half).cast()) };
        let (low, high) = (load(candidates, 0), load(candidates, 1));
        let mut at = from;
        while at < to {
            let end = (at + RUN).min(to);
            let mut hit = _mm256_setzero_si256();
            for part in at..end {
                let (start, value) = pick(part);
                let others = window(values, start);
                let value = _mm256_set1_epi16(value as i16);
                let first = _mm256_cmpeq_epi16(_mm256_xor_si256(load(others, 0), value), low);
                let second = _mm256_cmpeq_epi16(_mm256_xor_si256(load(others, 1), value), high);
                hit = _mm256_or_si256(hit, _mm256_or_si256(first, second));
            }
            if _mm256_testz_si256(hit, hit) == 0 {
                return super::excluding_part_plain(values, at, end, pick, candidates);
            }
            at = end;
        }
        None
    }

    /// # Safety
    /// The processor must have AVX-512 with byte and word instructions.
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) unsafe fn excluding_part_512(
        values: &[u16],
        from: usize,
        to: usize,
        pick: impl Fn(usize) -> (usize, u16),
        candidates: &Lanes,
    ) -> Option<(usize, u32)> {
        // SAFETY: a window has 32 values of two bytes, and loads need no alignment.
        let load = |lanes: &Lanes| unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) };
        let wanted = load(candidates);
        let mut at = from;
        while at < to {
            let end = (at + RUN).min(to);
            let mut hit = 0;
            let mut hits = [0; RUN];
            for part in at..end {
                let (start, value) = pick(part);
                let others = _mm512_xor_si512(load(window(values, start)), _mm512_set1_epi16(value as i16));
                hits[part - at] = _mm512_cmpeq_epi16_mask(others, wanted);
                hit |= hits[part - at];
            }
            if hit != 0 {
                return hits.iter().position(|&h| h != 0).map(|run| (at + run, hits[run]));
            }
            at = end;
        }
        None
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
            let parts = chance.random_range(1..300);
            let pick = |part: usize| (part + 3, values[part] ^ 5);
            let plain = excluding_part_plain(&values, 0, parts, pick, &candidates);
            assert_eq!(excluding_part(&values, 0, parts, pick, &candidates), plain);
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has these instructions.
                assert_eq!(unsafe { wide::excluding_part_256(&values, 0, parts, pick, &candidates) }, plain);
            }
            let first = (0..parts).find(|&p| (0..LANES).any(|i| values[p + 3 + i] ^ values[p] ^ 5 == candidates[i]));
            assert_eq!(plain.map(|(part, _)| part), first);
        }
    }
}
