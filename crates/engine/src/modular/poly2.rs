//! Polynomials over GF(2), 64 coefficients to a word.
//!
//! Squaring spreads bits apart and costs linear time; so do the substitution of x + 1 (the coefficients of p(x + 1) are
//! sums over supersets of the index's bits, by Lucas's theorem) and, with it, Fibonacci polynomials. The greatest
//! common divisor is Lehmer's: from the leading 64 coefficients of both a 2 x 2 matrix of up to 62 steps of Euclid is
//! read off and applied to the whole in one pass of carry-less products: O(n^2 / 64^2) of them instead of O(n^2 / 64)
//! word operations. [`Poly::gcd_plain`] is Euclid's algorithm itself. Where the processor multiplies without carry
//! (PCLMULQDQ) that is chosen at run time.
#![allow(unsafe_code)]

/// A polynomial over GF(2): bit i of the words is the coefficient of x^i. The last word is not zero.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Poly {
    words: Vec<u64>,
}

impl Poly {
    /// A polynomial from its words.
    pub fn from_words(words: Vec<u64>) -> Poly {
        let mut poly = Poly { words };
        poly.trim();
        poly
    }

    /// A power of x.
    pub fn power_of_x(exponent: usize) -> Poly {
        let mut words = vec![0; exponent / 64 + 1];
        words[exponent / 64] = 1 << (exponent % 64);
        Poly { words }
    }

    /// The coefficients, 64 to a word.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    /// True for the zero polynomial.
    pub fn is_zero(&self) -> bool {
        self.words.is_empty()
    }

    /// The degree; `None` for zero.
    pub fn degree(&self) -> Option<usize> {
        let last = self.words.last()?;
        Some(self.words.len() * 64 - 1 - last.leading_zeros() as usize)
    }

    /// The coefficient of x^i.
    pub fn coefficient(&self, i: usize) -> bool {
        self.words.get(i / 64).is_some_and(|w| w >> (i % 64) & 1 == 1)
    }

    /// Adds another polynomial times a power of x.
    pub fn add_shifted(&mut self, other: &Poly, shift: usize) {
        if other.is_zero() {
            return;
        }
        let (skip, bits) = (shift / 64, shift % 64);
        let needed = other.words.len() + skip + usize::from(bits > 0);
        if self.words.len() < needed {
            self.words.resize(needed, 0);
        }
        let target = &mut self.words[skip..];
        if bits == 0 {
            target.iter_mut().zip(&other.words).for_each(|(t, w)| *t ^= w);
        } else {
            let mut carry = 0;
            for (t, &w) in target.iter_mut().zip(&other.words) {
                *t ^= w << bits | carry;
                carry = w >> (64 - bits);
            }
            target[other.words.len()] ^= carry;
        }
        self.trim();
    }

    /// The sum.
    pub fn plus(&self, other: &Poly) -> Poly {
        let mut sum = self.clone();
        sum.add_shifted(other, 0);
        sum
    }

    /// The product with a power of x.
    pub fn shifted(&self, by: usize) -> Poly {
        let mut product = Poly::default();
        product.add_shifted(self, by);
        product
    }

    /// The square: the bits spread apart.
    pub fn squared(&self) -> Poly {
        let halves = self.words.iter().flat_map(|&w| [spread(w as u32), spread((w >> 32) as u32)]);
        Poly::from_words(halves.collect())
    }

    /// The product by its definition.
    pub fn times(&self, other: &Poly) -> Poly {
        let mut product = Poly::default();
        for i in (0..self.words.len() * 64).filter(|&i| self.coefficient(i)) {
            product.add_shifted(other, i);
        }
        product
    }

    /// p(x + 1).
    pub fn at_x_plus_one(&self) -> Poly {
        let length = self.words.len().next_power_of_two();
        let mut words = self.words.clone();
        words.resize(length, 0);
        for word in &mut words {
            // Within a word: index bits 0 to 5.
            *word ^= word.wrapping_shr(1) & 0x5555_5555_5555_5555;
            *word ^= word.wrapping_shr(2) & 0x3333_3333_3333_3333;
            *word ^= word.wrapping_shr(4) & 0x0F0F_0F0F_0F0F_0F0F;
            *word ^= word.wrapping_shr(8) & 0x00FF_00FF_00FF_00FF;
            *word ^= word.wrapping_shr(16) & 0x0000_FFFF_0000_FFFF;
            *word ^= word.wrapping_shr(32);
        }
        let mut half = 1;
        while half < length {
            for block in words.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                low.iter_mut().zip(high).for_each(|(l, h)| *l ^= *h);
            }
            half *= 2;
        }
        Poly::from_words(words)
    }

    /// The remainder of the division by another polynomial, which is not zero.
    pub fn remainder(mut self, divisor: &Poly) -> Poly {
        let degree = divisor.degree().expect("division by zero");
        while let Some(own) = self.degree().filter(|&own| own >= degree) {
            self.add_shifted(divisor, own - degree);
        }
        self
    }

    /// The greatest common divisor by Euclid's algorithm.
    pub fn gcd_plain(&self, other: &Poly) -> Poly {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_zero() {
            let rest = a.remainder(&b);
            (a, b) = (b, rest);
        }
        a
    }

    /// The greatest common divisor by Lehmer's method.
    pub fn gcd(&self, other: &Poly) -> Poly {
        let (mut a, mut b) = (self.clone(), other.clone());
        if a.degree() < b.degree() {
            std::mem::swap(&mut a, &mut b);
        }
        let apply = apply_of_this_machine();
        while let (Some(high), Some(low)) = (a.degree(), b.degree()) {
            if high < 64 || high - low >= 32 {
                let rest = a.remainder(&b);
                (a, b) = (b, rest);
                continue;
            }
            let steps = Steps::read(a.leading(high), b.leading(high));
            let length = a.words.len();
            b.words.resize(length, 0);
            apply(&mut a.words, &mut b.words, &steps);
            a.trim();
            b.trim();
            if a.degree() < b.degree() {
                std::mem::swap(&mut a, &mut b);
            }
        }
        a
    }

    /// The 64 coefficients from x^high down.
    fn leading(&self, high: usize) -> u64 {
        let word = |k: usize| self.words.get(k).copied().unwrap_or(0);
        let (index, used) = (high / 64, high % 64 + 1);
        match used {
            64 => word(index),
            _ => word(index) << (64 - used) | if index > 0 { word(index - 1) >> used } else { 0 },
        }
    }
}

/// The 32 bits of a number at the even places of a word.
fn spread(half: u32) -> u64 {
    let mut x = u64::from(half);
    x = (x | x << 16) & 0x0000_FFFF_0000_FFFF;
    x = (x | x << 8) & 0x00FF_00FF_00FF_00FF;
    x = (x | x << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}

/// Several steps of Euclid at once: (a, b) becomes (p a + q b, r a + s b). The matrix has determinant 1 and entries of
/// degree below 64.
struct Steps {
    p: u64,
    q: u64,
    r: u64,
    s: u64,
}

impl Steps {
    /// Reads off the subtractive steps of Euclid that the leading 64 coefficients determine; a's first coefficient is
    /// 1.
    ///
    /// After steps that multiplied by powers of x with exponents summing to k, the lowest k coefficients of both
    /// leading parts are not known; a step is certain while the leading coefficients that it looks at lie above them.
    fn read(mut a: u64, mut b: u64) -> Steps {
        let mut steps = Steps { p: 1, q: 0, r: 0, s: 1 };
        // The degrees of the entries of the rows, at least.
        let (mut of_a, mut of_b) = (0u32, 0u32);
        loop {
            if a < b {
                std::mem::swap(&mut a, &mut b);
                std::mem::swap(&mut steps.p, &mut steps.r);
                std::mem::swap(&mut steps.q, &mut steps.s);
                std::mem::swap(&mut of_a, &mut of_b);
            }
            if b == 0 {
                return steps;
            }
            let shift = b.leading_zeros() - a.leading_zeros();
            let reach = of_a.max(of_b + shift);
            // The lowest `of_b` coefficients of b are not known, and none of a's row may outgrow a word.
            if reach > 62 || 63 - b.leading_zeros() < of_b.max(of_a) || 63 - b.leading_zeros() < reach {
                return steps;
            }
            a ^= b << shift;
            steps.p ^= steps.r << shift;
            steps.q ^= steps.s << shift;
            of_a = reach;
        }
    }
}

/// A way to apply steps to two polynomials of the same number of words.
type Apply = fn(&mut [u64], &mut [u64], &Steps);

#[inline(always)]
fn apply_body(a: &mut [u64], b: &mut [u64], steps: &Steps, product: impl Fn(u64, u64) -> (u64, u64)) {
    let (mut carry_a, mut carry_b) = (0, 0);
    for (x, y) in a.iter_mut().zip(b) {
        let (low_p, high_p) = product(*x, steps.p);
        let (low_q, high_q) = product(*y, steps.q);
        let (low_r, high_r) = product(*x, steps.r);
        let (low_s, high_s) = product(*y, steps.s);
        (*x, carry_a) = (low_p ^ low_q ^ carry_a, high_p ^ high_q);
        (*y, carry_b) = (low_r ^ low_s ^ carry_b, high_r ^ high_s);
    }
    // Steps of Euclid lower degrees: nothing is carried out of the last word.
    debug_assert!(carry_a == 0 && carry_b == 0);
}

/// The product of two words without carries, by its definition.
fn product_any(a: u64, b: u64) -> (u64, u64) {
    let (mut low, mut high) = (0, 0);
    let mut left = b;
    while left != 0 {
        let k = left.trailing_zeros();
        low ^= a << k;
        high ^= (a >> 1) >> (63 - k);
        left &= left - 1;
    }
    (low, high)
}

fn apply_any(a: &mut [u64], b: &mut [u64], steps: &Steps) {
    apply_body(a, b, steps, product_any);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "pclmulqdq")]
fn apply_clmul(a: &mut [u64], b: &mut [u64], steps: &Steps) {
    use std::arch::x86_64::{_mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_unpackhi_epi64};
    apply_body(a, b, steps, |x, y| {
        let both = _mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(x as i64), _mm_cvtsi64_si128(y as i64));
        (_mm_cvtsi128_si64(both) as u64, _mm_cvtsi128_si64(_mm_unpackhi_epi64(both, both)) as u64)
    });
}

#[cfg(target_arch = "x86_64")]
fn apply_of_this_machine() -> Apply {
    match is_x86_feature_detected!("pclmulqdq") {
        // SAFETY: the processor has just said that it knows this instruction.
        true => |a, b, steps| unsafe { apply_clmul(a, b, steps) },
        false => apply_any,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn apply_of_this_machine() -> Apply {
    apply_any
}

/// The Fibonacci polynomials f_k and f_{k+1}: f_0 = 0, f_1 = 1, f_{k+1} = x f_k + f_{k-1}. By doubling, which over
/// GF(2) needs only squares: f_{2k} = x f_k^2 and f_{2k+1} = f_k^2 + f_{k+1}^2.
pub fn fibonacci_pair(k: usize) -> (Poly, Poly) {
    let (mut this, mut next) = (Poly::default(), Poly::power_of_x(0));
    for bit in (0..usize::BITS - k.leading_zeros()).rev() {
        let (square, next_square) = (this.squared(), next.squared());
        let odd = square.plus(&next_square);
        (this, next) = match k >> bit & 1 {
            0 => (square.shifted(1), odd),
            _ => (odd, next_square.shifted(1)),
        };
    }
    (this, next)
}

/// The Fibonacci polynomial f_k by its definition.
pub fn fibonacci_plain(k: usize) -> Poly {
    let (mut this, mut next) = (Poly::default(), Poly::power_of_x(0));
    for _ in 0..k {
        let mut after = next.shifted(1);
        after.add_shifted(&this, 0);
        (this, next) = (next, after);
    }
    this
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn random(bits: usize, chance: &mut ChaCha8Rng) -> Poly {
        let mut words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| chance.next_u64()).collect();
        if let Some(last) = words.last_mut() {
            *last >>= (64 - bits % 64) % 64;
        }
        Poly::from_words(words)
    }

    #[test]
    fn both_ways_to_the_common_divisor_agree() {
        let mut chance = ChaCha8Rng::seed_from_u64(31);
        for round in 0..400 {
            let mut size = || chance.random_range(0..[70, 200, 900][round % 3]);
            let sizes = [size(), size(), size()];
            let [a, b, common] = sizes.map(|bits| random(bits, &mut chance));
            let (a, b) = (a.times(&common), b.times(&common));
            assert_eq!(a.gcd(&b), a.gcd_plain(&b), "round {round}");
        }
    }

    #[test]
    fn the_portable_steps_agree_with_those_of_this_machine() {
        let mut chance = ChaCha8Rng::seed_from_u64(32);
        for _ in 0..50 {
            let (mut a, mut b) = (random(640, &mut chance), random(640, &mut chance));
            if a.degree() < b.degree() {
                std::mem::swap(&mut a, &mut b);
            }
            let high = a.degree().unwrap();
            let steps = Steps::read(a.leading(high), b.leading(high));
            b.words.resize(a.words.len(), 0);
            let (mut c, mut d) = (a.clone(), b.clone());
            apply_any(&mut a.words, &mut b.words, &steps);
            apply_of_this_machine()(&mut c.words, &mut d.words, &steps);
            assert_eq!((a, b), (c, d));
        }
    }

    #[test]
    fn squares_and_substitutions_agree_with_their_definitions() {
        let mut chance = ChaCha8Rng::seed_from_u64(33);
        let shift = Poly::from_words(vec![3]);
        for bits in [0, 1, 2, 63, 64, 65, 200, 500] {
            let p = random(bits, &mut chance);
            assert_eq!(p.squared(), p.times(&p));
            // Horner's scheme in x + 1.
            let horner = (0..bits).rev().fold(Poly::default(), |sum, i| {
                let sum = sum.times(&shift);
                if p.coefficient(i) { sum.plus(&Poly::power_of_x(0)) } else { sum }
            });
            assert_eq!(p.at_x_plus_one(), horner, "{bits} bits");
        }
        for k in 0..200 {
            assert_eq!(fibonacci_pair(k), (fibonacci_plain(k), fibonacci_plain(k + 1)), "f_{k}");
        }
    }
}
