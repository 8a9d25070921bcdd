//! Graphs and positions as bitsets, and the plain definition of the nimber.

use kit::{Error, Result};
use rustc_hash::FxHashMap;

/// The greatest number of vertices of a [`Graph`].
pub const MOST_VERTICES: usize = 256;

/// A set of vertices: vertex `v` is bit `v % 64` of word `v / 64`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Vertices(pub [u64; MOST_VERTICES / 64]);

impl Vertices {
    /// The vertices `0..count`.
    pub fn first(count: usize) -> Self {
        (0..count).collect()
    }

    /// True when `vertex` belongs to the set.
    pub fn has(&self, vertex: usize) -> bool {
        vertex < MOST_VERTICES && self.0[vertex / 64] >> (vertex % 64) & 1 == 1
    }

    /// Adds `vertex`, which must be below [`MOST_VERTICES`].
    pub fn insert(&mut self, vertex: usize) {
        self.0[vertex / 64] |= 1 << (vertex % 64);
    }

    /// The number of vertices in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// True when no vertex is in the set.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; MOST_VERTICES / 64]
    }

    /// The vertices of this set that are not in `other`.
    pub fn without(&self, other: &Self) -> Self {
        Vertices(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The vertices in increasing order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..MOST_VERTICES).filter(|&vertex| self.has(vertex))
    }
}

impl FromIterator<usize> for Vertices {
    fn from_iter<I: IntoIterator<Item = usize>>(vertices: I) -> Self {
        let mut set = Vertices::default();
        vertices.into_iter().for_each(|vertex| set.insert(vertex));
        set
    }
}

/// A graph without loops on at most [`MOST_VERTICES`] vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    closed: Vec<Vertices>,
}

impl Graph {
    /// The graph in which row `v` lists the neighbours of `v`. Refused when it is too large, not symmetric, or has a
    /// loop.
    pub fn from_rows(rows: Vec<Vertices>) -> Result<Self> {
        let order = rows.len();
        if order > MOST_VERTICES {
            let limit = format!("at most {MOST_VERTICES} vertices");
            return Err(Error::too_large(format!("a graph of {order} vertices"), limit, "take a smaller one"));
        }
        let mut closed = rows;
        for v in 0..order {
            let crooked = closed[v].iter().find(|&w| w == v || w >= order || !(w < v || closed[w].has(v)));
            let crooked = crooked.or_else(|| (0..v).find(|&w| closed[w].has(v) != closed[v].has(w)));
            if let Some(w) = crooked {
                let why = "an edge joins two different vertices of the graph and is listed at both";
                return Err(Error::usage(format!("the edge from {v} to {w}"), why, "list it twice or not at all"));
            }
        }
        (0..order).for_each(|v| closed[v].insert(v));
        Ok(Graph { closed })
    }

    /// The graph on the vertices `0..order` whose edges are the pairs `v < w` that `joined(v, w)` accepts.
    pub fn new(order: usize, joined: impl Fn(usize, usize) -> bool) -> Result<Self> {
        let mut rows = vec![Vertices::default(); order.min(MOST_VERTICES + 1)];
        if order <= MOST_VERTICES {
            for w in 0..order {
                for v in (0..w).filter(|&v| joined(v, w)) {
                    rows[v].insert(w);
                    rows[w].insert(v);
                }
            }
        }
        Graph::from_rows(rows)
    }

    /// The number of vertices.
    pub fn order(&self) -> usize {
        self.closed.len()
    }

    /// The position before the first move: every vertex is free.
    pub fn start(&self) -> Vertices {
        Vertices::first(self.order())
    }

    /// `vertex` and its neighbours: what a move there takes away.
    pub fn closed(&self, vertex: usize) -> &Vertices {
        &self.closed[vertex]
    }

    /// The position after a move at `vertex`.
    pub fn play(&self, position: &Vertices, vertex: usize) -> Vertices {
        position.without(&self.closed[vertex])
    }

    /// True when `image`, the list of the vertices' images, maps the graph onto itself.
    pub fn has_symmetry(&self, image: &[usize]) -> bool {
        let hit: Vertices = image.iter().copied().filter(|&v| v < self.order()).collect();
        image.len() == self.order()
            && hit == self.start()
            && (0..image.len())
                .all(|v| self.closed[v].iter().map(|w| image[w]).collect::<Vertices>() == self.closed[image[v]])
    }
}

/// The nimber of a position by its definition, the least number that is not the nimber of an option, each position
/// once.
pub fn nimber_by_definition(graph: &Graph, position: &Vertices) -> u32 {
    fn nimber(graph: &Graph, position: Vertices, known: &mut FxHashMap<Vertices, u32>) -> u32 {
        if let Some(&nimber) = known.get(&position) {
            return nimber;
        }
        let options: Vec<u32> = position.iter().map(|v| nimber(graph, graph.play(&position, v), known)).collect();
        let mex = (0..).find(|k| !options.contains(k)).unwrap_or(0);
        known.insert(position, mex);
        mex
    }
    nimber(graph, *position, &mut FxHashMap::default())
}
