//! The odds in the square and for normal points, as four-dimensional integrals over the gaps of five points on a
//! circle.
//!
//! Five points of an ellipse are A u(theta_i) + b with u the point of the unit circle. In these coordinates (theta_5 =
//! 0, det A > 0) the measure of the five points is 64 |det A|^2 prod |sin((theta_i - theta_j)/2)| dA db dtheta: A^-1
//! dp_i has a normal part, a trigonometric polynomial of second degree in theta_i, whose five values have a Vandermonde
//! determinant, and a tangential part that gives dtheta_i. For the square and the normal distribution A and b integrate
//! out row by row:
//!
//! - square of side 2: a row (a, b) is free as long as |a u_i + b| <= 1, so b has the length 2 - w(a), w the width of
//!   the pentagon of the u_i, and the second moments of a are m = 1.6 int e e^t / w(e)^4 over all directions e. The
//!   integral of |det A|^2 over det A > 0 is m_11 m_22 - m_12^2. Between parallel sides of the pentagon w is one chord
//!   times a cosine and the integral elementary; where two sides become parallel (x_(i-1)/2 + x_i + x_(i+1)/2 = 1, gaps
//!   in units of pi) the integrand has kinks: the cuts.
//! - normal: exp(-sum |A u_i + b|^2 / 2) gives (2 pi)^3 5 / det(S)^2 with S the sum of the squares v v^t, v = (u, 1);
//!   smooth.

use super::flags::{Cut, Flag, Space, integral};
use kit::watch::Progress;
use std::f64::consts::PI;

/// The sines of half the differences: `s[i][j]` for i < j, from whichever arc is shorter.
pub(super) fn half_sines(x: &[f64]) -> [[f64; 5]; 5] {
    let mut s = [[0.0; 5]; 5];
    for i in 0..5 {
        let mut arc = 0.0;
        for step in 1..3 {
            let j = (i + step) % 5;
            arc += x[(i + step - 1) % 5];
            let other: f64 = (step..5).map(|k| x[(i + k) % 5]).sum();
            let sine = (PI / 2.0 * arc.min(other)).sin();
            s[i][j] = sine;
            s[j][i] = sine;
        }
    }
    s
}

pub(super) fn product_of_sines(s: &[[f64; 5]; 5]) -> f64 {
    s.iter().enumerate().map(|(i, row)| row[i + 1..].iter().product::<f64>()).product()
}

/// 64 prod |sin| times the orders of the points, and the step from gaps in units of pi to angles.
pub(super) const MEASURE: f64 = 64.0 * 24.0 * PI * PI * PI * PI;

/// The integrand of the square at gaps x in units of pi.
pub fn square_integrand(x: &[f64]) -> f64 {
    let s = half_sines(x);
    let [m11, m12, m22] = width_moments(x, &s);
    MEASURE / 1024.0 * product_of_sines(&s) * (m11 * m22 - m12 * m12)
}

/// 1.6 times the integrals of e e^t / w(e)^4 over all directions.
fn width_moments(x: &[f64], s: &[[f64; 5]; 5]) -> [f64; 3] {
    let mut theta = [0.0; 5];
    for i in 1..5 {
        theta[i] = theta[i - 1] + PI * x[i - 1];
    }
    // Beyond the direction middle[i] the highest vertex is no longer i but i + 1; opposite to it, the lowest.
    let middle: [f64; 5] = std::array::from_fn(|i| theta[i] + PI / 2.0 * x[i]);
    let mut stops: [(f64, usize, bool); 5] = std::array::from_fn(|i| match middle[i] >= PI {
        true => (middle[i] - PI, i, true),
        false => (middle[i], i, false),
    });
    stops.sort_by(|a, b| a.0.total_cmp(&b.0));
    // Just before the first stop: the highest and the lowest vertex.
    let start = stops[0].0 - 0.5 * (stops[0].0 - (stops[4].0 - PI));
    let height = |i: usize| (start - theta[i]).cos();
    let (mut high, mut low) = (0, 0);
    for i in 1..5 {
        high = if height(i) > height(high) { i } else { high };
        low = if height(i) < height(low) { i } else { low };
    }
    let mut moments = [0.0; 3];
    let mut from = stops[4].0 - PI;
    for (to, vertex, opposite) in stops {
        add_stretch(&mut moments, from, to, theta[high], theta[low], s[high][low]);
        let next = (vertex + 1) % 5;
        if opposite {
            low = next;
        } else {
            high = next;
        }
        from = to;
    }
    // Half the directions, by symmetry twice.
    moments.map(|m| 2.0 * 1.6 * m)
}

/// Adds the integral of e e^t / (2 s |cos(phi - psi)|)^4 from one direction to another, psi the direction of the chord.
fn add_stretch(moments: &mut [f64; 3], from: f64, to: f64, high: f64, low: f64, s: f64) {
    let psi = (high + low) / 2.0 + if high > low { -PI / 2.0 } else { PI / 2.0 };
    let (c1, c2) = ((from - psi).cos(), (to - psi).cos());
    let step = (to - from).sin() / (c1 * c2);
    if step == 0.0 || s == 0.0 {
        return;
    }
    let (t1, t2) = ((from - psi).sin() / c1, (to - psi).sin() / c2);
    let scale = 1.0 / (16.0 * s * s * s * s);
    // In the frame of psi: the integrals of cos^2, cos sin and sin^2 over cos^4.
    let (a, b, d) = (scale * step, scale * step * (t1 + t2) / 2.0, scale * step * (t1 * t1 + t1 * t2 + t2 * t2) / 3.0);
    let (sin, cos) = psi.sin_cos();
    moments[0] += a * cos * cos - 2.0 * b * cos * sin + d * sin * sin;
    moments[1] += (a - d) * cos * sin + b * (cos * cos - sin * sin);
    moments[2] += a * sin * sin + 2.0 * b * cos * sin + d * cos * cos;
}

/// The integrand of the normal distribution at gaps x in units of pi.
pub fn gauss_integrand(x: &[f64]) -> f64 {
    let s = half_sines(x);
    // Cauchy and Binet: det S is the sum over triples of squares of 4 sin sin sin.
    let mut det = 0.0;
    for i in 0..5 {
        for j in i + 1..5 {
            for k in j + 1..5 {
                det += (4.0 * s[i][j] * s[j][k] * s[i][k]).powi(2);
            }
        }
    }
    MEASURE * 5.0 / (4.0 * PI * PI) * product_of_sines(&s) / (det * det)
}

/// The flags for the square: cut where two sides of the pentagon are parallel.
pub fn square_flags() -> Vec<Flag> {
    let cuts: Vec<Cut> = (0..5)
        .map(|i| {
            let mut row = vec![0.0; 5];
            row[(i + 4) % 5] = 0.5;
            row[i] = 1.0;
            row[(i + 1) % 5] = 0.5;
            (row, 1.0)
        })
        .collect();
    Space::gaps(5, cuts).flags()
}

/// The share of ellipses in the square with so many nodes a direction.
pub fn square(flags: &[Flag], nodes: usize, progress: &Progress) -> f64 {
    integral(flags, nodes, &square_integrand, progress)
}

/// The flags for normal points: no kinks.
pub fn gauss_flags() -> Vec<Flag> {
    Space::gaps(5, Vec::new()).flags()
}

/// The share of ellipses among normal points with so many nodes a direction.
pub fn gauss(flags: &[Flag], nodes: usize, progress: &Progress) -> f64 {
    integral(flags, nodes, &gauss_integrand, progress)
}
