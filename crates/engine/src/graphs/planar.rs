//! Whether a graph can be drawn in the plane without crossings: the method of Demoucron, Malgrange and Pertuiset
//! (1964), block by block.
//!
//! Begin with a circle and its two faces. What is not drawn yet falls into fragments; each must go into a face that has
//! all its feet. A fragment without such a face proves that there is no drawing; otherwise a path of a fragment with
//! the fewest faces is drawn, and splits its face. O(n^2) paths and faces; for the graphs of at most 64 vertices here
//! that is nothing.

use super::small::Small;
use crate::bits::ones;

impl Small {
    /// Whether it can be drawn in the plane without crossings.
    pub fn is_planar(&self) -> bool {
        self.order() < 5
            || self.edges() <= 3 * self.order() - 6 && self.blocks().iter().all(|block| block_is_planar(block))
    }

    /// The blocks: largest parts that no vertex cuts, each as rows on the vertices of the whole.
    fn blocks(&self) -> Vec<Vec<u64>> {
        let n = self.order();
        let mut search =
            Blocks { graph: self, depth: vec![0; n], low: vec![0; n], stack: Vec::new(), found: Vec::new() };
        for root in 0..n {
            if search.depth[root] == 0 {
                search.visit(root, usize::MAX, 1);
            }
        }
        search.found
    }
}

struct Blocks<'a> {
    graph: &'a Small,
    depth: Vec<usize>,
    low: Vec<usize>,
    stack: Vec<(usize, usize)>,
    found: Vec<Vec<u64>>,
}

impl Blocks<'_> {
    fn visit(&mut self, v: usize, parent: usize, depth: usize) {
        self.depth[v] = depth;
        self.low[v] = depth;
        for w in ones(self.graph.row(v)).filter(|&w| w != parent) {
            if self.depth[w] == 0 {
                let mark = self.stack.len();
                self.stack.push((v, w));
                self.visit(w, v, depth + 1);
                self.low[v] = self.low[v].min(self.low[w]);
                if self.low[w] >= depth {
                    let mut rows = vec![0u64; self.graph.order()];
                    for (a, b) in self.stack.drain(mark..) {
                        rows[a] |= 1 << b;
                        rows[b] |= 1 << a;
                    }
                    self.found.push(rows);
                }
            } else if self.depth[w] < depth {
                self.stack.push((v, w));
                self.low[v] = self.low[v].min(self.depth[w]);
            }
        }
    }
}

/// A part that is not drawn yet: an edge between drawn vertices, or a component of the others with the edges to its
/// feet.
struct Fragment {
    inside: u64,
    feet: u64,
}

fn block_is_planar(rows: &[u64]) -> bool {
    let edges: u32 = rows.iter().map(|r| r.count_ones()).sum::<u32>() / 2;
    if edges < 9 {
        // Fewer than nine edges hold neither K5 nor K3,3.
        return true;
    }
    let circle = a_circle(rows);
    let mut drawn = vec![0u64; rows.len()];
    join(&mut drawn, &circle, true);
    let mut faces = vec![circle.clone(), circle];
    loop {
        let fragments = fragments(rows, &drawn);
        if fragments.is_empty() {
            return true;
        }
        let face_set = |face: &Vec<usize>| face.iter().fold(0u64, |set, &v| set | 1 << v);
        let homes =
            |f: &Fragment| (0..faces.len()).filter(|&i| f.feet & !face_set(&faces[i]) == 0).collect::<Vec<usize>>();
        let (fragment, homes) =
            fragments.iter().map(|f| (f, homes(f))).min_by_key(|(_, h)| h.len()).expect("there is a fragment");
        let Some(&home) = homes.first() else { return false };
        let path = path_through(rows, fragment);
        join(&mut drawn, &path, false);
        let face = faces.swap_remove(home);
        faces.extend(split(&face, &path));
    }
}

fn join(rows: &mut [u64], path: &[usize], closed: bool) {
    let last = if closed { path.len() } else { path.len() - 1 };
    for i in 0..last {
        let (a, b) = (path[i], path[(i + 1) % path.len()]);
        rows[a] |= 1 << b;
        rows[b] |= 1 << a;
    }
}

/// A circle of a block that is not a single edge.
fn a_circle(rows: &[u64]) -> Vec<usize> {
    let root = rows.iter().position(|&r| r != 0).expect("a block has an edge");
    let first = rows[root].trailing_zeros() as usize;
    // In a block the root is reached from its neighbour without the edge between them.
    let mut without = rows.to_vec();
    without[first] &= !(1 << root);
    without[root] &= !(1 << first);
    shortest(&without, first, 1 << root, u64::MAX)
}

/// A shortest path from a vertex to one of the goals, its inner vertices among the allowed ones.
fn shortest(rows: &[u64], from: usize, goals: u64, allowed: u64) -> Vec<usize> {
    let mut before = vec![usize::MAX; rows.len()];
    let mut queue = vec![from];
    let mut seen = 1u64 << from;
    let mut next = 0;
    while next < queue.len() {
        let v = queue[next];
        next += 1;
        for w in ones(rows[v] & !seen & (allowed | goals)) {
            seen |= 1 << w;
            before[w] = v;
            if goals >> w & 1 == 1 {
                let mut path = vec![w];
                while *path.last().expect("it has a vertex") != from {
                    path.push(before[*path.last().expect("it has a vertex")]);
                }
                return path;
            }
            queue.push(w);
        }
    }
    unreachable!("in a block every fragment has two feet and joins them")
}

fn fragments(rows: &[u64], drawn: &[u64]) -> Vec<Fragment> {
    let on = (0..rows.len()).filter(|&v| drawn[v] != 0).fold(0u64, |set, v| set | 1 << v);
    let mut list = Vec::new();
    for v in ones(on) {
        for w in ones(rows[v] & on & !drawn[v]).filter(|&w| w > v) {
            list.push(Fragment { inside: 0, feet: 1 << v | 1 << w });
        }
    }
    let mut left = (0..rows.len()).filter(|&v| rows[v] != 0).fold(0u64, |set, v| set | 1 << v) & !on;
    while left != 0 {
        let (mut inside, mut feet, mut rim) = (0u64, 0u64, left & left.wrapping_neg());
        while rim != 0 {
            inside |= rim;
            let next = ones(rim).fold(0, |next, v| next | rows[v]);
            feet |= next & on;
            rim = next & !on & !inside;
        }
        left &= !inside;
        list.push(Fragment { inside, feet });
    }
    list
}

/// A path through a fragment from one foot to another.
fn path_through(rows: &[u64], fragment: &Fragment) -> Vec<usize> {
    let foot = fragment.feet.trailing_zeros() as usize;
    let others = fragment.feet & !(1 << foot);
    if fragment.inside == 0 {
        return vec![foot, others.trailing_zeros() as usize];
    }
    let mut within = rows.to_vec();
    within[foot] &= fragment.inside;
    shortest(&within, foot, others, fragment.inside)
}

/// The two faces into which a path between two of its vertices splits a face.
fn split(face: &[usize], path: &[usize]) -> [Vec<usize>; 2] {
    let place = |v: usize| face.iter().position(|&w| w == v).expect("feet are on the face");
    let (start, end) = (place(path[0]), place(path[path.len() - 1]));
    let along = |from: usize, to: usize| {
        let steps = (to + face.len() - from) % face.len();
        (0..=steps).map(|s| face[(from + s) % face.len()]).collect::<Vec<usize>>()
    };
    let inner = &path[1..path.len() - 1];
    let mut one = along(start, end);
    one.extend(inner.iter().rev());
    let mut other = along(end, start);
    other.extend(inner);
    [one, other]
}

#[cfg(test)]
mod tests {
    use super::super::families::named;
    use super::super::regular::connected_regular;
    use super::*;

    #[test]
    fn named_graphs() {
        for (text, planar) in [
            ("cube:3", true),
            ("cube:4", false),
            ("petersen", false),
            ("complete:4", true),
            ("complete:5", false),
            ("bipartite:3x3", false),
            ("bipartite:2x9", true),
            ("dodecahedron", true),
            ("frucht", true),
            ("heawood", false),
            ("grid:5x6", true),
            ("torus:4x4", false),
            ("wheel:9", true),
            ("prism:7", true),
            ("moebius:4", false),
            ("path:9", true),
        ] {
            let graph = Small::from_graph(&named(text).unwrap().unwrap().graph).unwrap();
            assert_eq!(graph.is_planar(), planar, "{text}");
        }
    }

    #[test]
    fn counts_of_planar_cubic_graphs_are_those_of_the_encyclopedia() {
        // A005964: connected planar cubic graphs on 4, 6, 8, 10, 12 vertices.
        for (order, count) in [(4, 1), (6, 1), (8, 3), (10, 9), (12, 32)] {
            let mut planar = 0;
            connected_regular(order, 3, &mut |graph| {
                planar += usize::from(graph.is_planar());
                true
            });
            assert_eq!(planar, count, "{order} vertices");
        }
    }
}
