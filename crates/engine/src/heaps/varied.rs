//! The heaps in an order in which their values vary.
//!
//! Parts with the same value exclude much the same values, and the first heaps of a table have few values. So parts are
//! tried in turns: one heap of each value, then a second one of each, and so on. For 0.6, four hundred rare and as many
//! common parts in this order leave 12 gaps below the mex on average; in order of size they leave 31.

use super::sparse::Split;

/// The most common heaps that are listed: after so many nearly every gap is closed.
const MOST_COMMON: usize = 1 << 13;

/// Common heaps are sought below this one, so that the windows of their other parts stay in the nearest cache.
const REACH: usize = 1 << 14;

/// The rare heaps, all of them, and some of the common ones; those that are left to the end of a block are left out.
#[derive(Default)]
pub(super) struct Varied {
    rare: Vec<(u32, u16)>,
    common: Vec<(u32, u16)>,
}

impl Varied {
    /// Sorts the heaps of the table from `reach` on. Heaps from `steady` on keep their order at the end, so that those
    /// too large for a break can be left off.
    pub(super) fn new(values: &[u16], rare: &[(u32, u16)], split: Split, steady: usize, reach: usize) -> Varied {
        let rare: Vec<_> = rare.iter().copied().filter(|&(n, _)| n as usize >= reach).collect();
        let late = rare.partition_point(|&(n, _)| (n as usize) < steady);
        let mut varied = Varied { rare: in_turns(rare[..late].iter().copied()), common: Vec::new() };
        varied.rare.extend(&rare[late..]);
        let heaps = values.iter().enumerate().take((steady / 4).min(REACH)).skip(reach);
        varied.common = in_turns(heaps.filter(|&(n, &v)| split.is_common(n, v)).map(|(n, &v)| (n as u32, v)));
        varied.common.truncate(MOST_COMMON);
        varied
    }

    /// A new rare heap, larger than all others.
    pub(super) fn push(&mut self, heap: (u32, u16)) {
        self.rare.push(heap);
    }

    /// The rare heaps below `end`, which is not below `steady`.
    pub(super) fn rare_before(&self, end: usize) -> &[(u32, u16)] {
        let late = self.rare.iter().rev().take_while(|&&(n, _)| n as usize >= end).count();
        &self.rare[..self.rare.len() - late]
    }

    /// Some common heaps, all in the first quarter of the table.
    pub(super) fn common(&self) -> &[(u32, u16)] {
        &self.common
    }
}

/// One heap of each value, then a second one of each, and so on.
fn in_turns(heaps: impl Iterator<Item = (u32, u16)>) -> Vec<(u32, u16)> {
    let mut met = vec![0u32; 1 << 16];
    let mut turns: Vec<(u32, u16, u32)> = heaps
        .map(|(n, value)| {
            let turn = &mut met[usize::from(value)];
            *turn += 1;
            (*turn, value, n)
        })
        .collect();
    turns.sort_unstable();
    turns.into_iter().map(|(_, value, n)| (n, value)).collect()
}
