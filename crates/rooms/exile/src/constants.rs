//! The constants behind the Tribonacci word, to any number of digits, and the bounds of Theorems 15 to 17 for all n.
//!
//! Everything is computed in [`Interval`]s of whole numbers over a power of ten, rounded outwards, so that what is
//! printed is proved. psi is the root of x^3 = x^2 + x + 1; the other two roots are x +- i y with x = (1 - psi)/2 and
//! x^2 + y^2 = 1/psi, since the roots sum to 1 and their product is 1. T_n = k psi^n + 2 Re(l (x + i y)^n) with k = 1 /
//! (3 psi^2 - 2 psi - 1) for T_0 = T_1 = 0, T_2 = 1, and l of the same form at the other root (22).
//!
//! *Bounds for all n.* Let n - 1 have the digits e_j. By Theorem 14 a_n = sum e_j T_(j+4) + 1, so a_n - psi n = sum e_j
//! d_j + 1 - psi with d_j = T_(j+4) - psi T_(j+3). In d_j the terms with psi^j cancel, so |d_j| <= c r^j with r =
//! psi^(-1/2), and c is known from d_0 and d_1. The greatest and the least sum over the first digits, no three in a row
//! 1, are found digit by digit; the digits beyond change them by c r^J / (1 - r) at most. Likewise b, c and the counts
//! of letters ([`deviation`]).

use dashu::base::SquareRoot;
use dashu::integer::{IBig, UBig};
use kit::watch::step;
use kit::{Result, Watch};

/// A number between two whole ones, over a common scale that is kept elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval {
    low: IBig,
    high: IBig,
}

/// Numbers of so many decimals.
#[derive(Clone, Debug)]
pub struct Scale(IBig);

impl Scale {
    /// So many decimals.
    pub fn new(decimals: usize) -> Scale {
        Scale(IBig::from(UBig::from(10u8).pow(decimals)))
    }

    /// A whole number.
    pub fn whole(&self, number: impl Into<IBig>) -> Interval {
        let value = number.into() * &self.0;
        Interval { low: value.clone(), high: value }
    }

    fn times(&self, a: &Interval, b: &Interval) -> Interval {
        let products = [&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high];
        let low = products.iter().min().expect("four products");
        let high = products.iter().max().expect("four products");
        Interval { low: floor(low, &self.0), high: floor(high, &self.0) + IBig::ONE }
    }

    /// 1 / a of a number that is known to be positive.
    fn inverse(&self, a: &Interval) -> Interval {
        assert!(a.low > IBig::ZERO, "only positive numbers are inverted");
        let square = &self.0 * &self.0;
        Interval { low: &square / &a.high, high: &square / &a.low + IBig::ONE }
    }

    /// The root of a number that is known to be positive.
    fn root(&self, a: &Interval) -> Interval {
        let root = |number: &IBig| IBig::from(UBig::try_from(number * &self.0).expect("positive").sqrt());
        Interval { low: root(&a.low), high: root(&a.high) + IBig::ONE }
    }

    /// psi: the largest whole number over the scale that is below the root, and the next. Newton's method comes near,
    /// doubling the digits with each step, and the sign of the polynomial decides between neighbours.
    pub fn psi(&self) -> Interval {
        self.watched_psi(&mut || Ok(())).expect("nobody stops it")
    }

    /// The same, with a look at each step.
    fn watched_psi(&self, look: &mut dyn FnMut() -> Result<()>) -> Result<Interval> {
        let s = &self.0;
        let (square, cube) = (s * s, s * s * s);
        let mut low = s * IBig::from(1_839_286_755_214_161u64) / IBig::from(1_000_000_000_000_000u64);
        loop {
            look()?;
            let slope = &low * &low * IBig::from(3) - &low * s * IBig::from(2) - &square;
            let step = self.at(&low, &square, &cube) / slope;
            low -= &step;
            if step.clone() * step <= IBig::ONE {
                break;
            }
        }
        let below = |v: &IBig| self.at(v, &square, &cube) <= IBig::ZERO;
        while !below(&low) {
            low -= IBig::ONE;
        }
        while below(&(&low + IBig::ONE)) {
            low += IBig::ONE;
        }
        let high = &low + IBig::ONE;
        Ok(Interval { low, high })
    }

    /// v^3 - v^2 s - v s^2 - s^3, which is 0 at psi times the scale s, with the powers of s given.
    fn at(&self, v: &IBig, square: &IBig, cube: &IBig) -> IBig {
        v * v * (v - &self.0) - v * square - cube
    }
}

fn floor(number: &IBig, by: &IBig) -> IBig {
    let quotient = number / by;
    if &quotient * by > *number { quotient - IBig::ONE } else { quotient }
}

impl Interval {
    fn plus(&self, other: &Interval) -> Interval {
        Interval { low: &self.low + &other.low, high: &self.high + &other.high }
    }

    fn minus(&self, other: &Interval) -> Interval {
        Interval { low: &self.low - &other.high, high: &self.high - &other.low }
    }

    fn half(&self) -> Interval {
        let two = IBig::from(2);
        Interval { low: floor(&self.low, &two), high: floor(&self.high, &two) + IBig::ONE }
    }

    /// The greatest distance from 0.
    fn size(&self) -> IBig {
        let (low, high) = (-&self.low, self.high.clone());
        low.max(high)
    }

    /// The number cut off after so many decimals, towards 0, if both ends agree; the scale has `decimals` of them.
    fn cut(&self, decimals: usize, digits: usize) -> Option<String> {
        let by = IBig::from(UBig::from(10u8).pow(decimals - digits));
        let (low, high) = (&self.low / &by, &self.high / &by);
        (low == high && (self.low > IBig::ZERO) == (self.high > IBig::ZERO)).then(|| written(&low, digits))
    }
}

/// A whole number over 10^digits with its point.
fn written(number: &IBig, digits: usize) -> String {
    let (sign, text) = match number < &IBig::ZERO {
        true => ("-", (-number).to_string()),
        false => ("", number.to_string()),
    };
    // Not by a width: those of the formatting macros end at 65,535.
    let text = "0".repeat((digits + 1).saturating_sub(text.len())) + text.as_str();
    let (whole, rest) = text.split_at(text.len() - digits);
    if rest.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

/// The constants, by name.
fn named(scale: &Scale, look: &mut dyn FnMut() -> Result<()>) -> Result<Vec<(&'static str, Interval)>> {
    let psi = scale.watched_psi(look)?;
    let one = scale.whole(1);
    let inverse = scale.inverse(&psi);
    let square = scale.times(&psi, &psi);
    let cube = square.plus(&psi).plus(&one);
    let real = one.minus(&psi).half();
    let real_square = scale.times(&real, &real);
    look()?;
    let imaginary = scale.root(&inverse.minus(&real_square));
    look()?;
    // 3 z^2 - 2 z - 1 at psi and at the root x + i y; l is the inverse of the latter.
    let three = |z: &Interval| z.plus(z).plus(z);
    let slope = three(&square).minus(&psi).minus(&psi).minus(&one);
    let imaginary_square = scale.times(&imaginary, &imaginary);
    let p = three(&real_square.minus(&imaginary_square)).minus(&real).minus(&real).minus(&one);
    let product = scale.times(&real, &imaginary);
    let q = three(&product.plus(&product)).minus(&imaginary).minus(&imaginary);
    let norm = scale.inverse(&scale.times(&p, &p).plus(&scale.times(&q, &q)));
    look()?;
    let modulus = scale.root(&inverse);
    look()?;
    let zero = scale.whole(0);
    Ok(vec![
        ("psi", psi),
        ("psi^2", square),
        ("psi^3", cube),
        ("1/psi", inverse.clone()),
        ("1/psi^2", scale.times(&inverse, &inverse)),
        ("x", real),
        ("y", imaginary),
        ("modulus", modulus),
        ("k", scale.inverse(&slope)),
        ("l_real", scale.times(&p, &norm)),
        ("l_imaginary", scale.times(&zero.minus(&q), &norm)),
    ])
}

/// The constants cut off after so many decimals, each of them proved.
pub fn constants(digits: usize, watch: &mut dyn Watch) -> Result<Vec<(&'static str, String)>> {
    let mut guard = 10;
    let mut looks = 0;
    let mut look = || {
        looks += 1;
        step(watch, looks, None, || format!("{digits} decimals are not computed yet"))
    };
    loop {
        let decimals = digits + guard;
        let scale = Scale::new(decimals);
        let cut = |(name, value): (&'static str, Interval)| Some((name, value.cut(decimals, digits)?));
        // A run of nines or zeros at the end asks for more.
        let values = named(&scale, &mut look)?;
        let (mut all, count) = (Vec::new(), values.len());
        for value in values {
            look()?;
            all.extend(cut(value));
        }
        if all.len() == count {
            return Ok(all);
        }
        guard *= 2;
    }
}

/// What deviates from a multiple of n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// a_n - psi n, b_n - psi^2 n, c_n - psi^3 n by the power: 1, 2, 3.
    Place(usize),
    /// The numbers of a, b, c among n letters less n/psi, n/psi^2, n/psi^3 by the power.
    Count(usize),
}

/// The digits that are summed up before the rest is bounded.
const PLACES: usize = 160;

/// Bounds on a deviation for all n >= 1 (or n >= 0 of counts), to so many decimals, rounded outwards.
pub fn deviation(of: Of, digits: usize) -> (String, String) {
    let decimals = digits + 40;
    let scale = Scale::new(decimals);
    let psi = scale.psi();
    let (power, sign) = match of {
        Of::Place(power) => (power, 1),
        Of::Count(power) => (power, -1),
    };
    let base = if sign == 1 { psi.clone() } else { scale.inverse(&psi) };
    let factor = (1..power).fold(base.clone(), |product, _| scale.times(&product, &base));
    let numbers = super::tribonacci::numbers(PLACES + 8);
    let shifted = |place: usize| if sign == 1 { place + 3 + power } else { place + 3 - power };
    let step = |place: usize| {
        let multiple = scale.times(&factor, &scale.whole(numbers[place + 3].clone()));
        scale.whole(numbers[shifted(place)].clone()).minus(&multiple)
    };
    let (least, greatest) = extremes(&(0..PLACES).map(step).collect::<Vec<_>>());
    let rest = tail(&scale, &step(0), &step(1));
    // a_n, b_n, c_n have the digits of n - 1 and stand 1, 2, 4 further; counts have the digits of n.
    let start = match of {
        Of::Place(_) => scale.whole([1, 2, 4][power - 1]).minus(&factor),
        Of::Count(_) => scale.whole(0),
    };
    let by = IBig::from(UBig::from(10u8).pow(decimals - digits));
    let low = floor(&(&start.low + least - &rest), &by);
    let high = floor(&(&start.high + greatest + &rest), &by) + IBig::ONE;
    (written(&low, digits), written(&high, digits))
}

/// The least and the greatest sum of steps, no three in a row.
fn extremes(steps: &[Interval]) -> (IBig, IBig) {
    let best = |better: fn(IBig, IBig) -> IBig, part: fn(&Interval) -> &IBig| {
        // The best sums by the number of steps taken last in a row.
        let mut sums = [Some(IBig::ZERO), None, None];
        for step in steps {
            let without = sums.iter().flatten().cloned().reduce(better);
            let with = |sum: &Option<IBig>| sum.as_ref().map(|sum| sum + part(step));
            sums = [without, with(&sums[0]), with(&sums[1])];
        }
        sums.into_iter().flatten().reduce(better).expect("nothing taken is a choice")
    };
    (best(std::cmp::min, |step| &step.low), best(std::cmp::max, |step| &step.high))
}

/// A bound on the sum of all |d_j| from j = PLACES on. With d_j = 2 Re(m z^j), z = x + i y: d_0 = 2 Re m and d_1 = 2 (x
/// Re m - y Im m), so |m| is known, and |d_j| <= 2 |m| r^j.
fn tail(scale: &Scale, first: &Interval, second: &Interval) -> IBig {
    let psi = scale.psi();
    let inverse = scale.inverse(&psi);
    let x = scale.whole(1).minus(&psi).half();
    let y = scale.root(&inverse.minus(&scale.times(&x, &x)));
    let real = first.half();
    let imaginary = scale.times(&scale.times(&x, &real).minus(&second.half()), &scale.inverse(&y));
    let size = scale.root(&scale.times(&real, &real).plus(&scale.times(&imaginary, &imaginary)));
    let r = scale.root(&inverse);
    let power = (0..PLACES).fold(scale.whole(1), |power, _| scale.times(&power, &r));
    let sum = scale.times(&power, &scale.inverse(&scale.whole(1).minus(&r)));
    scale.times(&size.plus(&size), &sum).size()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    /// The same by halving, a digit after the other.
    fn psi_by_halving(scale: &Scale) -> Interval {
        let s = &scale.0;
        let below = |v: &IBig| v * v * v <= v * v * s + v * s * s + s * s * s;
        let (mut low, mut high) = (s.clone(), s * IBig::from(2));
        while &high - &low > IBig::ONE {
            let middle: IBig = (&low + &high) >> 1;
            if below(&middle) { low = middle } else { high = middle }
        }
        Interval { low, high }
    }

    #[test]
    fn psi_is_found_alike_by_steps_and_by_halving() {
        for decimals in (1..60).chain([100, 333, 1000]) {
            let scale = Scale::new(decimals);
            assert_eq!(scale.psi(), psi_by_halving(&scale), "{decimals} decimals");
        }
    }

    #[test]
    fn constants_are_the_known_ones_and_longer_ones_begin_alike() {
        let short = constants(30, &mut Unwatched).unwrap();
        let of = |name: &str| short.iter().find(|(n, _)| *n == name).unwrap().1.as_str();
        assert_eq!(of("psi"), "1.839286755214161132551852564653");
        assert_eq!(of("1/psi"), "0.543689012692076361570855971801");
        assert!(of("x").starts_with("-0.41964337760708"), "{}", of("x"));
        assert!(of("y").starts_with("0.60629072920719"), "{}", of("y"));
        assert!(of("modulus").starts_with("0.73735270576032"), "{}", of("modulus"));
        assert!(of("k").starts_with("0.18280353296829546"), "{}", of("k"));
        for ((name, long), (_, short)) in constants(400, &mut Unwatched).unwrap().iter().zip(&short) {
            assert!(long.starts_with(short.as_str()) && long.len() == short.len() + 370, "{name}");
        }
    }

    #[test]
    fn the_coefficients_give_the_tribonacci_numbers() {
        let value = |name: &str| -> f64 {
            constants(17, &mut Unwatched).unwrap().iter().find(|(n, _)| *n == name).unwrap().1.parse().unwrap()
        };
        let (psi, k) = (value("psi"), value("k"));
        let (x, y, re, im) = (value("x"), value("y"), value("l_real"), value("l_imaginary"));
        let mut power = (1.0, 0.0);
        for (n, number) in super::super::tribonacci::numbers(25).into_iter().enumerate() {
            let sum = k * psi.powi(n as i32) + 2.0 * (re * power.0 - im * power.1);
            assert!((sum - number.to_string().parse::<f64>().unwrap()).abs() < 1e-6, "T_{n} against {sum}");
            power = (power.0 * x - power.1 * y, power.0 * y + power.1 * x);
        }
    }

    #[test]
    fn deviations_stay_within_their_bounds_and_come_near_them() {
        use super::super::tribonacci::{counts, places};
        let psi = 1.839_286_755_214_161_2_f64;
        for power in 1..=3 {
            for of in [Of::Place(power), Of::Count(power)] {
                let (low, high) = deviation(of, 6);
                let (low, high): (f64, f64) = (low.parse().unwrap(), high.parse().unwrap());
                let seen = (1..40_000u32).map(|n| {
                    let exact = match of {
                        Of::Place(_) => &places(&UBig::from(n))[power - 1],
                        Of::Count(_) => &counts(&UBig::from(n))[power - 1],
                    };
                    let sign = if matches!(of, Of::Place(_)) { power as i32 } else { -(power as i32) };
                    exact.to_string().parse::<f64>().unwrap() - psi.powi(sign) * f64::from(n)
                });
                let (mut least, mut greatest) = (f64::MAX, f64::MIN);
                seen.for_each(|d| (least, greatest) = (least.min(d), greatest.max(d)));
                assert!(low < least && greatest < high, "{of:?}: {low} {least} {greatest} {high}");
                assert!(least < low + 0.05 && greatest > high - 0.05, "{of:?}: {low} {least} {greatest} {high}");
            }
        }
    }

    #[test]
    fn sums_without_three_in_a_row_are_the_best_of_all() {
        let scale = Scale::new(0);
        let steps: Vec<Interval> = [3, -2, 5, 4, -7, 1, 6, 2].map(|n| scale.whole(n)).to_vec();
        let sums = (0..1u32 << 8)
            .filter(|s| s & s >> 1 & s >> 2 == 0)
            .map(|s| (0..8).filter(|j| s >> j & 1 == 1).map(|j| steps[j].low.clone()).sum::<IBig>());
        let sums: Vec<IBig> = sums.collect();
        let stated = (sums.iter().min().unwrap().clone(), sums.iter().max().unwrap().clone());
        assert_eq!(extremes(&steps), stated);
    }
}
