//! Writes certificates: a strategy as it was found, and refutations whose answers the exact search names.

use super::cores::{self, Cores, Finder};
use super::refute::{Guide, Node, Pans, Refuter};
use super::{most_statement, optimum_statement, statement};
use crate::blocks::{self, Blocks};
use crate::known;
use crate::pile::{Kind, MOST_CLASSES, MOST_FAKES, NONE, Scale, State};
use crate::plan::Plan;
use crate::search::{Search, UNSTOPPED, Verdict};
use crate::start::Start;
use kit::{Certificate, Error, Result, Trouble, Watch};
use std::fmt::Write as _;

/// Steps of the search that are spent on one answer.
const STEPS: u64 = 3_000_000;

/// The certificate of a strategy alone.
pub fn strategy(plan: &Plan) -> Certificate {
    let states = statement(plan.scale, &plan.start, plan.depth());
    Certificate::new("scale", "strategy", states, plan.text())
}

/// The certificate of a strategy that no shorter one can beat; of the strategy alone where the refutation would be too
/// long.
pub fn optimum(plan: &Plan, watch: &mut dyn Watch) -> Result<Certificate> {
    let weighings = plan.depth();
    let fewer = weighings.checked_sub(1).map(|fewer| refutation(plan.scale, &plan.start, fewer, watch)).transpose()?;
    Ok(match fewer.flatten() {
        None => strategy(plan),
        Some(refutation) => {
            let states = optimum_statement(plan.scale, &plan.start, weighings);
            Certificate::new("scale", "optimum", states, format!("{}{refutation}", plan.text()))
        }
    })
}

/// The certificate of a strategy for as many coins as so many weighings allow; of the strategy alone where a refutation
/// would be too long.
pub fn most(plan: &Plan, weighings: usize, watch: &mut dyn Watch) -> Result<Certificate> {
    if plan.depth() != weighings || plan.start.spare > 0 {
        return Ok(strategy(plan));
    }
    let mut text = plan.text();
    for coins in plan.coins() + 1.. {
        if super::beyond_outcomes(plan.scale, plan.fakes(), coins, weighings) {
            break;
        }
        match refutation(plan.scale, &Start::pile(coins, plan.fakes()), weighings, watch)? {
            Some(refutation) => text += &refutation,
            None => return Ok(strategy(plan)),
        }
    }
    Ok(Certificate::new("scale", "most", most_statement(plan.scale, &plan.start, weighings), text))
}

/// The lines that refute so many weighings for a start, if the search decides every answer soon.
pub(super) fn refutation(
    scale: Scale,
    start: &Start,
    weighings: usize,
    watch: &mut dyn Watch,
) -> Result<Option<String>> {
    if let Some(text) = known::refutation(scale, start, weighings) {
        return Ok(Some(text.to_string()));
    }
    if scale == Scale::Five && *start == Start::pile(start.coins(), 2) && weighings == cores::WEIGHINGS + 2 {
        return by_cores(start, weighings, watch);
    }
    let mut oracle = Oracle {
        search: Search::new(scale, UNSTOPPED),
        lines: format!("refute {} weighings {weighings}\n", start.words()),
    };
    let mut refuter = Refuter { scale, guide: &mut oracle, watch, tried: 0 };
    match refuter.refute(&Node::start(start), weighings) {
        Ok(()) => Ok(Some(oracle.lines)),
        Err(error) if error.trouble() == Trouble::Stopped => Err(error),
        Err(_) => Ok(None),
    }
}

/// The lines that refute by cores, which the search by blocks finds.
pub(crate) fn by_cores(start: &Start, weighings: usize, watch: &mut dyn Watch) -> Result<Option<String>> {
    let mut finder = Searched { search: Blocks::new(UNSTOPPED) };
    let mut guide = Cores { cores: Vec::new(), finder: &mut finder };
    let mut refuter = Refuter { scale: Scale::Five, guide: &mut guide, watch, tried: 0 };
    let refuted = refuter.refute(&Node::start(start), weighings);
    let text = format!("refute {} weighings {weighings}\n{}", start.words(), guide.text());
    match refuted {
        Ok(()) => Ok(Some(text)),
        Err(error) if error.trouble() == Trouble::Stopped => Err(error),
        Err(_) => Ok(None),
    }
}

/// Lets the search by blocks find cores.
struct Searched {
    search: Blocks<'static>,
}

impl Searched {
    fn hard(&mut self, blocks: &[cores::Block]) -> bool {
        let byte = |n: u32| u8::try_from(n).unwrap_or(u8::MAX);
        let mut list: Vec<blocks::Block> = blocks
            .iter()
            .filter_map(|&block| match block {
                cores::Block::Pile(n) => blocks::pile(byte(n)),
                cores::Block::Rectangle(p, q) => blocks::rectangle(byte(p), byte(q)),
            })
            .collect();
        list.sort_unstable();
        self.search.decide(&list, cores::WEIGHINGS) == Verdict::No
    }

    /// The same with a block one coin smaller in one of three ways, or without it.
    fn smaller(blocks: &[cores::Block]) -> Vec<Vec<cores::Block>> {
        let mut all = Vec::new();
        for at in 0..blocks.len() {
            let without = [&blocks[..at], &blocks[at + 1..]].concat();
            let less = match blocks[at] {
                cores::Block::Pile(n) => vec![cores::Block::pile(n - 1)],
                cores::Block::Rectangle(p, q) => {
                    vec![cores::Block::rectangle(p - 1, q), cores::Block::rectangle(p, q - 1)]
                }
            };
            all.push(without.clone());
            all.extend(less.into_iter().flatten().map(|block| [without.clone(), vec![block]].concat()));
        }
        all.iter_mut().for_each(|blocks| blocks.sort_unstable());
        all
    }
}

impl Finder for Searched {
    fn core(&mut self, left: &[Vec<cores::Block>]) -> Option<Vec<cores::Block>> {
        let mut core = left.iter().find(|blocks| self.hard(blocks))?.clone();
        while let Some(smaller) = Searched::smaller(&core).into_iter().find(|blocks| self.hard(blocks)) {
            core = smaller;
        }
        Some(core)
    }
}

/// Lets the exact search find the answers and notes them down.
struct Oracle {
    search: Search<'static>,
    lines: String,
}

impl Guide for Oracle {
    fn answer(&mut self, node: &Node, pans: &Pans, weighings: usize) -> Result<usize> {
        let scale = self.search.scale();
        let hard = |search: &mut Search<'static>, answer| match state(&node.after(pans, scale, answer)) {
            Some(state) => search.decide(&state, weighings, STEPS) == Verdict::No,
            None => false,
        };
        let answer = (0..scale.answers()).find(|&answer| hard(&mut self.search, answer));
        let answer = answer.ok_or_else(|| Error::failed("no answer was found to be too hard"))?;
        writeln!(self.lines, "{}", super::trial_text(scale, pans, answer)).expect("a string");
        Ok(answer)
    }
}

/// A node as a state of the search; `None` if nothing is to be found there or it has too many groups.
fn state(node: &Node) -> Option<State> {
    if node.kinds.is_empty() || node.sizes.len() > MOST_CLASSES {
        return None;
    }
    let kind = |groups: &Vec<usize>| {
        let mut kind: Kind = [NONE; MOST_FAKES];
        kind.iter_mut().zip(groups).for_each(|(place, &group)| *place = group as u8);
        kind
    };
    Some(State::normal(&node.sizes, node.kinds.iter().map(kind).collect(), node.real).0)
}
