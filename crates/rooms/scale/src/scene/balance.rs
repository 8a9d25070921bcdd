//! The picture of a balance with its coins.

use kit::scene::{Act, Gesture};
use kit::{Ink, Scene, Shape};

/// What a coin is known to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coin {
    /// It may be fake.
    Suspect,
    /// It is known to be real.
    Real,
    /// It is known to be fake.
    Fake,
}

/// The most coins that are drawn one by one.
const DRAWN: usize = 120;

/// A balance: coins on the left pan, on the right pan and aside, `tip` -2 (left much lighter, up) to 2.
pub(crate) fn picture(caption: String, pans: [&[u32]; 3], tip: i32, coin: impl Fn(u32) -> Coin) -> Scene {
    let [left, right, aside] = pans.map(|coins| coins.iter().copied().map(Some).collect::<Vec<_>>());
    draw(caption, [&left, &right, &aside], tip, &coin)
}

/// The balance of a table with so many coins. What lies aside keeps its place there while others are taken: nothing
/// moves under a hand but what it moves.
pub(crate) fn at_table(caption: String, pans: [&[u32]; 2], coins: u32, tip: i32, coin: impl Fn(u32) -> Coin) -> Scene {
    let [left, right] = pans.map(|coins| coins.iter().copied().map(Some).collect::<Vec<_>>());
    let is_aside = |number: &u32| !pans.iter().any(|pan| pan.contains(number));
    let aside: Vec<Option<u32>> = (1..=coins).map(|number| Some(number).filter(is_aside)).collect();
    draw(caption, [&left, &right, &aside], tip, &coin)
}

/// The middle of the beam, and how far from it the pans hang.
const MIDDLE: (f64, f64) = (12.0, 8.0);
const ARM: f64 = 6.0;
/// Half the width of a pan.
const PAN: f64 = 4.6;

/// Where the pans hang.
fn hangs(tip: i32) -> [(f64, f64); 2] {
    let lean = f64::from(tip) * 0.6;
    [(MIDDLE.0 - ARM, MIDDLE.1 + lean), (MIDDLE.0 + ARM, MIDDLE.1 - lean)]
}

fn draw(caption: String, pans: [&[Option<u32>]; 3], tip: i32, coin: &impl Fn(u32) -> Coin) -> Scene {
    let mut scene = Scene::new("balance", caption, 24.0, 16.0);
    let ((cx, beam), [left, right]) = (MIDDLE, hangs(tip));
    // The stand and the beam.
    scene.add(Shape::chain(&[(cx - 1.5, 11.0), (cx + 1.5, 11.0), (cx, beam)], true).fill(Ink::Faint));
    scene.add(Shape::line(left.0, left.1, right.0, right.1).stroke(Ink::Solid).weight(0.18));
    pan(&mut scene, left, pans[0], coin);
    pan(&mut scene, right, pans[1], coin);
    // The coins aside, below.
    scene.add(Shape::line(0.5, 11.4, 23.5, 11.4).weight(0.04));
    heap(&mut scene, 12.0, 11.9, 22.0, pans[2], true, coin);
    scene
}

/// Marks what was weighed last: both pans, the weighing beside the stand, and its answer on the other side of it.
pub(crate) fn tell(scene: &mut Scene, tip: i32, weighing: &str, answer: Option<&str>) {
    for (x, y) in hangs(tip) {
        scene.add(Shape::line(x - PAN, y + 0.2, x + PAN, y + 0.2).stroke(Ink::Accent).weight(0.2));
    }
    let (words, (x, y)) = (kit::shorten(weighing), (5.4, 10.5));
    // A letter is about 0.56 of its height wide.
    let size = (9.6 / (0.56 * words.chars().count().max(1) as f64)).min(0.8);
    scene.add(Shape::text(x, y, size, words).fill(Ink::Accent));
    if let Some(answer) = answer {
        scene.add(Shape::text(2.0 * MIDDLE.0 - x, y, 0.9, answer).fill(Ink::Accent));
    }
}

/// The places where a coin can be laid, by the names that a hand says.
pub(crate) const PLACES: [&str; 3] = ["left", "right", "aside"];

/// Lets coins be dragged to the pans and aside; a touch does what `touch` says.
pub(crate) fn take_hold(scene: &mut Scene, touch: impl Fn(u32) -> String) {
    for shape in &mut scene.shapes {
        let number =
            shape.label.as_ref().and_then(|label| label.strip_prefix("coin ")?.split(',').next()?.parse().ok());
        if let Some(coin) = number {
            let held =
                shape.clone().touch(touch(coin)).gesture(Gesture::new(Act::Drop, format!("coin {coin} {{onto}}")));
            *shape = held;
        }
    }
    // What lies under the coins takes them.
    let rects = [[0.6, 0.6, 10.4, 8.8], [13.0, 0.6, 10.4, 8.8], [0.6, 11.5, 22.8, 4.3]];
    let words = ["the left pan", "the right pan", "aside"];
    for (index, [x, y, w, h]) in rects.into_iter().enumerate() {
        let place = Shape::rect(x, y, w, h).named(PLACES[index]).label(words[index]);
        scene.shapes.insert(index, place);
    }
}

/// How many buttons stand in a row, and how high a row is: on a phone the sheet is some 350 pixels wide, a finger wants
/// 24 of them, and a weighing must be read.
const IN_ROW: usize = 3;
const ROW: f64 = 2.0;

/// Rows of moves under the balance that a touch plays. However few they are, their room stays the same, so that nothing
/// below them moves.
pub(crate) fn buttons(scene: &mut Scene, moves: &[String]) {
    if moves.is_empty() {
        return;
    }
    let [_, _, width, height] = scene.frame;
    scene.frame[3] = height + 2.0 * ROW;
    let each = width / IN_ROW as f64;
    for (index, play) in moves.iter().take(2 * IN_ROW).enumerate() {
        let (x, y) = ((index % IN_ROW) as f64 * each, height + (index / IN_ROW) as f64 * ROW);
        let letters = play.chars().count().max(8) as f64;
        let button = Shape::rect(x + 0.15, y + 0.15, each - 0.3, ROW - 0.3).fill(Ink::Shade(15)).stroke(Ink::Rule);
        scene.add(button.touch(play.clone()).label(play.clone()));
        scene.add(Shape::text(x + each / 2.0, y + ROW / 2.0, (1.6 * each / letters).min(0.8), play.clone()));
    }
}

fn pan(scene: &mut Scene, (x, y): (f64, f64), coins: &[Option<u32>], coin: &impl Fn(u32) -> Coin) {
    scene.add(Shape::line(x - PAN, y, x + PAN, y).stroke(Ink::Solid).weight(0.12));
    heap(scene, x, y - 0.15, 9.0, coins, false, coin);
}

/// Rows of coins over or under a line; some of their places may be free.
fn heap(scene: &mut Scene, x: f64, y: f64, width: f64, coins: &[Option<u32>], down: bool, coin: &impl Fn(u32) -> Coin) {
    let here = coins.iter().flatten().count();
    if here == 0 {
        return;
    }
    let away = if down { 1.0 } else { -1.0 };
    if coins.len() > DRAWN {
        scene.add(Shape::text(x, y + away * 1.2, 1.0, format!("{here} coins")));
        return;
    }
    // As large as fits into the height.
    let height = if down { 3.8 } else { 6.4 };
    let fits = |d: f64| (coins.len() as f64 / (width / d).floor()).ceil() * d <= height;
    let diameter = [2.0, 1.8, 1.6, 1.3, 1.0, 0.8, 0.65, 0.5].into_iter().find(|&d| fits(d)).unwrap_or(0.4);
    let per_row = ((width / diameter) as usize).max(1);
    for (index, number) in coins.iter().enumerate() {
        let Some(number) = *number else { continue };
        let (row, place) = (index / per_row, index % per_row);
        let in_row = per_row.min(coins.len() - row * per_row);
        let cx = x + (place as f64 - (in_row as f64 - 1.0) / 2.0) * diameter;
        let cy = y + away * (row as f64 + 0.5) * diameter;
        let known = coin(number);
        let (fill, ink, says) = match known {
            Coin::Suspect => (Ink::Shade(20), Ink::Solid, "may be fake"),
            Coin::Real => (Ink::Paper, Ink::Rule, "real"),
            Coin::Fake => (Ink::Accent, Ink::Paper, "fake"),
        };
        let label = format!("coin {number}, {says}");
        scene.add(Shape::circle(cx, cy, diameter * 0.46).fill(fill).stroke(Ink::Rule).label(label));
        scene.add(Shape::text(cx, cy, diameter * 0.5, number.to_string()).fill(ink));
    }
}
