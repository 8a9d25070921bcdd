//! Counter-based random words: the ChaCha stream cipher with eight rounds, computed for [`LANES`] counters side by side.
//!
//! The words are those of `rand_chacha::ChaCha8Rng` with the same seed and stream (a test compares them), only in an order that suits a
//! vector machine: word `w` of the blocks at counters `c, c + 1, ..., c + LANES - 1` stands in one array. Streams are
//! independent, so every piece of work takes its own stream and threads need not share anything.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Blocks computed side by side.
pub const LANES: usize = 16;

/// One word of each lane.
pub type Lane = [u32; LANES];

/// The key that `rand_chacha` makes of a seed.
pub fn key(seed: u64) -> [u32; 8] {
    let bytes = ChaCha8Rng::seed_from_u64(seed).get_seed();
    std::array::from_fn(|i| u32::from_le_bytes([bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3]]))
}

/// The sixteen words of `L` consecutive blocks, the first at `counter`. `L` is the width that suits the machine's vectors; the
/// words do not depend on it.
#[inline(always)]
pub fn blocks<const L: usize>(key: &[u32; 8], stream: u64, counter: u64) -> [[u32; L]; 16] {
    let mut start = [[0u32; L]; 16];
    for (word, constant) in start.iter_mut().zip([0x6170_7865u32, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]) {
        *word = [constant; L];
    }
    for i in 0..8 {
        start[4 + i] = [key[i]; L];
    }
    for lane in 0..L {
        let at = counter.wrapping_add(lane as u64);
        start[12][lane] = at as u32;
        start[13][lane] = (at >> 32) as u32;
    }
    start[14] = [stream as u32; L];
    start[15] = [(stream >> 32) as u32; L];
    let mut x = start;
    for _ in 0..4 {
        quarter(&mut x, 0, 4, 8, 12);
        quarter(&mut x, 1, 5, 9, 13);
        quarter(&mut x, 2, 6, 10, 14);
        quarter(&mut x, 3, 7, 11, 15);
        quarter(&mut x, 0, 5, 10, 15);
        quarter(&mut x, 1, 6, 11, 12);
        quarter(&mut x, 2, 7, 8, 13);
        quarter(&mut x, 3, 4, 9, 14);
    }
    for (word, start) in x.iter_mut().zip(&start) {
        for lane in 0..L {
            word[lane] = word[lane].wrapping_add(start[lane]);
        }
    }
    x
}

#[inline(always)]
fn quarter<const L: usize>(x: &mut [[u32; L]; 16], a: usize, b: usize, c: usize, d: usize) {
    add_and_turn::<L, 16>(x, a, b, d);
    add_and_turn::<L, 12>(x, c, d, b);
    add_and_turn::<L, 8>(x, a, b, d);
    add_and_turn::<L, 7>(x, c, d, b);
}

/// `x[a] += x[b]; x[d] = (x[d] ^ x[a]) <<< TURN` in every lane.
#[inline(always)]
fn add_and_turn<const L: usize, const TURN: u32>(x: &mut [[u32; L]; 16], a: usize, b: usize, d: usize) {
    let (mut left, right, mut turned) = (x[a], x[b], x[d]);
    for lane in 0..L {
        left[lane] = left[lane].wrapping_add(right[lane]);
        turned[lane] = (turned[lane] ^ left[lane]).rotate_left(TURN);
    }
    (x[a], x[d]) = (left, turned);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    #[test]
    fn the_words_are_those_of_rand_chacha() {
        let (seed, stream, counter) = (2018, 0x1_0000_0007, 0xffff_fffa);
        let mut plain = ChaCha8Rng::seed_from_u64(seed);
        plain.set_stream(stream);
        plain.set_word_pos(u128::from(counter) * 16);
        let wide = blocks::<16>(&key(seed), stream, counter);
        let narrow = blocks::<4>(&key(seed), stream, counter);
        for lane in 0..16 {
            for word in 0..16 {
                let expected = plain.next_u32();
                assert_eq!(wide[word][lane], expected, "lane {lane}, word {word}");
                if lane < 4 {
                    assert_eq!(narrow[word][lane], expected);
                }
            }
        }
    }
}
