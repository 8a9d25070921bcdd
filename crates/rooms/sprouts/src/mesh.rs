//! Triangulations of a sheet in which the lines of the drawing are edges.
//!
//! Points are joined from left to right, edges are flipped until every line is there (Sloan 1993) and then until no
//! circle around a triangle holds a point that it could see (Delaunay); both are decided in whole numbers. Later points
//! are middles of edges, which doubles hold exactly some thirty times over, so nothing is ever rounded.

use super::plane::{Pt, area, meet};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// An edge in a direction: the triangle to its left belongs to it.
pub type Way = (u32, u32);

/// A triangulation: for each edge in each direction the third corner of the triangle on its left.
#[derive(Clone)]
pub struct Mesh {
    /// The corners.
    pub points: Vec<(f64, f64)>,
    third: FxHashMap<Way, u32>,
    /// Edges that may not be crossed, in both directions.
    pub walls: FxHashSet<Way>,
}

impl Mesh {
    /// The third corner of the triangle on the left of an edge.
    pub fn third(&self, (a, b): Way) -> Option<u32> {
        self.third.get(&(a, b)).copied()
    }

    fn add(&mut self, [a, b, c]: [u32; 3]) {
        self.third.insert((a, b), c);
        self.third.insert((b, c), a);
        self.third.insert((c, a), b);
    }

    fn remove(&mut self, [a, b, c]: [u32; 3]) {
        for way in [(a, b), (b, c), (c, a)] {
            self.third.remove(&way);
        }
    }

    /// Makes an edge a wall.
    pub fn wall(&mut self, (a, b): Way) {
        self.walls.insert((a, b));
        self.walls.insert((b, a));
    }

    /// Whether an edge is a wall.
    pub fn is_wall(&self, way: Way) -> bool {
        self.walls.contains(&way)
    }

    /// The edges of all triangles around a corner that lead away from it, in no order.
    pub fn around(&self, corner: u32) -> Vec<u32> {
        let from = self.third.keys().filter(|way| way.0 == corner).map(|way| way.1);
        let mut list: Vec<u32> = from.collect();
        list.sort_unstable();
        list
    }

    /// Puts a point into the middle of an edge that is no wall; both triangles are cut in two.
    pub fn halve(&mut self, (a, b): Way) -> u32 {
        let (p, q) = (self.points[a as usize], self.points[b as usize]);
        let middle = self.points.len() as u32;
        self.points.push(((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0));
        for (a, b) in [(a, b), (b, a)] {
            if let Some(c) = self.third((a, b)) {
                self.third.remove(&(a, b));
                self.third.remove(&(b, c));
                self.third.remove(&(c, a));
                self.add([a, middle, c]);
                self.add([middle, b, c]);
            }
        }
        middle
    }

    /// Triangulates points whose first two are the leftmost, one above the other, and puts walls in; none if a wall
    /// passes through a point.
    pub fn of(points: &[Pt], walls: &[Way]) -> Option<Mesh> {
        let corners = points.iter().map(|p| (p.0 as f64, p.1 as f64)).collect();
        let mut mesh = Mesh { points: corners, third: FxHashMap::default(), walls: FxHashSet::default() };
        mesh.sweep(points);
        mesh.round_off(points);
        for &way in walls {
            mesh.force(points, way)?;
            mesh.wall(way);
        }
        mesh.round_off(points);
        Some(mesh)
    }

    /// Joins each point with everything that it sees of the points left of it.
    fn sweep(&mut self, points: &[Pt]) {
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        order.sort_by_key(|&v| points[v as usize]);
        let at = |v: u32| points[v as usize];
        let mut hull: Vec<u32> = match area(at(order[0]), at(order[1]), at(order[2])) > 0 {
            true => vec![order[0], order[1], order[2]],
            false => vec![order[1], order[0], order[2]],
        };
        self.add([hull[0], hull[1], hull[2]]);
        for &p in &order[3..] {
            let sees = |i: usize| area(at(hull[i]), at(hull[(i + 1) % hull.len()]), at(p)) < 0;
            let seen: Vec<bool> = (0..hull.len()).map(sees).collect();
            let count = hull.len();
            let Some(first) = (0..count).find(|&i| seen[i] && !seen[(i + count - 1) % count]) else { continue };
            let length = (0..count).take_while(|&k| seen[(first + k) % count]).count();
            for k in 0..length {
                let (a, b) = (hull[(first + k) % count], hull[(first + k + 1) % count]);
                self.add([b, a, p]);
            }
            let mut rest: Vec<u32> = (length..=count).map(|k| hull[(first + k) % count]).collect();
            rest.push(p);
            hull = rest;
        }
    }

    /// Turns the edge between two triangles that make a convex figure.
    fn flip(&mut self, (a, b): Way) -> Option<Way> {
        let (c, d) = (self.third((a, b))?, self.third((b, a))?);
        self.remove([a, b, c]);
        self.remove([b, a, d]);
        self.add([a, d, c]);
        self.add([d, b, c]);
        Some((d, c))
    }

    fn is_convex(&self, points: &[Pt], (a, b): Way) -> bool {
        let (Some(c), Some(d)) = (self.third((a, b)), self.third((b, a))) else { return false };
        let at = |v: u32| points[v as usize];
        area(at(a), at(d), at(c)) > 0 && area(at(d), at(b), at(c)) > 0
    }

    /// Flips the edges that cross a way until it is an edge itself.
    fn force(&mut self, points: &[Pt], (a, b): Way) -> Option<()> {
        let at = |v: u32| points[v as usize];
        let mut crossed: VecDeque<Way> = VecDeque::new();
        if self.third((a, b)).is_none() && self.third((b, a)).is_none() {
            for (&(p, q), _) in self.third.iter().filter(|((p, q), _)| p < q) {
                let apart = p != a && p != b && q != a && q != b;
                if apart && meet(at(p), at(q), at(a), at(b)) {
                    crossed.push_back((p, q));
                }
            }
        }
        crossed.make_contiguous().sort_unstable();
        let mut tries = 60 * (crossed.len() + 1) * (crossed.len() + 1);
        while let Some(way) = crossed.pop_front() {
            tries = tries.checked_sub(1)?;
            if !self.is_convex(points, way) {
                crossed.push_back(way);
                continue;
            }
            if self.is_wall(way) {
                return None;
            }
            let (c, d) = self.flip(way)?;
            let apart = c != a && c != b && d != a && d != b;
            if apart && meet(at(c), at(d), at(a), at(b)) {
                crossed.push_back((c, d));
            }
        }
        (self.third((a, b)).is_some() || self.third((b, a)).is_some()).then_some(())
    }

    /// Flips every edge that is no wall and whose circle holds the corner beyond it.
    fn round_off(&mut self, points: &[Pt]) {
        let mut open: Vec<Way> = self.third.keys().copied().filter(|(a, b)| a < b).collect();
        open.sort_unstable();
        let mut tries = 200 * open.len();
        while let Some((a, b)) = open.pop() {
            let (Some(c), Some(d)) = (self.third((a, b)), self.third((b, a))) else { continue };
            tries = tries.saturating_sub(1);
            if tries == 0 || self.is_wall((a, b)) || !self.is_convex(points, (a, b)) {
                continue;
            }
            let at = |v: u32| points[v as usize];
            if in_circle(at(a), at(b), at(c), at(d)) && self.flip((a, b)).is_some() {
                open.extend([(a, d), (d, b), (b, c), (c, a)]);
            }
        }
    }
}

/// Whether d lies within the circle through a, b and c, which turn left.
fn in_circle(a: Pt, b: Pt, c: Pt, d: Pt) -> bool {
    let row = |p: Pt| {
        let (x, y) = (i128::from(p.0 - d.0), i128::from(p.1 - d.1));
        (x, y, x * x + y * y)
    };
    let (a, b, c) = (row(a), row(b), row(c));
    a.0 * (b.1 * c.2 - c.1 * b.2) - a.1 * (b.0 * c.2 - c.0 * b.2) + a.2 * (b.0 * c.1 - c.0 * b.1) > 0
}

#[test]
fn triangles_cover_the_sheet_and_walls_are_edges() {
    use rand::{RngExt, SeedableRng};
    let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    for _ in 0..40 {
        let mut points: Vec<Pt> = vec![(-1000, -1000), (-1000, 1000), (1000, -1000), (1000, 1000)];
        while points.len() < 60 {
            let p = (chance.random_range(-900..900), chance.random_range(-900..900));
            if !points.contains(&p) {
                points.push(p);
            }
        }
        let mut walls: Vec<Way> = Vec::new();
        for _ in 0..30 {
            let (a, b) = (chance.random_range(4..60u32), chance.random_range(4..60u32));
            let at = |v: u32| points[v as usize];
            let free = a != b
                && walls.iter().all(|&(c, d)| {
                    let joined = a == c || a == d || b == c || b == d;
                    !joined && !meet(at(a), at(b), at(c), at(d))
                })
                && (0..60).all(|v| v == a || v == b || area(at(a), at(b), at(v)) != 0);
            if free {
                walls.push((a, b));
            }
        }
        let mesh = Mesh::of(&points, &walls).unwrap();
        let twice = |(&(a, b), &c): (&Way, &u32)| {
            let turned = area(points[a as usize], points[b as usize], points[c as usize]);
            assert!(turned > 0);
            turned
        };
        assert_eq!(mesh.third.iter().map(twice).sum::<i64>(), 3 * 2 * 2000 * 2000);
        assert!(!walls.is_empty() && walls.iter().all(|&way| mesh.third(way).is_some()));
    }
}
