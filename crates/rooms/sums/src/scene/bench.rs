//! A sum that a hand builds: its parts with their sizes and their nimbers in binary, and a list of games to add.

use super::sum_scene;
use kit::scene::{Act, Anchor, Gesture};
use kit::{Ink, Scene, Shape, Summand};

/// How the table on which games are dropped is called by their gestures: the sign that adds them.
const TABLE: &str = "+";
/// On a phone the sheet is some 350 pixels wide, and what a finger touches there wants at least 24 of them.
const BUTTON: f64 = 1.25;
const LETTER: f64 = 0.5;
const WIDTH: f64 = 17.0;
/// How many games stand in a row of the list.
const IN_ROW: usize = 4;

/// A part on the table.
pub(in super::super) struct Part {
    /// As it is written.
    pub(in super::super) text: String,
    /// Its games.
    pub(in super::super) games: Vec<Summand>,
    /// Its nimber, and that in as many binary digits as the others have.
    pub(in super::super) nimber: Option<(u32, String)>,
    /// Words of the ask for the sum with a number of it one smaller or one larger, and of that without the part.
    pub(in super::super) sizes: Vec<[Option<String>; 2]>,
    pub(in super::super) without: Option<String>,
}

/// A game of the list.
pub(in super::super) struct Offer {
    /// As it is written.
    pub(in super::super) text: &'static str,
    pub(in super::super) games: Vec<Summand>,
    /// Words of the ask for the sum with it.
    pub(in super::super) with: String,
    /// The same with a place for the sign that joins it.
    pub(in super::super) drops: String,
}

/// All that is on the bench.
pub(in super::super) struct Bench {
    pub(in super::super) parts: Vec<Part>,
    pub(in super::super) offers: Vec<Offer>,
    /// The exclusive or, in binary too.
    pub(in super::super) xor: Option<(u32, String)>,
    /// A winning move in words, and the words of the ask for what it leaves.
    pub(in super::super) winning: Option<(String, String)>,
}

fn button(scene: &mut Scene, (x, y): (f64, f64), sign: &str, says: &str, label: String) {
    let plate = Shape::rect(x, y, BUTTON, BUTTON).fill(Ink::Paper).stroke(Ink::Solid).weight(0.04);
    scene.add(plate.touch(says).label(label));
    scene.add(Shape::text(x + BUTTON / 2.0, y + BUTTON / 2.0, 0.8, sign));
}

/// The picture of a part, no wider and no higher than that, with its size.
fn pictured(games: &[Summand], wide: f64, high: f64) -> Option<(Scene, f64, [f64; 2])> {
    let mut scene = sum_scene(games, &[], false)?;
    // Names of the parts stand beside the picture here.
    scene.shapes.retain(|shape| shape.label.is_some() || !matches!(shape.form, kit::scene::Form::Text { .. }));
    let part = (wide / scene.frame[2]).min(high / scene.frame[3]).min(1.0);
    let size = [scene.frame[2] * part, scene.frame[3] * part];
    Some((scene, part, size))
}

const PART: f64 = 7.5;
const HIGH: f64 = 4.0;

/// The bench as a picture.
pub(in super::super) fn bench(bench: &Bench, caption: &str) -> Scene {
    let columns = (WIDTH / (PART + 1.0)) as usize;
    let rows = bench.parts.len().div_ceil(columns).max(1);
    let row = HIGH + 2.4 + BUTTON;
    let table = rows as f64 * row + 3.0;
    let lists = bench.offers.len().div_ceil(IN_ROW) as f64;
    let mut scene = Scene::new("bench", caption, WIDTH, table + 0.8 + lists * 3.6).live();
    scene.add(Shape::rect(0.0, 0.0, WIDTH, table).fill(Ink::Paper).stroke(Ink::Rule).label("the table").named(TABLE));
    for (index, part) in bench.parts.iter().enumerate() {
        let at = ((index % columns) as f64 * (PART + 1.0) + 0.5, (index / columns) as f64 * row + 0.4);
        add_part(&mut scene, part, index, at);
    }
    if bench.parts.is_empty() {
        scene.add(Shape::text(WIDTH / 2.0, row / 2.0, 0.7, "Drop games here, or touch them"));
    }
    if let Some((xor, binary)) = &bench.xor {
        let text = format!("xor {binary} = {xor}");
        scene.add(Shape::text(0.5, table - 2.3, 0.7, text).anchor(Anchor::Start));
    }
    if let Some((text, says)) = &bench.winning {
        let words = format!("play the winning move {}", text.replace("->", "→"));
        let told = kit::shorten(&words);
        let wide = (0.6 * LETTER * told.chars().count() as f64 + 0.8).min(WIDTH - 1.0);
        let letter = LETTER.min((wide - 0.4) / (0.56 * told.chars().count() as f64));
        let plate = Shape::rect(0.5, table - 1.6, wide, BUTTON).fill(Ink::Shade(8)).stroke(Ink::Accent);
        scene.add(plate.weight(0.06).touch(says.as_str()).label(words));
        scene.add(Shape::text(0.5 + wide / 2.0, table - 1.6 + BUTTON / 2.0, letter, told));
    }
    for (index, offer) in bench.offers.iter().enumerate() {
        let (row, column) = (index / IN_ROW, index % IN_ROW);
        add_offer(&mut scene, offer, (column as f64 * WIDTH / IN_ROW as f64, table + 0.8 + row as f64 * 3.6));
    }
    scene
}

fn add_part(scene: &mut Scene, part: &Part, index: usize, (x, y): (f64, f64)) {
    let number = index + 1;
    scene.add(Shape::text(x, y + 0.3, LETTER, kit::shorten(&part.text)).anchor(Anchor::Start));
    if let Some((picture, by, _)) = pictured(&part.games, PART, HIGH) {
        scene.place(&picture, x, y + 0.8, by);
    }
    let low = y + HIGH + 1.0;
    let told = part.nimber.as_ref().map_or("nimber not known".to_string(), |(n, binary)| format!("{binary} = {n}"));
    scene.add(Shape::text(x, low + 0.2, 0.6, told).anchor(Anchor::Start));
    let mut left = x;
    for (place, [less, more]) in part.sizes.iter().enumerate() {
        let which = if part.sizes.len() > 1 { ["first number ", "second number "][place.min(1)] } else { "" };
        for (sign, says, word) in [("−", less, "smaller"), ("+", more, "larger")] {
            if let Some(says) = says {
                button(scene, (left, low + 0.7), sign, says, format!("part {number}, {which}{word}"));
            }
            left += BUTTON + 0.15;
        }
        left += 0.15;
    }
    if let Some(says) = &part.without {
        button(scene, (left, low + 0.7), "×", says, format!("part {number}, away with it"));
    }
}

fn add_offer(scene: &mut Scene, offer: &Offer, (x, y): (f64, f64)) {
    let wide = WIDTH / IN_ROW as f64 - 0.3;
    let drop = Gesture::new(Act::Drop, offer.drops.as_str());
    let tile = Shape::rect(x, y, wide, 3.3).fill(Ink::Shade(4)).stroke(Ink::Rule).weight(0.03);
    scene.add(tile.touch(offer.with.as_str()).label(format!("add {}", offer.text)).gesture(drop));
    if let Some((picture, by, [w, h])) = pictured(&offer.games, wide - 0.6, 2.0) {
        let mut picture = picture;
        // What is seen in the list is not touched: the tile is.
        picture.shapes.iter_mut().for_each(|shape| (shape.label, shape.touch, shape.hand) = (None, None, None));
        scene.place(&picture, x + (wide - w) / 2.0, y + 0.2 + (2.0 - h) / 2.0, by);
    }
    // A long name is written smaller, or it would run into its neighbours.
    let letter = LETTER.min((wide - 0.2) / (0.56 * offer.text.chars().count().max(1) as f64));
    scene.add(Shape::text(x + wide / 2.0, y + 2.8, letter, offer.text));
}
