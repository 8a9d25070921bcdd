//! Lights to print, with their shortest solutions.

use super::least::{Weight, least};
use super::puzzle::Puzzle as Lights;
use super::scene::{Marks, picture};
use super::system::System;
use kit::worksheet::{Level, Puzzle, Worksheet};
use kit::{Result, Standing, Watch, say};
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub(super) static WORKSHEET: Worksheet = Worksheet {
    title: "Lights Out",
    rules: "A click on a cell switches that cell and its neighbours above, below, left and right. Switch all lights off. The \
            order of clicks does not matter, and two clicks on one cell are none.",
    make,
};

fn make(level: Level, seed: u64, place: u64, watch: &mut dyn Watch) -> Result<Option<Puzzle>> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(place);
    let (graph, fewest, most) = level.pick(("grid:3x3", 2, 3), ("grid:3x3", 4, 6), ("grid:5x5", 5, 8));
    let lights = Lights::from_text(graph, true, None, 2)?;
    let mut clicks = vec![0u32; lights.order()];
    for _ in 0..most {
        clicks[chance.random_range(0..lights.order())] = 1;
    }
    let state = lights.effect(&clicks);
    let system = System::new(&lights, watch)?;
    let outcome = system.solve(&state, watch)?;
    let Ok(found) = outcome.clicks else { return Ok(None) };
    let short = least(&system, found, &outcome.kernel_size, Weight::Clicks, 1, watch)?;
    if short.standing != Standing::Proved || !(fewest..=most).contains(&short.least) {
        return Ok(None);
    }
    let marks = |state, clicks| Marks { state, clicks, ..Marks::default() };
    let shown = |marks| picture(&lights, "lights", "the lights", marks);
    let Some(scene) = shown(marks(Some(&state[..]), None)) else { return Ok(None) };
    let cells = short.clicks.iter().enumerate().filter(|(_, times)| **times > 0);
    let cells: Vec<String> = cells.map(|(vertex, _)| super::play::click_text(&lights, vertex)).collect();
    let many = say::count(short.least, "click");
    Ok(Some(Puzzle {
        task: format!("Switch all lights off. {many} are enough, and fewer are not."),
        scene,
        solution: cells.join("  "),
        solved: shown(marks(None, Some(&short.clicks[..]))),
        opens: format!("play merlin {graph} --from {}", lights.text(&state)),
        difficulty: ("clicks needed", short.least),
    }))
}
