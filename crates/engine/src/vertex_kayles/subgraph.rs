//! The end of the search: subgraphs of a few vertices, relabelled into one word and searched without the table.

use super::complete::{CODED, Coded, Complete};
use super::search::{Processor, each};
use super::table::Bits;

/// Sets of at most this many vertices are searched without the table.
pub(super) const SMALL: u32 = 20;
/// The same on large graphs, as far as the set is dense: there sets of this size seldom come twice, and the table has
/// no room for them.
pub(super) const MIDDLING: u32 = 32;
/// A set is dense if a move takes at least one vertex in so many, on average.
const DENSE: u32 = 5;
/// Sets of at least this many vertices are looked at for components: smaller ones are sooner searched.
const SPLIT: u32 = 20;

/// A subgraph of at most [`MIDDLING`] vertices, relabelled: row `i` holds vertex `i` and its neighbours.
pub(super) struct Subgraph {
    rows: [u32; MIDDLING as usize],
    /// All its vertices.
    pub(super) all: u32,
}

impl Subgraph {
    #[inline(always)]
    pub(super) fn of<P: Processor, const W: usize>(set: &Bits<W>, closed: &[Bits<W>]) -> Self {
        let mut rows = [0; MIDDLING as usize];
        let mut count = 0;
        each(set, |vertex| {
            let mut place = 0;
            for word in 0..W {
                rows[count] |= (P::compress(closed[vertex][word], set[word]) << place) as u32;
                place += set[word].count_ones();
            }
            count += 1;
        });
        Subgraph { rows, all: ((1u64 << count) - 1) as u32 }
    }

    /// Whether moves take so much that a search without the table is short.
    #[inline(always)]
    pub(super) fn is_dense(&self) -> bool {
        let order = self.all.count_ones();
        DENSE * self.rows.iter().map(|row| row.count_ones()).sum::<u32>() >= order * order
    }

    /// Whether the nimber of `set` is `k`.
    #[inline(always)]
    pub(super) fn weigh<P: Processor>(&self, complete: &Complete, set: u32, k: u32) -> bool {
        let order = set.count_ones();
        if order <= CODED {
            return complete.is::<P>(self.coded::<P>(set), k);
        }
        if k > order {
            return false;
        }
        if order >= SPLIT {
            let part = self.component(set);
            if part != set {
                let rest = set & !part;
                let (small, large) = if rest.count_ones() < part.count_ones() { (rest, part) } else { (part, rest) };
                let heap = (0..).find(|&heap| P::settle(self, complete, small, heap)).unwrap_or(0);
                return P::settle(self, complete, large, heap ^ k);
            }
        }
        !self.reaches::<P>(complete, set, k) && (0..k).all(|j| self.reaches::<P>(complete, set, j))
    }

    /// The component of the first vertex of `set`, which is not empty.
    #[inline(always)]
    fn component(&self, set: u32) -> u32 {
        let mut part = set & self.rows[set.trailing_zeros() as usize & 31];
        let mut waiting = part;
        while waiting != 0 && part != set {
            let row = set & self.rows[waiting.trailing_zeros() as usize & 31];
            waiting = (waiting & (waiting - 1)) | (row & !part);
            part |= row;
        }
        part
    }

    /// Whether some option of `set` has nimber `k`: first the small ones. They are told apart by a word of moves for
    /// each size, since a sort would guess wrongly at most of its comparisons.
    #[inline(always)]
    fn reaches<P: Processor>(&self, complete: &Complete, set: u32, k: u32) -> bool {
        let (mut moves, mut by_size, mut sizes) = (set, [0u32; MIDDLING as usize], 0u32);
        while moves != 0 {
            let lowest = moves & moves.wrapping_neg();
            // A move takes at least its own vertex, so `left` is below 32.
            let left = (set & !self.rows[lowest.trailing_zeros() as usize & 31]).count_ones() & 31;
            by_size[left as usize] |= lowest;
            sizes |= 1 << left;
            moves ^= lowest;
        }
        while sizes != 0 {
            let size = sizes.trailing_zeros();
            let mut moves = by_size[size as usize & 31];
            while moves != 0 {
                let option = set & !self.rows[moves.trailing_zeros() as usize & 31];
                let is = match size <= CODED {
                    true => complete.is::<P>(self.coded::<P>(option), k),
                    false => P::settle(self, complete, option, k),
                };
                if is {
                    return true;
                }
                moves &= moves - 1;
            }
            sizes &= sizes - 1;
        }
        false
    }

    /// The graph on the vertices of `set`, at most [`CODED`], as a number.
    #[inline(always)]
    fn coded<P: Processor>(&self, set: u32) -> Coded {
        let (mut left, mut code, mut order) = (set, 0, 0);
        while left != 0 {
            let lowest = left & left.wrapping_neg();
            let row = self.rows[lowest.trailing_zeros() as usize & 31];
            let below = P::compress(u64::from(row), u64::from(set & (lowest - 1)));
            code |= below << (order * (order + 1) / 2 - order);
            order += 1;
            left ^= lowest;
        }
        Coded { code, order }
    }
}
