//! Whole drawings for texts from which dead vertices were dropped.
//!
//! Take every boundary as a disc and every name seen twice as a point where two discs touch: the walks give the order
//! of the points around each disc, up to the mirror images that lands allow. If for some choice of mirrors the discs
//! lie on a sphere (Euler), the gaps between them are the dead parts of the scene, and each gap is filled with dead
//! vertices: two touching points are joined by a curve, three meet in a dead vertex, more in a dead ring. A vertex seen
//! once is threaded on the nearest curve: one with a single curve end hangs from a dead vertex, one with two has a lens
//! behind it that nothing else sees.

use super::map::Map;
use super::position::Position;

/// A place of a boundary.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bead {
    /// A vertex that hangs on one curve.
    Leaf(u16),
    /// A vertex of two curves, seen from this side only.
    Arch(u16),
    /// A vertex of two curves, seen from here and from elsewhere.
    Name(u16),
    /// Nothing alive: two dead vertices, so that no curve is a bare loop.
    Lens,
}

/// A step of a walk: the vertex, the edge that leaves it, and whether the edge is passed forward.
type Step = (u16, usize, bool);

struct Builder {
    degree: Vec<u8>,
    edges: Vec<(u16, u16)>,
    dead: Vec<Vec<Step>>,
}

/// What each side of a curve sees of it: forward with its left side, backward with its right.
struct Sides {
    forward: Vec<Step>,
    backward: Vec<Step>,
}

impl Builder {
    fn dead_vertex(&mut self) -> u16 {
        self.degree.push(3);
        self.degree.len() as u16 - 1
    }

    fn edge(&mut self, u: u16, v: u16) -> usize {
        self.edges.push((u, v));
        self.edges.len() - 1
    }

    /// A curve with beads on its left, in the order in which it passes them, and on its right, in the order of the way
    /// back.
    fn curve(&mut self, from: u16, to: u16, left: &[Bead], right: &[Bead]) -> Sides {
        let mut sides = Sides { forward: Vec::new(), backward: Vec::new() };
        let mut now = from;
        for &bead in left {
            now = self.thread(now, bead, true, &mut sides);
        }
        for &bead in right.iter().rev() {
            now = self.thread(now, bead, false, &mut sides);
        }
        let last = self.edge(now, to);
        sides.forward.push((now, last, true));
        sides.backward.push((to, last, false));
        sides.backward.reverse();
        sides
    }

    /// Goes on to a bead; the way back is written from its end.
    fn thread(&mut self, now: u16, bead: Bead, left: bool, sides: &mut Sides) -> u16 {
        let p = self.dead_vertex();
        let to_p = self.edge(now, p);
        sides.forward.push((now, to_p, true));
        sides.backward.push((p, to_p, false));
        match bead {
            Bead::Leaf(v) => {
                let stalk = self.edge(p, v);
                match left {
                    true => sides.forward.extend([(p, stalk, true), (v, stalk, false)]),
                    false => sides.backward.extend([(v, stalk, false), (p, stalk, true)]),
                }
                p
            }
            Bead::Arch(v) | Bead::Name(v) => {
                let q = self.dead_vertex();
                let (rise, fall, base) = (self.edge(p, v), self.edge(v, q), self.edge(p, q));
                match left {
                    true => {
                        sides.forward.extend([(p, rise, true), (v, fall, true)]);
                        sides.backward.push((q, base, false));
                        self.dead.push(vec![(p, base, true), (q, fall, false), (v, rise, false)]);
                    }
                    false => {
                        sides.forward.push((p, base, true));
                        sides.backward.extend([(v, rise, false), (q, fall, false)]);
                        self.dead.push(vec![(q, base, false), (p, rise, true), (v, fall, true)]);
                    }
                }
                q
            }
            Bead::Lens => {
                let q = self.dead_vertex();
                let (one, two) = (self.edge(p, q), self.edge(p, q));
                sides.forward.push((p, one, true));
                sides.backward.push((q, two, false));
                self.dead.push(vec![(p, two, true), (q, one, false)]);
                q
            }
        }
    }

    /// A figure without names: a ring of beads. Gives the walk around it.
    fn figure(&mut self, beads: &[Bead]) -> Vec<Step> {
        if let [Bead::Leaf(u), Bead::Leaf(v)] = *beads {
            let edge = self.edge(u, v);
            return vec![(u, edge, true), (v, edge, false)];
        }
        let mut beads = beads.to_vec();
        if let [] | [Bead::Leaf(_)] = beads[..] {
            beads.push(Bead::Lens);
        }
        // The ring is a curve from nowhere to nowhere: its first and last edge are one.
        let nowhere = u16::MAX;
        let Sides { mut forward, mut backward } = self.curve(nowhere, nowhere, &beads, &[]);
        let (first, last) = (forward[0].1, forward[forward.len() - 1].1);
        forward.remove(0);
        backward.remove(0);
        let end = backward.len() - 1;
        backward[end].1 = last;
        self.edges[last].1 = self.edges[first].1;
        self.edges[first] = (nowhere, nowhere);
        self.dead.push(backward);
        forward
    }

    /// Fills a gap: arc j runs from the j-th name to the next, its beads on its left. Gives the walk of each arc.
    fn gap(&mut self, names: &[u16], arcs: &[Vec<Bead>]) -> Vec<Vec<Step>> {
        let m = names.len();
        match m {
            1 => vec![self.end_of_curve(names[0], &arcs[0])],
            2 => {
                let bare = names[0] == names[1] && arcs.iter().all(Vec::is_empty);
                let left = if bare { vec![Bead::Lens] } else { arcs[0].clone() };
                let sides = self.curve(names[0], names[1], &left, &arcs[1]);
                vec![sides.forward, sides.backward]
            }
            3 => {
                let middle = self.dead_vertex();
                let spokes: Vec<Sides> = (0..m).map(|j| self.curve(names[j], middle, &arcs[j], &[])).collect();
                (0..m).map(|j| [&spokes[j].forward[..], &spokes[(j + 1) % m].backward].concat()).collect()
            }
            _ => {
                let corners: Vec<u16> = (0..m).map(|_| self.dead_vertex()).collect();
                let spokes: Vec<usize> = (0..m).map(|j| self.edge(names[j], corners[j])).collect();
                let ring: Vec<Sides> =
                    (0..m).map(|j| self.curve(corners[j], corners[(j + 1) % m], &arcs[j], &[])).collect();
                self.dead.push(ring.iter().rev().flat_map(|side| side.backward.clone()).collect());
                let arc = |j: usize| {
                    let next = (j + 1) % m;
                    let (out, back) = ((names[j], spokes[j], true), (corners[next], spokes[next], false));
                    std::iter::once(out).chain(ring[j].forward.iter().copied()).chain([back]).collect()
                };
                (0..m).map(arc).collect()
            }
        }
    }

    /// A curve end with nothing to meet: it ends in the one leaf there is, or in a loop that carries the beads.
    fn end_of_curve(&mut self, name: u16, beads: &[Bead]) -> Vec<Step> {
        if let [Bead::Leaf(v)] = *beads {
            let edge = self.edge(name, v);
            return vec![(name, edge, true), (v, edge, false)];
        }
        let knot = self.dead_vertex();
        let stalk = self.edge(name, knot);
        let beads = if beads.is_empty() { &[Bead::Lens] } else { beads };
        let Sides { forward, backward } = self.curve(knot, knot, beads, &[]);
        self.dead.push(backward);
        std::iter::once((name, stalk, true)).chain(forward).chain([(knot, stalk, false)]).collect()
    }
}

/// A boundary: its region and its places.
struct Ring {
    region: usize,
    beads: Vec<Bead>,
    figure: usize,
    mirrored: bool,
}

impl Ring {
    fn mirror(&mut self) {
        self.beads.reverse();
        self.mirrored = !self.mirrored;
    }

    /// Its names in order: (place, vertex).
    fn names(&self) -> Vec<(usize, u16)> {
        let name = |(i, bead): (usize, &Bead)| match bead {
            Bead::Name(v) => Some((i, *v)),
            _ => None,
        };
        self.beads.iter().enumerate().filter_map(name).collect()
    }
}

/// A place of a ring where a name stands.
type Dart = (usize, usize);

/// The whole scene of one connected text, with dead vertices supplied; `None` when no choice of mirrors puts it on a
/// sphere.
pub(super) fn complete(at: &Position) -> Option<(Position, Map)> {
    let (mut rings, lone) = rings_of(at);
    let figures = join_figures(&mut rings);
    if !is_tree(at, &rings, figures) {
        return None;
    }
    for figure in 0..figures {
        let members: Vec<usize> = (0..rings.len()).filter(|&r| rings[r].figure == figure).collect();
        mirror(&mut rings, &members)?;
    }
    agree(&mut rings);
    Some(build(at, &rings, &lone))
}

/// The boundaries with their living places, and fresh spots by region.
fn rings_of(at: &Position) -> (Vec<Ring>, Vec<(usize, u16)>) {
    let mut seen = vec![0u8; at.degree.len()];
    at.regions.iter().flatten().flatten().for_each(|&v| seen[usize::from(v)] += 1);
    let (mut rings, mut lone) = (Vec::new(), Vec::new());
    for (region, walks) in at.regions.iter().enumerate() {
        for walk in walks {
            if let [v] = walk[..]
                && at.degree[usize::from(v)] == 0
            {
                lone.push((region, v));
                continue;
            }
            let bead = |&v: &u16| match (at.degree[usize::from(v)], seen[usize::from(v)]) {
                (3.., _) => None,
                (1, _) => Some(Bead::Leaf(v)),
                (_, 1) => Some(Bead::Arch(v)),
                _ => Some(Bead::Name(v)),
            };
            let beads = walk.iter().filter_map(bead).collect();
            rings.push(Ring { region, beads, figure: rings.len(), mirrored: false });
        }
    }
    (rings, lone)
}

/// Numbers the figures: rings that share names belong together.
fn join_figures(rings: &mut [Ring]) -> usize {
    for r in 0..rings.len() {
        for (_, v) in rings[r].names() {
            let Some(other) = (0..r).find(|&s| rings[s].beads.contains(&Bead::Name(v))) else { continue };
            let (a, b) = (rings[other].figure, rings[r].figure);
            rings.iter_mut().filter(|ring| ring.figure == b).for_each(|ring| ring.figure = a);
        }
    }
    let mut kept: Vec<usize> = rings.iter().map(|ring| ring.figure).collect();
    kept.sort_unstable();
    kept.dedup();
    for ring in rings {
        ring.figure = kept.binary_search(&ring.figure).unwrap_or(0);
    }
    kept.len()
}

/// Whether every region separates its boundaries: regions and figures form trees.
fn is_tree(at: &Position, rings: &[Ring], figures: usize) -> bool {
    let mut part: Vec<usize> = (0..at.regions.len() + figures).collect();
    rings.iter().all(|ring| {
        let (a, b) = (part[ring.region], part[at.regions.len() + ring.figure]);
        part.iter_mut().filter(|p| **p == b).for_each(|p| *p = a);
        a != b
    })
}

/// The gaps between the rings of a figure: each a circle of places from which an arc runs forward to the next name.
/// Mirrors ask for them some thousand times, so the time is that of sorting the places.
fn gaps(rings: &[Ring], members: &[usize]) -> Vec<Vec<Dart>> {
    // Each place with its name and the number of the place after it, ring by ring; then in the order of the names.
    let mut places: Vec<(u16, Dart, usize)> = Vec::new();
    for &r in members {
        let first = places.len();
        places.extend(rings[r].names().into_iter().map(|(i, v)| (v, (r, i), first)));
        if let Some(last) = places.len().checked_sub(1).filter(|&last| last >= first) {
            (first..last).for_each(|at| places[at].2 = at + 1);
            places[last].2 = first;
        }
    }
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_unstable_by_key(|&at| (places[at].0, places[at].1));
    let mut twin: Vec<usize> = (0..places.len()).collect();
    for two in order.chunks_exact(2) {
        (twin[two[0]], twin[two[1]]) = (two[1], two[0]);
    }
    let mut met = vec![false; places.len()];
    let mut gaps = Vec::new();
    for &first in order.chunks_exact(2).flatten() {
        let mut gap = Vec::new();
        let mut now = first;
        while !met[now] {
            met[now] = true;
            gap.push(places[now].1);
            now = twin[places[now].2];
        }
        if !gap.is_empty() {
            gaps.push(gap);
        }
    }
    gaps
}

/// The most choices of mirrors that are tried.
const MOST_MIRRORS: u32 = 14;

/// Mirrors rings of a figure until it lies on a sphere. Rings of one or two names have no sense of turning.
fn mirror(rings: &mut [Ring], members: &[usize]) -> Option<()> {
    let turning: Vec<usize> = members.iter().copied().filter(|&r| rings[r].names().len() > 2).collect();
    let choices = (turning.len() as u32).saturating_sub(1);
    if choices > MOST_MIRRORS {
        return None;
    }
    for choice in 0..1u32 << choices {
        // Gray's order: one mirror at a time.
        if choice > 0 {
            rings[turning[choice.trailing_zeros() as usize]].mirror();
        }
        let names = members.iter().map(|&r| rings[r].names().len()).sum::<usize>() / 2;
        if names == 0 || members.len() + gaps(rings, members).len() == names + 2 {
            return Some(());
        }
    }
    None
}

/// All boundaries of a region are mirrored or none: whole figures are turned over, from region to region along the
/// tree.
fn agree(rings: &mut [Ring]) {
    let mut settled: Vec<usize> = Vec::new();
    for first in 0..rings.len() {
        let mut queue = vec![rings[first].figure];
        while let Some(figure) = queue.pop() {
            if settled.contains(&figure) {
                continue;
            }
            settled.push(figure);
            for r in (0..rings.len()).filter(|&r| rings[r].figure == figure).collect::<Vec<_>>() {
                for s in 0..rings.len() {
                    let other = rings[s].figure;
                    if rings[s].region != rings[r].region || settled.contains(&other) {
                        continue;
                    }
                    if rings[s].mirrored != rings[r].mirrored {
                        rings.iter_mut().filter(|ring| ring.figure == other).for_each(Ring::mirror);
                    }
                    queue.push(other);
                }
            }
        }
    }
}

fn build(at: &Position, rings: &[Ring], lone: &[(usize, u16)]) -> (Position, Map) {
    let mut builder = Builder { degree: at.degree.clone(), edges: Vec::new(), dead: Vec::new() };
    let mut arcs: Vec<Vec<(usize, Vec<Step>)>> = rings.iter().map(|_| Vec::new()).collect();
    let figures = rings.iter().map(|ring| ring.figure + 1).max().unwrap_or(0);
    for figure in 0..figures {
        let members: Vec<usize> = (0..rings.len()).filter(|&r| rings[r].figure == figure).collect();
        for gap in gaps(rings, &members) {
            let name = |&(r, i): &Dart| match rings[r].beads[i] {
                Bead::Name(v) => v,
                _ => unreachable!("gaps run between names"),
            };
            let names: Vec<u16> = gap.iter().map(name).collect();
            let beads: Vec<Vec<Bead>> = gap.iter().map(|&dart| beads_after(rings, dart)).collect();
            for (&(r, i), arc) in gap.iter().zip(builder.gap(&names, &beads)) {
                arcs[r].push((i, arc));
            }
        }
    }
    let mut walks: Vec<Vec<Vec<Step>>> = vec![Vec::new(); at.regions.len()];
    for (ring, mut arcs) in rings.iter().zip(arcs) {
        arcs.sort_by_key(|arc| arc.0);
        let walk = match arcs.is_empty() {
            true => builder.figure(&ring.beads),
            false => arcs.into_iter().flat_map(|arc| arc.1).collect(),
        };
        walks[ring.region].push(walk);
    }
    walks.extend(std::mem::take(&mut builder.dead).into_iter().map(|walk| vec![walk]));
    assemble(builder, walks, lone)
}

/// The beads between a name and the next one of its ring.
fn beads_after(rings: &[Ring], (r, i): Dart) -> Vec<Bead> {
    let beads = &rings[r].beads;
    let after = beads[i + 1..].iter().chain(&beads[..i]);
    after.copied().take_while(|bead| !matches!(bead, Bead::Name(_))).collect()
}

/// The position and its map, unused edges left out.
fn assemble(builder: Builder, walks: Vec<Vec<Vec<Step>>>, lone: &[(usize, u16)]) -> (Position, Map) {
    let mut number = Vec::with_capacity(builder.edges.len());
    let mut edges = Vec::new();
    for &(u, v) in &builder.edges {
        number.push(edges.len());
        if u != u16::MAX {
            edges.push((u, v));
        }
    }
    let mut map = Map { edges, walks: Vec::new() };
    let mut regions: Vec<Vec<Vec<u16>>> = Vec::new();
    for (r, region) in walks.iter().enumerate() {
        let mut vertices: Vec<Vec<u16>> = region.iter().map(|walk| walk.iter().map(|s| s.0).collect()).collect();
        let mut passed: Vec<Vec<(usize, bool)>> =
            region.iter().map(|walk| walk.iter().map(|s| (number[s.1], s.2)).collect()).collect();
        for &(_, v) in lone.iter().filter(|spot| spot.0 == r) {
            vertices.push(vec![v]);
            passed.push(Vec::new());
        }
        regions.push(vertices);
        map.walks.push(passed);
    }
    (Position { regions, degree: builder.degree, named: true }, map)
}
