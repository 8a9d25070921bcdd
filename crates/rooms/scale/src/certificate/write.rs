//! Writes certificates: a strategy as it was found, and refutations whose answers the exact search names.

use super::refute::{Guide, Node, Pans, Refuter};
use super::{most_statement, optimum_statement, statement};
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
