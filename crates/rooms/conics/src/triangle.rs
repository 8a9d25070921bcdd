//! The odds in the triangle, as a four-dimensional integral over the gaps of five points on a circle.
//!
//! *The frame.* As in [`super::gaps`] the points are A u_i + b, with the measure 64 |det A|^2 prod |sin| dA db dtheta
//! over det A > 0. In the triangle with corners (0, 0), (1, 0), (0, 1) the three barycentric coordinates of a point are
//! x, y and 1 - x - y; along the ellipse they are a_k - B_k . u, where B_1 + B_2 + B_3 = 0, a_1 + a_2 + a_3 = 1, dA =
//! dB_1 dB_2 and det A = B_1 x B_2. All five points are inside when a_k >= h(B_k), where h(B) = max B . u_i is the
//! support function of their pentagon. So the a_k fill a triangle of area (1 - H)^2 / 2, H = h(B_1) + h(B_2) + h(B_3),
//! if H < 1.
//!
//! *The scale.* H is of degree 1 in (B_1, B_2), four numbers, and the weight det^2 of degree 4: the integral of det^2
//! (1 - H)^2 / 2 is V times 8 int t^7 (1 - t)^2 / 2 dt = 1/90, V being the integral of det^2 over the body H <= 1. Half
//! of it has det A > 0, and the five densities are 2 each: the share of ellipses is 32 . 64 / 180 times the integral of
//! V prod |sin| over the angles.
//!
//! *The body.* h is linear on the cone of normals at each corner of the pentagon, between the normals n of its two
//! sides there. So H is linear where B_1, B_2 and B_3 each stay in a cone, and such a cell of the four-dimensional
//! space is a cone itself, whose edges are of two kinds: all three are multiples of normals of sides (which then
//! surround the origin: a triangle circumscribed along three sides), or one is zero and the others are n and -n. The
//! body is therefore a union of simplices with the origin and four such edges, cut off at H = 1, and over a simplex the
//! integral of the square of a quadratic form is a polynomial in its corners. Which edges there are depends on which
//! sides turn by less than half a turn from each other, that is, on the same cuts as for the square: between them V is
//! a rational function of the corners, and the cutting into simplices is done once for each of the 32 patterns of cuts.
//!
//! *The digits.* V is det^-4 under affine maps, so it is computed in the frame of the largest triangle of corners,
//! where the pentagon is round however thin it was, and the directions of the sides come from sines of sums of gaps,
//! never from differences of neighbouring points.

use super::flags::{Flag, integral};
use super::gaps::{MEASURE, half_sines, product_of_sines, square_flags};
use kit::watch::Progress;
use std::f64::consts::PI;

type Vector = [f64; 2];

fn cross(a: Vector, b: Vector) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// What one of B_1, B_2, B_3 is on an edge of a cell: zero, the normal of a side, or its opposite.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    Zero,
    Along(usize),
    Against(usize),
}

/// An edge of a cell.
type Ray = [Part; 3];

/// The simplices that the body consists of, up to the order of B_1, B_2, B_3.
#[derive(Debug, Default)]
struct Dissection {
    rays: Vec<Ray>,
    /// Four rays each, and how many simplices it stands for.
    simplices: Vec<([usize; 4], f64)>,
}

/// True when side b turns to the left of side a by less than half a turn: `pattern` has a bit for each pair of sides
/// that are not neighbours.
fn turns_left(pattern: usize, a: usize, b: usize) -> bool {
    match (b + 5 - a) % 5 {
        1 => true,
        2 => pattern >> a & 1 == 1,
        3 => pattern >> b & 1 == 0,
        _ => false,
    }
}

impl Dissection {
    fn new(pattern: usize) -> Dissection {
        let mut dissection = Dissection::default();
        for i in 0..5 {
            for j in i..5 {
                for k in j..5 {
                    let orders = if i == j || j == k { 3.0 } else { 6.0 };
                    dissection.add_cell(pattern, [i, j, k], orders);
                }
            }
        }
        dissection
    }

    /// Cuts the cell in which the corners i, j, k are the farthest in the directions B_1, B_2, B_3.
    fn add_cell(&mut self, pattern: usize, corners: [usize; 3], orders: f64) {
        let rays = cell_rays(pattern, corners);
        // The six walls of a cell: each part along one or the other side at its corner.
        let on = |ray: &Ray, wall: usize| {
            let side = (corners[wall / 2] + if wall.is_multiple_of(2) { 4 } else { 0 }) % 5;
            ray[wall / 2] == Part::Zero || ray[wall / 2] == Part::Along(side)
        };
        let faces: Vec<Vec<usize>> =
            (0..6).map(|wall| (0..rays.len()).filter(|&r| on(&rays[r], wall)).collect()).collect();
        let places: Vec<usize> = rays.iter().map(|ray| self.place(ray)).collect();
        for simplex in pulled(&faces, rays.len()) {
            self.simplices.push((simplex.map(|r| places[r]), orders));
        }
    }

    fn place(&mut self, ray: &Ray) -> usize {
        self.rays.iter().position(|known| known == ray).unwrap_or_else(|| {
            self.rays.push(*ray);
            self.rays.len() - 1
        })
    }
}

/// The edges of the cone of a cell.
fn cell_rays(pattern: usize, corners: [usize; 3]) -> Vec<Ray> {
    let sides = corners.map(|corner| [(corner + 4) % 5, corner]);
    let left = |a: usize, b: usize| turns_left(pattern, a, b);
    let mut rays = Vec::new();
    for a in sides[0] {
        for b in sides[1] {
            for c in sides[2] {
                if (left(a, b) && left(b, c) && left(c, a)) || (left(b, a) && left(c, b) && left(a, c)) {
                    rays.push([Part::Along(a), Part::Along(b), Part::Along(c)]);
                }
            }
        }
    }
    for zero in 0..3 {
        for (with, against) in [((zero + 1) % 3, (zero + 2) % 3), ((zero + 2) % 3, (zero + 1) % 3)] {
            for side in sides[with] {
                // The opposite of its normal lies between the normals at the other corner.
                if left(side, sides[against][0]) && left(sides[against][1], side) {
                    let mut ray = [Part::Zero; 3];
                    ray[with] = Part::Along(side);
                    ray[against] = Part::Against(side);
                    rays.push(ray);
                }
            }
        }
    }
    rays
}

/// Cuts a polytope of three dimensions into tetrahedra: `faces` has the corners on each wall. All tetrahedra have the
/// first corner, and those over one face its first corner.
fn pulled(faces: &[Vec<usize>], corners: usize) -> Vec<[usize; 4]> {
    let mut simplices = Vec::new();
    if corners < 4 {
        return simplices;
    }
    for (wall, face) in faces.iter().enumerate() {
        // Two corners on a wall are an edge of others.
        if face.len() < 3 || face.contains(&0) || faces[..wall].contains(face) {
            continue;
        }
        let mut seen: Vec<Vec<usize>> = Vec::new();
        for other in faces {
            let edge: Vec<usize> = face.iter().copied().filter(|corner| other.contains(corner)).collect();
            if edge.len() == 2 && !edge.contains(&face[0]) && !seen.contains(&edge) {
                simplices.push([0, face[0], edge[0], edge[1]]);
                seen.push(edge);
            }
        }
    }
    simplices
}

/// The integral of the square of a quadratic form over the simplex of four numbers t >= 0 with t_1 + t_2 + t_3 + t_4 <=
/// 1, times 8!: the mean when the t are independent and exponential, for whose fourth moments are the products of
/// factorials.
fn mean_square(form: &[[f64; 4]; 4]) -> f64 {
    let (mut trace, mut trace2, mut pairs, mut pairs2, mut rows2, mut mixed) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    for m in 0..4 {
        let d = form[m][m];
        let row: f64 = (0..4).filter(|&n| n != m).map(|n| form[m][n]).sum();
        trace += d;
        trace2 += d * d;
        rows2 += row * row;
        mixed += d * row;
        for n in m + 1..4 {
            pairs += form[m][n];
            pairs2 += form[m][n] * form[m][n];
        }
    }
    4.0 * trace * trace + 20.0 * trace2 + 8.0 * trace * pairs + 16.0 * mixed + 4.0 * (pairs * pairs + rows2 + pairs2)
}

/// The determinant of four rows (B_1, B_2), by pairs of columns.
fn determinant(rows: [&[Vector; 2]; 4]) -> f64 {
    let left = |i: usize, j: usize| cross(rows[i][0], rows[j][0]);
    let right = |i: usize, j: usize| cross(rows[i][1], rows[j][1]);
    left(0, 1) * right(2, 3) - left(0, 2) * right(1, 3) + left(0, 3) * right(1, 2) + left(1, 2) * right(0, 3)
        - left(1, 3) * right(0, 2)
        + left(2, 3) * right(0, 1)
}

/// A pentagon in the frame of its largest triangle of corners.
struct Pentagon {
    corners: [Vector; 5],
    /// Normals of the sides, to the outside, of length about 1.
    normals: [Vector; 5],
    /// Their cross products.
    turn: [[f64; 5]; 5],
    /// Twice the area of that triangle, which is the determinant of the frame.
    area: f64,
}

/// The sine of pi/2 times the sum of coefficients times gaps; multiples of the sum of all gaps, which is 2, are first
/// removed, so that only what is small is added where the sine is small.
fn sine_of(coefficients: [i32; 5], x: &[f64]) -> f64 {
    let value = |turns: i32| coefficients.iter().zip(x).map(|(&c, x)| f64::from(c - turns) * x).sum::<f64>();
    let turns = (value(0) / 2.0).round() as i32;
    let sine = (PI / 2.0 * value(turns)).sin();
    if turns % 2 == 0 { sine } else { -sine }
}

/// The sine of the angle from the chord of the first two corners to that of the others; corner 5 is corner 0 after a
/// turn.
fn chord_sine(x: &[f64], from: [usize; 2], to: [usize; 2]) -> f64 {
    let passed = |corner: usize, gap: usize| i32::from(gap < corner);
    let coefficient = |m: usize| passed(to[0], m) + passed(to[1], m) - passed(from[0], m) - passed(from[1], m);
    sine_of(std::array::from_fn(coefficient), x)
}

impl Pentagon {
    fn new(x: &[f64], s: &[[f64; 5]; 5]) -> Pentagon {
        let sines = |i: usize, j: usize, k: usize| s[i][j] * s[j][k] * s[i][k];
        let mut frame = [0, 1, 2];
        for i in 0..5 {
            for j in i + 1..5 {
                for k in j + 1..5 {
                    if sines(i, j, k) > sines(frame[0], frame[1], frame[2]) {
                        frame = [i, j, k];
                    }
                }
            }
        }
        let [i, j, k] = frame;
        let all = sines(i, j, k);
        let sign = |turning_left: bool| if turning_left { 1.0 } else { -1.0 };
        // The corner m is i + a (j - i) + b (k - i), with areas for a and b.
        let corner = |m: usize| match m {
            _ if m == i => [0.0, 0.0],
            _ if m == j => [1.0, 0.0],
            _ if m == k => [0.0, 1.0],
            _ => [sign(i < m && m < k) * sines(i, m, k) / all, sign(m < i || m > j) * sines(i, j, m) / all],
        };
        let mut lengths = [0.0; 5];
        let normals = std::array::from_fn(|a| {
            let side = [a, a + 1];
            let along = [s[i][k] * chord_sine(x, side, [i, k]), s[i][j] * chord_sine(x, [i, j], side)];
            lengths[a] = along[0].abs().max(along[1].abs());
            [along[1] / lengths[a], -along[0] / lengths[a]]
        });
        let mut turn = [[0.0; 5]; 5];
        for a in 0..5 {
            for b in a + 1..5 {
                turn[a][b] = chord_sine(x, [a, a + 1], [b, b + 1]) * all / (lengths[a] * lengths[b]);
                turn[b][a] = -turn[a][b];
            }
        }
        Pentagon { corners: std::array::from_fn(corner), normals, turn, area: 4.0 * all }
    }

    /// Which sides turn left of which.
    fn pattern(&self) -> usize {
        (0..5).filter(|&a| self.turn[a][(a + 2) % 5] > 0.0).map(|a| 1 << a).sum()
    }

    fn support(&self, b: Vector) -> f64 {
        self.corners.iter().map(|&corner| dot(b, corner)).fold(f64::MIN, f64::max)
    }

    /// B_1 and B_2 on a ray, at H = 1.
    fn point(&self, ray: &Ray) -> [Vector; 2] {
        let length = |part: usize| match (ray[(part + 1) % 3], ray[(part + 2) % 3]) {
            (Part::Along(b), Part::Along(c)) => self.turn[b][c].abs(),
            _ => 1.0,
        };
        let vectors: [Vector; 3] = std::array::from_fn(|part| match ray[part] {
            Part::Zero => [0.0; 2],
            Part::Along(side) => self.normals[side].map(|c| c * length(part)),
            Part::Against(side) => self.normals[side].map(|c| -c * length(part)),
        });
        let height: f64 = vectors.iter().map(|&b| self.support(b)).sum();
        [vectors[0].map(|c| c / height), vectors[1].map(|c| c / height)]
    }

    /// The integral of (B_1 x B_2)^2 over the body H <= 1, in the frame.
    fn moment(&self, dissection: &Dissection, points: &mut Vec<[Vector; 2]>) -> f64 {
        points.clear();
        points.extend(dissection.rays.iter().map(|ray| self.point(ray)));
        let mut sum = 0.0;
        for (simplex, orders) in &dissection.simplices {
            let corners = simplex.map(|r| &points[r]);
            let mut form = [[0.0; 4]; 4];
            for m in 0..4 {
                for n in m..4 {
                    form[m][n] = (cross(corners[m][0], corners[n][1]) + cross(corners[n][0], corners[m][1])) / 2.0;
                    form[n][m] = form[m][n];
                }
            }
            sum += orders * determinant(corners).abs() * mean_square(&form);
        }
        // 8! from the moments of the simplex.
        sum / 40320.0
    }
}

/// The quadrature for the triangle: the flags and the dissection for each pattern of cuts.
pub struct Triangle {
    flags: Vec<Flag>,
    dissections: Vec<Dissection>,
}

impl Triangle {
    /// Prepares both.
    pub fn new() -> Triangle {
        Triangle { flags: square_flags(), dissections: (0..32).map(Dissection::new).collect() }
    }

    /// How many flags there are.
    pub fn flags(&self) -> usize {
        self.flags.len()
    }

    /// V for the pentagon with these gaps in units of pi.
    fn body(&self, x: &[f64], s: &[[f64; 5]; 5]) -> f64 {
        let pentagon = Pentagon::new(x, s);
        pentagon.moment(&self.dissections[pentagon.pattern()], &mut Vec::with_capacity(64)) / pentagon.area.powi(4)
    }

    /// The integrand at gaps x in units of pi.
    fn integrand(&self, x: &[f64]) -> f64 {
        let s = half_sines(x);
        MEASURE * 32.0 / 180.0 * product_of_sines(&s) * self.body(x, &s)
    }

    /// The share of ellipses with so many nodes a direction.
    pub fn share(&self, nodes: usize, progress: &Progress) -> f64 {
        integral(&self.flags, nodes, &|x| self.integrand(x), progress)
    }
}

impl Default for Triangle {
    fn default() -> Triangle {
        Triangle::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn random_gaps(chance: &mut ChaCha8Rng) -> Vec<f64> {
        let cuts: Vec<f64> = (0..5).map(|_| -chance.random::<f64>().ln()).collect();
        let sum: f64 = cuts.iter().sum();
        cuts.into_iter().map(|c| 2.0 * c / sum).collect()
    }

    /// V by its definition: over all directions of (B_1, B_2) in four dimensions, B_1 = cos t e(p), B_2 = sin t e(q),
    /// where the radius runs from 0 to 1/H and det^2 r^3 dr leaves 1 / (8 H^8). A map makes the corners' squares sum to
    /// the identity, so that few directions will do.
    fn body_by_directions(x: &[f64]) -> f64 {
        let mut angle = 0.0;
        let mut corners: Vec<Vector> = Vec::new();
        for gap in x {
            angle += PI * gap;
            corners.push([angle.cos(), angle.sin()]);
        }
        let mean = [0, 1].map(|c| corners.iter().map(|u| u[c]).sum::<f64>() / 5.0);
        corners.iter_mut().for_each(|u| *u = [u[0] - mean[0], u[1] - mean[1]]);
        let square = |c: usize, d: usize| corners.iter().map(|u| u[c] * u[d]).sum::<f64>();
        let first = square(0, 0).sqrt();
        let slope = square(0, 1) / first;
        let second = (square(1, 1) - slope * slope).sqrt();
        corners.iter_mut().for_each(|u| *u = [u[0] / first, (u[1] - slope * u[0] / first) / second]);
        let support = |b: Vector| corners.iter().map(|&u| dot(b, u)).fold(f64::MIN, f64::max);
        let (around, up) = (160, 40);
        let rule = crate::quadrature::Rule::legendre(up);
        let turn =
            |k: usize| [(2.0 * PI * k as f64 / around as f64).cos(), (2.0 * PI * k as f64 / around as f64).sin()];
        let mut sum = 0.0;
        for (&node, &weight) in rule.nodes.iter().zip(&rule.weights) {
            let (sin, cos) = (PI / 2.0 * node).sin_cos();
            for (p, q) in (0..around).flat_map(|p| (0..around).map(move |q| (p, q))) {
                let (first, second) = (turn(p).map(|c| c * cos), turn(q).map(|c| c * sin));
                let third = [-first[0] - second[0], -first[1] - second[1]];
                let height = support(first) + support(second) + support(third);
                sum += weight * sin * cos * cross(first, second).powi(2) / (8.0 * height.powi(8));
            }
        }
        sum * PI / 2.0 * (2.0 * PI / around as f64).powi(2) / (first * second).powi(4)
    }

    #[test]
    fn the_body_agrees_with_its_definition_for_every_pattern_of_cuts_that_comes() {
        let triangle = Triangle::new();
        let mut chance = ChaCha8Rng::seed_from_u64(12);
        let mut patterns = std::collections::BTreeSet::new();
        let mut done = 0;
        while done < 24 {
            let x = random_gaps(&mut chance);
            // Very long sides would need too many directions.
            if x.iter().any(|&gap| gap > 1.2) {
                continue;
            }
            let s = half_sines(&x);
            let (fast, plain) = (triangle.body(&x, &s), body_by_directions(&x));
            assert!((fast / plain - 1.0).abs() < 5e-3, "{x:?}: {fast} and {plain}");
            patterns.insert(Pentagon::new(&x, &s).pattern());
            done += 1;
        }
        assert!(patterns.len() >= 6, "{patterns:?}");
    }

    #[test]
    fn turning_and_reflecting_the_gaps_changes_nothing_however_thin_the_pentagon() {
        let triangle = Triangle::new();
        let mut chance = ChaCha8Rng::seed_from_u64(13);
        for round in 0..300 {
            // Some gaps are smaller than others by many orders.
            let mut x: Vec<f64> = random_gaps(&mut chance);
            for gap in x.iter_mut().skip(1) {
                *gap *= 10f64.powf(-chance.random_range(0.0..f64::from(round % 8) + 0.1));
            }
            let sum: f64 = x.iter().sum();
            x.iter_mut().for_each(|gap| *gap *= 2.0 / sum);
            let value = triangle.integrand(&x);
            assert!(value.is_finite() && value > 0.0, "{x:?}");
            for turn in 0..5 {
                let mut image = x.clone();
                image.rotate_left(turn);
                assert!((triangle.integrand(&image) / value - 1.0).abs() < 1e-9, "{image:?}");
                image.reverse();
                assert!((triangle.integrand(&image) / value - 1.0).abs() < 1e-9, "{image:?}");
            }
        }
    }

    #[test]
    fn the_square_of_a_form_is_integrated_as_its_moments_say() {
        let mut chance = ChaCha8Rng::seed_from_u64(14);
        let mut form = [[0.0; 4]; 4];
        for m in 0..4 {
            for n in m..4 {
                form[m][n] = chance.random_range(-1.0..1.0);
                form[n][m] = form[m][n];
            }
        }
        let factorial = [1.0, 1.0, 2.0, 6.0, 24.0];
        let mut plain = 0.0;
        for index in 0..256usize {
            let [a, b, c, d] = std::array::from_fn(|k| index >> (2 * k) & 3);
            let mut power = [0; 4];
            [a, b, c, d].iter().for_each(|&k| power[k] += 1);
            plain += form[a][b] * form[c][d] * power.iter().map(|&p| factorial[p]).product::<f64>();
        }
        assert!((mean_square(&form) - plain).abs() < 1e-12, "{} and {plain}", mean_square(&form));
    }
}
