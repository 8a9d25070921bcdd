//! The reasoning of a written strategy, step by step, for all sets of fakes at once.
//!
//! A kind stands for every set that takes so many coins from each group. For each kind of a step and each way in which
//! its fakes can lie on the pans, the answer is computed, and the groups of the next step in which the coins then are.
//! The kinds that arrive in a step, from all steps before it, must be the kinds that it lists: none that it does not
//! list, and none listed that does not arrive. Where no weighing follows there must be one set. So, from the last steps
//! back to the first: whatever set of its kinds the fakes are, the strategy finds it.

use crate::pile::{Kind, MOST_FAKES, NONE, members};
use crate::plan::{Next, Part, Plan, Step};
use kit::{Error, Result, Watch, watch};

/// The most ways in which fakes can go from step to step that are followed.
const MOST_WAYS: u64 = 1 << 20;

/// Checks the reasoning of every step from the kinds that step 0 lists: the most weighings on any way.
pub fn check(plan: &Plan, watch: &mut dyn Watch) -> Result<usize> {
    let arrived = plan.steps.iter().map(|step| vec![false; step.kinds.len()]).collect();
    let mut walk = Walk { plan, arrived, ways: 0 };
    for (number, step) in plan.steps.iter().enumerate() {
        let failed = |why: Fault| match why {
            Fault::Wrong(why) => Error::failed(format!("step {number}: {why}")),
            Fault::Long => Error::too_large(
                format!("step {number}: the strategy"),
                format!("the limit is {MOST_WAYS} ways of its fakes from step to step"),
                "give one with fewer kinds of sets",
            ),
        };
        let steps = plan.steps.len() as u64;
        watch::step(watch, number as u64, Some(steps), || format!("{number} of {steps} steps were checked"))?;
        walk.step(step).map_err(failed)?;
    }
    for (number, arrived) in walk.arrived.iter().enumerate().skip(1) {
        if arrived.contains(&false) {
            return Err(Error::failed(format!("step {number}: it lists a kind of set that cannot occur")));
        }
    }
    plan.longest().ok_or_else(|| Error::failed("the steps run in a circle, or one is never reached"))
}

enum Fault {
    Wrong(String),
    Long,
}

impl From<&str> for Fault {
    fn from(why: &str) -> Fault {
        Fault::Wrong(why.to_string())
    }
}

/// A group of the next step and how many coins of a place go there.
type Goal = (u8, u64);

/// Where the coins of each group and place go when an answer is given: at 3 * group + place the new groups, each with a
/// number of coins.
struct Landing<'a> {
    next: &'a Next,
    spots: Vec<Vec<Goal>>,
    occurs: bool,
}

struct Walk<'a> {
    plan: &'a Plan,
    /// For each step and each kind that it lists, whether a set of that kind arrives.
    arrived: Vec<Vec<bool>>,
    ways: u64,
}

/// The places of a group in the order of its coins.
const PLACES: [i8; 3] = [1, -1, 0];

impl<'a> Walk<'a> {
    fn step(&mut self, step: &'a Step) -> Result<(), Fault> {
        let real = u64::from(self.plan.coins()).checked_sub(step.sizes.iter().map(|&size| u64::from(size)).sum());
        let real = real.ok_or("it has more coins than there are")?;
        if step.kinds.iter().any(|kind| !holds_a_set(kind, &step.sizes)) {
            return Err("it lists a kind that holds no set".into());
        }
        let Some(weighing) = &step.weighing else { return found(step) };
        if weighing.len() != step.sizes.len() {
            return Err("the weighing does not name every group".into());
        }
        if weighing.iter().zip(&step.sizes).any(|(&(l, r), &size)| u64::from(l) + u64::from(r) > u64::from(size)) {
            return Err("the weighing takes more coins than a group has".into());
        }
        if step.tilt().unsigned_abs() > real {
            return Err("the pans differ by more coins than are known to be real".into());
        }
        let mut landings: Vec<Option<Landing<'a>>> = Vec::new();
        for next in &step.next {
            landings.push(next.as_ref().map(|next| self.landing(step, next)).transpose()?);
        }
        for kind in &step.kinds {
            self.kind(step, kind, &mut landings)?;
        }
        match landings.iter().flatten().all(|landing| landing.occurs) {
            true => Ok(()),
            false => Err("an answer is expected that cannot occur".into()),
        }
    }

    /// Follows rows of parts into the next step; refuses parts that are not there and coins that go to two places.
    fn landing(&self, step: &Step, next: &'a Next) -> Result<Landing<'a>, Fault> {
        let target = self.plan.steps.get(next.step).ok_or("an answer leads to a step that is not there")?;
        if next.groups.len() != target.sizes.len() {
            return Err("an answer does not make the groups of its step".into());
        }
        let mut taken: Vec<(usize, i8, u32, u32)> = Vec::new();
        let mut spots = vec![Vec::new(); 3 * step.sizes.len()];
        for (new, (row, &size)) in next.groups.iter().zip(&target.sizes).enumerate() {
            let mut total = 0u64;
            for part in row {
                let (from, to) = slice(step, part)?;
                if from < to {
                    total += u64::from(to - from);
                    taken.push((part.group, part.place, from, to));
                    spots[spot(part.group, part.place)].push((new as u8, u64::from(to - from)));
                }
            }
            if total != u64::from(size) {
                return Err("a row has not the size of its group".into());
            }
        }
        taken.sort_unstable();
        match taken.windows(2).any(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1) && pair[0].3 > pair[1].2) {
            true => Err("a coin goes to two places".into()),
            false => Ok(Landing { next, spots, occurs: false }),
        }
    }

    /// Every way in which the fakes of a kind can lie on the pans.
    fn kind(&mut self, step: &Step, kind: &Kind, landings: &mut [Option<Landing<'a>>]) -> Result<(), Fault> {
        let groups = members(kind);
        for way in 0..3usize.pow(groups.len() as u32) {
            let place = |i: usize| PLACES[way / 3usize.pow(i as u32) % 3];
            let lying: Vec<(usize, i8)> = (0..groups.len()).map(|i| (usize::from(groups[i]), place(i))).collect();
            let room = |&(group, place): &(usize, i8)| u64::from(room(step, group, place));
            if lying.iter().any(|at| lying.iter().filter(|other| *other == at).count() as u64 > room(at)) {
                continue;
            }
            let answer = self.plan.scale.answer(lying.iter().map(|at| i32::from(at.1)).sum());
            let name = self.plan.scale.names()[answer];
            let Some(landing) = &mut landings[answer] else {
                return Err(Fault::Wrong(format!("{name} is possible but not expected")));
            };
            landing.occurs = true;
            let goals: Vec<&[Goal]> =
                lying.iter().map(|&(group, place)| &landing.spots[spot(group, place)][..]).collect();
            let all_kept =
                |(at, goals): (&(usize, i8), &&[Goal])| goals.iter().map(|goal| goal.1).sum::<u64>() == room(at);
            if !lying.iter().zip(&goals).all(all_kept) {
                return Err(Fault::Wrong(format!("{name} takes a possible fake for real")));
            }
            self.arrive(landing.next.step, &lying, &goals, name)?;
        }
        Ok(())
    }

    /// Every way in which fakes that lie there can land in the groups of the next step.
    fn arrive(&mut self, to: usize, lying: &[(usize, i8)], goals: &[&[Goal]], name: &str) -> Result<(), Fault> {
        let ways: u64 = goals.iter().map(|goals| goals.len() as u64).product();
        self.ways += ways;
        if self.ways > MOST_WAYS {
            return Err(Fault::Long);
        }
        for way in 0..ways {
            let mut rest = way as usize;
            let mut landed = [(0, 0, (NONE, 0)); MOST_FAKES];
            for (place, (&(group, side), goals)) in landed.iter_mut().zip(lying.iter().zip(goals)) {
                *place = (group, side, goals[rest % goals.len()]);
                rest /= goals.len();
            }
            let landed = &landed[..lying.len()];
            if landed.iter().any(|at| landed.iter().filter(|other| *other == at).count() as u64 > at.2.1) {
                continue;
            }
            let mut kind = [NONE; MOST_FAKES];
            kind.iter_mut().zip(landed).for_each(|(place, at)| *place = at.2.0);
            kind[..landed.len()].sort_unstable();
            match self.plan.steps[to].kinds.binary_search(&kind) {
                Ok(index) => self.arrived[to][index] = true,
                Err(_) => return Err(Fault::Wrong(format!("after {name} step {to} forgets a possible set"))),
            }
        }
        Ok(())
    }
}

/// Whether each group has as many coins as the kind takes from it.
fn holds_a_set(kind: &Kind, sizes: &[u32]) -> bool {
    members(kind).chunk_by(|a, b| a == b).all(|run| sizes[usize::from(run[0])] as usize >= run.len())
}

/// Where no weighing follows, one kind is possible and it takes all the coins of its groups.
fn found(step: &Step) -> Result<(), Fault> {
    let [kind] = step.kinds[..] else { return Err("it stops while several kinds of sets are possible".into()) };
    match members(&kind).chunk_by(|a, b| a == b).all(|run| step.sizes[usize::from(run[0])] as usize == run.len()) {
        true => Ok(()),
        false => Err("it stops while several sets are possible".into()),
    }
}

/// How many coins of a group lie at a place.
fn room(step: &Step, group: usize, place: i8) -> u32 {
    let (from, to) = step.place_range(group, place);
    to - from
}

fn spot(group: usize, place: i8) -> usize {
    3 * group + (place + 1) as usize
}

/// The coins of a part within its place.
fn slice(step: &Step, part: &Part) -> Result<(u32, u32), Fault> {
    if part.group >= step.sizes.len() {
        return Err("a part of a group that is not there".into());
    }
    let room = room(step, part.group, part.place);
    match *part {
        Part { from: 0, to: u32::MAX, .. } => Ok((0, room)),
        Part { from, to, .. } if from <= to && to <= room => Ok((from, to)),
        _ => Err("a part of more coins than lie there".into()),
    }
}
