//! Positions of Sprouts to print, each with one winning move up to what amounts to the same.

use super::play::TABLE;
use super::position::Position;
use super::scene;
use kit::worksheet::{Level, Puzzle, Worksheet, only_win, table_at};
use kit::{Result, Watch, say};
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub(super) static WORKSHEET: Worksheet = Worksheet {
    title: "Sprouts",
    rules: "Draw a curve from a spot to a spot, or back to the same one, crossing nothing, and put a new spot on it. No spot has \
            more than three curve ends. Who cannot move loses.",
    make,
};

fn make(level: Level, seed: u64, place: u64, watch: &mut dyn Watch) -> Result<Option<Puzzle>> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(place);
    let spots = level.pick(2, 3, 4);
    let made = level.pick(chance.random_range(1..4), chance.random_range(2..5), chance.random_range(3..6));
    let mut play = table_at("sprouts", &TABLE, &spots.to_string(), watch)?;
    for _ in 0..made {
        let moves = play.moves();
        if moves.is_empty() {
            return Ok(None);
        }
        play.play(&moves[chance.random_range(0..moves.len())])?;
    }
    if play.end().is_some() {
        return Ok(None);
    }
    let Some((only, count)) = only_win(&*play, watch)? else { return Ok(None) };
    let before: Position = play.position().parse()?;
    let opens = format!("play sprouts {spots} --from {}", play.position());
    play.play(&only)?;
    let after: Position = play.position().parse()?;
    let task = format!("{} can be drawn that differ. One wins. Which?", say::count(count as u128, "curve"));
    Ok(Some(Puzzle {
        task,
        scene: scene::scene(&before, "the game so far"),
        solution: only,
        solved: Some(scene::scene(&after, "after the winning curve")),
        opens,
        difficulty: ("curves to choose from", count as u64),
    }))
}
