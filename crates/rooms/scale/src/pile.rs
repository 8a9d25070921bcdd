//! The state of a search: which sets of coins may still be the fakes.
//!
//! The coins are divided into *classes* of twins (swapping two coins of a class changes nothing), and the possible sets
//! into *kinds*: a kind is a multiset of classes and stands for every set that takes so many coins from each. For two
//! fakes this is a graph whose vertices are blown up; for more a hypergraph. Coins in no possible set are known to be
//! real and only their number is kept.

use super::start::Start;
use super::wide::WideHasher;
use std::hash::Hasher;

/// Fills the unused places of a [`Kind`].
pub const NONE: u8 = u8::MAX;

/// The most classes a pile may have.
pub const MOST_CLASSES: usize = 250;

/// The most fakes that are looked for.
pub const MOST_FAKES: usize = 6;

/// The most answers of a scale.
pub const MOST_ANSWERS: usize = 2 * MOST_FAKES + 1;

/// The classes of the fakes of one kind of possible set, ascending, with [`NONE`] in the places that are left. A kind
/// with one member also occurs where the "coins" are whole piles: both fakes are in that pile.
pub type Kind = [u8; MOST_FAKES];

/// The kind of two fakes in these classes.
pub const fn pair(a: u8, b: u8) -> Kind {
    let mut kind = [NONE; MOST_FAKES];
    kind[0] = a;
    kind[1] = b;
    kind
}

/// The kind of one member: a single fake, or a pile that holds both.
pub const fn single(a: u8) -> Kind {
    let mut kind = [NONE; MOST_FAKES];
    kind[0] = a;
    kind
}

/// Which answers the scale gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// MUCH LESS, LESS, EQUAL, MORE, MUCH MORE.
    Five,
    /// LESS, EQUAL, MORE.
    Three,
    /// The difference up to so many fakes, from three on: LESS 3, LESS 2, LESS 1, EQUAL, MORE 1, MORE 2, MORE 3.
    Ways(u8),
    /// LESS, EQUAL, MORE, and EQUAL too when the pans differ by one fake only: it moves from two on.
    Threshold,
}

const WAYS: &[&str] = &[
    "LESS 6", "LESS 5", "LESS 4", "LESS 3", "LESS 2", "LESS 1", "EQUAL", "MORE 1", "MORE 2", "MORE 3", "MORE 4",
    "MORE 5", "MORE 6",
];

impl Scale {
    /// How many answers there are.
    pub fn answers(self) -> usize {
        match self {
            Scale::Five => 5,
            Scale::Three | Scale::Threshold => 3,
            Scale::Ways(most) => 2 * usize::from(most) + 1,
        }
    }

    /// The number of the answer when the left pan holds `more` fakes more than the right one.
    pub fn answer(self, more: i32) -> usize {
        match self {
            Scale::Five => (2 - more.clamp(-2, 2)) as usize,
            Scale::Three => (1 - more.signum()) as usize,
            Scale::Ways(most) => (i32::from(most) - more.clamp(-i32::from(most), i32::from(most))) as usize,
            Scale::Threshold => (1 - (more / 2).signum()) as usize,
        }
    }

    /// The names of the answers in their order. The left pan is LESS when it is the lighter, with more fakes.
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Scale::Five => &["MUCH LESS", "LESS", "EQUAL", "MORE", "MUCH MORE"],
            Scale::Three | Scale::Threshold => &["LESS", "EQUAL", "MORE"],
            Scale::Ways(most) => &WAYS[MOST_FAKES - usize::from(most)..=MOST_FAKES + usize::from(most)],
        }
    }

    /// How many possible sets so many weighings can tell apart at most.
    pub fn reach(self, weighings: usize) -> u64 {
        (self.answers() as u64).saturating_pow(weighings as u32)
    }

    /// Its name as a parameter.
    pub fn word(self) -> &'static str {
        match self {
            Scale::Five => "5",
            Scale::Three => "3",
            Scale::Ways(3) => "7",
            Scale::Ways(4) => "9",
            Scale::Ways(5) => "11",
            Scale::Ways(_) => "13",
            Scale::Threshold => "threshold",
        }
    }

    /// The scale of that name.
    pub fn of_word(word: &str) -> Option<Scale> {
        let all = [Scale::Five, Scale::Three, Scale::Ways(3), Scale::Ways(4), Scale::Ways(5), Scale::Ways(6)];
        all.into_iter().chain([Scale::Threshold]).find(|scale| scale.word() == word)
    }

    /// The scale that tells differences up to so many fakes.
    pub fn of_most(most: usize) -> Scale {
        match most {
            0 | 1 => Scale::Three,
            2 => Scale::Five,
            _ => Scale::Ways(most.min(MOST_FAKES) as u8),
        }
    }

    /// What it is called in a sentence.
    pub fn title(self) -> String {
        match self {
            Scale::Threshold => "threshold scale".to_string(),
            _ => format!("{}-way scale", self.word()),
        }
    }
}

/// Which coins of each class go to the left and to the right pan: so many of each.
pub type Weighing = Vec<(u32, u32)>;

/// Where the coins of a class come from: a class of the state before, and the pan (1 left, 0 aside, -1 right).
pub type Origin = Vec<(usize, i8)>;

/// A state. Always normal: twins merged, no unused class, classes in canonical order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The number of coins in each class.
    pub sizes: Vec<u32>,
    /// The kinds, ascending, without repetition.
    pub kinds: Vec<Kind>,
    /// How many coins are known to be real; more than could ever be needed counts as just enough.
    pub spare: u32,
}

/// n over k for small k.
pub fn choose(n: u32, k: usize) -> u64 {
    let mut ways = 1u64;
    for taken in 0..k as u64 {
        // Each product is of consecutive numbers, so it is divided without rest.
        ways = ways.saturating_mul(u64::from(n).saturating_sub(taken)) / (taken + 1);
    }
    ways
}

/// The classes of a kind.
pub fn members(kind: &Kind) -> &[u8] {
    let end = kind.iter().position(|&c| c == NONE).unwrap_or(MOST_FAKES);
    &kind[..end]
}

/// The classes of a kind with their multiplicities.
fn runs(kind: &Kind) -> impl Iterator<Item = (usize, usize)> + '_ {
    members(kind).chunk_by(|a, b| a == b).map(|run| (usize::from(run[0]), run.len()))
}

fn kind_of(mut classes: Vec<u8>) -> Kind {
    classes.sort_unstable();
    let mut kind = [NONE; MOST_FAKES];
    kind[..classes.len()].copy_from_slice(&classes);
    kind
}

impl State {
    /// The beginning: any `fakes` of `coins` coins.
    pub fn start(coins: u32, fakes: usize) -> State {
        State { sizes: vec![coins], kinds: vec![kind_of(vec![0; fakes])], spare: 0 }
    }

    /// The beginning of these piles, each a class of its own as far as its coins are not alike; also of which piles
    /// each class is made.
    pub fn of(start: &Start) -> (State, Vec<Vec<usize>>) {
        State::normal(&start.sizes(), start.kinds(), start.spare)
    }

    /// The state of these classes and kinds beside so many real coins, brought to normal form; also where each new
    /// class comes from.
    pub fn normal(sizes: &[u32], kinds: Vec<Kind>, spare: u32) -> (State, Vec<Vec<usize>>) {
        let rough = Rough { sizes: sizes.to_vec(), kinds, parents: (0..sizes.len()).map(|c| vec![c]).collect(), spare };
        rough.normal()
    }

    /// How many sets are possible.
    pub fn count(&self) -> u64 {
        self.kinds.iter().map(|kind| runs(kind).map(|(c, t)| choose(self.sizes[c], t)).product::<u64>()).sum()
    }

    /// How many coins may still be fake.
    pub fn suspects(&self) -> u32 {
        self.sizes.iter().sum()
    }

    /// In how many possible sets one coin of each class occurs.
    pub fn degrees(&self) -> Vec<u64> {
        degrees(&self.sizes, &self.kinds)
    }

    /// What a weighing leaves if that answer is given, and where its classes come from; `None` if the answer is
    /// impossible.
    pub fn after(&self, weighing: &[(u32, u32)], scale: Scale, answer: usize) -> Option<(State, Vec<Origin>)> {
        let parts: Vec<[u32; 3]> =
            self.sizes.iter().zip(weighing).map(|(&size, &(l, r))| [l, size - l - r, r]).collect();
        let name = |class: usize, part: usize| (3 * class + part) as u16;
        let mut kinds: Vec<[u16; MOST_FAKES]> = Vec::new();
        for kind in &self.kinds {
            let classes = members(kind);
            let mut chosen = [0usize; MOST_FAKES];
            spread(classes, &parts, &mut chosen, 0, &mut |chosen| {
                let more: i32 = chosen[..classes.len()].iter().map(|&part| weight(classes) * (1 - part as i32)).sum();
                if scale.answer(more) == answer {
                    let mut split = [u16::MAX; MOST_FAKES];
                    for (place, (&class, &part)) in classes.iter().zip(chosen).enumerate() {
                        split[place] = name(usize::from(class), part);
                    }
                    kinds.push(split);
                }
            });
        }
        if kinds.is_empty() {
            return None;
        }
        // Number the parts that are still in use.
        let mut used: Vec<u16> = kinds.iter().flatten().copied().filter(|&c| c != u16::MAX).collect();
        used.sort_unstable();
        used.dedup();
        assert!(used.len() <= MOST_CLASSES, "a pile of more than {MOST_CLASSES} classes");
        let number = |c: u16| used.binary_search(&c).map_or(NONE, |place| place as u8);
        let kinds: Vec<Kind> = kinds.into_iter().map(|kind| kind.map(number)).collect();
        let sizes: Vec<u32> = used.iter().map(|&c| parts[usize::from(c / 3)][usize::from(c % 3)]).collect();
        let spare = self.spare + self.suspects() - sizes.iter().sum::<u32>();
        let (state, parents) = State::normal(&sizes, kinds, spare);
        let origin = |parent: &usize| (usize::from(used[*parent] / 3), 1 - (used[*parent] % 3) as i8);
        Some((state, parents.iter().map(|p| p.iter().map(origin).collect()).collect()))
    }
}

/// How many fakes each member of a kind stands for: a single member is a pile that holds both fakes.
pub fn weight(classes: &[u8]) -> i32 {
    if classes.len() == 1 { 2 } else { 1 }
}

/// Gives each fake of a kind one of the three parts of its class, every multiset once, and only where the parts hold
/// enough coins.
fn spread(
    classes: &[u8],
    parts: &[[u32; 3]],
    chosen: &mut [usize; MOST_FAKES],
    place: usize,
    each: &mut impl FnMut(&[usize; MOST_FAKES]),
) {
    if place == classes.len() {
        each(chosen);
        return;
    }
    let class = classes[place];
    let first = if place > 0 && classes[place - 1] == class { chosen[place - 1] } else { 0 };
    for part in first..3 {
        let taken = (0..place).filter(|&p| classes[p] == class && chosen[p] == part).count();
        if parts[usize::from(class)][part] as usize > taken {
            chosen[place] = part;
            spread(classes, parts, chosen, place + 1, each);
        }
    }
}

fn degrees(sizes: &[u32], kinds: &[Kind]) -> Vec<u64> {
    let mut degrees = vec![0; sizes.len()];
    for kind in kinds {
        let total: u64 = runs(kind).map(|(c, t)| choose(sizes[c], t)).product();
        for (c, t) in runs(kind) {
            degrees[c] += total * t as u64 / u64::from(sizes[c]);
        }
    }
    degrees
}

/// A state on its way to normal form.
struct Rough {
    sizes: Vec<u32>,
    kinds: Vec<Kind>,
    parents: Vec<Vec<usize>>,
    spare: u32,
}

impl Rough {
    fn normal(mut self) -> (State, Vec<Vec<usize>>) {
        self.kinds.sort_unstable();
        self.kinds.dedup();
        self.merge_twins();
        let order = self.canonical_order();
        let mut place = vec![0u8; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old] = new as u8;
        }
        let kinds = renamed(&self.kinds, &place);
        let sizes: Vec<u32> = order.iter().map(|&c| self.sizes[c]).collect();
        let parents = order.iter().map(|&c| std::mem::take(&mut self.parents[c])).collect();
        // Pans can never differ by more than the suspects, in this state and in all that follow.
        let spare = self.spare.min(sizes.iter().sum());
        (State { sizes, kinds, spare }, parents)
    }

    /// Merges classes whose coins are twins of each other.
    fn merge_twins(&mut self) {
        let mut first = 0;
        while first < self.sizes.len() {
            let degrees = degrees(&self.sizes, &self.kinds);
            let twins: Vec<usize> = (first + 1..self.sizes.len())
                .filter(|&other| degrees[first] == degrees[other] && self.are_twins(first, other))
                .collect();
            if !twins.is_empty() {
                self.merge(first, &twins);
            }
            first += 1;
        }
    }

    /// Whether every set stays possible when coins of the two classes are exchanged: with each kind, all the kinds that
    /// take the same number of coins from the union are there.
    fn are_twins(&self, a: usize, b: usize) -> bool {
        let (a8, b8) = (a as u8, b as u8);
        self.kinds.iter().all(|kind| {
            let classes = members(kind);
            let both = classes.iter().filter(|&&c| c == a8 || c == b8).count();
            both == 0
                || (0..=both).all(|from_a| {
                    let from_b = both - from_a;
                    if from_a > self.sizes[a] as usize || from_b > self.sizes[b] as usize {
                        return true;
                    }
                    let rest = classes.iter().copied().filter(|&c| c != a8 && c != b8);
                    let exchanged = rest
                        .chain(std::iter::repeat_n(a8, from_a))
                        .chain(std::iter::repeat_n(b8, from_b))
                        .collect::<Vec<u8>>();
                    self.kinds.binary_search(&kind_of(exchanged)).is_ok()
                })
        })
    }

    /// Being twins is transitive, so all of them are merged at once.
    fn merge(&mut self, into: usize, twins: &[usize]) {
        let mut place = vec![0u8; self.sizes.len()];
        let mut kept = 0u8;
        for (class, place) in place.iter_mut().enumerate() {
            if twins.contains(&class) {
                *place = into as u8;
            } else {
                *place = kept;
                kept += 1;
            }
        }
        for &twin in twins {
            self.sizes[into] += self.sizes[twin];
            let more = std::mem::take(&mut self.parents[twin]);
            self.parents[into].extend(more);
        }
        let keep = |class: usize| !twins.contains(&class);
        self.sizes = (0..self.sizes.len()).filter(|&c| keep(c)).map(|c| self.sizes[c]).collect();
        let mut class = 0;
        self.parents.retain(|_| {
            class += 1;
            keep(class - 1)
        });
        self.kinds = renamed(&self.kinds, &place);
        self.kinds.dedup();
    }

    /// The classes component by component, larger components first, each in its canonical order.
    fn canonical_order(&self) -> Vec<usize> {
        let mut components: Vec<(Vec<u32>, Vec<usize>)> =
            self.components().into_iter().map(|(classes, kinds)| self.canonical_component(classes, &kinds)).collect();
        components.sort_by(|a, b| (b.0.len(), &a.0).cmp(&(a.0.len(), &b.0)));
        components.into_iter().flat_map(|(_, order)| order).collect()
    }

    fn components(&self) -> Vec<(Vec<usize>, Vec<Kind>)> {
        let mut root: Vec<usize> = (0..self.sizes.len()).collect();
        fn find(root: &mut [usize], mut at: usize) -> usize {
            while root[at] != at {
                root[at] = root[root[at]];
                at = root[at];
            }
            at
        }
        for kind in &self.kinds {
            let classes = members(kind);
            for &class in &classes[1..] {
                let (a, b) = (find(&mut root, usize::from(classes[0])), find(&mut root, usize::from(class)));
                root[a] = b;
            }
        }
        let mut at_root: Vec<Option<usize>> = vec![None; self.sizes.len()];
        let mut components: Vec<(Vec<usize>, Vec<Kind>)> = Vec::new();
        for class in 0..self.sizes.len() {
            let r = find(&mut root, class);
            let index = *at_root[r].get_or_insert_with(|| {
                components.push((Vec::new(), Vec::new()));
                components.len() - 1
            });
            components[index].0.push(class);
        }
        for kind in &self.kinds {
            let r = find(&mut root, usize::from(kind[0]));
            components[at_root[r].expect("every root has a component")].1.push(*kind);
        }
        components
    }

    fn canonical_component(&self, classes: Vec<usize>, kinds: &[Kind]) -> (Vec<u32>, Vec<usize>) {
        let degrees = degrees(&self.sizes, kinds);
        let mut colours = vec![0u64; self.sizes.len()];
        for &class in &classes {
            colours[class] = mix(&[u64::from(self.sizes[class]), degrees[class]]);
        }
        let mut labelling = Labelling { rough: self, classes: &classes, kinds, best: None, leaves: 0 };
        labelling.branch(colours);
        labelling.best.expect("the first leaf is always reached")
    }
}

fn renamed(kinds: &[Kind], place: &[u8]) -> Vec<Kind> {
    let rename = |kind: &Kind| kind_of(members(kind).iter().map(|&c| place[usize::from(c)]).collect());
    let mut kinds: Vec<Kind> = kinds.iter().map(rename).collect();
    kinds.sort_unstable();
    kinds
}

fn mix(words: &[u64]) -> u64 {
    let mut hasher = WideHasher::default();
    for &word in words {
        hasher.write_u64(word);
    }
    let h = hasher.finish();
    (h ^ (h >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ (h >> 32)
}

/// Colour refinement with branching on ties. The labelling is a true one whatever happens; it is the same for
/// isomorphic components unless they are so symmetric that more than [`Labelling::LEAVES`] leaves would be needed.
struct Labelling<'a> {
    rough: &'a Rough,
    classes: &'a [usize],
    kinds: &'a [Kind],
    best: Option<(Vec<u32>, Vec<usize>)>,
    leaves: usize,
}

impl Labelling<'_> {
    const LEAVES: usize = 48;

    fn branch(&mut self, mut colours: Vec<u64>) {
        self.refine(&mut colours);
        let mut order = self.classes.to_vec();
        order.sort_by_key(|&c| colours[c]);
        let tie = order.chunk_by(|&a, &b| colours[a] == colours[b]).find(|cell| cell.len() > 1);
        let Some(tie) = tie.map(<[usize]>::to_vec) else {
            self.leaf(order);
            return;
        };
        for class in tie {
            if self.leaves >= Self::LEAVES {
                return;
            }
            let mut marked = colours.clone();
            marked[class] = mix(&[marked[class], 1]);
            self.branch(marked);
        }
    }

    fn refine(&self, colours: &mut [u64]) {
        let mut cells = self.cells(colours);
        while cells < self.classes.len() {
            let mut sums = vec![0u64; colours.len()];
            for kind in self.kinds {
                for (c, t) in runs(kind) {
                    let others = members(kind).iter().map(|&o| colours[usize::from(o)]);
                    // A sum of mixed words does not depend on the order of the members.
                    let seen = others.fold(0u64, |sum, colour| sum.wrapping_add(mix(&[colour])));
                    sums[c] = sums[c].wrapping_add(mix(&[seen, t as u64]));
                }
            }
            for &class in self.classes {
                colours[class] = mix(&[colours[class], sums[class]]);
            }
            let finer = self.cells(colours);
            if finer == cells {
                return;
            }
            cells = finer;
        }
    }

    fn cells(&self, colours: &[u64]) -> usize {
        let mut seen: Vec<u64> = self.classes.iter().map(|&c| colours[c]).collect();
        seen.sort_unstable();
        seen.dedup();
        seen.len()
    }

    fn leaf(&mut self, order: Vec<usize>) {
        self.leaves += 1;
        let mut place = vec![NONE; self.rough.sizes.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old] = new as u8;
        }
        let mut words: Vec<u32> = order.iter().map(|&c| self.rough.sizes[c]).collect();
        for kind in renamed(self.kinds, &place) {
            words.push(u32::from_be_bytes([0, kind[0], kind[1], kind[2]]));
            if kind[3] != NONE {
                words.push(u32::from_be_bytes([0, kind[3], kind[4], kind[5]]));
            }
        }
        if self.best.as_ref().is_none_or(|(best, _)| words < *best) {
            self.best = Some((words, order));
        }
    }
}
