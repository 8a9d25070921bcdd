//! Four points and two parabolas: the exact area in which the fifth point gives an ellipse.
//!
//! Through four points in convex position pass two parabolas. In the frame of the crossing diagonals, scaled so that
//! the points are at u, -1/u on one axis and v, -1/v on the other, the conics through them are U^2 + kUV + V^2 + sU +
//! dV = 1; the parabolas are k = 2 and k = -2, that is (U + V)^2 + sU + dV = 1 and (U - V)^2 + sU + dV = 1, and a fifth
//! point gives an ellipse (|k| < 2) exactly when it is inside one of them and outside the other. The area of that zone
//! within the region follows by Green's theorem from the arcs of the parabolas and the stretches of the border; no
//! sampling is in it. Four points not in convex position leave no ellipse.

use super::region::{Region, area, sides};
use std::f64::consts::{PI, TAU};

/// A parabola as the zero set of t^2 + m, t and m affine functions of the point; inside is negative.
#[derive(Clone, Copy, Debug)]
pub struct Parabola {
    /// t = t[0] x + t[1] y + t[2].
    t: [f64; 3],
    /// m likewise.
    m: [f64; 3],
}

impl Parabola {
    /// Negative inside.
    pub fn value(&self, p: [f64; 2]) -> f64 {
        let t = at(&self.t, p);
        t * t + at(&self.m, p)
    }

    /// The coefficients of x^2, xy, y^2, x, y and 1, the largest 1 in size.
    pub fn coefficients(&self) -> [f64; 6] {
        let ([a, b, c], m) = (self.t, self.m);
        let raw = [a * a, 2.0 * a * b, b * b, 2.0 * a * c + m[0], 2.0 * b * c + m[1], c * c + m[2]];
        let largest = raw.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        raw.map(|x| x / largest)
    }

    /// The points of the curve, as many on each side of its middle, dense within that reach.
    pub fn chain(&self, reach: f64) -> Vec<[f64; 2]> {
        let (curve, _) = self.curve();
        let [origin, along, _] = curve;
        let speed = along[0].hypot(along[1]);
        // Far enough to leave the window whichever of the two terms is the faster.
        let last = (reach + origin[0].hypot(origin[1])) / speed.max(1e-300);
        (-2000..=2000).map(|k| on(&curve, last * f64::from(k) / 2000.0)).collect()
    }

    /// The curve p0 + a t + b t^2, and the sign of the map from (t, m) to the plane.
    fn curve(&self) -> ([[f64; 2]; 3], f64) {
        let det = self.t[0] * self.m[1] - self.t[1] * self.m[0];
        let back = |t: f64, m: f64| [(t * self.m[1] - m * self.t[1]) / det, (m * self.t[0] - t * self.m[0]) / det];
        ([back(-self.t[2], -self.m[2]), back(1.0, 0.0), back(0.0, -1.0)], det.signum())
    }
}

fn at(form: &[f64; 3], p: [f64; 2]) -> f64 {
    form[0] * p[0] + form[1] * p[1] + form[2]
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// The two parabolas through four points, if these are in convex position.
pub fn parabolas(points: &[[f64; 2]; 4]) -> Option<[Parabola; 2]> {
    let [a, b, c, d] = *points;
    for [p, q, r, s] in [[a, b, c, d], [a, c, b, d], [a, d, b, c]] {
        // The diagonals p q and r s, crossing at p + x (q - p) = r + y (s - r).
        let (one, two) = (minus(q, p), minus(s, r));
        let det = cross(one, two);
        let (x, y) = (cross(minus(r, p), two) / det, cross(minus(r, p), one) / det);
        if x > 0.0 && x < 1.0 && y > 0.0 && y < 1.0 {
            return Some(in_frame(p, one, x, two, y, det));
        }
    }
    None
}

fn in_frame(p: [f64; 2], one: [f64; 2], x: f64, two: [f64; 2], y: f64, det: f64) -> [Parabola; 2] {
    let origin = [p[0] + x * one[0], p[1] + x * one[1]];
    let (unit_u, unit_v) = ((x * (1.0 - x)).sqrt(), (y * (1.0 - y)).sqrt());
    // U and V as affine functions: the coordinates along the diagonals over their units.
    let form = |other: [f64; 2], unit: f64, sign: f64| {
        let scale = sign / (det * unit);
        let slope = [other[1] * scale, -other[0] * scale];
        [slope[0], slope[1], -slope[0] * origin[0] - slope[1] * origin[1]]
    };
    let (u, v) = (form(two, unit_u, 1.0), form(one, unit_v, -1.0));
    let s = -(1.0 - 2.0 * x) / unit_u;
    let d = -(1.0 - 2.0 * y) / unit_v;
    let m: [f64; 3] = std::array::from_fn(|k| s * u[k] + d * v[k] - if k == 2 { 1.0 } else { 0.0 });
    [1.0, -1.0].map(|sign| Parabola { t: std::array::from_fn(|k| u[k] + sign * v[k]), m })
}

/// Where the fifth point may fall.
#[derive(Clone, Debug)]
pub enum Field {
    /// A polygon, counterclockwise.
    Polygon(Vec<[f64; 2]>),
    /// The unit disk.
    Disk,
    /// Its upper half.
    HalfDisk,
    /// The unit disk without the disk of that radius.
    Ring(f64),
}

impl Field {
    /// The field of a region; the normal distribution has none.
    pub fn of(region: &Region) -> Option<Field> {
        match region {
            Region::Disk => Some(Field::Disk),
            Region::HalfDisk => Some(Field::HalfDisk),
            Region::Ring(inner) => Some(Field::Ring(*inner)),
            other => other.corners().map(Field::Polygon),
        }
    }

    /// Its area.
    pub fn area(&self) -> f64 {
        match self {
            Field::Polygon(corners) => area(corners),
            Field::Disk => PI,
            Field::HalfDisk => PI / 2.0,
            Field::Ring(inner) => PI * (1.0 - inner * inner),
        }
    }

    /// Whether the point is in it.
    pub fn holds(&self, [x, y]: [f64; 2]) -> bool {
        match self {
            Field::Disk => x * x + y * y < 1.0,
            Field::HalfDisk => y > 0.0 && x * x + y * y < 1.0,
            Field::Ring(inner) => x * x + y * y < 1.0 && x * x + y * y > inner * inner,
            Field::Polygon(corners) => {
                let crossed = |(p, q): &([f64; 2], [f64; 2])| {
                    (p[1] > y) != (q[1] > y) && x < p[0] + (y - p[1]) / (q[1] - p[1]) * (q[0] - p[0])
                };
                sides(corners).filter(crossed).count() % 2 == 1
            }
        }
    }
}

/// The area of the zone of the field in which a fifth point gives an ellipse.
pub fn ellipse_area(field: &Field, points: &[[f64; 2]; 4]) -> f64 {
    parabolas(points).map_or(0.0, |pair| zone_area(field, points, &pair, &|first, second| first != second))
}

/// The areas of the four zones of the field, if the points are in convex position: inside the first parabola alone,
/// inside the second alone, inside both, inside none. Each is computed from its own border.
pub fn zone_areas(field: &Field, points: &[[f64; 2]; 4]) -> Option<[f64; 4]> {
    let pair = parabolas(points)?;
    Some(ZONES.map(|zone| zone_area(field, points, &pair, &|first, second| [first, second] == zone)))
}

/// The zones: whether they are inside the first and inside the second parabola.
pub const ZONES: [[bool; 2]; 4] = [[true, false], [false, true], [true, true], [false, false]];

/// The area of the part of the field where `zone` holds of being inside the first and the second parabola.
fn zone_area(field: &Field, points: &[[f64; 2]; 4], pair: &[Parabola; 2], zone: &dyn Fn(bool, bool) -> bool) -> f64 {
    if let Field::Ring(inner) = field {
        // The hole is a disk too, seen from nearer.
        let near = points.map(|p| p.map(|x| x / inner));
        let hole = parabolas(&near).map_or(0.0, |pair| zone_area(&Field::Disk, &near, &pair, zone));
        return zone_area(&Field::Disk, points, pair, zone) - inner * inner * hole;
    }
    let mut sum = 0.0;
    let mut angles = vec![0.0, PI, TAU];
    for (index, (parabola, other)) in [(pair[0], pair[1]), (pair[1], pair[0])].into_iter().enumerate() {
        let (curve, sign) = parabola.curve();
        let mut stops: Vec<f64> = points.iter().map(|&p| at(&parabola.t, p)).collect();
        let meetings = meetings(field, &curve);
        for &t in &meetings {
            let p = on(&curve, t);
            angles.push(p[1].atan2(p[0]).rem_euclid(TAU));
        }
        stops.extend(meetings);
        stops.sort_by(f64::total_cmp);
        for stretch in stops.windows(2) {
            let middle = on(&curve, (stretch[0] + stretch[1]) / 2.0);
            if field.holds(middle) {
                // What crossing this arc into its parabola adds to the zone.
                let across = |inside: bool| {
                    let beside = other.value(middle) < 0.0;
                    f64::from(u8::from(if index == 0 { zone(inside, beside) } else { zone(beside, inside) }))
                };
                let weight = across(true) - across(false);
                // The inside is on the left when t falls, if the map keeps orientation.
                sum -= weight * sign * (swept(&curve, stretch[1]) - swept(&curve, stretch[0]));
            }
        }
    }
    sum + border(field, &|p| zone(pair[0].value(p) < 0.0, pair[1].value(p) < 0.0), pair, &mut angles)
}

fn on([p, a, b]: &[[f64; 2]; 3], t: f64) -> [f64; 2] {
    [p[0] + t * (a[0] + t * b[0]), p[1] + t * (a[1] + t * b[1])]
}

/// Half the integral of p x dp along the curve from 0 to t.
fn swept(&[p, a, b]: &[[f64; 2]; 3], t: f64) -> f64 {
    0.5 * t * (cross(p, a) + t * (cross(p, b) + t / 3.0 * cross(a, b)))
}

/// The values of t at which the curve meets the border.
fn meetings(field: &Field, [p, a, b]: &[[f64; 2]; 3]) -> Vec<f64> {
    let dot = |x: [f64; 2], y: [f64; 2]| x[0] * y[0] + x[1] * y[1];
    let circle = || {
        let middle = dot(*a, *a) + 2.0 * dot(*p, *b);
        real_roots(&[dot(*p, *p) - 1.0, 2.0 * dot(*p, *a), middle, 2.0 * dot(*a, *b), dot(*b, *b)])
    };
    match field {
        Field::Disk | Field::Ring(_) => circle(),
        Field::HalfDisk => circle().into_iter().chain(real_roots(&[p[1], a[1], b[1]])).collect(),
        Field::Polygon(corners) => sides(corners)
            .flat_map(|(from, to)| {
                let along = minus(to, from);
                real_roots(&[cross(minus(*p, from), along), cross(*a, along), cross(*b, along)])
            })
            .collect(),
    }
}

/// The share of the border in the zone: half the integral of p x dp along it.
fn border(field: &Field, in_zone: &dyn Fn([f64; 2]) -> bool, pair: &[Parabola; 2], angles: &mut [f64]) -> f64 {
    match field {
        Field::Disk | Field::HalfDisk | Field::Ring(_) => {
            angles.sort_by(f64::total_cmp);
            let upper = matches!(field, Field::HalfDisk);
            let inside = |w: &&[f64]| {
                let middle = (w[0] + w[1]) / 2.0;
                (!upper || middle < PI) && in_zone([middle.cos(), middle.sin()])
            };
            // The straight side of the half disk passes through the origin and sweeps nothing.
            angles.windows(2).filter(inside).map(|w| (w[1] - w[0]) / 2.0).sum()
        }
        Field::Polygon(corners) => sides(corners).map(|(from, to)| side_share(from, to, pair, in_zone)).sum(),
    }
}

fn side_share(from: [f64; 2], to: [f64; 2], pair: &[Parabola; 2], in_zone: &dyn Fn([f64; 2]) -> bool) -> f64 {
    let along = minus(to, from);
    let mut stops = vec![0.0, 1.0];
    for parabola in pair {
        let (t, dt) = (at(&parabola.t, from), parabola.t[0] * along[0] + parabola.t[1] * along[1]);
        let (m, dm) = (at(&parabola.m, from), parabola.m[0] * along[0] + parabola.m[1] * along[1]);
        stops.extend(
            real_roots(&[t * t + m, 2.0 * t * dt + dm, dt * dt]).into_iter().filter(|s| (0.0..1.0).contains(s)),
        );
    }
    stops.sort_by(f64::total_cmp);
    let place = |s: f64| [from[0] + s * along[0], from[1] + s * along[1]];
    let held = |w: &&[f64]| in_zone(place((w[0] + w[1]) / 2.0));
    stops.windows(2).filter(held).map(|w| (w[1] - w[0]) * cross(from, to) / 2.0).sum()
}

/// The real roots of a polynomial (constant term first), found between the roots of its derivative.
pub fn real_roots(polynomial: &[f64]) -> Vec<f64> {
    let size = polynomial.iter().fold(0.0f64, |most, c| most.max(c.abs()));
    let degree = match polynomial.iter().rposition(|c| c.abs() > 1e-300 && c.abs() > 1e-17 * size) {
        None | Some(0) => return Vec::new(),
        Some(degree) => degree,
    };
    let p = &polynomial[..=degree];
    match degree {
        1 => return vec![-p[0] / p[1]],
        2 => return quadratic_roots(p),
        _ => {}
    }
    let value = |x: f64| p.iter().rev().fold(0.0, |sum, c| sum * x + c);
    let slope: Vec<f64> = p.iter().enumerate().skip(1).map(|(k, c)| k as f64 * c).collect();
    // Cauchy's bound.
    let far = 1.0 + p[..degree].iter().fold(0.0f64, |most, c| most.max((c / p[degree]).abs()));
    let mut stops = vec![-far];
    stops.extend(real_roots(&slope).into_iter().filter(|x| x.abs() < far));
    stops.push(far);
    stops.sort_by(f64::total_cmp);
    stops.windows(2).filter_map(|w| root_between(&value, w[0], w[1])).collect()
}

fn quadratic_roots(p: &[f64]) -> Vec<f64> {
    let disc = p[1] * p[1] - 4.0 * p[0] * p[2];
    if disc < 0.0 {
        return Vec::new();
    }
    let q = -0.5 * (p[1] + disc.sqrt().copysign(p[1]));
    if q == 0.0 { vec![0.0] } else { vec![q / p[2], p[0] / q] }
}

/// Bisection with secant steps; the values at the ends must differ in sign.
pub fn root_between(value: &dyn Fn(f64) -> f64, mut low: f64, mut high: f64) -> Option<f64> {
    let (mut below, mut above) = (value(low), value(high));
    if (below < 0.0) == (above < 0.0) {
        return None;
    }
    for step in 0..100 {
        let secant = low + (high - low) * (below / (below - above));
        let middle = if step % 3 == 2 || !(secant > low && secant < high) { (low + high) / 2.0 } else { secant };
        let here = value(middle);
        if here == 0.0 || high - low <= 1e-16 * (1.0 + low.abs()) {
            return Some(middle);
        }
        if (here < 0.0) == (below < 0.0) {
            (low, below) = (middle, here);
        } else {
            (high, above) = (middle, here);
        }
    }
    Some((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn the_area_is_what_counting_fifth_points_gives() {
        let mut chance = ChaCha8Rng::seed_from_u64(3);
        for region in [
            Region::HalfDisk,
            Region::Ring(0.5),
            Region::Regular(5),
            Region::Square,
            Region::Disk,
            Region::Triangle,
            Region::read("0,0 4,0 4,1 1,1 1,4 0,4").unwrap(),
        ] {
            let field = Field::of(&region).unwrap();
            let mut convex = 0;
            while convex < 12 {
                let four: [[f64; 2]; 4] = std::array::from_fn(|_| region.point(&mut chance));
                let area = ellipse_area(&field, &four) / field.area();
                let tosses = 4000;
                let hits = (0..tosses)
                    .filter(|_| {
                        let fifth = region.point(&mut chance);
                        engine::sampling::tosses::discriminant(&[four[0], four[1], four[2], four[3], fifth]).0 < 0.0
                    })
                    .count() as f64
                    / f64::from(tosses);
                if parabolas(&four).is_none() {
                    assert_eq!((area, hits), (0.0, 0.0));
                    continue;
                }
                convex += 1;
                let error = (hits * (1.0 - hits) / f64::from(tosses)).sqrt() + 2e-4;
                assert!((area - hits).abs() < 5.0 * error, "{region:?} {four:?}: area {area}, counted {hits}");
            }
        }
    }

    #[test]
    fn the_zones_fill_the_field_and_each_is_what_counting_gives() {
        let mut chance = ChaCha8Rng::seed_from_u64(5);
        for region in [Region::Square, Region::Disk, Region::Triangle, Region::HalfDisk, Region::Ring(0.7)] {
            let field = Field::of(&region).unwrap();
            let mut convex = 0;
            while convex < 8 {
                let four: [[f64; 2]; 4] = std::array::from_fn(|_| region.point(&mut chance));
                let Some(areas) = zone_areas(&field, &four) else { continue };
                convex += 1;
                let sum: f64 = areas.iter().sum();
                assert!((sum / field.area() - 1.0).abs() < 1e-9, "{region:?} {four:?}: {areas:?}");
                assert!((areas[0] + areas[1] - ellipse_area(&field, &four)).abs() < 1e-9 * field.area());
                let pair = parabolas(&four).unwrap();
                let mut counts = [0.0; 4];
                for _ in 0..4000 {
                    let p = region.point(&mut chance);
                    let zone = pair.map(|parabola| parabola.value(p) < 0.0);
                    counts[ZONES.iter().position(|z| *z == zone).unwrap()] += 1.0 / 4000.0;
                }
                for (area, counted) in areas.iter().zip(counts) {
                    let share = area / field.area();
                    let error = (share * (1.0 - share) / 4000.0).max(0.0).sqrt() + 5e-4;
                    assert!((share - counted).abs() < 5.0 * error, "{region:?} {four:?}: {share} and {counted}");
                }
                for parabola in pair {
                    let [a, b, c, d, e, f] = parabola.coefficients();
                    assert!((b * b - 4.0 * a * c).abs() < 1e-12, "a parabola has no discriminant");
                    for [x, y] in four {
                        let value = a * x * x + b * x * y + c * y * y + d * x + e * y + f;
                        assert!(value.abs() < 1e-9, "{region:?} {four:?}: {value}");
                    }
                }
            }
        }
    }

    #[test]
    fn roots_are_roots() {
        let mut roots = real_roots(&[24.0, -50.0, 35.0, -10.0, 1.0]);
        roots.sort_by(f64::total_cmp);
        for (root, truth) in roots.iter().zip([1.0, 2.0, 3.0, 4.0]) {
            assert!((root - truth).abs() < 1e-12, "{roots:?}");
        }
        assert!(real_roots(&[1.0, 0.0, 1.0]).is_empty() && real_roots(&[1.0, 0.0, 0.0, 0.0, 1.0]).is_empty());
        let mut chance = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let p: Vec<f64> = (0..5).map(|_| chance.random_range(-1.0..1.0)).collect();
            for x in real_roots(&p) {
                let value = p.iter().rev().fold(0.0, |sum, c| sum * x + c);
                assert!(value.abs() < 1e-9 * (1.0 + x.abs().powi(4)), "{p:?} at {x}: {value}");
            }
        }
    }
}
