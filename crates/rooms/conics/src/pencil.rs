//! The odds in the disk, as a four-dimensional integral over four points of the circle and the conics through them.
//!
//! *Crofton's method.* The odds are affine, so they may be computed with three of the points on the circle, with
//! density proportional to the square of the area of their triangle, and the other two uniform in the disk. For:
//! growing the disk about its centre puts a first point on the circle, uniformly. Growing it about that point puts a
//! second there, with density ~ sin^2 of half their distance. Stretching the plane away from the line through both
//! (they stay) puts a third there, with density ~ its distance from the line times the part of the outer normal along
//! the stretch. With the angles A, B, C of the triangle the product is sin A sin B sin C . sin C cos(A - B), and its
//! mean over the three roles is a third of sin A sin B sin C (sin 2A + sin 2B + sin 2C) / 1, that is 4/3 (sin A sin B
//! sin C)^2: the square of the area.
//!
//! *The pencil.* The conic through z_1, z_2, z_3 on the circle and two points p, q meets the circle in a fourth point
//! z_4. Turned so that the sum of the four angles is zero, the conics through the four z are (1 + m) X + (1 - m) Y = 0,
//! where X = x^2 + ax + by + c and Y = y^2 - ax - by - c - 1 are the two parabolas and m = 0 is the circle; |m| < 1 are
//! the ellipses. In the coordinates (z_4, m, arcs of p and q) the measure dp dq is 2|m| / (1 - m cos 2nu) |l(p) l(q)|
//! |(p - z_3) x (q - z_3)| dm dz_4 dsigma dsigma, l the distance from the line z_1 z_2, nu the direction of its normal,
//! dsigma the arc length over the gradient, which on an ellipse is dt / (2 sqrt(1 - m^2)) in the usual angle t. The
//! points p and q run over the two arcs of the conic inside the disk, and on arcs the double integral is a product of
//! vectors or a triangle of it. What is left are three gaps and m.

use super::flags::{Cut, Flag, Space, integral};
use crate::quadrature::Rule;
use kit::watch::Progress;
use std::f64::consts::PI;

/// The rule along the arcs.
pub struct Pencil {
    arc: Rule,
    /// What p_l x p_k counts in the integral over l before k, for l < k; the weights of the rule are divided out.
    order: Vec<Vec<f64>>,
}

type Vector = [f64; 2];

fn cross(a: Vector, b: Vector) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

impl Pencil {
    /// A rule with so many nodes on each arc.
    pub fn new(nodes: usize) -> Pencil {
        let arc = Rule::legendre(nodes);
        let up_to = arc.cumulative();
        let share = |k: usize, l: usize| up_to[k][l] / arc.weights[l];
        let order = (0..nodes).map(|k| (0..k).map(|l| share(k, l) - share(l, k)).collect()).collect();
        Pencil { arc, order }
    }

    /// The integrand at four gaps in units of pi and s, where m = 1 - s^2 and m = s^2 - 1 are taken together.
    pub fn integrand(&self, x: &[f64]) -> f64 {
        let (x, s) = (&x[..4], x[4]);
        let mut angles = [0.0; 4];
        for i in 1..4 {
            angles[i] = angles[i - 1] + PI * x[i - 1];
        }
        let mean = angles.iter().sum::<f64>() / 4.0;
        let four = Four::new(angles.map(|a| a - mean), x);
        // Roles: which point is the fourth (inside `at`), orders of the other three, turning, pi^3 from gaps to angles;
        // over the mass (2 pi)^3 3/32 of (sin sin sin)^2 and the area of the disk for each of the two points.
        let scale = 6.0 * (2.0 * PI / 4.0) * PI * PI * PI / ((2.0 * PI).powi(3) * 3.0 / 32.0 * PI * PI);
        scale * 2.0 * s * (self.at(&four, s, 1.0) + self.at(&four, s, -1.0))
    }

    /// The integrand at one conic of the pencil, summed over the roles of the four points.
    fn at(&self, four: &Four, s: f64, sign: f64) -> f64 {
        let arcs = self.arcs(four, s, sign);
        (0..4).map(|fourth| self.role(four, s, sign, &arcs, fourth)).sum()
    }

    /// Nodes and weights (dsigma) on the two arcs of the conic inside the disk.
    fn arcs(&self, four: &Four, s: f64, sign: f64) -> [Vec<(Vector, f64)>; 2] {
        let [a, b, c] = four.parabola;
        let m = sign * (1.0 - s * s);
        // 1 + m and 1 - m without cancellation.
        let (plus, minus) = if sign > 0.0 { (2.0 - s * s, s * s) } else { (s * s, 2.0 - s * s) };
        let (x0, y0) = (-m * a / plus, -m * b / minus);
        let level = 1.0 - m * (2.0 * c + 1.0) + m * m * (a * a / plus + b * b / minus);
        let (half_x, half_y) = ((level / plus).sqrt(), (level / minus).sqrt());
        let angle = |z: Vector| ((z[1] - y0) / half_y).atan2((z[0] - x0) / half_x);
        let t = four.points.map(angle);
        let point = |t: f64| [x0 + half_x * t.cos(), y0 + half_y * t.sin()];
        let span = |i: usize| (t[(i + 1) % 4] - t[i]).rem_euclid(2.0 * PI);
        // The arcs inside the disk alternate with those outside; the better separated middle decides.
        let depth = |i: usize| {
            let [x, y] = point(t[i] + span(i) / 2.0);
            1.0 - x * x - y * y
        };
        let first = if depth(0) + depth(2) > depth(1) + depth(3) { 0 } else { 1 };
        let scale = 1.0 / (2.0 * (plus * minus).sqrt());
        let arc = |i: usize| {
            let width = span(i);
            let node = |(&n, &w): (&f64, &f64)| (point(t[i] + width * n), w * width * scale);
            self.arc.nodes.iter().zip(&self.arc.weights).map(node).collect()
        };
        [arc(first), arc(first + 2)]
    }

    /// The part in which that point is the fourth.
    fn role(&self, four: &Four, s: f64, sign: f64, arcs: &[Vec<(Vector, f64)>; 2], fourth: usize) -> f64 {
        let [one, two, three] = std::array::from_fn(|k| (fourth + 1 + k) % 4);
        let nu = (four.angles[one] + four.angles[two]) / 2.0;
        let reach = ((four.angles[one] - four.angles[two]) / 2.0).cos();
        let (sin, cos) = nu.sin_cos();
        let distance = |p: Vector| (p[0] * cos + p[1] * sin - reach).abs();
        let z = four.points[three];
        let weighted = |arc: &[(Vector, f64)]| -> Vec<Vector> {
            arc.iter()
                .map(|&(p, w)| {
                    let weight = w * distance(p);
                    [weight * (p[0] - z[0]), weight * (p[1] - z[1])]
                })
                .collect()
        };
        let vectors = [weighted(&arcs[0]), weighted(&arcs[1])];
        let sum = |v: &[Vector]| v.iter().fold([0.0; 2], |s, p| [s[0] + p[0], s[1] + p[1]]);
        let apart = cross(sum(&vectors[0]), sum(&vectors[1])).abs();
        let together = self.triangle(&vectors[0]).abs() + self.triangle(&vectors[1]).abs();
        let triangle = four.sines[one][two] * four.sines[one][three] * four.sines[two][three];
        // 1 - m cos 2nu, again without cancellation.
        let m = 1.0 - s * s;
        let below = if sign > 0.0 { s * s + 2.0 * m * sin * sin } else { s * s + 2.0 * m * cos * cos };
        triangle * triangle * 2.0 * m / below * 2.0 * (apart + together)
    }

    /// The integral of p x q over the triangle p before q on one arc.
    fn triangle(&self, vectors: &[Vector]) -> f64 {
        let mut sum = 0.0;
        for (k, row) in self.order.iter().enumerate() {
            let before = row.iter().zip(vectors).fold([0.0; 2], |b, (w, p)| [b[0] + w * p[0], b[1] + w * p[1]]);
            sum += cross(before, vectors[k]);
        }
        sum
    }
}

/// Four points of the circle whose angles have the sum zero.
struct Four {
    angles: [f64; 4],
    points: [Vector; 4],
    /// Sines of half the differences.
    sines: [[f64; 4]; 4],
    /// a, b, c of the parabola x^2 + ax + by + c.
    parabola: [f64; 3],
}

impl Four {
    fn new(angles: [f64; 4], x: &[f64]) -> Four {
        let points = angles.map(|a| [a.cos(), a.sin()]);
        let a = -0.5 * angles.iter().map(|t| t.cos()).sum::<f64>();
        let b = 0.5 * angles.iter().map(|t| t.sin()).sum::<f64>();
        let mut pairs = 0.0;
        let mut sines = [[0.0; 4]; 4];
        for i in 0..4 {
            for j in i + 1..4 {
                pairs += (angles[i] + angles[j]).cos();
                let arc: f64 = x[i..j].iter().sum();
                let other: f64 = x[j..].iter().chain(&x[..i]).sum();
                let sine = (PI / 2.0 * arc.min(other)).sin();
                (sines[i][j], sines[j][i]) = (sine, sine);
            }
        }
        Four { angles, points, sines, parabola: [a, b, pairs / 4.0 - 0.5] }
    }
}

/// The flags of four gaps and s, cut where two opposite chords are parallel (then a parabola of the pencil falls into
/// two lines).
pub fn disk_flags() -> Vec<Flag> {
    let cuts: Vec<Cut> = vec![(vec![1.0, 0.0, -1.0, 0.0], 0.0), (vec![0.0, 1.0, 0.0, -1.0], 0.0)];
    Space::gaps_and_interval(4, cuts).flags()
}

/// The share of ellipses in the disk with so many nodes a direction and on the arcs.
pub fn disk(flags: &[Flag], nodes: usize, arc: usize, progress: &Progress) -> f64 {
    let pencil = Pencil::new(arc);
    integral(flags, nodes, &|x| pencil.integrand(x), progress)
}
