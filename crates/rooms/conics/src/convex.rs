//! How often four, and five, random points are in convex position: exactly, or with a proved bound.
//!
//! *Lines through two of the points.* Two points are neighbours on the hull of n when the n - 2 others lie on one side
//! of their line: with S the share of the region on one side, the hull has C(n, 2) E[S^(n-2) + (1 - S)^(n-2)] corners
//! on the average. With m = E[S (1 - S)] that is 6 - 12 m for four points and 10 - 30 m for five. Four points have a
//! hull of 3 corners or of 4, so they are convex with 3 - 12 m. Of five the hull is a triangle with p = 10 E[T^2], T
//! the share of a random triangle, since the two others lie in it; so they are convex with 6 - 30 m + p. In a convex
//! region E[T^2] is 3/2 of the determinant of the covariances over the square of the area.
//!
//! *The moment m.* Pairs of points are lines with the weight l^3/3, l the length of the chord. Between the points p and
//! q of a border that moves with p' and q' the measure of lines is |p' x (q - p)| |q' x (q - p)| / l^3: the length
//! cancels. Between two sides of a polygon what is left is a polynomial, and m a fraction if the corners are; in the
//! half disk the place on the diameter integrates out and an angle is left. The ring turns into itself, and the
//! distance of the line from its centre is left; where the line meets the hole the chord is two.

use super::enclosure::Enclosure;
use super::taylor::{Function, Series, integral};
use dashu::rational::RBig;
use kit::{Error, Result, Watch, shorten};
use std::ops::{Add, Mul, Neg, Sub};

/// A region by exact numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A convex polygon, counterclockwise.
    Polygon(Vec<[RBig; 2]>),
    /// A regular polygon with so many corners.
    Regular(usize),
    /// The disk.
    Disk,
    /// Its half.
    HalfDisk,
    /// The disk without the disk of that radius.
    Ring(RBig),
    /// The normal distribution.
    Gauss,
}

/// The chances that four and five points are in convex position.
#[derive(Clone, Debug)]
pub struct Chances {
    /// Of four points.
    pub four: Enclosure,
    /// Of five, if the argument reaches so far.
    pub five: Option<Enclosure>,
    /// Both as fractions, if they are.
    pub fractions: Option<[RBig; 2]>,
}

fn cross<T: Number>(a: &[T; 2], b: &[T; 2]) -> T {
    a[0].clone() * b[1].clone() - a[1].clone() * b[0].clone()
}

fn minus<T: Number>(a: &[T; 2], b: &[T; 2]) -> [T; 2] {
    [a[0].clone() - b[0].clone(), a[1].clone() - b[1].clone()]
}

/// What the polynomials of a polygon are computed in: fractions, or enclosures.
pub trait Number: Clone + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self> {
    /// A fraction.
    fn ratio(above: i64, below: i64) -> Self;
    /// The quotient; nothing if the divisor may be zero.
    fn quotient(&self, by: &Self) -> Option<Self>;
}

impl Number for RBig {
    fn ratio(above: i64, below: i64) -> RBig {
        RBig::from_parts(above.into(), (below as u64).into())
    }
    fn quotient(&self, by: &RBig) -> Option<RBig> {
        (!by.is_zero()).then(|| self / by)
    }
}

impl Number for Enclosure {
    fn ratio(above: i64, below: i64) -> Enclosure {
        Enclosure::whole(above).part(below)
    }
    fn quotient(&self, by: &Enclosure) -> Option<Enclosure> {
        self.over(by)
    }
}

/// A polynomial in s and t: the coefficient of s^a t^b at `[a][b]`.
type Polynomial<T> = Vec<Vec<T>>;

fn product<T: Number>(p: &Polynomial<T>, q: &Polynomial<T>) -> Polynomial<T> {
    let mut result = vec![vec![T::ratio(0, 1); p[0].len() + q[0].len() - 1]; p.len() + q.len() - 1];
    for (a, row) in p.iter().enumerate() {
        for (b, x) in row.iter().enumerate() {
            for (c, other) in q.iter().enumerate() {
                for (d, y) in other.iter().enumerate() {
                    result[a + c][b + d] = result[a + c][b + d].clone() + x.clone() * y.clone();
                }
            }
        }
    }
    result
}

/// The integral over 0 <= s, t <= 1.
fn over_square<T: Number>(p: &Polynomial<T>) -> T {
    let mut sum = T::ratio(0, 1);
    for (a, row) in p.iter().enumerate() {
        for (b, x) in row.iter().enumerate() {
            sum = sum + x.clone() * T::ratio(1, ((a + 1) * (b + 1)) as i64);
        }
    }
    sum
}

/// The integrals of 1 and of S (1 - S), S an area and not a share, over the lines between two sides of a polygon;
/// `part` is twice the area swept from the corner after the first side to the corner before the second.
fn between<T: Number>(corners: &[[T; 2]], i: usize, j: usize, area: &T, part: &T) -> [T; 2] {
    let n = corners.len();
    let (p, q) = (&corners[i], &corners[j]);
    let (e, f) = (minus(&corners[(i + 1) % n], p), minus(&corners[(j + 1) % n], q));
    let apart = minus(q, p);
    let zero = T::ratio(0, 1);
    // e x (q - p) grows with t, and -f x (q - p) with s.
    let first = vec![vec![cross(&e, &apart), cross(&e, &f)]];
    let second = vec![vec![-cross(&f, &apart)], vec![cross(&f, &e)]];
    let half = T::ratio(1, 2);
    let (side_i, side_j) = (cross(p, &corners[(i + 1) % n]), cross(q, &corners[(j + 1) % n]));
    // Twice the area beyond the line: (1 - s) p x p' + part + t q x q' + (q + t f) x (p + s e).
    let constant = side_i.clone() + part.clone() + cross(q, p);
    let swept = vec![
        vec![constant, side_j + cross(&f, p)].into_iter().map(|x| x * half.clone()).collect::<Vec<T>>(),
        vec![cross(q, &e) - side_i, cross(&f, &e)].into_iter().map(|x| x * half.clone()).collect(),
    ];
    let mut other: Polynomial<T> =
        swept.iter().map(|row| row.iter().map(|x| zero.clone() - x.clone()).collect()).collect();
    other[0][0] = other[0][0].clone() + area.clone();
    let weight = product(&first, &second);
    let third = T::ratio(1, 3);
    [over_square(&weight) * third.clone(), over_square(&product(&weight, &product(&swept, &other))) * third]
}

/// The area, the integral of all lines (the square of the area), and that of S (1 - S), of a convex polygon; if it is
/// regular one side stands for all.
fn polygon_sums<T: Number>(corners: &[[T; 2]], regular: bool) -> [T; 3] {
    let n = corners.len();
    let sides: Vec<T> = (0..n).map(|i| cross(&corners[i], &corners[(i + 1) % n])).collect();
    let zero = T::ratio(0, 1);
    let area = sides.iter().fold(zero.clone(), |sum, side| sum + side.clone()) * T::ratio(1, 2);
    let (mut all, mut mixed) = (zero.clone(), zero.clone());
    for i in 0..if regular { 1 } else { n } {
        let mut part = zero.clone();
        for j in i + 1..n {
            let [one, both] = between(corners, i, j, &area, &part);
            (all, mixed) = (all + one, mixed + both);
            part = part + sides[j].clone();
        }
    }
    // From one side every line is seen from one of its two ends.
    let times = if regular { T::ratio(n as i64, 2) } else { T::ratio(1, 1) };
    [area, all * times.clone(), mixed * times]
}

/// The determinant of the covariances of a point of a polygon over the square of its area.
fn polygon_spread<T: Number>(corners: &[[T; 2]], area: &T) -> Option<T> {
    let n = corners.len();
    let mut sums: [T; 5] = std::array::from_fn(|_| T::ratio(0, 1));
    for i in 0..n {
        let (p, q) = (&corners[i], &corners[(i + 1) % n]);
        let weight = cross(p, q);
        let both = |a: usize, b: usize| {
            let sum = |k: usize| p[k].clone() + q[k].clone();
            p[a].clone() * p[b].clone() + q[a].clone() * q[b].clone() + sum(a) * sum(b)
        };
        let moments = [p[0].clone() + q[0].clone(), p[1].clone() + q[1].clone(), both(0, 0), both(0, 1), both(1, 1)];
        for (k, (sum, moment)) in sums.iter_mut().zip(moments).enumerate() {
            *sum = sum.clone() + weight.clone() * moment * T::ratio(1, if k < 2 { 6 } else { 24 });
        }
    }
    let mut means = Vec::new();
    for sum in &sums {
        means.push(sum.quotient(area)?);
    }
    let covariance = |k: usize, a: usize, b: usize| means[k].clone() - means[a].clone() * means[b].clone();
    let (xx, xy, yy) = (covariance(2, 0, 0), covariance(3, 0, 1), covariance(4, 1, 1));
    (xx * yy - xy.clone() * xy).quotient(&(area.clone() * area.clone()))
}

/// The chances of four and five points, from m and the determinant of the covariances over the square of the area.
fn from_moments<T: Number>(m: &T, spread: &T) -> [T; 2] {
    let whole = |n: i64| T::ratio(n, 1);
    [whole(3) - whole(12) * m.clone(), whole(6) - whole(30) * m.clone() + whole(15) * spread.clone()]
}

fn polygon_chances<T: Number>(corners: &[[T; 2]], regular: bool) -> Option<[T; 2]> {
    let [area, _, mixed] = polygon_sums(corners, regular);
    let square = area.clone() * area.clone();
    let m = mixed.quotient(&(square.clone() * square))?;
    Some(from_moments(&m, &polygon_spread(corners, &area)?))
}

fn regular_corners(n: usize) -> Vec<[Enclosure; 2]> {
    let turn = Enclosure::pi() * Enclosure::whole(2);
    let corner = |k: usize| {
        let [y, x] = (turn.clone() * Enclosure::whole(k as i64)).part(n as i64).sine_and_cosine();
        [x, y]
    };
    (0..n).map(corner).collect()
}

/// S (1 - S).
fn mixed(share: Series) -> Series {
    share.clone() * (Series::whole(1) - share)
}

/// The area beyond a line that is seen from the centre under the angle 2v: v - sin v cos v.
fn cap(v: &Series, [sine, cosine]: &[Series; 2]) -> Series {
    v.clone() - sine.clone() * cosine.clone()
}

/// m of the half disk: lines between two points of the arc, with v half their distance, and lines between the diameter
/// and the point at the angle v of the arc, whose place x on the diameter is integrated.
fn half_disk_moment(watch: &mut dyn Watch) -> Result<Option<Enclosure>> {
    let pi = Enclosure::pi();
    let one = Enclosure::whole(1);
    let Some((per_area, per_turn)) = Enclosure::whole(2).over(&pi).zip(one.over(&pi)) else { return Ok(None) };
    let on_arc: Function<'_> = &|v| {
        let both = v.sine_and_cosine();
        let square = both[0].clone() * both[0].clone();
        let room = Series::constant(pi.clone()) - v.times(&Enclosure::whole(2));
        let weight = square.clone() * square * room;
        Some((weight * mixed(cap(v, &both).times(&per_area))).times(&Enclosure::ratio(8, 3)))
    };
    let across: Function<'_> = &|v| {
        let [sine, cosine] = v.sine_and_cosine();
        // S = a - b x, and the weight is sin v (1 - x cos v) / 3.
        let (a, b) = (v.times(&per_turn), sine.times(&per_turn));
        let even = mixed(a.clone()) - (b.clone() * b.clone()).times(&one.part(3));
        let odd = (cosine * b * (a.times(&Enclosure::whole(2)) - Series::whole(1))).times(&one.part(3));
        Some((sine * (even - odd)).times(&Enclosure::ratio(2, 3)))
    };
    let zero = Enclosure::whole(0);
    let on_arc = integral(&zero, &pi.part(2), on_arc, watch)?;
    let across = integral(&zero, &pi, across, watch)?;
    let scale = per_area.clone() * per_area.clone();
    Ok(on_arc.zip(across).map(|(on_arc, across)| (on_arc + across) * scale))
}

/// The determinant of the covariances in the half disk over the square of its area.
fn half_disk_spread() -> Option<Enclosure> {
    let square = Enclosure::pi() * Enclosure::pi();
    let height = Enclosure::ratio(1, 4) - Enclosure::ratio(16, 9).over(&square)?;
    height.over(&square)
}

/// m of the ring with a hole of that radius (0: the disk).
fn ring_moment(hole: &RBig, watch: &mut dyn Watch) -> Result<Option<Enclosure>> {
    let (pi, r) = (Enclosure::pi(), Enclosure::of(hole));
    let area = pi.clone() * (Enclosure::whole(1) - r.clone() * r.clone());
    let Some((per_area, arc)) = Enclosure::whole(1).over(&area).zip(r.arcsine()) else { return Ok(None) };
    // Beyond the hole: the line at the distance cos v.
    let beyond: Function<'_> = &|v| {
        let both = v.sine_and_cosine();
        let square = both[0].clone() * both[0].clone();
        Some((square.clone() * square * mixed(cap(v, &both).times(&per_area))).times(&Enclosure::ratio(8, 3)))
    };
    // Through the hole: the line at the distance r sin w, on it two pieces of length a - c with a gap of 2c between.
    let through: Function<'_> = &|w| {
        let [sine, cosine] = w.sine_and_cosine();
        let (p, c) = (sine.times(&r), cosine.times(&r));
        let a = (Series::whole(1) - p.clone() * p.clone()).root()?;
        let piece = a.clone() - c.clone();
        let weight =
            piece.clone() * piece.clone() * (piece.times(&Enclosure::ratio(8, 3)) + c.times(&Enclosure::whole(4)));
        let quarter = Series::constant(pi.part(2));
        let outer = quarter.clone() - p.arcsine()? - p.clone() * a;
        let inner = (quarter - w.clone()).times(&(r.clone() * r.clone())) - p * c.clone();
        Some(weight * mixed((outer - inner).times(&per_area)) * c)
    };
    let zero = Enclosure::whole(0);
    let beyond = integral(&zero, &(pi.part(2) - arc), beyond, watch)?;
    let through = match hole.is_zero() {
        true => Some(zero),
        false => integral(&zero, &pi.part(2), through, watch)?,
    };
    let scale = pi.clone() * Enclosure::whole(2) * per_area.clone() * per_area.clone();
    Ok(beyond.zip(through).map(|(beyond, through)| (beyond + through) * scale))
}

impl Shape {
    /// Reads a region; refuses what is not convex (but the ring).
    pub fn read(text: &str) -> Result<Shape> {
        let whole = |rows: &[[i64; 2]]| Shape::Polygon(rows.iter().map(|row| row.map(RBig::from)).collect());
        Ok(match text.trim() {
            "square" | "rectangle" => whole(&[[0, 0], [1, 0], [1, 1], [0, 1]]),
            "triangle" => whole(&[[0, 0], [1, 0], [0, 1]]),
            "disk" => Shape::Disk,
            "halfdisk" => Shape::HalfDisk,
            "gauss" => Shape::Gauss,
            corners if corners.contains(',') => return polygon(corners),
            other => match other.split_once(':') {
                Some(("ring", inner)) => Shape::Ring(engine::rational::read(inner)?),
                Some(("ngon", n)) => n.parse().map(Shape::Regular).map_err(|_| {
                    Error::usage(format!("--region {:?}", shorten(other)), "no number of corners", "give ngon:6")
                })?,
                _ => return Err(Error::usage(format!("--region {:?}", shorten(other)), "no region", "give halfdisk")),
            },
        })
    }

    /// The chances that four and five of its points are in convex position.
    pub fn chances(&self, watch: &mut dyn Watch) -> Result<Chances> {
        let lost = || Error::failed("the numbers are too near each other for a proved bound; use --method sample");
        let plain = |[four, five]: [Enclosure; 2]| Chances { four, five: Some(five), fractions: None };
        match self {
            Shape::Polygon(corners) => {
                let fractions = polygon_chances(corners, false).ok_or_else(lost)?;
                let [four, five] = [0, 1].map(|k| Enclosure::of(&fractions[k]));
                Ok(Chances { four, five: Some(five), fractions: Some(fractions) })
            }
            Shape::Regular(n) => polygon_chances(&regular_corners(*n), true).map(plain).ok_or_else(lost),
            Shape::Disk => {
                let square = Enclosure::pi() * Enclosure::pi();
                let spread = Enclosure::ratio(1, 16).over(&square).ok_or_else(lost)?;
                Ok(plain(from_moments(&ring_moment(&RBig::ZERO, watch)?.ok_or_else(lost)?, &spread)))
            }
            Shape::HalfDisk => {
                let (m, spread) = (half_disk_moment(watch)?.ok_or_else(lost)?, half_disk_spread().ok_or_else(lost)?);
                Ok(plain(from_moments(&m, &spread)))
            }
            Shape::Ring(hole) => {
                let m = ring_moment(hole, watch)?.ok_or_else(lost)?;
                Ok(Chances { four: Enclosure::whole(3) - Enclosure::whole(12) * m, five: None, fractions: None })
            }
            Shape::Gauss => {
                let arc = Enclosure::ratio(1, 3).arcsine().ok_or_else(lost)?;
                let four = (arc * Enclosure::whole(6)).over(&Enclosure::pi()).ok_or_else(lost)?;
                Ok(Chances { four, five: None, fractions: None })
            }
        }
    }
}

/// A convex polygon by its corners; they were found to be a simple polygon before.
fn polygon(text: &str) -> Result<Shape> {
    let words = text.split([' ', '\n', '\r', '\t', ';']).filter(|word| !word.is_empty());
    let mut corners = words.map(super::fit::read_point).collect::<Result<Vec<[RBig; 2]>>>()?;
    let n = corners.len();
    let turn = |i: usize| {
        let (p, q, r) = (&corners[i], &corners[(i + 1) % n], &corners[(i + 2) % n]);
        cross(&minus(q, p), &minus(r, q))
    };
    let turns: Vec<RBig> = (0..n).map(turn).collect();
    let [left, right] = [turns.iter().any(|t| *t > RBig::ZERO), turns.iter().any(|t| *t < RBig::ZERO)];
    if left && right {
        let why = "the polygon is not convex, and a line may meet it in several pieces";
        return Err(Error::usage("--method exact", why, "use --method sample"));
    }
    if right {
        corners.reverse();
    }
    Ok(Shape::Polygon(corners))
}

#[cfg(test)]
mod tests {
    use super::super::region::Region;
    use super::super::sylvester::{closed_form, convex_counts};
    use super::*;
    use kit::Unwatched;

    fn fractions(text: &str) -> [RBig; 2] {
        Shape::read(text).unwrap().chances(&mut Unwatched).unwrap().fractions.unwrap()
    }

    #[test]
    fn classical_fractions_come_out() {
        let ratio = |above: i64, below: i64| RBig::ratio(above, below);
        assert_eq!(fractions("square"), [ratio(25, 36), ratio(49, 144)]);
        assert_eq!(fractions("triangle"), [ratio(2, 3), ratio(11, 36)]);
        // Any affine image, either way round, with a flat corner too.
        assert_eq!(fractions("0,0 1/2,1/7 3,4 5/2,27/7"), fractions("square"));
        assert_eq!(fractions("0,0 0,1 0,2 2,2 2,0"), fractions("square"));
        assert_eq!(fractions("5,1 2,8 -3,1/3"), fractions("triangle"));
    }

    #[test]
    fn every_pair_of_points_is_on_one_line() {
        for text in ["square", "triangle", "0,0 4,0 5,2 3,4 1,3", "0,0 7,-1 9,3 2,5"] {
            let Shape::Polygon(corners) = Shape::read(text).unwrap() else { panic!("{text}") };
            let [area, all, _] = polygon_sums(&corners, false);
            assert_eq!(area.clone() * area, all, "{text}");
        }
    }

    #[test]
    fn closed_forms_are_held_by_their_enclosures() {
        let pi = Enclosure::pi();
        let disk = Shape::Disk.chances(&mut Unwatched).unwrap();
        let under = |above: i64, below: i64| {
            Enclosure::whole(1) - Enclosure::ratio(above, below).over(&(pi.clone() * pi.clone())).unwrap()
        };
        for (found, truth) in [(disk.four, under(35, 12)), (disk.five.unwrap(), under(305, 48))] {
            let miss = found - truth;
            assert!(miss.holds(&0.into()) && miss.width() < 1e-40, "{miss:?}");
        }
        // Regular polygons of three and four corners, by another way of computing.
        for (n, text) in [(3, "triangle"), (4, "square")] {
            let regular = Shape::Regular(n).chances(&mut Unwatched).unwrap();
            let [four, five] = fractions(text);
            assert!(regular.four.holds(&four) && regular.five.clone().unwrap().holds(&five), "{n}");
            assert!(regular.four.width() < 1e-45, "{n}");
        }
        for n in 3..40 {
            let known = closed_form(&Region::Regular(n), 4).unwrap().1;
            assert!((Shape::Regular(n).chances(&mut Unwatched).unwrap().four.to_f64() - known).abs() < 1e-13, "{n}");
        }
        // A side seen from all others gives the same as all pairs.
        let corners = regular_corners(5);
        let ([_, _, one], [_, _, all]) = (polygon_sums(&corners, true), polygon_sums(&corners, false));
        assert!((one - all).holds(&0.into()));
    }

    #[test]
    fn every_region_agrees_with_tossing() {
        let tosses = 200_000;
        for text in ["halfdisk", "ring:0.5", "ring:0.9", "ngon:5", "ngon:6", "gauss", "disk", "0,0 4,0 5,2 3,4 1,3"] {
            let region = Region::read(text).unwrap();
            let chances = Shape::read(text).unwrap().chances(&mut Unwatched).unwrap();
            assert!(chances.four.width() < 1e-35, "{text}: {}", chances.four.width());
            let counts = convex_counts(&region, tosses, 7, &mut Unwatched).unwrap();
            for (chance, count) in [(Some(chances.four), counts[0]), (chances.five, counts[1])] {
                let Some(value) = chance.map(|c| c.to_f64()) else { continue };
                let error = (value * (1.0 - value) / tosses as f64).sqrt();
                let apart = (count as f64 / tosses as f64 - value) / error;
                assert!(apart.abs() < 4.5, "{text}: {value}, {apart} standard errors away");
            }
            if let Some((_, known)) = closed_form(&region, 4) {
                assert!(
                    (known - Shape::read(text).unwrap().chances(&mut Unwatched).unwrap().four.to_f64()).abs() < 1e-14
                );
            }
        }
    }

    #[test]
    fn a_ring_without_a_hole_is_a_disk_and_a_thin_one_a_circle() {
        let four = |text: &str| Shape::read(text).unwrap().chances(&mut Unwatched).unwrap().four.to_f64();
        assert!((four("ring:0.000001") - four("disk")).abs() < 1e-9);
        assert!(four("ring:0.99") > 0.98 && four("ring:0.5") < four("ring:0.9"));
    }

    #[test]
    fn what_is_not_convex_is_refused() {
        assert!(Shape::read("0,0 4,0 4,1 1,1 1,4 0,4").unwrap_err().to_string().contains("not convex"));
        assert!(Shape::read("blob").is_err());
    }
}
