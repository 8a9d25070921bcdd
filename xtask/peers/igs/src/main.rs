//! The impartial game solver `igs` beside the solvers of the sums: the same board, one after the other in one run, on
//! one thread, each from nothing and with what its own crate offers for that game.
//!
//! Arguments: game, rows and columns, in threes; by default Cram and Chomp on the boards that both do in seconds.

use engine::impartial::{Limits, Method, Solver};
use igs::game::{DecomposableGame, Game, SimpleGame};
use kit::Unwatched;
use std::time::Instant;
use sums::words::boards::{Cells, Chomp, Cram};

/// Seconds of processor that this process has taken so far, in steps of a hundredth; a busy machine then does not blur
/// the ratio.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let after = text.rsplit(')').next()?;
    let ticks: u64 = after.split_whitespace().skip(11).take(2).map(|word| word.parse::<u64>().unwrap_or(0)).sum();
    Some(ticks as f64 / 100.0)
}

fn timed(work: impl FnOnce() -> u32) -> (f64, u32) {
    let (start, clock) = (processor_seconds(), Instant::now());
    let nimber = work();
    let spent = processor_seconds().zip(start).map(|(end, start)| end - start);
    (spent.unwrap_or_else(|| clock.elapsed().as_secs_f64()), nimber)
}

const LIMITS: Limits = Limits { memory: 2 << 30, threads: 1 };

fn our_cram(rows: usize, columns: usize) -> u32 {
    let game = Cram::<u64>::fitting(rows, columns).expect("a board of at most 64 cells");
    let board = game.free(&Cells::full(rows, columns));
    Solver::new(game, LIMITS).nimber(&board, Method::Proof, &mut Unwatched).expect("within reach")
}

fn their_cram(rows: usize, columns: usize) -> u32 {
    let game = igs::games::cram::Cram::new(columns as u8, rows as u8);
    game.solver_with_stats(()).nimber(game.initial_position()).into()
}

fn our_chomp(rows: usize, columns: usize) -> u32 {
    let bar = Chomp::bar(&vec![columns as u64; rows]);
    Solver::new(Chomp, LIMITS).nimber(&bar, Method::Sweep, &mut Unwatched).expect("within reach")
}

fn their_chomp(rows: usize, columns: usize) -> u32 {
    let game = igs::games::chomp::Chomp::new(columns as u8, rows as u8);
    game.solver_with_stats(()).nimber(game.initial_position()).into()
}

/// Both on one board.
fn compare(name: &str, rows: usize, columns: usize) {
    let (ours, theirs) = match name {
        "cram" => (timed(|| our_cram(rows, columns)), timed(|| their_cram(rows, columns))),
        "chomp" => (timed(|| our_chomp(rows, columns)), timed(|| their_chomp(rows, columns))),
        _ => panic!("{name} is neither cram nor chomp"),
    };
    assert_eq!(ours.1, theirs.1, "{name}({rows},{columns}): igs has another nimber");
    let ratio = theirs.0.max(0.01) / ours.0.max(0.01);
    println!(
        "{name}({rows},{columns}): nimber {}, ours {:.2} s, igs {:.2} s, ratio {ratio:.1}",
        ours.1, ours.0, theirs.0
    );
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        for (rows, columns) in [(4, 7), (5, 6), (5, 7)] {
            compare("cram", rows, columns);
        }
        for (rows, columns) in [(10, 10), (12, 12)] {
            compare("chomp", rows, columns);
        }
    }
    for three in words.chunks_exact(3) {
        compare(&three[0], three[1].parse().expect("rows"), three[2].parse().expect("columns"));
    }
}
