//! Numbers with a proof: two whole multiples of 2^-320 between which the number lies.
//!
//! Every operation rounds its lower end down and its upper end up, so whatever is computed holds the true value; the
//! distance of the ends is the proved bound. Series stop where a geometric series bounds the rest.

use dashu::base::Abs;
use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use std::ops::{Add, Mul, Neg, Sub};

/// Bits after the point: 96 decimals, of which long recurrences may lose half.
pub const BITS: usize = 320;

/// An interval that holds a number.
#[derive(Clone, Debug, PartialEq)]
pub struct Enclosure {
    low: IBig,
    high: IBig,
}

fn one() -> IBig {
    IBig::ONE << BITS
}

/// The quotient rounded down, for a positive divisor.
fn floor(above: IBig, below: &IBig) -> IBig {
    let quotient = &above / below;
    if &quotient * below > above { quotient - IBig::ONE } else { quotient }
}

/// The quotient rounded up, for a positive divisor.
fn ceil(above: IBig, below: &IBig) -> IBig {
    -floor(-above, below)
}

/// A product of ends brought back to the common scale, rounded down: a shift does so, of negative numbers too.
fn narrow(product: &IBig) -> IBig {
    product >> BITS
}

impl Enclosure {
    /// A whole number.
    pub fn whole(n: i64) -> Enclosure {
        Enclosure::of(&RBig::from(n))
    }

    /// A fraction.
    pub fn of(number: &RBig) -> Enclosure {
        let (above, below) = (number.numerator() << BITS, IBig::from(number.denominator().clone()));
        Enclosure { low: floor(above.clone(), &below), high: ceil(above, &below) }
    }

    /// The smallest interval that holds both.
    pub fn hull(&self, other: &Enclosure) -> Enclosure {
        Enclosure { low: (&self.low).min(&other.low).clone(), high: (&self.high).max(&other.high).clone() }
    }

    /// Its lower end, as a number of its own.
    pub fn bottom(&self) -> Enclosure {
        Enclosure { low: self.low.clone(), high: self.low.clone() }
    }

    /// Its upper end.
    pub fn top(&self) -> Enclosure {
        Enclosure { low: self.high.clone(), high: self.high.clone() }
    }

    /// A number in its middle.
    pub fn middle(&self) -> Enclosure {
        let middle = floor(&self.low + &self.high, &IBig::from(2));
        Enclosure { low: middle.clone(), high: middle }
    }

    /// Both ends moved outwards by as much as a number can be.
    fn widened(&self, by: &IBig) -> Enclosure {
        Enclosure { low: &self.low - by, high: &self.high + by }
    }

    /// How far the middle can be from any number of the interval, in units of 2^-320.
    fn radius(&self) -> IBig {
        ceil(&self.high - &self.low, &IBig::from(2)) + IBig::ONE
    }

    /// The width, rounded up.
    pub fn width(&self) -> f64 {
        engine::rational::quotient(&(&self.high - &self.low), &one()).next_up()
    }

    /// A double near its middle.
    pub fn to_f64(&self) -> f64 {
        engine::rational::quotient(&(&self.low + &self.high), &(one() * IBig::from(2)))
    }

    /// Whether the number may be this one.
    pub fn holds(&self, number: &RBig) -> bool {
        let scaled = number * RBig::from(one());
        RBig::from(self.low.clone()) <= scaled && scaled <= RBig::from(self.high.clone())
    }

    /// The decimals that both ends share when they are cut off, as a whole number and their count; at most so many.
    pub fn decimals(&self, most: usize) -> (IBig, usize) {
        let cut = |end: &IBig, places: usize| floor(end * IBig::from(UBig::from(10u8).pow(places)), &one());
        let shared = |&places: &usize| cut(&self.low, places) == cut(&self.high, places);
        let places = (0..=most).rev().find(shared).unwrap_or(0);
        (cut(&self.low, places), places)
    }

    /// The quotient; nothing if the divisor may be zero.
    pub fn over(&self, other: &Enclosure) -> Option<Enclosure> {
        if other.high < IBig::ZERO {
            return (-self.clone()).over(&-other.clone());
        }
        if other.low <= IBig::ZERO {
            return None;
        }
        let by = |end: &IBig, below: &IBig| [floor(end << BITS, below), ceil(end << BITS, below)];
        let low = by(&self.low, &other.low)[0].clone().min(by(&self.low, &other.high)[0].clone());
        let high = by(&self.high, &other.low)[1].clone().max(by(&self.high, &other.high)[1].clone());
        Some(Enclosure { low, high })
    }

    /// The square root; nothing if the number may be negative.
    pub fn root(&self) -> Option<Enclosure> {
        if self.low < IBig::ZERO {
            return None;
        }
        let floor_root = |end: &IBig| IBig::from(engine::rational::floor_root(&(end << BITS)));
        Some(Enclosure { low: floor_root(&self.low), high: floor_root(&self.high) + IBig::ONE })
    }

    /// The sum of a series from its first term and the factor to the next, whose size is at most one half from some
    /// place on: the rest is then no more than the last term.
    fn series(first: Enclosure, mut factor: impl FnMut(&Enclosure, i64) -> (Enclosure, bool)) -> Enclosure {
        let (mut term, mut sum) = (first.clone(), first);
        for k in 1.. {
            let (next, halved) = factor(&term, k);
            term = next;
            sum = sum + term.clone();
            let size = term.low.clone().abs().max(term.high.clone().abs());
            if halved && size <= IBig::from(2) {
                return sum.widened(&size);
            }
        }
        sum
    }

    /// Divided by a positive whole number.
    pub fn part(&self, n: i64) -> Enclosure {
        Enclosure { low: floor(self.low.clone(), &IBig::from(n)), high: ceil(self.high.clone(), &IBig::from(n)) }
    }

    /// Sine and cosine: Taylor's series at the middle, and neither moves faster than its argument.
    pub fn sine_and_cosine(&self) -> [Enclosure; 2] {
        let x = self.middle();
        let square = x.clone() * x.clone();
        // Beyond k = 8 the terms of |x| < 12 fall by half.
        let from = |first: Enclosure, shift: i64| {
            Enclosure::series(first, |term, k| {
                let below = (2 * k + shift) * (2 * k + shift - 1);
                let falls = square.high <= &one() * IBig::from(below / 2);
                (-(term.clone() * square.clone()).part(below), falls)
            })
        };
        let radius = self.radius();
        [from(x.clone(), 1).widened(&radius), from(Enclosure::whole(1), 0).widened(&radius)]
    }

    /// The arc tangent of 1/n by its series.
    fn arctangent_of_part(n: i64) -> Enclosure {
        let mut power = Enclosure::whole(1).part(n);
        Enclosure::series(power.clone(), |_, k| {
            power = -power.part(n * n);
            (power.part(2 * k + 1), true)
        })
    }

    /// pi, by Machin.
    pub fn pi() -> Enclosure {
        let (five, many) = (Enclosure::arctangent_of_part(5), Enclosure::arctangent_of_part(239));
        five * Enclosure::whole(16) - many * Enclosure::whole(4)
    }

    /// The arc sine, of a number from -1 to 1: Newton's step from the double, whose error is bounded since the sine of
    /// a number x within d of the answer y is within d^2 of its tangent. The arc sine grows, so the ends suffice.
    pub fn arcsine(&self) -> Option<Enclosure> {
        let at = |end: Enclosure| {
            let cosine = (Enclosure::whole(1) - end.clone() * end.clone()).root()?;
            // Near 1 the slope is lost: asin x = 2 asin(x / (sqrt(1 + c) sqrt 2)) has half the angle.
            let half = end.over(&((Enclosure::whole(1) + cosine) * Enclosure::whole(2)).root()?)?;
            let mut angle = Enclosure::whole(0);
            let mut guess = half.to_f64().asin();
            // Each step takes the next 50 bits: sin(y - x) = s cos x - c sin x is small, and nearly its own arc.
            for _ in 0..8 {
                angle = angle + Enclosure::of(&engine::rational::from_f64(guess)?);
                guess = difference(&half, &angle)?.to_f64();
            }
            let rest = difference(&half, &angle)?;
            // |y - sin y| <= |y|^3 / 6 <= |y| / 6, and what is left is tiny.
            let size = rest.low.clone().abs().max(rest.high.clone().abs());
            Some((angle + rest.widened(&size)) * Enclosure::whole(2))
        };
        let [low, high] = [at(self.bottom())?, at(self.top())?];
        Some(low.hull(&high))
    }
}

/// The sine of the difference between the angle (up to pi/4 in size) of a sine and another angle.
fn difference(sine: &Enclosure, angle: &Enclosure) -> Option<Enclosure> {
    let cosine = (Enclosure::whole(1) - sine.clone() * sine.clone()).root()?;
    let [s, c] = angle.sine_and_cosine();
    Some(sine.clone() * c - cosine * s)
}

impl Add for Enclosure {
    type Output = Enclosure;
    fn add(self, other: Enclosure) -> Enclosure {
        Enclosure { low: self.low + other.low, high: self.high + other.high }
    }
}

impl Sub for Enclosure {
    type Output = Enclosure;
    fn sub(self, other: Enclosure) -> Enclosure {
        Enclosure { low: self.low - other.high, high: self.high - other.low }
    }
}

impl Neg for Enclosure {
    type Output = Enclosure;
    fn neg(self) -> Enclosure {
        Enclosure { low: -self.high, high: -self.low }
    }
}

impl Mul for Enclosure {
    type Output = Enclosure;
    fn mul(self, other: Enclosure) -> Enclosure {
        let ends = |least: IBig, most: IBig| Enclosure { low: narrow(&least), high: -narrow(&-most) };
        if self.low >= IBig::ZERO && other.low >= IBig::ZERO {
            return ends(self.low * other.low, self.high * other.high);
        }
        let products =
            [&self.low * &other.low, &self.low * &other.high, &self.high * &other.low, &self.high * &other.high];
        let least = products.iter().min().expect("there are four");
        let most = products.iter().max().expect("there are four");
        ends(least.clone(), most.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PI: &str = "3.14159265358979323846264338327950288419716939937510";

    fn fraction(text: &str) -> RBig {
        engine::rational::read(text).unwrap()
    }

    /// Whether the number lies within 10^-45 of the text, as the enclosure says.
    fn near(found: &Enclosure, text: &str) -> bool {
        let truth = Enclosure::of(&fraction(text));
        (found.clone() - truth).widened(&IBig::ZERO).to_f64().abs() < 1e-45 && found.width() < 1e-50
    }

    #[test]
    fn constants_have_their_digits() {
        assert!(near(&Enclosure::pi(), PI), "{:?}", Enclosure::pi().decimals(50));
        assert!(near(&Enclosure::whole(2).root().unwrap(), "1.41421356237309504880168872420969807856967187537694"));
        let third = Enclosure::whole(1).part(3);
        assert!(near(&third.arcsine().unwrap(), "0.33983690945412193709639251339176406638824469033245"));
        assert!(near(
            &Enclosure::whole(1).sine_and_cosine()[0],
            "0.84147098480789650665250232163029899962256306079837"
        ));
        let (digits, places) = Enclosure::pi().decimals(40);
        assert_eq!(engine::rational::decimal_text(&digits, places), &PI[..42]);
    }

    #[test]
    fn arc_sines_reach_from_end_to_end() {
        for n in [-16, -15, -9, -1, 0, 3, 8, 14, 16] {
            let x = Enclosure::whole(n).part(16);
            let back = x.arcsine().unwrap().sine_and_cosine()[0].clone();
            assert!(back.holds(&RBig::from_parts(n.into(), 16u8.into())), "{n}");
            assert!(back.width() < 1e-25, "{n}: {}", back.width());
        }
        assert!(Enclosure::whole(2).arcsine().is_none());
    }

    #[test]
    fn what_may_be_zero_or_negative_is_refused() {
        let around = Enclosure::whole(-1).hull(&Enclosure::whole(1));
        assert!(Enclosure::whole(1).over(&around).is_none() && around.root().is_none());
        assert!(Enclosure::whole(1).over(&Enclosure::whole(0)).is_none());
    }

    proptest! {
        #[test]
        fn exact_results_are_held(a in -99i64..99, b in 9i64..999, c in -99i64..99, d in 9i64..999) {
            let (x, y) = (RBig::from_parts(a.into(), (b as u64).into()), RBig::from_parts(c.into(), (d as u64).into()));
            let (p, q) = (Enclosure::of(&x), Enclosure::of(&y));
            prop_assert!((p.clone() + q.clone()).holds(&(&x + &y)));
            prop_assert!((p.clone() - q.clone()).holds(&(&x - &y)));
            prop_assert!((p.clone() * q.clone()).holds(&(&x * &y)));
            if c != 0 {
                prop_assert!(p.over(&q).unwrap().holds(&(&x / &y)));
            }
            // Of wide intervals every number in them is held.
            let wide = p.hull(&q);
            prop_assert!((wide.clone() * wide.clone()).holds(&(&x * &y)) && wide.holds(&x) && wide.holds(&y));
            let sine = wide.sine_and_cosine();
            let inner = p.sine_and_cosine();
            let held = |i: usize| sine[i].low <= inner[i].low && inner[i].high <= sine[i].high;
            prop_assert!(wide.width() > 2.0 || held(0) && held(1));
        }
    }
}
