//! Certificates of statements: the automaton of every step, as text.
//!
//! ```text
//! statement A n: X(n+1) > X(n)
//! system tribonacci 1 1 1
//! answer true                          or: false n 5 (the least n of a counterexample), true n 5 (of an example), set
//! name 0 T fixed point of a->ab,b->ac,c->a from a
//! relation 5                           the automaton of place and value, tracks 0 and 1
//! - 0 . 1 .                            a state: + if a word may end there, then where each letter leads, . for nowhere
//! ...
//! law A n: T[n] = 0 | T[n] = 1 | T[n] = 2
//! step 0 everything v0                 a step of the law's plan and its automaton
//! ...
//! proof A n: X(n+1) > X(n)
//! step 0 ...
//! ...
//! end
//! ```
//!
//! A letter is a whole number: the digit of the first track, plus the number of digits times the digit of the second,
//! and so on; tracks stand in the order of their variables. State 0 is the start. A function with a graph has `graph
//! FORMULA` and its steps before its relation.

use super::automaton::{Automaton, DEAD, Track};
use super::decide::{Answer, Decided, Prover};
use super::library::Library;
use super::plan::{Step, outermost};
use std::fmt::Write;

/// The certificate of an answer: all names that it needs, with their laws, and the statement.
pub fn certificate_body(library: &Library, prover: &Prover<'_>, answer: &Answer) -> String {
    let statement = &answer.decided.statement;
    let mut text = String::new();
    let coefficients: Vec<String> = library.system.coefficients().iter().map(ToString::to_string).collect();
    let _ = writeln!(text, "statement {}", one_line(&statement.text));
    let _ = writeln!(text, "system {} {}", library.system.name(), coefficients.join(" "));
    let _ = writeln!(text, "answer {}", answer_line(answer));
    let mut used = std::collections::BTreeSet::new();
    statement.formula.names(&mut |name| {
        used.insert(name);
    });
    let needed = library.needed(&used).unwrap_or_default();
    for name in needed {
        let known = &prover.known()[name];
        let (Some(automaton), Some(laws)) = (&known.automaton, &known.laws) else { continue };
        let _ = writeln!(text, "name {name} {} {}", library.names[name].name, library.definition(name));
        if let Some(graph) = &known.graph {
            write_steps(&mut text, "graph", graph);
        }
        let _ = writeln!(text, "relation {}", automaton.len());
        write_states(&mut text, automaton);
        for law in laws {
            write_steps(&mut text, "law", law);
        }
    }
    write_steps(&mut text, "proof", &answer.decided);
    text.push_str("end\n");
    text
}

/// The answer in a few words.
pub fn answer_line(answer: &Answer) -> String {
    let Some(truth) = answer.decided.truth() else { return "set".to_string() };
    match answer.example.as_ref().and_then(|values| values.first()) {
        Some((name, value)) => format!("{truth} {name} {value}"),
        None => truth.to_string(),
    }
}

pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn write_steps(text: &mut String, head: &str, decided: &Decided) {
    let _ = writeln!(text, "{head} {}", one_line(&decided.statement.text));
    for (place, (step, automaton)) in decided.plan.steps.iter().zip(&decided.automata).enumerate() {
        let _ = writeln!(text, "step {place} {} states {}", described(step), automaton.len());
        write_states(text, automaton);
    }
}

fn write_states(text: &mut String, automaton: &Automaton) {
    for state in 0..automaton.len() {
        text.push(if automaton.accepts(state as u32) { '+' } else { '-' });
        for &to in automaton.row(state) {
            match to {
                DEAD => text.push_str(" ."),
                _ => {
                    let _ = write!(text, " {to}");
                }
            }
        }
        text.push('\n');
    }
}

/// A variable as certificates write it.
fn shown(track: &Track) -> String {
    format!("{}{}", if track.string { 's' } else { 'v' }, track.variable)
}

/// A step in one line.
pub(super) fn described(step: &Step) -> String {
    match step {
        Step::Everything(tracks) => {
            let tracks: Vec<String> = tracks.iter().map(shown).collect();
            format!("everything {}", tracks.join(" ")).trim_end().to_string()
        }
        Step::Named { name, tracks: [place, value] } => format!("name {name} of {} is {}", shown(place), shown(value)),
        Step::Weight(track) => format!("weight {}", shown(track)),
        Step::Restrict { of, linear } => {
            let multiple = |m: &super::linear::Multiple| format!("{}*{}z{}", m.times, shown(&m.track), m.zeros);
            let sum: Vec<String> = linear.multiples.iter().map(multiple).chain([linear.constant.to_string()]).collect();
            format!("restrict {of} by {} {} 0", sum.join(" + "), linear.relation.sign())
        }
        Step::Join { connective, left, right } => format!("{} {left} {right}", connective.name()),
        Step::Project { of, track } => format!("some {} in {of}", shown(track)),
    }
}

/// The first of the outermost variables, whose least value an answer names.
pub(super) fn first_variable(decided: &super::statement::Statement) -> Option<&str> {
    let outer = outermost(&decided.formula)?;
    Some(decided.variables[outer.variables[0] as usize].name.as_str())
}
