//! Graphs of a few vertices as numbers, and what is known of all of them.
//!
//! The pair of vertices i < j is bit j (j - 1) / 2 + i, so a graph on n vertices is a number of n (n - 1) / 2 bits, and
//! an induced subgraph is the bits of its own pairs moved together: one instruction where the processor has it. Of the
//! graphs on up to six or seven vertices the nimbers are computed once by the definition and kept as a bit for each
//! graph and nimber.

use super::search::Processor;
use std::sync::OnceLock;

/// The greatest number of vertices of a graph in one word.
pub(super) const CODED: u32 = 11;
/// Nimbers of graphs on up to seven vertices are below this.
const PLANES: usize = 8;

/// The pairs of vertices among the first [`CODED`], for every set of vertices and at every vertex.
struct Pairs {
    within: [u64; 1 << CODED],
    at: [u64; CODED as usize],
}

static PAIRS: Pairs = {
    let mut pairs = Pairs { within: [0; 1 << CODED], at: [0; CODED as usize] };
    let mut set = 0;
    while set < 1usize << CODED {
        let mut j = 0;
        while j < CODED as usize {
            if set >> j & 1 == 1 {
                pairs.within[set] |= ((set & ((1 << j) - 1)) as u64) << (j * j.saturating_sub(1) / 2);
            }
            j += 1;
        }
        set += 1;
    }
    let mut v = 0;
    while v < CODED as usize {
        let all = (1usize << CODED) - 1;
        pairs.at[v] = pairs.within[all] & !pairs.within[all & !(1 << v)];
        v += 1;
    }
    pairs
};

/// A graph on `order` vertices, at most [`CODED`], as a number.
#[derive(Clone, Copy)]
pub(super) struct Coded {
    pub(super) code: u64,
    pub(super) order: u32,
}

impl Coded {
    /// The vertices that a move at `vertex` leaves.
    #[inline(always)]
    fn left<P: Processor>(self, vertex: u32) -> u32 {
        let others = P::compress(self.code, PAIRS.at[vertex as usize]) as u32;
        let low = others & ((1 << vertex) - 1);
        let gone = low | 1 << vertex | (others ^ low) << 1;
        ((1 << self.order) - 1) & !gone
    }

    /// The graph on the vertices of `set`.
    #[inline(always)]
    fn induced<P: Processor>(self, set: u32) -> Coded {
        let within = PAIRS.within[set as usize & ((1 << CODED) - 1)];
        Coded { code: P::compress(self.code, within), order: set.count_ones() }
    }

    /// Its place among all graphs on any number of vertices.
    #[inline(always)]
    fn index(self) -> usize {
        if self.order == 0 { 0 } else { (1u64 << (self.order * (self.order - 1) / 2) | self.code) as usize }
    }
}

/// For every graph on at most `most` vertices, which nimber it has.
pub(super) struct Complete {
    most: u32,
    planes: [Vec<u64>; PLANES],
}

impl Complete {
    fn new<P: Processor>(most: u32) -> Self {
        let graphs = 2usize << (most * (most - 1) / 2);
        let mut nimbers = vec![0u8; graphs];
        nimbers[Coded { code: 0, order: 1 }.index()] = 1;
        for order in 2..=most {
            for code in 0..1u64 << (order * (order - 1) / 2) {
                let graph = Coded { code, order };
                let nimber = |vertex| nimbers[graph.induced::<P>(graph.left::<P>(vertex)).index()];
                let seen = (0..order).fold(0u32, |seen, vertex| seen | 1 << nimber(vertex));
                nimbers[graph.index()] = seen.trailing_ones() as u8;
            }
        }
        let plane = |k| {
            let word = |part: &[u8]| part.iter().rev().fold(0u64, |word, &nimber| word << 1 | u64::from(nimber == k));
            nimbers.chunks(64).map(word).collect()
        };
        Complete { most, planes: std::array::from_fn(|k| plane(k as u8)) }
    }

    /// The tables, made when they are first asked for: the largest where there is `much` to do and selecting bits is
    /// quick.
    pub(super) fn get<P: Processor>(much: bool) -> &'static Self {
        static FIVE: OnceLock<Complete> = OnceLock::new();
        static SIX: OnceLock<Complete> = OnceLock::new();
        static SEVEN: OnceLock<Complete> = OnceLock::new();
        match (much, P::QUICK) {
            (false, false) => FIVE.get_or_init(|| Complete::new::<P>(5)),
            (false, true) | (true, false) => SIX.get_or_init(|| Complete::new::<P>(6)),
            (true, true) => SEVEN.get_or_init(|| Complete::new::<P>(7)),
        }
    }

    #[inline(always)]
    fn known(&self, graph: Coded, k: u32) -> bool {
        let index = graph.index();
        self.planes[k as usize % PLANES][index / 64] >> (index % 64) & 1 == 1
    }

    /// Whether the nimber of `graph` is `k`.
    #[inline(always)]
    pub(super) fn is<P: Processor>(&self, graph: Coded, k: u32) -> bool {
        if graph.order <= self.most {
            return k < PLANES as u32 && self.known(graph, k);
        }
        P::coded(self, graph, k)
    }

    /// The same for a graph that is not in the tables.
    #[inline(always)]
    pub(super) fn weigh<P: Processor>(&self, graph: Coded, k: u32) -> bool {
        if k > graph.order {
            return false;
        }
        !self.reaches::<P>(graph, k) && (0..k).all(|j| self.reaches::<P>(graph, j))
    }

    /// Whether some option has nimber `k`: first those in the tables.
    #[inline(always)]
    fn reaches<P: Processor>(&self, graph: Coded, k: u32) -> bool {
        let (mut large, mut count) = ([0u32; CODED as usize], 0);
        for vertex in 0..graph.order {
            let left = graph.left::<P>(vertex);
            if left.count_ones() > self.most {
                large[count] = left;
                count += 1;
            } else if k < PLANES as u32 && self.known(graph.induced::<P>(left), k) {
                return true;
            }
        }
        large[..count].iter().any(|&left| P::coded(self, graph.induced::<P>(left), k))
    }
}
