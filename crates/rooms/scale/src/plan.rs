//! A written strategy: steps that share what they have in common, in a text that anyone can play and check.
//!
//! A step knows its coins as *groups*: ordered rows of coins, with the kinds of sets that are still possible. Its
//! weighing puts the first coins of a group on the left pan, the next ones on the right, and leaves the rest aside;
//! where the pans differ, coins known to be real fill up. An answer leads to a step whose groups are rows of such
//! parts. Coins in no group are real.

use super::climb::Climb;
use super::pile::{Kind, Scale, State, Weighing, members};
use super::search::Search;
use super::start::Start;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// A part of a group: the coins at one place, or a slice of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part {
    /// The group.
    pub group: usize,
    /// 1 left, 0 aside, -1 right.
    pub place: i8,
    /// The first coin of the slice, counted within the place.
    pub from: u32,
    /// The end of the slice; [`u32::MAX`] for all the rest.
    pub to: u32,
}

impl Part {
    /// All the coins of a group at a place.
    pub fn whole((group, place): (usize, i8)) -> Part {
        Part { group, place, from: 0, to: u32::MAX }
    }
}

/// Where an answer leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Next {
    /// The number of the step.
    pub step: usize,
    /// Its groups as rows of parts.
    pub groups: Vec<Vec<Part>>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of coins of each group.
    pub sizes: Vec<u32>,
    /// The kinds of sets that are possible.
    pub kinds: Vec<Kind>,
    /// How many coins of each group go left and right; `None` when the fakes are found.
    pub weighing: Option<Weighing>,
    /// For each answer where it leads; `None` if it cannot occur.
    pub next: Vec<Option<Next>>,
}

impl Step {
    /// How many sets are possible.
    pub fn count(&self) -> u64 {
        State { sizes: self.sizes.clone(), kinds: self.kinds.clone(), spare: 0 }.count()
    }

    /// The coins of a group that lie at a place: from, to.
    pub fn place_range(&self, group: usize, place: i8) -> (u32, u32) {
        let (l, r) = self.weighing.as_ref().expect("only a weighing has parts")[group];
        match place {
            1 => (0, l),
            -1 => (l, l + r),
            _ => (l + r, self.sizes[group]),
        }
    }

    /// The coins of a part in its group: from, to.
    pub fn range(&self, part: Part) -> (u32, u32) {
        let (from, to) = self.place_range(part.group, part.place);
        (from.saturating_add(part.from).min(to), from.saturating_add(part.to).min(to))
    }

    /// How many more coins of the groups lie on the left pan than on the right.
    pub fn tilt(&self) -> i64 {
        self.weighing.iter().flatten().map(|&(l, r)| i64::from(l) - i64::from(r)).sum()
    }
}

/// A strategy: the first step is number 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The scale it is for.
    pub scale: Scale,
    /// What is known at the beginning: the groups and kinds of the first step.
    pub start: Start,
    /// The steps.
    pub steps: Vec<Step>,
}

/// How a strategy continues from a state that it describes by itself.
pub trait Planner {
    /// What is known before a weighing.
    type Sight: Clone + Eq + std::hash::Hash;

    /// Groups and possible kinds.
    fn groups(&self, sight: &Self::Sight) -> (Vec<u32>, Vec<Kind>);

    /// The weighing and, for each answer, what is known then and from which parts its groups come.
    fn weigh(&mut self, sight: &Self::Sight, scale: Scale) -> (Weighing, Vec<Follow<Self::Sight>>);
}

/// The planner whose sights are normal states and whose weighings were found beforehand.
struct Found<'a> {
    plan: &'a dyn Fn(&State) -> Option<&'a (u8, Weighing)>,
}

impl Planner for Found<'_> {
    type Sight = State;

    fn groups(&self, state: &State) -> (Vec<u32>, Vec<Kind>) {
        (state.sizes.clone(), state.kinds.clone())
    }

    fn weigh(&mut self, state: &State, scale: Scale) -> (Weighing, Vec<Follow<State>>) {
        let (_, weighing) = (self.plan)(state).expect("every state of a solved start is solved").clone();
        let whole = |origins: Vec<Vec<(usize, i8)>>| -> Vec<Vec<Part>> {
            origins.into_iter().map(|row| row.into_iter().map(Part::whole).collect()).collect()
        };
        let after = |answer| state.after(&weighing, scale, answer).map(|(state, origins)| (state, whole(origins)));
        let follow = (0..scale.answers()).map(after).collect();
        (weighing, follow)
    }
}

/// What is known after an answer, and the parts its groups come from; `None` if the answer is impossible.
pub type Follow<S> = Option<(S, Vec<Vec<Part>>)>;

impl Plan {
    /// All coins, the real ones included.
    pub fn coins(&self) -> u32 {
        self.start.coins()
    }

    /// How many of them are fake.
    pub fn fakes(&self) -> usize {
        self.start.fakes()
    }

    /// Writes a planner's strategy down from its first sight.
    pub fn write<P: Planner>(planner: &mut P, scale: Scale, start: Start, first: P::Sight) -> Plan {
        let mut plan = Plan { scale, start, steps: Vec::new() };
        let mut numbers: FxHashMap<P::Sight, usize> = FxHashMap::default();
        let mut open = vec![first.clone()];
        numbers.insert(first, 0);
        plan.steps.push(Step { sizes: Vec::new(), kinds: Vec::new(), weighing: None, next: Vec::new() });
        while let Some(sight) = open.pop() {
            let (sizes, mut kinds) = planner.groups(&sight);
            // A pile of one coin never holds both fakes.
            kinds.retain(|kind| State { sizes: sizes.clone(), kinds: vec![*kind], spare: 0 }.count() > 0);
            let mut step = Step { sizes, kinds, weighing: None, next: Vec::new() };
            if step.count() > 1 {
                let (weighing, follow) = planner.weigh(&sight, scale);
                step.weighing = Some(weighing);
                for after in follow {
                    step.next.push(after.map(|(sight, groups)| {
                        let number = *numbers.entry(sight.clone()).or_insert_with(|| {
                            open.push(sight);
                            plan.steps.push(Step { sizes: vec![], kinds: vec![], weighing: None, next: vec![] });
                            plan.steps.len() - 1
                        });
                        Next { step: number, groups }
                    }));
                }
            }
            plan.steps[numbers[&sight]] = step;
        }
        plan
    }

    /// The strategy that an exact search found for a start that it solved.
    pub fn of_search(search: &Search<'_>, start: Start) -> Plan {
        Plan::of_found(&mut Found { plan: &|state| search.plan(state) }, search.scale(), start)
    }

    /// The strategy that climbing found for a start that it solved.
    pub fn of_climb(climb: &Climb<'_>, start: Start) -> Plan {
        Plan::of_found(&mut Found { plan: &|state| climb.plan(state) }, climb.scale(), start)
    }

    /// The strategy that the search by blocks found for a start, from the weighings of all states on the way.
    pub fn of_blocks(found: &FxHashMap<State, (u8, Weighing)>, start: Start) -> Plan {
        Plan::of_found(&mut Found { plan: &|state| found.get(state) }, Scale::Five, start)
    }

    /// The strategy from the normal state of a start, whose classes may be several piles of it or stand in another
    /// order: the first step is told pile by pile.
    fn of_found(found: &mut Found<'_>, scale: Scale, start: Start) -> Plan {
        let (state, piles) = State::of(&start);
        let mut plan = Plan::write(found, scale, start, state);
        let sizes = start.sizes();
        let first = &mut plan.steps[0];
        if let Some(weighing) = first.weighing.take() {
            let mut pans = vec![(0, 0); sizes.len()];
            for (&(mut left, mut right), piles) in weighing.iter().zip(&piles) {
                for &pile in piles {
                    pans[pile].0 = left.min(sizes[pile]);
                    pans[pile].1 = right.min(sizes[pile] - pans[pile].0);
                    left -= pans[pile].0;
                    right -= pans[pile].1;
                }
            }
            first.weighing = Some(pans);
        }
        let by_pile = |part: &Part| piles[part.group].iter().map(|&pile| Part { group: pile, ..*part }).collect();
        for row in first.next.iter_mut().flatten().flat_map(|next| &mut next.groups) {
            *row = row.iter().flat_map(|part| -> Vec<Part> { by_pile(part) }).collect();
        }
        (first.sizes, first.kinds) = (sizes, start.kinds());
        plan
    }

    /// The most weighings on any way through the plan.
    pub fn depth(&self) -> usize {
        self.longest().unwrap_or(usize::MAX)
    }

    /// The most weighings on any way through the plan; `None` when the steps run in a circle or one is never reached.
    pub fn longest(&self) -> Option<usize> {
        let mut before = vec![0usize; self.steps.len()];
        for next in self.steps.iter().flat_map(|step| step.next.iter().flatten()) {
            *before.get_mut(next.step)? += 1;
        }
        let mut open = vec![0];
        open.retain(|&first| before.get(first) == Some(&0));
        let mut weighings = vec![0; self.steps.len()];
        let mut seen = 0;
        while let Some(at) = open.pop() {
            seen += 1;
            for next in self.steps[at].next.iter().flatten() {
                weighings[next.step] = weighings[next.step].max(weighings[at] + 1);
                before[next.step] -= 1;
                if before[next.step] == 0 {
                    open.push(next.step);
                }
            }
        }
        weighings.into_iter().max().filter(|_| seen == self.steps.len())
    }

    /// The plan as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let first = &self.steps[0];
        writeln!(text, "scale {} {}", self.scale.word(), self.start.head()).expect("a string");
        for (number, step) in self.steps.iter().enumerate() {
            let sizes: Vec<String> = step.sizes.iter().map(ToString::to_string).collect();
            let kinds: Vec<String> = step.kinds.iter().map(kind_text).collect();
            writeln!(text, "step {number} groups {} possible {}", sizes.join(" "), kinds.join(" ")).expect("a string");
            if let Some(weighing) = &step.weighing {
                let pans: Vec<String> = weighing.iter().map(|(l, r)| format!("{l}:{r}")).collect();
                writeln!(text, "weigh {}", pans.join(" ")).expect("a string");
                for (name, next) in self.scale.names().iter().zip(&step.next) {
                    if let Some(next) = next {
                        let groups: Vec<String> = next.groups.iter().map(|row| row_text(row)).collect();
                        let name = name.replace(' ', "-");
                        writeln!(text, "{name} step {} from {}", next.step, groups.join(" ")).expect("a string");
                    }
                }
            }
        }
        debug_assert!(!first.sizes.is_empty());
        text
    }

    /// Plays the strategy against fakes at these coins (group and place in it at the first step): the number of
    /// weighings, or where it fails.
    pub fn play(&self, fakes: &[(usize, u32)]) -> Result<usize, String> {
        let mut at = 0;
        let mut coins: Vec<(usize, u32)> = fakes.to_vec();
        for weighings in 0..=self.steps.len() {
            let step = &self.steps[at];
            let Some(weighing) = &step.weighing else {
                // The set named must be the one: the only possible set of the step is where the fakes lie.
                let mut kind: Vec<u8> = coins.iter().map(|&(group, _)| group as u8).collect();
                kind.sort_unstable();
                return match step.count() == 1 && step.kinds.iter().any(|k| members(k) == kind) {
                    true => Ok(weighings),
                    false => Err(format!("step {at} names another set")),
                };
            };
            let place = |&(group, index): &(usize, u32)| {
                let (l, r) = weighing[group];
                if index < l { 1 } else { -i32::from(index < l + r) }
            };
            let more: i32 = coins.iter().map(place).sum();
            let answer = self.scale.answer(more);
            let Some(next) = step.next.get(answer).and_then(Option::as_ref) else {
                return Err(format!("step {at} does not expect {}", self.scale.names()[answer]));
            };
            for coin in &mut coins {
                *coin = place_in(step, &next.groups, *coin)
                    .ok_or_else(|| format!("step {at} takes a fake coin for real at {}", self.scale.names()[answer]))?;
            }
            at = next.step;
        }
        Err("it does not end".to_string())
    }
}

/// The group and place, in the next step, of a coin.
fn place_in(step: &Step, groups: &[Vec<Part>], (group, index): (usize, u32)) -> Option<(usize, u32)> {
    for (new, row) in groups.iter().enumerate() {
        let mut before = 0;
        for &part in row {
            let (from, to) = step.range(part);
            if part.group == group && (from..to).contains(&index) {
                return Some((new, before + index - from));
            }
            before += to - from;
        }
    }
    None
}

fn kind_text(kind: &Kind) -> String {
    members(kind).iter().map(ToString::to_string).collect::<Vec<_>>().join("-")
}

fn row_text(row: &[Part]) -> String {
    let part = |part: &Part| {
        let place = if part.place == 1 {
            'L'
        } else if part.place == 0 {
            'A'
        } else {
            'R'
        };
        match (part.from, part.to) {
            (0, u32::MAX) => format!("{}{place}", part.group),
            (from, to) => format!("{}{place}{from}:{to}", part.group),
        }
    };
    row.iter().map(part).collect::<Vec<_>>().join("+")
}

/// What is done with each set: its coins by group and place.
pub type Each<'a> = dyn FnMut(&[(usize, u32)]) + 'a;

/// All sets of a kind as coins (group and place).
pub fn sets_of(kind: &Kind, sizes: &[u32], each: &mut Each<'_>) {
    fn deeper(groups: &[u8], sizes: &[u32], chosen: &mut Vec<(usize, u32)>, each: &mut Each<'_>) {
        let Some(&group) = groups.get(chosen.len()) else {
            each(chosen);
            return;
        };
        let group = usize::from(group);
        let first = chosen.last().filter(|last| last.0 == group).map_or(0, |last| last.1 + 1);
        for index in first..sizes[group] {
            chosen.push((group, index));
            deeper(groups, sizes, chosen, each);
            chosen.pop();
        }
    }
    deeper(members(kind), sizes, &mut Vec::new(), each);
}
