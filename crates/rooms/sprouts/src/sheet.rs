//! A drawing that is kept: where the spots lie and how the curves run, in whole numbers.
//!
//! The position of a drawing is read off it: curves are followed with the region on the left, and figures lie in the
//! smallest region around them. So a drawing and a text are compared by what each says, and neither believes the other.

use super::layout::Layout;
use super::plane::{Pt, UNIT, area, by_angle, distance, encloses, far, lies_on, meet, middle, turned_area};
use super::position::{Boundary, Position};

/// A piece of a curve between two spots: its course from the one to the other, with a bend at least.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    /// The spots at its ends.
    pub ends: (u16, u16),
    /// All points of its course, the ends included.
    pub course: Vec<Pt>,
}

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sheet {
    /// Where each spot lies.
    pub spots: Vec<Pt>,
    /// The pieces of curves.
    pub lines: Vec<Line>,
}

/// One side of a line: its number, and whether it is followed from its first end.
pub type Side = (usize, bool);

/// A walk along a boundary with its region on the left: the spots, and the side that leaves each. A lone spot has no
/// side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ring {
    /// The spots in order.
    pub spots: Vec<u16>,
    /// The side that leads from each spot to the next.
    pub sides: Vec<Side>,
}

/// A drawing told region by region in the order of a position, each walk begun where the position begins it.
pub struct Told {
    /// Regions, boundaries.
    pub rings: Vec<Vec<Ring>>,
    /// The region that has no edge.
    pub open: usize,
}

/// The least turn of a walk and where it begins.
fn least_turn(walk: &[u16]) -> (Boundary, usize) {
    let turns = (0..walk.len()).map(|i| (walk[i..].iter().chain(&walk[..i]).copied().collect::<Boundary>(), i));
    turns.min().unwrap_or_default()
}

impl Sheet {
    /// The drawing of a layout.
    pub(super) fn of(layout: &Layout) -> Sheet {
        let grid = |p: (f64, f64)| ((p.0 * UNIT as f64).round() as i64, (p.1 * UNIT as f64).round() as i64);
        let points: Vec<Pt> = layout.points.iter().map(|&p| grid(p)).collect();
        let line = |(e, &(u, v)): (usize, &(u16, u16))| {
            let bends = layout.vertices + 2 * e;
            let course = vec![points[usize::from(u)], points[bends], points[bends + 1], points[usize::from(v)]];
            Line { ends: (u, v), course }
        };
        let lines = layout.map.edges.iter().enumerate().map(line).collect();
        Sheet { spots: points[..layout.vertices].to_vec(), lines }
    }

    /// The course of a side, from where it leaves.
    pub fn course(&self, (line, forward): Side) -> Vec<Pt> {
        let mut course = self.lines[line].course.clone();
        if !forward {
            course.reverse();
        }
        course
    }

    fn tail(&self, (line, forward): Side) -> u16 {
        let (u, v) = self.lines[line].ends;
        if forward { u } else { v }
    }

    /// The sides that leave a spot, as a hand turns around it.
    pub fn leaving(&self, spot: u16) -> Vec<Side> {
        let all = (0..self.lines.len()).flat_map(|line| [(line, true), (line, false)]);
        let mut sides: Vec<(Pt, Side)> = all
            .filter(|&side| self.tail(side) == spot)
            .map(|side| {
                let course = self.course(side);
                ((course[1].0 - course[0].0, course[1].1 - course[0].1), side)
            })
            .collect();
        sides.sort_by(|a, b| by_angle(a.0, b.0));
        sides.into_iter().map(|(_, side)| side).collect()
    }

    /// Every walk along a line, the region on its left.
    fn walks(&self) -> Vec<Ring> {
        let around: Vec<Vec<Side>> = (0..self.spots.len()).map(|v| self.leaving(v as u16)).collect();
        let mut seen = vec![[false; 2]; self.lines.len()];
        let mut rings = Vec::new();
        for line in 0..self.lines.len() {
            for forward in [true, false] {
                let mut ring = Ring { spots: Vec::new(), sides: Vec::new() };
                let mut side = (line, forward);
                while !seen[side.0][usize::from(side.1)] {
                    seen[side.0][usize::from(side.1)] = true;
                    ring.spots.push(self.tail(side));
                    ring.sides.push(side);
                    let twin = (side.0, !side.1);
                    let here = &around[usize::from(self.tail(twin))];
                    let place = here.iter().position(|&s| s == twin).unwrap_or(0);
                    side = here[(place + here.len() - 1) % here.len()];
                }
                if !ring.sides.is_empty() {
                    rings.push(ring);
                }
            }
        }
        rings
    }

    /// The points along a walk.
    pub fn chain(&self, ring: &Ring) -> Vec<Pt> {
        ring.sides
            .iter()
            .flat_map(|&side| {
                let mut course = self.course(side);
                course.pop();
                course
            })
            .collect()
    }

    /// The regions with their walks; the first has no edge.
    fn regions(&self) -> Vec<Vec<Ring>> {
        let mut regions = vec![Vec::new()];
        let mut rims: Vec<(i64, Vec<Pt>)> = vec![(i64::MAX, Vec::new())];
        let mut holes: Vec<Ring> = (0..self.spots.len() as u16)
            .filter(|v| self.lines.iter().all(|line| line.ends.0 != *v && line.ends.1 != *v))
            .map(|v| Ring { spots: vec![v], sides: Vec::new() })
            .collect();
        for ring in self.walks() {
            let chain = self.chain(&ring);
            match turned_area(&chain) {
                within if within > 0 => {
                    rims.push((within, chain));
                    regions.push(vec![ring]);
                }
                _ => holes.push(ring),
            }
        }
        for hole in holes {
            let spot = self.spots[usize::from(hole.spots[0])];
            let around = |(chain, region): (&Vec<Pt>, &Vec<Ring>)| {
                !region[0].spots.contains(&hole.spots[0]) && encloses(chain, spot)
            };
            let home =
                (1..rims.len()).filter(|&r| around((&rims[r].1, &regions[r]))).min_by_key(|&r| rims[r].0).unwrap_or(0);
            regions[home].push(hole);
        }
        regions
    }

    /// The position that it is a drawing of, every spot by its name.
    pub fn position(&self) -> Position {
        let ends =
            |v: usize| self.lines.iter().flat_map(|l| [l.ends.0, l.ends.1]).filter(move |&e| usize::from(e) == v);
        let degree = (0..self.spots.len()).map(|v| ends(v).count() as u8).collect();
        let walks = |rings: Vec<Ring>| rings.into_iter().map(|ring| ring.spots).collect();
        Position { regions: self.regions().into_iter().map(walks).collect(), degree, named: true }
    }

    /// The drawing in the order of a position; none if it is a drawing of something else.
    pub fn told(&self, at: &Position) -> Option<Told> {
        let key = |walks: &[&[u16]]| {
            let mut key: Vec<Boundary> = walks.iter().map(|walk| least_turn(walk).0).collect();
            key.sort();
            key
        };
        let mut drawn: Vec<Option<(usize, Vec<Ring>)>> = self.regions().into_iter().enumerate().map(Some).collect();
        let keys: Vec<Vec<Boundary>> = drawn
            .iter()
            .flatten()
            .map(|(_, rings)| key(&rings.iter().map(|ring| &ring.spots[..]).collect::<Vec<_>>()))
            .collect();
        if drawn.len() != at.regions.len() || self.spots.len() != at.degree.len() {
            return None;
        }
        let mut told = Told { rings: Vec::new(), open: 0 };
        for region in &at.regions {
            let wanted = key(&region.iter().map(|walk| &walk[..]).collect::<Vec<_>>());
            let found = (0..drawn.len()).find(|&r| drawn[r].is_some() && keys[r] == wanted)?;
            let (number, mut rings) = drawn[found].take()?;
            if number == 0 {
                told.open = told.rings.len();
            }
            let ordered = region.iter().map(|walk| {
                let (least, begin) = least_turn(walk);
                let place = rings.iter().position(|ring| least_turn(&ring.spots).0 == least)?;
                let mut ring = rings.swap_remove(place);
                let (_, start) = least_turn(&ring.spots);
                let by = (start + walk.len() - begin) % walk.len();
                ring.spots.rotate_left(by);
                if !ring.sides.is_empty() {
                    ring.sides.rotate_left(by);
                }
                Some(ring)
            });
            told.rings.push(ordered.collect::<Option<Vec<Ring>>>()?);
        }
        Some(told)
    }

    /// Straight stretches of all lines, each with its line.
    pub fn stretches(&self) -> impl Iterator<Item = (usize, Pt, Pt)> {
        self.lines.iter().enumerate().flat_map(|(e, line)| line.course.windows(2).map(move |w| (e, w[0], w[1])))
    }

    /// Whether nothing crosses or touches anything but at common ends.
    pub fn is_plane(&self) -> bool {
        let all: Vec<(usize, Pt, Pt)> = self.stretches().collect();
        let apart = |i: usize, j: usize| {
            let ((_, a, b), (_, c, d)) = (all[i], all[j]);
            !meet(a, b, c, d) || only_joined(a, b, c, d)
        };
        let lone = |&spot: &Pt| all.iter().all(|&(_, a, b)| spot == a || spot == b || !lies_on(spot, a, b));
        all.iter().all(|&(_, a, b)| a != b)
            && (0..all.len()).all(|i| (0..i).all(|j| apart(i, j)))
            && self.spots.iter().all(lone)
    }

    /// Adds a curve with its spot; the course passes the spot.
    #[must_use]
    pub fn with(&self, ends: (u16, u16), course: &[Pt], spot: usize) -> Sheet {
        let mut after = self.clone();
        let fresh = after.spots.len() as u16;
        after.spots.push(course[spot]);
        let (one, two) = (&course[..=spot], &course[spot..]);
        after.lines.push(Line { ends: (ends.0, fresh), course: bent(one) });
        after.lines.push(Line { ends: (fresh, ends.1), course: bent(two) });
        after
    }

    /// How much room there is around a spot: to other spots, and to lines that do not end in it.
    pub fn room(&self, spot: usize) -> f64 {
        let p = self.spots[spot];
        let others = self.spots.iter().enumerate().filter(|(v, _)| *v != spot).map(|(_, &q)| far(p, q) / 2.0);
        let lines = self.stretches().filter(|&(_, a, b)| a != p && b != p).map(|(_, a, b)| distance(p, a, b));
        // A bend that is drawn round comes as near as the chord between the middles of its stretches.
        let bends = self.lines.iter().flat_map(|line| line.course.windows(3)).filter(|w| w[0] != p && w[2] != p);
        let chords = bends.map(|w| distance(p, middle(w[0], w[1]), middle(w[1], w[2])) - 1.0);
        others.chain(lines).chain(chords).fold(f64::INFINITY, f64::min)
    }
}

/// A course with a bend at least.
fn bent(course: &[Pt]) -> Vec<Pt> {
    match course {
        [a, b] => vec![*a, middle(*a, *b), *b],
        _ => course.to_vec(),
    }
}

/// Whether two stretches that meet do so in one common end and nowhere else.
pub fn only_joined(a: Pt, b: Pt, c: Pt, d: Pt) -> bool {
    let joined = |common: Pt, one: Pt, two: Pt| {
        one != two && (area(common, one, two) != 0 || !(lies_on(one, common, two) || lies_on(two, common, one)))
    };
    match () {
        () if a == c => joined(a, b, d),
        () if a == d => joined(a, b, c),
        () if b == c => joined(b, a, d),
        () if b == d => joined(b, a, c),
        () => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Sheet {
        Sheet { spots: vec![(0, 0), (10, 0), (20, 0)], lines: Vec::new() }
    }

    #[test]
    fn a_drawing_says_its_position() {
        let start = start();
        assert!(start.told(&"{A.B.C}".parse().unwrap()).is_some());
        let looped = start.with((0, 0), &[(0, 0), (8, 8), (14, 0), (8, -8), (0, 0)], 2);
        assert!(looped.is_plane());
        assert!(looped.told(&"{AD.B}{AD.C}".parse().unwrap()).is_some());
        assert!(looped.told(&"{AD.C}{AD.B}".parse().unwrap()).is_some());
        assert!(looped.told(&"{AD.B.C}{AD}".parse().unwrap()).is_none());
        let inside = looped.with((0, 1), &[(0, 0), (5, 0), (10, 0)], 1);
        assert!(inside.told(&"{ADAEBE}{AD.C}".parse().unwrap()).is_some());
        assert!(inside.told(&"{AD}{ADAEBE.C}".parse().unwrap()).is_none());
        for sheet in [&start, &looped, &inside] {
            assert!(sheet.told(&sheet.position()).is_some(), "{}", sheet.position());
        }
    }

    #[test]
    fn what_crosses_or_touches_is_no_drawing() {
        let one = start().with((0, 2), &[(0, 0), (10, 9), (20, 0)], 1);
        assert!(one.is_plane());
        assert!(!start().with((0, 2), &[(0, 0), (5, 0), (20, 0)], 1).is_plane(), "through a spot");
        assert!(!one.with((0, 1), &[(0, 0), (5, 9), (10, 0)], 1).is_plane(), "across a line");
        assert!(!one.with((0, 1), &[(0, 0), (20, 18), (10, 0)], 1).is_plane(), "along a line");
    }
}
