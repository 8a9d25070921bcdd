//! The octal game solver `ogs` beside the engine's heap tables: the same code to the same heap, one after the other in
//! one run.
//!
//! Arguments: code and largest heap, in pairs; by default 0.6 to two million and 0.007 to 500,000.

#[path = "../../../../crates/engine/benches/clock/mod.rs"]
mod clock;

use clock::timed;
use engine::heaps::{Heaps, Rule};
use ogs::{Game, NaiveSolver, RC2Solver, RCSolver, Solver};

fn peer<S: Solver>(code: &str, to: usize) -> (f64, Vec<u16>)
where
    S::Stats: Default,
{
    let game = Game::from_ascii(code.as_bytes()).expect("a code that ogs reads");
    timed(|| S::with_capacity(game, to + 1).take(to + 1).collect())
}

fn compare(code: &str, to: usize) {
    let rule: Rule = code.parse().expect("a code");
    let (ours, values) = timed(|| Heaps::table(&rule, to).expect("within the limits"));
    let methods = [("rc", peer::<RCSolver<true>>(code, to)), ("rc2", peer::<RC2Solver<true>>(code, to))];
    for (name, (seconds, theirs)) in methods {
        assert_eq!(values, theirs, "{code}: ogs {name} has other values");
        println!("{code} to {to}: ours {ours:.2} s, ogs {name} {seconds:.2} s, ratio {:.1}", seconds / ours);
    }
}

fn plain(code: &str, to: usize) {
    let rule: Rule = code.parse().expect("a code");
    let (ours, values) = timed(|| Heaps::table(&rule, to).expect("within the limits"));
    let (seconds, theirs) = peer::<NaiveSolver>(code, to);
    assert_eq!(values, theirs, "{code}");
    println!("{code} to {to}: ours {ours:.3} s, quadratic {seconds:.2} s, ratio {:.0}", seconds / ours);
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        compare("0.6", 2_000_000);
        compare("0.007", 500_000);
        plain("0.16", 100_000);
    }
    for pair in words.chunks_exact(2) {
        compare(&pair[0], pair[1].parse().expect("a number"));
    }
}
