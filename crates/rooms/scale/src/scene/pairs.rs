//! The pairs that may be the fakes, as a graph below the balance: it shrinks with every answer.

use kit::{Ink, Scene, Shape};

/// The most coins whose pairs are drawn.
pub(crate) const MOST: u32 = 24;
const SIDE: f64 = 12.0;

/// Draws the pairs below a balance: coins on a circle, a line for each pair. (Beside it they would take a third of the
/// width of a narrow screen, where coins are dragged with a finger.)
pub(crate) fn add(scene: &mut Scene, coins: u32, pairs: &[(u32, u32)]) {
    let [_, _, width, top] = scene.frame;
    let middle = (width / 2.0, top + SIDE / 2.0);
    scene.frame[3] += SIDE + 1.0;
    let at = |coin: u32, radius: f64| {
        let angle = std::f64::consts::TAU * (f64::from(coin - 1) / f64::from(coins) - 0.25);
        (middle.0 + radius * angle.cos(), middle.1 + radius * angle.sin())
    };
    let found = pairs.len() == 1;
    for &(a, b) in pairs {
        let ((x1, y1), (x2, y2)) = (at(a, 4.6), at(b, 4.6));
        let (ink, weight) = if found { (Ink::Accent, 0.2) } else { (Ink::Rule, 0.06) };
        scene.add(Shape::line(x1, y1, x2, y2).stroke(ink).weight(weight));
    }
    for coin in 1..=coins {
        let suspect = pairs.iter().any(|&(a, b)| a == coin || b == coin);
        let ((x, y), (tx, ty)) = (at(coin, 4.6), at(coin, 5.35));
        let ink = if suspect { Ink::Solid } else { Ink::Faint };
        scene.add(Shape::circle(x, y, 0.14).fill(ink));
        if suspect {
            scene.add(Shape::text(tx, ty, 0.7, coin.to_string()));
        }
    }
    let words = if pairs.len() == 1 {
        "one pair is possible".to_string()
    } else {
        format!("{} pairs are possible", pairs.len())
    };
    scene.add(Shape::text(middle.0, top + SIDE + 0.4, 0.75, words));
}
