//! Sums to print, each with one winning move.

use super::analysis::moves;
use super::language::{all_words, read_sum};
use super::play::TABLE;
use super::scene::sum_scene;
use kit::worksheet::{Level, Puzzle, Worksheet, only_win, table_at};
use kit::{Result, Watch, say};
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub(super) static WORKSHEET: Worksheet = Worksheet {
    title: "Sums of games",
    rules: "A move is made in one of the games; who cannot move loses. Nim: take any number of stones from one pile. Kayles: \
            knock down one pin, or two neighbours, of a row; what is left may fall apart. Nimbers of Kayles rows 0 to 9: \
            0 1 2 3 1 4 3 2 1 4.",
    make,
};

fn make(level: Level, seed: u64, place: u64, watch: &mut dyn Watch) -> Result<Option<Puzzle>> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(place);
    let mut number = |least: u32, most: u32| chance.random_range(least..=most);
    let sum = match level {
        Level::Easy => format!("nim({}) + nim({}) + nim({})", number(1, 5), number(1, 6), number(2, 7)),
        Level::Middle => format!("nim({}) + kayles({})", number(1, 6), number(3, 7)),
        Level::Hard => format!("nim({}) + kayles({}) + kayles({})", number(1, 6), number(3, 8), number(4, 9)),
    };
    let play = table_at("sums", &TABLE, &format!("\"{sum}\""), watch)?;
    let Some((only, count)) = only_win(&*play, watch)? else { return Ok(None) };
    let read = read_sum(&sum, &all_words())?;
    debug_assert_eq!(moves(&read).map(|moves| moves.len()).ok(), Some(count));
    let Some(scene) = sum_scene(&read, &[], false) else { return Ok(None) };
    Ok(Some(Puzzle {
        task: format!(
            "One of the {} wins. Find the nimbers of the parts, and the move.",
            say::count(count as u128, "move")
        ),
        scene,
        solution: said(&only),
        solved: None,
        opens: format!("play sums \"{sum}\""),
        difficulty: ("moves to choose from", count as u64),
    }))
}

/// `2: 5 -> 1+2` in words.
fn said(play: &str) -> String {
    match play.split_once(": ") {
        Some((part, step)) => format!("in part {part}: {}", step.replace("->", "to")),
        None => play.to_string(),
    }
}
