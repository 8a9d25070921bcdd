//! What a statement means, step by step: a list of relations, each made of earlier ones.
//!
//! The steps are few: everything; a name's relation; the weights; a relation restricted by a linear one; two relations
//! joined; a track forgotten. *For all* is *not for some not*. A value f(t) becomes a new variable y with f's relation
//! between t and y, forgotten at the end. Some x with several conditions is decided by joining only those that mention
//! x. The plan depends on the statement alone, not on automata: whoever reads the same statement comes to the same
//! plan.

use super::automaton::{Track, union};
use super::linear::{Linear, Multiple, Relation};
use super::product::Connective;
use super::statement::{Formula, Part, Statement, Sum};
use kit::{Error, Result};
use rustc_hash::FxHashMap;

/// A step, which refers to earlier ones by their places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// All numbers on these tracks.
    Everything(Vec<Track>),
    /// The relation of a name of the vocabulary: place and value.
    Named {
        /// Which name.
        name: usize,
        /// The track of the place and that of the value.
        tracks: [Track; 2],
    },
    /// The number is a weight of the system.
    Weight(Track),
    /// An earlier relation, and a linear one of its tracks.
    Restrict {
        /// The earlier one.
        of: usize,
        /// The linear one.
        linear: Linear,
    },
    /// Two earlier relations.
    Join {
        /// How they are joined.
        connective: Connective,
        /// The first.
        left: usize,
        /// The second.
        right: usize,
    },
    /// There is a value of the track.
    Project {
        /// The earlier relation.
        of: usize,
        /// The track that is forgotten.
        track: Track,
    },
}

/// Steps in order, and the tracks of each.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The steps.
    pub steps: Vec<Step>,
    /// The tracks of each step's relation.
    pub tracks: Vec<Vec<Track>>,
    /// The step that is the statement itself.
    pub root: usize,
    /// For a closed statement that begins with a quantifier: the step that says of which values of its first variable
    /// there is a counterexample, or an example.
    pub examples: Option<usize>,
    known: FxHashMap<Step, usize>,
}

/// The most steps of a plan.
const MOST_STEPS: usize = 20_000;

/// A condition among several that must hold together.
enum Condition {
    Linear(Linear),
    Step(usize),
    /// The step must not hold.
    Not(usize),
}

/// The quantifiers at the beginning of a formula that are of one kind.
pub struct Outermost<'a> {
    /// For all, or for some.
    pub all: bool,
    /// Their variables.
    pub variables: Vec<u32>,
    /// What is said of them.
    pub body: &'a Formula,
    /// Whether the body must hold for an example, or a counterexample.
    pub sought: bool,
}

/// The outermost quantifiers; `~E n:` is read as `A n: ~`.
pub fn outermost(formula: &Formula) -> Option<Outermost<'_>> {
    let (mut at, mut holds) = (formula, true);
    let mut found: Option<Outermost<'_>> = None;
    loop {
        match at {
            Formula::Not(inner) => (at, holds) = (inner, !holds),
            Formula::Quantified { all, variables, body } => {
                let all = *all == holds;
                match &mut found {
                    Some(outer) if outer.all != all => break,
                    Some(outer) => outer.variables.extend(variables),
                    None => found = Some(Outermost { all, variables: variables.clone(), body, sought: false }),
                }
                at = body;
            }
            _ => break,
        }
    }
    // Counterexamples make the body false, examples make it true, and an odd number of negations turns that.
    found.map(|outer| Outermost { body: at, sought: outer.all != holds, ..outer })
}

/// Makes a plan of a statement or of its parts.
pub struct Planner<'a> {
    statement: &'a Statement,
    /// The functions are known to have one value everywhere, so that "not f(n) = y" may be said as "f(n) is something
    /// else".
    functional: bool,
    plan: Plan,
    fresh: u32,
}

impl<'a> Planner<'a> {
    /// A planner for a statement. `functional` says that every name is known to have exactly one value at every place.
    pub fn new(statement: &'a Statement, functional: bool) -> Planner<'a> {
        Planner { statement, functional, plan: Plan::default(), fresh: statement.variables.len() as u32 }
    }

    /// The plan of the whole statement.
    ///
    /// # Errors
    /// When the statement is too long for a plan, or a sum in it leaves machine words.
    pub fn whole(mut self) -> Result<Plan> {
        let statement = self.statement;
        if let (Some(outer), true) = (outermost(&statement.formula), statement.free.is_empty()) {
            let mut conditions = Vec::new();
            self.conditions(outer.body, outer.sought, &mut conditions)?;
            let rest = self.exists(&outer.variables[1..], conditions)?;
            let first = self.track(outer.variables[0]);
            let examples = self.covering(rest, &[first])?;
            let some = self.project(examples, first)?;
            self.plan.examples = Some(examples);
            self.plan.root = if outer.all { self.not(some)? } else { some };
            return Ok(self.plan);
        }
        let root = self.formula(&statement.formula, true)?;
        // Free variables that dropped out of every sum are still spoken of.
        let free: Vec<Track> = statement.free.iter().map(|&v| self.track(v)).collect();
        self.plan.root = self.covering(root, &free)?;
        Ok(self.plan)
    }

    /// The plan of the examples, or counterexamples, of one variable of the outermost quantifiers, those before it
    /// being fixed.
    ///
    /// # Errors
    /// When the statement is too long for a plan, or a sum in it leaves machine words.
    pub fn next_examples(mut self, outer: &Outermost<'_>, fixed: &[(u32, i64)]) -> Result<Plan> {
        let mut conditions = Vec::new();
        self.conditions(outer.body, outer.sought, &mut conditions)?;
        let sought = outer.variables[fixed.len()];
        let gone: Vec<u32> = outer.variables.iter().filter(|&&v| v != sought).copied().collect();
        for &(variable, value) in fixed {
            let multiple = Multiple { times: 1, track: self.track(variable), zeros: 0 };
            let relation = Relation::Equal;
            conditions.push(Condition::Linear(Linear { multiples: vec![multiple], constant: -value, relation }));
        }
        let whole = self.exists(&gone, conditions)?;
        self.plan.root = self.covering(whole, &[self.track(sought)])?;
        Ok(self.plan)
    }

    fn track(&self, variable: u32) -> Track {
        let string = self.statement.variables.get(variable as usize).is_some_and(|v| v.string);
        Track { variable, string }
    }

    fn fresh(&mut self) -> Track {
        self.fresh += 1;
        Track::number(self.fresh - 1)
    }

    fn step(&mut self, step: Step) -> Result<usize> {
        if let Some(&known) = self.plan.known.get(&step) {
            return Ok(known);
        }
        let tracks = match &step {
            Step::Everything(tracks) => tracks.clone(),
            Step::Named { tracks, .. } => union(&tracks[..1], &tracks[1..]),
            Step::Weight(track) => vec![*track],
            Step::Restrict { of, .. } => self.plan.tracks[*of].clone(),
            Step::Join { left, right, .. } => union(&self.plan.tracks[*left], &self.plan.tracks[*right]),
            Step::Project { of, track } => self.plan.tracks[*of].iter().filter(|t| *t != track).copied().collect(),
        };
        let place = self.plan.steps.len();
        if place >= MOST_STEPS {
            let limit = format!("the limit is {MOST_STEPS} steps");
            return Err(Error::too_large("the statement", limit, "say it in shorter statements"));
        }
        self.plan.steps.push(step.clone());
        self.plan.tracks.push(tracks);
        self.plan.known.insert(step, place);
        Ok(place)
    }

    fn join(&mut self, connective: Connective, left: usize, right: usize) -> Result<usize> {
        self.step(Step::Join { connective, left, right })
    }

    fn not(&mut self, of: usize) -> Result<usize> {
        let all = self.step(Step::Everything(self.plan.tracks[of].clone()))?;
        self.join(Connective::AndNot, all, of)
    }

    fn project(&mut self, of: usize, track: Track) -> Result<usize> {
        match self.plan.tracks[of].contains(&track) {
            true => self.step(Step::Project { of, track }),
            false => Ok(of),
        }
    }

    /// The step, with these tracks among its own.
    fn covering(&mut self, of: usize, tracks: &[Track]) -> Result<usize> {
        let mut missing: Vec<Track> = tracks.iter().filter(|t| !self.plan.tracks[of].contains(t)).copied().collect();
        missing.sort_unstable();
        match missing.is_empty() {
            true => Ok(of),
            false => {
                let all = self.step(Step::Everything(missing))?;
                self.join(Connective::And, of, all)
            }
        }
    }

    /// The step of a formula, or of its contrary.
    fn formula(&mut self, formula: &Formula, holds: bool) -> Result<usize> {
        match formula {
            Formula::Not(inner) => self.formula(inner, !holds),
            Formula::Quantified { all, variables, body } => {
                let mut conditions = Vec::new();
                self.conditions(body, !all, &mut conditions)?;
                let some = self.exists(variables, conditions)?;
                // For all is true when some that fail is false; all == holds exactly when the answer is turned.
                if *all == holds { self.not(some) } else { Ok(some) }
            }
            Formula::Iff(left, right) => {
                let (left, right) = (self.formula(left, true)?, self.formula(right, true)?);
                self.join(if holds { Connective::Iff } else { Connective::Xor }, left, right)
            }
            Formula::Or(all) if holds => {
                let mut steps = Vec::new();
                for part in all {
                    steps.push(self.formula(part, true)?);
                }
                let mut steps = steps.into_iter();
                let first = steps.next().expect("a formula has parts");
                steps.try_fold(first, |whole, part| self.join(Connective::Or, whole, part))
            }
            Formula::Compare(..) | Formula::Weight(_) => {
                let mut conditions = Vec::new();
                self.conditions(formula, holds, &mut conditions)?;
                self.together(conditions)
            }
            Formula::And(_) if holds => {
                let mut conditions = Vec::new();
                self.conditions(formula, true, &mut conditions)?;
                self.together(conditions)
            }
            // What remains is a conjunction of its contrary.
            Formula::And(_) | Formula::Or(_) | Formula::Implies(..) => {
                let mut conditions = Vec::new();
                let contrary = !matches!(formula, Formula::And(_));
                self.conditions(formula, !contrary, &mut conditions)?;
                let whole = self.together(conditions)?;
                if holds == contrary { self.not(whole) } else { Ok(whole) }
            }
        }
    }

    /// The conditions that make up a formula, or its contrary.
    fn conditions(&mut self, formula: &Formula, holds: bool, into: &mut Vec<Condition>) -> Result<()> {
        match (formula, holds) {
            (Formula::Not(inner), _) => self.conditions(inner, !holds, into),
            (Formula::And(all), true) | (Formula::Or(all), false) => {
                all.iter().try_for_each(|part| self.conditions(part, holds, into))
            }
            (Formula::Implies(left, right), false) => {
                self.conditions(left, true, into)?;
                self.conditions(right, false, into)
            }
            (Formula::Compare(sum, relation), _) => {
                let condition = self.comparison(sum, *relation, holds)?;
                into.push(condition);
                Ok(())
            }
            (Formula::Weight(sum), _) => {
                let step = self.weight(sum)?;
                into.push(if holds { Condition::Step(step) } else { Condition::Not(step) });
                Ok(())
            }
            (Formula::Quantified { all, .. }, _) if *all == holds => {
                let step = self.formula(formula, !holds)?;
                into.push(Condition::Not(step));
                Ok(())
            }
            (Formula::And(_), false) => {
                let step = self.formula(formula, true)?;
                into.push(Condition::Not(step));
                Ok(())
            }
            _ => {
                let step = self.formula(formula, holds)?;
                into.push(Condition::Step(step));
                Ok(())
            }
        }
    }

    fn tracks_of(&self, condition: &Condition) -> Vec<Track> {
        match condition {
            Condition::Linear(linear) => linear.tracks(),
            Condition::Step(step) | Condition::Not(step) => self.plan.tracks[*step].clone(),
        }
    }

    /// There are values of the variables such that all conditions hold.
    fn exists(&mut self, variables: &[u32], mut conditions: Vec<Condition>) -> Result<usize> {
        let mut gone: Vec<Track> = variables.iter().map(|&v| self.track(v)).collect();
        while !gone.is_empty() {
            // The variable whose conditions have the fewest tracks together; the later one of two alike.
            let weigh = |track: &Track| {
                let mentioned = conditions.iter().map(|c| self.tracks_of(c)).filter(|t| t.contains(track));
                mentioned.fold(Vec::new(), |all, more| union(&all, &more)).len()
            };
            let next = (0..gone.len()).rev().min_by_key(|&i| weigh(&gone[i])).expect("not empty");
            let track = gone.remove(next);
            let (mention, rest): (Vec<_>, Vec<_>) =
                conditions.into_iter().partition(|c| self.tracks_of(c).contains(&track));
            conditions = rest;
            if !mention.is_empty() {
                let whole = self.together(mention)?;
                let whole = self.project(whole, track)?;
                conditions.push(Condition::Step(whole));
            }
        }
        self.together(conditions)
    }

    /// All conditions at once.
    fn together(&mut self, conditions: Vec<Condition>) -> Result<usize> {
        let (mut linears, mut nots, mut whole) = (Vec::new(), Vec::new(), None);
        for condition in conditions {
            match condition {
                Condition::Linear(linear) => linears.push(linear),
                Condition::Not(step) => nots.push(step),
                Condition::Step(step) => {
                    whole = Some(match whole {
                        None => step,
                        Some(before) => self.join(Connective::And, before, step)?,
                    });
                }
            }
        }
        for linear in linears {
            let tracks = linear.tracks();
            let of = match whole {
                Some(of) if tracks.iter().all(|t| self.plan.tracks[of].contains(t)) => of,
                _ => self.step(Step::Everything(tracks))?,
            };
            let restricted = self.step(Step::Restrict { of, linear })?;
            whole = Some(match whole {
                Some(before) if before != of => self.join(Connective::And, before, restricted)?,
                _ => restricted,
            });
        }
        for not in nots {
            whole = Some(match whole {
                None => self.not(not)?,
                Some(before) => self.join(Connective::AndNot, before, not)?,
            });
        }
        match whole {
            Some(whole) => Ok(whole),
            None => self.step(Step::Everything(Vec::new())),
        }
    }

    /// The relation that the sum is a weight.
    fn weight(&mut self, sum: &Sum) -> Result<usize> {
        if let Some(variable) = sum.as_variable() {
            return self.step(Step::Weight(self.track(variable)));
        }
        let place = self.fresh();
        let weight = self.step(Step::Weight(place))?;
        let equal = self.equal(sum, place)?;
        let whole = self.join(Connective::And, equal, weight)?;
        self.project(whole, place)
    }

    /// The relation that the track is the sum.
    fn equal(&mut self, sum: &Sum, track: Track) -> Result<usize> {
        let own = Sum::part(Part::Variable { variable: track.variable, zeros: 0 });
        let difference = sum.clone().plus(-1, own).ok_or_else(too_large)?;
        let condition = self.comparison(&difference, Relation::Equal, true)?;
        self.together(vec![condition])
    }

    /// A sum against 0, or its contrary.
    fn comparison(&mut self, sum: &Sum, relation: Relation, holds: bool) -> Result<Condition> {
        if holds
            && relation == Relation::Equal
            && let Some(step) = self.one_value(sum)?
        {
            return Ok(Condition::Step(step));
        }
        let (mut multiples, mut parts, mut gone) = (Vec::new(), Vec::new(), Vec::new());
        for (times, part) in &sum.parts {
            let (track, zeros) = match part {
                Part::Variable { variable, zeros } => (self.track(*variable), *zeros),
                Part::Shifted { of, zeros } => {
                    let place = self.fresh();
                    parts.push(self.equal(of, place)?);
                    gone.push(place);
                    (place, *zeros)
                }
                Part::Value { name, at } => {
                    let value = self.fresh();
                    parts.push(self.value(*name, at, value)?);
                    gone.push(value);
                    (value, 0)
                }
            };
            multiples.push(Multiple { times: *times, track, zeros });
        }
        let linear = Linear { multiples, constant: sum.constant, relation };
        if parts.is_empty() {
            return Ok(Condition::Linear(if holds { linear } else { linear.negated() }));
        }
        // With one value everywhere, "no values that fit" is "values that do not fit"; at places that may be negative
        // there may be none.
        let turned = !holds && self.functional && sum.parts.iter().all(|(_, part)| everywhere(part));
        let linear = if turned { linear.negated() } else { linear };
        let mut parts = parts.into_iter();
        let first = parts.next().expect("not empty");
        let joined = parts.try_fold(first, |whole, part| self.join(Connective::And, whole, part))?;
        let covered = self.covering(joined, &linear.tracks())?;
        let mut whole = self.step(Step::Restrict { of: covered, linear })?;
        for track in gone {
            whole = self.project(whole, track)?;
        }
        Ok(if holds || turned { Condition::Step(whole) } else { Condition::Not(whole) })
    }

    /// f(t) = y and f(t) = g(s) need no sum: both sides are one track.
    fn one_value(&mut self, sum: &Sum) -> Result<Option<usize>> {
        let (left, right) = match &sum.parts[..] {
            [(1, left), (-1, right)] | [(-1, right), (1, left)] if sum.constant == 0 => (left, right),
            _ => return Ok(None),
        };
        match (left, right) {
            (Part::Value { name, at }, Part::Variable { variable, zeros: 0 })
            | (Part::Variable { variable, zeros: 0 }, Part::Value { name, at })
                if at.as_variable() != Some(*variable) && !self.track(*variable).string =>
            {
                let track = self.track(*variable);
                Ok(Some(self.value(*name, at, track)?))
            }
            (Part::Value { name, at }, Part::Value { name: other, at: there }) => {
                let value = self.fresh();
                let (near, far) = (self.value(*name, at, value)?, self.value(*other, there, value)?);
                let both = self.join(Connective::And, near, far)?;
                Ok(Some(self.project(both, value)?))
            }
            _ => Ok(None),
        }
    }

    /// The relation that the track is the name's value at a place.
    fn value(&mut self, name: usize, at: &Sum, value: Track) -> Result<usize> {
        if let Some(variable) = at.as_variable() {
            return self.step(Step::Named { name, tracks: [self.track(variable), value] });
        }
        let place = self.fresh();
        let equal = self.equal(at, place)?;
        let named = self.step(Step::Named { name, tracks: [place, value] })?;
        let whole = self.join(Connective::And, equal, named)?;
        self.project(whole, place)
    }
}

/// Whether the part has a value whatever the variables are: nothing is subtracted inside it.
fn everywhere(part: &Part) -> bool {
    let sums = |sum: &Sum| sum.constant >= 0 && sum.parts.iter().all(|(times, inner)| *times > 0 && everywhere(inner));
    match part {
        Part::Variable { .. } => true,
        Part::Shifted { of: sum, .. } | Part::Value { at: sum, .. } => sums(sum),
    }
}

fn too_large() -> Error {
    Error::too_large("a sum in the statement", "its multiples leave machine words", "use smaller numbers")
}
