//! Sorting coins of two weights on a plain scale: any of n coins may be light, real ones are at hand as many as wanted.
//!
//! *At least.* What is weighed first divides the 2^n sets of light coins into three parts: with w coins on the pans, v
//! of them on the right, into those with fewer, as many and more than v heads among w tosses. The least w weighings are
//! those for which some first one leaves no part beyond 3^(w-1).
//!
//! *At most.* Strategies for few coins are found by a search ([`Search`]) and played against every set
//! ([`Tree::tells`]); more coins are parted into heaps, sorted one after the other.
//!
//! *The search.* What is known of the coins is a product of sets: each part knows some coins together, and a coin of
//! which nothing is known is a part by itself. A weighing merges the parts that it touches. Of the weighings that leave
//! no answer too many sets the most even ones are tried, so what is found stands and what is not found says nothing.

use kit::watch::step;
use kit::{Result, Watch};
use rustc_hash::FxHashMap;

/// The coins that a search is begun for, and the weighings: the others follow from heaps of these.
pub const HEAPS: [(usize, usize); 7] = [(1, 1), (2, 2), (4, 3), (6, 4), (9, 6), (11, 7), (14, 9)];

/// The most coins of which bounds are given.
pub const MOST: usize = 100;

/// The least number of weighings that the first of them allows.
pub fn at_least(coins: usize) -> usize {
    let largest = |on: usize| {
        let (row, mut fewer) = (binomials(on), 0);
        let parts = row.iter().map(|&equal| {
            let largest = equal.max(fewer).max((1 << on) - fewer - equal);
            fewer += equal;
            largest
        });
        parts.min().expect("a row has entries") << (coins - on)
    };
    let best = (1..=coins).map(largest).min().unwrap_or(0);
    (1..).find(|&weighings| 3u128.pow(weighings - 1) >= best).map_or(0, |weighings| weighings as usize)
}

fn binomials(n: usize) -> Vec<u128> {
    let mut row = vec![1u128];
    for _ in 0..n {
        let next = row.windows(2).map(|w| w[0] + w[1]);
        row = std::iter::once(1).chain(next).chain([1]).collect();
    }
    row
}

/// The heaps into which so many coins are best parted, of those for which a strategy is known.
pub fn heaps(coins: usize, known: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut best: Vec<(usize, Vec<(usize, usize)>)> = vec![(0, Vec::new())];
    for n in 1..=coins {
        let fits = known.iter().filter(|heap| heap.0 <= n);
        let parted = fits.map(|&heap| {
            let (weighings, list) = &best[n - heap.0];
            (weighings + heap.1, [&list[..], &[heap]].concat())
        });
        best.push(parted.min_by_key(|(weighings, list)| (*weighings, list.len())).expect("a coin by itself fits"));
    }
    best.swap_remove(coins).1
}

/// A part of what is known: the sets of light coins among some coins.
struct Part {
    coins: usize,
    sets: Vec<u32>,
    /// Coins that may change places.
    classes: Vec<Vec<usize>>,
    /// The ways to lay coins of it on the pans, once they are asked for.
    laid: Vec<Laid>,
}

/// Coins of some parts on the pans.
struct Laid {
    left: u32,
    right: u32,
    /// The coins of the parts.
    coins: usize,
    /// How many sets have how many light coins more on the left than on the right.
    ways: Vec<(i32, u64)>,
}

impl Laid {
    fn of((left, right): (u32, u32), coins: usize, sets: &[u32]) -> Laid {
        let mut cases = [0u64; 2 * MOST_LAID + 1];
        for set in sets {
            cases[MOST_LAID + (set & left).count_ones() as usize - (set & right).count_ones() as usize] += 1;
        }
        let ways = (-(MOST_LAID as i32)..).zip(cases).filter(|way| way.1 > 0).collect();
        Laid { left, right, coins, ways }
    }

    /// Both together; the coins of the second part come after those of the first.
    fn beside(&self, other: &Laid, coins: usize) -> Laid {
        let pairs = self.ways.iter().flat_map(|a| other.ways.iter().map(move |b| (a.0 + b.0, a.1 * b.1)));
        Laid {
            left: self.left | other.left << coins,
            right: self.right | other.right << coins,
            coins: self.coins + other.coins,
            ways: pairs.collect(),
        }
    }
}

/// Collects the weighings that leave no answer too many sets.
struct Even {
    count: u64,
    most: u64,
    /// Coins of which nothing is known that may be laid too.
    free: usize,
    /// The most even ones, so many of them at most.
    keep: usize,
    found: Vec<(f64, Weighing)>,
}

impl Even {
    fn add(&mut self, pick: &[usize], laid: &Laid) {
        let on = (laid.left | laid.right).count_ones() as usize;
        let size: u64 = laid.ways.iter().map(|way| way.1).sum();
        for with in 0..=self.free.min(MOST_LAID.saturating_sub(on)) {
            if on + with == 0 {
                continue;
            }
            let heads = binomials(with);
            for on_left in 0..=with {
                let mut answers = [0u64; 3];
                for &(more, ways) in &laid.ways {
                    for (light, &cases) in heads.iter().enumerate() {
                        // So many free coins are light on the left or real on the right.
                        let more = more + light as i32 - (with - on_left) as i32;
                        answers[(1 - more.signum()) as usize] += ways * cases as u64;
                    }
                }
                let sets = size << with;
                let scaled = answers.map(|part| part * (self.count / sets));
                if scaled.iter().all(|&part| part <= self.most) {
                    let uneven: f64 = answers.iter().map(|&part| (part as f64 / sets as f64).powi(2)).sum();
                    let score = uneven + 1e-6 * (on + with) as f64;
                    if self.found.len() == self.keep && self.found.last().is_some_and(|last| last.0 < score) {
                        continue;
                    }
                    let free = |count: usize, from: usize| ((1u32 << count) - 1) << (laid.coins + from);
                    let weighing = Weighing {
                        parts: pick.iter().copied().chain(vec![FREE; with]).collect(),
                        left: laid.left | free(on_left, 0),
                        right: laid.right | free(with - on_left, on_left),
                    };
                    let before = |(other, one): &(f64, Weighing)| (*other, one) < (score, &weighing);
                    let at = self.found.partition_point(before);
                    self.found.insert(at, (score, weighing));
                    self.found.truncate(self.keep);
                }
            }
        }
    }
}

/// A weighing of parts by their place in the list, coins numbered through the parts one after the other.
#[derive(Clone, PartialEq, PartialOrd)]
struct Weighing {
    parts: Vec<usize>,
    left: u32,
    right: u32,
}

/// The part of a coin of which nothing is known.
const FREE: usize = 0;

/// A part with the coins that it speaks of.
type Placed = (usize, Vec<usize>);

/// The parts met so far, and what is known of states.
pub struct Search {
    parts: Vec<Part>,
    places: FxHashMap<(usize, Vec<u32>), usize>,
    known: FxHashMap<(Vec<usize>, usize), Option<Weighing>>,
    tried: usize,
}

/// The weighings that are tried in a state: few at first, and more if these do not do.
const TRIED: [usize; 3] = [4, 6, 10];
/// The coins that are laid on the pans, those of one part, and those of which nothing is known.
const MOST_LAID: usize = 8;
const MOST_OF_PART: usize = 6;
const MOST_FREE: usize = 6;
/// The coins of a part that are laid beside those of another, and the ways to lay coins of a part that are kept.
const FEW: u32 = 4;
const MOST_KEPT: usize = 500;

/// A strategy: what is weighed, and what follows the answers lighter, equal and heavier left pan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree {
    /// All is known.
    Told,
    /// Coins on the left, on the right, and the three answers; `None` cannot be.
    Weigh(u32, u32, Box<[Option<Tree>; 3]>),
}

/// The answer when these coins are light: more light coins on the left, as many, fewer.
fn answer(light: u32, left: u32, right: u32) -> usize {
    match (light & left).count_ones().cmp(&(light & right).count_ones()) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 2,
    }
}

impl Tree {
    /// Plays against every set of light coins: whether each ends within so many weighings at a leaf of its own.
    pub fn tells(&self, coins: usize, weighings: usize) -> bool {
        let mut ends: Vec<*const Tree> = Vec::with_capacity(1 << coins);
        for light in 0u32..1 << coins {
            let (mut at, mut left_over) = (self, weighings);
            while let Tree::Weigh(left, right, next) = at {
                let Some(further) = &next[answer(light, *left, *right)] else { return false };
                if left_over == 0 || left & right != 0 {
                    return false;
                }
                (at, left_over) = (further, left_over - 1);
            }
            ends.push(at);
        }
        ends.sort_unstable();
        ends.windows(2).all(|w| w[0] != w[1])
    }

    /// The weighings of the tree.
    pub fn size(&self) -> usize {
        match self {
            Tree::Told => 0,
            Tree::Weigh(_, _, next) => 1 + next.iter().flatten().map(Tree::size).sum::<usize>(),
        }
    }
}

impl Search {
    /// Nothing is met.
    pub fn new() -> Search {
        let (places, known) = (FxHashMap::default(), FxHashMap::default());
        let mut search = Search { parts: Vec::new(), places, known, tried: 0 };
        search.place(&[0, 1], &[0]);
        search
    }

    /// A strategy that sorts so many coins in so many weighings, if the search finds one.
    ///
    /// # Errors
    /// The watch asked to stop.
    pub fn strategy(&mut self, coins: usize, weighings: usize, watch: &mut dyn Watch) -> Result<Option<Tree>> {
        for tried in TRIED {
            // What was not found with fewer tries says nothing.
            self.known.clear();
            self.tried = tried;
            if self.solves(&mut vec![FREE; coins], weighings, watch)? {
                let state: Vec<Placed> = (0..coins).map(|coin| (FREE, vec![coin])).collect();
                return Ok(Some(self.tree(state, weighings)));
            }
        }
        Ok(None)
    }

    /// The number of states that were met.
    pub fn states(&self) -> usize {
        self.known.len()
    }

    fn tree(&mut self, mut state: Vec<Placed>, weighings: usize) -> Tree {
        if state.is_empty() {
            return Tree::Told;
        }
        state.sort();
        let key: Vec<usize> = state.iter().map(|part| part.0).collect();
        let chosen = self.known[&(key, weighings)].clone().expect("it was found to be solved");
        let mut rest = state;
        let mut coins = Vec::new();
        for part in &chosen.parts {
            let at = rest.iter().position(|other| other.0 == *part).expect("the state has the parts of its weighing");
            coins.extend(rest.remove(at).1);
        }
        let spread = |pan: u32| (0..coins.len()).filter(|i| pan >> i & 1 == 1).fold(0, |set, i| set | 1 << coins[i]);
        let next = self.answers(&chosen).map(|sets| {
            (!sets.is_empty()).then(|| {
                let told = self.factors(coins.len(), &sets).into_iter();
                let told = told.map(|(part, places)| (part, places.into_iter().map(|i| coins[i]).collect()));
                self.tree(rest.iter().cloned().chain(told).collect(), weighings - 1)
            })
        });
        Tree::Weigh(spread(chosen.left), spread(chosen.right), Box::new(next))
    }

    /// The sets of merged parts.
    fn merged(&self, parts: &[usize]) -> (usize, Vec<u32>) {
        parts.iter().fold((0, vec![0]), |(coins, sets), &part| {
            let part = &self.parts[part];
            let wider = sets.iter().flat_map(|x| part.sets.iter().map(move |y| x | y << coins)).collect();
            (coins + part.coins, wider)
        })
    }

    fn answers(&self, weighing: &Weighing) -> [Vec<u32>; 3] {
        let mut sets = self.merged(&weighing.parts).1;
        sets.sort_unstable();
        let mut found = [Vec::new(), Vec::new(), Vec::new()];
        sets.into_iter().for_each(|set| found[answer(set, weighing.left, weighing.right)].push(set));
        found
    }

    /// Whether a state is solved in so many weighings.
    fn solves(&mut self, state: &mut [usize], weighings: usize, watch: &mut dyn Watch) -> Result<bool> {
        state.sort_unstable();
        let count: u64 = state.iter().map(|&part| self.parts[part].sets.len() as u64).product();
        if count <= 1 || count > 3u64.pow(weighings as u32) {
            return Ok(count <= 1);
        }
        let key = (state.to_owned(), weighings);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.is_some());
        }
        step(watch, self.known.len() as u64, None, || format!("{} states were searched", self.known.len()))?;
        let mut chosen = None;
        for weighing in self.weighings(state, count, 3u64.pow(weighings as u32 - 1)) {
            if self.stands(&weighing, state, weighings, watch)? {
                chosen = Some(weighing);
                break;
            }
        }
        let solved = chosen.is_some();
        self.known.insert(key, chosen);
        Ok(solved)
    }

    /// Whether each answer of a weighing is solved in one weighing less.
    fn stands(&mut self, first: &Weighing, state: &[usize], weighings: usize, watch: &mut dyn Watch) -> Result<bool> {
        let mut rest = state.to_owned();
        for part in &first.parts {
            rest.remove(rest.iter().position(|other| other == part).expect("a part of the state"));
        }
        let coins = first.parts.iter().map(|&part| self.parts[part].coins).sum();
        let mut answers = self.answers(first);
        answers.sort_by_key(|sets| std::cmp::Reverse(sets.len()));
        for sets in answers.iter().filter(|sets| !sets.is_empty()) {
            let told = self.factors(coins, sets).into_iter().map(|(part, _)| part);
            let mut left: Vec<usize> = rest.iter().copied().chain(told).collect();
            if !self.solves(&mut left, weighings - 1, watch)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The most even weighings of a state that leave no answer more sets than that: of one or two parts and some coins
    /// of which nothing is known.
    fn weighings(&mut self, state: &[usize], count: u64, most: u64) -> Vec<Weighing> {
        let free = state.iter().filter(|&&part| part == FREE).count().min(MOST_FREE);
        let others: Vec<usize> = state.iter().copied().filter(|&part| part != FREE).collect();
        others.iter().for_each(|&part| self.lay(part));
        let mut picks: Vec<Vec<usize>> = vec![Vec::new()];
        for (i, &a) in others.iter().enumerate() {
            picks.push(vec![a]);
            picks.extend(others[..i].iter().map(|&b| vec![b, a]));
        }
        picks.sort();
        picks.dedup();
        let mut even = Even { count, most, free, keep: self.tried, found: Vec::new() };
        for pick in picks {
            match pick[..] {
                [a, b] => {
                    let few = |laid: &&Laid| (laid.left | laid.right).count_ones() <= FEW;
                    for one in self.parts[a].laid.iter().filter(few) {
                        for other in self.parts[b].laid.iter().filter(few) {
                            even.add(&pick, &one.beside(other, self.parts[a].coins));
                        }
                    }
                }
                [a] => self.parts[a].laid.iter().for_each(|laid| even.add(&pick, laid)),
                _ => even.add(&pick, &Laid { left: 0, right: 0, coins: 0, ways: [(0, 1)].into() }),
            }
        }
        // Few parts come again, and long lists would fill the memory.
        others.iter().for_each(|&part| {
            if self.parts[part].laid.len() > MOST_KEPT {
                self.parts[part].laid = Vec::new();
            }
        });
        even.found.into_iter().map(|(_, weighing)| weighing).collect()
    }

    /// Finds the ways to lay coins of a part, up to coins that may change places.
    fn lay(&mut self, part: usize) {
        let part = &mut self.parts[part];
        if !part.laid.is_empty() {
            return;
        }
        let mut pans = vec![(0u32, 0u32)];
        for class in &part.classes {
            let lay = |from: usize, count: usize| class[from..from + count].iter().fold(0u32, |pan, i| pan | 1 << i);
            let counts = || (0..=class.len()).flat_map(|l| (0..=class.len() - l).map(move |r| (l, r)));
            let wider = pans.iter().flat_map(|&(a, b)| counts().map(move |(l, r)| (a, b, l, r)));
            pans = wider.map(|(a, b, l, r)| (a | lay(0, l), b | lay(l, r))).collect();
            pans.retain(|(left, right)| (left | right).count_ones() as usize <= MOST_OF_PART);
        }
        // Pans that change places answer the same; both ways count where another part is laid beside.
        pans.retain(|&(left, right)| left < right || left > right && (left | right).count_ones() <= FEW);
        part.laid = pans.into_iter().map(|pans| Laid::of(pans, part.coins, &part.sets)).collect();
    }

    /// What is known of coins as a product of parts, each with the coins that it speaks of; coins of which all is known
    /// are left out.
    fn factors(&mut self, coins: usize, sets: &[u32]) -> Vec<Placed> {
        let pairs = light_together(sets);
        let with = |i: usize, j: usize| pairs[i][j];
        let open: Vec<usize> = (0..coins).filter(|&i| with(i, i) != 0 && with(i, i) != sets.len()).collect();
        // Coins that are not independent belong together, and so do those joined by others.
        let mut group: Vec<usize> = (0..open.len()).collect();
        for i in 0..open.len() {
            for j in 0..i {
                let (a, b) = (open[i], open[j]);
                if with(a, b) * sets.len() != with(a, a) * with(b, b) && group[i] != group[j] {
                    let (from, to) = (group[i], group[j]);
                    group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
                }
            }
        }
        let mut names = group.clone();
        names.sort_unstable();
        names.dedup();
        let members = |name: usize| (0..open.len()).filter(|&i| group[i] == name).map(|i| open[i]).collect::<Vec<_>>();
        let parted: Vec<Placed> = names.iter().map(|&name| self.place(sets, &members(name))).collect();
        let product: usize = parted.iter().map(|part| self.parts[part.0].sets.len()).product();
        // Coins may be independent two by two and yet not all together.
        if product == sets.len() { parted } else { vec![self.place(sets, &open)] }
    }

    /// The part of these coins, its coins in an order that does not depend on their names where counts tell them apart.
    fn place(&mut self, sets: &[u32], coins: &[usize]) -> Placed {
        let pairs = light_together(sets);
        let with = |i: usize, j: usize| pairs[i][j];
        let mut order: Vec<(usize, Vec<usize>, usize)> = coins
            .iter()
            .map(|&i| {
                let mut pairs: Vec<usize> = coins.iter().filter(|&&j| j != i).map(|&j| with(i, j)).collect();
                pairs.sort_unstable();
                (with(i, i), pairs, i)
            })
            .collect();
        order.sort();
        let coins: Vec<usize> = order.into_iter().map(|(_, _, coin)| coin).collect();
        let taken = |x: u32| coins.iter().enumerate().fold(0, |set, (to, &from)| set | (x >> from & 1) << to);
        let mut own: Vec<u32> = sets.iter().map(|&x| taken(x)).collect();
        own.sort_unstable();
        own.dedup();
        let key = (coins.len(), own);
        if let Some(&known) = self.places.get(&key) {
            return (known, coins);
        }
        let classes = classes(key.0, &key.1);
        let part = Part { coins: key.0, classes, sets: key.1.clone(), laid: Vec::new() };
        self.parts.push(part);
        self.places.insert(key, self.parts.len() - 1);
        (self.parts.len() - 1, coins)
    }
}

impl Default for Search {
    fn default() -> Search {
        Search::new()
    }
}

/// In how many of the sets two coins are light together, and each coin with itself.
fn light_together(sets: &[u32]) -> [[usize; 32]; 32] {
    let mut pairs = [[0; 32]; 32];
    let without_least = |rest: &u32| (*rest != 0).then(|| rest & (rest - 1));
    let coins = |set: u32| std::iter::successors(Some(set), without_least).take_while(|rest| *rest != 0);
    for &set in sets {
        for i in coins(set).map(u32::trailing_zeros) {
            coins(set).for_each(|rest| pairs[i as usize][rest.trailing_zeros() as usize] += 1);
        }
    }
    pairs
}

/// Coins that may change places, by their sets in order.
fn classes(coins: usize, sets: &[u32]) -> Vec<Vec<usize>> {
    let with = light_together(sets);
    let alike = |a: usize, b: usize| {
        with[a][a] == with[b][b]
            && sets
                .iter()
                .filter(|&&x| (x >> a ^ x >> b) & 1 == 1)
                .all(|x| sets.binary_search(&(x ^ 1 << a ^ 1 << b)).is_ok())
    };
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for coin in 0..coins {
        match classes.iter_mut().find(|class| alike(class[0], coin)) {
            Some(class) => class.push(coin),
            None => classes.push(vec![coin]),
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::Unwatched;

    /// The slow truth: every weighing of every set that is left.
    fn by_definition(coins: usize, sets: &[u32], weighings: usize) -> bool {
        if sets.len() <= 1 || weighings == 0 {
            return sets.len() <= 1;
        }
        let pans = (0..3u32.pow(coins as u32)).map(|code| {
            let side =
                |which: u32| (0..coins).filter(|&i| code / 3u32.pow(i as u32) % 3 == which).fold(0, |p, i| p | 1 << i);
            (side(1), side(2))
        });
        pans.filter(|(left, right)| left | right != 0).any(|(left, right)| {
            (0..3).all(|which| {
                let rest: Vec<u32> = sets.iter().copied().filter(|&x| answer(x, left, right) == which).collect();
                rest.len() <= 3usize.pow(weighings as u32 - 1) && by_definition(coins, &rest, weighings - 1)
            })
        })
    }

    #[test]
    fn few_coins_take_as_many_weighings_as_by_the_definition() {
        for coins in 1..=4 {
            let all: Vec<u32> = (0..1 << coins).collect();
            let truth = (1..).find(|&weighings| by_definition(coins, &all, weighings)).unwrap();
            let parted: usize = heaps(coins, &HEAPS).iter().map(|heap| heap.1).sum();
            assert_eq!((at_least(coins), parted), (truth, truth), "{coins} coins");
        }
    }

    #[test]
    fn the_strategies_tell_every_set_and_less_is_refused() {
        for (coins, weighings) in HEAPS {
            let mut search = Search::new();
            let mut found = |weighings| search.strategy(coins, weighings, &mut Unwatched).unwrap();
            let tree = found(weighings).unwrap_or_else(|| panic!("{coins} coins"));
            assert!(tree.tells(coins, weighings), "{coins} coins");
            assert!(!tree.tells(coins, weighings - 1) && at_least(coins) == weighings, "{coins} coins");
            assert!(found(weighings - 1).is_none());
        }
        assert!(at_least(19) == 13 && at_least(14) == 9 && at_least(30) == 19);
        // A tree in which an answer is lost does not stand.
        let Some(Tree::Weigh(left, right, mut next)) = Search::new().strategy(4, 3, &mut Unwatched).unwrap() else {
            panic!("a strategy")
        };
        next[0] = Some(Tree::Told);
        assert!(!Tree::Weigh(left, right, next).tells(4, 3));
    }
}
