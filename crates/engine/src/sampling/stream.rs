//! Counter-based random words: the ChaCha stream cipher with eight rounds, computed for [`LANES`] counters side by
//! side.
//!
//! The words are those of `rand_chacha::ChaCha8Rng` with the same seed and stream (a test compares them), only in an
//! order that suits a vector machine: word `w` of the blocks at counters `c, c + 1, ..., c + LANES - 1` stands in one
//! array. Streams are independent, so every piece of work takes its own stream and threads need not share anything.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Blocks computed side by side; the vectors of the machine may be narrower.
pub const LANES: usize = 32;

/// The same word of every lane.
pub type Lane = [u32; LANES];

/// The key that `rand_chacha` makes of a seed.
pub fn key(seed: u64) -> [u32; 8] {
    let bytes = ChaCha8Rng::seed_from_u64(seed).get_seed();
    std::array::from_fn(|i| u32::from_le_bytes([bytes[4 * i], bytes[4 * i + 1], bytes[4 * i + 2], bytes[4 * i + 3]]))
}

/// Writes the sixteen words of the block at `counter + lane` into that lane of `words`.
///
/// The loop over the lanes has a straight body, which the compiler turns into vector instructions of whatever width the
/// calling function allows.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
pub fn fill(key: &[u32; 8], stream: u64, counter: u64, words: &mut [Lane]) {
    let words: &mut [Lane; 16] = words.try_into().expect("a block has sixteen words");
    // The low half never overflows within a call if it does not at its last lane; the plain way takes over where it
    // would.
    let whole = counter as u32 <= u32::MAX - LANES as u32;
    for lane in 0..LANES {
        let high = match whole {
            true => (counter >> 32) as u32,
            false => (counter.wrapping_add(lane as u64) >> 32) as u32,
        };
        let at = [(counter as u32).wrapping_add(lane as u32), high, stream as u32, (stream >> 32) as u32];
        let block = block(key, at);
        for word in 0..16 {
            words[word][lane] = block[word];
        }
    }
}

macro_rules! quarter {
    ($a:ident, $b:ident, $c:ident, $d:ident) => {
        $a = $a.wrapping_add($b);
        $d = ($d ^ $a).rotate_left(16);
        $c = $c.wrapping_add($d);
        $b = ($b ^ $c).rotate_left(12);
        $a = $a.wrapping_add($b);
        $d = ($d ^ $a).rotate_left(8);
        $c = $c.wrapping_add($d);
        $b = ($b ^ $c).rotate_left(7);
    };
}

/// One quarter of a round.
#[cfg(target_arch = "x86_64")]
pub(super) fn quarter([mut a, mut b, mut c, mut d]: [u32; 4]) -> [u32; 4] {
    quarter!(a, b, c, d);
    [a, b, c, d]
}

macro_rules! double_round {
    ($a0:ident $a1:ident $a2:ident $a3:ident $b0:ident $b1:ident $b2:ident $b3:ident
     $c0:ident $c1:ident $c2:ident $c3:ident $d0:ident $d1:ident $d2:ident $d3:ident) => {
        quarter!($a0, $b0, $c0, $d0);
        quarter!($a1, $b1, $c1, $d1);
        quarter!($a2, $b2, $c2, $d2);
        quarter!($a3, $b3, $c3, $d3);
        quarter!($a0, $b1, $c2, $d3);
        quarter!($a1, $b2, $c3, $d0);
        quarter!($a2, $b3, $c0, $d1);
        quarter!($a3, $b0, $c1, $d2);
    };
}

/// One block: eight rounds, written out without a loop so that the loop around it vectorises.
#[inline(always)]
fn block(key: &[u32; 8], at: [u32; 4]) -> [u32; 16] {
    let [mut a0, mut a1, mut a2, mut a3] = CONSTANTS;
    let [mut b0, mut b1, mut b2, mut b3, mut c0, mut c1, mut c2, mut c3] = *key;
    let [mut d0, mut d1, mut d2, mut d3] = at;
    double_round!(a0 a1 a2 a3 b0 b1 b2 b3 c0 c1 c2 c3 d0 d1 d2 d3);
    double_round!(a0 a1 a2 a3 b0 b1 b2 b3 c0 c1 c2 c3 d0 d1 d2 d3);
    double_round!(a0 a1 a2 a3 b0 b1 b2 b3 c0 c1 c2 c3 d0 d1 d2 d3);
    double_round!(a0 a1 a2 a3 b0 b1 b2 b3 c0 c1 c2 c3 d0 d1 d2 d3);
    let [k0, k1, k2, k3] = CONSTANTS;
    [
        a0.wrapping_add(k0),
        a1.wrapping_add(k1),
        a2.wrapping_add(k2),
        a3.wrapping_add(k3),
        b0.wrapping_add(key[0]),
        b1.wrapping_add(key[1]),
        b2.wrapping_add(key[2]),
        b3.wrapping_add(key[3]),
        c0.wrapping_add(key[4]),
        c1.wrapping_add(key[5]),
        c2.wrapping_add(key[6]),
        c3.wrapping_add(key[7]),
        d0.wrapping_add(at[0]),
        d1.wrapping_add(at[1]),
        d2.wrapping_add(at[2]),
        d3.wrapping_add(at[3]),
    ]
}

/// "expand 32-byte k".
pub(super) const CONSTANTS: [u32; 4] = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];

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
        let mut wide = [[0; LANES]; 16];
        fill(&key(seed), stream, counter, &mut wide);
        for lane in 0..LANES {
            for words in &wide {
                assert_eq!(words[lane], plain.next_u32(), "lane {lane}");
            }
        }
    }
}
