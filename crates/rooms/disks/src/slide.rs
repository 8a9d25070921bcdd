//! Where a disk comes to lie that is let go near a place: it slides to the nearest point where it overlaps nothing.
//!
//! The centres that are free are bounded by arcs, at the distance of touching from each disk, and by the wall. The
//! nearest free centre to a point outside of them is the foot on one such edge or a corner where two of them meet.

use super::packing::Wall;

/// How far from touching a disk is left, so that rounding its place makes no overlap.
const HAIR: f64 = 2e-9;
/// What doubles may be wrong by.
const SLACK: f64 = 1e-10;

/// An edge of what is free for a centre.
#[derive(Clone, Copy)]
enum Edge {
    Round([f64; 2], f64),
    Upright(f64),
    Level(f64),
}

impl Edge {
    /// The nearest point of it.
    fn foot(self, p: [f64; 2]) -> [f64; 2] {
        match self {
            Edge::Round(c, r) => {
                let far = (p[0] - c[0]).hypot(p[1] - c[1]);
                let along = if far > 0.0 { [(p[0] - c[0]) / far, (p[1] - c[1]) / far] } else { [1.0, 0.0] };
                [c[0] + r * along[0], c[1] + r * along[1]]
            }
            Edge::Upright(x) => [x, p[1]],
            Edge::Level(y) => [p[0], y],
        }
    }

    /// Where two edges meet.
    fn corners(self, other: Edge) -> Vec<[f64; 2]> {
        match (self, other) {
            (Edge::Round(a, r), Edge::Round(b, s)) => {
                let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
                let far = dx.hypot(dy);
                if far == 0.0 {
                    return Vec::new();
                }
                let along = (far * far + r * r - s * s) / (2.0 * far);
                let aside = (r * r - along * along).sqrt();
                let (u, v) = (dx / far, dy / far);
                let foot = [a[0] + along * u, a[1] + along * v];
                // A root of what is negative is no number, and no corner.
                let both = [aside, -aside].map(|h| [foot[0] - h * v, foot[1] + h * u]);
                both.into_iter().filter(|p| p[0].is_finite()).collect()
            }
            (Edge::Upright(x), Edge::Level(y)) | (Edge::Level(y), Edge::Upright(x)) => vec![[x, y]],
            (Edge::Round(c, r), Edge::Upright(x)) | (Edge::Upright(x), Edge::Round(c, r)) => {
                let h = (r * r - (x - c[0]) * (x - c[0])).sqrt();
                [h, -h].into_iter().filter(|h| h.is_finite()).map(|h| [x, c[1] + h]).collect()
            }
            (Edge::Round(c, r), Edge::Level(y)) | (Edge::Level(y), Edge::Round(c, r)) => {
                let h = (r * r - (y - c[1]) * (y - c[1])).sqrt();
                [h, -h].into_iter().filter(|h| h.is_finite()).map(|h| [c[0] + h, y]).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// What a disk of one radius finds in a cavity: the other disks by centre and radius.
pub struct Around<'a> {
    /// The shape of the cavity.
    pub wall: Wall,
    /// Half its width.
    pub half: f64,
    /// What lies in it.
    pub others: &'a [([f64; 2], f64)],
}

impl Around<'_> {
    fn edges(&self, radius: f64) -> Vec<Edge> {
        let room = self.half - radius - HAIR;
        let mut edges = match self.wall {
            Wall::Circle => vec![Edge::Round([0.0, 0.0], room)],
            Wall::Square => vec![Edge::Upright(room), Edge::Upright(-room), Edge::Level(room), Edge::Level(-room)],
        };
        edges.extend(self.others.iter().map(|&(centre, other)| Edge::Round(centre, radius + other + HAIR)));
        edges
    }

    /// Whether a centre is free.
    pub fn is_free(&self, radius: f64, p: [f64; 2]) -> bool {
        let room = self.half - radius - HAIR + SLACK;
        let within = match self.wall {
            Wall::Circle => p[0].hypot(p[1]) <= room,
            Wall::Square => p[0].abs().max(p[1].abs()) <= room,
        };
        let apart = |&(c, other): &([f64; 2], f64)| (p[0] - c[0]).hypot(p[1] - c[1]) >= radius + other + HAIR - SLACK;
        within && self.half > radius && self.others.iter().all(apart)
    }

    /// The free corners: where the disk touches two things.
    pub fn corners(&self, radius: f64) -> Vec<[f64; 2]> {
        let edges = self.edges(radius);
        let pairs = (0..edges.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let all = pairs.flat_map(|(i, j)| edges[i].corners(edges[j]));
        all.filter(|&p| self.is_free(radius, p)).collect()
    }

    /// The free centres nearest to a point, nearest first: the point itself, feet on edges, corners.
    pub fn nearest(&self, radius: f64, to: [f64; 2]) -> Vec<[f64; 2]> {
        if self.is_free(radius, to) {
            return vec![to];
        }
        let feet = self.edges(radius).into_iter().map(|edge| edge.foot(to)).filter(|&p| self.is_free(radius, p));
        let mut found: Vec<[f64; 2]> = feet.chain(self.corners(radius)).collect();
        let far = |p: &[f64; 2]| (p[0] - to[0]).hypot(p[1] - to[1]);
        found.sort_by(|a, b| far(a).total_cmp(&far(b)));
        found
    }
}

/// Half the width of the least cavity of that shape, wherever its middle, that holds these disks.
pub fn least_half(wall: Wall, disks: &[([f64; 2], f64)]) -> f64 {
    let spread = |axis: usize| {
        let high = disks.iter().map(|(c, r)| c[axis] + r).fold(f64::NEG_INFINITY, f64::max);
        let low = disks.iter().map(|(c, r)| c[axis] - r).fold(f64::INFINITY, f64::min);
        (low, high)
    };
    let ((left, right), (low, high)) = (spread(0), spread(1));
    match wall {
        Wall::Square => (right - left).max(high - low) / 2.0,
        // The farthest reach from a middle is convex in both of its coordinates.
        Wall::Circle => {
            let reach = |x: f64, y: f64| disks.iter().map(|(c, r)| (c[0] - x).hypot(c[1] - y) + r).fold(0.0, f64::max);
            lowest(left, right, &|x| lowest(low, high, &|y| reach(x, y)))
        }
    }
}

/// The least value of a convex function.
fn lowest(mut from: f64, mut to: f64, value: &dyn Fn(f64) -> f64) -> f64 {
    for _ in 0..80 {
        let (a, b) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
        match value(a) < value(b) {
            true => to = b,
            false => from = a,
        }
    }
    value(f64::midpoint(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// A place at most so far along each side, and a radius in the range.
    fn disk(chance: &mut ChaCha8Rng, far: f64, radii: std::ops::Range<f64>) -> ([f64; 2], f64) {
        ([0; 2].map(|_| chance.random_range(-far..far)), chance.random_range(radii))
    }

    #[test]
    fn no_point_of_a_fine_grid_is_free_and_nearer() {
        let mut chance = ChaCha8Rng::seed_from_u64(3);
        for round in 0..60 {
            let wall = if round % 2 == 0 { Wall::Circle } else { Wall::Square };
            let mut others: Vec<([f64; 2], f64)> = Vec::new();
            for _ in 0..chance.random_range(0..7) {
                let (c, r) = disk(&mut chance, 4.0, 0.4..1.6);
                if (Around { wall, half: 5.0, others: &others }).is_free(r, c) {
                    others.push((c, r));
                }
            }
            let around = Around { wall, half: 5.0, others: &others };
            let (to, radius) = disk(&mut chance, 6.0, 0.3..1.5);
            let found = around.nearest(radius, to).first().copied();
            let far = |p: [f64; 2]| (p[0] - to[0]).hypot(p[1] - to[1]);
            let grid =
                (-100i32..=100).flat_map(|i| (-100i32..=100).map(move |j| [f64::from(i) / 20.0, f64::from(j) / 20.0]));
            let best = grid.filter(|&p| around.is_free(radius, p)).map(far).fold(f64::INFINITY, f64::min);
            match found {
                Some(p) => assert!(around.is_free(radius, p) && far(p) <= best + 1e-6, "{round}: {p:?} {best}"),
                None => assert!(best.is_infinite(), "{round}"),
            }
        }
    }

    #[test]
    fn the_least_cavity_of_two_and_three_disks_is_known() {
        let two = [([-1.0, 0.0], 1.0), ([1.0, 0.0], 1.0)];
        assert!((least_half(Wall::Circle, &two) - 2.0).abs() < 1e-9);
        assert!((least_half(Wall::Square, &two) - 2.0).abs() < 1e-12);
        let third = 2.0 / 3f64.sqrt();
        let three =
            [0.0, 120.0, 240.0].map(|a: f64| ([third * a.to_radians().cos(), third * a.to_radians().sin()], 1.0));
        assert!((least_half(Wall::Circle, &three) - (1.0 + third)).abs() < 1e-8);
    }
}
