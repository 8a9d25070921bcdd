//! Rows of eight words: the positions over nine squares, six within a word and three that tell the word.
//!
//! The operations of the inner loops on a whole row, for the widest vectors that a processor has and for any other. A
//! row of eight words by loops alone is not put into vectors by the compiler, since the chains of its operations are
//! too long.
#![allow(unsafe_code)]

use crate::bits::HAS;

/// Squares of a row, and those of them within a word.
pub(super) const LOW: usize = 9;
pub(super) const BITS: usize = 6;

/// One bit for every set of the low squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [u64; 8]);

impl Row {
    pub(super) const NONE: Row = Row([0; 8]);

    /// The sets that are accepted.
    pub(super) fn of(accepted: impl Fn(usize) -> bool) -> Row {
        let word = |word: usize| (0..64).fold(0, |bits, bit| bits | u64::from(accepted(64 * word + bit)) << bit);
        Row(std::array::from_fn(word))
    }

    pub(super) fn has(&self, low: usize) -> bool {
        self.0[low / 64] >> (low % 64) & 1 == 1
    }
}

/// Within a word, the sets of so many squares.
const WORD_LEVELS: [u64; BITS + 1] = {
    let mut levels = [0; BITS + 1];
    let mut low = 0u32;
    while low < 64 {
        levels[low.count_ones() as usize] |= 1 << low;
        low += 1;
    }
    levels
};

/// Within a word, the sets of so many squares.
#[inline(always)]
pub(super) fn levels_of_word(level: usize) -> u64 {
    WORD_LEVELS[level]
}

/// The sets of so many low squares.
pub(super) static LEVELS: [Row; LOW + 1] = {
    let mut levels = [Row::NONE; LOW + 1];
    let mut word = 0;
    while word < 8usize {
        let mut level = 0;
        while level <= BITS {
            levels[level + word.count_ones() as usize].0[word] = WORD_LEVELS[level];
            level += 1;
        }
        word += 1;
    }
    levels
};

/// For each low square, the sets without it.
pub(super) static LACKS: [Row; LOW] = {
    let mut lacks = [Row::NONE; LOW];
    let mut word = 0;
    while word < 8usize {
        let mut j = 0;
        while j < LOW {
            let within = j < BITS;
            lacks[j].0[word] = if within { !HAS[j % BITS] } else { ((word >> (j - BITS) & 1) as u64).wrapping_sub(1) };
            j += 1;
        }
        word += 1;
    }
    lacks
};

/// A row in hand.
pub(super) trait Eight: Copy {
    /// Taken up.
    fn of(row: &Row) -> Self;
    /// Laid down.
    fn row(self) -> Row;
    /// The sets in both.
    fn and(self, other: Self) -> Self;
    /// The sets in one of them.
    fn or(self, other: Self) -> Self;
    /// The sets that the other has not.
    fn without(self, other: Self) -> Self;
    /// Sets with square j of the word at the place of those without it.
    fn down(self, j: usize) -> Self;
    /// Sets without square j of the word at the place of those with it.
    fn up(self, j: usize) -> Self;
    /// The words that differ in square k of those that tell the word, each at the place of the other.
    fn swapped(self, k: usize) -> Self;
    /// Whether there is none.
    fn is_empty(self) -> bool;
}

impl Eight for [u64; 8] {
    #[inline(always)]
    fn of(row: &Row) -> Self {
        row.0
    }

    #[inline(always)]
    fn row(self) -> Row {
        Row(self)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] & other[i])
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] | other[i])
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        std::array::from_fn(|i| self[i] & !other[i])
    }

    #[inline(always)]
    fn down(self, j: usize) -> Self {
        self.map(|word| word >> (1 << j))
    }

    #[inline(always)]
    fn up(self, j: usize) -> Self {
        self.map(|word| word << (1 << j))
    }

    #[inline(always)]
    fn swapped(self, k: usize) -> Self {
        std::array::from_fn(|i| self[i ^ 1 << k])
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == [0; 8]
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use wide::{ByTwo, Whole};

/// The same in registers. Kernels that use them are compiled for, and called on, processors that have them.
#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{Eight, Row};
    use std::arch::x86_64::*;

    /// Two registers of 256 bits.
    #[derive(Clone, Copy)]
    pub(in super::super) struct ByTwo([__m256i; 2]);

    impl ByTwo {
        pub(in super::super) fn detected() -> bool {
            is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1")
        }

        #[inline(always)]
        fn zip(self, other: Self, operation: impl Fn(__m256i, __m256i) -> __m256i) -> Self {
            ByTwo([operation(self.0[0], other.0[0]), operation(self.0[1], other.0[1])])
        }
    }

    impl Eight for ByTwo {
        #[inline(always)]
        fn of(row: &Row) -> Self {
            let from = row.0.as_ptr();
            // SAFETY: a row has two halves of 256 bits, and the loads need no alignment; the kernels run only where
            // AVX2 was detected, here and in all that follows.
            unsafe { ByTwo([_mm256_loadu_si256(from.cast()), _mm256_loadu_si256(from.add(4).cast())]) }
        }

        #[inline(always)]
        fn row(self) -> Row {
            let mut row = Row::NONE;
            let to = row.0.as_mut_ptr();
            // SAFETY: as for the loads.
            unsafe {
                _mm256_storeu_si256(to.cast(), self.0[0]);
                _mm256_storeu_si256(to.add(4).cast(), self.0[1]);
            }
            row
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: AVX2 was detected.
            self.zip(other, |a, b| unsafe { _mm256_and_si256(a, b) })
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: AVX2 was detected.
            self.zip(other, |a, b| unsafe { _mm256_or_si256(a, b) })
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            // SAFETY: AVX2 was detected.
            self.zip(other, |a, b| unsafe { _mm256_andnot_si256(b, a) })
        }

        #[inline(always)]
        fn down(self, j: usize) -> Self {
            // SAFETY: AVX2 was detected.
            self.zip(self, |a, _| unsafe { _mm256_srlv_epi64(a, _mm256_set1_epi64x(1 << j)) })
        }

        #[inline(always)]
        fn up(self, j: usize) -> Self {
            // SAFETY: AVX2 was detected.
            self.zip(self, |a, _| unsafe { _mm256_sllv_epi64(a, _mm256_set1_epi64x(1 << j)) })
        }

        #[inline(always)]
        fn swapped(self, k: usize) -> Self {
            match k {
                // SAFETY: AVX2 was detected.
                0 => self.zip(self, |a, _| unsafe { _mm256_permute4x64_epi64::<0b10_11_00_01>(a) }),
                // SAFETY: as above.
                1 => self.zip(self, |a, _| unsafe { _mm256_permute4x64_epi64::<0b01_00_11_10>(a) }),
                _ => ByTwo([self.0[1], self.0[0]]),
            }
        }

        #[inline(always)]
        fn is_empty(self) -> bool {
            // SAFETY: AVX2 was detected.
            unsafe {
                let all = _mm256_or_si256(self.0[0], self.0[1]);
                _mm256_testz_si256(all, all) == 1
            }
        }
    }

    /// One register of 512 bits.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Whole(__m512i);

    impl Whole {
        /// The kernels that count want the population count of whole registers as well.
        pub(in super::super) fn detected() -> bool {
            is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vpopcntdq")
                && ByTwo::detected()
        }
    }

    impl Eight for Whole {
        #[inline(always)]
        fn of(row: &Row) -> Self {
            // SAFETY: a row has 512 bits; the kernels run only where AVX-512 was detected, here and below.
            unsafe { Whole(_mm512_loadu_si512(row.0.as_ptr().cast())) }
        }

        #[inline(always)]
        fn row(self) -> Row {
            let mut row = Row::NONE;
            // SAFETY: as for the load.
            unsafe { _mm512_storeu_si512(row.0.as_mut_ptr().cast(), self.0) };
            row
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: AVX-512 was detected.
            unsafe { Whole(_mm512_and_si512(self.0, other.0)) }
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: AVX-512 was detected.
            unsafe { Whole(_mm512_or_si512(self.0, other.0)) }
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            // SAFETY: AVX-512 was detected.
            unsafe { Whole(_mm512_andnot_si512(other.0, self.0)) }
        }

        #[inline(always)]
        fn down(self, j: usize) -> Self {
            // SAFETY: AVX-512 was detected.
            unsafe { Whole(_mm512_srlv_epi64(self.0, _mm512_set1_epi64(1 << j))) }
        }

        #[inline(always)]
        fn up(self, j: usize) -> Self {
            // SAFETY: AVX-512 was detected.
            unsafe { Whole(_mm512_sllv_epi64(self.0, _mm512_set1_epi64(1 << j))) }
        }

        #[inline(always)]
        fn swapped(self, k: usize) -> Self {
            // SAFETY: AVX-512 was detected.
            unsafe {
                Whole(match k {
                    0 => _mm512_permutex_epi64::<0b10_11_00_01>(self.0),
                    1 => _mm512_permutex_epi64::<0b01_00_11_10>(self.0),
                    _ => _mm512_shuffle_i64x2::<0b01_00_11_10>(self.0, self.0),
                })
            }
        }

        #[inline(always)]
        fn is_empty(self) -> bool {
            // SAFETY: AVX-512 was detected.
            unsafe { _mm512_test_epi64_mask(self.0, self.0) == 0 }
        }
    }
}
