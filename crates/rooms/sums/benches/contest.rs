//! The contest of Boxing Match: the house against a random and a greedy player, a hundred seeded games each on boards
//! of 16 x 32 with a fifth of the cells empty, the house beginning every second one. It must win at least 95.
//!
//! A number as an argument plays so many games instead: `cargo bench -p parlor-sums --bench contest -- 10`.

use kit::{Means, Summand, Unwatched};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Instant;
use sums::analysis::{Normal, SumMove, after, counsel, moves, solve, winning_moves};
use sums::language::{all_words, read_sum};

const MEANS: Means = Means { memory: 1 << 29, threads: 2 };
const SIDES: (usize, usize) = (16, 32);

fn board(chance: &mut ChaCha8Rng) -> Vec<Summand> {
    let row = |chance: &mut ChaCha8Rng| -> String {
        (0..SIDES.1).map(|_| if chance.random_bool(0.2) { '0' } else { '1' }).collect()
    };
    let rows: Vec<String> = (0..SIDES.0).map(|_| row(chance)).collect();
    read_sum(&format!("boxing(\"{}\")", rows.join("/")), &all_words()).expect("a board")
}

/// What the house plays: a move that wins by an argument or by the nimbers, a good one otherwise.
fn house(at: &[Summand], all: &[SumMove]) -> SumMove {
    if let Some(found) = counsel(at, MEANS, &mut Unwatched).expect("advice") {
        return found.play;
    }
    let Ok(Normal::Solved { nimbers, .. }) = solve(at, MEANS, &mut Unwatched) else {
        return all[0].clone();
    };
    let winning = winning_moves(at, &nimbers, MEANS, &mut Unwatched).expect("solved");
    winning.into_iter().next().map_or_else(|| all[0].clone(), |(play, _)| play)
}

fn random(all: &[SumMove], chance: &mut ChaCha8Rng) -> SumMove {
    all[chance.random_range(0..all.len())].clone()
}

/// One of the largest squares.
fn greedy(all: &[SumMove], chance: &mut ChaCha8Rng) -> SumMove {
    // The moves are listed by size; a square's text begins with its side.
    let side = |play: &SumMove| play.step.text.split('x').next().map(ToString::to_string);
    let largest: Vec<SumMove> = all.iter().filter(|play| side(play) == all.last().and_then(side)).cloned().collect();
    random(&largest, chance)
}

/// Whether the house wins a game, and the longest of its thoughts in seconds.
fn game(seed: u64, opponent: fn(&[SumMove], &mut ChaCha8Rng) -> SumMove) -> (bool, f64) {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let mut at = board(&mut chance);
    let (mut house_moves, mut longest) = (seed.is_multiple_of(2), 0f64);
    loop {
        let all = moves(&at).expect("moves");
        if all.is_empty() {
            return (!house_moves, longest);
        }
        let start = Instant::now();
        let play = if house_moves { house(&at, &all) } else { opponent(&all, &mut chance) };
        longest = longest.max(if house_moves { start.elapsed().as_secs_f64() } else { 0.0 });
        at = after(&at, &play);
        house_moves = !house_moves;
    }
}

fn main() {
    let games = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(100u64);
    for (name, opponent) in [("random", random as fn(&[SumMove], &mut ChaCha8Rng) -> SumMove), ("greedy", greedy)] {
        let start = Instant::now();
        let played: Vec<(bool, f64)> = (0..games).map(|seed| game(seed, opponent)).collect();
        let won = played.iter().filter(|(won, _)| *won).count();
        let longest = played.iter().fold(0f64, |most, (_, seconds)| most.max(*seconds));
        let seconds = start.elapsed().as_secs_f64() / games as f64;
        println!("against {name}: {won} of {games} won, {seconds:.2} s a game, the longest thought {longest:.2} s");
        assert!(won as u64 * 100 >= games * 95, "the house must win 95 of 100");
    }
}
