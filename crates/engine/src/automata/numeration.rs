//! Numeration systems given by a linear recurrence.
//!
//! A system is the list c_1, ..., c_d of its recurrence U_n = c_1 U_(n-1) + ... + c_d U_(n-d). Its weights are U_0 = 1
//! and U_n = c_1 U_(n-1) + ... + c_n U_0 + 1 for 0 < n < d, so 1, 2, 4, 7, 13, ... for 1, 1, 1 (Tribonacci), 1, 2, 3,
//! 5, ... for 1, 1 (Fibonacci), powers for one coefficient. Every number has one greedy representation; written with
//! the most significant digit first, a string is greedy exactly when every part of it of length d is lexicographically
//! below c_1 ... c_d (Parry 1960, Bertrand 1989). This needs that every proper end of c_1 ... c_d is below it too,
//! which is asked of the list. Numbers and their greedy representations of one length are in the same order.
//!
//! A digit string is a polynomial in the shift z, and modulo z^d - c_1 z^(d-1) - ... - c_d it is a [`Residue`]: d whole
//! numbers that know the value of the string whatever digits follow. That is all the arithmetic that automata need.

use dashu::integer::UBig;
use kit::{Error, Result};

/// The systems that have a name, as data; `base2` to `base10` are known beside them.
pub const SYSTEMS: &[(&str, &[u32])] = &[
    ("tribonacci", &[1, 1, 1]),
    ("fibonacci", &[1, 1]),
    ("tetranacci", &[1, 1, 1, 1]),
    ("pell", &[2, 1]),
    ("narayana", &[1, 0, 1]),
];

/// The most coefficients of a recurrence.
pub const MOST_TERMS: usize = 8;

/// A numeration system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    name: String,
    coefficients: Vec<u32>,
    weights: Vec<u64>,
}

/// What a digit string is worth whatever follows: a polynomial in the shift, reduced; the coefficient of z^0 first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Residue(pub [i64; MOST_TERMS]);

impl System {
    /// The system of that recurrence.
    ///
    /// # Errors
    /// When the coefficients give no such system.
    pub fn new(name: &str, coefficients: &[u32]) -> Result<System> {
        let refuse = |why: &str, instead: &str| Err(Error::usage(format!("recurrence {coefficients:?}"), why, instead));
        let d = coefficients.len();
        if d == 0 || d > MOST_TERMS || coefficients[0] > 9 {
            return refuse("no list of 1 to 8 coefficients, the first at most 9", "write 1,1,1 for Tribonacci");
        }
        if coefficients[d - 1] == 0 || (d == 1 && coefficients[0] < 2) {
            return refuse("the last coefficient is too small", "leave trailing zeros away");
        }
        // Ends are compared as if followed by zeros; a shorter list is the smaller one among equal beginnings, which
        // comes to the same.
        if (1..d).any(|from| coefficients[from..] >= coefficients[..]) {
            return refuse("an end of it is not below the whole", "write the largest coefficients first");
        }
        Ok(System::of(name, coefficients))
    }

    fn of(name: &str, coefficients: &[u32]) -> System {
        let mut weights: Vec<u64> = vec![1];
        loop {
            let start = u64::from(weights.len() < coefficients.len());
            let mut terms = coefficients.iter().zip(weights.iter().rev());
            let next = terms.try_fold(start, |sum, (&c, &u)| sum.checked_add(u64::from(c).checked_mul(u)?));
            match next {
                Some(next) if next < 1 << 62 => weights.push(next),
                _ => return System { name: name.to_string(), coefficients: coefficients.to_vec(), weights },
            }
        }
    }

    /// The system of that name.
    ///
    /// # Errors
    /// When there is no system of that name.
    pub fn named(name: &str) -> Result<System> {
        if let Some((_, coefficients)) = SYSTEMS.iter().find(|(n, _)| *n == name) {
            return System::new(name, coefficients);
        }
        match name.strip_prefix("base").and_then(|base| base.parse().ok()) {
            Some(base @ 2..=10) if name == format!("base{base}") => Ok(System::of(name, &[base])),
            _ => {
                let names: Vec<&str> = SYSTEMS.iter().map(|(n, _)| *n).collect();
                let why = "no numeration system";
                Err(Error::usage(format!("{name:?}"), why, format!("give {} or base2 to base10", names.join(", "))))
            }
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The coefficients of its recurrence.
    pub fn coefficients(&self) -> &[u32] {
        &self.coefficients
    }

    /// The length of its recurrence.
    pub fn order(&self) -> usize {
        self.coefficients.len()
    }

    /// The number of digits: they are 0, ..., radix - 1.
    pub fn radix(&self) -> usize {
        let first = self.coefficients[0] as usize;
        if self.order() == 1 { first } else { first + 1 }
    }

    /// What becomes of the greedy beginning of c_1 ... c_d that has been read, `matched` digits, when another digit
    /// follows; `None` when the string is no longer greedy.
    pub fn follow(&self, matched: usize, digit: usize) -> Option<usize> {
        match digit.cmp(&(self.coefficients[matched] as usize)) {
            std::cmp::Ordering::Less => Some(0),
            std::cmp::Ordering::Equal if matched + 1 < self.order() => Some(matched + 1),
            _ => None,
        }
    }

    /// Whether the digits, the most significant first, are a greedy representation up to leading zeros.
    pub fn is_greedy(&self, digits: &[usize]) -> bool {
        digits.iter().try_fold(0, |matched, &digit| self.follow(matched, digit)).is_some()
    }

    /// The weights below 2^62, the first being 1.
    pub fn weights(&self) -> &[u64] {
        &self.weights
    }

    /// The greedy representation, the most significant digit first, without leading zeros.
    pub fn represent(&self, number: u64) -> Vec<usize> {
        let mut rest = number;
        let mut digits: Vec<usize> = Vec::new();
        for &weight in self.weights.iter().rev() {
            let digit = (rest / weight) as usize;
            rest %= weight;
            if digit > 0 || !digits.is_empty() {
                digits.push(digit);
            }
        }
        digits
    }

    /// The value of any digit string, the most significant digit first.
    pub fn value(&self, digits: &[usize]) -> UBig {
        let d = self.order();
        let mut window: std::collections::VecDeque<UBig> = self.weights[..d].iter().map(|&w| w.into()).collect();
        let mut sum = UBig::ZERO;
        for &digit in digits.iter().rev() {
            sum += &window[0] * UBig::from(digit);
            let terms = self.coefficients.iter().zip(window.iter().rev());
            let next = terms.fold(UBig::ZERO, |next, (&c, weight)| next + weight * UBig::from(c));
            window.push_back(next);
            window.pop_front();
        }
        sum
    }

    /// The residue of the string followed by one more digit of that worth; `None` beyond machine words.
    pub fn append(&self, Residue(of): &Residue, digit: i64) -> Option<Residue> {
        let d = self.order();
        let top = of[d - 1];
        let mut next = [0; MOST_TERMS];
        for place in 0..d {
            let below = if place == 0 { digit } else { of[place - 1] };
            next[place] = below.checked_add(top.checked_mul(i64::from(self.coefficients[d - 1 - place]))?)?;
        }
        Some(Residue(next))
    }

    /// The residue of the digit 1 followed by so many zeros.
    pub fn shift(&self, zeros: usize) -> Option<Residue> {
        let mut residue = self.append(&Residue::default(), 1)?;
        for _ in 0..zeros {
            residue = self.append(&residue, 0)?;
        }
        Some(residue)
    }

    /// What a residue is worth when no digit follows.
    pub fn worth(&self, residue: &Residue) -> i128 {
        (0..self.order()).map(|i| i128::from(residue.0[i]) * i128::from(self.weights[i])).sum()
    }
}

impl Residue {
    /// The sum with a multiple of another; `None` beyond machine words.
    pub fn plus(&self, times: i64, other: &Residue) -> Option<Residue> {
        let mut sum = self.0;
        for (part, &more) in sum.iter_mut().zip(&other.0) {
            *part = part.checked_add(times.checked_mul(more)?)?;
        }
        Some(Residue(sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<System> {
        let named = SYSTEMS.iter().map(|(name, _)| *name).chain(["base2", "base3", "base10"]);
        named.map(|name| System::named(name).unwrap()).collect()
    }

    #[test]
    fn weights_are_the_known_sequences() {
        let first = |name: &str| System::named(name).unwrap().weights()[..6].to_vec();
        assert_eq!(first("tribonacci"), [1, 2, 4, 7, 13, 24]);
        assert_eq!(first("fibonacci"), [1, 2, 3, 5, 8, 13]);
        assert_eq!(first("pell"), [1, 3, 7, 17, 41, 99]);
        assert_eq!(first("narayana"), [1, 2, 3, 4, 6, 9]);
        assert_eq!(first("base10"), [1, 10, 100, 1000, 10000, 100_000]);
    }

    #[test]
    fn greedy_strings_of_a_length_are_the_numbers_below_its_weight_in_order() {
        for system in all() {
            let (weights, radix) = (system.weights(), system.radix());
            let length = (1..).take_while(|&n| radix.pow(n as u32) <= 2000).last().unwrap();
            let mut next = 0u64;
            for code in 0..radix.pow(length as u32) {
                let digits: Vec<usize> = (0..length).rev().map(|i| code / radix.pow(i as u32) % radix).collect();
                if system.is_greedy(&digits) {
                    assert_eq!(system.value(&digits), next.into(), "{}: {digits:?}", system.name());
                    let stripped: Vec<usize> = digits.iter().copied().skip_while(|&d| d == 0).collect();
                    assert_eq!(system.represent(next), stripped, "{}", system.name());
                    next += 1;
                }
            }
            assert_eq!(next, weights[length], "{}", system.name());
        }
    }

    #[test]
    fn a_residue_knows_the_value_of_a_string_and_of_what_follows() {
        for system in all() {
            for code in 0..3000usize {
                let digits: Vec<usize> = (0..9).map(|i| code * (i + 3) / 7 % system.radix()).collect();
                let read = |digits: &[usize]| {
                    digits.iter().fold(Residue::default(), |r, &d| system.append(&r, d as i64).unwrap())
                };
                assert_eq!(UBig::try_from(system.worth(&read(&digits))).unwrap(), system.value(&digits));
                // A string as a multiple of shifts, digit by digit.
                let parts = digits.iter().rev().enumerate();
                let sum =
                    parts.fold(Residue::default(), |r, (i, &d)| r.plus(d as i64, &system.shift(i).unwrap()).unwrap());
                assert_eq!(sum, read(&digits), "{}: {digits:?}", system.name());
            }
        }
    }

    #[test]
    fn lists_that_are_no_greedy_recurrence_are_refused() {
        for list in [&[][..], &[1], &[0, 1], &[1, 2], &[1, 0], &[1, 0, 1, 1], &[12, 1], &[1; 9]] {
            assert!(System::new("test", list).is_err(), "{list:?}");
        }
        for name in ["base1", "base11", "base02", "tribonaci", ""] {
            assert!(System::named(name).unwrap_err().to_string().contains("fibonacci"), "{name}");
        }
    }
}
