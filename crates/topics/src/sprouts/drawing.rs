//! Planar pictures of positions.
//!
//! A text that holds every vertex and every walk of a drawing determines the drawing's map: each step of a walk is one side of an edge, and sides are paired so
//! that the edges around every vertex form one circle and every figure is a sphere's map (Euler). Each edge is cut in three, each walk is lined with a ring of
//! helping points, rings of one region are bridged, and what is left of a region gets a point in its middle: a triangulation without double edges. Its outer ring is put on a
//! circle and every other point into the middle of its neighbours; by Tutte's theorem (1963) no edges cross. Then points move towards evenly sized triangles as
//! long as no triangle turns over, and curves are rounded wherever a check finds no crossing.

use super::position::{Position, name};
use kit::scene::{Form, Segment};
use kit::{Ink, Scene, Shape};
use rustc_hash::FxHashMap;

type Point = (f64, f64);

/// Half of the picture's side.
const RADIUS: f64 = 5.0;

/// The edges of a drawing: the vertices at the ends, and for each walk of each region the edges along it with their direction.
struct Map {
    edges: Vec<(u16, u16)>,
    walks: Vec<Vec<Vec<(usize, bool)>>>,
}

/// One side of an edge: the step from a place of a walk to the next.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Side {
    walk: usize,
    place: usize,
    from: u16,
    to: u16,
}

/// The map of a position whose text is a whole drawing.
fn map_of(at: &Position) -> Option<Map> {
    let walks: Vec<&Vec<u16>> = at.regions.iter().flatten().collect();
    let mut sides = Vec::new();
    let mut first_side = Vec::new();
    for (w, walk) in walks.iter().enumerate() {
        first_side.push(sides.len());
        if walk.len() == 1 {
            if at.degree[usize::from(walk[0])] != 0 {
                return None;
            }
            continue;
        }
        for (i, &from) in walk.iter().enumerate() {
            let to = walk[(i + 1) % walk.len()];
            if from == to {
                return None;
            }
            sides.push(Side { walk: w, place: i, from, to });
        }
    }
    let seen = at.seen();
    if (0..seen.len()).any(|v| at.degree[v] > 0 && seen[v] != at.degree[v]) {
        return None;
    }
    let mut twin = vec![usize::MAX; sides.len()];
    let mut tries = 20_000;
    if !pair_up(&sides, &walks, &first_side, &mut twin, &mut tries) {
        return None;
    }
    let mut edges = Vec::new();
    let mut edge_of = vec![(0, false); sides.len()];
    for s in 0..sides.len() {
        if s < twin[s] {
            edge_of[s] = (edges.len(), true);
            edge_of[twin[s]] = (edges.len(), false);
            edges.push((sides[s].from, sides[s].to));
        }
    }
    let mut at_walk = 0;
    let walks = at
        .regions
        .iter()
        .map(|region| {
            region
                .iter()
                .map(|walk| {
                    let first = first_side[at_walk];
                    at_walk += 1;
                    let length = if walk.len() == 1 { 0 } else { walk.len() };
                    edge_of[first..first + length].to_vec()
                })
                .collect()
        })
        .collect();
    Some(Map { edges, walks })
}

/// Pairs each side with one in the opposite direction; backtracks where edges are parallel.
fn pair_up(sides: &[Side], walks: &[&Vec<u16>], first: &[usize], twin: &mut [usize], tries: &mut u32) -> bool {
    let Some(open) = twin.iter().position(|&t| t == usize::MAX) else {
        return is_planar(sides, walks, first, twin);
    };
    for other in open + 1..sides.len() {
        if *tries == 0 {
            return false;
        }
        if twin[other] == usize::MAX && sides[other].from == sides[open].to && sides[other].to == sides[open].from {
            *tries -= 1;
            twin[open] = other;
            twin[other] = open;
            if pair_up(sides, walks, first, twin, tries) {
                return true;
            }
            twin[open] = usize::MAX;
            twin[other] = usize::MAX;
        }
    }
    false
}

/// Whether the edges around each vertex form one circle and each figure has Euler's number 2.
fn is_planar(sides: &[Side], walks: &[&Vec<u16>], first: &[usize], twin: &[usize]) -> bool {
    let previous = |s: usize| {
        let Side { walk, place, .. } = sides[s];
        first[walk] + (place + walks[walk].len() - 1) % walks[walk].len()
    };
    let mut degree: FxHashMap<u16, usize> = FxHashMap::default();
    for side in sides {
        *degree.entry(side.from).or_default() += 1;
    }
    for s in 0..sides.len() {
        // Around the vertex where side s begins: the twin of the side before it is the next.
        let mut turn = twin[previous(s)];
        let mut count = 1;
        while turn != s && count <= 3 {
            turn = twin[previous(turn)];
            count += 1;
        }
        if count != degree[&sides[s].from] {
            return false;
        }
    }
    let mut figure: Vec<usize> = (0..walks.len()).collect();
    for s in 0..sides.len() {
        let (a, b) = (figure[sides[s].walk], figure[sides[twin[s]].walk]);
        figure.iter_mut().filter(|f| **f == b).for_each(|f| *f = a);
    }
    (0..walks.len()).filter(|&f| figure[f] == f && walks[f].len() > 1).all(|f| {
        let mut vertices: Vec<u16> = sides.iter().filter(|s| figure[s.walk] == f).map(|s| s.from).collect();
        let edges = vertices.len() / 2;
        vertices.sort_unstable();
        vertices.dedup();
        let faces = figure.iter().filter(|&&g| g == f).count();
        vertices.len() + faces == edges + 2
    })
}

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

/// Points of a drawing: vertices first, then two for each edge.
struct Layout {
    points: Vec<Point>,
    map: Map,
}

fn layout(at: &Position) -> Option<Layout> {
    let map = map_of(at)?;
    let vertices = at.degree.len();
    let mut mesh = Mesh { points: vertices + 2 * map.edges.len(), triangles: Vec::new() };
    let corners = |r: usize| -> usize { at.regions[r].iter().map(|w| w.len() + 2).sum() };
    let outer = (0..at.regions.len()).max_by_key(|&r| (corners(r), at.regions.len() - r))?;
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
    let mut points = spread(&mesh, &rim);
    points.truncate(vertices + 2 * map.edges.len());
    fill_frame(&mut points);
    Some(Layout { points, map })
}

/// Moves and scales the drawing to the middle of its frame.
fn fill_frame(points: &mut [Point]) {
    let bounds = |along: fn(&Point) -> f64| {
        let values = points.iter().map(along);
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
    };
    let (x, y) = (bounds(|p| p.0), bounds(|p| p.1));
    let size = (x.1 - x.0).max(y.1 - y.0).max(2.0);
    let scale = 1.9 * RADIUS / size;
    for p in points {
        *p = (scale * (p.0 - (x.0 + x.1) / 2.0), scale * (p.1 - (y.0 + y.1) / 2.0));
    }
}

/// The radius of spots: as large as their distances allow.
fn spot_radius(points: &[Point]) -> f64 {
    let mut least = f64::INFINITY;
    for (i, a) in points.iter().enumerate() {
        for b in &points[..i] {
            least = least.min((a.0 - b.0).hypot(a.1 - b.1));
        }
    }
    (0.4 * least).clamp(0.08, 0.26)
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

fn area(a: Point, b: Point, c: Point) -> f64 {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// Tutte's positions with the rim on a circle, then evened out.
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
    let mut around: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (t, triangle) in mesh.triangles.iter().enumerate() {
        for i in 0..3 {
            let (a, b) = (triangle[i], triangle[(i + 1) % 3]);
            around[a].push(t);
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
    even_out(mesh, &fixed, &neighbours, &around, &mut points);
    points
}

/// Moves each point to the middle of its neighbours weighed by their distance, as long as no triangle turns over.
fn even_out(mesh: &Mesh, fixed: &[bool], neighbours: &[Vec<usize>], around: &[Vec<usize>], points: &mut [Point]) {
    for _ in 0..400 {
        for v in (0..points.len()).filter(|&v| !fixed[v] && !neighbours[v].is_empty()) {
            let (mut sum, mut weight) = ((0.0, 0.0), 0.0);
            for &u in &neighbours[v] {
                let (dx, dy) = (points[u].0 - points[v].0, points[u].1 - points[v].1);
                let w = dx * dx + dy * dy + 1e-9;
                sum = (sum.0 + w * points[u].0, sum.1 + w * points[u].1);
                weight += w;
            }
            let old = points[v];
            let goal = (sum.0 / weight, sum.1 / weight);
            let least = |points: &[Point]| {
                let size = |&t: &usize| {
                    let [a, b, c] = mesh.triangles[t];
                    area(points[a], points[b], points[c])
                };
                around[v].iter().map(size).fold(f64::INFINITY, f64::min)
            };
            let before = least(points);
            for step in [0.6, 0.2] {
                points[v] = (old.0 + step * (goal.0 - old.0), old.1 + step * (goal.1 - old.1));
                if least(points) > 0.5 * before.max(0.0) {
                    break;
                }
                points[v] = old;
            }
        }
    }
}

/// The corners and, where nothing crosses, the rounded course of an edge.
fn course(layout: &Layout, vertices: usize, edge: usize, round: bool) -> Vec<Point> {
    let (u, v) = layout.map.edges[edge];
    let p = |i: usize| layout.points[i];
    let corners = [p(usize::from(u)), p(vertices + 2 * edge), p(vertices + 2 * edge + 1), p(usize::from(v))];
    if !round {
        return corners.to_vec();
    }
    let mid = ((corners[1].0 + corners[2].0) / 2.0, (corners[1].1 + corners[2].1) / 2.0);
    let bend = |a: Point, b: Point, c: Point, t: f64| {
        let s = 1.0 - t;
        (s * s * a.0 + 2.0 * s * t * b.0 + t * t * c.0, s * s * a.1 + 2.0 * s * t * b.1 + t * t * c.1)
    };
    let first = (0..8).map(|i| bend(corners[0], corners[1], mid, f64::from(i) / 8.0));
    let second = (0..=8).map(|i| bend(mid, corners[2], corners[3], f64::from(i) / 8.0));
    first.chain(second).collect()
}

fn cross(a: &[Point], b: &[Point]) -> bool {
    let meets = |p: Point, q: Point, r: Point, s: Point| {
        area(p, q, r) * area(p, q, s) < 0.0 && area(r, s, p) * area(r, s, q) < 0.0
    };
    a.windows(2).any(|x| b.windows(2).any(|y| meets(x[0], x[1], y[0], y[1])))
}

/// Which edges may be drawn round: those that cross nothing.
fn rounded(layout: &Layout, vertices: usize) -> Vec<bool> {
    let edges = layout.map.edges.len();
    let mut round = vec![true; edges];
    loop {
        let courses: Vec<Vec<Point>> = (0..edges).map(|e| course(layout, vertices, e, round[e])).collect();
        let mut changed = false;
        for a in 0..edges {
            for b in 0..a {
                if (round[a] || round[b]) && cross(&courses[a], &courses[b]) {
                    round[a] = false;
                    round[b] = false;
                    changed = true;
                }
            }
        }
        if !changed {
            return round;
        }
    }
}

/// The position as a picture, if its text is a whole drawing.
pub fn scene(at: &Position, caption: &str) -> Option<Scene> {
    let layout = layout(at)?;
    let vertices = at.degree.len();
    let side = 2.0 * RADIUS + 0.6;
    let mut scene = Scene::framed("position", caption, [-side / 2.0, -side / 2.0, side, side]);
    let round = rounded(&layout, vertices);
    for (edge, &smooth) in round.iter().enumerate() {
        let p = course(&layout, vertices, edge, false);
        let mut path = vec![Segment::Move(p[0].0, p[0].1)];
        match smooth {
            true => {
                let mid = ((p[1].0 + p[2].0) / 2.0, (p[1].1 + p[2].1) / 2.0);
                path.push(quadratic(p[0], p[1], mid));
                path.push(quadratic(mid, p[2], p[3]));
            }
            false => path.extend(p[1..].iter().map(|q| Segment::Line(q.0, q.1))),
        }
        scene.add(Shape::new(Form::Path(path)).stroke(Ink::Solid).weight(0.06));
    }
    let radius = spot_radius(&layout.points[..vertices]);
    for v in 0..vertices {
        let (x, y) = layout.points[v];
        let dead = at.degree[v] == 3;
        let spot = Shape::circle(x, y, if dead { 0.6 * radius } else { radius });
        let spot = spot.fill(if dead { Ink::Faint } else { Ink::Paper }).stroke(Ink::Solid).weight(0.04);
        scene.add(spot.label(format!("{}, {} lives", name(v), 3 - at.degree[v])));
        if !dead {
            scene.add(Shape::text(x, y + 0.4 * radius, 1.15 * radius, name(v)));
        }
    }
    Some(scene)
}

/// A quadratic curve as a cubic one.
fn quadratic(a: Point, b: Point, c: Point) -> Segment {
    let third = |p: Point, q: Point| (p.0 + 2.0 * (q.0 - p.0) / 3.0, p.1 + 2.0 * (q.1 - p.1) / 3.0);
    let (p, q) = (third(a, b), third(c, b));
    Segment::Curve([p.0, p.1, q.0, q.1, c.0, c.1])
}

/// Several pictures side by side, so many in a row.
pub fn strip(name: &str, caption: &str, scenes: &[Scene], row: usize) -> Scene {
    let (size, columns) = (4.0, row.min(scenes.len()).max(1));
    let rows = scenes.len().div_ceil(columns).max(1);
    let mut strip = Scene::new(name, caption, size * columns as f64, (size + 0.5) * rows as f64);
    for (i, scene) in scenes.iter().enumerate() {
        let (x, y) = ((i % columns) as f64 * size, (i / columns) as f64 * (size + 0.5));
        strip.place(scene, x + 0.1, y, (size - 0.2) / scene.frame[2]);
        strip.add(Shape::text(x + size / 2.0, y + size + 0.2, 0.3, scene.caption.clone()));
    }
    strip
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn random_games_are_drawn_without_crossings() {
        let mut chance = ChaCha8Rng::seed_from_u64(4);
        for n in 1..=4 {
            let mut at = Position::start(n).with_names();
            loop {
                let layout = layout(&at).unwrap_or_else(|| panic!("{at}"));
                let vertices = at.degree.len();
                let round = rounded(&layout, vertices);
                let courses: Vec<Vec<Point>> =
                    (0..round.len()).map(|e| course(&layout, vertices, e, round[e])).collect();
                for a in 0..courses.len() {
                    for b in 0..a {
                        assert!(!cross(&courses[a], &courses[b]), "{at}: edges {a} and {b}");
                    }
                }
                let curves = plain::curves(&at);
                if curves.is_empty() {
                    break;
                }
                at = plain::draw(&at, &curves[chance.random_range(0..curves.len())]);
            }
        }
    }

    #[test]
    fn a_text_that_is_no_whole_drawing_has_no_picture() {
        for text in ["{AB2}{AB}", "{ABC}{ABC}", "{1}"] {
            assert!(scene(&text.parse().unwrap(), "").is_none(), "{text}");
        }
        for text in ["{ABC}{CBA}", "{0*3}", "{0.1A1A}", "{AB}{AB}"] {
            assert!(scene(&text.parse().unwrap(), "").is_some(), "{text}");
        }
    }
}
