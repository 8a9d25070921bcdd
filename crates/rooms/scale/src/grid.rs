//! The strategy of grids: faster than halving, for any number of coins.
//!
//! Cut a pile of N coins into n piles and weigh whole piles. If w weighings find the pile or the two piles of the
//! fakes, then what is left is one pile or two separated piles of N/n coins. Separated piles are cut in the same way
//! into m piles each, and if w weighings find both piles then again separated piles are left, m times smaller. So, with
//! small solutions found by search,
//!
//! ```text
//! pile(n s) <= w + max(pile(s), apart(s)),      apart(m s) <= w + apart(s),
//! ```
//!
//! and the number of coins grows by m^(1/w) a weighing: 2 for the paper's m = 2, w = 1; 2.08 for m = 9, w = 3; 2.10 for
//! m = 41, w = 5. Sizes that are no multiples differ by one coin, and real coins fill up the pans. Where there are none
//! yet, piles are exchanged until the pans are equal.

use super::climb::Climb;
use super::halving::{self, Halving, log2_up};
use super::pile::{Kind, Scale, State, Weighing, members, pair, single};
use super::plan::{Follow, Part, Plan, Planner};
use super::start::Start;
use rustc_hash::FxHashMap;

/// Numbers of piles for which a solution is looked for: both fakes may be in one of n piles, w weighings.
const PILES: [(u32, usize); 5] = [(2, 1), (5, 2), (10, 3), (23, 4), (50, 5)];

/// One fake in one of m piles, the other in one of m others.
const SQUARES: [(u32, usize); 5] = [(2, 1), (4, 2), (9, 3), (18, 4), (41, 5)];

/// The weighings of the small solutions that are looked for when no effort is asked for.
const QUICK: usize = 4;

/// What is known before a weighing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// One pile, separated piles, or what halving makes of them.
    Plain(halving::Sight),
    /// Piles that are weighed as a whole: the state whose coins they are, and the sizes of the piles of each class,
    /// descending.
    Piles(State, Vec<Vec<u32>>),
}

use Sight::{Piles, Plain};
use halving::Sight::{Apart, Pile};

/// How to go on from a plain sight.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    Halve,
    Cut(u32),
}

/// The planner with the small solutions it has.
struct Grid<'w> {
    coins: u32,
    climb: Climb<'w>,
    piles: Vec<(u32, usize)>,
    squares: Vec<(u32, usize)>,
    known: FxHashMap<halving::Sight, u8>,
    pile_costs: FxHashMap<u32, (usize, Choice)>,
    aparts: FxHashMap<(u32, u32), (usize, Choice)>,
    /// Set when pans could not be made equal; the plan is then worthless.
    stuck: bool,
}

/// The strategy for that many coins on the 5-way scale, if one is found. Where the first pans cannot be made equal with
/// the most piles, a few piles less will do.
pub fn plan(coins: u32, effort: usize, stop: &dyn Fn(u64) -> bool) -> Option<Plan> {
    (0..8).find_map(|fewer| {
        let mut grid = Grid::new(coins, effort, fewer, stop);
        let plan = Plan::write(&mut grid, Scale::Five, Start::pile(coins, 2), Plain(Pile(coins)));
        (!grid.stuck && !stop(0)).then_some(plan)
    })
}

/// The most coins that the recursion promises for so many weighings; [`plan`] writes the strategy down.
pub fn promise(weighings: usize, stop: &dyn Fn(u64) -> bool) -> u32 {
    let mut grid = Grid::new(0, 1, 0, stop);
    let (mut low, mut high) = (2u32, 40_000_000);
    while high - low > 1 {
        let middle = low.midpoint(high);
        grid.coins = middle;
        grid.pile_costs.clear();
        grid.aparts.clear();
        if grid.pile(middle).0 <= weighings { low = middle } else { high = middle }
    }
    low
}

/// The start of n piles, both fakes in one of them or in two.
fn pile_state(n: u32) -> State {
    State::normal(&[n], vec![pair(0, 0), single(0)], 0).0
}

/// The start of two rows of m piles, beside as many real ones as could be needed.
fn square_state(m: u32) -> State {
    State::normal(&[m, m], vec![pair(0, 1)], 2 * m).0
}

/// So many piles of that many coins, the larger ones first.
fn cut(coins: u32, piles: u32) -> Vec<u32> {
    (0..piles).map(|i| coins / piles + u32::from(i < coins % piles)).collect()
}

impl<'w> Grid<'w> {
    fn new(coins: u32, effort: usize, fewer: u32, stop: &'w dyn Fn(u64) -> bool) -> Grid<'w> {
        let mut climb = Climb::new(Scale::Five, 1, stop);
        let most = if effort > 1 { usize::MAX } else { QUICK };
        let small = |&&(_, w): &&(u32, usize)| w <= most;
        let less = |(n, w): (u32, usize)| (if n > 2 * fewer { n - fewer } else { n }, w);
        let piles = PILES.iter().filter(small).copied().map(less);
        let piles = piles.filter(|&(n, w)| climb.start(&pile_state(n), w)).collect();
        let squares =
            SQUARES.iter().filter(small).copied().filter(|&(m, w)| climb.attempt(&square_state(m), w)).collect();
        Grid {
            coins,
            climb,
            piles,
            squares,
            known: FxHashMap::default(),
            pile_costs: FxHashMap::default(),
            aparts: FxHashMap::default(),
            stuck: false,
        }
    }

    /// The weighings that separated piles of at most s coins take beside so many real coins, and how to begin.
    fn apart(&mut self, s: u32, real: u32) -> (usize, Choice) {
        if s <= 1 {
            return (0, Choice::Halve);
        }
        if let Some(&best) = self.aparts.get(&(s, real)) {
            return best;
        }
        let mut best = (log2_up(s) as usize + 1, Choice::Halve);
        for (m, w) in self.squares.clone() {
            // The pans of a square differ by its 2m piles at most.
            if u64::from(real) >= 2 * (u64::from(s) + u64::from(m)) {
                let cost = w + self.apart(s.div_ceil(m), real).0;
                if cost < best.0 {
                    best = (cost, Choice::Cut(m));
                }
            }
        }
        self.aparts.insert((s, real), best);
        best
    }

    /// The weighings that a pile of n coins takes, and how to begin.
    fn pile(&mut self, n: u32) -> (usize, Choice) {
        if let Some(&best) = self.pile_costs.get(&n) {
            return best;
        }
        let mut best = (usize::from(halving::depth(Pile(n), &mut self.known)), Choice::Halve);
        for (piles, w) in self.piles.clone() {
            let s = n.div_ceil(piles);
            let rest = if s < 2 { 0 } else { self.pile(s).0.max(self.apart(s, self.coins.saturating_sub(2 * s)).0) };
            // Two piles on the pans and none aside: without a real coin they must be equal.
            let even = piles > 2 || n.is_multiple_of(2) || n < self.coins;
            if even && w + rest < best.0 {
                best = (w + rest, Choice::Cut(piles));
            }
        }
        self.pile_costs.insert(n, best);
        best
    }

    /// One weighing of whole piles. `group` says where a pile lies before: the group of each pile, class by class.
    fn weigh_piles(&mut self, state: &State, piles: &[Vec<u32>], groups: Groups) -> (Weighing, Vec<Follow<Sight>>) {
        let (_, weighing) = self.climb.plan(state).expect("every state of a small solution is solved").clone();
        let suspects: u32 = piles.iter().flatten().sum();
        let Some(places) = equal_pans(piles, &weighing, self.coins - suspects) else {
            self.stuck = true;
            return (vec![(0, 0); groups.count(piles)], vec![None; 5]);
        };
        let (pans, parts) = groups.lay(piles, &places);
        let follow = (0..5)
            .map(|answer| {
                let (child, origins) = state.after(&weighing, Scale::Five, answer)?;
                let mut rows: Vec<Vec<(u32, Part)>> = Vec::new();
                for origin in origins {
                    let mut row = Vec::new();
                    for (class, place) in origin {
                        let here = (0..piles[class].len()).filter(|&p| places[class][p] == place);
                        row.extend(here.map(|p| (piles[class][p], parts[class][p])));
                    }
                    row.sort_by_key(|&(size, _)| std::cmp::Reverse(size));
                    rows.push(row);
                }
                arrive(child, rows)
            })
            .collect();
        (pans, follow)
    }
}

/// The sight that piles lead to, without piles that are empty; `None` if no set is possible.
fn arrive(state: State, rows: Vec<Vec<(u32, Part)>>) -> Follow<Sight> {
    let sizes: Vec<Vec<u32>> = rows.iter().map(|row| row.iter().map(|p| p.0).collect()).collect();
    if state.count() == 1 {
        let all: Vec<(u32, Part)> = rows.concat();
        let parts = |n: usize| all[..n].iter().map(|p| vec![p.1]).collect::<Vec<_>>();
        return match all[..] {
            [(n, _)] => (n >= 2).then(|| (Plain(Pile(n)), parts(1))),
            [(a, _), (b, _)] => (a > 0 && b > 0).then(|| (Plain(Apart(a, b)), parts(2))),
            _ => unreachable!("one set is one pile or two"),
        };
    }
    let groups = rows.concat().into_iter().map(|p| vec![p.1]).collect();
    let sight = Piles(state, sizes);
    let (sizes, kinds) = pile_groups(&sight);
    (State { sizes, kinds, spare: 0 }.count() > 0).then_some((sight, groups))
}

/// Each pile as a group, with the pairs of piles that are possible.
fn pile_groups(sight: &Sight) -> (Vec<u32>, Vec<Kind>) {
    let Piles(state, piles) = sight else { unreachable!("only piles are groups here") };
    let mut first = vec![0u8; piles.len()];
    let mut next = 0;
    for (class, row) in piles.iter().enumerate() {
        first[class] = next;
        next += row.len() as u8;
    }
    let range = |class: u8| {
        let from = first[usize::from(class)];
        from..from + piles[usize::from(class)].len() as u8
    };
    let mut kinds = Vec::new();
    for kind in &state.kinds {
        match *members(kind) {
            [a] => kinds.extend(range(a).map(|p| pair(p, p))),
            [a, b] if a == b => {
                kinds.extend(range(a).flat_map(|p| (p + 1..range(a).end).map(move |q| pair(p, q))));
            }
            [a, b] => kinds.extend(range(a).flat_map(|p| range(b).map(move |q| pair(p.min(q), p.max(q))))),
            _ => unreachable!("two fakes"),
        }
    }
    kinds.sort_unstable();
    (piles.concat(), kinds)
}

/// How piles lie in the groups of the step before: several in one group when they are just being cut, or each its own.
enum Groups {
    Cut,
    Own,
}

impl Groups {
    fn count(&self, piles: &[Vec<u32>]) -> usize {
        match self {
            Groups::Cut => piles.len(),
            Groups::Own => piles.iter().map(Vec::len).sum(),
        }
    }

    /// The pans by group and the part that each pile is.
    fn lay(&self, piles: &[Vec<u32>], places: &[Vec<i8>]) -> (Weighing, Vec<Vec<Part>>) {
        let mut pans = vec![(0, 0); self.count(piles)];
        let mut parts = Vec::new();
        let mut own = 0;
        for (class, row) in piles.iter().enumerate() {
            let mut used = [0u32; 3];
            let mut row_parts = Vec::new();
            for (&size, &place) in row.iter().zip(&places[class]) {
                let group = if matches!(self, Groups::Cut) { class } else { own };
                own += 1;
                let pan = &mut pans[group];
                match place {
                    1 => pan.0 += size,
                    -1 => pan.1 += size,
                    _ => {}
                }
                row_parts.push(match self {
                    Groups::Own => Part::whole((group, place)),
                    Groups::Cut => {
                        let from = used[(place + 1) as usize];
                        used[(place + 1) as usize] += size;
                        Part { group, place, from, to: from + size }
                    }
                });
            }
            parts.push(row_parts);
        }
        (pans, parts)
    }
}

/// A place for every pile, as many of each class on each pan as the weighing says, so that the pans differ by no more
/// than the real coins.
fn equal_pans(piles: &[Vec<u32>], weighing: &[(u32, u32)], real: u32) -> Option<Vec<Vec<i8>>> {
    let mut places: Vec<Vec<i8>> = Vec::new();
    for (row, &(l, r)) in piles.iter().zip(weighing) {
        places.push(spread(row.len(), l as usize, r as usize));
    }
    let tilt = |places: &[Vec<i8>]| -> i64 {
        let row = |(row, places): (&Vec<u32>, &Vec<i8>)| -> i64 {
            row.iter().zip(places).map(|(&size, &place)| i64::from(size) * i64::from(place)).sum()
        };
        piles.iter().zip(places).map(row).sum()
    };
    loop {
        let now = tilt(&places);
        if now.unsigned_abs() <= u64::from(real) {
            return Some(places);
        }
        let (class, a, b) = best_exchange(piles, &places, now)?;
        places[class].swap(a, b);
    }
}

/// Places so that each place gets larger and smaller piles in proportion, which leaves room for exchanges later on.
fn spread(piles: usize, left: usize, right: usize) -> Vec<i8> {
    let wanted = [(1, left), (-1, right), (0, piles - left - right)];
    let mut given = [0usize; 3];
    let mut places = Vec::with_capacity(piles);
    for done in 1..=piles {
        // The place that lags most behind its share.
        let lag = |i: usize| (wanted[i].1 * done) as i64 - (given[i] * piles) as i64;
        let next = (0..3).filter(|&i| given[i] < wanted[i].1).max_by_key(|&i| lag(i)).expect("the shares add up");
        given[next] += 1;
        places.push(wanted[next].0);
    }
    places
}

/// The exchange of two piles of a class that brings the pans nearest to each other, if one does.
fn best_exchange(piles: &[Vec<u32>], places: &[Vec<i8>], tilt: i64) -> Option<(usize, usize, usize)> {
    let mut best = (tilt.abs(), None);
    for (class, row) in piles.iter().enumerate() {
        for a in 0..row.len() {
            for b in a + 1..row.len() {
                let change = (i64::from(row[a]) - i64::from(row[b])) * i64::from(places[class][b] - places[class][a]);
                if (tilt + change).abs() < best.0 {
                    best = ((tilt + change).abs(), Some((class, a, b)));
                }
            }
        }
    }
    best.1
}

impl Planner for Grid<'_> {
    type Sight = Sight;

    fn groups(&self, sight: &Sight) -> (Vec<u32>, Vec<Kind>) {
        match sight {
            Plain(plain) => Halving.groups(plain),
            Piles(..) => pile_groups(sight),
        }
    }

    fn weigh(&mut self, sight: &Sight, scale: Scale) -> (Weighing, Vec<Follow<Sight>>) {
        match *sight {
            Piles(ref state, ref piles) => self.weigh_piles(state, piles, Groups::Own),
            Plain(plain) => {
                let choice = match plain {
                    Pile(n) => self.pile(n).1,
                    Apart(a, b) => self.apart(a.max(b), self.coins - a - b).1,
                    _ => Choice::Halve,
                };
                match (choice, plain) {
                    (Choice::Cut(n), Pile(coins)) => self.weigh_piles(&pile_state(n), &[cut(coins, n)], Groups::Cut),
                    (Choice::Cut(m), Apart(a, b)) => self.weigh_square(m, a, b),
                    _ => {
                        let (weighing, follow) = Halving.weigh(&plain, scale);
                        (weighing, follow.into_iter().map(|f| f.map(|(s, rows)| (Plain(s), rows))).collect())
                    }
                }
            }
        }
    }
}

impl Grid<'_> {
    fn weigh_square(&mut self, m: u32, a: u32, b: u32) -> (Weighing, Vec<Follow<Sight>>) {
        // The two rows of the square are classes 0 and 1; they are alike, so either may stand for the first pile.
        self.weigh_piles(&square_state(m), &[cut(a, m), cut(b, m)], Groups::Cut)
    }
}

#[cfg(test)]
mod tests {
    use super::super::certificate::{read, reasoning};
    use super::super::search::UNSTOPPED;
    use super::super::verify::{check_every_set, play_adversary};
    use super::*;

    #[test]
    fn grids_find_every_pair() {
        for n in [60, 131, 300] {
            let plan = plan(n, 1, UNSTOPPED).unwrap();
            let worst = check_every_set(&plan, &mut kit::Unwatched).unwrap_or_else(|e| panic!("{n} coins: {e}"));
            assert_eq!(worst, plan.depth());
            reasoning::check(&plan, &mut kit::Unwatched).unwrap_or_else(|e| panic!("{n} coins: {e}"));
        }
    }

    #[test]
    fn a_million_coins_take_nineteen_weighings() {
        let plan = plan(1_000_000, 1, UNSTOPPED).unwrap();
        reasoning::check(&plan, &mut kit::Unwatched).unwrap();
        assert_eq!(plan.depth(), 19);
        assert!(play_adversary(&plan).unwrap().len() <= 19);
        let text = plan.text();
        let lines: Vec<(usize, &str)> = (3..).zip(text.lines()).collect();
        assert_eq!(read::plan(read::head(lines.first().copied()).unwrap(), &lines[1..]).unwrap(), plan);
    }
}
