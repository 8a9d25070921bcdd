//! The referee: plays a written strategy without trusting it.

use super::plan::{Next, Plan, Step, sets_of};
use kit::{Error, Result, Watch, watch};

/// Plays the strategy against every possible set of fakes: the worst number of weighings.
pub fn check_every_set(plan: &Plan, watch: &mut dyn Watch) -> Result<usize> {
    let first = &plan.steps[0];
    let total = first.count();
    let (mut worst, mut done, mut fault) = (0, 0u64, None);
    for kind in &first.kinds {
        let mut stopped = None;
        sets_of(kind, &first.sizes, &mut |fakes| {
            if fault.is_some() || stopped.is_some() {
                return;
            }
            match plan.play(fakes) {
                Ok(weighings) => worst = worst.max(weighings),
                Err(why) => fault = Some(format!("with the fakes at {}: {why}", coins_text(first, fakes))),
            }
            done += 1;
            if done.is_multiple_of(1 << 16) {
                stopped = watch::step(watch, done, Some(total), || format!("{done} of {total} sets were played")).err();
            }
        });
        if let Some(error) = stopped {
            return Err(error);
        }
    }
    match fault {
        Some(fault) => Err(Error::failed(fault)),
        None => Ok(worst),
    }
}

/// Coins of the first step numbered from 1 through the groups.
fn coins_text(first: &Step, fakes: &[(usize, u32)]) -> String {
    let number = |&(group, index): &(usize, u32)| first.sizes[..group].iter().sum::<u32>() + index + 1;
    let numbers: Vec<String> = fakes.iter().map(|fake| number(fake).to_string()).collect();
    numbers.join(" and ")
}

/// Plays the strategy against an adversary who always keeps the larger set: the answers given.
pub fn play_adversary(plan: &Plan) -> Result<Vec<usize>> {
    let mut at = 0;
    let mut answers = Vec::new();
    while plan.steps[at].weighing.is_some() {
        let step = &plan.steps[at];
        let possible = |next: &Option<Next>| next.as_ref().map(|next| plan.steps[next.step].count());
        let largest =
            (0..step.next.len()).filter_map(|a| possible(&step.next[a]).map(|c| (c, std::cmp::Reverse(a)))).max();
        let Some((_, std::cmp::Reverse(answer))) = largest else {
            return Err(Error::failed(format!("step {at} expects no answer")));
        };
        answers.push(answer);
        at = step.next[answer].as_ref().expect("it is possible").step;
        if answers.len() > plan.steps.len() {
            return Err(Error::failed("it does not end"));
        }
    }
    match plan.steps[at].count() {
        1 => Ok(answers),
        left => Err(Error::failed(format!("step {at} stops while {left} sets are possible"))),
    }
}
