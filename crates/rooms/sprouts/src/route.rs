//! The way along which a curve of a given class is drawn.
//!
//! The region is cut into triangles. A curve that closes must leave some figures on its first side and the others on
//! its second: the former are tied, by cuts that do not cross, to the part of the boundary on the first side, the
//! latter to the part on the second. What is left of the region has no hole, so there is one class of ways from corner
//! to corner, and the shortest that avoids narrow places is taken. It passes each triangle once, from the middle of an
//! edge to the middle of an edge, and so crosses neither itself nor anything else.

use super::mesh::{Mesh, Way};
use super::plain::Curve;
use super::plane::{Pt, UNIT, distance, far};
use super::sheet::{Ring, Sheet, Told};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How far beyond the drawing a way may lead.
const MARGIN: i64 = UNIT * 6 / 5;
/// The distance of helping points from each other, and the least from what is drawn.
const LATTICE: i64 = UNIT * 9 / 10;
const CLEAR: f64 = 0.4 * UNIT as f64;

/// What a wall belongs to: the first side of the curve, its second side, or a figure that is not tied yet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    First,
    Second,
    Figure(usize),
}

/// A sheet cut into triangles.
pub struct Ground<'a> {
    sheet: &'a Sheet,
    told: &'a Told,
    mesh: Mesh,
    number: FxHashMap<Pt, u32>,
}

struct Router<'a> {
    mesh: Mesh,
    sheet: &'a Sheet,
    number: &'a FxHashMap<Pt, u32>,
    owner: FxHashMap<Way, Owner>,
    /// Where the curve begins and ends: no cut is tied there unless it must.
    ends: [u32; 2],
}

/// Triangles one after the other: the edges crossed between them.
type Crossed = Vec<Way>;

impl<'a> Ground<'a> {
    /// Triangulates a sheet; none where its lines touch.
    pub fn of(sheet: &'a Sheet, told: &'a Told) -> Option<Ground<'a>> {
        let mut number: FxHashMap<Pt, u32> = FxHashMap::default();
        let drawn = || sheet.spots.iter().chain(sheet.lines.iter().flat_map(|line| &line.course));
        let bound = |along: fn(&Pt) -> i64| {
            let least = drawn().map(along).min().unwrap_or(0) - MARGIN;
            (least, drawn().map(along).max().unwrap_or(0) + MARGIN)
        };
        let (x, y) = (bound(|p| p.0), bound(|p| p.1));
        let mut points: Vec<Pt> = vec![(x.0, y.0), (x.0, y.1), (x.1, y.0), (x.1, y.1)];
        for &p in drawn() {
            number.entry(p).or_insert_with(|| {
                points.push(p);
                points.len() as u32 - 1
            });
        }
        let clear =
            |p: Pt| drawn().all(|&q| far(p, q) > CLEAR) && sheet.stretches().all(|(_, a, b)| distance(p, a, b) > CLEAR);
        for i in 1..(x.1 - x.0) / LATTICE {
            for j in 1..(y.1 - y.0) / LATTICE {
                // Every second row is moved by half a step.
                let p = (x.0 + i * LATTICE - (j % 2) * LATTICE / 2, y.0 + j * LATTICE);
                if clear(p) {
                    points.push(p);
                }
            }
        }
        let walls: Vec<Way> = sheet.stretches().map(|(_, a, b)| (number[&a], number[&b])).collect();
        let mut mesh = Mesh::of(&points, &walls)?;
        for way in [(0, 1), (1, 3), (3, 2), (2, 0)] {
            mesh.wall(way);
        }
        Some(Ground { sheet, told, mesh, number })
    }

    /// The course of a curve; none where the numbers are too coarse.
    pub fn route(&self, curve: &Curve) -> Option<Vec<Pt>> {
        let rings = &self.told.rings[curve.region];
        let (from, to) = (&rings[curve.from.0], &rings[curve.to.0]);
        let spot = |ring: &Ring, place: usize| self.number[&self.sheet.spots[usize::from(ring.spots[place])]];
        let mut router = Router {
            mesh: self.mesh.clone(),
            sheet: self.sheet,
            number: &self.number,
            owner: FxHashMap::default(),
            ends: [spot(from, curve.from.1), spot(to, curve.to.1)],
        };
        let course = match curve.from.0 == curve.to.0 {
            false => router.way(&router.corner((from, curve.from.1)), &router.corner((to, curve.to.1)))?,
            true => router.closing(rings, curve, self.told.open == curve.region)?,
        };
        Some(course.iter().map(|p| (p.0.round() as i64, p.1.round() as i64)).collect())
    }
}

/// A triangle by one of its edges, with the corner opposite to that edge first met.
type Sector = Vec<Way>;

impl<'a> Router<'a> {
    fn spot(&self, spot: u16) -> u32 {
        self.number[&self.sheet.spots[usize::from(spot)]]
    }

    /// The triangles at a corner of a walk, as edges that leave it, the triangle on the left of each.
    fn corner(&self, (ring, place): (&Ring, usize)) -> Sector {
        let corner = self.spot(ring.spots[place]);
        match ring.sides.get(place) {
            Some(&side) => self.fan(corner, self.number[&self.sheet.course(side)[1]]),
            None => match self.mesh.around(corner).first() {
                Some(&first) => self.fan(corner, first),
                None => Vec::new(),
            },
        }
    }

    /// The triangles around a corner from an edge on, up to the next wall.
    fn fan(&self, corner: u32, first: u32) -> Sector {
        let mut list = Vec::new();
        let mut next = first;
        while let Some(third) = self.mesh.third((corner, next)) {
            list.push((corner, next));
            next = third;
            if self.mesh.is_wall((corner, next)) || next == first {
                break;
            }
        }
        list
    }

    /// The cheapest way over triangles from some to others: the first, and the edges crossed. Triangles are told by any
    /// of their edges.
    fn cheapest(&self, from: &[Way], done: &dyn Fn([u32; 3]) -> bool) -> Option<([u32; 3], Crossed)> {
        let name = |(a, b): Way| {
            let c = self.mesh.third((a, b))?;
            let least = a.min(b).min(c);
            Some(if a == least {
                [a, b, c]
            } else if b == least {
                [b, c, a]
            } else {
                [c, a, b]
            })
        };
        let mut cost: FxHashMap<[u32; 3], (u64, Option<Way>)> = FxHashMap::default();
        let mut open = BinaryHeap::new();
        for triangle in from.iter().filter_map(|&way| name(way)) {
            cost.insert(triangle, (0, None));
            open.push(Reverse((0, triangle)));
        }
        while let Some(Reverse((spent, triangle))) = open.pop() {
            if cost[&triangle].0 < spent {
                continue;
            }
            if done(triangle) {
                let mut crossed = Vec::new();
                let mut at = triangle;
                while let Some((a, b)) = cost[&at].1 {
                    crossed.push((a, b));
                    at = name((a, b))?;
                }
                crossed.reverse();
                return Some((at, crossed));
            }
            let [a, b, c] = triangle;
            for (a, b) in [(a, b), (b, c), (c, a)] {
                if self.mesh.is_wall((a, b)) {
                    continue;
                }
                let Some(next) = name((b, a)) else { continue };
                let total = spent + self.price((a, b), triangle);
                if cost.get(&next).is_none_or(|known| total < known.0) {
                    cost.insert(next, (total, Some((a, b))));
                    open.push(Reverse((total, next)));
                }
            }
        }
        None
    }

    /// What it costs to cross an edge out of a triangle: the way there, and more where it is narrow.
    fn price(&self, (a, b): Way, triangle: [u32; 3]) -> u64 {
        let p = |v: u32| self.mesh.points[v as usize];
        let middle = self.half((a, b));
        let heart = triangle.iter().fold((0.0, 0.0), |s, &v| (s.0 + p(v).0 / 3.0, s.1 + p(v).1 / 3.0));
        let length = |p: (f64, f64), q: (f64, f64)| ((p.0 - q.0) * (p.0 - q.0) + (p.1 - q.1) * (p.1 - q.1)).sqrt();
        let narrow = UNIT as f64 / length(p(a), p(b)).max(1.0);
        (2.0 * length(heart, middle) + 0.15 * UNIT as f64 * narrow * narrow.min(8.0)) as u64 + 1
    }

    fn half(&self, (a, b): Way) -> (f64, f64) {
        let (p, q) = (self.mesh.points[a as usize], self.mesh.points[b as usize]);
        ((p.0 + q.0) / 2.0, (p.1 + q.1) / 2.0)
    }

    /// The course from one corner to another.
    fn way(&self, from: &Sector, to: &Sector) -> Option<Vec<(f64, f64)>> {
        let (start, end) = (from.first()?.0, to.first()?.0);
        let last = |triangle: [u32; 3]| {
            let [a, b, c] = triangle;
            [(a, b), (b, c), (c, a)].iter().any(|way| to.contains(way))
        };
        let (first, crossed) = self.cheapest(from, &last)?;
        let p = |v: u32| self.mesh.points[v as usize];
        let mut course = vec![p(start)];
        match crossed.is_empty() {
            true => course.push(first.iter().fold((0.0, 0.0), |s, &v| (s.0 + p(v).0 / 3.0, s.1 + p(v).1 / 3.0))),
            false => course.extend(crossed.iter().map(|&way| self.half(way))),
        }
        course.push(p(end));
        Some(course)
    }

    /// The course of a curve that returns to its own boundary.
    fn closing(&mut self, rings: &[Ring], curve: &Curve, open: bool) -> Option<Vec<(f64, f64)>> {
        let own = &rings[curve.from.0];
        let (i, j) = (curve.from.1, curve.to.1);
        let lone = own.sides.is_empty();
        for (b, ring) in rings.iter().enumerate() {
            for (place, &side) in ring.sides.iter().enumerate() {
                let owner = match b == curve.from.0 {
                    true if i != j && (i..j).contains(&place) => Owner::First,
                    true => Owner::Second,
                    false => Owner::Figure(b),
                };
                self.claim(&self.sheet.course(side), owner);
            }
        }
        let (mut first, mut second): (Vec<usize>, Vec<usize>) =
            (0..rings.len()).filter(|&b| b != curve.from.0).partition(|b| curve.inside.contains(b));
        if open {
            let edge = rings.len();
            for way in [(0, 1), (1, 3), (3, 2), (2, 0)] {
                let way = if self.mesh.third(way).is_some() { way } else { (way.1, way.0) };
                self.owner.insert(way, Owner::Figure(edge));
            }
            second.push(edge);
        }
        if i == j && (first.is_empty() || lone && second.is_empty()) {
            return self.small_loop(&self.corner((own, i)));
        }
        let mut begun = [i != j, !lone];
        for (index, (owner, figures)) in
            [(Owner::First, &mut first), (Owner::Second, &mut second)].into_iter().enumerate()
        {
            while !figures.is_empty() {
                let sector = if begun[index] { Vec::new() } else { self.root(own, i) };
                let tied = self.tie(figures, rings, owner, &sector)?;
                figures.retain(|&f| f != tied);
                begun[index] = true;
            }
        }
        let (from, to) = match i == j {
            false => (self.corner((own, i)), self.corner((own, j))),
            true => self.parted(own, i),
        };
        self.way(&from, &to)
    }

    /// The cut of a side that leaves a corner.
    fn cut_at(&self, corner: u32, owner: Owner) -> Option<u32> {
        let owned = |&b: &u32| self.owner.get(&(corner, b)) == Some(&owner) && self.mesh.is_wall((corner, b));
        self.mesh.around(corner).into_iter().find(owned)
    }

    /// The triangles at the corner of a loop from which a first cut may leave.
    fn root(&self, own: &Ring, place: usize) -> Sector {
        let corner = self.spot(own.spots[place]);
        match self.cut_at(corner, Owner::First) {
            Some(cut) => self.fan(corner, cut),
            None => self.corner((own, place)),
        }
    }

    /// The two parts of a corner between which the first cut leaves it.
    fn parted(&self, own: &Ring, place: usize) -> (Sector, Sector) {
        let corner = self.spot(own.spots[place]);
        match (own.sides.get(place), self.cut_at(corner, Owner::First)) {
            (Some(&side), Some(first)) => {
                let leaving = self.number[&self.sheet.course(side)[1]];
                (self.fan(corner, leaving), self.fan(corner, first))
            }
            (None, Some(first)) => match self.cut_at(corner, Owner::Second) {
                Some(second) => (self.fan(corner, first), self.fan(corner, second)),
                None => (Vec::new(), Vec::new()),
            },
            _ => (Vec::new(), Vec::new()),
        }
    }

    /// Says to whom the left side of a chain of walls belongs.
    fn claim(&mut self, course: &[Pt], owner: Owner) {
        for pair in course.windows(2) {
            self.owner.insert((self.number[&pair[0]], self.number[&pair[1]]), owner);
        }
    }

    /// Ties the nearest of these figures to a side by a cut, and says which it was. A side that has nothing yet begins
    /// at the corner of the curve itself.
    fn tie(&mut self, figures: &[usize], rings: &[Ring], owner: Owner, root: &Sector) -> Option<usize> {
        let from: Vec<Way> = match root.is_empty() {
            false => root.clone(),
            true => self.owner.iter().filter(|(_, o)| **o == owner).map(|(&way, _)| way).collect(),
        };
        let lone: FxHashMap<u32, usize> = figures
            .iter()
            .filter(|&&f| rings.get(f).is_some_and(|ring| ring.sides.is_empty()))
            .map(|&f| (self.spot(rings[f].spots[0]), f))
            .collect();
        let reached = |[a, b, c]: [u32; 3]| {
            let owned = [(a, b), (b, c), (c, a)].into_iter().find_map(|way| match self.owner.get(&way) {
                Some(&Owner::Figure(f)) if figures.contains(&f) => Some((f, way.0)),
                _ => None,
            });
            owned.or_else(|| [a, b, c].iter().find_map(|v| lone.get(v).map(|&f| (f, *v))))
        };
        let mut from = from;
        from.sort_unstable();
        let (first, crossed) = self.cheapest(&from, &|triangle| reached(triangle).is_some())?;
        let last = match crossed.last() {
            Some(&(a, b)) => [b, a, self.mesh.third((b, a))?],
            None => first,
        };
        let (figure, end) = reached(last)?;
        let [a, b, c] = first;
        let begin = match root.is_empty() {
            false => root[0].0,
            true => {
                let (a, b) = [(a, b), (b, c), (c, a)].into_iter().find(|way| self.owner.get(way) == Some(&owner))?;
                if self.ends.contains(&a) { b } else { a }
            }
        };
        self.cut(begin, &crossed, end, owner)?;
        for known in self.owner.values_mut().filter(|known| **known == Owner::Figure(figure)) {
            *known = owner;
        }
        Some(figure)
    }

    /// Cuts along a way: every edge that it crosses is halved, apart from those around its ends.
    fn cut(&mut self, begin: u32, crossed: &[Way], end: u32, owner: Owner) -> Option<()> {
        let touches = |v: u32| move |&(a, b): &Way| a == v || b == v;
        // A point of a line is seen from both of its sides: only what follows directly turns around the same corner.
        let rest = &crossed[crossed.iter().take_while(|way| touches(begin)(way)).count()..];
        let rest = &rest[..rest.len() - rest.iter().rev().take_while(|way| touches(end)(way)).count()];
        let mut points = vec![begin];
        points.extend(rest.iter().map(|&way| self.mesh.halve(way)));
        points.push(end);
        for pair in points.windows(2) {
            let way = (pair[0], pair[1]);
            self.mesh.third(way)?;
            self.mesh.wall(way);
            self.owner.insert(way, owner);
            self.owner.insert((way.1, way.0), owner);
        }
        Some(())
    }

    /// A loop within one triangle of a corner.
    fn small_loop(&self, sector: &Sector) -> Option<Vec<(f64, f64)>> {
        let p = |v: u32| self.mesh.points[v as usize];
        let size = |&(a, b): &Way| {
            let c = self.mesh.third((a, b)).map_or(p(a), p);
            ((p(b).0 - p(a).0) * (c.1 - p(a).1) - (p(b).1 - p(a).1) * (c.0 - p(a).0)) as i64
        };
        let &(a, b) = sector.iter().max_by_key(|way| size(way))?;
        let c = self.mesh.third((a, b))?;
        let mix = |s: f64, t: f64| {
            let r = 1.0 - s - t;
            (r * p(a).0 + s * p(b).0 + t * p(c).0, r * p(a).1 + s * p(b).1 + t * p(c).1)
        };
        Some(vec![p(a), mix(0.45, 0.1), mix(0.4, 0.4), mix(0.1, 0.45), p(a)])
    }
}
