//! `conics curve`: a curve of order D through D(D + 3)/2 points.
//!
//! A curve of order D has (D + 1)(D + 2)/2 coefficients, so one fewer points fix it up to scale. The null vector is found by
//! elimination with full pivoting in the basis T_i(x) T_j(y) of Chebyshev polynomials on the box of the points, in which the columns
//! are of like size (powers of x and y lose a digit an order). The curve is drawn by contouring.

use super::figure::{Window, add_chain, add_foot, add_points, sheet};
use super::fit::read_point;
use kit::{Ask, Error, Fact, Ink, Param, Question, Report, Result, Scene, Standing, Watch};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The highest order.
const HIGHEST: i64 = 10;

const PARAMS: &[Param] = &[
    Param::whole("order", "the order of the curve", 1, HIGHEST).or("3"),
    Param::source("points", "the points X,Y, or a file that holds them; random ones if none are given", 20_000),
    Param::seed(),
];

pub(super) const CURVE: Question = Question {
    name: "curve",
    about: "a curve of order D through D(D + 3)/2 points",
    params: PARAMS,
    examples: &["conics curve --order 3", "conics curve --order 4 --seed 2", "conics curve --order 5 --seed 3"],
    answer: answer_curve,
};

fn answer_curve(ask: &Ask, _watch: &mut dyn Watch) -> Result<Report> {
    let order = ask.size("order");
    let needed = order * (order + 3) / 2;
    let points = match ask.text("points") {
        Some(text) => given(text, needed)?,
        None => random(needed, ask.seed()),
    };
    let curve = through(order, &points);
    let residual = points.iter().map(|&p| curve.value(p).abs()).fold(0.0, f64::max);
    let unique = curve.least_pivot > 1e-9;
    let line = match unique {
        true => format!("the curve of order {order} through {needed} points, residual {residual:.1e}"),
        false => {
            format!("the points leave more than one curve of order {order}; one of them, residual {residual:.1e}")
        }
    };
    Ok(Report::new(line, Standing::Estimate { error: residual })
        .fact("order", order)
        .fact("points", Fact::List(points.iter().map(|&p| Fact::list(p)).collect()))
        .fact("unique", unique)
        .fact("residual", residual)
        .fact("least_pivot", curve.least_pivot)
        .fact("coefficients", Fact::list(curve.coefficients.iter().copied()))
        .scene(picture(&curve, &points)))
}


fn given(text: &str, needed: usize) -> Result<Vec<[f64; 2]>> {
    let words = text.split([' ', '\n', '\r', '\t', ';']).filter(|w| !w.is_empty());
    let points: Vec<[f64; 2]> =
        words.map(|word| Ok(read_point(word)?.map(|x| engine::rational::to_f64(&x)))).collect::<Result<_>>()?;
    match points.len() == needed {
        true => Ok(points),
        false => Err(Error::usage(
            format!("{} points", points.len()),
            "a curve of this order takes another number",
            format!("give {needed}"),
        )),
    }
}

fn random(count: usize, seed: u64) -> Vec<[f64; 2]> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| [chance.random_range(-1.0..1.0), chance.random_range(-1.0..1.0)]).collect()
}

/// A plane curve as the zeros of a sum of products of Chebyshev polynomials on a window.
pub struct PlaneCurve {
    order: usize,
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

/// The zeros of a function on a window as chains of points: one stretch across each cell that the curve crosses.
pub fn contour(window: &Window, cells: usize, f: &dyn Fn([f64; 2]) -> f64) -> Vec<Vec<[f64; 2]>> {
    let step = 2.0 * window.half / cells as f64;
    let at = |i: usize, j: usize| {
        [window.middle[0] - window.half + step * i as f64, window.middle[1] - window.half + step * j as f64]
    };
    let values: Vec<Vec<f64>> = (0..=cells).map(|i| (0..=cells).map(|j| f(at(i, j))).collect()).collect();
    let mut chains = Vec::new();
    for i in 0..cells {
        for j in 0..cells {
            let corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
            let mut crossings = Vec::new();
            for k in 0..4 {
                // The lesser corner first, so that both cells of an edge find the very same crossing.
                let [from, to] = [corners[k], corners[(k + 1) % 4]];
                let ((a, b), (c, d)) = (from.min(to), from.max(to));
                let (u, v) = (values[a][b], values[c][d]);
                if (u < 0.0) != (v < 0.0) {
                    let (p, q, t) = (at(a, b), at(c, d), u / (u - v));
                    crossings.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
                }
            }
            // Two crossings are one stretch; four are two, paired by the sign in the middle.
            match crossings[..] {
                [p, q] => chains.push(vec![p, q]),
                [p, q, r, s] => {
                    let middle = at(i, j).map(|x| x + step / 2.0);
                    let joined = (f(middle) < 0.0) == (values[i][j] < 0.0);
                    let pairs = if joined { [[p, q], [r, s]] } else { [[s, p], [q, r]] };
                    chains.extend(pairs.map(|pair| pair.to_vec()));
                }
                _ => {}
            }
        }
    }
    linked(chains)
}

/// Joins stretches that share an end into long chains.
fn linked(stretches: Vec<Vec<[f64; 2]>>) -> Vec<Vec<[f64; 2]>> {
    use std::collections::HashMap;
    let key = |p: [f64; 2]| (p[0].to_bits(), p[1].to_bits());
    let mut ends: HashMap<(u64, u64), Vec<usize>> = HashMap::new();
    for (index, stretch) in stretches.iter().enumerate() {
        ends.entry(key(stretch[0])).or_default().push(index);
        ends.entry(key(stretch[1])).or_default().push(index);
    }
    let mut used = vec![false; stretches.len()];
    let mut chains = Vec::new();
    for start in 0..stretches.len() {
        if std::mem::replace(&mut used[start], true) {
            continue;
        }
        let mut chain = stretches[start].clone();
        for _ in 0..2 {
            while let Some(&next) = ends[&key(*chain.last().expect("not empty"))].iter().find(|&&other| !used[other]) {
                used[next] = true;
                let end = *chain.last().expect("not empty");
                let [p, q] = [stretches[next][0], stretches[next][1]];
                chain.push(if p == end { q } else { p });
            }
            chain.reverse();
        }
        chains.push(chain);
    }
    chains
}

fn picture(curve: &PlaneCurve, points: &[[f64; 2]]) -> Scene {
    let window = Window::around(points.iter().copied(), 0.25);
    let order = curve.order;
    let caption = format!("{} points and the curve of order {order} through them", points.len());
    let mut scene = sheet(&format!("order-{order}"), caption, &window);
    for chain in contour(&window, 220, &|p| curve.value(p)) {
        add_chain(&mut scene, &window, &chain, Ink::Solid, 0.06);
    }
    add_points(&mut scene, &window, points);
    add_foot(&mut scene, format!("order {order}: {} points", points.len()));
    scene
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

    #[test]
    fn a_circle_is_contoured_as_one_closed_chain() {
        let window = Window { middle: [0.0, 0.0], half: 2.0 };
        let chains = contour(&window, 60, &|p| p[0] * p[0] + p[1] * p[1] - 1.0);
        assert_eq!(chains.len(), 1);
        assert_eq!(chains[0].first(), chains[0].last());
        assert!(chains[0].iter().all(|p| (p[0].hypot(p[1]) - 1.0).abs() < 1e-3));
    }
}
