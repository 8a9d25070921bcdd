//! The fewest locking queens on one thread and on two, in one run: `cargo bench -p parlor-queens --bench lock -- 15`.
//!
//! The threads are those of rayon, whose number is settled when a program begins: each number has a process of its own.

use kit::Unwatched;
use queens::lock::{Attacks, fewest};
use std::process::Command;

#[path = "../../../engine/benches/clock/mod.rs"]
mod clock;
use clock::{Shares, Spent, compared, shared};

const THREADS: &str = "RAYON_NUM_THREADS";

/// Solves a side here: its answer in a line, the seconds by the clock and of the processor, then what each thread ran
/// and waited.
fn solve(n: usize) {
    let (shares, lock) = shared(|| fewest(&Attacks::queens(n), &mut Unwatched).expect("nobody stops it"));
    println!("{} queens, at least {}, {:?}", lock.queens.len(), lock.at_least, lock.order);
    println!("{}\n{}", shares.elapsed, shares.run);
    shares.threads.iter().for_each(|thread| println!("{} {}", thread.run, thread.idle));
}

/// The same in a process with so many threads: the answer, and what each thread ran and waited.
fn solved(n: usize, threads: usize) -> (String, Shares) {
    let program = std::env::current_exe().expect("a program has a path");
    let out = Command::new(program).args(["solve", &n.to_string()]).env(THREADS, threads.to_string()).output();
    let text = String::from_utf8(out.expect("it starts").stdout).expect("text");
    let mut lines = text.lines();
    let answer = lines.next().expect("an answer").to_string();
    let number = |word: &str| word.parse().expect("a number");
    let [elapsed, run] = [(); 2].map(|()| number(lines.next().expect("a time")));
    let pairs = lines.filter_map(|line| line.split_once(' '));
    let threads = pairs.map(|(run, idle)| Spent { run: number(run), idle: number(idle) }).collect();
    (answer, Shares { elapsed, run, threads })
}

fn main() {
    let sides: Vec<usize> = std::env::args().filter_map(|word| word.parse().ok()).collect();
    if std::env::args().any(|word| word == "solve") {
        return sides.into_iter().for_each(solve);
    }
    for &n in if sides.is_empty() { &[16, 18][..] } else { &sides[..] } {
        let ((answer, alone), (same, together)) = (solved(n, 1), solved(n, 2));
        assert_eq!(answer, same);
        let queens = answer.split(", [").next().unwrap_or_default();
        println!("{}", compared(&format!("queens lock {n}, {queens}"), &alone, &together));
    }
}
