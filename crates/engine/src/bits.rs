//! Sets as words: their members, and the Walsh transform over all subsets.
//!
//! ```
//! use parlor_engine::bits::{ones, ones_of};
//! assert_eq!(ones(0b1011u64).collect::<Vec<_>>(), [0, 1, 3]);
//! assert_eq!(ones_of(&[1, 1]).collect::<Vec<_>>(), [0, 64]);
//! ```

use std::ops::{Add, Sub};

/// The members of a word, the least first.
pub fn ones(word: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut word: u64 = word.into();
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

/// The members of a set of several words, the least first.
pub fn ones_of(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(index, &word)| ones(word).map(move |bit| 64 * index + bit))
}

/// For each of six bits, the numbers below 64 that have it, as a word.
pub const HAS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// A set of numbers below 64, each of them xored with `by`, of which the six lowest bits count.
pub fn translated(set: u64, by: u32) -> u64 {
    ones(by & 63).fold(set, |set, j| (set & !HAS[j]) << (1 << j) | (set & HAS[j]) >> (1 << j))
}

/// The eight symmetries of a square of so many rows; each list says where a cell goes, row by row. The first is the
/// identity.
pub fn square_symmetries(n: usize) -> [Vec<usize>; 8] {
    let last = n.saturating_sub(1);
    let image = |k: usize, r: usize, c: usize| {
        let (r, c) = if k & 4 != 0 { (c, r) } else { (r, c) };
        let r = if k & 1 != 0 { last - r } else { r };
        let c = if k & 2 != 0 { last - c } else { c };
        r * n + c
    };
    std::array::from_fn(|k| (0..n * n).map(|s| image(k, s / n, s % n)).collect())
}

/// The Walsh transform in place: value s becomes the sum over t of value t, negated where s and t share an odd number
/// of members. The length is a power of two.
pub fn walsh<T: Copy + Add<Output = T> + Sub<Output = T>>(values: &mut [T]) {
    let mut half = 1;
    while half < values.len() {
        for block in values.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_is_the_sum_of_the_definition() {
        let values: Vec<i64> = (0..32).map(|t: i64| (t * t * 7 + 3) % 11 - 5).collect();
        let mut transformed = values.clone();
        walsh(&mut transformed);
        for (s, &found) in transformed.iter().enumerate() {
            let sign = |t: usize| if (s & t).count_ones() % 2 == 1 { -1 } else { 1 };
            assert_eq!(found, values.iter().enumerate().map(|(t, v)| sign(t) * v).sum::<i64>());
        }
    }

    #[test]
    fn a_translation_moves_every_member() {
        for set in [0u64, 1, u64::MAX, 0x8000_0000_0000_0001, 0x0123_4567_89ab_cdef] {
            for by in [0u32, 1, 5, 42, 63, 64 + 7] {
                let moved = ones(set).fold(0, |moved, member| moved | 1 << (member ^ (by as usize & 63)));
                assert_eq!(translated(set, by), moved, "{set:x} by {by}");
            }
        }
    }

    #[test]
    fn members_are_those_bits_that_are_set() {
        for word in [0u64, 1, u64::MAX, 0x8000_0000_0000_0001, 0x0123_4567_89ab_cdef] {
            let members: Vec<usize> = (0..64).filter(|bit| word >> bit & 1 == 1).collect();
            assert_eq!(ones(word).collect::<Vec<_>>(), members);
            assert_eq!(ones_of(&[0, word]).collect::<Vec<_>>(), members.iter().map(|b| b + 64).collect::<Vec<_>>());
        }
    }
}
