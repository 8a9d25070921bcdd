//! Cells to print from which one move wins.

use super::play::TABLE;
use kit::worksheet::{Level, Puzzle, Worksheet, only_win, table_at};
use kit::{Result, Watch, say};
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub(super) static WORKSHEET: Worksheet = Worksheet {
    title: "The queen in exile",
    rules: "A queen moves along her row, her column or a diagonal to an earlier cell: nearer to the corner 0,0 or, on the \
            diagonal that rises to the right, further down. The marked cells are her moves. Two players move her in turn; who cannot \
            move loses. Cells are row,column, counted from 0.",
    make,
};

fn make(level: Level, seed: u64, place: u64, watch: &mut dyn Watch) -> Result<Option<Puzzle>> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(place);
    let reach = level.pick(4, 7, 11);
    let (row, column) = (chance.random_range(0..=reach), chance.random_range(0..=reach));
    if row.max(column) < level.pick(2, 5, 8) {
        return Ok(None);
    }
    let mut play = table_at("exile", &TABLE, &format!("{row},{column}"), watch)?;
    if play.end().is_some() {
        return Ok(None);
    }
    let Some((only, count)) = only_win(&*play, watch)? else { return Ok(None) };
    let scene = play.scene();
    play.play(&only)?;
    Ok(Some(Puzzle {
        task: format!("The queen is at {row},{column}. One of her {} wins. Which?", say::count(count as u128, "move")),
        scene,
        solution: format!("to {only}"),
        solved: Some(play.scene()),
        opens: format!("play exile {row},{column}"),
        difficulty: ("moves to choose from", count as u64),
    }))
}
