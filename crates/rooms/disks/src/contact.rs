//! The last digits: a nearly tight layout is shrunk to the bottom of its valley, its contacts are read off and solved
//! as equations.

use super::packing::{Descent, Disks, Layout, Pair, Wall};

/// A layout that has been shrunk as far as its valley goes.
#[derive(Clone, Debug)]
pub struct Tight {
    /// Half the size of the cavity; the layout is valid in it.
    pub half: f64,
    /// The centres.
    pub layout: Layout,
    /// The touching pairs.
    pub contacts: Vec<Pair>,
    /// The disks that nothing holds.
    pub rattlers: Vec<usize>,
}

/// Below this gap, relative to the cavity, two disks count as touching.
const TOUCH: f64 = 1e-9;

/// Shrinks the cavity around a layout as far as descent without jumps allows, or until it is stopped.
pub fn tighten(disks: &Disks, start: f64, layout: &[f64], stopped: impl Fn() -> bool) -> Tight {
    let mut descent = Descent::new(layout.len());
    let scale = start.max(1e-300);
    let (mut best, mut x) = disks.valid(layout);
    let mut step = 0.01 * scale;
    let mut pressed = None;
    while step > 1e-7 * scale && !stopped() {
        let mut trial = x.clone();
        let half = best - step;
        let energy = descent.relax(disks, half, &mut trial, [1e-22 * scale * scale, 1e-13], 3000, &stopped);
        let (reached, blown) = disks.valid(&trial);
        if reached < best - 0.1 * step {
            (best, x) = (reached, blown);
        } else {
            step *= 0.4;
        }
        if energy > 1e-20 * scale * scale {
            pressed = Some((half, trial));
        }
    }
    if let Some((half, trial)) = pressed
        && let Some((reached, solved)) = solve_contacts(disks, half, &trial, &stopped)
        && reached < best
    {
        (best, x) = (reached, solved);
    }
    let (contacts, rattlers) = contacts(disks, best, &x);
    Tight { half: best, layout: x, contacts, rattlers }
}

/// The pairs that touch within `TOUCH`, and the disks that fewer than two other things hold.
pub fn contacts(disks: &Disks, half: f64, layout: &[f64]) -> (Vec<Pair>, Vec<usize>) {
    let near = |(pair, gap): (Pair, f64)| (gap < TOUCH * half).then_some(pair);
    let mut held: Vec<Pair> = disks.gaps(half, layout).into_iter().filter_map(near).collect();
    let all = held.clone();
    let mut loose = vec![false; disks.radii.len()];
    // A disk held by fewer than two contacts is loose, and what it touches is then not held by it.
    loop {
        let touches = |i: usize| held.iter().filter(|pair| involves(pair, i)).count();
        let Some(next) = (0..loose.len()).find(|&i| !loose[i] && touches(i) < 2) else { break };
        loose[next] = true;
        held.retain(|pair| !involves(pair, next));
    }
    (all, (0..loose.len()).filter(|&i| loose[i]).collect())
}

fn involves(pair: &Pair, disk: usize) -> bool {
    match *pair {
        Pair::Disks(i, j) => i == disk || j == disk,
        Pair::Wall(i, _) => i == disk,
    }
}

/// Newton's method on "every pressed contact has gap zero" in the centres and the size; steps of least length, so
/// turning freely and rattlers do no harm.
fn solve_contacts(disks: &Disks, start: f64, layout: &[f64], stopped: &dyn Fn() -> bool) -> Option<(f64, Layout)> {
    let pressed: Vec<Pair> =
        disks.gaps(start, layout).into_iter().filter(|g| g.1 < -1e-12 * start).map(|g| g.0).collect();
    if pressed.is_empty() || pressed.len() > 400 {
        return None;
    }
    let (mut half, mut x) = (start, layout.to_vec());
    for _ in 0..30 {
        if stopped() {
            return None;
        }
        let rows: Vec<(Vec<(usize, f64)>, f64)> = pressed.iter().map(|pair| row(disks, half, &x, pair)).collect();
        let worst = rows.iter().map(|r| r.1.abs()).fold(0.0, f64::max);
        let change = least_step(&rows, x.len() + 1)?;
        for (place, change) in x.iter_mut().zip(&change) {
            *place += change;
        }
        half += change[x.len()];
        if worst < 4e-16 * half {
            break;
        }
    }
    // What rounding leaves is blown up, so that the layout is valid whatever happened.
    let (reached, blown) = disks.valid(&x);
    reached.is_finite().then_some((reached, blown))
}

/// The gradient of a gap in the coordinates and, last, in the half size; and the gap.
fn row(disks: &Disks, half: f64, x: &[f64], pair: &Pair) -> (Vec<(usize, f64)>, f64) {
    match *pair {
        Pair::Disks(i, j) => {
            let (dx, dy) = (x[2 * i] - x[2 * j], x[2 * i + 1] - x[2 * j + 1]);
            let distance = dx.hypot(dy);
            let (dx, dy) = (dx / distance, dy / distance);
            let gradient = vec![(2 * i, dx), (2 * i + 1, dy), (2 * j, -dx), (2 * j + 1, -dy)];
            (gradient, distance - disks.radii[i] - disks.radii[j])
        }
        Pair::Wall(i, out) => {
            let (px, py) = (x[2 * i], x[2 * i + 1]);
            let (out, reach) = match disks.wall {
                Wall::Circle => ([px / px.hypot(py), py / px.hypot(py)], px.hypot(py)),
                Wall::Square => (out, px * out[0] + py * out[1]),
            };
            let gradient = vec![(2 * i, -out[0]), (2 * i + 1, -out[1]), (x.len(), 1.0)];
            (gradient, half - reach - disks.radii[i])
        }
    }
}

/// The shortest step that brings all gaps to zero to first order: J^t (J J^t)^-1 (-g), a trace of the identity added
/// where contacts depend on each other.
fn least_step(rows: &[(Vec<(usize, f64)>, f64)], width: usize) -> Option<Vec<f64>> {
    let m = rows.len();
    let dense: Vec<Vec<f64>> = rows
        .iter()
        .map(|(gradient, _)| {
            let mut dense = vec![0.0; width];
            gradient.iter().for_each(|&(k, v)| dense[k] += v);
            dense
        })
        .collect();
    let mut matrix = vec![vec![0.0; m + 1]; m];
    for i in 0..m {
        for j in 0..m {
            matrix[i][j] = rows[j].0.iter().map(|&(k, v)| v * dense[i][k]).sum();
        }
        matrix[i][i] += 1e-12;
        matrix[i][m] = -rows[i].1;
    }
    let multipliers = engine::linear::solve(matrix, 1e-300)?;
    let mut step = vec![0.0; width];
    for (dense, y) in dense.iter().zip(multipliers) {
        step.iter_mut().zip(dense).for_each(|(s, d)| *s += y * d);
    }
    Some(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_disks_tighten_to_the_exact_circle() {
        let disks = Disks { radii: vec![1.0; 3], wall: Wall::Circle };
        let tight = tighten(&disks, 3.0, &[1.1, 0.1, -1.0, 1.0, -0.2, -1.3], || false);
        let truth = 1.0 + 2.0 / 3f64.sqrt();
        assert!((tight.half - truth).abs() < 1e-12, "{} and {truth}", tight.half);
        assert_eq!((tight.contacts.len(), tight.rattlers.len()), (6, 0));
    }

    #[test]
    fn two_disks_in_a_square_lie_on_the_diagonal() {
        let disks = Disks { radii: vec![1.0; 2], wall: Wall::Square };
        let tight = tighten(&disks, 3.0, &[0.5, 0.4, -0.6, -0.7], || false);
        let truth = 1.0 + 0.5f64.sqrt();
        assert!((tight.half - truth).abs() < 1e-12, "{} and {truth}", tight.half);
    }

    #[test]
    fn a_loose_disk_is_a_rattler() {
        let disks = Disks { radii: vec![1.0, 1.0, 0.1], wall: Wall::Circle };
        let tight = tighten(&disks, 2.5, &[1.0, 0.0, -1.0, 0.0, 0.0, 1.2], || false);
        assert!((tight.half - 2.0).abs() < 1e-12);
        assert_eq!(tight.rattlers, [2]);
    }
}
