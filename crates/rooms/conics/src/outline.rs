//! Curves as chains of points: conics by their measures, other curves by contouring.

use super::fit::{Five, Kind};
use super::measures::Measures;
use super::window::Window;

/// A chain of points.
pub type Chain = Vec<[f64; 2]>;

/// The window for a conic: around the points, and around a whole ellipse that is not much larger than they are.
pub fn conic_window(points: &[[f64; 2]], measures: &Measures, kind: Kind) -> Window {
    let near = Window::around(points.iter().copied(), 0.35);
    let mut seen: Vec<[f64; 2]> = points.to_vec();
    match kind {
        Kind::Ellipse | Kind::Circle => seen.extend(parametric(kind, measures, &near).into_iter().flatten()),
        Kind::Hyperbola => seen.extend(measures.centre.into_iter().chain(measures.foci.iter().copied())),
        Kind::Parabola => seen.extend(measures.vertex.into_iter().chain(measures.foci.iter().copied())),
        Kind::CrossingLines => seen.extend(measures.centre),
        Kind::ParallelLines | Kind::OneLine => {}
    }
    let whole = Window::around(seen, 0.2);
    if whole.half <= 3.0 * near.half { whole } else { near }
}

/// The curve of that kind through five points.
pub fn outline(five: &Five, kind: Kind, measures: &Measures, window: &Window) -> Vec<Chain> {
    match kind {
        Kind::OneLine | Kind::CrossingLines | Kind::ParallelLines => {
            let line = |[i, j]: [usize; 2]| long_line(five.point(i), five.point(j), window);
            five.lines().into_iter().map(line).collect()
        }
        _ => parametric(kind, measures, window),
    }
}

/// The line through two points, far beyond the window's edges.
fn long_line(p: [f64; 2], q: [f64; 2], window: &Window) -> Chain {
    let far = 8.0 * window.half / (q[0] - p[0]).hypot(q[1] - p[1]);
    let at = |t: f64| [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
    vec![at(-far), at(far)]
}

/// The curve as chains of points, dense where the window sees it.
pub fn parametric(kind: Kind, measures: &Measures, window: &Window) -> Vec<Chain> {
    let turn = |origin: [f64; 2], angle: f64, u: f64, v: f64| {
        let (sin, cos) = angle.sin_cos();
        [origin[0] + u * cos - v * sin, origin[1] + u * sin + v * cos]
    };
    let steps = 720;
    match (kind, measures.centre, measures.axes) {
        (Kind::Ellipse | Kind::Circle, Some(centre), Some([a, b])) => {
            let angle = measures.angle.unwrap_or(0.0);
            let at = |k: usize| {
                let t = std::f64::consts::TAU * k as f64 / steps as f64;
                turn(centre, angle, a * t.cos(), b * t.sin())
            };
            vec![(0..=steps).map(at).collect()]
        }
        (Kind::Hyperbola, Some(centre), Some([a, b])) => {
            let angle = measures.angle.unwrap_or(0.0);
            let reach = (centre[0] - window.middle[0]).hypot(centre[1] - window.middle[1]) + 2.0 * window.half;
            // x = a cosh t and y = b sinh t leave the window beyond this t.
            let last = (2.0 * reach / a.min(b)).max(1.0).ln() + 1.0;
            let branch = |side: f64| {
                let at = |k: i32| {
                    let t = last * f64::from(k) / steps as f64;
                    turn(centre, angle, side * a * t.cosh(), b * t.sinh())
                };
                (-(steps as i32)..=steps as i32).map(at).collect()
            };
            vec![branch(1.0), branch(-1.0)]
        }
        (Kind::Parabola, ..) => {
            let (Some(vertex), Some(f), Some(angle)) = (measures.vertex, measures.focal, measures.angle) else {
                return Vec::new();
            };
            let reach = (vertex[0] - window.middle[0]).hypot(vertex[1] - window.middle[1]) + 2.0 * window.half;
            let last = (4.0 * f * reach).sqrt().max(reach.min(4.0 * f));
            let at = |k: i32| {
                let v = last * f64::from(k) / steps as f64;
                turn(vertex, angle, v * v / (4.0 * f), v)
            };
            vec![(-(steps as i32)..=steps as i32).map(at).collect()]
        }
        _ => Vec::new(),
    }
}

/// The zeros of a function on a window as chains of points: one stretch across each cell that the curve crosses.
pub fn contour(window: &Window, cells: usize, f: &dyn Fn([f64; 2]) -> f64) -> Vec<Chain> {
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
fn linked(stretches: Vec<Chain>) -> Vec<Chain> {
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

#[cfg(test)]
mod tests {
    use super::super::fit::{Fit, SEVEN, fit};
    use super::super::measures::measures;
    use super::*;

    #[test]
    fn every_curve_drawn_passes_through_its_points() {
        for (kind, words) in SEVEN.into_iter().take(4) {
            let five = Five::read(&words).unwrap();
            let Fit::Unique(_, conic) = fit(&five) else { panic!("{words:?}") };
            let measures = measures(kind, &conic);
            let points = five.as_doubles();
            let window = conic_window(&points, &measures, kind);
            let chains = parametric(kind, &measures, &window);
            for p in points {
                let nearest = chains.iter().flatten().map(|q| (p[0] - q[0]).hypot(p[1] - q[1])).fold(9e9, f64::min);
                assert!(nearest < 0.02 * window.half, "{kind}: point {p:?} is {nearest} away");
            }
        }
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
