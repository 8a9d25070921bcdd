//! The end of the search: subgraphs of a few vertices, relabelled into one word and searched without the table.

use super::complete::{CODED, Coded, Complete};
use super::search::{Processor, each};
use super::table::Bits;

/// Sets of at most this many vertices are searched without the table.
pub(super) const SMALL: u32 = 20;

/// Options of at most this many vertices are looked at first.
const SOON: u32 = 8;

/// A subgraph of at most [`SMALL`] vertices, relabelled: row `i` holds vertex `i` and its neighbours.
pub(super) struct Subgraph {
    rows: [u32; SMALL as usize],
    /// All its vertices.
    pub(super) all: u32,
}

impl Subgraph {
    #[inline(always)]
    pub(super) fn of<P: Processor, const W: usize>(set: &Bits<W>, closed: &[Bits<W>]) -> Self {
        let mut rows = [0; SMALL as usize];
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

    /// Whether the nimber of `set` is `k`.
    #[inline(always)]
    pub(super) fn weigh<P: Processor>(&self, complete: &Complete, set: u32, k: u32) -> bool {
        if set.count_ones() <= CODED {
            return complete.is::<P>(self.coded::<P>(set), k);
        }
        if k > set.count_ones() {
            return false;
        }
        !self.reaches::<P>(complete, set, k) && (0..k).all(|j| self.reaches::<P>(complete, set, j))
    }

    /// Whether some option of `set` has nimber `k`: first the small ones.
    #[inline(always)]
    fn reaches<P: Processor>(&self, complete: &Complete, set: u32, k: u32) -> bool {
        let (mut moves, mut large, mut count) = (set, [0u16; SMALL as usize], 0);
        while moves != 0 {
            let vertex = moves.trailing_zeros();
            let option = set & !self.rows[vertex as usize];
            if option.count_ones() > SOON {
                large[count] = (option.count_ones() << 8 | vertex) as u16;
                count += 1;
            } else if complete.is::<P>(self.coded::<P>(option), k) {
                return true;
            }
            moves &= moves - 1;
        }
        large[..count].sort_unstable();
        large[..count].iter().any(|&packed| P::settle(self, complete, set & !self.rows[usize::from(packed & 255)], k))
    }

    /// The graph on the vertices of `set`, at most [`CODED`], as a number.
    #[inline(always)]
    fn coded<P: Processor>(&self, set: u32) -> Coded {
        let (mut left, mut code, mut order) = (set, 0, 0);
        while left != 0 {
            let lowest = left & left.wrapping_neg();
            let row = self.rows[lowest.trailing_zeros() as usize];
            let below = P::compress(u64::from(row), u64::from(set & (lowest - 1)));
            code |= below << (order * (order + 1) / 2 - order);
            order += 1;
            left ^= lowest;
        }
        Coded { code, order }
    }
}
