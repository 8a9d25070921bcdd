//! The share of ellipses in any convex region and in the ring, as an integral over parabolas.
//!
//! *An ellipse by counting.* Of five points take each four in convex position (C of the five choices) and the two
//! parabolas through them, and count how often the fifth point is inside (T). Then T - C is 0 if the conic is an
//! ellipse, and -1 if it is a hyperbola: the essay shows why. So the share of ellipses is 1 - 5 P + 5 E, where P is the
//! chance that four points are in convex position ([`super::convex`]) and E the mean share of the region inside the two
//! parabolas through four points, 0 if there are none.
//!
//! *The measure.* Turn the plane so that the axis points up: the parabola is y = a x^2 + b x + c, a > 0. Four points at
//! x_1, ..., x_4 on it move with da, db, dc and the turn by dt, and up by the values of a cubic with highest term 2 a^2
//! x^3 dt; so dp_1 ... dp_4 = 2 a^2 |product of the x_i - x_j| da db dc dt dx_1 ... dx_4. What is left are four
//! dimensions, and three in a ring: at each parabola the integral of the product over the stretches inside the region,
//! which is a Pfaffian (de Bruijn) of polynomials, times the area inside the parabola.
//!
//! *The cuts.* Under (x, y) -> y - a x^2 - b x parabolas become levels c. The levels of corners and of tangents cut the
//! range of c; where two of these levels cross, the range of b is cut, and for polygons all these places are known.
//! Square roots at the ends of a stretch are taken away by c = 3 s^2 - 2 s^3.

use super::border::{Border, Piece};
use super::levels::{Branch, Levels, branches, level_cuts, slope_cuts, slope_steps};
use super::openings::{self, Pair};
use super::quadrature::Rule;
use kit::watch::Progress;
use rayon::prelude::*;
use std::f64::consts::TAU;
use std::sync::Arc;

/// The rules in the four directions.
pub struct Rules {
    stretch: Stretches,
    level: Rule,
    /// Integrals up to the nodes of the levels.
    below: Vec<Vec<f64>>,
    slope: Rule,
    opening: Openings,
    /// Whether pieces of slopes and levels are kept in proportion.
    graded: bool,
    axis: Rule,
}

/// How openings are gone through.
enum Openings {
    /// At every kink, in pieces that are halved until they are known as well as this share of the whole.
    Cut(Pair, f64),
    /// In a few pieces.
    Plain(Rule),
}

/// Whether the kinks are cut with so many nodes: between sides and between circles about one centre they are known, and
/// it pays for many digits. A side beside an arc cuts at openings that are not known, in every direction at others.
pub fn cuts(nodes: usize, border: &Border) -> bool {
    nodes >= 7 && (!border.has_arcs() || border.is_mirrored())
}

impl Rules {
    /// Rules that grow with a number of nodes.
    pub fn new(nodes: usize, border: &Border) -> Rules {
        let cut = cuts(nodes, border);
        let (level, slope, axis) = match (cut, border.has_arcs()) {
            // There is one direction. From a fold of tangents on the slopes have a series in roots, which takes many.
            (true, true) => (2 * nodes + 8, 4 * nodes, 1),
            (true, false) => (2 * nodes, nodes + 2, nodes.div_ceil(2) + 1),
            (false, true) => (nodes + 10, 3 * nodes + 2, nodes / 2 + 2),
            (false, false) => (nodes + 6, nodes + 4, nodes / 2 + 2),
        };
        let opening = match (cut, border.has_arcs()) {
            (true, _) => Openings::Cut(Pair::new(), 0.1f64.powi(nodes as i32 + 1).max(1e-12)),
            (false, true) => Openings::Plain(Rule::legendre(nodes + 1)),
            (false, false) => Openings::Plain(Rule::legendre(nodes / 2 + 2)),
        };
        // As many as fill lanes.
        let level = Rule::legendre(level.next_multiple_of(LANES));
        Rules {
            stretch: Stretches::new(),
            below: level.cumulative(),
            level,
            slope: Rule::legendre(slope),
            opening,
            graded: cut && !border.has_arcs(),
            axis: Rule::legendre(axis),
        }
    }
}

impl Rules {
    fn cut(&self) -> bool {
        matches!(self.opening, Openings::Cut(..))
    }
}

/// The integral of |product of the differences| of four numbers over stretches of the line.
struct Stretches {
    rule: Rule,
    order: Vec<Vec<f64>>,
}

impl Stretches {
    fn new() -> Stretches {
        // Four nodes are exact for what is integrated: cubics, and cubics times what is below them.
        let rule = Rule::legendre(4);
        let up_to = rule.cumulative();
        let share = |k: usize, l: usize| up_to[k][l] / rule.weights[l];
        let order = (0..4).map(|k| (0..k).map(|l| share(k, l) - share(l, k)).collect()).collect();
        Stretches { rule, order }
    }

    /// The ends of the stretches in ascending order; the Pfaffian of the integrals of x^j y^k - x^k y^j over x < y.
    /// As many lists of ends at once as there are lanes, so that the compiler computes several of them in one
    /// register.
    fn integral(&self, ends: &[Lanes]) -> Lanes {
        let (first, last) = (ends[0], ends[ends.len() - 1]);
        let middle = lanes(|n| (first[n] + last[n]) / 2.0);
        let half = lanes(|n| ((last[n] - first[n]) / 2.0).max(1e-30));
        let (mut before, mut pairs) = ([[0.0f64; LANES]; 4], [[0.0f64; LANES]; 6]);
        for stretch in ends.chunks_exact(2) {
            let start = lanes(|n| (stretch[0][n] - middle[n]) / half[n]);
            let width = lanes(|n| (stretch[1][n] - stretch[0][n]) / half[n]);
            let powers: [[Lanes; 4]; 4] = std::array::from_fn(|k| {
                let x = lanes(|n| start[n] + width[n] * self.rule.nodes[k]);
                let w = lanes(|n| width[n] * self.rule.weights[k]);
                let square = lanes(|n| w[n] * x[n] * x[n]);
                [w, lanes(|n| w[n] * x[n]), square, lanes(|n| square[n] * x[n])]
            });
            let mut after = before;
            for (k, v) in powers.iter().enumerate() {
                let mut b = before;
                for (l, &order) in self.order[k].iter().enumerate() {
                    (0..4).for_each(|j| add(&mut b[j], |n| order * powers[l][j][n]));
                }
                for (at, (i, j)) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].into_iter().enumerate() {
                    add(&mut pairs[at], |n| b[i][n] * v[j][n] - b[j][n] * v[i][n]);
                }
                (0..4).for_each(|j| add(&mut after[j], |n| v[j][n]));
            }
            before = after;
        }
        let [p, q, r, s, t, u] = pairs;
        lanes(|n| {
            let (square, pfaffian) = (half[n] * half[n], p[n] * u[n] - q[n] * t[n] + r[n] * s[n]);
            let fourth = square * square;
            24.0 * pfaffian * fourth * fourth * square
        })
    }
}

/// So many levels are computed at once.
const LANES: usize = 4;
type Lanes = [f64; LANES];

fn lanes(f: impl Fn(usize) -> f64) -> Lanes {
    std::array::from_fn(f)
}

fn add(sum: &mut Lanes, f: impl Fn(usize) -> f64) {
    (0..LANES).for_each(|n| sum[n] += f(n));
}

/// s -> 3 s^2 - 2 s^3 and its derivative.
fn flattened(s: f64) -> (f64, f64) {
    (s * s * (3.0 - 2.0 * s), 6.0 * s * (1.0 - s))
}

/// The integral over the levels at one opening and slope.
fn over_levels(pieces: &[Piece], levels: &Levels, size: f64, rules: &Rules) -> f64 {
    let branches = branches(pieces, levels);
    let cuts = level_cuts(pieces, &branches, levels, size, rules.graded);
    let count = rules.level.nodes.len();
    let (mut lengths, mut products) = (vec![0.0; count], vec![0.0; count]);
    let mut met: Vec<(f64, &Branch)> = Vec::with_capacity(branches.len());
    let mut ends: Vec<Lanes> = Vec::with_capacity(branches.len());
    let (mut inside, mut sum) = (0.0, 0.0);
    for cut in cuts.windows(2) {
        let (high, depth) = (cut[0], cut[0] - cut[1]);
        if depth <= 1e-14 * (high.abs() + cut[1].abs()) {
            continue;
        }
        // Between two cuts the parabola meets the same branches in the same order.
        let middle = high - depth / 2.0;
        met.clear();
        let held = branches.iter().filter(|branch| branch.low < middle && middle < branch.high);
        met.extend(held.map(|branch| (branch.place(levels, middle), branch)));
        met.sort_by(|x, y| x.0.total_cmp(&y.0));
        // Rounding at a corner may lose one end of a stretch that has no length.
        if met.is_empty() || !met.len().is_multiple_of(2) {
            continue;
        }
        for chunk in (0..count).step_by(LANES) {
            let flat: [(f64, f64); LANES] = std::array::from_fn(|n| flattened(rules.level.nodes[chunk + n]));
            let at = lanes(|n| high - depth * flat[n].0);
            ends.clear();
            ends.extend(met.iter().map(|(_, branch)| branch.places(levels, &at)));
            let length = |n: usize| ends.chunks_exact(2).map(|stretch| stretch[1][n] - stretch[0][n]).sum::<f64>();
            let product = rules.stretch.integral(&ends);
            for n in 0..LANES {
                lengths[chunk + n] = flat[n].1 * depth * length(n);
                products[chunk + n] = flat[n].1 * depth * product[n];
            }
        }
        let total = |weights: &[f64]| weights.iter().zip(&lengths).map(|(w, length)| w * length).sum::<f64>();
        let nodes = rules.below.iter().zip(&rules.level.weights).zip(&products);
        sum += nodes.map(|((below, weight), product)| weight * product * (inside + total(below))).sum::<f64>();
        inside += total(&rules.level.weights);
    }
    sum
}

/// The integral over slopes and levels at one opening.
fn over_slopes(pieces: &[Piece], a: f64, size: f64, rules: &Rules) -> f64 {
    let reach = 1.0 + a * size;
    let mut cuts = match rules.graded {
        true => slope_steps(pieces, a, reach),
        false => slope_cuts(pieces, a),
    };
    let value = |b: f64| over_levels(pieces, &Levels { a, b }, size, rules);
    // What is the same seen in a mirror along the axis has the same at b and -b.
    let mirrored = pieces.iter().all(Piece::is_mirrored);
    if mirrored {
        cuts.retain(|b| *b > 1e-12 * reach);
        cuts.insert(0, 0.0);
    }
    let mut sum = 0.0;
    for (&node, &weight) in rules.slope.nodes.iter().zip(&rules.slope.weights) {
        let (share, growth) = flattened(node);
        for w in cuts.windows(2) {
            sum += weight * growth * (w[1] - w[0]) * value(w[0] + (w[1] - w[0]) * share);
        }
        let (out, far) = (reach * share / (1.0 - share), reach * growth / ((1.0 - share) * (1.0 - share)));
        sum += weight * far * value(cuts[cuts.len() - 1] + out);
        if !mirrored {
            sum += weight * far * value(cuts[0] - out);
        }
    }
    if mirrored { 2.0 * sum } else { sum }
}

/// A piece of the openings, with the border turned so that the axis points up.
struct Job {
    pieces: Arc<Vec<Piece>>,
    weight: f64,
    /// From and to, as [`opening`] counts.
    piece: [f64; 2],
}

/// The opening for a number from 0 to 2, and its derivative: wide ones by a, narrow ones by the root of 1/a.
fn opening(s: f64, size: f64) -> (f64, f64) {
    let (middle, narrow) = (0.5 / size, 2.0 - s);
    match s < 1.0 {
        true => (middle * s, middle),
        false => (middle / (narrow * narrow), 2.0 * middle / (narrow * narrow * narrow)),
    }
}

/// The pieces of the openings for an axis.
fn opening_steps(pieces: &[Piece], border: &Border) -> Vec<f64> {
    let middle = 0.5 / border.size;
    let count = |a: f64| if a < middle { a / middle } else { 2.0 - (middle / a).sqrt() };
    let mut steps: Vec<f64> = openings::cuts(pieces).into_iter().map(count).collect();
    // Beyond these an event changes nothing that double precision could tell.
    steps.retain(|s| *s > 1e-3 && *s < 1.998);
    // And some in between.
    steps.extend([0.0, 0.1, 0.3, 0.6, 1.0, 1.15, 1.3, 1.45, 1.6, 1.7, 1.8, 1.9, 1.95, 1.98, 2.0]);
    steps.sort_by(f64::total_cmp);
    steps.dedup_by(|x, y| (*x - *y).abs() < 1e-9);
    steps
}

fn jobs(border: &Border, rules: &Rules) -> Vec<Job> {
    let mut jobs = Vec::new();
    for axes in &border.axes {
        let turn = axes.to - axes.from;
        let directions = rules.axis.nodes.iter().zip(&rules.axis.weights);
        let directions: Vec<(f64, f64)> = match turn > 0.0 {
            true => directions.map(|(x, w)| (axes.from + turn * x, w * turn * axes.copies)).collect(),
            false => vec![(axes.from, TAU)],
        };
        for (direction, weight) in directions {
            let pieces = Arc::new(border.turned(direction));
            let steps = if rules.cut() { opening_steps(&pieces, border) } else { border.steps() };
            jobs.extend(steps.windows(2).map(|w| Job { pieces: pieces.clone(), weight, piece: [w[0], w[1]] }));
        }
    }
    jobs
}

/// The mean share of the region inside the two parabolas through four random points; none counts as 0.
pub fn mean_inside(border: &Border, rules: &Rules, progress: &Progress) -> f64 {
    let whole = border.area.powi(5);
    let part = |job: &Job| {
        let value = |s: f64| {
            if progress.stopped() {
                return 0.0;
            }
            let (a, growth) = opening(s, border.size);
            2.0 * a * a * growth * over_slopes(&job.pieces, a, border.size, rules)
        };
        let [from, to] = job.piece;
        let part = job.weight
            * match &rules.opening {
                Openings::Cut(pair, error) => pair.integral(from, to, error * whole / TAU, &value),
                Openings::Plain(rule) => rule.integral(from, to, value),
            };
        progress.add(1);
        part
    };
    // In any order: long pieces and short ones lie beside each other.
    let parts: Vec<f64> = jobs(border, rules).par_iter().with_max_len(1).map(part).collect();
    if progress.stopped() { f64::NAN } else { parts.into_iter().sum::<f64>() / whole }
}

/// How many pieces of openings there are to go through.
pub fn work(border: &Border, rules: &Rules) -> u64 {
    jobs(border, rules).len() as u64
}

#[cfg(test)]
mod tests {
    use super::super::border::Point;
    use super::super::purcell::parabolas;
    use super::super::region::Region;
    use super::super::sylvester::convex;
    use super::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use std::f64::consts::PI;

    /// The theorem: fours in convex position against parabolas with the fifth point inside.
    #[test]
    fn an_ellipse_is_told_by_counting() {
        let mut chance = ChaCha8Rng::seed_from_u64(8);
        let mut seen = [0; 6];
        for toss in 0..20_000 {
            let region = [Region::Square, Region::Gauss, Region::Ring(0.8), Region::HalfDisk][toss % 4].clone();
            let five: [Point; 5] = std::array::from_fn(|_| region.point(&mut chance));
            let (mut fours, mut inside) = (0, 0);
            for out in 0..5 {
                let four: [Point; 4] = std::array::from_fn(|k| five[if k < out { k } else { k + 1 }]);
                if convex(&four) {
                    fours += 1;
                    let pair = parabolas(&four).expect("they are convex");
                    inside += pair.iter().filter(|parabola| parabola.value(five[out]) < 0.0).count();
                }
            }
            let (discriminant, _) = engine::sampling::tosses::discriminant(&five);
            if discriminant.abs() > 1e-12 {
                let ellipse = usize::from(discriminant < 0.0);
                assert_eq!(1 + inside, fours + ellipse, "{five:?}");
                seen[inside] += 1;
            }
        }
        assert!([0, 2, 4, 5].iter().all(|&k| seen[k] > 100) && seen[1] + seen[3] == 0, "{seen:?}");
    }

    /// The slow truth: a fine grid of midpoints in four dimensions.
    #[test]
    fn four_numbers_from_stretches() {
        let stretches = Stretches::new();
        let integral =
            |ends: &[f64]| stretches.integral(&ends.iter().map(|&x| [x; LANES]).collect::<Vec<_>>())[LANES - 1];
        let one = integral(&[0.0, 1.0]);
        // Selberg's integral of |product of differences| over the unit cube of four.
        assert!((one - 1.0 / 1050.0).abs() < 1e-15, "{one}");
        assert!((integral(&[3.0, 5.0]) - 1024.0 * one).abs() < 1e-12);
        // Stretches that touch are one.
        assert!((integral(&[0.0, 0.3, 0.3, 1.0]) - one).abs() < 1e-15);
        let ends = [0.0, 0.25, 0.5, 1.0];
        let count = 24;
        let places: Vec<f64> = (0..count).map(|k| (f64::from(k) + 0.5) / f64::from(count)).collect();
        let held: Vec<f64> = places.into_iter().filter(|x| *x < 0.25 || *x > 0.5).collect();
        let mut sum = 0.0;
        for (a, b, c, d) in held.iter().flat_map(|a| {
            let held = &held;
            held.iter().flat_map(move |b| held.iter().flat_map(move |c| held.iter().map(move |d| (a, b, c, d))))
        }) {
            sum += ((a - b) * (a - c) * (a - d) * (b - c) * (b - d) * (c - d)).abs();
        }
        let plain = sum / f64::from(count).powi(4);
        let exact = integral(&ends);
        assert!((plain / exact - 1.0).abs() < 0.06, "{plain} and {exact}");
    }

    /// The area inside a parabola and the chance of four points on it, by tossing in the place of the inner integrals:
    /// levels of random points of a region are counted.
    #[test]
    fn stretches_of_a_level_hold_what_lies_between() {
        let mut chance = ChaCha8Rng::seed_from_u64(3);
        for region in [Region::Regular(5), Region::HalfDisk, Region::Ring(0.6), Region::Disk] {
            let pieces = Border::of(&region).unwrap().turned(0.4);
            for (a, b) in [(0.2, 0.3), (1.5, -1.0), (6.0, 2.0)] {
                let levels = Levels { a, b };
                let branches = branches(&pieces, &levels);
                let field = super::super::purcell::Field::of(&region).unwrap();
                for _ in 0..200 {
                    let p = region.point(&mut chance);
                    let level = {
                        let (sin, cos) = (0.4 - PI / 2.0f64).sin_cos();
                        levels.at([cos * p[0] + sin * p[1], cos * p[1] - sin * p[0]])
                    };
                    let met = branches.iter().filter(|branch| branch.low < level && level < branch.high);
                    let mut ends: Vec<f64> = met.map(|branch| branch.place(&levels, level)).collect();
                    ends.sort_by(f64::total_cmp);
                    assert!(!ends.is_empty() && ends.len() % 2 == 0, "{region:?} {a} {b} {level}: {ends:?}");
                    for (k, w) in ends.windows(2).enumerate().filter(|(_, w)| w[1] - w[0] > 1e-9) {
                        let x = (w[0] + w[1]) / 2.0;
                        let y = level + a * x * x + b * x;
                        let (sin, cos) = (0.4 - PI / 2.0f64).sin_cos();
                        let back = [cos * x - sin * y, sin * x + cos * y];
                        assert_eq!(field.holds(back), k % 2 == 0, "{region:?} {a} {b} {level}: {ends:?}");
                    }
                }
            }
        }
    }
}
