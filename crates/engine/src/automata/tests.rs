//! Statements against their plain meaning, and known theorems.

use super::decide::{Answer, Prover};
use super::library::{Definition, Library, Meaning};
use super::linear::Relation;
use super::statement::{Formula, Part, Statement, Sum};
use super::*;
use dashu::integer::UBig;
use kit::Unwatched;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const fn word(name: &'static str, letters: &'static str, images: &'static [&'static str], start: char) -> Definition {
    Definition { name, about: "a word", meaning: Meaning::FixedPoint { letters, images, start } }
}

/// The words of the tests, each over its system.
pub(super) const WORDS: &[(&str, &[Definition])] = &[
    ("fibonacci", &[word("F", "01", &["01", "0"], '0')]),
    ("base2", &[word("t", "01", &["01", "10"], '0'), word("d", "01", &["01", "00"], '0')]),
    (
        "tribonacci",
        &[
            word("T", "abc", &["ab", "ac", "a"], 'a'),
            Definition {
                name: "a",
                about: "the places of a",
                meaning: Meaning::Graph { graph: "n = 0 & y = 0 | T_a(y) = n & T[y-1] = a", laws: &[] },
            },
        ],
    ),
    ("pell", &[word("S", "01", &["001", "0"], '0')]),
    ("base3", &[]),
];

pub(super) fn library(system: &str) -> kit::Result<Library> {
    let rows = WORDS.iter().find(|(name, _)| *name == system).map_or(&[][..], |(_, rows)| rows);
    Library::new(System::named(system)?, rows)
}

fn decide(prover: &mut Prover<'_>, statement: Statement) -> Answer {
    let text = statement.text.clone();
    prover.decide(statement, &mut Work::new(&mut Unwatched, 2_000_000)).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// How far quantifiers look in the plain meaning.
const BOUND: i64 = 13;

/// The plain meaning of statements whose quantifiers are bounded: every value below [`BOUND`] is tried.
struct Plain<'a> {
    system: &'a System,
    values: Vec<Option<Vec<u64>>>,
}

impl Plain<'_> {
    fn of(library: &Library) -> Plain<'_> {
        let values = (0..library.names.len()).map(|name| library.values(name, 5000)).collect();
        Plain { system: &library.system, values }
    }

    /// `None` at a negative place.
    fn sum(&self, sum: &Sum, given: &[i64]) -> Option<i64> {
        let mut total = sum.constant;
        for (times, part) in &sum.parts {
            let shifted = |number: i64, zeros: &usize| {
                let mut digits = self.system.represent(number as u64);
                digits.extend(vec![0; *zeros]);
                i64::try_from(self.system.value(&digits)).unwrap()
            };
            total += times
                * match part {
                    Part::Variable { variable, zeros } => shifted(given[*variable as usize], zeros),
                    Part::Shifted { of, zeros } => shifted(self.sum(of, given).filter(|&at| at >= 0)?, zeros),
                    Part::Value { name, at } => {
                        let at = self.sum(at, given).filter(|&at| at >= 0)?;
                        self.values[*name].as_ref().expect("a word or a count")[at as usize] as i64
                    }
                };
        }
        Some(total)
    }

    fn holds(&self, formula: &Formula, given: &mut Vec<i64>) -> bool {
        match formula {
            Formula::Compare(sum, relation) => self.sum(sum, given).is_some_and(|total| relation.holds(total.cmp(&0))),
            Formula::Weight(sum) => {
                let weight = |total: i64| self.system.weights().iter().any(|&w| i64::try_from(w) == Ok(total));
                self.sum(sum, given).is_some_and(weight)
            }
            Formula::Not(inner) => !self.holds(inner, given),
            Formula::And(all) => all.iter().all(|part| self.holds(part, given)),
            Formula::Or(all) => all.iter().any(|part| self.holds(part, given)),
            Formula::Implies(left, right) => !self.holds(left, given) || self.holds(right, given),
            Formula::Iff(left, right) => self.holds(left, given) == self.holds(right, given),
            Formula::Quantified { all, variables, body } => {
                let total = BOUND.pow(variables.len() as u32);
                let mut tries = (0..total).map(|code| {
                    for (i, &v) in variables.iter().enumerate() {
                        given[v as usize] = code / BOUND.pow(i as u32) % BOUND;
                    }
                    self.holds(body, given)
                });
                if *all { tries.all(|held| held) } else { tries.any(|held| held) }
            }
        }
    }
}

/// A random sum in the variables, as text.
fn random_sum(rng: &mut ChaCha8Rng, variables: &[&str], names: &[String], depth: u32) -> String {
    let part = |rng: &mut ChaCha8Rng| {
        let variable = variables[rng.random_range(0..variables.len())];
        match rng.random_range(0..7) {
            0 | 1 => variable.to_string(),
            2 => format!("{}*{variable}", rng.random_range(2..4)),
            3 => rng.random_range(0..9).to_string(),
            4 => format!("[{variable} 0]"),
            _ if depth > 0 && !names.is_empty() => {
                let inner = random_sum(rng, variables, names, depth - 1);
                names[rng.random_range(0..names.len())].replace('#', &inner)
            }
            _ => format!("[{variable} + 1 01]"),
        }
    };
    let mut sum = part(rng);
    for _ in 0..rng.random_range(0..2) {
        let sign = if rng.random_bool(0.5) { "+" } else { "-" };
        sum = format!("{sum} {sign} {}", part(rng));
    }
    sum
}

/// A random formula in the variables; its quantifiers are bounded.
fn random_formula(rng: &mut ChaCha8Rng, variables: &[&str], names: &[String], depth: u32) -> String {
    let fresh = ["x", "y", "z"].into_iter().find(|name| !variables.contains(name));
    match rng.random_range(0..if depth == 0 { 3 } else { 9 }) {
        0 | 1 => {
            let sign = ["=", "!=", "<", "<=", ">", ">="][rng.random_range(0..6)];
            format!("{} {sign} {}", random_sum(rng, variables, names, 1), random_sum(rng, variables, names, 1))
        }
        2 => format!("weight({})", random_sum(rng, variables, names, 0)),
        3 => format!("~({})", random_formula(rng, variables, names, depth - 1)),
        4..=6 => {
            let sign = ["&", "|", "=>", "<=>"][rng.random_range(0..4)];
            let [left, right] = [0; 2].map(|_| random_formula(rng, variables, names, depth - 1));
            format!("({left}) {sign} ({right})")
        }
        kind => match fresh {
            None => random_formula(rng, variables, names, 0),
            Some(fresh) => {
                let inner = random_formula(rng, &[variables, &[fresh]].concat(), names, depth - 1);
                match kind {
                    7 => format!("A {fresh}: {fresh} < {BOUND} => ({inner})"),
                    _ => format!("E {fresh}: {fresh} < {BOUND} & ({inner})"),
                }
            }
        },
    }
}

#[test]
fn random_statements_mean_what_trying_all_values_says() {
    let mut rng = ChaCha8Rng::seed_from_u64(15);
    for (system, _) in WORDS {
        let library = library(system).unwrap();
        let mut prover = Prover::new(&library);
        let plain = Plain::of(&library);
        let names: Vec<String> = (library.names.iter().zip(&plain.values))
            // The counts of the period doubling word have no automaton.
            .filter(|(name, values)| values.is_some() && !name.name.starts_with("d_"))
            .map(|(name, _)| match name.kind {
                super::statement::NameKind::Function => format!("{}(#)", name.name),
                super::statement::NameKind::Word { .. } => format!("{}[#]", name.name),
            })
            .collect();
        for round in 0..120 {
            let text = random_formula(&mut rng, &["n"], &names, 3);
            let statement = library.read(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
            let automaton = decide(&mut prover, statement.clone()).decided;
            for n in 0..30 {
                let mut given = vec![0; statement.variables.len()];
                let numbers: Vec<u64> = statement.free.iter().map(|_| n as u64).collect();
                statement.free.iter().for_each(|&v| given[v as usize] = n);
                let truth = plain.holds(&statement.formula, &mut given);
                assert_eq!(
                    automaton.root().holds(&library.system, &numbers),
                    truth,
                    "{round}: {system}, n = {n}: {text}"
                );
            }
        }
    }
}

/// Decides a sentence over a system.
fn answer(system: &str, text: &str) -> (Option<bool>, Option<Vec<UBig>>) {
    let library = library(system).unwrap();
    let answer = decide(&mut Prover::new(&library), library.read(text).unwrap());
    (answer.decided.truth(), answer.example.map(|values| values.into_iter().map(|(_, value)| value).collect()))
}

/// Known theorems, each with a variant that is false and its least counterexample.
const THEOREMS: &[(&str, &str, &str, &[u64])] = &[
    // Karhumaki 1983; Mignosi and Pirillo 1992: no fourth powers, but cubes; 010 010 010 is the first.
    (
        "fibonacci",
        "~E i, n: n >= 1 & A u: i <= u & u < i + 3*n => F[u] = F[u+n]",
        "~E i, n: n >= 1 & A u: i <= u & u < i + 2*n => F[u] = F[u+n]",
        &[5, 3],
    ),
    // Seebold 1985: squares have the orders 1, 2, 3, 5, 8, ...
    (
        "fibonacci",
        "A n: n >= 1 => ((E i: A u: i <= u & u < i + n => F[u] = F[u+n]) <=> weight(n))",
        "A n: (E i: A u: i <= u & u < i + n => F[u] = F[u+n]) <=> weight(n)",
        &[0],
    ),
    // Sturmian: one factor of each length can be continued in two ways, so there are n + 1 of length n.
    (
        "fibonacci",
        "A n: E i, j: F[i+n] != F[j+n] & A u: i <= u & u < i + n => F[u] = F[u+j-i]",
        "A n, i: E j: F[i+n] != F[j+n] & A u: i <= u & u < i + n => F[u] = F[u+j-i]",
        &[1, 1],
    ),
    (
        "fibonacci",
        "A n, i, k: (E j: F[j+n] != F[i+n] & A t: t < n => F[i+t] = F[j+t]) & (E j: F[j+n] != F[k+n] & A t: t < n => F[k+t] = F[j+t]) \
         => A t: t < n => F[i+t] = F[k+t]",
        "A n, i, k: (E j: F[j+n] != F[i+n] & A t: t < n => F[i+t] = F[j+t]) => A t: t < n => F[i+t] = F[k+t]",
        &[1, 0, 1],
    ),
    // Droubay 1995: palindromes of every length, one of each even length.
    (
        "fibonacci",
        "A n: E i: A t: t < n => F[i+t] = F[i+n-1-t]",
        "A n, i: A t: t < n => F[i+t] = F[i+n-1-t]",
        &[2, 0, 0],
    ),
    // Thue 1912: no overlaps, but squares, of the orders 2^k and 3 2^k.
    (
        "base2",
        "~E i, n: n >= 1 & A u: i <= u & u <= i + n => t[u] = t[u+n]",
        "~E i, n: n >= 1 & A u: i <= u & u < i + n => t[u] = t[u+n]",
        &[1, 1],
    ),
    (
        "base2",
        "A n: n >= 1 => ((E i: A u: i <= u & u < i + n => t[u] = t[u+n]) <=> (weight(n) | E k: weight(k) & n = 3*k))",
        "A n: n >= 1 => ((E i: A u: i <= u & u < i + n => t[u] = t[u+n]) <=> weight(n))",
        &[3],
    ),
    ("base2", "A n: t_1(2*n) = n", "A n: t_1(3*n) = n", &[1]),
    // The n-th a of the Tribonacci word.
    ("tribonacci", "A n: a(n+1) = [n 0] + 1", "A n: a(n) = [n 0] + 1", &[0]),
    ("base3", "A n: E m: n = 2*m | n = 2*m + 1", "A n: E m: n = 3*m | n = 3*m + 1", &[2]),
    ("base3", "A n: E m: m = 100*n", "A m: E n: m = 100*n", &[1]),
    ("pell", "A n: S[n] = 1 => S[n+1] = 0", "A n: S[n] = 0 => S[n+1] = 0", &[1]),
];

#[test]
fn known_theorems_are_true_and_their_variants_false() {
    for (system, theorem, variant, counterexample) in THEOREMS {
        assert_eq!(answer(system, theorem), (Some(true), None), "{theorem}");
        let (truth, example) = answer(system, variant);
        let expected: Vec<UBig> = counterexample.iter().map(|&n| n.into()).collect();
        assert_eq!((truth, example), (Some(false), Some(expected)), "{variant}");
    }
}

#[test]
fn the_limit_of_states_refuses_with_the_figure_and_a_watch_stops_the_work() {
    let library = library("fibonacci").unwrap();
    let statement = || library.read("~E i, n: n >= 1 & A u: i <= u & u < i + 3*n => F[u] = F[u+n]").unwrap();
    let mut watch = Unwatched;
    let refused = Prover::new(&library).decide(statement(), &mut Work::new(&mut watch, 100)).map(|_| ()).unwrap_err();
    assert_eq!(refused.trouble(), kit::Trouble::TooLarge);
    assert!(refused.to_string().contains("the limit is 100 states"), "{refused}");
    for patience in [1, 3, 10, 30, 100] {
        let mut watch = kit::trial::Looks(patience);
        let stopped = Prover::new(&library).decide(statement(), &mut Work::new(&mut watch, 1 << 20)).map(|_| ());
        assert!(stopped.unwrap_err().is_stopped(), "after {patience} looks");
    }
}

#[test]
fn an_automaton_that_breaks_a_law_is_not_believed() {
    // The graph is not that of a function, or not of one that obeys the law.
    for (graph, laws, part) in [
        ("y = n | y = n + 1", &[][..], "y = z"),
        ("y = n & n > 3", &[], "E y"),
        ("y = 2*n", &["A n: f(n+1) = f(n) + 3"][..], "f(n) + 3"),
    ] {
        let rows = [Definition { name: "f", about: "", meaning: Meaning::Graph { graph, laws } }];
        let library = Library::new(System::named("fibonacci").unwrap(), &rows).unwrap();
        let statement = library.read("f(0) = 0").unwrap();
        let mut watch = Unwatched;
        let work = &mut Work::new(&mut watch, 1000);
        let refused = Prover::new(&library).decide(statement, work).map(|_| ()).unwrap_err().to_string();
        assert!(refused.contains("breaks the law") && refused.contains(part), "{graph}: {refused}");
    }
}

#[test]
fn relations_hold_for_comparisons_as_they_say() {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let held = |relation: Relation| [Less, Equal, Greater].map(|sign| relation.holds(sign));
    assert_eq!(held(Relation::Equal), [false, true, false]);
    assert_eq!(held(Relation::Unequal), [true, false, true]);
    assert_eq!(held(Relation::Less), [true, false, false]);
    assert_eq!(held(Relation::AtMost), [true, true, false]);
}
