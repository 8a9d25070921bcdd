//! Cubic xor-magic graphs by their labels.
//!
//! The vertices are the points of AG(n,2). A vertex v and its neighbours x, p, q have v + x + p + q = 0: a plane
//! through v. So choose a plane through every point such that u lies in the plane of v exactly when v lies in the plane
//! of u. A point with two known neighbours has its third for free; a point with one known neighbour x has a choice of
//! pairs p, q of difference v + x.
//!
//! *Symmetry.* The affine group is broken as the search goes: the points that have been reached always span an affine
//! subspace, the one of the labels below 2^dim. The maps that fix it pointwise move its complement transitively, also
//! with the direction v + x kept, so of all the pairs outside only one is tried. Each labelled graph of order n is then
//! found once for each root and each order of opening dimensions, at most 2^n 6 2^(n-2) times over its symmetries.
//!
//! *Choice.* Always a point with the fewest pairs: 5.2 million steps for all of n = 5.

use engine::bits::translated;
use engine::graphs::small::Small;
use kit::watch::Progress;

/// A partial choice of planes: a graph that grows from point 0.
#[derive(Clone, Copy)]
pub struct Growth {
    neighbours: [[u8; 3]; 64],
    degree: [u8; 64],
    /// Points that are reached and have one neighbour.
    tips: u64,
    /// Points that are not reached.
    free: u64,
    /// The points reached span the labels below 2^dim.
    dim: u32,
    n: u32,
}

impl Growth {
    /// Point 0 with its plane, which may be {0, 1, 2, 3}; 2 <= n <= 6.
    pub fn start(n: u32) -> Growth {
        assert!((2..=6).contains(&n), "order {n}");
        let all = if n == 6 { u64::MAX } else { (1 << (1u32 << n)) - 1 };
        let mut growth = Growth { neighbours: [[0; 3]; 64], degree: [0; 64], tips: 0, free: all & !1, dim: 2, n };
        let mut forced = Vec::new();
        for x in 1..=3 {
            growth.join(0, x, &mut forced);
        }
        growth
    }

    /// Adds an edge; points that now have two neighbours are put on the list. False if a point has too many neighbours
    /// or a sum that is not 0.
    fn join(&mut self, a: u8, b: u8, forced: &mut Vec<u8>) -> bool {
        [(a, b), (b, a)].into_iter().all(|(u, v)| {
            let at = u as usize;
            let degree = self.degree[at];
            if degree == 3 {
                return false;
            }
            self.neighbours[at][degree as usize] = v;
            self.degree[at] = degree + 1;
            match degree {
                0 => {
                    self.free &= !(1 << u);
                    self.tips |= 1 << u;
                    true
                }
                1 => {
                    self.tips &= !(1 << u);
                    forced.push(u);
                    true
                }
                _ => self.neighbours[at].iter().fold(u, |sum, &w| sum ^ w) == 0,
            }
        })
    }

    /// Gives every point with two neighbours its third.
    fn settle(&mut self, forced: &mut Vec<u8>) -> bool {
        while let Some(v) = forced.pop() {
            let at = v as usize;
            if self.degree[at] == 2 {
                let third = v ^ self.neighbours[at][0] ^ self.neighbours[at][1];
                if !self.join(v, third, forced) {
                    return false;
                }
            }
        }
        true
    }

    /// This growth with a pair given to a tip, if that is consistent.
    fn with_pair(&self, v: u8, p: u8, q: u8, forced: &mut Vec<u8>) -> Option<Growth> {
        let mut next = *self;
        forced.clear();
        (next.join(v, p, forced) && next.join(v, q, forced) && next.settle(forced)).then_some(next)
    }

    /// Whether nothing is left to choose.
    fn is_closed(&self) -> bool {
        self.tips == 0
    }

    /// Whether every point is reached; a closed growth that is not is a component of a disconnected graph.
    fn is_whole(&self) -> bool {
        self.free == 0
    }

    /// The continuations at a tip with the fewest.
    fn continuations(&self) -> Vec<Growth> {
        let span = if self.dim == 6 { u64::MAX } else { (1 << (1u32 << self.dim)) - 1 };
        let open = (self.tips | self.free) & span;
        let outside = u32::from(self.dim < self.n);
        let mut best = (u32::MAX, 0, 0);
        let mut tips = self.tips;
        while tips != 0 && best.0 > 1 {
            let v = tips.trailing_zeros() as u8;
            tips &= tips - 1;
            let x = self.neighbours[v as usize][0];
            let open = open & !(1 << v) & !(1 << x);
            let paired = open & translated(open, u32::from(v ^ x));
            let count = paired.count_ones() / 2 + outside;
            if count < best.0 {
                best = (count, v, paired);
            }
        }
        let (_, v, mut paired) = best;
        let direction = v ^ self.neighbours[v as usize][0];
        let mut forced = Vec::new();
        let mut list = Vec::with_capacity(best.0 as usize);
        while paired != 0 {
            let p = paired.trailing_zeros() as u8;
            let q = p ^ direction;
            paired &= !(1 << p) & !(1 << q);
            list.extend(self.with_pair(v, p, q, &mut forced));
        }
        if outside == 1 {
            let wider = Growth { dim: self.dim + 1, ..*self };
            let p = 1 << self.dim;
            list.extend(wider.with_pair(v, p, p ^ direction, &mut forced));
        }
        list
    }

    /// Visits every complete connected graph that grows from here; counts steps.
    pub fn complete(&self, progress: &Progress, steps: &mut u64, visit: &mut dyn FnMut(Small)) {
        *steps += 1;
        if progress.stopped() {
            return;
        }
        if self.is_closed() {
            if self.is_whole() {
                visit(self.graph());
            }
            return;
        }
        for next in self.continuations() {
            next.complete(progress, steps, visit);
        }
    }

    /// Growths that together have all completions of this one, about so many.
    pub fn parts(&self, wanted: usize) -> Vec<Growth> {
        let mut parts = vec![*self];
        while parts.len() < wanted && parts.iter().any(|p| !p.is_closed()) {
            let split = |p: &Growth| if p.is_closed() { vec![*p] } else { p.continuations() };
            parts = parts.iter().flat_map(split).collect();
        }
        parts
    }

    /// The graph whose vertices are their own labels.
    fn graph(&self) -> Small {
        let row = |v: usize| self.neighbours[v].iter().fold(0u64, |row, &w| row | 1 << w);
        Small::new((0..1 << self.n).map(row).collect())
    }

    /// One walk down the tree by chance: the steps that it speaks for (Knuth 1975), whose mean over many walks is the
    /// number of steps of the whole search, and whether it ends at a graph.
    pub fn sample(&self, chance: &mut impl rand::Rng) -> (f64, bool) {
        use rand::RngExt as _;
        let (mut growth, mut weight, mut steps) = (*self, 1.0, 1.0);
        while !growth.is_closed() {
            let list = growth.continuations();
            if list.is_empty() {
                return (steps, false);
            }
            weight *= list.len() as f64;
            steps += weight;
            growth = list[chance.random_range(0..list.len())];
        }
        (steps, growth.is_whole())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::bits::ones;

    #[test]
    fn random_walks_estimate_the_steps() {
        use rand::SeedableRng as _;
        let mut chance = rand_chacha::ChaCha8Rng::seed_from_u64(5);
        let mut steps = 0;
        Growth::start(4).complete(&Progress::default(), &mut steps, &mut |_| {});
        let mean = (0..4000).map(|_| Growth::start(4).sample(&mut chance).0).sum::<f64>() / 4000.0;
        assert!((mean / steps as f64 - 1.0).abs() < 0.1, "{mean} for {steps}");
    }

    #[test]
    fn every_completion_satisfies_the_condition_and_parts_lose_none() {
        for n in 2..=4 {
            let progress = Progress::default();
            let mut whole = Vec::new();
            Growth::start(n).complete(&progress, &mut 0, &mut |g| whole.push(g));
            for graph in &whole {
                assert!(graph.is_connected());
                for v in 0..graph.order() {
                    assert_eq!(ones(graph.row(v)).fold(v, |sum, w| sum ^ w), 0);
                }
            }
            let mut parted = Vec::new();
            for part in Growth::start(n).parts(20) {
                part.complete(&progress, &mut 0, &mut |g| parted.push(g));
            }
            whole.sort();
            parted.sort();
            assert_eq!(whole, parted);
            assert!(!whole.is_empty());
        }
    }
}
