//! The integers modulo m, 2 <= m <= 2^32, and sums of rows over them.
//!
//! Entries are u32. A product reduces by Barrett's multiplication with the inverse of m; for m up to 2^16 everything
//! stays within 32 bits and the compiler makes vector code of it.

/// The largest modulus.
pub const MOST: u64 = 1 << 32;

/// A modulus with what makes reduction fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modulus {
    m: u64,
    /// floor((2^64 - 1) / m), or floor((2^32 - 1) / m) when m is at most 2^16.
    inverse: u64,
}

impl Modulus {
    /// The modulus m.
    ///
    /// # Panics
    /// Unless 2 <= m <= 2^32.
    pub fn new(m: u64) -> Modulus {
        assert!((2..=MOST).contains(&m), "a modulus from 2 to 2^32, not {m}");
        let small = m <= 1 << 16;
        Modulus { m, inverse: if small { u64::from(u32::MAX) / m } else { u64::MAX / m } }
    }

    /// The number m.
    pub fn value(self) -> u64 {
        self.m
    }

    /// A number brought into 0..m.
    pub fn reduce(self, x: i128) -> u32 {
        x.rem_euclid(i128::from(self.m)) as u32
    }

    /// The sum.
    pub fn add(self, a: u32, b: u32) -> u32 {
        let sum = u64::from(a) + u64::from(b);
        (if sum >= self.m { sum - self.m } else { sum }) as u32
    }

    /// The opposite.
    pub fn negate(self, a: u32) -> u32 {
        if a == 0 { 0 } else { (self.m - u64::from(a)) as u32 }
    }

    /// The difference.
    pub fn subtract(self, a: u32, b: u32) -> u32 {
        self.add(a, self.negate(b))
    }

    /// The product.
    pub fn multiply(self, a: u32, b: u32) -> u32 {
        (u64::from(a) * u64::from(b) % self.m) as u32
    }

    /// Adds `factor` times a row to another.
    pub fn add_multiple(self, target: &mut [u32], source: &[u32], factor: u32) {
        if factor == 0 {
            return;
        }
        if self.m <= 1 << 16 {
            let (m, inverse) = (self.m as u32, self.inverse);
            for (t, &s) in target.iter_mut().zip(source) {
                // (m - 1)^2 + m - 1 < 2^32; the quotient is at most 1 too small.
                let x = s * factor + *t;
                let rest = x - ((u64::from(x) * inverse) >> 32) as u32 * m;
                *t = rest.min(rest.wrapping_sub(m));
            }
        } else {
            for (t, &s) in target.iter_mut().zip(source) {
                *t = self.reduce_wide(u64::from(s) * u64::from(factor) + u64::from(*t));
            }
        }
    }

    /// Reduces a sum of a product and an entry, for m above 2^16.
    #[inline]
    fn reduce_wide(self, x: u64) -> u32 {
        let quotient = ((u128::from(x) * u128::from(self.inverse)) >> 64) as u64;
        // The quotient is at most 2 too small.
        let rest = x - quotient * self.m;
        let rest = if rest >= self.m { rest - self.m } else { rest };
        (if rest >= self.m { rest - self.m } else { rest }) as u32
    }

    /// Multiplies a row.
    pub fn scale(self, row: &mut [u32], factor: u32) {
        row.iter_mut().for_each(|entry| *entry = self.multiply(*entry, factor));
    }

    /// Sum of products.
    pub fn dot(self, a: &[u32], b: &[u32]) -> u32 {
        a.iter().zip(b).fold(0, |sum, (&x, &y)| self.add(sum, self.multiply(x, y)))
    }

    /// g = gcd(a, m) and a unit u with u a = g mod m.
    pub fn unit_to_gcd(self, a: u32) -> (u64, u32) {
        if a == 0 {
            return (self.m, 1);
        }
        let (g, s, _) = extended_gcd(i128::from(a), i128::from(self.m));
        // s is a unit modulo m / g; some s + k m / g is a unit modulo m.
        let (g, step) = (g as u64, self.m / g as u64);
        let mut unit = u64::from(self.reduce(s)) % step;
        while gcd(unit, self.m) != 1 {
            unit += step;
        }
        (g, unit as u32)
    }

    /// The inverse of a unit.
    pub fn inverse(self, a: u32) -> Option<u32> {
        match self.unit_to_gcd(a) {
            (1, unit) => Some(unit),
            _ => None,
        }
    }
}

/// The greatest common divisor.
pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// g = s a + t b with g = gcd(a, b), for a, b not negative.
pub fn extended_gcd(a: i128, b: i128) -> (i128, i128, i128) {
    let (mut old, mut new) = ((a, 1, 0), (b, 0, 1));
    while new.0 != 0 {
        let q = old.0 / new.0;
        (old, new) = (new, (old.0 - q * new.0, old.1 - q * new.1, old.2 - q * new.2));
    }
    old
}

/// True for a prime number below 2^32.
pub fn is_prime(n: u64) -> bool {
    n >= 2 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn sums_of_rows_agree_with_plain_arithmetic_for_every_size_of_modulus() {
        let mut chance = ChaCha8Rng::seed_from_u64(3);
        for m in [2, 3, 4, 6, 255, 65_535, 65_536, 65_537, 1 << 31, (1 << 32) - 5, (1 << 32) - 1, 1 << 32] {
            let modulus = Modulus::new(m);
            for _ in 0..50 {
                let mut random = || (chance.random::<u64>() % m) as u32;
                let extremes = [0, (m - 1) as u32];
                let source: Vec<u32> = (0..20).map(|_| random()).chain(extremes).collect();
                let target: Vec<u32> = (0..20).map(|_| random()).chain([(m - 1) as u32; 2]).collect();
                for factor in [random(), (m - 1) as u32, 1, 0] {
                    let mut sum = target.clone();
                    modulus.add_multiple(&mut sum, &source, factor);
                    for k in 0..sum.len() {
                        let exact = u128::from(target[k]) + u128::from(source[k]) * u128::from(factor);
                        assert_eq!(u128::from(sum[k]), exact % u128::from(m), "modulus {m}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_number_has_a_unit_that_makes_it_a_divisor() {
        for m in [2, 3, 4, 6, 12, 30, 36, 64, 97, 210] {
            for a in 0..m as u32 {
                let modulus = Modulus::new(m);
                let (g, unit) = modulus.unit_to_gcd(a);
                assert_eq!(g, gcd(u64::from(a), m), "{a} mod {m}");
                assert_eq!(gcd(u64::from(unit), m), 1, "{a} mod {m}");
                assert_eq!(u64::from(modulus.multiply(a, unit)), g % m, "{a} mod {m}");
                assert_eq!(modulus.inverse(a).is_some(), g == 1);
            }
        }
    }
}
