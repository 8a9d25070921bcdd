//! `exile prove`: statements about the Tribonacci word, the table and other words, decided for all n.
//!
//! The question hands a statement to [`engine::automata`], whose essay describes the language and the method;
//! [`definitions`] say which names there are; [`theorems`] are the statements that prove claims of the register.

pub mod definitions;
pub mod theorems;

use dashu::integer::UBig;
use engine::automata::{Automaton, Prover, Work, certificate, check};
use kit::{Result, Watch};

/// What came of a statement.
pub struct Proved {
    /// Whether it is true; `None` for a statement with free variables.
    pub truth: Option<bool>,
    /// Values of its outermost variables that show it: a counterexample or an example.
    pub example: Option<Vec<(String, UBig)>>,
    /// The numbers of which it holds: of its free variables, or of the first variable of its outermost quantifiers.
    pub shown: Automaton,
    /// The variables of that automaton's tracks.
    pub variables: Vec<String>,
    /// The names that it uses or leads to, and the states of their automata.
    pub names: Vec<(String, usize)>,
    /// The steps of the statement's plan.
    pub steps: usize,
    /// The largest automaton met while deciding the statement, before it was minimised.
    pub largest: usize,
    /// All states met, those for the laws of names too.
    pub states: u64,
    /// The body of its certificate, if it was asked for.
    pub certificate: Option<String>,
}

impl Proved {
    /// The example in words: `n = 5, m = 0`.
    pub fn example_text(&self) -> Option<String> {
        let values = self.example.as_ref()?.iter().map(|(name, value)| format!("{name} = {value}"));
        Some(values.collect::<Vec<_>>().join(", "))
    }
}

/// Decides a statement over a system.
pub fn prove(system: &str, text: &str, limit: usize, certify: bool, watch: &mut dyn Watch) -> Result<Proved> {
    let library = definitions::library(system)?;
    let statement = library.read(text)?;
    let mut work = Work::new(watch, limit);
    let mut prover = Prover::new(&library);
    let answer = prover.decide(statement, &mut work)?;
    let shown = prover.shown(&answer.decided, &mut work)?;
    let variables = shown.tracks().iter().map(|t| answer.decided.statement.variables[t.variable as usize].name.clone());
    let names = library.names().zip(prover.known());
    Ok(Proved {
        truth: answer.decided.truth(),
        variables: variables.collect(),
        names: names
            .filter_map(|((name, _), known)| Some((name.name.clone(), known.automaton.as_ref()?.len())))
            .collect(),
        steps: answer.decided.plan.steps.len(),
        largest: answer.decided.largest,
        states: work.states,
        certificate: certify.then(|| certificate::certificate_body(&library, &prover, &answer)),
        example: answer.example,
        shown,
    })
}

/// Checks the body of a certificate and tells what it states.
pub fn check_body(body: &str, watch: &mut dyn Watch) -> Result<String> {
    check::check_body(body, &definitions::library, watch)
}
