//! A curve of order D through D(D + 3)/2 points.
//!
//! A curve of order D has (D + 1)(D + 2)/2 coefficients, so one fewer points fix it up to scale. The null vector is
//! found by elimination with full pivoting in the basis T_i(x) T_j(y) of Chebyshev polynomials on the box of the
//! points, in which the columns are of like size (powers of x and y lose a digit an order).

use super::window::Window;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Random points of the square of side 2.
pub fn random(count: usize, seed: u64) -> Vec<[f64; 2]> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| [chance.random_range(-1.0..1.0), chance.random_range(-1.0..1.0)]).collect()
}

/// A plane curve as the zeros of a sum of products of Chebyshev polynomials on a window.
pub struct PlaneCurve {
    /// Its order.
    pub order: usize,
    window: Window,
    /// The coefficients of T_i(x) T_j(y) for i + j <= order, by i, then j; the largest is 1 in size.
    pub coefficients: Vec<f64>,
    /// The least pivot of the elimination beside the largest; near zero the curve is not unique.
    pub least_pivot: f64,
}

impl PlaneCurve {
    /// The value of the function whose zeros are the curve.
    pub fn value(&self, p: [f64; 2]) -> f64 {
        basis(self.order, &self.window, p).iter().zip(&self.coefficients).map(|(b, c)| b * c).sum()
    }
}

fn basis(order: usize, window: &Window, p: [f64; 2]) -> Vec<f64> {
    let chebyshev = |axis: usize| {
        let x = (p[axis] - window.middle[axis]) / window.half;
        let mut values = vec![1.0, x];
        for k in 2..=order {
            values.push(2.0 * x * values[k - 1] - values[k - 2]);
        }
        values
    };
    let (tx, ty) = (chebyshev(0), chebyshev(1));
    (0..=order).flat_map(|i| (0..=order - i).map(move |j| (i, j))).map(|(i, j)| tx[i] * ty[j]).collect()
}

/// The curve of that order through points that are one fewer than its coefficients.
pub fn through(order: usize, points: &[[f64; 2]]) -> PlaneCurve {
    let window = Window::around(points.iter().copied(), 0.05);
    let rows: Vec<Vec<f64>> = points.iter().map(|&p| basis(order, &window, p)).collect();
    let (coefficients, least_pivot) = null_vector(rows);
    PlaneCurve { order, window, coefficients, least_pivot }
}

/// A null vector of n rows of n + 1 columns, by elimination with full pivoting; and the least pivot over the largest.
fn null_vector(mut rows: Vec<Vec<f64>>) -> (Vec<f64>, f64) {
    let n = rows.len();
    let mut order: Vec<usize> = (0..=n).collect();
    let mut pivots: Vec<f64> = Vec::new();
    let mut rank = n;
    for step in 0..n {
        let places = (step..n).flat_map(|r| (step..=n).map(move |c| (r, c)));
        let (row, column) = places
            .max_by(|&(r, c), &(s, d)| rows[r][c].abs().total_cmp(&rows[s][d].abs()))
            .expect("the rest is not empty");
        rows.swap(step, row);
        rows.iter_mut().for_each(|r| r.swap(step, column));
        order.swap(step, column);
        let pivot = rows[step][step];
        pivots.push(pivot.abs());
        if pivot == 0.0 {
            rank = step;
            break;
        }
        let lead = rows[step].clone();
        for lower in &mut rows[step + 1..] {
            let factor = lower[step] / pivot;
            lower[step..].iter_mut().zip(&lead[step..]).for_each(|(x, y)| *x -= factor * y);
        }
    }
    let mut solution = vec![0.0; n + 1];
    solution[rank] = 1.0;
    for i in (0..rank).rev() {
        let known: f64 = (i + 1..=n).map(|k| rows[i][k] * solution[k]).sum();
        solution[i] = -known / rows[i][i];
    }
    let largest = solution.iter().fold(0.0f64, |most, x| most.max(x.abs()));
    let mut vector = vec![0.0; n + 1];
    order.iter().zip(solution).for_each(|(&place, x)| vector[place] = x / largest);
    (vector, pivots.last().copied().unwrap_or(0.0) / pivots[0])
}

#[cfg(test)]
mod tests {
    use super::super::fit::{Fit, Five, fit};
    use super::*;

    #[test]
    fn every_order_passes_through_its_points() {
        for order in 1..=8 {
            let points = random(order * (order + 3) / 2, 40 + order as u64);
            let curve = through(order, &points);
            let worst = points.iter().map(|&p| curve.value(p).abs()).fold(0.0, f64::max);
            assert!(worst < 1e-12 && curve.least_pivot > 1e-9, "order {order}: {worst}, {}", curve.least_pivot);
        }
    }

    #[test]
    fn order_two_is_the_exact_conic() {
        let words = ["0,0", "3,1", "5,4", "2,6", "-1,3"];
        let five = Five::read(&words).unwrap();
        let Fit::Unique(_, conic) = fit(&five) else { panic!("five points in general position") };
        let conic = conic.map(|c| engine::rational::quotient(&c, &dashu::integer::IBig::ONE));
        let exact = |[x, y]: [f64; 2]| {
            conic[0] * x * x + conic[1] * x * y + conic[2] * y * y + conic[3] * x + conic[4] * y + conic[5]
        };
        let curve = through(2, &(0..5).map(|i| five.point(i)).collect::<Vec<_>>());
        let scale = exact([1.0, 1.0]) / curve.value([1.0, 1.0]);
        for p in [[0.5, 2.0], [3.0, 3.0], [-1.0, -1.0], [4.0, 0.0]] {
            assert!((exact(p) / scale - curve.value(p)).abs() < 1e-12, "{p:?}");
        }
    }

    #[test]
    fn nine_points_of_two_cubics_are_not_enough() {
        // The nine points of a 3 x 3 grid lie on a pencil of cubics.
        let grid: Vec<[f64; 2]> = (0..9).map(|k| [f64::from(k % 3), f64::from(k / 3)]).collect();
        assert!(through(3, &grid).least_pivot < 1e-12);
    }
}
