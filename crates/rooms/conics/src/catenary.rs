//! The catenary, the parabola and the conic nearest to points, as read from the photograph of a chain.
//!
//! *The catenary* y = y0 + (cosh(k(x - x0)) - 1)/k has its bottom at (x0, y0) and the parameter a = 1/k, negative if it
//! hangs upward as in pictures whose y runs down. Through two points and for a given k it is unique: (y2 - y1) k / 2 =
//! sinh(k((x1 + x2)/2 - x0)) sinh(k(x2 - x1)/2), which gives x0. So a scan over k alone finds the neighbourhood, and
//! steps after Levenberg and Marquardt in k, x0 and y0 make the sum of the squares of the vertical misses least; three
//! points it meets exactly.
//!
//! *The parabola* is the linear least squares. *The conic* is the eigenvector of the least eigenvalue of the sum of the
//! squares of the rows (x^2, xy, y^2, x, y, 1), with the points moved and scaled to the unit box first. All three are
//! then compared by the distance |F| / |grad F| of the points from F = 0, which is the distance from the curve where
//! that is small.

use std::array::from_fn;

/// A curve that was fitted.
#[derive(Clone, Debug, PartialEq)]
pub enum Fitted {
    /// k, x0, y0.
    Catenary([f64; 3]),
    /// The coefficients of x^2, x and 1.
    Parabola([f64; 3]),
    /// The coefficients of x^2, xy, y^2, x, y and 1, the largest 1 in size.
    Conic([f64; 6]),
}

impl Fitted {
    /// The function whose zeros are the curve, and its gradient.
    pub fn value(&self, [x, y]: [f64; 2]) -> (f64, [f64; 2]) {
        match *self {
            Fitted::Catenary([k, x0, y0]) => {
                let u = k * (x - x0);
                (y0 + rise(k, x - x0) - y, [u.sinh(), -1.0])
            }
            Fitted::Parabola([a, b, c]) => ((a * x + b) * x + c - y, [2.0 * a * x + b, -1.0]),
            Fitted::Conic([a, b, c, d, e, f]) => {
                ((a * x + b * y + d) * x + (c * y + e) * y + f, [2.0 * a * x + b * y + d, b * x + 2.0 * c * y + e])
            }
        }
    }

    /// The distance of a point from the curve, to first order.
    pub fn distance(&self, point: [f64; 2]) -> f64 {
        let (value, [dx, dy]) = self.value(point);
        value.abs() / dx.hypot(dy)
    }

    /// The root of the mean square of the distances, and the largest.
    pub fn distances(&self, points: &[[f64; 2]]) -> [f64; 2] {
        let all: Vec<f64> = points.iter().map(|&p| self.distance(p)).collect();
        let squares: f64 = all.iter().map(|d| d * d).sum();
        [(squares / points.len() as f64).sqrt(), all.into_iter().fold(0.0, f64::max)]
    }
}

/// (cosh(k d) - 1) / k without cancellation.
fn rise(k: f64, d: f64) -> f64 {
    let half = (k * d / 2.0).sinh();
    if k == 0.0 { 0.0 } else { 2.0 * half * half / k }
}

/// Moves and scales points alike in both directions, so that x runs over the interval from -1 to 1.
struct Frame {
    middle: [f64; 2],
    scale: f64,
}

impl Frame {
    fn of(points: &[[f64; 2]]) -> Frame {
        let ends = |axis: usize| {
            let values = points.iter().map(|p| p[axis]);
            (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max))
        };
        let [(left, right), (low, high)] = [ends(0), ends(1)];
        Frame { middle: [(left + right) / 2.0, (low + high) / 2.0], scale: (right - left) / 2.0 }
    }

    fn framed(&self, points: &[[f64; 2]]) -> Vec<[f64; 2]> {
        points.iter().map(|p| from_fn(|k| (p[k] - self.middle[k]) / self.scale)).collect()
    }
}

/// The catenary of least squares, if at least three points have different x and are not on a line.
pub fn catenary(points: &[[f64; 2]]) -> Option<Fitted> {
    let frame = Frame::of(points);
    let mut sorted = frame.framed(points);
    sorted.sort_by(|p, q| p[0].total_cmp(&q[0]));
    if different(&sorted) < 3 || parabola_in_frame(&sorted)?[0].abs() < 1e-9 {
        return None;
    }
    let (first, last) = (sorted[0], sorted[sorted.len() - 1]);
    let start = |k: f64| {
        let slope = k * (last[1] - first[1]) / (2.0 * (k * (last[0] - first[0]) / 2.0).sinh());
        let x0 = (first[0] + last[0]) / 2.0 - slope.asinh() / k;
        [k, x0, first[1] - rise(k, first[0] - x0)]
    };
    // From flat to a sag of some hundred widths, either way.
    let sizes = (0..=140).map(|step| 10f64.powf(-4.0 + 5.3 * f64::from(step) / 140.0));
    let guesses = sizes.flat_map(|size| [start(size), start(-size)]);
    let best = guesses.min_by(|a, b| misses(a, &sorted).total_cmp(&misses(b, &sorted)))?;
    let [k, x0, y0] = polish(best, &sorted);
    let found = [k / frame.scale, frame.middle[0] + frame.scale * x0, frame.middle[1] + frame.scale * y0];
    found.iter().all(|x| x.is_finite()).then_some(Fitted::Catenary(found))
}

fn different(sorted: &[[f64; 2]]) -> usize {
    1 + sorted.windows(2).filter(|w| w[0][0] < w[1][0]).count()
}

/// The sum of the squares of the vertical misses.
fn misses(&[k, x0, y0]: &[f64; 3], points: &[[f64; 2]]) -> f64 {
    let sum: f64 = points.iter().map(|p| (y0 + rise(k, p[0] - x0) - p[1]).powi(2)).sum();
    if sum.is_nan() { f64::INFINITY } else { sum }
}

/// Levenberg's and Marquardt's steps.
fn polish(start: [f64; 3], points: &[[f64; 2]]) -> [f64; 3] {
    let (mut at, mut damping) = (start, 1e-3);
    let mut least = misses(&at, points);
    for _ in 0..300 {
        let (mut square, mut side) = ([[0.0; 3]; 3], [0.0; 3]);
        for p in points {
            let [k, x0, y0] = at;
            let (d, u) = (p[0] - x0, k * (p[0] - x0));
            // The derivative by k; near u = 0 its series.
            let by_k = if u.abs() < 1e-3 {
                d * d / 2.0 * (1.0 + u * u / 4.0)
            } else {
                (u * u.sinh() - u.cosh() + 1.0) / (k * k)
            };
            let slope = [by_k, -u.sinh(), 1.0];
            let miss = p[1] - y0 - rise(k, d);
            for i in 0..3 {
                side[i] += slope[i] * miss;
                (0..3).for_each(|j| square[i][j] += slope[i] * slope[j]);
            }
        }
        let damped: [[f64; 3]; 3] = from_fn(|i| from_fn(|j| square[i][j] * if i == j { 1.0 + damping } else { 1.0 }));
        let Some(step) = solve(damped, side) else { break };
        let next: [f64; 3] = from_fn(|i| at[i] + step[i]);
        let sum = misses(&next, points);
        if sum < least {
            (at, least, damping) = (next, sum, damping * 0.2);
        } else {
            damping *= 7.0;
        }
        if damping > 1e18 || least == 0.0 {
            break;
        }
    }
    at
}

/// Three equations, by Cramer's rule.
fn solve(m: [[f64; 3]; 3], side: [f64; 3]) -> Option<[f64; 3]> {
    let determinant = |m: [[f64; 3]; 3]| {
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    };
    let whole = determinant(m);
    let with = |column: usize| {
        let mut replaced = m;
        (0..3).for_each(|row| replaced[row][column] = side[row]);
        determinant(replaced) / whole
    };
    let solution = [with(0), with(1), with(2)];
    solution.iter().all(|x| x.is_finite()).then_some(solution)
}

fn parabola_in_frame(points: &[[f64; 2]]) -> Option<[f64; 3]> {
    let (mut square, mut side) = ([[0.0; 3]; 3], [0.0; 3]);
    for &[x, y] in points {
        let row = [x * x, x, 1.0];
        for i in 0..3 {
            side[i] += row[i] * y;
            (0..3).for_each(|j| square[i][j] += row[i] * row[j]);
        }
    }
    solve(square, side)
}

/// The parabola of least squares with an upright axis.
pub fn parabola(points: &[[f64; 2]]) -> Option<Fitted> {
    let Frame { middle: [mx, my], scale } = Frame::of(points);
    let [a, b, c] = parabola_in_frame(&Frame { middle: [mx, my], scale }.framed(points))?;
    let (a, b, c) = (a / scale, b, c * scale);
    Some(Fitted::Parabola([a, b - 2.0 * a * mx, my + c + (a * mx - b) * mx]))
}

/// The conic nearest to at least five points.
pub fn conic(points: &[[f64; 2]]) -> Option<Fitted> {
    if points.len() < 5 {
        return None;
    }
    let frame = Frame::of(points);
    let mut square = [[0.0; 6]; 6];
    for [x, y] in frame.framed(points) {
        let row = [x * x, x * y, y * y, x, y, 1.0];
        (0..6).for_each(|i| (0..6).for_each(|j| square[i][j] += row[i] * row[j]));
    }
    let [a, b, c, d, e, f] = least_eigenvector(square);
    let ([mx, my], s) = (frame.middle, frame.scale);
    // F((x - mx)/s, (y - my)/s) times s^2.
    let moved = [
        a,
        b,
        c,
        d * s - 2.0 * a * mx - b * my,
        e * s - b * mx - 2.0 * c * my,
        a * mx * mx + b * mx * my + c * my * my - s * (d * mx + e * my) + f * s * s,
    ];
    let largest = moved.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    Some(Fitted::Conic(moved.map(|x| x / largest)))
}

/// The eigenvector of the least eigenvalue of a symmetric matrix, by Jacobi's rotations.
fn least_eigenvector(mut m: [[f64; 6]; 6]) -> [f64; 6] {
    let mut vectors: [[f64; 6]; 6] = from_fn(|i| from_fn(|j| if i == j { 1.0 } else { 0.0 }));
    for _ in 0..60 {
        for p in 0..6 {
            for q in p + 1..6 {
                if m[p][q] == 0.0 {
                    continue;
                }
                let theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
                let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
                let t = if theta == 0.0 { 1.0 } else { t };
                let c = 1.0 / t.hypot(1.0);
                let s = t * c;
                for k in 0..6 {
                    (m[k][p], m[k][q]) = (c * m[k][p] - s * m[k][q], s * m[k][p] + c * m[k][q]);
                }
                for k in 0..6 {
                    (m[p][k], m[q][k]) = (c * m[p][k] - s * m[q][k], s * m[p][k] + c * m[q][k]);
                    (vectors[k][p], vectors[k][q]) =
                        (c * vectors[k][p] - s * vectors[k][q], s * vectors[k][p] + c * vectors[k][q]);
                }
            }
        }
    }
    let least = (0..6).min_by(|&i, &j| m[i][i].total_cmp(&m[j][j])).unwrap_or(0);
    from_fn(|k| vectors[k][least])
}

/// As many of the sorted points, spread evenly from the first to the last.
pub fn spread(points: &[[f64; 2]], count: usize) -> Vec<[f64; 2]> {
    let last = points.len() - 1;
    (0..count).map(|k| points[(k * last + (count - 1) / 2) / (count - 1)]).collect()
}

/// A hanging chain of equal links by statics alone: the horizontal tension is the same everywhere, the vertical one
/// grows by the weight of a link from link to link. The joints, from left to right.
pub fn hanging(links: usize, tension: f64, first: f64) -> Vec<[f64; 2]> {
    let mut joints = vec![[0.0, 0.0]];
    for link in 0..links {
        let pull = [tension, first + link as f64];
        let length = pull[0].hypot(pull[1]);
        let [x, y] = joints[link];
        joints.push([x + pull[0] / length, y + pull[1] / length]);
    }
    joints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters(fitted: Option<Fitted>) -> [f64; 3] {
        match fitted {
            Some(Fitted::Catenary(found) | Fitted::Parabola(found)) => found,
            other => panic!("{other:?}"),
        }
    }

    fn on_catenary([a, x0, y0]: [f64; 3], from: f64, to: f64, count: usize) -> Vec<[f64; 2]> {
        let at = |k: usize| from + (to - from) * k as f64 / (count - 1) as f64;
        (0..count).map(at).map(|x| [x, y0 + a * (((x - x0) / a).cosh() - 1.0)]).collect()
    }

    #[test]
    fn a_catenary_is_found_again_from_three_points_and_from_many() {
        let cases = [
            ([2.0, 1.0, 5.0], -3.0, 4.0),
            ([-150.0, 320.0, 400.0], 20.0, 610.0),
            ([0.3, 0.2, 0.0], -2.0, 3.0),
            ([5.0, -40.0, 1.0], -20.0, -10.0),
        ];
        for (truth, from, to) in cases {
            for count in [3, 4, 5, 12] {
                let points = on_catenary(truth, from, to, count);
                let [k, x0, y0] = parameters(catenary(&points));
                for (found, true_one) in [1.0 / k, x0, y0].into_iter().zip(truth) {
                    let allowed = 1e-5 * truth.iter().fold(1.0f64, |most, x| most.max(x.abs()));
                    assert!((found - true_one).abs() < allowed, "{truth:?}, {count} points: {found} and {true_one}");
                }
            }
        }
    }

    #[test]
    fn no_step_away_from_the_least_squares_lessens_them() {
        let mut points = on_catenary([1.5, 0.3, 0.0], -2.0, 2.0, 9);
        points.iter_mut().enumerate().for_each(|(k, p)| p[1] += 0.05 * ((k * 7 % 5) as f64 - 2.0));
        let best = parameters(catenary(&points));
        let least = misses(&best, &points);
        for axis in 0..3 {
            for step in [-1e-3, 1e-3] {
                let mut beside = best;
                beside[axis] += step;
                assert!(misses(&beside, &points) > least, "{axis} {step}");
            }
        }
        let Some(Fitted::Parabola(flat)) = parabola(&points) else { panic!("there is one") };
        let sum = |c: &[f64; 3]| points.iter().map(|&p| Fitted::Parabola(*c).value(p).0.powi(2)).sum::<f64>();
        for axis in 0..3 {
            for step in [-1e-3, 1e-3] {
                let mut beside = flat;
                beside[axis] += step;
                assert!(sum(&beside) > sum(&flat), "{axis} {step}");
            }
        }
    }

    #[test]
    fn five_points_of_a_conic_are_met_and_lines_have_no_catenary() {
        let ellipse: Vec<[f64; 2]> =
            (0..8).map(|k| f64::from(k).sin_cos()).map(|(s, c)| [300.0 + 200.0 * c, 90.0 * s]).collect();
        let found = conic(&ellipse).unwrap();
        assert!(found.distances(&ellipse)[1] < 1e-6, "{found:?}");
        assert!(catenary(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [5.0, 5.0]]).is_none());
        assert!(catenary(&[[0.0, 0.0], [1.0, 1.0], [1.0, 2.0]]).is_none());
    }

    #[test]
    fn a_chain_of_many_links_hangs_in_a_catenary() {
        let joints = hanging(400, 90.0, -170.0);
        let points = spread(&joints, 20);
        let width = joints[400][0] - joints[0][0];
        let found = catenary(&points).unwrap();
        assert!(found.distances(&joints)[1] < 1e-3 * width, "{found:?}");
        assert!(parabola(&points).unwrap().distances(&joints)[1] > 1e-2 * width);
    }
}
