//! The exhaustive search: every locked, legally reachable board with exactly k queens, up to symmetry.
//!
//! *Branching.* A square that is free and evenly attacked "needs": some further queen must stand on it or attack it.
//! Branch on the needy square with the fewest candidates; a candidate that has been tried is excluded for its later
//! siblings. At the root whole orbits of the board's symmetries are tried and excluded: the first orbit (in a fixed
//! list that covers one square's candidates) that a board meets can be turned so that it holds the orbit's first
//! square.
//!
//! *Windows.* For a few (j) further queens the set of needy squares must be a sum over GF(2) of j rows of A, except
//! on squares that end up occupied. A window is a list of up to 30 squares whose rows of A are independent; a table
//! of 2^b bits holds what the sums of j rows look like through its first b squares (an occupied square looks like
//! both). One look refutes about 49 nodes of 50 four levels above the leaves.
//!
//! *Symmetric boards.* The same search over the orbits of an involution finds boards that it keeps, with about half
//! as many choices: no lower bound, but often the best board.

use super::order::{Reach, legal_order_within};
use engine::modular::zmod::gcd;
use kit::Result;
use kit::watch::{Progress, Watch, tend};
use rayon::prelude::*;
use std::cmp::Ordering;

/// What an exhausted level says.
pub(super) enum Level {
    /// No locked, reachable board has this number of queens.
    Empty,
    /// One that does, with its legal order.
    Board(Vec<usize>),
    /// Given up after the allowed steps.
    Unfinished,
}

const WINDOW: usize = 30;
const DEEPEST: usize = 4;
/// Sums entered into a window's table at most.
const MOST_SUMS: u64 = 18_000_000;
const CHUNK: usize = 64;

type Squares<const W: usize> = [u64; W];

/// A search over boards of at most 64 `W` squares, with its windows.
struct Search<'a, const W: usize> {
    adjacency: &'a [Vec<usize>],
    /// The squares that are taken together: one each, or the orbits of a symmetry that boards are to have.
    cells: Vec<Vec<usize>>,
    /// The cells on which a queen (or her orbit) changes the parity.
    attacks: Vec<Squares<W>>,
    /// The cells that change the parity of a cell, and the cell itself.
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

/// The search over all boards given by their attacks and the symmetries that keep them.
pub(super) fn levels<'a>(adjacency: &'a [Vec<usize>], symmetries: Vec<Vec<usize>>) -> Option<Box<dyn Levels + 'a>> {
    levels_of(adjacency, (0..adjacency.len()).map(|square| vec![square]).collect(), symmetries)
}

/// The search over the boards that an involution of the squares keeps.
pub(super) fn kept<'a>(adjacency: &'a [Vec<usize>], involution: &[usize]) -> Option<Box<dyn Levels + 'a>> {
    let orbit = |(square, &image): (usize, &usize)| match square.cmp(&image) {
        Ordering::Less => Some(vec![square, image]),
        Ordering::Equal => Some(vec![square]),
        Ordering::Greater => None,
    };
    let cells: Vec<Vec<usize>> = involution.iter().enumerate().filter_map(orbit).collect();
    let identity = (0..cells.len()).collect();
    levels_of(adjacency, cells, vec![identity])
}

fn levels_of<'a>(
    adjacency: &'a [Vec<usize>],
    cells: Vec<Vec<usize>>,
    symmetries: Vec<Vec<usize>>,
) -> Option<Box<dyn Levels + 'a>> {
    Some(match cells.len().div_ceil(64) {
        1 => Box::new(Rooted::<1> { search: Search::new(adjacency, cells), symmetries }),
        2 => Box::new(Rooted::<2> { search: Search::new(adjacency, cells), symmetries }),
        3 => Box::new(Rooted::<3> { search: Search::new(adjacency, cells), symmetries }),
        4 => Box::new(Rooted::<4> { search: Search::new(adjacency, cells), symmetries }),
        _ => return None,
    })
}

struct Rooted<'a, const W: usize> {
    search: Search<'a, W>,
    /// Permutations of the cells that keep the attacks.
    symmetries: Vec<Vec<usize>>,
}

impl<const W: usize> Rooted<'_, W> {
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
            if search.cells[orbit[0]].len() <= queens {
                roots.push(search.with(&node, orbit[0]));
            }
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
        self.search.prepare((2 * DEEPEST).min(queens - 1));
        let mut nodes = self.roots(queens);
        for _ in 0..2 {
            if nodes.first().is_some_and(|node| node.left > DEEPEST) {
                nodes = nodes.iter().flat_map(|node| self.search.children(node)).collect();
            }
        }
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
        *steps = allowed.saturating_sub(used);
        Ok(level)
    }
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(adjacency: &'a [Vec<usize>], cells: Vec<Vec<usize>>) -> Self {
        let mut all = [0; W];
        let mut cell_of = vec![0; adjacency.len()];
        for (cell, squares) in cells.iter().enumerate() {
            insert(&mut all, cell);
            squares.iter().for_each(|&square| cell_of[square] = cell);
        }
        let (mut attacks, mut closed) = (vec![[0; W]; cells.len()], vec![[0; W]; cells.len()]);
        for (cell, squares) in cells.iter().enumerate() {
            // All squares of a cell see the same, so its first speaks for it.
            for queen in adjacency[squares[0]].iter().map(|&square| cell_of[square]) {
                attacks[queen][cell / 64] ^= 1 << (cell % 64);
                closed[cell][queen / 64] ^= 1 << (queen % 64);
            }
            insert(&mut closed[cell], cell);
        }
        // Cells changed by a queen's orbit, for each queen in it.
        let largest = (0..cells.len()).map(|q| (count(&attacks[q]) + 1).div_ceil(cells[q].len() as u32)).max();
        let largest = largest.unwrap_or(0);
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
        Search { adjacency, cells, attacks, closed, all, largest, seen, window, tables: vec![(0, vec![1])] }
    }

    fn empty(&self, queens: usize) -> Node<W> {
        Node { queens: [0; W], odd: [0; W], excluded: [0; W], left: queens, key: self.window, wild: 0 }
    }

    fn with(&self, node: &Node<W>, queen: usize) -> Node<W> {
        let mut next = *node;
        insert(&mut next.queens, queen);
        (0..W).for_each(|word| next.odd[word] ^= self.attacks[queen][word]);
        next.left -= self.cells[queen].len();
        next.key ^= self.seen[queen].0;
        next.wild |= self.seen[queen].1;
        next
    }

    /// Builds the tables of sums of up to `depth` queens, as far as their number allows.
    fn prepare(&mut self, depth: usize) {
        for queens in self.tables.len()..=depth {
            let sums = self.sums(queens);
            if sums > MOST_SUMS {
                return;
            }
            let bits = (sums.max(2).ilog2() + 7).clamp(6, self.window.count_ones().max(6));
            let mut table = vec![0u64; 1 << (bits - 6)];
            self.enter_sums(queens, 0, 0, 0, (1u32 << bits) - 1, &mut table);
            self.tables.push((bits, table));
        }
    }

    /// The number of sets of cells with so many queens.
    fn sums(&self, queens: usize) -> u64 {
        let mut sets = vec![0u64; queens + 1];
        sets[0] = 1;
        for weight in self.cells.iter().map(Vec::len) {
            for total in (weight..=queens).rev() {
                sets[total] += sets[total - weight];
            }
        }
        sets[queens]
    }

    fn enter_sums(&self, queens: usize, from: usize, key: u32, wild: u32, mask: u32, table: &mut [u64]) {
        if queens == 0 {
            for look in looks(key & mask, wild & mask) {
                table[look as usize / 64] |= 1 << (look % 64);
            }
            return;
        }
        for queen in from..self.cells.len() {
            if self.cells[queen].len() <= queens {
                let (change, own) = self.seen[queen];
                let rest = queens - self.cells[queen].len();
                self.enter_sums(rest, queen + 1, key ^ change, wild | own, mask, table);
            }
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
        let candidates = self.candidates(node, &self.needy(node));
        let (mut node, left) = (*node, node.left);
        members(&candidates)
            .filter(|&queen| self.cells[queen].len() <= left)
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
            let weight = self.cells[queen].len();
            if weight <= at.left && self.possible(at.key ^ change, at.wild | own, at.left - weight) {
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
        let queens: Vec<usize> = members(queens).flat_map(|cell| self.cells[cell].iter().copied()).collect();
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
    let stride = (squares * 382 / 1000..).find(|&s| gcd(s.max(1) as u64, squares as u64) == 1).unwrap_or(1).max(1);
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
