//! Certificates that stand, and all the ways in which one must not.

use super::*;
use crate::automata::automaton::Work;
use crate::automata::certificate::certificate_body;
use crate::automata::decide::Prover;
use crate::automata::tests::library;
use kit::Unwatched;

fn certificate(system: &str, text: &str) -> String {
    let library = library(system).unwrap();
    let mut prover = Prover::new(&library);
    let mut watch = Unwatched;
    let answer = prover.decide(library.read(text).unwrap(), &mut Work::new(&mut watch, 100_000)).unwrap();
    certificate_body(&library, &prover, &answer)
}

fn checked(body: &str) -> Result<String> {
    check_body(body, &library, &mut Unwatched)
}

const STATEMENTS: &[(&str, &str, &str)] = &[
    ("fibonacci", "A n: F[n] = 1 => F[n+1] = 0", "true"),
    ("fibonacci", "A n: F[n] = 0 => F[n+1] = 1", "false n 2"),
    ("fibonacci", "E n: F[n] = 0 & F[n+1] = 0", "true n 2"),
    ("fibonacci", "A string x, y: [x] = [y] <=> [x 0] = [y 0]", "true"),
    ("base2", "A n: t[n] != t[2*n+1]", "true"),
    ("base3", "A n: weight(n) => E m: n = 2*m + 1", "true"),
    ("tribonacci", "A n: a(n) >= n", "true"),
];

#[test]
fn a_certificate_states_what_was_decided() {
    for (system, text, answer) in STATEMENTS {
        assert_eq!(checked(&certificate(system, text)).unwrap(), format!("{system}: {text}: {answer}"));
    }
    let set = certificate("fibonacci", "F[n] = F[n+1]");
    assert!(checked(&set).unwrap().contains("the numbers with F[n] = F[n+1]"));
}

/// What a certificate may be turned into: a line left out, doubled, swapped with the next; a number raised; a sign
/// turned.
fn changes(body: &str, every: usize) -> Vec<String> {
    let lines: Vec<&str> = body.lines().collect();
    let mut all = Vec::new();
    let joined = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    for at in (0..lines.len()).step_by(every) {
        let own: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let mut without = own.clone();
        without.remove(at);
        let mut doubled = own.clone();
        doubled.insert(at, own[at].clone());
        let mut swapped = own.clone();
        swapped.swap(at, (at + 1).min(own.len() - 1));
        all.extend([joined(&without), joined(&doubled), joined(&swapped), joined(&own[..at])]);
        let words: Vec<&str> = lines[at].split(' ').collect();
        for (which, word) in words.iter().enumerate() {
            let changed = match (word.parse::<u64>(), *word) {
                (Ok(number), _) => vec![(number + 1).to_string(), ".".to_string()],
                (_, ".") => vec!["0".to_string()],
                (_, "+") => vec!["-".to_string()],
                (_, "-") => vec!["+".to_string()],
                (_, "true") => vec!["false".to_string()],
                (_, "false") => vec!["true".to_string()],
                (_, word) => vec![format!("{word}x"), word.to_uppercase()],
            };
            for change in changed {
                let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
                words[which] = change;
                let mut lines = own.clone();
                lines[at] = words.join(" ");
                all.push(joined(&lines));
            }
        }
    }
    all
}

#[test]
fn a_changed_certificate_is_refused_or_states_the_same() {
    for (system, text, answer) in &STATEMENTS[..6] {
        let body = certificate(system, text);
        let own = format!("{system}: {text}: {answer}");
        // An answer may leave the example out; that states less, and it is true.
        let less = format!("{system}: {text}: {}", answer.split(' ').next().unwrap());
        let (mut refused, mut stands) = (0, 0);
        for changed in changes(&body, 1 + body.len() / 250).into_iter().filter(|changed| *changed != body) {
            match checked(&changed) {
                Err(_) => refused += 1,
                Ok(stated) if stated == own || stated == less => stands += 1,
                Ok(stated) => panic!("{stated} was accepted for {own}"),
            }
        }
        // An automaton with a doubled state and the like accepts the same words.
        assert!(stands * 20 < refused, "{own}: {stands} of {} changes stand", stands + refused);
    }
}

#[test]
fn forged_laws_and_relations_are_refused() {
    let body = certificate("fibonacci", "A n: F[n] = 1 => F[n+1] = 0");
    // Another word's automaton throughout: the letters change places.
    for (from, to) in [
        ("system fibonacci 1 1", "system fibonacci 1 2"),
        ("system fibonacci 1 1", "system base2 2"),
        ("name 0 F fixed point of 0->01,1->0 from 0", "name 0 F fixed point of 0->01,1->1 from 0"),
        ("law F[0] = 0", "law F[0] = 1"),
        ("statement A n: F[n] = 1 =>", "statement A n: F[n] = 0 =>"),
    ] {
        assert!(body.contains(from), "{from}");
        assert!(checked(&body.replacen(from, to, 1)).is_err(), "{to}");
    }
    assert!(checked("").is_err() && checked("statement n = 0\n").is_err());
    // A letter too many, a letter too few.
    let state = body.lines().find(|line| line.starts_with("+ ")).unwrap();
    assert!(checked(&body.replacen(state, &format!("{state} ."), 1)).is_err());
    assert!(checked(&body.replacen(state, &state[..state.len() - 2], 1)).is_err());
}

#[test]
fn an_answer_that_the_automata_do_not_give_is_refused() {
    for (text, own, others) in [
        (STATEMENTS[0].1, "true", &["false", "set", "true n 0", "true n", "yes", ""][..]),
        (
            STATEMENTS[1].1,
            "false n 2",
            &["true", "false n 3", "false n 1", "false m 2", "false n 2 2", "false n x", "false n 02", "false n +2"],
        ),
        (STATEMENTS[2].1, "true n 2", &["true n 5", "true m 2", "false n 2", "true n 2 "]),
        ("F[n] = F[n+1]", "set", &["true", "false n 2"]),
    ] {
        let body = certificate("fibonacci", text);
        let answered = |answer: &str| body.replacen(&format!("answer {own}\n"), &format!("answer {answer}\n"), 1);
        assert!(body == answered(own) && checked(&body).is_ok(), "{text}");
        for other in others {
            assert!(checked(&answered(other)).is_err(), "{text}: {other}");
        }
        assert!(checked(&format!("{body}end\n")).is_err() && checked(body.trim_end_matches("end\n")).is_err());
    }
}

#[test]
fn words_that_are_no_representations_may_not_be_accepted() {
    // x < 5 exactly if x < 5: that is every number, but 11 is none.
    let library = library("fibonacci").unwrap();
    let mut watch = Unwatched;
    let work = &mut Work::new(&mut watch, 100);
    let track = Track::number(0);
    let small = Prover::new(&library).run(library.read("x < 5").unwrap(), true, work).unwrap();
    let all = Automaton::everything(&library.system, &[track], work).unwrap();
    let every_word = Automaton::from_parts(vec![track], 2, vec![0, 0], vec![true]);
    let mut checker = Checker { library: &library, relations: Vec::new(), watch: &mut Unwatched, walked: 0 };
    assert!(checker.joined(Connective::Iff, small.root(), small.root(), &all).is_ok());
    assert!(checker.joined(Connective::Iff, small.root(), small.root(), &every_word).is_err());
}

/// What the checker says of the step that restricts all numbers by a sum to what the automaton accepts, or to all.
fn restricted(library: &Library, linear: &Linear, to: Option<&Automaton>) -> Result<()> {
    let mut watch = Unwatched;
    let all = Automaton::everything(&library.system, &[Track::number(0)], &mut Work::new(&mut watch, 100)).unwrap();
    let mut checker = Checker { library, relations: Vec::new(), watch: &mut Unwatched, walked: 0 };
    checker.restricted(&all, linear, to.unwrap_or(&all))
}

#[test]
fn a_sum_that_is_sure_to_fit_must_be_accepted() {
    use crate::automata::linear::{Multiple, Relation};
    // -x - 1 < 0 holds of all numbers; an automaton of 0 alone will not do, nor one of nothing.
    let library = library("fibonacci").unwrap();
    let track = Track::number(0);
    let multiples = vec![Multiple { times: -1, track, zeros: 0 }];
    let linear = Linear { multiples, constant: -1, relation: Relation::Less };
    let zero = Automaton::from_parts(vec![track], 2, vec![0, DEAD], vec![true]);
    assert!(restricted(&library, &linear, None).is_ok());
    assert!(restricted(&library, &linear, Some(&zero)).is_err());
    assert!(restricted(&library, &linear, Some(&Automaton::nothing(vec![track], 2))).is_err());
}

/// A prover of a system that was told what is not so, and the refusal of what it then proves of a statement.
fn misled(system: &str, text: &str, mislead: impl FnOnce(&Library, &mut Prover<'_>, &mut Work<'_>)) -> String {
    let library = library(system).unwrap();
    let mut watch = Unwatched;
    let work = &mut Work::new(&mut watch, 100_000);
    let mut prover = Prover::new(&library);
    let honest = prover.decide(library.read(text).unwrap(), work).unwrap();
    assert_eq!(honest.decided.truth(), Some(false));
    mislead(&library, &mut prover, work);
    let decided = prover.run(library.read(text).unwrap(), true, work).unwrap();
    assert_eq!(decided.truth(), Some(true));
    let forged = certificate_body(&library, &prover, &crate::automata::Answer { decided, example: None });
    checked(&forged).unwrap_err().to_string()
}

/// Proves the laws of a name from what the prover now takes it for.
fn prove_laws(library: &Library, prover: &mut Prover<'_>, name: usize, work: &mut Work<'_>) {
    let laws = library.laws(name).into_iter().map(|law| library.read(&law).unwrap());
    let laws = laws.map(|law| prover.run(law, false, work).unwrap()).collect::<Vec<_>>();
    prover.known[name].laws = Some(laws);
}

#[test]
fn a_relation_that_is_not_its_graph_is_refused() {
    // The identity has one value everywhere too, but it is not the place of the n-th a.
    let refused = misled("tribonacci", "A n: a(n) = n", |library, prover, work| {
        let name = library.names.iter().position(|name| name.name == "a").unwrap();
        let identity = prover.run(library.read("n = y").unwrap(), true, work).unwrap();
        let to = [Track::number(0), Track::number(1)];
        prover.known[name].automaton = Some(std::rc::Rc::new(identity.root().renamed(&to)));
        prove_laws(library, prover, name, work);
    });
    assert!(refused.contains("does not accept what its step says"), "{refused}");
}

#[test]
fn a_sum_beyond_machine_words_is_not_judged() {
    use crate::automata::linear::{Multiple, Relation};
    let library = library("base10").unwrap();
    let track = Track::number(0);
    let multiples = vec![Multiple { times: 1_000_000_000_000_000_000, track, zeros: 0 }];
    let linear = Linear { multiples, constant: -1, relation: Relation::Equal };
    let none = Automaton::nothing(vec![track], 10);
    let refused = restricted(&library, &linear, Some(&none)).unwrap_err().to_string();
    assert!(refused.contains("machine words"), "{refused}");
}

#[test]
fn a_certificate_that_is_sound_but_for_a_law_is_refused() {
    // The relation of another word, with all that follows from it: every step is right, the laws are not true.
    let refused = misled("fibonacci", "A n: F[n] = 0 => F[n+1] = 0", |library, prover, work| {
        let zeros = prover.run(library.read("y = 0 & n >= 0").unwrap(), true, work).unwrap();
        let tracks = [Track::number(1), Track::number(0)];
        prover.known[0].automaton = Some(std::rc::Rc::new(zeros.root().renamed(&tracks)));
        for name in 0..prover.known.len() {
            prove_laws(library, prover, name, work);
        }
    });
    assert!(refused.contains("the law is not true"), "{refused}");
}
