//! What a hand may do with a picture besides touching it.
//!
//! A gesture is data: what the hand does, and a text with places that it fills. At a table the filled text is a move,
//! which the game reads as it reads any other, so that it snaps what was drawn to a legal move or refuses it with a
//! sentence. Under an answer it is the words after the question's name, as on a command line, so that a hand asks the
//! same question with another value. Front ends know no topic for either.

use super::Segment;
use crate::wire::{Name, perhaps_named};
use serde::{Deserialize, Serialize};

/// What the hand does, and the places of the text that it fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// Takes the shape and lets it go elsewhere: `{x}` and `{y}`; or on a shape that has a name, where the gesture has
    /// a text for that ([`Gesture::onto`]).
    Drag,
    /// Takes the shape and lets it go on a shape that has a name: `{onto}`.
    Drop,
    /// Goes from this shape to another one, a line behind it: `{from}` and `{to}`, the names of both.
    Link,
    /// The same with a rectangle behind it: from corner to corner.
    Span,
    /// Looks at another part of an unbounded sheet: `{x}` and `{y}` are its middle, `{w}` and `{h}` its sides.
    Window,
    /// Draws a curve that begins at the shape: `{path}`, its points as `x,y` with blanks between them; a star follows
    /// the point that the hand marked on its way.
    Pen,
    /// Touches the sheet where nothing else is: `{x}` and `{y}`.
    Put,
}

impl Act {
    /// All of them.
    pub const ALL: [Act; 7] = [Act::Drag, Act::Drop, Act::Link, Act::Span, Act::Window, Act::Pen, Act::Put];

    /// Its name, by which a page speaks of it.
    pub const fn name(self) -> &'static str {
        match self {
            Act::Drag => "drag",
            Act::Drop => "drop",
            Act::Link => "link",
            Act::Span => "span",
            Act::Window => "window",
            Act::Pen => "pen",
            Act::Put => "put",
        }
    }

    /// The places that it fills.
    pub const fn places(self) -> &'static [&'static str] {
        match self {
            Act::Drag | Act::Put => &["{x}", "{y}"],
            Act::Drop => &["{onto}"],
            Act::Link | Act::Span => &["{from}", "{to}"],
            Act::Window => &["{x}", "{y}", "{w}", "{h}"],
            Act::Pen => &["{path}"],
        }
    }
}

/// A gesture that a shape or a whole sheet offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gesture {
    /// What the hand does.
    pub act: Act,
    /// The text with the places that it fills.
    pub says: String,
    /// What is said instead where the shape is let go on one that has a name: `{onto}`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub onto: Option<String>,
    /// What is said of the point (0, 0) of the sheet.
    pub origin: [f64; 2],
    /// By how much that changes for a unit of the sheet.
    pub step: [f64; 2],
}

impl Gesture {
    /// A gesture that speaks in the units of the sheet.
    pub fn new(act: Act, says: impl Into<String>) -> Gesture {
        Gesture { act, says: says.into(), onto: None, origin: [0.0, 0.0], step: [1.0, 1.0] }
    }

    /// The same with another text where it ends on a shape that has a name.
    #[must_use]
    pub fn onto(self, says: impl Into<String>) -> Gesture {
        Gesture { onto: Some(says.into()), ..self }
    }

    /// The same in other coordinates than those of the sheet.
    #[must_use]
    pub fn scaled(self, origin: [f64; 2], step: [f64; 2]) -> Gesture {
        Gesture { origin, step, ..self }
    }

    /// What is said of a point of the sheet.
    pub fn point(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.origin[0] + self.step[0] * x, self.origin[1] + self.step[1] * y]
    }

    /// The text with its places filled; `fill` is asked for each of them by its name in braces.
    pub fn said(&self, fill: &dyn Fn(&str) -> String) -> String {
        self.act.places().iter().fold(self.says.clone(), |text, place| text.replace(place, &fill(place)))
    }

    /// The text where it is let go on the shape of that name, if it has one.
    pub fn said_onto(&self, name: &str) -> Option<String> {
        self.onto.as_ref().map(|text| text.replace("{onto}", name))
    }

    /// The same on a sheet where the old point (px, py) lies at (x + px * scale, y + py * scale).
    pub(super) fn placed(&mut self, x: f64, y: f64, scale: f64) {
        for (axis, shift) in [x, y].into_iter().enumerate() {
            self.step[axis] /= scale;
            self.origin[axis] -= self.step[axis] * shift;
        }
    }
}

/// What a shape offers to a hand besides a touch.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hand {
    /// What can be done with it.
    pub gesture: Option<Gesture>,
    /// By what name the gestures of other shapes speak of it.
    pub name: Option<String>,
    /// A path that is drawn while a hand is above it: what it reaches.
    pub reach: Vec<Segment>,
    /// The layer that it belongs to, which a reader switches on and off; pictures that nobody can switch leave it out.
    #[serde(with = "perhaps_named")]
    pub layer: Option<Name>,
}

#[cfg(test)]
mod tests {
    use super::super::{Scene, Shape};
    use super::*;

    #[test]
    fn a_gesture_says_its_text_with_the_places_filled() {
        let gesture = Gesture::new(Act::Drag, "5 to {x},{y}").scaled([10.0, 20.0], [2.0, -1.0]);
        let [x, y] = gesture.point([3.0, 4.0]);
        assert_eq!(gesture.said(&|place| if place == "{x}" { x.to_string() } else { y.to_string() }), "5 to 16,16");
        assert_eq!(gesture.said_onto("6"), None);
        assert_eq!(gesture.onto("5 joins {onto}").said_onto("6").as_deref(), Some("5 joins 6"));
    }

    #[test]
    fn a_placed_scene_says_the_same_of_the_same_point() {
        let gesture = Gesture::new(Act::Drag, "{x},{y}").scaled([1.0, 2.0], [3.0, 4.0]);
        let mut part = Scene::framed("part", "", [-1.0, -2.0, 4.0, 4.0]);
        part.add(Shape::circle(0.5, 0.25, 0.1).gesture(gesture.clone()));
        let mut sheet = Scene::new("sheet", "", 20.0, 20.0);
        sheet.place(&part, 7.0, 9.0, 2.0);
        let placed = sheet.shapes[0].hand.as_ref().and_then(|hand| hand.gesture.as_ref()).unwrap();
        // The point (0.5, 0.25) lies at 7 + (0.5 + 1) * 2 and 9 + (0.25 + 2) * 2 now.
        let (said, before) = (placed.point([10.0, 13.5]), gesture.point([0.5, 0.25]));
        assert!((0..2).all(|axis| (said[axis] - before[axis]).abs() < 1e-12), "{said:?} {before:?}");
    }
}
