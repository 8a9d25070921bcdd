//! Quadrature over the simplex of gaps, cut by hyperplanes.
//!
//! The gaps between neighbours on a circle form a simplex, x_0 + ... + x_(k-1) = 2 in units of pi. An integrand that is
//! smooth between hyperplanes but blows up like a power at corners and edges of the cells is integrated over the
//! *flags* of each cell (corner, edge, face, ..., cell): the simplex of their midpoints in the coordinates of Duffy,
//! which flatten exactly these singularities, takes a product of Gauss-Legendre rules. Flags that turning or reflecting
//! the circle maps onto each other are done once.

use crate::quadrature::Rule;
use kit::watch::Progress;
use rayon::prelude::*;
use std::collections::HashMap;

/// A point of the simplex.
pub type Gaps = Vec<f64>;

/// A flag: the midpoints of corner, edge, ..., cell; and how many flags are like it.
#[derive(Clone, Debug)]
pub struct Flag {
    /// The midpoints, the corner first.
    pub midpoints: Vec<Gaps>,
    /// How many flags it stands for.
    pub copies: usize,
}

/// A hyperplane: coefficients and the value that they take on it.
pub type Cut = (Vec<f64>, f64);

const NEAR: f64 = 1e-9;

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// A polytope of gaps, perhaps with one more coordinate from 0 to 1, and the cuts through it.
pub struct Space {
    /// How many gaps there are; their sum is 2.
    gaps: usize,
    /// Every coordinate: the gaps, and the further one if there is one.
    coordinates: usize,
    /// The planes that bound the polytope, which is on their greater side.
    walls: Vec<Cut>,
    /// The planes that divide it.
    cuts: Vec<Cut>,
}

impl Space {
    /// The simplex of k gaps with these cuts.
    pub fn gaps(k: usize, cuts: Vec<Cut>) -> Space {
        let walls = (0..k).map(|i| (unit(k, i), 0.0)).collect();
        Space { gaps: k, coordinates: k, walls, cuts }
    }

    /// The simplex of k gaps with these cuts (in the gaps alone), times the interval from 0 to 1.
    pub fn gaps_and_interval(k: usize, cuts: Vec<Cut>) -> Space {
        let mut walls: Vec<Cut> = (0..=k).map(|i| (unit(k + 1, i), 0.0)).collect();
        walls.push((unit(k + 1, k).into_iter().map(|x| -x).collect(), -1.0));
        let longer = |(mut row, value): Cut| {
            row.push(0.0);
            (row, value)
        };
        Space { gaps: k, coordinates: k + 1, walls, cuts: cuts.into_iter().map(longer).collect() }
    }

    fn dimension(&self) -> usize {
        self.coordinates - 1
    }

    /// All flags of all cells, up to the symmetries of the polygon of gaps.
    pub fn flags(&self) -> Vec<Flag> {
        let planes: Vec<Cut> = self.walls.iter().chain(&self.cuts).cloned().collect();
        let corners = self.corners(&planes);
        let mut found: HashMap<Vec<Vec<i64>>, Flag> = HashMap::new();
        for signs in 0..1u32 << self.cuts.len() {
            let inside = |corner: &Gaps| {
                self.cuts.iter().enumerate().all(|(c, (row, value))| {
                    let side = dot(row, corner) - value;
                    if signs >> c & 1 == 1 { side > -NEAR } else { side < NEAR }
                })
            };
            let cell: Vec<usize> = (0..corners.len()).filter(|&i| inside(&corners[i])).collect();
            if dimension(&corners, &cell) < self.dimension() {
                continue;
            }
            let on = |(row, value): &Cut| -> Vec<usize> {
                cell.iter().copied().filter(|&i| (dot(row, &corners[i]) - value).abs() < NEAR).collect()
            };
            let walls: Vec<Vec<usize>> = planes.iter().map(on).collect();
            descend(&corners, &walls, vec![cell], self.dimension(), &mut |chain| {
                let midpoints: Vec<Gaps> = chain.iter().rev().map(|face| midpoint(&corners, face)).collect();
                let key = self.canonical(&midpoints);
                found.entry(key).or_insert(Flag { midpoints, copies: 0 }).copies += 1;
            });
        }
        let mut flags: Vec<(Vec<Vec<i64>>, Flag)> = found.into_iter().collect();
        // A fixed order, so that sums round alike every time; the key is the same whichever copy came first.
        flags.sort_by(|a, b| a.0.cmp(&b.0));
        flags.into_iter().map(|(_, flag)| flag).collect()
    }

    /// Every point of the polytope where as many planes as it has dimensions meet.
    fn corners(&self, planes: &[Cut]) -> Vec<Gaps> {
        let mut corners: Vec<Gaps> = Vec::new();
        choose(planes.len(), self.dimension(), 0, &mut Vec::new(), &mut |chosen| {
            let mut sum: Vec<f64> = (0..self.coordinates).map(|i| if i < self.gaps { 1.0 } else { 0.0 }).collect();
            sum.push(2.0);
            let mut rows = vec![sum];
            for &plane in chosen {
                let mut row = planes[plane].0.clone();
                row.push(planes[plane].1);
                rows.push(row);
            }
            if let Some(corner) = engine::linear::solve(rows, 1e-12)
                && self.walls.iter().all(|(row, value)| dot(row, &corner) - value > -NEAR)
                && !corners.iter().any(|c| c.iter().zip(&corner).all(|(a, b)| (a - b).abs() < NEAR))
            {
                // Exact zeros keep the small gaps near a corner exact.
                corners.push(corner.into_iter().map(|x| if x.abs() < NEAR { 0.0 } else { x }).collect());
            }
        });
        corners
    }

    /// The least image of a flag under turning and reflecting the gaps, in billionths.
    fn canonical(&self, midpoints: &[Gaps]) -> Vec<Vec<i64>> {
        let k = self.gaps;
        let image = |turn: usize, mirror: bool| -> Vec<Vec<i64>> {
            let place = |c: usize| match (c >= k, mirror) {
                (true, _) => c,
                (_, true) => (2 * k + turn - c) % k,
                (_, false) => (c + turn) % k,
            };
            let line = |m: &Gaps| (0..self.coordinates).map(|c| (m[place(c)] * 1e9).round() as i64).collect();
            midpoints.iter().map(line).collect()
        };
        (0..k).flat_map(|turn| [image(turn, false), image(turn, true)]).min().expect("there are 2k images")
    }
}

fn unit(coordinates: usize, one: usize) -> Vec<f64> {
    (0..coordinates).map(|i| if i == one { 1.0 } else { 0.0 }).collect()
}

fn choose(n: usize, count: usize, from: usize, chosen: &mut Vec<usize>, each: &mut dyn FnMut(&[usize])) {
    if chosen.len() == count {
        return each(chosen);
    }
    for next in from..n {
        chosen.push(next);
        choose(n, count, next + 1, chosen, each);
        chosen.pop();
    }
}

/// The dimension of the flat through some of the points.
fn dimension(points: &[Gaps], chosen: &[usize]) -> usize {
    let Some((&first, rest)) = chosen.split_first() else { return 0 };
    let mut basis: Vec<Gaps> = Vec::new();
    for &index in rest {
        let mut v: Gaps = points[index].iter().zip(&points[first]).map(|(a, b)| a - b).collect();
        for b in &basis {
            let share = dot(&v, b);
            v.iter_mut().zip(b).for_each(|(x, y)| *x -= share * y);
        }
        let length = dot(&v, &v).sqrt();
        if length > 1e-7 {
            basis.push(v.into_iter().map(|x| x / length).collect());
        }
    }
    basis.len()
}

/// Calls `each` with every chain cell, wall, ..., corner of faces, each in the one before.
fn descend(
    corners: &[Gaps],
    walls: &[Vec<usize>],
    chain: Vec<Vec<usize>>,
    dim: usize,
    each: &mut dyn FnMut(&[Vec<usize>]),
) {
    if dim == 0 {
        return each(&chain);
    }
    let face = chain.last().expect("the chain begins with the cell");
    let mut below: Vec<Vec<usize>> = Vec::new();
    for wall in walls {
        let part: Vec<usize> = face.iter().copied().filter(|i| wall.contains(i)).collect();
        if part.len() < face.len() && !part.is_empty() && dimension(corners, &part) == dim - 1 && !below.contains(&part)
        {
            below.push(part);
        }
    }
    for part in below {
        let mut longer = chain.clone();
        longer.push(part);
        descend(corners, walls, longer, dim - 1, each);
    }
}

fn midpoint(corners: &[Gaps], face: &[usize]) -> Gaps {
    let k = corners[0].len();
    (0..k).map(|c| face.iter().map(|&i| corners[i][c]).sum::<f64>() / face.len() as f64).collect()
}

/// The integral of f over the space (measure d x_1 ... d x_d, all coordinates but the first), with so many nodes in
/// each direction of each flag. Evaluations are counted as progress; no number comes out when it is stopped.
pub fn integral(flags: &[Flag], nodes: usize, f: &(dyn Fn(&[f64]) -> f64 + Sync), progress: &Progress) -> f64 {
    let rule = Rule::legendre(nodes);
    let jobs: Vec<(&Flag, usize)> = flags.iter().flat_map(|flag| (0..nodes).map(move |i| (flag, i))).collect();
    let part = |&(flag, i): &(&Flag, usize)| {
        if progress.stopped() {
            return f64::NAN;
        }
        let part = slice(flag, &rule, i, f);
        progress.add((nodes as u64).pow(flag.midpoints.len() as u32 - 2));
        part
    };
    let parts: Vec<f64> = jobs.par_iter().map(part).collect();
    // Neumaier's sum, so that the last digits do not depend on the number of terms.
    let (mut sum, mut lost) = (0.0f64, 0.0);
    for part in parts {
        let next = sum + part;
        lost += if sum.abs() >= part.abs() { (sum - next) + part } else { (part - next) + sum };
        sum = next;
    }
    sum + lost
}

/// The part of a flag's integral at one node of the first direction.
fn slice(flag: &Flag, rule: &Rule, first: usize, f: &(dyn Fn(&[f64]) -> f64 + Sync)) -> f64 {
    let k = flag.midpoints.len();
    let volume = edge_determinant(&flag.midpoints).abs() * flag.copies as f64;
    let mut point = vec![0.0; flag.midpoints[0].len()];
    let mut index = vec![0; k - 1];
    index[0] = first;
    let mut sum = 0.0;
    loop {
        // x = (1 - t1) v0 + t1 ((1 - t2) v1 + t2 (...)): only sums of what is not negative.
        point.copy_from_slice(&flag.midpoints[k - 1]);
        let mut weight = 1.0;
        for level in (0..k - 1).rev() {
            let t = rule.nodes[index[level]];
            point.iter_mut().zip(&flag.midpoints[level]).for_each(|(x, v)| *x = *x * t + (1.0 - t) * v);
            weight *= rule.weights[index[level]] * t.powi((k - 2 - level) as i32);
        }
        sum += weight * f(&point);
        let Some(level) = (1..k - 1).rev().find(|&l| index[l] + 1 < rule.nodes.len()) else { break };
        index[level] += 1;
        index[level + 1..].fill(0);
    }
    sum * volume
}

/// The determinant of the edges of the flag in all coordinates but the first.
fn edge_determinant(v: &[Gaps]) -> f64 {
    let n = v.len() - 1;
    let mut rows: Vec<Vec<f64>> = (1..=n).map(|i| (1..=n).map(|c| v[i][c] - v[i - 1][c]).collect()).collect();
    let mut det = 1.0;
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))
            .expect("there is a row left");
        if rows[pivot][column] == 0.0 {
            return 0.0;
        }
        if pivot != column {
            rows.swap(pivot, column);
            det = -det;
        }
        det *= rows[column][column];
        let lead = rows[column].clone();
        for row in &mut rows[column + 1..] {
            let factor = row[column] / lead[column];
            row.iter_mut().zip(&lead).for_each(|(x, y)| *x -= factor * y);
        }
    }
    det
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flags_of_the_simplex_fill_it() {
        for k in 3..=5usize {
            let flags = Space::gaps(k, Vec::new()).flags();
            let all: usize = flags.iter().map(|f| f.copies).sum();
            assert_eq!(all, (1..=k).product::<usize>());
            assert_eq!(flags.len(), all / (2 * k));
            // The volume of the simplex of side 2 is 2^(k-1) / (k-1)!.
            let volume = 2f64.powi(k as i32 - 1) / (1..k).product::<usize>() as f64;
            assert!((integral(&flags, 4, &|_| 1.0, &Progress::default()) - volume).abs() < 1e-13);
            // And a polynomial: the Dirichlet integral of the product of all gaps.
            let product = integral(&flags, 6, &|x| x.iter().product(), &Progress::default());
            let truth = 2f64.powi(2 * k as i32 - 1) / (1..2 * k).map(|i| i as f64).product::<f64>();
            assert!((product / truth - 1.0).abs() < 1e-12, "{k}: {product} and {truth}");
        }
    }

    #[test]
    fn a_kink_along_a_cut_does_no_harm() {
        let cut: Cut = (vec![1.0, 0.0, 0.0], 1.0);
        let cuts: Vec<Cut> = (0..3)
            .map(|turn| {
                let mut row = cut.0.clone();
                row.rotate_right(turn);
                (row, 1.0)
            })
            .collect();
        let flags = Space::gaps(3, cuts).flags();
        let kinked = |x: &[f64]| x.iter().map(|c| (c - 1.0).abs()).sum::<f64>();
        // Over the triangle of area 2: each |x - 1| has mean 5/12 + ... by the density (2 - x)/2 of one gap, which is
        // 1/2.
        let mean = 3.0
            * crate::quadrature::Rule::legendre(8)
                .integral(0.0, 1.0, |x| (1.0 - x) * (2.0 - x) / 2.0 + x * (1.0 - x) / 2.0);
        assert!((integral(&flags, 3, &kinked, &Progress::default()) - 2.0 * mean).abs() < 1e-13);
    }
}
