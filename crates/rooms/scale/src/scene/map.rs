//! The picture of Section 5: x to the right, y downwards, darker where the worst answer leaves more.

use super::super::shares;
use kit::{Ink, Scene, Shape};

const SIDE: f64 = 20.0;

/// The map in parts of one over `whole`, with the least places marked, and the paper's x = y = 1/3.
pub(crate) fn picture(whole: i64, least: &[(i64, i64)]) -> Scene {
    let cells = whole / 2 + 1;
    let each = SIDE / cells as f64;
    let mut scene =
        Scene::framed("map", "what the worst answer leaves, by x and y", [-2.0, -2.0, SIDE + 4.0, SIDE + 4.0]);
    for (i, j) in (0..cells).flat_map(|i| (0..cells).map(move |j| (i, j))) {
        let share = shares::worst(i, j, whole) as f64 / (whole * whole) as f64;
        // A quarter is the paper, all of it the darkest shade.
        let shade = ((share - 0.25) / 0.75 * 90.0).clamp(0.0, 90.0).round() as u8;
        let (x, y) = (i as f64 * each, j as f64 * each);
        let cell = Shape::rect(x, y, each, each).fill(Ink::Shade(shade));
        scene.add(cell.label(format!("x = {i}/{whole}, y = {j}/{whole}: {share:.4}")));
    }
    let centre = |share: f64| (share * whole as f64 + 0.5) * each;
    for &(i, j) in least {
        let (x, y) = ((i as f64 + 0.5) * each, (j as f64 + 0.5) * each);
        scene.add(Shape::circle(x, y, 0.35).fill(Ink::Accent).label("the least"));
    }
    let third = centre(1.0 / 3.0);
    scene.add(Shape::circle(third, third, 0.35).stroke(Ink::Warn).weight(0.15).label("x = y = 1/3, as printed"));
    for (text, share) in [("0", 0.0), ("1/4", 0.25), ("1/3", 1.0 / 3.0), ("1/2", 0.5)] {
        scene.add(Shape::text(centre(share), -0.8, 0.8, text));
        scene.add(Shape::text(-1.0, centre(share), 0.8, text));
    }
    scene.add(Shape::text(SIDE + 1.0, -0.8, 0.8, "x"));
    scene.add(Shape::text(-1.0, SIDE + 1.0, 0.8, "y"));
    scene
}
