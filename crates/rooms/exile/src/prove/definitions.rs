//! The words and functions that statements may name, system by system.
//!
//! Over `tribonacci` they are the letters of the paper. The words are fixed points of their morphisms; a, b, c are the
//! places of the letters, from 1; X, Y, M, P have the formulas of Corollary 21 as graphs and the rule (2) by mex as
//! laws. As the rule gives every row from the rows before it, one table obeys it: so deciding the laws proves the
//! corollary.

use engine::automata::{Definition, Library, Meaning, System};
use kit::Result;

const fn word(
    name: &'static str,
    about: &'static str,
    letters: &'static str,
    images: &'static [&'static str],
    start: char,
) -> Definition {
    Definition { name, about, meaning: Meaning::FixedPoint { letters, images, start } }
}

const fn function(
    name: &'static str,
    about: &'static str,
    graph: &'static str,
    laws: &'static [&'static str],
) -> Definition {
    Definition { name, about, meaning: Meaning::Graph { graph, laws } }
}

const TRIBONACCI: &[Definition] = &[
    word("T", "the Tribonacci word, fixed by a -> ab, b -> ac, c -> a", "abc", &["ab", "ac", "a"], 'a'),
    word(
        "theme",
        "the theme song, fixed by a -> cabaaba, b -> cababa, c -> caba",
        "abc",
        &["cabaaba", "cababa", "caba"],
        'c',
    ),
    function("a", "the place of the n-th a in T, from 1; a(0) = 0", "n = 0 & y = 0 | T_a(y) = n & T[y-1] = a", &[]),
    function("b", "the place of the n-th b in T, from 1; b(0) = 0", "n = 0 & y = 0 | T_b(y) = n & T[y-1] = b", &[]),
    function("c", "the place of the n-th c in T, from 1; c(0) = 0", "n = 0 & y = 0 | T_c(y) = n & T[y-1] = c", &[]),
    function(
        "X",
        "the first column of the table: X(n) = mex of all X(i), Y(i) with i < n",
        "y = b(n) - a(n)",
        &["A n, i: i < n => X(i) != X(n) & Y(i) != X(n)", "A n, v: v < X(n) => E i: i < n & (X(i) = v | Y(i) = v)"],
    ),
    function("Y", "the second column: Y(n) = X(n) + M(n)", "y = c(n) - b(n)", &["A n: Y(n) = X(n) + M(n)"]),
    function(
        "M",
        "the third column: M(n) = mex of all M(i), P(i) with i < n",
        "y = c(n) - 2*b(n) + a(n)",
        &["A n, i: i < n => M(i) != M(n) & P(i) != M(n)", "A n, v: v < M(n) => E i: i < n & (M(i) = v | P(i) = v)"],
    ),
    function("P", "the fourth column: P(n) = X(n) + Y(n)", "y = c(n) - a(n)", &["A n: P(n) = X(n) + Y(n)"]),
];

const FIBONACCI: &[Definition] = &[
    word("F", "the Fibonacci word, fixed by 0 -> 01, 1 -> 0", "01", &["01", "0"], '0'),
    function(
        "a",
        "the smaller number of Wythoff's n-th pair: a(n) = mex of all a(i), b(i) with i < n",
        "n = 0 & y = 0 | F_0(y) = n & F[y-1] = 0",
        &["A n, i: i < n => a(i) != a(n) & b(i) != a(n)", "A n, v: v < a(n) => E i: i < n & (a(i) = v | b(i) = v)"],
    ),
    function("b", "the larger number of Wythoff's n-th pair: b(n) = a(n) + n", "y = a(n) + n", &[]),
];

const BASE2: &[Definition] = &[
    word("t", "the Thue-Morse word, fixed by 0 -> 01, 1 -> 10", "01", &["01", "10"], '0'),
    word("d", "the period doubling word, fixed by 0 -> 01, 1 -> 00", "01", &["01", "00"], '0'),
];

const PELL: &[Definition] = &[word("S", "the word fixed by 0 -> 001, 1 -> 0", "01", &["001", "0"], '0')];

/// The systems that a question may name.
pub const SYSTEMS: &[&str] = &[
    "tribonacci",
    "fibonacci",
    "pell",
    "narayana",
    "tetranacci",
    "base2",
    "base3",
    "base4",
    "base5",
    "base6",
    "base7",
    "base8",
    "base9",
    "base10",
];

/// The names over a system.
pub fn library(system: &str) -> Result<Library> {
    let rows = match system {
        "tribonacci" => TRIBONACCI,
        "fibonacci" => FIBONACCI,
        "base2" => BASE2,
        "pell" => PELL,
        _ => &[],
    };
    Library::new(System::named(system)?, rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_of_the_question_is_known_and_its_names_are_told_apart() {
        for system in SYSTEMS {
            let library = library(system).unwrap();
            let mut names: Vec<&str> = library.names().map(|(name, _)| name.name.as_str()).collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "{system}");
            assert!(library.names().all(|(_, about)| !about.is_empty()), "{system}");
        }
        assert!(library("base1").is_err());
    }
}
