//! The referee: plays a written strategy without trusting it.

use super::pile::{Kind, members};
use super::plan::{Next, Part, Plan, Step, sets_of};
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

/// Checks the reasoning of every step: each set that is possible before a weighing is possible in the step that its answer leads to, and
/// where no weighing follows only one set is left. With that no set at all can escape, however many there are.
pub fn check_reasoning(plan: &Plan) -> Result<()> {
    for (number, step) in plan.steps.iter().enumerate() {
        if step.weighing.is_none() {
            match step.count() {
                1 => continue,
                left => return Err(Error::failed(format!("step {number} stops while {left} sets are possible"))),
            }
        }
        for kind in &step.kinds {
            check_kind(plan, step, kind).map_err(|why| Error::failed(format!("step {number}: {why}")))?;
        }
    }
    Ok(())
}

/// Every way in which the fakes of a kind can lie at the places of their groups, and then in the slices of the next step.
fn check_kind(plan: &Plan, step: &Step, kind: &Kind) -> Result<(), String> {
    let groups = members(kind);
    for ways in 0..3usize.pow(groups.len() as u32) {
        let place = |i: usize| (ways / 3usize.pow(i as u32) % 3) as i8 - 1;
        let spots: Vec<(usize, i8)> = (0..groups.len()).map(|i| (usize::from(groups[i]), place(i))).collect();
        let holds = |&(group, place): &(usize, i8)| {
            let (from, to) = step.place_range(group, place);
            (to - from) as usize
        };
        let fits = |spot: &(usize, i8)| spots.iter().filter(|s| *s == spot).count() <= holds(spot);
        if !spots.iter().all(fits) {
            continue;
        }
        let answer = plan.scale.answer(spots.iter().map(|s| i32::from(s.1)).sum());
        let name = plan.scale.names()[answer];
        let next = step.next[answer].as_ref().ok_or_else(|| format!("{name} is possible but not expected"))?;
        let mut slices = Vec::new();
        for spot in &spots {
            let found = slices_of(step, &next.groups, *spot);
            if found.iter().map(|slice| slice.1 as usize).sum::<usize>() != holds(spot) {
                return Err(format!("{name} takes a possible fake for real"));
            }
            slices.push(found);
        }
        check_slices(&plan.steps[next.step], &spots, &slices, &mut Vec::new(), name)?;
    }
    Ok(())
}

/// The groups of the next step that the coins at a place go to: group, coins, and the first of them.
type Slice = (u8, u32, u32);

fn slices_of(step: &Step, groups: &[Vec<Part>], (group, place): (usize, i8)) -> Vec<Slice> {
    let mut slices = Vec::new();
    for (new, row) in groups.iter().enumerate() {
        for part in row.iter().filter(|p| p.group == group && p.place == place) {
            let (from, to) = step.range(*part);
            if from < to {
                slices.push((new as u8, to - from, from));
            }
        }
    }
    slices
}

/// Every choice of a slice for each fake must be a possible set of the next step.
fn check_slices(
    next: &Step,
    spots: &[(usize, i8)],
    slices: &[Vec<Slice>],
    chosen: &mut Vec<Slice>,
    name: &str,
) -> Result<(), String> {
    let Some(choices) = slices.get(chosen.len()) else {
        let crowded = (0..chosen.len()).any(|i| {
            let same = (0..chosen.len()).filter(|&j| spots[j] == spots[i] && chosen[j] == chosen[i]).count();
            same > chosen[i].1 as usize
        });
        let mut moved: Vec<u8> = chosen.iter().map(|slice| slice.0).collect();
        moved.sort_unstable();
        return match crowded || next.kinds.iter().any(|k| members(k) == moved) {
            true => Ok(()),
            false => Err(format!("{name} forgets a possible set")),
        };
    };
    for &slice in choices {
        chosen.push(slice);
        check_slices(next, spots, slices, chosen, name)?;
        chosen.pop();
    }
    Ok(())
}
