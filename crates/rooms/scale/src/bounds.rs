//! Why so few weighings cannot suffice: counting outcomes, and the first weighing.

use super::pile::{MOST_ANSWERS, Scale, State, choose};
use super::search::{add_fall, fall};

/// `1 weighing`, `2 weighings`.
pub fn weighings_text(weighings: usize) -> String {
    if weighings == 1 { "1 weighing".to_string() } else { format!("{weighings} weighings") }
}

/// The least number of weighings whose outcomes are as many as the sets.
pub fn outcomes_needed(scale: Scale, sets: u64) -> usize {
    (0..).find(|&w| scale.reach(w) >= sets).expect("the reach grows without end")
}

/// The most coins whose sets are not more than the outcomes of so many weighings.
pub fn outcome_bound(scale: Scale, fakes: usize, weighings: usize) -> u32 {
    largest(|n| choose(n, fakes) <= scale.reach(weighings))
}

/// The largest n with a property that holds up to it and not beyond.
fn largest(holds: impl Fn(u32) -> bool) -> u32 {
    let (mut low, mut high) = (1u32, 2u32);
    while holds(high) {
        low = high;
        high *= 2;
    }
    while high - low > 1 {
        let middle = low.midpoint(high);
        if holds(middle) { low = middle } else { high = middle }
    }
    low
}

/// How many sets each answer leaves when k coins are weighed against k of n.
pub fn first_weighing(scale: Scale, fakes: usize, n: u32, k: u32) -> Vec<u64> {
    let state = State::start(n, fakes);
    let mut left = [0; MOST_ANSWERS];
    add_fall(&mut left, scale, &fall(&state.kinds[0], &state.sizes, &[(k, k)]));
    left[..scale.answers()].to_vec()
}

/// The least k whose first weighing leaves the least in the worst case, and that worst case.
pub fn best_first(scale: Scale, fakes: usize, n: u32) -> (u32, u64) {
    let worst = |k| first_weighing(scale, fakes, n, k).into_iter().max().unwrap_or(0);
    // For two fakes on the 5-way scale the worst case is a parabola in k with its vertex near n / 3; a few places
    // beside it decide.
    let places = match (scale, fakes) {
        (Scale::Five, 2) => (n / 3).saturating_sub(2).max(1)..=(n / 3 + 2).min(n / 2),
        _ => 1..=n / 2,
    };
    places.map(|k| (worst(k), k)).min().map_or((0, choose(n, fakes)), |(worst, k)| (k, worst))
}

/// The most coins that the first weighing allows: its worst answer leaves no more sets than the outcomes of the other
/// weighings.
pub fn first_bound(scale: Scale, fakes: usize, weighings: usize) -> u32 {
    match weighings {
        0 => fakes as u32,
        _ => {
            let fits = |n| n <= fakes as u32 || best_first(scale, fakes, n).1 <= scale.reach(weighings - 1);
            // The worst answer grows with n, but not strictly: look a little beyond.
            let top = outcome_bound(scale, fakes, weighings);
            (fakes as u32..=top.min(4_000)).rev().find(|&n| fits(n)).unwrap_or(fakes as u32).max(match top > 4_000 {
                true => largest(fits),
                false => 0,
            })
        }
    }
}

/// The reason of counting why so many weighings do not suffice, if it is one.
pub fn impossible(scale: Scale, fakes: usize, coins: u32, weighings: usize) -> Option<String> {
    let sets = choose(coins, fakes);
    let reach = scale.reach(weighings);
    if sets > reach {
        return Some(format!(
            "{sets} sets are possible but the outcomes of {} are only {reach}",
            weighings_text(weighings)
        ));
    }
    if sets <= 1 {
        return None;
    }
    let (k, worst) = best_first(scale, fakes, coins);
    let left = scale.reach(weighings - 1);
    (worst > left).then(|| {
        format!(
            "whatever the first weighing, its worst answer leaves {worst} sets or more (least at {k} against {k}), \
             but the outcomes of {} are only {left}",
            weighings_text(weighings - 1)
        )
    })
}
