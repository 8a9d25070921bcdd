//! Numbers beside the widest that fit: what is computed in words of the machine is computed once more in wide integers.
//!
//! Every question at its limits is asked in `numbers.rs`, in a build that panics where a number does not fit its type,
//! so that an answer there is the one of integers of any width; here is the proof that the build does so, and questions
//! whose numbers come closest to the edge are recomputed.

use kit::{NoFiles, Report, Unwatched, read_sentence};
use std::hint::black_box;
use std::panic::catch_unwind;

fn answered(sentence: &str) -> Report {
    let (question, ask) = read_sentence(topics::ALL, sentence, &NoFiles).unwrap_or_else(|e| panic!("{sentence}: {e}"));
    (question.answer)(&ask, &mut Unwatched).unwrap_or_else(|e| panic!("{sentence}: {e}"))
}

/// The numbers of a fact, in the order in which they are written.
fn numbers(report: &Report, name: &str) -> Vec<i128> {
    let text = report.get(name).unwrap_or_else(|| panic!("{name}: no such fact")).to_string();
    let words = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    words.map(|word| word.parse().unwrap()).collect()
}

#[test]
fn a_number_that_does_not_fit_is_seen_in_this_build() {
    assert!(catch_unwind(|| black_box(u64::MAX) + black_box(1)).is_err());
    assert!(catch_unwind(|| black_box(i64::MIN) - black_box(1)).is_err());
    assert!(catch_unwind(|| black_box(1u32 << 31) * black_box(2)).is_err());
}

/// Clicks that are said to solve do so in wide integers; a witness that there are none is one.
#[test]
fn puzzles_of_four_billion_colours_are_solved_in_wide_integers_too() {
    let graphs = ["circle:6", "circle:7", "grid:3x3", "grid:2x5:king", "path:8", "petersen", "torus:3x3"];
    let (mut solved, mut refuted) = (0, 0);
    for m in [1i128 << 32, (1 << 32) - 1, 4_294_967_291, 4_294_836_225, 3 << 30] {
        for add in [1, (1i128 << 32) - 1, 4_294_967_290] {
            for graph in graphs {
                let from = m - 1;
                let report = answered(&format!("merlin solve {graph} --mod {m} --from all:{from} --add {add}"));
                let matrix = numbers(&report, "matrix");
                let n = matrix.len().isqrt();
                let apply = |row: &dyn Fn(usize) -> i128, by: &[i128]| -> i128 {
                    (0..n).map(|j| row(j) * by[j] % m).sum::<i128>() % m
                };
                if report.line.starts_with("solvable") {
                    let clicks = numbers(&report, "clicks");
                    for cell in 0..n {
                        let changed = apply(&|j| matrix[cell * n + j], &clicks);
                        assert_eq!((from + changed) % m, 0, "{graph} mod {m} add {add}, cell {cell}");
                    }
                    solved += 1;
                } else {
                    let witness = numbers(&report, "witness");
                    for click in 0..n {
                        assert_eq!(apply(&|i| matrix[i * n + click], &witness), 0, "{graph} mod {m} add {add}");
                    }
                    assert_ne!(apply(&|_| from, &witness), 0, "{graph} mod {m} add {add}");
                    refuted += 1;
                }
            }
        }
    }
    assert!(solved > 20 && refuted > 5, "{solved} {refuted}");
}

/// The sum of two numbers in decimal digits, the least first.
fn sum(a: &[u8], b: &[u8]) -> Vec<u8> {
    let (mut digits, mut carry) = (Vec::new(), 0);
    for place in 0..a.len().max(b.len()) {
        let both = a.get(place).unwrap_or(&0) + b.get(place).unwrap_or(&0) + carry;
        digits.push(both % 10);
        carry = both / 10;
    }
    if carry > 0 {
        digits.push(carry);
    }
    digits
}

#[test]
fn sums_beyond_every_word_are_those_of_decimal_digits() {
    let report = answered("exile numbers 5000");
    let last = report.tables[0].rows.last().unwrap().last().unwrap().to_string();
    let mut three: [Vec<u8>; 3] = [vec![0], vec![0], vec![1]];
    for _ in 3..5000 {
        let next = sum(&sum(&three[0], &three[1]), &three[2]);
        three.rotate_left(1);
        three[2] = next;
    }
    let told: String = three[2].iter().rev().map(|digit| char::from(b'0' + digit)).collect();
    assert_eq!(last.replace(' ', ""), told);
}
