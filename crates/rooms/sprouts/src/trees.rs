//! Canonical trees: positions whose moves lead to the same set of trees are the same tree, and nothing else is
//! forgotten (Lemoine and Viennot 2009). Their misère canonical forms, which also drop reversible options, are fewer.

use super::land;
use super::misere::Misere;
use super::search::Id;
use kit::watch::step;
use kit::{Result, Watch};
use rustc_hash::FxHashMap;

/// The most spots: six have some 150,000 trees.
pub const MOST_SPOTS: usize = 6;

/// The trees of all positions that were met.
pub struct Trees {
    misere: Misere,
    /// The tree of a sum of lands.
    of: FxHashMap<Vec<Id>, u32>,
    /// The number of a tree, by the sorted numbers of its options.
    number: FxHashMap<Vec<u32>, u32>,
}

impl Trees {
    /// Trees within so many bytes of tables of lands.
    pub fn new(memory: usize) -> Trees {
        Trees { misere: Misere::new(memory), of: FxHashMap::default(), number: FxHashMap::default() }
    }

    /// How many trees the positions after the start with so many spots have, the start among them.
    pub fn after(&mut self, spots: usize, watch: &mut dyn Watch) -> Result<usize> {
        let start = self.misere.lands_of(&land::start(spots))?;
        self.tree(&start, watch)?;
        Ok(self.number.len())
    }

    /// How many positions, as sums of lands, were met.
    pub fn positions(&self) -> usize {
        self.of.len()
    }

    /// A game is at most 3n - 1 moves long, and so deep this goes.
    fn tree(&mut self, sum: &[Id], watch: &mut dyn Watch) -> Result<u32> {
        if let Some(&tree) = self.of.get(sum) {
            return Ok(tree);
        }
        let done = self.of.len();
        step(watch, done as u64, None, || format!("{done} positions were looked at"))?;
        let mut options = Vec::new();
        for option in self.misere.options(sum, watch)? {
            options.push(self.tree(&option, watch)?);
        }
        options.sort_unstable();
        options.dedup();
        let next = self.number.len() as u32;
        let tree = *self.number.entry(options).or_insert(next);
        self.of.insert(sum.to_vec(), tree);
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::{curves, draw, tidy};
    use crate::position::Position;
    use kit::Unwatched;
    use std::collections::BTreeMap;

    /// By the plain rules, from which nothing is dropped and nothing parted.
    fn plain(at: &Position, of: &mut FxHashMap<Position, u32>, number: &mut BTreeMap<Vec<u32>, u32>) -> u32 {
        let key = tidy(at);
        if let Some(&tree) = of.get(&key) {
            return tree;
        }
        let mut options: Vec<u32> = curves(&key).iter().map(|curve| plain(&draw(&key, curve), of, number)).collect();
        options.sort_unstable();
        options.dedup();
        let next = number.len() as u32;
        let tree = *number.entry(options).or_insert(next);
        of.insert(key, tree);
        tree
    }

    #[test]
    fn trees_are_as_many_as_by_the_plain_rules() {
        for spots in 1..=2 {
            let mut number = BTreeMap::new();
            plain(&Position::start(spots), &mut FxHashMap::default(), &mut number);
            assert_eq!(Trees::new(1 << 26).after(spots, &mut Unwatched).unwrap(), number.len(), "{spots} spots");
        }
    }

    #[test]
    fn trees_are_those_of_a164951() {
        let count = |spots| Trees::new(1 << 26).after(spots, &mut Unwatched).unwrap();
        assert_eq!([2, 3, 4].map(count), [10, 55, 713]);
    }
}
