//! The paper's strategy for 2^k coins against the 3-way scale.

use super::best::{self, Decision};
use super::bounds;
use super::halving;
use super::pile::{Scale, choose};
use super::verify;
use kit::{Result, Watch, watch};

/// The most coins of the 3-way scale, and of two fakes on other scales, for which a strategy is searched.
pub const SEARCH_COINS: u32 = 120;

/// One line of the comparison.
pub struct Comparison {
    /// The exponent.
    pub k: usize,
    /// 2^k.
    pub coins: u32,
    /// What the paper's strategy takes.
    pub weighings: usize,
    /// No 3-way strategy for as many coins takes fewer weighings than this.
    pub three_way_least: usize,
    /// No 3-way strategy finds two fakes among more coins than this in as many weighings.
    pub three_way_most: u32,
    /// Whether a 3-way strategy for so many coins was found and played against every pair.
    pub reached: Option<bool>,
}

impl Comparison {
    /// Whether every 3-way strategy for as many coins takes more weighings.
    pub fn better(&self) -> bool {
        self.three_way_least > self.weighings
    }
}

/// The comparison up to an exponent.
pub fn compare(most_k: usize, watch: &mut dyn Watch) -> Result<Vec<Comparison>> {
    let mut known = rustc_hash::FxHashMap::default();
    let mut rows = Vec::new();
    for k in 2..=most_k {
        let coins = 1u32 << k;
        let weighings = usize::from(halving::depth(halving::Sight::Pile(coins), &mut known));
        let three_way_most = bounds::outcome_bound(Scale::Three, 2, weighings);
        let three_way_least = bounds::outcomes_needed(Scale::Three, choose(coins, 2));
        // Where the bound leaves room, a 3-way strategy for the same coins in the same weighings decides.
        let reached = match three_way_least <= weighings && coins <= SEARCH_COINS {
            true => {
                let done = watch::tend(
                    watch,
                    None,
                    |_| format!("the 3-way strategy for {coins} coins"),
                    |progress| match best::decide(Scale::Three, 2, coins, weighings, 1, &|_| progress.stopped()) {
                        Decision::Enough(plan, _) => verify::check_every_set(&plan, &mut kit::Unwatched).is_ok(),
                        _ => false,
                    },
                )?;
                Some(done)
            }
            false => None,
        };
        rows.push(Comparison { k, coins, weighings, three_way_least, three_way_most, reached });
    }
    Ok(rows)
}
