//! Integrals with a proof: Taylor's polynomial in the middle of each piece, and a bound of the rest.
//!
//! A [`Series`] holds the Taylor coefficients of a function, as enclosures. Begun at a point it gives the polynomial;
//! begun at an interval its last coefficient holds every value that the remainder of Lagrange can take there. The
//! integral over a piece of half width h about its middle is then the sum of 2 c_k h^(k+1) / (k+1) over even k,
//! rounding and remainder included, and a piece whose bound is too wide is halved.

use super::enclosure::Enclosure;
use kit::{Result, Watch};
use std::cell::Cell;
use std::ops::{Add, Mul, Sub};

/// The order of the last coefficient, an even number.
const ORDER: usize = 40;

/// Halvings of the range at most.
const DEEPEST: u32 = 14;

/// A piece is not halved again once its integral is known that well.
const GOAL: f64 = 1e-46;

/// The Taylor coefficients of a function.
#[derive(Clone, Debug)]
pub struct Series(Vec<Enclosure>);

impl Series {
    /// A constant.
    pub fn constant(value: Enclosure) -> Series {
        let mut terms = vec![Enclosure::whole(0); ORDER + 1];
        terms[0] = value;
        Series(terms)
    }

    /// A whole number.
    pub fn whole(n: i64) -> Series {
        Series::constant(Enclosure::whole(n))
    }

    /// The variable begun at a value, moving so fast.
    fn variable(value: Enclosure, speed: Enclosure) -> Series {
        let mut series = Series::constant(value);
        series.0[1] = speed;
        series
    }

    /// The coefficient k of a function whose derivative is this times the derivative of `inner`.
    fn chain(&self, inner: &Series, k: usize) -> Enclosure {
        let term = |j: usize| Enclosure::whole(j as i64) * inner.0[j].clone() * self.0[k - j].clone();
        (1..=k).fold(Enclosure::whole(0), |sum, j| sum + term(j)).part(k as i64)
    }

    /// Sine and cosine.
    pub fn sine_and_cosine(&self) -> [Series; 2] {
        let [s, c] = self.0[0].sine_and_cosine();
        let (mut sine, mut cosine) = (Series::constant(s), Series::constant(c));
        for k in 1..=ORDER {
            let next = cosine.chain(self, k);
            cosine.0[k] = -sine.chain(self, k);
            sine.0[k] = next;
        }
        [sine, cosine]
    }

    /// The square root; nothing where it may not be positive.
    pub fn root(&self) -> Option<Series> {
        let mut root = Series::constant(self.0[0].root()?);
        let twice = root.0[0].clone() * Enclosure::whole(2);
        for k in 1..=ORDER {
            let known = (1..k).fold(Enclosure::whole(0), |sum, j| sum + root.0[j].clone() * root.0[k - j].clone());
            root.0[k] = (self.0[k].clone() - known).over(&twice)?;
        }
        Some(root)
    }

    /// One over it; nothing where it may be zero.
    fn inverse(&self) -> Option<Series> {
        let first = Enclosure::whole(1).over(&self.0[0])?;
        let mut inverse = Series::constant(first.clone());
        for k in 1..=ORDER {
            let known = (1..=k).fold(Enclosure::whole(0), |sum, j| sum + self.0[j].clone() * inverse.0[k - j].clone());
            inverse.0[k] = -(first.clone() * known);
        }
        Some(inverse)
    }

    /// The arc sine; nothing where its argument may reach 1.
    pub fn arcsine(&self) -> Option<Series> {
        let slope = (Series::whole(1) - self.clone() * self.clone()).root()?.inverse()?;
        let mut arc = Series::constant(self.0[0].arcsine()?);
        (1..=ORDER).for_each(|k| arc.0[k] = slope.chain(self, k));
        Some(arc)
    }

    /// Times a number.
    pub fn times(&self, factor: &Enclosure) -> Series {
        Series(self.0.iter().map(|term| term.clone() * factor.clone()).collect())
    }
}

impl Add for Series {
    type Output = Series;
    fn add(self, other: Series) -> Series {
        Series(self.0.into_iter().zip(other.0).map(|(a, b)| a + b).collect())
    }
}

impl Sub for Series {
    type Output = Series;
    fn sub(self, other: Series) -> Series {
        Series(self.0.into_iter().zip(other.0).map(|(a, b)| a - b).collect())
    }
}

impl Mul for Series {
    type Output = Series;
    fn mul(self, other: Series) -> Series {
        let term =
            |k: usize| (0..=k).fold(Enclosure::whole(0), |sum, j| sum + self.0[j].clone() * other.0[k - j].clone());
        Series((0..=ORDER).map(term).collect())
    }
}

/// A function of a series, where it has one.
pub type Function<'a> = &'a dyn Fn(&Series) -> Option<Series>;

/// The integral of a function from one number to another; nothing if it is not analytic there.
pub fn integral(from: &Enclosure, to: &Enclosure, f: Function<'_>, watch: &mut dyn Watch) -> Result<Option<Enclosure>> {
    let pieces = Pieces { from, span: &(to.clone() - from.clone()), f, done: Cell::new(0) };
    pieces.piece(0, 0, f64::INFINITY, watch)
}

/// A range that is cut into pieces.
struct Pieces<'a> {
    from: &'a Enclosure,
    span: &'a Enclosure,
    f: Function<'a>,
    done: Cell<u64>,
}

impl Pieces<'_> {
    /// The part over the piece of that number among 2^depth, in a piece whose bound was `before`.
    fn piece(&self, index: i64, depth: u32, before: f64, watch: &mut dyn Watch) -> Result<Option<Enclosure>> {
        self.done.set(self.done.get() + 1);
        kit::watch::step(watch, self.done.get(), None, || format!("{} pieces of an integral", self.done.get()))?;
        let known = self.known(index, depth);
        let width = known.as_ref().map_or(f64::INFINITY, Enclosure::width);
        // A remainder falls with the power of the order; what does not is rounding, and smaller pieces would not help.
        let worth = known.is_none() || (width > GOAL && width < before / 8.0);
        if !worth || depth >= DEEPEST {
            return Ok(known);
        }
        let left = self.piece(2 * index, depth + 1, width, watch)?;
        let right = self.piece(2 * index + 1, depth + 1, width, watch)?;
        Ok(left.zip(right).map(|(left, right)| left + right))
    }

    /// What one polynomial says of that piece.
    fn known(&self, index: i64, depth: u32) -> Option<Enclosure> {
        let count = 1i64 << depth;
        let at = |n: i64| self.from.clone() + (self.span.clone() * Enclosure::whole(n)).part(2 * count);
        let (low, middle, high) = (at(2 * index), at(2 * index + 1), at(2 * index + 2));
        let begun = |value: Enclosure| (self.f)(&Series::variable(value, self.span.clone()));
        let (polynomial, rest) = (begun(middle)?, begun(low.hull(&high))?);
        let half = Enclosure::whole(1).part(2 * count);
        let mut power = half.clone() * Enclosure::whole(2) * self.span.clone();
        let mut sum = Enclosure::whole(0);
        for k in (0..=ORDER).step_by(2) {
            let term = if k < ORDER { &polynomial.0[k] } else { &rest.0[k] };
            sum = sum + (term.clone() * power.clone()).part(k as i64 + 1);
            power = power * half.clone() * half.clone();
        }
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;
    use kit::watch::Impatient;

    fn integral(from: &Enclosure, to: &Enclosure, f: Function<'_>) -> Option<Enclosure> {
        super::integral(from, to, f, &mut Unwatched).unwrap()
    }

    #[test]
    fn known_integrals_are_held_with_forty_digits() {
        let pi = Enclosure::pi();
        let zero = Enclosure::whole(0);
        let whole = |found: Enclosure, truth: &Enclosure| {
            let miss = found.clone() - truth.clone();
            assert!(miss.holds(&0.into()) && miss.width() < 1e-42, "{found:?} and {truth:?}");
        };
        let sine = integral(&zero, &pi, &|x| Some(x.sine_and_cosine()[0].clone())).unwrap();
        whole(sine, &Enclosure::whole(2));
        let half = Enclosure::whole(1).part(2);
        // The area of the disk above its middle half: asin(1/2) + sqrt(3)/4 = pi/6 + sqrt(3)/4.
        let cap = integral(&zero, &half, &|x| (Series::whole(1) - x.clone() * x.clone()).root()).unwrap();
        whole(cap * Enclosure::whole(2), &(pi.part(6) + Enclosure::whole(3).root().unwrap().part(4)));
        // The integral of asin is x asin x + sqrt(1 - x^2) - 1.
        let arc = integral(&zero, &half, &|x| x.arcsine()).unwrap();
        whole(arc, &(pi.part(12) + Enclosure::whole(3).root().unwrap().part(2) - Enclosure::whole(1)));
    }

    #[test]
    fn what_is_not_analytic_has_no_integral() {
        assert!(
            integral(&Enclosure::whole(0), &Enclosure::whole(2), &|x| (Series::whole(1) - x.clone()).root()).is_none()
        );
    }

    #[test]
    fn too_narrow_a_remainder_would_be_seen() {
        // A single piece over half a turn has a remainder that is not small: the bound says so.
        let f: Function<'_> = &|x| Some(x.sine_and_cosine()[0].clone());
        let whole = Pieces { from: &Enclosure::whole(0), span: &Enclosure::pi(), f, done: Cell::new(0) };
        let found = whole.known(0, 0).unwrap();
        assert!(found.holds(&2.into()) && found.width() > 1e-46, "{}", found.width());
    }

    #[test]
    fn an_integral_stops_when_it_is_asked_to() {
        let f: Function<'_> = &|x| Some(x.sine_and_cosine()[0].clone());
        let stopped = super::integral(&Enclosure::whole(0), &Enclosure::pi(), f, &mut Impatient).unwrap_err();
        assert!(stopped.is_stopped(), "{stopped}");
    }
}
