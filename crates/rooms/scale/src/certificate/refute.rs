//! Why so few weighings do not suffice: every weighing is looked at, and for each one an answer that is too hard is
//! shown.
//!
//! A *node* is what is known: groups of suspects, the kinds of sets that are possible, and so many coins known to be
//! real. It is *hopeless* for w weighings when it has more sets than these have outcomes, A^w, A the number of answers.
//! Otherwise each of its weighings is tried: coins of a group are alike, so it is a pair of numbers for each group, and
//! the pans may differ by no more than the real coins. A weighing and its mirror image are equally good, so of the two
//! only the one with more coins on the left in the first group where they differ is tried. A weighing is refuted when
//! one of its answers leads to a node that is hopeless for w - 1 weighings, or that is refuted in its turn: a [`Guide`]
//! names that answer.

use crate::pile::{MOST_ANSWERS, MOST_FAKES, Scale};
use crate::start::Start;
use kit::{Error, Result, Watch, watch};

/// The most numbers of coins on the pans that are tried in one certificate: that of five weighings, which refutes 24
/// numbers of coins, tries 14.4 million.
const MOST_TRIED: u64 = 1 << 24;

/// What is known before a weighing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// How many coins each group has.
    pub sizes: Vec<u32>,
    /// The kinds of sets that are possible: the groups of their fakes, ascending.
    pub kinds: Vec<Vec<usize>>,
    /// How many other coins there are, all of them real.
    pub real: u32,
}

/// How many coins of each group lie on the left and on the right.
pub type Pans = Vec<(u32, u32)>;

/// Names, for a weighing that counting does not refute, an answer that is too hard for so many weighings more.
pub trait Guide {
    /// The number of that answer.
    fn answer(&mut self, node: &Node, pans: &Pans, weighings: usize) -> Result<usize>;

    /// Whether it is known without a walk that so many weighings do not suffice there.
    fn settled(&self, _node: &Node, _weighings: usize) -> bool {
        false
    }
}

/// n over k.
pub fn choose(n: u32, k: usize) -> u128 {
    match k {
        0 => 1,
        1 => u128::from(n),
        // Long divisions are slow, and pairs are what most certificates count.
        2 => u128::from(u64::from(n) * u64::from(n).saturating_sub(1) / 2),
        _ => (0..k as u128).fold(1, |ways, taken| ways * u128::from(n).saturating_sub(taken) / (taken + 1)),
    }
}

/// A kind as groups with the number of fakes in each.
fn runs(kind: &[usize]) -> impl Iterator<Item = (usize, usize)> + '_ {
    kind.chunk_by(|a, b| a == b).map(|run| (run[0], run.len()))
}

impl Node {
    /// The beginning.
    pub fn start(start: &Start) -> Node {
        Node { sizes: start.sizes(), kinds: start.group_lists(), real: start.spare }
    }

    /// How many sets are possible.
    pub fn count(&self) -> u128 {
        self.kinds.iter().map(|kind| runs(kind).map(|(g, t)| choose(self.sizes[g], t)).product::<u128>()).sum()
    }

    /// Whether there are more sets than so many weighings have outcomes.
    pub fn hopeless(&self, scale: Scale, weighings: usize) -> bool {
        self.count() > outcomes(scale, weighings)
    }

    /// What a weighing leaves when that answer is given: the parts of groups that lie in a possible set, in order, left
    /// before aside before right.
    pub fn after(&self, pans: &Pans, scale: Scale, answer: usize) -> Node {
        let mut kinds: Vec<Vec<usize>> = Vec::new();
        for kind in &self.kinds {
            for way in ways(kind, &self.sizes, pans) {
                if scale.answer(way.more) == answer {
                    kinds.push(way.parts[..way.laid].to_vec());
                }
            }
        }
        let mut used: Vec<usize> = kinds.concat();
        used.sort_unstable();
        used.dedup();
        for group in kinds.iter_mut().flatten() {
            *group = used.binary_search(group).expect("it is used");
        }
        let sizes: Vec<u32> = used.iter().map(|part| places(self.sizes[part / 3], pans[part / 3])[part % 3]).collect();
        let all = self.real + self.sizes.iter().sum::<u32>();
        Node { real: all - sizes.iter().sum::<u32>(), sizes, kinds }
    }
}

/// How many sets so many weighings can tell apart at most.
pub fn outcomes(scale: Scale, weighings: usize) -> u128 {
    (scale.answers() as u128).saturating_pow(weighings as u32)
}

/// The coins of a group on the left, aside and on the right.
fn places(size: u32, (left, right): (u32, u32)) -> [u32; 3] {
    [left, size - left - right, right]
}

/// One way in which the fakes of a kind can lie.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// The part of each fake, as many as are laid: three times its group, and 0 left, 1 aside, 2 right.
    parts: [usize; MOST_FAKES],
    laid: usize,
    /// How many more of them lie on the left than on the right.
    pub(super) more: i32,
    /// How many sets lie so.
    pub(super) sets: u128,
}

impl Way {
    /// The way with more fakes of a group: so many at each of its places, which have so many coins.
    fn with(mut self, group: usize, coins: [u32; 3], fakes: [usize; 3]) -> Way {
        for place in 0..3 {
            self.sets *= choose(coins[place], fakes[place]);
            self.parts[self.laid..self.laid + fakes[place]].fill(3 * group + place);
            self.laid += fakes[place];
        }
        self.more += fakes[0] as i32 - fakes[2] as i32;
        self
    }
}

/// Every way in which the fakes of a kind can lie that holds a set.
pub(super) fn ways(kind: &[usize], sizes: &[u32], pans: &[(u32, u32)]) -> Vec<Way> {
    let mut ways = vec![Way { parts: [0; MOST_FAKES], laid: 0, more: 0, sets: 1 }];
    for (group, times) in runs(kind) {
        let coins = places(sizes[group], pans[group]);
        let mut longer = Vec::with_capacity(3 * ways.len());
        for way in ways {
            for left in 0..=times {
                for right in 0..=times - left {
                    longer.push(way.with(group, coins, [left, times - left - right, right]));
                }
            }
        }
        longer.retain(|way| way.sets > 0);
        ways = longer;
    }
    ways
}

/// The pairs of fakes in two groups (or in one) by how many more lie on the left than on the right, from -2 to 2: what
/// [`ways`] tells of a kind of two, without listing.
pub(super) fn pairs_by_tilt([g, h]: [usize; 2], sizes: &[u32], pans: &[(u32, u32)]) -> [u128; 5] {
    let [l, a, r] = places(sizes[g], pans[g]).map(u64::from);
    let tilts = if g == h {
        let two = |n: u64| n * n.saturating_sub(1) / 2;
        [two(r), a * r, two(a) + l * r, l * a, two(l)]
    } else {
        let [m, b, s] = places(sizes[h], pans[h]).map(u64::from);
        [r * s, a * s + r * b, l * s + a * b + r * m, l * b + a * m, l * m]
    };
    tilts.map(u128::from)
}

/// The walk through all weighings.
pub struct Refuter<'a> {
    /// The scale.
    pub scale: Scale,
    /// Who names the answers.
    pub guide: &'a mut dyn Guide,
    /// Who looks.
    pub watch: &'a mut dyn Watch,
    /// Trials so far.
    pub tried: u64,
}

/// A node whose weighings are being tried.
struct Trial<'a> {
    node: &'a Node,
    /// The weighings that remain after the one that is tried.
    weighings: usize,
    /// Their outcomes.
    most: u128,
    /// For each group the kinds whose last group it is.
    closing: Vec<Vec<&'a [usize]>>,
    /// For each group the coins of the groups after it.
    after: Vec<i64>,
}

impl Refuter<'_> {
    /// Shows that so many weighings do not suffice, or says where that fails.
    pub fn refute(&mut self, node: &Node, weighings: usize) -> Result<()> {
        watch::step(self.watch, self.tried, None, || format!("{} weighings were tried", self.tried))?;
        if node.hopeless(self.scale, weighings) || self.guide.settled(node, weighings) {
            return Ok(());
        }
        if weighings == 0 {
            return Err(Error::failed("one set is left, and no weighing is needed to find it"));
        }
        let groups = node.sizes.len();
        let mut closing: Vec<Vec<&[usize]>> = vec![Vec::new(); groups];
        node.kinds.iter().for_each(|kind| closing[kind[kind.len() - 1]].push(kind));
        let mut after = vec![0; groups];
        for group in (1..groups).rev() {
            after[group - 1] = after[group] + i64::from(node.sizes[group]);
        }
        let most = outcomes(self.scale, weighings - 1);
        let trial = Trial { node, weighings: weighings - 1, most, closing, after };
        self.lay(&trial, 0, &[0; MOST_ANSWERS], &mut Vec::new())
    }

    /// Lays coins of the groups from that one on, as long as no answer has too many sets.
    fn lay(&mut self, trial: &Trial<'_>, tilt: i64, counts: &[u128; MOST_ANSWERS], pans: &mut Pans) -> Result<()> {
        let group = pans.len();
        let Some(&size) = trial.node.sizes.get(group) else { return self.weighing(trial, pans) };
        // The coins that can still bring the pans together.
        let reach = i64::from(trial.node.real) + trial.after[group];
        let even = pans.iter().all(|(left, right)| left == right);
        for left in 0..=size {
            let now = tilt + i64::from(left);
            let most = i64::from(size - left).min(now + reach).min(if even { i64::from(left) } else { i64::MAX });
            for right in (now - reach).max(0)..=most {
                self.count_trial()?;
                pans.push((left, right as u32));
                if let Some(counts) = self.close(trial, counts, pans) {
                    self.lay(trial, now - right, &counts, pans)?;
                }
                pans.pop();
            }
        }
        Ok(())
    }

    /// The sets by answer when the last group laid is counted; `None` if an answer has more than the outcomes that
    /// remain.
    fn close(&self, trial: &Trial<'_>, counts: &[u128; MOST_ANSWERS], pans: &Pans) -> Option<[u128; MOST_ANSWERS]> {
        let mut counts = *counts;
        for kind in &trial.closing[pans.len() - 1] {
            if let &[g, h] = *kind {
                let tilts = pairs_by_tilt([g, h], &trial.node.sizes, pans);
                (-2..).zip(tilts).for_each(|(more, sets)| counts[self.scale.answer(more)] += sets);
                continue;
            }
            for way in ways(kind, &trial.node.sizes, pans) {
                counts[self.scale.answer(way.more)] += way.sets;
            }
        }
        counts.iter().all(|&count| count <= trial.most).then_some(counts)
    }

    /// A weighing that no count of sets refutes.
    fn weighing(&mut self, trial: &Trial<'_>, pans: &Pans) -> Result<()> {
        let answer = self.guide.answer(trial.node, pans, trial.weighings)?;
        let child = trial.node.after(pans, self.scale, answer);
        self.refute(&child, trial.weighings)
    }

    fn count_trial(&mut self) -> Result<()> {
        self.tried += 1;
        if self.tried > MOST_TRIED {
            let limit = format!("the limit is {MOST_TRIED} trials");
            return Err(Error::too_large("the refutation", limit, "give one of fewer coins or weighings"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::{Trouble, Unwatched};

    struct Silent;

    impl Guide for Silent {
        fn answer(&mut self, _: &Node, _: &Pans, _: usize) -> Result<usize> {
            Err(Error::failed("no answer"))
        }
    }

    /// Kinds of three fakes are counted by their ways as pairs are without: nine coins, none of them weighed, hold 84
    /// sets that all balance.
    #[test]
    fn kinds_of_three_fakes_are_counted_by_answer() {
        let (mut guide, mut watch) = (Silent, Unwatched);
        let refuter = Refuter { scale: Scale::Five, guide: &mut guide, watch: &mut watch, tried: 0 };
        let node = Node { sizes: vec![9], kinds: vec![vec![0, 0, 0]], real: 0 };
        let counted = |most: u128, pans: (u32, u32)| {
            let closing = vec![vec![&node.kinds[0][..]]];
            let trial = Trial { node: &node, weighings: 1, most, closing, after: vec![0] };
            refuter.close(&trial, &[0; MOST_ANSWERS], &vec![pans])
        };
        let balanced = Scale::Five.answer(0);
        assert_eq!(counted(84, (0, 0)).map(|counts| (counts[balanced], counts.iter().sum())), Some((84, 84u128)));
        assert!(counted(83, (0, 0)).is_none());
        // Three against three: all three fakes lie aside, or one on each pan and one aside.
        let counts = counted(84, (3, 3)).unwrap();
        assert_eq!((counts.iter().sum::<u128>(), counts[balanced]), (84, 1 + 3 * 3 * 3));
    }

    #[test]
    fn trials_are_counted_one_by_one() {
        let (mut guide, mut watch) = (Silent, Unwatched);
        let mut refuter = Refuter { scale: Scale::Five, guide: &mut guide, watch: &mut watch, tried: MOST_TRIED - 2 };
        assert!(refuter.count_trial().is_ok() && refuter.count_trial().is_ok());
        assert_eq!(refuter.tried, MOST_TRIED);
        assert_eq!(refuter.count_trial().unwrap_err().trouble(), Trouble::TooLarge);
    }
}
