//! The mod 2 queens game on 5 x 5: the definition against the word-parallel solver, in one run.

use engine::parity::ParityGame;
use engine::parity::subsets::{self, SubsetGame};
use kit::{scene::Piece, watch::Progress};
use queens::boards;
use std::time::Instant;

fn queens(n: usize) -> ParityGame {
    let mask = |targets: Vec<usize>| targets.into_iter().fold(0u64, |mask, t| mask | 1 << t);
    ParityGame::new(boards::adjacency(Piece::Queen, n).into_iter().map(mask).collect(), 0)
}

fn main() {
    let n: usize = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(5);
    let game = queens(n);
    let positions = (1u64 << game.squares()) as f64;
    let progress = Progress::default();
    let start = Instant::now();
    let lost = game.lost(&progress).expect("nobody stops it");
    let fast = start.elapsed().as_secs_f64();
    println!("queens {n} outcome: {fast:.4} s, {:.3e} positions a second", positions / fast);
    let start = Instant::now();
    let reachable = game.reachable(&progress).expect("nobody stops it");
    let survey = game.survey(reachable, &progress).expect("nobody stops it");
    println!("queens {n} reachability and counts: {:.4} s", start.elapsed().as_secs_f64());
    if n > 5 {
        println!("lost at start: {}, reachable {}", lost.get(0), survey.reachable_by_size.iter().sum::<u64>());
        return;
    }
    let start = Instant::now();
    let by_definition = subsets::lost(&game);
    let plain = start.elapsed().as_secs_f64();
    assert!((0..by_definition.len()).all(|x| by_definition[x] == lost.get(x as u64)), "both ways agree");
    println!("queens {n} outcome: word-parallel {fast:.4} s, definition {plain:.2} s, ratio {:.0}", plain / fast);
    let start = Instant::now();
    let games = engine::parity::complete_games(&game, &progress).expect("nobody stops it");
    println!("queens {n} complete games: {games} in {:.3} s", start.elapsed().as_secs_f64());
}
