//! Strategies by climbing, for states too large for the exact search.
//!
//! From random weighings one climbs down, coin by coin, to weighings that divide the possible sets evenly; the best of
//! them are tried in turn, and the last two weighings are left to the exact search. What is found is a true strategy;
//! what is not found proves nothing. All chance is seeded by the state itself, so the same question has the same
//! answer.

use super::pile::{MOST_ANSWERS, NONE, Scale, State, Weighing};
use super::search::{Fall, Search, add_fall, fall};
use super::wide::WideHasher;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::{Hash, Hasher};

/// The climber with its memory.
pub struct Climb<'w> {
    scale: Scale,
    exact: Search<'w>,
    known: FxHashMap<State, (u8, Weighing)>,
    given_up: FxHashMap<State, u8>,
    effort: usize,
    stop: &'w dyn Fn(u64) -> bool,
}

impl<'w> Climb<'w> {
    /// The weighings that are left to the exact search.
    const EXACT: usize = 2;

    /// A climber; the effort multiplies the number of tries in every state.
    pub fn new(scale: Scale, effort: usize, stop: &'w dyn Fn(u64) -> bool) -> Climb<'w> {
        let exact = Search::new(scale, stop);
        Climb { scale, exact, known: FxHashMap::default(), given_up: FxHashMap::default(), effort, stop }
    }

    /// The scale it climbs for.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The number of weighings in which a state was solved, and the first of them.
    pub fn plan(&self, state: &State) -> Option<&(u8, Weighing)> {
        self.known.get(state).into_iter().chain(self.exact.plan(state)).min_by_key(|(weighings, _)| *weighings)
    }

    fn learn(&mut self, state: &State, weighings: usize, weighing: Weighing) {
        if self.known.get(state).is_none_or(|(w, _)| usize::from(*w) > weighings) {
            self.known.insert(state.clone(), (weighings as u8, weighing));
        }
    }

    /// Tries to find both fakes from the beginning: the first weighings with the best worst case, then climbing.
    pub fn start(&mut self, start: &State, weighings: usize) -> bool {
        if weighings <= Self::EXACT {
            return self.attempt(start, weighings);
        }
        let mut firsts: Vec<u32> = (1..=start.sizes[0] / 2).collect();
        firsts.sort_by_key(|&k| (self.counts(start, &[(k, k)]).into_iter().max(), k));
        firsts.truncate(4);
        firsts.into_iter().any(|k| {
            let works = self.works(start, &[(k, k)], weighings);
            if works {
                self.learn(start, weighings, vec![(k, k)]);
            }
            works
        })
    }

    /// Tries to find the fakes from any state.
    pub fn attempt(&mut self, state: &State, weighings: usize) -> bool {
        let count = state.count();
        if count <= 1 {
            return true;
        }
        if count > self.scale.reach(weighings) || (self.stop)(0) {
            return false;
        }
        if weighings <= Self::EXACT {
            return self.exact.decide(state, weighings, 300_000) == super::search::Verdict::Yes;
        }
        if self.known.get(state).is_some_and(|(w, _)| usize::from(*w) <= weighings) {
            return true;
        }
        if self.given_up.get(state).is_some_and(|&w| usize::from(w) >= weighings) {
            return false;
        }
        let aim = Aim {
            cap: self.scale.reach(weighings - 1),
            meeting: if state.kinds[0][2] == NONE { 1.42f64.powi(weighings as i32 - 1) - 1.0 } else { 0.0 },
        };
        for weighing in self.candidates(state, &aim) {
            if self.works(state, &weighing, weighings) {
                self.learn(state, weighings, weighing);
                return true;
            }
        }
        self.given_up.insert(state.clone(), weighings as u8);
        false
    }

    fn works(&mut self, state: &State, weighing: &[(u32, u32)], weighings: usize) -> bool {
        let after = |answer| state.after(weighing, self.scale, answer).map(|(s, _)| s);
        let mut children: Vec<State> = (0..self.scale.answers()).filter_map(after).collect();
        children.sort_by_cached_key(|s| std::cmp::Reverse(s.count()));
        children.dedup();
        children.iter().all(|child| self.attempt(child, weighings - 1))
    }

    fn counts(&self, state: &State, weighing: &[(u32, u32)]) -> Fall {
        let mut counts = [0; MOST_ANSWERS];
        for kind in &state.kinds {
            add_fall(&mut counts, self.scale, &fall(kind, &state.sizes, weighing));
        }
        counts
    }

    /// How hard what is left will be, the sum over the answers. Two sets that are left together cost one; two that
    /// share a coin cost more, since their fakes can be told apart by fewer of the answers: with thirds of all coins on
    /// the pans two disjoint pairs stay together in 19 of 81 cases, two that meet in 27, and that for each weighing
    /// that follows.
    fn cost(&self, state: &State, weighing: &[(u32, u32)], aim: &Aim) -> u64 {
        let over = tilt(weighing).saturating_sub(u64::from(state.spare));
        let square = |c: u64| c * c + 20 * c.saturating_sub(aim.cap).pow(2);
        let alone = self.counts(state, weighing).into_iter().map(square).sum::<u64>();
        let meeting = if aim.meeting > 0.0 { (aim.meeting * self.meetings(state, weighing) as f64) as u64 } else { 0 };
        alone + meeting + over * aim.cap * aim.cap / 4
    }

    /// The sum over answers and coins of the squared number of pairs through that coin.
    fn meetings(&self, state: &State, weighing: &[(u32, u32)]) -> u64 {
        let parts: Vec<[u32; 3]> = state.sizes.iter().zip(weighing).map(|(&s, &(l, r))| [l, s - l - r, r]).collect();
        let mut degrees = vec![[[0u32; MOST_ANSWERS]; 3]; parts.len()];
        let mut meet = |a: usize, b: usize, same: bool| {
            for (p, degrees) in degrees[a].iter_mut().enumerate() {
                for (q, &size) in parts[b].iter().enumerate() {
                    let others = size - u32::from(same && p == q && size > 0);
                    degrees[self.scale.answer(2 - p as i32 - q as i32)] += others;
                }
            }
        };
        for kind in state.kinds.iter().filter(|kind| kind[1] != NONE) {
            let (a, b) = (usize::from(kind[0]), usize::from(kind[1]));
            meet(a, b, a == b);
            if a != b {
                meet(b, a, false);
            }
        }
        let square = |(size, degrees): (&u32, &[u32; MOST_ANSWERS])| {
            u64::from(*size) * degrees.iter().map(|&d| u64::from(d) * u64::from(d)).sum::<u64>()
        };
        parts.iter().zip(&degrees).flat_map(|(parts, degrees)| parts.iter().zip(degrees)).map(square).sum()
    }

    /// Weighings at the foot of climbs from random places, the evenest first.
    fn candidates(&self, state: &State, aim: &Aim) -> Vec<Weighing> {
        let mut hasher = WideHasher::default();
        state.hash(&mut hasher);
        let mut dice = ChaCha8Rng::seed_from_u64(hasher.finish());
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        for _ in 0..60 * self.effort {
            let mut weighing: Weighing = state.sizes.iter().map(|&size| random_split(size, &mut dice)).collect();
            let cost = self.descend(state, &mut weighing, aim);
            let fits = tilt(&weighing) <= u64::from(state.spare);
            if fits && self.counts(state, &weighing).iter().all(|&c| c <= aim.cap) && seen.insert(weighing.clone()) {
                found.push((cost, weighing));
            }
            if (self.stop)(0) {
                break;
            }
        }
        found.sort();
        found.truncate(8 * self.effort);
        found.into_iter().map(|(_, weighing)| weighing).collect()
    }

    /// Changes one class at a time, and where that no longer helps two at a time, until nothing gets better.
    fn descend(&self, state: &State, weighing: &mut Weighing, aim: &Aim) -> u64 {
        let mut cost = self.cost(state, weighing, aim);
        loop {
            let better =
                self.best_single(state, weighing, aim, cost).or_else(|| self.first_double(state, weighing, aim, cost));
            match better {
                Some((lower, changes)) => {
                    cost = lower;
                    for (class, split) in changes {
                        weighing[class] = split;
                    }
                }
                None => return cost,
            }
        }
    }

    fn best_single(&self, state: &State, weighing: &mut Weighing, aim: &Aim, cost: u64) -> Option<(u64, Changes)> {
        let mut best: Option<(u64, Changes)> = None;
        for class in 0..weighing.len() {
            let old = weighing[class];
            for new in neighbours(old, state.sizes[class]) {
                weighing[class] = new;
                let lower = self.cost(state, weighing, aim);
                if lower < best.as_ref().map_or(cost, |b| b.0) {
                    best = Some((lower, vec![(class, new)]));
                }
            }
            weighing[class] = old;
        }
        best
    }

    fn first_double(&self, state: &State, weighing: &mut Weighing, aim: &Aim, cost: u64) -> Option<(u64, Changes)> {
        for a in 0..weighing.len() {
            for b in 0..weighing.len() {
                let (old_a, old_b) = (weighing[a], weighing[b]);
                for (da, db) in [([1, 0], [-1, 0]), ([0, 1], [0, -1]), ([1, 0], [0, 1]), ([-1, 0], [0, -1])] {
                    let (Some(new_a), Some(new_b)) =
                        (shifted(old_a, da, state.sizes[a]), shifted(old_b, db, state.sizes[b]))
                    else {
                        continue;
                    };
                    if a == b {
                        continue;
                    }
                    (weighing[a], weighing[b]) = (new_a, new_b);
                    let lower = self.cost(state, weighing, aim);
                    (weighing[a], weighing[b]) = (old_a, old_b);
                    if lower < cost {
                        return Some((lower, vec![(a, new_a), (b, new_b)]));
                    }
                }
            }
        }
        None
    }
}

/// What a weighing should reach.
struct Aim {
    /// No answer may hold more sets.
    cap: u64,
    /// What a coin shared by two sets costs.
    meeting: f64,
}

/// Classes with their new places on the pans.
type Changes = Vec<(usize, (u32, u32))>;

fn tilt(weighing: &[(u32, u32)]) -> u64 {
    weighing.iter().map(|&(l, r)| i64::from(l) - i64::from(r)).sum::<i64>().unsigned_abs()
}

fn random_split(size: u32, dice: &mut ChaCha8Rng) -> (u32, u32) {
    match dice.random_range(0..3) {
        0 => {
            let left = dice.random_range(0..=size);
            (left, dice.random_range(0..=size - left))
        }
        1 => [(size, 0), (0, size), (0, 0)][dice.random_range(0..3)],
        _ => {
            let third = (size + dice.random_range(0..3)) / 3;
            (third, third.min(size - third))
        }
    }
}

fn shifted((l, r): (u32, u32), [dl, dr]: [i32; 2], size: u32) -> Option<(u32, u32)> {
    let (l, r) = (l.checked_add_signed(dl)?, r.checked_add_signed(dr)?);
    (l + r <= size).then_some((l, r))
}

/// Every other split of a small class, the splits one coin away of a large one.
fn neighbours(old: (u32, u32), size: u32) -> Vec<(u32, u32)> {
    if size <= 4 {
        let all = (0..=size).flat_map(|l| (0..=size - l).map(move |r| (l, r)));
        return all.filter(|&new| new != old).collect();
    }
    let steps = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, -1], [-1, 1]];
    steps.into_iter().filter_map(|step| shifted(old, step, size)).collect()
}
