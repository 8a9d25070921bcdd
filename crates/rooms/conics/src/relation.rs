//! Integer relations between a decimal number and known constants, and what so many digits can say about them.
//!
//! *The lattice.* With D digits of the numbers x_1, ..., x_n the rows (e_i, round(10^D x_i)) span a lattice in which a
//! relation c_1 x_1 + ... + c_n x_n = 0 is a short vector. The reduction of Lenstra, Lenstra and Lovasz, in whole
//! numbers throughout (Cohen, Algorithm 2.6.7), finds a short one, and the least of its orthogonal lengths bounds all
//! vectors of the lattice from below: a relation with coefficients up to M has a vector of length at most M sqrt(n +
//! n^2), so below that bound there is none.
//!
//! *The evidence.* Among the (2H + 1)^n vectors with coefficients up to H one in 10^D holds to D digits by accident.
//! The search uses all but the last few digits; a relation counts only if it holds on these too and the digits exceed n
//! log10(2H + 1) by some to spare.

use dashu::base::{Abs, Signed, SquareRoot, UnsignedAbs};
use dashu::integer::{IBig, UBig};

/// The digits that the search does not see.
pub const HELD_BACK: usize = 4;

/// The digits that must be left over for a relation to count.
pub const SPARE: f64 = 5.0;

/// The known constants.
pub const CONSTANTS: [&str; 13] =
    ["1", "pi", "pi^2", "1/pi", "1/pi^2", "1/pi^4", "sqrt2", "sqrt3", "sqrt5", "ln2", "ln3", "zeta3", "asin(1/3)/pi"];

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Relation {
    /// The coefficients of the value and of the constants, the first positive.
    pub coefficients: Vec<IBig>,
    /// The digits left over, if it holds on all of them.
    pub spare: Option<f64>,
}

impl Relation {
    /// Whether the digits suffice to believe it.
    pub fn counts(&self) -> bool {
        self.spare.is_some_and(|spare| spare >= SPARE) && !self.coefficients[0].is_zero()
    }
}

/// 10^digits times the constant of that name, rounded down but for a few units of the last place.
pub fn constant(name: &str, digits: usize) -> Option<IBig> {
    // Ten digits more take up the rounding of the series.
    let one = IBig::from(UBig::from(10u8).pow(digits + 10));
    let root = |n: u32| IBig::from((UBig::from(n) * one.clone().unsigned_abs().pow(2)).sqrt());
    let pi = || (arctangent(&one, 5) * IBig::from(4) - arctangent(&one, 239)) * IBig::from(4);
    let value = match name {
        "1" => one.clone(),
        "pi" => pi(),
        "pi^2" => pi() * pi() / &one,
        "1/pi" => &one * &one / pi(),
        "1/pi^2" => &one * &one / pi() * &one / pi(),
        "1/pi^4" => &one * &one / pi() * &one / pi() * &one / pi() * &one / pi(),
        "sqrt2" => root(2),
        "sqrt3" => root(3),
        "sqrt5" => root(5),
        "ln2" => area_tangent(&one, 3) * IBig::from(2),
        "ln3" => (area_tangent(&one, 3) + area_tangent(&one, 5)) * IBig::from(2),
        "zeta3" => apery(&one),
        "asin(1/3)/pi" => arcsine_of_third(&one) * &one / pi(),
        _ => return None,
    };
    Some(value / IBig::from(UBig::from(10u8).pow(10)))
}

/// arctan(1/n) by its series.
fn arctangent(one: &IBig, n: u32) -> IBig {
    odd_series(one, n, -1)
}

/// artanh(1/n) by its series.
fn area_tangent(one: &IBig, n: u32) -> IBig {
    odd_series(one, n, 1)
}

/// The sum of sign^k / ((2k + 1) n^(2k + 1)).
fn odd_series(one: &IBig, n: u32, sign: i32) -> IBig {
    let (mut power, mut sum, mut k) = (one / IBig::from(n), IBig::ZERO, 1u32);
    while !power.is_zero() {
        sum += &power / IBig::from(k);
        power = power / IBig::from(n * n) * IBig::from(sign);
        k += 2;
    }
    sum
}

/// zeta(3) = 5/2 sum (-1)^(k-1) / (k^3 C(2k, k)).
fn apery(one: &IBig) -> IBig {
    let (mut choose, mut sum) = (IBig::ONE, IBig::ZERO);
    for k in 1u32.. {
        choose = choose * IBig::from(2 * (2 * k - 1)) / IBig::from(k);
        let term = one / (&choose * IBig::from(k).pow(3));
        if term.is_zero() {
            break;
        }
        sum += if k % 2 == 1 { term } else { -term };
    }
    sum * IBig::from(5) / IBig::from(2)
}

/// arcsin(1/3) = sum C(2k, k) / (4^k (2k + 1) 3^(2k + 1)).
fn arcsine_of_third(one: &IBig) -> IBig {
    let (mut power, mut sum) = (one / IBig::from(3), IBig::ZERO);
    for k in 0u32.. {
        if power.is_zero() {
            break;
        }
        sum += &power / IBig::from(2 * k + 1);
        power = power * IBig::from(2 * k + 1) / IBig::from(18 * (k + 1));
    }
    sum
}

/// The shortest relation found between numbers given as whole multiples of 10^-digits, and the size of coefficients
/// below which there is certainly none.
pub fn relation(numbers: &[IBig], digits: usize) -> (Relation, UBig) {
    let held = IBig::from(UBig::from(10u8).pow(HELD_BACK.min(digits / 3)));
    let seen: Vec<IBig> = numbers.iter().map(|x| x / &held).collect();
    let (rows, _) = reduced(&seen);
    let (_, least) = reduced(numbers);
    let n = numbers.len();
    // The first row of the reduced basis that is a relation of the value.
    let mut coefficients: Vec<IBig> = rows[0][..n].to_vec();
    if coefficients.iter().find(|c| !c.is_zero()).is_some_and(Signed::is_negative) {
        coefficients.iter_mut().for_each(|c| *c = -c.clone());
    }
    let largest = coefficients.iter().map(|c| c.clone().unsigned_abs()).max().unwrap_or(UBig::ONE);
    let miss = coefficients.iter().zip(numbers).fold(IBig::ZERO, |sum, (c, x)| sum + c * x).abs();
    // Every number is off by at most two units of its last place.
    let holds = miss <= IBig::from(largest.clone()) * IBig::from(2 * n);
    let spare = digits as f64 - n as f64 * decimals(&(UBig::from(2u8) * largest + UBig::ONE));
    let none_up_to = (least / UBig::from(n + n * n)).sqrt();
    (Relation { coefficients, spare: holds.then_some(spare) }, none_up_to)
}

/// The decimal logarithm of a whole number, to about three digits.
fn decimals(n: &UBig) -> f64 {
    let text = n.to_string();
    let lead: f64 = text[..text.len().min(15)].parse().unwrap_or(1.0);
    lead.log10() + text.len().saturating_sub(15) as f64
}

/// The reduced basis of the lattice, and the square of its least orthogonal length, rounded down.
fn reduced(numbers: &[IBig]) -> (Vec<Vec<IBig>>, UBig) {
    let n = numbers.len();
    let row = |i: usize| (0..n).map(|j| IBig::from(u8::from(i == j))).chain([numbers[i].clone()]).collect();
    let mut lattice = Lattice::new((0..n).map(row).collect());
    lattice.reduce();
    let least = (1..=n).map(|i| (&lattice.d[i] / &lattice.d[i - 1]).unsigned_abs()).min().unwrap_or(UBig::ZERO);
    (lattice.rows, least)
}

/// A basis with the determinants d_i of its leading Gram matrices and the whole multiples lambda_ij = d_j mu_ij.
struct Lattice {
    rows: Vec<Vec<IBig>>,
    d: Vec<IBig>,
    lambda: Vec<Vec<IBig>>,
}

impl Lattice {
    fn new(rows: Vec<Vec<IBig>>) -> Lattice {
        let n = rows.len();
        let mut lattice = Lattice { rows, d: vec![IBig::ONE; n + 1], lambda: vec![vec![IBig::ZERO; n]; n] };
        for k in 0..n {
            for j in 0..=k {
                let product = lattice.rows[k].iter().zip(&lattice.rows[j]).fold(IBig::ZERO, |sum, (a, b)| sum + a * b);
                let fold = |u: IBig, i: usize| {
                    (&lattice.d[i + 1] * u - &lattice.lambda[k][i] * &lattice.lambda[j][i]) / &lattice.d[i]
                };
                let u = (0..j).fold(product, fold);
                if j < k {
                    lattice.lambda[k][j] = u;
                } else {
                    lattice.d[k + 1] = u;
                }
            }
        }
        lattice
    }

    fn reduce(&mut self) {
        let (n, mut k) = (self.rows.len(), 1);
        while k < n {
            self.shorten(k, k - 1);
            let (d, lambda) = (&self.d, &self.lambda[k][k - 1]);
            let (low, high) = (&d[k + 1] * &d[k - 1] * IBig::from(4), &d[k] * &d[k] * IBig::from(3));
            if low < high - lambda * lambda * IBig::from(4) {
                self.swap(k);
                k = (k - 1).max(1);
            } else {
                (0..k - 1).rev().for_each(|l| self.shorten(k, l));
                k += 1;
            }
        }
    }

    /// Takes the nearest multiple of row l from row k.
    fn shorten(&mut self, k: usize, l: usize) {
        let d = &self.d[l + 1];
        let twice = &self.lambda[k][l] * IBig::from(2);
        if twice.clone().abs() <= *d {
            return;
        }
        let half = if twice.is_negative() { twice - d } else { twice + d };
        let q = half / (d * IBig::from(2));
        let (before, from) = self.rows.split_at_mut(k);
        from[0].iter_mut().zip(&before[l]).for_each(|(x, y)| *x -= &q * y);
        self.lambda[k][l] -= &q * &self.d[l + 1];
        for i in 0..l {
            let part = &q * &self.lambda[l][i];
            self.lambda[k][i] -= part;
        }
    }

    /// Exchanges the rows k and k - 1.
    fn swap(&mut self, k: usize) {
        self.rows.swap(k, k - 1);
        for j in 0..k - 1 {
            let here = self.lambda[k][j].clone();
            self.lambda[k][j] = std::mem::replace(&mut self.lambda[k - 1][j], here);
        }
        let lambda = self.lambda[k][k - 1].clone();
        let d = (&self.d[k - 1] * &self.d[k + 1] + &lambda * &lambda) / &self.d[k];
        for i in k + 1..self.rows.len() {
            let t = self.lambda[i][k].clone();
            self.lambda[i][k] = (&self.d[k + 1] * &self.lambda[i][k - 1] - &lambda * &t) / &self.d[k];
            self.lambda[i][k - 1] = (&d * t + &lambda * &self.lambda[i][k]) / &self.d[k + 1];
        }
        self.d[k] = d;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constants_are_what_doubles_say() {
        let asin = (1.0f64 / 3.0).asin();
        let pi = std::f64::consts::PI;
        let truth =
            [1.0, pi, pi * pi, 1.0 / pi, 1.0 / (pi * pi), 1.0 / pi.powi(4), 2f64.sqrt(), 3f64.sqrt(), 5f64.sqrt()];
        let truth = truth.into_iter().chain([2f64.ln(), 3f64.ln(), 1.2020569031595942, asin / pi]);
        for (name, value) in CONSTANTS.into_iter().zip(truth) {
            let fixed = constant(name, 30).unwrap();
            let read: f64 = engine::rational::decimal_text(&fixed, 30).parse().unwrap();
            assert!((read - value).abs() < 1e-14, "{name}: {read}");
        }
        // The first forty decimals of pi.
        let pi = constant("pi", 40).unwrap().to_string();
        assert_eq!(&pi[..39], "314159265358979323846264338327950288419");
    }

    #[test]
    fn planted_relations_are_found_and_random_numbers_have_none() {
        let digits = 40;
        let numbers: Vec<IBig> =
            ["1", "pi", "ln2", "sqrt3"].iter().map(|name| constant(name, digits).unwrap()).collect();
        let planted =
            (&numbers[0] * IBig::from(17) - &numbers[1] * IBig::from(5) + &numbers[3] * IBig::from(11)) / IBig::from(9);
        let (found, _) = relation(&[&[planted], &numbers[..]].concat(), digits);
        assert_eq!(found.coefficients, [9, -17, 5, 0, -11].map(IBig::from));
        assert!(found.counts(), "{found:?}");
        let (none, bound) = relation(&numbers, digits);
        assert!(!none.counts() && bound > UBig::from(1000u32), "{none:?} {bound}");
    }

    #[test]
    fn the_bound_is_no_larger_than_the_least_relation() {
        for h in [3, 40, 700] {
            let one = constant("1", 12).unwrap();
            let value = &one * IBig::from(h) / IBig::from(h + 1);
            let (found, bound) = relation(&[value, one], 12);
            assert!(
                found.coefficients == [h + 1, -h].map(IBig::from) && bound <= UBig::from(h as u32 + 1),
                "{h}: {bound}"
            );
        }
    }
}
