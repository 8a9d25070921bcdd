//! A drawing from nothing for a hand to go on with.

use super::sheet::picture;
use crate::freehand::Freehand;
use kit::scene::{Act, Gesture};
use kit::{Ink, Scene, Shape};

/// The drawing with its gestures; `says` makes the words of an ask of a position's text.
pub(crate) fn in_hand(drawn: &Freehand, caption: &str, says: &dyn Fn(&str) -> String) -> Scene {
    let mut scene = picture(&drawn.sheet, &drawn.at, caption, drawn.fresh);
    let steps = drawn.steps.len();
    let begun = if steps == 0 { String::new() } else { format!("{} ", drawn.text(steps)) };
    let scaled =
        |act: Act, step: &str| Gesture::new(act, says(&format!("{begun}{step}"))).scaled([0.0, 0.0], [100.0, 100.0]);
    for shape in &mut scene.shapes {
        if let Some(hand) = shape.hand.as_mut().filter(|hand| hand.gesture.is_some()) {
            hand.gesture = Some(scaled(Act::Pen, "draw {path}"));
        }
    }
    scene.gesture = Some(scaled(Act::Put, "@{x},{y}"));
    let [left, top, width, height] = scene.frame;
    scene.add(Shape::rect(left, top, width, height).stroke(Ink::Faint).weight(0.03));
    if let Some(before) = steps.checked_sub(1) {
        let plate = Shape::rect(left + 0.12, top + 0.12, 1.7, 0.6).fill(Ink::Paper).stroke(Ink::Faint).weight(0.03);
        scene.add(plate.touch(says(&drawn.text(before))).label("take the last step back"));
        scene.add(Shape::text(left + 0.97, top + 0.42, 0.3, "take back"));
    }
    scene
}
