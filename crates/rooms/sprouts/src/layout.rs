//! Where the spots and curves of a map lie.
//!
//! Each edge is cut in three, each walk is lined with a ring of helping points, rings of one region are bridged, and
//! what is left of a region gets a point in its middle: a triangulation without double edges. Its outer ring is put on
//! a circle and every other point into the middle of its neighbours; by Tutte's theorem (1963) no edges cross, but much
//! of it is tiny. So spots and curves then push each other away and curves pull themselves straight, no point moving
//! further than a third of its distance from the nearest stretch of curve, nor that stretch towards it: nothing can
//! cross (Bertault 1999).

use super::map::Map;
use super::position::Position;

pub(super) type Point = (f64, f64);

/// Half of the picture's side.
pub(super) const RADIUS: f64 = 5.0;

/// A triangulation in the making.
#[derive(Default)]
struct Mesh {
    points: usize,
    triangles: Vec<[usize; 3]>,
}

impl Mesh {
    fn point(&mut self) -> usize {
        self.points += 1;
        self.points - 1
    }

    /// Lines a walk, its region on the left, with a ring of new points.
    fn ring(&mut self, walk: &[usize]) -> Vec<usize> {
        let ring: Vec<usize> = walk.iter().map(|_| self.point()).collect();
        for i in 0..walk.len() {
            let next = (i + 1) % walk.len();
            if walk[i] != walk[next] {
                self.triangles.push([walk[i], walk[next], ring[i]]);
            }
            self.triangles.push([walk[next], ring[next], ring[i]]);
        }
        ring
    }
}

/// Points of a scene: vertices first, then two for each edge.
pub(super) struct Layout {
    pub points: Vec<Point>,
    pub vertices: usize,
    pub map: Map,
}

/// How many pairs of points and stretches are looked at while a drawing is spread.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    pairs: usize,
    least: usize,
}

/// For a picture: it should not take longer than a glance, and the larger it is, the fewer rounds it gets.
pub(super) const CAREFUL: Effort = Effort { pairs: 12_000_000, least: 60 };
/// For one of many small pictures.
pub(super) const QUICK: Effort = Effort { pairs: 600_000, least: 30 };
/// The most rounds.
const MOST_ROUNDS: usize = 500;

impl Effort {
    /// For each of so many parts of a picture.
    pub(super) fn shared(self, parts: usize) -> Effort {
        Effort { pairs: self.pairs / parts.max(1), ..self }
    }

    /// The rounds for so many pairs in each; none where the least number of them would take twice the effort.
    fn rounds(self, pairs: usize) -> Option<usize> {
        let fits = self.least * pairs <= 2 * self.pairs;
        fits.then(|| (self.pairs / pairs).clamp(self.least, MOST_ROUNDS))
    }
}

/// Lays a connected map out; `None` when it has no region with a walk, or is too large to be spread.
pub(super) fn layout(at: &Position, map: Map, effort: Effort) -> Option<Layout> {
    let vertices = at.degree.len();
    let points = vertices + 2 * map.edges.len();
    let rounds = effort.rounds(points * (3 * map.edges.len() + points) + 1)?;
    let mut mesh = Mesh { points, triangles: Vec::new() };
    // On the sphere any region may lie outside. A curve that closes appends the region outside of it, so the last one
    // makes the picture enclose what the name of the move says.
    let outer = (0..at.regions.len()).rev().find(|&r| !at.regions[r].is_empty())?;
    let mut rim = Vec::new();
    for (r, region) in at.regions.iter().enumerate() {
        let mut rings: Vec<Vec<usize>> = Vec::new();
        for (walk, edges) in region.iter().zip(&map.walks[r]) {
            let fine: Vec<usize> = match walk.len() {
                1 => vec![usize::from(walk[0]); 6],
                _ => walk
                    .iter()
                    .zip(edges)
                    .flat_map(|(&v, &(edge, forward))| {
                        let (a, b) = (vertices + 2 * edge, vertices + 2 * edge + 1);
                        if forward { [usize::from(v), a, b] } else { [usize::from(v), b, a] }
                    })
                    .collect(),
            };
            rings.push(mesh.ring(&fine));
        }
        let Some(ring) = bridge(&mut mesh, rings) else { continue };
        if r == outer {
            rim = ring;
            continue;
        }
        let middle = mesh.point();
        for i in 0..ring.len() {
            mesh.triangles.push([ring[i], ring[(i + 1) % ring.len()], middle]);
        }
    }
    if rim.is_empty() {
        return None;
    }
    let count = points;
    let mut points = spread(&mesh, &rim);
    points.truncate(count);
    let mut layout = Layout { points, vertices, map };
    layout.relax(rounds);
    layout.fill_frame();
    Some(layout)
}

/// Joins the rings of a region by bridges into one.
fn bridge(mesh: &mut Mesh, rings: Vec<Vec<usize>>) -> Option<Vec<usize>> {
    let mut rings = rings.into_iter();
    let mut joined = rings.next()?;
    let mut turn = 0;
    for ring in rings {
        turn = (turn + joined.len() / 3 + 1) % joined.len();
        let mut walk: Vec<usize> = joined[turn..].iter().chain(&joined[..=turn]).copied().collect();
        walk.extend(&ring);
        walk.push(ring[0]);
        joined = mesh.ring(&walk);
    }
    Some(joined)
}

/// Tutte's positions with the rim on a circle.
fn spread(mesh: &Mesh, rim: &[usize]) -> Vec<Point> {
    let n = mesh.points;
    let mut fixed = vec![false; n];
    let mut points = vec![(0.0, 0.0); n];
    for (i, &v) in rim.iter().enumerate() {
        // The outer region lies on the left of its ring, so the ring runs against the clock of the other triangles.
        let angle = -std::f64::consts::TAU * i as f64 / rim.len() as f64;
        points[v] = (RADIUS * angle.cos(), RADIUS * angle.sin());
        fixed[v] = true;
    }
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); n];
    for triangle in &mesh.triangles {
        for i in 0..3 {
            let (a, b) = (triangle[i], triangle[(i + 1) % 3]);
            for (u, v) in [(a, b), (b, a)] {
                if !neighbours[u].contains(&v) {
                    neighbours[u].push(v);
                }
            }
        }
    }
    for _ in 0..3000 {
        let mut moved = 0.0f64;
        for v in (0..n).filter(|&v| !fixed[v] && !neighbours[v].is_empty()) {
            let sum = neighbours[v].iter().fold((0.0, 0.0), |s, &u| (s.0 + points[u].0, s.1 + points[u].1));
            let mean = (sum.0 / neighbours[v].len() as f64, sum.1 / neighbours[v].len() as f64);
            // Over-relaxation: the linear system is the same, the way shorter.
            let next = (points[v].0 + 1.7 * (mean.0 - points[v].0), points[v].1 + 1.7 * (mean.1 - points[v].1));
            moved = moved.max((next.0 - points[v].0).abs() + (next.1 - points[v].1).abs());
            points[v] = next;
        }
        if moved < 1e-12 {
            break;
        }
    }
    points
}

fn minus(a: Point, b: Point) -> Point {
    (a.0 - b.0, a.1 - b.1)
}

/// The point of a stretch that is nearest to p.
fn nearest(p: Point, a: Point, b: Point) -> Point {
    let (ab, ap) = (minus(b, a), minus(p, a));
    let length = ab.0 * ab.0 + ab.1 * ab.1;
    let t = if length > 0.0 { ((ap.0 * ab.0 + ap.1 * ab.1) / length).clamp(0.0, 1.0) } else { 0.0 };
    (a.0 + t * ab.0, a.1 + t * ab.1)
}

/// How near a point and a stretch of curve may come before they push each other away, in lengths of a stretch at rest.
const NEAR: f64 = 1.5;

impl Layout {
    /// The straight stretches between points.
    pub(super) fn stretches(&self) -> Vec<(usize, usize)> {
        let point = |v: u16| usize::from(v);
        let cut = |(e, &(u, v)): (usize, &(u16, u16))| {
            let (a, b) = (self.vertices + 2 * e, self.vertices + 2 * e + 1);
            [(point(u), a), (a, b), (b, point(v))]
        };
        self.map.edges.iter().enumerate().flat_map(cut).collect()
    }

    /// Spreads the scene out without letting anything cross.
    fn relax(&mut self, rounds: usize) {
        let stretches = self.stretches();
        let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); self.points.len()];
        for &(a, b) in &stretches {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        for round in 0..rounds {
            let heat = 1.0 - 0.9 * round as f64 / rounds as f64;
            // First everything only pushes, so that what is tiny unfolds; then curves draw themselves together.
            let pull = (2.0 * round as f64 / rounds as f64 - 0.5).clamp(0.0, 1.0);
            let (forces, room) = self.forces(&stretches, &neighbours, pull);
            for ((p, f), room) in self.points.iter_mut().zip(forces).zip(room) {
                let size = f.0.hypot(f.1);
                if size > 1e-12 {
                    let step = (0.15 * heat * size).min(0.5 * heat).min(room / 3.1);
                    *p = (p.0 + step * f.0 / size, p.1 + step * f.1 / size);
                }
            }
        }
    }

    /// The force on each point, and how near the next stretch of curve is.
    fn forces(&self, stretches: &[(usize, usize)], neighbours: &[Vec<usize>], pull: f64) -> (Vec<Point>, Vec<f64>) {
        let points = &self.points;
        let mut force: Vec<Point> = points.iter().map(|p| (-0.06 * p.0, -0.06 * p.1)).collect();
        let mut room = vec![f64::INFINITY; points.len()];
        let push = |force: &mut Vec<Point>, i: usize, along: Point, size: f64| {
            force[i] = (force[i].0 + size * along.0, force[i].1 + size * along.1);
        };
        for i in 0..points.len() {
            for j in 0..i {
                let apart = minus(points[i], points[j]);
                let far = apart.0.hypot(apart.1).max(1e-6);
                // Spots carry letters and need more room than the bends of curves.
                let weight = if i < self.vertices && j < self.vertices { 1.6 } else { 0.6 };
                let size = weight * (1.0 / (far * far)).min(4.0) / far;
                push(&mut force, i, apart, size);
                push(&mut force, j, apart, -size);
            }
        }
        for &(a, b) in stretches {
            let along = minus(points[b], points[a]);
            push(&mut force, a, along, 0.7 * pull);
            push(&mut force, b, along, -0.7 * pull);
            for p in (0..points.len()).filter(|&p| p != a && p != b) {
                let foot = nearest(points[p], points[a], points[b]);
                let apart = minus(points[p], foot);
                let far = apart.0.hypot(apart.1);
                for i in [p, a, b] {
                    // What nearly touches stays where it is: rounding must not let it through.
                    room[i] = if far < 1e-9 { 0.0 } else { room[i].min(far) };
                }
                let far = far.max(1e-9);
                if far < NEAR {
                    let size = (NEAR - far) * (NEAR - far) / (far * far);
                    push(&mut force, p, apart, 0.5 * size);
                    push(&mut force, a, apart, -0.25 * size);
                    push(&mut force, b, apart, -0.25 * size);
                }
            }
        }
        // A curve passes its bends, and spots of two curve ends, as straight as it can.
        for (i, around) in neighbours.iter().enumerate() {
            if let [a, b] = around[..] {
                let middle = ((points[a].0 + points[b].0) / 2.0, (points[a].1 + points[b].1) / 2.0);
                push(&mut force, i, minus(middle, points[i]), pull);
            }
        }
        (force, room)
    }

    /// Moves and scales the scene to the middle of its frame.
    fn fill_frame(&mut self) {
        let bounds = |along: fn(&Point) -> f64| {
            let values = self.points.iter().map(along);
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
        };
        let (x, y) = (bounds(|p| p.0), bounds(|p| p.1));
        let size = (x.1 - x.0).max(y.1 - y.0).max(2.0);
        let scale = 1.84 * RADIUS / size;
        for p in &mut self.points {
            *p = (scale * (p.0 - (x.0 + x.1) / 2.0), scale * (p.1 - (y.0 + y.1) / 2.0));
        }
    }

    /// Turns the scene so that its first vertices lie as they do in another one.
    pub(super) fn turn_like(&mut self, other: &Layout) {
        let common = self.vertices.min(other.vertices);
        let (mut dot, mut cross) = (0.0, 0.0);
        for (p, q) in self.points[..common].iter().zip(&other.points) {
            dot += p.0 * q.0 + p.1 * q.1;
            cross += p.0 * q.1 - p.1 * q.0;
        }
        let (sin, cos) = cross.atan2(dot).sin_cos();
        for p in &mut self.points {
            *p = (cos * p.0 - sin * p.1, sin * p.0 + cos * p.1);
        }
        self.fill_frame();
    }

    /// The radius of spots: as large as their distances from each other and from other curves allow.
    pub(super) fn spot_radius(&self) -> f64 {
        let mut least = f64::INFINITY;
        let spots = &self.points[..self.vertices];
        for (i, &p) in spots.iter().enumerate() {
            for &q in &spots[..i] {
                least = least.min(0.42 * (p.0 - q.0).hypot(p.1 - q.1));
            }
            for (a, b) in self.stretches().into_iter().filter(|&(a, b)| a != i && b != i) {
                let foot = nearest(p, self.points[a], self.points[b]);
                least = least.min(0.75 * (p.0 - foot.0).hypot(p.1 - foot.1));
            }
        }
        least.clamp(0.1, 0.5)
    }
}
