//! The end of the search: subgraphs of a few vertices, relabelled into one word and searched without the table.

use super::search::{Processor, each};
use super::table::Bits;

/// Sets of at most this many vertices are searched without the table.
pub(super) const SMALL: u32 = 14;
/// Sets of at most this many vertices are not worth the search for components.
const CONNECTED: u32 = 5;

/// A subgraph of at most [`SMALL`] vertices, relabelled: row `i` holds vertex `i` and its neighbours.
pub(super) struct Subgraph {
    rows: [u16; SMALL as usize],
    /// All its vertices.
    pub(super) all: u16,
}

impl Subgraph {
    #[inline(always)]
    pub(super) fn of<P: Processor, const W: usize>(set: &Bits<W>, closed: &[Bits<W>]) -> Self {
        let mut rows = [0; SMALL as usize];
        let mut count = 0;
        each(set, |vertex| {
            let mut place = 0;
            for word in 0..W {
                rows[count] |= (P::compress(closed[vertex][word], set[word]) << place) as u16;
                place += set[word].count_ones();
            }
            count += 1;
        });
        Subgraph { rows, all: ((1u32 << count) - 1) as u16 }
    }

    /// Whether the nimber of `set` is `k`.
    #[inline(always)]
    pub(super) fn weigh<P: Processor>(&self, set: u16, k: u32) -> bool {
        if set & set.wrapping_sub(1) == 0 {
            return k == u32::from(set != 0);
        }
        if k > set.count_ones() {
            return false;
        }
        if set.count_ones() > CONNECTED {
            let component = self.component(set);
            if component != set {
                return P::settle(self, set & !component, k ^ self.nimber::<P>(component));
            }
        }
        !self.reaches::<P>(set, k) && (0..k).all(|j| self.reaches::<P>(set, j))
    }

    #[inline(always)]
    fn nimber<P: Processor>(&self, set: u16) -> u32 {
        let mut k = 0;
        while !P::settle(self, set, k) {
            k += 1;
        }
        k
    }

    /// Whether some option of `set` has nimber `k`: first those that are settled at sight, then the small ones.
    #[inline(always)]
    fn reaches<P: Processor>(&self, set: u16, k: u32) -> bool {
        let (mut moves, mut small, mut large) = (set, 0, 0);
        while moves != 0 {
            let option = set & !self.rows[moves.trailing_zeros() as usize];
            let vertex = moves & moves.wrapping_neg();
            let size = option.count_ones();
            if size < 2 {
                if k == size {
                    return true;
                }
            } else if size < CONNECTED {
                small |= vertex;
            } else {
                large |= vertex;
            }
            moves ^= vertex;
        }
        self.reaches_by::<P>(small, set, k) || self.reaches_by::<P>(large, set, k)
    }

    /// Whether one of these moves leads to nimber `k`.
    #[inline(always)]
    fn reaches_by<P: Processor>(&self, mut moves: u16, set: u16, k: u32) -> bool {
        while moves != 0 {
            if P::settle(self, set & !self.rows[moves.trailing_zeros() as usize], k) {
                return true;
            }
            moves &= moves - 1;
        }
        false
    }

    /// The component of the first vertex of `set`.
    #[inline(always)]
    fn component(&self, set: u16) -> u16 {
        let mut reached = self.rows[set.trailing_zeros() as usize] & set;
        let mut waiting = reached & (reached - 1);
        while waiting != 0 && reached != set {
            let new = self.rows[waiting.trailing_zeros() as usize] & set & !reached;
            waiting = (waiting & (waiting - 1)) | new;
            reached |= new;
        }
        reached
    }
}
