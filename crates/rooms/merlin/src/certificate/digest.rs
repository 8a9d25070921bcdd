//! SHA-256 (FIPS 180-4), so that a sentence can name a long list in a few characters that no other list has.

/// The first 32 bits of the fractional parts of the square or cube roots of the first primes.
fn roots<const N: usize>(root: impl Fn(u128) -> u128) -> [u32; N] {
    let mut primes = (2u128..).filter(|n| (2..*n).all(|d| n % d != 0));
    std::array::from_fn(|_| root(primes.next().expect("primes do not end")) as u32)
}

/// The largest r with r^power <= n.
fn floor_root(n: u128, power: u32) -> u128 {
    let (mut low, mut high) = (0u128, 1u128 << (128 / power - 1));
    while high - low > 1 {
        let middle = low.midpoint(high);
        if middle.pow(power) <= n { low = middle } else { high = middle }
    }
    low
}

/// The digest of a text in hexadecimal digits.
pub(super) fn sha256(text: &str) -> String {
    // floor(2^32 sqrt p) and floor(2^32 cbrt p), of which the last 32 bits are kept.
    let mut hash: [u32; 8] = roots(|p| floor_root(p << 64, 2));
    let constants: [u32; 64] = roots(|p| floor_root(p << 96, 3));
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0x80);
    // The length takes the last eight bytes of a block.
    bytes.resize((bytes.len() + 8).next_multiple_of(64) - 8, 0);
    bytes.extend((text.len() as u64 * 8).to_be_bytes());
    for block in bytes.chunks_exact(64) {
        compress(&mut hash, &constants, block);
    }
    hash.iter().map(|word| format!("{word:08x}")).collect()
}

fn compress(hash: &mut [u32; 8], constants: &[u32; 64], block: &[u8]) {
    let mut words = [0u32; 64];
    for (word, bytes) in words.iter_mut().zip(block.chunks_exact(4)) {
        *word = bytes.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
    }
    for t in 16..64 {
        let (a, b) = (words[t - 15], words[t - 2]);
        let early = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
        let late = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
        words[t] = words[t - 16].wrapping_add(early).wrapping_add(words[t - 7]).wrapping_add(late);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *hash;
    for (word, constant) in words.iter().zip(constants) {
        let mixed = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let chosen = e & f ^ !e & g;
        let first = h.wrapping_add(mixed).wrapping_add(chosen).wrapping_add(*constant).wrapping_add(*word);
        let mixed = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let second = mixed.wrapping_add(a & b ^ a & c ^ b & c);
        (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(first), c, b, a, first.wrapping_add(second));
    }
    for (old, new) in hash.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *old = old.wrapping_add(new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of the standard, and lengths about the end of a block.
    #[test]
    fn digests_are_those_of_the_standard() {
        for (text, digest) in [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ] {
            assert_eq!(sha256(text), digest, "{text:?}");
        }
        for (length, digest) in [
            (54, "a3f01b6939256127582ac8ae9fb47a382a244680806a3f613a118851c1ca1d47"),
            (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
            (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
            (60, "11ee391211c6256460b6ed375957fadd8061cafbb31daf967db875aebd5aaad4"),
            (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
            (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
            (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
            (119, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"),
            (120, "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"),
            (127, "c57e9278af78fa3cab38667bef4ce29d783787a2f731d4e12200270f0c32320a"),
            (128, "6836cf13bac400e9105071cd6af47084dfacad4e5e302c94bfed24e013afb73e"),
            (1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
        ] {
            assert_eq!(sha256(&"a".repeat(length)), digest, "{length}");
        }
    }
}
