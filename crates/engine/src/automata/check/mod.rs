//! Checks the certificate of a statement.
//!
//! *What it establishes*: that the statement on its first line, read over the named numeration system with the
//! definitions of the program's library, has the answer on its third line. *From what*: the meaning of statements
//! ([`super::read`], [`super::plan`]: the plan of every sentence is made anew and must be the one written), the
//! definitions and the laws that they come with ([`super::library`]), and the arithmetic of residues
//! ([`super::numeration`]). Nothing is taken from what makes automata: products, projections, sums, minimisation and
//! guesses are not called. Each written automaton is compared with what its step says, by walking through both at once
//! and looking whether they accept alike (`agree`):
//!
//! - a join walks through its two operands and through all representations, so that "not" is not for numbers only;
//! - a projection walks through the sets of states in which its operand may be (starting with all that are reached
//!   while the other tracks read zeros);
//! - a linear step walks through its operand and the residues of the sum, until the sign of the sum is sure: n more
//!   digits change a sum by at most R_n = (largest digit) * (|times| U_zeros + ... + |times| U_(n-1+zeros)). The worth
//!   W_n = V_n - R_n + c of a residue after n zeros, less that, has differences that obey the recurrence; once d of
//!   them in a row are not negative, W grows for ever. If it is positive until then, it always is.
//!
//! All laws of all names that the statement leads to must be there and true.

mod lines;
mod sums;

use super::automaton::{Automaton, DEAD, Track};
use super::certificate::{described, first_variable, one_line};
use super::decide::graph_track;
use super::library::{Entry, Library};
use super::linear::Linear;
use super::numeration::{Residue, System};

use super::plan::{Plan, Planner, Step, outermost};
use super::product::Connective;
use super::statement::Statement;
use dashu::integer::UBig;
use kit::watch::step;
use kit::{Error, Result, Watch};
use lines::Lines;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::hash::Hash;
use sums::{Sum, Sums};

/// The most pairs of states that one comparison may keep, each counted with its size: half a gibibyte or so.
const MOST_KEPT: usize = 1 << 26;

/// What a certificate states, after it has been checked; the library belongs to the system that it names.
///
/// # Errors
/// When the text is no certificate, or a step of it does not show what it says; when the watch asks to stop.
pub fn check_body(body: &str, library: &dyn Fn(&str) -> Result<Library>, watch: &mut dyn Watch) -> Result<String> {
    let mut lines = Lines { lines: body.split_terminator('\n').enumerate(), at: 0 };
    let text = lines.after("statement ")?;
    let system_line = lines.after("system ")?;
    let answer = lines.after("answer ")?;
    let library = library(system_line.split(' ').next().unwrap_or(""))?;
    let coefficients: Vec<String> = library.system.coefficients().iter().map(ToString::to_string).collect();
    if system_line != format!("{} {}", library.system.name(), coefficients.join(" ")) {
        return Err(lines.refuse("the recurrence of the system is another one"));
    }
    let statement = library.read(text)?;
    if one_line(text) != text {
        return Err(lines.refuse("the statement is not written in one line"));
    }
    let mut checker =
        Checker { library: &library, relations: library.names.iter().map(|_| None).collect(), watch, walked: 0 };
    let mut used = BTreeSet::new();
    statement.formula.names(&mut |name| {
        used.insert(name);
    });
    let needed = library.needed(&used)?;
    checker.names(&needed, &mut lines)?;
    let (plan, automata) = checker.steps("proof", &statement, true, &mut lines)?;
    if lines.next()? != "end" || lines.lines.next().is_some() {
        return Err(lines.refuse("the certificate should end here"));
    }
    judge(&library, &statement, &plan, &automata, answer).map_err(|why| lines.refuse(&why))?;
    Ok(match answer {
        "set" => format!(
            "{}: the numbers with {text}, an automaton of {} states",
            library.system.name(),
            automata[plan.root].len()
        ),
        _ => format!("{}: {text}: {answer}", library.system.name()),
    })
}

/// Compares the answer with the automata of the statement's plan.
fn judge(
    library: &Library,
    statement: &Statement,
    plan: &Plan,
    automata: &[Automaton],
    answer: &str,
) -> Result<(), String> {
    let root = &automata[plan.root];
    if !statement.free.is_empty() {
        return if answer == "set" { Ok(()) } else { Err("the statement has free variables".to_string()) };
    }
    let truth = root.accepts(0);
    let mut words = answer.split(' ');
    if words.next() != Some(if truth { "true" } else { "false" }) {
        return Err(format!("the automaton of the statement says {truth}"));
    }
    let Some(name) = words.next() else { return Ok(()) };
    let plain = |word: &str| word.parse().ok().filter(|value: &UBig| value.to_string() == word);
    let value = words.next().and_then(plain);
    let (Some(value), None) = (value, words.next()) else { return Err("no value of a variable".to_string()) };
    let outer = outermost(&statement.formula).filter(|outer| outer.all != truth);
    match (outer, plan.examples) {
        (Some(_), Some(examples)) if first_variable(statement) == Some(name) => {
            let least = least(&library.system, &automata[examples]);
            if least == Some(value) { Ok(()) } else { Err(format!("the least {name} is {least:?}")) }
        }
        _ => Err(format!("{name} is not the first of the outermost variables")),
    }
}

/// The least number that an automaton with one track accepts: shorter words first, then in the order of digits.
fn least(system: &System, automaton: &Automaton) -> Option<UBig> {
    let mut seen = vec![false; automaton.len()];
    let mut layer: Vec<(u32, Vec<usize>)> = vec![(0, Vec::new())];
    seen[0] = true;
    while !layer.is_empty() {
        if let Some((_, word)) = layer.iter().find(|(state, _)| automaton.accepts(*state)) {
            return Some(system.value(word));
        }
        let mut next = Vec::new();
        for (state, word) in &layer {
            for digit in 0..system.radix() {
                let to = automaton.step(*state, digit);
                if to != DEAD && !std::mem::replace(&mut seen[to as usize], true) {
                    next.push((to, [&word[..], &[digit]].concat()));
                }
            }
        }
        layer = next;
    }
    None
}

struct Checker<'a> {
    library: &'a Library,
    relations: Vec<Option<Automaton>>,
    watch: &'a mut dyn Watch,
    walked: u64,
}

impl Checker<'_> {
    /// The relations of all names, then the laws of each are found among the lines that follow it. A law may speak of
    /// later names, so all relations are read first.
    fn names(&mut self, needed: &BTreeSet<usize>, lines: &mut Lines<'_>) -> Result<()> {
        let library = self.library;
        let mut ahead = Lines { lines: lines.lines.clone(), at: lines.at };
        for &name in needed {
            self.relation(name, &mut ahead)?;
        }
        for &name in needed {
            self.heading(name, lines)?;
            let tracks = vec![Track::number(0), Track::number(1)];
            if let Entry::Graph { graph, .. } = &library.entries[name] {
                let (plan, automata) = self.steps("graph", graph, true, lines)?;
                let root = &automata[plan.root];
                let count = lines.after("relation ")?;
                let relation = lines.automaton(count, tracks, library.system.radix())?;
                let to: Vec<Track> = root.tracks().iter().map(|track| graph_track(graph, *track)).collect();
                self.renamed(root, &to, &relation).map_err(|e| place(lines, e))?;
                self.same(name, &relation, lines)?;
            } else {
                let count = lines.after("relation ")?;
                let relation = lines.automaton(count, tracks, library.system.radix())?;
                self.same(name, &relation, lines)?;
            }
            for law in library.laws(name) {
                let statement = library.read(&law)?;
                let (plan, automata) = self.steps("law", &statement, false, lines)?;
                if !automata[plan.root].accepts(0) {
                    return Err(lines.refuse("the law is not true"));
                }
            }
        }
        Ok(())
    }

    /// What was found by looking ahead is what stands here.
    fn same(&self, name: usize, relation: &Automaton, lines: &Lines<'_>) -> Result<()> {
        match self.relations[name].as_ref() == Some(relation) {
            true => Ok(()),
            false => Err(lines.refuse("the name has two relations")),
        }
    }

    fn heading(&self, name: usize, lines: &mut Lines<'_>) -> Result<()> {
        let expected = format!("name {name} {} {}", self.library.names[name].name, self.library.definition(name));
        match lines.next()? == expected {
            true => Ok(()),
            false => Err(lines.refuse(&format!("{expected:?} is expected"))),
        }
    }

    /// Looks ahead for the relation of a name.
    fn relation(&mut self, name: usize, ahead: &mut Lines<'_>) -> Result<()> {
        let head = format!("name {name} ");
        while !ahead.next()?.starts_with(&head) {}
        let count = loop {
            if let Some(count) = ahead.next()?.strip_prefix("relation ") {
                break count;
            }
        };
        let tracks = vec![Track::number(0), Track::number(1)];
        self.relations[name] = Some(ahead.automaton(count, tracks, self.library.system.radix())?);
        Ok(())
    }

    /// Reads and checks the automata of all steps of a sentence's plan.
    fn steps(
        &mut self,
        head: &str,
        statement: &Statement,
        functional: bool,
        lines: &mut Lines<'_>,
    ) -> Result<(Plan, Vec<Automaton>)> {
        if lines.after(&format!("{head} "))? != one_line(&statement.text) {
            return Err(lines.refuse(&format!("the {head} is another one: {}", statement.text)));
        }
        let plan = Planner::new(statement, functional).whole()?;
        let mut automata: Vec<Automaton> = Vec::new();
        for (place_of, own) in plan.steps.iter().enumerate() {
            let expected = format!("step {place_of} {} states ", described(own));
            let count = lines.after(&expected)?;
            let at = lines.at;
            let automaton = lines.automaton(count, plan.tracks[place_of].clone(), self.library.system.radix())?;
            self.step(own, &automata, &automaton).map_err(|e| match e.trouble() {
                kit::Trouble::Failed => Error::failed(format!("line {at}: step {place_of}: {e}")),
                _ => e,
            })?;
            automata.push(automaton);
        }
        Ok((plan, automata))
    }

    /// Checks one automaton against its step.
    fn step(&mut self, own: &Step, automata: &[Automaton], result: &Automaton) -> Result<()> {
        let system = &self.library.system;
        match own {
            Step::Everything(tracks) => {
                let greedy =
                    |state: &Option<Vec<usize>>, letter| representations(system, tracks, state.as_deref()?, letter);
                let start = Some(vec![0; tracks.len()]);
                self.agree(result, start, (Option::is_some, Option::is_none, greedy), |_| tracks.len())
            }
            Step::Named { name, tracks } => {
                let relation =
                    self.relations[*name].take().ok_or_else(|| Error::failed("a name without a relation"))?;
                let same = self.renamed(&relation, tracks, result);
                self.relations[*name] = Some(relation);
                same
            }
            Step::Weight(_) => {
                let follow = |state: &u8, letter| match (state, letter) {
                    (0, 0) => 0,
                    (0, 1) | (1, 0) => 1,
                    _ => 2,
                };
                self.agree(result, 0u8, (|state: &u8| *state == 1, |state: &u8| *state == 2, follow), |_| 0)
            }
            Step::Restrict { of, linear } => self.restricted(&automata[*of], linear, result),
            Step::Join { connective, left, right } => {
                self.joined(*connective, &automata[*left], &automata[*right], result)
            }
            Step::Project { of, track } => self.projected(&automata[*of], *track, result),
        }
    }

    /// Walks through an automaton and a machine at once; both must accept alike wherever they come. The machine says
    /// which of its states accept, which are lost (they accept nothing any more), and where letters lead.
    fn agree<S: Clone + Eq + Hash>(
        &mut self,
        written: &Automaton,
        start: S,
        machine: (impl Fn(&S) -> bool, impl Fn(&S) -> bool, impl Fn(&S, usize) -> S),
        size: impl Fn(&S) -> usize,
    ) -> Result<()> {
        let (accepts, lost, follow) = machine;
        let mut kept = 0;
        let mut seen: FxHashSet<(u32, S)> = FxHashSet::default();
        let mut queue = vec![(0u32, start)];
        while let Some(pair) = queue.pop() {
            if (pair.0 == DEAD && lost(&pair.1)) || seen.contains(&pair) {
                continue;
            }
            if written.accepts(pair.0) != accepts(&pair.1) {
                return Err(Error::failed("the automaton does not accept what its step says"));
            }
            self.walked += 1;
            if self.walked % 1024 == 0 {
                step(self.watch, self.walked, None, || format!("{} pairs of states compared", self.walked))?;
            }
            kept += 4 + size(&pair.1);
            if kept > MOST_KEPT {
                let limit = format!("{} pairs of states were compared", seen.len());
                return Err(Error::too_large("a step of the certificate", limit, "write a shorter proof"));
            }
            for letter in 0..written.letters() {
                let next = (written.step(pair.0, letter), follow(&pair.1, letter));
                if !seen.contains(&next) {
                    queue.push(next);
                }
            }
            seen.insert(pair);
        }
        Ok(())
    }

    /// The written automaton is another one with its tracks renamed.
    fn renamed(&mut self, of: &Automaton, to: &[Track], result: &Automaton) -> Result<()> {
        let radix = self.library.system.radix();
        let from: Vec<usize> = to.iter().map(|track| place_among(result.tracks(), track)).collect();
        let follow = |state: &u32, letter: usize| {
            let digit = |i: usize| letter / radix.pow(from[i] as u32) % radix;
            of.step(*state, (0..to.len()).rev().fold(0, |code, i| code * radix + digit(i)))
        };
        self.agree(result, 0u32, (|state: &u32| of.accepts(*state), |state: &u32| *state == DEAD, follow), |_| 0)
    }

    fn joined(
        &mut self,
        connective: Connective,
        left: &Automaton,
        right: &Automaton,
        result: &Automaton,
    ) -> Result<()> {
        let system = &self.library.system;
        let tracks = result.tracks().to_vec();
        let part = |of: &Automaton, letter: usize| {
            let digit =
                |track: &Track| letter / system.radix().pow(place_among(&tracks, track) as u32) % system.radix();
            of.tracks().iter().rev().fold(0, |code, track| code * system.radix() + digit(track))
        };
        let parts: Vec<(usize, usize)> =
            (0..result.letters()).map(|letter| (part(left, letter), part(right, letter))).collect();
        let lost = |state: &(u32, u32, Option<Vec<usize>>)| {
            let (l, r) = (state.0 == DEAD, state.1 == DEAD);
            let hopeless = match connective {
                Connective::And => l || r,
                Connective::AndNot => l,
                Connective::Or | Connective::Xor => l && r,
                Connective::Iff => false,
            };
            state.2.is_none() || hopeless
        };
        let accepts = |state: &(u32, u32, Option<Vec<usize>>)| {
            state.2.is_some() && connective.holds(left.accepts(state.0), right.accepts(state.1))
        };
        let follow = |state: &(u32, u32, Option<Vec<usize>>), letter: usize| {
            let (of_left, of_right) = parts[letter];
            let greedy = state.2.as_deref().and_then(|matched| representations(system, &tracks, matched, letter));
            (left.step(state.0, of_left), right.step(state.1, of_right), greedy)
        };
        self.agree(result, (0, 0, Some(vec![0; tracks.len()])), (accepts, lost, follow), |_| 2 * tracks.len())
    }

    fn projected(&mut self, of: &Automaton, forgotten: Track, result: &Automaton) -> Result<()> {
        let radix = self.library.system.radix();
        let place = place_among(of.tracks(), &forgotten);
        let unit = radix.pow(place as u32);
        let reached = |set: &[u32], letter: usize| {
            let (low, high) = (letter % unit, letter / unit * unit * radix);
            let from = set.iter().flat_map(|&state| (0..radix).map(move |digit| (state, high + digit * unit + low)));
            let to: BTreeSet<u32> =
                from.map(|(state, letter)| of.step(state, letter)).filter(|&to| to != DEAD).collect();
            to.into_iter().collect::<Vec<u32>>()
        };
        // All states that are reached while the others read zeros: added until nothing new comes.
        let mut start = vec![0u32];
        loop {
            let more: BTreeSet<u32> = start.iter().copied().chain(reached(&start, 0)).collect();
            if more.len() == start.len() {
                break;
            }
            start = more.into_iter().collect();
        }
        let accepts = |set: &Vec<u32>| set.iter().any(|&state| of.accepts(state));
        let lost = |set: &Vec<u32>| set.is_empty();
        let follow = |set: &Vec<u32>, letter: usize| reached(set, letter);
        self.agree(result, start, (accepts, lost, follow), Vec::len)
    }

    fn restricted(&mut self, of: &Automaton, linear: &Linear, result: &Automaton) -> Result<()> {
        let sums = Sums { system: &self.library.system, linear };
        let too_large = || Error::failed("a sum leaves machine words");
        let added: Option<Vec<Residue>> = (0..of.letters()).map(|letter| sums.added(of.tracks(), letter)).collect();
        let added = added.ok_or_else(too_large)?;
        let beyond = std::cell::Cell::new(false);
        let follow = |(state, sum): &(u32, Sum), letter: usize| {
            let next = (of.step(*state, letter), sums.follow(sum, &added[letter]));
            beyond.set(beyond.get() || next.1 == Sum::Beyond);
            next
        };
        let accepts = |(state, sum): &(u32, Sum)| of.accepts(*state) && sums.holds(sum);
        let lost = |(state, sum): &(u32, Sum)| {
            *state == DEAD || matches!(sum, Sum::Sure(sign) if !linear.relation.holds(*sign))
        };
        self.agree(result, (0, sums.settled(Some(Residue::default()))), (accepts, lost, follow), |_| 16)?;
        if beyond.get() { Err(too_large()) } else { Ok(()) }
    }
}

/// Where a track stands among others.
fn place_among(tracks: &[Track], track: &Track) -> usize {
    tracks.iter().position(|own| own == track).expect("a track of the step, made by the same plan")
}

fn place(lines: &Lines<'_>, error: Error) -> Error {
    match error.trouble() {
        kit::Trouble::Failed => lines.refuse(&error.to_string()),
        _ => error,
    }
}

/// How far every track has matched the coefficients after another letter; `None` when one is no representation any
/// more.
fn representations(system: &System, tracks: &[Track], matched: &[usize], letter: usize) -> Option<Vec<usize>> {
    let mut rest = letter;
    let mut next = Vec::with_capacity(matched.len());
    for (track, &before) in tracks.iter().zip(matched) {
        let digit = rest % system.radix();
        rest /= system.radix();
        next.push(if track.string { 0 } else { system.follow(before, digit)? });
    }
    Some(next)
}

#[cfg(test)]
mod tests;
