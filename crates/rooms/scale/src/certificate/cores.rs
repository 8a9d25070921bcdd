//! Refutations by cores: what is too hard for three weighings, told by a few small lists of blocks.
//!
//! The pairs that remain possible are those of *blocks* without a common coin: piles, where any two coins may be the
//! fakes, and rectangles, where it is any coin of one side with any of the other (the essay, Blocks). A list of blocks
//! is a *core* if three weighings do not find the fakes there, however many real coins there are. Whoever could find
//! them among more could find them among less, so what contains a core is too hard as well. A core is checked by
//! trying all its weighings, block by block; as soon as an answer already leaves what two weighings cannot do, which is
//! decided in the same way, whatever is laid further does not help.

use super::refute::{Guide, Node, Pans};
use crate::pile::Scale;
use kit::watch::step;
use kit::{Certificate, Error, Result, Watch};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;
use std::rc::Rc;

/// The weighings for which cores are too hard.
pub(super) const WEIGHINGS: usize = 3;

/// The most lines of cores, and the most coins of a block.
const MOST_CORES: usize = 10_000;
const MOST_COINS: u32 = 99;

/// The most ways to lay a block that are tried for one file: what is stored takes some hundred thousand.
const MOST_STEPS: u64 = 1 << 27;

/// Piles and rectangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Block {
    /// So many coins; at least two.
    Pile(u32),
    /// The shorter side, then the longer one; at least one coin each.
    Rectangle(u32, u32),
}

use Block::{Pile, Rectangle};

impl Block {
    fn pairs(self) -> u32 {
        match self {
            Pile(n) => n * (n - 1) / 2,
            Rectangle(p, q) => p * q,
        }
    }

    /// A pile with at least a pair.
    pub(super) fn pile(n: u32) -> Option<Block> {
        (n >= 2).then_some(Pile(n))
    }

    /// A rectangle with at least a pair.
    pub(super) fn rectangle(p: u32, q: u32) -> Option<Block> {
        (p > 0 && q > 0).then_some(Rectangle(p.min(q), p.max(q)))
    }

    /// Whether it has room for another block.
    fn holds(self, other: Block) -> bool {
        match (self, other) {
            (Pile(n), Pile(m)) => m <= n,
            (Pile(n), Rectangle(p, q)) => p + q <= n,
            (Rectangle(p, q), Rectangle(a, b)) => a <= p && b <= q,
            (Rectangle(p, _), Pile(m)) => m == 2 && p >= 1,
        }
    }

    /// What each number of fakes more on the left leaves, from two less to two more, for every way to lay the block.
    fn ways(self) -> Vec<[Vec<Block>; 5]> {
        let thirds = |n: u32| (0..=n).flat_map(move |l| (0..=n - l).map(move |r| [l, n - l - r, r]));
        let mut ways: Vec<[Vec<Block>; 5]> = Vec::new();
        match self {
            Pile(n) => ways.extend(thirds(n).map(|[l, a, r]| {
                let also = |x: Option<Block>| x.into_iter().collect::<Vec<_>>();
                let still = Block::pile(a).into_iter().chain(Block::rectangle(l, r)).collect();
                let (less, more) = (also(Block::rectangle(a, r)), also(Block::rectangle(l, a)));
                [also(Block::pile(r)), less, still, more, also(Block::pile(l))]
            })),
            Rectangle(p, q) => {
                for [l, a, r] in thirds(p) {
                    ways.extend(thirds(q).map(|[m, b, s]| {
                        let sum =
                            |list: &[(u32, u32)]| list.iter().filter_map(|&(x, y)| Block::rectangle(x, y)).collect();
                        [
                            sum(&[(r, s)]),
                            sum(&[(a, s), (r, b)]),
                            sum(&[(l, s), (a, b), (r, m)]),
                            sum(&[(l, b), (a, m)]),
                            sum(&[(l, m)]),
                        ]
                    }));
                }
            }
        }
        ways.iter_mut().flatten().for_each(|blocks: &mut Vec<Block>| blocks.sort_unstable());
        ways.sort_unstable();
        ways.dedup();
        ways
    }

    fn text(self) -> String {
        match self {
            Pile(n) => n.to_string(),
            Rectangle(p, q) => format!("{p}x{q}"),
        }
    }

    fn read(text: &str) -> Option<Block> {
        let coins = |text: &str| text.parse::<u32>().ok().filter(|&n| n <= MOST_COINS);
        let block = match text.split_once('x') {
            None => Block::pile(coins(text)?),
            Some((p, q)) => Block::rectangle(coins(p)?, coins(q)?),
        };
        block.filter(|block| block.text() == text)
    }
}

fn pairs(blocks: &[Block]) -> u32 {
    blocks.iter().map(|block| block.pairs()).sum()
}

/// Whether blocks have room for those of a core, each in a block of its own.
fn contains(blocks: &[Block], core: &[Block], taken: &mut Vec<usize>) -> bool {
    let Some(&next) = core.get(taken.len()) else { return true };
    (0..blocks.len()).any(|at| {
        let free = blocks[at].holds(next) && !taken.contains(&at);
        free && {
            taken.push(at);
            let whole = contains(blocks, core, taken);
            taken.pop();
            whole
        }
    })
}

/// The blocks of a node, in order; `None` if its kinds are none.
pub(super) fn blocks_of(node: &Node) -> Option<Vec<Block>> {
    let mut used = vec![false; node.sizes.len()];
    let mut blocks = Vec::new();
    for kind in &node.kinds {
        let &[a, b] = &kind[..] else { return None };
        let again = std::mem::replace(&mut used[a], true) || a != b && std::mem::replace(&mut used[b], true);
        if again {
            return None;
        }
        let (p, q) = (node.sizes[a], node.sizes[b]);
        blocks.extend(if a == b { Block::pile(p) } else { Block::rectangle(p, q) });
    }
    blocks.sort_unstable();
    Some(blocks)
}

/// Decides by trying everything.
pub(super) struct Trier<'a> {
    known: FxHashMap<(usize, Vec<Block>), bool>,
    ways: FxHashMap<Block, Rc<Vec<[Vec<Block>; 5]>>>,
    steps: u64,
    watch: &'a mut dyn Watch,
}

impl Trier<'_> {
    pub(super) fn new(watch: &mut dyn Watch) -> Trier<'_> {
        Trier { known: FxHashMap::default(), ways: FxHashMap::default(), steps: 0, watch }
    }

    /// Whether so many weighings find the fakes in these blocks, in ascending order, beside any number of real coins.
    pub(super) fn can(&mut self, blocks: &[Block], weighings: usize) -> Result<bool> {
        let count = pairs(blocks);
        if count <= 1 || count > 5u32.pow(weighings as u32) {
            return Ok(count <= 1);
        }
        let key = (weighings, blocks.to_vec());
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let mut order = blocks.to_vec();
        order.sort_unstable_by_key(|&block| std::cmp::Reverse((block.pairs(), block)));
        let can = self.lay(&order, (0, 0), &Default::default(), weighings)?;
        self.known.insert(key, can);
        Ok(can)
    }

    /// Lays the blocks from that one on; of equal blocks each in a way that is listed no earlier than the one before.
    fn lay(
        &mut self,
        order: &[Block],
        (at, from): (usize, usize),
        left: &[Vec<Block>; 5],
        weighings: usize,
    ) -> Result<bool> {
        let Some(&block) = order.get(at) else { return Ok(true) };
        let ways = self.ways.entry(block).or_insert_with(|| Rc::new(block.ways())).clone();
        let from = if at > 0 && order[at - 1] == block { from } else { 0 };
        // Of a way and its mirror image one is enough, if it is that of a block that has no equal.
        let alone = at == 0 && order.get(1) != Some(&block);
        for (index, way) in ways.iter().enumerate().skip(from) {
            self.steps += 1;
            if self.steps.is_multiple_of(1 << 14) {
                step(self.watch, self.steps, None, || format!("{} ways to lay a block were tried", self.steps))?;
            }
            if self.steps > MOST_STEPS {
                let limit = format!("the limit is {MOST_STEPS} ways to lay a block");
                return Err(Error::too_large("the refutation", limit, "give one with other cores"));
            }
            let mirrored = alone && way.iter().rev().lt(way.iter());
            if !mirrored
                && let Some(more) = self.joined(left, way, weighings - 1)?
                && self.lay(order, (at + 1, index), &more, weighings)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is left with one more block laid, if so many weighings can do all of it.
    fn joined(
        &mut self,
        left: &[Vec<Block>; 5],
        way: &[Vec<Block>; 5],
        weighings: usize,
    ) -> Result<Option<[Vec<Block>; 5]>> {
        let most = 5u32.pow(weighings as u32);
        if left.iter().zip(way).any(|(left, way)| pairs(left) + pairs(way) > most) {
            return Ok(None);
        }
        let mut more = left.clone();
        for (more, way) in more.iter_mut().zip(way).filter(|(_, way)| !way.is_empty()) {
            more.extend(way);
            more.sort_unstable();
            if !self.can(more, weighings)? {
                return Ok(None);
            }
        }
        Ok(Some(more))
    }
}

/// Finds a core in what one of the answers leaves.
pub(super) trait Finder {
    fn core(&mut self, left: &[Vec<Block>]) -> Option<Vec<Block>>;
}

/// Nothing beyond the cores that are there.
pub(super) struct Nothing;

impl Finder for Nothing {
    fn core(&mut self, _: &[Vec<Block>]) -> Option<Vec<Block>> {
        None
    }
}

/// Cores that name answers.
pub(super) struct Cores<'a> {
    pub(super) cores: Vec<Vec<Block>>,
    pub(super) finder: &'a mut dyn Finder,
}

impl Cores<'_> {
    fn too_hard(&self, blocks: &[Block]) -> bool {
        let count = pairs(blocks);
        self.cores.iter().any(|core| pairs(core) <= count && contains(blocks, core, &mut Vec::new()))
    }

    /// The lines.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for core in &self.cores {
            let blocks: Vec<String> = core.iter().map(|block| block.text()).collect();
            let _ = writeln!(text, "hard {}", blocks.join(" "));
        }
        text
    }
}

impl Guide for Cores<'_> {
    fn settled(&self, node: &Node, weighings: usize) -> bool {
        weighings == WEIGHINGS && blocks_of(node).is_some_and(|blocks| self.too_hard(&blocks))
    }

    fn answer(&mut self, node: &Node, pans: &Pans, weighings: usize) -> Result<usize> {
        let left: Vec<Node> = (0..Scale::Five.answers()).map(|answer| node.after(pans, Scale::Five, answer)).collect();
        if weighings > WEIGHINGS {
            // The first of those with the most sets.
            let most = (0..left.len()).max_by_key(|&a| (left[a].count(), std::cmp::Reverse(a)));
            return Ok(most.expect("a scale has answers"));
        }
        let hard = |cores: &Self| left.iter().position(|node| cores.settled(node, weighings));
        if let Some(answer) = hard(self) {
            return Ok(answer);
        }
        let blocks: Vec<Vec<Block>> = left.iter().filter_map(blocks_of).collect();
        if weighings == WEIGHINGS
            && let Some(core) = self.finder.core(&blocks)
        {
            self.cores.push(core);
            if let Some(answer) = hard(self) {
                return Ok(answer);
            }
        }
        let laid: Vec<String> = pans.iter().map(|(l, r)| format!("{l}:{r}")).collect();
        Err(Error::failed(format!("no answer to the weighing {} contains a core", laid.join(" "))))
    }
}

/// Reads the cores and sees that each of them is one.
pub(super) fn read(lines: &[super::read::Line<'_>], watch: &mut dyn Watch) -> Result<Vec<Vec<Block>>> {
    let mut cores: Vec<Vec<Block>> = Vec::new();
    for &(number, line) in lines {
        let words = line.strip_prefix("hard ").map(|rest| rest.split(' '));
        let core: Option<Vec<Block>> = words.and_then(|words| words.map(Block::read).collect());
        let Some(core) = core.filter(|core| core.is_sorted() && core.len() <= 20) else {
            return Err(Certificate::broken(number, "\"hard BLOCK...\" with the blocks in order is to come here"));
        };
        if cores.len() == MOST_CORES {
            return Err(Certificate::broken(number, format!("more than {MOST_CORES} cores")));
        }
        cores.push(core);
    }
    let mut trier = Trier::new(watch);
    for (core, &(number, line)) in cores.iter().zip(lines) {
        if trier.can(core, WEIGHINGS)? {
            return Err(Certificate::broken(number, format!("{line:?}: three weighings do it")));
        }
    }
    Ok(cores)
}
