//! Decides statements: runs plans, makes the automata of names and judges them by their laws.

use super::automaton::{Automaton, DEAD, Track, Work};
use super::library::{Entry, Library};
use super::linear::restrict;
use super::plan::{Outermost, Plan, Planner, Step, outermost};
use super::product::{complement, product};
use super::project::project;
use super::statement::Statement;
use dashu::integer::UBig;
use kit::{Error, Result};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How many values an automaton is guessed from.
const VALUES: usize = 1 << 20;

/// A sentence and the automata of the steps of its plan.
pub struct Decided {
    /// The sentence, or the formula with free variables.
    pub statement: Statement,
    /// Its plan.
    pub plan: Plan,
    /// The automaton of every step.
    pub automata: Vec<Rc<Automaton>>,
    /// The largest automaton met, and all states met.
    pub largest: usize,
    /// All states met on the way.
    pub states: u64,
}

impl Decided {
    /// The automaton of the statement itself.
    pub fn root(&self) -> &Automaton {
        &self.automata[self.plan.root]
    }

    /// Whether the sentence is true; `None` for a formula with free variables.
    pub fn truth(&self) -> Option<bool> {
        self.statement.free.is_empty().then(|| !self.root().is_empty())
    }
}

/// What is known of a name.
#[derive(Default)]
pub struct Known {
    /// Place and value, tracks 0 and 1.
    pub automaton: Option<Rc<Automaton>>,
    /// For a function with a graph, that formula and its automata.
    pub graph: Option<Decided>,
    /// Its laws, all true.
    pub laws: Option<Vec<Decided>>,
}

/// Decides statements in the names of a library.
pub struct Prover<'l> {
    library: &'l Library,
    pub(super) known: Vec<Known>,
}

/// What came of a statement.
pub struct Answer {
    /// The statement, its plan and its automata.
    pub decided: Decided,
    /// The values of the outermost quantified variables that show it: a counterexample or an example.
    pub example: Option<Vec<(String, UBig)>>,
}

impl<'l> Prover<'l> {
    /// Nothing is established yet.
    pub fn new(library: &'l Library) -> Prover<'l> {
        Prover { library, known: library.names.iter().map(|_| Known::default()).collect() }
    }

    /// Decides a statement, after establishing the names that it uses.
    ///
    /// # Errors
    /// When the watch asks to stop, or an automaton outgrows the limits of the work.
    pub fn decide(&mut self, statement: Statement, work: &mut Work<'_>) -> Result<Answer> {
        let mut used = BTreeSet::new();
        statement.formula.names(&mut |name| {
            used.insert(name);
        });
        self.establish(&used, work)?;
        let decided = self.run(statement, true, work)?;
        let example = self.example(&decided, work)?;
        Ok(Answer { decided, example })
    }

    /// What is known of the names, in the order of the library.
    pub fn known(&self) -> &[Known] {
        &self.known
    }

    /// Makes the automata of these names and of all that their laws speak of, and decides the laws.
    fn establish(&mut self, used: &BTreeSet<usize>, work: &mut Work<'_>) -> Result<()> {
        let needed = self.library.needed(used)?;
        for &name in &needed {
            self.automaton(name, work)?;
        }
        for &name in &needed {
            if self.known[name].laws.is_some() {
                continue;
            }
            let mut laws = Vec::new();
            for law in self.library.laws(name) {
                let decided = self.run(self.library.read(&law)?, false, work)?;
                if decided.truth() != Some(true) {
                    let own = &self.library.names[name].name;
                    return Err(Error::failed(format!("the automaton made for {own} breaks the law {law}")));
                }
                laws.push(decided);
            }
            self.known[name].laws = Some(laws);
        }
        Ok(())
    }

    /// The automaton of a name; the names in its graph come before it.
    fn automaton(&mut self, name: usize, work: &mut Work<'_>) -> Result<()> {
        if self.known[name].automaton.is_some() {
            return Ok(());
        }
        let library = self.library;
        let automaton = match &library.entries[name] {
            Entry::Graph { graph, .. } => {
                let mut used = BTreeSet::new();
                graph.formula.names(&mut |inner| {
                    used.insert(inner);
                });
                for inner in used {
                    self.automaton(inner, work)?;
                }
                let decided = self.run((**graph).clone(), true, work)?;
                let to: Vec<Track> = decided.root().tracks().iter().map(|track| graph_track(graph, *track)).collect();
                let automaton = decided.root().renamed(&to);
                self.known[name].graph = Some(decided);
                automaton
            }
            Entry::FixedPoint { .. } | Entry::Count { .. } => {
                let values = library.values(name, VALUES).expect("it has values");
                super::learn::learn(&library.system, &library.names[name].name, &values, work)?
            }
        };
        self.known[name].automaton = Some(Rc::new(automaton));
        Ok(())
    }

    pub(super) fn run(&self, statement: Statement, functional: bool, work: &mut Work<'_>) -> Result<Decided> {
        let plan = Planner::new(&statement, functional).whole()?;
        let before = std::mem::take(&mut work.largest);
        let states = work.states;
        let automata = self.follow(&plan, work)?;
        let (largest, states) = (work.largest, work.states - states);
        work.largest = before.max(largest);
        Ok(Decided { statement, plan, automata, largest, states })
    }

    /// The automaton of every step.
    fn follow(&self, plan: &Plan, work: &mut Work<'_>) -> Result<Vec<Rc<Automaton>>> {
        let system = &self.library.system;
        let mut automata: Vec<Rc<Automaton>> = Vec::with_capacity(plan.steps.len());
        for step in &plan.steps {
            work.look()?;
            let automaton = match step {
                Step::Everything(tracks) => Automaton::everything(system, tracks, work)?,
                Step::Named { name, tracks } => {
                    self.known[*name].automaton.as_ref().expect("made before it is used").renamed(tracks)
                }
                Step::Weight(track) => weights(system.radix(), *track),
                Step::Restrict { of, linear } => restrict(system, &automata[*of], linear, work)?,
                Step::Join { connective, left, right } => {
                    product(system, *connective, &automata[*left], &automata[*right], work)?
                }
                Step::Project { of, track } => project(&automata[*of], *track, work)?,
            };
            automata.push(Rc::new(automaton));
        }
        Ok(automata)
    }

    /// The least values of the outermost variables that show why the statement is false, or true: the first as small as
    /// possible, then the next.
    fn example(&self, decided: &Decided, work: &mut Work<'_>) -> Result<Option<Vec<(String, UBig)>>> {
        let statement = &decided.statement;
        let (Some(truth), Some(examples)) = (decided.truth(), decided.plan.examples) else { return Ok(None) };
        let outer = outermost(&statement.formula).expect("the plan has examples");
        if outer.all == truth || outer.variables.iter().any(|&v| statement.variables[v as usize].string) {
            return Ok(None);
        }
        let system = &self.library.system;
        let first = decided.automata[examples].least(system).expect("there is an example");
        let mut values = vec![first];
        while values.len() < outer.variables.len() {
            let Some(fixed) = fixed(&outer, &values) else { break };
            let plan = Planner::new(statement, true).next_examples(&outer, &fixed)?;
            let automata = self.follow(&plan, work)?;
            values.push(automata[plan.root].least(system).expect("there is an example"));
        }
        let name = |variable: &u32| statement.variables[*variable as usize].name.clone();
        Ok(Some(outer.variables.iter().map(name).zip(values).collect()))
    }

    /// The numbers of which a decided statement holds: of its free variables or, for a closed one, of the first of its
    /// outermost variables.
    ///
    /// # Errors
    /// When the watch asks to stop, or an automaton outgrows the limits of the work.
    pub fn shown(&self, decided: &Decided, work: &mut Work<'_>) -> Result<Automaton> {
        let outer = outermost(&decided.statement.formula);
        match (decided.plan.examples, outer) {
            (Some(examples), Some(outer)) if outer.all => {
                complement(&self.library.system, &decided.automata[examples], work)
            }
            (Some(examples), Some(_)) => Ok((*decided.automata[examples]).clone()),
            _ => Ok(decided.root().clone()),
        }
    }
}

/// The values so far as conditions; `None` when one is beyond a statement's numbers.
fn fixed(outer: &Outermost<'_>, values: &[UBig]) -> Option<Vec<(u32, i64)>> {
    outer.variables.iter().zip(values).map(|(&v, value)| Some((v, i64::try_from(value).ok()?))).collect()
}

/// The variable n of a graph is track 0, y is track 1.
pub(super) fn graph_track(graph: &Statement, track: Track) -> Track {
    Track::number(u32::from(graph.variables[track.variable as usize].name == "y"))
}

/// The representations 1, 10, 100, ...
pub(super) fn weights(radix: usize, track: Track) -> Automaton {
    let mut next = vec![DEAD; 2 * radix];
    (next[0], next[1], next[radix]) = (0, 1, 1);
    Automaton::from_parts(vec![track], radix, next, vec![false, true])
}
