//! The store of what is known beyond the reach of a quick search: the best strategies and refutations that longer
//! searches found. Nothing in it is believed: what is asked for is read and checked, as a certificate is.

use super::certificate::{self, read, reasoning};
use super::pile::Scale;
use super::plan::Plan;
use super::start::Start;
use kit::{Result, Unwatched};
use std::sync::OnceLock;

/// Strategies as certificates write them.
const STRATEGIES: &[&str] = &[include_str!("known/55-in-5.txt"), include_str!("known/106-in-6.txt")];

/// Refutations as certificates write them, with the scale, fakes, coins and weighings that they are about.
const REFUTATIONS: &[(Scale, usize, u32, usize, &str)] = &[
    (Scale::Five, 2, 56, 5, include_str!("known/not-56-in-5.txt")),
    (Scale::Five, 2, 57, 5, include_str!("known/not-57-in-5.txt")),
    (Scale::Five, 2, 58, 5, include_str!("known/not-58-in-5.txt")),
    (Scale::Five, 2, 59, 5, include_str!("known/not-59-in-5.txt")),
    (Scale::Five, 2, 60, 5, include_str!("known/not-60-in-5.txt")),
    (Scale::Five, 2, 61, 5, include_str!("known/not-61-in-5.txt")),
];

fn read_strategy(text: &str) -> Result<(usize, Plan)> {
    let lines: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    let plan = read::plan(read::head(lines.first().copied())?, &lines[1..])?;
    let weighings = reasoning::check(&plan, &mut Unwatched)?;
    Ok((weighings, plan))
}

fn strategies() -> &'static [(usize, Plan)] {
    static KEPT: OnceLock<Vec<(usize, Plan)>> = OnceLock::new();
    KEPT.get_or_init(|| STRATEGIES.iter().filter_map(|text| read_strategy(text).ok()).collect())
}

/// The strategy of the store for the most coins in so many weighings.
pub fn strategy(scale: Scale, fakes: usize, weighings: usize) -> Option<&'static Plan> {
    let fits = |(needed, plan): &&(usize, Plan)| {
        *needed <= weighings && plan.scale == scale && plan.fakes() == fakes && plan.start.spare == 0
    };
    strategies().iter().filter(fits).map(|(_, plan)| plan).max_by_key(|plan| plan.coins())
}

/// Whether the store refutes so many weighings for that many coins, and how.
pub fn refuted(scale: Scale, fakes: usize, coins: u32, weighings: usize) -> Option<String> {
    let about = (scale, fakes, coins, weighings);
    let &(.., text) = REFUTATIONS.iter().find(|row| (row.0, row.1, row.2, row.3) == about)?;
    static KEPT: OnceLock<std::sync::Mutex<Vec<((Scale, usize, u32, usize), bool)>>> = OnceLock::new();
    let kept = KEPT.get_or_init(Default::default);
    let known = |list: &[(_, bool)]| list.iter().find(|row| row.0 == about).map(|row| row.1);
    let holds = known(&kept.lock().ok()?).unwrap_or_else(|| {
        certificate::refutes(scale, Start::pile(coins, fakes), weighings, text, &mut Unwatched).is_ok()
    });
    kept.lock().ok()?.push((about, holds));
    let lines = text.lines().count().saturating_sub(1);
    holds.then(|| match text.contains("\nhard ") {
        true => format!(
            "a stored refutation, checked: every weighing that counting allows has an answer that holds one of {lines} cores, \
             each too hard for three weighings"
        ),
        false => format!(
            "a stored refutation, checked: {lines} weighings that counting allows, each with an answer that is too hard"
        ),
    })
}

/// The lines of the refutation that the store has, for whoever checks them.
pub fn refutation(scale: Scale, start: &Start, weighings: usize) -> Option<&'static str> {
    let fits = |row: &&(Scale, usize, u32, usize, &'static str)| {
        (row.0, row.3) == (scale, weighings) && *start == Start::pile(row.2, row.1)
    };
    REFUTATIONS.iter().find(fits).map(|row| row.4)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::Blocks;
    use crate::pile::State;
    use crate::search::UNSTOPPED;

    /// How the store came to what it has of five weighings. With `PARLOR_KNOWN` the texts are written to that folder.
    #[test]
    #[ignore = "a minute"]
    fn the_search_by_blocks_finds_what_is_stored() {
        let (_, found) = Blocks::new(UNSTOPPED).plan(&State::start(55, 2), 5);
        let strategy = Plan::of_blocks(&found, Start::pile(55, 2)).text();
        let refutation = certificate::write::by_cores(&Start::pile(56, 2), 5, &mut Unwatched).unwrap().unwrap();
        if let Ok(folder) = std::env::var("PARLOR_KNOWN") {
            for (name, text) in [("55-in-5.txt", &strategy), ("not-56-in-5.txt", &refutation)] {
                std::fs::write(format!("{folder}/{name}"), text).unwrap();
            }
        } else {
            assert!(STRATEGIES[0] == strategy && REFUTATIONS[0].4 == refutation);
        }
    }

    #[test]
    fn everything_in_the_store_stands() {
        for text in STRATEGIES {
            read_strategy(text).unwrap();
        }
        for &(scale, fakes, coins, weighings, text) in REFUTATIONS {
            certificate::refutes(scale, Start::pile(coins, fakes), weighings, text, &mut Unwatched).unwrap();
            assert!(refuted(scale, fakes, coins, weighings).is_some());
        }
        // None is passed over, for that is how far the bound comes down.
        let coins: Vec<u32> = REFUTATIONS.iter().map(|row| row.2).collect();
        assert!(coins.windows(2).all(|pair| pair[1] == pair[0] + 1) && coins.last() == Some(&61));
        assert!(refuted(Scale::Five, 2, 55, 5).is_none() && refuted(Scale::Five, 2, 62, 5).is_none());
    }
}
