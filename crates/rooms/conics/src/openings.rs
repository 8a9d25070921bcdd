//! The openings at which the integral of [`super::parabolas`] over slopes and levels has a kink, and the integral over
//! openings between them.
//!
//! A parabola y = a x^2 + b x + c passes a corner when a linear equation holds and touches the side y = m x + h when
//! (b - m)^2 = 4 a (c - h). Three such events at once leave finitely many parabolas with a given axis, and their
//! openings are the roots of quadratic equations. Between them the integral over slopes and levels is analytic, so that
//! few nodes do; where it is hardly so, or where arcs cut at openings that are not known, a piece is halved until two
//! rules agree.

use super::border::{Piece, Point};
use super::quadrature::Rule;

/// What a parabola may do with a border of sides.
#[derive(Clone, Copy)]
enum Event {
    Pass(Point),
    Touch(Side),
}

/// The side y = slope x + height from one x to another.
#[derive(Clone, Copy)]
struct Side {
    slope: f64,
    height: f64,
    ends: [f64; 2],
}

/// The openings at which a parabola passes or touches three corners and sides at once, ascending.
pub fn cuts(pieces: &[Piece]) -> Vec<f64> {
    let mut events = Vec::new();
    for piece in pieces {
        if let Piece::Side(p, q) = *piece {
            events.push(Event::Pass(p));
            if (q[0] - p[0]).abs() > 1e-11 {
                let slope = (q[1] - p[1]) / (q[0] - p[0]);
                let ends = [p[0].min(q[0]), p[0].max(q[0])];
                events.push(Event::Touch(Side { slope, height: p[1] - slope * p[0], ends }));
            }
        }
    }
    let mut cuts = circle_cuts(pieces);
    for k in 0..events.len() {
        for j in 0..k {
            (0..j).for_each(|i| cuts.extend(at_once([events[i], events[j], events[k]])));
        }
    }
    cuts.retain(|a| *a > 0.0 && a.is_finite());
    cuts.sort_by(f64::total_cmp);
    cuts
}

/// Four meetings at once of a parabola with a circle, at its vertex; and a parabola that touches a circle twice and, at
/// its vertex, a larger one about the same centre.
fn circle_cuts(pieces: &[Piece]) -> Vec<f64> {
    let circles = pieces.iter().filter_map(|piece| match *piece {
        Piece::Arc { centre, radius, .. } => Some((centre, radius)),
        Piece::Side(..) => None,
    });
    let circles: Vec<(Point, f64)> = circles.collect();
    let mut cuts: Vec<f64> = circles.iter().map(|(_, radius)| 0.5 / radius).collect();
    for (centre, radius) in &circles {
        for (_, outer) in circles.iter().filter(|(other, outer)| other == centre && outer > radius) {
            cuts.push((outer + (outer * outer - radius * radius).sqrt()) / (2.0 * radius * radius));
        }
    }
    cuts
}

/// The openings of parabolas for which three events happen at once.
fn at_once(three: [Event; 3]) -> Vec<f64> {
    let (mut corners, mut sides) = (Vec::new(), Vec::new());
    for event in three {
        match event {
            Event::Pass(p) => corners.push(p),
            Event::Touch(side) => sides.push(side),
        }
    }
    // The slope b of the parabolas for which two of the events happen is b0 + b1 a.
    let ((b0, b1), openings) = match (&corners[..], &sides[..]) {
        ([p, q, r], _) => {
            let rise = |p: &Point, q: &Point| (q[1] - p[1]) / (q[0] - p[0]);
            return vec![(rise(q, r) - rise(p, q)) / (r[0] - p[0])];
        }
        ([p, q], [side]) => {
            let b = ((q[1] - p[1]) / (q[0] - p[0]), -(p[0] + q[0]));
            (b, touching(*p, side, b))
        }
        ([p], [one, two]) => {
            let b = one.with(two);
            (b, touching(*p, one, b))
        }
        (_, [one, two, three]) => {
            let (b, d) = (one.with(two), one.with(three));
            (b, vec![(d.0 - b.0) / (b.1 - d.1)])
        }
        _ => return Vec::new(),
    };
    // The place of touch lies on the side; one at its very end counts.
    let touched = |a: f64| {
        sides.iter().all(|side| {
            let x = (side.slope - b0 - b1 * a) / (2.0 * a);
            let slack = 1e-9 * (1.0 + x.abs());
            x > side.ends[0] - slack && x < side.ends[1] + slack
        })
    };
    openings.into_iter().filter(|&a| touched(a)).collect()
}

impl Side {
    /// b0 and b1 for the parabolas that touch two lines.
    fn with(&self, other: &Side) -> (f64, f64) {
        ((self.slope + other.slope) / 2.0, 2.0 * (self.height - other.height) / (self.slope - other.slope))
    }
}

/// The openings at which a parabola through p with b = b0 + b1 a touches a line: the roots of (2 a x + b - m)^2 = 4 a
/// (y - m x - h), both written without cancellation.
fn touching(p: Point, side: &Side, (b0, b1): (f64, f64)) -> Vec<f64> {
    let (u, v) = (2.0 * p[0] + b1, b0 - side.slope);
    let half = u * v - 2.0 * (p[1] - side.slope * p[0] - side.height);
    let square = half * half - (u * v) * (u * v);
    // A double root, where the corner lies on the side, may come out with a small negative square.
    if square < -1e-12 * (half * half + (u * v) * (u * v)) {
        return Vec::new();
    }
    let far = -(half + half.signum() * square.max(0.0).sqrt());
    vec![far / (u * u), v * v / far]
}

/// Two rules for one piece.
pub struct Pair {
    coarse: Rule,
    fine: Rule,
}

impl Pair {
    /// Rules of four and of seven nodes.
    pub fn new() -> Pair {
        Pair { coarse: Rule::legendre(4), fine: Rule::legendre(7) }
    }

    /// The integral over a piece, which is halved until the rules agree as well as they should.
    pub fn integral(&self, from: f64, to: f64, error: f64, f: &impl Fn(f64) -> f64) -> f64 {
        self.halved((from, to), error, 12, f)
    }

    fn halved(&self, (from, to): (f64, f64), error: f64, depth: u32, f: &impl Fn(f64) -> f64) -> f64 {
        let fine = self.fine.integral(from, to, f);
        if depth == 0 {
            return fine;
        }
        // Where the rules differ by a small e, the finer one is off by far less than e.
        let apart = (fine - self.coarse.integral(from, to, f)).abs();
        if apart <= 30.0 * error {
            return fine;
        }
        let middle = (from + to) / 2.0;
        let half = |piece| self.halved(piece, error / 2.0, depth - 1, f);
        half((from, middle)) + half((middle, to))
    }
}

impl Default for Pair {
    fn default() -> Pair {
        Pair::new()
    }
}

#[cfg(test)]
mod tests {
    use super::super::border::Border;
    use super::super::levels::slope_cuts;
    use super::super::region::Region;
    use super::*;

    /// Three events at once are three slopes at which two of them are, come together.
    #[test]
    fn at_a_cut_slopes_come_together() {
        let mut seen = 0;
        for (region, direction) in
            [(Region::Triangle, 0.4), (Region::Square, 1.1), (Region::Regular(5), 2.0), (Region::Regular(6), 4.1)]
        {
            let pieces = Border::of(&region).unwrap().turned(direction);
            for a in cuts(&pieces).into_iter().filter(|a| (1e-3..1e3).contains(a)) {
                let gap = |a: f64| {
                    let slopes = slope_cuts(&pieces, a);
                    let gaps = slopes.windows(2).map(|w| (w[1] - w[0]) / (1.0 + w[0].abs()));
                    gaps.fold(f64::INFINITY, f64::min)
                };
                let least = gap(a * (1.0 + 1e-9)).min(gap(a * (1.0 - 1e-9)));
                assert!(least < 1e-3, "{region:?} {direction}: {a} {least}");
                seen += 1;
            }
        }
        assert!(seen > 80, "{seen}");
    }

    /// At the cuts of circles the vertex of the parabola osculates, or touches the outer one while the inner one is
    /// touched twice.
    #[test]
    fn circles_are_cut_where_tangents_come_together() {
        let pieces = Border::of(&Region::Ring(0.6)).unwrap().turned(1.0);
        let found = cuts(&pieces);
        assert_eq!(found.len(), 3, "{found:?}");
        for r in [1.0, 0.6] {
            assert!(found.iter().any(|a| (a * 2.0 * r - 1.0).abs() < 1e-12), "{r}: {found:?}");
        }
        // The inner circle x^2 + y^2 = 0.36 is touched twice by y = a x^2 + c with c = -a 0.36 - 1/(4a), the outer one
        // at its bottom with c = -1.
        let both = |a: f64| (a * 0.36 + 0.25 / a - 1.0).abs() < 1e-12 && a > 0.5 / 0.6;
        assert!(found.iter().any(|&a| both(a)), "{found:?}");
    }

    /// Three corners: the parabola through them.
    #[test]
    fn a_triangle_is_passed_by_one_parabola() {
        let (p, q, r) = ([-1.0, 3.0], [1.0, 1.0], [2.0, 6.0]);
        let pieces = [Piece::Side(p, q), Piece::Side(q, r), Piece::Side(r, p)];
        let a = 2.0;
        assert!(cuts(&pieces).iter().any(|x| (x - a).abs() < 1e-12), "{:?}", cuts(&pieces));
    }

    #[test]
    fn pieces_are_halved_at_a_kink() {
        let kinked = |x: f64| (x - 0.3).abs().powf(1.5);
        let truth = (0.3f64.powf(2.5) + 0.7f64.powf(2.5)) / 2.5;
        let halved = Pair::new().integral(0.0, 1.0, 1e-9, &kinked);
        assert!((halved - truth).abs() < 1e-9, "{halved} {truth}");
        assert!((Rule::legendre(7).integral(0.0, 1.0, kinked) - truth).abs() > 1e-6);
    }
}
