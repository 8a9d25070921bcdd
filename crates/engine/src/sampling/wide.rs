//! Words and tosses with AVX-512, where the order of work matters more than its amount.
//!
//! A batch of the cipher fills sixteen registers, and each of its steps waits for the one before; the machine looks
//! ahead some four hundred operations, which is not as far as the next batch. So two batches go side by side, a double
//! round each in turn, and between their double rounds stand the tosses of the group before, whose words are there.
//! What the first column round makes of columns without a counter is the same for all batches of a group and is made
//! once.
#![allow(unsafe_code)]

use super::stream::{self, CONSTANTS, LANES, Lane};
use super::tosses::{Count, GROUP_BLOCKS, SIDE, Source, Tally, group_words};
use std::arch::x86_64::*;

/// The sixteen words of a block, for sixteen blocks.
type State = [__m512i; 16];

/// Lanes of a batch.
const BATCH: usize = 16;

/// The words of a group; whoever stores sixteen lanes stores a line of the cache.
#[repr(align(64))]
struct Words([Lane; 80]);

macro_rules! quarters {
    ($(($a:ident $b:ident $c:ident $d:ident))*) => {
        $($a = _mm512_add_epi32($a, $b); $d = _mm512_rol_epi32::<16>(_mm512_xor_si512($d, $a));)*
        $($c = _mm512_add_epi32($c, $d); $b = _mm512_rol_epi32::<12>(_mm512_xor_si512($b, $c));)*
        $($a = _mm512_add_epi32($a, $b); $d = _mm512_rol_epi32::<8>(_mm512_xor_si512($d, $a));)*
        $($c = _mm512_add_epi32($c, $d); $b = _mm512_rol_epi32::<7>(_mm512_xor_si512($b, $c));)*
    };
}

/// The cipher for the counters of one group.
struct Cipher {
    /// The words that every block begins with, but for the low one of its counter.
    begun: [u32; 16],
    /// What the first column round makes of them in the columns without that word.
    turned: [u32; 16],
}

impl Cipher {
    fn new(key: &[u32; 8], stream: u64, counter: u64) -> Cipher {
        let mut begun = [0; 16];
        begun[..4].copy_from_slice(&CONSTANTS);
        begun[4..12].copy_from_slice(key);
        begun[13..].copy_from_slice(&[(counter >> 32) as u32, stream as u32, (stream >> 32) as u32]);
        let mut turned = begun;
        for column in 1..4 {
            let [a, b, c, d] = stream::quarter([0, 4, 8, 12].map(|row| begun[row + column]));
            (turned[column], turned[4 + column], turned[8 + column], turned[12 + column]) = (a, b, c, d);
        }
        Cipher { begun, turned }
    }

    /// Sixteen blocks after the first column round; and the low words of their counters.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn begin(&self, counter: u64) -> (State, __m512i) {
        let all = |word: u32| _mm512_set1_epi32(word as i32);
        let lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        let low = _mm512_add_epi32(all(counter as u32), lanes);
        let [mut a, mut b, mut c, mut d] = [all(self.begun[0]), all(self.begun[4]), all(self.begun[8]), low];
        quarters!((a b c d));
        let t = self.turned;
        let state = [
            a,
            all(t[1]),
            all(t[2]),
            all(t[3]),
            b,
            all(t[5]),
            all(t[6]),
            all(t[7]),
            c,
            all(t[9]),
            all(t[10]),
            all(t[11]),
            d,
            all(t[13]),
            all(t[14]),
            all(t[15]),
        ];
        (state, low)
    }

    /// The words of finished blocks.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn end(&self, state: State, low: __m512i) -> State {
        let mut words = state;
        for word in 0..16 {
            let begun = if word == 12 { low } else { _mm512_set1_epi32(self.begun[word] as i32) };
            words[word] = _mm512_add_epi32(words[word], begun);
        }
        words
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn columns(state: State) -> State {
    let [mut a0, mut a1, mut a2, mut a3, mut b0, mut b1, mut b2, mut b3, ..] = state;
    let [.., mut c0, mut c1, mut c2, mut c3, mut d0, mut d1, mut d2, mut d3] = state;
    quarters!((a0 b0 c0 d0) (a1 b1 c1 d1) (a2 b2 c2 d2) (a3 b3 c3 d3));
    [a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3]
}

#[inline]
#[target_feature(enable = "avx512f")]
fn diagonals(state: State) -> State {
    let [mut a0, mut a1, mut a2, mut a3, mut b0, mut b1, mut b2, mut b3, ..] = state;
    let [.., mut c0, mut c1, mut c2, mut c3, mut d0, mut d1, mut d2, mut d3] = state;
    quarters!((a0 b1 c2 d3) (a1 b2 c3 d0) (a2 b3 c0 d1) (a3 b0 c1 d2));
    [a0, a1, a2, a3, b0, b1, b2, b3, c0, c1, c2, c3, d0, d1, d2, d3]
}

/// Two batches of sixteen blocks at once, with something to do eight times between their rounds. As a function it would
/// call what is done in between, and a call empties all registers.
macro_rules! two_batches {
    ($cipher:expr, $counter:expr $(, |$number:ident| $between:expr)?) => {{
        let (mut one, low) = $cipher.begin($counter);
        let (mut two, next) = $cipher.begin($counter + BATCH as u64);
        for round in 0..4 {
            one = diagonals(if round == 0 { one } else { columns(one) });
            $(let $number = 2 * round; $between;)?
            two = diagonals(if round == 0 { two } else { columns(two) });
            $(let $number = 2 * round + 1; $between;)?
        }
        [$cipher.end(one, low), $cipher.end(two, next)]
    }};
}

/// The tally of so many groups.
#[target_feature(enable = "avx512f,avx512dq,fma")]
pub(super) fn tally<S: Source>(source: &S, key: &[u32; 8], stream: u64, groups: u64) -> Tally {
    let mut buffers = [Words([[0; LANES]; 80]), Words([[0; LANES]; 80])];
    let mut count = Count::default();
    for index in 0..=groups {
        let [even, odd] = &mut buffers;
        let (words, next) = if index % 2 == 0 { (&even.0, &mut odd.0) } else { (&odd.0, &mut even.0) };
        let counter = index * GROUP_BLOCKS;
        let cipher = Cipher::new(key, stream, counter);
        for (block, place) in next.as_chunks_mut::<16>().0.iter_mut().enumerate() {
            let first = block * SIDE;
            let tossing = index > 0 && first < LANES;
            let states = two_batches!(cipher, counter + (block * LANES) as u64, |number| if tossing {
                count.toss::<S, true>(source, &words[10 * number..][..10], first, number);
            });
            if tossing {
                count.review(source, words, first);
            }
            for (word, lanes) in place.iter_mut().enumerate() {
                for (half, state) in lanes.as_chunks_mut::<BATCH>().0.iter_mut().zip(&states) {
                    // SAFETY: sixteen words fill the register, and the store needs no alignment.
                    unsafe { _mm512_storeu_si512(half.as_mut_ptr().cast(), state[word]) };
                }
            }
        }
        if crosses(counter) {
            group_words(key, stream, index, next);
        }
    }
    count.tally(groups)
}

/// Whether the high words of a group's counters differ: then the plain way makes them.
fn crosses(counter: u64) -> bool {
    counter >> 32 != (counter + GROUP_BLOCKS - 1) >> 32
}

/// The words of so many groups, folded into one; they never leave the registers.
#[target_feature(enable = "avx512f")]
pub(super) fn words_alone(key: &[u32; 8], stream: u64, groups: u64) -> u32 {
    let mut fold = _mm512_setzero_si512();
    for index in 0..groups {
        let counter = index * GROUP_BLOCKS;
        let cipher = Cipher::new(key, stream, counter);
        for first in (0..GROUP_BLOCKS).step_by(LANES) {
            for state in two_batches!(cipher, counter + first) {
                fold = state.into_iter().fold(fold, |all, one| _mm512_xor_si512(all, one));
            }
        }
    }
    let mut lanes = [0u32; BATCH];
    // SAFETY: sixteen words fill the register, and the store needs no alignment.
    unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), fold) };
    lanes.into_iter().fold(0, |all, one| all ^ one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampling::stream::key;

    #[target_feature(enable = "avx512f")]
    fn both(cipher: &Cipher, counter: u64) -> [State; 2] {
        two_batches!(cipher, counter)
    }

    #[test]
    fn two_batches_are_the_words_of_the_plain_way() {
        if !is_x86_feature_detected!("avx512f") {
            return;
        }
        for (seed, stream, counter) in [(1, 0, 0), (2018, 0x1_0000_0007, 0x1_ffff_ff00), (3, u64::MAX, 1 << 40)] {
            let mut plain = [[0; LANES]; 16];
            stream::fill(&key(seed), stream, counter, &mut plain);
            let cipher = Cipher::new(&key(seed), stream, counter);
            // SAFETY: the processor has these instructions.
            let states = unsafe { both(&cipher, counter) };
            for (half, state) in states.iter().enumerate() {
                for (word, lanes) in state.iter().enumerate() {
                    let mut found = [0u32; BATCH];
                    // SAFETY: sixteen words fill the register, and the store needs no alignment.
                    unsafe { _mm512_storeu_si512(found.as_mut_ptr().cast(), *lanes) };
                    assert_eq!(found, plain[word][BATCH * half..][..BATCH], "seed {seed}, word {word}");
                }
            }
        }
    }

    #[test]
    fn the_groups_whose_counters_cross_a_high_word_are_told() {
        let crossing = u64::from(u32::MAX) / GROUP_BLOCKS;
        assert!(crosses(crossing * GROUP_BLOCKS) && !crosses((crossing - 1) * GROUP_BLOCKS));
        assert!(!crosses((crossing + 1) * GROUP_BLOCKS) && !crosses(0));
    }
}
