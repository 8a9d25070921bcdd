//! How many cubic graphs there are, connected or not: by Burnside, over the cycle types of permutations.
//!
//! The graphs on N vertices are the mean, over all permutations of the vertices, of the number of labelled cubic graphs
//! that a permutation keeps. Such a graph is a union of orbits of pairs. Between cycles of lengths a and b there are
//! gcd(a, b) orbits, each of which gives every vertex of the first lcm/a and of the second lcm/b neighbours; within a
//! cycle of length a there are orbits that give two, and for even a one that gives one. No vertex has more than three,
//! so only cycles whose lengths are as 1:1, 1:2, 1:3 and 2:3 are joined.
//!
//! Lengths are gone through from the longest on. A cycle joined to a shorter one leaves it one neighbour (1:2) or none
//! (1:3, 2:3) to find, so that no cycle is joined to two longer ones; what the longer cycles ask for is kept as numbers
//! of promised cycles, and all that remains is to join cycles of one length (`Joins`).

use dashu::integer::UBig;
use kit::watch::step;
use kit::{Result, Watch};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The cubic graphs on 0, 2, 4, ..., 2 `to` vertices.
pub fn graphs(to: usize, watch: &mut dyn Watch) -> Result<Vec<UBig>> {
    let most = 2 * to;
    let mut states: BTreeMap<State, UBig> = BTreeMap::from([(State::default(), UBig::ONE)]);
    for length in (1..=most).rev() {
        let mut joins = Joins::new(length);
        let mut after: BTreeMap<State, UBig> = BTreeMap::new();
        for (state, ways) in &states {
            let done = (most - length) as u64;
            step(watch, done, Some(most as u64), || format!("cycles longer than {length} are counted"))?;
            state.with_cycles(length, most, &mut joins, &mut |next, factor| {
                *after.entry(next).or_default() += ways * factor;
            });
        }
        states = after;
    }
    let kept = |vertices: usize| states.get(&State { used: vertices, ..State::default() }).cloned().unwrap_or_default();
    Ok((0..=to).map(|n| kept(2 * n) / factorial(2 * n)).collect())
}

/// The connected ones among them: all graphs are multisets of connected ones, which is undone term by term.
pub fn connected(all: &[UBig]) -> Vec<UBig> {
    let mut connected: Vec<UBig> = vec![UBig::ZERO];
    let mut sums: Vec<UBig> = vec![UBig::ZERO];
    for n in 1..all.len() {
        let known: UBig = (1..n).map(|k| &sums[k] * &all[n - k]).sum();
        let sum = UBig::from(n) * &all[n] - known;
        let smaller: UBig = (1..n).filter(|d| n % d == 0).map(|d| UBig::from(d) * &connected[d]).sum();
        connected.push((&sum - smaller) / UBig::from(n));
        sums.push(sum);
    }
    connected
}

/// The vertices that stand in cycles so far, and the shorter cycles that these are joined to.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    used: usize,
    /// By length, how many cycles are promised to cycles of twice, three times and one and a half times that length.
    promised: BTreeMap<usize, [usize; 3]>,
}

impl State {
    /// Every choice of the cycles of a length and of what they are joined to, with the number of ways.
    fn with_cycles(&self, length: usize, most: usize, joins: &mut Joins, each: &mut dyn FnMut(State, UBig)) {
        let promises = self.promised.get(&length).copied().unwrap_or_default();
        let [halved, thirds, mixed] = promises;
        let promised = halved + thirds + mixed;
        let other: usize = self.promised.iter().filter(|(l, _)| **l != length).map(|(l, p)| l * total(p)).sum();
        for cycles in promised..=(most - self.used - other) / length {
            let vertices = cycles * length;
            // The vertices, their cycles, and which of the cycles are promised to whom.
            let mut ways = binomial(self.used + vertices, vertices) * factorial(vertices);
            ways /= UBig::from(length).pow(cycles);
            let sorts = [halved, thirds, mixed, cycles - promised];
            sorts.iter().for_each(|&sort| ways /= factorial(sort));
            let room = most - self.used - vertices - other;
            for (down, factor) in joins.downward(cycles - promised, halved, room).iter() {
                let mut next = self.clone();
                next.promised.remove(&length);
                next.used += vertices;
                let lengths = [length / 2, length / 3, 2 * length / 3];
                for (sort, &count) in down.iter().enumerate().filter(|(_, count)| **count > 0) {
                    next.promised.entry(lengths[sort]).or_default()[sort] += count;
                }
                each(next, &ways * factor);
            }
        }
    }
}

fn total(promises: &[usize; 3]) -> usize {
    promises.iter().sum()
}

fn factorial(n: usize) -> UBig {
    (2..=n).map(UBig::from).product()
}

fn binomial(n: usize, k: usize) -> UBig {
    factorial(n) / (factorial(k) * factorial(n - k))
}

/// How many cycles still need three, two and one neighbour at each of their vertices.
type Needs = [usize; 3];

/// Joining cycles of one length.
struct Joins {
    length: usize,
    known: FxHashMap<Needs, UBig>,
}

/// For each number of promises to cycles of 1/2, 1/3 and 2/3 of the length the number of ways.
type Downward = Vec<([usize; 3], UBig)>;

impl Joins {
    fn new(length: usize) -> Joins {
        Joins { length, known: FxHashMap::default() }
    }

    /// The ways in which cycles that need three and cycles that need one neighbour are joined to shorter ones, of at
    /// most `room` vertices, and among themselves. The shorter ones are told apart.
    fn downward(&mut self, three: usize, one: usize, room: usize) -> Downward {
        let mut found = Downward::new();
        let (length, by_thirds) = (self.length, self.length.is_multiple_of(3));
        let halves = ways_after(BTreeMap::from([([three, 0, one], UBig::ONE)]), 1, length.is_multiple_of(2));
        for (i, needs) in halves.into_iter().enumerate() {
            for (j, needs) in ways_after(needs, 1, by_thirds).into_iter().enumerate() {
                for (k, needs) in ways_after(needs, 2, by_thirds).into_iter().enumerate() {
                    let asked = i * length / 2 + j * length / 3 + k * 2 * length / 3;
                    if asked > room {
                        break;
                    }
                    let orbits = UBig::from(length / 2).pow(i) * UBig::from(length / 3).pow(j + k);
                    let mut sum = UBig::ZERO;
                    for (&needs, count) in &needs {
                        sum += count * self.among(needs);
                    }
                    if sum > UBig::ZERO {
                        found.push(([i, j, k], sum * orbits));
                    }
                }
            }
        }
        found
    }

    /// The ways to join cycles with these needs among themselves so that nothing is left.
    fn among(&mut self, needs: Needs) -> UBig {
        if let Some(ways) = self.known.get(&needs) {
            return ways.clone();
        }
        let Some(class) = needs.iter().position(|&count| count > 0) else { return UBig::ONE };
        let mut others = needs;
        others[class] -= 1;
        let need = 3 - class;
        let mut ways = UBig::ZERO;
        for within in 0..=need {
            let own = self.within(within);
            for parts in PARTS[need - within] {
                if own == 0 {
                    break;
                }
                let ordered = self.spread(parts, others, [0; 3]);
                let alike = parts.iter().filter(|&&part| part == 1).count();
                ways += ordered * UBig::from(own) / factorial(alike);
            }
        }
        self.known.insert(needs, ways.clone());
        ways
    }

    /// The ways to give so many neighbours to the vertices of a cycle within it.
    fn within(&self, neighbours: usize) -> usize {
        let (opposite, pairs) = (usize::from(self.length.is_multiple_of(2)), (self.length - 1) / 2);
        [1, opposite, pairs, opposite * pairs][neighbours]
    }

    /// The ways to join one cycle by so many orbits each to different cycles, in order, and all that is left then;
    /// `joined` are those already joined to it, with what they need now.
    fn spread(&mut self, parts: &[usize], others: Needs, joined: Needs) -> UBig {
        let Some((&part, rest)) = parts.split_first() else {
            return self.among(std::array::from_fn(|i| others[i] + joined[i]));
        };
        let mut ways = UBig::ZERO;
        // A class needs 3 - class.
        for class in (0..=3 - part).filter(|&class| class < 3) {
            if others[class] == 0 {
                continue;
            }
            let (mut fewer, mut more) = (others, joined);
            fewer[class] -= 1;
            if class + part < 3 {
                more[class + part] += 1;
            }
            let choices = UBig::from(others[class]) * binomial_small(self.length, part);
            ways += choices * self.spread(rest, fewer, more);
        }
        ways
    }
}

/// The numbers of orbits by which a need is spread over different cycles; equal parts are ones.
const PARTS: [&[&[usize]]; 4] = [&[&[]], &[&[1]], &[&[2], &[1, 1]], &[&[3], &[2, 1], &[1, 1, 1]]];

fn binomial_small(n: usize, k: usize) -> UBig {
    if k > n { UBig::ZERO } else { binomial(n, k) }
}

/// The needs after 0, 1, 2, ... shorter cycles, told apart, have each chosen a cycle and taken so much of its need.
fn ways_after(start: BTreeMap<Needs, UBig>, cost: usize, allowed: bool) -> Vec<BTreeMap<Needs, UBig>> {
    let mut all = vec![start];
    if !allowed {
        return all;
    }
    loop {
        let mut next: BTreeMap<Needs, UBig> = BTreeMap::new();
        for (needs, ways) in all.last().expect("there is a first") {
            for class in (0..=3 - cost).filter(|&class| class < 3 && needs[class] > 0) {
                let mut after = *needs;
                after[class] -= 1;
                if class + cost < 3 {
                    after[class + cost] += 1;
                }
                *next.entry(after).or_default() += ways * UBig::from(needs[class]);
            }
        }
        if next.is_empty() {
            return all;
        }
        all.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::graphs::regular::connected_regular;
    use kit::Unwatched;

    #[test]
    fn connected_graphs_are_as_many_as_the_generator_finds() {
        let all = graphs(7, &mut Unwatched).unwrap();
        let connected = connected(&all);
        for n in 2..=7 {
            let mut found = 0u64;
            connected_regular(2 * n, 3, &mut |_| {
                found += 1;
                true
            });
            assert_eq!(connected[n], UBig::from(found), "{n}");
        }
    }

    #[test]
    fn labelled_graphs_up_to_isomorphism_are_as_many() {
        // Every cubic graph on 4 and 6 vertices, by its pairs; two are alike if a permutation takes one to the other.
        let all = graphs(3, &mut Unwatched).unwrap();
        for n in [4usize, 6] {
            let pairs: Vec<(usize, usize)> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
            let degree = |set: u32, v: usize| {
                pairs.iter().enumerate().filter(|(i, p)| set >> i & 1 == 1 && (p.0 == v || p.1 == v)).count()
            };
            let cubic: Vec<u32> = (0..1u32 << pairs.len()).filter(|&set| (0..n).all(|v| degree(set, v) == 3)).collect();
            let mut orders: Vec<Vec<usize>> = vec![vec![]];
            for _ in 0..n {
                orders = orders
                    .iter()
                    .flat_map(|o| (0..n).filter(|v| !o.contains(v)).map(|v| [o.as_slice(), &[v]].concat()))
                    .collect();
            }
            let least = |set: u32| {
                let moved = |order: &Vec<usize>| {
                    pairs.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).fold(0u32, |image, (_, p)| {
                        let (a, b) = (order[p.0].min(order[p.1]), order[p.0].max(order[p.1]));
                        image | 1 << pairs.iter().position(|&q| q == (a, b)).expect("a pair")
                    })
                };
                orders.iter().map(moved).min()
            };
            let classes: std::collections::BTreeSet<_> = cubic.iter().map(|&set| least(set)).collect();
            assert_eq!(all[n / 2], UBig::from(classes.len()), "{n}");
        }
    }

    #[test]
    fn numbers_are_those_of_a005638() {
        // OEIS A005638, and A002851 for the connected ones.
        let all = graphs(20, &mut Unwatched).unwrap();
        let written = |list: &[UBig]| list.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!(written(&all[..9]), "1 0 1 2 6 21 94 540 4207");
        assert_eq!(all[20].to_string(), "8845303172513781271");
        assert_eq!(written(&connected(&all)[1..9]), "0 1 2 5 19 85 509 4060");
    }
}
