//! The levels y - a x^2 - b x along a border: where a parabola with its axis upwards meets it, and at which levels c
//! and slopes b corners and tangents cut the integral of [`super::parabolas`].

use super::border::{Piece, Point};
use super::purcell::root_between;
use std::f64::consts::{PI, TAU};

/// The levels y - a x^2 - b x.
#[derive(Clone, Copy)]
pub struct Levels {
    /// The opening.
    pub a: f64,
    /// The slope.
    pub b: f64,
}

impl Levels {
    /// The level of a point.
    pub fn at(&self, p: Point) -> f64 {
        p[1] - self.a * p[0] * p[0] - self.b * p[0]
    }
}

fn on_arc(centre: Point, radius: f64, angle: f64) -> Point {
    let (sin, cos) = angle.sin_cos();
    [centre[0] + radius * cos, centre[1] + radius * sin]
}

/// A part of the border along which the level falls.
#[derive(Clone, Copy)]
pub struct Branch {
    /// Its highest level.
    pub high: f64,
    /// Its lowest.
    pub low: f64,
    way: Way,
}

#[derive(Clone, Copy)]
enum Way {
    /// From `x` by `step` times u, where the level has fallen by slope u + bend u^2.
    Line { x: f64, step: f64, slope: f64, bend: f64 },
    /// On a circle from one angle to another.
    Curve { centre: Point, radius: f64, from: f64, to: f64 },
}

impl Branch {
    /// Where it has each of several levels.
    pub fn places<const N: usize>(&self, levels: &Levels, at: &[f64; N]) -> [f64; N] {
        match self.way {
            Way::Line { x, step, slope, bend } => std::array::from_fn(|n| {
                let fall = (self.high - at[n]).max(1e-300);
                x + step * 2.0 * fall / (slope + (slope * slope + 4.0 * bend * fall).sqrt())
            }),
            Way::Curve { .. } => at.map(|level| self.place(levels, level)),
        }
    }

    /// Where it has that level.
    pub fn place(&self, levels: &Levels, level: f64) -> f64 {
        match self.way {
            Way::Line { x, step, slope, bend } => {
                let fall = (self.high - level).max(1e-300);
                x + step * 2.0 * fall / (slope + (slope * slope + 4.0 * bend * fall).sqrt())
            }
            Way::Curve { centre, radius, from, to } => {
                let guess = from + (to - from) * ((self.high - level) / (self.high - self.low)).sqrt();
                let (mut above, mut under, mut angle) = (from, to, guess);
                // Newton's steps within the bracket.
                for _ in 0..60 {
                    let (sin, cos) = angle.sin_cos();
                    let p = [centre[0] + radius * cos, centre[1] + radius * sin];
                    let off = levels.at(p) - level;
                    if off == 0.0 {
                        break;
                    }
                    if off > 0.0 {
                        above = angle;
                    } else {
                        under = angle;
                    }
                    let slope = radius * (cos + (2.0 * levels.a * p[0] + levels.b) * sin);
                    let mut next = angle - off / slope;
                    if !(next > above.min(under) && next < above.max(under)) {
                        next = (above + under) / 2.0;
                    }
                    let still = (next - angle).abs() <= 4e-16 * angle.abs().max(1e-3);
                    angle = next;
                    if still {
                        break;
                    }
                }
                centre[0] + radius * angle.cos()
            }
        }
    }
}

/// The parts of a border along which the level falls.
pub fn branches(pieces: &[Piece], levels: &Levels) -> Vec<Branch> {
    let mut all = Vec::with_capacity(4 * pieces.len());
    for piece in pieces {
        match *piece {
            Piece::Side(p, q) => side_branches(p, q, levels, &mut all),
            Piece::Arc { centre, radius, from, to } => arc_branches((centre, radius, from, to), levels, &mut all),
        }
    }
    all
}

fn side_branches(p: Point, q: Point, levels: &Levels, all: &mut Vec<Branch>) {
    let along = [q[0] - p[0], q[1] - p[1]];
    let bend = levels.a * along[0] * along[0];
    let rise = along[1] - (2.0 * levels.a * p[0] + levels.b) * along[0];
    let (first, last) = (levels.at(p), levels.at(q));
    let mut push = |from: f64, to: f64, high: f64, low: f64| {
        let sign = (to - from).signum();
        let slope = ((2.0 * bend * from - rise) * sign).max(0.0);
        if high > low {
            let way = Way::Line { x: p[0] + from * along[0], step: sign * along[0], slope, bend };
            all.push(Branch { high, low, way });
        }
    };
    if rise <= 0.0 {
        push(0.0, 1.0, first, last);
    } else if rise >= 2.0 * bend {
        push(1.0, 0.0, last, first);
    } else {
        let top = rise / (2.0 * bend);
        let high = levels.at([p[0] + top * along[0], p[1] + top * along[1]]).max(first).max(last);
        push(top, 0.0, high, first);
        push(top, 1.0, high, last);
    }
}

/// The angles of a circle at which a level touches it: where cos + (2 a x + b) sin = 0. In the upper half there is one;
/// in the lower half the extremes of cot + 2 a r cos, if there are any, part the others.
fn touching(centre: Point, radius: f64, levels: &Levels) -> Vec<f64> {
    let slope = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        cos + (2.0 * levels.a * (centre[0] + radius * cos) + levels.b) * sin
    };
    let mut stops = vec![0.0, PI];
    stops.extend(folds(radius, levels.a));
    stops.push(TAU);
    stops.windows(2).filter_map(|w| root_between(&slope, w[0], w[1])).collect()
}

/// The angles at which two touching levels of a circle become one.
fn folds(radius: f64, a: f64) -> Vec<f64> {
    let sine = (1.0 / (2.0 * a * radius)).cbrt();
    if sine < 1.0 { vec![PI + sine.asin(), TAU - sine.asin()] } else { Vec::new() }
}

fn arc_branches((centre, radius, from, to): (Point, f64, f64, f64), levels: &Levels, all: &mut Vec<Branch>) {
    let whole = to - from >= TAU - 1e-12;
    let mut cuts = if whole { Vec::new() } else { vec![from, to] };
    let angles = touching(centre, radius, levels).into_iter().map(|angle| from + (angle - from).rem_euclid(TAU));
    cuts.extend(angles.filter(|angle| *angle < to));
    cuts.sort_by(f64::total_cmp);
    let mut heights: Vec<f64> = cuts.iter().map(|&angle| levels.at(on_arc(centre, radius, angle))).collect();
    if whole {
        cuts.push(cuts[0] + TAU);
        heights.push(heights[0]);
    }
    for k in 1..cuts.len() {
        let (a, b) = if heights[k - 1] > heights[k] { (k - 1, k) } else { (k, k - 1) };
        if heights[a] > heights[b] {
            let way = Way::Curve { centre, radius, from: cuts[a], to: cuts[b] };
            all.push(Branch { high: heights[a], low: heights[b], way });
        }
    }
}

/// The level at an angle where a circle is nearly flat, and how far from it, on the real line or beside it, two
/// tangents are: the cubic or, at the bottom of a wide parabola, the quartic that the level is there.
fn flat_stretch((centre, radius): (Point, f64), angle: f64, levels: &Levels) -> (f64, f64) {
    let p = on_arc(centre, radius, angle);
    let (sin, cos) = angle.sin_cos();
    let rise = radius * (cos + (2.0 * levels.a * p[0] + levels.b) * sin);
    let third = rise + 6.0 * levels.a * radius * radius * sin * cos;
    let cubic = rise.abs() * (2.0 * rise / third).abs().sqrt() / 1.5;
    let second = radius * (1.0 - 2.0 * levels.a * radius);
    let fourth = radius * (8.0 * levels.a * radius - 1.0).abs();
    let quartic = 1.5 * second * second / fourth + rise.abs() * (rise.abs() / fourth).cbrt();
    (levels.at(p), if second > 0.0 { quartic } else { cubic })
}

/// The levels at which the integrand is cut, from the highest down; also in between, so that pieces are in proportion.
pub fn level_cuts(pieces: &[Piece], branches: &[Branch], levels: &Levels, size: f64, in_proportion: bool) -> Vec<f64> {
    let mut cuts: Vec<f64> = branches.iter().flat_map(|branch| [branch.low, branch.high]).collect();
    let (top, bottom) = cuts.iter().fold((f64::MIN, f64::MAX), |(t, b), &x| (t.max(x), b.min(x)));
    for piece in pieces {
        let Piece::Arc { centre, radius, from, to } = *piece else { continue };
        let folds = folds(radius, levels.a);
        for angle in if folds.is_empty() { vec![1.5 * PI] } else { folds } {
            let angle = from + (angle - from).rem_euclid(TAU);
            if angle < to {
                let (flat, reach) = flat_stretch((centre, radius), angle, levels);
                let mut step = reach.max(1e-9 * (top - bottom));
                cuts.push(flat);
                while step < 0.3 * (top - bottom) {
                    cuts.extend([flat - step, flat + step].into_iter().filter(|x| *x > bottom && *x < top));
                    step *= 8.0;
                }
            }
        }
    }
    cuts.sort_by(|x, y| y.total_cmp(x));
    // A narrow parabola whose vertex is far below: its two strands spread over many scales of the level.
    let vertex = levels.b * levels.b / (4.0 * levels.a) + size;
    let mut finer = Vec::with_capacity(2 * cuts.len());
    for w in cuts.windows(2) {
        finer.push(w[0]);
        let mut step = 4.0 * (vertex - w[0]).max(size);
        while 1.6 * step < vertex - w[1] {
            finer.push(vertex - step);
            step *= 4.0;
        }
    }
    finer.extend(cuts.last());
    if in_proportion { graded(&finer) } else { finer }
}

/// More cuts, so that no piece is many times as long as its neighbour: what is singular at the neighbour's other end
/// would be felt in it. Neighbours that are shorter than a thousandth weigh too little to matter.
fn graded(cuts: &[f64]) -> Vec<f64> {
    const MOST: f64 = 24.0;
    const LEAST: f64 = 1e-3;
    let mut finer = Vec::with_capacity(2 * cuts.len());
    for (k, w) in cuts.windows(2).enumerate() {
        let (from, to) = (w[0], w[1]);
        let (width, way) = ((to - from).abs(), (to - from).signum());
        let shortest = LEAST * width;
        let mut low = if k > 0 { (from - cuts[k - 1]).abs().max(shortest) } else { width };
        let mut high = cuts.get(k + 2).map_or(width, |x| (x - to).abs().max(shortest));
        // Steps from either end that grow, until what is left in the middle is in proportion.
        let (mut left, mut right) = (vec![0.0], vec![0.0]);
        let rest = |left: &[f64], right: &[f64]| width - left[left.len() - 1] - right[right.len() - 1];
        while low.min(high) * MOST < rest(&left, &right) {
            let (near, steps) = if low <= high { (&mut low, &mut left) } else { (&mut high, &mut right) };
            *near *= MOST / 2.0;
            steps.push(*near + steps[steps.len() - 1]);
        }
        finer.extend(left.iter().map(|x| from + way * x));
        finer.extend(right[1..].iter().rev().map(|x| to - way * x));
    }
    finer.extend(cuts.last());
    finer
}

/// The slopes at which the integral over levels is cut: where it has kinks, and in between, since far slopes weigh less
/// and less.
pub fn slope_steps(pieces: &[Piece], a: f64, reach: f64) -> Vec<f64> {
    let mut cuts = slope_cuts(pieces, a);
    let (low, high) = (cuts[0], cuts[cuts.len() - 1]);
    let grown = (0..14).map(|k| 0.5 * reach * f64::from(1 << k)).flat_map(|step| [-step, step]);
    cuts.extend(grown.chain([0.0]).filter(|b| *b > low && *b < high));
    cuts.sort_by(f64::total_cmp);
    graded(&cuts)
}

/// The slopes at which two of the levels of corners and tangents are the same, or a tangent comes to a corner.
pub fn slope_cuts(pieces: &[Piece], a: f64) -> Vec<f64> {
    let mut cuts = Vec::new();
    let mut corners: Vec<Point> = Vec::new();
    let mut sides: Vec<Line> = Vec::new();
    for piece in pieces {
        match *piece {
            Piece::Side(p, q) => {
                corners.push(p);
                sides.extend(Line::through(p, q, a));
            }
            Piece::Arc { centre, radius, from, to } => {
                let slope = |angle: f64| -angle.cos() / angle.sin() - 2.0 * a * on_arc(centre, radius, angle)[0];
                // Besides, where nothing happens: the range of slopes is long.
                let reach = 1.0 + 2.0 * a * radius;
                cuts.extend([-1.0, -0.5, 0.0, 0.5, 1.0].map(|k| k * reach - 2.0 * a * centre[0]));
                cuts.extend(folds(radius, a).into_iter().map(slope));
                if to - from < TAU - 1e-12 {
                    corners.extend([from, to].map(|angle| on_arc(centre, radius, angle)));
                    cuts.extend([from, to].map(slope).into_iter().filter(|slope| slope.abs() < 1e9));
                }
            }
        }
    }
    for (k, p) in corners.iter().enumerate() {
        let apart = corners[..k].iter().filter(|q| (p[0] - q[0]).abs() > 1e-11);
        cuts.extend(apart.map(|q| (p[1] - q[1]) / (p[0] - q[0]) - a * (p[0] + q[0])));
    }
    for (k, side) in sides.iter().enumerate() {
        cuts.extend(side.slopes);
        cuts.extend(corners.iter().flat_map(|&p| side.with_corner(p, a)));
        cuts.extend(sides[..k].iter().filter_map(|other| side.with(other, a)));
    }
    cuts.sort_by(f64::total_cmp);
    cuts.dedup_by(|x, y| (*x - *y).abs() < 1e-12 * (1.0 + x.abs()));
    if pieces.iter().any(|piece| matches!(piece, Piece::Arc { .. })) {
        with_meetings(pieces, &corners, a, &mut cuts);
    }
    cuts
}

/// A side y = slope x + height, with the slopes b for which a parabola touches it between its ends.
struct Line {
    slope: f64,
    height: f64,
    slopes: [f64; 2],
}

impl Line {
    fn through(p: Point, q: Point, a: f64) -> Option<Line> {
        let slope = (q[1] - p[1]) / (q[0] - p[0]);
        let slopes = [p[0].max(q[0]), p[0].min(q[0])].map(|x| slope - 2.0 * a * x);
        ((q[0] - p[0]).abs() > 1e-11).then_some(Line { slope, height: p[1] - slope * p[0], slopes })
    }

    fn touched(&self, b: f64) -> bool {
        b > self.slopes[0] && b < self.slopes[1]
    }

    /// Touched by a parabola through a corner.
    fn with_corner(&self, p: Point, a: f64) -> Vec<f64> {
        let above = 4.0 * a * (p[1] - self.height - self.slope * p[0]);
        let reach = if above > 1e-13 { above.sqrt() } else { return Vec::new() };
        [-reach, reach].map(|by| self.slope - 2.0 * a * p[0] + by).into_iter().filter(|&b| self.touched(b)).collect()
    }

    /// Touched together with another.
    fn with(&self, other: &Line, a: f64) -> Option<f64> {
        let apart = self.slope - other.slope;
        let squares = self.slope * self.slope - other.slope * other.slope;
        let b = (4.0 * a * (self.height - other.height) + squares) / (2.0 * apart);
        (apart.abs() > 1e-12 && self.touched(b) && other.touched(b)).then_some(b)
    }
}

/// Looks between the cuts for slopes at which the level that touches an arc is that of a corner or of another tangent.
fn with_meetings(pieces: &[Piece], corners: &[Point], a: f64, cuts: &mut Vec<f64>) {
    const LOOKS: usize = 8;
    let heights = |b: f64| {
        let levels = Levels { a, b };
        let mut heights: Vec<f64> = Vec::new();
        for piece in pieces {
            if let Piece::Arc { centre, radius, from, to } = *piece {
                let angles = touching(centre, radius, &levels).into_iter();
                let angles = angles.map(|angle| from + (angle - from).rem_euclid(TAU)).filter(|angle| *angle < to);
                heights.extend(angles.map(|angle| levels.at(on_arc(centre, radius, angle))));
            }
        }
        let arcs = heights.len();
        heights.extend(corners.iter().map(|&p| levels.at(p)));
        let lines = pieces.iter().filter_map(|piece| match *piece {
            Piece::Side(p, q) => Line::through(p, q, a).filter(|line| line.touched(b)),
            Piece::Arc { .. } => None,
        });
        heights.extend(lines.map(|line| line.height + (line.slope - b) * (line.slope - b) / (4.0 * a)));
        (heights, arcs)
    };
    let mut found = Vec::new();
    for w in cuts.windows(2) {
        let at = |k: usize| w[0] + (w[1] - w[0]) * (k as f64 + 0.01) / (LOOKS as f64 - 0.98);
        for k in 1..LOOKS {
            let ((one, arcs), (two, _)) = (heights(at(k - 1)), heights(at(k)));
            if one.len() != two.len() {
                continue;
            }
            for (i, j) in (0..arcs).flat_map(|i| (i + 1..one.len()).map(move |j| (i, j))) {
                if (one[i] < one[j]) != (two[i] < two[j]) {
                    let apart = |b: f64| {
                        let (heights, _) = heights(b);
                        heights.get(i).zip(heights.get(j)).map_or(0.0, |(x, y)| x - y)
                    };
                    found.extend(root_between(&apart, at(k - 1), at(k)));
                }
            }
        }
    }
    cuts.extend(found);
    cuts.sort_by(f64::total_cmp);
    cuts.dedup_by(|x, y| (*x - *y).abs() < 1e-12 * (1.0 + x.abs()));
}
