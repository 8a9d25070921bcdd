//! The exhaustive search: every locked, legally reachable board with exactly k queens, up to symmetry.
//!
//! *Branching.* A square that is free and evenly attacked "needs": some further queen must stand on it or attack it. Branch on the needy square with the
//! fewest candidates; a candidate that has been tried is excluded for its later siblings. At the root whole orbits of the board's symmetries are tried and
//! excluded: the first orbit (in a fixed list that covers one square's candidates) that a board meets can be turned so that it holds the orbit's first square.
//!
//! *Windows.* For j <= 4 further queens the set of needy squares must be a sum over GF(2) of j rows of A, except on squares that end up occupied. A window
//! is a list of up to 30 squares whose rows of A are independent; a table of 2^b bits holds what the sums of j rows look like through its first b squares
//! (an occupied square looks like both). One look refutes about 49 nodes of 50 four levels above the leaves.

use super::order::{Reach, legal_order_within};
use kit::Result;
use kit::watch::{Progress, Watch, tend};
use rayon::prelude::*;

/// What an exhausted level says.
pub(super) enum Level {
    /// No locked, reachable board has this number of queens.
    Empty,
    /// One that does, with its legal order.
    Board(Vec<usize>),
    /// Given up after the allowed steps.
    Unfinished,
}

/// The squares a board may have to be searched exhaustively.
pub(super) const MOST_SQUARES: usize = 256;

const WINDOW: usize = 30;
const DEEPEST: usize = 4;
/// Sums entered into a window's table at most.
const MOST_SUMS: u64 = 1 << 25;
const CHUNK: usize = 64;

type Squares<const W: usize> = [u64; W];

/// A search over boards of at most 64 `W` squares, with its windows.
struct Search<'a, const W: usize> {
    adjacency: &'a [Vec<usize>],
    attacks: Vec<Squares<W>>,
    /// Attacked squares and the square itself.
    closed: Vec<Squares<W>>,
    all: Squares<W>,
    largest: u32,
    /// What each queen changes in the window, and her own place in it.
    seen: Vec<(u32, u32)>,
    window: u32,
    /// Index j: the bits used and the table of sums of j queens.
    tables: Vec<(u32, Vec<u64>)>,
}

#[derive(Clone, Copy)]
struct Node<const W: usize> {
    queens: Squares<W>,
    odd: Squares<W>,
    excluded: Squares<W>,
    left: usize,
    key: u32,
    wild: u32,
}

/// Levels of a board, searched one after another with shared tables.
pub(super) trait Levels: Send {
    /// Searches the boards with exactly `queens` queens; `steps` is what remains of the allowance and is reduced.
    fn search(&mut self, queens: usize, steps: &mut u64, watch: &mut dyn Watch) -> Result<Level>;
}

/// The search for a board given by its attacks and the symmetries that keep them.
pub(super) fn levels<'a>(adjacency: &'a [Vec<usize>], symmetries: &'a [Vec<usize>]) -> Option<Box<dyn Levels + 'a>> {
    Some(match adjacency.len().div_ceil(64) {
        0 => return None,
        1 => Box::new(Rooted::<1>::new(adjacency, symmetries)),
        2 => Box::new(Rooted::<2>::new(adjacency, symmetries)),
        3 => Box::new(Rooted::<3>::new(adjacency, symmetries)),
        4 => Box::new(Rooted::<4>::new(adjacency, symmetries)),
        _ => return None,
    })
}

struct Rooted<'a, const W: usize> {
    search: Search<'a, W>,
    symmetries: &'a [Vec<usize>],
}

impl<'a, const W: usize> Rooted<'a, W> {
    fn new(adjacency: &'a [Vec<usize>], symmetries: &'a [Vec<usize>]) -> Self {
        Rooted { search: Search::new(adjacency), symmetries }
    }

    fn orbit(&self, square: usize) -> Vec<usize> {
        let mut orbit: Vec<usize> = self.symmetries.iter().map(|symmetry| symmetry[square]).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// The first queens, one for each orbit that meets the candidates of the square with the fewest such orbits.
    fn roots(&self, queens: usize) -> Vec<Node<W>> {
        let search = &self.search;
        let orbits_of = |square: usize| {
            let mut orbits: Vec<Vec<usize>> = members(&search.closed[square]).map(|q| self.orbit(q)).collect();
            orbits.sort_unstable();
            orbits.dedup();
            orbits
        };
        let orbits = (0..search.attacks.len()).map(orbits_of).min_by_key(Vec::len).unwrap_or_default();
        let mut node = search.empty(queens);
        let mut roots = Vec::new();
        for orbit in orbits {
            roots.push(search.with(&node, orbit[0]));
            orbit.iter().for_each(|&square| insert(&mut node.excluded, square));
        }
        roots
    }
}

impl<const W: usize> Levels for Rooted<'_, W> {
    fn search(&mut self, queens: usize, steps: &mut u64, watch: &mut dyn Watch) -> Result<Level> {
        if queens == 0 {
            return Ok(Level::Empty);
        }
        self.search.prepare(DEEPEST.min(queens - 1));
        let mut nodes = self.roots(queens);
        for _ in 0..2 {
            if nodes.first().is_some_and(|node| node.left > DEEPEST) {
                nodes = nodes.iter().flat_map(|node| self.search.children(node)).collect();
            }
        }
        let t0 = std::time::Instant::now();
        let (search, allowed) = (&self.search, *steps);
        let unfinished = |done| format!("{done} steps into the boards with {queens} queens");
        let (level, used) = tend(watch, None, unfinished, |progress| {
            let mut used = 0;
            for chunk in nodes.chunks(CHUNK) {
                let found: Vec<(u64, Option<Vec<usize>>)> =
                    chunk.par_iter().map(|node| search.explore(node, progress)).collect();
                used += found.iter().map(|(steps, _)| steps).sum::<u64>();
                if let Some(order) = found.into_iter().find_map(|(_, order)| order) {
                    return (Level::Board(order), used);
                }
                if progress.stopped() || used > allowed {
                    return (Level::Unfinished, used);
                }
            }
            (Level::Empty, used)
        })?;
        eprintln!("level {queens} used {used} nodes {} t {:?}", nodes.len(), t0.elapsed());
        *steps = allowed.saturating_sub(used);
        Ok(level)
    }
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(adjacency: &'a [Vec<usize>]) -> Self {
        let mut all = [0; W];
        (0..adjacency.len()).for_each(|square| insert(&mut all, square));
        let row = |neighbours: &Vec<usize>| {
            let mut row = [0; W];
            neighbours.iter().for_each(|&square| insert(&mut row, square));
            row
        };
        let attacks: Vec<Squares<W>> = adjacency.iter().map(row).collect();
        let mut closed = attacks.clone();
        closed.iter_mut().enumerate().for_each(|(square, row)| insert(row, square));
        let largest = closed.iter().map(count).max().unwrap_or(0);
        let panes = independent_squares(&attacks);
        let seen = (0..attacks.len())
            .map(|queen| {
                let look = |in_pane: &dyn Fn(usize) -> bool| {
                    panes.iter().enumerate().fold(0u32, |key, (i, &pane)| key | u32::from(in_pane(pane)) << i)
                };
                (look(&|pane| holds(&attacks[queen], pane)), look(&|pane| pane == queen))
            })
            .collect();
        let window = ((1u64 << panes.len()) - 1) as u32;
        Search { adjacency, attacks, closed, all, largest, seen, window, tables: vec![(0, vec![1])] }
    }

    fn empty(&self, queens: usize) -> Node<W> {
        Node { queens: [0; W], odd: [0; W], excluded: [0; W], left: queens, key: self.window, wild: 0 }
    }

    fn with(&self, node: &Node<W>, queen: usize) -> Node<W> {
        let mut next = *node;
        insert(&mut next.queens, queen);
        (0..W).for_each(|word| next.odd[word] ^= self.attacks[queen][word]);
        next.left -= 1;
        next.key ^= self.seen[queen].0;
        next.wild |= self.seen[queen].1;
        next
    }

    /// Builds the tables of sums of up to `depth` queens, as far as their number allows.
    fn prepare(&mut self, depth: usize) {
        for queens in self.tables.len()..=depth {
            let sums = (0..queens as u64).fold(1u64, |c, i| c * (self.attacks.len() as u64 - i) / (i + 1));
            if sums > MOST_SUMS {
                return;
            }
            let bits = (sums.max(2).ilog2() + 7).clamp(6, self.window.count_ones().max(6));
            let mut table = vec![0u64; 1 << (bits - 6)];
            self.enter_sums(queens, 0, 0, 0, (1u32 << bits) - 1, &mut table);
            self.tables.push((bits, table));
        }
    }

    fn enter_sums(&self, queens: usize, from: usize, key: u32, wild: u32, mask: u32, table: &mut [u64]) {
        if queens == 0 {
            for look in looks(key & mask, wild & mask) {
                table[look as usize / 64] |= 1 << (look % 64);
            }
            return;
        }
        for queen in from..=self.attacks.len() - queens {
            let (change, own) = self.seen[queen];
            self.enter_sums(queens - 1, queen + 1, key ^ change, wild | own, mask, table);
        }
    }

    /// False when no further `left` queens can lock the board.
    fn possible(&self, key: u32, wild: u32, left: usize) -> bool {
        let Some((bits, table)) = self.tables.get(left) else { return true };
        let mask = ((1u64 << bits) - 1) as u32;
        looks(key & mask, wild & mask).any(|look| table[look as usize / 64] >> (look % 64) & 1 == 1)
    }

    fn needy(&self, node: &Node<W>) -> Squares<W> {
        std::array::from_fn(|word| self.all[word] & !node.odd[word] & !node.queens[word])
    }

    /// Squares of which one must be taken: those that serve the needy square with the fewest of them.
    fn candidates(&self, node: &Node<W>, needy: &Squares<W>) -> Squares<W> {
        let free: Squares<W> = std::array::from_fn(|word| self.all[word] & !node.excluded[word] & !node.queens[word]);
        members(needy).map(|square| both(&self.closed[square], &free)).min_by_key(count).unwrap_or(free)
    }

    fn children(&self, node: &Node<W>) -> Vec<Node<W>> {
        let mut node = *node;
        let candidates = self.candidates(&node, &self.needy(&node));
        members(&candidates)
            .map(|queen| {
                let child = self.with(&node, queen);
                insert(&mut node.excluded, queen);
                child
            })
            .collect()
    }

    /// The steps taken below a node, and the first locked, reachable board.
    fn explore(&self, node: &Node<W>, progress: &Progress) -> (u64, Option<Vec<usize>>) {
        let mut steps = 0;
        let found = self.descend(node, &mut steps, progress);
        progress.add(steps);
        (steps, found)
    }

    fn descend(&self, node: &Node<W>, steps: &mut u64, progress: &Progress) -> Option<Vec<usize>> {
        let needy = self.needy(node);
        if node.left == 0 {
            return if count(&needy) == 0 { self.reached(&node.queens) } else { None };
        }
        if count(&needy) > node.left as u32 * self.largest || (node.left > DEEPEST && progress.stopped()) {
            return None;
        }
        let mut at = *node;
        for queen in members(&self.candidates(node, &needy)) {
            *steps += 1;
            let (change, own) = self.seen[queen];
            if self.possible(at.key ^ change, at.wild | own, at.left - 1) {
                let found = self.descend(&self.with(&at, queen), steps, progress);
                if found.is_some() {
                    return found;
                }
            }
            insert(&mut at.excluded, queen);
        }
        None
    }

    fn reached(&self, queens: &Squares<W>) -> Option<Vec<usize>> {
        let queens: Vec<usize> = members(queens).collect();
        match legal_order_within(self.adjacency, &queens, u64::MAX) {
            Reach::Order(order) => Some(order),
            Reach::Never | Reach::Unknown => None,
        }
    }
}

/// The looks of a key whose wild bits may be either.
fn looks(key: u32, wild: u32) -> impl Iterator<Item = u32> {
    let mut next = Some(0u32);
    std::iter::from_fn(move || {
        let subset = next?;
        next = Some(subset.wrapping_sub(wild) & wild).filter(|&s| s != 0);
        Some(key ^ subset)
    })
}

/// Squares, spread over the board, whose rows are linearly independent over GF(2).
fn independent_squares<const W: usize>(attacks: &[Squares<W>]) -> Vec<usize> {
    let squares = attacks.len();
    // A stride near the golden section of the board visits all squares, far from each other.
    let stride = (squares * 382 / 1000..).find(|&s| gcd(s.max(1), squares) == 1).unwrap_or(1).max(1);
    let (mut chosen, mut basis): (Vec<usize>, Vec<(usize, Squares<W>)>) = (Vec::new(), Vec::new());
    for square in (0..squares).map(|i| i * stride % squares) {
        let mut row = attacks[square];
        for (pivot, vector) in &basis {
            if holds(&row, *pivot) {
                (0..W).for_each(|word| row[word] ^= vector[word]);
            }
        }
        let pivot = members(&row).next();
        if let Some(pivot) = pivot {
            basis.push((pivot, row));
            chosen.push(square);
            if chosen.len() == WINDOW {
                break;
            }
        }
    }
    chosen
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn insert<const W: usize>(set: &mut Squares<W>, square: usize) {
    set[square / 64] |= 1 << (square % 64);
}

fn holds<const W: usize>(set: &Squares<W>, square: usize) -> bool {
    set[square / 64] >> (square % 64) & 1 == 1
}

fn both<const W: usize>(a: &Squares<W>, b: &Squares<W>) -> Squares<W> {
    std::array::from_fn(|word| a[word] & b[word])
}

fn count<const W: usize>(set: &Squares<W>) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

fn members<const W: usize>(set: &Squares<W>) -> impl Iterator<Item = usize> + use<W> {
    let (mut set, mut word) = (*set, 0);
    std::iter::from_fn(move || {
        while word < W && set[word] == 0 {
            word += 1;
        }
        (word < W).then(|| {
            let bit = set[word].trailing_zeros() as usize;
            set[word] &= set[word] - 1;
            word * 64 + bit
        })
    })
}
