//! The figures of the topic merlin: nullities, large grids, and the structured solver against plain elimination, in one
//! run.

use engine::modular::gf2;
use kit::Unwatched;
use merlin::least::{Weight, gray, walsh};
use merlin::{nullity, puzzle::Puzzle, system::System};
use std::time::Instant;

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = work();
    (result, start.elapsed().as_secs_f64())
}

fn puzzle(text: &str, m: u64) -> Puzzle {
    Puzzle::from_text(text, true, None, m).expect("a known name")
}

fn solve_all_ones(puzzle: &Puzzle, dense: bool) -> Vec<u32> {
    let watch = &mut Unwatched;
    let system = if dense { System::dense(puzzle, watch) } else { System::new(puzzle, watch) }.expect("it fits");
    let outcome = system.solve(&vec![1; puzzle.order()], watch).expect("nobody stops it");
    outcome.clicks.unwrap_or_default()
}

fn main() {
    for n in [99_999, 100_000, 1_000_000] {
        let (nullity, time) = timed(|| nullity::grid(n, n, true));
        println!("nullity {n}: {nullity} in {time:.4} s");
    }
    let (slow, plain) = timed(|| nullity::grid_by_theorem(3_000, 3_000, true));
    let (fast, time) = timed(|| nullity::grid(3_000, 3_000, true));
    assert_eq!(fast, slow, "both ways agree");
    println!("nullity 3000: factors {time:.6} s, theorem {plain:.4} s, ratio {:.0}", plain / time);

    let board = puzzle("grid:64x64", 2);
    let (chased, time) = timed(|| solve_all_ones(&board, false));
    let (dense, russians) = timed(|| solve_all_ones(&board, true));
    let (_, plain) = timed(|| {
        let right = gf2::Matrix::from_fn(board.order(), 1, |_, _| true);
        board.graph.arrivals().beside(&right).echelon_plain().len()
    });
    assert!(!chased.is_empty() && !dense.is_empty(), "all ones can always be solved");
    println!("grid 64x64 mod 2: chased {time:.5} s, plain elimination {plain:.3} s, ratio {:.0}", plain / time);
    println!("grid 64x64 mod 2: chased {time:.5} s, four russians {russians:.3} s, ratio {:.0}", russians / time);

    for (text, m) in [("grid:1000x1000", 2), ("grid:300x300", 6), ("grid:1000x1000", 6)] {
        let board = puzzle(text, m);
        let (clicks, time) = timed(|| solve_all_ones(&board, false));
        println!("{text} mod {m}: {} clicks in {time:.3} s", clicks.iter().map(|&t| u64::from(t)).sum::<u64>());
    }

    let board = puzzle("grid:30x30", 2);
    let system = System::new(&board, &mut Unwatched).expect("it fits");
    let one = solve_all_ones(&board, false);
    let kernel = system.kernel();
    let quiet: Vec<Vec<u32>> = kernel.iter().map(|(_, t)| t.clone()).collect();
    let (fast, time) = timed(|| walsh(&one, &quiet, &mut Unwatched).expect("nobody stops it"));
    let (slow, plain) = timed(|| gray(&board, &one, &kernel, Weight::Clicks, &mut Unwatched).expect("nobody stops it"));
    let total = |t: &[u32]| Weight::Clicks.total(t, 2);
    assert_eq!(total(&fast), total(&slow), "both ways agree");
    println!(
        "least grid 30x30 ({}): transforms {time:.4} s, walk {plain:.2} s, ratio {:.0}",
        total(&fast),
        plain / time
    );
}
