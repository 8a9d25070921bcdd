//! The plain definition: sets of coins in a list, every way to put coins on the pans, every answer. The slow truth for
//! a few coins.

use super::pile::Scale;

/// All sets of so many of the coins 0 to n - 1, as bits.
pub fn all_sets(coins: u32, fakes: u32) -> Vec<u32> {
    (0..1u32 << coins).filter(|set| set.count_ones() == fakes).collect()
}

/// The least number of weighings that always finds the one true set of the list, if that is at most `most`.
pub fn least_weighings(scale: Scale, coins: u32, possible: &[u32], most: usize) -> Option<usize> {
    (0..=most).find(|&weighings| enough(scale, coins, possible, weighings))
}

/// Whether so many weighings always find the true set.
pub fn enough(scale: Scale, coins: u32, possible: &[u32], weighings: usize) -> bool {
    if possible.len() <= 1 {
        return true;
    }
    if weighings == 0 {
        return false;
    }
    let all = (1u32 << coins) - 1;
    (1..=all).any(|left| {
        // Subsets of the other coins with as many coins; each unordered pair of pans once.
        let others = all & !left;
        let mut right = others;
        while right > 0 {
            if right < left && right.count_ones() == left.count_ones() {
                let mut parts = vec![Vec::new(); scale.answers()];
                for &set in possible {
                    let more = (set & left).count_ones() as i32 - (set & right).count_ones() as i32;
                    parts[scale.answer(more)].push(set);
                }
                let progress = parts.iter().all(|part| part.len() < possible.len());
                if progress && parts.iter().all(|part| enough(scale, coins, part, weighings - 1)) {
                    return true;
                }
            }
            right = (right - 1) & others;
        }
        false
    })
}

#[cfg(test)]
mod tests {
    use super::super::pile::{State, pair};
    use super::super::search::{Search, UNSTOPPED, Verdict};
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_search_agrees_with_the_definition_on_every_small_start() {
        for scale in [Scale::Five, Scale::Three] {
            for (fakes, most) in [(2, 6), (3, 6)] {
                for coins in fakes + 1..=most {
                    let least = least_weighings(scale, coins, &all_sets(coins, fakes), 4).unwrap();
                    let mut search = Search::new(scale, UNSTOPPED);
                    let start = State::start(coins, fakes as usize);
                    let searched = (0..5).find(|&w| search.decide(&start, w, u64::MAX) == Verdict::Yes);
                    assert_eq!(searched, Some(least), "{coins} coins, {fakes} fakes, {scale:?}");
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]
        #[test]
        fn the_search_agrees_with_the_definition_on_any_graph(edges in prop::collection::vec((0u8..6, 0u8..6), 1..12), five in any::<bool>()) {
            let scale = if five { Scale::Five } else { Scale::Three };
            let mut sets: Vec<u32> = edges.iter().filter(|(a, b)| a != b).map(|(a, b)| 1 << a | 1 << b).collect();
            sets.sort_unstable();
            sets.dedup();
            prop_assume!(!sets.is_empty());
            let used: Vec<u8> = (0..6).filter(|c| sets.iter().any(|s| s >> c & 1 == 1)).collect();
            let place = |c: u8| used.iter().position(|&u| u == c).unwrap() as u8;
            let kinds = sets.iter().map(|s| {
                let coins: Vec<u8> = (0..6).filter(|c| s >> c & 1 == 1).collect();
                pair(place(coins[0]), place(coins[1]))
            }).collect();
            let (state, _) = State::normal(&vec![1; used.len()], kinds, 6 - used.len() as u32);
            prop_assert_eq!(state.count(), sets.len() as u64);
            let mut search = Search::new(scale, UNSTOPPED);
            for weighings in 0..3 {
                let plain = enough(scale, 6, &sets, weighings);
                prop_assert_eq!(search.decide(&state, weighings, u64::MAX) == Verdict::Yes, plain, "{} weighings", weighings);
            }
        }
    }
}
