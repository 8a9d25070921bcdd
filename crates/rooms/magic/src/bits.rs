//! The fewest bits: a critical problem in the sense of Crapo and Rota.
//!
//! The rows of Y are points of GF(2)^k. Labels of m bits are m functionals; what they all annihilate is a subspace Z,
//! and two vertices get the same label exactly when the difference of their rows lies in Z. So the fewest bits are k -
//! dim Z for the largest Z that misses the set D of all differences. When all degrees are odd the points lie in a
//! hyperplane off the origin, so the differences lie in a hyperplane through it, and Z may take one dimension outside
//! for nothing: that bit is the translation of all labels. What is left is a search in E, the span of D, of e
//! dimensions: from the largest conceivable dimension e - log2(vertices) downward, subspaces are built in reduced
//! echelon form, each once, and abandoned when a coset meets D.

use super::condition::{Nullspace, Subject};
use super::sat;
use engine::bits::translated;
use engine::modular::gf2;
use kit::{Result, Watch, watch};

/// The most dimensions of the span of differences in which subspaces are searched.
const MOST_DIMENSIONS: usize = 22;
/// The steps after which the search over subspaces hands over.
const PATIENCE: u64 = 40_000_000;
/// The most vertices for which clauses are written.
const MOST_FOR_SAT: usize = 128;

/// The points whose differences must be missed, in coordinates of E.
#[derive(Clone, Debug)]
pub struct Points {
    /// The dimension e.
    pub dimension: usize,
    /// One point a vertex; when all degrees are odd, that of vertex 0 is 0.
    pub points: Vec<u32>,
}

impl Points {
    /// The points of a nullspace whose rows are distinct; `None` if E has more dimensions than a search can take.
    pub fn of(space: &Nullspace, translates: bool) -> Option<Points> {
        if space.nullity > MOST_DIMENSIONS + 1 {
            return None;
        }
        let word = |v: usize| space.rows.row(v).first().map_or(0, |&w| w as u32);
        let origin = if translates && space.rows.rows() > 0 { word(0) } else { 0 };
        let shifted: Vec<u32> = (0..space.rows.rows()).map(|v| word(v) ^ origin).collect();
        let mut matrix = gf2::Matrix::from_fn(shifted.len(), space.nullity.max(1), |v, j| shifted[v] >> j & 1 == 1);
        // In the reduced echelon form of the span a vector's coordinates are its entries at the pivots.
        let pivots = matrix.echelon_plain();
        let coordinates = |x: u32| pivots.iter().enumerate().fold(0, |sum, (i, &p)| sum | (x >> p & 1) << i);
        Some(Points { dimension: pivots.len(), points: shifted.into_iter().map(coordinates).collect() })
    }

    /// One bit for each vector of E: whether it is a difference of two points.
    pub fn differences(&self) -> Vec<u64> {
        let mut set = vec![0u64; (1usize << self.dimension).div_ceil(64)];
        let pairs = self.points.len() * self.points.len();
        if pairs > 24 << self.dimension {
            return self.differences_by_transform();
        }
        for (i, &a) in self.points.iter().enumerate() {
            for &b in &self.points[..i] {
                set[(a ^ b) as usize >> 6] |= 1 << ((a ^ b) & 63);
            }
        }
        set
    }

    /// The same by the Walsh transform: the autocorrelation of the points, for many points in few dimensions.
    pub fn differences_by_transform(&self) -> Vec<u64> {
        let size = 1usize << self.dimension;
        let mut counts = vec![0i64; size];
        self.points.iter().for_each(|&p| counts[p as usize] += 1);
        engine::bits::walsh(&mut counts);
        counts.iter_mut().for_each(|c| *c *= *c);
        engine::bits::walsh(&mut counts);
        let mut set = vec![0u64; size.div_ceil(64)];
        // Entry x counts the ordered pairs of difference x, times the size; at 0 every point meets itself.
        let extra = |x: usize| if x == 0 { (self.points.len() * size) as i64 } else { 0 };
        (0..size).filter(|&x| counts[x] > extra(x)).for_each(|x| set[x >> 6] |= 1 << (x & 63));
        set
    }

    /// The labels that remain when a subspace in reduced echelon form is annihilated.
    pub fn project(&self, z: &[u32]) -> Vec<u32> {
        let pivots: u32 = z.iter().fold(0, |set, &v| set | lead(v));
        let squeeze = |x: u32| {
            let kept = (0..self.dimension).filter(|j| pivots >> j & 1 == 0);
            kept.enumerate().fold(0, |sum, (i, j)| sum | (x >> j & 1) << i)
        };
        let reduce = |x: u32| z.iter().fold(x, |x, &v| if x & lead(v) != 0 { x ^ v } else { x });
        self.points.iter().map(|&p| squeeze(reduce(p))).collect()
    }
}

/// The highest bit.
fn lead(v: u32) -> u32 {
    1 << (31 - v.leading_zeros())
}

/// Whether the search went through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// All subspaces were seen, or `visit` had enough.
    Done,
    /// Patience ended first.
    GivenUp,
}

/// Visits every subspace of that dimension that misses the differences, by its reduced echelon basis, until `visit`
/// returns false.
pub fn missing_subspaces(
    dimension: usize,
    differences: &[u64],
    wanted: usize,
    patience: u64,
    watch: &mut dyn Watch,
    visit: &mut dyn FnMut(&[u32]) -> bool,
) -> Result<Search> {
    let mut search =
        Subspaces { dimension, wanted, basis: Vec::new(), steps: 0, patience, enough: false, watch, visit };
    // 0 itself is no difference when the points are distinct, and every subspace holds it.
    search.extend(differences)?;
    Ok(if search.steps > patience { Search::GivenUp } else { Search::Done })
}

struct Subspaces<'a> {
    dimension: usize,
    wanted: usize,
    basis: Vec<u32>,
    steps: u64,
    patience: u64,
    enough: bool,
    watch: &'a mut dyn Watch,
    visit: &'a mut dyn FnMut(&[u32]) -> bool,
}

impl Subspaces<'_> {
    /// `closed` holds the vectors whose coset of the subspace so far meets a difference.
    fn extend(&mut self, closed: &[u64]) -> Result<()> {
        let left = self.wanted - self.basis.len();
        if left == 0 {
            self.enough = !(self.visit)(&self.basis);
            return Ok(());
        }
        // The rest of the subspace needs so many open vectors.
        let open = (1u64 << self.dimension) - closed.iter().map(|w| u64::from(w.count_ones())).sum::<u64>();
        if open < 1u64 << self.wanted {
            return Ok(());
        }
        let pivots = self.basis.iter().fold(0, |set, &v| set | lead(v));
        let first = self.basis.last().map_or(0, |&v| lead(v).trailing_zeros() as usize + 1);
        // The vectors to come have higher leading bits, so this one must leave room.
        for bit in first..=self.dimension - left {
            for z in 1u32 << bit..2 << bit {
                self.steps += 1;
                if self.enough || self.steps > self.patience {
                    return Ok(());
                }
                if self.steps & 0xffff == 0 {
                    watch::step(self.watch, self.steps, None, || "the search for labels is not finished".to_string())?;
                }
                if z & pivots != 0 || closed[z as usize >> 6] >> (z & 63) & 1 == 1 {
                    continue;
                }
                let next = shifted_union(closed, z);
                self.basis.push(z);
                self.extend(&next)?;
                self.basis.pop();
            }
        }
        Ok(())
    }
}

/// The union of a set of vectors with itself shifted by z.
fn shifted_union(set: &[u64], z: u32) -> Vec<u64> {
    let block = (z >> 6) as usize;
    (0..set.len()).map(|i| set[i] | translated(set[i ^ block], z)).collect()
}

/// What is known of the fewest bits.
#[derive(Clone, Debug)]
pub struct Bits {
    /// Labels with the fewest bits that were found.
    pub labels: Vec<u32>,
    /// How many bits these have.
    pub bits: u32,
    /// Fewer than this are impossible.
    pub at_least: u32,
    /// Why fewer are impossible, in a sentence.
    pub reason: String,
}

/// The fewest bits of a subject whose rows are distinct.
pub fn fewest(subject: &Subject, space: &Nullspace, watch: &mut dyn Watch) -> Result<Bits> {
    search_bits(subject, space, None, watch)
}

/// The same, but no more is found out than whether `target` bits suffice.
pub fn suffices(subject: &Subject, space: &Nullspace, target: u32, watch: &mut dyn Watch) -> Result<Bits> {
    search_bits(subject, space, Some(target), watch)
}

fn search_bits(subject: &Subject, space: &Nullspace, target: Option<u32>, watch: &mut dyn Watch) -> Result<Bits> {
    debug_assert!(space.test2());
    let order = subject.graph.order();
    let least = order.next_power_of_two().trailing_zeros();
    let reason = format!("{order} distinct labels need {least} bits");
    // Labels that come with the construction, or vertices that are numbered by their labels already.
    let numbers: Vec<u32> = (0..order as u32).collect();
    let at_hand = subject.known.iter().chain([&numbers]);
    if let Some(labels) = at_hand.into_iter().find(|l| subject.is_labelling(l, least)) {
        return Ok(Bits { labels: labels.clone(), bits: least, at_least: least, reason });
    }
    let Some(points) = Points::of(space, subject.translates()) else {
        return sat_bits(subject, least, least, target, reason, watch);
    };
    let e = points.dimension;
    let plain = Bits { labels: points.points.clone(), bits: e as u32, at_least: least, reason: reason.clone() };
    if e as u32 == least {
        return Ok(plain);
    }
    let differences = points.differences();
    for bits in least..e as u32 {
        let mut found = None;
        let search = missing_subspaces(e, &differences, e - bits as usize, PATIENCE, watch, &mut |z| {
            found = Some(points.project(z));
            false
        })?;
        let why = impossible(bits, least, e);
        match (found, search) {
            (Some(labels), _) => {
                let reason = if bits == least { reason } else { impossible(bits - 1, least, e) };
                return Ok(Bits { labels, bits, at_least: bits, reason });
            }
            (None, Search::GivenUp) => return sat_bits(subject, least, bits, target, reason, watch),
            (None, Search::Done) if target == Some(bits) => {
                return Ok(Bits { at_least: bits + 1, reason: why, ..plain });
            }
            (None, Search::Done) => {}
        }
    }
    Ok(Bits { at_least: e as u32, reason: impossible(e as u32 - 1, least, e), ..plain })
}

/// The sentence for an exhausted search.
fn impossible(bits: u32, least: u32, e: usize) -> String {
    let dimension = e - bits as usize;
    let what = match dimension {
        1 => "every nonzero vector is a difference of two rows".to_string(),
        d => format!("every subspace of dimension {d} contains a difference of two rows"),
    };
    let above = if bits >= least { "" } else { " (and there are too few labels anyway)" };
    format!("{bits} bits do not suffice: in the span of the differences, of dimension {e}, {what}{above}")
}

/// The same question by clauses, upward from `from` bits.
fn sat_bits(
    subject: &Subject,
    least: u32,
    from: u32,
    target: Option<u32>,
    reason: String,
    watch: &mut dyn Watch,
) -> Result<Bits> {
    let order = subject.graph.order();
    let unknown = |at_least: u32, reason: String| Bits { labels: Vec::new(), bits: 0, at_least, reason };
    if order > MOST_FOR_SAT {
        return Ok(unknown(
            from,
            format!("{reason}; the search over subspaces was given up and {order} vertices are too many for clauses"),
        ));
    }
    let mut reason = reason;
    for bits in from..=31 {
        match sat::labels(subject, bits, watch)? {
            Some(labels) => return Ok(Bits { labels, bits, at_least: bits, reason }),
            None => reason = format!("{bits} bits do not suffice: a solver for clauses exhausted all labellings"),
        }
        if target == Some(bits) {
            return Ok(unknown(bits + 1, reason));
        }
    }
    Ok(unknown(least, reason))
}

#[cfg(test)]
mod tests {
    use super::super::condition;
    use super::*;
    use kit::Unwatched;
    use rand::{RngExt as _, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn by_definition(points: &Points) -> usize {
        // The slow truth: add vectors to the subspace in every way.
        fn grow(span: &[u32], points: &[u32], size: u32) -> usize {
            let dimension = span.len().trailing_zeros() as usize;
            let fits = |z: &u32| {
                !span.contains(z)
                    && span.iter().all(|s| points.iter().all(|a| points.iter().all(|b| a == b || a ^ b != z ^ s)))
            };
            let larger = (1..size).filter(fits).map(|z| {
                let wider: Vec<u32> = span.iter().copied().chain(span.iter().map(|s| s ^ z)).collect();
                grow(&wider, points, size)
            });
            larger.max().unwrap_or(dimension)
        }
        points.dimension - grow(&[0], &points.points, 1 << points.dimension)
    }

    #[test]
    fn the_largest_missing_subspace_is_found_and_all_are_listed_once() {
        let mut chance = ChaCha8Rng::seed_from_u64(6);
        for round in 0..60 {
            let dimension = 3 + round % 3;
            let mut points: Vec<u32> = (0..1 << dimension).filter(|_| chance.random_range(0..3) == 0).collect();
            points.truncate(6);
            if points.len() < 2 {
                continue;
            }
            let set = Points { dimension, points };
            let differences = set.differences();
            assert_eq!(differences, set.differences_by_transform());
            let list = |wanted| {
                let mut list = Vec::new();
                missing_subspaces(dimension, &differences, wanted, u64::MAX, &mut Unwatched, &mut |z| {
                    list.push(z.to_vec());
                    true
                })
                .unwrap();
                list
            };
            let largest = (0..=dimension).rev().find(|&d| !list(d).is_empty()).unwrap();
            assert_eq!(dimension - largest, by_definition(&set), "{set:?}");
            for z in list(largest) {
                assert!(condition::doubled(&set.project(&z)).is_none());
            }
            let mut lines = list(1);
            let open = (1u32..1 << dimension).filter(|z| differences[0] >> z & 1 == 0).count();
            lines.dedup();
            assert_eq!(lines.len(), open);
        }
    }

    #[test]
    fn both_ways_give_the_same_number_of_bits() {
        use condition::Around::{Closed, Open};
        let closed = ["cube:3", "crossed:4", "g1", "complete:8", "cube:4", "torus:4x4"].map(|text| (text, Closed));
        let open = ["bipartite:4x4", "cube:4", "torus:4x4", "circle:8", "bipartite:8x8"].map(|text| (text, Open));
        let mut compared = 0;
        for (text, around) in closed.into_iter().chain(open) {
            let mut subject = Subject::read(text).unwrap().around(around);
            subject.known = None;
            let space = subject.nullspace(&mut Unwatched).unwrap();
            if !space.test2() {
                continue;
            }
            let by_subspaces = fewest(&subject, &space, &mut Unwatched).unwrap();
            let least = subject.order();
            let by_clauses = sat_bits(&subject, least, least, None, String::new(), &mut Unwatched).unwrap();
            assert_eq!((by_subspaces.bits, by_subspaces.at_least), (by_clauses.bits, by_clauses.at_least), "{text}");
            for bits in [&by_subspaces, &by_clauses] {
                assert!(subject.is_labelling(&bits.labels, bits.bits), "{text}");
            }
            compared += usize::from(around == Open);
        }
        assert!(compared > 1, "{compared} open ones");
    }
}
