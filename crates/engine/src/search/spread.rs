//! One hash for every table of the searches: 64 bits on every machine, whatever the size of its words.

use std::hash::{Hash, Hasher};

/// The 64-bit hash of a key; all its bits may be used.
#[inline(always)]
pub fn spread<K: Hash + ?Sized>(key: &K) -> u64 {
    let mut hasher = Spread::default();
    key.hash(&mut hasher);
    hasher.finish()
}

/// Folds 64-bit words together by long multiplication, whose two halves are added without carry.
#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9E37_79B9_7F4A_7C15) * 0xD6E8_FEB8_6659_FD93;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            self.write_u64(u64::from_le_bytes(chunk.try_into().expect("eight bytes")));
        }
        let rest = chunks.remainder();
        // The length is part of the word, so that zeros at the end count.
        let last = rest.iter().fold(rest.len() as u64, |word, &byte| word << 8 | u64::from(byte));
        self.write_u64(last);
    }

    #[inline(always)]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    #[inline(always)]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    #[inline(always)]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline(always)]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    #[inline(always)]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn high_and_low_bits_are_spread_and_texts_differ() {
        let (mut low, mut high) = (std::collections::HashSet::new(), std::collections::HashSet::new());
        for key in 0..20_000u64 {
            let hash = spread(&(key << 8));
            low.insert(hash & 0xFFFF);
            high.insert(hash >> 48);
        }
        // Of 65,536 places 20,000 random ones fill about 17,240.
        assert!(low.len() > 16_500 && high.len() > 16_500, "{} and {}", low.len(), high.len());
        assert_ne!(spread(&[0u8; 3][..]), spread(&[0u8; 4][..]));
        assert_ne!(spread("ab"), spread("ba"));
    }
}
