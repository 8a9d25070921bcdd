//! Weighings to print: what was weighed so far, and one more weighing must decide.

use super::play::TABLE;
use kit::scene::Anchor;
use kit::worksheet::{Level, Puzzle, Worksheet, table_at};
use kit::{Ink, Play, Result, Scene, Shape, Standing, Watch, say};
use rand::seq::SliceRandom;
use rand::{RngExt as _, SeedableRng};
use rand_chacha::ChaCha8Rng;

pub(super) static WORKSHEET: Worksheet = Worksheet {
    title: "Two light coins",
    rules: "Two of the coins are fake and lighter than the others. The scale compares equally many coins and tells by how many fakes \
            the pans differ: MUCH LESS (both fakes on the left), LESS (one more on the left), EQUAL, MORE, MUCH MORE.",
    make,
};

fn make(level: Level, seed: u64, place: u64, watch: &mut dyn Watch) -> Result<Option<Puzzle>> {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    chance.set_stream(place);
    let coins = level.pick(5, 7, 10);
    let mut play = table_at("scale", &TABLE, &coins.to_string(), watch)?;
    for _ in 0..level.pick(1, 2, 2) {
        if play.end().is_some() {
            return Ok(None);
        }
        play.play(&weighing(&mut chance, coins))?;
        // The answers that the table offers contradict nothing.
        let answers = play.moves();
        play.play(&answers[chance.random_range(0..answers.len())])?;
    }
    if play.end().is_some() {
        return Ok(None);
    }
    let pairs = possible(&*play)?;
    if !level.pick(2..=2, 3..=4, 4..=5).contains(&pairs) {
        return Ok(None);
    }
    let opens = format!("play scale {coins} --from \"{}\"", play.position());
    let log = play.position();
    let advice = play.advise(watch)?;
    if advice.standing != Standing::Proved || !decides(&mut *play, &advice.play)? {
        return Ok(None);
    }
    Ok(Some(Puzzle {
        task: format!("{} are still possible. Which weighing decides between them?", say::count(pairs as u128, "pair")),
        scene: record(coins, &log),
        solution: format!("for example {}", advice.play),
        solved: None,
        opens,
        difficulty: ("pairs still possible", pairs as u64),
    }))
}

/// Any coins against equally many others.
fn weighing(chance: &mut ChaCha8Rng, coins: usize) -> String {
    let mut all: Vec<usize> = (1..=coins).collect();
    all.shuffle(chance);
    let size = chance.random_range(1..=coins / 2);
    let pan = |coins: &[usize]| {
        let mut coins = coins.to_vec();
        coins.sort_unstable();
        coins.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    format!("{} v {}", pan(&all[..size]), pan(&all[size..2 * size]))
}

/// How many pairs are possible, as the picture of the table says.
fn possible(play: &dyn Play) -> Result<usize> {
    let picture = play.scene().caption;
    let number = picture.split_whitespace().next().and_then(|word| word.parse().ok());
    number.ok_or_else(|| kit::Error::failed("the table does not say how many sets are possible"))
}

/// Whether every possible answer to the weighing ends the game.
fn decides(play: &mut dyn Play, weighing: &str) -> Result<bool> {
    play.play(weighing)?;
    let answers = play.moves();
    let mut all = true;
    for answer in &answers {
        play.play(answer)?;
        all &= play.end().is_some();
        play.undo();
    }
    play.undo();
    Ok(all)
}

/// The coins in a row, and below them what was weighed and answered.
fn record(coins: usize, log: &str) -> Scene {
    let parts: Vec<&str> = log.split('/').collect();
    let mut scene = Scene::new("record", "what was weighed", 12.0, 2.0 + 1.4 * parts.len() as f64);
    for coin in 0..coins {
        let x = 6.0 + (coin as f64 - (coins as f64 - 1.0) / 2.0) * 1.15;
        scene.add(Shape::circle(x, 0.8, 0.5).fill(Ink::Paper).stroke(Ink::Solid).weight(0.05));
        scene.add(Shape::text(x, 0.8, 0.5, (coin + 1).to_string()));
    }
    for (place, part) in parts.iter().enumerate() {
        let (pans, answer) = part.split_once('=').unwrap_or((part, ""));
        let y = 2.3 + 1.4 * place as f64;
        let text = format!("{}.  {}", place + 1, pans.trim().replace(" v ", "  against  "));
        // A letter is about 0.6 of its height wide; both texts and a gap share the line.
        let letters = (text.chars().count() + answer.trim().len() + 3) as f64;
        let size = (10.8 / (0.6 * letters)).min(0.62);
        scene.add(Shape::text(0.6, y, size, text).anchor(Anchor::Start));
        scene.add(Shape::text(11.4, y, size, answer.trim().to_string()).anchor(Anchor::End));
    }
    scene
}
