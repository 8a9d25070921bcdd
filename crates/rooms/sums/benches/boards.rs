//! Board games of the sums: the rungs against each other on the same boards in one run, and the times of the largest
//! boards.
//!
//! Calls given as arguments are solved instead: `cargo bench -p parlor-sums --bench boards -- "cram(6,7)"`, on one
//! thread and then on two.

use engine::impartial::{Impartial, Limits, Method, Solver};
use kit::{Means, Unwatched};
use std::time::Instant;
use sums::language::{all_words, read_sum};
use sums::words::boards::{Boxing, Cells, Chomp, Cram};

#[path = "../../../engine/benches/clock/mod.rs"]
mod clock;
use clock::one_and_two;

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let answer = work();
    (start.elapsed().as_secs_f64(), answer)
}

/// The rungs from nothing on one position, the first against the others.
fn rungs<G: Impartial + 'static>(name: &str, game: impl Fn() -> G, board: impl Fn(&G) -> G::Key, methods: &[Method]) {
    let solve = |method| {
        let at = board(&game());
        let solver = Solver::new(game(), Limits { memory: 2 << 30, threads: 1 });
        let (seconds, nimber) = timed(|| solver.nimber(&at, method, &mut Unwatched).expect("within reach"));
        (seconds, nimber, solver.table().len())
    };
    let (fast, nimber, few) = solve(methods[0]);
    for &method in &methods[1..] {
        let (slow, same, many) = solve(method);
        assert_eq!(nimber, same);
        println!(
            "{name}: {:?} {fast:.3} s and {few} stored, {method:?} {slow:.3} s and {many} stored, ratio {:.1}",
            methods[0],
            slow / fast
        );
    }
}

/// Seconds and nimber of a board by so many threads, from nothing.
fn nimber(call: &str, threads: usize) -> (f64, u32) {
    let sum = read_sum(call, &all_words()).expect("a call");
    let positions = std::slice::from_ref(&sum[0].position);
    let means = Means { memory: 2 << 30, threads };
    let (seconds, nimbers) = timed(|| sum[0].rules.nimbers(positions, means, &mut Unwatched).expect("within reach"));
    (seconds, nimbers[0])
}

/// A board on one thread and on two.
fn in_company(call: &str) {
    one_and_two(call, |threads| (nimber(call, threads).1, None));
}

fn main() {
    let calls: Vec<String> = std::env::args().skip(1).filter(|word| word.contains('(')).collect();
    if !calls.is_empty() {
        calls.iter().for_each(|call| in_company(call));
        return;
    }
    let searched = [Method::Proof, Method::Couples, Method::Memo];
    rungs("boxing 5 x 5", || Boxing::new(5, 5), |game| game.stones(&Cells::full(5, 5)), &searched);
    rungs("boxing 4 x 7", || Boxing::new(4, 7), |game| game.stones(&Cells::full(4, 7)), &searched);
    rungs("cram 4 x 5", || Cram::new(4, 5), |game| game.free(&Cells::full(4, 5)), &searched);
    rungs("cram 4 x 7", || Cram::new(4, 7), |game| game.free(&Cells::full(4, 7)), &searched);
    rungs("cram 5 x 6", || Cram::new(5, 6), |game| game.free(&Cells::full(5, 6)), &searched[..2]);
    rungs("chomp 10 x 10", || Chomp, |_| Chomp::bar(&[10; 10]), &[Method::Sweep, Method::Memo]);
    for call in ["cram(5,7)", "cram(5,8)", "boxing(5,8)", "boxing(6,8)", "boxing(3,24)", "boxing(7,8)"] {
        in_company(call);
    }
    for call in ["cram(4,9)", "chomp(12,12)", "boxing(4,13)", "boxing(5,10)"] {
        let (seconds, nimber) = nimber(call, 2);
        println!("{call}: nimber {nimber} in {seconds:.2} s");
    }
}
