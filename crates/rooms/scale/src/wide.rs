//! A hash of 64 bits on every machine. Dice are seeded and classes are coloured from it, so that a strategy found in a
//! browser, where words have 32 bits, is the one found at home.
//!
//! On machines with words of 64 bits it is the hash of `rustc_hash`, which is as wide as a word; a test compares them.

use std::hash::Hasher;

const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
const SEEDS: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344];
const ZEROS: u64 = 0xa409_3822_299f_31d0;

/// The hasher.
#[derive(Default)]
pub(crate) struct WideHasher(u64);

impl Hasher for WideHasher {
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        self.write_u64(word(bytes));
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = self.0.wrapping_add(number).wrapping_mul(FACTOR);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

/// Bytes as one word.
fn word(bytes: &[u8]) -> u64 {
    let [mut a, mut b] = SEEDS;
    let length = bytes.len();
    match length {
        0 => {}
        1..4 => {
            a ^= u64::from(bytes[0]);
            b ^= u64::from(bytes[length - 1]) << 8 | u64::from(bytes[length / 2]);
        }
        4..8 => {
            a ^= number(&bytes[..4]);
            b ^= number(&bytes[length - 4..]);
        }
        8..=16 => {
            a ^= number(&bytes[..8]);
            b ^= number(&bytes[length - 8..]);
        }
        _ => {
            for chunk in bytes[..length - 1].chunks_exact(16) {
                (a, b) = (b, mixed(a ^ number(&chunk[..8]), ZEROS ^ number(&chunk[8..])));
            }
            a ^= number(&bytes[length - 16..length - 8]);
            b ^= number(&bytes[length - 8..]);
        }
    }
    mixed(a, b) ^ length as u64
}

/// The number that these bytes write, the least first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The two halves of the product, added without carry.
fn mixed(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
#[cfg(target_pointer_width = "64")]
mod tests {
    use super::*;
    use rustc_hash::FxHasher;
    use std::hash::Hash;

    fn both(value: &impl Hash) -> [u64; 2] {
        let (mut wide, mut plain) = (WideHasher::default(), FxHasher::default());
        value.hash(&mut wide);
        value.hash(&mut plain);
        [wide.finish(), plain.finish()]
    }

    #[test]
    fn on_wide_machines_it_is_the_hash_of_the_library() {
        for length in 0..80u32 {
            let bytes: Vec<u8> = (0..length).map(|n| (n * 151 + 7) as u8).collect();
            let numbers: Vec<u32> = (0..length).map(|n| n.wrapping_mul(0x9e37_79b9)).collect();
            let pairs: Vec<(u8, Option<u16>)> =
                (0..length).map(|n| (n as u8, (n % 3 == 0).then_some(n as u16))).collect();
            for [wide, plain] in
                [both(&bytes), both(&numbers), both(&pairs), both(&(length, u64::MAX, length as usize))]
            {
                assert_eq!(wide, plain, "{length}");
            }
        }
    }
}
