//! Legal orders: whether a set of squares can be filled one by one, always onto squares with an even number of
//! attackers.
//!
//! Backwards: a set is reachable exactly when its queens can be lifted one by one, each attacked by an even number of
//! those still standing. A lift removes an even number of attacking pairs, so the number of pairs must be even; and
//! as a lift in one connected part of the attack graph changes nothing in another, the parts are dismantled
//! separately. So a part with an odd number of pairs, or one whose queens are all attacked by an odd number, is stuck
//! for ever. These two cuts, and a memory of the parts that failed, make the search exact and usually short.

use engine::bits::{ones, ones_of};
use rustc_hash::FxHashSet;

/// What is known about reaching a set by legal play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Placing the squares in this order is legal.
    Order(Vec<usize>),
    /// No order is legal.
    Never,
    /// The search was given up after its number of steps.
    Unknown,
}

/// A legal order of placing the squares of `set` on an empty board, or `None` if there is none. Exact; exponential at
/// worst.
pub fn legal_order(adjacency: &[Vec<usize>], set: &[usize]) -> Option<Vec<usize>> {
    match legal_order_within(adjacency, set, u64::MAX) {
        Reach::Order(order) => Some(order),
        Reach::Never => None,
        Reach::Unknown => unreachable!("the steps do not run out"),
    }
}

/// A legal order of placing the squares of `set`, found or refuted within so many lifts.
pub fn legal_order_within(adjacency: &[Vec<usize>], set: &[usize], steps: u64) -> Reach {
    let mut place = vec![usize::MAX; adjacency.len()];
    for (index, &square) in set.iter().enumerate() {
        place[square] = index;
    }
    let words = set.len().div_ceil(64).max(1);
    let mut attacks = vec![vec![0u64; words]; set.len()];
    for (index, &square) in set.iter().enumerate() {
        for &other in &adjacency[square] {
            if place[other] != usize::MAX {
                insert(&mut attacks[index], place[other]);
            }
        }
    }
    let mut whole = vec![0u64; words];
    (0..set.len()).for_each(|index| insert(&mut whole, index));
    let mut dismantling = Dismantling { attacks, stuck: FxHashSet::default(), steps };
    let mut lifts = Vec::with_capacity(set.len());
    match dismantling.lift_all(&whole, &mut lifts) {
        Some(true) => Reach::Order(lifts.into_iter().rev().map(|index| set[index]).collect()),
        Some(false) => Reach::Never,
        None => Reach::Unknown,
    }
}

/// Whether placing the squares in this order is legal, by the definition.
pub fn is_legal_order(adjacency: &[Vec<usize>], order: &[usize]) -> bool {
    let mut taken = vec![false; adjacency.len()];
    order.iter().all(|&square| {
        let open = !taken[square] && adjacency[square].iter().filter(|&&other| taken[other]).count() % 2 == 0;
        taken[square] = true;
        open
    })
}

struct Dismantling {
    /// Row by queen: the other queens of the set that it attacks.
    attacks: Vec<Vec<u64>>,
    /// Connected parts that cannot be dismantled.
    stuck: FxHashSet<Vec<u64>>,
    steps: u64,
}

impl Dismantling {
    /// Dismantles every part of `standing`, writing the lifts; `Some(false)` when it cannot be done, `None` when the
    /// steps ran out.
    fn lift_all(&mut self, standing: &[u64], lifts: &mut Vec<usize>) -> Option<bool> {
        let parts = self.parts(standing);
        if !parts.iter().all(|part| self.hopeful(part)) {
            return Some(false);
        }
        let before = lifts.len();
        for part in &parts {
            if !self.lift_part(part, lifts)? {
                lifts.truncate(before);
                return Some(false);
            }
        }
        Some(true)
    }

    fn lift_part(&mut self, part: &[u64], lifts: &mut Vec<usize>) -> Option<bool> {
        if self.stuck.contains(part) {
            return Some(false);
        }
        // First those whose lift leaves the most queens free to be lifted next.
        let mut choices: Vec<(usize, usize)> = ones_of(part)
            .filter(|&queen| self.degree(queen, part).is_multiple_of(2))
            .map(|q| (self.freed(q, part), q))
            .collect();
        choices.sort_unstable_by_key(|&(freed, queen)| (std::cmp::Reverse(freed), queen));
        for (_, queen) in choices {
            self.steps = self.steps.checked_sub(1)?;
            let mut rest = part.to_vec();
            rest[queen / 64] &= !(1 << (queen % 64));
            lifts.push(queen);
            if self.lift_all(&rest, lifts)? {
                return Some(true);
            }
            lifts.pop();
        }
        self.stuck.insert(part.to_vec());
        Some(false)
    }

    fn degree(&self, queen: usize, part: &[u64]) -> usize {
        common(&self.attacks[queen], part)
    }

    /// Neighbours that are attacked by an odd number now, hence by an even number after the lift, less those of the
    /// other kind.
    fn freed(&self, queen: usize, part: &[u64]) -> usize {
        let both: Vec<u64> = self.attacks[queen].iter().zip(part).map(|(a, b)| a & b).collect();
        let odd = ones_of(&both).filter(|&other| self.degree(other, part) % 2 == 1).count();
        part.len() * 64 + 2 * odd - self.degree(queen, part)
    }

    fn hopeful(&self, part: &[u64]) -> bool {
        let (mut ends, mut even) = (0, false);
        for queen in ones_of(part) {
            let degree = self.degree(queen, part);
            ends += degree;
            even |= degree.is_multiple_of(2);
        }
        even && ends % 4 == 0
    }

    fn parts(&self, standing: &[u64]) -> Vec<Vec<u64>> {
        let mut left = standing.to_vec();
        let mut parts = Vec::new();
        loop {
            let Some(seed) = ones_of(&left).next() else { return parts };
            let mut part = vec![0u64; left.len()];
            insert(&mut part, seed);
            let mut edge = vec![seed];
            while let Some(queen) = edge.pop() {
                for word in 0..left.len() {
                    let fresh = self.attacks[queen][word] & left[word] & !part[word];
                    part[word] |= fresh;
                    edge.extend(ones(fresh).map(|bit| word * 64 + bit));
                }
            }
            left.iter_mut().zip(&part).for_each(|(a, b)| *a &= !b);
            parts.push(part);
        }
    }
}

fn insert(set: &mut [u64], index: usize) {
    set[index / 64] |= 1 << (index % 64);
}

fn common(a: &[u64], b: &[u64]) -> usize {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones() as usize).sum()
}
